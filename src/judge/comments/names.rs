//! Names without dates, below a heading that says no more than "Comments": `<b>Ann:</b> I will miss it.`
//!
//! They are read only where no other clue says who wrote the texts of such a section, and where it is the last one of the
//! page with much text, as comments are: in a manual the section on comments is followed by others.

use super::clues::Clue;
use super::{byline, lines};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// Maximum of tokens of a heading that says no more.
const HEADING_TOKENS: u32 = 3;
/// Fewer bytes of a title are no title.
const LEAST_TITLE: usize = 4;
/// So many names in a row begin or end texts.
const LEAST_NAMES: usize = 3;
/// A text below its name has more tokens, or is a sentence.
const TEXT_TOKENS: u32 = lines::NAME_TOKENS;

/// Reads the names in all such sections, but for sections whose elements are named comments (`is_in_item`): answers in one
/// of these are a part of it.
pub(super) fn read(page: &Page<'_>, clues: &mut [Clue], is_in_item: impl Fn(&Block) -> bool) {
    let mut next = 0;
    while let Some(heading) = clues[next..].iter().position(|&clue| clue == Clue::Announcement).map(|at| next + at) {
        let end = end_of_section(page, clues, heading);
        let section = heading + 1..end;
        next = end;
        let is_read = announces_alone(page, &page.blocks[heading])
            && !clues[section.clone()].iter().any(|clue| clue.is_anchor())
            && prose(page, clues, end..clues.len()) <= prose(page, clues, section.clone());
        let names = || section.clone().filter_map(|at| Some((at, name_at(page, clues, at)?)));
        let is_named = || names().all(|(at, _)| is_in_item(&page.blocks[at]));
        if is_read && names().count() >= LEAST_NAMES && !is_named() {
            // A name is told by the text below it, which stays one.
            for at in section.clone() {
                if let Some(clue) = name_at(page, clues, at) {
                    clues[at] = clue;
                }
            }
        }
    }
}

/// One past the last block of the section below a heading, or below a text that is one.
fn end_of_section(page: &Page<'_>, clues: &[Clue], heading: usize) -> usize {
    let rank = page.blocks[heading].heading;
    let ends = |at: &usize| {
        let own = page.blocks[*at].heading;
        clues[*at] == Clue::Announcement || own != 0 && (rank == 0 || own <= rank)
    };
    (heading + 1..clues.len()).find(ends).unwrap_or(clues.len())
}

/// Whether a block says "Comments", perhaps with their number, and hardly more.
pub(super) fn announces_alone(page: &Page<'_>, block: &Block) -> bool {
    block.tokens <= HEADING_TOKENS && !block.is_linked() && lines::is_word_for_comments(page.text_of(block))
}

/// Whether a heading counts what readers say of the page, whose title it quotes: `3 thoughts on “Rain again”`, in any
/// language. The name of the site may stand beside the title.
pub(super) fn counts_on_title(heading: &str, title: &str) -> bool {
    const QUOTES: [char; 13] = ['"', '«', '»', '‘', '’', '‚', '“', '”', '„', '「', '」', '《', '》'];
    let (Some(start), Some(end)) = (heading.find(QUOTES), heading.rfind(QUOTES)) else { return false };
    let quoted = heading[start..end].trim_matches(|c: char| QUOTES.contains(&c) || c.is_whitespace());
    let is_counted = || lines::has_digit(&heading[..start]) || lines::has_digit(&heading[end..]);
    quoted.len() >= LEAST_TITLE && is_counted() && (title.starts_with(quoted) || title.ends_with(quoted))
}

/// The tokens of sentences in a range of blocks.
fn prose(page: &Page<'_>, clues: &[Clue], range: Range<usize>) -> u32 {
    let is_prose = |&at: &usize| clues[at].is_text() && page.blocks[at].tokens > TEXT_TOKENS;
    range.filter(is_prose).map(|at| page.blocks[at].tokens).sum()
}

/// The clue that a block is if it is a name, or a text with a name.
fn name_at(page: &Page<'_>, clues: &[Clue], at: usize) -> Option<Clue> {
    let block = &page.blocks[at];
    if clues[at] == Clue::Text && byline::lone_name(page, block).is_some() {
        return Some(Clue::Signed);
    }
    let is_text = |at: usize| {
        let is_long = |block: &Block| block.tokens > TEXT_TOKENS || ends_sentence(page.text_of(block));
        clues.get(at) == Some(&Clue::Text) && page.blocks.get(at).is_some_and(is_long)
    };
    let may_be_name = matches!(clues[at], Clue::Text | Clue::Heading | Clue::Control) && block.tokens <= TEXT_TOKENS;
    let text = page.text_of(block);
    let is_name = || lines::is_name(lines::without_verb(text)) && !byline::is_sentence_without_initial(text);
    (may_be_name && is_text(at + 1) && is_name()).then_some(Clue::Author)
}

