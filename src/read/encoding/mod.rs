//! Encoding detection and decoding: from the bytes of a page to a UTF-8 view of them, and back.
//!
//! Everything after this step reads one buffer, the *view*: bytes in an ASCII superset, UTF-8 where they are
//! well-formed. Callers know only the bytes that they passed in, so each view comes with a [`SourceMap`] from view
//! offsets to source offsets.
//!
//! * A page in UTF-8, the common case, is its own view: it is neither copied nor validated. A malformed sequence stays
//!   in the view; where text is read it becomes U+FFFD, or, as a lone byte, what it means in windows-1252. The
//!   tokenizer acts on ASCII bytes only.
//! * So is one that is ASCII, whatever encoding it declares.
//! * A page in any other encoding is decoded once into the arena, and the view is well-formed UTF-8.
//!
//! # Which encoding
//!
//! The order follows the [encoding sniffing algorithm] of the HTML standard as far as it applies to a complete page
//! outside a browser. The first step that gives an encoding decides, and [`EncodingSource`] says which one it was:
//!
//! 1. a byte order mark, which overrides even the transport (Encoding Standard, "decode");
//! 2. the caller's hint, commonly the `charset` of the HTTP `Content-Type`; an unknown label is ignored;
//! 3. the prescan of the first 1024 bytes for a `<meta>` or an XML declaration, unless the page is well-formed UTF-8
//!    with at least four non-ASCII characters: crawlers and servers transcode pages and leave their `<meta>` as it was;
//! 4. UTF-8, if the bytes are well-formed UTF-8 (where browsers would take the default of the user's locale);
//! 5. the prescan of the first 64 KiB, in place of the parser's "change the encoding" when it meets a late `<meta>`;
//! 6. UTF-8 again, if malformed bytes are few: at least eight well-formed non-ASCII characters, and six for each
//!    malformed sequence;
//! 7. statistical detection ([`chardetng`]).
//!
//! The label of steps 2, 3 and 5 is overruled where the bytes contradict it, by these rules only (`contradiction`):
//!
//! * any, but the page begins with four characters of UTF-16, of which the first is `<`;
//! * a legacy encoding, but the bytes are well-formed UTF-8 with at least four non-ASCII characters (one, if the `<meta>`
//!   says UTF-8 and only the hint does not), or at least 64, and 32 for each malformed sequence: the page is UTF-8;
//! * UTF-8, but at least three sequences are malformed and fewer than two are well-formed for each of these;
//! * an encoding of Chinese, Japanese or Korean, but at least three sequences, and a tenth of all, are malformed in it;
//! * `windows-1252`, but half of at least 24 non-ASCII bytes stand beside a different one, as letters of other scripts
//!   do and accented letters do not, and what is detected is of another script.
//!
//! * an encoding of Cyrillic letters, but of at least 24 non-ASCII characters a third are no Russian letters, or three
//!   capitals follow small letters, and three quarters of the letters are capitals, or an eighth follow small ones;
//! * `gbk` or `shift_jis`, but a third of at least 24 characters are Hiragana, or half-width Katakana: the page is EUC-JP;
//! * `gbk`, but of at least 24 characters nearly all have the lead bytes of Hangul, or a quarter have trail bytes below
//!   0xA1, as in Big5; `big5`, but none of at least 24 has one; `euc-kr`, but a third are single
//!   letters, or a fifth Hangul and a fifth Hanja;
//! * `windows-1252`, but half of the non-ASCII bytes are accented letters of Mac OS Roman, and a third of these, and at least
//!   three, would be capital letters and signs inside of words. Detection finds Mac OS Roman by the same rule;
//! * `windows-1252`, but at least six signs, two different ones and an eighth of the non-ASCII bytes, stand inside of words
//!   (`³` between letters), and what is detected makes letters of them: the page is in Polish, say;
//! * an encoding of Central Europe, but at least six letters, two different ones and an eighth of all, would be
//!   others in `windows-1252`, and that is what is detected; ISO-8859-15 and Turkish letters in the same way;
//! * an encoding of ISO 8859 that has control characters, but the page has at least three: it is in the code page of Windows
//!   for the same alphabet (`latin`), if all bytes have a meaning there and no signs stand inside of words;
//! * any, but the page is ASCII that switches to the characters of ISO-2022-JP and back, as the first 1,024 bytes show.
//!
//! In all cases but the first and the last the `<meta>` decides if the hint was contradicted and its encoding fits, else detection, if
//! all bytes fit what it finds; else the label stands.
//!
//! # The `replacement` encoding
//!
//! Labels of encodings in which markup can be hidden from a scanner (`iso-2022-kr`, `hz-gb-2312` ...) name an encoding
//! whose decoder yields a single U+FFFD, as in browsers: the view of such a page is one character for the whole source.
//!
//! [encoding sniffing algorithm]: https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm

