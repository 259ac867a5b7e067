use super::{BlockType, Direction};
use crate::{Analyzer, Block, Options, Truncation};

/// What `show` makes of each block that has a body text.
fn of_blocks<T>(html: &str, show: impl Fn(&Block<'_, '_>) -> T) -> Vec<(String, T)> {
    let mut analyzer = Analyzer::new(Options::default());
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    page.blocks().map(|block| (block.text().to_owned(), show(&block))).collect()
}

fn expect<T: PartialEq + std::fmt::Debug>(found: Vec<(String, T)>, expected: Vec<(&str, T)>) {
    let expected: Vec<(String, T)> = expected.into_iter().map(|(text, value)| (text.to_owned(), value)).collect();
    assert_eq!(found, expected);
}

#[test]
fn types() {
    use BlockType::*;
    let html = "<title>t</title><p>p</p><h2>h</h2><ul><li>li<p>lip</p><blockquote>q<pre>c</pre></blockquote></ul>\
        <dl><dt>dt<dd>dd</dl><figure><figcaption>fc</figcaption></figure><fieldset><legend>le</legend>\
        <p><label>la</label></fieldset><p><button>bu</button><li>stray<h3>h3</h3></li>after";
    let expected = vec![
        ("t", Title),
        ("p", Paragraph),
        ("h", Heading),
        ("li", ListItem),
        ("lip", ListItem),
        ("q", Quotation),
        ("c", Code),
        ("dt", DefinitionTerm),
        ("dd", Definition),
        ("fc", Caption),
        ("le", FormText),
        ("la", FormText),
        ("bu", FormText),
        ("stray", ListItem),
        ("h3", Heading),
        ("after", Paragraph),
    ];
    expect(of_blocks(html, |block| block.block_type()), expected);
}

#[test]
fn lists() {
    let html = "<ol start=3><li>a<li>b<ul><li>c<li></li><li>d</ul><li value=9><p>e<p>f</ol><ul><li>g</ul><p>h";
    let show = |block: &Block<'_, '_>| block.list_item().map(|at| (at.list, at.item, at.number, at.depth));
    let expected = vec![
        ("a", Some((0, 0, Some(3), 1))),
        ("b", Some((0, 1, Some(4), 1))),
        ("c", Some((1, 0, None, 2))),
        ("d", Some((1, 2, None, 2))),
        ("e", Some((0, 2, Some(9), 1))),
        ("f", Some((0, 2, Some(9), 1))),
        ("g", Some((2, 0, None, 1))),
        ("h", None),
    ];
    expect(of_blocks(html, show), expected);
}

/// Numbers as a browser shows them.
#[test]
fn numbers_of_items() {
    let numbers = |html: &str| {
        let found = of_blocks(html, |block| block.list_item().and_then(|item| item.number));
        found.into_iter().filter_map(|(_, number)| number).collect::<Vec<_>>()
    };
    for (html, expected) in [
        ("<ol reversed><li>a<ol><li>x<li>y</ol><li>b<li>c</ol>", vec![3, 1, 2, 2, 1]),
        ("<ol reversed start=10><li>a<li>b<li value=3>c<li>d</ol>", vec![10, 9, 3, 2]),
        ("<ol start=-1><li>a<li>b<li>c</ol>", vec![-1, 0, 1]),
        ("<ol start=2147483647><li>a<li>b</ol>", vec![i32::MAX, i32::MAX]),
        ("<ol start=two><li value=' +5x'>a<li value>b</ol>", vec![5, 6]),
        ("<ul reversed start=4><li value=7>a</ul>", vec![]),
    ] {
        assert_eq!(numbers(html), expected, "{html}");
    }
}

fn cell(block: &Block<'_, '_>) -> Option<(u32, u32, u16, u16, u16, bool)> {
    block.table_cell().map(|at| (at.table, at.row, at.column, at.row_span, at.column_span, at.is_header))
}

