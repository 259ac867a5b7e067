//! Selectors.
//!
//! CSS Selectors Level 4 as far as a document without scripts and users has them, for the elements of any document: lists,
//! names, classes, ids, attributes, combinators, :is(), :where(), :not(), :has(), :nth-child() and its kin; docs/guides/tree.md
//! lists them. A compiled selector belongs to no document, and any number of threads may use it at the same time.

use super::blocks::BLOCKMASK_NONE;
use super::document::{View, blockmask_document};
use super::guard::{read, without_handle};
use super::malloc::{MallocBuffer, boxed};
use super::mark::{self, Mark, marked};
use super::pointer::{Out, text};
use super::start::blockmask_table;
use super::status::{BLOCKMASK_BAD_ARGUMENT, BLOCKMASK_BAD_POINTER, Failure, blockmask_status, failure};
use crate::base::arena::catch_ended;
use crate::{Node, Selector};
use std::ffi::c_char;

// A compiled selector.
#[repr(C)]
pub struct blockmask_selector {
    mark: Mark,
    selector: Selector,
}

marked!(blockmask_selector, b"selector");

/// Compiles a selector, such as "main > article h2", to be freed with blockmask_free_selector. Its text is not needed after
/// the call. Returns BLOCKMASK_BAD_ARGUMENT for what is none, and the text of the error names the byte.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_compile_selector(
    selector: *const c_char,
    length: usize,
    compiled: *mut *mut blockmask_selector,
) -> blockmask_status {
    without_handle(|| {
        // SAFETY: the caller promises `length` bytes and a variable.
        let (mut out, source) = unsafe { (Out::new(compiled, "compiled")?, text(selector, length, "selector")?) };
        let selector = catch_ended(|| Selector::parse(source.unwrap_or_default()))?;
        let selector = selector.map_err(|error| failure!(BLOCKMASK_BAD_ARGUMENT, "{error}"))?;
        out.write(Box::into_raw(boxed(blockmask_selector { mark: Mark::of::<blockmask_selector>(), selector })?));
        Ok(())
    })
}

/// Frees a selector, or NULL. No thread may be inside a call with it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_free_selector(selector: *mut blockmask_selector) {
    // SAFETY: by the header's rules NULL, or made by this library, freed once and used by nobody else now.
    unsafe { mark::free(selector) }
}

/// Writes the nodes below a node, or of the whole page for node 0, that a selector matches: a table of uint32_t in document
/// order, which the caller frees with blockmask_free. :scope is the node. Returns BLOCKMASK_LIMIT_REACHED if a crafted
/// selector takes too many steps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_select(
    document: *const blockmask_document,
    selector: *const blockmask_selector,
    node: u32,
    nodes: *mut blockmask_table,
) -> blockmask_status {
    // SAFETY: the caller promises a document, a selector and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(nodes, "nodes")?;
            let found = asked(view, selector, node, |node, selector| {
                let found = node.select(selector)?;
                let mut buffer = MallocBuffer::with_capacity(size_of::<u32>() * found.len())?;
                found.iter().try_for_each(|node| buffer.extend(&[node.index() as u32]))?;
                Ok(buffer.into_table::<u32>(found.len()))
            })?;
            out.write(found);
            Ok(())
        })
    }
}

/// Writes which node a selector matches: the node itself, else the innermost one around it, else BLOCKMASK_NONE. The node
/// matches if it is the one that is written. :scope is the node. Returns what blockmask_select returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_closest(
    document: *const blockmask_document,
    selector: *const blockmask_selector,
    node: u32,
    closest: *mut u32,
) -> blockmask_status {
    // SAFETY: the caller promises a document, a selector and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(closest, "closest")?;
            out.write(asked(view, selector, node, |node, selector| {
                Ok(node.closest(selector)?.map_or(BLOCKMASK_NONE, |found| found.index() as u32))
            })?);
            Ok(())
        })
    }
}

