//! From a page to a document of Tantivy's.

use crate::plain;
use crate::schema::{self, Fields};
use crate::source::Page;
use crate::words::{Word, words};
use blockmask::{Analyzer, Block, Document, Error, Input};
use cpu_time::ThreadTime;
use std::time::Duration;
use tantivy::TantivyDocument;
use tantivy::schema::Field;
use tantivy::tokenizer::{PreTokenizedString, Token};

/// Makes documents of pages: one for each thread.
pub struct Converter {
    pub analyzer: Analyzer,
    /// Time spent in blockmask.
    pub analysis_time: Duration,
}

impl Converter {
    pub fn plain(fields: &Fields, page: &Page, html: &[u8], hash: u64) -> TantivyDocument {
        let mut document = common(fields, page, html, hash);
        let text = plain::strip_tags(&String::from_utf8_lossy(html));
        let tokens: Vec<Token> = words(&text).enumerate().map(|(i, word)| token(word, i)).collect();
        add_tokens(&mut document, fields.full_text, tokens);
        document
    }

    pub fn convert(
        &mut self,
        fields: &Fields,
        page: &Page,
        html: &[u8],
        hash: u64,
    ) -> Result<TantivyDocument, Error> {
        let mut document = common(fields, page, html, hash);
        let start = ThreadTime::now();
        let analyzed = analyze(&mut self.analyzer, html, &page.address, page.charset.as_deref())?;
        self.analysis_time += start.elapsed();
        let mut all = Vec::new();
        let mut by_field: Vec<Vec<Token>> = fields.weighted.iter().map(|_| Vec::new()).collect();
        let mut position = 0;
        for block in analyzed.blocks() {
            let Some(class) = schema::class(&block) else { continue };
            for token in block_tokens(&analyzed, &block, position) {
                position = token.position + 1;
                all.push(token.clone());
                by_field[class].push(token);
            }
            position += BLOCK_GAP;
        }
        add_tokens(&mut document, fields.full_text, all);
        for (field, tokens) in fields.weighted.iter().zip(by_field) {
            add_tokens(&mut document, field.field, tokens);
        }
        if let Some(kind) = analyzed.kind() {
            document.add_text(fields.kind, kind.name());
        }
        let fingerprint = analyzed.fingerprint();
        if fingerprint.is_valid {
            document.add_u64(fields.fingerprint, u64::from(fingerprint.version));
            fingerprint.min_hashes.iter().for_each(|&hash| document.add_u64(fields.fingerprint, hash));
        }
        Ok(document)
    }
}

/// Positions between two blocks, so that no phrase is found across them.
const BLOCK_GAP: usize = 100;

/// Analyzes a page, at indexing and again for snippets.
pub fn analyze<'a>(
    analyzer: &'a mut Analyzer,
    html: &'a [u8],
    address: &str,
    charset: Option<&str>,
) -> Result<Document<'a>, Error> {
    let input = Input::new(html).address(address);
    analyzer.analyze_input(match charset {
        Some(charset) => input.charset(charset),
        None => input,
    })
}

/// The words of a block as tokens, with their places in the source.
pub fn block_tokens<'d>(page: &'d Document<'_>, block: &Block<'d, '_>, first: usize) -> impl Iterator<Item = Token> + 'd {
    let start = block.text_range().start;
    words(&page.text()[block.text_range()]).enumerate().map(move |(i, word)| {
        let source = page.map_text_range(start + word.range.start..start + word.range.end);
        Token { offset_from: source.start, offset_to: source.end, ..token(word, first + i) }
    })
}

fn token(word: Word, position: usize) -> Token {
    Token { offset_from: word.range.start, offset_to: word.range.end, position, text: word.text, position_length: 1 }
}

fn add_tokens(document: &mut TantivyDocument, field: Field, tokens: Vec<Token>) {
    if !tokens.is_empty() {
        document.add_pre_tokenized_text(field, PreTokenizedString { text: String::new(), tokens });
    }
}

fn common(fields: &Fields, page: &Page, html: &[u8], hash: u64) -> TantivyDocument {
    let mut document = TantivyDocument::default();
    document.add_text(fields.address, &page.address);
    document.add_text(fields.path, &page.path);
    if let Some(charset) = &page.charset {
        document.add_text(fields.charset, charset);
    }
    document.add_u64(fields.hash, hash);
    document.add_bytes(fields.html, html);
    document
}
