//! Target `site`: untrusted statistics of a site.
//!
//! If the first byte is odd, the bytes get a valid checksum, so that the fuzzer reaches the code after it. Accepted
//! statistics are written as they were read, and merging them with themselves changes nothing.

use blockmask::{Analyzer, SiteStats};

/// Reads the statistics and uses them.
pub fn run(data: &[u8]) -> bool {
    let Some((&first, rest)) = data.split_first() else { return false };
    let mut file = rest.to_vec();
    if first & 1 == 1 {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        file.extend(rest.iter().fold(0xcbf2_9ce4_8422_2325, step).to_le_bytes());
    }
    let Ok(stats) = SiteStats::read(&file) else { return true };
    assert_eq!(stats.write(), file);
    let mut merged = stats.clone();
    merged.merge(&stats).expect("one model");
    assert_eq!(merged, stats);
    let mut analyzer = Analyzer::default();
    if analyzer.set_site(Some(stats.prior().into())).is_ok() {
        let page = analyzer.analyze(b"<nav><p>Home</nav><p>Rain fell on the city.").expect("a page");
        assert!(page.blocks().all(|block| (0.0..=1.0).contains(&block.probability())));
    }
    true
}
