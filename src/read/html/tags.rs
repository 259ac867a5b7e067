//! Element names: one byte for every name that the parsing of HTML, SVG or MathML treats specially.
//!
//! A name is looked up by [its key](super::names) in a perfect hash table that is built at compile time; the few names
//! of more than eight bytes are compared as well. Any other name is [`Tag::UNKNOWN`]; keys distinguish unknown names.

use super::names::{is_hashed, name_key};
use crate::base::words::{Words, words};

/// The name of an element, or the kind of a node that is not an element.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Tag(pub u8);

impl std::fmt::Debug for Tag {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// Categories of elements in tree construction, as a bitmask.
pub mod class {
    /// The "special" category.
    pub const SPECIAL: u8 = 1;
    /// The "formatting" category.
    pub const FORMATTING: u8 = 2;
    /// A void element: no end tag, no children.
    pub const VOID: u8 = 4;
    /// Closed by "generate implied end tags".
    pub const IMPLIED_END: u8 = 8;
    /// Also closed by "generate all implied end tags thoroughly".
    pub const THOROUGH_END: u8 = 16;
    /// `h1` to `h6`.
    pub const HEADING: u8 = 32;
    /// `table`, `tbody`, `tfoot`, `thead`, `tr`: as targets of insertion they trigger foster parenting.
    pub const FOSTER_PARENTING: u8 = 64;
    /// An HTML element that ends the search of "has an element in scope".
    pub const SCOPE: u8 = 128;
}
use class::*;

macro_rules! tags {
    ($($id:ident $name:literal $class:expr;)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Id { $($id,)* Count }
        #[allow(missing_docs)]
        impl Tag { $(pub const $id: Tag = Tag(Id::$id as u8);)* }
        const NAMES: Words = words![$($name,)*];
        const CLASSES: [u8; 256] = {
            let list = [$($class,)*];
            let mut table = [0u8; 256];
            let mut i = 0;
            while i < list.len() { table[i] = list[i]; i += 1; }
            table
        };
    };
}

tags! {
    DOCUMENT "#document" 0;
    DOCTYPE "#doctype" 0;
    COMMENT "#comment" 0;
    TEXT "#text" 0;
    UNKNOWN "" 0;
    A "a" FORMATTING;
    ABBR "abbr" 0;
    ACRONYM "acronym" 0;
    ADDRESS "address" SPECIAL;
    ANNOTATION_XML "annotation-xml" 0;
    APPLET "applet" SPECIAL | SCOPE;
    AREA "area" SPECIAL | VOID;
    ARTICLE "article" SPECIAL;
    ASIDE "aside" SPECIAL;
    AUDIO "audio" 0;
    B "b" FORMATTING;
    BASE "base" SPECIAL | VOID;
    BASEFONT "basefont" SPECIAL | VOID;
    BDI "bdi" 0;
    BDO "bdo" 0;
    BGSOUND "bgsound" SPECIAL | VOID;
    BIG "big" FORMATTING;
    BLOCKQUOTE "blockquote" SPECIAL;
    BODY "body" SPECIAL;
    BR "br" SPECIAL | VOID;
    BUTTON "button" SPECIAL;
    CANVAS "canvas" 0;
    CAPTION "caption" SPECIAL | SCOPE | THOROUGH_END;
    CENTER "center" SPECIAL;
    CITE "cite" 0;
    CODE "code" FORMATTING;
    COL "col" SPECIAL | VOID;
    COLGROUP "colgroup" SPECIAL | THOROUGH_END;
    DATA "data" 0;
    DATALIST "datalist" 0;
    DD "dd" SPECIAL | IMPLIED_END;
    DEL "del" 0;
    DESC "desc" 0;
    DETAILS "details" SPECIAL;
    DFN "dfn" 0;
    DIALOG "dialog" 0;
    DIR "dir" SPECIAL;
    DIV "div" SPECIAL;
    DL "dl" SPECIAL;
    DT "dt" SPECIAL | IMPLIED_END;
    EM "em" FORMATTING;
    EMBED "embed" SPECIAL | VOID;
    FIELDSET "fieldset" SPECIAL;
    FIGCAPTION "figcaption" SPECIAL;
    FIGURE "figure" SPECIAL;
    FONT "font" FORMATTING;
    FOOTER "footer" SPECIAL;
    FOREIGN_OBJECT "foreignobject" 0;
    FORM "form" SPECIAL;
    FRAME "frame" SPECIAL | VOID;
    FRAMESET "frameset" SPECIAL;
    G "g" 0;
    H1 "h1" SPECIAL | HEADING;
    H2 "h2" SPECIAL | HEADING;
    H3 "h3" SPECIAL | HEADING;
    H4 "h4" SPECIAL | HEADING;
    H5 "h5" SPECIAL | HEADING;
    H6 "h6" SPECIAL | HEADING;
    HEAD "head" SPECIAL;
    HEADER "header" SPECIAL;
    HGROUP "hgroup" SPECIAL;
    HR "hr" SPECIAL | VOID;
    HTML "html" SPECIAL | SCOPE;
    I "i" FORMATTING;
    IFRAME "iframe" SPECIAL;
    IMAGE "image" 0;
    IMG "img" SPECIAL | VOID;
    INPUT "input" SPECIAL | VOID;
    INS "ins" 0;
    KBD "kbd" 0;
    KEYGEN "keygen" SPECIAL | VOID;
    LABEL "label" 0;
    LEGEND "legend" 0;
    LI "li" SPECIAL | IMPLIED_END;
    LINK "link" SPECIAL | VOID;
    LISTING "listing" SPECIAL;
    MAIN "main" SPECIAL;
    MALIGNMARK "malignmark" 0;
    MAP "map" 0;
    MARK "mark" 0;
    MARQUEE "marquee" SPECIAL | SCOPE;
    MATH "math" 0;
    MENU "menu" SPECIAL;
    META "meta" SPECIAL | VOID;
    METER "meter" 0;
    MGLYPH "mglyph" 0;
    MI "mi" 0;
    MN "mn" 0;
    MO "mo" 0;
    MS "ms" 0;
    MTEXT "mtext" 0;
    NAV "nav" SPECIAL;
    NOBR "nobr" FORMATTING;
    NOEMBED "noembed" SPECIAL;
    NOFRAMES "noframes" SPECIAL;
    NOINDEX "noindex" 0;
    NOSCRIPT "noscript" SPECIAL;
    OBJECT "object" SPECIAL | SCOPE;
    OL "ol" SPECIAL;
    OPTGROUP "optgroup" IMPLIED_END;
    OPTION "option" IMPLIED_END;
    OUTPUT "output" 0;
    P "p" SPECIAL | IMPLIED_END;
    PARAM "param" SPECIAL | VOID;
    PATH "path" 0;
    PICTURE "picture" 0;
    PLAINTEXT "plaintext" SPECIAL;
    PRE "pre" SPECIAL;
    PROGRESS "progress" 0;
    Q "q" 0;
    RB "rb" IMPLIED_END;
    RP "rp" IMPLIED_END;
    RT "rt" IMPLIED_END;
    RTC "rtc" IMPLIED_END;
    RUBY "ruby" 0;
    S "s" FORMATTING;
    SAMP "samp" 0;
    SCRIPT "script" SPECIAL;
    SEARCH "search" SPECIAL;
    SECTION "section" SPECIAL;
    SELECT "select" SPECIAL | SCOPE;
    SELECTEDCONTENT "selectedcontent" 0;
    SLOT "slot" 0;
    SMALL "small" FORMATTING;
    SOURCE "source" SPECIAL | VOID;
    SPAN "span" 0;
    STRIKE "strike" FORMATTING;
    STRONG "strong" FORMATTING;
    STYLE "style" SPECIAL;
    SUB "sub" 0;
    SUMMARY "summary" SPECIAL;
    SUP "sup" 0;
    SVG "svg" 0;
    TABLE "table" SPECIAL | SCOPE | FOSTER_PARENTING;
    TBODY "tbody" SPECIAL | THOROUGH_END | FOSTER_PARENTING;
    TD "td" SPECIAL | SCOPE | THOROUGH_END;
    TEMPLATE "template" SPECIAL | SCOPE;
    TEXTAREA "textarea" SPECIAL;
    TFOOT "tfoot" SPECIAL | THOROUGH_END | FOSTER_PARENTING;
    TH "th" SPECIAL | SCOPE | THOROUGH_END;
    THEAD "thead" SPECIAL | THOROUGH_END | FOSTER_PARENTING;
    TIME "time" 0;
    TITLE "title" SPECIAL;
    TR "tr" SPECIAL | THOROUGH_END | FOSTER_PARENTING;
    TRACK "track" SPECIAL | VOID;
    TT "tt" FORMATTING;
    U "u" FORMATTING;
    UL "ul" SPECIAL;
    USE "use" 0;
    VAR "var" 0;
    VIDEO "video" 0;
    WBR "wbr" SPECIAL | VOID;
    XMP "xmp" SPECIAL;
}

impl Tag {
    /// The number of tags; every `Tag` is less.
    pub const COUNT: usize = Id::Count as usize;

