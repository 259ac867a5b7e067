//! `evaluate dates`: how often the sources of publication dates are right, and the date that the facts of a page give.
//!
//! A reference is a day in the address of a page, or the day of the first post of a labeled thread. There are few pages
//! with one, so sources that a reader sees are also compared with what JSON-LD and `meta` elements state.
//!
//! The probabilities of the sources are set from one half of the domains; the other half checks them.

use super::corpus::{self, LabeledPage};
use blockmask::internals::facts::date::Date;
use blockmask::internals::facts::dates::{self, Candidate, Kind};
use blockmask::{Analyzer, FactOptions, FactOrigin, Options};
use clap::Args;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::PathBuf;

const CORPORA: [&str; 6] =
    ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum", "trafilatura-eval"];
/// Years of addresses with a date; other numbers are something else.
const YEARS: std::ops::RangeInclusive<u32> = 1995..=2026;
/// Upper limits of the confidences of a row.
const CONFIDENCES: [f32; 4] = [0.6, 0.9, 0.97, 1.0];
/// Halves by domain.
const HALVES: [(u64, &str); 2] = [(1, "development"), (0, "held out")];

#[derive(Args)]
pub struct DateArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
    /// Print the dates that differ from the dates in the addresses
    #[arg(long)]
    detail: bool,
}

/// How many dates were compared, and how many of them are right.
#[derive(Clone, Copy, Default)]
struct Share {
    all: usize,
    right: usize,
}

impl Share {
    fn add(&mut self, is_right: bool) {
        self.all += 1;
        self.right += usize::from(is_right);
    }

    fn cell(&self) -> String {
        match self.all {
            0 => String::new(),
            all => format!("{} of {all}: {:.2}", self.right, self.right as f64 / all as f64),
        }
    }
}

/// The confidences of chosen dates, and how many are right.
#[derive(Clone, Copy, Default)]
struct Calibration {
    share: Share,
    confidence: f32,
}

pub fn report(args: &DateArgs) -> io::Result<String> {
    let mut options = Options::default();
    options.visual = true;
    let mut analyzer = Analyzer::new(options);
    let (mut pages, mut with_reference) = (0, [0; HALVES.len()]);
    // By source and half: beside the references, and beside what is declared.
    let mut sources: BTreeMap<String, [[Share; 2]; HALVES.len()]> = BTreeMap::new();
    let mut chosen = [[Calibration::default(); CONFIDENCES.len()]; HALVES.len()];
    for name in CORPORA {
        for page in corpus::pages(&args.shared, name)? {
            pages += 1;
            let bytes = page.bytes()?;
            let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
            let days = days(&dates::all(&document));
            let declared = days.iter().find(|day| matches!(day.origin, FactOrigin::JsonLd | FactOrigin::Meta));
            let reference = reference(&page);
            let half = HALVES.iter().position(|&(fold, _)| fold == page.fold(2)).unwrap_or(0);
            for (index, day) in days.iter().enumerate() {
                let is_further = days[..index].iter().any(|other| other.origin == day.origin);
                let shares = &mut sources.entry(title(day, is_further)).or_default()[half];
                if let Some(reference) = &reference {
                    shares[0].add(is_same(&day.date, reference));
                    if args.detail && !is_same(&day.date, reference) {
                        eprintln!("{} {} {}", title(day, is_further), day.date, page.url);
                    }
                }
                if let Some(declared) = declared.filter(|declared| declared.origin != day.origin) {
                    shares[1].add(is_same(&day.date, &declared.date));
                }
            }
            let Some(reference) = reference else { continue };
            with_reference[half] += 1;
            let Some(published) = document.facts(&FactOptions::default()).published else { continue };
            let row = CONFIDENCES.iter().position(|&limit| published.confidence <= limit).unwrap_or(0);
            chosen[half][row].confidence += published.confidence;
            chosen[half][row].share.add(Date::parse(&published.date).is_some_and(|date| is_same(&date, &reference)));
        }
    }
    if pages == 0 {
        return Ok(format!("skipped: there are no labeled pages in {}\n", args.shared.display()));
    }
    let [first, second] = with_reference;
    let mut out = format!("{pages} pages, {first} and {second} with a day in the address or a first post.\n\n");
    for (half, (_, title)) in HALVES.iter().enumerate() {
        let _ = writeln!(out, "| source, {title} | correct, by address or first post | same as JSON-LD or `meta` |");
        out.push_str("|---|---:|---:|\n");
        for (source, shares) in &sources {
            let [reference, declared] = shares[half];
            let _ = writeln!(out, "| {source} | {} | {} |", reference.cell(), declared.cell());
        }
        out.push('\n');
    }
    out.push_str(
        "| confidence up to | development half: mean | correct | held out: mean | correct |\n|---:|---:|---:|---:|---:|\n",
    );
    for (row, limit) in CONFIDENCES.iter().enumerate() {
        let cells = chosen.map(|rows| {
            let Calibration { share, confidence } = rows[row];
            format!("{:.2} | {}", confidence / share.all.max(1) as f32, share.cell())
        });
        let _ = writeln!(out, "| {limit} | {} |", cells.join(" | "));
    }
    Ok(out)
}

