//! The target `push`: what it does is told in `src/targets/push.rs`.
#![no_main]
blockmask_fuzz::target!(push);
