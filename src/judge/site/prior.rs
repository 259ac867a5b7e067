//! What follows from the sampled pages for the next ones.

use super::page::{CONTENT_UNIT, PathCount, SampledPage};
use crate::base::fallible::collect;
use crate::judge::mask::SitePrior;
use crate::judge::mask::site::{PathPrior, RepeatedText};
use std::collections::TryReserveError;

/// The weight of a path with very many tokens, in 256ths: .8, as other pages never know as much as the model sees.
const MAX_WEIGHT: u64 = 205;
/// The number of tokens at which a path has half of that weight.
const HALF_WEIGHT: u64 = 50;
/// The number of pages at which a path has half of that weight in turn: one page alone can mislead.
const HALF_PAGES: u64 = 2;
/// Fewer pages say nothing: what is on a single one can be its own, and misleads as often as it helps.
const MIN_PAGES: usize = 2;
/// A text on fewer pages is not repeated by the template.
const MIN_REPEATS: usize = 5;
/// Nor is one on less than this share of the pages, in percent.
const MIN_SHARE: usize = 30;
/// One on at least this share of them stands everywhere.
const EVERYWHERE: usize = 80;

/// The prior of the pages, which are in the order of their keys.
pub(super) fn of(model: Option<u64>, sampled: &[SampledPage]) -> Result<SitePrior, TryReserveError> {
    let pages = distinct(sampled)?;
    Ok(SitePrior::new(model, path_priors(&pages)?, repeated_texts(&pages)?))
}

/// The pages without near-duplicates and versions of those before.
fn distinct(sampled: &[SampledPage]) -> Result<Vec<&SampledPage>, TryReserveError> {
    let mut pages: Vec<&SampledPage> = Vec::new();
    for page in sampled {
        if !pages.iter().any(|other| page.is_like(other)) {
            pages.try_reserve(1)?;
            pages.push(page);
        }
    }
    Ok(pages)
}

fn path_priors(pages: &[&SampledPage]) -> Result<Vec<PathPrior>, TryReserveError> {
    if pages.len() < MIN_PAGES {
        return Ok(Vec::new());
    }
    let mut counts: Vec<PathCount> = collect(pages.iter().flat_map(|page| page.paths()).copied())?;
    counts.sort_unstable();
    collect(counts.chunk_by(|a, b| a.path == b.path).map(path_prior))
}

/// The prior of a path, of its counts by page, which are ascending.
fn path_prior(counts: &[PathCount]) -> PathPrior {
    // One long page is not to decide for all.
    let most = 2 * u64::from(counts[counts.len() / 2].tokens);
    let (mut tokens, mut content) = (0, 0);
    for count in counts {
        let of_page = u64::from(count.tokens).max(1);
        let counted = of_page.min(most);
        tokens += counted;
        content += u64::from(count.content) * counted / of_page;
    }
    let probability = content * 255 / (tokens * CONTENT_UNIT).max(1);
    let pages = counts.len() as u64;
    let weight = MAX_WEIGHT * tokens * pages / ((tokens + HALF_WEIGHT) * (pages + HALF_PAGES));
    PathPrior { path: counts[0].path, probability: probability.min(255) as u8, weight: weight as u8 }
}

fn repeated_texts(pages: &[&SampledPage]) -> Result<Vec<RepeatedText>, TryReserveError> {
    let mut texts: Vec<u32> = collect(pages.iter().flat_map(|page| page.texts()).copied())?;
    texts.sort_unstable();
    let is_on = |of_text: &[u32], share: usize| of_text.len() * 100 >= pages.len() * share;
    let is_repeated = |of_text: &&[u32]| of_text.len() >= MIN_REPEATS && is_on(of_text, MIN_SHARE);
    let repeated = |of_text: &[u32]| RepeatedText { text: of_text[0], is_everywhere: is_on(of_text, EVERYWHERE) };
    collect(texts.chunk_by(|a, b| a == b).filter(is_repeated).map(repeated))
}
