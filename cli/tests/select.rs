//! Elements by selectors, on the command line.

mod common;

use common::{Folder, out, run, text};
use serde_json::{Value, json};

const PAGE: &str = "<!doctype html><title>Rain</title><main>\n<article class=ad><h2>Buy</h2></article>\n\
    <article><h2 id=a>Rain  fell\n<b>again</b></h2><p>x &lt; y</p>\n<p title='&amp;'>z</p></article></main>";

#[test]
fn formats() {
    let folder = Folder::new("select");
    let path = folder.file("page.html", PAGE.as_bytes());
    let select = |selector: &str, format: &str| out(&run(&["select", "--format", format, selector, &path])).to_owned();
    assert_eq!(select("main > article:not(.ad) h2, p", "text"), "Rain fell again\nx < y\nz\n");
    // Whitespace between blocks is text, too.
    assert_eq!(select("main", "text"), "Buy Rain fell againx < y z\n");
    assert_eq!(
        select("h2#a, p", "html"),
        "<h2 id=a>Rain  fell\n<b>again</b></h2>\n<p>x &lt; y</p>\n<p title='&amp;'>z</p>\n"
    );
    assert_eq!(select("nosuch", "text"), "");
    let line: Value = serde_json::from_str(&select("p[title]", "jsonl")).unwrap();
    let at = PAGE.find("<p title").unwrap();
    let expected = json!([{
        "node": 21, "name": "p", "source_start": at, "source_end": at + 22, "content_start": at + 17,
        "content_end": at + 18, "attributes": [{"name": "title", "value": "&"}], "text": "z",
    }]);
    assert_eq!(line["elements"], expected, "{line}");
    assert_eq!((&line["file"], &line["truncation"]), (&json!(path), &json!([])));
}

/// A page in another encoding is printed in UTF-8; ranges are of its bytes.
#[test]
fn encodings() {
    let folder = Folder::new("select encodings");
    let path = folder.file("page.html", b"<meta charset=iso-8859-1><i>\xe9</i><b>\xfc</b>");
    assert_eq!(out(&run(&["select", "--format", "html", "b", &path])), "<b>\u{fc}</b>\n");
    let line: Value = serde_json::from_str(out(&run(&["select", "--format", "jsonl", "b", &path]))).unwrap();
    assert_eq!(line["elements"][0]["source_start"], 33);
}

#[test]
fn errors() {
    let folder = Folder::new("select errors");
    let path = folder.file("page.html", PAGE.as_bytes());
    let output = run(&["select", "p:hover", &path]);
    assert_eq!(output.status.code(), Some(2));
    let expected =
        "expected a pseudo-class that a document without scripts has at byte 1 of the selector, found `:hover`";
    assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    // A crafted selector spends its steps: a failure of this page.
    let deep = folder.file("deep.html", ("<div>".repeat(400) + &"<p>".repeat(20_000)).as_bytes());
    let output = run(&["select", "b ~ p", &deep, &path]);
    assert!(output.status.code() == Some(1) && output.stdout.is_empty(), "{output:?}");
    assert!(text(&output.stderr).contains("deep.html: the page reaches a limit"), "{}", text(&output.stderr));
}
