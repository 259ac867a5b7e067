//! Encoding detection; and differential tests of the decoded view and its source map against `encoding_rs`, on text, on
//! random bytes and on every prefix. `tests/conformance.rs` runs html5lib's encoding tests.

use blockmask::internals::arena::Bump;
use blockmask::internals::encoding::{Decoded, EncodingSource, Labels, decode};
use encoding_rs::*;

/// All encodings of the Encoding Standard except `replacement`.
const ENCODINGS: [&Encoding; 39] = [
    BIG5,
    EUC_JP,
    EUC_KR,
    GB18030,
    GBK,
    IBM866,
    ISO_2022_JP,
    ISO_8859_2,
    ISO_8859_3,
    ISO_8859_4,
    ISO_8859_5,
    ISO_8859_6,
    ISO_8859_7,
    ISO_8859_8,
    ISO_8859_8_I,
    ISO_8859_10,
    ISO_8859_13,
    ISO_8859_14,
    ISO_8859_15,
    ISO_8859_16,
    KOI8_R,
    KOI8_U,
    MACINTOSH,
    SHIFT_JIS,
    UTF_8,
    UTF_16BE,
    UTF_16LE,
    WINDOWS_874,
    WINDOWS_1250,
    WINDOWS_1251,
    WINDOWS_1252,
    WINDOWS_1253,
    WINDOWS_1254,
    WINDOWS_1255,
    WINDOWS_1256,
    WINDOWS_1257,
    WINDOWS_1258,
    X_MAC_CYRILLIC,
    X_USER_DEFINED,
];

/// Text in many scripts. Each encoding is tested with the characters that it can encode.
const TEXT: &str = "<!doctype html><p class=\"a\">Déjà vu, naïveté, Œuvre, Straße, ½ € 5 – “zitat”; \
    Žluťoučký kůň úpěl, łódź, őrült. Быстрая коричневая лиса, їжак, ђ, ґ. Αρχαία ελληνικά, ώρα. \
    שלום עולם. مرحبا بالعالم. Türkçe ığşİ. Tiếng Việt ă ơ ư đ. ภาษาไทย ก ข ค. \
    日本語の表示、ソフトウェア能力カタカナ、ｶﾀｶﾅﾞ丂仡。 中文网页内容提取，鎔蓮許功蓋喆裏。 한국어 웹 페이지 똠방각하. \
    𠀋𡈽𥔵 😀𝒳 ĀāÊ̄ê̌Ê̌ê̄ ─│┌ Ё ё ÿ \u{80} \u{A5} ‾ \u{2028}</p>";

/// xorshift64*: the same sequence everywhere.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Encodes `text`; `None` if a character is unmappable.
fn encode(encoding: &'static Encoding, text: &str) -> Option<Vec<u8>> {
    match encoding {
        e if e == UTF_16LE => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        e if e == UTF_16BE => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        e => {
            let (bytes, _, unmappable) = e.encode(text);
            (!unmappable).then(|| bytes.into_owned())
        }
    }
}

/// The characters of [`TEXT`] that survive a round trip through an encoding.
fn repertoire(encoding: &'static Encoding) -> Vec<char> {
    let survives = |char: &char| {
        let bytes = encode(encoding, char.encode_utf8(&mut [0; 4]));
        bytes.is_some_and(|bytes| encoding.decode_without_bom_handling(&bytes).0.chars().eq([*char]))
    };
    TEXT.chars().filter(survives).collect()
}

