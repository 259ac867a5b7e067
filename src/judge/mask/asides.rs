//! Asides: a short `aside` among the paragraphs of a text is content, such as a tip, a warning or a box of facts. Authors of
//! templates use the same element for what stands beside the text, but that has links or forms, or names that say so.
//! So is an element right below a text that is named a note, as generators of manuals name it.

use super::{BlockLabel, roles};
use crate::judge::containers::Containers;
use crate::read::class_words::group;
use crate::read::class_words::vocabulary::Vocabulary;
use crate::read::html::attributes::Name;
use crate::read::html::{Tag, Tree};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of tokens of the paragraph after an aside.
const LEAST_AFTER: u32 = 12;
/// The maximum number of tokens of an aside, and the share of them in links in percent.
const MOST_TOKENS: u32 = 120;
const MOST_LINKED: u32 = 30;
/// The maximum number of blocks of an aside, and of elements between a block and the aside.
const MOST_BLOCKS: usize = 32;
const MOST_LEVELS: usize = 6;
/// The maximum number of nodes of an aside, all of which are looked at.
const MOST_NODES: usize = 1 << 10;

/// Meanings of the names of asides that are something else.
const OTHERS: u32 = roles::NAVIGATION
    | roles::LEGAL
    | group("ad")
    | group("social")
    | group("related")
    | group("popup")
    | group("comment")
    | group("author")
    | group("meta")
    | group("form")
    | group("user")
    | group("hidden");

/// Makes asides content that stand before a paragraph of content and in its element. `may_be_content` says whether a block
/// that the model took for template may become content.
pub(super) fn complete(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    may_be_content: impl Fn(usize) -> bool,
) {
    for next in 1..page.blocks.len() {
        let text = &page.blocks[next];
        let ends_template = labels[next - 1].is_template && !labels[next].is_template;
        if !ends_template || text.heading != 0 || text.is_linked() {
            continue;
        }
        let Some(blocks) = aside_before(page, containers, next) else { continue };
        make_content(labels, blocks, &may_be_content);
    }
}

/// Makes notes content that stand right below a block of content, in its element.
pub(super) fn complete_notes(
    page: &Page<'_>,
    containers: &Containers<'_>,
    labels: &mut [BlockLabel],
    may_be_content: impl Fn(usize) -> bool,
) {
    let mut is_below_template = true;
    for (first, block) in page.blocks.iter().enumerate() {
        let begins_template = labels[first].is_template && !is_below_template;
        is_below_template = labels[first].is_template;
        // It may begin with an icon, which is no word.
        if begins_template
            && block.linked_tokens == 0
            && let Some(blocks) = note_after(page, containers, first)
        {
            make_content(labels, blocks, &may_be_content);
            is_below_template = labels[first].is_template;
        }
    }
}

/// Makes blocks content unless one of them is a notice.
fn make_content(labels: &mut [BlockLabel], blocks: Range<usize>, may_be_content: impl Fn(usize) -> bool) {
    if labels[blocks.clone()].iter().all(|label| !label.is_notice) {
        for i in blocks.filter(|&i| may_be_content(i)) {
            labels[i].is_template = false;
        }
    }
}

/// The blocks of the note that begins with a block, if it has only text of its own.
fn note_after(page: &Page<'_>, containers: &Containers<'_>, first: usize) -> Option<Range<usize>> {
    let tree = &page.tree;
    let around = tree.ancestors(page.blocks[first].container).take(MOST_LEVELS);
    let note = around.into_iter().find(|&at| is_note(tree, at))?;
    let nodes = tree.subtree(note);
    let above = tree.subtree(tree.nodes[note as usize].parent);
    let is_below = above.contains(&(page.blocks[first - 1].container as usize));
    let is_in = |block: &&Block| nodes.contains(&(block.container as usize));
    let count = page.blocks[first..].iter().take(MOST_BLOCKS + 1).take_while(is_in).count();
    let blocks = first..first + count;
    (is_below && is_text(page, containers, note, &blocks)).then_some(blocks)
}

/// Names of notes in manuals, as words of a class.
static NOTES: Vocabulary<32> =
    Vocabulary::of(&[("note", "admonition callout caution danger hint important note tip warning")]);

fn is_note(tree: &Tree<'_>, element: u32) -> bool {
    let node = &tree.nodes[element as usize];
    node.known & Name::CLASS.bit() != 0
        && tree.attribute(node, Name::CLASS).is_some_and(|class| NOTES.groups_in(tree.raw_value(class)) != 0)
}

