//! Markdown and passages from the command line, and Markdown read back by a parser of CommonMark.

mod common;

use common::{Folder, is_headline, is_main, object, page, run};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// The Markdown of a page.
fn markdown(path: &str) -> String {
    markdown_with(&[], path)
}

fn markdown_with(options: &[&str], path: &str) -> String {
    let output = run(&[&["text", "--format", "markdown", path], options].concat());
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn events(markdown: &str) -> Vec<Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES).collect()
}

/// The words that a parser reads but for the texts of images, and how often it reads each kind of element.
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
    let mut is_image = false;
    for event in events(markdown) {
        match event {
            Event::Start(Tag::Image { .. }) => is_image = true,
            Event::End(TagEnd::Image) => is_image = false,
            Event::Text(_) | Event::Code(_) if is_image => {}
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
    let main = record["blocks"].as_array().unwrap().iter().filter(|block| is_main(block));
    let main: Vec<_> = main.collect();
    let texts: Vec<&str> = main.iter().map(|block| block["text"].as_str().unwrap()).collect();
    let of_type =
        |name: &str| main.iter().filter(|block| block["block_type"] == name && block["table"].is_null()).count();
    let distinct = |keys: &[&str]| {
        // The headline is outside of lists and tables.
        let main = main.iter().filter(|block| !is_headline(block));
        let of_block = |block: &&Value| keys.iter().map(|key| block[*key].as_u64()).collect::<Option<Vec<_>>>();
        main.filter(|block| has_place(block, keys)).filter_map(of_block).collect::<BTreeSet<_>>().len()
    };
    Read {
        words: words(&texts.join("\n")),
        headings: main.iter().filter(|block| block["block_type"] == "heading" || is_headline(block)).count(),
        code: of_type("code"),
        items: distinct(&["list", "item"]),
        cells: distinct(&["table", "row", "column"]),
        ..Read::default()
    }
}

/// Whether Markdown has a separate place for the cell or the item of a block: not for terms and definitions, items in
/// cells, and what is nested too deep or too wide.
fn has_place(block: &Value, keys: &[&str]) -> bool {
    let limits = block["list_depth"].as_u64() <= Some(8) && block["quote_depth"].as_u64() <= Some(8);
    match keys[0] {
        "table" => block["column"].as_u64() < Some(64),
        _ => {
            limits
                && block["table"].is_null()
                && block["block_type"] != "definition"
                && block["block_type"] != "definition-term"
        }
    }
}

/// Checks that a page keeps its words, headings, code, items and cells in Markdown.
fn check(path: &str) {
    check_with(&[], path);
    check_with(&["--images"], path);
}

fn check_with(options: &[&str], path: &str) {
    let text = markdown_with(options, path);
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
    // An item or a cell may itself have no text.
    assert!(found.items >= expected.items, "{} of {} items of {path}\n{text}", found.items, expected.items);
    assert!(found.cells >= expected.cells, "{} of {} cells of {path}\n{text}", found.cells, expected.cells);
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
fn links_and_images_are_options() {
    let folder = Folder::new("markdown options");
    let long = "Rain fell on the city for the third day, and the river rose over its banks in the night.";
    let between = "<figure><img src=/f alt=Flood></figure>";
    let end = "Boats were carried into the streets, and the post came by water for the first time in a century.";
    let path = folder.file(
        "page.html",
        format!("<base href=https://e.org/><p>{long} <img src=/m alt=Map> <a href=/x>More</a>{between}<p>{end}")
            .as_bytes(),
    );
    for (options, expected) in [
        (&[][..], format!("{long} [More](https://e.org/x)\n\n{end}\n")),
        (&["--no-links"], format!("{long} More\n\n{end}\n")),
        (
            &["--images"],
            format!("{long} ![Map](https://e.org/m) [More](https://e.org/x)\n\n![Flood](https://e.org/f)\n\n{end}\n"),
        ),
    ] {
        let output = run(&[&["text", "--format", "markdown", &path][..], options].concat());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
    }
    assert_eq!(run(&["text", "--images", &path]).status.code(), Some(2));
}

/// The offsets beside a text belong to its blocks.
#[test]
fn offsets_of_blocks() {
    let long = "Rain fell on the city for the third day,<br>and the river rose over its banks in the night.";
    let html = format!("<h1>Rain</h1><p>{long}</p><ul><li>One word<li>One word</ul><pre>  a\n  b</pre><p>{long}");
    let folder = Folder::new("offsets");
    let path = folder.file("page.html", html.as_bytes());
    let texts = |format: &str| {
        let record = object(&["text", "--mask", "tag-path", "--format", format, "--offsets", &path]);
        let text = record["text"].as_str().unwrap().to_owned();
        let at = |block: &Value, key: &str| block[key].as_u64().unwrap() as usize;
        let blocks = record["blocks"].as_array().unwrap();
        assert_eq!(at(&blocks[2], "block"), 2);
        assert_eq!(&html[at(&blocks[2], "source_start")..at(&blocks[2], "source_end")], "One word");
        let ranges = blocks.iter().map(|block| at(block, "text_start")..at(block, "text_end"));
        ranges.map(|range| text[range].to_owned()).collect::<Vec<_>>()
    };
    let (line, lines) = (long.replace("<br>", " "), long.replace("<br>", "\n"));
    assert_eq!(texts("text"), ["Rain", &line, "One word", "One word", "a b", &line]);
    assert_eq!(texts("jsonl"), texts("text"));
    assert_eq!(texts("plain"), ["Rain", &lines, "One word", "One word", "  a\n  b", &lines]);
    let lines = long.replace("<br>", "\\\n");
    assert_eq!(texts("markdown"), ["# Rain", &lines, "One word", "One word", "```\n  a\n  b\n```", &lines]);
    assert_eq!(run(&["text", "--format", "html", "--offsets", &path]).status.code(), Some(2));
}

#[test]
fn passages() {
    let path = page("article.html");
    let record = object(&["passages", "--main-only", "--format", "jsonl", "--max-tokens", "60", &path]);
    let passages = record["passages"].as_array().unwrap();
    assert!(passages.len() > 1);
    let mut all = Vec::new();
    for passage in passages {
        assert!(passage["tokens"].as_u64().unwrap() <= 60, "{passage}");
        assert!(passage["source_start"].as_u64() < passage["source_end"].as_u64(), "{passage}");
        all.extend(words(passage["text"].as_str().unwrap()));
    }
    // Bars stand between the cells of a row.
    let without_bars: Vec<_> = all.iter().filter(|word| *word != "|").cloned().collect();
    assert_eq!(without_bars, expected(&path).words);
    assert!(passages.iter().any(|passage| !passage["headings"].as_array().unwrap().is_empty()));
    let output = run(&["passages", "--main-only", "--max-tokens", "60", &path]);
    assert_eq!(words(&String::from_utf8(output.stdout).unwrap()), all);
    assert_eq!(run(&["passages", "--max-tokens", "0", &path]).status.code(), Some(2));
}
