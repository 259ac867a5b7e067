//! Selectors: the most common ones on a parsed page beside `scraper`, and many rules beside an analysis.

use crate::clock::{median, nanoseconds, turns};
use crate::pages::Page;
use blockmask::{Analyzer, Limits, Options, Parser, Rules, Selector};
use scraper::Html;
use std::fmt::Write;
use std::hint::black_box;

/// The selectors that programs which read pages use most: names, classes, ids, attributes, and these below one another.
const COMMON: [&str; 20] = [
    "a",
    "p",
    "div",
    "a[href]",
    "img[src]",
    "h1",
    "title",
    "meta[property='og:title']",
    "script[type='application/ld+json']",
    "link[rel=canonical]",
    ".content",
    "#content",
    "div.content p",
    "article p",
    "ul > li",
    "ul li a",
    "table tr td",
    "h1, h2, h3",
    "li:first-child",
    "p:not(.meta)",
];

/// A table of the time of each selector on all pages, which are parsed before.
pub fn table(pages: &[Page], rounds: usize) -> String {
    let mut out =
        String::from("| selector | blockmask, ns a page | scraper, ns a page | blockmask relative to scraper |\n");
    out.push_str("|---|---:|---:|---:|\n");
    let parsed: Vec<Html> =
        pages.iter().map(|page| Html::parse_document(&String::from_utf8_lossy(&page.bytes))).collect();
    let mut parsers: Vec<Parser> = pages.iter().map(|_| Parser::new(Limits::default())).collect();
    let trees: Vec<_> =
        parsers.iter_mut().zip(pages).filter_map(|(parser, page)| parser.parse(&page.bytes).ok()).collect();
    let (mut all, mut count) = ([0.0; 2], 0.0);
    for text in COMMON {
        let (Ok(ours), Ok(theirs)) = (Selector::parse(text), scraper::Selector::parse(text)) else { continue };
        let mut times = [Vec::new(), Vec::new()];
        for (at, counts) in turns(2, rounds) {
            let time = nanoseconds(|| match at {
                0 => trees.iter().for_each(|tree| {
                    black_box(tree.select(&ours).map_or(0, |found| found.len()));
                }),
                _ => parsed.iter().for_each(|page| {
                    black_box(page.select(&theirs).count());
                }),
            });
            if counts {
                times[at].push(time / pages.len() as f64);
            }
        }
        let [ours, theirs] = times.map(|times| median(&times));
        all = [all[0] + ours, all[1] + theirs];
        count += 1.0;
        let _ = writeln!(out, "| `{text}` | {ours:.0} | {theirs:.0} | {:.2} |", ours / theirs);
    }
    let [ours, theirs] = all.map(|sum| sum / count);
    let _ = writeln!(out, "| all | {ours:.0} | {theirs:.0} | {:.2} |", ours / theirs);
    out + &rules(pages, rounds)
}

/// What a thousand rules of a site add to the analysis of pages of 150 to 250 kB.
fn rules(pages: &[Page], rounds: usize) -> String {
    let pages: Vec<&Page> = pages.iter().filter(|page| (150_000..250_000).contains(&page.bytes.len())).collect();
    let file: String = (0..1000).map(|number| rule(number) + "\n").collect();
    let Ok(rules) = Rules::read(format!("blockmask rules 1\n{file}").as_bytes()) else { return String::new() };
    let mut analyzers = [Analyzer::new(Options::default()), Analyzer::new(Options::default())];
    analyzers[1].set_rules(Some(rules.into()));
    let mut times = [Vec::new(), Vec::new()];
    for (at, counts) in turns(2, rounds) {
        let time = nanoseconds(|| {
            pages.iter().for_each(|page| {
                black_box(analyzers[at].analyze(&page.bytes).is_ok());
            });
        });
        if counts {
            times[at].push(time);
        }
    }
    let [without, with] = times.map(|times| median(&times));
    let bytes: usize = pages.iter().map(|page| page.bytes.len()).sum();
    format!(
        "\n1,000 rules on {} pages of 150 to 250 kB: {:.2} ns a byte, {:.2} of an analysis without rules ({:.2} ns a byte).\n",
        pages.len(),
        (with - without) / bytes as f64,
        (with - without) / without,
        without / bytes as f64
    )
}

/// Rules as in the files of scrapers: by class, by class below an id, by name and class, by attribute.
fn rule(number: usize) -> String {
    let action = ["template", "content", "drop", "weight 2", "field code"][number % 5];
    let selector = match number % 4 {
        0 => format!(".block-{number}"),
        1 => format!("#main-{number} .item"),
        2 => format!("div.part-{number} > p"),
        _ => format!("[data-kind='{number}'] a"),
    };
    format!("{action} {selector}")
}
