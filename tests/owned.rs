//! Owned documents: they say what borrowed ones say, and live as long as their owner wants, in any thread.

#[path = "common/kinds.rs"]
mod kinds;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
mod support;

use blockmask::{
    Analyzer, Document, Error, FactOptions, Input, MarkdownOptions, OnLimit, Options, OwnedDocument, Parts,
    PassageOptions,
};
use std::sync::Arc;
use support::{invariants, random_markup};

/// Everything that a caller can observe, what is computed on demand too.
fn description(document: &Document<'_>) -> String {
    let facts = document.facts(&FactOptions::default());
    let markdown = document.markdown(&MarkdownOptions::default());
    let passages = document.passages(&PassageOptions::default());
    let (records, main) = (document.records(), document.main_html());
    format!("{}{facts:?}{markdown:?}{passages:?}{records:?}{main}", invariants::description(document))
}

fn options() -> Options {
    let mut options = Options::with_parts(Parts::ALL);
    options.visual = true;
    options
}

fn pages() -> Vec<Vec<u8>> {
    let mut pages: Vec<Vec<u8>> = kinds::all().into_iter().map(|(_, page)| page).collect();
    pages.extend([&b""[..], b"<", b"\xff\xfe<\0p\0>\0x\0", b"\xef\xbb\xbf"].map(<[u8]>::to_vec));
    pages.extend((0..200).map(|seed| random_markup::document(seed, 40 + seed as usize).into_bytes()));
    if let Some(root) = support::shared("corpus") {
        pages.extend(support::corpus::pages(&root).iter().step_by(37).map(|file| file.bytes()));
    }
    pages.retain(|page| page.len() < 500_000);
    pages
}

#[test]
fn an_owned_document_is_the_borrowed_one() {
    let (mut borrowing, mut owning, mut reusing) =
        (Analyzer::new(options()), Analyzer::new(options()), Analyzer::new(options()));
    for (index, page) in pages().into_iter().enumerate() {
        let input = Input::new(&page).address("https://example.org/a/").charset("windows-1250");
        let expected = description(&borrowing.analyze_input(input).unwrap());
        let input = Input::new(page).address("https://example.org/a/").charset("windows-1250");
        let owned = owning.analyze_owned_input(input).unwrap();
        invariants::check(owned.document(), owned.document().bytes(), &format!("page {index}"));
        assert!(description(owned.document()) == expected, "page {index} differs");
        let page = reusing.reuse(owned);
        let input = Input::new(page).address("https://example.org/a/").charset("windows-1250");
        let owned = reusing.analyze_owned_input(input).unwrap();
        assert!(description(owned.document()) == expected, "page {index} differs in memory that is used again");
        reusing.reuse(owned);
    }
}

#[test]
fn documents_outlive_their_analyzer_and_move_between_threads() {
    let pages: Vec<Vec<u8>> =
        kinds::all().into_iter().map(|(_, page)| page).filter(|page| page.len() < 50_000).collect();
    let mut analyzer = Analyzer::new(options());
    let expected: Vec<String> = pages.iter().map(|page| description(&analyzer.analyze(page).unwrap())).collect();
    let documents: Vec<OwnedDocument> =
        pages.iter().map(|page| analyzer.analyze_owned(page.clone()).unwrap()).collect();
    drop(analyzer);
    drop(pages);
    // Each thread reads all of them, at the same time.
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for (document, expected) in documents.iter().zip(&expected) {
                    assert!(description(document.document()) == *expected);
                }
            });
        }
    });
    // Another thread takes them, and gives their memory to another analyzer.
    let thread = std::thread::spawn(move || {
        let mut other = Analyzer::new(Options::default());
        for document in documents {
            let html = other.reuse(document);
            assert!(other.memory_in_use() > 0);
            other.analyze(&html).unwrap();
        }
    });
    thread.join().unwrap();
}

#[test]
fn a_short_page_does_not_keep_the_memory_of_a_long_one() {
    let mut analyzer = Analyzer::new(options());
    let long = analyzer.analyze_owned(realistic::page(1_000_000, 7)).unwrap();
    assert!(long.memory_in_use() > 1_000_000);
    analyzer.reuse(long);
    let short = analyzer.analyze_owned(realistic::page(10_000, 7)).unwrap();
    assert!(short.memory_in_use() < 400_000, "{}", short.memory_in_use());
}

#[test]
fn a_page_is_whatever_gives_bytes() {
    let html = "<title>Rain</title><p>It fell on the city for the third day.";
    let mut analyzer = Analyzer::new(Options::default());
    let shared: Arc<[u8]> = html.as_bytes().into();
    let documents = [
        analyzer.analyze_owned(Arc::clone(&shared)).unwrap(),
        analyzer.analyze_owned_input(Input::new(Arc::clone(&shared)).address("https://example.org/")).unwrap(),
    ];
    assert_eq!(Arc::strong_count(&shared), 3);
    assert!(documents.iter().all(|document| document.document().bytes().as_ptr() == shared.as_ptr()));
    drop(documents);
    assert_eq!(Arc::strong_count(&shared), 1);
    // Borrowed bytes, which the document cannot outlive.
    let borrowed = analyzer.analyze_owned(html).unwrap();
    assert_eq!(borrowed.document().title(), Some("Rain"));
    assert_eq!(borrowed.into_source(), html);
    let owned = analyzer.analyze_owned(html.to_owned()).unwrap();
    assert_eq!(owned.document().title(), Some("Rain"));
    assert_eq!(analyzer.reuse(owned), html);
}

#[test]
fn an_analyzer_works_after_an_error_and_keeps_its_memory() {
    let mut options = Options::default();
    (options.limits.max_blocks, options.limits.on_limit) = (1, OnLimit::Fail);
    let mut analyzer = Analyzer::new(options);
    let page = analyzer.analyze_owned("<p>one").unwrap();
    analyzer.reuse(page);
    let held = analyzer.memory_in_use();
    assert!(held > 0);
    assert!(matches!(analyzer.analyze_owned("<p>one<p>two"), Err(Error::LimitReached { .. })));
    // A page begins with the largest chunk of each arena, and gives back the others.
    let is_kept = |bytes: usize| (held / 2..=held).contains(&bytes);
    assert!(is_kept(analyzer.memory_in_use()), "{} of {held}", analyzer.memory_in_use());
    let token = analyzer.cancel_token();
    token.cancel();
    assert_eq!(analyzer.analyze_owned("<p>one").err(), Some(Error::Cancelled));
    let page = analyzer.analyze_owned("<p>one").unwrap();
    assert_eq!((page.document().blocks().len(), analyzer.memory_in_use()), (1, 0));
    assert!(is_kept(page.memory_in_use()), "{} of {held}", page.memory_in_use());
}
