//! Characters that end sentences, in any script. Passages are divided at the sentence boundaries of Unicode instead.

/// Whether a character ends a sentence.
pub fn is_sentence_end(c: char) -> bool {
    matches!(c, '.' | '!' | '…' | '。' | '！' | '｡' | '۔' | '।' | '॥' | '።') || is_question_mark(c)
}

pub fn is_question_mark(c: char) -> bool {
    matches!(c, '?' | '？' | '؟')
}

/// Whether a text ends as sentences do, without the closing quotation marks and brackets after it.
#[inline]
pub fn ends_sentence(text: &str) -> bool {
    match text.as_bytes().last() {
        Some(b'.' | b'!' | b'?') => true,
        Some(b'"' | b'\'' | b')' | 0x80..) => ends_sentence_of_any_script(text),
        _ => false,
    }
}

fn ends_sentence_of_any_script(text: &str) -> bool {
    text.trim_end_matches(['"', '\'', ')', '”', '’', '»', '」', '』', '）']).ends_with(is_sentence_end)
}

#[cfg(test)]
mod tests {
    use super::ends_sentence;

    #[test]
    fn sentences_end_in_any_script() {
        for text in ["Yes.", "No!", "(Why?)", "“So…”", "是。", "好！」", "'Stop.'", "क्या हुआ।", "متى؟", "«Да.»"]
        {
            assert!(ends_sentence(text), "{text}");
        }
        for text in ["", "Menu", ")", "\"", "1.5 kg", "Ends:", "目录", "“Menu”"] {
            assert!(!ends_sentence(text), "{text}");
        }
    }
}
