//! Worked examples of the heuristics, naive forms of them as oracles, and malformed pages.

use super::lbs::Levels;
use super::segments::candidates;
use super::{Extraction, SeekerOptions, Strings, analyze, sls, tp};
use crate::base::arena::Bump;
use crate::base::random::Random;
use crate::judge::mask::MaskMethod;
use crate::read::html::{Namespace, Tag, Tree};
use crate::read::page::Page;
use crate::{Analyzer, Document, Options};

/// The texts of the blocks that a method calls content.
fn content(html: &str, method: MaskMethod) -> Vec<String> {
    let mut analyzer = Analyzer::new(Options { mask: method, ..Options::default() });
    let document = analyzer.analyze(html.as_bytes()).unwrap();
    document.blocks().filter(|block| !block.is_template()).map(|block| block.text().to_owned()).collect()
}

/// Calls `check` with the tables of a page.
fn with_page(html: &str, check: impl Fn(&Bump, &Page<'_>, &Strings<'_>)) {
    let mut analyzer = Analyzer::new(Options::default());
    let document: Document<'_> = analyzer.analyze(html.as_bytes()).unwrap();
    let arena = Bump::new();
    check(&arena, document.page(), &Strings::new(&arena, document.page()));
}

fn repeated(letter: &str, count: usize) -> String {
    letter.repeat(count)
}

#[test]
fn string_length_smoothing() {
    let (m, a, b, c) = (repeated("m", 8), repeated("a", 100), repeated("b", 30), repeated("c", 120));
    let html =
        format!("<body><div>{m}</div><div><p>{a}</p><p>{b}</p><p>{c}</p></div><ul><li>xx</li><li>yy</li></ul></body>");
    with_page(&html, |arena, page, strings| {
        let entries = sls::entries(arena, page, strings, page.tree.body);
        let lengths: Vec<u32> = entries.iter().map(|entry| entry.length).collect();
        assert_eq!(lengths, [0, 8, 0, 100, 30, 120, 0, 0, 2, 0, 2]);
        let sums = sls::smoothed(arena, entries, 2);
        assert_eq!(sums[..], [8, 108, 138, 258, 250, 250, 152, 122, 4, 4, 4]);
        // Five times the deviation of 19.7446 is 98.723.
        assert_eq!(sls::threshold(&sums), 99);
    });
    assert_eq!(content(&html, MaskMethod::SeekerSls), [m, a, b, c]);
    // One string: its deviation is 0, and it is kept.
    assert_eq!(content("<p>x", MaskMethod::SeekerSls), ["x"]);
}

#[test]
fn largest_block_string() {
    let (a, b, c) = (repeated("a", 50), repeated("b", 40), repeated("c", 60));
    let html = format!(
        "<div id=main><h2>Head line</h2><p>{a}</p><div><a>ad link</a></div><p>{b}</p><ul><li>{c}</li></ul></div>"
    );
    with_page(&html, |arena, page, strings| {
        for inline_counts in [false, true] {
            let levels = Levels::new(arena, page, strings, 0..page.tree.nodes.len(), inline_counts);
            let main = page.tree.nodes.iter().position(|node| node.tag == Tag::DIV).unwrap() as u32;
            assert_eq!(levels.largest(&page.tree, 0), Some((main, 101)));
        }
    });
    assert_eq!(content(&html, MaskMethod::SeekerLbs), ["Head line".to_owned(), a, b]);
}

#[test]
fn a_paragraph_all_in_bold_counts_if_inline_does() {
    let html = "<div><p>one two</p><p><b>three <i>four</i></b></p><p><a href=x>a link</a></p></div>";
    let kept = |inline_counts| {
        let mut options = Options { mask: MaskMethod::SeekerLbs, ..Options::default() };
        options.experimental.seeker.inline_counts = inline_counts;
        let mut analyzer = Analyzer::new(options);
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        document.blocks().filter(|block| !block.is_template()).count()
    };
    assert_eq!((kept(true), kept(false)), (2, 1));
}

/// A post of a forum in a table, with a cell for its author.
fn post(i: usize) -> String {
    format!(
        "<table width=100% class=post{i}><tr><td><a href=/u>user</a> {i}</td>\
         <td>The words of post {i}.</td></tr></table>"
    )
}

#[test]
fn posts_are_the_tables_that_repeat() {
    let posts: String = (1..5).map(post).collect();
    let other =
        "<table width=90%><tr><td>Another table with another width, and more text than any of the posts</table>";
    let found = content(&format!("<div>{other}{posts}</div><p>Not a post"), MaskMethod::SeekerTp);
    assert_eq!(found, [1, 2, 3, 4].map(|i| format!("The words of post {i}.")));
    assert_eq!(content("<p>Nothing repeats<table><td>once</table>", MaskMethod::SeekerTp), [""; 0]);
}

