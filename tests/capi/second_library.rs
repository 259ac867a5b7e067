//! A Rust static library that has nothing to do with blockmask, to be linked beside it.

/// Uses what both libraries have of their own: the allocator, panics, formatting, threads.
#[unsafe(no_mangle)]
pub extern "C" fn second_library_answer() -> u32 {
    let caught = std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(format!("{}", 42))));
    let text = caught.unwrap_err().downcast::<String>().map(|text| *text).unwrap_or_default();
    std::thread::spawn(move || text.parse().unwrap_or(0)).join().unwrap_or(0)
}
