//! Target `css`: the input is a style sheet; after a `</style>` it may continue as a page.
//!
//! Positions returned by the parser are in bounds and never go backwards; visual areas lie within the page.

use crate::support::invariants;
use blockmask::internals::arena::Bump;
use blockmask::internals::visual::css::{colors, declarations, media, syntax, values, variables::Variables};
use blockmask::{Analyzer, Options};

/// Parses the style sheet alone, then analyzes the page.
pub fn run(data: &[u8]) -> bool {
    check_parser(data);
    let mut options = Options::default();
    options.visual = true;
    let page =
        [b"<style>", data, b"</style><h1 class=a>Rain</h1><div id=b><p class='a c'>It rained. <b>Still.</b>"].concat();
    let mut analyzer = Analyzer::new(options);
    let document = analyzer.analyze(&page).expect("within the limits");
    invariants::check(&document, &page, "");
    let visual = document.visual().expect("visual areas are enabled");
    assert_eq!(visual.blocks.len(), document.blocks().len());
    for area in visual.areas {
        let source = document.source_range(area.source);
        assert!(source.start <= source.end && source.end <= page.len(), "{area:?}");
        assert!(area.text.0 < area.text.1 && area.text.1 as usize <= document.text().len(), "{area:?}");
        assert!((area.block as usize) < visual.blocks.len(), "{area:?}");
    }
    true
}

fn check_parser(sheet: &[u8]) {
    let length = sheet.len();
    for at in [0, length / 2, length] {
        let stops = syntax::stop::SEMICOLON | syntax::stop::OPEN | syntax::stop::CLOSE;
        for end in [
            syntax::find(sheet, at, stops),
            syntax::skip_block(sheet, at),
            syntax::skip_whitespace(sheet, at),
            syntax::skip_between_rules(sheet, at),
            syntax::identifier_end(sheet, at),
        ] {
            assert!((at..=length).contains(&end), "from {at} to {end} of {length}");
        }
        let arena = Bump::new();
        let end = declarations::parse_declarations(sheet, at, &mut Variables::new(&arena), &mut |_| {});
        assert!((at..=length).contains(&end), "declarations from {at} to {end} of {length}");
    }
    let value = syntax::trim(sheet);
    let _ = (
        values::parse_number(value),
        values::parse_length(value),
        colors::parse_color(value),
        media::media_matches(value),
    );
}
