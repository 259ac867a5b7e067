//! From the bytes of a page to a UTF-8 view of them, with a way back.
//!
//! Everything after this step reads one buffer, the *view*: bytes in an ASCII superset, UTF-8 where they are well
//! formed. Callers, however, know only the bytes that they passed in, so each view comes with a [`SourceMap`] from view
//! offsets to source offsets.
//!
//! * A page in UTF-8, the common case, is its own view: nothing is copied, nothing is checked. A malformed sequence
//!   stays in the view and becomes U+FFFD where text is read; the tokenizer acts on ASCII bytes only.
//! * A page in any other encoding is decoded once into the arena, and the view is well-formed UTF-8.
//!
//! # Which encoding
//!
//! The order follows the [encoding sniffing algorithm] of HTML as far as it applies to a finished page without a
//! browser around it; the first that answers wins, and [`EncodingSource`] tells which it was:
//!
//! 1. a byte order mark, which beats even the transport (Encoding Standard, "decode");
//! 2. the caller's hint, commonly the `charset` of the HTTP `Content-Type`; an unknown label is ignored;
//! 3. the prescan of the first 1024 bytes for a `<meta>` or an XML declaration, unless the page is well-formed UTF-8
//!    with at least four characters beyond ASCII: crawlers and servers decode pages and leave their `<meta>` as it was;
//! 4. UTF-8, if the bytes are well-formed UTF-8 (where browsers would take the default of the user's locale);
//! 5. the prescan of the first 64 KiB, in place of the parser's "change the encoding" when it meets a late `<meta>`;
//! 6. UTF-8 again, if malformed bytes are few: at least eight well-formed characters beyond ASCII, and six to each
//!    malformed sequence;
//! 7. statistics over the bytes ([`chardetng`]).
//!
//! # The `replacement` encoding
//!
//! Labels of encodings in which markup can be hidden from a scanner (`iso-2022-kr`, `hz-gb-2312` ...) name an encoding
//! whose decoder yields a single U+FFFD. That rule is kept: such a page is a view of one character that stands for the
//! whole source, never markup that a browser would not see.
//!
//! [encoding sniffing algorithm]: https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm

mod count;
mod marks;
mod prescan;
mod sniff;
mod source_map;
mod transcode;

use std::fmt;

use crate::arena::Bump;
use encoding_rs::{Encoding, UTF_8};

pub use sniff::EncodingSource;
pub use source_map::SourceMap;

/// A page as UTF-8, and what it was.
#[derive(Clone, Copy, Debug)]
pub struct Decoded<'a> {
    /// The page without its byte order mark: the caller's own bytes, possibly malformed, if
    /// [`encoding`](Self::encoding) is UTF-8; well-formed UTF-8 in the arena otherwise. At most `u32::MAX` bytes.
    pub view: &'a [u8],
    /// The encoding that the page was taken to be in.
    pub encoding: &'static Encoding,
    /// What decided on [`encoding`](Self::encoding).
    pub source: EncodingSource,
    /// From offsets in [`view`](Self::view) to offsets in the caller's bytes.
    pub map: SourceMap<'a>,
}

impl Decoded<'_> {
    /// Of a page that was cut, drops the bytes of a character that the cut went through.
    pub(crate) fn drop_cut_character(&mut self) {
        if self.encoding != UTF_8 {
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

/// Why a page has no view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// The page, or its decoded form, is longer than `u32::MAX` bytes.
    TooLarge,
    /// The arena could not hold the view: its limit is reached, or the system has no memory.
    OutOfMemory,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the page or its UTF-8 form is longer than 4 GiB",
            Self::OutOfMemory => "no memory left for the UTF-8 form of the page",
        })
    }
}

impl std::error::Error for DecodeError {}

/// Decides on the encoding of a page and returns its UTF-8 view with the map back to `bytes`.
///
/// `hint` is an encoding label from outside the page, as in HTTP's `Content-Type: text/html; charset=...`. Labels are
/// those of the Encoding Standard, in any case, with whitespace around them ignored.
///
/// # Errors
///
/// [`DecodeError::TooLarge`] if `bytes` or the view would be longer than `u32::MAX` bytes,
/// [`DecodeError::OutOfMemory`] if the arena is not allowed or not able to grow.
pub fn decode<'a>(arena: &'a Bump, bytes: &'a [u8], hint: Option<&str>) -> Result<Decoded<'a>, DecodeError> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(DecodeError::TooLarge);
    }
    let sniff::Verdict { encoding, source, bom_length } = sniff::sniff(bytes, hint);
    let body = bytes.get(bom_length..).unwrap_or_default();
    if encoding == UTF_8 {
        return Ok(Decoded { view: body, encoding, source, map: SourceMap::identity(bom_length, body) });
    }
    // The map's memory comes before the view's: an arena without room for what follows a large allocation opens a chunk
    // of twice the size.
    let room = source_map::Room::reserve(arena, body, encoding)?;
    let transcoded = transcode::transcode(arena, body, encoding, u32::MAX as usize)?;
    let map = SourceMap::decoded(bom_length, body, transcoded, room)?;
    Ok(Decoded { view: transcoded.view, encoding, source, map })
}
