//! Markdown is never markup of the author of a page: a parser of CommonMark and of GitHub's extensions reads the words of
//! the main text in the elements that they have on the page, and nothing else.

#[path = "common/hostile_markdown.rs"]
mod hostile_markdown;
#[path = "../src/base/random.rs"]
#[allow(dead_code)]
mod random;
#[path = "common/thorough.rs"]
#[allow(dead_code)]
mod thorough;

use blockmask::{Analyzer, Block, BlockType, Document, MarkdownOptions};
use pulldown_cmark::{Event, Options, Parser, Tag};
use std::io::Write;

/// Characters that end a line, for CommonMark or for some renderer.
const LINE_ENDS: [char; 10] =
    ['\n', '\r', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];

fn options(images: bool) -> MarkdownOptions {
    let mut options = MarkdownOptions::default();
    options.images = images;
    options
}

/// What a parser reads.
#[derive(Debug, Default)]
struct Read {
    /// Without whitespace, which separates blocks.
    text: String,
    headings: usize,
    code: usize,
    tables: usize,
    tasks: usize,
}

fn read(markdown: &str, images: bool) -> Read {
    let mut read = Read::default();
    let mut in_image = 0;
    let extensions = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH;
    for event in Parser::new_ext(markdown, extensions | Options::ENABLE_TASKLISTS) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML {html:?} in\n{markdown}"),
            Event::Rule | Event::FootnoteReference(_) => panic!("{event:?} in\n{markdown}"),
            Event::Start(Tag::FootnoteDefinition(_) | Tag::HtmlBlock) => panic!("{event:?} in\n{markdown}"),
            Event::Start(Tag::Link { dest_url, .. }) => check_target(&dest_url, markdown),
            Event::Start(Tag::Image { dest_url, .. }) => {
                assert!(images, "an image in\n{markdown}");
                check_target(&dest_url, markdown);
                in_image += 1;
            }
            Event::End(pulldown_cmark::TagEnd::Image) => in_image -= 1,
            Event::Text(text) | Event::Code(text) if in_image == 0 => read.text.push_str(&text),
            Event::Start(Tag::Heading { .. }) => read.headings += 1,
            Event::Start(Tag::CodeBlock(_)) => read.code += 1,
            Event::Start(Tag::Table(_)) => read.tables += 1,
            Event::TaskListMarker(_) => read.tasks += 1,
            _ => {}
        }
    }
    read
}

fn check_target(target: &str, markdown: &str) {
    let plain: String = target.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let scheme = plain.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let is_script = plain.contains(':') && ["javascript", "data", "vbscript"].contains(&scheme.as_str());
    assert!(!is_script, "a link to {target:?} in\n{markdown}");
}

fn without_space(text: &str) -> String {
    let is_space = |c: char| c.is_whitespace() || LINE_ENDS.contains(&c) || matches!(c, '\u{200b}' | '\u{feff}');
    text.chars().filter(|&c| !is_space(c)).collect()
}

/// Checks the Markdown of a page; with its images the words of their texts are added.
fn check(document: &Document<'_>, html: &str) {
    let main = || document.blocks().filter(Block::is_main);
    let count = |is: fn(BlockType) -> bool| main().filter(|block| is(block.block_type())).count();
    for images in [false, true] {
        let markdown = document.markdown(&options(images));
        let other = |c: &char| *c != '\n' && LINE_ENDS.contains(c);
        assert_eq!(markdown.text().chars().find(other), None, "{html}");
        let found = read(markdown.text(), images);
        let (words, expected) = (without_space(&found.text), without_space(document.main_text().text()));
        assert_eq!(words, expected, "\n{html}\n{}", markdown.text());
        let message = || format!("{found:?} in\n{html}\n{}", markdown.text());
        assert!(found.headings <= 1 + count(|kind| kind == BlockType::Heading), "{}", message());
        assert!(found.code <= count(|kind| kind == BlockType::Code), "{}", message());
        assert!(found.tasks <= html.matches("checkbox").count(), "{}", message());
        let mut tables: Vec<u32> = main().filter_map(|block| block.table_cell()).map(|cell| cell.table).collect();
        tables.dedup();
        assert!(found.tables <= tables.len(), "{}", message());
    }
}

fn pages() -> impl Iterator<Item = String> {
    let count = 20_000 / thorough::sparse(10) as u64;
    (1..=count).map(|i| hostile_markdown::page(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1))
}

#[test]
fn no_page_writes_markup() {
    let mut analyzer = Analyzer::default();
    for html in pages() {
        check(&analyzer.analyze(html.as_bytes()).expect("a document"), &html);
    }
}

