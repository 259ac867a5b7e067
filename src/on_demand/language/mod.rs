//! The language of a page and of its blocks, by what they declare and by their letters, so that an index can choose an
//! analyzer for each block.
//!
//! | module | |
//! |---|---|
//! | `script` | the script of a text, and the language where it says that |
//! | `model` | a table that tells the languages of a script apart |
//! | `codes` | the languages by number |
//!
//! Languages are detected when [`Document::page_language`] or [`Document::block_languages`] is called. Of each block the
//! first 240 letters are read, less if they are sure.

pub(crate) mod codes;
mod model;
mod script;
#[cfg(test)]
mod tests;

use crate::base::fallible::{List, or_end};
use crate::document::{Block, Document};
use script::Evidence;

/// The language of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TextLanguage {
    /// Its code in ISO 639-1, such as `en`: the language that its letters are of, or else the declared one. `None` if
    /// neither is known.
    pub language: Option<&'static str>,
    /// That the letters are of this language, 0 to 1; 0 if it is only declared.
    pub confidence: f32,
}

/// Below, nothing is said of a text.
const LEAST: f32 = 0.6;
/// Texts with fewer letters say nothing.
const LEAST_LETTERS: usize = 8;
/// The blocks among which the sample of a page is, the blocks of the sample, and the letters of each.
const MAX_BLOCKS: usize = 200;
const SAMPLE: usize = 40;
const MAX_LETTERS: usize = 240;

/// The language of letters, and how many were read.
struct Detected {
    language: &'static str,
    confidence: f32,
    letters: usize,
}

/// The language of a text of which one is declared.
fn detect(text: &str, declared: Option<&str>) -> Option<Detected> {
    match script::of(text) {
        Evidence::None => None,
        Evidence::Language(language, confidence) => {
            let letters = text.chars().take(MAX_LETTERS).count();
            Some(Detected { language, confidence, letters }).filter(|found| found.confidence >= LEAST)
        }
        Evidence::Script(script, share) => {
            let guess = model::guess(text, script, declared);
            let confidence = guess.probability * share;
            let is_enough = guess.letters >= LEAST_LETTERS && confidence >= LEAST;
            is_enough.then_some(Detected { language: guess.language, confidence, letters: guess.letters })
        }
    }
}

fn declared(block: &Block<'_, '_>) -> Option<&'static str> {
    block.language().and_then(codes::of_tag)
}

impl TextLanguage {
    fn of(block: &Block<'_, '_>) -> TextLanguage {
        let declared = declared(block);
        match detect(block.text(), declared) {
            Some(Detected { language, confidence, .. }) => TextLanguage { language: Some(language), confidence },
            None => TextLanguage { language: declared, confidence: 0.0 },
        }
    }
}

impl Document<'_> {
    /// The language of the main text: the one in which most of it is, with its share as part of the confidence; without
    /// [`Parts::MASK`](crate::Parts::MASK) all text is main text. If most of it is in none that is known, the declared
    /// language, which needs [`Parts::STRUCTURE`](crate::Parts::STRUCTURE).
    ///
    /// ```
    /// use blockmask::{Analyzer, Options};
    ///
    /// let html = "<p>Am dritten Tag fiel der Regen auf die Stadt.<p>Und der Fluss stieg in der Nacht um zwei Meter.\
    ///     <p lang=en>It was the third day, and the river rose by two metres over night.";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html.as_bytes())?;
    /// assert_eq!(page.page_language().language, Some("de"));
    /// let languages = page.block_languages().into_iter().map(|found| found.language);
    /// assert!(languages.eq([Some("de"), Some("de"), Some("en")]));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn page_language(&self) -> TextLanguage {
        or_end(|| self.found_language())
    }

    /// The language of each block, template or not, by its index.
    pub fn block_languages(&self) -> Vec<TextLanguage> {
        or_end(|| {
            let blocks = self.blocks().inspect(|_| self.end_if_cancelled());
            blocks.map(|block| TextLanguage::of(&block)).collect::<List<_>>()
        })
        .into_vec()
    }

    fn found_language(&self) -> TextLanguage {
        let mut votes: List<(&'static str, f32)> = List::default();
        let (mut all, mut first_declared) = (0.0, None);
        let step = self.main_blocks().take(MAX_BLOCKS).count().div_ceil(SAMPLE).max(1);
        for block in self.main_blocks().take(MAX_BLOCKS).step_by(step) {
            let declared = declared(&block);
            first_declared = first_declared.or(declared);
            let Some(found) = detect(block.text(), declared) else { continue };
            let letters = found.letters as f32;
            all += letters;
            match votes.iter_mut().find(|(language, _)| *language == found.language) {
                Some((_, vote)) => *vote += letters * found.confidence,
                None => votes.push((found.language, letters * found.confidence)),
            }
        }
        let most = votes.iter().copied().reduce(|most, vote| if vote.1 > most.1 { vote } else { most });
        match most.map(|(language, vote)| (language, vote / all)).filter(|&(_, confidence)| confidence >= 0.5) {
            Some((language, confidence)) => TextLanguage { language: Some(language), confidence },
            None => TextLanguage { language: first_declared, confidence: 0.0 },
        }
    }
}
