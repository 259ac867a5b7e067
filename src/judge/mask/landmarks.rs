//! Landmarks: points for the tags, ARIA roles, classes and ids of the ancestors of a block.
//!
//! An author who writes `nav`, `role="main"` or `class="sidebar"` says what is inside. Each kind of landmark counts
//! once, however often it is nested. Negative ones are ignored on an element that contains half of the page: there,
//! `form` is how some servers wrap every page, and `nav-open` a state of the page.
//!
//! Words are found by their beginnings, in a table for these alone, which is faster than to split values into words.

use super::class_paths;
use super::inherited::{Inherited, half_of_page};
use super::points::Points;
use crate::base::arena::Bump;
use crate::published::tag_path::Sequence;
use crate::read::class_words::PathCache;
use crate::read::class_words::dictionary::{Landmark, Meaning, count, with_meaning};
use crate::read::html::attributes::Name;
use crate::read::html::role::is_among;
use crate::read::html::{Node, Tag, TagSet, Tree};

/// Kinds of landmarks.
type Marks = u16;
const NAV: Marks = 1 << 0;
const FOOTER: Marks = 1 << 1;
const HEADER: Marks = 1 << 2;
const ASIDE: Marks = 1 << 3;
const CONTROL: Marks = 1 << 4;
const FORM: Marks = 1 << 5;
const MAIN: Marks = 1 << 6;
const QUOTE: Marks = 1 << 7;
/// Class and id words, by their [`Landmark`].
const FRAME_WORD: Marks = 1 << 8;
const SIDE_WORD: Marks = FRAME_WORD << Landmark::Side as u8;
const CALL_WORD: Marks = FRAME_WORD << Landmark::Call as u8;

/// The points of each kind, by bit.
fn points_of_kinds(points: &Points) -> [i32; MARKS] {
    let Points { nav, footer, header, aside, control, form, main, quotation, .. } = *points;
    let Points { frame_word, side_word, call_word, .. } = *points;
    let kinds = [nav, footer, header, aside, control, form, main, quotation, frame_word, side_word, call_word];
    std::array::from_fn(|bit| kinds.get(bit).copied().unwrap_or(0))
}
const MARKS: usize = Marks::BITS as usize;

/// The kinds that are ignored on half of the page.
const UNRELIABLE: Marks = NAV | FOOTER | HEADER | ASIDE | FORM | FRAME_WORD | SIDE_WORD | CALL_WORD;

/// Not a kind: the value was computed.
const KNOWN: Marks = 1 << 15;

/// The landmarks of an element and of its ancestors, and their points.
#[derive(Clone, Copy, Default, PartialEq)]
struct Inside {
    marks: Marks,
    points: i16,
}

/// The landmarks of a page.
pub(super) struct Landmarks<'a, 't> {
    names: Names<'a, 't>,
    inside: Inherited<'a, Inside>,
}

impl<'a, 't> Landmarks<'a, 't> {
    pub(super) fn new(arena: &'a Bump, tree: &'t Tree<'t>, sequence: &Sequence<'a>, points: &Points) -> Self {
        let classes = PathCache::new(arena, class_paths(sequence));
        let (half, of_kinds) = (half_of_page(tree), points_of_kinds(points));
        let names = Names { tree, half, classes, points: of_kinds, settled: points.settled };
        Landmarks { names, inside: Inherited::new(arena, tree) }
    }

    /// Bytes that [`Landmarks::new`] allocates.
    pub(super) fn capacity(tree: &Tree<'_>, sequence: &Sequence<'_>) -> usize {
        tree.nodes.len() * size_of::<Inside>() + PathCache::<Marks>::capacity(class_paths(sequence))
    }

    /// The points of the landmarks of an element and its ancestors.
    pub(super) fn points(&mut self, element: u32) -> i32 {
        let outermost = Inside { marks: KNOWN, points: 0 };
        let names = &mut self.names;
        let tree = names.tree;
        i32::from(self.inside.of(tree, element, outermost, |outer, at| names.enter(outer, at)).points)
    }
}

/// Finds the landmarks of single elements.
struct Names<'a, 't> {
    tree: &'t Tree<'t>,
    classes: PathCache<'a, Marks>,
    /// Elements with more nodes than this contain more than half of the page.
    half: u32,
    points: [i32; MARKS],
    /// Early exit: below these points the names of an element are not read.
    settled: i32,
}

