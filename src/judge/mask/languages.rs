//! Lists of languages: three names one after the other, each in its own language, are the choice that a site offers, linked
//! or not. A text about languages names them in its own.

use super::BlockLabel;
use super::notices::Pairs;
use crate::base::words::{Words, words};
use crate::read::page::{Block, Page};
use std::ops::Range;

/// The minimum number of names one after the other.
const LEAST: usize = 3;
/// The maximum number of tokens of a name. Those of Chinese and Japanese are of several.
const MOST_TOKENS: u32 = 6;

/// Names of languages in themselves, sorted.
#[rustfmt::skip]
const NAMES: Words = words![
    "Afrikaans", "Bahasa Indonesia", "Bahasa Melayu", "Català", "Cymraeg", "Dansk", "Deutsch", "Eesti", "English",
    "Español", "Euskara", "Filipino", "Français", "Gaeilge", "Galego", "Hrvatski", "Italiano", "Kiswahili",
    "Latviešu", "Lietuvių", "Magyar", "Nederlands", "Norsk", "Norsk bokmål", "Polski", "Português",
    "Português do Brasil", "Română", "Shqip", "Slovenčina", "Slovenščina", "Srpski", "Suomi", "Svenska", "Tagalog",
    "Tiếng Việt", "Türkçe", "Íslenska", "Čeština", "Ελληνικά", "Български", "Македонски", "Русский", "Српски",
    "Українська", "Қазақша", "Հայերեն", "עברית", "اردو", "العربية", "فارسی", "मराठी", "हिन्दी", "বাংলা", "தமிழ்",
    "తెలుగు", "ไทย", "ქართული", "中文", "日本語", "简体中文", "繁體中文", "한국어",
];

static BEGINNINGS: Pairs = Pairs::of([NAMES]);

/// Labels the lists of languages of a page as template.
pub(super) fn leave_out(page: &Page<'_>, labels: &mut [BlockLabel]) {
    let blocks = page.blocks;
    let is_short = |block: &&Block| (1..=MOST_TOKENS).contains(&block.tokens);
    let mut first = 0;
    while let Some(short) = blocks[first..].iter().position(|block| is_short(&block)) {
        first += short;
        let end = first + blocks[first..].iter().take_while(is_short).count();
        let is_any_content = || labels[first..end].iter().any(|label| !label.is_template);
        if end - first >= LEAST && is_any_content() {
            leave_out_of(page, first..end, labels);
        }
        first = end;
    }
}

/// Labels the lists of languages among short blocks.
fn leave_out_of(page: &Page<'_>, short: Range<usize>, labels: &mut [BlockLabel]) {
    let is_name = |&i: &usize| is_name(page, &page.blocks[i]);
    // One of so many blocks is in the list, if there is one.
    let mut at = short.start + LEAST - 1;
    while at < short.end {
        let mut end = at + 1;
        if is_name(&at) {
            let first = at - (short.start..at).rev().take_while(is_name).count();
            end += (end..short.end).take_while(is_name).count();
            let is_list =
                end - first >= LEAST && page.text_of(&page.blocks[first]) != page.text_of(&page.blocks[end - 1]);
            labels[first..end].iter_mut().for_each(|label| label.is_template |= is_list);
        }
        at = end + LEAST - 1;
    }
}

/// Whether a short block is the name of a language, such as "Português (Brasil)".
fn is_name(page: &Page<'_>, block: &Block) -> bool {
    let text = page.text_of(block);
    if !BEGINNINGS.may_begin(text.as_bytes()) {
        return false;
    }
    let name = text.split_once('(').map_or(text, |(name, _)| name).trim_end();
    NAMES.has(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Analyzer;

    #[test]
    fn names_are_sorted() {
        assert!(NAMES.iter().is_sorted());
    }

    #[test]
    fn a_choice_of_languages_is_template_and_a_text_about_them_is_not() {
        let story =
            "<p>Rain fell on the city for the third day, and the river rose by two metres over night.</p>".repeat(3);
        let is_kept = |list: &str, name: &str| {
            let html = format!("<title>Rain</title><main><h1>Rain</h1>{story}<ul>{list}</ul></main>");
            Analyzer::default().analyze(html.as_bytes()).unwrap().main_text().text().contains(name)
        };
        assert!(!is_kept("<li>Deutsch<li>Français (Canada)<li>日本語<li>English", "Français"));
        assert!(is_kept("<li>German<li>French<li>Japanese<li>English", "French"));
        assert!(is_kept("<li>Rope<li>English<li>Oil", "English"));
    }
}
