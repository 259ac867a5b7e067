//! The target `model`: what it does is told in `src/targets/model.rs`.
#![no_main]
blockmask_fuzz::target!(model);
