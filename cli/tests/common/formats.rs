//! The list of commands and formats, for the tests of each.

/// Every command that prints something of a page, in every format: the commands of `blockmask help`, which
/// `tests/output.rs` compares with this list.
pub const FORMATS: &[&[&str]] = &[
    &["blocks", "--format", "table"],
    &["blocks", "--format", "table", "--wide"],
    &["blocks", "--format", "jsonl"],
    &["blocks", "--format", "jsonl", "--fields", "blocks.tag_path,blocks.text"],
    &["blocks", "--format", "tsv"],
    &["text", "--format", "text"],
    &["text", "--format", "plain"],
    &["text", "--format", "markdown"],
    &["text", "--format", "markdown", "--images"],
    &["text", "--format", "markdown", "--offsets"],
    &["text", "--format", "html"],
    &["text", "--format", "jsonl"],
    &["text", "--format", "plain", "--offsets"],
    &["passages", "--format", "text"],
    &["passages", "--format", "jsonl"],
    &["passages", "--format", "jsonl", "--max-tokens", "1"],
    &["prune"],
    &["tree"],
    &["select", "--format", "text", "html,div,p,td,a"],
    &["select", "--format", "html", "html,div,p,td,a"],
    &["select", "--format", "jsonl", "html,div,p,td,a"],
    &["facts", "--format", "text", "--exclusion-attribute", "x"],
    &["facts", "--format", "jsonl", "--exclusion-attribute", "x"],
    &["visual", "--format", "table"],
    &["visual", "--format", "jsonl"],
    &["layout", "--format", "table"],
    &["layout", "--format", "jsonl"],
    &["view"],
];