/// Decodes with the encoding's name as the hint and checks what must hold for any bytes.
fn decode_checked<'a>(arena: &'a Bump, bytes: &'a [u8], encoding: &'static Encoding) -> Decoded<'a> {
    let decoded = decode(arena, bytes, Some(encoding.name()), Labels::Obeyed).unwrap();
    let base = Encoding::for_bom(bytes).map_or(0, |(_, length)| length);
    let used = decoded.encoding;
    if base == 0 {
        assert_eq!((used, decoded.source), (encoding, EncodingSource::Hint));
    }
    let expected = used.decode_without_bom_handling(&bytes[base..]).0;
    assert_eq!(String::from_utf8_lossy(decoded.view), expected, "{} {bytes:02X?}", used.name());

    let source = |offset: usize| decoded.map.to_source(offset as u32) as usize;
    if used != ISO_2022_JP {
        assert_eq!(source(0), if decoded.view.is_empty() { bytes.len() } else { base });
    }
    assert_eq!(source(decoded.view.len()), bytes.len());
    assert_eq!(decoded.map.to_source(u32::MAX) as usize, bytes.len());
    let mut last = base;
    for offset in 0..decoded.view.len() {
        let position = source(offset);
        assert!((last..bytes.len()).contains(&position), "{} at {offset}: {position} {bytes:02X?}", used.name());
        let inside = used != UTF_8 && decoded.view[offset] & 0xC0 == 0x80;
        assert_eq!(inside, used != UTF_8 && offset > 0 && position == last, "{} at {offset} {bytes:02X?}", used.name());
        last = position;
    }
    decoded
}

/// Checks that the source range of each character decodes to that character.
fn check_characters(bytes: &[u8], decoded: &Decoded<'_>) {
    let text = std::str::from_utf8(decoded.view).unwrap();
    for (start, char) in text.char_indices() {
        let source = |offset: usize| decoded.map.to_source(offset as u32) as usize;
        let slice = &bytes[source(start)..source(start + char.len_utf8())];
        let alone = decoded.encoding.decode_without_bom_handling(slice).0;
        assert_eq!(alone, char.to_string(), "{} at {start} {slice:02X?}", decoded.encoding.name());
    }
}

/// Checks that the source before each character boundary decodes to the view before it; this holds for any bytes.
///
/// A truncated sequence at the cut is terminated by line feeds, which are never part of a multi-byte sequence.
fn check_prefixes(bytes: &[u8], decoded: &Decoded<'_>) {
    let text = std::str::from_utf8(decoded.view).unwrap();
    let base = decoded.map.to_source(0) as usize;
    for (start, _) in text.char_indices().skip(1) {
        let end = decoded.map.to_source(start as u32) as usize;
        let prefix = [&bytes[base..end], &encode(decoded.encoding, "\n\n\n").unwrap()].concat();
        let expected = [&text[..start], "\n\n\n"].concat();
        let prefix = decoded.encoding.decode_without_bom_handling(&prefix).0;
        assert_eq!(prefix, expected, "{} at {start} {bytes:02X?}", decoded.encoding.name());
    }
}

#[test]
fn every_encoding_is_listed() {
    let mut names: Vec<_> = ENCODINGS.iter().map(|encoding| encoding.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), ENCODINGS.len());
    for encoding in ENCODINGS {
        assert_eq!(Encoding::for_label(encoding.name().as_bytes()), Some(encoding));
    }
}

#[test]
fn characters_map_to_their_own_source_bytes() {
    let mut random = Random(1);
    let mut arena = Bump::new();
    for encoding in ENCODINGS {
        let chars = repertoire(encoding);
        assert!(chars.len() > 90, "{}", encoding.name());
        for length in (0..20).chain([255, 256, 257, 1000, 3000]) {
            let mut text = String::new();
            while text.len() < length {
                // Runs of ASCII mixed with single characters exercise both the fast path and the slow path.
                match random.below(8) {
                    0 => text.push_str(&TEXT[..random.below(28)]),
                    _ => text.push(chars[random.below(chars.len())]),
                }
            }
            let bytes = encode(encoding, &text).unwrap();
            let decoded = decode_checked(&arena, &bytes, encoding);
            assert_eq!(std::str::from_utf8(decoded.view), Ok(&*text));
            if encoding != ISO_2022_JP {
                check_characters(&bytes, &decoded);
            }
            arena.reset();
        }
    }
}

