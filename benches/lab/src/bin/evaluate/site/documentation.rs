//! Sites of documentation: by the selectors of their templates, the tokens of each block are content or not.

use super::gold::{self, Site};
use super::{mean, stats_of};
use blockmask::{Analyzer, Document, SitePrior};
use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// How many other pages are seen.
const SEEN: [usize; 5] = [1, 3, 10, 30, 100];

/// The mean scores of a site's pages.
#[derive(Clone, Copy, Default)]
struct Scores {
    f1: f64,
    /// The share of content tokens that are masked.
    lost: f64,
}

/// A site's scores without statistics, by [`SEEN`], and with statistics over the very pages.
struct Row {
    name: String,
    pages: usize,
    scores: Vec<Scores>,
}

pub fn report(packages: &Path, most: usize) -> io::Result<String> {
    let (mut text, mut rows) = (String::new(), Vec::new());
    for site in gold::sites(packages)? {
        if !site.root().is_dir() {
            let _ = writeln!(text, "skipped: {}, as {} is not there", site.name, site.root().display());
            continue;
        }
        rows.push(row(&site, most)?);
    }
    if rows.is_empty() {
        return Ok(text);
    }
    let counts: String = SEEN.iter().map(|count| format!(" {count} |")).collect();
    let _ = writeln!(text, "| site | generator | pages | without |{counts} these |");
    let _ = writeln!(text, "|---|---|{}", "--:|".repeat(SEEN.len() + 3));
    for row in &rows {
        let _ = write!(text, "| {} | {} |", row.name, row.pages);
        for score in &row.scores {
            let _ = write!(text, " {:.3} |", score.f1);
        }
        text.push('\n');
    }
    summary(&mut text, "mean", &rows, mean, |score| score.f1);
    let worst = |values: &[f64]| values.iter().copied().fold(1.0, f64::min);
    summary(&mut text, "worst", &rows, worst, |score| score.f1);
    summary(&mut text, "content lost", &rows, mean, |score| score.lost);
    let most_lost = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    summary(&mut text, "content lost, worst", &rows, most_lost, |score| score.lost);
    let changes: Vec<Row> = rows.iter().map(changed).collect();
    summary(&mut text, "change, worst", &changes, worst, |score| score.f1);
    Ok(text)
}

/// The gains over the score without statistics.
fn changed(row: &Row) -> Row {
    let before = row.scores[0].f1;
    let scores = row.scores.iter().map(|score| Scores { f1: score.f1 - before, ..*score }).collect();
    Row { name: row.name.clone(), pages: row.pages, scores }
}

fn summary(text: &mut String, name: &str, rows: &[Row], of: impl Fn(&[f64]) -> f64, value: fn(&Scores) -> f64) {
    let _ = write!(text, "| *{name}* | | |");
    for column in 0..SEEN.len() + 2 {
        let values: Vec<f64> = rows.iter().map(|row| value(&row.scores[column])).collect();
        let _ = write!(text, " {:.3} |", of(&values));
    }
    text.push('\n');
}

fn row(site: &Site, most: usize) -> io::Result<Row> {
    let all = SEEN.iter().copied().max().unwrap_or_default();
    let names = site.pages(most + all)?;
    let read = |name| std::fs::read(site.root().join(name)).map(|bytes| (name, bytes));
    let pages = names.iter().map(String::as_str).map(read).collect::<io::Result<Vec<_>>>()?;
    // Small sites: half of the pages are seen at most.
    let (tested, seen) = pages.split_at(most.min(pages.len() / 2));
    let mut analyzer = Analyzer::default();
    let mut scores = vec![measure(site, tested, None)?];
    let mut prior = |pages: &[(&str, Vec<u8>)]| -> io::Result<Option<Arc<SitePrior>>> {
        let stats = stats_of(&mut analyzer, pages.iter().map(|(name, bytes)| (*name, &bytes[..])))?;
        Ok(Some(stats.prior().into()))
    };
    for count in SEEN {
        scores.push(measure(site, tested, prior(&seen[..count.min(seen.len())])?)?);
    }
    scores.push(measure(site, tested, prior(tested)?)?);
    Ok(Row { name: format!("{} | {}", site.name, site.generator), pages: tested.len(), scores })
}

fn measure(site: &Site, pages: &[(&str, Vec<u8>)], prior: Option<Arc<SitePrior>>) -> io::Result<Scores> {
    let mut analyzer = Analyzer::default();
    analyzer.set_site(prior).map_err(io::Error::other)?;
    let (mut f1, mut lost) = (Vec::new(), Vec::new());
    for (_, bytes) in pages {
        let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
        let scores = score(&document, &site.gold(&document));
        f1.push(scores.f1);
        lost.push(scores.lost);
    }
    Ok(Scores { f1: mean(&f1), lost: mean(&lost) })
}

/// The scores of a page, in tokens; both perfect if there is nothing to find and nothing is found.
fn score(document: &Document<'_>, gold: &[bool]) -> Scores {
    let (mut wanted, mut found, mut common) = (0, 0, 0);
    for (block, &is_wanted) in document.blocks().zip(gold) {
        let is_found = !block.is_template();
        wanted += u64::from(block.tokens()) * u64::from(is_wanted);
        found += u64::from(block.tokens()) * u64::from(is_found);
        common += u64::from(block.tokens()) * u64::from(is_wanted && is_found);
    }
    let share = |part: u64, whole: u64| if whole == 0 { 1.0 } else { part as f64 / whole as f64 };
    Scores { f1: share(2 * common, wanted + found), lost: 1.0 - share(common, wanted) }
}
