//! The blocks as tab-separated values, in the format of the example programs in C, C++ and Go.

use blockmask::Document;
use blockmask_cli::origin::Origin;
use std::fmt::Write;

/// The header line.
pub const HEADER: &str = "file\tsource_start\tsource_end\ttokens\tlinked_tokens\ttext_density\tsegment\t\
    role\tweight\theading_level\ttag_path\ttext\n";

/// One line per block. Texts contain neither tabs nor line feeds. The density is an exact fraction, tokens over lines.
pub fn blocks(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let file = origin.name();
    let mut out = String::new();
    let mut paths = document.tag_paths();
    for block in document.blocks() {
        let (source, density) = (block.source(), block.text_density());
        let segment = block.segment().map_or(String::new(), |segment| segment.to_string());
        let role = block.role().name();
        let _ = write!(out, "{file}\t{}\t{}\t{}\t", source.start, source.end, block.tokens());
        let _ = write!(out, "{}\t{}/{}\t", block.linked_tokens(), density.tokens, density.lines);
        let _ = write!(out, "{segment}\t{role}\t{}\t{}\t", block.weight(), block.heading_level());
        let _ = writeln!(out, "{}\t{}", paths.of(&block), block.text());
    }
    out.into_bytes()
}
