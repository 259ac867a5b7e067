//! The entry point of target `analyze`; see `src/targets/analyze.rs`.
#![no_main]
blockmask_fuzz::page_target!(analyze);
