//! Of which blocks the content hash might be: how many pages keep it when their template changes, and how many changes of
//! a single word of the main text it misses.

use super::corpus::LabeledPage;
use super::fingerprints::{CHANGED_TEMPLATE, Division, replace};
use super::words::words;
use blockmask::{Analyzer, Block, BlockFlags, Options};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;

/// Words of each main text that are changed, one at a time.
const EDITS: usize = 10;

/// Which blocks count.
type Rule = (&'static str, fn(&Block<'_, '_>) -> bool);

const RULES: [Rule; 7] = [
    ("all blocks of the body", |_| true),
    ("main text, as it is defined", |block| !block.is_template()),
    ("main text, blocks of 5 tokens or more", |block| !block.is_template() && block.tokens() >= 5),
    ("main text, blocks of 13 tokens or more", |block| !block.is_template() && block.tokens() >= 13),
    ("blocks with a probability of .7 or more", |block| block.probability() >= 0.7),
    ("blocks with a probability of .9 or more", |block| block.probability() >= 0.9),
    ("main text, odds of the probability by root of tokens 8 or more", |block| {
        let odds = block.probability() / (1.0 - block.probability()).max(1e-4);
        !block.is_template() && (block.tokens() as f32).sqrt() * odds >= 8.0
    }),
];

/// What became of the revisions by one rule.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Revisions of a tenth of the template, and of all of it, with an equal hash.
    kept: [usize; 2],
    /// Changes of one word with an equal hash.
    missed: usize,
}

pub fn table(pages: &[LabeledPage]) -> io::Result<String> {
    let mut analyzer = Analyzer::new(Options::default());
    let (mut counts, mut revised) = ([Counts::default(); RULES.len()], 0);
    for page in pages {
        let bytes = page.bytes()?;
        let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
        let Some(Division { main, template, words }) = Division::of(&document, &page.text()) else { continue };
        revised += 1;
        let original = hashes(&mut analyzer, &bytes)?;
        let templates = [
            replace(&bytes, &template, |word| word % CHANGED_TEMPLATE == CHANGED_TEMPLATE - 1),
            replace(&bytes, &template, |_| true),
        ];
        for (which, revision) in templates.iter().enumerate() {
            let of_revision = hashes(&mut analyzer, revision)?;
            (0..RULES.len())
                .for_each(|rule| counts[rule].kept[which] += usize::from(of_revision[rule] == original[rule]));
        }
        for edit in 0..EDITS {
            let changed = 1 + (2 * edit + 1) * words / (2 * EDITS);
            let of_revision = hashes(&mut analyzer, &replace(&bytes, &main, |word| word == changed))?;
            (0..RULES.len()).for_each(|rule| counts[rule].missed += usize::from(of_revision[rule] == original[rule]));
        }
    }
    let mut out = format!(
        "Content hash over other blocks of {revised} pages; changes of {EDITS} words of each, one at a time:\n\n\
         | blocks | hash unchanged, a tenth of the template changed | all of the template changed | changed words missed |\n\
         |---|---|---|---|\n"
    );
    for ((title, _), Counts { kept: [tenth, all], missed }) in RULES.iter().zip(counts) {
        let share = 100.0 * missed as f64 / (EDITS * revised).max(1) as f64;
        let _ = writeln!(out, "| {title} | {tenth} | {all} | {share:.1} % |");
    }
    Ok(out)
}

/// By rule, a hash of the words of the blocks that count.
fn hashes(analyzer: &mut Analyzer, bytes: &[u8]) -> io::Result<[u64; RULES.len()]> {
    let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
    let mut hashers: [DefaultHasher; RULES.len()] = std::array::from_fn(|_| DefaultHasher::new());
    for block in document.blocks().filter(|block| !block.flags().contains(BlockFlags::IN_HEAD)) {
        for (hasher, (_, counts)) in hashers.iter_mut().zip(RULES) {
            if counts(&block) {
                words(block.text()).for_each(|word| word.hash(hasher));
            }
        }
    }
    Ok(hashers.map(|hasher| hasher.finish()))
}
