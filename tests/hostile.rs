//! Adversarial pages take time and memory linear in their length, and not much more per byte than a normal page.
//!
//! Times are compared in release builds only (`cargo test --release`); debug builds check that every page is analyzed.

#[path = "common/hostile_kinds.rs"]
mod hostile_kinds;
#[path = "common/invariants/mod.rs"]
mod invariants;
#[path = "common/peak.rs"]
mod peak;
#[path = "../src/base/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;
#[path = "common/thorough.rs"]
mod thorough;

use blockmask::internals::mask::MaskMethod;
use blockmask::internals::style_density::StyleDensityMethod;
use blockmask::{Analyzer, Options, Parts};
use cpu_time::ThreadTime;
use hostile_kinds::hostile_pages::{Hostile, NAMED, after, hostile, numbered, times};
use hostile_kinds::{STYLES, kinds};
use std::sync::OnceLock;
use std::time::Duration;
use thorough::sparse;

/// The largest allowed factor by which time and memory may grow when a page becomes four times as long.
const MAX_GROWTH: f64 = 4.5;
/// The approximate length of the shorter page in bytes.
const BASE_LENGTH: usize = 100_000;
/// Memory to ignore: the initial capacities of all buffers.
const INITIAL_CAPACITY: u64 = 256 << 10;
/// The allowed cost per byte of a named page, relative to a normal page.
const MAX_COST: f64 = 10.0;
/// The same of any page, and its allowed memory in bytes per byte, besides 1 MiB: see SECURITY.md.
const MAX_COST_OF_ANY: f64 = 50.0;
/// The allowed cost relative to that in the table of SECURITY.md, or to [`MAX_COST`] for pages that are not in it: it
/// differs between machines and runs.
const MAX_DEVIATION: f64 = 2.0;
const MAX_MEMORY_OF_ANY: f64 = 150.0;
/// Named pages that exceed [`MAX_COST`], with the cost that they are allowed for now. They consist almost only of tags:
/// 11 to 16 bytes create four or five nodes and a block, whereas a normal page has one tag in 60 bytes. Nodes moved by
/// tree construction are also scattered in memory, so their cost rises once the tables exceed the cache.
const EXCEPTIONS: [(&str, f64); 4] = [
    ("misnested formatting", 20.0),
    ("misnested formatting and blocks", 45.0),
    ("misnested formatting, three deep", 20.0),
    ("unclosed table with cells", 30.0),
];
/// Repetitions of each measurement; the fastest counts.
const REPETITIONS: usize = 3;

/// The fastest of several runs of a warm analyzer. Short runs are repeated more often.
fn time_of(analyzer: &mut Analyzer, page: &[u8], repetitions: usize) -> Duration {
    let (mut best, mut total) = (Duration::MAX, Duration::ZERO);
    for round in 0.. {
        let start = ThreadTime::now();
        let result = analyzer.analyze(page).map(|document| document.blocks().len());
        let time = start.elapsed();
        assert!(result.is_ok(), "{result:?}");
        (best, total) = (best.min(time), total + time);
        if round + 1 >= repetitions && (total > Duration::from_millis(3) || round >= 40) {
            break;
        }
    }
    best
}

/// CPU time per byte of the page, in nanoseconds: the fastest of at least `repetitions` runs.
fn cost_per_byte(analyzer: &mut Analyzer, page: &[u8], repetitions: usize) -> f64 {
    time_of(analyzer, page, repetitions).as_nanos() as f64 / page.len() as f64
}

/// The baseline: a normal page.
fn normal_page() -> &'static [u8] {
    static PAGE: OnceLock<Vec<u8>> = OnceLock::new();
    PAGE.get_or_init(|| realistic::page(1_000_000, 3))
}

/// The cost per byte of a normal page, from more runs because many pages are compared with it.
fn baseline_cost(analyzer: &mut Analyzer) -> f64 {
    (0..5).map(|_| cost_per_byte(analyzer, normal_page(), REPETITIONS)).fold(f64::INFINITY, f64::min)
}

/// How time and memory grow when a page has four times as many repetitions.
struct Growth {
    time: f64,
    memory: f64,
    /// Nanoseconds per byte of the longer page.
    cost: f64,
    /// The cost per byte of the longer page, divided by the cost per byte of a normal page.
    relative: f64,
}

impl Growth {
    fn best(&self, other: &Growth) -> Growth {
        let (time, memory) = (self.time.min(other.time), self.memory.min(other.memory));
        Growth { time, memory, cost: self.cost.min(other.cost), relative: self.relative.min(other.relative) }
    }

    fn is_linear(&self) -> bool {
        self.time <= MAX_GROWTH && self.memory <= MAX_GROWTH
    }
}

