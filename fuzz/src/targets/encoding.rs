//! Target `encoding`: the first byte is the encoding that came with the page, the rest the page.
//!
//! The view is what `encoding_rs` makes of the page, the way back to the source never goes backwards and never leaves
//! it, and up to each character both correspond.

use blockmask::arena::Bump;
use blockmask::encoding::{Decoded, decode};
use encoding_rs::{BIG5, Encoding, ISO_2022_JP, REPLACEMENT, UTF_8, UTF_16BE, UTF_16LE};

/// What may come with a page. Some names are aliases, some unknown.
const HINTS: [&str; 32] = [
    "",
    "utf-8",
    "utf-16le",
    "utf-16be",
    "utf-16",
    "gbk",
    "gb18030",
    "big5",
    "euc-jp",
    "iso-2022-jp",
    "shift_jis",
    "euc-kr",
    "windows-1252",
    "windows-1251",
    "iso-8859-1",
    " latin1 ",
    "ISO-8859-8-I",
    "koi8-r",
    "macintosh",
    "x-user-defined",
    "replacement",
    "hz-gb-2312",
    "iso-2022-kr",
    "none such",
    "\0",
    "windows-874",
    "ibm866",
    "x-mac-cyrillic",
    "big5-hkscs",
    "csisolatin1",
    "utf8",
    "unicode",
];

/// Up to how many bytes every prefix is decoded.
const SHORT: usize = 192;

/// Decodes the page.
pub fn run(data: &[u8]) -> bool {
    let Some((&first, page)) = data.split_first() else { return false };
    let hint = HINTS[usize::from(first) % HINTS.len()];
    let arena = Bump::new();
    let decoded = decode(&arena, page, (first < 224).then_some(hint)).expect("a view");
    check_view(page, &decoded);
    check_map(page, &decoded);
    if page.len() <= SHORT && decoded.encoding != UTF_8 && decoded.encoding != REPLACEMENT {
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

/// Every offset of the view has its place in the source, and each character one of its own.
fn check_map(page: &[u8], decoded: &Decoded<'_>) {
    let source = |offset: usize| decoded.map.to_source(offset as u32) as usize;
    assert_eq!(source(decoded.view.len()), page.len());
    assert_eq!(decoded.map.to_source(u32::MAX) as usize, page.len());
    let mut last = bom_length(page);
    for offset in 0..decoded.view.len() {
        let place = source(offset);
        assert!((last..page.len()).contains(&place), "offset {offset}: {place}, after {last}");
        let inside = decoded.encoding != UTF_8 && decoded.view[offset] & 0xC0 == 0x80;
        assert_eq!(inside, decoded.encoding != UTF_8 && offset > 0 && place == last, "offset {offset}: {place}");
        last = place;
    }
}

/// Up to each character, the page is decoded to the view up to there. Line feeds, which are no part of any longer code,
/// complete what is malformed there in the way that the page does.
fn check_prefixes(page: &[u8], decoded: &Decoded<'_>) {
    let text = std::str::from_utf8(decoded.view).expect("well-formed UTF-8");
    let line_feeds: &[u8] = match decoded.encoding {
        encoding if encoding == UTF_16LE => b"\n\0\n\0\n\0",
        encoding if encoding == UTF_16BE => b"\0\n\0\n\0\n",
        // Its bytes mean nothing without the escapes before them, and a map begins behind these.
        encoding if encoding == ISO_2022_JP => return,
        // Four of its codes stand for two characters each.
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
