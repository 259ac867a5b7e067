//! The parts of an analysis: each gives the same whatever is computed besides, and what is not asked for is absent.

#[path = "common/kinds.rs"]
mod kinds;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
mod support;

use blockmask::{
    Analyzer, Document, Field, FingerprintText, MaskMethod, Options, Parts, PassageOptions, Role, SiteStats,
};
use std::fmt::Write;

const ALL: [Parts; 6] =
    [Parts::MASK, Parts::FIELDS, Parts::STRUCTURE, Parts::SEGMENTS, Parts::REGION, Parts::FINGERPRINT];

fn pages() -> Vec<Vec<u8>> {
    let mut pages: Vec<Vec<u8>> = kinds::all().into_iter().map(|(_, page)| page).collect();
    if let Some(root) = support::shared("corpus") {
        pages.extend(
            support::corpus::pages(&root).iter().step_by(41 * support::thorough::sparse(4)).map(|file| file.bytes()),
        );
    }
    pages.retain(|page| page.len() < 1_000_000);
    pages
}

/// What a part gives of a page, in words.
fn description(document: &Document<'_>, part: Parts) -> String {
    let mut out = String::new();
    for block in document.blocks() {
        let _ = match part {
            Parts::MASK => {
                write!(out, "{} {} {} {:?};", block.is_template(), block.probability(), block.role(), block.flags())
            }
            Parts::FIELDS => write!(out, "{} {} {};", block.field(), block.weight(), block.link_targets()),
            Parts::STRUCTURE => write!(
                out,
                "{} {:?} {:?} {:?} {:?};",
                block.block_type(),
                block.heading(),
                block.list_item(),
                block.table_cell(),
                block.language()
            ),
            Parts::SEGMENTS => write!(out, "{:?};", block.segment()),
            Parts::REGION => write!(out, "{};", block.is_in_main_region()),
            _ => Ok(()),
        };
    }
    let _ = match part {
        Parts::MASK => write!(out, "{:?} {}", document.kind(), document.comments().len()),
        Parts::STRUCTURE => write!(out, "{:?}", document.images().map(|image| image.source()).collect::<Vec<_>>()),
        Parts::SEGMENTS => write!(out, "{:?}", document.segmentation().segments),
        Parts::REGION => write!(out, "{:?}", document.main_regions().collect::<Vec<_>>()),
        Parts::FINGERPRINT => write!(out, "{:?}", document.fingerprint()),
        _ => Ok(()),
    };
    out
}

#[test]
fn a_part_gives_the_same_whatever_else_is_computed() {
    let pages = pages();
    for mask in [MaskMethod::Learned, MaskMethod::Density, MaskMethod::TagPath] {
        for text in [FingerprintText::Main, FingerprintText::LargestSegment] {
            let options = |parts| {
                let mut options = Options::with_parts(parts);
                (options.mask, options.fingerprint_text) = (mask, text);
                options
            };
            let mut all = Analyzer::new(options(Parts::ALL));
            let mut alone = ALL.map(|part| Analyzer::new(options(part)));
            for page in &pages {
                let complete = all.analyze(page).unwrap();
                for (&part, analyzer) in ALL.iter().zip(&mut alone) {
                    let document = analyzer.analyze(page).unwrap();
                    let start = String::from_utf8_lossy(&page[..page.len().min(60)]);
                    assert!(document.parts().contains(part) && document.text() == complete.text());
                    assert_eq!(description(&document, part), description(&complete, part), "{part:?} of {start}");
                }
            }
        }
    }
    println!("{} pages", pages.len());
}

const PAGE: &[u8] =
    b"<title>Rain</title><nav><a href=/>Home</a></nav><h2>The third day</h2><ul><li>Rain fell on the city for \
    the third day, and the river rose.</ul><img src=a alt='A bridge'>";

#[test]
fn what_is_not_asked_for_is_absent() {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::from_bits(0)));
    let page = analyzer.analyze(PAGE).unwrap();
    assert!(page.parts().is_empty() && page.fingerprint().is_none() && page.kind().is_none());
    assert_eq!((page.segments().len(), page.main_regions().len(), page.images().len()), (0, 0, 0));
    assert_eq!((page.links().len(), page.title()), (1, Some("Rain")));
    for block in page.blocks() {
        assert_eq!((block.field(), block.weight(), block.role()), (Field::Text, 4, Role::default()));
        assert!(!block.is_template() && !block.is_in_main_region() && block.segment().is_none());
        assert!(block.list_item().is_none() && block.heading().is_none());
    }
    // All text is main text, in paragraphs.
    assert_eq!(page.main_text().text(), page.text().trim_end());
    assert!(!page.plain_text().is_empty() && page.main_html().contains("The third day"));
    assert!(page.pruned_html().contains("The third day") && page.zone_page().is_ok());
    assert!(page.blank_page(&mut PAGE.to_vec()).is_ok());
    assert!(page.runs().len() > 2 && page.records().is_empty() && page.passages(&PassageOptions::default()).len() == 1);
    assert!(SiteStats::new().add(&page, "https://example.org/").is_err());

    analyzer.set_parts(Parts::default());
    let page = analyzer.analyze(PAGE).unwrap();
    assert_eq!(page.parts(), Parts::MASK | Parts::FIELDS | Parts::STRUCTURE);
    assert_eq!((page.segments().len(), page.images().len()), (0, 1));
    assert!(page.fingerprint().is_none() && page.kind().is_some());
}

#[test]
fn parts_bring_those_that_they_need() {
    let parts = |change: fn(&mut Options)| {
        let mut options = Options::with_parts(Parts::from_bits(0));
        change(&mut options);
        Analyzer::new(options).analyze(PAGE).unwrap().parts()
    };
    for part in [Parts::FIELDS, Parts::STRUCTURE, Parts::FINGERPRINT] {
        assert_eq!(Analyzer::new(Options::with_parts(part)).analyze(PAGE).unwrap().parts(), part | Parts::MASK);
    }
    let of_segment = parts(|options| {
        options.parts = Parts::FINGERPRINT;
        options.fingerprint_text = FingerprintText::LargestSegment;
    });
    assert_eq!(of_segment, Parts::FINGERPRINT | Parts::MASK | Parts::SEGMENTS);
    let by_region = parts(|options| {
        options.parts = Parts::MASK;
        options.mask = MaskMethod::TagPath;
    });
    assert_eq!(by_region, Parts::MASK | Parts::REGION);
    assert_eq!(parts(|options| options.mask = MaskMethod::TagPath), Parts::from_bits(0));
}

#[test]
fn parts_have_names() {
    assert!(ALL.iter().all(|part| part.names().next().unwrap().parse() == Ok(*part)));
    assert_eq!(
        "comments".parse::<Parts>().unwrap_err().to_string(),
        "no such name; the names are mask, fields, \
        structure, segments, region, fingerprint"
    );
    assert_eq!(Parts::ALL, ALL.into_iter().fold(Parts::from_bits(0), |all, part| all | part));
}
