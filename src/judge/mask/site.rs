//! Applies site statistics to the blocks of a page: the share of content on each tag path, and repeated texts.
//! [`crate::on_demand::site`] collects the statistics.

use super::NOT_CONTENT;
use super::model::{BINS, Model};
use crate::base::arena::Bump;
use crate::base::hash::mix;
use crate::read::page::Page;
use crate::read::page::hashes::{PathHashes, text_hash};

/// Shorter texts, in tokens, are headings or labels, which content may have on every page.
const MIN_SENTENCE: u32 = 8;
/// The number of lists that a lookup table is divided into.
const BUCKETS: usize = 256;

/// The statistics of one tag path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PathPrior {
    /// The hash of the path, see [`short_hash`].
    pub path: u32,
    /// The probability that text on this path is content, in 255ths.
    pub probability: u8,
    /// The weight of this probability relative to the probability by the model, in 256ths.
    pub weight: u8,
}

impl PathPrior {
    /// The adjusted probability of text on the path; `model` is the probability by the model, both in 255ths.
    fn adjust(&self, of_model: u8) -> u8 {
        let weight = u32::from(self.weight);
        let mean = ((256 - weight) * u32::from(of_model) + weight * u32::from(self.probability) + 128) / 256;
        mean as u8
    }
}

/// A text that is on the same tag path on many pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RepeatedText {
    /// The hash of the text and its path, see [`text_with_path`].
    pub text: u32,
    /// Whether the text is on nearly all pages.
    pub is_everywhere: bool,
}

/// Site statistics, prepared for lookup: set them with [`Analyzer::set_site`](crate::Analyzer::set_site). Made by
/// [`SiteStats::prior`](crate::SiteStats::prior). They take less than 90 kB of memory for 32 sampled pages, and less
/// than 700 kB for 256, the maximum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitePrior {
    model: Option<u64>,
    paths: Table<PathPrior>,
    repeated: Table<RepeatedText>,
}

