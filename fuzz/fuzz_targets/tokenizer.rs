//! The target `tokenizer`: what it does is told in `src/targets/tokenizer.rs`.
#![no_main]
blockmask_fuzz::target!(tokenizer);