// What a selector says of a node.
unsafe fn asked<T>(
    view: &View<'_>,
    selector: *const blockmask_selector,
    node: u32,
    ask: impl FnOnce(Node<'_, '_>, &Selector) -> Result<T, Failure>,
) -> Result<T, Failure> {
    // SAFETY: by the header's rules NULL, or made by this library and not yet freed.
    if !unsafe { mark::is_valid(selector) } {
        return Err(Failure::new(BLOCKMASK_BAD_POINTER, "selector is NULL or not a selector"));
    }
    // SAFETY: a selector, which nobody changes.
    let selector = unsafe { &(*selector).selector };
    view.derive(|document| {
        let tree = document.tree();
        let count = tree.nodes().len();
        let node = tree.node(node as usize).ok_or_else(|| Failure::no_such("node", node as usize, count))?;
        ask(node, selector)
    })?
}

#[cfg(test)]
mod tests {
    use super::super::analyzer::blockmask_reset_analyzer;
    use super::super::render::blockmask_free;
    use super::super::start::*;
    use super::super::status::{BLOCKMASK_LIMIT_REACHED, BLOCKMASK_NO_PAGE, BLOCKMASK_OK, blockmask_last_error};
    use super::super::tree::blockmask_parse;
    use super::*;
    use std::ptr::{null, null_mut};

    #[test]
    fn selectors_find_and_match() {
        let page = c"<ul><li>1<li class=a>2<b>3</b></ul>";
        let (mut analyzer, mut document, mut selector) = (null_mut(), null(), null_mut());
        let mut table = blockmask_table { rows: null(), count: 0, stride: 0 };
        let compile = |text: &str, out: &mut *mut blockmask_selector| {
            // SAFETY: a string and a variable.
            unsafe { blockmask_compile_selector(text.as_ptr().cast(), text.len(), out) }
        };
        // SAFETY: valid variables, and handles that are freed once.
        unsafe {
            assert_eq!(blockmask_create_analyzer(null(), &mut analyzer), BLOCKMASK_OK);
            let length = page.count_bytes();
            assert_eq!(
                blockmask_parse(analyzer, page.as_ptr(), length, null(), null(), 0, &mut document),
                BLOCKMASK_OK
            );
            assert_eq!(compile("li:first-child, .a > b", &mut selector), BLOCKMASK_OK);
            assert_eq!(blockmask_select(document, selector, 0, &mut table), BLOCKMASK_OK);
            assert_eq!(std::slice::from_raw_parts(table.rows.cast::<u32>(), table.count), [5, 9]);
            blockmask_free(table.rows.cast_mut().cast());
            let mut found = 0;
            assert_eq!((blockmask_closest(document, selector, 9, &mut found), found), (BLOCKMASK_OK, 9));
            assert_eq!((blockmask_closest(document, selector, 6, &mut found), found), (BLOCKMASK_OK, 5));
            assert_eq!((blockmask_closest(document, selector, 4, &mut found), found), (BLOCKMASK_OK, BLOCKMASK_NONE));
            assert_eq!(blockmask_closest(document, selector, 99, &mut found), BLOCKMASK_BAD_ARGUMENT);
            assert_eq!(blockmask_closest(document, null(), 0, &mut found), BLOCKMASK_BAD_POINTER);
            assert_eq!(blockmask_select(null(), selector, 0, &mut table), BLOCKMASK_BAD_POINTER);
            let mut none = null_mut();
            assert_eq!(compile("li:hover", &mut none), BLOCKMASK_BAD_ARGUMENT);
            let message = std::ffi::CStr::from_ptr(blockmask_last_error()).to_str().unwrap();
            assert!(message.contains("at byte 2 of the selector, found `:hover`") && none.is_null(), "{message}");
            // The page is gone.
            assert_eq!(blockmask_reset_analyzer(analyzer), BLOCKMASK_OK);
            assert_eq!(blockmask_select(document, selector, 0, &mut table), BLOCKMASK_NO_PAGE);
            let page = "<p>".repeat(20_000);
            let (html, length) = (page.as_ptr().cast(), page.len());
            assert_eq!(blockmask_parse(analyzer, html, length, null(), null(), 0, &mut document), BLOCKMASK_OK);
            blockmask_free_selector(selector);
            assert_eq!(compile("b ~ p", &mut selector), BLOCKMASK_OK);
            assert_eq!(blockmask_select(document, selector, 0, &mut table), BLOCKMASK_LIMIT_REACHED);
            blockmask_free_selector(selector);
            blockmask_free_selector(null_mut());
            blockmask_free_analyzer(analyzer);
        }
    }
}
