//! Every output of a document is bounded like the page, and takes time linear in it.

#[path = "common/growth.rs"]
mod growth;
#[path = "common/outputs.rs"]
mod outputs;
#[path = "common/thorough.rs"]
mod thorough;

use blockmask::{Analyzer, Options, Parts, Truncation};
use growth::{Report, kinds, least_cost, page_of};
use outputs::{NOT_OUTPUTS, OUTPUTS, Output};

fn analyzer() -> Analyzer {
    let mut options = Options::with_parts(Parts::ALL);
    options.visual = true;
    Analyzer::new(options)
}

#[test]
fn every_output_is_bounded() {
    let mut analyzer = analyzer();
    let mut report = Report::new(OUTPUTS.iter().map(|output| output.name));
    for kind in kinds() {
        let page = page_of(kind, 100_000 / thorough::sparse(4));
        let document = analyzer.analyze(&page).expect("a document");
        for (index, output) in OUTPUTS.iter().enumerate() {
            report.length(index, kind.name, &page, (output.length)(&document));
        }
    }
    report.finish("bytes a byte");
}

/// The time of each output of a page.
fn costs(analyzer: &mut Analyzer, page: &[u8]) -> Vec<f64> {
    let document = analyzer.analyze(page).expect("a document");
    let cost = |output: &Output| least_cost(page, || _ = std::hint::black_box((output.length)(&document)));
    OUTPUTS.iter().map(cost).collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn every_output_takes_linear_time() {
    let mut analyzer = analyzer();
    let mut report = Report::new(OUTPUTS.iter().map(|output| output.name));
    for kind in kinds() {
        report.growth(kind, 200_000, |page| costs(&mut analyzer, page));
    }
    report.finish("ns/byte");
}

/// Results that repeat nothing of the page: numbers, ranges, flags and structs of a few of them.
fn is_constant(result: &str) -> bool {
    const CONSTANT: &[&str] = &[
        "bool",
        "u8",
        "u16",
        "u32",
        "u64",
        "usize",
        "f32",
        "f64",
        "Range<usize>",
        "AnnotationType",
        "BlockFlags",
        "BlockType",
        "BlockVisibility",
        "Density",
        "Direction",
        "EncodingSource",
        "Fallbacks",
        "Field",
        "GroupKind",
        "ListItem",
        "PageKind",
        "PageLayout",
        "Parts",
        "Role",
        "TableCell",
        "Truncation",
    ];
    let inner = result.strip_prefix("core::option::Option<").and_then(|rest| rest.strip_suffix('>')).unwrap_or(result);
    CONSTANT.contains(&inner.strip_prefix("core::ops::range::").unwrap_or(inner))
        || CONSTANT.iter().any(|name| inner.strip_prefix("blockmask::") == Some(name))
}

/// Each public method that makes something of a page is an output, with its bound and its time here, its allocations in
/// `tests/out_of_memory.rs` and the fuzz target `outputs`; or it is said why not.
#[test]
fn every_output_is_listed() {
    const OF_PAGES: &[&str] = &[
        "Annotation",
        "Block",
        "BlockFlags",
        "Comment",
        "Document",
        "Group",
        "GroupItem",
        "Image",
        "JoinedText",
        "Link",
        "Markdown",
        "OwnedDocument",
        "Passage",
        "Record",
        "Segment",
        "TagPaths",
    ];
    let mut missing = Vec::new();
    for line in include_str!("public-api.txt").lines() {
        let Some(rest) = line.strip_prefix("pub fn blockmask::") else { continue };
        let Some((name, signature)) = rest.split_once('(') else { continue };
        let plain: String = name.split('<').map(|part| part.split_once('>').map_or(part, |(_, after)| after)).collect();
        let class = plain.split("::").next().unwrap_or_default();
        let result = signature.rsplit_once("-> ").map_or("", |(_, result)| result);
        let is_of_page = OF_PAGES.contains(&class) || signature.contains("&blockmask::Document<");
        if !is_of_page || is_constant(result) {
            continue;
        }
        let is_output = OUTPUTS.iter().any(|output| output.methods.contains(&&*plain));
        let is_explained = NOT_OUTPUTS.iter().any(|others| !others.why.is_empty() && others.of.contains(&&*plain));
        if is_output == is_explained {
            missing.push(plain);
        }
    }
    assert!(missing.is_empty(), "tests/common/outputs.rs lacks {missing:?}, or names it twice");
}

/// The table of outputs and inputs in SECURITY.md names tests and fuzz targets that exist, and all fuzz targets of them.
#[test]
fn tests_of_outputs_and_inputs_exist() {
    let text = include_str!("../docs/SECURITY.md");
    let table = text.split("<!-- outputs and inputs -->").nth(1).expect("a table");
    let table = table.split("<!-- end of outputs and inputs -->").next().expect("a part");
    let manifest = include_str!("../fuzz/Cargo.toml");
    let targets = manifest.split("[[bin]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut missing: Vec<&str> = targets.filter(|&target| target != "soak").collect();
    for row in table.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")).skip(1) {
        let cells: Vec<&str> = row.split(" | ").collect();
        let names = |cell: &'static str| cell.split('`').skip(1).step_by(2);
        let [_, tests, targets] = cells[..] else { panic!("{row}") };
        assert!(names(tests).count() > 0 && names(targets).count() > 0, "{row}");
        for file in names(tests) {
            assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file).exists(), "{file}");
        }
        for target in names(targets) {
            assert!(manifest.contains(&format!("name = \"{target}\"")), "{target}");
            missing.retain(|&other| other != target);
        }
    }
    assert!(missing.is_empty(), "SECURITY.md lacks the fuzz targets {missing:?}");
}

/// What is left out is reported.
#[test]
fn cut_outputs_are_reported() {
    let kind = |name: &str| kinds().find(|kind| kind.name == name).expect("a kind");
    let mut analyzer = analyzer();
    let page = (kind("lines of code in nested lists").make)(50_000);
    let document = analyzer.analyze(&page).expect("a document");
    assert_eq!(document.markdown(&Default::default()).truncation(), Truncation::OUTPUT);
}
