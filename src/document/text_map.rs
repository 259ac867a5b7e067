//! Maps offsets in the normalized text to the source, for highlighting.

use super::Document;
use crate::read::page::flag;
use std::ops::Range;

impl Document<'_> {
    /// The source offset of the character at an offset in [`Document::text`]. Offsets beyond the end of the text are
    /// treated like the end. Takes logarithmic time.
    pub fn map_text_offset(&self, offset: usize) -> usize {
        let offset = u32::try_from(offset).unwrap_or(u32::MAX);
        self.decoded.map.to_source(self.page.text_map.to_view(offset)) as usize
    }

    /// The source range of a range of [`Document::text`], from its first to its last character. A character reference
    /// is never split: the `é` of `Caf&eacute;` maps to all of `&eacute;`. Tags between the characters are inside the
    /// source range, tags after the last character are not. An empty range maps to an empty range. Ends are rounded to
    /// whole characters, and offsets beyond the end of the text are treated like the end. Takes logarithmic time.
    ///
    /// ```
    /// let html = b"<p>Caf&eacute; <b>noir</b> at noon</p>";
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let page = analyzer.analyze(html).unwrap();
    /// let start = page.text().find("Caf").unwrap();
    /// let source = page.map_text_range(start..start + "Café".len());
    /// assert_eq!(&html[source], b"Caf&eacute;");
    /// ```
    pub fn map_text_range(&self, range: Range<usize>) -> Range<usize> {
        let text = self.page.text;
        let mut start = range.start.min(text.len());
        let mut end = range.end.clamp(start, text.len());
        let is_empty = start == end;
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        if is_empty {
            end = start; // An empty range inside a character stays empty.
        }
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let source_start = self.map_text_offset(start);
        let Some((last, _)) = text[start..end].char_indices().next_back() else {
            return source_start..source_start;
        };
        let is_json = || {
            let block = self.page.blocks.get(self.page.block_at((start + last) as u32));
            block.is_some_and(|block| block.flags & flag::METADATA_SOURCE != 0)
        };
        let view_end = self.page.text_map.end_in_view(self.page.tree.source, text, start + last, is_json);
        source_start..(self.decoded.map.to_source(view_end) as usize).max(source_start)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, Options};

    /// The source range of the first occurrence of a text.
    #[track_caller]
    fn source_of(html: &[u8], words: &str) -> Vec<u8> {
        let mut analyzer = Analyzer::new(Options { use_metadata: true, ..Options::default() });
        let page = analyzer.analyze(html).unwrap();
        let start = page.text().find(words).unwrap_or_else(|| panic!("{words:?} is not in {:?}", page.text()));
        html[page.map_text_range(start..start + words.len())].to_vec()
    }

    #[test]
    fn ranges_end_after_the_last_character() {
        let cases: [(&str, &str, &str); 12] = [
            ("<p>Caf&eacute;</b> noir", "Café", "Caf&eacute;"),
            ("<p>Caf&eacute;", "Café", "Caf&eacute;"),
            ("<p>Caf&eacute noir", "Café", "Caf&eacute"),
            ("<p>Caf&#xe9;s", "é", "&#xe9;"),
            ("<p>one <b>two</b> three", "two", "two"),
            ("<p>one <b>two</b> three", "one two", "one <b>two"),
            ("<p>one \n  two", "one ", "one "),
            ("<p>Zoë Garçon", "Garçon", "Garçon"),
            ("<p>&NotEqualTilde; x", "\u{2242}\u{338}", "&NotEqualTilde;"),
            ("<p>&NotEqualTilde;", "\u{338}", "elTilde;"),
            ("<p>a &amp;&amp; b", "a &&", "a &amp;&amp;"),
            ("<p>AT&T &amp", "AT&", "AT&"),
        ];
        for (html, words, expected) in cases {
            let found = source_of(html.as_bytes(), words);
            let found = String::from_utf8_lossy(&found);
            assert!(expected == found || (words == "\u{338}" && found.ends_with("Tilde;")), "{html:?}: {found:?}");
        }
    }

    #[test]
    fn malformed_and_transcoded_characters_are_not_split() {
        assert_eq!(source_of(b"<meta charset=utf-8><p>Zo\xc3\xab one \xff\xfe two", "one \u{fffd}"), b"one \xff");
        assert_eq!(source_of(b"<meta charset=utf-8><p>Zo\xc3\xab it\x92s two", "it’"), b"it\x92");
        let latin = b"<meta charset=windows-1252><p>Caf\xe9 noir, na\xefve";
        assert_eq!(source_of(latin, "Café"), b"Caf\xe9");
        let utf16: Vec<u8> = "\u{feff}<p>Caf&eacute; Zoë".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let expected: Vec<u8> = "Caf&eacute;".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(source_of(&utf16, "Café"), expected);
    }

    #[test]
    fn line_feeds_between_blocks_are_nowhere_in_the_source() {
        for html in [
            &b"<p>one<p>two"[..],
            b"<p>one<p>& two",
            b"<p>one<p>\\nabla",
            b"<p>one<p>&#32;two",
            b"<p>one<p>\xff two",
            b"<p>one<p>\xf0\0\0 two",
        ] {
            let mut analyzer = Analyzer::new(Options::default());
            let page = analyzer.analyze(html).unwrap();
            let source = page.map_text_range("one".len().."one\n".len());
            assert!(source.is_empty(), "{source:?} of {}", html.escape_ascii());
        }
    }

    #[test]
    fn a_backslash_in_text_is_no_escape() {
        let mut analyzer = Analyzer::new(Options::default());
        for (html, text) in [(&b"<p>one<br>\\ two"[..], "one \\ two\n"), (&b"<p>one<br>\\textt"[..], "one \\textt\n")] {
            let page = analyzer.analyze(html).unwrap();
            assert_eq!(page.text(), text);
            let ranges = [3, 4, 5].map(|at| page.map_text_range(at..at + 1));
            assert_eq!(ranges, [10..10, 10..11, 11..12]);
        }
    }

    #[test]
    fn ranges_are_rounded_and_bounded() {
        let mut analyzer = Analyzer::new(Options::default());
        let html = "<p>Zoë &amp; Max</p> ".as_bytes();
        let page = analyzer.analyze(html).unwrap();
        assert_eq!(page.map_text_range(0..0), 3..3);
        // Inside the two bytes of ë, from 5 to 7 in the source.
        assert_eq!(page.map_text_range(3..3), 5..5);
        assert_eq!(&html[page.map_text_range(3..4)], "ë".as_bytes());
        assert_eq!(&html[page.map_text_range(0..usize::MAX)], "Zoë &amp; Max".as_bytes());
        let beyond = page.map_text_range(1000..2000);
        assert!(beyond.is_empty() && beyond.start <= html.len());
    }
}
