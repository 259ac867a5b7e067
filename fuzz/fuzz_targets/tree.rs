//! The entry point of target `tree`; see `src/targets/tree.rs`.
#![no_main]
blockmask_fuzz::page_target!(tree);
