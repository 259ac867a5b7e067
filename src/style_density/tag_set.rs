//! Sets of tags: which elements are strong, which are dissolved.

use crate::html::Tag;

/// A set of element names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TagSet {
    bits: [u64; 4],
}

impl TagSet {
    /// The strong tags of the paper, with HTML5's names (section 3.3).
    pub const PAPER: TagSet = TagSet::of(&[
        Tag::TABLE,
        Tag::THEAD,
        Tag::TBODY,
        Tag::TFOOT,
        Tag::TR,
        Tag::DIV,
        Tag::UL,
        Tag::OL,
        Tag::DL,
        Tag::SECTION,
        Tag::ARTICLE,
        Tag::MAIN,
        Tag::ASIDE,
        Tag::HEADER,
        Tag::FOOTER,
        Tag::NAV,
        Tag::FORM,
        Tag::FIELDSET,
        Tag::BODY,
    ]);

    /// The strong tags of the program that the authors published.
    pub const PROGRAM: TagSet = TagSet::of(&[Tag::DIV, Tag::TD, Tag::DD, Tag::DT, Tag::LI]);

    /// Inline formatting: its text belongs to the nearest other ancestor (section 3.2).
    pub const DISSOLVED: TagSet = TagSet::of(&[
        Tag::A,
        Tag::B,
        Tag::I,
        Tag::EM,
        Tag::STRONG,
        Tag::U,
        Tag::FONT,
        Tag::SMALL,
        Tag::SUP,
        Tag::SUB,
        Tag::BR,
        Tag::CENTER,
        Tag::ABBR,
        Tag::CITE,
        Tag::CODE,
    ]);

    /// The set of these tags.
    pub const fn of(tags: &[Tag]) -> TagSet {
        let mut bits = [0; 4];
        let mut i = 0;
        while i < tags.len() {
            bits[(tags[i].0 >> 6) as usize] |= 1 << (tags[i].0 & 63);
            i += 1;
        }
        TagSet { bits }
    }

    /// Whether the tag is in the set.
    #[inline]
    pub const fn has(&self, tag: Tag) -> bool {
        self.bits[(tag.0 >> 6) as usize] >> (tag.0 & 63) & 1 != 0
    }
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