#[test]
fn every_pair_of_bytes_is_mapped() {
    let mut arena = Bump::new();
    for encoding in [BIG5, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS] {
        for lead in 0x80..=0xFF {
            for trail in 0..=0xFF {
                let bytes = [lead, trail, b'a', lead, trail, lead, trail, b'z', b'z'];
                let decoded = decode_checked(&arena, &bytes, encoding);
                if !decoded.view.starts_with(&[0xC3]) {
                    check_prefixes(&bytes, &decoded);
                }
            }
            arena.reset();
        }
    }
}

#[test]
fn both_characters_of_a_big5_pair_are_mapped() {
    let bytes = b"<\x88\x62\x88\x64>\x88\xA3\x88\xA5b";
    let arena = Bump::new();
    let decoded = decode(&arena, bytes, Some("big5"), Labels::Obeyed).unwrap();
    let text = std::str::from_utf8(decoded.view).unwrap();
    assert_eq!(text, "<\u{CA}\u{304}\u{CA}\u{30C}>\u{EA}\u{304}\u{EA}\u{30C}b");
    let positions: Vec<_> = text.char_indices().map(|(start, _)| decoded.map.to_source(start as u32)).collect();
    assert_eq!(positions, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
}

#[test]
fn random_bytes_are_decoded_and_mapped() {
    let mut random = Random(7);
    let mut arena = Bump::new();
    // Bytes with a special meaning to some decoder are drawn more often.
    let special = b"\x1B\x1B$B(JI0192<>\x80\x81\x8E\x8F\x88\x62\xA1\xA0\xDF\xE0\xFC\xFD\xFE\xFF\xD8\xDC\x00";
    for encoding in ENCODINGS {
        for round in 0..400 {
            let length = if round % 20 == 0 { 2000 } else { random.below(40) };
            let share = random.below(9);
            let bytes: Vec<u8> =
                (0..length)
                    .map(|_| {
                        if random.below(8) < share { special[random.below(special.len())] } else { random.next() as u8 }
                    })
                    .collect();
            let decoded = decode_checked(&arena, &bytes, encoding);
            // A prefix may end in another ISO-2022-JP mode, or between the two characters of one Big5 code.
            if ![UTF_8, ISO_2022_JP, BIG5].contains(&decoded.encoding)
                && length < 40
                && decoded.source == EncodingSource::Hint
            {
                check_prefixes(&bytes, &decoded);
            }
            arena.reset();
        }
    }
}

#[test]
fn iso_2022_jp_maps_across_escape_sequences() {
    let mut random = Random(3);
    let arena = Bump::new();
    // A decoder that is fed byte by byte shows which byte completes each character.
    for _ in 0..2000 {
        let sequences: [&[u8]; 9] =
            [b"ab", b"\x1B$B", b"\x1B(B", b"\x1B(J\\", b"\x1B(I1", b"F|K\\", b"8l", b"\x1B$@", b"<p>"];
        let bytes: Vec<u8> = (0..random.below(12)).flat_map(|_| sequences[random.below(9)]).copied().collect();
        let decoded = decode_checked(&arena, &bytes, ISO_2022_JP);
        let mut decoder = ISO_2022_JP.new_decoder_without_bom_handling();
        let mut complete = Vec::new();
        for (position, &byte) in bytes.iter().enumerate() {
            let mut out = String::with_capacity(64);
            let _ = decoder.decode_to_string(&[byte], &mut out, false);
            complete.extend(out.chars().map(|_| position as u32 + 1));
        }
        let text = std::str::from_utf8(decoded.view).unwrap();
        let starts: Vec<_> = text.char_indices().map(|(start, _)| decoded.map.to_source(start as u32)).collect();
        for (index, &end) in complete.iter().enumerate() {
            assert!(starts[index] < end, "{bytes:02X?}");
            assert!(starts.get(index + 1).is_none_or(|&next| next >= end), "{bytes:02X?} {starts:?} {complete:?}");
        }
    }
}

#[test]
fn every_prefix_is_decoded_and_mapped() {
    let mut arena = Bump::new();
    for encoding in ENCODINGS {
        let text: String = repertoire(encoding).into_iter().collect();
        let bytes = encode(encoding, &text).unwrap();
        for length in 0..=bytes.len() {
            decode_checked(&arena, &bytes[..length], encoding);
            arena.reset();
        }
    }
}

#[test]
fn byte_order_mark_is_stripped() {
    let arena = Bump::new();
    for (bytes, encoding, length) in [
        (&b"\xEF\xBB\xBF<p>\xC3\xA9"[..], UTF_8, 3),
        (b"\xFF\xFE<\0p\0>\0\xE9\0", UTF_16LE, 2),
        (b"\xFE\xFF\0<\0p\0>\0\xE9", UTF_16BE, 2),
    ] {
        let decoded = decode(&arena, bytes, Some("gbk"), Labels::Obeyed).unwrap();
        assert_eq!((decoded.encoding, decoded.source), (encoding, EncodingSource::Bom));
        assert_eq!(decoded.view, "<p>é".as_bytes());
        assert_eq!(decoded.map.to_source(0), length);
        assert_eq!(decoded.map.to_source(3) as usize, bytes.len() - 2);
        assert_eq!(decoded.map.to_source(5) as usize, bytes.len());
    }
}

#[test]
fn declared_utf8_is_borrowed_without_validation() {
    let arena = Bump::new();
    let bytes = b"<meta charset=utf-8><p>\xFF\xC3</p>";
    let decoded = decode(&arena, bytes, None, Labels::Obeyed).unwrap();
    assert_eq!((decoded.encoding, decoded.source), (UTF_8, EncodingSource::Meta));
    assert_eq!(decoded.view.as_ptr(), bytes.as_ptr());
    assert_eq!(decoded.view, bytes);
    assert_eq!(arena.allocated_bytes(), 0);
}

#[test]
fn arena_usage_is_close_to_the_view() {
    for encoding in ENCODINGS.into_iter().filter(|&encoding| encoding != UTF_8) {
        let text: String = repertoire(encoding).into_iter().filter(|c| !('｡'..='ﾟ').contains(c)).collect();
        let bytes = encode(encoding, &text.repeat(500)).unwrap();
        let arena = Bump::new();
        let decoded = decode(&arena, &bytes, Some(encoding.name()), Labels::Obeyed).unwrap();
        // The capacity estimate counts a four-byte gb18030 code as two pairs and an escape sequence as text.
        let is_loose = [GB18030, ISO_2022_JP].contains(&encoding);
        let view = decoded.view.len() * if is_loose { 7 } else { 5 } / 4;
        let limit = view + bytes.len() / 4 + 8192;
        assert!(arena.allocated_bytes() < limit, "{}: {} of {limit}", encoding.name(), arena.allocated_bytes());
    }
}

#[test]
fn replacement_encoding_yields_one_character() {
    let arena = Bump::new();
    let bytes = b"<p>\x1B$)C hidden </p>";
    for label in ["iso-2022-kr", "hz-gb-2312", "replacement"] {
        let decoded = decode(&arena, bytes, Some(label), Labels::Obeyed).unwrap();
        assert_eq!(decoded.encoding, REPLACEMENT);
        assert_eq!(decoded.view, "\u{FFFD}".as_bytes());
        let positions: Vec<_> = (0..4).map(|offset| decoded.map.to_source(offset) as usize).collect();
        assert_eq!(positions, [0, 0, 0, bytes.len()]);
    }
    assert_eq!(decode(&arena, b"", Some("iso-2022-kr"), Labels::Obeyed).unwrap().view, b"");
}

/// The encoding that the prescan of the first 1024 bytes finds.
fn declared(bytes: &[u8]) -> Option<&'static str> {
    let arena = Bump::new();
    let decoded = decode(&arena, bytes, None, Labels::Obeyed).unwrap();
    matches!(decoded.source, EncodingSource::Meta).then(|| decoded.encoding.name())
}