    /// The lower-case name; empty for [`Tag::UNKNOWN`], `#text` and the like for nodes that are not elements.
    pub fn name(self) -> &'static str {
        let index = usize::from(self.0);
        if index < NAMES.len() { NAMES.get(index) } else { "" }
    }

    /// Whether this is the name of an element.
    #[inline]
    pub fn is_element(self) -> bool {
        self.0 >= Tag::UNKNOWN.0
    }

    /// Whether the tag is in any of the categories in `mask` (see [`class`]).
    #[inline]
    pub fn is(self, mask: u8) -> bool {
        CLASSES[self.0 as usize] & mask != 0
    }

    /// `h1` to `h6` as 1 to 6, any other tag as 0.
    #[inline]
    pub fn heading_level(self) -> u8 {
        if self.is(HEADING) { self.0 - Tag::H1.0 + 1 } else { 0 }
    }

    /// The tag of a name, in any case.
    pub fn from_name(name: &[u8]) -> Tag {
        from_key(name_key(name), name)
    }
}

const SLOTS: usize = 1024;

/// Multiplicative hashing with this number puts no two known names into one slot; it was found by trying random
/// numbers. A collision is a compile error.
const HASH_MULTIPLIER: u64 = 0xd207_d115_71c2_ebed;

/// The perfect hash table: keys of the known names, 0 in empty slots, and their tags.
const TABLE: ([u64; SLOTS], [Tag; SLOTS]) = {
    let mut keys = [0u64; SLOTS];
    let mut tags = [Tag::UNKNOWN; SLOTS];
    let mut tag = Tag::A.0 as usize;
    while tag < Tag::COUNT {
        let key = name_key(NAMES.get(tag).as_bytes());
        let slot = slot_of(key);
        assert!(keys[slot] == 0);
        keys[slot] = key;
        tags[slot] = Tag(tag as u8);
        tag += 1;
    }
    (keys, tags)
};
static KEYS: [u64; SLOTS] = TABLE.0;
static TAGS: [Tag; SLOTS] = TABLE.1;

