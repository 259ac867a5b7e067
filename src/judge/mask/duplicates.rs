//! Repeated texts: quotations in a thread, a first post repeated as a summary, copies for wide and narrow screens. A
//! mask keeps one copy, and rather the post than its quotation. A short quotation right above what answers it stays: without
//! it nobody knows what the answer is to.

use super::BlockLabel;
use crate::base::arena::{Bump, Vec};
use crate::judge::containers::{Container, Containers};
use crate::published::tag_path::Sequence;
use crate::read::class_words::group;
use crate::read::html::{NONE, Tag, Tree};
use crate::read::page::{Block, Page};
use std::cmp::Ordering;

/// Shorter texts, in bytes, often occur more than once with different meanings.
const MIN_TOKENS: u32 = 3;

/// Texts with more copies than this, all on the same tag path, are part of the structure of the page.
const MAX_COPIES: u16 = 4;

/// Elements from a line of code to the code that are looked at.
const MAX_AROUND_LINE: usize = 4;

/// Bytes that [`Texts::of`] allocates.
pub(super) fn capacity_of_texts(blocks: usize) -> usize {
    (slots(blocks) + blocks) * size_of::<u32>() + 2 * blocks * size_of::<u16>()
}

/// Bytes that [`duplicates`] allocates.
pub(super) fn capacity(blocks: usize) -> usize {
    blocks * size_of::<bool>()
}

/// The size of the hash table.
fn slots(blocks: usize) -> usize {
    (2 * blocks).next_power_of_two().clamp(64, 8192)
}

/// Which blocks have the same text.
#[derive(Debug)]
pub(super) struct Texts<'a> {
    /// For each block the index of the first block with its text, which may be itself.
    first: &'a mut [u32],
    /// For each block its number among the blocks with its text, from 1.
    pub ordinals: &'a [u16],
    /// By the first block of each text, the number of blocks with this text.
    copies: &'a [u16],
}

impl<'a> Texts<'a> {
    pub(super) fn of(arena: &'a Bump, page: &Page<'_>) -> Texts<'a> {
        // A slot only keeps its last text: a collision costs a little accuracy, never time.
        let len = slots(page.blocks.len());
        let slots: &mut [u32] = arena.alloc_slice_fill_copy(len, NONE);
        let copies = arena.alloc_slice_fill_copy(page.blocks.len(), 0u16);
        let mut first = Vec::with_capacity_in(page.blocks.len(), arena);
        let mut ordinals = Vec::with_capacity_in(page.blocks.len(), arena);
        for (i, block) in page.blocks.iter().enumerate() {
            let text = page.bytes_of(block);
            let slot = &mut slots[(hash_ends(text) >> 32) as usize & (len - 1)];
            if page.blocks.get(*slot as usize).is_none_or(|first| page.bytes_of(first) != text) {
                *slot = i as u32;
            }
            let copies = &mut copies[*slot as usize];
            *copies = copies.saturating_add(1);
            first.push(*slot);
            ordinals.push(*copies);
        }
        Texts { first: first.into_bump_slice_mut(), ordinals: ordinals.into_bump_slice(), copies }
    }
}

impl Texts<'_> {
    /// The number of blocks with the text of a block.
    pub(super) fn copies(&self, block: usize) -> u16 {
        // The first block of a text may name another one, see `duplicates`.
        let first = if self.ordinals[block] == 1 { block } else { self.first[block] as usize };
        self.copies.get(first).copied().unwrap_or(1)
    }
}

/// A hash of a text's length, its first and its last sixteen bytes.
fn hash_ends(text: &[u8]) -> u64 {
    let mut padded = [0; 16];
    let (first, last) = match (text.first_chunk::<16>(), text.last_chunk::<16>()) {
        (Some(first), Some(last)) => (first, last),
        _ => {
            padded[..text.len()].copy_from_slice(text);
            (&padded, &padded)
        }
    };
    let words = [first, last].map(|part| part.as_chunks::<8>().0).into_iter().flatten();
    words.fold(text.len() as u64 + 1, |hash, word| {
        let hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^ hash >> 29
    })
}

