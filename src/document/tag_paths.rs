//! The tag paths of many blocks of a page.

use super::{Block, Document};
use crate::base::fallible::or_end;
use crate::read::html::chain::Chain;
use crate::read::html::path::PathWriter;
use crate::read::page::hashes::next_path_hash;

/// Computes [`Block::tag_path`] and [`Block::path_hash`] of successive blocks faster: the common part of a path and its
/// predecessor is computed once. Made by [`Document::tag_paths`].
///
/// It stores the last path, so its memory is linear in the length of a path, and it cannot be shared between threads.
#[derive(Debug)]
pub struct TagPaths<'d, 'a> {
    document: &'d Document<'a>,
    paths: PathWriter,
    hashes: Chain<u64>,
}

impl<'a> Document<'a> {
    /// An object that computes the tag paths of many blocks of this page.
    ///
    /// ```
    /// let html = b"<div class=menu><p>Home</div><main><p>Rain fell on the city.";
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let mut paths = page.tag_paths();
    /// let all: Vec<String> = page.blocks().map(|block| paths.of(&block).to_owned()).collect();
    /// assert_eq!(all, ["html/body/div.menu/p", "html/body/main/p"]);
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn tag_paths(&self) -> TagPaths<'_, 'a> {
        TagPaths { document: self, paths: PathWriter::default(), hashes: Chain::default() }
    }
}

impl TagPaths<'_, '_> {
    /// The tag path of a block of this page.
    pub fn of(&mut self, block: &Block<'_, '_>) -> &str {
        let path = self.document.path_of(block.table_entry().container);
        or_end(|| self.paths.write(&path))
    }

    /// The hash of the tag path of a block of this page.
    pub fn hash_of(&mut self, block: &Block<'_, '_>) -> u64 {
        let (tree, container) = (&self.document.page.tree, block.table_entry().container);
        or_end(|| next_path_hash(tree, container, &mut self.hashes))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Analyzer, Options};

    #[test]
    fn paths_and_hashes_are_those_of_the_blocks() {
        let list = "<li class=a><b>one</b> two<li class='b c&amp;'><p>three".repeat(30);
        let pages = [
            format!(
                "<title>t</title><div class='x y'><p>a<p class=z>b<ul>{list}</ul></div><table><tr><td>c<td>d<p>e</table>f"
            ),
            "<p>only".to_owned(),
            String::new(),
            format!("{}deep{}less", "<div class=d>".repeat(600), "</div>".repeat(400)),
        ];
        for html in pages {
            let mut analyzer = Analyzer::new(Options::default());
            let page = analyzer.analyze(html.as_bytes()).unwrap();
            let mut paths = page.tag_paths();
            for block in page.blocks().chain(page.blocks().step_by(7)) {
                assert_eq!(paths.of(&block), block.tag_path().to_string());
                assert_eq!(paths.hash_of(&block), block.path_hash());
            }
        }
    }
}
