//! Whether the bytes of a page contradict the label of their encoding.
//!
//! The rules are conservative: each asks for several pieces of evidence, and no label is given up for an encoding that
//! does not fit all bytes. The parent module states them.

use super::count::sum_bytes;
use super::latin;
use super::sniff::Utf8Sequences;
use crate::base::utf8;
use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, GBK, IBM866, ISO_8859_2, ISO_8859_5, KOI8_R, KOI8_U,
    SHIFT_JIS, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1254, WINDOWS_1257, X_MAC_CYRILLIC,
};
use std::ops::RangeInclusive;

/// Malformed sequences that make a contradiction.
const MIN_MALFORMED: usize = 3;

/// A page labelled UTF-8 has fewer well-formed sequences than this for each malformed one.
const MAX_WELL_FORMED_PER_ERROR: usize = 2;

/// A page in another multi-byte encoding has at most this many sequences for each malformed one.
const MAX_SEQUENCES_PER_ERROR: usize = 10;

/// Non-ASCII bytes that tell accented letters from letters of another script.
const MIN_LETTERS: usize = 24;

/// Bytes in impossible places that tell Mac OS Roman from `windows-1252`.
const MIN_IMPOSSIBLE: usize = 3;

/// Letters of Ukrainian that tell KOI8-U from KOI8-R.
const MIN_UKRAINIAN: usize = 4;

/// Bytes that a replacement must fit, so that the cost of a long page is bounded.
const SAMPLE: usize = 256 << 10;

/// Non-ASCII bytes that tell whether a label is true: all pages pay for reading them.
const EVIDENCE: usize = 256;

/// Whether the bytes contradict the label.
pub(super) fn is_contradicted(label: &'static Encoding, bytes: &[u8]) -> bool {
    if label == UTF_8 {
        if utf8::valid_up_to(bytes) == bytes.len() {
            return false;
        }
        let Utf8Sequences { well_formed, malformed } = Utf8Sequences::count(bytes, MAX_WELL_FORMED_PER_ERROR);
        return malformed >= MIN_MALFORMED && well_formed < malformed * MAX_WELL_FORMED_PER_ERROR;
    }
    if is_east_asian(label) {
        let Sequences { all, malformed } = Sequences::count(label, evidence(bytes));
        return malformed >= MIN_MALFORMED && all <= malformed * MAX_SEQUENCES_PER_ERROR;
    }
    label == WINDOWS_1252
        && (is_another_script(evidence(bytes))
            || is_mac_roman(bytes)
            || latin::is_central_european(bytes)
            || latin::is_turkish(bytes)
            || latin::is_baltic(bytes)
            || latin::is_hungarian(bytes)
            || latin::is_czech(bytes))
}

/// Whether the text that a label makes of the bytes is none, though they are well-formed in it.
///
/// - Cyrillic: capital and small letters are exchanged between KOI8 and `windows-1251`, so that words begin with a small
///   letter and go on with capitals; the letters of code page 866 and ISO-8859-5 are signs in others.
/// - Chinese with as many Hiragana as Japanese has, Korean with as many single letters, and Shift_JIS with half-width
///   Katakana for the most part: EUC-JP.
/// - Chinese whose characters all have the lead bytes of Hangul, and Korean with as many Hanja as Chinese would have.
/// - Big5 without a low trail byte, which two in five characters have, and GBK with as many as Big5 has.
pub(super) fn reads_wrong(label: &'static Encoding, bytes: &[u8]) -> bool {
    if is_cyrillic(label) {
        return LetterCase::of(label, evidence(bytes)).is_wrong();
    }
    if ![GBK, GB18030, SHIFT_JIS, BIG5, EUC_KR].contains(&label) {
        return false;
    }
    let found = Pairs::count(label, evidence(bytes));
    let is_chinese = label == GBK || label == GB18030;
    let words = found.all - found.signs;
    let is_kana = found.all >= MIN_LETTERS && 3 * found.kana >= found.all;
    let is_hangul = is_chinese && 20 * found.of_hangul >= 19 * words;
    let are_high = label == BIG5 && found.low_trails == 0;
    let are_low = is_chinese && 4 * found.low_trails >= words;
    // A text that is all Hanja may be one of Chinese that is encoded so.
    let is_hanja = label == EUC_KR && 5 * found.above_hangul.min(found.of_hangul) >= words;
    is_kana || words >= MIN_LETTERS && (is_hangul || are_high || are_low || is_hanja)
}

