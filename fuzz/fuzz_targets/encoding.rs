//! The target `encoding`: what it does is told in `src/targets/encoding.rs`.
#![no_main]
blockmask_fuzz::target!(encoding);
