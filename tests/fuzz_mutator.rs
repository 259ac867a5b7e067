//! The mutator of the fuzz targets: what it makes of a page is a page, within its length, the same for equal seeds.

#[path = "../fuzz/src/mutator.rs"]
mod mutator;
mod support;

use std::collections::BTreeSet;

use blockmask::internals::arena::Bump;
use blockmask::internals::html::{ParseOptions, Workspace, parse};
use mutator::{is_tag, mutate, split};
use support::rng::Rng;

const PAGE: &[u8] = b"\0\x07<title>Rain</title><nav class=a><ul><li><a href=/>Home</a><li><a href=/b>More</a></ul></nav>\
    <main><h1>Rain</h1><p id=x>Rain fell on the city.<p>The river &amp; the bridge.<table><tr><td>a<td>b</table></main>";
/// Results that are checked.
const SEEDS: u32 = 2_000;

fn results() -> impl Iterator<Item = Vec<u8>> {
    (0..SEEDS).map(|seed| mutate(PAGE, 4_096, seed))
}

#[test]
fn tokens_are_the_page() {
    assert_eq!(split(PAGE).concat(), PAGE);
    let mut rng = Rng::new(1);
    for _ in 0..1_000 {
        let bytes: Vec<u8> = (0..rng.below(60)).map(|_| rng.one_of(b"<>/ab\0\xff\" =!-")).collect();
        assert_eq!(split(&bytes).concat(), bytes);
        assert!(mutate(&bytes, 40, 1).len() <= 40);
    }
}

#[test]
fn equal_seeds_give_equal_results() {
    assert!(results().eq(results()));
    let different: BTreeSet<Vec<u8>> = results().collect();
    assert!(different.len() > SEEDS as usize * 8 / 10, "{} results", different.len());
    assert!(results().filter(|page| page == PAGE).count() < SEEDS as usize / 20);
}

#[test]
fn tags_stay_whole_and_options_in_place() {
    for page in results() {
        assert!(page.starts_with(b"\0\x07"));
        let tokens = split(&page);
        assert!(tokens.iter().all(|token| token[0] != b'<' || token.ends_with(b">")), "{}", page.escape_ascii());
    }
}

#[test]
fn results_fit() {
    for seed in 0..SEEDS {
        for max_len in [0, 1, 30, PAGE.len(), 5_000] {
            assert!(mutate(PAGE, max_len, seed).len() <= max_len);
        }
    }
}

/// Nesting, the number of tags and of attributes, and the charset change, in both directions where there are two.
#[test]
fn structure_changes() {
    let before = measures(PAGE);
    let (mut fewer, mut more) = ([0; 3], [0; 3]);
    for page in results() {
        for (at, measure) in measures(&page).into_iter().enumerate() {
            fewer[at] += usize::from(measure < before[at]);
            more[at] += usize::from(measure > before[at]);
        }
    }
    println!("depth, tags, attributes: {fewer:?} fewer, {more:?} more, of {SEEDS}");
    assert!(fewer.into_iter().chain(more).all(|count| count > SEEDS as usize / 50), "{fewer:?} {more:?}");
    let charsets = results().filter(|page| page.windows(8).any(|bytes| bytes == b"charset=")).count();
    assert!(charsets > SEEDS as usize / 50, "{charsets}");
}

/// The depth of the tree, the number of tags and the number of attributes.
fn measures(page: &[u8]) -> [usize; 3] {
    let arena = Bump::new();
    let tree = parse(&arena, page, &ParseOptions::default(), &mut Workspace::default());
    let mut depths = vec![0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate().skip(1) {
        depths[at] = depths[node.parent as usize] + 1;
    }
    let tags = split(page).into_iter().filter(|token| is_tag(token)).count();
    [depths.into_iter().max().unwrap_or(0), tags, tree.attributes.len()]
}