/// Characters of two bytes, as an encoding of Chinese, Japanese or Korean has them. All numbers but the first are of some
/// encodings only.
#[derive(Default)]
struct Pairs {
    all: usize,
    /// Of the rows before those of words: signs, and the letters of other languages.
    signs: usize,
    /// Lead bytes of Hangul in EUC-KR, and those after them.
    of_hangul: usize,
    above_hangul: usize,
    /// Hiragana in GBK, where EUC-KR has single letters, half-width Katakana in Shift_JIS.
    kana: usize,
    /// Trail bytes before 0xA1, of words.
    low_trails: usize,
}

impl Pairs {
    fn count(label: &'static Encoding, text: &[u8]) -> Pairs {
        let mut found = Pairs::default();
        let mut at = 0;
        while let Some(&lead) = text.get(at) {
            if lead.is_ascii() {
                at += 1;
                continue;
            }
            let trail = text.get(at + 1).copied().unwrap_or(0xff);
            let is_single = label == SHIFT_JIS && matches!(lead, 0xa1..=0xdf);
            let is_hiragana = label != SHIFT_JIS && lead == 0xa4 && matches!(trail, 0xa1..=0xf3);
            let is_sign = matches!(lead, 0xa1..=0xa3) || label != BIG5 && matches!(lead, 0xa4..=0xaf);
            found.all += 1;
            found.signs += usize::from(is_sign);
            found.of_hangul += usize::from(matches!(lead, 0xb0..=0xc8));
            found.above_hangul += usize::from(lead > 0xc9);
            found.kana += usize::from(is_single || is_hiragana && label != BIG5);
            found.low_trails += usize::from(trail < 0xa1 && !is_sign);
            at += match trail {
                _ if is_single => 1,
                b'0'..=b'9' if label == GB18030 || label == GBK => 4,
                _ => 2,
            };
        }
        found
    }
}

/// Whether bytes that are no UTF-8 are Mac OS Roman: half of those that are not ASCII are accented letters there, and in
/// `windows-1252` a third of these would be capital letters and signs inside of words.
pub(super) fn is_mac_roman(bytes: &[u8]) -> bool {
    let text = evidence(bytes);
    let (mut all, mut impossible, mut accented, mut others) = (0, 0, 0, 0);
    for (at, &byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        let before = at.checked_sub(1).map_or(0, |before| text[before]);
        let is_before_small = text.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        let is_after_letter = before.is_ascii_lowercase() || before.is_ascii_uppercase() && is_before_small;
        all += 1;
        impossible += usize::from(is_after_letter && matches!(byte, 0x87..=0x8a | 0x8d..=0x90 | 0x9d | 0x9f));
        let is_inside = is_after_letter && is_before_small;
        accented += usize::from(match byte {
            0x87..=0x8b | 0x8d..=0x90 | 0x9a | 0x9b | 0x9d..=0x9f => true,
            // Letters of Spanish, which are quotes and dashes of Windows.
            0x92 | 0x96 | 0x97 | 0x9c => is_inside || is_after_letter && byte == 0x97,
            _ => false,
        });
        others += usize::from(byte >= 0xe0);
    }
    impossible >= MIN_IMPOSSIBLE && 2 * accented >= all && 3 * impossible >= accented && 10 * others <= all
}

fn is_cyrillic(encoding: &'static Encoding) -> bool {
    [WINDOWS_1251, KOI8_R, KOI8_U, IBM866, ISO_8859_5, X_MAC_CYRILLIC].contains(&encoding)
}

