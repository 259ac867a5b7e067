//! `evaluate fingerprints`: how well fingerprints tell pages of the same main text from others.
//!
//! Near-duplicates are rare on labeled pages, which come from many sites. Beside all pairs of pages, each page is
//! therefore compared with revisions of itself, in which the letters of some words are replaced and nothing else: every
//! tenth or each word of the template, every 60th or each word of the main text. What is main text, the labels say.

use super::content_hash;
use super::corpus::{self, LabeledPage};
use super::words::words;
use blockmask::internals::page::unicode::{TOKEN, class};
use blockmask::{Analyzer, BlockFlags, Document, Fingerprint, FingerprintText, Options, Parts};
use clap::Args;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::ops::Range;
use std::path::PathBuf;

const CORPORA: [&str; 5] = ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "harvest-forum"];

/// Words of a shingle, as in fingerprints.
const SHINGLE: usize = 6;
/// From this Jaccard similarity of their shingles on, two main texts are near-duplicates.
const SIMILAR: f64 = 0.5;
/// Below this one they have little in common.
const DIFFERENT: f64 = 0.2;
/// Every n-th word of a slightly changed template is replaced.
pub const CHANGED_TEMPLATE: usize = 10;
/// Every n-th word of a slightly changed main text is replaced.
const CHANGED_WORD: usize = 60;
/// A page is revised if this share of the words of its labels is found in its blocks.
const MIN_FOUND: f64 = 0.8;

#[derive(Args)]
pub struct FingerprintArgs {
    /// The folder with the labeled pages
    #[arg(long, value_name = "DIR", default_value = "../shared")]
    shared: PathBuf,
}

/// The hashes of a page and of its revisions, over one of the texts.
struct Hashes {
    page: Fingerprint,
    revisions: Option<[Fingerprint; REVISIONS.len()]>,
}

/// The revisions of a page.
const REVISIONS: [&str; 4] = [
    "same text, a tenth of the template changed",
    "same text, all of the template changed",
    "every 60th word of the text changed",
    "all of the text changed, same template",
];

pub fn report(args: &FingerprintArgs) -> io::Result<String> {
    let mut pages = Vec::new();
    for name in CORPORA {
        pages.extend(corpus::pages(&args.shared, name)?);
    }
    pages.retain(|page| !page.text().is_empty());
    if pages.is_empty() {
        return Ok(format!("skipped: there are no labeled pages in {}\n", args.shared.display()));
    }
    let similarities = similarities(&pages);
    let similar = similarities.values().filter(|&&similarity| similarity >= SIMILAR).count();
    let mut out = format!("{} pages; of all pairs {similar} have nearly the same main text.\n\n", pages.len());
    let titles = REVISIONS.join(" | ");
    let _ = writeln!(out, "| fingerprint of | pairs found | right | wrong | precision | recall | {titles} |");
    let _ = writeln!(out, "|---|---|---|---|---|---|---|---|---|---|");
    let mut hashes = Vec::new();
    for &text in FingerprintText::VALUES {
        hashes = measure(&pages, text)?;
        let found = pairs(&hashes, Fingerprint::is_near_duplicate);
        let of = |pair: &(usize, usize)| similarities.get(pair).copied().unwrap_or(0.0);
        let right = found.iter().filter(|pair| of(pair) >= SIMILAR).count();
        let wrong = found.iter().filter(|pair| of(pair) < DIFFERENT).count();
        let row = [right as f64 / found.len() as f64, right as f64 / similar as f64];
        let _ = write!(out, "| {} | {} | {right} | {wrong} |", text.name(), found.len());
        row.iter().for_each(|value| out.push_str(&format!(" {value:.3} |")));
        for revision in 0..REVISIONS.len() {
            let _ = write!(out, " {} |", share(&hashes, revision, Fingerprint::is_near_duplicate));
        }
        out.push('\n');
        if text == FingerprintText::Main {
            let _ = writeln!(out, "{}", rest_of_row("content hash", &hashes, |a, b| a.content_hash == b.content_hash));
        }
    }
    let _ = writeln!(out, "{}\n", rest_of_row("structure hash", &hashes, |a, b| a.structure_hash == b.structure_hash));
    out.push_str(&bands(&measure(&pages, FingerprintText::Main)?));
    out.push('\n');
    out.push_str(&content_hash::table(&pages)?);
    Ok(out)
}

/// A row with the revisions only.
fn rest_of_row(name: &str, hashes: &[Hashes], same: fn(&Fingerprint, &Fingerprint) -> bool) -> String {
    let shares: Vec<String> = (0..REVISIONS.len()).map(|revision| share(hashes, revision, same)).collect();
    format!("| {name}, equal | | | | | | {} |", shares.join(" | "))
}