#[test]
fn cells() {
    let html = "<table><caption>cap</caption><tr><th>a<th colspan=2>b<tr><td rowspan=2>c<td>d<td>e<tr><td>f<td>g\
        <tbody><tr><td rowspan=0>h<td>i<tr><td>j</table><table><tr><td>k<td>l<tr><td>m<td>n</table>";
    let expected = vec![
        ("cap", None),
        ("a", Some((0, 0, 0, 1, 1, true))),
        ("b", Some((0, 0, 1, 1, 2, true))),
        ("c", Some((0, 1, 0, 2, 1, false))),
        ("d", Some((0, 1, 1, 1, 1, false))),
        ("e", Some((0, 1, 2, 1, 1, false))),
        ("f", Some((0, 2, 1, 1, 1, false))),
        ("g", Some((0, 2, 2, 1, 1, false))),
        ("h", Some((0, 3, 0, 65_534, 1, false))),
        ("i", Some((0, 3, 1, 1, 1, false))),
        ("j", Some((0, 4, 1, 1, 1, false))),
        ("k", Some((1, 0, 0, 1, 1, false))),
        ("l", Some((1, 0, 1, 1, 1, false))),
        ("m", Some((1, 1, 0, 1, 1, false))),
        ("n", Some((1, 1, 1, 1, 1, false))),
    ];
    expect(of_blocks(html, cell), expected);
}

/// The text of a table for layout has the structure of what is around the table.
#[test]
fn tables_for_layout() {
    for html in [
        "<table><tr><td>a<td>b</table>",
        "<table><tr><td>a<tr><td>b</table>",
        "<table role=presentation><tr><td>a<td>b<tr><td>a<td>b</table>",
        "<table><tr><td><h2>a</h2><td>b<tr><td>a<td>b</table>",
    ] {
        assert!(of_blocks(html, cell).iter().all(|(_, cell)| cell.is_none()), "{html}");
    }
    let nested = "<ul><li><table><tr><td>a<td><table><tr><th>b<td>c</table><tr><td>d<td>e</table></ul>";
    let show = |block: &Block<'_, '_>| (block.block_type(), block.table_cell().map(|at| (at.table, at.column)));
    use BlockType::{ListItem, TableCell, TableHeader};
    let expected = vec![
        ("a", (ListItem, None)),
        ("b", (TableHeader, Some((1, 0)))),
        ("c", (TableCell, Some((1, 1)))),
        ("d", (ListItem, None)),
        ("e", (ListItem, None)),
    ];
    expect(of_blocks(nested, show), expected);
}

#[test]
fn language_direction_and_quotations() {
    let html = "<html lang=en><p>a<div lang=' fr ' dir=RTL>b<p lang=''>c</div><blockquote>d<blockquote>e</blockquote>\
        </blockquote>f";
    let show = |block: &Block<'_, '_>| {
        let language = block.language().map(str::to_owned);
        (language, block.direction(), block.quote_depth())
    };
    let some = |name: &str| Some(name.to_owned());
    let expected = vec![
        ("a", (some("en"), None, 0)),
        ("b", (some("fr"), Some(Direction::Rtl), 0)),
        ("c", (None, Some(Direction::Rtl), 0)),
        ("d", (some("en"), None, 1)),
        ("e", (some("en"), None, 2)),
        ("f", (some("en"), None, 0)),
    ];
    expect(of_blocks(html, show), expected);
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    assert_eq!(&html[page.block(1).unwrap().language_source().unwrap()], " fr ");
}

