//! Decoding a page that is not UTF-8 into the arena.
//!
//! The view has to be contiguous, and an arena cannot reuse what a growing vector leaves behind, so the length is
//! estimated before decoding: exactly for the single-byte encodings, closely for the others. Only text that the
//! estimate does not cover (half-width katakana in Shift_JIS, many malformed bytes) makes the buffer grow, once, to the
//! maximum length of the rest.

use crate::base::arena::Bump;
use crate::base::arena::Vec;
use encoding_rs::{BIG5, CoderResult, Encoding, ISO_2022_JP, REPLACEMENT, UTF_16BE, UTF_16LE};

use super::DecodeError;
use super::count::sum_pairs;

/// Spare capacity after the output, without which the decoder stops before the last character.
const SLACK: usize = 16;

/// A decoded page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Transcoded<'a> {
    pub view: &'a [u8],
    /// Whether the source had malformed sequences, which are U+FFFD in the view.
    pub malformed: bool,
}

/// The source as UTF-8, malformed sequences replaced by U+FFFD. A view of more than `limit` bytes is an error.
pub(super) fn transcode<'a>(
    arena: &'a Bump,
    source: &[u8],
    encoding: &'static Encoding,
    limit: usize,
) -> Result<Transcoded<'a>, DecodeError> {
    let mut view = Vec::new_in(arena);
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut read, mut written) = (0_usize, 0_usize);
    let mut malformed = false;
    let mut capacity = estimate(source, encoding).saturating_add(SLACK);
    loop {
        grow(&mut view, written.saturating_add(capacity), limit.saturating_add(SLACK))?;
        let (result, consumed, produced, replaced) =
            decoder.decode_to_utf8(&source[read..], &mut view[written..], true);
        read += consumed;
        written += produced;
        malformed |= replaced;
        if result == CoderResult::InputEmpty {
            break;
        }
        capacity = decoder.max_utf8_buffer_length(source.len() - read).ok_or(DecodeError::TooLarge)?;
    }
    if written > limit {
        return Err(DecodeError::TooLarge);
    }
    view.truncate(written);
    Ok(Transcoded { view: view.into_bump_slice(), malformed })
}

/// Grows the buffer to `length` bytes, or to `limit` if that is less.
fn grow(view: &mut Vec<'_, u8>, length: usize, limit: usize) -> Result<(), DecodeError> {
    let length = length.min(limit);
    if length <= view.len() {
        return Err(DecodeError::TooLarge);
    }
    view.try_reserve_exact(length - view.len()).map_err(|_| DecodeError::OutOfMemory)?;
    view.resize(length, 0);
    Ok(())
}

/// An estimate of the source's length in UTF-8.
fn estimate(source: &[u8], encoding: &'static Encoding) -> usize {
    if encoding == REPLACEMENT {
        '\u{FFFD}'.len_utf8()
    } else if encoding.is_single_byte() {
        single_byte_length(source, encoding)
    } else if encoding == UTF_16LE {
        utf16_length(source, u16::from_le_bytes)
    } else if encoding == UTF_16BE {
        utf16_length(source, u16::from_be_bytes)
    } else if encoding == ISO_2022_JP {
        // All bytes are ASCII: two of them, or one in Katakana mode, become three bytes.
        source.len() + source.len() / 2
    } else {
        double_byte_length(source) + if encoding == BIG5 { source.len() / 64 } else { 0 }
    }
}

/// Exact: every byte is one character, malformed or not.
fn single_byte_length(source: &[u8], encoding: &'static Encoding) -> usize {
    let (all, mut out) = (std::array::from_fn::<u8, 256, _>(|byte| byte as u8), [0; 1024]);
    let (_, _, len, _) = encoding.new_decoder_without_bom_handling().decode_to_utf8(&all, &mut out, true);
    let mut characters = out[..len].utf8_chunks().flat_map(|chunk| chunk.valid().chars());
    let lengths = all.map(|_| characters.next().map_or(0, char::len_utf8) as u8);
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| usize::from(lengths[usize::from(byte)])).sum::<usize>();
    source.chunks(32).map(|chunk| if chunk.is_ascii() { chunk.len() } else { sum(chunk) }).sum()
}

/// Exact for well-formed UTF-16; an unpaired surrogate takes one byte more.
fn utf16_length(source: &[u8], unit: impl Fn([u8; 2]) -> u16) -> usize {
    let (units, odd) = source.as_chunks::<2>();
    let length = |unit: u16| {
        let surrogate = u16::from(unit & 0xF800 == 0xD800);
        1 + u16::from(unit >= 0x80) + u16::from(unit >= 0x800) - surrogate
    };
    // Vectorized: counters as wide as the units, over chunks that cannot overflow them.
    let chunk_sum = |units: &[[u8; 2]]| units.iter().map(|&bytes| length(unit(bytes))).fold(0, u16::wrapping_add);
    units.chunks(256).map(|units| usize::from(chunk_sum(units))).sum::<usize>() + 3 * odd.len()
}

