//! Target `outputs`: options and a page, and what is made of its main content on demand.
//!
//! Passages of any length have every token of the main text once, besides those that they repeat. Ranges of Markdown,
//! joined fields, facts and records lie in their text or in the page. No output is longer than the limit, and the
//! Markdown has no line ending but line feeds.

#[path = "../../../tests/common/outputs.rs"]
#[allow(dead_code)]
mod made;

use super::settings;
use arbitrary::{Result, Unstructured};
use blockmask::{Analyzer, Block, Document, FactOptions, Field, MarkdownOptions, PassageOptions};

/// Analyzes the page and makes everything of it.
pub fn run(data: &[u8]) -> bool {
    outputs(Unstructured::new(data)).unwrap_or(false)
}

fn outputs(mut input: Unstructured<'_>) -> Result<bool> {
    let options = settings::options(&mut input)?;
    let mut passages = PassageOptions::default();
    passages.max_tokens = input.arbitrary::<u8>()?.into();
    passages.overlap_tokens = input.arbitrary::<u8>()?.into();
    passages.main_only = passages.overlap_tokens % 2 == 0;
    let mut markdown = MarkdownOptions::default();
    (markdown.links, markdown.images) = (input.arbitrary()?, input.arbitrary()?);
    let fields: u8 = input.arbitrary()?;
    let header_length = usize::from(input.arbitrary::<u8>()? / 4).min(input.len());
    let header = String::from_utf8_lossy(input.bytes(header_length)?).into_owned();
    let page = input.take_rest();
    let mut analyzer = Analyzer::new(options);
    let Ok(document) = analyzer.analyze(page) else { return Ok(false) };
    check_passages(&document, &passages);
    check_markdown(&document, &markdown);
    check_fields(&document, fields);
    check_facts(&document, &header);
    check_records(&document);
    check_lengths(&document, options.limits.max_output);
    Ok(true)
}

fn check_lengths(document: &Document<'_>, max_output: u64) {
    for output in made::OUTPUTS {
        let length = (output.length)(document);
        let is_within = max_output > 64 || length <= made::limit(document.bytes());
        assert!(is_within, "{length} bytes of {} for {} of the page", output.name, document.bytes().len());
    }
}

fn check_passages(document: &Document<'_>, options: &PassageOptions) {
    let max_tokens = options.max_tokens.max(1);
    let starts: Vec<u32> = document.text().match_indices(' ').map(|(space, _)| space as u32 + 1).collect();
    let main = document.blocks().filter(Block::is_main).map(|block| block.text_range());
    let before = |end: usize| starts.partition_point(|&start| (start as usize) < end);
    let expected: usize = main.map(|text| before(text.end) - before(text.start)).sum();
    let mut tokens = 0;
    let found = [document.passages(options), document.passages_by(options, &starts)];
    for (passage, by_others) in
        found.iter().zip([false, true]).flat_map(|(found, by)| found.iter().map(move |one| (one, by)))
    {
        assert!(passage.tokens() <= max_tokens && passage.overlap_tokens() <= options.overlap_tokens, "{passage:?}");
        assert!(passage.overlap_tokens() <= max_tokens / 2, "{passage:?}");
        assert!(passage.source().end <= document.bytes().len() && !passage.text().is_empty(), "{passage:?}");
        assert!(passage.blocks().end <= document.blocks().len(), "{passage:?}");
        let context = passage.context().text();
        assert!(context.len() <= 4 * max_tokens as usize, "{context}");
        assert!(passage.context().source_range(document, 0..context.len()).end <= document.bytes().len(), "{context}");
        if by_others {
            tokens += (passage.tokens() - passage.overlap_tokens()) as usize;
        }
    }
    assert!(!options.main_only || tokens == expected, "{tokens} tokens of {expected} in passages");
}

fn check_markdown(document: &Document<'_>, options: &MarkdownOptions) {
    let markdown = document.markdown(options);
    let is_other_line_end =
        |c: char| matches!(c, '\u{b}'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    assert!(!markdown.text().contains(is_other_line_end), "{:?}", markdown.text());
    for (block, range) in markdown.blocks() {
        assert!(markdown.text().get(range.clone()).is_some(), "the Markdown of block {block} at {range:?}");
    }
}

/// The fields whose bit is set, the first in the lowest.
fn check_fields(document: &Document<'_>, bits: u8) {
    let chosen = Field::VALUES.iter().enumerate().filter(|(index, _)| bits >> (index % 8) & 1 == 1);
    let fields: Vec<Field> = chosen.map(|(_, &field)| field).collect();
    let joined = document.join_fields(&fields);
    for (index, _) in joined.text().match_indices('\n') {
        let source = joined.source_range(document, 0..index);
        assert!(source.start <= source.end && source.end <= document.bytes().len(), "{source:?}");
    }
}

/// Records are disjoint, and in the order of the source.
fn check_records(document: &Document<'_>) {
    let (mut block, mut byte) = (0, 0);
    for record in document.records() {
        let (blocks, source) = (record.blocks(), record.source());
        assert!(block <= blocks.start && blocks.start < blocks.end, "{record:?}");
        assert!(byte <= source.start && source.start <= source.end, "{record:?}");
        (block, byte) = (blocks.end, source.end);
    }
    assert!(block <= document.blocks().len() && byte <= document.bytes().len());
}

/// The facts with any header, and with crawlers and attributes from the same text.
fn check_facts(document: &Document<'_>, header: &str) {
    let names: Vec<&str> = header.split([' ', ',', ':']).collect();
    let mut options = FactOptions::default();
    (options.x_robots_tag, options.agents, options.exclusion_attributes) = (header, &names, &names);
    options.headers = header;
    options.properties = true;
    let facts = document.facts(&options);
    let sources = facts.exclusions.iter().map(|part| &part.source);
    let sources = sources.chain(facts.types.iter().chain(&facts.canonical).map(|fact| &fact.source));
    let sources = sources.chain(facts.properties.iter().map(|property| &property.source));
    let sources = sources.chain(facts.authors.iter().chain(&facts.headline).map(|fact| &fact.source));
    for source in sources.chain(facts.published.iter().chain(&facts.modified).map(|date| &date.source)) {
        assert!(source.start <= source.end && source.end <= document.bytes().len(), "{source:?}");
    }
}
