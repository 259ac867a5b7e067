//! The titles that a page declares: `title`, Open Graph, Twitter cards, and `headline` in JSON-LD.

use super::SAME;
use crate::base::arena::{Bump, Vec};
use crate::base::fnv;
use crate::base::sort::sort;
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::text::{Decoding, decode};
use crate::read::html::{Node, Tag, Tree};
use crate::read::page::{Event, Page, TokenMode, decode_json_char, runs, scan, scripts_of_json_ld, unicode};
use std::ops::Range;

/// The maximum number of titles of a page.
const MAX_TITLES: usize = 5;
/// Longer titles are cut, in tokens.
const MAX_WORDS: usize = 96;
/// Longer values are not read, in bytes.
const MAX_BYTES: usize = 1 << 10;

/// The names of `meta` elements with a title.
const NAMES: [&[u8]; 2] = [b"og:title", b"twitter:title"];

/// What separates a title from the name of a site.
const SEPARATORS: [&str; 12] = ["|", "- ", "\u{2013}", "\u{2014}", "_", "\u{b7}", "»", "«", "›", "‹", "•", "::"];

/// The words of titles.
pub(super) struct Titles<'s> {
    scratch: &'s Bump,
    /// The text of the title element, looked up once: a page without one would be searched for each of its blocks.
    in_head: &'s str,
    titles: Vec<'s, Title<'s>>,
}

struct Title<'s> {
    /// Hashes of the words, sorted.
    words: &'s [u64],
    bytes: usize,
}

/// How much of a text and of a title is the same.
#[derive(Clone, Copy, Default)]
pub(super) struct Shared {
    /// The share of the words of the text: 0 to a third of [`SAME`].
    of_text: i32,
    /// The share of the words of the title: 0 to two thirds of [`SAME`].
    of_title: i32,
}

impl Shared {
    /// 0 to [`SAME`].
    pub fn score(&self) -> i32 {
        self.of_text + self.of_title
    }

    /// Whether the text has half of the words of a title, more than a short site name.
    pub fn is_half_of_title(&self) -> bool {
        self.of_title >= SAME / 3
    }
}

impl<'s> Titles<'s> {
    /// None yet.
    fn new(scratch: &'s Bump, page: &Page<'s>) -> Titles<'s> {
        let in_head = page.title_block().map(|title| page.text_of(title)).unwrap_or_default();
        Titles { scratch, in_head, titles: Vec::with_capacity_in(MAX_TITLES, scratch) }
    }

    /// The titles in elements of the head.
    pub fn declared(scratch: &'s Bump, page: &Page<'s>) -> Titles<'s> {
        let mut titles = Titles::new(scratch, page);
        titles.add(titles.in_head);
        // Old pages name the site first.
        if titles.in_head.contains(':')
            && let Some((_, own)) = titles.in_head.split_once(": ")
        {
            titles.add(own);
        }
        for &index in page.metadata_elements {
            let node = &page.tree.nodes[index as usize];
            if node.tag == Tag::META
                && let Some((start, end)) = title_of(&page.tree, node)
            {
                let mut value = Vec::with_capacity_in(end - start, scratch);
                decode(page.tree.source, start, end, Decoding::ATTRIBUTE, &mut value);
                titles.add(std::str::from_utf8(&value).unwrap_or_default());
            }
        }
        titles
    }

    /// The first headline in each script with JSON-LD; `None` if there is none.
    pub fn of_scripts(scratch: &'s Bump, page: &Page<'s>) -> Option<Titles<'s>> {
        let tree = &page.tree;
        let mut titles = Titles::new(scratch, page);
        for script in scripts_of_json_ld(tree, page.metadata_elements) {
            titles.add_json(&tree.source[script]);
        }
        (!titles.titles.is_empty()).then_some(titles)
    }

    fn add_json(&mut self, json: &[u8]) {
        let (mut is_headline, mut found) = (false, None);
        scan(json, |event| match event {
            Event::Key(name) => is_headline = json.get(name) == Some(b"headline"),
            Event::Text(text) if is_headline && found.is_none() => found = Some(text),
            _ => is_headline = false,
        });
        let Some(Range { start, end }) = found.filter(|text| text.len() <= MAX_BYTES) else { return };
        let mut value = Vec::with_capacity_in(end - start, self.scratch);
        let (json, mut at) = (&json[..end], start);
        while at < end {
            let (c, len) = decode_json_char(json, at);
            value.extend_from_slice_copy(c.encode_utf8(&mut [0; 4]).as_bytes());
            at += len;
        }
        self.add(std::str::from_utf8(&value).unwrap_or_default());
    }

    fn add(&mut self, title: &str) {
        if self.titles.len() == MAX_TITLES {
            return;
        }
        let mut words = Vec::with_capacity_in(title.len().div_ceil(2).min(MAX_WORDS), self.scratch);
        words.extend(self::words(title));
        if words.is_empty() {
            return;
        }
        sort(&mut words);
        self.titles.push(Title { words: words.into_bump_slice(), bytes: title.len() });
    }

    /// Whether the title in the head is a text and then the name of a site, however long that is.
    pub fn begin_with(&self, text: &str) -> bool {
        let rest = self.in_head.strip_prefix(text);
        rest.is_some_and(|rest| SEPARATORS.iter().any(|separator| rest.trim_start().starts_with(separator)))
    }

    /// Whether a text is about as long as a title, without the name of the site.
    #[inline]
    pub fn may_be(&self, text: &str) -> bool {
        self.titles.iter().any(|title| (title.bytes / 3..=title.bytes + title.bytes / 4).contains(&text.len()))
    }

    /// The words that a text and a title have in common, for the title that is most like it.
    pub fn shared(&self, text: &str) -> Shared {
        if self.titles.is_empty() {
            return Shared::default();
        }
        let (mut all, mut shared) = (0, [0; MAX_TITLES]);
        for word in words(text) {
            all += 1;
            for (title, shared) in self.titles.iter().zip(&mut shared) {
                *shared += usize::from(title.words.binary_search(&word).is_ok());
            }
        }
        let share = |part: usize, all: usize| part.min(all) as i32 * SAME / 3 / all.max(1) as i32;
        let of_titles = self
            .titles
            .iter()
            .zip(shared)
            .map(|(title, part)| Shared { of_text: share(part, all), of_title: 2 * share(part, title.words.len()) });
        of_titles.max_by_key(Shared::score).unwrap_or_default()
    }
}

