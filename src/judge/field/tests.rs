//! Fields and weights of pages, from HTML to the document.

use super::{Field, UNIT};
use crate::{Analyzer, Input, Options, PageKind};

const STORY: &str = "Rain fell on the city for the third day, and the river rose by two metres over night.";

/// Field, weight and number of other pages of each block whose text begins with a word.
fn fields(html: &str) -> Vec<(String, Field, u8, u16)> {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze_input(Input::new(html.as_bytes()).address("https://example.org/a/page.html")).unwrap();
    let first_word = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
    page.blocks().map(|b| (first_word(b.text()), b.field(), b.weight(), b.link_targets())).collect()
}

fn field_of(html: &str) -> Field {
    fields(&format!("{html}<p>{STORY}</p>"))[0].1
}

#[test]
fn a_page_with_all_fields() {
    let story = format!("<p>{STORY}</p>").repeat(8);
    let html = format!(
        "<title>Rain again - The Post</title><nav><a href=/>Home</a> <a href=/news>News</a> <a href=/>Start</a></nav>\
         <ul><li><a href=#floods>Floods</a></ul><h1>Headline</h1><p class=byline>By Ann</p>{story}\
         <h2 id=floods>Section</h2>{story}<pre>let x = 1;\n</pre><h3><a href=/other>Teaser</a></h3>\
         <dl><dt>term(x)<dd>{STORY}</dl><table><tr><th>Column<tr><td>5 metres</table>\
         <p hidden>Secret</p><footer><p>Copyright 2026 The Post and its owners, all rights are reserved here.</footer>"
    );
    let expected = [
        ("Rain", Field::Title, 64, 0),
        ("Home", Field::Link, 2, 2),
        ("Floods", Field::InPageLink, 8, 0),
        ("Headline", Field::H1, 64, 0),
        ("By", Field::Byline, 4, 0),
        ("let", Field::Code, 2, 0),
        ("Teaser", Field::LinkedHeading, 8, 1),
        ("term(x)", Field::Label, 24, 0),
        ("Column", Field::Label, 8, 0),
        ("5", Field::Text, 4, 0),
        ("Secret", Field::Hidden, 0, 0),
        ("Copyright", Field::Text, 4, 0),
    ];
    let found = fields(&html);
    for (word, field, weight, targets) in expected {
        let block = found.iter().find(|block| block.0 == word).unwrap_or_else(|| panic!("no {word} in {found:?}"));
        assert_eq!((block.1, block.2, block.3), (field, weight, targets), "{word}");
    }
}

#[test]
fn a_block_that_repeats_the_title_is_a_headline() {
    let title = "<title>Data.Map.Strict - containers</title>";
    for (html, field) in [
        ("<p class=caption>Data.Map.Strict</p>", Field::H1),
        ("<h2>Data.Map.Strict</h2>", Field::H1),
        ("<p>containers</p>", Field::H1),
        ("<p>Data.Map</p>", Field::Label),
        ("<p>Map</p>", Field::Label),
        ("<p>Data.Map.Stri</p>", Field::Label),
        ("<p><a href=/x>Data.Map.Strict</a></p>", Field::Link),
        ("<p><a href=page.html>Data.Map.Strict</a></p>", Field::H1),
    ] {
        assert_eq!(fields(&format!("{title}{html}<p>{STORY}</p>"))[1].1, field, "{html}");
    }
}

#[test]
fn labels_are_short_unlinked_and_name_something() {
    for (html, field) in [
        ("<p>Length</p>", Field::Label),
        ("<p><b>Length in metres</b></p>", Field::Label),
        ("<table><td><code>length</code></table>", Field::Label),
        ("<table><td id=x>length</table>", Field::Label),
        ("<table><td>length</table>", Field::Text),
        ("<ul><li>length</ul>", Field::Text),
        ("<p>Length, as <a href=/x>measured</a> here</p>", Field::Text),
        ("<figure><figcaption>The bridge</figcaption></figure>", Field::Label),
        ("<p>one two three four five six seven eight nine ten eleven twelve thirteen</p>", Field::Text),
    ] {
        assert_eq!(field_of(html), field, "{html}");
    }
}

