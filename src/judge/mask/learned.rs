//! The learned mask: gradient-boosted trees over the features of each block, trained on pages with labeled main text.
//! First the page kind is estimated, because the position of content depends on it. Then every block gets a calibrated
//! probability, adjusted by site statistics if there are any. Last, the decision threshold is chosen to maximize the
//! expected F1 of the page.

use super::features::{Features, Group, LANES};
use super::model::{BINS, Model, bin_of, bin_of_half, is_mostly_sure, threshold};
use super::site::{self, SitePrior};
use super::{
    BlockLabel, KindProbabilities, NOT_CONTENT, PageKind, above, asides, beside, buttons, captions, cards, choices,
    closings, copyright, dated_article, density, duplicates, entries, feeds, formulas, headings, languages,
    linked_cards, main_element, next_articles, notes, notices, numbered, offers, one_product, other_offers, questions,
    sections, sides, signatures, standfirst, tools, uneven, units,
};
use crate::base::arena::{Bump, Scratch};
use crate::base::error::{Error, Failure};
use crate::base::limits::Watch;
use crate::base::simd::{FEATURES, ROWS};
use crate::judge::containers::Containers;
use crate::published::tag_path::Sequence;
use crate::read::html::NONE;
use crate::read::page::{Block, Page};
use std::cell::LazyCell;

/// The labels of all blocks of a page, and the other results in [`Mask`](super::Mask).
pub(crate) struct Labeled<'a> {
    pub labels: &'a mut [BlockLabel],
    pub kinds: KindProbabilities,
    pub model: u64,
    pub without_site: &'a [u8],
    /// Whether a price stands beside the headline, or a line that says how often readers rated what it names.
    pub is_offer: bool,
}

/// Labels all blocks, and classifies the page. `model` is `None` for the built-in one.
///
/// # Errors
/// If memory runs out, or if the analysis is cancelled.
pub(crate) fn label<'a>(
    arena: &'a Bump,
    scratch: &mut Scratch<'_>,
    page: &Page<'_>,
    sequence: &Sequence<'_>,
    containers: &Containers<'_>,
    (model, site, watch): (Option<&Model>, Option<&SitePrior>, &Watch),
) -> Result<Labeled<'a>, Failure> {
    let blocks = page.blocks.len();
    let of_site = if site.is_some() { site::capacity(page) } else { 0 };
    let of_units = units::capacity(blocks, containers.len());
    let capacity = Features::capacity(page, sequence, containers)
        + size_of::<Group>()
        + blocks
        + duplicates::capacity(blocks)
        + of_units
        + notices::capacity(blocks)
        + other_offers::capacity(containers.len())
        + Containers::capacity_of_parts(containers.len())
        + of_site;
    let bump = scratch.begin(arena, capacity.max(density::capacity(page, sequence)))?;
    let rule_scores = density::rule_scores(arena, bump, page, sequence);
    watch.check()?;
    // Reuses the memory of the rules.
    let scratch = scratch.begin(arena, capacity)?;
    let features = Features::new(scratch, page, sequence, rule_scores, containers, watch);
    watch.check()?;
    let model = model.unwrap_or_else(|| Model::built_in());
    Ok(by_model(arena, scratch, page, sequence, containers, features, (model, site, watch))?)
}

