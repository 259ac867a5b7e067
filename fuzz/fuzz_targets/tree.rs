//! The target `tree`: what it does is told in `src/targets/tree.rs`.
#![no_main]
blockmask_fuzz::target!(tree);
