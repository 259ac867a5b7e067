//! The entry point of target `tokenizer`; see `src/targets/tokenizer.rs`.
#![no_main]
blockmask_fuzz::page_target!(tokenizer);