fn by_model<'a>(
    arena: &'a Bump,
    scratch: &Bump,
    page: &Page<'_>,
    sequence: &Sequence<'_>,
    containers: &Containers<'_>,
    mut features: Features<'_>,
    (model, site, watch): (&Model, Option<&SitePrior>, &Watch),
) -> Result<Labeled<'a>, Error> {
    let blocks = page.blocks;
    let of_page = features.of_page();
    let mut kinds = model.kinds(&of_page);
    features.set_kinds(kinds.bytes());
    let bins = scratch.alloc_slice_fill_copy(blocks.len(), 0u8);
    find_all_bins(scratch, model, &features, bins, watch);
    watch.check()?;
    let headline = LazyCell::new(|| sides::headline(page));
    let headline = || *headline;
    let is_article = dated_article::is_article(page, kinds.best(), headline, |i| model.probability(bins[i]));
    if is_article {
        kinds = KindProbabilities::of_sure(PageKind::Article);
        features.set_kinds(kinds.bytes());
        find_all_bins(scratch, model, &features, bins, watch);
        watch.check()?;
    }
    let is_one_product = one_product::is_one(page, containers, kinds.best(), headline);
    if is_one_product {
        kinds = KindProbabilities::of_sure(PageKind::Product);
    }
    let mut without_site: &[u8] = &[];
    let of_site;
    let mut cases = model.cases();
    if let Some(site) = site {
        without_site = arena.alloc_slice_fill_iter(bins.iter().map(|&bin| model.probability(bin)));
        if site.adjust(scratch, page, model, bins) {
            of_site = site::cases(cases);
            cases = &of_site;
        }
    }
    let [_, probabilities, _] = cases;
    let may_stay = |i: usize| probabilities[usize::from(bins[i]) % BINS] >= LEAST_TO_STAY;
    let notices = notices::find(scratch, page, &features, containers, &kinds, may_stay);
    watch.check()?;
    let places = (sequence, containers);
    let duplicates = duplicates::duplicates(scratch, page, places, &mut features.texts, bins, is_eligible, may_stay);
    watch.check()?;
    let is_eligible = |i: usize| is_eligible(&blocks[i]) && !duplicates[i] && !notices[i];
    let tokens = tokens_of_bins(blocks, bins, is_eligible);
    let mut threshold = threshold(&tokens, cases);
    if kinds.best() == PageKind::Article && is_mostly_sure(&tokens, probabilities) {
        threshold = threshold.max(bin_of_half(probabilities));
    }
    let found = blocks.iter().zip(&*bins).zip(duplicates.iter().zip(notices));
    let labels = arena.alloc_slice_fill_iter(found.map(|((block, &bin), (&is_duplicate, &is_notice))| BlockLabel {
        probability: f32::from(probabilities[usize::from(bin) % BINS]) / 255.0,
        is_template: bin < threshold || is_duplicate || is_notice || !self::is_eligible(block),
        is_duplicate,
        is_notice,
        ..BlockLabel::default()
    }));
    let may_be_content = |i: usize| {
        // What other pages of the site repeat stays template.
        let is_repeated = without_site.get(i).is_some_and(|&alone| alone > probabilities[usize::from(bins[i]) % BINS]);
        is_eligible(i) && !is_repeated
    };
    watch.check()?;
    // Both that ask are of short pages.
    let parts_beside = LazyCell::new(|| {
        let node = headline().map_or(NONE, |headline| page.blocks[headline].container);
        containers.parts_beside(scratch, &page.tree, node)
    });
    let parts_beside = || *parts_beside;
    let own = sides::leave_out(page, containers, (&kinds, headline), parts_beside, labels);
    if own.is_none() {
        feeds::leave_out(page, containers, (&kinds, headline), labels);
        next_articles::leave_out(page, containers, &kinds, labels);
    }
    // Units touch notes, and notes units.
    asides::complete_notes(page, containers, labels, may_be_content);
    let kind_and_own = (kinds.best(), own);
    let has_more = units::complete(scratch, page, &features, containers, labels, kind_and_own, may_be_content);
    watch.check()?;
    let is_offer = offers::complete(page, containers, labels, headline, may_be_content);
    units::complete_runs(page, containers, labels, (own, is_offer), may_be_content);
    if own.is_some() && kinds.best() != PageKind::Forum {
        sections::complete(page, containers, (headline(), labels), parts_beside, may_be_content);
    }
    if has_more {
        asides::complete_notes(page, containers, labels, may_be_content);
    }
    languages::leave_out(page, labels);
    main_element::leave_out_surroundings(page, containers, labels);
    watch.check()?;
    if kinds.best() == PageKind::Forum {
        duplicates::keep_quotations(page, containers, labels);
    }
    formulas::complete(page, labels, may_be_content);
    captions::complete(page, labels, may_be_content);
    standfirst::complete(page, containers, labels, may_be_content);
    asides::complete(page, containers, labels, may_be_content);
    if matches!(kinds.best(), PageKind::Article | PageKind::Documentation) {
        closings::complete_paragraphs(page, labels, may_be_content);
    }
    if kinds.best() != PageKind::Forum {
        standfirst::complete_opening(page, labels, headline, may_be_content);
    }
    closings::complete(page, containers, labels, may_be_content);
    watch.check()?;
    notes::complete(page, labels, may_be_content);
    // On long pages of other kinds they are a part of what surrounds the offers, or asked by readers.
    let (is_short, kind) = (own.is_some(), kinds.best());
    if is_short && kind != PageKind::Forum || matches!(kind, PageKind::Article | PageKind::Documentation) {
        questions::complete(page, labels, may_be_content);
    }
    watch.check()?;
    buttons::leave_out(page, &features, kind == PageKind::Forum, labels);
    tools::leave_out(page, containers, &kinds, labels);
    signatures::leave_out(page, containers, false, labels);
    copyright::leave_out(page, containers, labels);
    watch.check()?;
    if kinds.best() != PageKind::Forum {
        entries::complete(page, labels, may_be_content);
    }
    if matches!(kind, PageKind::Listing | PageKind::Collection | PageKind::Service) {
        linked_cards::complete(page, labels, may_be_content);
    }
    if let Some(own) = own {
        cards::complete(page, containers, labels, (own, headline(), is_offer), may_be_content);
    }
    let is_product = kinds.is_surely(PageKind::Product);
    if is_product || is_offer && !matches!(kind, PageKind::Collection | PageKind::Listing) {
        other_offers::leave_out(scratch, page, &features, containers, (headline(), is_product), labels);
    }
    // To list what it has or to sell it is what other kinds of pages are for.
    if is_short || kind == PageKind::Article || !kinds.is_sure() {
        above::leave_out(page, headline(), labels);
    }
    if kinds.is_surely(PageKind::Article) {
        feeds::leave_out_titles(page, labels);
    }
    if matches!(kind, PageKind::Collection | PageKind::Listing | PageKind::Service) {
        beside::leave_out(page, containers, own, labels);
    }
    if kind == PageKind::Collection {
        choices::leave_out(page, labels);
        if !is_short {
            uneven::leave_out(page, sequence, labels);
        }
    }
    headings::leave_out_empty(page, labels);
    headings::complete(page, labels, may_be_content);
    numbered::complete(page, labels, may_be_content);
    // The mask was trained with tokens; what is reported should not depend on the script.
    let as_spaced = features.of_page_as_spaced(of_page).filter(|_| !is_article && !is_one_product);
    let kinds = as_spaced.map_or(kinds, |values| model.kinds(&values));
    let is_offer = is_offer || offers::is_reviewed(page, headline);
    Ok(Labeled { labels, kinds, model: model.number(), without_site, is_offer })
}

