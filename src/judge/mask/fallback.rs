//! Never silently empty: if the mask and what it leaves out (comments, text not to be indexed, hidden text) leave no
//! content of a page that has prose, it falls back on one of them, and says so.
//!
//! A page that shows hardly anything beside a long text in its data, such as JSON-LD, waits for its scripts: then that text
//! is content.
//!
//! The other steps, from what readers and authors want most to what they want least: visible text, comments, text that its
//! author excludes from indexes, hidden text. A step is passed over if a later one has far more text: such as a notice
//! about cookies before an article that is excluded as a whole.

use super::{BlockLabel, CommentMode};
use crate::base::flags::Fallbacks;
use crate::judge::comments::{Comments, Part};
use crate::read::page::{Block, flag};

/// A block with at least as many tokens, or characters, is prose, unless it is mostly links.
const PROSE_TOKENS: u32 = 8;
const PROSE_CHARACTERS: u32 = 40;
/// The words below a picture are at least this many tokens.
const CAPTION_TOKENS: u32 = 4;
/// A step is passed over if a later one has more than this many times its text.
const MAX_RATIO: u64 = 4;

/// The least bytes of a text in data: words of Chinese or Japanese have fewer characters.
const MIN_DATA: u64 = 150;
/// A shorter one is enough if it is as many times what the page shows.
const MIN_LINE_OF_DATA: u64 = 100;
const MIN_DATA_RATIO: u64 = 8;
/// The most characters that a page shows beside it, without headings and `noscript`: a plea to wait.
const MAX_SHELL: u64 = 100;

const STEPS: [Fallbacks; 4] = [Fallbacks::TEMPLATE, Fallbacks::COMMENTS, Fallbacks::NO_INDEX, Fallbacks::HIDDEN];

/// Makes prose content if no block is; returns what it was.
pub(crate) fn apply(
    mode: CommentMode,
    blocks: &[Block],
    comments: &Comments<'_>,
    is_copyright: impl Fn(&Block) -> bool,
    labels: &mut [BlockLabel],
) -> Fallbacks {
    // Who asks for comments only wants nothing of a page without them.
    if mode == CommentMode::Only {
        return Fallbacks::default();
    }
    if is_shell(blocks, labels) {
        for (block, label) in blocks.iter().zip(labels) {
            label.is_template = block.flags & flag::METADATA_SOURCE == 0 && (label.is_template || block.heading == 0);
        }
        return Fallbacks::METADATA;
    }
    let has_content = has_content(blocks, labels);
    if has_content && !excludes_all_prose(blocks, labels) {
        return Fallbacks::default();
    }
    if !has_content && keep_caption(blocks, comments, labels) {
        return Fallbacks::TEMPLATE;
    }
    // A notice is the text of a page that has no other.
    let may_be_content = |block: &Block, label: &BlockLabel, notices: bool| {
        may_be_content(block, label, notices) && (notices || !is_copyright(block))
    };
    let step_with = |notices: bool| {
        let may_be = |i: usize| may_be_content(&blocks[i], &labels[i], notices);
        best_step(blocks, comments, may_be).map(|step| (step, notices))
    };
    let best = match has_content {
        true => step_with(false).filter(|&(step, _)| STEPS[step] == Fallbacks::NO_INDEX),
        false => step_with(false).or_else(|| step_with(true)),
    };
    let Some((step, notices)) = best else {
        return if has_content { Fallbacks::default() } else { show_data(blocks, labels) };
    };
    for (i, (block, label)) in blocks.iter().zip(labels).enumerate() {
        // Of the few words that were content headings stay.
        let is_kept = step_of(block, comments.part(i)) == step && may_be_content(block, label, notices);
        label.is_template = !is_kept && (label.is_template || block.heading == 0);
    }
    STEPS[step]
}

/// Makes the text in the data of a page content, if there is any.
fn show_data(blocks: &[Block], labels: &mut [BlockLabel]) -> Fallbacks {
    let data = || blocks.iter().map(|block| block.flags & flag::METADATA_SOURCE != 0);
    if !data().any(|is_data| is_data) {
        return Fallbacks::default();
    }
    labels.iter_mut().zip(data()).for_each(|(label, is_data)| label.is_template &= !is_data);
    Fallbacks::METADATA
}

/// The step that has text, unless a later one has far more.
fn best_step(blocks: &[Block], comments: &Comments<'_>, may_be_content: impl Fn(usize) -> bool) -> Option<usize> {
    let mut sums = [0u64; STEPS.len()];
    for (i, block) in blocks.iter().enumerate().filter(|(i, _)| may_be_content(*i)) {
        sums[step_of(block, comments.part(i))] += u64::from(block.characters);
    }
    let most = sums.into_iter().max().unwrap_or_default();
    sums.iter().position(|&sum| sum > 0 && MAX_RATIO * sum >= most)
}

fn may_be_content(block: &Block, label: &BlockLabel, notices: bool) -> bool {
    is_prose(block) && !label.is_duplicate && (notices || !label.is_notice)
}