/// The blocks of the aside that ends right before a block, if it has only text of its own.
fn aside_before(page: &Page<'_>, containers: &Containers<'_>, next: usize) -> Option<Range<usize>> {
    let tree = &page.tree;
    let around = tree.ancestors(page.blocks[next - 1].container).take(MOST_LEVELS);
    let aside = around.into_iter().find(|&at| tree.nodes[at as usize].tag == Tag::ASIDE)?;
    let nodes = Some(tree.subtree(aside)).filter(|nodes| nodes.len() <= MOST_NODES)?;
    let above = tree.nodes[aside as usize].parent;
    let text = &page.blocks[next];
    // The title of an aside stands before its text.
    let is_long = text.tokens >= LEAST_AFTER || nodes.contains(&(text.container as usize));
    let is_beside = is_long && tree.subtree(above).contains(&(text.container as usize));
    let is_frame = matches!(tree.nodes.get(above as usize)?.tag, Tag::BODY | Tag::MAIN);
    let is_in = |block: &&Block| nodes.contains(&(block.container as usize));
    let count = page.blocks[..next].iter().rev().take(MOST_BLOCKS + 1).take_while(is_in).count();
    let blocks = next - count..next;
    (is_beside && !is_frame && is_text(page, containers, aside, &blocks)).then_some(blocks)
}

/// Whether an element with these blocks is a short text, without names and controls of something else.
fn is_text(page: &Page<'_>, containers: &Containers<'_>, element: u32, blocks: &Range<usize>) -> bool {
    let tree = &page.tree;
    let nodes = tree.subtree(element);
    let Some(at) = containers.around(page, element).filter(|_| nodes.len() <= MOST_NODES) else { return false };
    let has_other_name = || {
        let inside = containers.list[at..].iter().take_while(|container| nodes.contains(&(container.node as usize)));
        inside.into_iter().any(|container| container.words & OTHERS != 0)
    };
    let has_control = || {
        let is_control = |tag| matches!(tag, Tag::FORM | Tag::BUTTON | Tag::INPUT | Tag::IFRAME | Tag::NAV);
        tree.nodes[nodes.clone()].iter().any(|node| is_control(node.tag))
    };
    let sum = |of: fn(&Block) -> u32| page.blocks[blocks.clone()].iter().map(of).sum::<u32>();
    let (tokens, linked) = (sum(|block| block.tokens), sum(|block| block.linked_tokens));
    let is_short = blocks.len() <= MOST_BLOCKS && tokens <= MOST_TOKENS && linked * 100 <= tokens * MOST_LINKED;
    is_short && !has_other_name() && !has_control()
}

#[cfg(test)]
mod tests {
    use super::super::articles::{ONE, TWO, main_text};
    use crate::Analyzer;

    #[test]
    fn tips_among_paragraphs_are_content() {
        for [title, tip] in [
            ["Tip", "Come at low tide."],
            ["Achtung", "Bei Ebbe gesperrt."],
            ["ヒント", "干潮の時に来てください。"],
            ["Внимание", "Во время отлива закрыто."],
        ] {
            for [open, close] in [["<aside>", "</aside>"], ["<aside class='rounded-xl border-l-4 p-4'>", "</aside>"]] {
                let text = main_text(&format!("{ONE}{open}<p>{title}</p><p>{tip}</p>{close}{TWO}{ONE}"));
                assert!(text.contains(title) && text.contains(tip), "{text}");
            }
        }
    }

    #[test]
    fn facts_before_the_text_are_content() {
        let facts = "<aside class=portable-infobox><div><h3>Built</h3><div>1888</div></div></aside>";
        let text = main_text(&format!("{facts}{ONE}{TWO}"));
        assert!(text.contains("Built") && text.contains("1888"), "{text}");
    }

    #[test]
    fn notes_below_a_text_are_content() {
        for [class, note] in [
            ["confluence-information-macro confluence-information-macro-note", "Wear gloves."],
            ["block-color-gray callout", "ねじは週に一度巻く。"],
            ["admonition tip", "Langsam drehen."],
            ["theme-admonition theme-admonition-warning", "Не спешите."],
        ] {
            let page = |after: &str| {
                let html =
                    format!("<title>Winding the clock</title><main><h1>Winding the clock</h1>{TWO}{after}</main>");
                let mut analyzer = Analyzer::default();
                analyzer.analyze(html.as_bytes()).unwrap().main_text().text().to_owned()
            };
            let text = page(&format!("<div class='{class}'><div>💡</div><p>{note}</p></div>"));
            assert!(text.contains(note), "{class}: {text}");
            // What surrounds a text may be named so, too.
            let call = "<div class='callout newsletter-signup'><p>News every week</p><form><input></form></div>";
            assert!(!page(call).contains("News every week"));
        }
    }

    #[test]
    fn many_asides_cost_linear_time() {
        for html in [format!("<aside>Tip{ONE}"), format!("<aside><p>Tip</p></aside>{ONE}"), "<aside>".to_owned()] {
            Analyzer::default().analyze(html.repeat(5000).as_bytes()).unwrap();
        }
    }

    #[test]
    fn other_asides_are_not() {
        for aside in [
            "<aside><p>More</p><ul><li><a href=/1>Harbour walk</a><li><a href=/2>Ferry is late</a></ul></aside>",
            "<aside class=author-box><p>Ann Reed keeps two dogs</p></aside>",
            "<aside><p>Our letter</p><form><input type=email><button>Send</button></form></aside>",
        ] {
            let with = main_text(&format!("{ONE}{aside}{TWO}{ONE}"));
            assert_eq!(with, main_text(&format!("{ONE}{TWO}{ONE}")), "{aside}");
        }
    }
}
