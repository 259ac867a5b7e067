//! The entry point of target `rules`; see `src/targets/rules.rs`.
#![no_main]
blockmask_fuzz::target!(rules);