#[test]
fn without_tables_that_repeat_boxes_are_posts() {
    let words = "More than forty characters, outside of any link, so that it counts";
    let post = |i| format!("<div class='post n{i}'><h3>Re: rain</h3><p>{words} {i}.</p></div>");
    let posts: String = (1..4).map(post).collect();
    let html = format!("<table><td>layout</table><div class=nav><p>x</p></div><div>{posts}</div>");
    let expected: Vec<String> = (1..4).flat_map(|i| ["Re: rain".to_owned(), format!("{words} {i}.")]).collect();
    assert_eq!(content(&html, MaskMethod::SeekerTp), expected);
}

#[test]
fn columns_go_before_rows_that_hold_two_of_them_each() {
    let cell = |i: usize| format!("<div class=c><p>Text {i} of a cell, and some more of it, long enough</p></div>");
    let row = |i: usize| format!("<div class=row>{}{}</div>", cell(2 * i), cell(2 * i + 1));
    with_page(&(0..3).map(row).collect::<String>(), |arena, page, strings| {
        let records = tp::records(arena, page, strings, 0);
        assert_eq!(records.len(), 6);
        assert!(records.iter().all(|&record| page.tree.nodes[record as usize].depth == 4));
    });
}

/// LBS word for word, in quadratic time: the strings of the largest block.
fn naive_lbs(page: &Page<'_>, strings: &Strings<'_>, inline_counts: bool) -> Option<(u32, usize)> {
    let tree = &page.tree;
    let mut best: Option<(u32, usize)> = None;
    for element in 0..tree.nodes.len() as u32 {
        let own: Vec<String> =
            tree.children(element).filter_map(|c| own_string(page, strings, c, inline_counts)).collect();
        let length = own.join("\n").chars().count();
        if !own.is_empty() && best.is_none_or(|(_, most)| length > most) {
            best = Some((element, length));
        }
    }
    best
}

fn own_string(page: &Page<'_>, strings: &Strings<'_>, child: u32, inline_counts: bool) -> Option<String> {
    if page.tree.nodes[child as usize].tag == Tag::TEXT {
        let range = strings.of(&page.tree, child);
        return strings.list[range].first().map(|s| page.text[s.text.0 as usize..s.text.1 as usize].to_owned());
    }
    if !has_text(&page.tree, strings, child, inline_counts) {
        return None;
    }
    let mut own = String::new();
    let mut after = None;
    for piece in page.tree.children(child) {
        if page.tree.nodes[piece as usize].tag == Tag::TEXT || is_inline(&page.tree, piece) {
            for i in strings.of(&page.tree, piece) {
                let string = &strings.list[i];
                let is_next = after == Some(i);
                if !own.is_empty() && (!is_next || string.is_spaced) {
                    own.push(' ');
                }
                own += &page.text[string.text.0 as usize..string.text.1 as usize];
                after = Some(i + 1);
            }
        }
    }
    Some(own)
}

fn has_text(tree: &Tree<'_>, strings: &Strings<'_>, element: u32, inline_counts: bool) -> bool {
    tree.children(element).any(|child| match tree.nodes[child as usize].tag {
        Tag::TEXT => !strings.of(tree, child).is_empty(),
        Tag::A => false,
        _ => inline_counts && is_inline(tree, child) && has_text(tree, strings, child, true),
    })
}

fn is_inline(tree: &Tree<'_>, node: u32) -> bool {
    const NAMES: &str = "a b i em strong span font u sub sup code small abbr q cite br";
    let node = &tree.nodes[node as usize];
    node.namespace == Namespace::Html && node.tag.is_element() && NAMES.split(' ').any(|name| node.tag.name() == name)
}