#[test]
fn headings_above() {
    let long = "Rain fell on the city for the third day, and the river rose over its banks in the night.";
    let html = format!(
        "<title>t</title><p>{long}</p><h1>a</h1><p>{long}</p><h3>b</h3><p>{long}</p><h2>c</h2><p>{long}</p>\
        <h2 hidden>x</h2><h3>d</h3><p>{long}"
    );
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let mut paths = Vec::new();
    for block in page.blocks() {
        let path: Vec<&str> = block.heading_path().map(|heading| heading.text()).collect();
        paths.push(path.join(" < "));
    }
    assert_eq!(paths, ["", "", "", "a", "a", "b < a", "a", "c < a", "", "c < a", "d < c < a"]);
}

#[test]
fn images() {
    let html = "<img src=a alt=first><p>one <img src='b?x&amp;y' alt=' Caf&eacute;\n plan '> two<p hidden><img alt=no>\
        <img alt=''><img src=c><template><img alt=never></template>";
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    let found: Vec<_> =
        page.images().map(|image| (image.alt(), image.target(), image.block(), image.weight())).collect();
    let image = |alt: &str, target: &str, block, weight| (alt.to_owned(), target.to_owned(), block, weight);
    let expected = [image("first", "a", None, 1), image("Café plan", "b?x&y", Some(0), 1), image("no", "", Some(0), 0)];
    assert_eq!(found, expected);
    assert_eq!(&html[page.images().next().unwrap().source()], "<img src=a alt=first>");
    assert_eq!(&html[page.images().next().unwrap().alt_source()], "first");
}

#[test]
fn stuffed_alternative_texts_count_nothing() {
    let weights = |html: &str| {
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        page.images().map(|image| image.weight()).collect::<Vec<_>>()
    };
    let image = |word: &str, words: usize| format!("<img alt='{}'>", format!("{word} ").repeat(words));
    assert_eq!(weights(&(image("a", 64) + &image("a", 65) + &image("a", 1))), [1, 0, 1]);
    // What another image has said.
    assert_eq!(weights(&(image("a", 2) + &image("b", 2) + &image("a", 2) + &image("b", 2))), [1, 1, 0, 0]);
    // 256 words on a short page, a quarter of a page of 2,000 tokens.
    let images = |count, words| (0..count).map(|i| image(&i.to_string(), words)).collect::<String>();
    assert_eq!(weights(&images(5, 64)), [1, 1, 1, 1, 0]);
    let expected = [[1; 10].as_slice(), &[0]].concat();
    assert_eq!(weights(&format!("<p>{}{}", "text ".repeat(2_000), images(11, 50))), expected);
}

#[test]
fn links_of_blocks() {
    let html = "<p>a<p><a href=x rel='nofollow ugc'>b</a> c <a href=y>d</a><p><a href=z>e</a>";
    let show = |block: &Block<'_, '_>| block.links().map(|link| link.target() + &link.rel()).collect::<Vec<_>>();
    let found = of_blocks(html, show);
    let links: Vec<Vec<&str>> = found.iter().map(|(_, links)| links.iter().map(String::as_str).collect()).collect();
    assert_eq!(links, [vec![], vec!["xnofollow ugc", "y"], vec!["z"]]);
}

/// Spans over spans cost bounded work, and say so.
#[test]
fn spans_are_bounded() {
    let columns = "<td colspan=10000 rowspan=10000>x".repeat(100);
    let html = format!("<table><tr><th>a{}</table>", format!("<tr>{columns}").repeat(200));
    let long = format!("<table><tr>{}{}</table>", "<th rowspan=9999>a".repeat(2000), "<tr><td>x".repeat(2000));
    let mut analyzer = Analyzer::default();
    let page = analyzer.analyze(long.as_bytes()).unwrap();
    assert!(page.truncation().contains(Truncation::WORK));
    let last = page.blocks().last().unwrap().table_cell().unwrap();
    assert_eq!((last.row, last.column), (2000, 0), "spans are forgotten");
    let page = analyzer.analyze(html.as_bytes()).unwrap();
    assert!(!page.truncation().contains(Truncation::WORK), "spans at the last column cost nothing");
    let last = page.blocks().last().unwrap().table_cell().unwrap();
    assert_eq!((last.row, last.row_span, last.column_span), (200, 10_000, 1_000));
}

