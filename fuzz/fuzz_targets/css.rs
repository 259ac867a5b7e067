//! The entry point of target `css`; see `src/targets/css.rs`.
#![no_main]
blockmask_fuzz::target!(css);
