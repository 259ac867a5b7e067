//! Encoding sniffing: the order of the evidence, and the evidence from the bytes themselves.

use crate::base::named::named;
use crate::base::utf8;
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    Encoding, ISO_2022_JP, ISO_8859_2, ISO_8859_4, KOI8_R, KOI8_U, MACINTOSH, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250,
    WINDOWS_1252,
};

use super::contradiction;
use super::latin;
use super::prescan::prescan;

/// Bytes of the first prescan, as the HTML standard recommends.
const PRESCAN_LENGTH: usize = 1024;

/// Bytes of the second prescan, for pages that are not UTF-8 and have no other evidence.
const LATE_PRESCAN_LENGTH: usize = 64 << 10;

/// Bytes fed to the detector at a time.
const DETECTOR_CHUNK: usize = 1 << 10;

/// The detector gets no more input after this many non-ASCII bytes. It is designed to work on as little as a title, and
/// it is slow: it scores two dozen encodings in parallel.
const MAX_DETECTOR_NON_ASCII: usize = 4 << 10;

/// Well-formed non-ASCII characters that override a declaration. Two characters of GBK are well-formed UTF-8 with a
/// probability of one in six.
const MIN_CHARACTERS_TO_OVERRIDE: usize = 4;

/// Minimum of well-formed non-ASCII characters per malformed sequence in a page that is UTF-8 except for stray bytes,
/// and in total. Legacy text does not come near, except for a few characters of EUC that are well-formed by chance when
/// decoding is out of sync: `とんかつの試食` in EUC-JP has a ratio of five.
const MIN_WELL_FORMED_PER_ERROR: usize = 6;
const MIN_WELL_FORMED: usize = 8;

/// The same for a page whose label names a legacy encoding.
const WELL_FORMED_PER_ERROR_TO_OVERRIDE: usize = 32;
const WELL_FORMED_TO_OVERRIDE: usize = 64;

/// What determined the encoding of a page, from the strongest evidence to the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum EncodingSource {
    /// A byte order mark at the start.
    Bom = 0,
    /// The label that the caller gave.
    Hint = 1,
    /// A `<meta>` or an XML declaration in the first 1024 bytes.
    Meta = 2,
    /// The bytes are UTF-8, except for a few stray bytes at most, and declare nothing, or are labelled with a legacy
    /// encoding that they disprove.
    Utf8Validity = 3,
    /// A `<meta>` in the first 64 KiB of a page that is not well-formed UTF-8.
    LateMeta = 4,
    /// Statistical detection, of a page without a label, or whose bytes contradict its label.
    Detector = 5,
}

named! {
    EncodingSource {
        Bom = "bom",
        Hint = "hint",
        Meta = "meta",
        Utf8Validity = "utf8-validity",
        LateMeta = "late-meta",
        Detector = "detector",
    }
}

/// What the label of an encoding is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Labels {
    /// Bytes that contradict it overrule it.
    #[default]
    Checked,
    /// It is obeyed, as browsers do.
    Obeyed,
}

/// The encoding of a page, the evidence for it, and the length of the byte order mark at its start.
pub(super) struct Detection {
    pub encoding: &'static Encoding,
    pub source: EncodingSource,
    pub bom_length: usize,
}

/// Weighs the evidence in the order that the parent module describes.
pub(super) fn sniff(bytes: &[u8], hint: Option<&str>, labels: Labels) -> Detection {
    if let Some((encoding, bom_length)) = Encoding::for_bom(bytes) {
        return Detection { encoding, source: EncodingSource::Bom, bom_length };
    }
    let (encoding, source) = without_bom(bytes, hint, labels);
    Detection { encoding, source, bom_length: 0 }
}

