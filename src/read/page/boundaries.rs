//! Lookup tables by tag: which text units a tag ends, and whether the text inside an element counts.
//!
//! The tag sets that separate and join fragments come from BF-rulebased (Kohlschütter and Nejdl 2008, equation 8).
//! The paper drops "SCRIPT, OPTION etc."; the list here adds elements that HTML has gained since. Which tags end a
//! block follows the content model of HTML: all that are not phrasing content.

use super::fragment::gap;
use crate::read::html::attributes::Name;
use crate::read::html::scan::contains_name;
use crate::read::html::{Node, Tag, Tree, node_flag};

/// Bits of [`element_class`].
pub(super) mod class {
    /// The text inside is not text for readers and is dropped.
    pub const DROPPED: u8 = 1;
    /// `noscript`: dropped in paper mode, else flagged.
    pub const NOSCRIPT: u8 = 2;
    /// `head` and `title`: only the text of the title is kept.
    pub const HEAD: u8 = 4;
    /// `noindex`.
    pub const NO_INDEX: u8 = 8;
    /// Not phrasing content: can be the container of blocks.
    pub const CONTAINER: u8 = 16;
    /// May hold metadata: `base`, `meta`, `link`, `script`.
    pub const METADATA: u8 = 32;
    /// Gives the text inside a structure, such as an item or a cell.
    pub const STRUCTURE: u8 = 64;
}

/// The [`gap`] bits of every tag, start and end tags alike.
pub static BOUNDARIES: [u8; 256] = TABLES.0;
static CLASSES: [u8; 256] = TABLES.1;

/// The [`class`] bits of an HTML element.
#[inline]
pub(super) fn element_class(tag: Tag) -> u8 {
    CLASSES[tag.0 as usize]
}

/// Whether the text inside is for browsers that cannot show the element.
#[inline]
pub(super) fn is_media(tag: Tag) -> bool {
    MEDIA.contains(&tag)
}

/// Phrasing content of HTML, obsolete elements included, and unknown elements: none of them ends a sentence.
const PHRASING: &[Tag] = &[
    Tag::UNKNOWN,
    Tag::A,
    Tag::ABBR,
    Tag::ACRONYM,
    Tag::APPLET,
    Tag::AREA,
    Tag::AUDIO,
    Tag::B,
    Tag::BASEFONT,
    Tag::BDI,
    Tag::BDO,
    Tag::BGSOUND,
    Tag::BIG,
    Tag::BR,
    Tag::BUTTON,
    Tag::CANVAS,
    Tag::CITE,
    Tag::CODE,
    Tag::DATA,
    Tag::DATALIST,
    Tag::DEL,
    Tag::DESC,
    Tag::DFN,
    Tag::EM,
    Tag::EMBED,
    Tag::FONT,
    Tag::FOREIGN_OBJECT,
    Tag::G,
    Tag::I,
    Tag::IFRAME,
    Tag::IMAGE,
    Tag::IMG,
    Tag::INPUT,
    Tag::INS,
    Tag::KBD,
    Tag::KEYGEN,
    Tag::LABEL,
    Tag::LINK,
    Tag::MALIGNMARK,
    Tag::MAP,
    Tag::MARK,
    Tag::MATH,
    Tag::META,
    Tag::METER,
    Tag::MGLYPH,
    Tag::MI,
    Tag::MN,
    Tag::MO,
    Tag::MS,
    Tag::MTEXT,
    Tag::NOBR,
    Tag::NOEMBED,
    Tag::NOINDEX,
    Tag::NOSCRIPT,
    Tag::OBJECT,
    Tag::OPTGROUP,
    Tag::OPTION,
    Tag::OUTPUT,
    Tag::PARAM,
    Tag::PATH,
    Tag::PICTURE,
    Tag::PROGRESS,
    Tag::Q,
    Tag::RB,
    Tag::RP,
    Tag::RT,
    Tag::RTC,
    Tag::RUBY,
    Tag::S,
    Tag::SAMP,
    Tag::SCRIPT,
    Tag::SELECT,
    Tag::SELECTEDCONTENT,
    Tag::SLOT,
    Tag::SMALL,
    Tag::SOURCE,
    Tag::SPAN,
    Tag::STRIKE,
    Tag::STRONG,
    Tag::STYLE,
    Tag::SUB,
    Tag::SUP,
    Tag::SVG,
    Tag::TEMPLATE,
    Tag::TEXTAREA,
    Tag::TIME,
    Tag::TRACK,
    Tag::TT,
    Tag::U,
    Tag::USE,
    Tag::VAR,
    Tag::VIDEO,
    Tag::WBR,
    Tag::ANNOTATION_XML,
];

