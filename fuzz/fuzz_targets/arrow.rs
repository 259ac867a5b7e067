//! The entry point of target `arrow`; see `src/targets/arrow.rs`.
#![no_main]
blockmask_fuzz::page_target!(arrow);