#[test]
fn declarations_in_markup() {
    let found = [
        ("<meta charset=KOI8-R>", "KOI8-R"),
        ("<META/CHARSET='koi8-r'>", "KOI8-R"),
        ("x < y <p a=\"<meta charset=big5>\"><meta charset=\"\tkoi8-r \">", "KOI8-R"),
        ("<!--<meta charset=big5>--><meta charset=koi8-r>", "KOI8-R"),
        ("<!--><meta charset=koi8-r>-->", "KOI8-R"),
        ("<!doctype x '>'<meta charset=koi8-r>", "KOI8-R"),
        ("</ meta charset=big5><meta charset=koi8-r>", "KOI8-R"),
        ("</p a=1 b='>'/c><meta charset=koi8-r>", "KOI8-R"),
        ("<meta =charset=big5 charset=koi8-r>", "KOI8-R"),
        ("<meta charset=koi8-r charset=big5>", "KOI8-R"),
        ("<meta charset=nonsense><meta charset=koi8-r>", "KOI8-R"),
        ("<meta charset=><meta charset=koi8-r>", "KOI8-R"),
        ("<meta charset=utf-16be>", "UTF-8"),
        ("<meta charset=x-user-defined>", "windows-1252"),
        ("<meta http-equiv=content-type content='text/html; charset=koi8-r;x'>", "KOI8-R"),
        ("<meta content='charset charset = \"koi8-r\"' http-equiv=CONTENT-TYPE>", "KOI8-R"),
        ("<meta content='charset=koi8-r' charset=big5 http-equiv=content-type>", "Big5"),
        ("<meta charset=big5 content='charset=koi8-r' http-equiv=content-type>", "Big5"),
        ("<?xml version='1.0' encoding='koi8-r'?><p>", "KOI8-R"),
        ("<?xml encoding = \"utf-16\"><p>", "UTF-8"),
        ("<?xml encoding='big5'?><meta charset=koi8-r>", "KOI8-R"),
        ("<?xml encoding='koi8-r'?><meta charset=big5", "KOI8-R"),
        ("<\0?\0x\0m\0l\0", "UTF-16LE"),
        ("\0<\0?\0x\0m\0l", "UTF-16BE"),
    ];
    for (markup, encoding) in found {
        assert_eq!(declared(markup.as_bytes()), Some(encoding), "{markup:?}");
    }
}

