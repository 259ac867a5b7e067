//! Malformed input yields a document, possibly an empty one, or a descriptive error: no panic, no hang, no output.

#[path = "common/invariants/mod.rs"]
mod invariants;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
#[path = "common/thorough.rs"]
mod thorough;

use blockmask::{
    Analyzer, BlockType, Error, Input, MarkdownOptions, MaskMethod, Options, Parts, PassageOptions, Truncation,
};
use random::Random;
use std::path::Path;
use thorough::sparse;

/// Analyzes a page and checks the invariants of the document.
fn check(analyzer: &mut Analyzer, page: &[u8], what: &str) {
    match analyzer.analyze(page) {
        Ok(document) => invariants::check(&document, page, what),
        Err(error) => panic!("{error}: {what}"),
    }
}

#[test]
fn empty_and_tiny_pages() {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    for page in [&b""[..], b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b" ", b"\n\r\t", b"\0", b"<", b"&", b"</", b"<!"]
    {
        check(&mut analyzer, page, &format!("{page:?}"));
    }
    let document = analyzer.analyze(b"").expect("a document");
    assert_eq!((document.blocks().len(), document.text(), document.segments().len()), (0, "", 0));
    let document = analyzer.analyze(b"\xef\xbb\xbf").expect("a document");
    assert_eq!((document.blocks().len(), document.encoding()), (0, "UTF-8"));
}

#[test]
fn every_pair_of_bytes() {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    // 7 is no divisor of 256, so that a sparse run has every byte in both places.
    for pair in (0..=u16::MAX).step_by(sparse(7)) {
        check(&mut analyzer, &pair.to_be_bytes(), &format!("{pair:04x}"));
    }
}

#[test]
fn every_tag_in_several_contexts() {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    let names = TAGS.split_ascii_whitespace();
    for name in names {
        for page in [
            format!("<{name}>"),
            format!("</{name}>"),
            format!("<{name}/>"),
            format!("<{name}"),
            format!("<{name}>text"),
            format!("<{name} a=b class='c d' href=x>text</{name}>more"),
            format!("<table><{name}>text</{name}></table>"),
            format!("<svg><{name}>text</{name}>more</svg>"),
            format!("<template><{name}>text</{name}>more</template>"),
            format!("<select><{name}>text</{name}></select>"),
        ] {
            check(&mut analyzer, page.as_bytes(), &page);
        }
    }
}

const TAGS: &str = "a abbr address applet area article aside audio b base basefont bdi bdo bgsound big blink \
    blockquote body br button canvas caption center cite code col colgroup data datalist dd del \
    details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame \
    frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd \
    keygen label legend li link listing main map mark marquee math menu meta meter mi mo nav nobr \
    noembed noframes noscript object ol optgroup option output p param plaintext pre progress q rb \
    rp rt rtc ruby s samp script search section select slot small source span strike strong style \
    sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul \
    var video wbr xmp x-custom desc foreignObject annotation-xml";

#[test]
fn random_bytes_and_malformed_utf8() {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    let mut random = Random(11);
    for round in 0..400 {
        let page: Vec<u8> = (0..random.below(3000)).map(|_| random.next() as u8).collect();
        check(&mut analyzer, &page, &format!("random bytes, round {round}"));
    }
    let malformed: [&[u8]; 8] = [
        b"\x80",
        b"\xc0\xaf",
        b"\xe2\x82",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"\xf0\x9f\x98",
        b"\xff",
        b"\xfe\xfe",
    ];
    for sequence in malformed {
        for page in [
            sequence.repeat(100),
            [b"<meta charset=utf-8><p>text ", sequence, b" text"].concat(),
            [b"<meta charset=utf-8><p title='", sequence, b"'>", sequence, b"</p>"].concat(),
            [b"\xef\xbb\xbf<p", sequence, b">", sequence].concat(),
        ] {
            check(&mut analyzer, &page, &format!("{sequence:x?}"));
        }
    }
    check(&mut analyzer, &[0; 10_000], "NUL");
}

#[test]
fn every_encoding_on_random_bytes() {
    let labels = "utf-8 ibm866 iso-8859-2 iso-8859-8-i windows-1252 windows-874 koi8-r macintosh gbk gb18030 big5 euc- \
        jp iso-2022-jp shift_jis euc-kr replacement utf-16be utf-16le x-user-defined hz-gb-2312 none-such";
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    let mut random = Random(13);
    for label in labels.split_ascii_whitespace() {
        for round in 0..60 {
            let mut page: Vec<u8> = (0..random.below(600)).map(|_| random.next() as u8).collect();
            page.splice(0..0, b"<p>text <b>".iter().copied());
            match analyzer.analyze_input(Input::new(&page).charset(label)) {
                Ok(document) => invariants::check(&document, &page, &format!("{label}, round {round}: {page:x?}")),
                Err(error) => panic!("{label}: {error}"),
            }
        }
    }
}