fn memory_of(page: &[u8], options: &Options) -> u64 {
    peak::peak_of(|| assert!(Analyzer::new(*options).analyze(page).is_ok()))
}

/// Measures the growth of one kind of page.
///
/// Working sets that exceed the processor's caches cost more per byte, by an amount that depends on the machine and its
/// load. The time is therefore divided by the growth of two controls that take as much memory, plain paragraphs and
/// line breaks, measured in alternation: if a control takes 4.8 times as long, 1.2 of that is due to the machine.
fn growth(kind: &Hostile, options: &Options, count: usize, repetitions: usize) -> Growth {
    const CONTROL_COUNT: usize = 20_000;
    const CONTROLS: [&[u8]; 2] = [b"<p>x", b"<br>"];
    let mut analyzer = Analyzer::new(*options);
    let memory_of = |page: &[u8]| memory_of(page, options);
    let pages = [(kind.make)(count), (kind.make)(4 * count)];
    let memory = [memory_of(&pages[0]), memory_of(&pages[1])];
    let controls = CONTROLS.map(|unit| {
        let unit_memory = memory_of(&unit.repeat(CONTROL_COUNT)) as f64 / CONTROL_COUNT as f64;
        memory.map(|bytes| unit.repeat((bytes as f64 / unit_memory).max(500.0) as usize))
    });
    let [[short_a, long_a], [short_b, long_b]] = &controls;
    let all: [&[u8]; 7] = [&pages[0], &pages[1], short_a, long_a, short_b, long_b, normal_page()];
    let rounds: Vec<Costs> = (0..repetitions).map(|_| all.map(|page| cost_per_byte(&mut analyzer, page, 1))).collect();
    // The speed of a shared machine changes from one second to the next, so only times of one round are compared, and
    // the median round counts: the fastest times of all rounds may be of a fast second and of a slow one.
    let median = |of: fn(&Costs) -> f64| {
        let mut values: Vec<f64> = rounds.iter().map(of).collect();
        values.sort_unstable_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let (time, relative) = (median(growth_of_time), median(|costs| costs[1] / costs[6]));
    let cost = rounds.iter().map(|costs| costs[1]).fold(f64::INFINITY, f64::min);
    let lengths = pages[1].len() as f64 / pages[0].len() as f64;
    let memories = memory[1] as f64 / (memory[0] + INITIAL_CAPACITY) as f64;
    Growth { time, memory: 4.0 * memories / lengths, cost, relative }
}

/// The costs per byte in one round: of the shorter and the longer page, of both lengths of both controls, and of a normal
/// page.
type Costs = [f64; 7];

/// Pages with numbered parts grow slightly more than fourfold, so the cost per byte is compared.
fn growth_of_time(costs: &Costs) -> f64 {
    let machine = (costs[3] / costs[2]).max(costs[5] / costs[4]).max(1.0);
    4.0 * costs[1] / costs[0] / machine
}

/// Measures the growth of one kind of page, and repeats the measurement if it does not look linear. Also returns the
/// number of repetitions in the shorter page.
fn confirmed_growth(kind: &Hostile, options: &Options) -> (usize, Growth) {
    let unit = (kind.make)(64).len().div_ceil(64);
    let count = (BASE_LENGTH / sparse(4) / unit).clamp(16, kind.count);
    let mut growth_found = growth(kind, options, count, REPETITIONS);
    // More runs remove noise, and longer pages hide the doubling of a buffer; a superlinear cost remains.
    for (count, repetitions) in [(count, 3 * REPETITIONS), (2 * count, 3 * REPETITIONS), (4 * count, 3 * REPETITIONS)] {
        if !growth_found.is_linear() {
            growth_found = growth_found.best(&growth(kind, options, count, repetitions));
        }
    }
    (count, growth_found)
}

/// The costs that SECURITY.md states, by kind.
struct Stated(Vec<(String, f64)>);

impl Stated {
    fn read() -> Stated {
        let text = include_str!("../docs/SECURITY.md");
        let table = text.split("<!-- costs of hostile pages -->").nth(1).expect("a table");
        let table = table.split("<!-- end of the costs -->").next().expect("a part");
        let rows = table.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |")?.rsplit_once(" | "));
        Stated(rows.filter_map(|(name, cost)| Some((name.to_owned(), cost.parse().ok()?))).collect())
    }

    fn limit(&self, name: &str) -> f64 {
        let stated = self.0.iter().find(|row| row.0 == name);
        (MAX_DEVIATION * stated.map_or(MAX_COST, |row| row.1)).min(MAX_COST_OF_ANY)
    }
}

#[test]
fn stated_costs_are_of_hostile_pages() {
    let Stated(rows) = Stated::read();
    assert!(!rows.is_empty());
    for (name, cost) in rows {
        assert!(kinds().any(|kind| kind.name == name), "SECURITY.md states the cost of {name:?}, which is no kind");
        assert!(cost > MAX_COST && cost <= MAX_COST_OF_ANY, "{name}: {cost}");
    }
}

/// Measures one kind of page and prints a line. Returns a message if it exceeds a limit.
fn measure(kind: &Hostile, named: bool, stated: &Stated) -> Option<String> {
    let (count, growth_found) = confirmed_growth(kind, &Options::with_parts(Parts::ALL));
    let Growth { time, memory, cost, relative } = growth_found;
    let exception = EXCEPTIONS.iter().find(|exception| exception.0 == kind.name);
    let limit = exception.map_or(if named { MAX_COST } else { stated.limit(kind.name) }, |exception| exception.1);
    let fails = !growth_found.is_linear() || relative > limit;
    let verdict = match (fails, named && relative > MAX_COST) {
        (true, _) => "  <-- FAILED",
        (_, true) => "  known exception",
        _ => "",
    };
    println!("{:<52}{count:>9}{cost:>9.2}{relative:>7.1}{time:>7.2}{memory:>7.2}{verdict}", kind.name);
    fails.then(|| format!("{}: time grows {time:.2}, memory {memory:.2}, cost {relative:.1}", kind.name))
}

/// The messages of the cases that fail twice: once in order, and again when all cases have been measured, because load on
/// a shared machine can outlast every repetition of one case. A superlinear cost fails both times.
fn confirmed_failures<T: Copy>(
    cases: impl IntoIterator<Item = T>,
    measure: impl Fn(T) -> Option<String>,
) -> Vec<String> {
    let failures: Vec<T> = cases.into_iter().filter(|&case| measure(case).is_some()).collect();
    failures.into_iter().filter_map(measure).collect()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn hostile_pages_cost_linear_time_and_memory() {
    println!("columns: repetitions, ns/byte, the same divided by the value of a normal page, and the growth");
    println!("of time and of memory for four times as many repetitions");
    let stated = Stated::read();
    // For profiles: `BLOCKMASK_KINDS=headings` measures the kinds with this in their names.
    let chosen = std::env::var("BLOCKMASK_KINDS").unwrap_or_default();
    let is_named = |kind: &Hostile| NAMED.iter().any(|named| named.name == kind.name);
    let kinds = || kinds().filter(|kind| kind.name.contains(&*chosen));
    let failures = confirmed_failures(kinds(), |kind| measure(kind, is_named(kind), &stated));
    println!("{} kinds of pages", kinds().count());
    assert!(failures.is_empty(), "{} of {}: {failures:#?}", failures.len(), kinds().count());
}

#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "the same memory in an optimized build, in a tenth of the time: make test-release"
)]
fn hostile_pages_take_bounded_memory() {
    // A table that has just doubled takes most: lengths from the base to its double, an eighth longer each time.
    let lengths: Vec<usize> = (0..6).map(|step| BASE_LENGTH * (8 + step) / 8).chain([BASE_LENGTH * 15 / 8]).collect();
    let of = |kind: &Hostile| {
        let unit = (kind.make)(64).len().div_ceil(64);
        let pages = lengths.iter().map(|length| (kind.make)((length / unit).clamp(16, kind.count)));
        let memory = |page: Vec<u8>| {
            memory_of(&page, &Options::with_parts(Parts::ALL)).saturating_sub(1 << 20) as f64 / page.len() as f64
        };
        pages.map(memory).fold(0.0, f64::max)
    };
    let mut most: Vec<(f64, &str)> = kinds().map(|kind| (of(kind), kind.name)).collect();
    most.sort_by(|a, b| b.0.total_cmp(&a.0));
    for (memory, name) in &most[..16] {
        println!("most memory: {memory:.0} bytes per byte, {name}");
    }
    assert!(most[0].0 <= MAX_MEMORY_OF_ANY, "{:?}", most[0]);
}