fn without_bom(bytes: &[u8], hint: Option<&str>, labels: Labels) -> (&'static Encoding, EncodingSource) {
    let given = hint.and_then(|label| Encoding::for_label(label.as_bytes()));
    if let Some(encoding) = utf16(bytes).filter(|_| labels == Labels::Checked) {
        return (encoding, if given == Some(encoding) { EncodingSource::Hint } else { EncodingSource::Detector });
    }
    let declared = prescan(head(bytes, PRESCAN_LENGTH));
    let has_escape = || memchr::memchr(0x1b, head(bytes, PRESCAN_LENGTH)).is_some();
    if labels == Labels::Checked && given.or(declared) != Some(ISO_2022_JP) && has_escape() && is_iso_2022_jp(bytes) {
        return (ISO_2022_JP, EncodingSource::Detector);
    }
    let checked = |label, other| if labels == Labels::Obeyed { None } else { overruled(bytes, label, other) };
    if let Some(encoding) = given {
        return checked(encoding, declared).unwrap_or((encoding, EncodingSource::Hint));
    }
    if let Some(encoding) = declared {
        return checked(encoding, None).unwrap_or((encoding, EncodingSource::Meta));
    }
    if labels == Labels::Checked && is_iso_2022_jp(bytes) {
        return (ISO_2022_JP, EncodingSource::Detector);
    }
    if is_utf8(bytes) {
        return (UTF_8, EncodingSource::Utf8Validity);
    }
    if let Some(encoding) = prescan(head(bytes, LATE_PRESCAN_LENGTH)) {
        return checked(encoding, None).unwrap_or((encoding, EncodingSource::LateMeta));
    }
    if is_mostly_utf8(bytes) {
        return (UTF_8, EncodingSource::Utf8Validity);
    }
    (detect(bytes), EncodingSource::Detector)
}

/// UTF-16, if the page begins with a tag in it: every other byte is zero.
fn utf16(bytes: &[u8]) -> Option<&'static Encoding> {
    match *head(bytes, 8) {
        [b'<', 0, 1..0x80, 0, 1..0x80, 0, 1..0x80, 0] => Some(UTF_16LE),
        [0, b'<', 0, 1..0x80, 0, 1..0x80, 0, 1..0x80] => Some(UTF_16BE),
        _ => None,
    }
}

/// Whether ASCII is Japanese of ISO-2022-JP: escape sequences switch to its characters and back often enough, and between
/// them nothing but pairs stands.
fn is_iso_2022_jp(bytes: &[u8]) -> bool {
    const MIN_SWITCHES: usize = 3;
    let (mut switches, mut at) = (0, 0);
    while let Some(escape) = memchr::memchr(0x1b, &bytes[at..]) {
        at += escape + 1;
        match bytes.get(at..at + 2) {
            Some(b"$B" | b"$@") => {}
            _ => return false,
        }
        // Up to the next escape all bytes are pairs of the set.
        let text = &bytes[at + 2..];
        let Some(end) = memchr::memchr(0x1b, text) else { return false };
        let is_pairs = end % 2 == 0 && text[..end].iter().all(|byte| matches!(byte, 0x21..=0x7e));
        if !is_pairs || !matches!(text.get(end + 1..end + 3), Some(b"(B" | b"(J")) {
            return false;
        }
        switches += 1;
        at += 2 + end + 3;
    }
    switches >= MIN_SWITCHES && bytes.is_ascii()
}

/// The encoding of a page whose bytes contradict its label; `None` if they do not, or if nothing fits better. `other`
/// is a second label of the page, which is believed if it fits.
fn overruled(
    bytes: &[u8],
    label: &'static Encoding,
    other: Option<&'static Encoding>,
) -> Option<(&'static Encoding, EncodingSource)> {
    // What is ASCII contradicts no label.
    if label != UTF_8 && Encoding::ascii_valid_up_to(bytes) == bytes.len() {
        return None;
    }
    if label != UTF_8 && label.is_ascii_compatible() && is_utf8_despite_label(bytes, other == Some(UTF_8)) {
        return Some((UTF_8, EncodingSource::Utf8Validity));
    }
    if label == KOI8_R && contradiction::is_ukrainian(bytes) {
        return Some((KOI8_U, EncodingSource::Detector));
    }
    if contradiction::reads_wrong(label, bytes) {
        let is_akin = |encoding| contradiction::is_east_asian(encoding) == contradiction::is_east_asian(label);
        return replacement(bytes, label, other).filter(|&(encoding, _)| is_akin(encoding));
    }
    if let Some(rival) = latin::rival(label, bytes).filter(|&rival| detect(bytes) == rival) {
        return Some((rival, EncodingSource::Detector));
    }
    if let Some(twin) = latin::twin(label, bytes) {
        return Some((twin, EncodingSource::Detector));
    }
    // See [`replaced`].
    if contradiction::is_east_asian(label) || !contradiction::is_contradicted(label, bytes) {
        return None;
    }
    replacement(bytes, label, other)
}

