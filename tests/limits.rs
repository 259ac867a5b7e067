//! Limits: none is passed, each says that it was reached or is an error, and a page can be stopped from another thread.

#[path = "common/invariants/mod.rs"]
mod invariants;
#[path = "../src/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;

use blockmask::{Analyzer, Error, Limits, OnLimit, Options, StyleDensityMethod, Truncation};
use std::time::{Duration, Instant};

/// Pages on which limits are tried: normal, misnested, tables in tables, many attributes, text that is not UTF-8.
fn pages() -> Vec<Vec<u8>> {
    vec![
        realistic::page(60_000, 3),
        b"<p><b><i><u>text</b></p>more<a href=x><div>text</a></div></i></u>".repeat(300),
        b"<table>text<tr>more<td><b>text<table><td>text</table></table>".repeat(300),
        b"<font color=1><font size=2><table></>x</>y</>z<p>".repeat(300),
        b"<p a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9 j=10 k=11 l=12 m=13 n=14>text".repeat(300),
        [b"<meta charset=gbk>".to_vec(), b"<p>\xd6\xd0\xce\xc4".repeat(2000)].concat(),
    ]
}

fn with(set: impl Fn(&mut Limits)) -> Analyzer {
    let mut options = Options::default();
    set(&mut options.limits);
    Analyzer::new(options)
}

/// What was used of a limit, for each page and each value of the limit; the bit must be set if the page needs more.
fn check(bit: Truncation, values: &[u64], set: impl Fn(&mut Limits, u64), used: impl Fn(&blockmask::Document) -> u64) {
    for (number, page) in pages().iter().enumerate() {
        let needed = used(&Analyzer::default().analyze(page).expect("a document"));
        for &value in values {
            let what = format!("page {number}, {bit:?}, limit {value}");
            let mut analyzer = with(|limits| set(limits, value));
            let document = analyzer.analyze(page).expect("a document");
            invariants::check(&document, page, &what);
            let (found, cut) = (used(&document), document.truncation());
            assert!(found <= value.max(4), "{what}: {found}");
            assert_eq!(cut.bits() & !bit.bits(), 0, "{what}: other limits");
            assert!(needed <= value || cut == bit, "{what}: the page needs {needed}");
            assert!(cut.is_empty() || needed + 8 > value, "{what}: the page needs only {needed}");
            let first = invariants::description(&document);
            assert_eq!(invariants::description(&analyzer.analyze(page).expect("a document")), first, "{what}");

            let mut strict = with(|limits| {
                set(limits, value);
                limits.on_limit = OnLimit::Fail;
            });
            let expected = if cut.is_empty() { None } else { Some(Error::LimitReached { limits: bit }) };
            assert_eq!(strict.analyze(page).err(), expected, "{what}");
            assert!(strict.analyze(b"").is_ok() || value < 12, "{what}: usable afterwards");
        }
    }
}

const COUNTS: [u64; 9] = [12, 13, 40, 100, 333, 1000, 2500, 5000, 1_000_000];

#[test]
fn nodes() {
    let used = |document: &blockmask::Document| document.page().tree.nodes.len() as u64;
    check(Truncation::NODES, &COUNTS, |limits, value| limits.max_nodes = value as u32, used);
}

#[test]
fn attributes() {
    let used = |document: &blockmask::Document| document.page().tree.attributes.len() as u64;
    let set = |limits: &mut Limits, value| limits.max_attributes = value as u32;
    check(Truncation::ATTRIBUTES, &[&[0, 1, 2, 15, 16, 17][..], &COUNTS].concat(), set, used);
}

/// An element whose attributes are left out has none, whatever its tag says.
#[test]
fn left_out_attributes_have_no_effect() {
    let mut analyzer = with(|limits| limits.max_attributes = 1);
    let document = analyzer.analyze(b"<p id=1>one<p hidden style='display:none'>two<p><a href=x>three</a>").unwrap();
    assert!(document.blocks().all(|block| block.flags().is_empty() && block.linked_tokens() == 0));
    assert_eq!((document.blocks().len(), document.truncation()), (3, Truncation::ATTRIBUTES));
}