#[inline(always)]
const fn slot_of(key: u64) -> usize {
    (key.wrapping_mul(HASH_MULTIPLIER) >> 54) as usize
}

/// The tag of a name of at most eight bytes, by its key.
#[inline(always)]
pub(crate) fn from_short_key(key: u64) -> Tag {
    let slot = slot_of(key);
    if KEYS[slot] == key { TAGS[slot] } else { Tag::UNKNOWN }
}

/// The tag of a name, by its key; a long name, whose key is a hash, is compared.
#[inline]
pub(crate) fn from_key(key: u64, name: &[u8]) -> Tag {
    let tag = from_short_key(key);
    let is_it = !is_hashed(key) || name.eq_ignore_ascii_case(NAMES.bytes(usize::from(tag.0)));
    if is_it { tag } else { Tag::UNKNOWN }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_tag_in_any_case() {
        for (i, name) in NAMES.iter().enumerate().skip(Tag::A.0 as usize) {
            assert_eq!(Tag::from_name(name.as_bytes()), Tag(i as u8), "{name}");
            assert_eq!(Tag::from_name(name.to_uppercase().as_bytes()), Tag(i as u8), "{name}");
            assert_eq!(Tag(i as u8).name(), name);
        }
    }

    #[test]
    fn similar_names_are_unknown() {
        for name in ["", "x", "aa", "dive", "di", "h7", "h\x11", "#text", "blockquotes", "x-blockquote", "t\x7f"] {
            assert_eq!(Tag::from_name(name.as_bytes()), Tag::UNKNOWN, "{name:?}");
        }
    }

    #[test]
    fn headings_have_levels() {
        let levels: Vec<u8> =
            ["h1", "h2", "h6", "p"].iter().map(|n| Tag::from_name(n.as_bytes()).heading_level()).collect();
        assert_eq!(levels, [1, 2, 6, 0]);
    }
}