/// Formulas end where the page ends them: for renderers that know formulas, no TeX is outside of one and no word of the
/// page inside; for the others it is text, perhaps with emphasis.
#[test]
fn no_formula_writes_markup() {
    let mut analyzer = Analyzer::default();
    let mut formulas = 0;
    for seed in 1..=20_000 / thorough::sparse(10) as u64 {
        let html = hostile_markdown::page_of_formulas(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let document = analyzer.analyze(html.as_bytes()).expect("a document");
        let markdown = document.markdown(&options(true));
        let found = read(markdown.text(), true);
        assert!(found.headings <= 1 + html.matches("<h2>").count() && found.code == 0, "{html}\n{}", markdown.text());
        let message = || format!("in\n{html}\n{}", markdown.text());
        for event in Parser::new_ext(markdown.text(), Options::ENABLE_TABLES | Options::ENABLE_MATH) {
            match event {
                Event::InlineMath(tex) | Event::DisplayMath(tex) => {
                    formulas += 1;
                    assert!(!tex.contains("WORD"), "a word in {tex:?} {}", message());
                }
                Event::Html(_) | Event::InlineHtml(_) => panic!("HTML {}", message()),
                Event::Start(Tag::Strong | Tag::Emphasis | Tag::Link { .. }) | Event::Code(_) => {
                    panic!("{event:?} {}", message())
                }
                _ => {}
            }
        }
    }
    assert!(formulas > 1000, "{formulas}");
}

/// The main content as HTML has the elements of the page: none that its text spells out.
#[test]
fn no_text_becomes_html() {
    let mut analyzer = Analyzer::default();
    let mut reader = Analyzer::default();
    for html in pages() {
        let main = analyzer.analyze(html.as_bytes()).expect("a document").main_html();
        let document = reader.analyze(main.as_bytes()).expect("a document");
        let tree = &document.page().tree;
        for node in tree.nodes {
            let is_from_text = matches!(node.tag.name(), "script" | "#comment");
            let attributes = tree.attributes_of(node).iter().map(|attribute| tree.raw_attribute_name(attribute));
            assert!(!is_from_text && !attributes.into_iter().any(|name| name == b"onerror"), "{html}\n{main}");
        }
    }
}

/// The findings, each of which was an element of a renderer.
#[test]
fn pages_that_wrote_markup() {
    let long = hostile_markdown::LONG;
    for inner in [
        "<table><tr><th>a<th>b<tr><td><pre><code>x\n\n&lt;img src=x onerror=alert(1)></code></pre><td>c</table>",
        "<ul><li><pre>x&#13;&lt;script>alert(1)&lt;/script></pre></ul>",
        "<blockquote><pre>x&#13;&#13;&lt;img src=x onerror=alert(1)></pre></blockquote>",
        "<blockquote><pre>x&#x2028;&lt;img src=x onerror=alert(1)></pre></blockquote>",
        "<p>one<br><img src=x># two",
        "<p>a | b<br>| --- | --- |",
        "<p>a<br>:-- | --",
        "<p>1<b>.</b> one",
        "<p>Look!<a href=/x>here</a>",
        "<p>x<br><img src=x>",
        "<p><a href='&#xa0;javascript:alert(1)'>x</a>",
        "<dl><dt>23&nbsp;<a href=/x>&#30;</a><dd>d</dl>",
    ] {
        let html = format!("<article><p>{long}</p>{inner}<p>{long}</article>");
        let mut analyzer = Analyzer::default();
        check(&analyzer.analyze(html.as_bytes()).expect("a document"), &html);
    }
}

/// The source of a formula is the author's, and stands in Markdown as it is.
#[test]
fn formulas_end_no_line() {
    let long = hostile_markdown::LONG;
    let mut analyzer = Analyzer::default();
    for formula in [
        r"\(x&#29;&lt;b>y\)",
        "<math alttext='a&#x2028;&#x85;&lt;img src=x>b'><mi>a</mi></math>",
        "<math alttext='a&#13;# b'><mi>a</mi></math>",
    ] {
        for inner in [format!("<p>Here {formula} ends."), format!("<pre>Here {formula} ends.</pre>")] {
            let html =
                format!("<script src=/tex-mml-chtml.js></script><article><p>{long}</p>{inner}<p>{long}</article>");
            let document = analyzer.analyze(html.as_bytes()).expect("a document");
            let markdown = document.markdown(&MarkdownOptions::default()).into_text();
            let line = markdown.split(LINE_ENDS).find(|line| line.contains("Here")).expect("the formula");
            assert!(line.contains("ends."), "{markdown}");
        }
    }
}

/// Writes the pages with their Markdown as lines of JSON to the file of this name, for renderers in other languages.
#[test]
fn pages_for_other_renderers() {
    let Some(path) = std::env::var_os("BLOCKMASK_MARKDOWN_CASES") else { return };
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).expect("a file"));
    let mut analyzer = Analyzer::default();
    for html in pages() {
        let document = analyzer.analyze(html.as_bytes()).expect("a document");
        let markdown = [false, true].map(|images| document.markdown(&options(images)).into_text());
        let case = serde_json::json!({ "html": html, "markdown": markdown, "text": document.main_text().text() });
        writeln!(file, "{case}").expect("a line");
    }
}