/// The blocks whose text another block has that is at least as likely content, by the `bins` of their scores; on ties
/// the first block is kept, and what stands in fewer quotations than the other, if `may_stay` says that it is content.
/// Overwrites the first blocks of `texts`; `is_eligible` excludes blocks that are never content.
///
/// Siblings are never duplicates of each other, nor are texts in elements beside each other or many blocks, on one tag
/// path: a poem has a refrain, a table equal cells.
pub(super) fn duplicates<'a>(
    arena: &'a Bump,
    page: &Page<'_>,
    (sequence, containers): (&Sequence<'_>, &Containers<'_>),
    Texts { first, copies, .. }: &mut Texts<'_>,
    bins: &[u8],
    is_eligible: impl Fn(&Block) -> bool,
    may_stay: impl Fn(usize) -> bool,
) -> &'a [bool] {
    let blocks = page.blocks;
    let duplicates = arena.alloc_slice_fill_copy(blocks.len(), false);
    let path_of = |index: usize| sequence.path_of_node.get(blocks[index].container as usize);
    let parent_of = |index: usize| page.tree.nodes[blocks[index].container as usize].parent;
    let above_parent = |index: usize| page.tree.nodes.get(parent_of(index) as usize).map(|parent| parent.parent);
    for (i, block) in blocks.iter().enumerate() {
        let of_text = first[i] as usize;
        // The entry of the first block becomes the index of the block that stays.
        let stays = &mut first[of_text];
        if block.tokens < MIN_TOKENS || !is_eligible(block) {
            if of_text == i {
                *stays = NONE;
            }
            continue;
        }
        if of_text == i || *stays == NONE {
            *stays = i as u32;
            continue;
        }
        let before = *stays as usize;
        let is_on_one_path = path_of(before) == path_of(i);
        // A link in a list may lead to where another one does; in a table it is the name of a row.
        let may_be_twice = block.linked_tokens == 0 || matches!(block.tag, Tag::TD | Tag::TH);
        let are_in_alike = || may_be_twice && is_on_one_path && above_parent(before) == above_parent(i);
        if parent_of(before) == parent_of(i)
            || are_in_alike()
            || copies[of_text] > MAX_COPIES && is_on_one_path
            || [before, i].iter().all(|&code| is_code(page, &blocks[code]))
        {
            continue;
        }
        let is_better = match quotations(page, containers, block).cmp(&quotations(page, containers, &blocks[before])) {
            Ordering::Less if may_stay(i) => true,
            Ordering::Greater if may_stay(before) => false,
            _ => bins[i] > bins[before],
        };
        if is_better {
            *stays = i as u32;
            duplicates[before] = true;
        } else {
            duplicates[i] = true;
        }
    }
    duplicates
}

/// Whether a block is code or a line of it: programs repeat lines, and tutorials commands.
fn is_code(page: &Page<'_>, block: &Block) -> bool {
    let tags = page.tree.ancestors(block.container).take(MAX_AROUND_LINE).map(|at| page.tree.nodes[at as usize].tag);
    tags.into_iter().any(|tag| matches!(tag, Tag::PRE | Tag::CODE))
}

/// Makes quotations in a thread content that are short and stand right above content.
pub(super) fn keep_quotations(page: &Page<'_>, containers: &Containers<'_>, labels: &mut [BlockLabel]) {
    // The tokens of the quotation above content; `None` elsewhere.
    let mut below = None;
    for (block, label) in page.blocks.iter().zip(labels).rev() {
        if !label.is_template {
            below = Some(0);
            continue;
        }
        let is_repeated = label.is_duplicate && !label.is_notice && label.probability >= LEAST_OF_QUOTATION;
        below = below.map(|below: u32| below + block.tokens);
        below = below.filter(|&tokens| is_repeated && tokens <= SHORT && quotations(page, containers, block) > 0);
        label.is_template = below.is_none();
    }
}

/// Maximum of tokens of a short quotation. Whole posts that are quoted are long.
const SHORT: u32 = 60;

