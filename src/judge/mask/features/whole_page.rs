//! Totals of the page, to classify its kind: a forum, a shop and an article differ in text, links and structure.
//!
//! The model learned them from pages whose words stand between spaces. Of Chinese, Japanese and Korean they are taken in
//! words and letters of such a page, by what translations of manuals have.

use super::elements::{Elements, KINDS, NEAR_NAMES, Sums};
use super::punctuation::CharacterCounts;
use crate::base::scale::{log, share};
use crate::read::html::scan::count_bytes;
use crate::read::page::{Block, Page, flag};

const TOTALS: usize = 17;

/// Names of [`Totals::values`]: totals, then for each kind of element how many contain text.
pub(super) const NAMES: [&str; TOTALS + KINDS] = {
    let totals = [
        "page_tokens",
        "page_blocks",
        "page_links",
        "page_prose",
        "page_mean",
        "page_sentence_ends",
        "page_digits",
        "page_money",
        "page_lower_words",
        "page_headings",
        "page_h1",
        "page_prose_blocks",
        "page_longest",
        "page_hidden",
        "page_center_level",
        "page_center_share",
        "page_center_links",
    ];
    let mut names = [""; TOTALS + KINDS];
    let mut i = 0;
    while i < names.len() {
        names[i] = if i < TOTALS { totals[i] } else { NEAR_NAMES[i - TOTALS] };
        i += 1;
    }
    names
};

/// Sums over all blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Totals {
    sums: Sums,
    letters: u32,
    headings: u32,
    h1: u32,
    prose_blocks: u32,
    longest: u32,
    hidden: u32,
    /// Words that no space precedes and that cannot begin with a capital.
    unspaced: u32,
}

/// Bytes of East Asian characters: of more in a page for each of its tokens it is East Asian.
const EAST_ASIAN_TOKENS: usize = 16;

/// Whether much of a page is in Chinese, Japanese or Korean; the names of languages in a menu are not.
pub(super) fn is_east_asian(page: &Page<'_>, tokens: u64, characters: u64) -> bool {
    let bytes = page.text.as_bytes();
    // They take three bytes each.
    if bytes.len() as u64 <= characters + characters / EAST_ASIAN_TOKENS as u64 {
        return false;
    }
    // Most such pages show it at once.
    let mut leads = 0;
    bytes.chunks(CHUNK).any(|part| {
        leads += count_bytes(part, |byte| (0xe3..=0xed).contains(&byte)) as usize;
        leads.saturating_mul(EAST_ASIAN_TOKENS) as u64 > tokens
    })
}

/// How many bytes are looked at before the next decision.
const CHUNK: usize = 255;

/// The number of these two bytes in a row.
fn count_pairs(bytes: &[u8], [first, second]: [u8; 2]) -> u32 {
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    pairs.map(|(&one, &next)| u32::from(one == first && next == second)).sum()
}

/// The East Asian characters of a text.
#[derive(Clone, Copy, Debug, Default)]
struct EastAsian {
    ideographs: u32,
    kana: u32,
    hangul: u32,
}

impl EastAsian {
    /// Counts them by the first bytes of their three.
    fn of(text: &str) -> EastAsian {
        let bytes = text.as_bytes();
        let below_ideographs = count_bytes(bytes, |byte| byte == 0xe3);
        let punctuation = if below_ideographs > 0 { count_pairs(bytes, [0xe3, 0x80]) } else { 0 };
        EastAsian {
            ideographs: count_bytes(bytes, |byte| (0xe4..=0xe9).contains(&byte)),
            kana: below_ideographs - punctuation,
            hangul: count_bytes(bytes, |byte| (0xea..=0xed).contains(&byte)),
        }
    }

    /// A block as it would be in a script whose words stand between spaces.
    fn as_spaced(self, block: &Block) -> Block {
        let EastAsian { ideographs, kana, hangul } = self;
        let between_spaces = block.tokens.saturating_sub(ideographs + kana);
        let tokens = between_spaces + self.unspaced_words() + hangul / HANGUL_FOR_WORD;
        let linked_tokens = u64::from(block.linked_tokens) * u64::from(tokens) / u64::from(block.tokens.max(1));
        let characters = block.characters + 3 * ideographs + kana + hangul + hangul / 2;
        Block { tokens, linked_tokens: linked_tokens as u32, characters, ..*block }
    }

    /// Nine ideographs say about as much as five words, and ten kana as three.
    fn unspaced_words(self) -> u32 {
        let parts = 50 * u64::from(self.ideographs) + 27 * u64::from(self.kana);
        parts.div_ceil(90) as u32
    }
}

/// Korean leaves out articles and writes particles with their words: a word is missing for so many syllables.
const HANGUL_FOR_WORD: u32 = 7;