/// How many of the revised pages are found to be the same as their revision.
fn share(hashes: &[Hashes], revision: usize, same: fn(&Fingerprint, &Fingerprint) -> bool) -> String {
    let revised: Vec<(&Fingerprint, &Fingerprint)> =
        hashes.iter().filter_map(|of| Some((&of.page, &of.revisions.as_ref()?[revision]))).collect();
    let found = revised.iter().filter(|(page, revision)| same(page, revision)).count();
    format!("{found} of {}", revised.len())
}

/// The pairs of pages, by index, of which `same` holds.
fn pairs(hashes: &[Hashes], same: fn(&Fingerprint, &Fingerprint) -> bool) -> Vec<(usize, usize)> {
    let of = |i: usize| (i + 1..hashes.len()).map(move |j| (i, j));
    (0..hashes.len()).flat_map(of).filter(|&(i, j)| same(&hashes[i].page, &hashes[j].page)).collect()
}

/// What banding finds, of the pages and of all revisions of nearly the same text.
fn bands(hashes: &[Hashes]) -> String {
    let mut out = String::from(
        "| rows of a band | keys | near-duplicates with a common key | pairs of pages to compare |\n\
         |---|---|---|---|\n",
    );
    let mut near = Vec::new();
    for Hashes { page, revisions } in hashes {
        let revisions = revisions.iter().flat_map(|of| of.iter());
        near.extend(revisions.filter(|of| page.is_near_duplicate(of)).map(|of| (page, of)));
    }
    for rows in [1, 2, 4] {
        let keys = |of: &Fingerprint| of.band_keys(rows).collect::<BTreeSet<u64>>();
        let found = near.iter().filter(|(a, b)| !keys(a).is_disjoint(&keys(b))).count();
        let of_pages: Vec<BTreeSet<u64>> = hashes.iter().map(|of| keys(&of.page)).collect();
        let compared: usize = (0..of_pages.len())
            .map(|i| of_pages[i + 1..].iter().filter(|other| !of_pages[i].is_disjoint(other)).count())
            .sum();
        let all = hashes.len() * (hashes.len() - 1) / 2;
        let _ = writeln!(out, "| {rows} | {} | {found} of {} | {compared} of {all} |", 8 / rows, near.len());
    }
    out
}

/// The Jaccard similarity of the main texts of all pairs that have a shingle in common.
fn similarities(pages: &[LabeledPage]) -> BTreeMap<(usize, usize), f64> {
    let mut shingles: Vec<BTreeSet<u64>> = Vec::new();
    let mut pages_of: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (i, page) in pages.iter().enumerate() {
        let of_page = grams(&page.text(), SHINGLE);
        of_page.iter().for_each(|shingle| pages_of.entry(*shingle).or_default().push(i));
        shingles.push(of_page);
    }
    let mut common: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for pages in pages_of.values() {
        for (at, &i) in pages.iter().enumerate() {
            pages[at + 1..].iter().for_each(|&j| *common.entry((i, j)).or_default() += 1);
        }
    }
    let jaccard = |((i, j), common): ((usize, usize), usize)| {
        ((i, j), common as f64 / (shingles[i].len() + shingles[j].len() - common) as f64)
    };
    common.into_iter().map(jaccard).collect()
}

/// Hashes of the distinct sequences of `size` words, or of all words together if there are fewer.
fn grams(text: &str, size: usize) -> BTreeSet<u64> {
    let words: Vec<&str> = words(text).collect();
    let hash = |gram: &[&str]| {
        let mut hasher = DefaultHasher::new();
        gram.hash(&mut hasher);
        hasher.finish()
    };
    words.windows(size.min(words.len()).max(1)).map(hash).collect()
}

fn measure(pages: &[LabeledPage], text: FingerprintText) -> io::Result<Vec<Hashes>> {
    let mut options = Options::with_parts(Parts::FINGERPRINT);
    options.fingerprint_text = text;
    let mut analyzer = Analyzer::new(options);
    let mut hashes = Vec::new();
    for page in pages {
        let bytes = page.bytes()?;
        let document = analyzer.analyze(&bytes).map_err(io::Error::other)?;
        let fingerprint = document.fingerprint().copied().unwrap_or_default();
        let revised = revise(&bytes, &document, &page.text());
        let revisions = match revised {
            None => None,
            Some(revised) => {
                let mut of = [fingerprint; REVISIONS.len()];
                for (to, bytes) in of.iter_mut().zip(&revised) {
                    let document = analyzer.analyze(bytes).map_err(io::Error::other)?;
                    *to = document.fingerprint().copied().unwrap_or_default();
                }
                Some(of)
            }
        };
        hashes.push(Hashes { page: fingerprint, revisions });
    }
    Ok(hashes)
}

/// The revisions of a page; `None` if its main text is not found or is not in ASCII letters.
fn revise(bytes: &[u8], document: &Document<'_>, gold: &str) -> Option<[Vec<u8>; REVISIONS.len()]> {
    let Division { main, template, .. } = Division::of(document, gold)?;
    Some([
        replace(bytes, &template, |word| word % CHANGED_TEMPLATE == CHANGED_TEMPLATE - 1),
        replace(bytes, &template, |_| true),
        replace(bytes, &main, |word| word % CHANGED_WORD == CHANGED_WORD - 1),
        replace(bytes, &main, |_| true),
    ])
}

