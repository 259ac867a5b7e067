//! End-to-end tests of what is read: folders, and what is no page.

mod common;

use common::archive::{brotli, gzip, zstd};
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
    folder.file("e.html.br", &brotli(b"<p>e.html.br"));
    for name in ["z.html", "a.htm", "b/c/d.HTML", "b/style.css", "notes.txt"] {
        folder.file(name, format!("<p>{name}").as_bytes());
    }
    let name = folder.0.to_str().unwrap();
    let output = run(&["blocks", "--format", "tsv", "--recursive", name]);
    let texts: Vec<&str> = out(&output).lines().skip(1).filter_map(|line| line.rsplit('\t').next()).collect();
    assert_eq!(texts, ["a.htm", "b/c/d.HTML", "e.html.br", "z.html"]);
    assert_eq!(run(&["text", name]).status.code(), Some(1));
}

#[test]
fn compressed_pages_are_read() {
    let folder = Folder::new("compressed");
    let page = format!("<p>{}", "Fähre ".repeat(5000)).into_bytes();
    let files = [
        folder.file("page.html", &page),
        folder.file("page.html.gz", &gzip(&page)),
        folder.file("any name", &zstd(&page, b"")),
        folder.file("page.html.br", &brotli(&page)),
        folder.file("plain.html.br", &page),
    ];
    for file in &files {
        assert_eq!(out(&run(&["text", file])).matches("Fähre").count(), 5000, "{file}");
    }
    for damaged in [&brotli(&page)[..1000], b"no Brotli"] {
        let output = run(&["text", &folder.file("damaged.html.br", damaged), &files[0]]);
        assert_eq!((output.status.code(), text(&output.stdout).matches("Fähre").count()), (Some(1), 5000));
        assert!(text(&output.stderr).contains("damaged.html.br: "), "{}", text(&output.stderr));
    }
    let small = ["text", "--max-input", "1000", &files[3]];
    assert!(text(&run(&small).stderr).contains("more than the limit of 1000"));
}

#[test]
#[cfg(unix)]
fn pipes_in_folders_are_skipped() {
    let folder = Folder::new("pipe");
    folder.file("a.html", b"<p>a.html");
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("b.html")).status();
    if !made.is_ok_and(|status| status.success()) {
        return println!("skipped: no mkfifo");
    }
    let output = run(&["text", "--recursive", folder.0.to_str().unwrap()]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "a.html\n"));
}
