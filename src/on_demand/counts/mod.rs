//! Counts of a text, by which corpora of web pages are filtered, so that a filter needs no second pass.
//!
//! | module | counts |
//! |---|---|
//! | `text` | words, sentences and lines |
//! | `lines` | lines by the rules of C4 (Raffel et al. 2020), Gopher (Rae et al. 2021) and FineWeb (Penedo et al. 2024) |
//! | `repeats` | repeated lines and n-grams, by the rules of Gopher |
//! | `stop_words` | the frequent words of a language |
//! | `values` | [`Counts`], the struct |
//!
//! They are counted when [`Document::counts`] or [`Document::block_counts`] is called, in time linear in the text but
//! for a sort of its words.

mod lines;
mod repeats;
mod stop_words;
#[cfg(test)]
mod tests;
mod text;
mod values;

use crate::base::fallible::{List, or_end};
use crate::document::Document;
use text::Counter;
pub use values::Counts;

impl Document<'_> {
    /// The counts of the main text, by which corpora are filtered. Without [`Parts::MASK`](crate::Parts::MASK) all text
    /// is main text. Each call counts again.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options};
    ///
    /// let story = "<p>Rain fell on the city for the third day. The river rose by 2 metres.";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let counts = analyzer.analyze(story.as_bytes())?.counts();
    /// assert_eq!((counts.words, counts.sentences, counts.digits), (15, 2, 1));
    /// assert_eq!(f64::from(counts.word_characters) / f64::from(counts.words), 52.0 / 15.0);
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn counts(&self) -> Counts {
        or_end(|| {
            let mut counter = Counter::new(self.token_mode);
            self.main_blocks().for_each(|block| counter.add(block.text()));
            counter.finish(&|| self.end_if_cancelled())
        })
    }

    /// The counts of each block, template or not, by its index.
    pub fn block_counts(&self) -> Vec<Counts> {
        or_end(|| {
            let mut counter = Counter::new(self.token_mode);
            let blocks = self.blocks().inspect(|_| self.end_if_cancelled());
            let counts = blocks.map(|block| {
                counter.add(block.text());
                counter.finish(&|| self.end_if_cancelled())
            });
            counts.collect::<List<_>>()
        })
        .into_vec()
    }
}
