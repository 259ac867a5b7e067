//! What JavaScript passes beside a page, and the options that follow from it.

use blockmask::{Analyzer, Input, Options, Parts, PassageOptions, Rules};
use blockmask_cli::json::Selection;
use serde::Deserialize;

/// What JavaScript passes beside a page.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    pub output: Output,
    pub name: String,
    charset: Option<String>,
    obey_charset: bool,
    address: Option<String>,
    pub mask: Option<String>,
    comments: Option<String>,
    omit_headline: bool,
    omit_metadata: bool,
    ignore_page_rules: bool,
    /// The text of a file of rules.
    rules: Option<String>,
    max_input: Option<u64>,
    /// Of blocks.
    parts: Option<Vec<String>>,
    /// Of passages.
    max_tokens: Option<u32>,
    overlap_tokens: Option<u32>,
    main_only: bool,
    pub text_fragments: bool,
    /// Offsets in the text, in code units of UTF-16, as in strings of JavaScript.
    pub token_starts: Option<Vec<usize>>,
    /// Of Markdown.
    pub links: Option<bool>,
    pub images: Option<bool>,
    /// Of facts.
    pub x_robots_tag: String,
    pub headers: String,
    pub agents: Vec<String>,
    pub exclusion_attributes: Vec<String>,
    pub properties: bool,
    /// The ids of the passages of two versions, in hexadecimal digits.
    pub old_ids: Vec<String>,
    pub new_ids: Vec<String>,
    pub selector: String,
    /// Of a tree: the element that a fragment is in, and whether the page is analyzed.
    context: Option<String>,
    analyzed: bool,
    /// Whether offsets are in code units of UTF-16 of a page that was a string.
    pub in_utf16: bool,
}

/// What is asked for.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Output {
    #[default]
    Blocks,
    View,
    Passages,
    /// The text of all blocks, in which `token_starts` are offsets.
    NormalizedText,
    Text,
    Markdown,
    Html,
    Facts,
    TableCells,
    /// The elements that a selector matches, of a page that is only parsed unless more is asked for.
    Elements,
    /// The indices of these elements.
    Matches,
    /// All nodes.
    Nodes,
    /// What became of passages, which needs no page.
    Changes,
}

impl Request {
    pub fn analyzer(&self) -> Result<Analyzer, String> {
        let mut options = Options::with_parts(match self.output {
            Output::Blocks => needed(&self.selection()?),
            Output::View => Parts::ALL,
            Output::Passages => Parts::FIELDS | Parts::STRUCTURE | Parts::SEGMENTS,
            Output::NormalizedText => Parts::from_bits(0),
            Output::Facts => Parts::MASK,
            _ => Parts::STRUCTURE,
        });
        options.obey_charset = self.obey_charset;
        options.omit_headline = self.omit_headline;
        options.omit_metadata = self.omit_metadata;
        options.ignore_page_rules = self.ignore_page_rules;
        if let Some(mask) = &self.mask {
            options.mask = mask.parse().map_err(|error| format!("unknown mask {mask:?}: {error}"))?;
        }
        if let Some(comments) = &self.comments {
            options.comments = comments.parse().map_err(|error| format!("unknown comments {comments:?}: {error}"))?;
        }
        if let Some(max_input) = self.max_input {
            options.limits.max_input = max_input;
        }
        let mut analyzer = Analyzer::new(options);
        if let Some(rules) = &self.rules {
            let rules: Rules = rules.parse().map_err(|error| format!("rules: {error}"))?;
            analyzer.set_rules(Some(rules.into()));
        }
        Ok(analyzer)
    }

    pub fn input<'h>(&'h self, page: &'h [u8]) -> Input<'h, &'h [u8]> {
        let mut input = Input::new(page);
        if let Some(charset) = &self.charset {
            input = input.charset(charset);
        }
        if let Some(address) = &self.address {
            input = input.address(address);
        }
        if matches!(self.output, Output::Elements | Output::Matches | Output::Nodes) && !self.analyzed {
            input.tree_only(self.context.as_deref())
        } else {
            input
        }
    }

    /// What the result has besides blocks: everything, or the parts that are named.
    pub fn selection(&self) -> Result<Selection, String> {
        let Some(names) = &self.parts else { return Ok(Selection::DEFAULT) };
        let mut selection = Selection::BLOCKS;
        for name in names {
            match name.as_str() {
                "annotations" => selection.annotations = true,
                "counts" => selection.counts = true,
                "facts" => selection.facts = true,
                "groups" => selection.groups = true,
                "languages" => selection.languages = true,
                "quality" => selection.quality = true,
                "records" => selection.records = true,
                part => {
                    let part = part.parse::<Parts>();
                    let further = "annotations, counts, facts, groups, languages, quality, records";
                    selection.parts |= part.map_err(|error| format!("unknown part {name:?}: {error}, {further}"))?;
                }
            }
        }
        Ok(selection)
    }

    pub fn passage_options(&self) -> Result<PassageOptions, String> {
        let mut options = PassageOptions::default();
        options.max_tokens = self.max_tokens.unwrap_or(options.max_tokens);
        options.overlap_tokens = self.overlap_tokens.unwrap_or(options.overlap_tokens);
        options.main_only = self.main_only;
        if options.max_tokens == 0 {
            return Err("maxTokens is 0; it must be 1 or more".to_owned());
        }
        Ok(options)
    }
}

/// The parts of an analysis for what is selected.
fn needed(selection: &Selection) -> Parts {
    let Selection { records, groups, facts, quality, counts, languages, .. } = *selection;
    selection.parts
        | if records || groups || facts || quality || counts || languages { Parts::MASK } else { Parts::from_bits(0) }
}
