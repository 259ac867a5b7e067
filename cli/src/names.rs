//! Names of the library's numbers, as they are printed.

use blockmask::Document;
use blockmask::encoding::EncodingSource;
use blockmask::html::node::truncated;
use blockmask::page::flag;
use blockmask::visual::hidden;

const FLAGS: [(u16, &str); 9] = [
    (flag::HIDDEN, "hidden"),
    (flag::ARIA_HIDDEN, "aria-hidden"),
    (flag::IN_HEAD, "in-head"),
    (flag::NOSCRIPT, "noscript"),
    (flag::NO_INDEX, "no-index"),
    (flag::METADATA_SOURCE, "metadata-source"),
    (flag::COLLAPSED, "collapsed"),
    (flag::REPEATED, "repeated"),
    (flag::NO_SNIPPET, "no-snippet"),
];

const REASONS: [(u8, &str); 8] = [
    (truncated::DEPTH, "depth"),
    (truncated::NODES, "nodes"),
    (truncated::WORK, "work"),
    (truncated::BLOCKS, "blocks"),
    (truncated::ATTRIBUTES, "attributes"),
    (truncated::MEMORY, "memory"),
    (truncated::STEPS, "steps"),
    (truncated::INPUT, "input"),
];

const HIDDEN: [(u8, &str); 7] = [
    (hidden::DISPLAY, "display"),
    (hidden::VISIBILITY, "visibility"),
    (hidden::OPACITY, "opacity"),
    (hidden::SIZE, "size"),
    (hidden::COLOR, "color"),
    (hidden::OFFSCREEN, "offscreen"),
    (hidden::CLIPPED, "clipped"),
];

/// Why text is not seen.
pub fn hidden(bits: u8) -> Vec<&'static str> {
    HIDDEN.iter().filter(|(bit, _)| bits & bit != 0).map(|&(_, name)| name).collect()
}

/// The flags of a block.
pub fn flags(bits: u16) -> Vec<&'static str> {
    FLAGS.iter().filter(|(bit, _)| bits & bit != 0).map(|&(_, name)| name).collect()
}

/// The limits that cut an analysis short.
pub fn truncation(document: &Document<'_>) -> Vec<&'static str> {
    REASONS.iter().filter(|(bit, _)| document.truncation() & bit != 0).map(|&(_, name)| name).collect()
}

/// What decided on the encoding.
pub fn encoding_source(source: EncodingSource) -> &'static str {
    match source {
        EncodingSource::Bom => "bom",
        EncodingSource::Hint => "hint",
        EncodingSource::Meta => "meta",
        EncodingSource::Utf8Validity => "utf8-validity",
        EncodingSource::LateMeta => "late-meta",
        EncodingSource::Detector => "detector",
    }
}
