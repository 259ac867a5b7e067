//! Target `analyze`: options, a charset and a page.
//!
//! Checks the invariants of the document, and that a new analyzer, one that analyzed another page before, one whose
//! last page failed and an owned document give equal results.

use super::settings;
use crate::support::invariants;
use arbitrary::{Result, Unstructured};
use blockmask::{Analyzer, Document, Error, Input, Limits, OnLimit, Options};

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

    // First another page, then one that is too long, to leave state behind.
    let mut reused = Analyzer::new(options);
    let _ = read(&mut reused, &page[page.len() / 2..], charset, &options);
    let longer = [page, b"x"].concat();
    let is_rejected = matches!(reused.analyze(&longer), Err(Error::TooLarge { .. }));
    assert!(is_rejected || options.limits.on_limit == OnLimit::TruncateInput, "a page over the limit was analyzed");
    let again = read(&mut reused, page, charset, &options).map(|document| describe(&document, page));
    // With retained memory slightly more of the page may fit under the limit.
    if options.limits.max_memory == Limits::default().max_memory {
        assert_eq!(again, expected, "a reused analyzer differs");
        let input = input_of(page, charset);
        let owned = reused.analyze_owned_input(input).ok().map(|document| describe(document.document(), page));
        assert_eq!(owned, expected, "an owned document differs");
    }
    Ok(())
}

fn input_of<'a, 'h>(page: &'a [u8], charset: Option<&'h str>) -> Input<'h, &'a [u8]> {
    let input = Input::new(page);
    charset.map_or(input, |charset| input.charset(charset))
}

/// The document; `None` if reaching a limit is an error.
fn read<'a>(
    analyzer: &'a mut Analyzer,
    page: &'a [u8],
    charset: Option<&str>,
    options: &Options,
) -> Option<Document<'a>> {
    let limits = &options.limits;
    match analyzer.analyze_input(input_of(page, charset)) {
        Ok(document) => Some(document),
        Err(error) => {
            let may_fail = limits.on_limit == OnLimit::Fail || limits.max_memory < Limits::default().max_memory;
            assert!(may_fail && matches!(error, Error::LimitReached { .. }), "{error}");
            None
        }
    }
}

/// Checks the invariants and returns everything that a caller can observe.
fn describe(document: &Document<'_>, page: &[u8]) -> String {
    invariants::check(document, page, "");
    let areas = document.style_density().map(|found| (found.layout, found.areas));
    format!("{}{areas:?}", invariants::description(document))
}

/// Checks the outputs that are computed on demand.
fn check_outputs(document: &Document<'_>, page: &[u8]) {
    let _ = (document.pruned_html(), document.main_html());
    for run in document.runs() {
        assert_eq!(document.text().get(run.text_start..run.text_end), Some(run.text));
        assert!(run.source_start <= run.source_end && run.source_end <= page.len());
    }
    let mut copy = page.to_vec();
    let blanked = document.blank_page(&mut copy);
    if blanked.is_ok() && !document.encoding().starts_with("UTF-16") {
        let differs = page.iter().zip(&copy).any(|(from, to)| from != to && (*to != b' ' || *from == b'\n'));
        assert!(copy.len() == page.len() && !differs, "blanking changed the page other than to spaces");
    }
    let zoned = document.zone_page();
    assert_eq!(zoned.is_ok(), blanked.is_ok());
    if let Ok(zoned) = zoned {
        // Zoning only inserts bytes.
        let mut rest = zoned.iter();
        assert!(page.iter().all(|byte| rest.any(|other| other == byte)), "zones lost bytes");
    }
}