/// An upper bound for encodings in which two bytes are one character, which takes three bytes in UTF-8.
///
/// A pair grows by one byte, whether its trail byte is ASCII or not: half a byte for every non-ASCII byte, and another
/// half for one that an ASCII byte follows. That is half a byte too much for each run of non-ASCII text.
fn double_byte_length(source: &[u8]) -> usize {
    let halves = sum_pairs(source, |byte, next| (byte >> 7) + ((byte & !next) >> 7));
    source.len() + halves.div_ceil(2) + 1
}

#[cfg(test)]
mod tests {
    use encoding_rs::*;

    use super::*;

    fn decode(source: &[u8], encoding: &'static Encoding, limit: usize) -> Result<std::vec::Vec<u8>, DecodeError> {
        transcode(&Bump::new(), source, encoding, limit).map(|transcoded| transcoded.view.to_vec())
    }

    #[test]
    fn the_estimate_covers_well_formed_text_closely() {
        let samples = [
            (WINDOWS_1252, "<p>Œuvre d’été € \u{81}</p>"),
            (WINDOWS_1251, "<p>Съешь же ещё</p>"),
            (GBK, "<p>中文网页鎔蓮</p>"),
            (GB18030, "<p>中文网页😀新闻公告</p>"),
            (BIG5, "<p>中文網頁許功蓋</p>"),
            (SHIFT_JIS, "<p>日本語のソ表示能力</p>"),
            (EUC_JP, "<p>日本語ｶﾀｶﾅ丂</p>"),
            (EUC_KR, "<p>한국어 똠방각하</p>"),
            (ISO_2022_JP, "<p>日本語のウェブページのテキスト</p>"),
        ];
        for (encoding, text) in samples {
            let text = text.repeat(20);
            let source = encoding.encode(&text).0;
            let estimate = estimate(&source, encoding);
            assert!((text.len()..=text.len() * 4 / 3 + 2).contains(&estimate), "{}: {estimate}", encoding.name());
        }
        let text = "<p>Aä中😀</p>";
        let utf16: std::vec::Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(estimate(&utf16, UTF_16BE), text.len());
    }

    #[test]
    fn single_byte_lengths_are_exact() {
        let source: std::vec::Vec<u8> = (0..=255).cycle().take(1000).collect();
        for encoding in [WINDOWS_1252, WINDOWS_1253, KOI8_U, X_USER_DEFINED, ISO_8859_8] {
            let (text, _) = encoding.decode_without_bom_handling(&source);
            assert_eq!(single_byte_length(&source, encoding), text.len(), "{}", encoding.name());
        }
    }

    #[test]
    fn text_beyond_the_estimate_is_decoded() {
        let katakana = SHIFT_JIS.encode(&"ｶﾀｶﾅ".repeat(1000)).0.into_owned();
        let malformed = vec![0xFF; 5000];
        for (source, encoding) in [(&katakana, SHIFT_JIS), (&malformed, SHIFT_JIS), (&malformed, UTF_16LE)] {
            let expected = encoding.decode_without_bom_handling(source).0;
            assert_eq!(decode(source, encoding, usize::MAX).as_deref(), Ok(expected.as_bytes()));
        }
    }

    #[test]
    fn the_limit_is_exact() {
        let source = [0xE9; 100];
        for (encoding, length) in [(WINDOWS_1252, 200), (WINDOWS_1251, 200), (SHIFT_JIS, 150), (REPLACEMENT, 3)] {
            let expected = encoding.decode_without_bom_handling(&source).0;
            assert_eq!(expected.len(), length, "{}", encoding.name());
            assert_eq!(decode(&source, encoding, length).as_deref(), Ok(expected.as_bytes()));
            for limit in [0, 1, length / 2, length - 1] {
                assert_eq!(decode(&source, encoding, limit), Err(DecodeError::TooLarge), "{} {limit}", encoding.name());
            }
        }
        assert_eq!(decode(b"", WINDOWS_1252, 0).as_deref(), Ok(&[][..]));
    }

    #[test]
    fn a_full_arena_is_an_error() {
        let arena = Bump::new();
        arena.set_allocation_limit(Some(1000));
        assert_eq!(transcode(&arena, &[0xE9; 1000], WINDOWS_1252, usize::MAX), Err(DecodeError::OutOfMemory));
    }
}
