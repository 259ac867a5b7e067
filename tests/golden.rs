//! Golden tests of Block Fusion (Kohlschütter and Nejdl 2008) and of the tag path filter (Velloso and Dorneles 2013):
//! small pages whose lines, segments and regions were computed by hand from the papers.

use blockmask::internals::fusion::FusionMethod;
use blockmask::internals::page::TokenMode;
use blockmask::internals::tag_path::{Filter, StyleMode};
use blockmask::{Analyzer, Options, Parts};

fn paper_options(method: FusionMethod) -> Options {
    let mut options = Options::with_parts(Parts::ALL);
    options.token_mode = TokenMode::Paper;
    options.fusion = method;
    options
}

/// The text of each fragment and the tokens in each of its wrapped lines.
fn fragments(html: &str) -> Vec<(String, Vec<u32>)> {
    let mut analyzer = Analyzer::new(paper_options(FusionMethod::TagGap));
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    let page = document.page();
    let lines_of = |lines: (u32, u32)| {
        (lines.0..lines.1).map(|k| page.line_sums[k as usize + 1] - page.line_sums[k as usize]).collect()
    };
    page.fragments
        .iter()
        .map(|f| (page.text[f.text.0 as usize..f.text.1 as usize].to_owned(), lines_of(f.lines)))
        .collect()
}

/// Pairs of numbers: inclusive ranges or fractions.
type Pairs = Vec<(u32, u32)>;

/// Line ranges and densities of the segments, and the number of passes.
fn segments(html: &str, method: FusionMethod) -> (Pairs, Pairs, u32) {
    let mut analyzer = Analyzer::new(paper_options(method));
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    let lines = document.segmentation().segments.iter().map(|s| (s.lines.0, s.lines.1 - 1)).collect();
    let densities =
        document.segmentation().segments.iter().map(|s| reduced(s.density.tokens, s.density.lines)).collect();
    (lines, densities, document.segmentation().passes)
}

fn reduced(a: u32, b: u32) -> (u32, u32) {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x.max(1), b / x.max(1))
}

fn words(count: usize) -> String {
    vec!["w"; count].join(" ")
}

#[test]
fn links_do_not_split_words() {
    let html = "<p>Hello <a href=x>wor</a>ld</p>";
    assert_eq!(fragments(html), [("Hello world".to_owned(), vec![2])]);
    let (_, densities, _) = segments(html, FusionMethod::Plain);
    assert_eq!(densities, [(2, 1)]);
}

#[test]
fn forty_tokens_fill_a_line() {
    assert_eq!(fragments(&format!("<p>{}</p>", "x ".repeat(41)))[0].1, [40, 1]);
    assert_eq!(segments(&format!("<p>{}</p>", "x ".repeat(41)), FusionMethod::Plain).1, [(40, 1)]);
}

#[test]
fn long_words_have_their_own_line() {
    let long = "a".repeat(100);
    let page = format!("<p>{long} b c</p>");
    assert_eq!(fragments(&page)[0].1, [1, 2]);
    assert_eq!(segments(&page, FusionMethod::Plain).1, [(1, 1)]);
    let page = format!("<p>b c {long} d</p>");
    assert_eq!(fragments(&page)[0].1, [2, 1, 1]);
    assert_eq!(segments(&page, FusionMethod::Plain).1, [(3, 2)]);
}

#[test]
fn wrap_width_is_inclusive() {
    for (last, lines, density) in [(9, vec![8], 8), (10, vec![8], 8), (11, vec![7, 1], 7)] {
        let page = format!("<p>{}{}</p>", "abcdefghi ".repeat(7), "a".repeat(last));
        assert_eq!(fragments(&page)[0].1, lines);
        assert_eq!(segments(&page, FusionMethod::Plain).1, [(density, 1)]);
    }
}

#[test]
fn punctuation_is_not_a_token() {
    let page = "<p>Don't   pay &mdash; 3.50 &euro; &amp; e-mail me!</p>";
    assert_eq!(fragments(page), [("Don't pay \u{2014} 3.50 \u{20ac} & e-mail me!".to_owned(), vec![5])]);
    assert_eq!(fragments("<p>| &mdash; |</p><p>x</p>"), [("x".to_owned(), vec![1])]);
}

