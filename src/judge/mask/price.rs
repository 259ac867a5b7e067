//! Prices in short texts, as written.

use super::features::is_currency;
use crate::judge::comments::rating::{number, word_after};
use crate::read::page::unicode::is_letter;
use crate::read::page::{Block, Page};

/// Codes and abbreviations of currencies, in small letters.
const CURRENCIES: [&str; 31] = [
    "eur", "euro", "euros", "usd", "gbp", "chf", "jpy", "cny", "inr", "rub", "kr", "sek", "nok", "dkk", "zł", "pln",
    "kč", "czk", "ft", "huf", "lei", "руб", "грн", "元", "tl", "try", "лв", "円", "원", "ريال", "درهم",
];
/// Signs of currencies that the features of the mask do not count.
const SIGNS: [char; 8] = ['₺', '₴', '₫', '₪', '₱', '₦', '₸', '฿'];

/// Abbreviations of currencies with a full stop inside.
const DOTTED: [&str; 8] = ["ر.س", "د.إ", "ج.م", "د.ك", "ر.ق", "ر.ع", "د.م", "د.ج"];

/// Whether a block of at most so many tokens has a price.
pub(super) fn has_price(page: &Page<'_>, block: &Block, most_tokens: u32) -> bool {
    block.tokens <= most_tokens && block.may_have_digit() && price(page.text_of(block)).is_some()
}

/// The first number with a currency beside it.
pub(crate) fn price(text: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some((first, end)) = number(text, from) {
        let (before, after) = (&text[..first], &text[end..]);
        let code = word_before(before);
        let left = before.trim_end();
        if let Some(sign) = left.chars().next_back().filter(|&c| is_sign(c)) {
            return Some((left.len() - sign.len_utf8(), end));
        }
        if is_currency_code(code) {
            return Some((left.len() - code.len(), end));
        }
        let right = after.trim_start_matches([' ', '\u{a0}', '\u{202f}', ',', '-', '\u{2013}']);
        let at = text.len() - right.len();
        if let Some(sign) = right.chars().next().filter(|&c| is_sign(c)) {
            return Some((first, at + sign.len_utf8()));
        }
        let code = word_after(right);
        if is_currency_code(code) {
            return Some((first, at + code.len()));
        }
        if let Some(code) = dotted_at(right, code) {
            return Some((first, at + code.len()));
        }
        from = end;
    }
    None
}

/// Whether a word is the code of a currency, in letters of any case. Compared without memory, and mostly by length: this
/// runs for every page.
fn is_currency_code(word: &str) -> bool {
    match word.is_ascii() {
        true => CURRENCIES.iter().any(|code| code.eq_ignore_ascii_case(word)),
        false => CURRENCIES.iter().any(|code| word.chars().flat_map(char::to_lowercase).eq(code.chars())),
    }
}

/// The abbreviation of a currency that a text with this first word begins with.
fn dotted_at(text: &str, word: &str) -> Option<&'static str> {
    let is_one_letter = word.len() == 2 && !word.is_ascii();
    DOTTED.into_iter().find(|code| is_one_letter && text.starts_with(code))
}

fn is_sign(c: char) -> bool {
    is_currency(c) || SIGNS.contains(&c)
}

fn word_before(text: &str) -> &str {
    let text = text.trim_end();
    let rest = text.trim_end_matches(is_letter);
    &text[rest.len()..]
}

#[cfg(test)]
mod tests {
    use super::price;

    #[test]
    fn prices() {
        for (text, expected) in [
            ("$12.50", Some("$12.50")),
            ("ab 1.299,00 € inkl. MwSt.", Some("1.299,00 €")),
            ("Was £ 20, now £15", Some("£ 20")),
            ("1 299 kr", Some("1 299 kr")),
            ("EUR 5,- je Stück", Some("EUR 5")),
            ("49,- EUR", Some("49,- EUR")),
            ("￥1200", Some("￥1200")),
            ("280 TL", Some("280 TL")),
            ("₺280", Some("₺280")),
            ("1,200円(税込)", Some("1,200円")),
            ("450 ر.س", Some("450 ر.س")),
            ("450 ر", None),
            ("3 pieces", None),
            ("12 May 2024", None),
            ("", None),
        ] {
            assert_eq!(price(text).map(|(first, end)| &text[first..end]), expected, "{text}");
        }
    }
}
