//! The blocks as tab-separated values, in the format of the example programs in C, C++ and Go.

use super::bounded::{Lines, Rendered};
use super::screen;
use blockmask::Document;
use blockmask_cli::origin::Origin;

/// The header line.
pub const HEADER: &str = "file\tsource_start\tsource_end\ttokens\tlinked_tokens\ttext_density\tsegment\t\
    role\tweight\theading_level\ttag_path\ttext\n";

/// One line per block. Texts contain neither tabs nor line feeds. The density is an exact fraction, tokens over lines.
pub fn blocks(document: &Document<'_>, origin: &Origin) -> Rendered {
    let file = screen::fit(origin.name(), None);
    let mut lines = Lines::of(document);
    let mut paths = document.tag_paths();
    for block in document.blocks() {
        let (source, density) = (block.source(), block.text_density());
        let segment = block.segment().map_or(String::new(), |segment| segment.to_string());
        let role = block.role().name();
        let place = format_args!("{file}\t{}\t{}\t{}", source.start, source.end, block.tokens());
        let (tokens, rows) = (density.tokens, density.lines);
        let measures = format_args!("{}\t{tokens}/{rows}\t{segment}", block.linked_tokens());
        let judged = format_args!("{role}\t{}\t{}", block.weight(), block.heading_level());
        let (path, text) = (paths.of(&block), block.text());
        if !lines.add(format_args!("{place}\t{measures}\t{judged}\t{path}\t{text}")) {
            break;
        }
    }
    lines.finish(screen::printable)
}