impl Names<'_, '_> {
    fn enter(&mut self, outer: Inside, index: u32) -> Inside {
        let node = &self.tree.nodes[index as usize];
        let mut marks = of_tag(node.tag);
        if marks & (HEADER | FOOTER) != 0 && outer.marks & MAIN != 0 {
            // The header of an article is not the header of the page.
            marks = 0;
        }
        if node.known & NAMING_ATTRIBUTES != 0 && i32::from(outer.points) > self.settled && !SMALL.has(node.tag) {
            marks |= self.of_attributes(node, index);
        }
        if node.subtree_end - index > self.half {
            marks &= !UNRELIABLE;
        }
        let mut fresh = marks & !outer.marks;
        let mut inside = Inside { marks: outer.marks | marks, points: outer.points };
        while fresh != 0 {
            inside.points += self.points[fresh.trailing_zeros() as usize % MARKS] as i16;
            fresh &= fresh - 1;
        }
        inside
    }

    fn of_attributes(&mut self, node: &Node, index: u32) -> Marks {
        let tree = self.tree;
        let read = |name: Name| {
            let attribute = tree.attribute(node, name)?;
            Some(of_words(tree.source, attribute.value_start as usize, attribute.value_end as usize))
        };
        let mut marks = 0;
        if node.known & Name::CLASS.bit() != 0 {
            marks |= self.classes.get(index, || read(Name::CLASS).unwrap_or_default() | KNOWN);
        }
        if node.known & Name::ID.bit() != 0 {
            marks |= read(Name::ID).unwrap_or_default();
        }
        if node.known & Name::ROLE.bit() != 0 {
            marks |= of_role(tree, node);
        }
        marks & !KNOWN
    }
}

const NAMING_ATTRIBUTES: u16 = Name::CLASS.bit() | Name::ID.bit() | Name::ROLE.bit();

/// Elements whose attributes say little: single lines, and elements that contain the whole page.
#[rustfmt::skip]
const SMALL: TagSet = TagSet::of(&[
    Tag::HTML, Tag::BODY, Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::P, Tag::LI, Tag::DT, Tag::DD,
    Tag::TBODY, Tag::TR, Tag::TD, Tag::TH, Tag::A,
]);

static OF_TAGS: [Marks; 256] = {
    let mut marks = [0; 256];
    let set = [
        (Tag::NAV, NAV),
        (Tag::MENU, NAV),
        (Tag::FOOTER, FOOTER),
        (Tag::HEADER, HEADER),
        (Tag::ASIDE, ASIDE),
        (Tag::BUTTON, CONTROL),
        (Tag::LABEL, CONTROL),
        (Tag::LEGEND, CONTROL),
        (Tag::SUMMARY, CONTROL),
        (Tag::DIALOG, CONTROL),
        (Tag::TEXTAREA, CONTROL),
        (Tag::SEARCH, CONTROL),
        (Tag::FORM, FORM),
        (Tag::FIELDSET, FORM),
        (Tag::MAIN, MAIN),
        (Tag::ARTICLE, MAIN),
        (Tag::BLOCKQUOTE, QUOTE),
    ];
    let mut i = 0;
    while i < set.len() {
        marks[set[i].0.0 as usize] = set[i].1;
        i += 1;
    }
    marks
};

#[inline]
fn of_tag(tag: Tag) -> Marks {
    OF_TAGS[usize::from(tag.0)]
}

const ROLES: [(Marks, &[&[u8]]); 6] = [
    (NAV, &[b"navigation", b"menu", b"menubar", b"menuitem", b"tablist", b"toolbar"]),
    (FOOTER, &[b"contentinfo"]),
    (HEADER, &[b"banner"]),
    (ASIDE, &[b"complementary"]),
    (CONTROL, &[b"alert", b"alertdialog", b"button", b"dialog", b"listbox", b"option", b"search", b"tab"]),
    (MAIN, &[b"main", b"article"]),
];

#[inline(never)]
fn of_role(tree: &Tree<'_>, node: &Node) -> Marks {
    let mark = |word| ROLES.iter().find(|(_, roles)| is_among(word, roles)).map_or(0, |(mark, _)| *mark);
    tree.words_of_role(node).fold(0, |marks, word| marks | mark(word))
}

