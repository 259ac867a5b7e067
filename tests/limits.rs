//! Limits: none is exceeded, reaching one is reported as truncation or as an error, and another thread can cancel an
//! analysis.

#[path = "common/invariants/mod.rs"]
mod invariants;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
#[path = "common/thorough.rs"]
#[allow(dead_code)]
mod thorough;

use blockmask::{Analyzer, Error, Input, Limits, OnLimit, Options, Parts, StyleDensityMethod, Truncation};
use std::time::{Duration, Instant};
use thorough::sparse;

/// Pages for the limits: realistic, misnested, nested tables, unmatched tags, many attributes, a legacy encoding.
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

fn analyzer_with(set: impl Fn(&mut Limits)) -> Analyzer {
    let mut options = Options::with_parts(Parts::ALL);
    set(&mut options.limits);
    Analyzer::new(options)
}

/// Analyzes each page with each value of a limit: usage stays within it, and `flag` is set if the page needs more.
fn check(flag: Truncation, values: &[u64], set: impl Fn(&mut Limits, u64), used: impl Fn(&blockmask::Document) -> u64) {
    for (number, page) in pages().iter().enumerate() {
        let needed = used(&Analyzer::default().analyze(page).expect("a document"));
        for &value in values {
            let what = format!("page {number}, {flag:?}, limit {value}");
            let mut analyzer = analyzer_with(|limits| set(limits, value));
            let document = analyzer.analyze(page).expect("a document");
            invariants::check(&document, page, &what);
            let (found, cut) = (used(&document), document.truncation());
            assert!(found <= value.max(4), "{what}: {found}");
            assert_eq!(cut.bits() & !flag.bits(), 0, "{what}: other limits");
            assert!(needed <= value || cut == flag, "{what}: the page needs {needed}");
            assert!(cut.is_empty() || needed + 8 > value, "{what}: the page needs only {needed}");
            let first = invariants::description(&document);
            assert_eq!(invariants::description(&analyzer.analyze(page).expect("a document")), first, "{what}");

            let mut strict = analyzer_with(|limits| {
                set(limits, value);
                limits.on_limit = OnLimit::Fail;
            });
            let expected = if cut.is_empty() { None } else { Some(Error::LimitReached { limits: flag }) };
            assert_eq!(strict.analyze(page).err(), expected, "{what}");
            assert!(strict.analyze(b"").is_ok() || value < 12, "{what}: usable afterwards");
        }
    }
}

const COUNTS: [u64; 9] = [12, 13, 40, 100, 333, 1000, 2500, 5000, 1_000_000];

#[test]
fn nodes() {
    let used = |document: &blockmask::Document| {
        let tree = &document.page().tree;
        tree.nodes.len() as u64 + u64::from(tree.omitted_blanks)
    };
    check(Truncation::NODES, &COUNTS, |limits, value| limits.max_nodes = value as u32, used);
}

#[test]
fn attributes() {
    let used = |document: &blockmask::Document| document.page().tree.attributes.len() as u64;
    let set = |limits: &mut Limits, value| limits.max_attributes = value as u32;
    check(Truncation::ATTRIBUTES, &[&[0, 1, 2, 15, 16, 17][..], &COUNTS].concat(), set, used);
}

/// Attributes beyond the limit are ignored: the element has none.
#[test]
fn dropped_attributes_have_no_effect() {
    let mut analyzer = analyzer_with(|limits| limits.max_attributes = 1);
    let document = analyzer.analyze(b"<p id=1>one<p hidden style='display:none'>two<p><a href=x>three</a>").unwrap();
    assert!(document.blocks().all(|block| block.flags().is_empty() && block.linked_tokens() == 0));
    assert_eq!((document.blocks().len(), document.truncation()), (3, Truncation::ATTRIBUTES));
}

