//! Target `analyze`: options, a charset, and the page behind them.
//!
//! All that must hold for any document; and the same document from a new analyzer, from one that read another page
//! before, and from one whose last page was an error.

use super::settings;
use crate::support::invariants;
use arbitrary::{Result, Unstructured};
use blockmask::{Analyzer, Document, Error, Limits, OnLimit, Options};

/// Analyzes the page.
pub fn run(data: &[u8]) -> bool {
    analyze(Unstructured::new(data)).is_ok()
}

fn analyze(mut input: Unstructured<'_>) -> Result<()> {
    let mut options = settings::options(&mut input)?;
    let charset = settings::charset(&mut input)?;
    let page = input.take_rest();
    options.limits.max_input = page.len() as u64;
    let expected = read(&mut Analyzer::new(options), page, charset, &options).map(|document| {
        check_outputs(&document, page);
        describe(&document, page)
    });

    // Another page, of which only matters what it leaves behind, and one that is too long.
    let mut used = Analyzer::new(options);
    let _ = read(&mut used, &page[page.len() / 2..], charset, &options);
    let longer = [page, b"x"].concat();
    let refused = matches!(used.analyze(&longer), Err(Error::TooLarge { .. }));
    assert!(refused || options.limits.on_limit == OnLimit::TruncateInput, "a page over the limit was read");
    let again = read(&mut used, page, charset, &options).map(|document| describe(&document, page));
    // With memory from earlier pages a little more may fit in.
    if options.limits.max_memory == Limits::default().max_memory {
        assert_eq!(again, expected, "a used analyzer differs");
    }
    Ok(())
}

/// The document, `None` if it reaches a limit that makes that an error.
fn read<'a>(
    analyzer: &'a mut Analyzer,
    page: &'a [u8],
    charset: Option<&str>,
    options: &Options,
) -> Option<Document<'a>> {
    let limits = &options.limits;
    let document = match charset {
        Some(charset) => analyzer.analyze_with_charset(page, charset),
        None => analyzer.analyze(page),
    };
    match document {
        Ok(document) => Some(document),
        Err(error) => {
            let may_fail = limits.on_limit == OnLimit::Fail || limits.max_memory < Limits::default().max_memory;
            assert!(may_fail && matches!(error, Error::LimitReached { .. }), "{error}");
            None
        }
    }
}

/// All that a caller sees of the page, checked.
fn describe(document: &Document<'_>, page: &[u8]) -> String {
    invariants::check(document, page, "");
    let areas = document.style_density().map(|found| (found.layout, found.areas));
    format!("{}{areas:?}", invariants::description(document))
}

/// What is made of the document on demand.
fn check_outputs(document: &Document<'_>, page: &[u8]) {
    let _ = (document.pruned_html(), document.main_html());
    for run in document.runs() {
        let end = run.text_offset + run.text.len();
        assert_eq!(document.text().get(run.text_offset..end), Some(run.text));
        assert!(run.source_offset <= page.len());
    }
    let mut copy = page.to_vec();
    let blanked = document.blank_page(&mut copy);
    if blanked.is_ok() && !document.encoding().starts_with("UTF-16") {
        let differs = page.iter().zip(&copy).any(|(from, to)| from != to && (*to != b' ' || *from == b'\n'));
        assert!(copy.len() == page.len() && !differs, "blanking wrote something else than spaces");
    }
    let zoned = document.zone_page();
    assert_eq!(zoned.is_ok(), blanked.is_ok());
    if let Ok(zoned) = zoned {
        // Zones only add bytes.
        let mut rest = zoned.iter();
        assert!(page.iter().all(|byte| rest.any(|other| other == byte)), "zones lost bytes");
    }
}