impl Totals {
    /// The totals of an East Asian page as if its words stood between spaces.
    pub(super) fn as_spaced(page: &Page<'_>) -> Totals {
        let mut totals = Totals::default();
        for block in page.blocks {
            let is_ascii = block.characters == block.text.1 - block.text.0;
            let characters = if is_ascii { EastAsian::default() } else { EastAsian::of(page.text_of(block)) };
            let block = characters.as_spaced(block);
            totals.add(&block, Sums::of(&block));
            if block.flags & flag::HIDDEN == 0 {
                totals.unspaced += characters.unspaced_words();
            }
        }
        totals
    }

    /// Adds a block.
    #[inline]
    pub(super) fn add(&mut self, block: &Block, text: Sums) {
        self.sums.add(text);
        if block.flags & flag::HIDDEN != 0 {
            self.hidden += block.tokens;
            return;
        }
        self.letters += block.characters;
        self.headings += u32::from(block.heading > 0);
        self.h1 += u32::from(block.heading == 1);
        self.prose_blocks += u32::from(text.prose > 0);
        self.longest = text.prose.max(self.longest);
    }

    /// The features of the page.
    pub(super) fn values(&self, characters: &CharacterCounts, elements: &Elements<'_>) -> [u8; NAMES.len()] {
        let mut values = [0; NAMES.len()];
        let (totals, kinds) = values.split_at_mut(TOTALS);
        totals.copy_from_slice(&self.quantized(characters, elements));
        // Of most kinds a page has no element.
        let found = kinds.iter_mut().zip(elements.of_kinds).filter(|(_, count)| *count > 0);
        found.for_each(|(value, count)| *value = log(count));
        values
    }

    fn quantized(&self, characters: &CharacterCounts, elements: &Elements<'_>) -> [u8; TOTALS] {
        let Totals { sums, letters, headings, h1, prose_blocks, longest, hidden, unspaced } = *self;
        // Of other pages, a quarter of the words begin with a capital.
        let lower_words = characters.lower_words.saturating_add(unspaced - unspaced / 4);
        let at_center =
            elements.list.iter().rev().find(|e| e.level == elements.center_level && e.shared_level == e.level);
        let center = at_center.map_or(sums, |element| element.sums);
        [
            log(sums.tokens),
            log(sums.blocks),
            share(sums.linked, sums.tokens),
            share(sums.prose, sums.tokens),
            log(4 * (sums.tokens / sums.blocks.max(1)).min(1 << 16)),
            share(4 * characters.sentence_ends.min(1 << 24), sums.tokens),
            share(4 * characters.digits.min(1 << 24), letters),
            log(characters.money),
            share(lower_words, sums.tokens),
            log(headings),
            log(h1),
            log(prose_blocks),
            log(longest),
            share(hidden, sums.tokens),
            elements.center_level.min(255) as u8,
            elements.tokens.share(center.tokens),
            share(center.linked, center.tokens),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyzer;

    /// The totals of a page in words, or `None` if it is not East Asian.
    fn totals(text: &str) -> Option<(u32, u32)> {
        let mut analyzer = Analyzer::default();
        let page = analyzer.analyze(text.as_bytes()).unwrap();
        let (tokens, characters) =
            page.page().blocks.iter().fold((0, 0), |sums, block| (sums.0 + block.tokens, sums.1 + block.characters));
        is_east_asian(page.page(), tokens.into(), characters.into()).then(|| {
            let totals = Totals::as_spaced(page.page());
            (totals.sums.tokens, totals.letters)
        })
    }

    /// A sentence has about as many words and letters in each language.
    #[test]
    fn amounts_hardly_depend_on_the_script() {
        let english = "The new bridge over the river was opened yesterday, and the old one will be removed in spring.";
        let (words, letters) = (english.split(' ').count() as u32, english.len() as u32);
        for text in [
            "跨越这条河的新桥昨天开放，旧桥将于明年春天予以拆除。",
            "川に架かる新しい橋が昨日開通し、古い橋は来年の春に撤去される予定です。",
            "강을 가로지르는 새로운 다리가 어제 개통되었고, 오래된 다리는 내년 봄에 철거될 예정입니다.",
        ] {
            let (found, characters) = totals(&format!("<p>{text}")).unwrap();
            assert!(found.abs_diff(words) <= words / 4, "{text}: {found} words");
            assert!(characters.abs_diff(letters) <= letters / 3, "{text}: {characters} letters");
        }
        assert_eq!(totals(&format!("<p>{english}")), None);
        assert_eq!(totals("<p>Новый мост через реку открыли вчера, а старый снесут весной."), None);
        assert_eq!(totals(&format!("<p>{}<p>日本語", english.repeat(9))), None);
    }
}
