//! Lines of copyright: a short block with a sign of copyright and a year, such as "© 2024 Daily", or in an element of that
//! name, is template unless the model is sure that it is content.

use super::BlockLabel;
use super::notices::Pairs;
use super::roles::LEGAL;
use crate::base::simd::Lanes;
use crate::base::words::{Words, words};
use crate::judge::containers::Containers;
use crate::read::html::attributes::Name;
use crate::read::html::{NONE, Tag, scan};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page};

/// The maximum number of tokens of such a line, and of its characters where each is a token.
const MOST_TOKENS: u32 = 24;
const MOST_CHARACTERS: u32 = 60;
/// From this probability on the model is sure.
const SURE: f32 = 0.75;
/// Below this probability a sign at the beginning or reserved rights are enough, without a year.
const DOUBTED: f32 = 0.5;
/// Signs of copyright.
const SIGNS: [&str; 6] = ["©", "ⓒ", "Ⓒ", "(c) ", "(C) ", "opyright "];
const SIGNS_ABOVE_ASCII: usize = 3;
/// How such lines reserve rights.
const RESERVED: Words = words![
    "ights reserved",
    "ights Reserved",
    "RIGHTS RESERVED",
    "echte vorbehalten",
    "roits réservés",
    "erechos reservados",
    "ireitos reservados",
    "iritti riservati",
    "iproduzione riservata",
    "IPRODUZIONE RISERVATA",
    "rawa zastrzeżone",
    "рава защищены",
    "рава захищен",
    "akları saklıdır",
    "無断転載",
    "无断转载",
    "版权所有",
    "版權所有",
    "무단 전재",
    "무단전재",
    "الحقوق محفوظة",
    "הזכויות שמורות",
    "सर्वाधिकार सुरक्षित",
    "ättigheter förbehållna",
    "echten voorbehouden",
    "ettigheder forbehold",
    "ettigheter forbehold",
    "áva vyhrazen",
    "áva vyhraden",
    "jog fenntartva",
    "epturile rezervate",
    "ikeudet pidätet",
    "สงวนลิขสิทธิ์",
];
static RESERVED_PAIRS: Pairs = Pairs::of([RESERVED]);
/// Bytes between a sign and its year: a space, or the other sign.
const MOST_BETWEEN: usize = 8;

/// How many blocks at the end of the content may reserve rights where the model is sure.
const MOST_AT_END: usize = 4;

/// The maximum number of tokens of the last line of a page where the model is sure.
const MOST_OF_LAST: u32 = 12;

/// The maximum number of tokens of small print at the end of an old page, of elements around it, and of nodes between the rule
/// and it.
const MOST_OF_PRINT: u32 = 60;
const MOST_LEVELS: usize = 8;
const MOST_BEFORE: usize = 3;

/// Makes the lines of copyright template.
pub(super) fn leave_out(page: &Page<'_>, containers: &Containers<'_>, labels: &mut [BlockLabel]) {
    let mut left = MOST_AT_END;
    for i in (0..page.blocks.len()).rev() {
        let block = &page.blocks[i];
        if labels[i].is_template || !is_short(block) || block.heading != 0 {
            left -= usize::from(!labels[i].is_template);
        } else {
            left -= 1;
            let text = page.text_of(block);
            let are_reserved = reserves_rights(text);
            // The last line of all, with a sign and a year at its beginning.
            let is_last = left + 1 == MOST_AT_END && block.tokens <= MOST_OF_LAST && block.tag != Tag::FIGCAPTION;
            labels[i].is_template = are_reserved
                || block.linked_tokens > 0 && is_credit(text)
                || is_last && begins_with_sign(text) && has_sign(page, block);
            if are_reserved {
                leave_out_after(page, i, labels);
            }
        }
        if left == 0 {
            break;
        }
    }
    for _ in 0..MOST_AT_END {
        let last = labels.iter().rposition(|label| !label.is_template);
        let Some(last) = last.filter(|&last| is_small_print(page, last)) else { break };
        labels[last].is_template = true;
    }
    // Whether rights are reserved without a sign is asked of the last line alone of which the model is in doubt.
    let mut is_last = true;
    for (block, label) in page.blocks.iter().zip(labels).rev() {
        if !label.is_template && label.probability < SURE {
            let may_reserve = is_last && label.probability < DOUBTED && block.may_have_digit();
            is_last &= !may_reserve;
            label.is_template = is_unsure_copyright(page, containers, block, may_reserve);
        }
    }
}

