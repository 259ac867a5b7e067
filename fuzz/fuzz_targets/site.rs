//! The entry point of target `site`; see `src/targets/site.rs`.
#![no_main]
blockmask_fuzz::target!(site);
