//! What a page says about the quality of its main text: numbers of 0 to 1, from the tables of blocks and labels.

use crate::document::Document;
use crate::judge::mask::{BlockLabel, NOT_CONTENT, PageKind};
use crate::read::page::{Block, flag};

/// A block with as many tokens that are not mostly linked is prose.
const PROSE_TOKENS: u32 = 8;
/// The odds of all blocks of a page err in common: they are multiplied by these.
const BIASES: [f32; 2] = [1.0, 0.135];

/// The names of the observations.
pub const NAMES: [&str; 12] = [
    "expected F1",
    "expected F1 if the probabilities are too high",
    "share of improbable text in the main text",
    "main blocks",
    "main tokens",
    "share of the main text on the page",
    "longest main block",
    "share of comments",
    "share of hidden text",
    "probability of a service",
    "mean probability of the main text",
    "share of digits in the main text",
];

/// Sums of tokens, weighted by what is added up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sums {
    /// Of all blocks that readers see.
    pub seen: u32,
    pub seen_linked: u32,
    pub main: u32,
    pub main_linked: u32,
    /// Of main blocks that are prose.
    pub prose: u32,
    pub template_prose: u32,
    pub longest: u32,
    pub main_blocks: u32,
    pub notices: u32,
    pub main_notices: u32,
    pub hidden: u32,
    pub comments: u32,
    /// Of main text that only the data of the page holds.
    pub data: u32,
    pub characters: u32,
    digits: u32,
    improbable_main: f32,
    /// Content among the main text, and on the page; likewise if the probabilities are too high.
    expected: [(f32, f32); 2],
}

impl Sums {
    pub fn of(document: &Document<'_>) -> Sums {
        let mut sums = Sums::default();
        let blocks = document.page.blocks.iter().zip(document.mask.labels);
        for (index, (block, label)) in blocks.enumerate() {
            document.end_if_cancelled();
            let is_headline = index == document.headline as usize;
            let is_main = if is_headline { !document.omits_headline } else { !label.is_template };
            sums.comments += if document.comment_of(index).is_some() { block.tokens } else { 0 };
            sums.digits += if is_main { digits(document.page.bytes_of(block)) } else { 0 };
            sums.add(block, label, is_main);
        }
        sums
    }

    fn add(&mut self, block: &Block, label: &BlockLabel, is_main: bool) {
        let Block { tokens, linked_tokens, .. } = *block;
        let of = |condition: bool| if condition { tokens } else { 0 };
        let is_prose = tokens >= PROSE_TOKENS && !block.is_linked();
        self.hidden += of(block.flags & flag::HIDDEN != 0);
        if is_main {
            self.main += tokens;
            self.main_linked += linked_tokens;
            self.main_blocks += 1;
            self.prose += of(is_prose);
            self.longest = self.longest.max(tokens);
            self.characters += block.characters;
            self.main_notices += of(label.is_notice);
            self.data += of(block.flags & flag::METADATA_SOURCE != 0);
        }
        if block.flags & NOT_CONTENT != 0 && !is_main {
            return;
        }
        self.seen += tokens;
        self.seen_linked += linked_tokens;
        self.notices += of(label.is_notice);
        self.template_prose += of(is_prose && !is_main);
        let (weight, probability) = (tokens as f32, label.probability);
        self.improbable_main += if is_main { weight * (1.0 - 2.0 * probability).max(0.0) } else { 0.0 };
        for (sum, bias) in self.expected.iter_mut().zip(BIASES) {
            let content = weight * biased(probability, bias);
            sum.0 += if is_main { content } else { 0.0 };
            sum.1 += content;
        }
    }

    /// The expected F1, also if the probabilities are too high.
    fn expected_f1(&self) -> [f32; 2] {
        self.expected.map(|(common, content)| ratio(2.0 * common, self.main as f32 + content))
    }
}

/// A probability whose odds are multiplied by a bias.
fn biased(probability: f32, bias: f32) -> f32 {
    probability * bias / (1.0 - probability * (1.0 - bias))
}

fn ratio(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { (part / whole).min(1.0) } else { 0.0 }
}

fn digits(text: &[u8]) -> u32 {
    text.iter().filter(|byte| byte.is_ascii_digit()).count() as u32
}

/// The logarithm of a count, 0 to 1.
fn log(count: u32) -> f32 {
    ((1.0 + count as f32).log2() / 16.0).min(1.0)
}

/// All observations.
#[cfg(feature = "unstable")]
pub fn observations(document: &Document<'_>) -> [f32; NAMES.len()] {
    Sums::of(document).observations(document)
}

impl Sums {
    /// All observations.
    pub(super) fn observations(&self, document: &Document<'_>) -> [f32; NAMES.len()] {
        let of = |part: u32, whole: u32| ratio(part as f32, whole as f32);
        let [expected, lowest] = self.expected_f1();
        [
            expected,
            lowest,
            ratio(self.improbable_main, self.main as f32),
            log(self.main_blocks),
            log(self.main),
            of(self.main, self.seen),
            of(self.longest, self.main),
            of(self.comments, self.main + self.comments),
            of(self.hidden, self.seen + self.hidden),
            document.kind_probability(PageKind::Service),
            ratio(self.expected[0].0, self.main as f32),
            of(self.digits, self.characters),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::Sums;
    use crate::{Analyzer, Options};

    #[test]
    fn the_text_and_its_probability_are_observed() {
        let text = "In 2024 rain fell on 366 days, and the river rose by 12 metres over one night in spring.";
        let html = format!("<nav><a href=/1>123456789</a></nav><article><p>{text}</p></article>");
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyzer.analyze(html.as_bytes()).unwrap();
        assert_eq!(page.main_text().text(), text);
        let observations = Sums::of(&page).observations(&page);
        assert!((observations[11] - 9.0 / text.len() as f32).abs() < 1e-6, "{observations:?}");
        let probability = page.blocks().find(|block| block.text() == text).unwrap().probability();
        assert!((observations[10] - probability).abs() < 1e-6, "{observations:?}");
    }
}