/// The page is a zeroed mapping that is never touched, so it takes no physical memory.
#[test]
#[cfg(target_pointer_width = "64")]
fn four_gigabytes_are_rejected_unread() {
    let len = (4 << 30) + 1;
    let page = vec![0; len];
    for limit in [Options::default().limits.max_input, u64::MAX] {
        let mut options = Options::with_parts(Parts::ALL);
        options.limits.max_input = limit;
        let mut analyzer = Analyzer::new(options);
        for page in [&page[..], &page[..len - 1], &page[..len - 2]] {
            let error = analyzer.analyze(page).expect_err("too large");
            assert!(matches!(error, Error::TooLarge { len, .. } if len == page.len() as u64), "{error:?}");
            assert!(error.to_string().contains(&page.len().to_string()), "{error}");
        }
        assert!(analyzer.analyze(b"<p>usable").is_ok());
    }
}

#[test]
fn limits_are_exact() {
    let page = realistic::page(20_000, 3);
    let mut options = Options::with_parts(Parts::ALL);
    options.limits.max_input = 1000;
    let mut analyzer = Analyzer::new(options);
    assert!(analyzer.analyze(&page[..1000]).is_ok());
    assert!(matches!(analyzer.analyze(&page[..1001]), Err(Error::TooLarge { len: 1001, limit: 1000 })));
    for (nodes, depth) in [(0, 0), (1, 1), (2, 2), (3, 3), (10, 512), (100, 4), (u32::MAX, 5), (u32::MAX, u16::MAX)] {
        let mut options = Options::with_parts(Parts::ALL);
        options.limits.max_nodes = nodes;
        options.limits.max_depth = depth;
        let mut analyzer = Analyzer::new(options);
        for page in [&page[..], b"", b"x", b"<table>x<b><p>y</b>z<tr><td>", &b"<svg><desc><p>x".repeat(40)] {
            check(&mut analyzer, page, &format!("{nodes} nodes, depth {depth}, {} bytes", page.len()));
        }
        if nodes < 100 {
            assert!(analyzer.analyze(&page).is_ok_and(|document| !document.truncation().is_empty()), "{nodes} nodes");
        }
    }
}

const FRAGMENTS: &str = "\
    <p>|</p>|<b>|</b>|<i>|</i>|<a href=x>|</a>|<div class='a b'>|</div>|<table>|</table>|<tr>|<td>|</td>|<caption>|\
    <col>|<select>|<option>|</select>|<svg>|</svg>|<desc>|<math>|<mi>|<template>|</template>|<script>|</script>|\
    <style>|</style>|<title>|</title>|<textarea>|</textarea>|<!--|-->|<![CDATA[|]]>|<!DOCTYPE html>|<html>|<head>|\
    <body>|</body>|</html>|<frameset>|<ul>|<li>|</ul>|<h1>|</h2>|<form>|</form>|<button>|<input type=hidden>|\
    <img alt=x>|<br>|</br>|<hr>|<nobr>|<ruby><rt>|<font color=1>|<plaintext>|<noscript>|</noscript>|<p hidden>|\
    <div style='display:none'>|&amp;|&nbsp;|&eacute|&#x1F600;|&#0;|&notit;|text| more text | |\n|\r\n|\t|\u{a0}|\
    \u{3000}|\u{4e2d}\u{6587}|\u{301}|caf\u{e9}|\u{feff}|\0|<|>|\"|'|=|/|&|\
    one two three four five six seven eight nine ten |<!--googleoff: all-->|<!--googleon: all-->|<x-y>|</x-y>|\
    <iframe/>|<meta charset=gbk>";

/// A page of random fragments of markup, some of them truncated, with some random bytes.
fn random_page(random: &mut Random) -> Vec<u8> {
    let (fragments, mut page) = (FRAGMENTS.split('|').collect::<Vec<_>>(), Vec::new());
    for _ in 0..random.below(60) {
        let fragment = random.pick(&fragments).as_bytes();
        let cut = if random.below(12) == 0 { random.below(fragment.len() + 1) } else { fragment.len() };
        page.extend_from_slice(&fragment[..cut]);
        if random.below(40) == 0 {
            page.push(random.next() as u8);
        }
    }
    page
}

/// Shrinks a failing page by deleting chunks as long as it still fails.
fn shrink(mut page: Vec<u8>) -> Vec<u8> {
    let fails = |page: &[u8]| {
        std::panic::catch_unwind(|| check(&mut Analyzer::new(Options::with_parts(Parts::ALL)), page, "")).is_err()
    };
    let mut width = page.len() / 2;
    while width > 0 {
        let mut at = 0;
        while at + width <= page.len() {
            let shorter = [&page[..at], &page[at + width..]].concat();
            if fails(&shorter) { page = shorter } else { at += 1 }
        }
        width = if width == 1 { 0 } else { width.div_ceil(2).min(width - 1) };
    }
    page
}

