//! Character references, `&name;`, `&#10;` and `&#xA;` (HTML, "Character reference state" and the states after it).

use super::entity_table::{COUNT, TABLE, VALUES, key};

/// The value of a character reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The one or two characters of a named reference.
    Named(&'static str),
    /// The character of a numeric reference.
    Numeric(char),
}

impl Value {
    /// The UTF-8 text, written to `buffer` if it is not static.
    #[inline]
    pub fn as_str(self, buffer: &mut [u8; 4]) -> &str {
        match self {
            Value::Named(text) => text,
            Value::Numeric(c) => c.encode_utf8(buffer),
        }
    }
}

/// Decodes the reference at the start of `text`, which begins with `&`. Returns its value and its length in bytes, or
/// `None` if the `&` is text. In an attribute, a name without `;` before `=`, a letter or a digit is text.
pub fn decode(text: &[u8], in_attribute: bool) -> Option<(Value, usize)> {
    match text.get(1)? {
        b'#' => numeric(text),
        b'A'..=b'Z' | b'a'..=b'z' => named(text, in_attribute),
        _ => None,
    }
}

const MAX_NAME_LEN: usize = 31;
const MAX_LEN_WITHOUT_SEMICOLON: usize = 6;

fn named(text: &[u8], in_attribute: bool) -> Option<(Value, usize)> {
    let rest = &text[1..];
    if let Some(common) = common(rest) {
        return Some(common);
    }
    let len = rest.iter().take(MAX_NAME_LEN + 1).take_while(|b| b.is_ascii_alphanumeric()).count();
    if rest.get(len) == Some(&b';')
        && let Some(i) = find(&rest[..len])
    {
        return Some((value(i), len + 2));
    }
    // In an attribute only the whole name: what begins a longer one is text.
    if in_attribute && (len > MAX_LEN_WITHOUT_SEMICOLON || rest.get(len) == Some(&b'=')) {
        return None;
    }
    let shortest = if in_attribute { len } else { 2 };
    let is_known = |i: usize| TABLE.without_semicolon[i / 64] >> (i % 64) & 1 != 0;
    (shortest.max(2)..=len.min(MAX_LEN_WITHOUT_SEMICOLON)).rev().find_map(|shorter| {
        let found = find(&rest[..shorter]).filter(|&i| is_known(i))?;
        Some((value(found), shorter + 1))
    })
}

/// The references that most pages have no others than.
fn common(rest: &[u8]) -> Option<(Value, usize)> {
    match *rest {
        [b'a', b'm', b'p', b';', ..] => Some((Value::Named("&"), 5)),
        [b'n', b'b', b's', b'p', b';', ..] => Some((Value::Named("\u{a0}"), 6)),
        [b'q', b'u', b'o', b't', b';', ..] => Some((Value::Named("\""), 6)),
        [b'l', b't', b';', ..] => Some((Value::Named("<"), 4)),
        [b'g', b't', b';', ..] => Some((Value::Named(">"), 4)),
        _ => None,
    }
}

fn value(i: usize) -> Value {
    Value::Named(&VALUES[TABLE.value_starts[i] as usize..TABLE.value_starts[i + 1] as usize])
}

/// The index of a name, by binary search among the names with its first letter.
fn find(name: &[u8]) -> Option<usize> {
    let group = (*name.first()? - b'A') as usize;
    let key = key(name, 0, name.len());
    let (mut low, mut high) = (TABLE.firsts[group] as usize, TABLE.firsts[group + 1] as usize);
    while low < high {
        let middle = (low + high) / 2;
        let here = || &TABLE.names[TABLE.name_starts[middle] as usize..TABLE.name_starts[middle + 1] as usize];
        match TABLE.keys[middle].cmp(&key).then_with(|| here().cmp(name)) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => return Some(middle),
        }
    }
    debug_assert!(low <= COUNT);
    None
}

fn numeric(text: &[u8]) -> Option<(Value, usize)> {
    let hexadecimal = matches!(text.get(2), Some(b'x' | b'X'));
    let (radix, first) = if hexadecimal { (16, 3) } else { (10, 2) };
    let mut code = 0u32;
    let mut at = first;
    while let Some(digit) = text.get(at).and_then(|&b| char::from(b).to_digit(radix)) {
        // Saturates: all numbers above the last code point are one error.
        code = (code * radix + digit).min(0x11_0000);
        at += 1;
    }
    if at == first {
        return None;
    }
    if text.get(at) == Some(&b';') {
        at += 1;
    }
    Some((Value::Numeric(character(code)), at))
}

/// The character of a numeric reference (HTML, "Numeric character reference end state").
fn character(code: u32) -> char {
    const WINDOWS_1252: [u16; 32] = [
        0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d,
        0x8f, 0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d,
        0x17e, 0x178,
    ];
    match code {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9f => char::from_u32(WINDOWS_1252[code as usize - 0x80].into()).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(text: &str, in_attribute: bool) -> Option<(String, usize)> {
        decode(text.as_bytes(), in_attribute).map(|(v, len)| (v.as_str(&mut [0; 4]).to_owned(), len))
    }

    #[test]
    fn references_of_all_forms() {
        for (text, expected) in [
            ("&amp;x", Some(("&", 5))),
            ("&ampx", Some(("&", 4))),
            ("&notit;", Some(("\u{ac}", 4))),
            ("&notin;", Some(("\u{2209}", 7))),
            ("&nGt;", Some(("\u{226b}\u{20d2}", 5))),
            ("&CounterClockwiseContourIntegral;", Some(("\u{2233}", 33))),
            ("&zwnj;", Some(("\u{200c}", 6))),
            ("&xyz;", None),
            ("&", None),
            ("& ", None),
            ("&#;", None),
            ("&#x;", None),
            ("&#65;", Some(("A", 5))),
            ("&#x41b", Some(("\u{41b}", 6))),
            ("&#128;", Some(("\u{20ac}", 6))),
            ("&#0;", Some(("\u{fffd}", 4))),
            ("&#xD800;", Some(("\u{fffd}", 8))),
            ("&#99999999999999999999;", Some(("\u{fffd}", 23))),
        ] {
            assert_eq!(decoded(text, false), expected.map(|(v, n)| (v.to_owned(), n)), "{text}");
        }
    }

    #[test]
    fn query_strings_in_attributes_are_not_decoded() {
        assert_eq!(decoded("&copy=1", true), None);
        assert_eq!(decoded("&copyx", true), None);
        assert_eq!(decoded("&copy", true), Some(("\u{a9}".to_owned(), 5)));
        assert_eq!(decoded("&copy;=1", true), Some(("\u{a9}".to_owned(), 6)));
    }
}
