//! How much a test does that could go on for long.

/// Whether the tests read all real pages and make all random documents. Release builds do, and the builds of
/// `make test-thorough`, which sets `BLOCKMASK_THOROUGH`; without optimizations that would take a quarter of an hour.
pub fn is_thorough() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("BLOCKMASK_THOROUGH").is_some()
}

/// 1 in a thorough run, otherwise `part`: every which page is read, or by what a number of rounds is divided.
pub fn sparse(part: usize) -> usize {
    if is_thorough() { 1 } else { part }
}