mod contradiction;
mod count;
mod latin;
mod prescan;
mod sniff;
mod source_map;
mod start_bitmap;
mod stray;
mod transcode;

use std::fmt;

use crate::base::arena::Bump;
use encoding_rs::{Encoding, UTF_8};

pub use sniff::{EncodingSource, Labels};
pub use source_map::SourceMap;
pub use stray::stray_character;

/// A page as UTF-8, and its original encoding.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'a> {
    /// The page without its byte order mark: the caller's own bytes, possibly malformed, if
    /// [`encoding`](Self::encoding) is UTF-8; else well-formed UTF-8, in the arena if it is not ASCII. At most `u32::MAX`
    /// bytes.
    pub view: &'a [u8],
    /// The encoding that the page was decoded from.
    pub encoding: &'static Encoding,
    /// What determined [`encoding`](Self::encoding).
    pub source: EncodingSource,
    /// Maps offsets in [`view`](Self::view) to offsets in the caller's bytes.
    pub map: SourceMap<'a>,
}

impl Decoded<'_> {
    /// For a page that was truncated: drops an incomplete character at its end, which a decoder has replaced by U+FFFD.
    pub(crate) fn drop_cut_character(&mut self) {
        if self.encoding != UTF_8 {
            self.view = self.view.strip_suffix("\u{FFFD}".as_bytes()).unwrap_or(self.view);
            return;
        }
        for (back, &byte) in self.view.iter().rev().take(3).enumerate() {
            let length = match byte {
                0x80..=0xbf => continue,
                0xc2..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xf4 => 4,
                _ => 1,
            };
            if length > back + 1 {
                self.view = &self.view[..self.view.len() - back - 1];
            }
            return;
        }
    }
}

/// Why a page could not be decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The page, or its decoded form, is longer than `u32::MAX` bytes.
    TooLarge,
    /// The arena could not allocate the view: its limit is reached, or the system has no memory.
    OutOfMemory,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the page or its UTF-8 form is longer than 4 GiB",
            Self::OutOfMemory => "the system refused memory for the UTF-8 form of the page",
        })
    }
}

impl std::error::Error for DecodeError {}

/// Determines the encoding of a page and returns its UTF-8 view with the map back to `bytes`.
///
/// `hint` is an encoding label from outside the page, as in HTTP's `Content-Type: text/html; charset=...`. Labels are
/// defined by the Encoding Standard: case-insensitive, with surrounding whitespace ignored.
///
/// # Errors
///
/// [`DecodeError::TooLarge`] if `bytes` or the view would be longer than `u32::MAX` bytes,
/// [`DecodeError::OutOfMemory`] if the arena cannot grow.
pub fn decode<'a>(
    arena: &'a Bump,
    bytes: &'a [u8],
    hint: Option<&str>,
    labels: Labels,
) -> Result<Decoded<'a>, DecodeError> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(DecodeError::TooLarge);
    }
    let detection = sniff::sniff(bytes, hint, labels);
    let decoded = decode_as(arena, bytes, &detection)?;
    // Most bytes are not malformed in what they declare, so that no other encoding need be tried.
    match decoded.map.is_malformed().then(|| sniff::replaced(bytes, &detection, labels)).flatten() {
        Some(better) => decode_as(arena, bytes, &better),
        None => Ok(decoded),
    }
}

/// Decodes a page whose encoding is known.
fn decode_as<'a>(arena: &'a Bump, bytes: &'a [u8], detection: &sniff::Detection) -> Result<Decoded<'a>, DecodeError> {
    let &sniff::Detection { encoding, source, bom_length } = detection;
    let body = bytes.get(bom_length..).unwrap_or_default();
    // What is ASCII means the same in all encodings but a few.
    let is_ascii = || encoding.is_ascii_compatible() && Encoding::ascii_valid_up_to(body) == body.len();
    if encoding == UTF_8 || is_ascii() {
        return Ok(Decoded { view: body, encoding, source, map: SourceMap::identity(bom_length, body) });
    }
    // The map is allocated before the view: an arena that is full after a large allocation opens a chunk of twice the
    // size.
    let storage = source_map::Storage::reserve(arena, body, encoding)?;
    let transcoded = transcode::transcode(arena, body, encoding, u32::MAX as usize)?;
    let map = SourceMap::decoded(bom_length, body, transcoded, storage)?;
    Ok(Decoded { view: transcoded.view, encoding, source, map })
}
