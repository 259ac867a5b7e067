//! Worked examples, on sequences and on pages, some from Velloso and Dorneles 2013 (Figure 2, section 4), and
//! properties on random pages.

use super::prune::{kept_positions, prune};
use super::search::{Side, Split, search_traced};
use super::testing::parse;
use super::*;
use crate::base::arena::Bump;
use crate::base::random::Random;
use crate::read::html::node::{NONE, Tree};
use crate::read::html::tags::Tag;
use crate::read::html::{self, ParseOptions, Workspace};

const STRICT: SearchOptions = SearchOptions { filter: Filter::Strict, scan_all: false };
const LITERAL: SearchOptions = SearchOptions { filter: Filter::Literal, scan_all: false };

const TABLE_PAGE: &str = "<body><table><tr><td></td><td></td></tr><tr><td></td><td></td></tr></table></body>";
const RESULT_PAGE: &str = concat!(
    r#"<body><div class="nav"><a>x</a><a>x</a><a>x</a></div><ul class="res">"#,
    "<li><h3>t</h3><p>d</p><span>p</span></li><li><h3>t</h3><p>d</p><span>p</span></li>",
    "<li><h3>t</h3><p>d</p><span>p</span></li><li><h3>t</h3><p>d</p><span>p</span></li>",
    r#"</ul><div class="foot"><em>c</em><em>c</em></div></body>"#
);
const BALANCED_PAGE: &str = "<body><p></p><p></p><i></i><i></i></body>";

/// Three `div`s with that many `span`s each, of a class for each `div`.
fn regions_page(spans: [usize; 3]) -> String {
    let region = |(i, n): (usize, usize)| {
        format!("<div>{}</div>", format!(r#"<span class="region{}"></span>"#, i + 1).repeat(n))
    };
    let regions: String = spans.into_iter().enumerate().map(region).collect();
    format!("<body><br>{regions}<br></body>")
}

fn no_tokens(_: Range<u32>) -> TokenCount {
    TokenCount::default()
}

fn analyze<'a>(
    arena: &'a Bump,
    tree: &Tree<'_>,
    options: &TagPathOptions,
    count_tokens: &dyn Fn(Range<u32>) -> TokenCount,
) -> TagPath<'a> {
    let sequence = symbols::sequence(arena, arena, tree, options.style, options.text_symbols);
    find_region(arena, arena, (tree, &sequence), options, count_tokens, u64::MAX)
}

fn split(len: u32, threshold: u32, left: u32, keep: Side) -> Split {
    Split { len, threshold, left, keep }
}

/// Checks the sequence of a page, and its splits and region with the given options.
fn check(page: &str, codes: &[u32], options: SearchOptions, splits: &[Split], region: (u32, u32)) {
    let arena = Bump::new();
    let symbols = codes.iter().copied().max().unwrap_or(0);
    let mut found = Vec::new();
    let searched = search_traced(&arena, codes, symbols, options, u64::MAX, |split| found.push(split));
    assert_eq!(found, splits, "{page}");
    assert_eq!((searched.lo, searched.hi, searched.splits as usize), (region.0, region.1, splits.len()), "{page}");

    let tree = parse(&arena, page);
    let options = TagPathOptions { filter: options.filter, ..TagPathOptions::default() };
    let analyzed = analyze(&arena, &tree, &options, &no_tokens);
    assert_eq!(analyzed.sequence.codes, codes, "{page}");
    assert_eq!((analyzed.sequence.symbols, analyzed.region), (symbols, searched), "{page}");
}

/// The pruned page as markup.
fn pruned(page: &str, filter: Filter) -> String {
    let arena = Bump::new();
    let tree = parse(&arena, page);
    let result = analyze(&arena, &tree, &TagPathOptions { filter, ..TagPathOptions::default() }, &no_tokens);
    let mut out = String::new();
    let mut open: Vec<usize> = Vec::new();
    for (i, node) in tree.nodes.iter().enumerate() {
        while let Some(&last) = open.last().filter(|&&last| tree.nodes[last].subtree_end as usize <= i) {
            out += &format!("</{}>", tree.nodes[last].tag.name());
            open.pop();
        }
        if result.keep[i] == 0 {
            continue;
        }
        out += std::str::from_utf8(&tree.source[node.start as usize..node.content as usize]).unwrap();
        if node.tag.is_element() && !node.tag.is(html::tags::class::VOID) {
            open.push(i);
        }
    }
    open.iter().rev().for_each(|&last| out += &format!("</{}>", tree.nodes[last].tag.name()));
    out
}

