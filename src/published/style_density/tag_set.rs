//! Which elements are strong, which are dissolved (Pappas et al. 2012).

use crate::read::html::{Tag, TagSet};

impl TagSet {
    /// The strong tags of the paper, with HTML5's names.
    #[rustfmt::skip]
    pub const PAPER: TagSet = TagSet::of(&[
        Tag::TABLE, Tag::THEAD, Tag::TBODY, Tag::TFOOT, Tag::TR, Tag::DIV, Tag::UL, Tag::OL, Tag::DL, Tag::SECTION,
        Tag::ARTICLE, Tag::MAIN, Tag::ASIDE, Tag::HEADER, Tag::FOOTER, Tag::NAV, Tag::FORM, Tag::FIELDSET, Tag::BODY,
    ]);

    /// The strong tags of the program that the authors published.
    #[cfg(any(feature = "capi", feature = "unstable"))]
    pub const PROGRAM: TagSet = TagSet::of(&[Tag::DIV, Tag::TD, Tag::DD, Tag::DT, Tag::LI]);

    /// Inline formatting: its text belongs to the nearest other ancestor.
    #[rustfmt::skip]
    pub const DISSOLVED: TagSet = TagSet::of(&[
        Tag::A, Tag::B, Tag::I, Tag::EM, Tag::STRONG, Tag::U, Tag::FONT, Tag::SMALL, Tag::SUP, Tag::SUB, Tag::BR,
        Tag::CENTER, Tag::ABBR, Tag::CITE, Tag::CODE,
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_they_were_made_of() {
        assert!(TagSet::PAPER.has(Tag::DIV) && TagSet::PAPER.has(Tag::BODY) && TagSet::PAPER.has(Tag::UL));
        assert!(!TagSet::PAPER.has(Tag::TD) && !TagSet::PAPER.has(Tag::P) && !TagSet::PAPER.has(Tag::UNKNOWN));
        assert!(TagSet::PROGRAM.has(Tag::TD) && !TagSet::PROGRAM.has(Tag::TABLE));
        assert!(!TagSet::of(&[]).has(Tag::DIV));
    }
}