/// The threshold of a page is hardly ever below this probability, in 255ths.
const LEAST_TO_STAY: u8 = 64;
const HALF: usize = ROWS / 2;

/// The score bins of all blocks. Short pages fill a smaller table.
fn find_all_bins(scratch: &Bump, model: &Model, features: &Features<'_>, bins: &mut [u8], watch: &Watch) {
    match bins.len() {
        blocks if blocks <= HALF => find_bins::<HALF>(scratch, model, features, bins, watch),
        blocks if blocks <= ROWS => find_bins::<ROWS>(scratch, model, features, bins, watch),
        _ => find_bins::<LANES>(scratch, model, features, bins, watch),
    }
}

/// The score bins of all blocks, found for `N` blocks at once.
fn find_bins<const N: usize>(scratch: &Bump, model: &Model, features: &Features<'_>, bins: &mut [u8], watch: &Watch) {
    // Any values, which are written over: to store these takes fewer steps than to fill 8 kB with zeros.
    let rows = scratch.alloc_slice_fill_with(FEATURES, |feature| [feature as u8; N]);
    let Some(group) = rows.first_chunk_mut::<FEATURES>() else { return };
    for (at, bins) in bins.chunks_mut(N).enumerate() {
        if watch.is_cancelled_at(at * N) {
            break;
        }
        features.write_group(at * N, group);
        let scores = model.scores_of_first(group, bins.len());
        bins.iter_mut().zip(scores).for_each(|(bin, score)| *bin = bin_of(score));
    }
}

