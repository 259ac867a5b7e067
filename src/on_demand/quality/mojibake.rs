//! Text that was decoded by another encoding than it was written in: characters of UTF-8 that were read as windows-1252
//! (`Ã¼`, `â€™`), and characters that could not be read.

/// The most characters of a text that are looked at.
const MAX_CHARACTERS: usize = 16 << 10;
/// As many ASCII characters are passed over at once.
const WINDOW: usize = 64;
/// A text with fewer wrong characters has a slip.
const MIN_WRONG: usize = 6;
/// At least one of as many characters is wrong.
const MAX_RATIO: usize = 200;

/// Whether a text is in the wrong encoding.
pub(super) fn is_wrong(text: &str) -> bool {
    let (mut all, mut wrong, mut rest) = (0, 0, text);
    while !rest.is_empty() && all < MAX_CHARACTERS {
        if rest.as_bytes().get(..WINDOW).is_some_and(<[u8]>::is_ascii) {
            (all, rest) = (all + WINDOW, &rest[WINDOW..]);
            continue;
        }
        let mut characters = rest.chars();
        for c in characters.by_ref().take(WINDOW) {
            all += 1;
            wrong += usize::from(c == char::REPLACEMENT_CHARACTER);
        }
        let window = &rest[..rest.len() - characters.as_str().len()];
        wrong +=
            window.char_indices().filter(|&(at, c)| !c.is_ascii() && is_double(c, &rest[at + c.len_utf8()..])).count();
        rest = characters.as_str();
    }
    wrong >= MIN_WRONG && MAX_RATIO * wrong >= all || wrong > 0 && 2 * wrong >= all
}

/// Whether a character and those after it are one of UTF-8 that was read as windows-1252.
fn is_double(c: char, rest: &str) -> bool {
    let trail = trail_of(c);
    trail > 0 && rest.chars().take(trail).filter(|&c| is_trail(c)).count() == trail
}

/// The number of bytes that follow a lead byte of UTF-8, if the character is one read as windows-1252.
fn trail_of(c: char) -> usize {
    match c {
        '\u{c2}'..='\u{df}' => 1,
        '\u{e0}'..='\u{ef}' => 2,
        '\u{f0}'..='\u{f4}' => 3,
        _ => 0,
    }
}

/// Whether a character is a later byte of UTF-8 that was read as windows-1252.
fn is_trail(c: char) -> bool {
    const BEYOND_LATIN_1: &str = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ";
    matches!(c, '\u{80}'..='\u{bf}') || BEYOND_LATIN_1.contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in UTF-8, read as windows-1252.
    fn misread(text: &str) -> String {
        encoding_rs::WINDOWS_1252.decode_without_bom_handling(text.as_bytes()).0.into_owned()
    }

    #[test]
    fn misread_texts_are_wrong_and_texts_are_not() {
        let texts = [
            "Über die Straße gehen wir früh, für größere Mühe gönnen wir uns spät schöne Äpfel.",
            "Дождь шёл третий день, и река поднялась на два метра.",
            "三天来一直下雨,河水上涨了两米。",
            "Les élèves étaient déjà là, près de la forêt où l’été s’achève.",
            "« Å, hvor vakkert », sa han – på Ærø. Ça va? Señor: “Olé”…",
        ];
        for text in texts {
            assert!(!is_wrong(text), "{text}");
            assert!(is_wrong(&misread(&text.repeat(3))), "{}", misread(text));
        }
    }

    #[test]
    fn a_slip_is_none() {
        let story = "Rain fell on the city for the third day, and the river rose by two metres. ".repeat(9);
        assert!(!is_wrong(&format!("{story} Itâ€™s over. {story}")));
        assert!(!is_wrong(&format!("{story} \u{fffd}\u{fffd} {story}")));
        assert!(is_wrong("\u{fffd}"));
        assert!(!is_wrong(""));
    }
}
