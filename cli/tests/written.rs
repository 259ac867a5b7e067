//! End-to-end tests of output that goes into files: `--output` and `--output-dir`.

mod common;

use common::archive::gzip;
use common::{Folder, out, page, run, text};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The files in a folder and those below, by their paths from it, with what is in them.
fn files_in(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

fn expect(folder: &Path, expected: &[(&str, &str)]) {
    let expected: Vec<(String, String)> =
        expected.iter().map(|&(name, content)| (name.to_owned(), content.to_owned())).collect();
    assert_eq!(files_in(folder), expected);
}

#[test]
fn every_command_writes_a_file() {
    let folder = Folder::new("output");
    let file = folder.0.join("result");
    let (file, page) = (file.to_str().unwrap(), page("article.html"));
    for command in ["blocks", "text", "passages", "facts", "visual", "layout", "tree", "prune", "view"] {
        let printed = run(&[command, &page]).stdout;
        assert_eq!(out(&run(&[command, "--output", file, &page])), "", "{command}");
        assert!(fs::read(file).unwrap() == printed, "{command}");
    }
    let printed = run(&["select", "p", &page]).stdout;
    assert_eq!(out(&run(&["select", "p", "-o", file, &page])), "");
    assert!(fs::read(file).unwrap() == printed);
    let output = run(&["text", "--output", "/no/such/folder/file", &page]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
    assert!(text(&output.stderr).starts_with("blockmask: /no/such/folder/file: "), "{}", text(&output.stderr));
    for missing in [vec!["site", &page], vec!["view", "--open", &page]] {
        let output = run(&missing);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains("--output <FILE>"), "{}", text(&output.stderr));
    }
}

#[test]
fn a_folder_of_pages_becomes_a_folder_of_texts() {
    let folder = Folder::new("output-dir");
    fs::create_dir_all(folder.0.join("site/a")).unwrap();
    folder.file("site/index.html", b"<h1>Rain</h1><p>It fell for <b>three</b> days.");
    folder.file("site/a/b.htm", b"<p>The river rose.");
    folder.file("site/a/b.html.gz", &gzip(b"<p>The bridge was closed."));
    let (site, texts) = (folder.0.join("site"), folder.0.join("texts"));
    let (site, texts_name) = (site.to_str().unwrap(), texts.to_str().unwrap());
    assert_eq!(out(&run(&["text", "-r", site, "--output-dir", texts_name, "--format", "markdown"])), "");
    let markdown = [
        ("a/b-2.md", "The bridge was closed.\n"),
        ("a/b.md", "The river rose.\n"),
        ("index.md", "# Rain\n\nIt fell for **three** days.\n"),
    ];
    expect(&texts, &markdown);
    // Again, over the older files and without others, whatever the number of threads.
    assert_eq!(out(&run(&["text", "-r", site, "--output-dir", texts_name, "--format", "markdown", "--jobs", "3"])), "");
    expect(&texts, &markdown);
    fs::remove_dir_all(&texts).unwrap();
    let line = run(&["text", "--format", "jsonl", "--output-dir", texts_name, &format!("{site}/index.html")]);
    assert_eq!(out(&line), "");
    let (name, content) = files_in(&texts).remove(0);
    assert_eq!((&*name, &serde_json::from_str::<Value>(&content).unwrap()["title"]), ("index.json", &Value::Null));
}

#[test]
fn no_page_is_replaced_and_failures_are_told() {
    let folder = Folder::new("output-dir-bad");
    let page = folder.file("page.html", b"<p>Rain.");
    let other = folder.file("other.html", b"<p>The river rose over its banks.");
    let name = folder.0.to_str().unwrap();
    let output = run(&["text", "--format", "html", "--output-dir", name, &page]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        text(&output.stderr).ends_with("page.html: the output would replace the page\n"),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read(&page).unwrap(), b"<p>Rain.");
    let output = run(&["text", "--output-dir", name, &page, "/no/such/page.html", "--max-input", "20", &other]);
    assert_eq!((output.status.code(), text(&output.stderr).lines().count()), (Some(1), 2));
    assert!(text(&output.stderr).contains("raise --max-input or skip the page"), "{}", text(&output.stderr));
    assert_eq!(fs::read_to_string(folder.0.join("page.txt")).unwrap(), "Rain.\n");
    let output = run(&["text", "--output-dir", &page, &other]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(run(&["text", "--output-dir", name, "--output", &page, &other]).status.code(), Some(2));
}
