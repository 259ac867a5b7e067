//! Offsets in strings of JavaScript, which count code units of UTF-16, from and to offsets in bytes of UTF-8.

use memchr::memmem;
use std::io::Write;

/// Bytes for which a [`Units`] keeps a sum.
const CHUNK: usize = 128;

/// The code units of UTF-16 before the offsets of a text.
struct Units<'t> {
    utf8: &'t [u8],
    /// The code units before each chunk.
    sums: Vec<u32>,
}

impl<'t> Units<'t> {
    fn of(utf8: &'t [u8]) -> Units<'t> {
        let before = |sum: &mut u32, chunk: &[u8]| {
            let next = *sum + units(chunk);
            Some(std::mem::replace(sum, next))
        };
        Units { utf8, sums: utf8.chunks(CHUNK).scan(0, before).collect() }
    }

    fn before(&self, offset: usize) -> u32 {
        let offset = offset.min(self.utf8.len());
        let Some(&sum) = self.sums.get(offset / CHUNK) else {
            return self.sums.last().map_or(0, |&last| last + units(&self.utf8[(self.sums.len() - 1) * CHUNK..offset]));
        };
        sum + units(&self.utf8[offset / CHUNK * CHUNK..offset])
    }
}

/// The code units of UTF-16 of characters that begin in these bytes of UTF-8: characters of four bytes are pairs.
fn units(utf8: &[u8]) -> u32 {
    utf8.iter().map(|&byte| u32::from(byte & 0xc0 != 0x80) + u32::from(byte >= 0xf0)).sum()
}

/// JSON with its offsets in the page and in the text in code units of UTF-16. Quotation marks in strings are escaped, so
/// that the end of a key with its colon is nothing else.
pub fn offsets(json: &[u8], page: &[u8], text: &str) -> Vec<u8> {
    let (page, text) = (Units::of(page), Units::of(text.as_bytes()));
    let mut out = Vec::with_capacity(json.len());
    let mut copied = 0;
    for colon in memmem::find_iter(json, b"\":").map(|end| end + 1) {
        let units = match key_before(json, colon) {
            b"source_start" | b"source_end" | b"content_start" | b"content_end" => &page,
            b"text_start" | b"text_end" => &text,
            _ => continue,
        };
        let (start, end) = (colon + 1, colon + 1 + json[colon + 1..].iter().take_while(|b| b.is_ascii_digit()).count());
        let number = json[start..end].iter().fold(0, |number, &digit| number * 10 + usize::from(digit - b'0'));
        if start == end {
            continue;
        }
        out.extend_from_slice(&json[copied..start]);
        // Writing to a vector cannot fail.
        let _ = write!(out, "{}", units.before(number));
        copied = end;
    }
    out.extend_from_slice(&json[copied..]);
    out
}

/// The key whose colon this is, without its quotation marks.
fn key_before(json: &[u8], colon: usize) -> &[u8] {
    let key = &json[..colon - 1];
    let start = key.iter().rposition(|&byte| byte == b'"').map_or(0, |quote| quote + 1);
    &key[start..]
}

/// Offsets in UTF-16 of a text as offsets in bytes; `None` if one does not ascend or is inside of a character.
pub fn to_bytes(text: &str, offsets: &[usize]) -> Option<Vec<u32>> {
    let mut utf16 = 0;
    let mut starts = text.char_indices().map(|(start, c)| {
        let at = utf16;
        utf16 += c.len_utf16();
        (at, start as u32)
    });
    let byte_of = |&offset: &usize| starts.find(|&(at, _)| at >= offset).filter(|&(at, _)| at == offset);
    offsets.iter().map(byte_of).map(|found| found.map(|(_, start)| start)).collect()
}
