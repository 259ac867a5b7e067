//! What hostile pages cost: linear in their length, in time and memory, and by the byte not much more than a normal
//! page.
//!
//! Times are only compared in release builds (`cargo test --release`); a debug build checks that every page is read.

#[path = "common/hostile_pages.rs"]
mod hostile_pages;
#[path = "common/hostile_texts.rs"]
mod hostile_texts;
#[path = "common/hostile_trees.rs"]
mod hostile_trees;
#[path = "common/invariants/mod.rs"]
mod invariants;
#[path = "common/peak.rs"]
mod peak;
#[path = "../src/random.rs"]
mod random;
#[path = "common/realistic.rs"]
mod realistic;

use blockmask::mask::MaskMethod;
use blockmask::style_density::StyleDensityMethod;
use blockmask::{Analyzer, Options};
use cpu_time::ThreadTime;
use hostile_pages::{Hostile, NAMED, OTHERS, after, hostile, numbered, times};
use hostile_texts::{METADATA, ORDERS, STYLES, TEXTS};
use hostile_trees::{REPAIRS, TOKENS};
use std::time::Duration;

/// A page four times as long may take so many times as long, and as much memory.
const GROWTH: f64 = 4.5;
/// About how long the shorter of the two pages is.
const LENGTH: usize = 100_000;
/// Memory that does not count: buffers grow by doubling, and each begins with some room.
const ROOM: u64 = 256 << 10;
/// A byte of a named page may cost so many bytes of a normal one.
const COST: f64 = 10.0;
/// Named pages that miss that aim, and what they may cost until they reach it. They are little but tags: eleven to
/// sixteen bytes make four or five nodes and a block, where a normal page has sixty bytes for a tag. Repaired nodes
/// also stand far apart in memory, so that their time grows faster than their number once the tables leave the cache.
const MISSED: [(&str, f64); 4] = [
    ("misnested formatting", 20.0),
    ("misnested formatting and blocks", 45.0),
    ("misnested formatting, three deep", 20.0),
    ("unclosed table with cells", 30.0),
];
/// Tries, of which the best counts.
const TRIES: usize = 3;

/// All kinds of pages.
fn kinds() -> impl Iterator<Item = &'static Hostile> {
    [NAMED, OTHERS, TOKENS, REPAIRS, TEXTS, ORDERS, METADATA, STYLES].into_iter().flatten()
}

/// The best time of some tries in a warm analyzer. What takes little time is tried more often.
fn time_of(analyzer: &mut Analyzer, page: &[u8], tries: usize) -> Duration {
    let (mut best, mut total) = (Duration::MAX, Duration::ZERO);
    for round in 0.. {
        let start = ThreadTime::now();
        let result = analyzer.analyze(page).map(|document| document.blocks().len());
        let time = start.elapsed();
        assert!(result.is_ok(), "{result:?}");
        (best, total) = (best.min(time), total + time);
        if round + 1 >= tries && (total > Duration::from_millis(3) || round >= 40) {
            break;
        }
    }
    best
}

/// Nanoseconds of CPU time for a byte of the page.
fn cost_per_byte(analyzer: &mut Analyzer, page: &[u8]) -> f64 {
    time_of(analyzer, page, TRIES).as_nanos() as f64 / page.len() as f64
}

/// The cost of a normal page: of more tries, as all else is compared with it.
fn normal_cost(analyzer: &mut Analyzer) -> f64 {
    let page = realistic::page(1_000_000, 3);
    (0..5).map(|_| cost_per_byte(analyzer, &page)).fold(f64::INFINITY, f64::min)
}

/// How a page of four times as many repetitions compares with one of `count`.
struct Growth {
    time: f64,
    memory: f64,
    /// Nanoseconds for a byte of the longer page.
    cost: f64,
}

impl Growth {
    fn best(&self, other: &Growth) -> Growth {
        let (time, memory) = (self.time.min(other.time), self.memory.min(other.memory));
        Growth { time, memory, cost: self.cost.min(other.cost) }
    }