/// Whether bytes that are labelled KOI8-R are Ukrainian in KOI8-U: letters of which KOI8-R makes lines of boxes stand beside
/// letters, and hardly anything else of a box.
pub(super) fn is_ukrainian(bytes: &[u8]) -> bool {
    let text = evidence(bytes);
    let is_ukrainian = |byte: &u8| matches!(byte, 0xa4 | 0xa6 | 0xa7 | 0xb4 | 0xb6 | 0xb7);
    let is_letter = |at: usize| text.get(at).is_some_and(|byte| *byte >= 0xc0 || is_ukrainian(byte));
    let (mut found, mut seen, mut others) = (0, 0u8, 0);
    for (at, byte) in text.iter().enumerate() {
        if is_ukrainian(byte) {
            // Alone it is a word or a line, and proves nothing.
            if is_letter(at + 1) || at > 0 && is_letter(at - 1) {
                (found, seen) = (found + 1, seen | 1 << (byte & 7));
            }
        } else if matches!(byte, 0x80..=0x92 | 0xa0..=0xa2 | 0xa5..=0xb2 | 0xb5..=0xbe) {
            // Lines and blocks, without ё.
            others += 1;
        }
    }
    found >= MIN_UKRAINIAN && seen.count_ones() >= 2 && 8 * others <= found
}

/// The bytes of А to Я in an encoding of Cyrillic letters, and of а to я in one or two ranges.
type Letters = (RangeInclusive<u8>, [RangeInclusive<u8>; 2]);

fn letters(encoding: &'static Encoding) -> Letters {
    let once = |capitals, small: RangeInclusive<u8>| (capitals, [small.clone(), small]);
    match encoding {
        _ if encoding == KOI8_R || encoding == KOI8_U => once(0xe0..=0xff, 0xc0..=0xdf),
        _ if encoding == IBM866 => (0x80..=0x9f, [0xa0..=0xaf, 0xe0..=0xef]),
        _ if encoding == ISO_8859_5 => once(0xb0..=0xcf, 0xd0..=0xef),
        _ if encoding == X_MAC_CYRILLIC => (0x80..=0x9f, [0xe0..=0xfe, 0xdf..=0xdf]),
        _ => once(0xc0..=0xdf, 0xe0..=0xff),
    }
}

/// How a text in Cyrillic letters is written.
#[derive(Default)]
struct LetterCase {
    /// Characters that are not ASCII; Russian letters among them.
    all: usize,
    letters: usize,
    capitals: usize,
    /// Capital letters right after a small one.
    inverted: usize,
}

impl LetterCase {
    fn of(encoding: &'static Encoding, bytes: &[u8]) -> LetterCase {
        let mut found = LetterCase::default();
        let (capitals, [small, more_small]) = letters(encoding);
        let mut is_after_small = false;
        for byte in bytes {
            let is_capital = capitals.contains(byte);
            let is_small = small.contains(byte) || more_small.contains(byte);
            found.all += usize::from(!byte.is_ascii());
            found.letters += usize::from(is_capital || is_small);
            found.capitals += usize::from(is_capital);
            found.inverted += usize::from(is_capital && is_after_small);
            is_after_small = is_small;
        }
        found
    }

    fn is_wrong(&self) -> bool {
        let is_inverted = 8 * self.inverted >= self.letters || 4 * self.capitals >= 3 * self.letters;
        self.all >= MIN_LETTERS && (is_inverted && self.inverted >= MIN_MALFORMED || 3 * self.letters < 2 * self.all)
    }
}

/// The beginning of a page, up to enough non-ASCII bytes, without the ASCII before the first of them.
pub(super) fn evidence(bytes: &[u8]) -> &[u8] {
    let (mut end, mut found) = (0, 0);
    for chunk in sample(bytes).chunks(EVIDENCE) {
        found += sum_bytes(chunk, |byte| u8::from(!byte.is_ascii()));
        end += chunk.len();
        if found >= EVIDENCE {
            break;
        }
    }
    let evidence = &bytes[..end];
    &evidence[Encoding::ascii_valid_up_to(evidence)..]
}

