//! End-to-end tests of what is read: folders, and what is no page.

mod common;

use common::{Folder, out, run, text};
use std::fs;

#[test]
fn what_is_no_page_is_named() {
    let folder = Folder::new("kinds");
    let report = folder.file("report.html", b"%PDF-1.7\n...");
    for (name, reason) in [
        (report.as_str(), "this is a PDF document, not a page"),
        ("https://example.org/", "this program reads files; fetch the page by another: curl -sL ADDRESS"),
        ("no/such/file.html", "No such file"),
    ] {
        let output = run(&["text", name]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(1), ""));
        assert!(text(&output.stderr).contains(reason), "{}", text(&output.stderr));
    }
}

#[test]
fn folders_are_read_if_asked_for() {
    let folder = Folder::new("recursive");
    fs::create_dir_all(folder.0.join("b/c")).unwrap();
    for name in ["z.html", "a.htm", "b/c/d.HTML", "b/style.css", "notes.txt"] {
        folder.file(name, format!("<p>{name}").as_bytes());
    }
    let name = folder.0.to_str().unwrap();
    let output = run(&["blocks", "--format", "tsv", "--recursive", name]);
    let texts: Vec<&str> = out(&output).lines().skip(1).filter_map(|line| line.rsplit('\t').next()).collect();
    assert_eq!(texts, ["a.htm", "b/c/d.HTML", "z.html"]);
    assert_eq!(run(&["text", name]).status.code(), Some(1));
}