#[test]
fn random_pages() {
    let mut random = Random(17);
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    for round in 0..5000 / sparse(8) {
        let page = random_page(&mut random);
        let fresh = std::panic::catch_unwind(|| {
            let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
            let document = analyzer.analyze(&page).expect("a document");
            invariants::check(&document, &page, &format!("round {round}"));
            invariants::description(&document)
        });
        let Ok(fresh) = fresh else {
            let shrunk = shrink(page);
            panic!("round {round}, shrunk to {:?}", String::from_utf8_lossy(&shrunk));
        };
        let reused = analyzer.analyze(&page).expect("a document");
        assert_eq!(invariants::description(&reused), fresh, "a reused analyzer differs on {page:?}");
    }
}

/// Random slices of a realistic page in random order.
#[test]
fn shuffled_pages() {
    let page = realistic::page(20_000, 23);
    let mut random = Random(19);
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    for round in 0..500 / sparse(4) {
        let mut shuffled = Vec::new();
        for _ in 0..random.below(30) {
            let start = random.below(page.len());
            let end = page.len().min(start + random.below(300));
            shuffled.extend_from_slice(&page[start..end]);
        }
        check(&mut analyzer, &shuffled, &format!("round {round}: {}", String::from_utf8_lossy(&shuffled)));
    }
}

/// Structure that only hostile pages have is cut off at limits that are reported, and its output stays in proportion.
#[test]
fn lists_nested_ten_thousand_deep() {
    let page = "<ul><li>Rain fell on the city".repeat(10_000);
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    check(&mut analyzer, page.as_bytes(), "nested lists");
    let document = analyzer.analyze(page.as_bytes()).expect("a document");
    assert!(document.truncation().contains(Truncation::DEPTH));
    assert_eq!(document.blocks().len(), 10_000);
    let depths: Vec<u16> = document.blocks().filter_map(|block| block.list_item()).map(|item| item.depth).collect();
    // Half of the elements up to the limit of 512 are items; those below it are side by side.
    assert_eq!((depths.len(), depths.iter().max()), (254, Some(&254)));
    let limit = 64 * page.len() + (1 << 20);
    assert!(document.markdown(&MarkdownOptions::default()).text().len() <= limit);
    let passages = document.passages(&PassageOptions::default());
    assert!(passages.iter().map(|passage| passage.text().len()).sum::<usize>() <= limit);
    assert!(passages.iter().all(|passage| passage.source().end <= page.len()));
}

/// Lines of code stay lines, however many there are.
#[test]
fn preformatted_text_of_fifty_megabytes() {
    let line = "let rain = river + bridge; // 50 bytes, and no tags\n";
    let lines = 50_000_000 / sparse(25) / line.len();
    let page = format!("<h1>Code</h1><pre>{}</pre>", line.repeat(lines));
    let mut options = Options::default();
    options.mask = MaskMethod::Density;
    let mut analyzer = Analyzer::new(options);
    let document = analyzer.analyze(page.as_bytes()).expect("a document");
    let code = document.blocks().last().expect("the code");
    assert_eq!(code.block_type(), BlockType::Code);
    let source = code.source();
    assert_eq!((source.start, source.end), ("<h1>Code</h1><pre>".len(), page.len() - "\n</pre>".len()));
    let text = document.plain_text();
    assert_eq!(text.lines().filter(|&text| text == line.trim_end()).count(), lines);
    let passages = document.passages(&PassageOptions::default());
    assert!(passages.len() > 1000 && passages.iter().all(|passage| passage.source().end <= page.len()));
    assert!(document.records().is_empty());
}

/// Lints the library's sources: they print nothing and do not use bumpalo directly. Tests may print.
#[test]
fn sources_do_not_print_or_bypass_the_arena() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.extend((!path.ends_with("src/bin")).then_some(path));
                continue;
            }
            if path.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = std::fs::read_to_string(&path).expect("a source file");
            let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            files += 1;
            // bumpalo's vectors abort when memory runs out; ours return an error.
            let is_arena = path.parent().is_some_and(|folder| folder.ends_with("src/base/arena"));
            assert!(is_arena || !code.contains("bumpalo::"), "{}: use crate::arena", path.display());
            for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
                let prints =
                    ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!("].iter().any(|name| line.contains(name));
                let is_test = path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains("test"));
                assert!(!prints || is_test, "{}: {line}", path.display());
            }
        }
    }
    assert!(files > 10, "the sources were not found");
}
