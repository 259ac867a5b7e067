//! Every output of a document is bounded like the page, and takes time linear in it.

#[path = "common/hostile_outputs.rs"]
mod hostile_outputs;
#[path = "common/hostile_pages.rs"]
mod hostile_pages;
#[path = "common/hostile_texts.rs"]
mod hostile_texts;
#[path = "common/hostile_trees.rs"]
mod hostile_trees;
#[path = "common/outputs.rs"]
mod outputs;
#[path = "common/thorough.rs"]
mod thorough;

use blockmask::{Analyzer, Options, Parts, Truncation};
use cpu_time::ThreadTime;
use hostile_pages::Hostile;
use outputs::{OUTPUTS, Output, limit};
use thorough::sparse;

fn kinds() -> impl Iterator<Item = &'static Hostile> {
    use {hostile_pages::*, hostile_texts::*, hostile_trees::*};
    let others = [NAMED, OTHERS, TOKENS, REPAIRS, TEXTS, ORDERS, METADATA, STYLES].into_iter().flatten();
    hostile_outputs::OUTPUTS.iter().chain(others.step_by(sparse(12)))
}

/// The page of a kind with about this many bytes.
fn page_of(kind: &Hostile, length: usize) -> Vec<u8> {
    let unit = ((kind.make)(128).len() - (kind.make)(64).len()).div_ceil(64).max(1);
    (kind.make)((length / unit).clamp(16, kind.count))
}

fn analyzer() -> Analyzer {
    let mut options = Options::with_parts(Parts::ALL);
    options.visual = true;
    Analyzer::new(options)
}

#[test]
fn every_output_is_bounded() {
    let mut analyzer = analyzer();
    let mut worst = vec![(0.0, ""); OUTPUTS.len()];
    let mut failures = Vec::new();
    for kind in kinds() {
        let page = page_of(kind, 100_000);
        let document = analyzer.analyze(&page).expect("a document");
        for (output, worst) in OUTPUTS.iter().zip(&mut worst) {
            let length = (output.length)(&document);
            let factor = length as f64 / page.len() as f64;
            if factor > worst.0 {
                *worst = (factor, kind.name);
            }
            if length > limit(&page) {
                failures.push(format!("{}: {factor:.1} bytes a byte of {}", output.name, kind.name));
            }
        }
    }
    for (output, (factor, kind)) in OUTPUTS.iter().zip(&worst) {
        println!("{:<20}{factor:>8.1}  {kind}", output.name);
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// The time of an output in nanoseconds a byte, the least of some runs.
fn cost(analyzer: &mut Analyzer, output: &Output, page: &[u8]) -> f64 {
    let document = analyzer.analyze(page).expect("a document");
    let time = || {
        let start = ThreadTime::now();
        std::hint::black_box((output.length)(&document));
        start.elapsed().as_nanos() as f64 / page.len() as f64
    };
    (0..3).map(|_| time()).fold(f64::INFINITY, f64::min)
}

/// The most nanoseconds a byte that any output takes, far above what they take, and the growth of the cost with a page
/// four times as long, if it is worth measuring: 4 if the time were quadratic.
const MAX_COST: f64 = 3_000.0;
const MIN_COST: f64 = 300.0;
const MAX_GROWTH: f64 = 2.5;

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn every_output_takes_linear_time() {
    let mut analyzer = analyzer();
    let mut worst = vec![(0.0, ""); OUTPUTS.len()];
    let mut failures = Vec::new();
    for kind in kinds() {
        let pages = [page_of(kind, 50_000), page_of(kind, 200_000)];
        for (output, worst) in OUTPUTS.iter().zip(&mut worst) {
            let [short, long] = [0, 1].map(|i| cost(&mut analyzer, output, &pages[i]));
            if long > worst.0 {
                *worst = (long, kind.name);
            }
            // Short times are noise, and paths take longer once they are cut.
            let grows = long > MIN_COST && long > MAX_GROWTH * short;
            if long > MAX_COST || grows {
                failures.push(format!("{} of {}: {short:.0}, then {long:.0} ns/byte", output.name, kind.name));
            }
        }
    }
    for (output, (cost, kind)) in OUTPUTS.iter().zip(&worst) {
        println!("{:<20}{cost:>8.0} ns/byte  {kind}", output.name);
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

/// Methods whose results repeat nothing of the page: numbers, ranges, flags and names of a fixed list, borrowed parts of
/// the page that are listed under another name, and rows that consist of these.
const NOT_OUTPUTS: &[&str] = &["Document::encoding"];

#[test]
fn every_output_is_listed() {
    let api = include_str!("public-api.txt");
    let mut missing = Vec::new();
    for line in api.lines() {
        let Some(rest) = line.strip_prefix("pub fn blockmask::") else { continue };
        let Some((name, signature)) = rest.split_once('(') else { continue };
        let plain: String = name.split('<').map(|part| part.split_once('>').map_or(part, |(_, after)| after)).collect();
        let class = plain.split("::").next().unwrap_or_default();
        let result = signature.rsplit_once("-> ").map_or("", |(_, result)| result);
        let is_of_page = ["Document", "Block", "Link", "Image", "Comment", "Segment", "TagPaths"].contains(&class);
        let has_text = ["String", "str", "Vec<", "Display", "PageFacts", "Markdown", "JoinedText", "Run"];
        if is_of_page && has_text.iter().any(|kind| result.contains(kind)) && signature.starts_with('&') {
            let is_listed = OUTPUTS.iter().any(|output| output.methods.contains(&&*plain));
            if !is_listed && !NOT_OUTPUTS.contains(&&*plain) {
                missing.push(plain);
            }
        }
    }
    assert!(missing.is_empty(), "tests/common/outputs.rs lacks {missing:?}");
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
    let kind = |name: &str| hostile_outputs::OUTPUTS.iter().find(|kind| kind.name == name).expect("a kind");
    let mut analyzer = analyzer();
    let page = (kind("lines of code in nested lists").make)(50_000);
    let document = analyzer.analyze(&page).expect("a document");
    assert_eq!(document.markdown(&Default::default()).truncation(), Truncation::OUTPUT);
}
