//! The decision on a page's encoding: the order of the evidence, and the evidence that is not markup.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8};

use super::prescan::prescan;

/// How far the prescan looks at first, as HTML recommends.
const PRESCAN_LENGTH: usize = 1024;

/// How far it looks when nothing else told and the page is not UTF-8.
const LATE_PRESCAN_LENGTH: usize = 64 << 10;

/// How many bytes the detector is fed at once.
const DETECTOR_STEP: usize = 1 << 10;

/// The detector has seen enough after this many non-ASCII bytes. It is made to tell titles apart, and it is slow: it
/// scores two dozen encodings side by side.
const DETECTOR_NON_ASCII: usize = 4 << 10;

/// Well-formed characters beyond ASCII that disprove a declaration. Two letters of GBK pass for one with a chance of one
/// in six.
const EVIDENT: usize = 4;

/// What decided on the encoding of a page, from the strongest evidence to the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum EncodingSource {
    /// A byte order mark at the start.
    Bom = 0,
    /// The label that the caller gave.
    Hint = 1,
    /// A `<meta>` or an XML declaration in the first 1024 bytes.
    Meta = 2,
    /// The bytes are well-formed UTF-8, and nothing else was declared, or in vain.
    Utf8Validity = 3,
    /// A `<meta>` in the first 64 KiB of a page that is not well-formed UTF-8.
    LateMeta = 4,
    /// Statistics over the bytes.
    Detector = 5,
}

/// The encoding of a page, its evidence, and how many bytes at the start are a byte order mark.
pub(super) struct Verdict {
    pub encoding: &'static Encoding,
    pub source: EncodingSource,
    pub bom_length: usize,
}

/// Weighs the evidence in the order that the parent module describes.
pub(super) fn sniff(bytes: &[u8], hint: Option<&str>) -> Verdict {
    if let Some((encoding, bom_length)) = Encoding::for_bom(bytes) {
        return Verdict { encoding, source: EncodingSource::Bom, bom_length };
    }
    let (encoding, source) = without_bom(bytes, hint);
    Verdict { encoding, source, bom_length: 0 }
}

fn without_bom(bytes: &[u8], hint: Option<&str>) -> (&'static Encoding, EncodingSource) {
    if let Some(encoding) = hint.and_then(|label| Encoding::for_label(label.as_bytes())) {
        return (encoding, EncodingSource::Hint);
    }
    if let Some(encoding) = prescan(head(bytes, PRESCAN_LENGTH)) {
        let is_stale = encoding != UTF_8 && encoding.is_ascii_compatible() && is_evidently_utf8(bytes);
        return if is_stale { (UTF_8, EncodingSource::Utf8Validity) } else { (encoding, EncodingSource::Meta) };
    }
    if is_utf8(bytes) {
        return (UTF_8, EncodingSource::Utf8Validity);
    }
    if let Some(encoding) = prescan(head(bytes, LATE_PRESCAN_LENGTH)) {
        return (encoding, EncodingSource::LateMeta);
    }
    (detect(bytes), EncodingSource::Detector)
}

fn head(bytes: &[u8], length: usize) -> &[u8] {
    bytes.get(..length).unwrap_or(bytes)
}

/// Whether the bytes are well-formed UTF-8. A character that the end of the input cuts short is no objection: crawlers
/// cut pages at a number of bytes.
fn is_utf8(bytes: &[u8]) -> bool {
    let valid = Encoding::utf8_valid_up_to(bytes);
    match std::str::from_utf8(bytes.get(valid..).unwrap_or_default()) {
        Ok(_) => true,
        Err(error) => error.valid_up_to() == 0 && error.error_len().is_none(),
    }
}

/// Whether the bytes are well-formed UTF-8 with so many characters beyond ASCII that this is no accident: then they were
/// decoded on their way here, by a server or a crawler, and what `<meta>` says was true of the original. Text in a
/// legacy encoding fails at its first letters.
fn is_evidently_utf8(bytes: &[u8]) -> bool {
    is_utf8(bytes) && bytes.iter().filter(|&&byte| byte >= 0xc0).take(EVIDENT).count() == EVIDENT
}

/// Guesses among the legacy encodings.
///
/// UTF-8 is out, since the bytes are known not to be UTF-8, and so is ISO-2022-JP: it looks like ASCII, so guessing it
/// would let a page hide markup (and pure ASCII never gets here).
fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut non_ascii = 0;
    let mut rest = bytes;
    while non_ascii < DETECTOR_NON_ASCII && !rest.is_empty() {
        let (step, after) = rest.split_at(DETECTOR_STEP.min(rest.len()));
        detector.feed(step, after.is_empty());
        non_ascii += step.iter().filter(|byte| !byte.is_ascii()).count();
        rest = after;
    }
    detector.guess(None, Utf8Detection::Deny)
}

#[cfg(test)]
mod tests {
    use encoding_rs::*;

    use super::*;

    fn verdict(bytes: &[u8], hint: Option<&str>) -> (&'static str, EncodingSource, usize) {
        let Verdict { encoding, source, bom_length } = sniff(bytes, hint);
        (encoding.name(), source, bom_length)
    }