#[test]
fn blocks() {
    let used = |document: &blockmask::Document| document.blocks().len() as u64;
    let set = |limits: &mut Limits, value| limits.max_blocks = value as u32;
    check(Truncation::BLOCKS, &[&[4, 5, 11][..], &COUNTS].concat(), set, used);
    let mut analyzer = analyzer_with(|limits| limits.max_blocks = 2);
    let document = analyzer.analyze(b"<p>one<p>two <b>words</b><p>three<p>four").unwrap();
    assert_eq!(document.text(), "one\ntwo words\n");
}

/// On a page where each tag makes one node, a tag is about one step.
#[test]
fn steps() {
    let page = b"<br>".repeat(100_000);
    for steps in [1, 2, 10, 100, 1000, 5000, 50_000] {
        let mut analyzer = analyzer_with(|limits| limits.max_steps = steps);
        let document = analyzer.analyze(&page).expect("a document");
        let tags = document.page().tree.nodes.len() as u64 - 4;
        assert!(tags <= steps + steps / 20 && tags + 1 + steps / 20 >= steps, "{steps} steps, {tags} tags");
        assert!(document.truncation().contains(Truncation::STEPS));
    }
    for (number, page) in pages().iter().enumerate() {
        let mut last = 0;
        for steps in [1, 30, 1000, 3000, 10_000, 100_000, u64::MAX / 4] {
            let mut analyzer = analyzer_with(|limits| limits.max_steps = steps);
            let document = analyzer.analyze(page).expect("a document");
            invariants::check(&document, page, &format!("page {number}, {steps} steps"));
            let nodes = document.page().tree.nodes.len();
            assert!(last <= nodes, "page {number}: {steps} steps yield fewer nodes than a smaller limit");
            last = nodes;
        }
        let whole = Analyzer::default().analyze(page).expect("a document").page().tree.nodes.len();
        assert_eq!(last, whole);
    }
}