/// What replaces the label of an encoding of Chinese, Japanese or Korean in which the bytes are malformed, if they
/// contradict it. Known only after they were decoded; [`overruled`] knows the rest.
pub(super) fn replaced(bytes: &[u8], detection: &Detection, labels: Labels) -> Option<Detection> {
    let &Detection { encoding: label, source, bom_length } = detection;
    let other = match source {
        EncodingSource::Hint => prescan(head(bytes, PRESCAN_LENGTH)),
        EncodingSource::Meta | EncodingSource::LateMeta => None,
        _ => return None,
    };
    if labels == Labels::Obeyed || !contradiction::is_east_asian(label) || !contradiction::is_contradicted(label, bytes)
    {
        return None;
    }
    replacement(bytes, label, other).map(|(encoding, source)| Detection { encoding, source, bom_length })
}

/// An encoding that fits the bytes better than a label that they contradict.
fn replacement(
    bytes: &[u8],
    label: &'static Encoding,
    other: Option<&'static Encoding>,
) -> Option<(&'static Encoding, EncodingSource)> {
    if let Some(other) = other
        && other != label
        && contradiction::fits(other, bytes)
        && !contradiction::reads_wrong(other, bytes)
    {
        return Some((other, EncodingSource::Meta));
    }
    let detected = detect(bytes);
    let is_better =
        detected != label && contradiction::replaces(detected, label, bytes) && contradiction::fits(detected, bytes);
    is_better.then_some((detected, EncodingSource::Detector))
}

fn head(bytes: &[u8], length: usize) -> &[u8] {
    bytes.get(..length).unwrap_or(bytes)
}

/// Whether the bytes are well-formed UTF-8. An incomplete character at the end is accepted, as crawlers truncate pages
/// at a number of bytes.
fn is_utf8(bytes: &[u8]) -> bool {
    is_cut_character(&bytes[utf8::valid_up_to(bytes)..])
}

/// Whether what follows well-formed UTF-8 is nothing, or an incomplete character.
fn is_cut_character(rest: &[u8]) -> bool {
    match std::str::from_utf8(rest) {
        Ok(_) => true,
        Err(error) => error.valid_up_to() == 0 && error.error_len().is_none(),
    }
}

/// Whether the bytes are UTF-8 although the label names a legacy encoding: a server or a crawler transcoded the page, and
/// its `<meta>` names the original encoding, or the server labels all pages alike. Text in a legacy encoding fails
/// within its first non-ASCII characters. `is_confirmed` says that another label names UTF-8: then one character will do.
fn is_utf8_despite_label(bytes: &[u8], is_confirmed: bool) -> bool {
    let wanted = if is_confirmed { 1 } else { MIN_CHARACTERS_TO_OVERRIDE };
    let (well_formed, rest) = bytes.split_at(utf8::valid_up_to(bytes));
    let has = |count| has_characters(well_formed, count);
    if is_cut_character(rest) {
        return has(wanted);
    }
    // Early exit, which nearly all text in a legacy encoding takes.
    if !has(WELL_FORMED_PER_ERROR_TO_OVERRIDE) {
        return false;
    }
    let Utf8Sequences { well_formed, malformed } = Utf8Sequences::count(bytes, WELL_FORMED_PER_ERROR_TO_OVERRIDE);
    well_formed >= WELL_FORMED_TO_OVERRIDE.max(malformed * WELL_FORMED_PER_ERROR_TO_OVERRIDE)
}

/// Whether well-formed UTF-8 has as many non-ASCII characters.
fn has_characters(text: &[u8], count: usize) -> bool {
    let mut found = 0;
    contradiction::non_ascii_runs(text).any(|run| {
        found += run.iter().filter(|&&byte| byte >= 0xc0).count();
        found >= count
    })
}

