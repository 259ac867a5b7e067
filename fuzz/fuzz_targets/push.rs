//! The entry point of target `push`; see `src/targets/push.rs`.
#![no_main]
blockmask_fuzz::target!(push);