#[test]
fn fusion_depends_on_the_order_of_densities() {
    let page = |counts: [usize; 3]| counts.map(|n| format!("<div>{}</div>", words(n))).concat();
    let falling = segments(&page([10, 7, 5]), FusionMethod::Plain);
    assert_eq!(falling, (vec![(0, 1), (2, 2)], vec![(10, 1), (5, 1)], 2));
    let rising = segments(&page([5, 7, 10]), FusionMethod::Plain);
    assert_eq!((rising.0, rising.1), (vec![(0, 1), (2, 2)], vec![(5, 1), (10, 1)]));
    assert_eq!(segments(&page([10, 7, 5]), FusionMethod::RuleBased).1, [(17, 2)]);
    assert_eq!(segments(&page([5, 7, 10]), FusionMethod::RuleBased).1, [(6, 1)]);
}

#[test]
fn smoothing_fills_density_dips() {
    let page = "<p>a b<span>c</span>d e<span>f</span>g h</p>";
    let lines: Vec<u32> = fragments(page).into_iter().flat_map(|f| f.1).collect();
    assert_eq!(lines, [2, 1, 2, 1, 2]);
    assert_eq!(segments(page, FusionMethod::Plain).0.len(), 5);
    assert_eq!(segments(page, FusionMethod::Smoothed), (vec![(0, 4)], vec![(3, 2)], 2));
}

#[test]
fn tag_gaps_join_and_separate() {
    let w4 = words(4);
    let page = format!("<p>{w4}<b>w</b>{w4}<hr>{w4}<b><hr></b>{w4}<div>{}</div></p>", words(2));
    let lines: Vec<u32> = fragments(&page).into_iter().flat_map(|f| f.1).collect();
    assert_eq!(lines, [4, 1, 4, 4, 4, 2]);
    assert_eq!(segments(&page, FusionMethod::Plain).0, [(0, 0), (1, 1), (2, 4), (5, 5)]);
    let smoothed = segments(&page, FusionMethod::Smoothed);
    assert_eq!((smoothed.0, smoothed.1), (vec![(0, 4), (5, 5)], vec![(13, 4), (2, 1)]));
    for method in [FusionMethod::RuleBased, FusionMethod::JustRules] {
        let ruled = segments(&page, method);
        assert_eq!((ruled.0, ruled.1), (vec![(0, 2), (3, 3), (4, 5)], vec![(5, 2), (4, 1), (4, 1)]), "{method:?}");
    }
}

const NEWS: &str = r#"<html><head><title>News site</title><style>p{}</style></head><body>
<ul><li><a href="/">Home</a></li><li><a href="/n">World news</a></li><li><a href="/s">Sport</a></li></ul>
<h1>Storm closes roads in the north</h1>
<p>A winter storm closed the main roads in the north of the country on Monday, and the police asked drivers to stay at home until the evening.</p>
<p>More snow is expected <b>tonight</b>, the weather service said, while trains and buses run with long delays in most towns of the region.</p>
<script>var x="ignored text";</script>
<div>Copyright 2008</div><div>Contact us</div></body></html>"#;

#[test]
fn news_page() {
    let fragments = fragments(NEWS);
    let lines: Vec<Vec<u32>> = fragments.into_iter().map(|f| f.1).collect();
    let expected: [&[u32]; 10] = [&[1], &[2], &[1], &[6], &[16, 11], &[4], &[1], &[14, 4], &[2], &[2]];
    assert_eq!(lines, expected);
    for method in [FusionMethod::Plain, FusionMethod::Smoothed] {
        let densities = segments(NEWS, method).1;
        assert_eq!(densities, [1, 2, 1, 6, 16, 4, 1, 14, 2].map(|n| (n, 1)), "{method:?}");
    }
    let ruled = segments(NEWS, FusionMethod::RuleBased);
    assert_eq!(ruled.0, [(0, 2), (3, 3), (4, 5), (6, 9), (10, 11)]);
    assert_eq!(ruled.1, [(3, 2), (6, 1), (16, 1), (19, 3), (2, 1)]);
    let just = segments(NEWS, FusionMethod::JustRules);
    assert_eq!((just.0, just.1), (vec![(0, 2), (3, 3), (4, 9), (10, 11)], vec![(3, 2), (6, 1), (46, 5), (2, 1)]));
}

