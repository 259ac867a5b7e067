//! The entry point of target `outputs`; see `src/targets/outputs.rs`.
#![no_main]
blockmask_fuzz::page_target!(outputs);
