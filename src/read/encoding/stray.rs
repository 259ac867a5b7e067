//! Stray bytes of windows-1252 in a page in UTF-8: quotes and dashes that an editor pasted, a name from a database.

/// The characters of `windows-1252` from 0x80 to 0x9f; U+FFFD where none is assigned.
const PUNCTUATION: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}', '\u{fffd}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
];

/// What a malformed byte at `at` means: the character of `windows-1252` if it stands alone between ASCII characters, else
/// U+FFFD. A lone 0xc2 or 0xc3 begins a character of UTF-8 that was cut off.
pub fn stray_character(source: &[u8], at: usize) -> char {
    let is_ascii = |index: usize| source.get(index).is_none_or(u8::is_ascii);
    let is_alone = is_ascii(at + 1) && (at == 0 || is_ascii(at - 1));
    match source.get(at) {
        Some(&byte @ 0x80..=0x9f) if is_alone => PUNCTUATION[usize::from(byte - 0x80)],
        Some(&byte @ (0xa0..=0xc1 | 0xc4..)) if is_alone => char::from(byte),
        _ => char::REPLACEMENT_CHARACTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::WINDOWS_1252;

    #[test]
    fn a_lone_byte_means_what_windows_1252_says() {
        for byte in 0x80..=0xff_u8 {
            let expected = match byte {
                0x81 | 0x8d | 0x8f | 0x90 | 0x9d | 0xc2 | 0xc3 => '\u{fffd}',
                _ => WINDOWS_1252.decode(&[byte]).0.chars().next().unwrap(),
            };
            assert_eq!(stray_character(&[b'a', byte, b' '], 1), expected, "{byte:x}");
            assert_eq!(stray_character(&[byte], 0), expected, "{byte:x}");
        }
    }

    #[test]
    fn bytes_beside_other_non_ascii_bytes_are_unknown() {
        assert_eq!(stray_character(b"a\x92\x92", 1), '\u{fffd}');
        assert_eq!(stray_character("é\u{fffd}".as_bytes().split_at(1).1, 0), '\u{fffd}');
        assert_eq!(stray_character(b"", 0), '\u{fffd}');
    }
}