#[test]
fn blocks() {
    let used = |document: &blockmask::Document| document.blocks().len() as u64;
    let set = |limits: &mut Limits, value| limits.max_blocks = value as u32;
    check(Truncation::BLOCKS, &[&[4, 5, 11][..], &COUNTS].concat(), set, used);
    let mut analyzer = with(|limits| limits.max_blocks = 2);
    let document = analyzer.analyze(b"<p>one<p>two <b>words</b><p>three<p>four").unwrap();
    assert_eq!(document.text(), "one\ntwo words\n");
}

/// A page of tags that make a node each: a step for each, and few more.
#[test]
fn steps() {
    let page = b"<br>".repeat(100_000);
    for steps in [1, 2, 10, 100, 1000, 5000, 50_000] {
        let mut analyzer = with(|limits| limits.max_steps = steps);
        let document = analyzer.analyze(&page).expect("a document");
        let tags = document.page().tree.nodes.len() as u64 - 4;
        assert!(tags <= steps + steps / 20 && tags + 1 + steps / 20 >= steps, "{steps} steps, {tags} tags");
        assert!(document.truncation().contains(Truncation::STEPS));
    }
    for (number, page) in pages().iter().enumerate() {
        let mut last = 0;
        for steps in [1, 30, 1000, 3000, 10_000, 100_000, u64::MAX / 4] {
            let mut analyzer = with(|limits| limits.max_steps = steps);
            let document = analyzer.analyze(page).expect("a document");
            invariants::check(&document, page, &format!("page {number}, {steps} steps"));
            let nodes = document.page().tree.nodes.len();
            assert!(last <= nodes, "page {number}: {steps} steps read less than fewer");
            last = nodes;
        }
        let whole = Analyzer::default().analyze(page).expect("a document").page().tree.nodes.len();
        assert_eq!(last, whole);
    }
}

/// The last step may be the last token of the page.
#[test]
fn steps_that_end_with_the_page() {
    let page = b"<p>Rain <b>fell</b> on<br>the city";
    for steps in 0..30 {
        for end in 0..=page.len() {
            assert!(with(|limits| limits.max_steps = steps).analyze(&page[..end]).is_ok());
        }
    }
}

#[test]
fn memory() {
    for (number, page) in pages().iter().enumerate() {
        let mut fresh = Analyzer::default();
        let whole = fresh.analyze(page).expect("a document").text().len();
        let needed = fresh.memory_in_use() as u64;
        let mut last = 0;
        let mut limits = [0, 1000, 10_000, 90_000, needed / 3, needed / 2, needed, 2 * needed];
        limits.sort_unstable();
        for most in limits {
            let what = format!("page {number}, {most} bytes, which needs {needed}");
            let mut analyzer = with(|limits| limits.max_memory = most);
            match analyzer.analyze(page) {
                Ok(document) => {
                    invariants::check(&document, page, &what);
                    assert_eq!(document.truncation().bits() & !Truncation::MEMORY.bits(), 0, "{what}");
                    assert!(last <= document.text().len(), "{what}: more memory, less text");
                    assert!(!document.truncation().is_empty() || document.text().len() == whole, "{what}");
                    last = document.text().len();
                }
                Err(error) => {
                    assert_eq!(error, Error::LimitReached { limits: Truncation::MEMORY }, "{what}");
                    assert!(most < 90_000, "{what}");
                }
            }
            assert!(analyzer.memory_in_use() as u64 <= most, "{what}: {}", analyzer.memory_in_use());
            let mut strict = with(|limits| (limits.max_memory, limits.on_limit) = (most, OnLimit::Fail));
            let strict = strict.analyze(page).map(|document| document.truncation());
            let refused = Error::LimitReached { limits: Truncation::MEMORY };
            assert!(strict == Ok(Truncation::default()) || strict == Err(refused), "{what}");
        }
        assert_eq!(last, whole, "page {number}");
    }
}

/// What a large page left in the arenas does not count against the next pages.
#[test]
fn memory_of_earlier_pages_is_given_back_if_need_be() {
    let swallowed = [b"<title>".to_vec(), realistic::page(200_000, 5)].concat();
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(swallowed.iter().flat_map(|&byte| [byte, 0])).collect();
    let plain = realistic::page(300_000, 6);
    let need = |page: &[u8]| {
        let mut analyzer = Analyzer::default();
        assert!(analyzer.analyze(page).is_ok());
        analyzer.memory_in_use() as u64
    };
    let most = 2 * need(&swallowed).max(need(&wide)).max(need(&plain));
    let mut analyzer = with(|limits| limits.max_memory = most);
    for page in [&swallowed, &wide, &plain, &swallowed, &plain, &wide] {
        assert_eq!(analyzer.analyze(page).map(|document| document.truncation()), Ok(Truncation::default()));
        assert!(analyzer.memory_in_use() as u64 <= most);
    }
}