#[test]
fn markup_without_declaration() {
    let markups = [
        "<meta charset=koi8-r",
        "<meta charset='koi8-r>",
        "<!--<meta charset=koi8-r>",
        "<metacharset=koi8-r>",
        "<meta name=content-type content='charset=koi8-r'>",
        "<meta content='charset=koi8-r'>",
        "<meta http-equiv=refresh http-equiv=content-type content='charset=koi8-r'>",
        "<meta http-equiv=content-type content='charset=\"koi8-r'>",
        "<meta http-equiv=content-type content='chars et=koi8-r'>",
        "<meta charset=nonsense content='charset=koi8-r' http-equiv=content-type>",
        " <?xml encoding='koi8-r'?>",
        "<?xml encoding='koi8-r'",
        "<?xml encoding=' koi8-r'?>",
        "<?xml encoding=koi8-r?>",
        "<?XML encoding='koi8-r'?>",
        "<",
        "</",
        "<meta ",
        "<meta a",
        "<meta a=",
        "",
    ];
    for markup in markups {
        assert_eq!(declared(markup.as_bytes()), None, "{markup:?}");
    }
    let mut late = vec![b' '; 1024 - 20];
    late.extend(b"<meta charset=koi8-r>");
    assert_eq!(declared(&late), None);
    assert_eq!(declared(&late[1..]), Some("KOI8-R"));
}