#[test]
fn hostile_page_names_are_unique() {
    let mut names: Vec<&str> = kinds().map(|kind| kind.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() == count && count >= 60, "{count} kinds, {} names", names.len());
}

/// Adversarial pages for the other mask methods: nested tables, repeated records and long titles.
const FOR_METHODS: &[Hostile] = &[
    hostile("tables nested 200 deep", 500, |n| numbered(n.div_ceil(50), |_| "<table><tr><td>some words ".repeat(200))),
    hostile("one deep table", 20_000, |n| after(&"<table><tr><td>x ".repeat(200), "<p>text</p>", n)),
    hostile("equal records", 5_000, |n| {
        times("<div class=post><p>Some forty characters of text, or a few more.</p></div>", n)
    }),
    hostile("pairs in pairs", 5_000, |n| {
        times("<div class=a><div class=a>Some forty characters of text, or a few more.", n)
    }),
    hostile("formatting in formatting", 20_000, |n| after(&"<p><b>x".repeat(100), "<br>y", n)),
    hostile("leaves", 40_000, |n| times("<li>x", n)),
    hostile("records with headings", 5_000, |n| {
        numbered(n, |i| format!("<div class=c{i}><h2>Title {i}</h2><p>Some forty characters of text, or more.</div>"))
    }),
    hostile("comments in comments", 5_000, |n| {
        after("<h1>A title</h1>", "<ul class=replies><li class=comment>Some forty characters of text, or more.", n)
    }),
    hostile("cells side by side", 20_000, |n| after("<table><tr>", "<td width=20%>word", n)),
    hostile("a title of all words", 10_000, |n| {
        let words = String::from_utf8(numbered(n, |i| format!("w{i} "))).unwrap_or_default();
        format!("<title>{words}</title><h1>{words}</h1><p>{words}").into_bytes()
    }),
];