/// Positions against the algorithm of the standard on a grid of slots.
#[test]
fn cells_against_slots() {
    let mut random = crate::base::random::Random(7);
    let mut analyzer = Analyzer::default();
    for _ in 0..crate::base::simd::rounds(300) {
        let (mut html, mut rows) = (String::from("<table><caption>x</caption>"), Vec::new());
        for _ in 0..random.below(12usize) {
            html += "<tr>";
            let mut row = Vec::new();
            for _ in 0..random.below(8usize) {
                let (width, height) = (1 + random.below(3usize), 1 + random.below(5usize));
                html += &format!("<td colspan={width} rowspan={height}>x");
                row.push((width, height));
            }
            rows.push(row);
        }
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        let cells = page.blocks().filter_map(|block| block.table_cell());
        let found: Vec<(usize, usize)> = cells.map(|cell| (cell.row as usize, cell.column as usize)).collect();
        assert_eq!(found, slots(&rows), "{html}");
    }
}

fn slots(rows: &[Vec<(usize, usize)>]) -> Vec<(usize, usize)> {
    let mut taken = vec![[false; 128]; rows.len() + 5];
    let mut cells = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let mut x = 0;
        for &(width, height) in row {
            while taken[y][x] {
                x += 1;
            }
            cells.push((y, x));
            taken[y..y + height].iter_mut().for_each(|slots| slots[x..x + width].fill(true));
            x += width;
        }
    }
    cells
}

#[test]
fn lines_of_code_without_pre() {
    use BlockType::{Code, Paragraph};
    let of = |html: &str| of_blocks(html, |block| block.block_type());
    for html in [
        "<div class=fragment><div class=line>a = 1;</div><div class=line>  b();</div></div>",
        "<div class='syntaxhighlighter js'><div class=container><div class='line n1'>a = 1;</div><div class=line>b();</div></div></div>",
        "<div class=crayon-pre><div class=crayon-line>a = 1;</div><div class='crayon-line striped'>b();</div></div>",
        "<div class=code-block><div class=code-line>a = 1;</div><div class=code-line>b();</div></div>",
        "<table class=highlight><tr><td class='blob-num' data-line-number=1><td class=blob-code>a = 1;<tr><td class=blob-num><td class='blob-code x'>b();</table>",
        "<table class=highlight><tr><td class=lineno>1<td class=code>a = 1;<tr><td class=lineno>2<td class=code>b();</table>",
        "<div style='white-space:pre;font-family:Consolas'><div>a = 1;</div><div>b();</div></div>",
        "<div style='font:12px monospace;white-space:pre-wrap'><div>a = 1;</div><div>b();</div></div>",
    ] {
        assert_eq!(of(html), [("a = 1;".into(), Code), ("b();".into(), Code)], "{html}");
    }
    for html in [
        "<div class=poem><div class=line>a = 1;</div><div class=line>b();</div></div>",
        "<div class=code><div class=note>a = 1;</div><div class=timeline-entry>b();</div></div>",
        "<div class=highlight><div class=headline>a = 1;</div><div class=byline>b();</div></div>",
        "<div class=code-list><div class=barcode>a = 1;</div><div class=zipcode>b();</div></div>",
        "<div style='white-space:pre'><div>a = 1;</div><div>b();</div></div>",
        "<div style='font-family:monospace'><div>a = 1;</div><div>b();</div></div>",
    ] {
        assert_eq!(of(html), [("a = 1;".into(), Paragraph), ("b();".into(), Paragraph)], "{html}");
    }
    // The codes of a data table are no code.
    let table = "<table><tr><th>Port<th>Code<tr><td class=port>Ems<td class=code>E1<tr><td class=port>Aller<td class=code>A2</table>";
    assert!(of(table).iter().all(|(_, kind)| *kind != Code));
}
