//! The entry point of target `encoding`; see `src/targets/encoding.rs`.
#![no_main]
blockmask_fuzz::target!(encoding);
