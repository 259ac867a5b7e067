//! Domains of the corpora with several pages: each page with statistics over the others of its domain.

use super::{mean, stats_of};
use crate::corpus;
use crate::words::{Score, Words};
use blockmask::{Analyzer, SiteStats};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// The corpora with gold main texts.
const CORPORA: [&str; 5] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum"];

/// A page with its gold text.
type Page = (String, Vec<u8>, Words);

pub fn report(shared: &Path) -> io::Result<String> {
    let mut domains: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    for name in CORPORA {
        for page in corpus::pages(shared, name)?.into_iter().filter(|page| !page.text().is_empty()) {
            let gold = Words::of(&page.text());
            domains.entry(page.domain.clone()).or_default().push((page.id.clone(), page.bytes()?, gold));
        }
    }
    domains.retain(|_, pages| pages.len() > 1);
    if domains.is_empty() {
        return Ok(format!("skipped: the domains of the corpora, as {} has none\n", shared.display()));
    }
    let mut rows: BTreeMap<usize, Vec<[f64; 3]>> = BTreeMap::new();
    let mut worst: Vec<(f64, String)> = Vec::new();
    for (domain, pages) in &domains {
        let scores = scores(pages)?;
        let change = mean(&scores.iter().map(|score| score[1] - score[0]).collect::<Vec<_>>());
        worst.push((change, domain.clone()));
        rows.entry(pages.len() - 1).or_default().extend(scores);
    }
    worst.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut text = String::from("| other pages | pages | without | with the others | with the page itself, too |\n");
    text.push_str("|--:|--:|--:|--:|--:|\n");
    for (others, scores) in &rows {
        let _ = writeln!(text, "| {others} {}", columns(scores));
    }
    let all: Vec<[f64; 3]> = rows.into_values().flatten().collect();
    let _ = writeln!(text, "| *all* {}", columns(&all));
    for (change, domain) in worst.iter().take(5).chain(worst.iter().rev().take(5)) {
        let _ = writeln!(text, "{change:+.3} {domain}");
    }
    Ok(text)
}

fn columns(scores: &[[f64; 3]]) -> String {
    let column = |i: usize| mean(&scores.iter().map(|score| score[i]).collect::<Vec<_>>());
    format!("| {} | {:.3} | {:.3} | {:.3} |", scores.len(), column(0), column(1), column(2))
}

/// The word F1 of each page: without statistics, with statistics over the other pages, and over all pages.
fn scores(pages: &[Page]) -> io::Result<Vec<[f64; 3]>> {
    let mut analyzer = Analyzer::default();
    let all = stats_of(&mut analyzer, pages.iter().map(|(id, bytes, _)| (id.as_str(), &bytes[..])))?;
    let mut scores = Vec::new();
    for (i, (_, bytes, gold)) in pages.iter().enumerate() {
        let others = pages.iter().enumerate().filter(|(other, _)| *other != i);
        analyzer.set_site(None).map_err(io::Error::other)?;
        let others = stats_of(&mut analyzer, others.map(|(_, (id, bytes, _))| (id.as_str(), &bytes[..])))?;
        let mut f1 = |stats: Option<&SiteStats>| -> io::Result<f64> {
            let site = stats.map(|stats| Arc::new(stats.prior()));
            analyzer.set_site(site).map_err(io::Error::other)?;
            let page = analyzer.analyze(bytes).map_err(io::Error::other)?;
            Ok(Score::of(gold, &Words::of(page.main_text().text())).f1)
        };
        scores.push([f1(None)?, f1(Some(&others))?, f1(Some(&all))?]);
    }
    Ok(scores)
}