#[test]
fn links_by_where_most_of_their_text_leads() {
    for (html, field) in [
        ("<p><a href=#a>Further down</a></p>", Field::InPageLink),
        ("<p><a href=page.html#a>Further down</a></p>", Field::InPageLink),
        ("<p><a href=mailto:ann@example.org>Write to Ann</a></p>", Field::InPageLink),
        ("<p><a href='&#109;ailto:ann@example.org'>Write to Ann</a></p>", Field::InPageLink),
        ("<p><a href=other.html>Another page</a></p>", Field::Link),
        ("<p><a href=#a>Up</a> <a href=other.html>Another page</a></p>", Field::Link),
        ("<h2><a href=#a>Section</a></h2>", Field::Heading),
        ("<h2><a href=b.html>Section</a></h2>", Field::LinkedHeading),
        ("<h2>Section <a href=b.html>b</a></h2>", Field::LinkedHeading),
        ("<h2>A longer section <a href=b.html>b</a></h2>", Field::Heading),
    ] {
        assert_eq!(field_of(html), field, "{html}");
    }
}

/// Of a page that was saved to a file, the canonical address serves as that from the caller does otherwise.
#[test]
fn links_of_a_saved_page_to_itself() {
    let page = |rel: &str, address: Option<&str>| {
        let html = format!(
            "<html><head><link rel='{rel}' href=https://example.org/a/page.html></head><body>\
             <p><a href=page.html#b>Itself</a><p><a href=/a/page.html>Itself</a><p><a href=b.html>Other</a>"
        );
        let mut analyzer = Analyzer::new(Options::default());
        let input = Input::new(html.as_bytes());
        let page = analyzer.analyze_input(address.map_or(input, |address| input.address(address))).unwrap();
        page.blocks().map(|block| (block.field(), block.weight())).collect::<Vec<_>>()
    };
    let expected = [(Field::InPageLink, 8), (Field::InPageLink, 8), (Field::Link, 2)];
    assert_eq!(page("stylesheet", Some("https://example.org/a/page.html")), expected);
    for rel in ["canonical", "canonical shortlink"] {
        for address in [None, Some("file:///home/ann/saved.html"), Some("https://example.org/a/page.html")] {
            assert_eq!(page(rel, address), expected, "{rel} {address:?}");
        }
    }
}

/// A link in the body declares nothing.
#[test]
fn links_to_a_canonical_address_in_the_body() {
    let link = "<p><a href=https://example.org/b>Elsewhere</a>";
    let fields = fields(&format!("<p>{STORY}<link rel=canonical href=https://example.org/b>{link}"));
    assert_eq!((fields[1].1, fields[1].2), (Field::Link, 2));
}

#[test]
fn no_visible_text_has_weight_zero() {
    let repeated = format!("<p>{STORY}</p>").repeat(3);
    for html in ["", "<title>T</title>", &repeated, "<noscript><p>text</noscript>", "<p aria-hidden=true>x", "<td>y"] {
        assert!(fields(html).iter().all(|block| block.2 > 0), "{html}");
    }
    for html in [
        "<p hidden>x",
        "<noindex>x</noindex>",
        "<!--googleoff: index--><p>x<!--googleon: index-->",
        "<p style=display:none>x",
    ] {
        assert!(fields(html).iter().all(|block| block.1 == Field::Hidden && block.2 == 0), "{html}");
    }
}

#[test]
fn headings_of_documentation_count_more() {
    let items =
        format!("<section id=s><h2>parse(text)</h2><pre><code>parse(text)</code></pre><p>{STORY}</p></section>");
    let html = format!(
        "<html><head><meta name=generator content='Docutils'><title>Reference</title></head><body class=docs>\
         <nav class=toc><a href=#s>parse</a></nav><main class=documentation>{}</main>",
        items.repeat(12)
    );
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    assert_eq!(page.kind(), Some(PageKind::Documentation));
    let heading = page.blocks().find(|block| block.field() == Field::Heading).unwrap();
    assert_eq!(heading.weight(), 24);
}

#[test]
fn defaults_of_the_fields() {
    for &field in Field::VALUES {
        assert!(field.weight() <= 16 * UNIT && (field.weight() == 0) == (field == Field::Hidden), "{field}");
        assert!((0.0..=1.0).contains(&field.length_normalization()), "{field}");
        assert_eq!(field.name().parse(), Ok(field));
    }
}
