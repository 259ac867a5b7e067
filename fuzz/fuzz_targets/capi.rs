//! The entry point of target `capi`; see `src/targets/capi.rs`.
#![no_main]
blockmask_fuzz::target!(capi);