/// Whether an element is a landmark beside the main text, by its tag or role.
pub(super) fn is_beside_main(tree: &Tree<'_>, node: &Node) -> bool {
    (of_tag(node.tag) | of_role(tree, node)) & (NAV | FOOTER | HEADER | ASIDE) != 0
}

/// A prefix of class and id words: its first bytes, at most eight, as an integer, and a mask of them.
#[derive(Clone, Copy)]
struct Word {
    bytes: u64,
    mask: u64,
    marks: Marks,
}

/// Sorted by first letter.
const WORDS: [Word; count(Meaning::Landmark)] = {
    let listed: [(&str, u8); count(Meaning::Landmark)] = with_meaning(Meaning::Landmark);
    let mut words = [Word { bytes: 0, mask: 0, marks: 0 }; count(Meaning::Landmark)];
    let mut i = 0;
    while i < words.len() {
        let word = Word::of(listed[i].0.as_bytes(), FRAME_WORD << listed[i].1);
        let mut at = i;
        while at > 0 && words[at - 1].bytes as u8 > word.bytes as u8 {
            words[at] = words[at - 1];
            at -= 1;
        }
        words[at] = word;
        i += 1;
    }
    words
};

impl Word {
    const fn of(word: &[u8], marks: Marks) -> Word {
        let (mut bytes, mut mask, mut i) = (0, 0, 0);
        while i < word.len() && i < 8 {
            bytes |= (word[i] as u64) << (8 * i);
            mask |= 0xff << (8 * i);
            i += 1;
        }
        Word { bytes, mask, marks }
    }
}

/// By first letter the start of its words in [`WORDS`], and their end.
const FIRST: [u8; 27] = {
    let mut first = [0; 27];
    let (mut letter, mut i) = (0, 0);
    while letter < 27 {
        while i < WORDS.len() && (WORDS[i].bytes as u8 - b'a') < letter {
            i += 1;
        }
        first[letter as usize] = i as u8;
        letter += 1;
    }
    first
};

/// A Bloom filter of the first three bytes of all words.
const PREFIX_FILTER: [u64; 32] = {
    let mut bits = [0; 32];
    let mut i = 0;
    while i < WORDS.len() {
        let hash = hash_of_three(WORDS[i].bytes);
        bits[hash >> 6] |= 1 << (hash & 63);
        i += 1;
    }
    bits
};

/// A hash of the first three bytes, below 2048.
const fn hash_of_three(bytes: u64) -> usize {
    ((bytes as u32 & 0xff_ffff).wrapping_mul(0x9e37_79b1) >> 21) as usize
}

/// The landmarks of the words of a value. A word begins after any byte that is not a letter, and at the humps of
/// `camelCase`. Processes eight bytes at a time; the top bit of each byte is the result for it.
fn of_words(source: &[u8], mut at: usize, end: usize) -> Marks {
    let mut marks = 0;
    let (mut letter_before, mut lower_before) = (0, 0);
    let end = end.min(at + MAX_BYTES);
    while at < end {
        let bytes = eight_bytes(source, at);
        let low = bytes & (ONES * 0x5f);
        let from_a = low + ONES * (0x80 - b'A' as u64);
        let after_z = low + ONES * (0x7f - b'Z' as u64);
        let letters = (from_a ^ after_z) & !bytes & (ONES * 0x80);
        let lower = letters & bytes << 2;
        let mut begins = letters & !(letters << 8 | letter_before) | (letters & !lower) & (lower << 8 | lower_before);
        if end - at < 8 {
            begins &= (1 << (8 * (end - at))) - 1;
        }
        while begins != 0 {
            marks |= of_word(source, at + begins.trailing_zeros() as usize / 8);
            begins &= begins - 1;
        }
        (letter_before, lower_before) = (letters >> 56, lower >> 56);
        at += 8;
    }
    marks
}

/// Longer values are cut: what follows are mostly utility classes, not names.
const MAX_BYTES: usize = 64;

const ONES: u64 = 0x0101_0101_0101_0101;

/// The eight bytes at `at`, with zeros after the end of the page.
#[inline]
fn eight_bytes(source: &[u8], at: usize) -> u64 {
    let rest = source.get(at..).unwrap_or_default();
    u64::from_le_bytes(rest.first_chunk::<8>().copied().unwrap_or_else(|| last_bytes(rest)))
}

#[cold]
fn last_bytes(rest: &[u8]) -> [u8; 8] {
    std::array::from_fn(|i| rest.get(i).copied().unwrap_or(0))
}

