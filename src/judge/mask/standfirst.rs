//! The standfirst: what stands right below the headline, in an element apart from the text, as the opening of an essay in a
//! header over the whole width. Within an `article` the model decides. To the model it is a short line beside the name of a site.
//! So are paragraphs there that open the text, which to the model may be the summary of another page.

use super::{BlockLabel, NOT_CONTENT, units};
use crate::judge::containers::Containers;
use crate::read::html::{NONE, Tag};
use crate::read::page::sentences::ends_sentence;
use crate::read::page::{Block, Page};

/// How many blocks below the headline it is looked for, and how many further ones the text begins.
const REACH: usize = 3;
const REACH_OF_TEXT: usize = 5;
/// Its number of tokens.
const LEAST_TOKENS: u32 = 7;
const MOST_TOKENS: u32 = 60;
/// The minimum number of tokens of the first paragraph of the text, and its minimum probability.
const LEAST_TEXT: u32 = 15;
const SURE: f32 = 0.8;
/// The minimum number of tokens of a paragraph of the opening, and its minimum probability.
const LEAST_OF_OPENING: u32 = 25;
const UNSURE: f32 = 0.4;

/// Makes the standfirst content. `may_be_content` says whether a block that the model took for template may become content.
pub(super) fn complete(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    may_be_content: impl Fn(usize) -> bool,
) {
    let Some(headline) = page.blocks.iter().position(|block| block.heading == 1) else { return };
    let title = &page.blocks[headline];
    let parent = |block: &Block| page.tree.nodes.get(block.container as usize).map_or(NONE, |node| node.parent);
    let is_standfirst = |block: &Block| {
        block.heading != 1
            && block.linked_tokens == 0
            && (LEAST_TOKENS..=MOST_TOKENS).contains(&block.tokens)
            && parent(block) == parent(title)
    };
    let below = page.blocks[headline + 1..].iter().take(REACH);
    let Some(at) = below.into_iter().position(is_standfirst).map(|at| headline + 1 + at) else { return };
    // Above a text that is no headline stands the motto of a site.
    let is_own = || page.title_block().is_some_and(|own| page.text_of(own).starts_with(page.text_of(title)));
    let hero = page.tree.nodes[..].get(parent(title) as usize).map_or(0, |node| node.subtree_end);
    let is_text = |(block, label): (&Block, &BlockLabel)| {
        let is_apart = block.first_text >= hero;
        is_apart && !label.is_template && label.probability >= SURE && block.heading == 0 && block.tokens >= LEAST_TEXT
    };
    // A line of dates and names ends no sentence.
    let is_sentence = || {
        let (block, text) = (&page.blocks[at], page.text_of(&page.blocks[at]));
        block.heading != 0 || ends_sentence(text) || !text.bytes().any(|byte| byte.is_ascii_digit())
    };
    let is_outside =
        || page.tree.ancestors(title.container).all(|node| page.tree.nodes[node as usize].tag != Tag::ARTICLE);
    let mut after = page.blocks.iter().zip(&*labels).skip(at + 1).take(REACH_OF_TEXT);
    if labels[at].is_template
        && page.blocks[at].flags & NOT_CONTENT == 0
        && title.linked_tokens == 0
        && after.any(is_text)
        && is_own()
        && is_sentence()
        && is_outside()
        && may_be_content(at)
        && !units::is_in_surroundings(page, containers, page.blocks[at].container, title.container)
    {
        labels[at].is_template = false;
    }
}

/// Makes the opening of the text content: paragraphs of sentences between the headline and the first block of content,
/// which the model took for the summary of another page, but not surely.
pub(super) fn complete_opening(
    page: &Page<'_>,
    labels: &mut [BlockLabel],
    headline: impl FnOnce() -> Option<usize>,
    may_be_content: impl Fn(usize) -> bool,
) {
    let Some(headline) = headline() else { return };
    let below = page.blocks.iter().zip(labels).enumerate().skip(headline + 1);
    for (i, (block, label)) in below.take_while(|(_, (_, label))| label.is_template) {
        let is_paragraph = block.flags & NOT_CONTENT == 0
            && block.heading == 0
            && block.linked_tokens == 0
            && block.tokens >= LEAST_OF_OPENING
            && label.probability >= UNSURE
            && ends_sentence(page.text_of(block));
        if is_paragraph && may_be_content(i) {
            label.is_template = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO};
    use crate::Analyzer;

    fn main_text(title: &str, hero: &str) -> String {
        let html = format!(
            "<title>{title}</title><div><a href=/>Review</a> <a href=/e>Essays</a></div><header>{hero}</header><article>{ONE}{TWO}\
             </article><footer>2024</footer>"
        );
        Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
    }

    #[test]
    fn the_standfirst_in_a_header_is_content() {
        for [title, text] in [
            ["The last pilot", "For forty years he steered by smell and by the sound of the bell."],
            ["Der letzte Lotse", "Vierzig Jahre lang steuerte er nach Geruch und nach dem Klang der Glocke."],
            ["最後の水先案内人", "四十年のあいだ、彼は匂いと鐘の音で船を導いた。"],
        ] {
            for [open, close] in [["<p class=standfirst>", "</p>"], ["<h2>", "</h2>"], ["<div>", "</div>"]] {
                let hero = format!("<a href=/e>Essays</a><h1>{title}</h1>{open}{text}{close}<span>Ines Moor</span>");
                assert!(main_text(&format!("{title} | Review"), &hero).contains(text), "{open}{text}");
            }
        }
    }

    #[test]
    fn a_line_of_names_and_dates_is_not() {
        let line = "By Justine Coleman, Will Dunham and others, 19 November 2019, 11:04 PM";
        assert!(!main_text("The pilot | Review", &format!("<h1>The pilot</h1><p>{line}</p>")).contains("Dunham"));
    }

    #[test]
    fn the_motto_of_a_site_is_not() {
        let hero = "<h1>Saltmarsh Review</h1><p>A magazine of the coast, four times a year, since 1987.</p>";
        assert!(!main_text("The pier", hero).contains("four times"));
    }

    #[test]
    fn paragraphs_that_open_the_text_are_content() {
        let opening = [
            "In this week's letter the mayor says what he wants to do for the harbor, and why the council should vote for the new \
             pier before the summer.",
            "A pier is worth its price: the boats that land there bring half of the guests, and each of them stays for two nights in \
             the town.",
        ];
        let menu: String = (0..30).map(|i| format!("<li><a href=/{i}>Part {i}</a>")).collect();
        let text: String = (1..12).map(|i| ONE.replace("pier", &format!("pier of ward {i}"))).collect();
        let [first, second] = opening;
        let html = format!(
            "<title>The mayor's letter | Harbor</title><ul>{menu}</ul><div>For Immediate Release</div><div class=title><h1>The \
                 mayor's letter</h1></div><div class=short><p>{first}</p><p>{second}</p></div><ul><li><a href=/a.mp4>MP4</a><li><a \
                 href=/a.mp3>MP3</a></ul><div class=body><p><b>Remarks of the mayor</b><br>As delivered</p>{text}</div><ul>{menu}</ul>"
        );
        let kept = Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        assert!(
            opening.iter().all(|text| kept.contains(text)) && !kept.contains("MP4") && !kept.contains("Release"),
            "{kept}"
        );
    }
}