#[test]
fn golden_table() {
    let codes = [1, 2, 3, 4, 4, 3, 4, 4];
    check(TABLE_PAGE, &codes, LITERAL, &[split(8, 1, 1, Side::Right), split(7, 1, 1, Side::Right)], (2, 8));
    check(TABLE_PAGE, &codes, STRICT, &[], (0, 8));
    let with_tbody = TABLE_PAGE.replace("<table>", "<table><tbody>").replace("</table>", "</tbody></table>");
    check(&with_tbody, &[1, 2, 3, 4, 5, 5, 4, 5, 5], STRICT, &[], (0, 9));
}

#[test]
fn golden_three_equal_regions() {
    let page = regions_page([4, 4, 4]);
    let codes = [1, 2, 3, 4, 4, 4, 4, 3, 5, 5, 5, 5, 3, 6, 6, 6, 6, 2];
    let literal = [split(18, 1, 1, Side::Right), split(17, 3, 12, Side::Left), split(12, 1, 1, Side::Right)];
    check(&page, &codes, LITERAL, &literal, (2, 13));
    check(&page, &codes, STRICT, &[split(18, 2, 13, Side::Left)], (0, 13));
    let expected = regions_page([4, 4, 0]).replace("<br></body>", "</body>");
    assert_eq!(pruned(&page, Filter::Strict), expected);
    assert_eq!(pruned(&page, Filter::Literal), expected.replace("<br>", ""));
}