/// The range of the content of a `meta` element that declares a title.
fn title_of(tree: &Tree<'_>, meta: &Node) -> Option<(usize, usize)> {
    let names = [Name::PROPERTY, Name::NAME].into_iter().filter_map(|name| tree.attribute(meta, name));
    let mut names = names.map(|name| tree.raw_value(name).trim_ascii());
    if !names.any(|name| NAMES.iter().any(|known| same_name(name, known))) {
        return None;
    }
    let content = tree.attribute(meta, Name::CONTENT)?;
    let (start, end) = (content.value_start as usize, content.value_end as usize);
    (end - start <= MAX_BYTES).then_some((start, end))
}

/// Hashes of the first words of a text, without regard to case.
fn words(text: &str) -> impl Iterator<Item = u64> {
    let hash = |word: &str| {
        hash_of_ascii(word.as_bytes()).unwrap_or_else(|| {
            let letters = word.chars().filter(|&c| unicode::is_letter_or_number(c)).flat_map(char::to_lowercase);
            letters.map(unaccented).fold(fnv::EMPTY, |hash, c| match c {
                // What is left of a capital letter with a dot.
                '\u{307}' => hash,
                _ if c.is_ascii() => fnv::step(hash, c as u8),
                _ => u32::from(c).to_le_bytes().into_iter().fold(hash, fnv::step),
            })
        })
    };
    let tokens = runs(text, TokenMode::Unicode).filter(|run| run.is_token).take(MAX_WORDS);
    tokens.map(move |run| hash(&text[run.start..run.end]))
}

/// A small letter as its capital letter has it in headlines: Greek without accents, Turkish with and without a dot.
fn unaccented(c: char) -> char {
    match c {
        'ı' => 'i',
        'ά' => 'α',
        'έ' => 'ε',
        'ή' => 'η',
        'ί' | 'ϊ' | 'ΐ' => 'ι',
        'ό' => 'ο',
        'ύ' | 'ϋ' | 'ΰ' => 'υ',
        'ώ' => 'ω',
        'ς' => 'σ',
        'ё' => 'е',
        _ => c,
    }
}

/// The hash of the letters and digits of a word without regard to case; `None` if not all of it is ASCII.
fn hash_of_ascii(word: &[u8]) -> Option<u64> {
    let mut hash = fnv::EMPTY;
    for &byte in word {
        match FOLDED[usize::from(byte)] {
            0 => {}
            0xff => return None,
            folded => hash = fnv::step(hash, folded),
        }
    }
    Some(hash)
}

/// Letters and digits of ASCII, in lower case; 0 for the rest of ASCII, else 255.
static FOLDED: [u8; 256] = {
    let mut folded = [0xff; 256];
    let mut byte = 0u8;
    while byte < 128 {
        folded[byte as usize] = if byte.is_ascii_alphanumeric() { byte.to_ascii_lowercase() } else { 0 };
        byte += 1;
    }
    folded
};
