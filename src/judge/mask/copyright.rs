//! Lines of copyright: a short block with a sign of copyright and a year, such as "© 2024 Daily", or in an element of that
//! name, is template unless the model is sure that it is content.

use super::BlockLabel;
use super::roles::LEGAL;
use crate::judge::containers::Containers;
use crate::read::html::scan;
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page};

/// The maximum number of tokens of such a line, and of its characters where each is a token.
const MOST_TOKENS: u32 = 24;
const MOST_CHARACTERS: u32 = 60;
/// From this probability on the model is sure.
const SURE: f32 = 0.75;
/// Signs of copyright.
const SIGNS: [&str; 6] = ["©", "ⓒ", "Ⓒ", "(c) ", "(C) ", "opyright "];
const SIGNS_ABOVE_ASCII: usize = 3;
/// How such lines reserve rights.
const RESERVED: [&str; 23] = [
    "ights reserved",
    "ights Reserved",
    "RIGHTS RESERVED",
    "echte vorbehalten",
    "roits réservés",
    "erechos reservados",
    "ireitos reservados",
    "iritti riservati",
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
];
/// Bytes between a sign and its year: a space, or the other sign.
const MOST_BETWEEN: usize = 8;

/// How many blocks at the end of the content may reserve rights where the model is sure.
const MOST_AT_END: usize = 4;

/// Makes the lines of copyright template.
pub(super) fn leave_out(page: &Page<'_>, containers: &Containers<'_>, labels: &mut [BlockLabel]) {
    let is_short = |block: &Block| block.tokens <= MOST_TOKENS || block.characters <= MOST_CHARACTERS;
    let content = page.blocks.iter().zip(&mut *labels).rev().filter(|(_, label)| !label.is_template);
    for (block, label) in content.take(MOST_AT_END).filter(|(block, _)| is_short(block) && block.heading == 0) {
        let text = page.text_of(block);
        label.is_template = reserves_rights(text) || block.linked_tokens > 0 && is_credit(text);
    }
    for (block, label) in page.blocks.iter().zip(labels) {
        if !label.is_template && label.probability < SURE && is_short(block) && block.heading == 0 {
            let own = &containers.list[containers.index(block.container) as usize];
            let is_named = own.node == block.container && own.words & LEGAL != 0;
            label.is_template = is_named || has_sign(page, block);
        }
    }
}

/// Whether a text has a sign of copyright that is no ASCII, and says that rights are reserved.
fn reserves_rights(text: &str) -> bool {
    let has_any = |list: &[&str]| list.iter().any(|part| text.contains(part));
    !text.is_ascii() && has_any(&SIGNS[..SIGNS_ABOVE_ASCII]) && has_any(&RESERVED)
}

/// Whether a line names the program that made the page.
fn is_credit(text: &str) -> bool {
    ["Powered by ", "powered by ", "Proudly powered by "].iter().any(|start| text.starts_with(start))
        && !ends_sentence(text)
}

/// Whether a year follows a sign of copyright. Numbers are looked for first: most short blocks have none.
fn has_sign(page: &Page<'_>, block: &Block) -> bool {
    if !scan::has_digit(page.text.as_bytes(), block.text.0 as usize, block.text.1 as usize) {
        return false;
    }
    let text = page.text_of(block).as_bytes();
    let mut at = 0;
    while let Some(digits) = text[at..].iter().position(u8::is_ascii_digit) {
        let year = at + digits;
        if is_year(&text[year..]) {
            let before = &text[at..year];
            let ends = before.len().saturating_sub(MOST_BETWEEN - 1)..=before.len();
            if ends.into_iter().any(|end| SIGNS.iter().any(|sign| before[..end].ends_with(sign.as_bytes()))) {
                return true;
            }
        }
        at = year + text[year..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    }
    false
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
        assert!(keeps("The law of copyright of 1911 was read to the council by its clerk."));
    }
}