/// T_NoGap of the paper.
const NO_GAP: &[Tag] = &[
    Tag::A,
    Tag::B,
    Tag::BR,
    Tag::EM,
    Tag::FONT,
    Tag::I,
    Tag::S,
    Tag::SPAN,
    Tag::STRONG,
    Tag::SUB,
    Tag::SUP,
    Tag::U,
    Tag::TT,
];

/// T_ForceGap of the paper.
const FORCE_GAP: &[Tag] = &[
    Tag::H1,
    Tag::H2,
    Tag::H3,
    Tag::H4,
    Tag::H5,
    Tag::H6,
    Tag::UL,
    Tag::DL,
    Tag::OL,
    Tag::HR,
    Tag::TABLE,
    Tag::ADDRESS,
    Tag::IMG,
    Tag::SCRIPT,
];

/// A line break, or a replaced element or form control, which separates words.
const WORD_SEPARATING: &[Tag] = &[
    Tag::BR,
    Tag::BUTTON,
    Tag::SELECT,
    Tag::OPTION,
    Tag::TEXTAREA,
    Tag::INPUT,
    Tag::IMG,
    Tag::IFRAME,
    Tag::VIDEO,
    Tag::AUDIO,
    Tag::OBJECT,
    Tag::EMBED,
    Tag::APPLET,
    Tag::CANVAS,
    Tag::PROGRESS,
    Tag::METER,
];

/// What stands between words: drawings, and elements that HTML does not know, custom elements above all.
const BETWEEN_WORDS: &[Tag] = &[Tag::SVG, Tag::UNKNOWN];

/// Elements whose text is dropped; `noscript`, `head` and `title` have bits of their own.
const DROPPED: &[Tag] = &[
    Tag::SCRIPT,
    Tag::STYLE,
    Tag::TEMPLATE,
    Tag::OPTION,
    Tag::EMBED,
    Tag::APPLET,
    Tag::IFRAME,
    Tag::METER,
    Tag::NOFRAMES,
    Tag::PROGRESS,
    Tag::TEXTAREA,
    Tag::SVG,
    Tag::MATH,
    Tag::NOEMBED,
    Tag::DATALIST,
    // Readings above the characters of the text.
    Tag::RP,
    Tag::RT,
    Tag::RTC,
];

/// Media: the text inside is for browsers that cannot show them. A field of text is text of the page if it is all of it, as
/// in slides of which a script makes HTML.
const MEDIA: &[Tag] = &[Tag::AUDIO, Tag::CANVAS, Tag::OBJECT, Tag::TEXTAREA, Tag::VIDEO];

/// Elements that `crate::judge::structure` keeps a record of, in nearly all cases.
const STRUCTURES: &[Tag] = &[
    Tag::UL,
    Tag::OL,
    Tag::DL,
    Tag::LI,
    Tag::DT,
    Tag::DD,
    Tag::TABLE,
    Tag::TD,
    Tag::TH,
    Tag::BLOCKQUOTE,
    Tag::PRE,
    Tag::CAPTION,
    Tag::FIGCAPTION,
];