/// The days on which a page was published, each once for each source, in the order of the facts.
fn days(candidates: &[Candidate]) -> Vec<Candidate> {
    let mut days: Vec<Candidate> = Vec::new();
    for candidate in candidates.iter().filter(|candidate| candidate.kind == Kind::Published && candidate.date.is_day())
    {
        if !days.iter().any(|day| day.origin == candidate.origin && is_same(&day.date, &candidate.date)) {
            days.push(*candidate);
        }
    }
    days
}

fn title(day: &Candidate, is_further: bool) -> String {
    let origin = day.origin.name();
    match day.origin {
        _ if is_further => format!("{origin}, further days"),
        FactOrigin::Visual => format!("{origin}, by itself {:.1} or more", (day.prior * 10.0).floor() / 10.0),
        _ => origin.to_owned(),
    }
}

/// Sources differ in their time zones.
fn is_same(one: &Date, other: &Date) -> bool {
    one.day_number().abs_diff(other.day_number()) <= 1
}

/// When a page was published, as its address or its first post says.
fn reference(page: &LabeledPage) -> Option<Date> {
    Date::parse(&page.first_posted).filter(Date::is_day).or_else(|| day_in(&page.url))
}

/// The first day in an address: 2026/05/02, 2026-5-2, 20260502 and the like.
fn day_in(address: &str) -> Option<Date> {
    let numbers: Vec<&str> = address.split(|c: char| !c.is_ascii_digit()).collect();
    let written = |year: &str, month: &str, day: &str| {
        let is_year = year.len() == 4 && YEARS.contains(&year.parse().unwrap_or(0));
        let is_short = |part: &str| part.len() == 1 || part.len() == 2;
        let text = format!("{year}-{month:0>2}-{day:0>2}");
        (is_year && is_short(month) && is_short(day)).then(|| Date::parse(&text)).flatten().filter(Date::is_day)
    };
    let compact = |number: &str| {
        let (year, rest) = number.split_at_checked(4)?;
        let (month, day) = rest.split_at_checked(2)?;
        written(year, month, day)
    };
    (0..numbers.len()).find_map(|at| match numbers[at..] {
        [year, month, day, ..] => compact(year).or_else(|| written(year, month, day)),
        [number, ..] => compact(number),
        [] => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_addresses() {
        let day = |address: &str| day_in(address).map(|date| date.to_string());
        assert_eq!(day("https://a.example/2019/11/8/20948348/rain").as_deref(), Some("2019-11-08"));
        assert_eq!(day("https://a.example/news/rain-20200226.html").as_deref(), Some("2020-02-26"));
        assert_eq!(day("https://a.example/2019-02-30/").as_deref(), None);
        assert_eq!(day("https://a.example/2019/11/rain"), None);
        assert_eq!(day("https://a.example/1234/5/6"), None);
    }
}