    fn is_linear(&self) -> bool {
        self.time <= GROWTH && self.memory <= GROWTH
    }
}

fn memory_of(page: &[u8], options: &Options) -> u64 {
    peak::peak_of(|| assert!(Analyzer::new(*options).analyze(page).is_ok()))
}

/// Measures a kind of page.
///
/// Tables that leave the processor's caches cost more, and how much more, and when, depends on the machine and on what
/// else it does. So the time is held against that of plain paragraphs, and of line breaks, which are little but nodes,
/// that take as much memory, measured in turn: if one of them takes 4.8 times as long, 1.2 is the machine's share.
fn growth(kind: &Hostile, options: &Options, count: usize, tries: usize) -> Growth {
    const PLAIN: usize = 20_000;
    const PLAIN_UNITS: [&[u8]; 2] = [b"<p>x", b"<br>"];
    let mut analyzer = Analyzer::new(*options);
    let memory_of = |page: &[u8]| memory_of(page, options);
    let pages = [(kind.make)(count), (kind.make)(4 * count)];
    let memory = [memory_of(&pages[0]), memory_of(&pages[1])];
    let plain = PLAIN_UNITS.map(|unit| {
        let unit_memory = memory_of(&unit.repeat(PLAIN)) as f64 / PLAIN as f64;
        memory.map(|bytes| unit.repeat((bytes as f64 / unit_memory).max(500.0) as usize))
    });
    let all = [&pages[0], &pages[1], &plain[0][0], &plain[0][1], &plain[1][0], &plain[1][1]];
    let mut times = [Duration::MAX; 6];
    for _ in 0..tries {
        for (best, page) in times.iter_mut().zip(all) {
            *best = time_of(&mut analyzer, page, 1).min(*best);
        }
    }
    let costs: [f64; 6] = std::array::from_fn(|i| times[i].as_nanos() as f64 / all[i].len() as f64);
    let machine = (costs[3] / costs[2]).max(costs[5] / costs[4]).max(1.0);
    // Pages that number their parts grow a little more than fourfold, so the growth is that of the cost by the byte.
    let lengths = pages[1].len() as f64 / pages[0].len() as f64;
    let memories = memory[1] as f64 / (memory[0] + ROOM) as f64;
    Growth { time: 4.0 * costs[1] / costs[0] / machine, memory: 4.0 * memories / lengths, cost: costs[1] }
}

/// Measures a kind of page, and once more where it does not look linear. Also gives the repetitions.
fn settled_growth(kind: &Hostile, options: &Options) -> (usize, Growth) {
    let unit = (kind.make)(64).len().div_ceil(64);
    let count = (LENGTH / unit).clamp(16, kind.count);
    let mut growth_found = growth(kind, options, count, TRIES);
    // Noise goes away with more tries, and buffers double only once: what is not linear grows as much again.
    for (count, tries) in [(count, 3 * TRIES), (2 * count, 3 * TRIES), (4 * count, 3 * TRIES)] {
        if !growth_found.is_linear() {
            growth_found = growth_found.best(&growth(kind, options, count, tries));
        }
    }
    (count, growth_found)
}

