//! The entry point of target `arrow`; see `src/targets/arrow.rs`.
#![no_main]
blockmask_fuzz::target!(arrow);