/// The landmarks of the word at `at`, which is a letter. May read past a short word, where a quote, `>` or the end of
/// the page matches no prefix.
#[inline]
fn of_word(source: &[u8], at: usize) -> Marks {
    let bytes = eight_bytes(source, at);
    // Converts letters to lower case, and leaves `-` as it is.
    let bytes = bytes | (ONES * 0x20);
    let hash = hash_of_three(bytes);
    if PREFIX_FILTER[hash >> 6] >> (hash & 63) & 1 == 0 {
        return 0;
    }
    let letter = (bytes as usize & 31).wrapping_sub(1).min(25);
    let words = &WORDS[FIRST[letter] as usize..FIRST[letter + 1] as usize];
    words.iter().filter(|word| bytes & word.mask == word.bytes).fold(0, |marks, word| marks | word.marks)
}

#[cfg(test)]
mod tests {
    use super::super::points::POINTS;
    use super::*;
    use crate::base::random::Random;
    use crate::{Analyzer, Options};

    /// Points of the first `p` of a page, of which it is less than half.
    fn points(html: &str) -> i32 {
        let html = format!("{html}{}", "<b></b>".repeat(20));
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let tree = &page.page().tree;
        let p = tree.nodes.iter().position(|node| node.tag == Tag::P).unwrap();
        Landmarks::new(&Bump::new(), tree, page.sequence(), &POINTS).points(p as u32)
    }

    #[test]
    fn elements_roles_and_words_are_landmarks() {
        assert_eq!(points("<div class=x><p>a</div>"), 0);
        let nav = points("<nav><p>a</nav>");
        assert!(nav < 0);
        assert_eq!(points("<nav><nav><p>a</nav></nav>"), nav);
        assert_eq!(points("<div role=navigation><p>a</div>"), nav);
        for word in ["left-sidebar", "pageFooter", "x SHARE", "related_posts"] {
            assert!(points(&format!("<div class='{word}'><p>a</div>")) < 0, "{word}");
            assert_eq!(
                points(&format!("<div id='{word}'><p>a</div>")),
                points(&format!("<div class='{word}'><p>a</div>"))
            );
        }
        for word in ["canvas", "barefoot", "unshared", "a ds", "s-hare"] {
            assert_eq!(points(&format!("<div class='{word}'><p>a</div>")), 0, "{word}");
        }
        let main = points("<main><p>a</main>");
        assert!(main > 0);
        assert_eq!(points("<main><header><p>a</header></main>"), main);
        assert!(points("<header><p>a</header>") < 0);
    }

    #[test]
    fn half_of_the_page_is_no_frame() {
        let html = format!("<form class=nav-open><p>a{}</form>", "<i></i>".repeat(60));
        assert_eq!(points(&html), 0);
    }

    /// Byte by byte.
    fn naive_words(value: &str) -> Marks {
        let bytes = value.as_bytes();
        let begins = |i: usize| {
            bytes[i].is_ascii_alphabetic()
                && (i == 0
                    || !bytes[i - 1].is_ascii_alphabetic()
                    || bytes[i - 1].is_ascii_lowercase() && bytes[i].is_ascii_uppercase())
        };
        let text = |word: &Word| word.bytes.to_le_bytes().into_iter().take_while(|&b| b != 0).collect::<Vec<u8>>();
        let says = |i: usize, word: &&Word| bytes[i..].to_ascii_lowercase().starts_with(&text(word));
        (0..bytes.len().min(MAX_BYTES))
            .filter(|&i| begins(i))
            .fold(0, |marks, i| WORDS.iter().filter(|word| says(i, word)).fold(marks, |marks, word| marks | word.marks))
    }

    #[test]
    fn words_are_those_that_a_naive_reader_finds() {
        let pieces =
            ["nav", "Nav", "-", " ", "_", "side", "bar", "X", "ad", "ads", "é", "more", "9", "socialize", "promo"];
        let mut random = Random(1);
        for _ in 0..20_000 {
            let count = 1 + random.below(24);
            let value: String = (0..count).map(|_| *random.pick(&pieces)).collect();
            let source = format!("\"{value}\"{}", ["><p></p>", ">"][random.below(2)]);
            assert_eq!(of_words(source.as_bytes(), 1, 1 + value.len()), naive_words(&value), "{value}");
        }
    }
}
