//! The target `css`: what it does is told in `src/targets/css.rs`.
#![no_main]
blockmask_fuzz::target!(css);
