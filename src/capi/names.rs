//! Names.
//!
//! The name of each number, as in the JSON of the command line, for output. Newer libraries add numbers: roles, fields,
//! kinds, flags and the like are open sets. Treat a number that you do not know as unknown, and check it before it
//! indexes an array.

use super::languages::BLOCKMASK_NAMES_LANGUAGE;
use super::layout::{area_role_name, page_layout_name};
use super::quality::BLOCKMASK_NAMES_REASON;
use super::versions::BLOCKMASK_NAMES_CHANGE;
use super::visual::visual_class_name;
use crate::on_demand::language::codes;
use crate::{
    AnnotationType, BlockFlags, BlockType, ChangeKind, EncodingSource, Fallbacks, Field, GroupKind, HiddenReasons,
    PageKind, QualityReason, Role, Truncation,
};
use std::ffi::c_char;

/// names: BLOCKMASK_ROLE_, such as "main".
pub const BLOCKMASK_NAMES_ROLE: u32 = 1;
/// names: BLOCKMASK_FIELD_, such as "in-page-link".
pub const BLOCKMASK_NAMES_FIELD: u32 = 2;
/// names: BLOCKMASK_TYPE_, such as "list-item".
pub const BLOCKMASK_NAMES_TYPE: u32 = 3;
/// names: BLOCKMASK_KIND_, such as "article".
pub const BLOCKMASK_NAMES_KIND: u32 = 4;
/// names: one bit of BLOCKMASK_FLAG_, such as "aria-hidden".
pub const BLOCKMASK_NAMES_FLAG: u32 = 5;
/// names: one bit of BLOCKMASK_TRUNCATED_, such as "depth".
pub const BLOCKMASK_NAMES_TRUNCATION: u32 = 6;
/// names: BLOCKMASK_ENCODING_, such as "meta".
pub const BLOCKMASK_NAMES_ENCODING_SOURCE: u32 = 7;
/// names: BLOCKMASK_PAGE_LAYOUT_, such as "article-with-comments".
pub const BLOCKMASK_NAMES_PAGE_LAYOUT: u32 = 8;
/// names: BLOCKMASK_LAYOUT_AREA_, such as "comment".
pub const BLOCKMASK_NAMES_LAYOUT_AREA: u32 = 9;
/// names: BLOCKMASK_VISUAL_, such as "paragraph".
pub const BLOCKMASK_NAMES_VISUAL: u32 = 10;
/// names: one bit of BLOCKMASK_HIDDEN_, such as "display".
pub const BLOCKMASK_NAMES_HIDDEN: u32 = 11;
/// names: one bit of BLOCKMASK_FALLBACK_, such as "comments".
pub const BLOCKMASK_NAMES_FALLBACK: u32 = 12;
/// names: BLOCKMASK_ANNOTATION_, such as "reading".
pub const BLOCKMASK_NAMES_ANNOTATION: u32 = 13;
/// names: BLOCKMASK_GROUP_, such as "offers".
pub const BLOCKMASK_NAMES_GROUP: u32 = 14;