/// The source of the blocks of a page that are main text, and of those that are template.
pub struct Division {
    pub main: Vec<Range<usize>>,
    pub template: Vec<Range<usize>>,
    /// Words of the main text.
    pub words: usize,
}

impl Division {
    /// `None` if the main text is not found or is not in ASCII letters.
    pub fn of(document: &Document<'_>, gold: &str) -> Option<Division> {
        let letters = gold.chars().filter(|&c| class(c) & TOKEN != 0);
        let (all, ascii) = letters.fold((0, 0), |(all, ascii), c| (all + 1, ascii + usize::from(c.is_ascii())));
        let labeled = words(gold).count();
        if ascii * 10 < all * 9 || labeled < 50 {
            return None;
        }
        let sets: [BTreeSet<u64>; 4] = std::array::from_fn(|n| grams(gold, n + 1));
        let mut division = Division { main: Vec::new(), template: Vec::new(), words: 0 };
        for block in document.blocks().filter(|block| !block.flags().contains(BlockFlags::IN_HEAD)) {
            let count = words(block.text()).count();
            let wanted = &sets[count.clamp(1, 4) - 1];
            let of_block = grams(block.text(), count.clamp(1, 4));
            let held = of_block.intersection(wanted).count();
            if held * 5 >= of_block.len() * 4 {
                division.main.push(block.source());
                division.words += count;
            } else if held * 5 <= of_block.len() {
                division.template.push(block.source());
            }
        }
        (division.words as f64 >= MIN_FOUND * labeled as f64).then_some(division)
    }
}

/// Replaces the letters of some words in these ranges, outside of tags and character references, by the letters 13 places
/// further on in the alphabet.
pub fn replace(bytes: &[u8], ranges: &[Range<usize>], is_replaced: impl Fn(usize) -> bool) -> Vec<u8> {
    let mut replaced = bytes.to_vec();
    let mut word = 0;
    for range in ranges {
        // What ends the markup that the bytes are in.
        let (mut until, mut in_word) = (None, false);
        for byte in replaced.get_mut(range.clone()).unwrap_or_default() {
            match (until, *byte) {
                (None, b'<') => until = Some(b'>'),
                (None, b'&') => until = Some(b';'),
                (Some(end), byte) if byte == end || end == b';' && byte == b' ' => until = None,
                (None, letter) if letter.is_ascii_alphabetic() => {
                    word += usize::from(!in_word);
                    in_word = true;
                    if is_replaced(word) {
                        let first = if letter.is_ascii_lowercase() { b'a' } else { b'A' };
                        *byte = first + (letter - first + 13) % 26;
                    }
                    continue;
                }
                _ => {}
            }
            in_word = false;
        }
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_words_are_replaced_outside_of_markup() {
        let html = b"<p>Rain <b class=x>fell</b> &amp; fell</p><p>on</p>";
        let (first, second) = (0..html.len() - 9, html.len() - 9..html.len());
        assert_eq!(
            replace(html, std::slice::from_ref(&first), |_| true),
            b"<p>Enva <b class=x>sryy</b> &amp; sryy</p><p>on</p>"
        );
        assert_eq!(
            replace(html, &[first, second], |word| word == 4),
            b"<p>Rain <b class=x>fell</b> &amp; fell</p><p>ba</p>"
        );
    }

    #[test]
    fn revisions_change_template_or_main_text() {
        let story =
            "Rain fell on the city for the third day and the river rose by two metres over night at the bridge ";
        let html = format!("<nav><a href=/>Front page</a></nav><article><p>{}</article>", story.repeat(3));
        let mut analyzer = Analyzer::default();
        let document = analyzer.analyze(html.as_bytes()).unwrap();
        let [_, template, changed, other] = revise(html.as_bytes(), &document, &story.repeat(3)).unwrap();
        assert_eq!(template, html.replace("Front page", "Sebag cntr").into_bytes());
        // Word 59 is "over" in the third repetition of 21 words.
        assert_eq!(changed.iter().zip(html.as_bytes()).filter(|(a, b)| a != b).count(), "over".len());
        assert!(other.starts_with(b"<nav><a href=/>Front page</a></nav><article><p>Enva sryy ba gur"));
        assert!(revise(html.as_bytes(), &document, "too short").is_none());
    }

    #[test]
    fn similarities_of_main_texts() {
        let page = |text: &str| {
            let mut page = LabeledPage::empty("wcxb");
            page.main_text = text.to_owned();
            page
        };
        // 3 and 3 shingles, 2 of them common and 4 in all.
        let pages = [page("a b c d e f g h"), page("b c d e f g h i"), page("x y z"), page("x y z")];
        assert_eq!(similarities(&pages), BTreeMap::from([((0, 1), 0.5), ((2, 3), 1.0)]));
    }
}
