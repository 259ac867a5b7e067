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

/// Well-formed characters beyond ASCII that disprove a declaration. Two letters of GBK pass for one with a chance of
/// one in six.
const EVIDENT: usize = 4;

/// How many well-formed characters beyond ASCII there must be to a malformed one in a page that is UTF-8 but for some
/// stray bytes, and how many in all. Legacy text does not come near, but for a few letters of EUC that happen to pass
/// when read out of step: `とんかつの試食` in EUC-JP has five to one.
const STRAY_SHARE: usize = 6;
const STRAY_EVIDENT: usize = 8;

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
    /// The bytes are well-formed UTF-8, and nothing was declared, or a legacy encoding that they disprove; or nothing
    /// was declared, and they are UTF-8 but for a few.
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
    if is_utf8_but_for_strays(bytes) {
        return (UTF_8, EncodingSource::Utf8Validity);
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

/// Whether the bytes are well-formed UTF-8 with so many characters beyond ASCII that this is no accident: then they
/// were decoded on their way here, by a server or a crawler, and what `<meta>` says was true of the original. Text in a
/// legacy encoding fails at its first letters.
fn is_evidently_utf8(bytes: &[u8]) -> bool {
    is_utf8(bytes) && bytes.iter().filter(|&&byte| byte >= 0xc0).take(EVIDENT).count() == EVIDENT
}

/// Whether the bytes are UTF-8 with a few malformed ones: a name that a database kept in Latin-1, a text cut between
/// two bytes. To lose these is better than to misread all others.
fn is_utf8_but_for_strays(bytes: &[u8]) -> bool {
    let (mut well_formed, mut malformed) = (0, 0);
    let mut rest = bytes;
    loop {
        let (valid, after) = rest.split_at(Encoding::utf8_valid_up_to(rest));
        well_formed += valid.iter().filter(|&&byte| byte >= 0xc0).count();
        // One to three bytes, as long as they begin a character. At the end of the page they are no objection.
        let Err(error) = std::str::from_utf8(head(after, 4)) else { break };
        let Some(length) = error.error_len() else { break };
        malformed += 1;
        rest = after.get(length..).unwrap_or_default();
        // No character beyond ASCII is shorter than two bytes.
        if malformed * STRAY_SHARE > well_formed + rest.len() / 2 {
            return false;
        }
    }
    well_formed >= STRAY_EVIDENT.max(malformed * STRAY_SHARE)
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
    fn stray_bytes_do_not_make_undeclared_utf8_another_encoding() {
        let accents = "é".repeat(24);
        let cut = "河".as_bytes();
        for strays in [&[&b"Andr\xe9"[..]][..], &[b"it\x92s", b"\x93so\x94"], &[&cut[..2], &cut[1..], b"\xe9"]] {
            let page =
                strays.iter().fold(accents.clone().into_bytes(), |page, stray| [&page[..], stray, b" "].concat());
            let utf8 = ("UTF-8", EncodingSource::Utf8Validity, 0);
            assert_eq!(verdict(&page, None), utf8, "{strays:02x?}");
            assert_eq!(verdict(&[&page[..], &cut[..2]].concat(), None), utf8, "{strays:02x?}");
            assert_eq!(verdict(&[&cut[1..], b" ", &page[..]].concat(), Some("gbk")).1, EncodingSource::Hint);
            let declared = [b"<meta charset=gbk>", &page[..]].concat();
            assert_eq!(verdict(&declared, None), ("GBK", EncodingSource::Meta, 0));
            let late = [&[b' '; 1024], &declared[..]].concat();
            assert_eq!(verdict(&late, None), ("GBK", EncodingSource::LateMeta, 0));
        }
        // Too few characters to tell, or too many stray bytes.
        for (letters, strays) in [(7, 1), (12, 3), (600, 101)] {
            let page = ["é".repeat(letters).as_bytes(), &b"\xe9 ".repeat(strays)].concat();
            assert_eq!(verdict(&page, None).1, EncodingSource::Detector, "{letters} and {strays}");
        }
        let page = ["é".repeat(600).as_bytes(), &b"\xe9 ".repeat(100)].concat();
        assert_eq!(verdict(&page, None).1, EncodingSource::Utf8Validity);
    }

    /// Sentences in which some bytes pass for UTF-8.
    #[test]
    fn legacy_text_is_not_taken_for_utf8_with_stray_bytes() {
        let samples = [
            (WINDOWS_1252, "«\u{a0}L’été\u{a0}», dit-il, «\u{a0}est passé\u{a0}»\u{a0}; CAFÉ’S, À\u{a0}LA CARTE…"),
            (WINDOWS_1252, "Das macht Spaß\u{a0}– „groß“, „heiß“ und „süß“; Maße, Grüße und Ähnliches."),
            (WINDOWS_1252, "São Paulo, Amanhã não há pão; ÃÉ MAÇÃ\u{a0}»"),
            (WINDOWS_1250, "Příliš žluťoučký kůň úpěl ďábelské ódy, „řekl“; zażółć gęślą jaźń."),
            (WINDOWS_1251, "Съешь же ещё этих «мягких» булок, № 5 — выпей чаю: ЁЖ, ОБЪЁМ, СЪЁМ."),
            (ISO_8859_5, "Кубок Африканских Наций: Съешь же ещё этих мягких булок."),
            (IBM866, "Кубок Африканских Наций: сборная, состав, статистика, ссылки."),
            (KOI8_U, "З'їв би я ще цих м'яких французьких булок, та випив чаю."),
            (X_MAC_CYRILLIC, "Съешь же ещё этих мягких французских булок, да выпей чаю."),
            (WINDOWS_1253, "Αυτή είναι μια σελίδα στα ελληνικά με νέα και ανακοινώσεις: «Άνθρωποι»."),
            (WINDOWS_1254, "Pijamalı hasta yağız şoföre çabucak güvendi; ĞÜŞİÖÇ."),
            (WINDOWS_1255, "זהו עמוד בעברית עם חדשות והודעות מהיום."),
            (WINDOWS_1256, "هذه صفحة باللغة العربية فيها أخبار وإعلانات اليوم."),
            (WINDOWS_874, "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า แรงและโรงเรียนใกล้ไทย"),
            (SHIFT_JIS, "逮捕の元格闘家「薬物はやめて」。これは日本語の文章です。カタカナと漢字を含みます。"),
            (EUC_JP, "とんかつの試食。初訪問。旅館でふぐを食べる。これは日本語の文章です。"),
            (EUC_JP, "とんかつの試食"),
            (GBK, "习远平（弟弟）。这是一个中文网页，内容是新闻和公告。北京大学今天发布了消息。"),
            (GB18030, "史家胡同小学。这是一个中文网页，内容是新闻和公告。"),
            (BIG5, "這是一個中文網頁，內容是新聞和公告。今天發布了消息。アクセス解析"),
            (EUC_KR, "★★★★★ 이것은 한국어로 된 웹 페이지입니다. 오늘의 뉴스를 전합니다."),
        ];
        for (encoding, text) in samples {
            let (bytes, _, has_unmappable) = encoding.encode(text);
            assert!(!has_unmappable, "{text}");
            for copies in [1, 2, 300] {
                let (name, source, _) = verdict(&bytes.repeat(copies), None);
                assert_eq!(source, EncodingSource::Detector, "{name}, not {}: {copies} times {text}", encoding.name());
            }
        }
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
