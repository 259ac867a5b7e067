//! Target `encoding`: the first byte selects the declared encoding, the rest is the page.
//!
//! The view equals the output of `encoding_rs`; the source map is monotonic and in bounds; and every prefix of the
//! source decodes to the corresponding prefix of the view.

use blockmask::internals::arena::Bump;
use blockmask::internals::encoding::{Decoded, Labels, decode};
use encoding_rs::{BIG5, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};

/// Declared encodings: names, aliases and unknown labels.
const HINTS: &str = "\
    |utf-8|utf-16le|utf-16be|utf-16|gbk|gb18030|big5|euc-jp|iso-2022-jp|shift_jis|euc-kr|windows-1252|windows-1251|\
    iso-8859-1| latin1 |ISO-8859-8-I|koi8-r|macintosh|x-user-defined|replacement|hz-gb-2312|iso-2022-kr|none such|\
    \0|windows-874|ibm866|x-mac-cyrillic|big5-hkscs|csisolatin1|utf8|unicode";

/// The maximum length of a page whose every prefix is checked.
const MAX_LENGTH_FOR_PREFIXES: usize = 192;

/// Decodes the page.
pub fn run(data: &[u8]) -> bool {
    let Some((&first, page)) = data.split_first() else { return false };
    let hints: Vec<&str> = HINTS.split('|').collect();
    let hint = hints[usize::from(first) % hints.len()];
    let labels = if first % 2 == 0 { Labels::Checked } else { Labels::Obeyed };
    let arena = Bump::new();
    let decoded = decode(&arena, page, (first < 224).then_some(hint), labels).expect("a view");
    check_view(page, &decoded);
    check_map(page, &decoded);
    if page.len() <= MAX_LENGTH_FOR_PREFIXES && decoded.encoding != UTF_8 && decoded.encoding != REPLACEMENT {
        check_prefixes(page, &decoded);
    }
    true
}

fn check_view(page: &[u8], decoded: &Decoded<'_>) {
    let body = &page[bom_length(page)..];
    if decoded.encoding == UTF_8 {
        assert_eq!(decoded.view, body);
        return;
    }
    let text = std::str::from_utf8(decoded.view).expect("well-formed UTF-8");
    assert_eq!(text, decoded.encoding.decode_without_bom_handling(body).0);
}

fn bom_length(page: &[u8]) -> usize {
    Encoding::for_bom(page).map_or(0, |(_, length)| length)
}

/// Every view offset maps into the source, and no two characters share an offset.
fn check_map(page: &[u8], decoded: &Decoded<'_>) {
    let source = |offset: usize| decoded.map.to_source(offset as u32) as usize;
    assert_eq!(source(decoded.view.len()), page.len());
    assert_eq!(decoded.map.to_source(u32::MAX) as usize, page.len());
    let mut last = bom_length(page);
    for offset in 0..decoded.view.len() {
        let position = source(offset);
        assert!((last..page.len()).contains(&position), "offset {offset}: {position}, after {last}");
        let inside = decoded.encoding != UTF_8 && decoded.view[offset] & 0xC0 == 0x80;
        assert_eq!(inside, decoded.encoding != UTF_8 && offset > 0 && position == last, "offset {offset}: {position}");
        last = position;
    }
}

/// The source before each character boundary decodes to the view before it. A truncated sequence at the cut is
/// terminated by line feeds, which are never part of a multi-byte sequence.
fn check_prefixes(page: &[u8], decoded: &Decoded<'_>) {
    let text = std::str::from_utf8(decoded.view).expect("well-formed UTF-8");
    let line_feeds: &[u8] = match decoded.encoding {
        encoding if encoding == UTF_16LE => b"\n\0\n\0\n\0",
        encoding if encoding == UTF_16BE => b"\0\n\0\n\0\n",
        // A stateful encoding: the map starts after the escape sequence, without which its bytes cannot be decoded.
        encoding if encoding == ISO_2022_JP => return,
        // Four Big5 codes decode to two characters each.
        encoding if encoding == BIG5 && text.contains(['\u{304}', '\u{30c}']) => return,
        _ => b"\n\n\n",
    };
    let base = decoded.map.to_source(0) as usize;
    for (start, _) in text.char_indices().skip(1) {
        let end = decoded.map.to_source(start as u32) as usize;
        let prefix = [&page[base..end], line_feeds].concat();
        let prefix = decoded.encoding.decode_without_bom_handling(&prefix).0;
        assert_eq!(prefix.strip_suffix("\n\n\n"), Some(&text[..start]), "up to {start}, {end} of the source");
    }
}