/// Whether the bytes are UTF-8 with a few malformed sequences, such as a name that a database stores in Latin-1, or
/// text truncated within a character. Losing these is better than misreading everything else.
fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let Utf8Sequences { well_formed, malformed } = Utf8Sequences::count(bytes, MIN_WELL_FORMED_PER_ERROR);
    well_formed >= MIN_WELL_FORMED.max(malformed * MIN_WELL_FORMED_PER_ERROR)
}

/// Sequences of non-ASCII bytes, read as UTF-8.
pub(super) struct Utf8Sequences {
    pub well_formed: usize,
    pub malformed: usize,
}

impl Utf8Sequences {
    /// Counts the sequences of a page. Stops early, with enough of `malformed`, where fewer than `ratio` well-formed
    /// sequences for each malformed one are certain.
    pub fn count(bytes: &[u8], ratio: usize) -> Utf8Sequences {
        let (mut well_formed, mut malformed) = (0, 0);
        let mut rest = bytes;
        loop {
            let (valid, after) = rest.split_at(utf8::valid_up_to(rest));
            well_formed += valid.iter().filter(|&&byte| byte >= 0xc0).count();
            // The first one to three bytes of a character are malformed, except at the end of the page.
            let Err(error) = std::str::from_utf8(head(after, 4)) else { break };
            let Some(length) = error.error_len() else { break };
            malformed += 1;
            rest = after.get(length..).unwrap_or_default();
            // A non-ASCII character has at least two bytes, so the rest cannot reach the ratio any more.
            if malformed * ratio > well_formed + rest.len() / 2 {
                break;
            }
        }
        Utf8Sequences { well_formed, malformed }
    }
}

/// Detects a legacy encoding by statistics.
///
/// UTF-8 is excluded, as the bytes are known not to be UTF-8, and so is ISO-2022-JP: it looks like ASCII, so detecting
/// it would let a page hide markup (and pure ASCII never gets here).
fn detect(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let (mut non_ascii, mut before) = (0, 0);
    let mut rest = bytes;
    while non_ascii < MAX_DETECTOR_NON_ASCII && !rest.is_empty() {
        let (step, after) = rest.split_at(DETECTOR_CHUNK.min(rest.len()));
        let here = step.iter().filter(|byte| !byte.is_ascii()).count();
        // ASCII alone is the same in all encodings, unless it completes what begins before it.
        if here + before > 0 {
            detector.feed(step, after.is_empty());
        }
        non_ascii += here;
        (rest, before) = (after, here);
    }
    let guess = detector.guess(None, Utf8Detection::Deny);
    if guess == WINDOWS_1252 && latin::is_hungarian(bytes) {
        return WINDOWS_1250;
    }
    if guess == ISO_8859_2 && latin::is_northern(bytes) {
        return ISO_8859_4;
    }
    // The detector does not know it.
    if guess.is_single_byte() && contradiction::is_mac_roman(bytes) { MACINTOSH } else { guess }
}

#[cfg(test)]
mod tests {
    use encoding_rs::*;

    use super::*;

    fn detection(bytes: &[u8], hint: Option<&str>) -> (&'static str, EncodingSource, usize) {
        let Detection { encoding, source, bom_length } = sniff(bytes, hint, Labels::Checked);
        (encoding.name(), source, bom_length)
    }

    #[test]
    fn japanese_of_iso_2022_jp_needs_no_label() {
        let line = b"<p>\x1b$B;TD.B<\x1b(B 12 ";
        assert_eq!(detection(&line.repeat(3), None), ("ISO-2022-JP", EncodingSource::Detector, 0));
        assert_eq!(sniff(&line.repeat(3), None, Labels::Obeyed).encoding, UTF_8);
        // Too little, cut, other escapes.
        for page in [line.repeat(2), [&line.repeat(3)[..], b"\x1b$B;"].concat(), b"\x1b[1mone\x1b[0m".repeat(9)] {
            assert_eq!(detection(&page, None).0, "UTF-8");
        }
        // No label of it contradicts, and others do.
        let named = EncodingSource::Hint;
        assert_eq!(detection(&line.repeat(3), Some("iso-2022-jp")), ("ISO-2022-JP", named, 0));
        for label in ["utf-8", "shift_jis"] {
            let meta = [format!("<meta charset={label}>").as_bytes(), &line.repeat(3)].concat();
            assert_eq!(detection(&meta, None), ("ISO-2022-JP", EncodingSource::Detector, 0));
            assert_eq!(sniff(&line.repeat(3), Some(label), Labels::Obeyed).source, named);
        }
    }

