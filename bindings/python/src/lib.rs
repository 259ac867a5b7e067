//! The Python package `blockmask`: the classes and functions of its module `blockmask._native`.
//!
//! | file | what |
//! |---|---|
//! | `analyzer` | `Analyzer`, and the functions of the module |
//! | `pool` | the analyzers of the library behind an `Analyzer` |
//! | `options` | keyword arguments to options of the library |
//! | `source` | a page as it was passed in: bytes, text or a buffer |
//! | `request` | a page with its charset and address, to be analyzed |
//! | `offsets` | offsets in bytes to offsets in characters |
//! | `collect` | what a page's analysis found, in tables that outlive it |
//! | `page`, `records`, `fingerprint`, `joined` | the classes of results |
//! | `facts` | what a page says about itself, as plain values |
//! | `dict` | the results of a page as plain values |
//! | `text_map` | the map from the text of a page to its source |
//! | `site` | `SiteStats`, what the pages of a site have in common |
//! | `values` | names, sets of flags and shared texts as values of Python |
//! | `batch`, `column` | many pages at once, from and to Arrow |
//! | `bench` | the same work without Python, for benchmarks |
//! | `error` | errors to exceptions |
//!
//! Documentation comments of Python's classes and functions are their docstrings.

mod analyzer;
mod batch;
#[cfg(feature = "bench")]
mod bench;
mod collect;
mod column;
mod dict;
mod error;
mod facts;
mod fingerprint;
mod joined;
mod offsets;
mod options;
mod page;
mod pool;
mod records;
mod request;
mod site;
mod source;
mod text_map;
mod values;

use pyo3::prelude::*;

/// The compiled part of the package blockmask.
#[pymodule(gil_used = false)]
mod _native {
    #[pymodule_export]
    use crate::analyzer::{Analyzer, analyze, analyze_batch, extract};
    #[pymodule_export]
    use crate::batch::Batch;
    #[cfg(feature = "bench")]
    #[pymodule_export]
    use crate::bench::{time_batch, time_extract};
    #[pymodule_export]
    use crate::fingerprint::Fingerprint;
    #[pymodule_export]
    use crate::joined::{JoinedText, join};
    #[pymodule_export]
    use crate::page::{Page, restore_page};
    #[pymodule_export]
    use crate::records::{Area, Block, Comment, Image, Link, Passage, Run, Segment, VisualArea, restore};
    #[pymodule_export]
    use crate::site::SiteStats;
    #[allow(non_upper_case_globals)]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
