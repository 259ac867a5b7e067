//! Names.
//!
//! The name of each number, as in the JSON of the command line: for output, and for tables of the caller's that are
//! keyed by name. All are static strings, never NULL; a number that the library does not know, or was built without, is
//! "unknown". Newer libraries add numbers, so an array that is indexed by them must be checked against its length.

use super::layout::{BLOCKMASK_LAYOUT_NONE, area_role_name, layout_name};
use super::visual::visual_class_name;
use crate::{BlockFlags, BlockType, EncodingSource, Field, HiddenReasons, PageKind, Role, Truncation};
use std::ffi::{CStr, c_char};

/// The name of one of BLOCKMASK_ROLE_, such as "main" or "navigation".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_role_name(role: u32) -> *const c_char {
    name(Role::from_number(role).map(Role::c_name))
}

/// The name of one of BLOCKMASK_FIELD_, such as "title" or "in-page-link".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_field_name(field: u32) -> *const c_char {
    name(Field::from_number(field).map(Field::c_name))
}

/// The name of one of BLOCKMASK_TYPE_, such as "list-item".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_type_name(block_type: u32) -> *const c_char {
    name(BlockType::from_number(block_type).map(BlockType::c_name))
}

/// The name of one of BLOCKMASK_KIND_, such as "article"; "unknown" for BLOCKMASK_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_kind_name(kind: u32) -> *const c_char {
    name(PageKind::from_number(kind).map(PageKind::c_name))
}

/// The name of one bit of BLOCKMASK_FLAG_, such as "aria-hidden".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_flag_name(flag: u32) -> *const c_char {
    name(BlockFlags::from_bits(flag).c_name())
}

/// The name of one bit of BLOCKMASK_TRUNCATED_, such as "depth".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_truncation_name(truncation: u32) -> *const c_char {
    name(Truncation::from_bits(truncation).c_name())
}

/// The name of one of BLOCKMASK_ENCODING_, such as "meta".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_encoding_source_name(encoding_source: u32) -> *const c_char {
    name(EncodingSource::from_number(encoding_source).map(EncodingSource::c_name))
}

/// The name of one of BLOCKMASK_LAYOUT_, such as "article-with-comments"; "none" for BLOCKMASK_LAYOUT_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_layout_name(layout: u32) -> *const c_char {
    match layout {
        BLOCKMASK_LAYOUT_NONE => c"none".as_ptr(),
        _ => name(layout_name(layout)),
    }
}

/// The name of one of BLOCKMASK_AREA_, such as "comment".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_area_role_name(role: u32) -> *const c_char {
    name(area_role_name(role))
}

/// The name of one of BLOCKMASK_VISUAL_, such as "paragraph".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_visual_class_name(visual_class: u32) -> *const c_char {
    name(visual_class_name(visual_class))
}

/// The name of one bit of BLOCKMASK_HIDDEN_, such as "display".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_hidden_name(hidden: u32) -> *const c_char {
    name(HiddenReasons::from_bits(hidden).c_name())
}

fn name(known: Option<&'static CStr>) -> *const c_char {
    known.unwrap_or(c"unknown").as_ptr()
}

#[cfg(test)]
mod tests {
    use super::super::{layout::*, page::*, records::*, visual::*};
    use super::*;

    fn text(name: *const c_char) -> &'static str {
        // SAFETY: a static string that is terminated by a zero.
        unsafe { CStr::from_ptr(name) }.to_str().unwrap()
    }

    #[test]
    fn names_are_those_of_the_enums() {
        Role::VALUES.iter().for_each(|role| assert_eq!(text(blockmask_role_name(*role as u32)), role.name()));
        PageKind::VALUES.iter().for_each(|kind| assert_eq!(text(blockmask_kind_name(*kind as u32)), kind.name()));
        for (flag, name) in BlockFlags::VALUES {
            assert_eq!(text(blockmask_flag_name(flag.bits())), *name);
        }
        assert_eq!(text(blockmask_layout_name(BLOCKMASK_LAYOUT_NONE)), "none");
        let built = |is_built: bool, name: &'static str| if is_built { name } else { "unknown" };
        let multiple = built(cfg!(feature = "style-density"), "multiple");
        assert_eq!(text(blockmask_layout_name(BLOCKMASK_LAYOUT_MULTIPLE)), multiple);
        let item = built(cfg!(feature = "style-density"), "item");
        assert_eq!(text(blockmask_area_role_name(BLOCKMASK_AREA_ITEM)), item);
        assert_eq!(text(blockmask_encoding_source_name(BLOCKMASK_ENCODING_LATE_META)), "late-meta");
        let authordate = built(cfg!(feature = "visual"), "authordate");
        assert_eq!(text(blockmask_visual_class_name(BLOCKMASK_VISUAL_AUTHORDATE)), authordate);
        assert_eq!(text(blockmask_flag_name(BLOCKMASK_FLAG_NO_SNIPPET)), "no-snippet");
        assert_eq!(text(blockmask_truncation_name(BLOCKMASK_TRUNCATED_INPUT)), "input");
        assert_eq!(text(blockmask_hidden_name(BLOCKMASK_HIDDEN_CLIPPED)), "clipped");
    }

    #[test]
    fn unknown_numbers_have_a_name() {
        let (layout, visual) = (cfg!(feature = "style-density"), cfg!(feature = "visual"));
        let functions: [(extern "C" fn(u32) -> *const c_char, bool); 10] = [
            (blockmask_role_name, true),
            (blockmask_kind_name, true),
            (blockmask_type_name, true),
            (blockmask_flag_name, true),
            (blockmask_truncation_name, true),
            (blockmask_encoding_source_name, true),
            (blockmask_layout_name, layout),
            (blockmask_area_role_name, layout),
            (blockmask_visual_class_name, visual),
            (blockmask_hidden_name, true),
        ];
        for (function, is_built) in functions {
            assert_eq!(text(function(1)) != "unknown", is_built);
            for number in [100, 3 << 14, BLOCKMASK_NONE] {
                assert_eq!(text(function(number)), "unknown");
            }
        }
        assert_eq!(text(blockmask_role_name(0)), "unknown");
        assert_eq!(text(blockmask_flag_name(0)), "unknown");
    }
}
