//! All benchmarks measure the pages of `benches/pages.txt`, so that their figures can be compared.

use std::fs;
use std::path::PathBuf;

/// The programs that measure on real pages, or the files that give them their pages.
const READERS: [&str; 7] = [
    "benches/src/pages.rs",
    "benches/trees.py",
    "benches/pipeline.py",
    "packaging/capi.mk",
    "bindings/python/benches/bench.py",
    "examples/spark/bench.py",
    "bindings/go/go.mk",
];
/// What a program says that searches the corpora for pages.
const SEARCHES: [&str; 5] = ["*.html.gz", "rglob(", ".glob(\"*/html", "step_by(step)", "NR %"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn the_list_is_sorted_and_its_pages_exist() {
    let text = read("benches/pages.txt");
    let names: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "not sorted, or a page twice");
    let corpora = read("benches/lab/corpora.toml");
    let of_corpora = |name: &&str| corpora.contains(&format!("\n[{}]\n", name.split('/').next().unwrap_or_default()));
    assert!(names.iter().all(of_corpora), "a page of a corpus that benches/lab/corpora.toml does not name");
    assert!(text.contains(&format!("{} pages", names.len())), "the number of pages in the comment");
    let shared = std::env::var_os("BLOCKMASK_SHARED").map_or_else(|| root().join("../shared"), PathBuf::from);
    if shared.join("corpus").is_dir() {
        let missing: Vec<_> = names.iter().filter(|name| !shared.join("corpus").join(name).is_file()).collect();
        assert!(missing.is_empty(), "{missing:?}");
    } else {
        println!("skipped: whether the pages exist; there is no {}", shared.display());
    }
}

#[test]
fn benchmarks_read_the_list_and_choose_no_pages() {
    for file in READERS {
        let reads = ["pages.txt", "bench-pages"].iter().any(|name| read(file).contains(name));
        assert!(reads, "{file} does not read the list");
    }
    let measures = ["packaging/pgo.mk", "benches/lab/src/bin/measure_c.rs", "benches/src/peers.rs"];
    for file in READERS.iter().chain(&measures) {
        let text = read(file);
        let found: Vec<_> = SEARCHES.iter().filter(|search| text.contains(**search)).collect();
        assert!(found.is_empty(), "{file} chooses pages: {found:?}");
    }
}
