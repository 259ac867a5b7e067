//! Normalized HTML of parts of a document: the page pruned by tag paths, and the main content. Written from the
//! repaired tree, so that simple parsers downstream build the tree of the HTML standard.

use crate::base::fallible::{end, or_end};
use crate::document::Document;
use crate::read::html::serialize::{Profile, SerializeOptions, serialize};
use crate::read::html::{NONE, Tag};
use crate::read::page::flag;
use std::collections::TryReserveError;
use std::ops::Range;

impl Document<'_> {
    /// The page pruned by tag paths, as normalized HTML: the nodes that [`crate::published::tag_path`] keeps, inside
    /// `html` and `body`. A page without a body (a frameset) gives its empty frame; without
    /// [`Parts::REGION`](crate::Parts::REGION), nothing is pruned.
    ///
    /// ```
    /// use blockmask::{Analyzer, Options, Parts};
    ///
    /// let mut analyzer = Analyzer::new(Options::with_parts(Parts::REGION));
    /// let page = analyzer.analyze(b"<p>One<p CLASS=x>Two &copy; &lt;").unwrap();
    /// assert_eq!(page.pruned_html(), "<html><body><p>One</p><p class=\"x\">Two \u{a9} &lt;</p></body></html>");
    /// ```
    pub fn pruned_html(&self) -> String {
        let tree = &self.page.tree;
        let keep = |node: u32| {
            self.end_if_cancelled();
            self.tag_path.is_none_or(|tag_path| tag_path.keep.get(node as usize) == Some(&1))
                || node == tree.html
                || tree.nodes[node as usize].tag == Tag::DOCTYPE
        };
        or_end(|| serialize(tree, keep, SerializeOptions::default()).unwrap_or_else(|_| end()))
    }

    /// The main content as normalized HTML: the texts of all blocks that are not template, with their ancestors and the
    /// images and line breaks among them, in a form that simple parsers read correctly ([`Profile::Portable`]).
    ///
    /// ```
    /// let mut analyzer = blockmask::Analyzer::new(blockmask::Options::default());
    /// let html = b"<nav><a href=/>Home</a></nav>\
    ///     <p>Rain fell on the city for the <b>third</b> day, and the river rose.";
    /// let page = analyzer.analyze(html).unwrap();
    /// let main = "<p>Rain fell on the city for the <b>third</b> day, and the river rose.</p>";
    /// assert_eq!(page.main_html(), format!("<html><head></head><body>{main}</body></html>"));
    /// ```
    pub fn main_html(&self) -> String {
        or_end(|| self.serialized_main().unwrap_or_else(|_| end()))
    }

    fn serialized_main(&self) -> Result<String, TryReserveError> {
        let keep = self.content_nodes()?;
        let options = SerializeOptions { profile: Profile::Portable, comments: false };
        let is_kept = |node: u32| {
            self.end_if_cancelled();
            keep.get(node as usize) == Some(&true)
        };
        serialize(&self.page.tree, is_kept, options)
    }

    /// By node index: whether the node or one of its descendants is main content.
    fn content_nodes(&self) -> Result<Vec<bool>, TryReserveError> {
        let tree = &self.page.tree;
        let mut keep = Vec::new();
        keep.try_reserve_exact(tree.nodes.len())?;
        keep.resize(tree.nodes.len(), false);
        for skeleton in [tree.html, tree.head, tree.body].into_iter().filter(|&node| node != NONE) {
            keep[skeleton as usize] = true;
        }
        self.keep_formulas(&mut keep);
        let mut block = 0;
        for (index, node) in tree.nodes.iter().enumerate() {
            self.end_if_cancelled();
            let is_leaf = matches!(node.tag, Tag::TEXT | Tag::BR | Tag::WBR | Tag::IMG);
            if node.tag != Tag::DOCTYPE && !(is_leaf && self.is_content(index, &mut block)) {
                continue;
            }
            self.keep_with_ancestors(&mut keep, index);
        }
        Ok(keep)
    }

    /// All ancestors of a kept node are kept, so each node is visited once.
    fn keep_with_ancestors(&self, keep: &mut [bool], node: usize) {
        for at in self.page.tree.ancestors(node as u32).take_while(|&at| at != 0) {
            if std::mem::replace(&mut keep[at as usize], true) {
                break;
            }
        }
    }

    /// Keeps the formulas of blocks that are not template: MathML without scripts and drawings in it, images, and scripts
    /// that hold TeX.
    fn keep_formulas(&self, keep: &mut [bool]) {
        let nodes = self.page.tree.nodes;
        for formula in self.page.formulas {
            let block = self.page.block_at(formula.text.0);
            if self.mask.labels.get(block).is_some_and(|label| label.is_template) {
                continue;
            }
            self.keep_with_ancestors(keep, formula.node as usize);
            let Range { start: mut at, end } = self.page.tree.subtree(formula.node);
            at += 1;
            while at < end {
                let node = &nodes[at];
                let is_left_out =
                    matches!(node.tag, Tag::SCRIPT | Tag::STYLE | Tag::TEMPLATE | Tag::SVG | Tag::COMMENT);
                keep[at] = !is_left_out;
                at = if is_left_out { node.subtree_end as usize } else { at + 1 };
            }
        }
    }

    /// Whether a leaf is visible and its source range overlaps a block of main content. `at` is the block found last.
    fn is_content(&self, index: usize, at: &mut usize) -> bool {
        let node = &self.page.tree.nodes[index];
        let element = if node.tag == Tag::TEXT { node.parent as usize } else { index };
        if self.page.contexts[element].flags & flag::DROPPED != 0 {
            return false;
        }
        *at = self.page.first_not_before(*at, |block| block.source.1 <= node.start);
        self.block(*at).is_some_and(|block| block.table_entry().source.0 < node.end && block.is_main())
    }
}