    #[test]
    fn utf_16_needs_no_byte_order_mark() {
        let page = "<!DOCTYPE html><meta charset=utf-8>Совет";
        let bytes = |unit: fn(u16) -> [u8; 2]| page.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        assert_eq!(detection(&bytes(u16::to_le_bytes), Some("utf-8")), ("UTF-16LE", EncodingSource::Detector, 0));
        assert_eq!(detection(&bytes(u16::to_le_bytes), Some("utf-16le")), ("UTF-16LE", EncodingSource::Hint, 0));
        assert_eq!(detection(&bytes(u16::to_be_bytes), None), ("UTF-16BE", EncodingSource::Detector, 0));
        assert_eq!(detection(b"<\0p\0>\0", None).0, "UTF-8");
    }

    #[test]
    fn a_byte_order_mark_overrides_everything() {
        let meta = b"<meta charset=koi8-r>";
        assert_eq!(detection(&[b"\xEF\xBB\xBF", &meta[..]].concat(), Some("big5")), ("UTF-8", EncodingSource::Bom, 3));
        assert_eq!(detection(b"\xFF\xFE<\0", Some("utf-8")), ("UTF-16LE", EncodingSource::Bom, 2));
        assert_eq!(detection(b"\xFE\xFF\0<", None), ("UTF-16BE", EncodingSource::Bom, 2));
        assert_eq!(detection(b"\xEF\xBB<meta charset=koi8-r>", None), ("KOI8-R", EncodingSource::Meta, 0));
    }

    #[test]
    fn a_known_hint_overrides_the_page() {
        let page = b"<meta charset=koi8-r>";
        assert_eq!(detection(page, Some(" Latin1 ")), ("windows-1252", EncodingSource::Hint, 0));
        assert_eq!(detection(page, Some("utf-16")), ("UTF-16LE", EncodingSource::Hint, 0));
        for unknown in ["", "none", "utf8mb4", "x\u{e9}"] {
            assert_eq!(detection(page, Some(unknown)), ("KOI8-R", EncodingSource::Meta, 0), "{unknown:?}");
        }
    }

    #[test]
    fn undeclared_utf8_is_detected_even_when_truncated() {
        let page = "<p>d\u{e9}j\u{e0} \u{1F600}".as_bytes();
        for cut in 0..3 {
            assert_eq!(detection(&page[..page.len() - cut], None), ("UTF-8", EncodingSource::Utf8Validity, 0), "{cut}");
        }
        assert_eq!(detection(b"", None), ("UTF-8", EncodingSource::Utf8Validity, 0));
        assert_eq!(detection(b"<p>plain", None), ("UTF-8", EncodingSource::Utf8Validity, 0));
        assert_eq!(detection(b"<p>\xC3\x28", None).1, EncodingSource::Detector);
        assert_eq!(detection(b"<p>\xF5", None).1, EncodingSource::Detector);
    }

    #[test]
    fn stray_bytes_do_not_change_undeclared_utf8() {
        let accents = "é".repeat(24);
        let cut = "河".as_bytes();
        for strays in [&[&b"Andr\xe9"[..]][..], &[b"it\x92s", b"\x93so\x94"], &[&cut[..2], &cut[1..], b"\xe9"]] {
            let page =
                strays.iter().fold(accents.clone().into_bytes(), |page, stray| [&page[..], stray, b" "].concat());
            let utf8 = ("UTF-8", EncodingSource::Utf8Validity, 0);
            assert_eq!(detection(&page, None), utf8, "{strays:02x?}");
            assert_eq!(detection(&[&page[..], &cut[..2]].concat(), None), utf8, "{strays:02x?}");
            assert_eq!(detection(&[&cut[1..], b" ", &page[..]].concat(), Some("gbk")).1, EncodingSource::Hint);
            let declared = [b"<meta charset=gbk>", &page[..]].concat();
            assert_eq!(detection(&declared, None), ("GBK", EncodingSource::Meta, 0));
            let late = [&[b' '; 1024], &declared[..]].concat();
            assert_eq!(detection(&late, None), ("GBK", EncodingSource::LateMeta, 0));
        }
        // Too few characters, or too many stray bytes.
        for (characters, strays) in [(7, 1), (12, 3), (600, 101)] {
            let page = ["é".repeat(characters).as_bytes(), &b"\xe9 ".repeat(strays)].concat();
            assert_eq!(detection(&page, None).1, EncodingSource::Detector, "{characters} and {strays}");
        }
        let page = ["é".repeat(600).as_bytes(), &b"\xe9 ".repeat(100)].concat();
        assert_eq!(detection(&page, None).1, EncodingSource::Utf8Validity);
    }

