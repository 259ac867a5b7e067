//! What pages say about themselves, from the command line.

mod common;

use common::{Folder, object, objects, out, run, text};

const PAGE: &str =
    "<html lang=en><meta name=robots content='max-snippet:50, nofollow'><meta name=googlebot content=noindex>
    <link rel=canonical href=/c><link rel=alternate hreflang=de href=/de>
    <meta property=article:published_time content='2026-05-02T10:11:12+02:00'>
    <script type=application/ld+json>{\"@type\":\"NewsArticle\",\"datePublished\":\"2026-05-02\"}</script>
    <p>Rain fell on <span data-nosnippet>the city</span> for the third day. <span data-own>Log in</span>";

#[test]
fn facts_as_json_lines() {
    let folder = Folder::new("facts");
    let path = folder.file("page.html", PAGE.as_bytes());
    let options = ["--agent", "GoogleBot", "--x-robots-tag", "noarchive", "--exclusion-attribute", "data-own"];
    let record = object(
        &[&["facts", "--format", "jsonl", "--address", "https://example.org/a"][..], &options, &[&path]].concat(),
    );
    assert_eq!(record["file"], path);
    let facts = &record["facts"];
    assert_eq!(facts["robots"]["rules"], serde_json::json!(["noindex", "nofollow", "noarchive"]));
    assert_eq!(facts["robots"]["max_snippet"], 50);
    assert_eq!(facts["robots"]["directives"].as_array().unwrap().len(), 4);
    assert_eq!(facts["canonical"]["value"], "https://example.org/c");
    assert_eq!(facts["alternates"][0]["language"], "de");
    assert_eq!(facts["types"][0]["value"], "NewsArticle");
    assert_eq!(facts["description"], serde_json::Value::Null);
    assert_eq!((&facts["published"]["date"], &facts["published"]["origin"]), (&"2026-05-02".into(), &"json-ld".into()));
    let rules: Vec<_> = facts["exclusions"].as_array().unwrap().iter().map(|part| part["rule"].clone()).collect();
    assert_eq!(rules, ["data-nosnippet", "attribute"]);
    let (start, end) = (&facts["language"]["source_start"], &facts["language"]["source_end"]);
    assert_eq!(&PAGE[start.as_u64().unwrap() as usize..end.as_u64().unwrap() as usize], "en");
}

#[test]
fn facts_as_text() {
    let folder = Folder::new("facts");
    let path = folder.file("page.html", PAGE.as_bytes());
    let output = run(&["facts", &path]);
    let lines: Vec<&str> = out(&output).lines().collect();
    assert_eq!(lines[0], path);
    assert!(lines.contains(&"robots             max-snippet: 50  (meta)"), "{}", out(&output));
    assert!(lines.contains(&"published          2026-05-02  (json-ld, confidence 0.98)"), "{}", out(&output));
    assert!(!out(&output).contains("noindex"), "a directive to another crawler");
}

#[test]
fn headers_of_records_count() {
    let headers = "Content-Type: text/html\r\nX-Robots-Tag: noindex\r\nx-robots-tag: otherbot: noarchive";
    let response = format!("HTTP/1.1 200 OK\r\n{headers}\r\n\r\n{PAGE}");
    let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/a\r\n\
        Content-Type: application/http; msgtype=response";
    let record = format!("{head}\r\nContent-Length: {}\r\n\r\n{response}\r\n\r\n", response.len());
    let folder = Folder::new("facts");
    let path = folder.file("a.warc", record.as_bytes());
    let output = run(&["facts", "--format", "jsonl", "--quiet", &path]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let facts = &objects(&output)[0]["facts"];
    assert_eq!(facts["robots"]["rules"], serde_json::json!(["noindex", "nofollow"]));
    let last = facts["robots"]["directives"].as_array().unwrap().last().unwrap();
    assert_eq!((&last["agent"], &last["applies"], last.get("source_start")), (&"otherbot".into(), &false.into(), None));
}

#[test]
fn blocks_have_the_facts_of_their_page() {
    let head = "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.org/a\r\n\
        Content-Type: application/http; msgtype=response";
    let response = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: noarchive\r\n\r\n{PAGE}");
    let record = format!("{head}\r\nContent-Length: {}\r\n\r\n{response}\r\n\r\n", response.len());
    let folder = Folder::new("facts");
    let path = folder.file("a.warc", record.as_bytes());
    let of = |command| object(&[command, "--format", "jsonl", "--quiet", &path])["facts"].take();
    let facts = of("blocks");
    assert_eq!(facts["robots"]["rules"], serde_json::json!(["nofollow", "noarchive"]));
    assert_eq!(facts["canonical"]["value"], "https://example.org/c");
    assert_eq!(facts, of("facts"));
}

#[test]
fn facts_of_blocks_are_limited() {
    let folder = Folder::new("facts");
    let meta = "<meta name=robots content=nofollow>".repeat(250);
    let path = folder.file("page.html", (meta + &"<p>x".repeat(20_000)).as_bytes());
    let record = object(&["blocks", "--format", "jsonl", "--max-output", "1", &path]);
    assert_eq!(record["truncation"], serde_json::json!(["output"]));
    assert_eq!(record["facts"]["robots"]["rules"], serde_json::json!(["nofollow"]));
    assert_eq!(record["facts"]["robots"]["directives"], serde_json::json!([]));
    assert!(record.to_string().len() < 2 << 20);
}