#[test]
fn input() {
    let page = realistic::page(20_000, 3);
    for &on_limit in OnLimit::VALUES {
        for most in [0, 1, 500, 19_000] {
            let mut analyzer = with(|limits| (limits.max_input, limits.on_limit) = (most, on_limit));
            match analyzer.analyze(&page) {
                Ok(document) => {
                    assert_eq!((on_limit, document.truncation()), (OnLimit::TruncateInput, Truncation::INPUT));
                    invariants::check(&document, &page, "the beginning");
                    assert_eq!(document.page().tree.source, &page[..most as usize]);
                }
                Err(error) => {
                    assert_ne!(on_limit, OnLimit::TruncateInput);
                    assert_eq!(error, Error::TooLarge { len: page.len() as u64, limit: most });
                }
            }
            assert!(analyzer.analyze(&page[..most as usize]).is_ok_and(|document| document.truncation().is_empty()));
        }
    }
}

/// What is left of a character at the cut is no part of the text.
#[test]
fn a_cut_page_ends_between_characters() {
    let page = "<p>\u{e9}t\u{e9} \u{4e2d}\u{6587} \u{1f600}\u{1f600}".as_bytes();
    for most in 3..page.len() {
        let mut analyzer = with(|limits| (limits.max_input, limits.on_limit) = (most as u64, OnLimit::TruncateInput));
        let document = analyzer.analyze_with_charset(page, "utf-8").expect("a document");
        invariants::check(&document, page, &format!("{most} bytes"));
        assert!(!document.text().contains('\u{fffd}'), "{most} bytes: {:?}", document.text());
    }
}

#[test]
fn errors_name_the_limit() {
    let error = Error::LimitReached { limits: Truncation::BLOCKS | Truncation::INPUT };
    assert_eq!(error.to_string(), "the page reaches a limit: max_blocks, max_input");
}

#[test]
fn a_page_is_stopped_from_another_thread() {
    let page = realistic::page(8_000_000, 9);
    stop_while_analyzing(&page, Options::default());
    let mut options = Options::default();
    options.style_density = Some(StyleDensityMethod::Paper);
    options.visual = true;
    stop_while_analyzing(&page, options);
}

fn stop_while_analyzing(page: &[u8], options: Options) {
    let mut analyzer = Analyzer::new(options);
    let token = analyzer.cancel_token();
    let started = Instant::now();
    assert!(analyzer.analyze(page).is_ok());
    let whole = started.elapsed();
    let mut stopped = 0;
    for share in 0..10 {
        let token = token.clone();
        let waiter = std::thread::spawn(move || {
            std::thread::sleep(whole * share / 10);
            token.cancel();
            Instant::now()
        });
        let result = analyzer.analyze(page).map(|document| document.blocks().len());
        let returned = Instant::now();
        let asked = waiter.join().expect("a thread that ends");
        match result {
            Err(error) => {
                assert_eq!(error, Error::Cancelled);
                stopped += 1;
                let late = returned.saturating_duration_since(asked);
                assert!(late < whole + Duration::from_millis(500), "stopped {late:?} later, of {whole:?}");
            }
            // The page was done before; the request would meet the next one.
            Ok(_) => assert!(token_of(&mut analyzer).clear()),
        }
        assert!(!token_of(&mut analyzer).is_cancelled());
        assert!(analyzer.analyze(b"<p>x").is_ok());
    }
    assert!(stopped > 0);
}

fn token_of(analyzer: &mut Analyzer) -> blockmask::CancelToken {
    analyzer.cancel_token()
}

#[test]
fn a_request_between_pages_stops_the_next_one() {
    let mut analyzer = Analyzer::default();
    let token = analyzer.cancel_token();
    token.cancel();
    assert_eq!(analyzer.analyze(b"<p>x").err(), Some(Error::Cancelled));
    assert!(analyzer.analyze(b"<p>x").is_ok());
    token.cancel();
    assert!(token.is_cancelled() && token.clear() && !token.clear());
    assert!(analyzer.analyze(b"<p>x").is_ok());
}