#[cfg(test)]
mod tests {
    use super::super::markup_tests::{article, items, roles};
    use super::counts_on_title;
    use crate::{Analyzer, Role};

    /// The markup of texts with names, without dates.
    fn lists() -> [String; 7] {
        [
            items(|name, text, _| format!("<p><b>{name}:</b> {text}</p>")),
            items(|name, text, _| format!("<p><b>{name}</b>: {text}</p>")),
            items(|name, text, _| format!("<p>{text}<br><i>{name}, Bonn</i></p>")),
            items(|name, text, _| format!("<div><strong>{name}</strong><p>{text}</p></div>")),
            items(|name, text, _| format!("<div><h4>{name}</h4><p>{text}</p></div>")),
            items(|name, text, i| {
                format!("<div style='margin-left: {i}em'>{name}<br>{text}<br><a href=#>Svara</a></div>")
            }),
            items(|name, text, _| format!("<p>{name} says:</p><blockquote><p>{text}</p></blockquote>")),
        ]
    }

    #[test]
    fn names_without_dates_below_a_heading() {
        for list in lists() {
            for heading in
                ["<h2>Comments</h2>", "<h3>Kommentarer (4)</h3>", "<h3>Комментарии</h3>", "<p><b>Commenti:</b></p>"]
            {
                if heading.starts_with("<p>") && list.contains("<h4>") {
                    continue;
                }
                let html = article(&format!("{heading}{list}"));
                assert_eq!(roles(&html), [Role::Comment; 4], "{html}");
                let mut analyzer = Analyzer::default();
                let page = analyzer.analyze(html.as_bytes()).unwrap();
                assert!(page.comments().all(|comment| comment.author().is_some()), "{html}");
            }
        }
    }

    /// An answer inside an element that is named comment stays a part of it.
    #[test]
    fn names_in_elements_named_comment_are_not_read() {
        let comment = |name: &str, text: &str, answers: &str| {
            format!("<li class=comment><b>{name}</b><div class=body><p>{text}</p></div>{answers}</li>")
        };
        let answer =
            format!("<ol class=children>{}</ol>", comment("Ben", "Then she will have known my grandfather.", ""));
        let list = format!(
            "<h2>Comments</h2><ol class=comment-list>{}{}</ol>",
            comment("Ada", "My aunt rang there for thirty years, every Sunday.", &answer),
            comment("Cyd", "I can hear them from the harbour in west wind.", "")
        );
        let mut analyzer = Analyzer::default();
        let html = article(&list);
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let role = |start: &str| page.blocks().find(|block| block.text().starts_with(start)).map(|block| block.role());
        for start in ["My aunt", "Then she", "I can hear"] {
            assert_eq!(role(start), Some(Role::Comment), "{start}");
        }
    }

    /// Headings of other sections, counts above the text, and a section that another one follows.
    #[test]
    fn names_of_other_sections() {
        let more =
            "<p>Rain falls on the roof of the old mill, and all who live beside it know the sound.</p>".repeat(6);
        // The last one has verbs that tell its names below any such heading.
        for list in &lists()[..6] {
            for heading in ["Voices", "Discussion", "Comments in source code", "Opinions"] {
                let html = article(&format!("<h2>{heading}</h2>{list}"));
                assert!(!roles(&html).contains(&Role::Comment), "{html}");
            }
            let html = article(&format!("<h2>Comments</h2>{list}<h2>Literals</h2>{more}"));
            assert!(!roles(&html).contains(&Role::Comment), "{html}");
            let html = article("").replace("</h1>", &format!("</h1><p>3 Comments</p>{list}"));
            assert!(!roles(&html).contains(&Role::Comment), "{html}");
        }
    }

    /// Blogs print how many thoughts, answers or pieces of feedback there are on the title, in the words of their language.
    #[test]
    fn headings_that_count_and_quote_the_title() {
        let title = "Rain again – The Harbour Blog";
        for heading in [
            "4 thoughts on “Rain again”",
            "4 gedachten over ‘Rain again’",
            "4 réflexions sur « Rain again »",
            "4 tanker om \"Rain again\"",
            "「Rain again」への4件のフィードバック",
        ] {
            assert!(counts_on_title(heading, title) && counts_on_title(heading, "Blog » Rain again"), "{heading}");
        }
        for heading in ["4 ways to say “rain”", "On “Rain again”", "“Rain 4”", "4 of “”", "4 days of “Snow again”"]
        {
            assert!(!counts_on_title(heading, title), "{heading}");
        }
        let list = items(|name, text, i| {
            format!(
                "<li><b>{name}</b> <a href=#{i}>{i} juni 2024, 09:1{i}</a><p>{text}</p><a href=#>Beantwoorden</a></li>"
            )
        });
        let html = article(&format!("<h2>4 gedachten over “Rain”</h2><ol>{list}</ol>"));
        assert_eq!(roles(&html), [Role::Comment; 4], "{html}");
    }
}