/// The limit may be reached at the last token of the page.
#[test]
fn steps_that_end_with_the_page() {
    let page = b"<p>Rain <b>fell</b> on<br>the city";
    for steps in 0..30 {
        for end in 0..=page.len() {
            assert!(analyzer_with(|limits| limits.max_steps = steps).analyze(&page[..end]).is_ok());
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
        for limit in limits {
            let what = format!("page {number}, {limit} bytes of {needed}");
            let mut analyzer = analyzer_with(|limits| limits.max_memory = limit);
            match analyzer.analyze(page) {
                Ok(document) => {
                    invariants::check(&document, page, &what);
                    assert_eq!(document.truncation().bits() & !Truncation::MEMORY.bits(), 0, "{what}");
                    assert!(last <= document.text().len(), "{what}: a larger limit yields less text");
                    assert!(!document.truncation().is_empty() || document.text().len() == whole, "{what}");
                    last = document.text().len();
                }
                Err(error) => {
                    assert_eq!(error, Error::LimitReached { limits: Truncation::MEMORY }, "{what}");
                    assert!(limit < 90_000, "{what}");
                }
            }
            assert!(analyzer.memory_in_use() as u64 <= limit, "{what}: {}", analyzer.memory_in_use());
            let mut strict = analyzer_with(|limits| (limits.max_memory, limits.on_limit) = (limit, OnLimit::Fail));
            let strict = strict.analyze(page).map(|document| document.truncation());
            let failure = Error::LimitReached { limits: Truncation::MEMORY };
            assert!(strict == Ok(Truncation::default()) || strict == Err(failure), "{what}");
        }
        assert_eq!(last, whole, "page {number}");
    }
}

/// Memory that the arenas retain from a large page does not count against the limit of the next page.
#[test]
fn retained_memory_is_freed_if_needed() {
    let swallowed = [b"<title>".to_vec(), realistic::page(200_000, 5)].concat();
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(swallowed.iter().flat_map(|&byte| [byte, 0])).collect();
    let plain = realistic::page(300_000, 6);
    let need = |page: &[u8]| {
        let mut analyzer = Analyzer::default();
        assert!(analyzer.analyze(page).is_ok());
        analyzer.memory_in_use() as u64
    };
    let limit = 2 * need(&swallowed).max(need(&wide)).max(need(&plain));
    let mut analyzer = analyzer_with(|limits| limits.max_memory = limit);
    for page in [&swallowed, &wide, &plain, &swallowed, &plain, &wide] {
        assert_eq!(analyzer.analyze(page).map(|document| document.truncation()), Ok(Truncation::default()));
        assert!(analyzer.memory_in_use() as u64 <= limit);
    }
}

#[test]
fn input() {
    let page = realistic::page(20_000, 3);
    for &on_limit in OnLimit::VALUES {
        for limit in [0, 1, 500, 19_000] {
            let mut analyzer = analyzer_with(|limits| (limits.max_input, limits.on_limit) = (limit, on_limit));
            match analyzer.analyze(&page) {
                Ok(document) => {
                    assert_eq!((on_limit, document.truncation()), (OnLimit::TruncateInput, Truncation::INPUT));
                    invariants::check(&document, &page, "truncated input");
                    assert_eq!(document.page().tree.source, &page[..limit as usize]);
                }
                Err(error) => {
                    assert_ne!(on_limit, OnLimit::TruncateInput);
                    assert_eq!(error, Error::TooLarge { len: page.len() as u64, limit });
                }
            }
            assert!(analyzer.analyze(&page[..limit as usize]).is_ok_and(|document| document.truncation().is_empty()));
        }
    }
}

/// Truncated input is cut at a character boundary.
#[test]
fn truncated_input_ends_between_characters() {
    let text = "<p>\u{e9}t\u{e9} \u{4e2d}\u{6587} \u{1f600}\u{1f600}";
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let pages = [
        ("utf-8", text.as_bytes()),
        ("utf-16le", &utf16),
        ("gb18030", b"<p>\x81\x30\x81\x30 \xd6\xd0\xce\xc4 \x94\x39\xfc\x36"),
        ("euc-jp", b"<p>\xc6\xfc\x8e\xb1 \x8f\xb0\xa1\xcb\xdc"),
    ];
    for (charset, page) in pages {
        for length in 3..page.len() {
            let mut analyzer =
                analyzer_with(|limits| (limits.max_input, limits.on_limit) = (length as u64, OnLimit::TruncateInput));
            let document = analyzer.analyze_input(Input::new(page).charset(charset)).expect("a document");
            invariants::check(&document, page, &format!("{charset}, {length} bytes"));
            assert!(!document.text().contains('\u{fffd}'), "{charset}, {length} bytes: {:?}", document.text());
        }
    }
}

#[test]
fn errors_name_the_limit() {
    let error = Error::LimitReached { limits: Truncation::BLOCKS | Truncation::INPUT };
    assert_eq!(error.to_string(), "the page reaches a limit: max_blocks, max_input");
}

#[test]
fn analysis_can_be_cancelled_from_another_thread() {
    let page = realistic::page(8_000_000 / sparse(16), 9);
    cancel_while_analyzing(&page, Options::with_parts(Parts::ALL));
    let mut options = Options::with_parts(Parts::ALL);
    options.style_density = Some(StyleDensityMethod::Paper);
    options.visual = true;
    cancel_while_analyzing(&page, options);
}

fn cancel_while_analyzing(page: &[u8], options: Options) {
    let mut analyzer = Analyzer::new(options);
    let token = analyzer.cancel_token();
    let started = Instant::now();
    assert!(analyzer.analyze(page).is_ok());
    let whole = started.elapsed();
    let mut cancelled = 0;
    for share in 0..10 {
        let token = token.clone();
        let canceller = std::thread::spawn(move || {
            std::thread::sleep(whole * share / 10);
            token.cancel();
            Instant::now()
        });
        let result = analyzer.analyze(page).map(|document| document.blocks().len());
        let returned = Instant::now();
        let requested = canceller.join().expect("a thread that ends");
        match result {
            Err(error) => {
                assert_eq!(error, Error::Cancelled);
                cancelled += 1;
                let delay = returned.saturating_duration_since(requested);
                assert!(delay < whole + Duration::from_millis(500), "cancelled after {delay:?} of {whole:?}");
            }
            // The analysis finished before the request, which would cancel the next one.
            Ok(_) => assert!(analyzer.cancel_token().clear()),
        }
        assert!(!analyzer.cancel_token().is_cancelled());
        assert!(analyzer.analyze(b"<p>x").is_ok());
    }
    assert!(cancelled > 0);
}

#[test]
fn cancellation_between_pages_affects_the_next_page() {
    let mut analyzer = Analyzer::default();
    let token = analyzer.cancel_token();
    token.cancel();
    assert_eq!(analyzer.analyze(b"<p>x").err(), Some(Error::Cancelled));
    assert!(analyzer.analyze(b"<p>x").is_ok());
    token.cancel();
    assert!(token.is_cancelled() && token.clear() && !token.clear());
    assert!(analyzer.analyze(b"<p>x").is_ok());
}

/// The smallest depth is 4. Text that must not become text of the page may lie one deeper.
#[test]
fn depth_limits_are_exact() {
    let page = "<div><p>".repeat(50) + "<b>text<script>code</script><textarea>field</textarea><td>cell";
    let depth = |limit: u16, page: &str| {
        let mut analyzer = analyzer_with(|limits| limits.max_depth = limit);
        let document = analyzer.analyze(page.as_bytes()).expect("a document");
        document.page().tree.nodes.iter().map(|node| node.depth).max().unwrap_or_default()
    };
    for limit in [1, 2, 3, 4, 5, 6, 10, 50] {
        assert_eq!(depth(limit, &page), limit.max(4) + 1, "limit {limit}");
        assert_eq!(depth(limit, &"<div><p>text".repeat(50)), limit.max(4), "limit {limit}, without scripts");
    }
}

/// What SECURITY.md says about the stack that an analysis needs.
#[test]
fn analysis_needs_little_stack() {
    // Without optimizations frames are several times as large; `make test-release` checks what is promised.
    const KIB: usize = if cfg!(debug_assertions) { 8 << 10 } else { 1 << 10 };
    let deep = "<div class='a b'><p><b>text".repeat(400) + "<style>p{color:red}</style><script>{\"a\":1}</script>";
    let mut visual = Options::with_parts(Parts::ALL);
    visual.visual = true;
    visual.style_density = Some(StyleDensityMethod::Learned);
    for (options, stack) in [(Options::with_parts(Parts::ALL), 48 * KIB), (visual, 64 * KIB)] {
        for page in pages().into_iter().chain([deep.clone().into_bytes()]) {
            let work = move || {
                let mut analyzer = Analyzer::new(options);
                let document = analyzer.analyze(&page).expect("a document");
                document.blocks().last().map_or(0, |block| block.tag_path().to_string().len())
            };
            let thread = std::thread::Builder::new().stack_size(stack).spawn(work).expect("a thread");
            assert!(thread.join().is_ok());
        }
    }
    #[cfg(feature = "arrow")]
    for page in pages().into_iter().chain([deep.into_bytes()]) {
        use blockmask::arrow::{BatchBuilder, Columns};
        let work = move || {
            let columns = Columns::VALUES.iter().fold(Columns::default(), |all, &(column, _)| all | column);
            let mut analyzer = Analyzer::new(Options::with_parts(columns.parts()));
            let mut batch = BatchBuilder::new(columns);
            batch.push(&analyzer.analyze(&page).expect("a document"));
            drop(batch.finish());
        };
        let thread = std::thread::Builder::new().stack_size(96 * KIB).spawn(work).expect("a thread");
        assert!(thread.join().is_ok());
    }
}