/// SLS word for word, with floats.
fn naive_sls(arena: &Bump, page: &Page<'_>, strings: &Strings<'_>, radius: usize) -> Vec<(f64, f64)> {
    let entries = sls::entries(arena, page, strings, 0);
    let length = |i: usize| entries.get(i).map_or(0.0, |entry| f64::from(entry.length));
    let smooth = |k: usize| {
        let window = (0..=2 * radius).filter_map(|i| (k + i).checked_sub(radius)).map(length);
        window.sum::<f64>() / (2 * radius + 1) as f64
    };
    let smoothed: Vec<f64> = (0..entries.len()).map(smooth).collect();
    let count = smoothed.len().max(1) as f64;
    let mean = smoothed.iter().sum::<f64>() / count;
    let deviation = (smoothed.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
    let strings_only = entries.iter().zip(smoothed).filter(|(entry, _)| entry.string > 0);
    strings_only.map(|(_, value)| (value, deviation)).collect()
}

/// Markup of any kind, well formed or not.
fn soup(seed: u64) -> String {
    const PIECES: [&str; 26] = [
        "<div>",
        "</div>",
        "<p>",
        "</p>",
        "<b>",
        "</b>",
        "<a href=x>",
        "</a>",
        "<span>",
        "</span>",
        "<ul><li>",
        "</ul>",
        "<table><tr><td>",
        "</table>",
        "<td>",
        "<br>",
        "<h2>",
        "</h2>",
        "some words",
        " ",
        "caf\u{e9} ",
        "x",
        "&amp;",
        "<div class=post>",
        "<script>s</script>",
        "a longer sentence, with a full stop.",
    ];
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    (0..seed % 90).map(|_| *random.pick(&PIECES)).collect()
}

#[test]
fn the_heuristics_agree_with_their_naive_forms() {
    for seed in 0..1500 {
        let html = soup(seed);
        with_page(&html, |arena, page, strings| {
            for inline_counts in [false, true] {
                let levels = Levels::new(arena, page, strings, 0..page.tree.nodes.len(), inline_counts);
                let fast = levels.largest(&page.tree, 0).map(|(node, length)| (node, length as usize));
                assert_eq!(fast, naive_lbs(page, strings, inline_counts), "{html}");
            }
            for radius in [0, 1, 2, 5] {
                let mut kept = vec![false; strings.list.len()];
                sls::mark(arena, page, strings, 0, radius, &mut kept);
                let naive = naive_sls(arena, page, strings, radius as usize);
                assert_eq!(kept.len(), naive.len(), "{html}");
                for (kept, (value, deviation)) in kept.iter().zip(naive) {
                    assert!((value - deviation).abs() < 1e-9 || *kept == (value > deviation), "{html}");
                }
                let entries = sls::entries(arena, page, strings, 0);
                let all: u64 = entries.iter().map(|entry| u64::from(entry.length)).sum();
                let smoothed: u64 = sls::smoothed(arena, entries, radius).iter().sum();
                assert!(smoothed <= u64::from(2 * radius + 1) * all);
            }
        });
    }
}

#[test]
fn candidates_and_segments_fit_the_page() {
    for seed in 0..800 {
        let html = soup(seed);
        with_page(&html, |arena, page, strings| {
            for candidate in candidates(arena, page, strings) {
                let text: u32 = strings.characters(strings.of(&page.tree, candidate.node));
                assert_eq!(candidate.features[0], text);
                assert!(candidate.parent <= candidate.node && text > 0);
                for share in ["y", "h", "stop_share", "anchor_share", "text_share_of_parent"] {
                    let at = super::segments::NAMES.iter().position(|name| *name == share).unwrap();
                    assert!(candidate.features[at] <= 1000, "{share} {html}");
                }
            }
            let found = analyze(arena, page, &SeekerOptions::default());
            check(page, &found);
            let again = analyze(arena, page, &SeekerOptions::default());
            assert!(again.kept == found.kept && again.segments == found.segments);
        });
    }
}

fn check(page: &Page<'_>, found: &Extraction<'_>) {
    let mut end = 0;
    for segment in found.segments {
        assert!(segment.node >= end);
        end = page.tree.nodes[segment.node as usize].subtree_end;
    }
    assert_eq!(found.kept.len(), found.strings.list.len());
}

#[test]
fn features_of_a_small_page() {
    let html = "<body><div><p>The rain. <a href=/>It</a></p><ul><li>x<li>y</ul><img></div><form><input>go</form>";
    with_page(html, |arena, page, strings| {
        let list = candidates(arena, page, strings);
        let tags: Vec<&str> = list.iter().map(|c| page.tree.nodes[c.node as usize].tag.name()).collect();
        assert_eq!(tags, ["div", "p", "ul", "li", "li", "form"]);
        let value = |i: usize, name: &str| {
            list[i].features[super::segments::NAMES.iter().position(|known| *known == name).unwrap()]
        };
        let of_div =
            ["inner_text", "images", "links", "children", "items", "words", "stop_words", "sentence_ends", "height"];
        assert_eq!(of_div.map(|name| value(0, name)), [16, 1, 1, 3, 2, 5, 2, 1, 3]);
        assert_eq!(value(1, "inner_html"), "The rain. <a href=/>It</a>".len() as u32);
        assert_eq!((value(1, "anchor_share"), value(1, "text_share_of_parent")), (2000 / 12, 12_000 / 16));
        assert_eq!((value(5, "inputs"), value(5, "y"), value(5, "h")), (1, 16_000 / 19, 2000 / 19));
        assert_eq!((value(3, "height"), value(3, "depth"), value(0, "own_words")), (1, 5, 0));
    });
}

#[test]
fn pages_of_bad_shape() {
    let nested = "<table><tr><td>x ".repeat(200);
    let deep = format!("{}text", "<b>".repeat(600));
    let pairs =
        format!("{}{}", "<div class=a><p>forty characters of text or a little more, surely</p>".repeat(200), "x");
    let pages = [
        "",
        "<p>",
        "<title>t</title>",
        "<frameset><frame>",
        "<script>x",
        &nested,
        &deep,
        &pairs,
        "<p hidden>only hidden",
    ];
    for &method in MaskMethod::VALUES {
        for html in pages {
            let mut analyzer = Analyzer::new(Options { mask: method, ..Options::default() });
            let document = analyzer.analyze(html.as_bytes()).unwrap();
            for block in document.blocks() {
                assert!((0.0..=1.0).contains(&block.probability()), "{method:?} {html:.40}");
            }
        }
    }
}