fn is_short(block: &Block) -> bool {
    block.tokens <= MOST_TOKENS || block.characters <= MOST_CHARACTERS
}

/// Whether a block says no more than who has the rights.
pub(crate) fn is_line(page: &Page<'_>, block: &Block) -> bool {
    let text = page.text_of(block);
    block.tokens <= MOST_OF_PRINT && (begins_with_sign(text) && has_sign(page, block) || reserves_rights(text))
}

/// Whether a block of which the model is not sure is a line of copyright.
fn is_unsure_copyright(page: &Page<'_>, containers: &Containers<'_>, block: &Block, may_reserve: bool) -> bool {
    let text = page.text_of(block);
    let begins = block.tokens <= MOST_OF_PRINT && begins_with_sign(text);
    if begins && (has_sign(page, block) || reserves_rights(text)) {
        return true;
    }
    if block.heading != 0 || !is_short(block) {
        return false;
    }
    let own = &containers.list[containers.index(block.container) as usize];
    let is_named = own.node == block.container && own.words & LEGAL != 0;
    let is_doubted = || may_reserve && (begins || says_reserved(text));
    is_named || has_sign(page, block) || is_doubted()
}

/// Makes what stands below a line template that reserves rights and begins its element: who else is responsible for the page.
fn leave_out_after(page: &Page<'_>, line: usize, labels: &mut [BlockLabel]) {
    let tree = &page.tree;
    let above = tree.nodes[page.blocks[line].container as usize].parent;
    let Some(above) = (above != NONE).then(|| tree.subtree(above)) else { return };
    let is_inside = |block: &Block| above.contains(&(block.container as usize));
    let begins = !line.checked_sub(1).is_some_and(|before| is_inside(&page.blocks[before]));
    let after = &page.blocks[line + 1..];
    if begins && after.iter().all(|block| block.heading == 0) {
        let inside = after.iter().take_while(|block| is_inside(block)).count();
        labels[line + 1..=line + inside].iter_mut().for_each(|label| label.is_template = true);
    }
}

/// Whether the last content of a page is below a rule, in the middle of the line and in a small font, as old pages end; or in
/// one of these ways or in italics, if it is a line with a number or a link, such as a counter or the date of the last change.
fn is_small_print(page: &Page<'_>, last: usize) -> bool {
    let (tree, block) = (&page.tree, &page.blocks[last]);
    if block.heading != 0 || block.tokens > MOST_OF_PRINT {
        return false;
    }
    let text = page.text_of(block);
    let is_line = || {
        block.tokens <= MOST_TOKENS
            && (block.linked_tokens > 0 || text.bytes().any(|byte| byte.is_ascii_digit() || byte == b'@'))
    };
    let (mut is_small, mut is_centered, mut is_slanted) = (false, false, false);
    let mut rule = None;
    for at in tree.ancestors(block.first_text).take(MOST_LEVELS).map(|at| at as usize) {
        // Of the elements below the rule.
        if rule.is_some_and(|rule| at < rule) || tree.nodes[at].tag == Tag::BODY {
            break;
        }
        let node = &tree.nodes[at];
        let is = |name: Name, values: &[&[u8]]| {
            let value = tree.attribute(node, name).map(|attribute| tree.raw_value(attribute)).unwrap_or_default();
            values.iter().any(|known| value.eq_ignore_ascii_case(known))
        };
        is_small |= node.tag == Tag::SMALL || node.tag == Tag::FONT && is(Name::SIZE, &[b"1", b"-1", b"-2"]);
        is_slanted |= matches!(node.tag, Tag::I | Tag::EM | Tag::ADDRESS);
        is_centered |= node.tag == Tag::CENTER || node.tag != Tag::TABLE && is(Name::ALIGN, &[b"center"]);
        // It may stand one element before.
        rule = rule.or_else(|| (at.saturating_sub(MOST_BEFORE)..at).rfind(|&before| tree.nodes[before].tag == Tag::HR));
    }
    let is_print = is_small && is_centered || (is_small || is_centered || is_slanted) && is_line();
    rule.is_some() && is_print
}