#[test]
fn empty_page() {
    for &method in FusionMethod::VALUES {
        assert!(segments("", method).0.is_empty(), "{method:?}");
    }
}

/// The symbols of the tag path sequence, the main region and the number of splits.
fn tag_path(html: &str, filter: Filter) -> (Vec<u32>, (u32, u32), u32) {
    let mut options = Options::with_parts(Parts::ALL);
    options.experimental.tag_path.filter = filter;
    options.experimental.tag_path.style = StyleMode::Raw;
    let mut analyzer = Analyzer::new(options);
    let document = analyzer.analyze(html.as_bytes()).expect("a small page");
    let result = document.tag_path().expect("a region");
    (result.sequence.codes.to_vec(), (result.region.lo, result.region.hi), result.region.splits)
}

#[test]
fn symbols_of_a_table_with_implied_tbody() {
    let html = "<body><table><tr><td></td><td></td></tr><tr><td></td><td></td></tr></table></body>";
    assert_eq!(tag_path(html, Filter::Strict).0, [1, 2, 3, 4, 5, 5, 4, 5, 5]);
}

/// Three regions of spans between two line breaks, with the given numbers of spans.
fn regions(spans: [usize; 3]) -> String {
    let region =
        |(i, &n): (usize, &usize)| format!("<div>{}</div>", format!("<span class=region{}></span>", i + 1).repeat(n));
    format!("<body><br>{}<br></body>", spans.iter().enumerate().map(region).collect::<String>())
}

#[test]
fn regions_of_three_lists() {
    let page = regions([4, 4, 4]);
    assert_eq!(tag_path(&page, Filter::Literal).1, (2, 13));
    assert_eq!(tag_path(&page, Filter::Literal).2, 3);
    assert_eq!(tag_path(&page, Filter::Strict), (tag_path(&page, Filter::Strict).0, (0, 13), 1));
    assert_eq!(tag_path(&regions([2, 2, 12]), Filter::Literal).1, (9, 21));
}

const RESULTS: &str = "<body><div class=\"nav\"><a>x</a><a>x</a><a>x</a></div><ul class=\"res\">\
    <li><h3>t</h3><p>d</p><span>p</span></li><li><h3>t</h3><p>d</p><span>p</span></li>\
    <li><h3>t</h3><p>d</p><span>p</span></li><li><h3>t</h3><p>d</p><span>p</span></li></ul>\
    <div class=\"foot\"><em>c</em><em>c</em></div></body>";

#[test]
fn region_of_a_result_page() {
    assert_eq!(tag_path(RESULTS, Filter::Strict).1, (8, 37));
    assert_eq!(tag_path(RESULTS, Filter::Literal).1, (9, 37));
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    let document = analyzer.analyze(RESULTS.as_bytes()).expect("a small page");
    assert_eq!(document.sequence().len(), 42);
    let region: Vec<_> = document.main_regions().map(|range| &RESULTS[range]).collect();
    assert_eq!(region.len(), 1);
    assert!(region[0].starts_with("<ul class=\"res\">") && region[0].ends_with("</span></li></ul>"), "{region:?}");
    let pruned = document.pruned_html();
    assert!(pruned.contains("<ul class=\"res\"><li><h3>t</h3>") && !pruned.contains("nav") && !pruned.contains("<em>"));
    let inside: Vec<bool> = document.blocks().map(|block| block.is_in_main_region()).collect();
    assert_eq!(inside.iter().filter(|&&inside| inside).count(), 12, "{inside:?}");
}

#[test]
fn regions_of_small_pages() {
    let page = "<body><p></p><p></p><i></i><i></i></body>";
    assert_eq!(tag_path(page, Filter::Literal).1, (1, 5));
    assert_eq!(tag_path(page, Filter::Strict).1, (0, 5));
    assert_eq!(tag_path("<body></body>", Filter::Strict).1, (0, 1));
    assert_eq!(tag_path("<body><p>a</p></body>", Filter::Literal).1, (1, 3));
    assert_eq!(tag_path("<body><p>a</p></body>", Filter::Strict).1, (0, 3));
}
