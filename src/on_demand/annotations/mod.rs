//! Annotations: what is known about parts of a block. Formulas are text of their sentence, which an index can treat apart;
//! readings (ruby) are not in the text, and stand here beside the text that they are of.
//!
//! Annotations are computed when [`Document::annotations`] is called, not during the analysis.

mod readings;
#[cfg(test)]
mod tests;

use crate::base::fallible::{List, Text, or_end};
use crate::base::named::named;
use crate::base::sort::sort_by_key;
use crate::document::Document;
use crate::read::html::Tag;
use crate::read::page::{Delimiters, flag};
use std::cmp::Reverse;
use std::ops::Range;

/// What an annotation says about its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[non_exhaustive]
pub enum AnnotationType {
    /// A formula in a line of text.
    Formula = 1,
    /// A formula on a line by itself.
    DisplayFormula = 2,
    /// How the text is read: the `rt` of a `ruby` element.
    Reading = 3,
}

named! {
    AnnotationType {
        Formula = "formula",
        DisplayFormula = "display-formula",
        Reading = "reading",
    }
}

/// A part of a block that is a formula or has a reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    annotation_type: AnnotationType,
    source: Range<usize>,
    text_range: Range<usize>,
    block: usize,
    text: String,
}

impl Annotation {
    /// What it says about its text.
    pub fn annotation_type(&self) -> AnnotationType {
        self.annotation_type
    }

    /// The source range of the element that is the formula or the reading; of a formula between delimiters in the text,
    /// such as `\(x\)`, the range of these.
    pub fn source(&self) -> Range<usize> {
        self.source.clone()
    }

    /// The range in [`Document::text`] of the formula, with delimiters that stand in the text, or of the text that has the
    /// reading. Never empty, and in one block.
    pub fn text_range(&self) -> Range<usize> {
        self.text_range.clone()
    }

    /// The index of the block.
    pub fn block(&self) -> usize {
        self.block
    }

    /// The formula without delimiters, or the reading. Never empty.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Document<'_> {
    /// The formulas of the page and the readings of its text, by the place of their text. Each call finds them again.
    ///
    /// ```
    /// use blockmask::{Analyzer, AnnotationType, Options};
    ///
    /// let html = "<p>力は<math alttext='F=ma'><mi>F</mi></math>、<ruby>質量<rt>しつりょう</rt></ruby>は一定。";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html.as_bytes())?;
    /// let [formula, reading] = &page.annotations()[..] else { panic!() };
    /// assert_eq!((formula.annotation_type(), formula.text()), (AnnotationType::Formula, "F=ma"));
    /// assert_eq!((&page.text()[reading.text_range()], reading.text()), ("質量", "しつりょう"));
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn annotations(&self) -> Vec<Annotation> {
        or_end(|| self.found_annotations()).into_vec()
    }

    fn found_annotations(&self) -> List<Annotation> {
        let mut annotations = Annotations { document: self, found: List::default() };
        annotations.add_formulas();
        if let Some(delimiters) = self.delimiters() {
            annotations.add_delimited(delimiters);
        }
        annotations.add_readings();
        let place = |found: &Annotation| (found.text_range.start, Reverse(found.text_range.end), found.source.start);
        sort_by_key(&mut annotations.found, place);
        annotations.found
    }
}

/// The annotations that were found.
struct Annotations<'d, 'a> {
    document: &'d Document<'a>,
    found: List<Annotation>,
}

impl Annotations<'_, '_> {
    fn add(&mut self, annotation: Annotation) {
        self.found.push(annotation);
    }

    fn add_formula(&mut self, is_display: bool, text: &str, source: Range<usize>, text_range: Range<usize>) {
        let annotation_type = if is_display { AnnotationType::DisplayFormula } else { AnnotationType::Formula };
        let text = Text::from(text).into_string();
        self.add(Annotation { annotation_type, text, source, ..self.at(text_range) });
    }

    /// The formulas that the analysis found.
    fn add_formulas(&mut self) {
        let page = self.document.page();
        for formula in page.formulas {
            self.document.end_if_cancelled();
            let range = formula.text.0 as usize..formula.text.1 as usize;
            self.add_formula(formula.is_display, &page.text[range.clone()], self.source_of(formula.node), range);
        }
    }

    /// The formulas between delimiters, each in one text node, outside of code.
    fn add_delimited(&mut self, delimiters: Delimiters) {
        let page = self.document.page();
        let order = page.tree.source_order;
        for i in 0..page.tree.nodes.len() {
            self.document.end_if_cancelled();
            let index = order.get(i).map_or(i, |&index| index as usize);
            let node = &page.tree.nodes[index];
            let parent = page.contexts.get(node.parent as usize);
            if node.tag != Tag::TEXT || parent.is_none_or(|parent| parent.flags & flag::DROPPED != 0) {
                continue;
            }
            let source = &page.tree.source[node.start as usize..node.end as usize];
            if memchr::memchr3(b'\\', b'$', b'&', source).is_none() || self.is_code(node.parent) {
                continue;
            }
            let Some(range) = self.text_between(node.start, node.end) else { continue };
            for found in delimiters.formulas(&page.text[range.clone()]) {
                let inside = range.start + found.inside.start..range.start + found.inside.end;
                let whole = range.start + found.range.start..range.start + found.range.end;
                let source = self.document.map_text_range(whole.clone());
                self.add_formula(found.is_display, &page.text[inside], source, whole);
            }
        }
    }

    /// Whether an element is in code, in which no script draws formulas.
    fn is_code(&self, element: u32) -> bool {
        let page = self.document.page();
        let container = page.contexts[element as usize].container;
        for at in page.tree.ancestors(element) {
            let tag = page.tree.nodes[at as usize].tag;
            if matches!(tag, Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT | Tag::PRE | Tag::TEXTAREA) {
                return true;
            }
            if at == container {
                break;
            }
        }
        false
    }

    /// The source range of an element.
    fn source_of(&self, element: u32) -> Range<usize> {
        let node = &self.document.page().tree.nodes[element as usize];
        self.document.source_range((node.start, node.end.max(node.content)))
    }

    /// An annotation of a range of the text.
    fn at(&self, text_range: Range<usize>) -> Annotation {
        let block = self.document.page().block_at(text_range.start as u32);
        let (annotation_type, text) = (AnnotationType::Formula, String::new());
        Annotation { annotation_type, source: 0..0, text_range, block, text }
    }

    /// The range of the text that stands between two places of the page, without spaces around it, up to the end of the
    /// block that it begins in.
    fn text_between(&self, start: u32, end: u32) -> Option<Range<usize>> {
        let page = self.document.page();
        let place = |view: u32| page.text_map.to_text(view, page.text) as usize;
        let (start, end) = (place(start), place(end));
        let text = page.text.get(start..end)?;
        let start = end - text.trim_start().len();
        let block = page.blocks.get(page.block_at(start as u32))?;
        let text = page.text.get(start..end.min(block.text.1 as usize))?.trim_end();
        (!text.is_empty()).then_some(start..start + text.len())
    }
}