/// Whether a text has a sign of copyright, and says that rights are reserved.
fn reserves_rights(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_sign = |signs: &[&str]| signs.iter().any(|sign| text.contains(sign));
    let is_sign_of_ascii = |at: usize| match bytes[at] {
        b'(' => SIGNS[SIGNS_ABOVE_ASCII..].iter().any(|sign| bytes[at..].starts_with(sign.as_bytes())),
        _ => bytes[..at].ends_with(b"op") && bytes[at..].starts_with(b"yright "),
    };
    (memchr::memchr2_iter(b'(', b'y', bytes).any(is_sign_of_ascii)
        || !text.is_ascii() && has_sign(&SIGNS[..SIGNS_ABOVE_ASCII]))
        && says_reserved(text)
}

/// Whether a text says that rights are reserved.
fn says_reserved(text: &str) -> bool {
    RESERVED_PAIRS.is_any_in(RESERVED, text.as_bytes())
}

/// Whether a text begins with a sign of copyright, or with the word.
fn begins_with_sign(text: &str) -> bool {
    // Most lines begin with another letter.
    if !matches!(text.as_bytes().first(), Some(b'C' | b'c' | b'o' | b'(' | 0x80..)) {
        return false;
    }
    let text = text.trim_start_matches(['C', 'c']);
    SIGNS.iter().any(|sign| text.starts_with(sign))
}

/// Whether a line names the program that made the page.
fn is_credit(text: &str) -> bool {
    ["Powered by ", "powered by ", "Proudly powered by "].iter().any(|start| text.starts_with(start))
        && !ends_sentence(text)
}

