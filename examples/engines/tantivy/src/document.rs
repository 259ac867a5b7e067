//! From a page to a document of Tantivy's.

use crate::plain;
use crate::schema::{self, Fields};
use crate::source::Page;
use crate::words::{Word, words};
use blockmask::{Analyzer, Block, Document, Input, Options, Parts};
use cpu_time::ThreadTime;
use std::time::Duration;
use tantivy::TantivyDocument;
use tantivy::schema::Field;
use tantivy::tokenizer::{PreTokenizedString, Token};

/// Positions between two blocks, so that no phrase is found across them, even with some slop.
const BLOCK_GAP: usize = 100;

/// Makes documents of pages. Each thread has one.
pub struct Converter {
    analyzer: Analyzer,
    /// CPU time spent in blockmask.
    pub analysis_time: Duration,
}

impl Converter {
    pub fn new() -> Converter {
        let options = Options::with_parts(Parts::FIELDS | Parts::FINGERPRINT);
        Converter { analyzer: Analyzer::new(options), analysis_time: Duration::ZERO }
    }

    /// Indexes the words of a page by their weight.
    pub fn convert(&mut self, fields: &Fields, page: &Page, html: &[u8]) -> Result<TantivyDocument, blockmask::Error> {
        let mut document = stored_document(fields, page, html);
        let start = ThreadTime::now();
        let analyzed = analyze(&mut self.analyzer, html, &page.address, page.charset.as_deref())?;
        self.analysis_time += start.elapsed();
        add_text(&mut document, fields, &analyzed);
        if let Some(kind) = analyzed.kind() {
            document.add_text(fields.kind, kind.name());
        }
        if let Some(fingerprint) = analyzed.fingerprint().filter(|fingerprint| fingerprint.is_valid) {
            document.add_u64(fields.fingerprint, u64::from(fingerprint.version));
            fingerprint.min_hashes.iter().for_each(|&hash| document.add_u64(fields.fingerprint, hash));
        }
        Ok(document)
    }
}

/// Indexes the words of a page that are left when the tags are stripped.
pub fn convert_plain(fields: &Fields, page: &Page, html: &[u8]) -> TantivyDocument {
    let mut document = stored_document(fields, page, html);
    let text = plain::strip_tags(&String::from_utf8_lossy(html));
    add_tokens(&mut document, fields.full_text, words(&text).enumerate().map(|(i, word)| token(word, i)).collect());
    document
}

/// Analyzes a page: to index it, and again for its snippet.
pub fn analyze<'a>(
    analyzer: &'a mut Analyzer,
    html: &'a [u8],
    address: &str,
    charset: Option<&str>,
) -> Result<Document<'a>, blockmask::Error> {
    let input = Input::new(html).address(address);
    analyzer.analyze_input(charset.map_or(input, |charset| input.charset(charset)))
}

/// The words of a block as tokens whose offsets are those of the source.
pub fn block_tokens<'d>(page: &'d Document<'_>, block: &Block<'d, '_>) -> impl Iterator<Item = Token> + 'd {
    let start = block.text_range().start;
    words(&page.text()[block.text_range()]).enumerate().map(move |(i, mut word)| {
        word.range = page.map_text_range(start + word.range.start..start + word.range.end);
        token(word, i)
    })
}

fn token(word: Word, position: usize) -> Token {
    Token { offset_from: word.range.start, offset_to: word.range.end, position, text: word.text, position_length: 1 }
}

/// All that does not depend on the text of the page.
fn stored_document(fields: &Fields, page: &Page, html: &[u8]) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.address, &page.address);
    document.add_text(fields.path, &page.path);
    if let Some(charset) = &page.charset {
        document.add_text(fields.charset, charset);
    }
    document.add_u64(fields.hash, content_hash(html));
    document.add_bytes(fields.html, html);
    document
}

/// Positions count the words of the page, whatever their field: in the order of the page, with gaps between blocks.
fn add_text(document: &mut TantivyDocument, fields: &Fields, page: &Document<'_>) {
    let mut full_text = Vec::new();
    let mut weighted: Vec<Vec<Token>> = vec![Vec::new(); fields.weighted.len()];
    let mut block_start = 0;
    for block in page.blocks() {
        let Some(field) = schema::weighted_field(block.weight()) else { continue };
        let first = full_text.len();
        for mut token in block_tokens(page, &block) {
            token.position += block_start;
            weighted[field].push(token.clone());
            full_text.push(token);
        }
        block_start += full_text.len() - first + BLOCK_GAP;
    }
    add_tokens(document, fields.full_text, full_text);
    for (field, tokens) in fields.weighted.iter().zip(weighted) {
        add_tokens(document, field.field, tokens);
    }
}

/// The text itself is not needed, as the field is not stored.
fn add_tokens(document: &mut TantivyDocument, field: Field, tokens: Vec<Token>) {
    if !tokens.is_empty() {
        document.add_pre_tokenized_text(field, PreTokenizedString { text: String::new(), tokens });
    }
}

/// FNV-1a, 64 bits.
pub fn content_hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_are_those_of_the_source() {
        let html = b"<title>Menu</title><p>Caf&eacute; <b>no</b>ir &amp; tea";
        let mut analyzer = Analyzer::new(Options::default());
        let page = analyze(&mut analyzer, html, "https://example.org/", None).unwrap();
        let tokens: Vec<Token> =
            page.blocks().flat_map(|block| block_tokens(&page, &block).collect::<Vec<_>>()).collect();
        let found: Vec<(&str, &[u8], usize)> = tokens
            .iter()
            .map(|token| (token.text.as_str(), &html[token.offset_from..token.offset_to], token.position))
            .collect();
        let expected: [(&str, &[u8], usize); 4] =
            [("menu", b"Menu", 0), ("caf\u{e9}", b"Caf&eacute;", 0), ("noir", b"no</b>ir", 1), ("tea", b"tea", 2)];
        assert_eq!(found, expected);
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(content_hash(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(content_hash(b"a"), 0xaf63_dc4c_8601_ec8c);
    }
}