/// The name of a number: names is one of BLOCKMASK_NAMES_. A static string, never NULL; a number that the library does
/// not know, or was built without, is "unknown".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_name(names: u32, number: u32) -> *const c_char {
    let known = match names {
        BLOCKMASK_NAMES_ROLE => Role::from_number(number).map(Role::c_name),
        BLOCKMASK_NAMES_FIELD => Field::from_number(number).map(Field::c_name),
        BLOCKMASK_NAMES_TYPE => BlockType::from_number(number).map(BlockType::c_name),
        BLOCKMASK_NAMES_KIND => PageKind::from_number(number).map(PageKind::c_name),
        BLOCKMASK_NAMES_FLAG => BlockFlags::from_bits(number).c_name(),
        BLOCKMASK_NAMES_TRUNCATION => Truncation::from_bits(number).c_name(),
        BLOCKMASK_NAMES_ENCODING_SOURCE => EncodingSource::from_number(number).map(EncodingSource::c_name),
        BLOCKMASK_NAMES_PAGE_LAYOUT => page_layout_name(number),
        BLOCKMASK_NAMES_LAYOUT_AREA => area_role_name(number),
        BLOCKMASK_NAMES_VISUAL => visual_class_name(number),
        BLOCKMASK_NAMES_HIDDEN => HiddenReasons::from_bits(number).c_name(),
        BLOCKMASK_NAMES_FALLBACK => Fallbacks::from_bits(number).c_name(),
        BLOCKMASK_NAMES_ANNOTATION => AnnotationType::from_number(number).map(AnnotationType::c_name),
        BLOCKMASK_NAMES_GROUP => GroupKind::from_number(number).map(GroupKind::c_name),
        BLOCKMASK_NAMES_REASON => QualityReason::from_number(number).map(QualityReason::c_name),
        BLOCKMASK_NAMES_LANGUAGE => codes::c_name(number),
        BLOCKMASK_NAMES_CHANGE => ChangeKind::from_number(number).map(ChangeKind::c_name),
        _ => None,
    };
    known.unwrap_or(c"unknown").as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn text(names: u32, number: u32) -> &'static str {
        // SAFETY: a static string that is terminated by a zero.
        unsafe { CStr::from_ptr(blockmask_name(names, number)) }.to_str().unwrap()
    }

    #[test]
    fn names_are_those_of_the_enums() {
        Role::VALUES.iter().for_each(|role| assert_eq!(text(BLOCKMASK_NAMES_ROLE, *role as u32), role.name()));
        Field::VALUES.iter().for_each(|field| assert_eq!(text(BLOCKMASK_NAMES_FIELD, *field as u32), field.name()));
        PageKind::VALUES.iter().for_each(|kind| assert_eq!(text(BLOCKMASK_NAMES_KIND, *kind as u32), kind.name()));
        GroupKind::VALUES.iter().for_each(|kind| assert_eq!(text(BLOCKMASK_NAMES_GROUP, *kind as u32), kind.name()));
        ChangeKind::VALUES.iter().for_each(|kind| assert_eq!(text(BLOCKMASK_NAMES_CHANGE, *kind as u32), kind.name()));
        for (flag, name) in BlockFlags::VALUES {
            assert_eq!(text(BLOCKMASK_NAMES_FLAG, flag.bits()), *name);
        }
        QualityReason::VALUES.iter().for_each(|reason| {
            assert_eq!(text(BLOCKMASK_NAMES_REASON, *reason as u32), reason.name());
        });
        let built = |is_built: bool, name: &'static str| if is_built { name } else { "unknown" };
        assert_eq!(text(BLOCKMASK_NAMES_PAGE_LAYOUT, 0), "none");
        assert_eq!(text(BLOCKMASK_NAMES_PAGE_LAYOUT, 3), built(cfg!(feature = "style-density"), "multiple"));
        assert_eq!(text(BLOCKMASK_NAMES_LAYOUT_AREA, 3), built(cfg!(feature = "style-density"), "item"));
        assert_eq!(text(BLOCKMASK_NAMES_VISUAL, 8), built(cfg!(feature = "visual"), "authordate"));
        assert_eq!(text(BLOCKMASK_NAMES_TYPE, 4), "list-item");
        assert_eq!(text(BLOCKMASK_NAMES_ENCODING_SOURCE, 4), "late-meta");
        assert_eq!(text(BLOCKMASK_NAMES_TRUNCATION, 128), "input");
        assert_eq!(text(BLOCKMASK_NAMES_HIDDEN, 64), "clipped");
        assert_eq!(text(BLOCKMASK_NAMES_FALLBACK, 4), "no-index");
    }

    #[test]
    fn unknown_numbers_have_a_name() {
        for names in 0..=BLOCKMASK_NAMES_LANGUAGE + 1 {
            for number in [1000, 3 << 14, u32::MAX] {
                assert_eq!(text(names, number), "unknown");
            }
        }
        assert_eq!([text(0, 1), text(BLOCKMASK_NAMES_LANGUAGE + 1, 1)], ["unknown"; 2]);
        assert_eq!([text(BLOCKMASK_NAMES_ROLE, 0), text(BLOCKMASK_NAMES_FLAG, 0)], ["unknown"; 2]);
    }
}
