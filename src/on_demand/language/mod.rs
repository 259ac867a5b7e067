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
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, Tag};
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
const LEAST_LETTERS: u32 = 8;
/// The blocks among which the sample of a page is, the blocks of the sample, and the letters of each.
const MAX_BLOCKS: usize = 200;
const SAMPLE: usize = 40;
const MAX_LETTERS: usize = 240;
/// The sample is read in turns, each of which is of the whole page.
const TURNS: u32 = 3;
/// No further turn is read if texts of this length are nearly all of one language.
const CLEAR_LENGTH: f32 = 800.0;
const CLEAR_SHARE: f32 = 0.95;

/// The characters of a text that may be read. How many are read depends on the language.
fn length_of(text: &str) -> f32 {
    // A character has four bytes at most.
    let is_long = text.len() >= 4 * MAX_LETTERS;
    if is_long { MAX_LETTERS as f32 } else { text.chars().count().min(MAX_LETTERS) as f32 }
}

/// The turn in which a block is read. Languages may alternate, so it has no period (multiples of the golden ratio).
fn turn_of(index: usize) -> u32 {
    (((index as u32).wrapping_mul(0x9e37_79b1) >> 16) * TURNS) >> 16
}

/// The language of letters.
struct Detected {
    language: &'static str,
    confidence: f32,
}

/// The language of a text of which one is declared.
fn detect(text: &str, declared: Option<&str>) -> Option<Detected> {
    match script::of(text) {
        Evidence::None => None,
        Evidence::Language(language, confidence) => {
            Some(Detected { language, confidence }).filter(|found| found.confidence >= LEAST)
        }
        Evidence::Script(script, share) => {
            let guess = model::guess(text, script, declared);
            let confidence = guess.probability * share;
            let is_enough = guess.letters >= LEAST_LETTERS as usize && confidence >= LEAST;
            is_enough.then_some(Detected { language: guess.language, confidence })
        }
    }
}

/// The language that a block declares, or else the page.
fn declared(block: &Block<'_, '_>, of_page: Option<&'static str>) -> Option<&'static str> {
    match block.language_attribute() {
        Some(_) => block.language().and_then(codes::of_tag),
        None => of_page,
    }
}

impl TextLanguage {
    fn of(block: &Block<'_, '_>, of_page: Option<&'static str>) -> TextLanguage {
        let declared = declared(block, of_page);
        match detect(block.text(), declared) {
            Some(Detected { language, confidence }) => TextLanguage { language: Some(language), confidence },
            None => TextLanguage { language: declared, confidence: 0.0 },
        }
    }
}

impl Document<'_> {
    /// The language of the main text: the one in which most of it is, with its share as part of the confidence; without
    /// [`Parts::MASK`](crate::Parts::MASK) all text is main text. If most of it is in none that is known, the declared
    /// language: of the page, or of its parts, which needs [`Parts::STRUCTURE`](crate::Parts::STRUCTURE).
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
            let of_page = self.declared_language();
            let blocks = self.blocks().inspect(|_| self.end_if_cancelled());
            blocks.map(|block| TextLanguage::of(&block, of_page)).collect::<List<_>>()
        })
        .into_vec()
    }

    /// The language that the page declares for text for which no attribute of the structure does: by its root element, or
    /// else by a `meta` element (HTML, pragma-set default language).
    fn declared_language(&self) -> Option<&'static str> {
        let of_root = self.root_language().and_then(|lang| self.language_tag(lang));
        of_root.and_then(codes::of_tag).or_else(|| self.pragma_language())
    }

    fn pragma_language(&self) -> Option<&'static str> {
        let tree = &self.page.tree;
        let elements = self.page.metadata_elements.iter().filter_map(|&index| tree.nodes.get(index as usize));
        let values = elements.filter(|node| node.tag == Tag::META).filter_map(|node| {
            let is_pragma = |attribute: &&Attribute| {
                same_name(tree.raw_attribute_name(attribute), b"http-equiv")
                    && same_name(tree.raw_value(attribute).trim_ascii(), b"content-language")
            };
            tree.each_attribute(node).find(is_pragma)?;
            std::str::from_utf8(tree.raw_value(tree.attribute(node, Name::CONTENT)?).trim_ascii()).ok()
        });
        // Several languages say for whom the page is.
        let value = values.into_iter().find(|value| !value.is_empty() && !value.contains(','))?;
        codes::of_tag(value.split_ascii_whitespace().next()?)
    }

    fn found_language(&self) -> TextLanguage {
        let of_page = self.declared_language();
        let mut votes: List<(&'static str, f32)> = List::default();
        let mut all = 0.0;
        // Odd, as languages may alternate.
        let step = self.main_blocks().take(MAX_BLOCKS).count().div_ceil(SAMPLE) | 1;
        let sample: List<Block<'_, '_>> = self.main_blocks().take(MAX_BLOCKS).step_by(step).collect();
        for turn in 0..TURNS {
            for (_, block) in sample.iter().enumerate().filter(|(index, _)| turn_of(*index) == turn) {
                self.end_if_cancelled();
                let Some(found) = detect(block.text(), declared(block, of_page)) else { continue };
                let length = length_of(block.text());
                all += length;
                match votes.iter_mut().find(|(language, _)| *language == found.language) {
                    Some((_, vote)) => *vote += length * found.confidence,
                    None => votes.push((found.language, length * found.confidence)),
                }
            }
            if all >= CLEAR_LENGTH && votes.iter().any(|&(_, vote)| vote >= CLEAR_SHARE * all) {
                break;
            }
        }
        let most = votes.iter().copied().reduce(|most, vote| if vote.1 > most.1 { vote } else { most });
        match most.map(|(language, vote)| (language, vote / all)).filter(|&(_, confidence)| confidence >= 0.5) {
            Some((language, confidence)) => TextLanguage { language: Some(language), confidence },
            None => {
                TextLanguage { language: sample.iter().find_map(|block| declared(block, of_page)), confidence: 0.0 }
            }
        }
    }
}