/// The attributes of which an element has one if its text may be something else than it seems: a formula, an icon, or what
/// stands beside text. See [`looks`].
const LOOKS: &[(Tag, u16)] = &[
    (Tag::A, Name::HREF.bit()),
    (Tag::BUTTON, ALWAYS),
    (Tag::TD, Name::CLASS.bit()),
    // `alt`, `data-latex`, which share a bit with all other names; or an address with the source.
    (Tag::IMG, Name::OTHER.bit() | Name::SRC.bit()),
    (Tag::SPAN, Name::OTHER.bit() | Name::CLASS.bit()),
    (Tag::CODE, Name::CLASS.bit()),
    (Tag::EM, Name::CLASS.bit()),
    (Tag::I, Name::CLASS.bit()),
    (Tag::SMALL, Name::CLASS.bit()),
    (Tag::DT, ALWAYS),
    (Tag::FOREIGN_OBJECT, ALWAYS),
    (Tag::H1, ALWAYS),
    (Tag::H2, ALWAYS),
    (Tag::H3, ALWAYS),
    (Tag::H4, ALWAYS),
    (Tag::H5, ALWAYS),
    (Tag::H6, ALWAYS),
    (Tag::MATH, ALWAYS),
    (Tag::PRE, ALWAYS),
    (Tag::UNKNOWN, ALWAYS),
];

/// The element is looked at whatever its attributes.
const ALWAYS: u16 = u16::MAX;

static LOOKS_BY_TAG: [u16; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < LOOKS.len() {
        table[LOOKS[i].0.0 as usize] = LOOKS[i].1;
        i += 1;
    }
    let mut i = 0;
    while i < MEDIA.len() {
        table[MEDIA[i].0 as usize] = ALWAYS;
        i += 1;
    }
    table
};

/// Whether the text of an element may be something else than it seems, as far as its tag and the kinds of its attributes
/// tell.
#[inline(always)]
pub(super) fn looks(node: &Node) -> bool {
    let wanted = LOOKS_BY_TAG[node.tag.0 as usize];
    wanted & node.known != 0 || wanted == ALWAYS
}

/// Nodes before a button, elements around their text, and siblings after the button, that are looked at.
const AROUND_TEXT: usize = 3;
const BEFORE_BUTTON: u32 = 64;
const AFTER_BUTTON: usize = 8;
/// The maximum number of bytes of the line, such as a price: a button after a sentence is a part of the question that it
/// answers.
const MOST_OF_LINE: u32 = 48;

/// Whether a link that is not the first of its element is a button by its class.
pub(crate) fn is_button_by_class(tree: &Tree<'_>, link: u32) -> bool {
    let node = &tree.nodes[link as usize];
    let is_named = |class: &[u8]| [&b"btn"[..], b"button"].iter().any(|name| contains_name(class, name));
    link > node.parent.wrapping_add(1)
        && node.known & Name::CLASS.bit() != 0
        && tree.attribute(node, Name::CLASS).is_some_and(|class| is_named(tree.raw_value(class)))
}

/// Whether a button ends a line of other text, such as "Add to cart" after a price: then it is another line.
/// Between words it is a part of a sentence.
pub(super) fn ends_line(tree: &Tree<'_>, button: u32) -> bool {
    let nodes = tree.nodes;
    let parent = nodes[button as usize].parent;
    let Some(above) = nodes.get(parent as usize) else { return false };
    if element_class(above.tag) & class::CONTAINER == 0 || above.tag == Tag::P {
        return false;
    }
    let is_blank = |node: &Node| node.flags & node_flag::WHITESPACE != 0 || node.tag == Tag::COMMENT;
    let mut after = nodes[button as usize].subtree_end;
    for _ in 0..AFTER_BUTTON {
        match nodes.get(after as usize).filter(|_| after < above.subtree_end) {
            Some(node)
                if node.tag == Tag::BUTTON
                    || is_blank(node)
                    || node.tag == Tag::A && is_button_by_class(tree, after) =>
            {
                after = node.subtree_end.max(after + 1)
            }
            Some(node) if node.tag.is_element() && element_class(node.tag) & class::CONTAINER != 0 => break,
            Some(_) => return false,
            None => break,
        }
    }
    // Rows of buttons and of links are one line; a price in the link of its product is none.
    let in_control = |node: &Node| {
        let is_control = |at: u32| matches!(nodes[at as usize].tag, Tag::BUTTON | Tag::A);
        let has_digit = || tree.source[node.content as usize..node.end as usize].iter().any(u8::is_ascii_digit);
        tree.ancestors(node.parent).take(AROUND_TEXT).any(is_control) && !has_digit()
    };
    let in_line = |node: &Node| {
        let mut inside = tree.ancestors(node.parent).take_while(|&at| at != parent);
        !inside.any(|at| element_class(nodes[at as usize].tag) & class::CONTAINER != 0)
    };
    let before = &nodes[button.saturating_sub(BEFORE_BUTTON).max(parent + 1) as usize..button as usize];
    let texts = before.iter().rev().filter(|node| node.tag == Tag::TEXT && node.flags & node_flag::WHITESPACE == 0);
    let texts = texts.take_while(|node| in_line(node) && !in_control(node));
    let bytes: u32 = texts.map(|node| node.end - node.content).sum();
    (1..=MOST_OF_LINE).contains(&bytes)
}

