//! The Python package `blockmask`: the classes and functions of its module `blockmask._native`.
//!
//! | file | what |
//! |---|---|
//! | `analyzer` | `Analyzer`, and the functions of the module |
//! | `pool` | the analyzers of the library behind an `Analyzer` |
//! | `settings` | how pages are analyzed |
//! | `options` | keyword arguments to settings |
//! | `source` | a page as it was passed in: bytes, text or a buffer |
//! | `request` | a page with its charset and address, to be analyzed |
//! | `analyzed` | an analyzed page, which owns its document |
//! | `offsets` | offsets in bytes to offsets in characters, and back |
//! | `page`, `rows`, `fingerprint`, `joined` | the classes of results |
//! | `paths` | the tag paths of blocks |
//! | `collect` | the rows of a page, read from its document |
//! | `pickle` | pickling pages |
//! | `facts` | what a page says about itself, as plain values |
//! | `dict` | the results of a page as plain values |
//! | `site` | `SiteStats`, what the pages of a site have in common |
//! | `tree` | the tree of a page, and the parser alone |
//! | `values` | names, sets of flags, shared texts, hashes and numbers as values of Python |
//! | `batch`, `column` | many pages at once, from and to Arrow |
//! | `bench` | the same work without Python, for benchmarks |
//! | `error` | errors to exceptions |
//!
//! Documentation comments of Python's classes and functions are their docstrings.

mod analyzed;
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
mod groups;
mod joined;
mod offsets;
mod options;
mod page;
mod paths;
mod pickle;
mod pool;
mod request;
mod rows;
mod settings;
mod site;
mod source;
mod tree;
mod values;
mod versions;

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
    use crate::page::Page;
    #[pymodule_export]
    use crate::pickle::{reduce, restore as restore_page};
    #[pymodule_export]
    use crate::rows::{
        Annotation, Block, Comment, Image, LayoutArea, Link, Passage, Run, Segment, VisualArea, restore,
    };
    #[pymodule_export]
    use crate::site::SiteStats;
    #[pymodule_export]
    use crate::tree::{Attribute, Node, Selector, Tree, parse};
    #[pymodule_export]
    use crate::versions::diff_passages;
    #[allow(non_upper_case_globals)]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
