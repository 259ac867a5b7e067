//! The target `analyze`: what it does is told in `src/targets/analyze.rs`.
#![no_main]
blockmask_fuzz::target!(analyze);