/// Sets the bits `set` of these tags, after it has cleared the bits `clear`.
const fn update(table: &mut [u8; 256], tags: &[Tag], clear: u8, set: u8) {
    let mut i = 0;
    while i < tags.len() {
        let tag = tags[i].0 as usize;
        table[tag] = table[tag] & !clear | set;
        i += 1;
    }
}

const TABLES: ([u8; 256], [u8; 256]) = {
    let mut boundaries = [gap::OTHER | gap::FRAGMENT | gap::BLOCK; 256];
    let mut classes = [class::CONTAINER; 256];
    update(&mut boundaries, PHRASING, gap::BLOCK, 0);
    update(&mut classes, PHRASING, class::CONTAINER, 0);
    update(&mut boundaries, NO_GAP, gap::OTHER, 0);
    update(&mut boundaries, FORCE_GAP, gap::OTHER, gap::FORCE);
    update(&mut boundaries, WORD_SEPARATING, 0, gap::SPACE);
    update(&mut boundaries, BETWEEN_WORDS, 0, gap::WORD);
    update(&mut classes, DROPPED, 0, class::DROPPED);
    update(&mut classes, STRUCTURES, 0, class::STRUCTURE);
    boundaries[Tag::A.0 as usize] = 0;
    // Also the name of a drawing inside a sentence; the text of the head has a flag of its own.
    boundaries[Tag::TITLE.0 as usize] &= !gap::BLOCK;
    // Outside of SVG it is parsed as an `img`.
    boundaries[Tag::IMAGE.0 as usize] = boundaries[Tag::IMG.0 as usize];
    classes[Tag::NOSCRIPT.0 as usize] |= class::NOSCRIPT;
    classes[Tag::HEAD.0 as usize] |= class::HEAD;
    classes[Tag::TITLE.0 as usize] |= class::HEAD;
    classes[Tag::NOINDEX.0 as usize] |= class::NO_INDEX;
    classes[Tag::BASE.0 as usize] |= class::METADATA;
    classes[Tag::META.0 as usize] |= class::METADATA;
    classes[Tag::LINK.0 as usize] |= class::METADATA;
    classes[Tag::SCRIPT.0 as usize] |= class::METADATA;
    (boundaries, classes)
};

#[cfg(test)]
mod tests {
    use super::*;

    fn gap_bits(name: &str) -> u8 {
        BOUNDARIES[Tag::from_name(name.as_bytes()).0 as usize]
    }

    #[test]
    fn one_tag_of_each_category() {
        assert_eq!(gap_bits("a"), 0);
        assert_eq!(gap_bits("b"), gap::FRAGMENT);
        assert_eq!(gap_bits("br"), gap::FRAGMENT | gap::SPACE);
        assert_eq!(gap_bits("code"), gap::FRAGMENT | gap::OTHER);
        assert_eq!(gap_bits("x-custom"), gap::FRAGMENT | gap::OTHER | gap::WORD);
        assert_eq!(gap_bits("p"), gap::FRAGMENT | gap::OTHER | gap::BLOCK);
        assert_eq!(gap_bits("h2"), gap::FRAGMENT | gap::FORCE | gap::BLOCK);
        assert_eq!(gap_bits("img"), gap::FRAGMENT | gap::FORCE | gap::SPACE);
        assert_eq!(gap_bits("image"), gap_bits("img"));
        assert_eq!(gap_bits("script"), gap::FRAGMENT | gap::FORCE);
    }
}
