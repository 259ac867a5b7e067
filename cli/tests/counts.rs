//! Counts for filters of corpora, and languages, on the command line.

mod common;

use common::{Folder, objects, run, text};

const PAGE: &str = "<title>Rain</title><p>Rain fell on the city for the third day. The river rose by 2 metres.";

#[test]
fn lines_have_counts_if_they_are_asked_for() {
    let folder = Folder::new("counts");
    let page = folder.file("rain.html", PAGE.as_bytes());
    for command in [["text", "--format=jsonl"], ["text", "--offsets"], ["blocks", "--format=jsonl"]] {
        let plain = objects(&run(&[&command[..], &[&page]].concat()));
        assert!(plain[0].get("counts").is_none() && plain[0].get("block_counts").is_none(), "{command:?}");
        let lines = objects(&run(&[&command[..], &["--counts", &page]].concat()));
        let counts = &lines[0]["counts"];
        assert_eq!([&counts["words"], &counts["sentences"], &counts["digits"]], [15, 2, 1], "{command:?}");
    }
    let lines = objects(&run(&["blocks", "--format=jsonl", "--counts", &page]));
    let words: Vec<_> = lines[0]["block_counts"].as_array().unwrap().iter().map(|counts| &counts["words"]).collect();
    assert_eq!(words, [1, 15]);
}

#[test]
fn other_formats_have_no_counts() {
    for command in ["text", "blocks"] {
        let output = run(&[command, "--counts", "page.html"]);
        assert_eq!(output.status.code(), Some(2));
        assert!(
            text(&output.stderr)
                .contains("the arguments '--counts' and '--languages' can only be used with '--format jsonl'")
        );
    }
}

#[test]
fn lines_have_languages_if_they_are_asked_for() {
    let folder = Folder::new("languages");
    let page = folder.file("rain.html", "<p>Am dritten Tag fiel Regen auf die Stadt.<p lang=fr>42".as_bytes());
    let text = objects(&run(&["text", "--format=jsonl", "--languages", &page]));
    assert_eq!(text[0]["page_language"]["language"], "de");
    let blocks = objects(&run(&["blocks", "--format=jsonl", "--languages", &page]));
    assert_eq!(blocks[0]["block_languages"][0]["language"], "de");
    assert_eq!(blocks[0]["block_languages"][1], serde_json::json!({"language": "fr", "confidence": 0.0}));
    assert!(objects(&run(&["text", "--format=jsonl", &page]))[0].get("page_language").is_none());
}