/// What is wrong with a kind of page, if something is.
fn measure(kind: &Hostile, normal: f64, named: bool) -> Option<String> {
    let (count, growth_found) = settled_growth(kind, &Options::default());
    let Growth { time, memory, cost } = growth_found;
    let relative = cost / normal;
    let limit = MISSED.iter().find(|missed| missed.0 == kind.name).map_or(COST, |missed| missed.1);
    let fails = !growth_found.is_linear() || named && relative > limit;
    let verdict = match (fails, named && relative > COST) {
        (true, _) => "  <-- fails",
        (_, true) => "  over the aim",
        _ => "",
    };
    println!("{:<52}{count:>9}{cost:>9.2}{relative:>7.1}{time:>7.2}{memory:>7.2}{verdict}", kind.name);
    fails.then(|| format!("{}: time grows {time:.2}, memory {memory:.2}, cost {relative:.1}", kind.name))
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn hostile_pages_cost_linear_time_and_memory() {
    let mut analyzer = Analyzer::new(Options::default());
    let normal = normal_cost(&mut analyzer);
    println!("a normal page: {normal:.2} ns/byte; columns: repetitions, ns/byte, the same over that of a normal page,");
    println!("growth of time and of memory for four times as many");
    let is_named = |kind: &Hostile| NAMED.iter().any(|named| named.name == kind.name);
    let failures: Vec<String> = kinds().filter_map(|kind| measure(kind, normal, is_named(kind))).collect();
    println!("{} kinds of pages", kinds().count());
    assert!(failures.is_empty(), "{} of {}: {failures:#?}", failures.len(), kinds().count());
}

#[test]
fn hostile_pages_have_names_of_their_own() {
    let mut names: Vec<&str> = kinds().map(|kind| kind.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert!(names.len() == count && count >= 60, "{count} kinds, {} names", names.len());
}

/// Pages that other methods could stumble over: nested tables and records, many alike, with some text each.
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

/// All masks, and what else can be asked for, by name.
fn methods() -> Vec<(&'static str, Options)> {
    let mut all = Vec::new();
    let mut add = |name, set: &dyn Fn(&mut Options)| {
        let mut options = Options::default();
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
    let mut failures = Vec::new();
    for (method, options) in methods() {
        // Only the visual annotation reads sheets. Of the other kinds some stand for all: each takes a second.
        let others = STYLES.iter().chain(kinds().step_by(10)).filter(|_| method == "visual");
        for kind in FOR_METHODS.iter().chain(others) {
            let (count, found) = settled_growth(kind, &options);
            let Growth { time, memory, cost } = found;
            println!("{method:<12}{:<40}{count:>9}{cost:>9.2}{time:>7.2}{memory:>7.2}", kind.name);
            if !found.is_linear() {
                failures.push(format!("{method} on {}: time grows {time:.2}, memory {memory:.2}", kind.name));
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
}

#[test]
fn hostile_pages_give_valid_documents() {
    let mut analyzer = Analyzer::new(Options::default());
    for kind in kinds() {
        for count in [1, 2, 50, kind.count / 200] {
            let page = (kind.make)(count);
            let document = analyzer.analyze(&page).expect("a document");
            invariants::check(&document, &page, &format!("{} times {count}", kind.name));
        }
    }
}

/// Every beginning of a page: each breaks off in another state of the tokenizer and the tree builder.
#[test]
fn every_truncation_of_a_page() {
    let page = page_of_everything();
    let mut analyzer = Analyzer::new(Options::default());
    for end in 0..=page.len() {
        let document = analyzer.analyze(&page[..end]).expect("a document");
        invariants::check(&document, &page[..end], &format!("the first {end} bytes"));
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "times mean nothing in a debug build")]
fn truncations_cost_what_pages_cost() {
    let page = page_of_everything();
    let mut analyzer = Analyzer::new(Options::default());
    let mut total = || {
        let start = ThreadTime::now();
        for end in 0..page.len() {
            assert!(analyzer.analyze(&page[..end]).is_ok());
        }
        start.elapsed().as_nanos() as f64 / (page.len() * page.len() / 2) as f64
    };
    let truncated = (0..TRIES).map(|_| total()).fold(f64::INFINITY, f64::min);
    let normal = normal_cost(&mut analyzer);
    println!("truncations: {truncated:.2} ns/byte, a normal page: {normal:.2}");
    assert!(truncated <= COST * normal, "{truncated} against {normal}");
    let worst = (page.len() / 2..page.len())
        .map(|end| (cost_per_byte(&mut analyzer, &page[..end]) / normal, end))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    println!("the worst truncation: {worst:?}");
    assert!(worst.is_some_and(|(cost, _)| cost <= COST), "{worst:?}");
}

/// About 4 kB with every kind of markup.
fn page_of_everything() -> Vec<u8> {
    let mut page = realistic::page(2_400, 5);
    page.truncate(page.len() - "</div></body></html>\n".len());
    page.extend_from_slice(include_bytes!("fixtures/everything.html"));
    page
}