/// All mask methods and optional results, by name.
fn methods() -> Vec<(&'static str, Options)> {
    let mut all = Vec::new();
    let mut add = |name, set: &dyn Fn(&mut Options)| {
        let mut options = Options::with_parts(Parts::ALL);
        set(&mut options);
        all.push((name, options));
    };
    for &method in MaskMethod::VALUES {
        add(method.name(), &|options| options.mask = method);
    }
    add("layout learned", &|options| options.style_density = Some(StyleDensityMethod::Learned));
    add("visual", &|options| options.visual = true);
    all
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn every_method_costs_linear_time_and_memory() {
    let methods = methods();
    let cases = methods.iter().flat_map(|(method, options)| {
        // Only visual areas read style sheets. Each measurement takes a second, so the other pages are sampled.
        let others = STYLES.iter().chain(kinds().step_by(10)).filter(move |_| *method == "visual");
        FOR_METHODS.iter().chain(others).map(move |kind| (*method, options, kind))
    });
    let failures = confirmed_failures(cases, |(method, options, kind)| {
        let (count, found) = confirmed_growth(kind, options);
        let Growth { time, memory, cost, .. } = found;
        println!("{method:<15}{:<40}{count:>9}{cost:>9.2}{time:>7.2}{memory:>7.2}", kind.name);
        (!found.is_linear()).then(|| format!("{method} on {}: time grows {time:.2}, memory {memory:.2}", kind.name))
    });
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn hostile_pages_satisfy_invariants() {
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    for kind in kinds() {
        for count in [1, 2, 50, kind.count / 200 / sparse(4)] {
            let page = (kind.make)(count);
            let document = analyzer.analyze(&page).expect("a document");
            invariants::check(&document, &page, &format!("{} times {count}", kind.name));
        }
    }
}

/// Every prefix of a page that contains every kind of markup, so that the input ends in every parser state.
#[test]
fn every_prefix_satisfies_invariants() {
    let page = page_of_everything();
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    for end in 0..=page.len() {
        let document = analyzer.analyze(&page[..end]).expect("a document");
        invariants::check(&document, &page[..end], &format!("the first {end} bytes"));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn prefixes_cost_no_more_than_pages() {
    let page = page_of_everything();
    let mut analyzer = Analyzer::new(Options::with_parts(Parts::ALL));
    let mut total = || {
        let start = ThreadTime::now();
        for end in 0..page.len() {
            assert!(analyzer.analyze(&page[..end]).is_ok());
        }
        start.elapsed().as_nanos() as f64 / (page.len() * page.len() / 2) as f64
    };
    let truncated = (0..REPETITIONS).map(|_| total()).fold(f64::INFINITY, f64::min);
    let normal = baseline_cost(&mut analyzer);
    println!("prefixes: {truncated:.2} ns/byte, a normal page: {normal:.2}");
    assert!(truncated <= MAX_COST * normal, "{truncated} ns/byte, a normal page {normal}");
    let worst = (page.len() / 2..page.len())
        .map(|end| (cost_per_byte(&mut analyzer, &page[..end], REPETITIONS) / normal, end))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    println!("the worst prefix: {worst:?}");
    assert!(worst.is_some_and(|(cost, _)| cost <= MAX_COST), "{worst:?}");
}

/// A page of about 4 kB that contains every kind of markup.
fn page_of_everything() -> Vec<u8> {
    let mut page = realistic::page(2_400, 5);
    page.truncate(page.len() - "</div></body></html>\n".len());
    page.extend_from_slice(include_bytes!("fixtures/everything.html"));
    page
}