/// The number of tokens that may be content, by score bin of their blocks.
fn tokens_of_bins(blocks: &[Block], bins: &[u8], is_eligible: impl Fn(usize) -> bool) -> [u64; BINS] {
    let mut tokens = [0; BINS];
    for (i, (block, &bin)) in blocks.iter().zip(bins).enumerate() {
        tokens[usize::from(bin)] += if is_eligible(i) { u64::from(block.tokens) } else { 0 };
    }
    tokens
}

/// Whether the block may be content.
fn is_eligible(block: &Block) -> bool {
    block.flags & NOT_CONTENT == 0
}

#[cfg(test)]
mod tests {
    use crate::judge::mask::MaskMethod;
    use crate::{Analyzer, Options};

    fn judged(html: &str) -> Vec<(String, bool, f32)> {
        let options = Options { mask: MaskMethod::Learned, ..Options::default() };
        let mut analyzer = Analyzer::new(options);
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        page.blocks().map(|b| (b.text().to_owned(), b.is_template(), b.probability())).collect()
    }

    const STORY: &str = "Rain fell on the city for the third day, and the river rose by two metres over night. \
        Nobody was hurt, the mayor said, but the old bridge is closed until the water has gone.";

    fn article() -> String {
        let menu: String =
            ["Home", "News", "Sport", "Contact"].map(|name| format!("<li><a href=/{name}>{name}</a></li>")).concat();
        let story = format!("<p>{STORY}</p>").repeat(6);
        format!(
            "<title>Rain</title><nav class=menu><ul>{menu}</ul></nav><main><article><h1>Rain again</h1>{story}</article>\
             </main><footer class=footer><p><a href=/legal>Legal notice</a> Copyright 2026</p></footer>\
             <p hidden>{STORY}</p>"
        )
    }

    #[test]
    fn the_story_is_content_and_the_menu_is_not() {
        let judged = judged(&article());
        for (text, template, probability) in &judged {
            assert!((0.0..=1.0).contains(probability));
            match text.as_str() {
                STORY => assert!(*template || *probability > 0.5, "{probability}"),
                "Rain again" => {}
                _ => assert!(template, "{text}: {probability}"),
            }
        }
        // The hidden copy is template.
        assert_eq!(judged.iter().filter(|(text, template, _)| text == STORY && !template).count(), 6);
    }

    #[test]
    fn the_same_page_gets_the_same_verdicts() {
        assert_eq!(judged(&article()), judged(&article()));
    }

    #[test]
    fn pages_at_the_edge_get_one_verdict_a_block() {
        let links = "<a href=/>x</a><p>".repeat(1000);
        let cells = format!("<table>{}</table>", "<tr><td>1<td>two".repeat(500));
        let nested = "<div>".repeat(3000) + "deep";
        let pages = [
            "",
            "x",
            "<p>one block",
            &links,
            &cells,
            &nested,
            "<p dir=rtl>مرحبا بالعالم، كيف حالك؟ <p>你好",
            "<img alt=text>",
        ];
        for html in pages {
            for (text, _, probability) in judged(html) {
                assert!((0.0..=1.0).contains(&probability), "{text}");
            }
        }
    }
}
