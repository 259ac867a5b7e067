//! End-to-end tests of statistics over the pages of a site.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The file of the built-in model.
const MODEL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/judge/mask/model.bin");

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_blockmask")).args(args).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The standard output of a run, which must succeed without messages.
fn out(output: &Output) -> &str {
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
    text(&output.stdout)
}

/// A folder for the files of a test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn statistics_of_a_site_are_written_merged_and_used() {
    let folder = folder("site");
    let file = |name: String| folder.join(name).to_str().unwrap().to_owned();
    let pages: Vec<String> = (0..12).map(|i| file(format!("{i}.html"))).collect();
    for (i, page) in pages.iter().enumerate() {
        let html =
            format!("<div><p>Our town's newspaper<p>Since 1897</div><p>Story {i} of the {i} days on which it rained");
        fs::write(page, html).unwrap();
    }
    let [all, left, right, both] = ["all", "left", "right", "both"].map(|name| file(format!("{name}.bin")));
    let write = |stats: &str, pages: &[String]| {
        let mut args = vec!["site", "--output", stats];
        args.extend(pages.iter().map(String::as_str));
        assert_eq!(out(&run(&args)), "");
    };
    write(&all, &pages);
    write(&left, &pages[..5]);
    write(&right, &pages[5..]);
    assert_eq!(out(&run(&["site", "--output", &both, "--merge", &right, "--merge", &left, "--jobs", "2"])), "");
    assert_eq!(fs::read(&both).unwrap(), fs::read(&all).unwrap());
    let (with, without) = (run(&["text", "--site", &all, &pages[3]]), run(&["text", &pages[3]]));
    assert!(out(&with).contains("Story 3") && !out(&with).contains("newspaper"), "{}", out(&with));
    assert!(out(&without).contains("Story 3"));

    let mut damaged = fs::read(&all).unwrap();
    damaged[40] ^= 1;
    fs::write(&left, damaged).unwrap();
    for (args, message) in [
        (vec!["text", "--site", &left, &pages[0]], "the site statistics are damaged"),
        (vec!["text", "--site", MODEL, &pages[0]], "not a blockmask file of site statistics"),
        (vec!["text", "--site", &all, "--mask", "density", &pages[0]], "can only be used with the mask 'learned'"),
    ] {
        let output = run(&args);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
    }
    let output = run(&["site", "--output", &both, "--merge", &left, &pages[0], &file("none.html".to_owned())]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("damaged") && text(&output.stderr).contains("none.html"));
}

#[test]
fn blocks_have_hashes_in_json() {
    let page = folder("hashes").join("page.html");
    fs::write(&page, "<p>Rain fell").unwrap();
    let output = run(&["blocks", "--format", "jsonl", page.to_str().unwrap()]);
    let page: serde_json::Value = serde_json::from_str(out(&output)).unwrap();
    let block = &page["blocks"][0];
    assert_eq!(block["text_hash"], "001919afd3eac20b");
    assert_eq!(block["path_hash"], format!("{:016x}", 12_701_802_305_087_801_105_u64));
}