/// The upper half of a hash, which identifies paths and texts within a site.
pub(crate) fn short_hash(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The hash of a text on a path.
pub(crate) fn text_with_path(path_hash: u64, text_hash: u64) -> u32 {
    short_hash(mix(path_hash, text_hash))
}

impl SitePrior {
    /// A prior for the model with this number, or for any model. Both tables are in ascending order.
    pub(crate) fn new(model: Option<u64>, paths: Vec<PathPrior>, repeated: Vec<RepeatedText>) -> SitePrior {
        let (paths, repeated) = (Table::new(paths, |entry| entry.path), Table::new(repeated, |entry| entry.text));
        SitePrior { model, paths, repeated }
    }

    /// Whether the statistics were made with this model, or have no pages.
    pub(crate) fn is_for(&self, model: &Model) -> bool {
        self.model.is_none_or(|own| own == model.number())
    }

    /// Replaces the score bins of the model by adjusted bins (see [`LINEAR`]), unless there are no statistics for any
    /// block; returns whether it did.
    ///
    /// A repeated text is template only next to another repeated text, or at the end of the page: otherwise it is a
    /// heading or a label that many pages have. A sentence on nearly all pages is always template.
    pub(super) fn adjust(&self, scratch: &Bump, page: &Page<'_>, model: &Model, bins: &mut [u8]) -> bool {
        let of_model = scratch.alloc_slice_copy(bins);
        let mut is_known = false;
        let mut paths = PathHashes::new(scratch.alloc_slice_fill_copy(page.tree.nodes.len(), 0));
        // The last visible block, if it is repeated and the one before is not.
        let mut alone = None;
        let mut was_repeated = true;
        for (i, block) in page.blocks.iter().enumerate() {
            let probability = model.probability(bins[i]);
            if block.flags & NOT_CONTENT != 0 {
                bins[i] = bin_of_probability(probability);
                continue;
            }
            let path = paths.of(&page.tree, block.container);
            let known = self.paths.find(short_hash(path), |entry| entry.path);
            bins[i] = bin_of_probability(known.map_or(probability, |known| known.adjust(probability)));
            let repeated = self.repeated_text(path, page.text_of(block));
            let is_repeated = repeated.is_some();
            is_known |= is_repeated || known.is_some_and(|known| known.weight > 0);
            if block.tokens >= MIN_SENTENCE && repeated.is_some_and(|text| text.is_everywhere) {
                bins[i] /= 8;
            }
            if is_repeated {
                alone.into_iter().for_each(|before: usize| lower(&mut bins[before]));
                if was_repeated {
                    lower(&mut bins[i]);
                }
            }
            alone = Some(i).filter(|_| is_repeated && !was_repeated);
            was_repeated = is_repeated;
        }
        alone.into_iter().for_each(|last| lower(&mut bins[last]));
        if !is_known {
            bins.copy_from_slice(of_model);
        }
        is_known
    }

    fn repeated_text(&self, path: u64, text: &str) -> Option<&RepeatedText> {
        if self.repeated.is_empty() {
            return None;
        }
        self.repeated.find(text_with_path(path, text_hash(text)), |entry| entry.text)
    }
}

/// The bin of [`LINEAR`] of a probability in 255ths.
fn bin_of_probability(probability: u8) -> u8 {
    probability / 4
}

/// Lowers the probability of a repeated text, unless it exceeds 70 %.
fn lower(bin: &mut u8) {
    if *bin < 45 {
        *bin /= 8;
    }
}

/// Bytes that [`SitePrior::adjust`] allocates.
pub(super) fn capacity(page: &Page<'_>) -> usize {
    page.tree.nodes.len() * size_of::<u64>() + page.blocks.len()
}

/// Maps adjusted bins to the model's three bias scenarios, matched by probability, for [`super::model::threshold`].
/// Statistics of other pages do not reduce the uncertainty about the bias on this page.
pub(super) fn cases(of_model: &[[u8; BINS]; 3]) -> [[u8; BINS]; 3] {
    let bins = LINEAR.map(|probability| of_model[1].partition_point(|&of_bin| of_bin < probability).min(BINS - 1));
    let [low, _, high] = of_model.each_ref().map(|case| bins.map(|bin| case[bin]));
    [low, LINEAR, high]
}

/// The probability of adjusted bins, in 255ths: each bin covers four values.
const LINEAR: [u8; BINS] = {
    let mut probabilities = [0; BINS];
    let mut bin = 0;
    while bin < BINS {
        probabilities[bin] = 4 * bin as u8 + 2;
        bin += 1;
    }
    probabilities
};

/// A table sorted by a hash, with an index by its upper byte.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Table<T> {
    entries: Vec<T>,
    /// Where the entries with each upper byte begin.
    starts: [u32; BUCKETS + 1],
}

impl<T> Table<T> {
    /// Of entries that are sorted.
    fn new(entries: Vec<T>, hash: impl Fn(&T) -> u32) -> Table<T> {
        let start = |byte: usize| entries.partition_point(|entry| ((hash(entry) >> 24) as usize) < byte) as u32;
        let starts = std::array::from_fn(start);
        Table { entries, starts }
    }

    fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn find(&self, wanted: u32, hash: impl Fn(&T) -> u32) -> Option<&T> {
        let byte = (wanted >> 24) as usize;
        let bucket = self.entries.get(self.starts[byte] as usize..self.starts[byte + 1] as usize)?;
        bucket.binary_search_by_key(&wanted, hash).ok().and_then(|at| bucket.get(at))
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::threshold;
    use super::*;
    use crate::base::random::Random;

    #[test]
    fn lookups_find_what_was_stored() {
        let mut random = Random(5);
        let mut hashes: Vec<u32> = (0..3000).map(|_| random.below(1 << 30) as u32 * 4).collect();
        hashes.sort_unstable();
        let table = Table::new(hashes.clone(), |&hash| hash);
        assert!(hashes.iter().all(|&hash| table.find(hash, |&hash| hash) == Some(&hash)));
        assert!(hashes.iter().all(|&hash| table.find(hash + 1, |&hash| hash).is_none()));
        assert_eq!(Table::new(Vec::new(), |&hash: &u32| hash).find(7, |&hash| hash), None);
    }

    #[test]
    fn a_path_moves_the_probability_by_its_weight() {
        let entry = PathPrior { path: 7, probability: 255, weight: 128 };
        assert_eq!([0, 100, 255].map(|of_model| entry.adjust(of_model)), [128, 178, 255]);
        assert_eq!(PathPrior { weight: 0, ..entry }.adjust(77), 77);
    }

    /// For each block of a page with equal probabilities, whether its probability is lowered if the texts of these
    /// letters are repeated.
    fn adjusted(repeated: &str) -> Vec<u8> {
        let mut analyzer = crate::Analyzer::default();
        let html = b"<title>t</title><p>a<p>b<p>c<p hidden>x<p>d<p>e";
        let page = analyzer.analyze(html).unwrap();
        let hash = |text: char| {
            let block = page.blocks().find(|block| block.text() == text.to_string()).unwrap();
            text_with_path(block.path_hash(), block.text_hash())
        };
        let mut texts: Vec<RepeatedText> =
            repeated.chars().map(|text| RepeatedText { text: hash(text), is_everywhere: true }).collect();
        texts.sort_unstable_by_key(|entry| entry.text);
        let prior = SitePrior::new(None, vec![], texts);
        let model = Model::built_in();
        let half = (0..BINS as u8).find(|&bin| model.probability(bin) >= 100).unwrap();
        assert!(model.probability(half) < 180 && half > 9);
        let mut bins = vec![half; page.blocks().len()];
        assert_eq!(prior.adjust(&Bump::default(), page.page(), model, &mut bins), !repeated.is_empty());
        let visible = page.blocks().zip(bins).filter(|(block, _)| block.flags().is_empty());
        visible.map(|(_, bin)| u8::from(bin < 10)).collect()
    }

    /// If the statistics do not change the probabilities, the threshold is the same as without them, up to rounding.
    #[test]
    fn the_cases_are_those_of_the_models_bins() {
        let (model, mut random) = (Model::built_in(), Random(3));
        let [_, calibration, _] = model.cases();
        for _ in 0..500 {
            let (mut of_model, mut adjusted) = ([0; BINS], [0; BINS]);
            for _ in 0..30 {
                let (bin, tokens) = (random.below(BINS), 1 + random.below(100) as u64);
                of_model[bin] += tokens;
                adjusted[usize::from(bin_of_probability(calibration[bin]))] += tokens;
            }
            let expected = threshold(&of_model, model.cases());
            let found = threshold(&adjusted, &cases(model.cases()));
            let expected = bin_of_probability(calibration[usize::from(expected)]);
            // Where the calibration is flat, several bins have a probability; between the thresholds are few words.
            let between = usize::from(found.min(expected) + 1)..usize::from(found.max(expected));
            let words: u64 = adjusted.get(between).unwrap_or_default().iter().sum();
            let all: u64 = adjusted.iter().sum();
            assert!(20 * words <= all, "{found} {expected}: {words} of {all}");
        }
    }

    #[test]
    fn text_that_is_repeated_alone_is_a_label() {
        assert_eq!(adjusted(""), [0, 0, 0, 0, 0]);
        assert_eq!(adjusted("ab"), [1, 1, 0, 0, 0]);
        assert_eq!(adjusted("bc"), [0, 1, 1, 0, 0]);
        assert_eq!(adjusted("bd"), [0, 0, 0, 0, 0]);
        assert_eq!(adjusted("ae"), [1, 0, 0, 0, 1]);
        // Hidden blocks do not separate neighbors.
        assert_eq!(adjusted("cd"), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn a_sentence_that_stands_everywhere_is_template_however_likely_content_it_is() {
        let mut analyzer = crate::Analyzer::default();
        let html = b"<p>One two three four five six seven eight<p>one two three four five six seven<p>x";
        let page = analyzer.analyze(html).unwrap();
        let model = Model::built_in();
        let adjusted = |is_everywhere| {
            let hash = |block: crate::Block<'_, '_>| text_with_path(block.path_hash(), block.text_hash());
            let of_block = |block| RepeatedText { text: hash(block), is_everywhere };
            let mut texts: Vec<RepeatedText> = page.blocks().take(2).map(of_block).collect();
            texts.sort_unstable_by_key(|entry| entry.text);
            let mut bins = [BINS as u8 - 1; 3];
            assert!(SitePrior::new(None, vec![], texts).adjust(&Bump::default(), page.page(), model, &mut bins));
            bins.map(|bin| bin < 10)
        };
        assert_eq!(adjusted(true), [true, false, false]);
        assert_eq!(adjusted(false), [false; 3]);
    }
}