/// Whether a year follows a sign of copyright. Most short blocks have no number.
fn has_sign(page: &Page<'_>, block: &Block) -> bool {
    if !block.may_have_digit() {
        return false;
    }
    let text = page.text_of(block).as_bytes();
    let mut at = 0;
    loop {
        let year = scan::find_lanes(text, at, Lanes::digits);
        if year == text.len() {
            return false;
        }
        if is_year(&text[year..]) {
            let before = &text[at..year];
            let ends = before.len().saturating_sub(MOST_BETWEEN - 1)..=before.len();
            if ends.into_iter().any(|end| SIGNS.iter().any(|sign| before[..end].ends_with(sign.as_bytes()))) {
                return true;
            }
        }
        at = year + text[year..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
}

/// Whether a text begins with a year from 1900 to 2099, and no longer number.
fn is_year(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits == 4 && (text.starts_with(b"19") || text.starts_with(b"20"))
}

#[cfg(test)]
mod tests {
    use crate::Analyzer;

    #[test]
    fn lines_of_copyright_are_template_and_other_lines_are_not() {
        let story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.";
        let keeps = |line: &str| {
            let html = format!("<title>Rain</title><table><tr><td><h1>Rain</h1>{story}<p>{line}</table>");
            Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().contains(line)
        };
        for line in ["Holmweg 3, 24103 Kiel © 2003 Holm", "Copyright ⓒ 2020 한빛", "Copyright 1999-2004 by Ana Ruiz"]
        {
            assert!(!keeps(line), "{line}");
        }
        for class in ["copyright", "colophon"] {
            let html = format!(
                "<title>Rain</title><article><h1>Rain</h1>{story}{story}<p class={class}>무단 전재 금지</article>"
            );
            assert!(
                !Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().contains("무단"),
                "{class}"
            );
        }
        for line in [
            "<저작권자 ⓒ 항구신문, 무단 전재 금지>",
            "© Holm. Alle Rechte vorbehalten.",
            "© עיתון העיר. כל הזכויות שמורות.",
        ] {
            let line = line.replace('<', "&lt;");
            let html = format!("<title>Rain</title><article><h1>Rain</h1>{story}{story}<p>{line}</article>");
            let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(text.contains("Rain fell") && !text.contains(['ⓒ', '©']), "{text}");
        }
        for (line, is_kept) in [
            ("Powered by <a href=http://gb.example/>SimpleGB</a> 2.1", false),
            ("Powered by <a href=/wind>the wind</a> alone, it turned for a year and a day.", true),
        ] {
            let html = format!("<title>Rain</title><h1>Rain</h1>{story}{story}<hr>{line}");
            let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert_eq!(text.contains("Powered"), is_kept, "{text}");
        }
        for line in [
            "Copyright 2024 The Quay Post. All rights reserved.",
            "Copyright Kai GmbH 2024, alle Rechte vorbehalten",
            "© Riproduzione riservata, 2024",
        ] {
            let html = format!("<title>Rain</title><article><h1>Rain</h1>{story}{story}<p>{line}</article>");
            let text = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
            assert!(text.contains("Rain fell") && !text.contains("2024"), "{text}");
        }
        for line in ["Copyright © 2024 Mühlbote", "© 1998-2004 Ana Ruiz", "Copyright 2001 by The Quay Post"] {
            let text = main_text(&format!("<p>{line}"));
            assert!(text.contains("Rain fell") && !text.contains(line), "{line}");
        }
        assert!(keeps("The law of copyright of 1911 was read to the council by its clerk."));
    }

    const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose by two metres over night.";

    fn main_text(end: &str) -> String {
        let html =
            format!("<title>Rain</title><div><a href=/>News</a></div><div><h1>Rain</h1>{STORY}{STORY}</div>{end}");
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn unsure_lines_of_copyright_are_template_in_any_element() {
        let long = "Holm Inc., 12 Quay Street, 24103 Kiel, telephone 555 1234, company register of Kiel, number 4711, and \
            what else the law wants to be said here";
        for line in [
            "<div class=footer><h6>© 2009-2015, МузДом.рф</h6></div>".to_owned(),
            "<div class=footer><div><p>2015 Holm.example All Rights Reserved</div></div>".to_owned(),
            "<div class=footer><p>© Holm Industries 2014</div>".to_owned(),
            format!("<div class=footer><p>© 2011, {long}</div>"),
        ] {
            let found = main_text(&line);
            assert!(
                found.contains("Rain fell") && !found.contains("Holm") && !found.contains("МузДом"),
                "{line}: {found}"
            );
        }
    }

    #[test]
    fn a_page_falls_back_on_other_text_than_its_copyright() {
        let form =
            "<form><label>Name <input></label><label>Word <input type=password></label><button>Enter</button></form>";
        let hint = "Your name has at least four letters and no sign besides dots.";
        let rights = "Copyright © 2000-2014, Holm Inc. All rights reserved. Made by people who like forms.";
        let html = |texts: &str| format!("<div class=menu><a href=/>Home</a></div>{form}{texts}");
        let text = |html: &str| Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        let both =
            text(&html(&format!("<div class=footer><p>{hint}</p></div><div class=footer><p>{rights}</p></div>")));
        assert!(!both.contains("Holm"), "{both}");
        assert!(both.contains("four letters"), "{both}");
    }

    #[test]
    fn what_follows_reserved_rights_is_template() {
        for [rights, law] in [
            ["© 2024 Quay Capital LLP. All rights reserved.", "The value of investments may go down as well as up."],
            ["© 2024 Kai GmbH. Alle Rechte vorbehalten.", "Der Wert von Anlagen kann ebenso fallen wie steigen."],
        ] {
            let found =
                main_text(&format!("<div><p>{rights}</p><p>{law} You may get back less than you put in.</p></div>"));
            assert!(found.contains("Rain fell") && !found.contains(law), "{found}");
            // Within the text it ends no page.
            let found = main_text(&format!(
                "<div>{STORY}<p>{rights}</p><p>{law} You may get back less than you put in.</p></div>"
            ));
            assert!(found.contains(law), "{found}");
        }
    }

    #[test]
    fn small_print_in_the_middle_is_template() {
        for text in [
            "You are visitor number 4512. Best viewed with any browser.",
            "Sie sind der 4512. Besucher. Letzte Änderung im Mai.",
        ] {
            let found = main_text(&format!("<hr><center><font size=1>{text}</font></center>"));
            assert!(found.contains("Rain fell") && !found.contains(text), "{found}");
        }
        for line in [
            "<hr><i>Last changed on 3 May 1999 by Ann</i>",
            "<hr><font size=-1>Dernière mise à jour : 3 mai 2002</font>",
            "<hr><address>Questions? <a href=mailto:ann@mill.example>ann@mill.example</a></address>",
            "<hr><font size=1>あなたは1234人目の訪問者です。</font><p align=center>最終更新日：2002年5月3日",
        ] {
            for html in [line.to_owned(), format!("<table><tr><td>Rain fell again{line}</table>")] {
                let found = main_text(&html);
                assert!(found.contains("Rain fell") && !found.contains("1234"), "{html}: {found}");
                assert!(!["changed", "jour", "Questions"].iter().any(|word| found.contains(word)), "{html}: {found}");
            }
        }
        // A note of the text stands at the left.
        let note = "The river was measured twice, once by the miller and once by his aunt, who had the longer rule.";
        assert!(main_text(&format!("<hr><p><font size=1>{note}</font>")).contains(note));
    }
}
