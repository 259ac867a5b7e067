//! Labels of siblings: encodings of Latin and other alphabets that differ in a few bytes only.

use super::contradiction::{evidence, fits, sample};
use super::count::sum_bytes;
use encoding_rs::{
    Encoding, ISO_8859_2, ISO_8859_4, ISO_8859_6, ISO_8859_7, ISO_8859_8, ISO_8859_8_I, ISO_8859_13, ISO_8859_15,
    WINDOWS_1250, WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
};

/// Control characters that prove that a page is in the Windows code page for the same language, whose quotes, dashes and
/// letters have their places.
const MIN_CONTROLS: usize = 3;
/// Signs inside of words that prove that letters of another encoding have their places.
const MIN_SIGNS: usize = 6;

/// Letters á, é, í, ó and ú of a Hungarian page.
const MIN_ACUTE: usize = 3;

/// Letters ě, and letters ř, of a Czech page.
const MIN_CZECH: usize = 3;

/// Letters ū that tell Lithuanian from Czech.
const MIN_NORTHERN: usize = 2;

/// An encoding of ISO 8859 with control characters from 0x80 to 0x9f, and the code page of Windows for the same alphabet.
const TWINS: [(&Encoding, &Encoding); 8] = [
    (ISO_8859_2, WINDOWS_1250),
    (ISO_8859_4, WINDOWS_1257),
    (ISO_8859_6, WINDOWS_1256),
    (ISO_8859_7, WINDOWS_1253),
    (ISO_8859_8, WINDOWS_1255),
    (ISO_8859_8_I, WINDOWS_1255),
    (ISO_8859_13, WINDOWS_1257),
    (ISO_8859_15, WINDOWS_1252),
];