/// What would not be content without its copy is none.
const LEAST_OF_QUOTATION: f32 = 0.25;

/// The number of quotations around a block, by elements and their names. Posts may stand in one, too.
fn quotations(page: &Page<'_>, containers: &Containers<'_>, block: &Block) -> usize {
    let around = containers.ancestors(containers.index(block.container)).take(MOST_LEVELS);
    around.filter(|&at| is_quotation(&page.tree, &containers.list[at as usize])).count()
}

/// Whether an element is a quotation, by its tag or its name.
pub(super) fn is_quotation(tree: &Tree<'_>, element: &Container) -> bool {
    element.tag(tree) == Tag::BLOCKQUOTE || element.words & QUOTE != 0
}

const QUOTE: u32 = group("quote");

/// Elements around a block that are read.
const MOST_LEVELS: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyzer;
    use crate::judge::mask::class_paths;
    use crate::read::class_words::GroupCache;
    use crate::read::page::flag;
    use std::vec::Vec;

    /// Indices of the duplicates.
    fn repeats(html: &str, bins: &[u8]) -> Vec<usize> {
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let page = document.page();
        let arena = Bump::default();
        let mut texts = Texts::of(&arena, page);
        let is_eligible = |block: &Block| block.flags & flag::HIDDEN == 0;
        let sequence = document.sequence();
        let containers = Containers::of(&arena, page, &mut GroupCache::new(&arena, class_paths(sequence)));
        let may_stay = |i: usize| bins[i] > 1;
        let duplicates = duplicates(&arena, page, (sequence, &containers), &mut texts, bins, is_eligible, may_stay);
        (0..duplicates.len()).filter(|&i| duplicates[i]).collect()
    }

    #[test]
    fn of_equal_texts_the_most_probable_stays() {
        let html =
            "<p>one two three<div><p>one <b>two</b> three</div><ul><li>one two  three<li>one two three four</ul>";
        assert_eq!(repeats(html, &[9, 9, 9, 9]), [1, 2]);
        assert_eq!(repeats(html, &[7, 8, 9, 9]), [0, 1]);
        assert_eq!(repeats(html, &[7, 9, 8, 9]), [0, 2]);
    }

    #[test]
    fn refrains_and_equal_cells_stay() {
        let song = "<div><div class=v><p>one two three</div><div class=v><p>four five six</div><div class=v><p>one two three</div>";
        assert_eq!(repeats(song, &[9, 9, 9]), [0; 0]);
        let table = "<table><tr><th><a href=/a>one two three</a><td>4<tr><th><a href=/b>one two three</a><td>5</table>";
        assert_eq!(repeats(table, &[9, 9, 9, 9]), [0; 0]);
        // A copy for narrow screens has another name, and a second link may lead to one page.
        let copy = "<div><div class=v><p>one two three</div><div class=narrow><p>one two three</div>";
        assert_eq!(repeats(copy, &[9, 9]), [1]);
        let links = "<ul><li><p><a href=/a>one two three</a><li><p><a href=/a>one two three</a></ul>";
        assert_eq!(repeats(links, &[9, 9]), [1]);
    }

    #[test]
    fn a_post_stays_rather_than_its_quotation() {
        let posts = |quotation: &str, end: &str| {
            format!("<div><p>one two three</div><div>{quotation}<p>one two three</{end}><p>four five six</div>")
        };
        for [quotation, end] in [["<blockquote>", "blockquote"], ["<div class=bbcode_quote>", "div"]] {
            assert_eq!(repeats(&posts(quotation, end), &[7, 9, 9]), [1]);
            // One that is hardly content does not.
            assert_eq!(repeats(&posts(quotation, end), &[1, 9, 9]), [0]);
        }
        assert_eq!(repeats(&posts("<div>", "div"), &[7, 9, 9]), [0]);
        // Some boards put posts into quotations, too.
        let html = "<blockquote><p>one two three</blockquote><blockquote><div class=quote><p>one two three</div>four";
        assert_eq!(repeats(html, &[7, 9, 9]), [1]);
        let html = "<div class=quote><p>one two three</div><p>four five six</p><div><div><p>one two three";
        assert_eq!(repeats(html, &[9, 9, 7]), [0]);
    }

    #[test]
    fn short_quotations_stay_above_what_answers_them() {
        let sentence = "The pump is loud and stops after ten minutes, though the hose is new and the tank is full.";
        let long =
            ["Is the valve open?", "Mine ran for years.", "The filter must be dry.", "Look at the float.", sentence]
                .concat()
                .repeat(2);
        let post = |number: usize, name: &str, text: &str| {
            format!(
                "<div class=post id=p{number}><div class=postauthor><a href=/u{number}>{name}</a></div><p class=date>{number} May 2024, \
                 10:0{number}</p><div class=message>{text}</div><a href=/r{number}>Quote</a></div>"
            )
        };
        let quotation = |text: &str, answer: &str| format!("<blockquote><p>{text}</p></blockquote><p>{answer}</p>");
        let posts = [
            post(1, "Ann", &format!("<p>{sentence}</p>")),
            post(2, "Ben", &quotation(sentence, "Then take the hose off and let it run for an hour without it.")),
            post(3, "Cleo", &format!("<p>{long}</p>")),
            post(4, "Dan", &quotation(&long, "That is what I wanted to say, and nobody listened to me.")),
        ];
        let posts = posts.concat();
        let html =
            format!("<title>Loud pump - Forum</title><body class=forum><div class=thread><h1>Loud pump</h1>{posts}");
        let page = |html: &str| Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().to_owned();
        let found = page(&html);
        let lines = |line: &str| found.lines().filter(|&found| found == line).count();
        assert_eq!([lines(sentence), lines(&long)], [2, 1], "{found}");
    }

    #[test]
    fn code_that_is_repeated_is_no_copy() {
        for code in [
            "<pre>npm run dev",
            "<pre><code><div class=line>npm run dev</div>",
            "<div><code><div>npm run dev</div></code>",
        ] {
            let html = format!("<section>{code}</section><p>and then<section><div>{code}</section>");
            assert_eq!(repeats(&html, &[1; 3]), [0usize; 0], "{code}");
        }
        assert_eq!(repeats("<section><pre>npm run dev</pre></section><div><div>npm run dev", &[1; 2]), [1]);
    }

    #[test]
    fn siblings_and_refrains_are_no_copies() {
        assert_eq!(repeats("<p>one two three<p>one two three", &[1, 1]), [0usize; 0]);
        assert_eq!(repeats("<main>one two three<p>else<p>one two three</main>", &[1, 1, 1]), [2]);
        let row = "<tr><td>a verse of its own<td>the refrain again";
        assert_eq!(repeats(&format!("<table>{}", row.repeat(4)), &[1; 8]), [0usize; 0]);
        let cell = "<div><div><div>a verse of its own</div></div></div><p>else";
        assert_eq!(repeats(&cell.repeat(4), &[1; 8]), [2, 4, 6]);
        let rows = row.repeat(5);
        assert_eq!(repeats(&format!("<table>{rows}"), &[1; 10]), [0usize; 0]);
        assert_eq!(repeats(&format!("<table>{rows}</table><div>the refrain again"), &[1; 11]), [10]);
    }

    #[test]
    fn short_and_hidden_texts_repeat_nothing() {
        assert_eq!(repeats("<p>two words<div>two words</div>", &[1, 1]), [0usize; 0]);
        assert_eq!(repeats("<p>one two three<p hidden>one two three<div><p>one two three", &[1, 9, 1]), [2]);
        assert_eq!(repeats("<p hidden>one two three<div><p>one two three", &[9, 1]), [0usize; 0]);
    }

    #[test]
    fn texts_with_equal_ends_are_distinguished() {
        let html =
            "<p>sixteen bytes at first AND sixteen bytes at last<div>sixteen bytes at first OFF sixteen bytes at last";
        assert_eq!(repeats(html, &[1, 1]), [0usize; 0]);
    }
}