    #[test]
    fn a_byte_order_mark_beats_all() {
        let meta = b"<meta charset=koi8-r>";
        assert_eq!(verdict(&[b"\xEF\xBB\xBF", &meta[..]].concat(), Some("big5")), ("UTF-8", EncodingSource::Bom, 3));
        assert_eq!(verdict(b"\xFF\xFE<\0", Some("utf-8")), ("UTF-16LE", EncodingSource::Bom, 2));
        assert_eq!(verdict(b"\xFE\xFF\0<", None), ("UTF-16BE", EncodingSource::Bom, 2));
        assert_eq!(verdict(b"\xEF\xBB<meta charset=koi8-r>", None), ("KOI8-R", EncodingSource::Meta, 0));
    }

    #[test]
    fn the_hint_beats_the_page_unless_unknown() {
        let page = b"<meta charset=koi8-r>";
        assert_eq!(verdict(page, Some(" Latin1 ")), ("windows-1252", EncodingSource::Hint, 0));
        assert_eq!(verdict(page, Some("utf-16")), ("UTF-16LE", EncodingSource::Hint, 0));
        for unknown in ["", "none", "utf8mb4", "x\u{e9}"] {
            assert_eq!(verdict(page, Some(unknown)), ("KOI8-R", EncodingSource::Meta, 0), "{unknown:?}");
        }
    }

    #[test]
    fn undeclared_utf8_is_utf8_even_when_cut() {
        let page = "<p>d\u{e9}j\u{e0} \u{1F600}".as_bytes();
        for cut in 0..3 {
            assert_eq!(verdict(&page[..page.len() - cut], None), ("UTF-8", EncodingSource::Utf8Validity, 0), "{cut}");
        }
        assert_eq!(verdict(b"", None), ("UTF-8", EncodingSource::Utf8Validity, 0));
        assert_eq!(verdict(b"<p>plain", None), ("UTF-8", EncodingSource::Utf8Validity, 0));
        assert_eq!(verdict(b"<p>\xC3\x28", None).1, EncodingSource::Detector);
        assert_eq!(verdict(b"<p>\xF5", None).1, EncodingSource::Detector);
    }

    #[test]
    fn a_declaration_that_the_bytes_disprove_is_stale() {
        let page = |declared: &str, text: &str| format!("<meta charset={declared}><p>{text}").into_bytes();
        for declared in ["gb2312", "euc-jp", "iso-8859-1"] {
            let verdict = verdict(&page(declared, "河水上涨"), None);
            assert_eq!(verdict, ("UTF-8", EncodingSource::Utf8Validity, 0), "{declared}");
        }
        // One or two such characters prove little, and malformed ones the contrary.
        assert_eq!(verdict(&page("gb2312", "河水"), None).1, EncodingSource::Meta);
        assert_eq!(verdict(&[&page("gb2312", "河水上涨")[..], b"\xd6\xd0"].concat(), None).1, EncodingSource::Meta);
        assert_eq!(verdict(&page("gb2312", "河水上涨"), Some("gbk")).1, EncodingSource::Hint);
    }

    #[test]
    fn a_late_declaration_counts_only_for_what_is_not_utf8() {
        let late = |body: &[u8], distance: usize| {
            [&b"<title>"[..], &vec![b'x'; distance], b"</title><meta charset=iso-8859-5>", body].concat()
        };
        assert_eq!(verdict(&late(b"\xB0\xB1", 900), None).1, EncodingSource::Meta);
        assert_eq!(verdict(&late(b"\xB0\xB1", 2000), None), ("ISO-8859-5", EncodingSource::LateMeta, 0));
        assert_eq!(verdict(&late("\u{e9}".as_bytes(), 2000), None), ("UTF-8", EncodingSource::Utf8Validity, 0));
        assert_eq!(verdict(&late(b"\xB0\xB1", LATE_PRESCAN_LENGTH), None).1, EncodingSource::Detector);
    }

    #[test]
    fn the_detector_tells_common_legacy_encodings_apart() {
        let samples = [
            (WINDOWS_1251, "Съешь же ещё этих мягких французских булок, да выпей чаю."),
            (KOI8_U, "Съешь же ещё этих мягких французских булок, да выпей чаю."),
            (SHIFT_JIS, "これは日本語の文章です。カタカナと漢字を含みます。"),
            (EUC_JP, "これは日本語の文章です。カタカナと漢字を含みます。"),
            (GBK, "这是一个中文网页，内容是新闻和公告。北京大学今天发布了消息。"),
            (BIG5, "這是一個中文網頁，內容是新聞和公告。今天發布了消息。"),
            (EUC_KR, "이것은 한국어로 된 웹 페이지입니다. 오늘의 뉴스를 전합니다."),
            (WINDOWS_1252, "Les élèves étaient très occupés à préparer l'été où ils allaient déjà."),
            (WINDOWS_1253, "Αυτή είναι μια σελίδα στα ελληνικά με νέα και ανακοινώσεις."),
        ];
        for (encoding, text) in samples {
            let page = [&vec![b' '; 3 * DETECTOR_STEP], &*encoding.encode(text).0].concat();
            assert_eq!(verdict(&page, None), (encoding.name(), EncodingSource::Detector, 0), "{text}");
        }
    }
}
