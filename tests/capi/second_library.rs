//! An unrelated Rust static library, to be linked into one program with blockmask.

/// Uses what both libraries bring along: the allocator, panics, formatting, threads.
#[unsafe(no_mangle)]
pub extern "C" fn second_library_answer() -> u32 {
    let caught = std::panic::catch_unwind(|| std::panic::resume_unwind(Box::new(format!("{}", 42))));
    let text = caught.unwrap_err().downcast::<String>().map(|text| *text).unwrap_or_default();
    std::thread::spawn(move || text.parse().unwrap_or(0)).join().unwrap_or(0)
}