/// Whether all bytes of a page have a meaning in an encoding.
pub(super) fn fits(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    Sequences::count(encoding, sample(bytes)).malformed == 0
}

/// Whether a detected encoding may replace a label: text that is not in Latin script is not a matter of `windows-1252`
/// against its siblings, unless signs stand inside of words, and Cyrillic text that reads wrong is one of its own.
pub(super) fn replaces(detected: &'static Encoding, label: &'static Encoding, bytes: &[u8]) -> bool {
    let is_latin =
        ["windows-1250", "windows-1252", "windows-1254", "windows-1257", "windows-1258", "ISO-8859-2", "ISO-8859-4"]
            .contains(&detected.name());
    match label {
        _ if label == WINDOWS_1252 => {
            !is_latin
                || detected == WINDOWS_1254 && latin::is_turkish(bytes)
                || detected == WINDOWS_1257 && latin::is_baltic(bytes)
                || [WINDOWS_1250, ISO_8859_2].contains(&detected)
                    && (latin::is_hungarian(bytes) || latin::is_czech(bytes))
                || latin::is_central_european(bytes) && latin::reads_signs_as_letters(detected, bytes)
        }
        _ if is_cyrillic(label) => is_cyrillic(detected) && !reads_wrong(detected, bytes),
        _ => true,
    }
}

pub(super) fn sample(bytes: &[u8]) -> &[u8] {
    bytes.get(..SAMPLE).unwrap_or(bytes)
}

/// The longest parts without ASCII.
pub(super) fn non_ascii_runs(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        rest = &rest[Encoding::ascii_valid_up_to(rest)..];
        let (run, after) = rest.split_at(rest.iter().position(u8::is_ascii).unwrap_or(rest.len()));
        rest = after;
        (!run.is_empty()).then_some(run)
    })
}

pub(super) fn is_east_asian(encoding: &'static Encoding) -> bool {
    [GBK, GB18030, BIG5, EUC_JP, SHIFT_JIS, EUC_KR].contains(&encoding)
}

/// Whether bytes that are labelled `windows-1252` are letters of another script: accented letters stand alone among
/// letters of ASCII, letters of other scripts beside each other. A row of one character is an ornament.
fn is_another_script(bytes: &[u8]) -> bool {
    let (mut all, mut beside) = (0, 0);
    for run in non_ascii_runs(bytes) {
        let is_ornament = run.iter().all(|byte| *byte == run[0]);
        all += run.len();
        beside += if is_ornament { 0 } else { run.len() };
    }
    all >= MIN_LETTERS && beside * 2 >= all
}

/// Non-ASCII sequences of a page in an encoding, about: pairs of bytes are taken for one.
struct Sequences {
    all: usize,
    malformed: usize,
}

