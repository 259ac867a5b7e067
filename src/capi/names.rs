//! Names.
//!
//! The name of each number, as in the JSON of the command line: for output, and for tables of the caller's that are keyed
//! by name. All are static strings, never NULL; a number that the library does not know is "unknown". Newer libraries add
//! numbers, so an array that is indexed by them must be checked against its length.

use std::ffi::{CStr, c_char};

/// The name of one of BLOCKMASK_ROLE_, such as "main" or "navigation".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_role_name(role: u32) -> *const c_char {
    name(&ROLES, role)
}

/// The name of one of BLOCKMASK_KIND_, such as "article"; "unknown" for BLOCKMASK_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_kind_name(kind: u32) -> *const c_char {
    name(&KINDS, kind)
}

/// The name of one bit of BLOCKMASK_FLAG_, such as "aria-hidden".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_flag_name(flag: u32) -> *const c_char {
    bit_name(&FLAGS, flag)
}

/// The name of one bit of BLOCKMASK_TRUNCATED_, such as "depth".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_truncation_name(truncation: u32) -> *const c_char {
    bit_name(&TRUNCATION, truncation)
}

/// The name of one of BLOCKMASK_ENCODING_, such as "meta".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_encoding_source_name(encoding_source: u32) -> *const c_char {
    name(&ENCODING_SOURCES, encoding_source)
}

/// The name of one of BLOCKMASK_LAYOUT_, such as "article-with-comments"; "none" for BLOCKMASK_LAYOUT_NONE.
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_layout_name(layout: u32) -> *const c_char {
    name(&LAYOUTS, layout)
}

/// The name of one of BLOCKMASK_AREA_, such as "comment".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_area_role_name(role: u32) -> *const c_char {
    name(&AREA_ROLES, role)
}

/// The name of one of BLOCKMASK_VISUAL_, such as "paragraph".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_visual_class_name(visual_class: u32) -> *const c_char {
    name(&VISUAL_CLASSES, visual_class)
}

/// The name of one bit of BLOCKMASK_HIDDEN_, such as "display".
#[unsafe(no_mangle)]
pub extern "C" fn blockmask_hidden_name(hidden: u32) -> *const c_char {
    bit_name(&HIDDEN, hidden)
}

fn name(names: &[&'static CStr], number: u32) -> *const c_char {
    names.get(number as usize).unwrap_or(&c"unknown").as_ptr()
}

fn bit_name(names: &[&'static CStr], bit: u32) -> *const c_char {
    name(if bit.is_power_of_two() { names } else { &[] }, bit.trailing_zeros())
}

// By number or by position of the bit, and terminated by zeros, as C needs them; tests compare them with the names of
// the enums and with the constants.
const ROLES: [&CStr; 10] =
    [c"unknown", c"main", c"heading", c"comment", c"metadata", c"navigation", c"aside", c"legal", c"title", c"hidden"];
const KINDS: [&CStr; 7] = [c"article", c"service", c"product", c"collection", c"forum", c"listing", c"documentation"];
const FLAGS: [&CStr; 9] = [
    c"hidden",
    c"aria-hidden",
    c"in-head",
    c"noscript",
    c"no-index",
    c"metadata-source",
    c"collapsed",
    c"repeated",
    c"no-snippet",
];
const TRUNCATION: [&CStr; 8] = [c"depth", c"nodes", c"work", c"blocks", c"attributes", c"memory", c"steps", c"input"];
const ENCODING_SOURCES: [&CStr; 6] = [c"bom", c"hint", c"meta", c"utf8-validity", c"late-meta", c"detector"];
const LAYOUTS: [&CStr; 4] = [c"none", c"article", c"article-with-comments", c"multiple"];
const AREA_ROLES: [&CStr; 4] = [c"unknown", c"article", c"comment", c"item"];
const VISUAL_CLASSES: [&CStr; 9] =
    [c"none", c"h1", c"h2", c"subtitle", c"perex", c"paragraph", c"author", c"date", c"authordate"];
const HIDDEN: [&CStr; 7] = [c"display", c"visibility", c"opacity", c"size", c"color", c"offscreen", c"clipped"];

#[cfg(test)]
mod tests {
    use super::super::{layout::*, page::*, records::*, visual::*};
    use super::*;
    use crate::mask::{PageKind, Role};
    use crate::visual::VisualClass;

    fn text(name: *const c_char) -> &'static str {
        // SAFETY: a static string that is terminated by a zero.
        unsafe { CStr::from_ptr(name) }.to_str().unwrap()
    }

    #[test]
    fn names_are_those_of_the_enums() {
        Role::ALL.iter().for_each(|role| assert_eq!(text(blockmask_role_name(*role as u32)), role.name()));
        PageKind::ALL.iter().for_each(|kind| assert_eq!(text(blockmask_kind_name(*kind as u32)), kind.name()));
        VisualClass::ALL.iter().for_each(|class| assert_eq!(text(blockmask_visual_class_name(*class as u32)), class.name()));
        assert_eq!(text(blockmask_layout_name(BLOCKMASK_LAYOUT_MULTIPLE)), "multiple");
        assert_eq!(text(blockmask_area_role_name(BLOCKMASK_AREA_ITEM)), "item");
        assert_eq!(text(blockmask_encoding_source_name(BLOCKMASK_ENCODING_LATE_META)), "late-meta");
        assert_eq!(text(blockmask_flag_name(BLOCKMASK_FLAG_NO_INDEX)), "no-index");
        assert_eq!(text(blockmask_flag_name(BLOCKMASK_FLAG_NO_SNIPPET)), "no-snippet");
        assert_eq!(text(blockmask_truncation_name(BLOCKMASK_TRUNCATED_INPUT)), "input");
        assert_eq!(text(blockmask_hidden_name(BLOCKMASK_HIDDEN_CLIPPED)), "clipped");
    }

    #[test]
    fn unknown_numbers_have_a_name() {
        let functions: [extern "C" fn(u32) -> *const c_char; 9] = [
            blockmask_role_name,
            blockmask_kind_name,
            blockmask_flag_name,
            blockmask_truncation_name,
            blockmask_encoding_source_name,
            blockmask_layout_name,
            blockmask_area_role_name,
            blockmask_visual_class_name,
            blockmask_hidden_name,
        ];
        for function in functions {
            assert_ne!(text(function(1)), "unknown");
            for number in [100, 3 << 14, BLOCKMASK_NONE] {
                assert_eq!(text(function(number)), "unknown");
            }
        }
        assert_eq!(text(blockmask_role_name(0)), "unknown");
        assert_eq!(text(blockmask_flag_name(0)), "unknown");
    }
}
