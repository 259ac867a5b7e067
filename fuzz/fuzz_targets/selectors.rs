//! The entry point of target `selectors`; see `src/targets/selectors.rs`.
#![no_main]
blockmask_fuzz::target!(selectors);
