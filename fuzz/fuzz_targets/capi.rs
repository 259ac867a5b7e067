//! The target `capi`: what it does is told in `src/targets/capi.rs`.
#![no_main]
blockmask_fuzz::target!(capi);