impl Sequences {
    fn count(encoding: &'static Encoding, bytes: &[u8]) -> Sequences {
        let mut decoder = encoding.new_decoder_without_bom_handling();
        let mut out = [0; 1024];
        let (mut malformed, mut at) = (0, 0);
        loop {
            // Not the last part: a character that the page or the sample cuts is not malformed.
            let (result, read, _) = decoder.decode_to_utf8_without_replacement(&bytes[at..], &mut out, false);
            at += read;
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(..) => malformed += 1,
            }
        }
        let non_ascii = sum_bytes(bytes, |byte| u8::from(!byte.is_ascii()));
        Sequences { all: if encoding.is_single_byte() { non_ascii } else { non_ascii.div_ceil(2) }, malformed }
    }
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::super::sniff::{EncodingSource, Labels, sniff};
    use crate::base::arena::Bump;
    use encoding_rs::*;

    /// Prose of a few lines in each encoding.
    const SAMPLES: [(&Encoding, &str); 12] = [
        (UTF_8, "Größe und Straße; 市议会投票; Мост открыли"),
        (GBK, "市议会星期二投票决定重建旧石码头，码头去年冬天被两次暴风雨损坏，此后一直禁止行人进入。"),
        (BIG5, "市議會星期二投票決定重建舊石碼頭，碼頭去年冬天被兩次暴風雨損壞，此後一直禁止行人進入。"),
        (SHIFT_JIS, "市議会は火曜日、嵐で壊れた古い桟橋を建て直すことを決めた。スケジュールはまだ決まっていない。"),
        (EUC_JP, "市議会は火曜日、嵐で壊れた古い桟橋を建て直すことを決めた。スケジュールはまだ決まっていない。"),
        (EUC_KR, "시의회는 화요일에 지난겨울 폭풍으로 무너진 오래된 돌 부두를 다시 짓기로 결정했습니다."),
        (WINDOWS_1251, "Городской совет решил во вторник восстановить старый причал, который повредили две бури."),
        (KOI8_R, "Городской совет решил во вторник восстановить старый причал, который повредили две бури."),
        (
            WINDOWS_1252,
            "Die Größe der Brücke überraschte viele, als sie für alle Gäste eröffnet wurde: „Äpfel“ für jeden.",
        ),
        (WINDOWS_1253, "Το δημοτικό συμβούλιο αποφάσισε την Τρίτη να ξαναχτίσει την παλιά πέτρινη προβλήτα."),
        (WINDOWS_1255, "מועצת העיר החליטה ביום שלישי לבנות מחדש את מזח האבן הישן שנפגע בשתי סערות."),
        (WINDOWS_1250, "Rada města v úterý rozhodla, že znovu postaví staré kamenné molo, které zničily dvě bouře."),
    ];

    /// The encoding of a text in one encoding that is labelled with another.
    fn decided(encoding: &'static Encoding, text: &str, label: &'static Encoding) -> (&'static str, EncodingSource) {
        let markup = format!("<meta charset={}><title>Page</title><p class=story>", label.name());
        let bytes = [markup.as_bytes(), &*encoding.encode(text).0].concat();
        let arena = Bump::new();
        let found = decode(&arena, &bytes, None, Labels::Checked).unwrap();
        (found.encoding.name(), found.source)
    }

    /// A text in one encoding, read as another.
    fn read_as(name: &str, encoding: &'static Encoding, text: &str) -> String {
        let encoding_read = Encoding::for_label(name.as_bytes()).unwrap();
        encoding_read.decode_without_bom_handling(&encoding.encode(text).0).0.into_owned()
    }

    #[test]
    fn true_labels_are_believed() {
        for (encoding, text) in SAMPLES {
            for copies in [1, 3, 100] {
                let found = decided(encoding, &text.repeat(copies), encoding);
                assert_eq!(found, (encoding.name(), EncodingSource::Meta), "{copies} times {text}");
            }
            assert_eq!(decided(encoding, "Plain words only.", encoding).1, EncodingSource::Meta);
        }
    }

    #[test]
    fn signs_prove_nothing() {
        for encoding in [GBK, BIG5, EUC_KR, SHIFT_JIS] {
            let text = "“It is ‘late’,” he said… “Is it?” ";
            assert_eq!(decided(encoding, &text.repeat(20), encoding).1, EncodingSource::Meta, "{}", encoding.name());
        }
        assert_eq!(decided(BIG5, &"あのえさくスコ".repeat(20), BIG5).1, EncodingSource::Meta);
    }

    #[test]
    fn labels_that_say_utf8_are_overruled() {
        for (encoding, text) in SAMPLES.into_iter().filter(|(encoding, _)| *encoding != UTF_8) {
            let (found, source) = decided(encoding, text, UTF_8);
            assert_eq!(source, EncodingSource::Detector, "{text}");
            let decode = |name: &str| {
                Encoding::for_label(name.as_bytes()).unwrap().decode(&encoding.encode(text).0).0.into_owned()
            };
            assert_eq!(decode(found), text, "{found}");
        }
        // Two characters prove nothing.
        assert_eq!(decided(WINDOWS_1252, "Größe", UTF_8).1, EncodingSource::Meta);
    }

    #[test]
    fn default_labels_of_servers_are_overruled() {
        for (encoding, text) in SAMPLES {
            let (found, source) = decided(encoding, text, WINDOWS_1252);
            match encoding {
                _ if encoding == WINDOWS_1252 || encoding == WINDOWS_1250 => assert_eq!(source, EncodingSource::Meta),
                _ => assert_eq!(read_as(found, encoding, text), text, "{found}"),
            }
        }
    }

    #[test]
    fn another_encoding_of_the_same_language_is_found() {
        for (encoding, label) in [
            (SHIFT_JIS, EUC_JP),
            (BIG5, EUC_KR),
            (UTF_8, EUC_JP),
            (EUC_JP, GBK),
            (EUC_JP, SHIFT_JIS),
            (EUC_JP, EUC_KR),
            (WINDOWS_1251, KOI8_R),
            (EUC_KR, GBK),
            (EUC_KR, BIG5),
            (GBK, EUC_KR),
            (GBK, BIG5),
            (BIG5, GBK),
        ] {
            let text = SAMPLES.iter().find(|(other, _)| *other == encoding).unwrap().1.repeat(4);
            assert_eq!(decided(encoding, &text, label).0, encoding.name(), "{}", label.name());
        }
    }

    /// Encoding Standard, index macintosh: a few of the letters of the upper half.
    fn mac_roman(text: &str) -> Vec<u8> {
        const LETTERS: [(char, u8); 12] = [
            ('ä', 0x8a),
            ('ö', 0x9a),
            ('ü', 0x9f),
            ('ß', 0xa7),
            ('é', 0x8e),
            ('è', 0x8f),
            ('ê', 0x90),
            ('à', 0x88),
            ('ç', 0x8d),
            ('“', 0xd2),
            ('”', 0xd3),
            ('’', 0xd5),
        ];
        let of = |c| LETTERS.iter().find(|(known, _)| *known == c).map_or(c as u8, |(_, byte)| *byte);
        text.chars().map(of).collect()
    }

    #[test]
    fn mac_roman_is_found() {
        let german = "Die Brücke wäre für Fußgänger schön, hört man; fünf Männer prüften “Größe” und Höhe.";
        let french = "L’été dernier, la marée a noyé le marché; très fâché? “Répété”, à côté des élèves, ça gêne.";
        let french = french.replace(['â', 'ô'], "e");
        for (markup, text) in
            [("<meta charset=utf-8>", german), ("<meta charset=iso-8859-1>", german), ("<p>", &*french)]
        {
            let bytes = [markup.as_bytes(), &mac_roman(text)].concat();
            let arena = Bump::new();
            let found = decode(&arena, &bytes, None, Labels::Checked).unwrap();
            assert_eq!((found.encoding, found.source), (MACINTOSH, EncodingSource::Detector), "{markup}");
            assert!(std::str::from_utf8(found.view).unwrap().ends_with(text));
        }
        for text in [
            "“It’s here” – we said… “that’s it” – „œuvre“ €5, €6, €7, ‘one’, ‘two’, ‘three’ • four",
            "Žlutý kůň šel přes řeku, že též něžně šeptal: „Šťáva, též džus“, řekl",
            "L’œuvre, le cœur et les sœurs; Škoda, Željko",
            "Slavoj Žižek, Žižek, Saša, Miloš; ‹one›, ‹two›, ‹three›, ‹four›",
        ] {
            for (encoding, label) in [(WINDOWS_1252, "windows-1252"), (WINDOWS_1250, "windows-1250")] {
                let (bytes, _, _) = encoding.encode(text);
                let bytes = [format!("<meta charset={label}>").as_bytes(), &bytes.repeat(5)].concat();
                assert_eq!(sniff(&bytes, None, Labels::Checked).source, EncodingSource::Meta, "{text}");
            }
        }
    }

    #[test]
    fn cyrillic_text_is_read_as_it_is_written() {
        let text = "Городской совет решил во Вторник восстановить старый причал. Бури Повредили его зимой — «дважды».";
        let encodings = [WINDOWS_1251, KOI8_R, IBM866, ISO_8859_5];
        for encoding in encodings {
            for label in encodings {
                let (found, source) = decided(encoding, &text.replace(['«', '»', '—'], "-"), label);
                if encoding == label {
                    assert_eq!((found, source), (label.name(), EncodingSource::Meta));
                } else if [WINDOWS_1251, KOI8_R].contains(&label) {
                    let expected = text.replace(['«', '»', '—'], "-");
                    assert_eq!(
                        read_as(found, encoding, &expected),
                        expected,
                        "{} as {}",
                        encoding.name(),
                        label.name()
                    );
                }
            }
            // Headlines in capitals, and other languages.
            for text in [
                text.to_uppercase(),
                "Міська рада вирішила у вівторок відбудувати її причал, який є зруйнований.".into(),
            ] {
                let text = text.replace(['«', '»', '—'], "-").replace(['і', 'І', 'ї', 'є'], "и");
                assert_eq!(decided(encoding, &text, encoding).1, EncodingSource::Meta, "{} {text}", encoding.name());
            }
        }
    }

    #[test]
    fn the_page_is_asked_before_statistics() {
        let (encoding, text) = SAMPLES[6];
        let bytes = [&b"<meta charset=windows-1251><p>"[..], &*encoding.encode(text).0].concat();
        let found = sniff(&bytes, Some("utf-8"), Labels::Checked);
        assert_eq!((found.encoding, found.source), (WINDOWS_1251, EncodingSource::Meta));
    }

    #[test]
    fn ukrainian_letters_contradict_koi8_r() {
        let ukrainian =
            "Міська рада вирішила у вівторок відбудувати її причал, який є зруйнований; він стояв з її часів.";
        assert_eq!(decided(KOI8_U, ukrainian, KOI8_R), ("KOI8-U", EncodingSource::Detector));
        let russian = SAMPLES.iter().find(|(encoding, _)| *encoding == KOI8_R).unwrap().1;
        for text in [russian, "╔══╦══╗║Да║Нет║╚══╩══╝╓Да╖╓Нет╖╓Да╖", "Ещё её ёлка растёт; моё всё ещё зелёное"]
        {
            assert_eq!(decided(KOI8_R, &text.repeat(4), KOI8_R).1, EncodingSource::Meta, "{text}");
        }
    }

    #[test]
    fn spanish_in_mac_roman_is_found() {
        const LETTERS: [(char, u8); 6] = [('á', 0x87), ('é', 0x8e), ('í', 0x92), ('ñ', 0x96), ('ó', 0x97), ('ú', 0x9c)];
        let of = |c| LETTERS.iter().find(|(known, _)| *known == c).map_or(c as u8, |(_, byte)| *byte);
        let text = "El martes el ayuntamiento decidió que el río tendrá otra vez su muelle de piedra; según los niños, más \
                    allá del jardín también habrá un café.";
        let bytes: Vec<u8> = "<meta charset=utf-8>".chars().chain(text.chars()).map(of).collect();
        let arena = Bump::new();
        let found = decode(&arena, &bytes, None, Labels::Checked).unwrap();
        assert_eq!(found.encoding, MACINTOSH);
        assert!(std::str::from_utf8(found.view).unwrap().ends_with(text));
        let english = "It’s late—it’s that café’s “œuvre”: don’t wait–they’ve gone; he’s naïve, she’s résumé’s Žižek. ";
        assert_eq!(decided(WINDOWS_1252, &english.repeat(9), WINDOWS_1252).1, EncodingSource::Meta);
    }
}
