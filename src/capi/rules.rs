//! Rules.
//!
//! What the owner of a site knows about its pages, as a text of lines with selectors: "template .related", "drop .permalink",
//! "title h1.name"; docs/guides/rules.md explains it. Compiled rules belong to no analyzer, and any number of analyzers and
//! threads may use them at the same time. What the pages themselves say is obeyed without them, unless the option
//! ignore_page_rules is set.

use super::analyzer::{State, blockmask_analyzer};
use super::blocks::BLOCKMASK_NONE;
use super::document::blockmask_document;
use super::guard::{Accept, enter, read, without_handle};
use super::malloc::{Counted, MallocBuffer, boxed};
use super::mark::{self, Mark, marked};
use super::pointer::{Out, array};
use super::start::blockmask_table;
use super::status::{BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, Failure, blockmask_status, failure};
use crate::Rules;
use crate::base::arena::catch_ended;
use std::ffi::c_char;

// Compiled rules.
#[repr(C)]
pub struct blockmask_rules {
    mark: Mark,
    rules: Counted<Rules>,
}

marked!(blockmask_rules, b"siterule");

/// Compiles the text of a file of rules, to be freed with blockmask_free_rules. The text is not needed after the call. Returns
/// BLOCKMASK_BAD_ARGUMENT for what is none, and the text of the error names line and column.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_read_rules(
    file: *const c_char,
    length: usize,
    rules: *mut *mut blockmask_rules,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises `length` bytes and a variable.
        let (mut out, file) = unsafe { (Out::new(rules, "rules")?, array(file.cast(), length, "file")?) };
        let rules = catch_ended(|| Rules::read(file))?;
        let rules = Counted::new(rules.map_err(|error| failure!(BLOCKMASK_BAD_ARGUMENT, "{error}"))?)?;
        out.write(Box::into_raw(boxed(blockmask_rules { mark: Mark::of::<blockmask_rules>(), rules })?));
        Ok(())
    })
}

/// Frees rules, or NULL. No thread may be inside a call with them; analyzers that use them may go on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_rules(rules: *mut blockmask_rules) {
    // SAFETY: by the header's rules NULL, or made by this library, freed once and used by nobody else now.
    unsafe { mark::free(rules) }
}

/// Sets the rules for the next pages of the analyzer; NULL removes them. The borrowed document of the analyzer is discarded.
/// blockmask_reset_analyzer does not change them.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_set_rules(
    analyzer: *mut blockmask_analyzer,
    rules: *const blockmask_rules,
) -> blockmask_status {
    let work = |state: &mut State| {
        let rules = match rules.is_null() {
            true => None,
            // SAFETY: by the header's rules made by this library and not yet freed.
            false if unsafe { mark::is_valid(rules) } => Some(unsafe { &(*rules).rules }.clone()),
            false => return Err(Failure::new(BLOCKMASK_BAD_POINTER, "rules is not NULL and no rules")),
        };
        state.set_rules(rules)
    };
    // SAFETY: the caller promises a valid analyzer.
    unsafe { enter(analyzer, Accept::Sound, work) }
}

/// Writes for each block the rule that decided whether it is content, or else the last one that decided its role, field or
/// weight, by its number in the file from 0; BLOCKMASK_NONE if no rule did: a table of uint32_t, which the caller frees with
/// blockmask_free.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_get_block_rules(
    document: *const blockmask_document,
    rules: *mut blockmask_table,
) -> blockmask_status {
    // SAFETY: the caller promises a document and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(rules, "rules")?;
            let blocks = view.document.blocks();
            let mut buffer = MallocBuffer::with_capacity(size_of::<u32>() * blocks.len())?;
            let count = blocks.len();
            for block in blocks {
                buffer.extend(&[block.rule().map_or(BLOCKMASK_NONE, |rule| rule as u32)])?;
            }
            out.write(buffer.into_table::<u32>(count));
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::analyzer::blockmask_reset_analyzer;
    use super::super::render::blockmask_free;
    use super::super::start::*;
    use super::super::status::{BLOCKMASK_OK, blockmask_last_error};
    use super::*;
    use std::ptr::{null, null_mut};

    #[test]
    fn rules_decide_after_they_are_freed() {
        let page = c"<p>Rain fell on the city for three days.<p class=a>The river rose.";
        let read = |text: &str, out: &mut *mut blockmask_rules| {
            // SAFETY: a string and a variable.
            unsafe { blockmask_read_rules(text.as_ptr().cast(), text.len(), out) }
        };
        let (mut analyzer, mut document, mut rules) = (null_mut(), null(), null_mut());
        let mut table = blockmask_table { rows: null(), count: 0, stride: 0 };
        // SAFETY: valid variables, and handles that are freed once.
        unsafe {
            assert_eq!(blockmask_create_analyzer(null(), &mut analyzer), BLOCKMASK_OK);
            assert_eq!(read("blockmask rules 1\ntemplate .b\ntemplate .a", &mut rules), BLOCKMASK_OK);
            assert_eq!(blockmask_set_rules(analyzer, rules), BLOCKMASK_OK);
            blockmask_free_rules(rules);
            for set in [true, true, false] {
                if !set {
                    assert_eq!(blockmask_set_rules(analyzer, null()), BLOCKMASK_OK);
                }
                assert_eq!(
                    blockmask_analyze(analyzer, page.as_ptr(), page.count_bytes(), null(), &mut document),
                    BLOCKMASK_OK
                );
                assert_eq!(blockmask_get_block_rules(document, &mut table), BLOCKMASK_OK);
                let expected = [BLOCKMASK_NONE, if set { 1 } else { BLOCKMASK_NONE }];
                assert_eq!(std::slice::from_raw_parts(table.rows.cast::<u32>(), table.count), expected);
                blockmask_free(table.rows.cast_mut().cast());
                assert_eq!(blockmask_reset_analyzer(analyzer), BLOCKMASK_OK);
            }
            let mut none = null_mut();
            assert_eq!(read("blockmask rules 1\nhide .a", &mut none), BLOCKMASK_BAD_ARGUMENT);
            let message = std::ffi::CStr::from_ptr(blockmask_last_error()).to_str().unwrap();
            assert!(message.contains("line 2, column 1: expected an action") && none.is_null(), "{message}");
            assert_eq!(blockmask_set_rules(analyzer, analyzer.cast()), BLOCKMASK_BAD_POINTER);
            blockmask_free_rules(null_mut());
            blockmask_free_analyzer(analyzer);
        }
    }
}