/// Makes content of the words between the last `h1` before comments and the comments, such as the line below a picture;
/// returns whether there are any.
fn keep_caption(blocks: &[Block], comments: &Comments<'_>, labels: &mut [BlockLabel]) -> bool {
    let before = comments.first_block();
    let Some(headline) = blocks[..before].iter().rposition(|block| block.heading == 1) else { return false };
    let is_caption = |block: &Block| {
        block.heading == 0
            && block.tokens >= CAPTION_TOKENS
            && !block.is_linked()
            && block.flags & super::NOT_CONTENT == 0
    };
    let mut any = false;
    for (_, label) in blocks[headline..before].iter().zip(&mut labels[headline..]).filter(|(at, _)| is_caption(at)) {
        label.is_template = label.is_duplicate || label.is_notice;
        any |= !label.is_template;
    }
    any
}

/// Whether there is content besides headings and the few links that are content if nothing else may be.
fn has_content(blocks: &[Block], labels: &[BlockLabel]) -> bool {
    let content = blocks.iter().zip(labels).filter(|(block, label)| !label.is_template && block.heading == 0);
    content.into_iter().any(|(block, _)| block.tokens >= PROSE_TOKENS || block.tokens > 0 && !block.is_linked())
}

/// Whether there is no prose but what is not to be indexed: the content is a few words of menus and footers.
fn excludes_all_prose(blocks: &[Block], labels: &[BlockLabel]) -> bool {
    let mut content = blocks.iter().zip(labels).filter(|(_, label)| !label.is_template);
    !content.any(|(block, _)| block.heading == 0 && block.tokens >= PROSE_TOKENS)
        && blocks.iter().any(|block| block.flags & flag::NO_INDEX != 0 && is_prose(block))
}

/// Whether the page shows hardly any content beside a long text in its data: it waits for its scripts.
fn is_shell(blocks: &[Block], labels: &[BlockLabel]) -> bool {
    let characters = |is_counted: &dyn Fn(&Block, &BlockLabel) -> bool| -> u64 {
        let counted = blocks.iter().zip(labels).filter(|(block, label)| is_counted(block, label));
        counted.map(|(block, _)| u64::from(block.characters)).sum()
    };
    let is_data = |block: &Block| block.flags & flag::METADATA_SOURCE != 0;
    if !blocks.iter().any(is_data) {
        return false;
    }
    let data: u32 = blocks.iter().filter(|block| is_data(block)).map(|block| block.text.1 - block.text.0).sum();
    let is_other = |block: &Block| !is_data(block) && block.flags & flag::NOSCRIPT == 0 && block.heading == 0;
    let shown = characters(&|block, label| is_other(block) && !label.is_template);
    shown <= MAX_SHELL && u64::from(data) >= MIN_DATA.min(MIN_LINE_OF_DATA.max(MIN_DATA_RATIO * shown))
}

fn is_prose(block: &Block) -> bool {
    let is_long = block.tokens >= PROSE_TOKENS || block.characters >= PROSE_CHARACTERS;
    is_long && !block.is_linked() && block.flags & (flag::IN_HEAD | flag::METADATA_SOURCE) == 0
}

/// The index of the step that makes a block content.
fn step_of(block: &Block, part: Part) -> usize {
    match () {
        () if block.flags & flag::HIDDEN != 0 => 3,
        () if block.flags & flag::NO_INDEX != 0 => 2,
        () if part != Part::Outside => 1,
        () => 0,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, CommentMode, Fallbacks, Options};

    const STORY: &str = "<p>Rain fell on the city for the third day, and the river rose above its banks.</p>";
    const NOTICE: &str = "<p>Diese Seite verwendet Cookies, um zu zählen, wie oft sie gelesen wird.</p>";

    /// The main text, and what the mask fell back on.
    fn text_of(html: &str, comments: CommentMode) -> (String, Fallbacks) {
        let mut analyzer = Analyzer::new(Options { comments, ..Options::default() });
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        (document.main_text().text().to_owned(), document.fallbacks())
    }

    #[test]
    fn a_page_with_prose_has_a_text() {
        let story = STORY;
        for (html, expected) in [
            (format!("<!--noindex-->{story}<!--/noindex-->"), Fallbacks::NO_INDEX),
            (format!("<nav><a href=/>Home</a></nav><h1>Rain</h1><noindex>{story}</noindex>"), Fallbacks::NO_INDEX),
            (
                format!("<nav>Harbor News</nav><noindex>{story}{story}</noindex><footer>Harbor, 2024</footer>"),
                Fallbacks::NO_INDEX,
            ),
            (format!("<div hidden>{story}</div>"), Fallbacks::HIDDEN),
            (format!("<div style=display:none>{story}</div><a href=/>Home</a>"), Fallbacks::HIDDEN),
        ] {
            let (text, fallbacks) = text_of(&html, CommentMode::Exclude);
            assert!(text.contains("Rain fell"), "{html}: {text}");
            assert_eq!(fallbacks, expected, "{html}");
        }
    }

    #[test]
    fn nothing_is_made_content_beside_content_or_without_prose() {
        for html in [
            format!("{STORY}<div hidden>{NOTICE}</div>"),
            "<nav><a href=/>Home</a> <a href=/news>News of the whole harbor and of all of its ships</a></nav>".into(),
            "<title>Rain fell on the city for the third day</title>".into(),
            String::new(),
        ] {
            assert_eq!(text_of(&html, CommentMode::Exclude).1, Fallbacks::default(), "{html}");
        }
        let hidden = format!("<div hidden>{STORY}</div>");
        assert_eq!(text_of(&hidden, CommentMode::Only), (String::new(), Fallbacks::default()));
    }
}
