//! The entry point of target `model`; see `src/targets/model.rs`.
#![no_main]
blockmask_fuzz::target!(model);
