//! The blocks as tab-separated values: the table that the example programs in C, C++ and Go write too.

use blockmask::Document;
use std::fmt::Write;

/// The names of the columns.
pub const HEADER: &str = "file\tsource_start\tsource_end\ttokens\tlinked_tokens\ttext_density\tsegment\trole\tweight\theading_level\ttag_path\ttext\n";

/// One block a line. Texts hold neither tabs nor line feeds; the density is an exact fraction, tokens over lines.
pub fn blocks(document: &Document<'_>, file: &str) -> Vec<u8> {
    let mut out = String::new();
    for block in document.blocks() {
        let (source, density) = (block.source(), block.text_density());
        let segment = block.segment().map_or(String::new(), |segment| segment.to_string());
        let role = block.role().name();
        let _ = write!(out, "{file}\t{}\t{}\t{}\t", source.start, source.end, block.tokens());
        let _ = write!(out, "{}\t{}/{}\t", block.linked_tokens(), density.tokens, density.lines);
        let _ = write!(out, "{segment}\t{role}\t{}\t{}\t", block.weight(), block.heading_level());
        let _ = writeln!(out, "{}\t{}", block.tag_path(), block.text());
    }
    out.into_bytes()
}