#[test]
fn golden_one_large_region() {
    let page = regions_page([2, 2, 12]);
    let arena = Bump::new();
    let tree = parse(&arena, &page);
    let options = TagPathOptions { filter: Filter::Literal, ..TagPathOptions::default() };
    let result = analyze(&arena, &tree, &options, &no_tokens);
    assert_eq!((result.region.lo, result.region.hi), (9, 21));
    assert_eq!(
        pruned(&page, Filter::Literal),
        format!("<body><div>{}</div></body>", r#"<span class="region3"></span>"#.repeat(12))
    );
}

#[test]
fn golden_result_page() {
    let mut codes = vec![1, 2, 3, 4, 3, 4, 3, 4, 5];
    (0..4).for_each(|_| codes.extend(6..=12));
    codes.extend([13, 14, 15, 14, 15]);
    let right = |len, left| split(len, 1, left, Side::Right);
    let literal = [right(42, 1), right(41, 1), right(40, 6), right(34, 1), split(33, 1, 28, Side::Left)];
    check(RESULT_PAGE, &codes, LITERAL, &literal, (9, 37));
    check(RESULT_PAGE, &codes, STRICT, &[right(42, 8), split(34, 1, 29, Side::Left)], (8, 37));
    let record = "<li><h3>t</h3><p>d</p><span>p</span></li>".repeat(4);
    let expected = format!(r#"<body><ul class="res">{record}</ul></body>"#);
    assert_eq!(pruned(RESULT_PAGE, Filter::Literal), expected);
    assert_eq!(pruned(RESULT_PAGE, Filter::Strict), expected);
}

#[test]
fn golden_exact_balance() {
    let codes = [1, 2, 2, 3, 3];
    check(BALANCED_PAGE, &codes, LITERAL, &[split(5, 1, 1, Side::Right)], (1, 5));
    check(BALANCED_PAGE, &codes, STRICT, &[], (0, 5));
}

#[test]
fn golden_nearly_empty_pages() {
    check("<body></body>", &[1], LITERAL, &[], (0, 1));
    check("<body></body>", &[1], STRICT, &[], (0, 1));
    check("<body><p>a</p></body>", &[1, 2, 3], LITERAL, &[split(3, 1, 1, Side::Right)], (1, 3));
    check("<body><p>a</p></body>", &[1, 2, 3], STRICT, &[], (0, 3));
    // No body: an empty sequence, nothing kept.
    check("<html></html>", &[], STRICT, &[], (0, 0));
}

#[test]
fn source_ranges_of_region_and_complement() {
    let arena = Bump::new();
    let tree = parse(&arena, RESULT_PAGE);
    let text = |(start, end): (u32, u32)| &RESULT_PAGE[start as usize..end as usize];
    let options = TagPathOptions { filter: Filter::Literal, ..TagPathOptions::default() };
    let result = analyze(&arena, &tree, &options, &no_tokens);
    assert_eq!(result.ranges.len(), 1);
    assert_eq!(text(result.ranges[0]), "<li><h3>t</h3><p>d</p><span>p</span></li>".repeat(4));
    assert_eq!((result.kept, result.complement), (30, false));

    // The region has less than half of the tokens, all of them linked: its complement is kept.
    let tokens = |nodes: Range<u32>| {
        let all = nodes.len() as u32;
        TokenCount { tokens: if all == 42 { 100 } else { all }, linked: all }
    };
    let options = TagPathOptions { content_test: ContentTest::LinkHeavy, ..options };
    let rest = analyze(&arena, &tree, &options, &tokens);
    assert!(rest.complement);
    let ranges: Vec<&str> = rest.ranges.iter().map(|&range| text(range)).collect();
    let nav = r#"<body><div class="nav"><a>x</a><a>x</a><a>x</a></div><ul class="res">"#;
    assert_eq!(ranges, [nav, r#"<div class="foot"><em>c</em><em>c</em></div>"#]);
    assert_eq!(rest.kept, 42 - 28);
    let unlinked = |nodes: Range<u32>| TokenCount { linked: 0, ..tokens(nodes) };
    assert!(!analyze(&arena, &tree, &options, &unlinked).complement);
}

#[test]
fn repetition_keeps_lists_and_rejects_the_rest() {
    let is_complement = |page: &str| {
        let arena = Bump::new();
        let tree = parse(&arena, page);
        let options = TagPathOptions {
            filter: Filter::Literal,
            content_test: ContentTest::Repetition,
            ..TagPathOptions::default()
        };
        analyze(&arena, &tree, &options, &no_tokens).complement
    };
    assert!(!is_complement(RESULT_PAGE));
    // Twelve equal elements without children are not records.
    assert!(is_complement(&regions_page([2, 2, 12])));
    // Two records are not enough, and a third must have the same children.
    let records = |list: &str| format!("<body><hr><br><div>{list}</div></body>");
    assert!(is_complement(&records("<p><i></i></p><p><i></i></p>")));
    assert!(is_complement(&records("<p><i></i></p><p><i></i></p><p><i></i><i></i></p>")));
    assert!(!is_complement(&records("<p><i></i><b></b></p><p><b></b><i></i></p><p><i></i><b></b></p>")));
}

/// The sequence of a page.
fn codes_of(page: &str, style: StyleMode, text_symbols: bool) -> Vec<u32> {
    let arena = Bump::new();
    let tree = parse(&arena, page);
    symbols::sequence(&arena, &arena, &tree, style, text_symbols).codes.to_vec()
}

#[test]
fn symbols_distinguish_tag_path_and_style() {
    let raw = |page: &str| codes_of(page, StyleMode::Raw, true);
    // Tag, class and inline style; other attributes do not matter; empty ones do not count.
    assert_eq!(raw(r#"<body><p></p><p class="a"></p><p style="a"></p><p id="a"></p></body>"#), [1, 2, 3, 4, 2]);
    assert_eq!(raw(r#"<body><p class=""></p><p class="  "></p><p style=""></p><p></p></body>"#), [1, 2, 2, 2, 2]);
    let spaced =
        "<body><p class=\"a b\"></p><p class=\" a\n\t b \"></p><p class=\"b a\"></p><p class=\"A b\"></p></body>";
    assert_eq!(raw(spaced), [1, 2, 2, 3, 4]);
    assert_eq!(raw(r#"<body><p class="a" style="b"></p><p style="b" class="a"></p></body>"#), [1, 2, 2]);
    // Unknown elements by their names, in any case and of any length.
    assert_eq!(raw("<body><my-a></my-a><my-b></my-b><MY-A></MY-A></body>"), [1, 2, 3, 2]);
    assert_eq!(raw("<body><my-long-name-a></my-long-name-a><my-long-name-b></my-long-name-b></body>"), [1, 2, 3]);
    // The whole path: the same element under another parent differs.
    assert_eq!(raw("<body><p><i></i></p><div><i></i></div></body>"), [1, 2, 3, 4, 5]);
    // Skipped with their subtrees.
    let noise =
        "<body><script>x</script><style>x</style><noscript><p></p></noscript><template><p></p></template></body>";
    assert_eq!(raw(noise), [1]);
    let styled = r#"<body><p class="a" style="a"></p><p></p></body>"#;
    assert_eq!(codes_of(styled, StyleMode::None, true), [1, 2, 2]);
}

#[test]
fn element_paths_are_those_of_the_sequence() {
    for page in [
        "<p>a<div class=x><p class=x style=y>b<i>c</i></div><script>d</script><div class=x><p>e",
        "<head><title>a</title><noscript><p>b</noscript></head><body><template><p>c</template><noscript><p>d</noscript><p>e",
        "<table><p>a<tr><td>b<b><p>c</b>d</table><my-element><my-element class='x y'>",
        "<frameset><frame></frameset>",
        "",
    ] {
        let arena = Bump::new();
        let tree = html::parse(&arena, page.as_bytes(), &ParseOptions::default(), &mut Workspace::default());
        for style in [StyleMode::Raw, StyleMode::None] {
            let mut paths = ElementPaths::new(&arena, &arena, &tree, style);
            tree.nodes.iter().for_each(|node| paths.add(node));
            let (paths, sequence) = (paths.finish(), symbols::sequence(&arena, &arena, &tree, style, false));
            assert_eq!(paths.path_of_node, sequence.path_of_node, "{page}");
            assert_eq!(paths.symbols, sequence.symbols, "{page}");
        }
    }
}

#[test]
fn text_symbols() {
    let page = "<body> \n<p>a</p> b| |c<!-- d -->e<p>| |</p></body>";
    // " b", "|" and "|c" are one text; the comment ends it. Blank texts have no symbol.
    assert_eq!(codes_of(page, StyleMode::Raw, true), [1, 2, 3, 4, 4, 2]);
    assert_eq!(codes_of(page, StyleMode::Raw, false), [1, 2, 2]);
    // A blank text node before the words belongs to the text, which is represented by its first node.
    let arena = Bump::new();
    let tree = parse(&arena, "<body> |a|b</body>");
    let sequence = symbols::sequence(&arena, &arena, &tree, StyleMode::Raw, true);
    assert_eq!((sequence.codes, sequence.nodes), (&[1, 2][..], &[1, 2][..]));
    assert_eq!(sequence.path_of_node, [NONE, 1, 2, 2, 2]);
    let kept = prune(&arena, &tree, &sequence, &[1..2, 2..2]);
    assert_eq!((kept.mask, kept.count), (&[0, 1, 1, 1, 1][..], 2));
}

#[test]
fn reduced_style() {
    let reduced = |page: &str| codes_of(page, StyleMode::Reduced, true);
    // `post` is the most frequent class of its elements; digits, case and ignored words do not matter.
    let posts = concat!(
        r#"<body><p class="post id17"></p><p class="POST x"></p><p class="odd post3"></p>"#,
        r#"<p class="last"></p><p></p><p class="x2"></p></body>"#
    );
    assert_eq!(reduced(posts), [1, 2, 2, 2, 3, 3, 4]);
    // Presentational attributes count, in any order; others do not.
    let cells = concat!(
        r#"<body><p width="1" align="left"></p><p align="left" width="1" id="x"></p><p WIDTH="1"></p>"#,
        r#"<p height="1"></p></body>"#
    );
    assert_eq!(reduced(cells), [1, 2, 2, 3, 4]);
}

/// Markup of random elements, texts and comments.
fn random_page(random: &mut Random) -> String {
    const NAMES: [&str; 6] = ["div", "p", "ul", "li", "my-item", "script"];
    let mut page = String::from("<html><body>");
    let mut open: Vec<&str> = Vec::new();
    for _ in 0..random.below(80) {
        match random.below(8) {
            0 => page += "text",
            1 => page += "| ",
            2 => page += "<!---->",
            3 | 4 => {
                if let Some(name) = open.pop() {
                    page += &format!("</{name}>");
                }
            }
            _ => {
                let name = NAMES[random.below(6) as usize];
                page += &format!(r#"<{name} class="{}">"#, ["", "a", "b  c"][random.below(3) as usize]);
                open.push(name);
            }
        }
    }
    open.iter().rev().for_each(|name| page += &format!("</{name}>"));
    page + "</body></html>"
}

/// Reference: Algorithm 5 as printed, in postorder: drop a node that is not kept and has no child left.
fn naive_prune(tree: &Tree<'_>, sequence: &Sequence<'_>, positions: &[Range<usize>]) -> Vec<u8> {
    let mut keep = vec![0; tree.nodes.len()];
    for i in (0..tree.nodes.len()).rev() {
        let position = sequence.nodes.iter().position(|&node| node as usize == i);
        let chosen = position.is_some_and(|p| positions.iter().any(|range| range.contains(&p)));
        let has_child = (i + 1..tree.nodes[i].subtree_end as usize)
            .any(|child| tree.nodes[child].parent as usize == i && keep[child] == 1);
        keep[i] = u8::from(chosen || has_child);
    }
    // The body is always kept, its ancestors are not part of the pruning, and adjacent text nodes stay together.
    let body = sequence.nodes[0] as usize;
    keep[..body].fill(0);
    keep[body] = 1;
    for i in 1..tree.nodes.len() {
        let joined = tree.nodes[i].tag == Tag::TEXT
            && tree.nodes[i - 1].tag == Tag::TEXT
            && tree.nodes[i].parent == tree.nodes[i - 1].parent;
        if joined {
            keep[i] = keep[i - 1];
        }
    }
    keep
}

#[test]
fn pruning_agrees_with_algorithm_5() {
    let mut random = Random(4);
    for round in 0..3_000 {
        let arena = Bump::new();
        let page = random_page(&mut random);
        let tree = parse(&arena, &page);
        let sequence = symbols::sequence(&arena, &arena, &tree, StyleMode::Raw, true);
        let len = sequence.len() as u32;
        let lo = random.below(len + 1);
        let region = Region { lo, hi: lo + random.below(len - lo + 1), ..Region::default() };
        for complement in [false, true] {
            let positions = kept_positions(&sequence, &region, complement);
            let kept = prune(&arena, &tree, &sequence, &positions);
            assert_eq!(kept.mask, naive_prune(&tree, &sequence, &positions), "round {round}: {page}");
            let marked = sequence.nodes.iter().filter(|&&node| kept.mask[node as usize] == 1).count();
            assert_eq!(kept.count as usize, marked);

            // Byte ranges: ascending, disjoint, and around the start of every kept position.
            let ranges = prune::source_ranges(&arena, &tree, &sequence, &positions);
            assert!(ranges.windows(2).all(|pair| pair[0].1 <= pair[1].0) && ranges.iter().all(|r| r.0 < r.1));
            for (p, &node) in sequence.nodes.iter().enumerate() {
                let start = tree.nodes[node as usize].start;
                let inside = ranges.iter().any(|range| (range.0..range.1).contains(&start));
                assert_eq!(inside, positions.iter().any(|range| range.contains(&p)), "round {round}: {page}");
            }
        }
    }
}

#[test]
fn symbols_agree_with_paths_as_strings() {
    let mut random = Random(8);
    for _ in 0..2_000 {
        let arena = Bump::new();
        let page = random_page(&mut random);
        let tree = parse(&arena, &page);
        let sequence = symbols::sequence(&arena, &arena, &tree, StyleMode::Raw, true);
        let mut seen: Vec<String> = Vec::new();
        for (&node, &code) in sequence.nodes.iter().zip(sequence.codes) {
            let mut path = String::new();
            let mut at = node;
            while tree.nodes[at as usize].tag != Tag::HTML {
                let node = &tree.nodes[at as usize];
                let element = node.tag.is_element();
                let markup = if element { &page[node.start as usize..node.content as usize] } else { "#text" };
                path = format!("{markup}/{path}");
                at = node.parent;
            }
            if !seen.contains(&path) {
                seen.push(path.clone());
            }
            assert_eq!(seen[code as usize - 1], path);
        }
        assert_eq!(seen.len(), sequence.symbols as usize);
    }
}
