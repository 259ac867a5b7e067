//! Markdown and passages from the command line, and Markdown read back by a parser of CommonMark.

mod common;

use common::{Folder, object, page, run};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::fs;

/// The Markdown of a page.
fn markdown(path: &str) -> String {
    let output = run(&["text", "--format", "markdown", path]);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn events(markdown: &str) -> Vec<Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES).collect()
}

/// The words that a parser reads, and how often it reads each kind of element.
#[derive(Debug, Default, PartialEq)]
struct Read {
    words: Vec<String>,
    headings: usize,
    items: usize,
    code: usize,
    cells: usize,
    quotations: usize,
}

fn read(markdown: &str) -> Read {
    let mut read = Read::default();
    let mut text = String::new();
    for event in events(markdown) {
        match event {
            Event::Text(piece) | Event::Code(piece) => text.push_str(&piece),
            Event::SoftBreak | Event::HardBreak => text.push(' '),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell) => text.push(' '),
            Event::Start(Tag::Heading { .. }) => read.headings += 1,
            Event::Start(Tag::Item) => {
                text.push(' ');
                read.items += 1;
            }
            Event::Start(Tag::CodeBlock(_)) => read.code += 1,
            Event::Start(Tag::TableCell) => read.cells += 1,
            Event::Start(Tag::BlockQuote(_)) => {
                text.push(' ');
                read.quotations += 1;
            }
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML in Markdown: {html}"),
            _ => {}
        }
    }
    read.words = words(&text);
    read
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c == '\u{200b}' || c == '\u{feff}')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// What the blocks of the main text have, by the JSON of the page.
fn expected(path: &str) -> Read {
    let record = object(&["blocks", "--format", "jsonl", path]);
    let main = record["blocks"].as_array().unwrap().iter().filter(|block| block["is_template"] == false);
    let main: Vec<_> = main.collect();
    let texts: Vec<&str> = main.iter().map(|block| block["text"].as_str().unwrap()).collect();
    let of_type = |name: &str| main.iter().filter(|block| block["type"] == name && block["table"].is_null()).count();
    Read { words: words(&texts.join("\n")), headings: of_type("heading"), code: of_type("code"), ..Read::default() }
}

/// Checks that a page keeps its words, headings and code in Markdown.
fn check(path: &str) {
    let text = markdown(path);
    let (found, expected) = (read(&text), expected(path));
    let first = found.words.iter().zip(&expected.words).position(|(one, other)| one != other);
    let around = |words: &[String]| {
        let at = first.unwrap_or(words.len().saturating_sub(1));
        words[at.saturating_sub(3)..words.len().min(at + 3)].join(" ")
    };
    let same = found.words == expected.words;
    assert!(same, "{path}: {:?} is read as {:?}\n{text}", around(&expected.words), around(&found.words));
    assert_eq!(found.headings, expected.headings, "headings of {path}\n{text}");
    // The blocks of one `pre` are one block of code.
    assert!(found.code <= expected.code && (found.code > 0) == (expected.code > 0), "code of {path}\n{text}");
}

#[test]
fn markdown_of_fixtures_is_read_back() {
    for name in ["article.html", "forum.html", "list.html", "chinese.gbk.html"] {
        check(&page(name));
    }
}

#[test]
fn structure_is_read_back() {
    let folder = Folder::new("markdown");
    let long = "Rain fell on the city for the third day, and the river rose over its banks in the night.";
    let html = format!(
        "<article><h1>A # heading #</h1><p>{long} <i>Snake_case</i> *stars* 1. [x](y) &lt;b&gt; &amp;lt; a|b \\\\ `t`</p>\
        <ol start=4><li>1. one<li># two<ul><li>- deep<li>+ deep</ul><li>three<blockquote>> said</blockquote></ol>\
        <ul><li>other</ul><p>{long}<br>---<br>=== x<br>- y<table><tr><th>a|b<th>`c`<tr><td>- d<td><code>e|f</code></table>\
        <pre>``` not a fence\n  x</pre><p><a href='/a b(c)'>li[nk]</a><b>bold</b> {long}</article>"
    );
    let path = folder.file("page.html", html.as_bytes());
    check(&path);
    let found = read(&markdown(&path));
    assert_eq!((found.items, found.cells, found.quotations, found.code), (6, 4, 1, 1));
}

/// Every page of the corpus, if it is there.
#[test]
fn markdown_of_real_pages_is_read_back() {
    let shared = std::env::var("BLOCKMASK_SHARED").unwrap_or_else(|_| "../../shared".to_owned());
    let Ok(pages) = fs::read_dir(format!("{shared}/corpus/trafilatura-eval/html")) else {
        println!("skipped: no pages in {shared}/corpus");
        return;
    };
    let mut pages: Vec<_> = pages.map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    for path in pages.iter().step_by(4) {
        check(path.to_str().unwrap());
    }
}

#[test]
fn passages() {
    let path = page("article.html");
    let record = object(&["passages", "--format", "jsonl", "--max-tokens", "60", &path]);
    let passages = record["passages"].as_array().unwrap();
    assert!(passages.len() > 1);
    let mut all = Vec::new();
    for passage in passages {
        assert!(passage["tokens"].as_u64().unwrap() <= 60, "{passage}");
        assert!(passage["start"].as_u64() < passage["end"].as_u64(), "{passage}");
        all.extend(words(passage["text"].as_str().unwrap()));
    }
    assert_eq!(all, expected(&path).words);
    assert!(passages.iter().any(|passage| !passage["headings"].as_array().unwrap().is_empty()));
    let output = run(&["passages", "--max-tokens", "60", &path]);
    assert_eq!(words(&String::from_utf8(output.stdout).unwrap()), all);
    assert_eq!(run(&["passages", "--max-tokens", "0", &path]).status.code(), Some(2));
}
