//! Every page of the corpora satisfies the invariants, and a new analyzer and a reused one return equal documents.

mod support;

use blockmask::internals::page::TokenMode;
use blockmask::{Analyzer, Options, Parts};
use support::invariants;

#[test]
fn every_page_satisfies_invariants() {
    let Some(root) = support::shared("corpus") else { return };
    let pages = support::corpus::sample(&root);
    assert!(!pages.is_empty(), "no pages in {}", root.display());
    let threads = 2;
    std::thread::scope(|scope| {
        for part in 0..threads {
            let pages = pages.iter().skip(part).step_by(threads);
            scope.spawn(move || check_pages(pages));
        }
    });
}

fn check_pages<'p>(pages: impl Iterator<Item = &'p support::corpus::PageFile>) {
    let mut reused = Analyzer::new(Options::with_parts(Parts::ALL));
    let mut paper_options = Options::with_parts(Parts::ALL);
    paper_options.token_mode = TokenMode::Paper;
    let mut paper = Analyzer::new(paper_options);
    for page in pages {
        let bytes = page.bytes();
        let document = reused.analyze(&bytes).expect("within the limits");
        invariants::check(&document, &bytes, &page.name);
        assert!(document.truncation().is_empty(), "{}", page.name);
        let mut fresh = Analyzer::new(Options::with_parts(Parts::ALL));
        let again = fresh.analyze(&bytes).expect("within the limits");
        assert!(invariants::description(&again) == invariants::description(&document), "{}", page.name);
        invariants::check(&paper.analyze(&bytes).expect("within the limits"), &bytes, &page.name);
    }
}