    /// Sentences in which some bytes are well-formed UTF-8.
    #[test]
    fn legacy_text_is_not_mistaken_for_utf8_with_stray_bytes() {
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
                let (name, source, _) = detection(&bytes.repeat(copies), None);
                assert_eq!(source, EncodingSource::Detector, "{name}, not {}: {copies} times {text}", encoding.name());
            }
        }
    }

    #[test]
    fn a_declaration_that_the_bytes_disprove_is_overridden() {
        let page = |declared: &str, text: &str| format!("<meta charset={declared}><p>{text}").into_bytes();
        for declared in ["gb2312", "euc-jp", "iso-8859-1"] {
            let detection = detection(&page(declared, "河水上涨"), None);
            assert_eq!(detection, ("UTF-8", EncodingSource::Utf8Validity, 0), "{declared}");
        }
        // One or two such characters prove little; a malformed one proves the opposite.
        assert_eq!(detection(&page("gb2312", "河水"), None).1, EncodingSource::Meta);
        assert_eq!(detection(&[&page("gb2312", "河水上涨")[..], b"\xd6\xd0"].concat(), None).1, EncodingSource::Meta);
        // A hint is overridden likewise, and by one character if the page says UTF-8 itself.
        assert_eq!(detection(&page("gb2312", "河水上涨"), Some("gbk")).1, EncodingSource::Utf8Validity);
        assert_eq!(detection(&page("gb2312", "河水"), Some("gbk")).1, EncodingSource::Hint);
        assert_eq!(detection(&page("utf-8", "河"), Some("latin1")).1, EncodingSource::Utf8Validity);
        // So is it if a few bytes are malformed in a long text, but not in a short one.
        let long = "河水上涨".repeat(20);
        let stray = |text: &str| [&page("gb2312", text)[..], b"it\x92s"].concat();
        assert_eq!(detection(&stray(&long), None).1, EncodingSource::Utf8Validity);
        assert_eq!(detection(&stray("河水上涨"), None).1, EncodingSource::Meta);
    }

    #[test]
    fn a_late_declaration_is_used_only_if_the_page_is_not_utf8() {
        let late = |body: &[u8], distance: usize| {
            [&b"<title>"[..], &vec![b'x'; distance], b"</title><meta charset=iso-8859-5>", body].concat()
        };
        assert_eq!(detection(&late(b"\xB0\xB1", 900), None).1, EncodingSource::Meta);
        assert_eq!(detection(&late(b"\xB0\xB1", 2000), None), ("ISO-8859-5", EncodingSource::LateMeta, 0));
        assert_eq!(detection(&late("\u{e9}".as_bytes(), 2000), None), ("UTF-8", EncodingSource::Utf8Validity, 0));
        assert_eq!(detection(&late(b"\xB0\xB1", LATE_PRESCAN_LENGTH), None).1, EncodingSource::Detector);
    }

    #[test]
    fn the_detector_distinguishes_common_legacy_encodings() {
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
            let text = &*encoding.encode(text).0;
            // Characters are cut where a part of ASCII alone follows.
            for cut in 0..4 {
                let spaces = vec![b' '; 3 * DETECTOR_CHUNK];
                let page = [&spaces[text.len() - cut..], text, &spaces, text, &spaces].concat();
                let expected = (encoding.name(), EncodingSource::Detector, 0);
                assert_eq!(detection(&page, None), expected, "cut by {cut}");
            }
        }
    }
}