/// The code page of Windows in which a page is that is labelled with its sibling in ISO 8859: the page has control
/// characters, which no page means, and the code page leaves no signs inside of words.
/// The other way round, the letters of ISO 8859-2 leave signs inside of words in the code page.
pub(super) fn twin(label: &'static Encoding, bytes: &[u8]) -> Option<&'static Encoding> {
    if label == WINDOWS_1250 {
        let is_iso = || evidence(bytes).iter().all(|byte| !matches!(byte, 0x80..=0x9f)) && fits(ISO_8859_2, bytes);
        return (signs(WINDOWS_1250, bytes).is_many() && is_iso()).then_some(ISO_8859_2);
    }
    let (_, twin) = TWINS.into_iter().find(|(iso, _)| *iso == label)?;
    // Quotes may come late.
    let controls = sum_bytes(sample(bytes), |byte| u8::from(matches!(byte, 0x80..=0x9f)));
    (controls >= MIN_CONTROLS && !signs(twin, bytes).is_many() && fits(twin, bytes)).then_some(twin)
}

/// The encoding in which a page may be whose label is of another part of Europe, if the detector finds that one: the label is
/// of Central Europe, and many of the letters are others in Western Europe; or it is of Western Europe, and they are Turkish or Baltic.
pub(super) fn rival(label: &'static Encoding, bytes: &[u8]) -> Option<&'static Encoding> {
    if label == ISO_8859_15 {
        let is_baltic = || is_baltic(bytes).then_some(WINDOWS_1257);
        let is_czech = || is_czech(bytes).then_some(WINDOWS_1250);
        return is_turkish(bytes).then_some(WINDOWS_1254).or_else(is_baltic).or_else(is_czech);
    }
    if ![ISO_8859_2, WINDOWS_1250].contains(&label) {
        return None;
    }
    let letter = |encoding: &'static Encoding, byte: &u8| {
        let (character, _) = encoding.decode_without_bom_handling(std::slice::from_ref(byte));
        character.chars().next().unwrap_or_default()
    };
    let (mut count, mut all, mut seen) = (0, 0, 0u64);
    for byte in evidence(bytes).iter().filter(|byte| **byte >= 0xc0) {
        all += 1;
        if letter(label, byte) != letter(WINDOWS_1252, byte) {
            (count, seen) = (count + 1, seen | 1 << (byte - 0xc0));
        }
    }
    let is_other = count >= MIN_SIGNS && seen.count_ones() >= 2 && 8 * count >= all && fits(WINDOWS_1252, bytes);
    is_other.then_some(WINDOWS_1252)
}

/// Whether bytes that are labelled `windows-1252` are letters of a language of Central Europe.
pub(super) fn is_central_european(bytes: &[u8]) -> bool {
    signs(WINDOWS_1252, bytes).is_many()
}

/// Whether bytes that are labelled `windows-1252` are Turkish: of the six letters in which `windows-1254` differs there are
/// many, which are letters of Icelandic there, and hardly any of its letters with an acute accent.
pub(super) fn is_turkish(bytes: &[u8]) -> bool {
    let (mut turkish, mut seen, mut acute) = (0, 0u8, 0);
    for byte in evidence(bytes) {
        match byte {
            0xf0 | 0xfd | 0xfe => (turkish, seen) = (turkish + 1, seen | 1 << (byte & 3)),
            0xd0 | 0xdd | 0xde => turkish += 1,
            0xc1 | 0xc6 | 0xc9 | 0xcd | 0xd3 | 0xda | 0xe1 | 0xe6 | 0xe9 | 0xed | 0xf3 | 0xfa => acute += 1,
            _ => {}
        }
    }
    turkish >= MIN_SIGNS && seen.count_ones() >= 2 && 8 * acute <= turkish
}

/// Whether bytes that are labelled `windows-1252` are Latvian or Lithuanian: the letters š and ž of `windows-1257` are
/// letters of Icelandic there, and the vowels of Icelandic and the dotless i of Turkish are missing.
pub(super) fn is_baltic(bytes: &[u8]) -> bool {
    let (mut baltic, mut seen, mut others) = (0, 0u8, 0);
    for byte in evidence(bytes) {
        match byte {
            0xf0 | 0xfe => (baltic, seen) = (baltic + 1, seen | 1 << (byte & 2)),
            0xd0 | 0xde => baltic += 1,
            0xcd | 0xd3 | 0xda | 0xdd | 0xf3 | 0xfa | 0xfd => others += 1,
            _ => {}
        }
    }
    baltic >= MIN_SIGNS && seen.count_ones() >= 2 && 8 * others <= baltic
}

/// Whether bytes that a label or the detector takes for `windows-1252` are Hungarian: ő and ű of `windows-1250`, which
/// would be õ and û, with the other accented vowels of Hungarian and without any other letter. Portuguese has no ö and ü,
/// Estonian no á and í.
pub(super) fn is_hungarian(bytes: &[u8]) -> bool {
    let (mut long, mut umlauts, mut acute) = (0, 0, 0);
    for byte in evidence(bytes) {
        match byte {
            0xd5 | 0xf5 => long += 1,
            0xd6 | 0xdc | 0xf6 | 0xfc => umlauts += 1,
            0xc1 | 0xc9 | 0xcd | 0xd3 | 0xda | 0xe1 | 0xe9 | 0xed | 0xf3 | 0xfa => acute += 1,
            0xc0.. if !matches!(byte, 0xdb | 0xfb) => return false,
            _ => {}
        }
    }
    long > 0 && umlauts > 0 && acute >= MIN_ACUTE
}

/// Whether bytes that are labelled `windows-1252` are Czech: ě and ř of `windows-1250`, which would be letters of Italian and
/// of Danish, without æ and å, which Danish and Norwegian have.
pub(super) fn is_czech(bytes: &[u8]) -> bool {
    let (mut soft, mut trilled, mut others) = (0, 0, 0);
    for byte in evidence(bytes) {
        match byte {
            0xec => soft += 1,
            0xf8 => trilled += 1,
            0xc5 | 0xc6 | 0xe5 | 0xe6 => others += 1,
            _ => {}
        }
    }
    soft >= MIN_CZECH && trilled >= MIN_CZECH && 8 * others <= soft + trilled
}

/// Whether bytes that the detector takes for ISO-8859-2 are Lithuanian in ISO-8859-4: ė and ų, which would be letters of
/// Czech, and ū, which would be one of Romanian, without other letters of Romanian.
pub(super) fn is_northern(bytes: &[u8]) -> bool {
    let (mut czech, mut romanian, mut others) = (0, 0, 0);
    for byte in evidence(bytes) {
        match byte {
            0xec | 0xf9 => czech += 1,
            0xfe => romanian += 1,
            0xe2 | 0xe3 | 0xee => others += 1,
            _ => {}
        }
    }
    czech >= MIN_SIGNS && romanian >= MIN_NORTHERN && others == 0
}

/// Whether an encoding makes letters of most signs that [`is_central_european`] found.
pub(super) fn reads_signs_as_letters(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    4 * signs(encoding, bytes).count <= signs(WINDOWS_1252, bytes).count
}

/// Signs inside of words.
struct Signs {
    count: usize,
    distinct: u32,
    /// All characters that are not ASCII.
    all: usize,
}

impl Signs {
    /// At least two different ones, and an eighth of all characters.
    fn is_many(&self) -> bool {
        self.count >= MIN_SIGNS && self.distinct >= 2 && 8 * self.count >= self.all
    }
}

/// The signs between two letters of ASCII, of which the second is a small one, and the signs at the end of a word that end
/// none in any language. Quotes, apostrophes, ordinals, soft hyphens and the middle dot of Catalan may stand there.
fn signs(encoding: &'static Encoding, bytes: &[u8]) -> Signs {
    const SIGNS: &str = "\u{a3}\u{a6}\u{ac}\u{b1}\u{b3}\u{b6}\u{b9}\u{bc}\u{be}\u{bf}";
    // ± and the question mark that opens a question in Spanish.
    const ENDLESS: [u8; 2] = [0xb1, 0xbf];
    let text = evidence(bytes);
    let mut found = Signs { count: 0, distinct: 0, all: 0 };
    let mut seen = 0u64;
    for (at, byte) in text.iter().enumerate().filter(|(_, byte)| !byte.is_ascii()) {
        found.all += 1;
        let before = at.checked_sub(1).map(|before| text[before]);
        let is_inside = || {
            before.is_some_and(|byte| byte.is_ascii_alphabetic())
                && text.get(at + 1).is_some_and(u8::is_ascii_lowercase)
        };
        let is_at_end = || {
            ENDLESS.contains(byte)
                && before.is_some_and(|byte| byte.is_ascii_lowercase())
                && text.get(at + 1).is_none_or(|after| b" .,;:!?)\n\r".contains(after))
        };
        if (0xa0..=0xbf).contains(byte) && (is_inside() || is_at_end()) {
            let (character, _) = encoding.decode_without_bom_handling(std::slice::from_ref(byte));
            if SIGNS.contains(&*character) {
                found.count += 1;
                seen |= 1 << (byte - 0xa0);
            }
        }
    }
    found.distinct = seen.count_ones();
    found
}

#[cfg(test)]
mod tests {
    use super::super::sniff::{EncodingSource, Labels, sniff};
    use encoding_rs::*;

    const POLISH: &str = "Rada miasta zdecydowała we wtorek, że odbuduje stare kamienne molo, które zniszczyły dwie \
        burze zeszłej zimy; przejście było odtąd zamknięte, a mieszkańcy chcą je mieć już w maju, jeśli się da.";
    const CZECH: &str = "Rada města v úterý rozhodla, že znovu postaví staré kamenné molo, které zničily dvě bouře; \
        „Šťastné řešení,“ říká starosta – ještě však není jisté, kdy začne stavba.";
    const GREEK: &str = "Το δημοτικό συμβούλιο αποφάσισε – την Τρίτη – να ξαναχτίσει “την παλιά” πέτρινη προβλήτα…";
    const FRENCH: &str = "L’été dernier – la marée a noyé “le marché”, où l’on vend le cœur des choses…";

    fn found(encoding: &'static Encoding, text: &str, label: &str) -> (&'static str, EncodingSource) {
        let (bytes, _, is_lossy) = encoding.encode(text);
        assert!(!is_lossy, "{text}");
        let bytes = [format!("<meta charset={label}><p>").as_bytes(), &bytes].concat();
        let detection = sniff(&bytes, None, Labels::Checked);
        let obeyed = sniff(&bytes, None, Labels::Obeyed);
        assert_eq!(obeyed.source, EncodingSource::Meta);
        (detection.encoding.name(), detection.source)
    }

    #[test]
    fn control_characters_contradict_labels_of_iso_8859() {
        for (encoding, text, label) in [
            (WINDOWS_1250, CZECH, "iso-8859-2"),
            (WINDOWS_1253, GREEK, "iso-8859-7"),
            (WINDOWS_1252, FRENCH, "iso-8859-15"),
        ] {
            assert_eq!(found(encoding, text, label), (encoding.name(), EncodingSource::Detector), "{label}");
        }
    }

    #[test]
    fn signs_in_words_contradict_windows_1250() {
        for text in
            [POLISH, "Żaby są ważne, więc cieśla śpi, a łąka płynie pośród mgły; ktoś rąbie drewno i śmieje się."]
        {
            let found = found(ISO_8859_2, &text.repeat(2), "windows-1250");
            assert_eq!(found, (ISO_8859_2.name(), EncodingSource::Detector));
        }
        let czech = &CZECH.repeat(4);
        assert_eq!(found(WINDOWS_1250, czech, "windows-1250"), (WINDOWS_1250.name(), EncodingSource::Meta));
        let polish = &POLISH.repeat(4);
        assert_eq!(found(WINDOWS_1250, polish, "windows-1250"), (WINDOWS_1250.name(), EncodingSource::Meta));
    }

    #[test]
    fn signs_in_words_contradict_windows_1252() {
        for encoding in [ISO_8859_2, WINDOWS_1250] {
            for copies in [2, 20] {
                let text = POLISH.repeat(copies);
                assert_eq!(found(encoding, &text, "iso-8859-1"), (encoding.name(), EncodingSource::Detector));
            }
        }
    }

    #[test]
    fn true_labels_of_siblings_are_believed() {
        let plain = |text: &str| text.replace(['–', '„', '“', '”', '’', '…', 'œ'], "-");
        for (encoding, text, label) in [
            (ISO_8859_2, plain(CZECH), "iso-8859-2"),
            (ISO_8859_2, POLISH.to_owned(), "iso-8859-2"),
            (WINDOWS_1250, CZECH.to_owned(), "windows-1250"),
            (ISO_8859_7, plain(GREEK), "iso-8859-7"),
            (ISO_8859_15, plain(FRENCH), "iso-8859-15"),
            (WINDOWS_1252, FRENCH.repeat(9), "iso-8859-1"),
            (WINDOWS_1252, "¿Qué? 5 m³ ± 2, ¼ l; 10¹² £5, x³, l·l, n¹; a±b, a±c".repeat(9), "iso-8859-1"),
        ] {
            assert_eq!(found(encoding, &text, label).1, EncodingSource::Meta, "{label} {text}");
        }
        // Quotes of Windows among letters of ISO-8859-2.
        let quotes = [POLISH.replace(',', "?").repeat(2), "\u{93}\u{94}\u{96}".into()].concat();
        assert_eq!(found(ISO_8859_2, &quotes, "iso-8859-2").1, EncodingSource::Meta);
    }

    #[test]
    fn letters_of_western_europe_contradict_labels_of_others() {
        const FRENCH: &str = "Dès le matin, la fenêtre à côté de l’hôtel était fermée; après la fête, où l’on mangeait des \
            crêpes, le père et la mère allaient à la forêt.";
        const PORTUGUESE: &str = "A reparação não custou mais do que o andaime; as doações vieram de uma feira e das mãos de \
            pessoas que já não têm relógio, mas têm opiniões.";
        for text in [FRENCH, PORTUGUESE] {
            for label in ["iso-8859-2", "windows-1250"] {
                let found = found(WINDOWS_1252, text, label);
                assert_eq!(found, ("windows-1252", EncodingSource::Detector), "{label} {text}");
            }
        }
    }

    #[test]
    fn letters_of_central_europe_do_not() {
        for (encoding, text) in [
            (
                ISO_8859_2,
                "Az óra újra jár; a kereket gyerekkocsiban vitték haza, és a konyhában tisztították meg őket, mert \
                ott volt hely. A felújítás olcsóbb volt, mint az állvány, így hát a híd is sorra kerül.",
            ),
            (
                ISO_8859_2,
                "Ora\u{15f}ul a hot\u{103}r\u{e2}t s\u{103} repare ceasul din turn; \u{15f}i ro\u{163}ile au fost duse \
                acas\u{103} \u{ee}ntr-un c\u{103}rucior, una c\u{e2}te una, p\u{e2}n\u{103} s\u{e2}mb\u{103}t\u{103}.",
            ),
            (
                ISO_8859_2,
                "Vežne hodiny už zasa idú; kolieska čistila hodinárka z údolia na kuchynskom stole, lebo dielňu nemá, \
                a štvrťhodiny budú znieť aj v noci.",
            ),
        ] {
            for copies in [1, 4] {
                let label = encoding.name();
                assert_eq!(found(encoding, &text.repeat(copies), label), (label, EncodingSource::Meta), "{text}");
            }
        }
    }

    #[test]
    fn turkish_letters_contradict_windows_1252() {
        const TURKISH: &str = "Belediye meclisi salı günü eski taş iskelenin yeniden yapılmasına karar verdi; ağır fırtınalar \
            onu geçen kış yıkmıştı ve şimdi çocuklar da oraya gidemiyor.";
        const ICELANDIC: &str = "Bæjarstjórnin ákvað á þriðjudag að endurreisa gömlu bryggjuna, sem skemmdist í tveimur \
            stormum; það verður dýrt, en þó ódýrara en ný bryggja.";
        for copies in [1, 20] {
            let turkish = found(WINDOWS_1254, &TURKISH.repeat(copies), "iso-8859-1");
            assert_eq!(turkish, ("windows-1254", EncodingSource::Detector));
            let turkish = found(WINDOWS_1254, &TURKISH.repeat(copies), "iso-8859-15");
            assert_eq!(turkish, ("windows-1254", EncodingSource::Detector));
            assert_eq!(found(WINDOWS_1252, &ICELANDIC.repeat(copies), "iso-8859-1").1, EncodingSource::Meta);
        }
    }

    #[test]
    fn czech_letters_contradict_windows_1252() {
        const CZECH: &str = "Město zavřelo most před řekou; děti se smějí, řidiči stojí v řadě a věří, že ještě letos uvidí světlo. \
            Kdo přijde dřív, uvidí loď, řeku a pět věží.";
        for label in ["iso-8859-1", "windows-1252", "iso-8859-15"] {
            for copies in [1, 9] {
                let found = found(WINDOWS_1250, &CZECH.repeat(copies), label);
                assert_eq!(found, ("windows-1250", EncodingSource::Detector), "{label}");
            }
        }
        for text in [
            "Lørdag kom en så sød gæst fra Forlì, og hun sagde lunedì, martedì og mercoledì; bøgerne lå på øen, føj.",
            "Il sindaco dirà lunedì, martedì e venerdì perché così è più facile; Søren, Jørgen e Bjørn partiranno lì.",
        ] {
            assert_eq!(found(WINDOWS_1252, text, "iso-8859-1").1, EncodingSource::Meta, "{text}");
        }
    }

    #[test]
    fn baltic_letters_contradict_windows_1252() {
        const LITHUANIAN: &str = "Miesto taryba antradienį nusprendė iš naujo pastatyti seną akmeninį molą, kurį praėjusią žiemą \
            sugriovė dvi audros; žvejai džiaugiasi, o vaikai šįmet vėl žais prie šviesaus švyturio.";
        const LATVIAN: &str = "Pilsētas dome otrdien nolēma atjaunot veco akmens molu, ko pagājušajā ziemā sagrāva divas vētras; \
            zvejnieki šogad gaida, kad bērni atkal varēs braukt ar šo mazo kuģi uz mežu un šaurajām ielām, žēl tikai, ka vēlu.";
        const FAROESE: &str = "Býráðið gjørdi av týsdagin at byggja ta gomlu bryggjuna av nýggjum, sum varð skadd av tveimum \
            ódnum; tað verður dýrt, men tó bíligari enn ein nýggj bryggja, siga tey, ið búgva við havnina.";
        for (text, label) in [(LITHUANIAN, "iso-8859-1"), (LATVIAN, "windows-1252"), (LITHUANIAN, "iso-8859-15")] {
            for copies in [1, 9] {
                let found = found(WINDOWS_1257, &text.repeat(copies), label);
                assert_eq!(found, ("windows-1257", EncodingSource::Detector), "{label} {text}");
            }
        }
        assert_eq!(found(WINDOWS_1252, &FAROESE.repeat(9), "iso-8859-1").1, EncodingSource::Meta);
    }

    #[test]
    fn control_characters_may_come_late() {
        let plain = GREEK.replace(['–', '“', '”', '…'], "-").repeat(9);
        let (greek, label) = ([&plain, GREEK].concat(), "iso-8859-7");
        assert_eq!(found(WINDOWS_1253, &greek, label), ("windows-1253", EncodingSource::Detector));
        assert_eq!(found(ISO_8859_7, &plain, label).1, EncodingSource::Meta);
    }

    #[test]
    fn lithuanian_in_iso_8859_4_is_told_from_czech_and_romanian() {
        const LITHUANIAN: &str = "Miesto taryba antradienį nusprendė iš naujo pastatyti seną akmeninį molą, kurį praėjusią žiemą \
            sugriovė dvi audros; žvejų būrys džiaugiasi, o vaikų būriai šįmet vėl žais prie šviesių švyturio bokštų.";
        for copies in [1, 9] {
            let found = found(ISO_8859_4, &LITHUANIAN.repeat(copies), "utf-8");
            assert_eq!(found, ("ISO-8859-4", EncodingSource::Detector));
        }
        let czech = CZECH.replace(['–', '„', '“'], "-").repeat(9);
        assert_eq!(found(ISO_8859_2, &czech, "utf-8").0, "ISO-8859-2");
    }

    #[test]
    fn short_hungarian_is_told_from_languages_of_western_europe() {
        let hungarian =
            "A terrier, amely vasárnap óta hiányzott, kedden előkerült. A gazdája örült; őszre új hajó jön.";
        for label in ["utf-8", "iso-8859-1"] {
            assert_eq!(found(WINDOWS_1250, hungarian, label), ("windows-1250", EncodingSource::Detector));
        }
        for text in [
            "As opiniões são várias: três põem a mesa, à tarde, e não há avó.",
            "Õhtul sõitis öösel üks jõelaev mööda, õnneks.",
        ] {
            for label in ["utf-8", "iso-8859-1"] {
                assert_eq!(found(WINDOWS_1252, text, label).0, "windows-1252", "{text}");
            }
        }
    }
}
