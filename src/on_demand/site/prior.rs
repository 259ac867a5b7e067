//! Computes the prior for other pages from the sampled pages.

use super::page::{CONTENT_UNIT, PathCount, SampledPage};
use crate::base::fallible::collect;
use crate::base::sort::sort;
use crate::judge::mask::SitePrior;
use crate::judge::mask::site::{PathPrior, RepeatedText};
use std::collections::TryReserveError;

/// The maximum weight of a path, in 256ths: .8, because the model sees more of the page than statistics can tell.
const MAX_WEIGHT: u64 = 205;
/// The number of tokens at which a path has half of the maximum weight.
const HALF_WEIGHT: u64 = 50;
/// The number of pages at which the weight is halved again: a single page can mislead.
const HALF_PAGES: u64 = 2;
/// With fewer pages there is no prior: statistics of a single page mislead as often as they help.
const MIN_PAGES: usize = 2;
/// A text on fewer pages does not count as repeated.
const MIN_REPEATS: usize = 5;
/// A text on a smaller share of the pages, in percent, does not count as repeated.
const MIN_SHARE: usize = 30;
/// A text on fewer pages, or a smaller share in percent, of those with other prefixes than most of its pages does not
/// count as repeated: one author may have made all.
const MIN_OTHERS: usize = 2;
const MIN_SHARE_OF_OTHERS: usize = 10;
/// A text on at least this share of the pages counts as being on nearly all pages.
const EVERYWHERE: usize = 80;

/// The prior of the pages, which are in the order of their keys.
pub(super) fn of(model: Option<u64>, sampled: &[SampledPage]) -> Result<SitePrior, TryReserveError> {
    let pages = distinct(sampled)?;
    Ok(SitePrior::new(model, path_priors(&pages)?, repeated_texts(&pages)?))
}

/// The pages without near-duplicates and versions of earlier pages.
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
    sort(&mut counts);
    collect(counts.chunk_by(|a, b| a.path == b.path).map(path_prior))
}

/// The prior of a path from its counts by page, in ascending order.
fn path_prior(counts: &[PathCount]) -> PathPrior {
    // So that one long page does not dominate.
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
    let mut texts: Vec<(u32, u32)> = Vec::new();
    texts.try_reserve_exact(pages.iter().map(|page| page.texts().len()).sum())?;
    texts.extend(pages.iter().flat_map(|page| page.texts().iter().map(|&text| (text, page.prefix()))));
    sort(&mut texts);
    let is_on = |of_text: &[(u32, u32)], share: usize| of_text.len() * 100 >= pages.len() * share;
    let is_repeated = |of_text: &&[(u32, u32)]| {
        of_text.len() >= MIN_REPEATS && is_on(of_text, MIN_SHARE) && is_on_others(of_text, pages)
    };
    let repeated =
        |of_text: &[(u32, u32)]| RepeatedText { text: of_text[0].0, is_everywhere: is_on(of_text, EVERYWHERE) };
    collect(texts.chunk_by(|a, b| a.0 == b.0).filter(is_repeated).map(repeated))
}

/// Whether a text, whose pages are given by prefix, is on enough pages with other prefixes than most of its pages.
fn is_on_others(of_text: &[(u32, u32)], pages: &[&SampledPage]) -> bool {
    let Some(most) = of_text.chunk_by(|a, b| a == b).max_by_key(|of_prefix| of_prefix.len()) else { return false };
    let on_others = of_text.len() - most.len();
    let others = pages.iter().filter(|page| page.prefix() != most[0].1).count();
    on_others >= MIN_OTHERS.min(others) && on_others * 100 >= others * MIN_SHARE_OF_OTHERS
}
