//! Parses a page in UTF-8 and builds its tables: tree, contexts, text, fragments, blocks.

use super::attempt::check;
use super::memory::{ArenaUse, MemoryBudget};
use crate::arena::{Arena, Bump};
use crate::error::{Error, Failure};
use crate::flags::Truncation;
use crate::html::{self, ParseOptions, Tree, TreeSize, Workspace};
use crate::limits::Watch;
use crate::options::Options;
use crate::page::{self, BOUNDARIES, Contexts, Page, TokenMode, gap};
use std::cell::Cell;

/// Builds the tables of a page.
pub(super) struct Reader<'w, 'a> {
    pub options: &'w Options,
    pub workspace: &'w Cell<Workspace>,
    pub spare: &'a Bump,
    pub view: &'a [u8],
    pub watch: Watch,
    pub memory: MemoryBudget,
}

impl<'a> Reader<'_, 'a> {
    /// Returns an error if the analysis was cancelled, or if a limit was reached and
    /// [`OnLimit::Fail`](crate::OnLimit::Fail) is set.
    pub fn check(&self, limits: Truncation) -> Result<(), Error> {
        check(self.options, &self.watch, limits)
    }

    /// Parses the page and builds its tables. Returns the page, the arena of the tables (for the results of the
    /// algorithms), and whether the page was recovered.
    ///
    /// A page whose text is swallowed by an element that its author believed closed is parsed again in recovery mode,
    /// which prevents this. The second tree is used if it has considerably more text.
    pub fn read(
        &mut self,
        first: &'a mut Arena,
        second: &'a mut Arena,
        tables: &'a mut Arena,
    ) -> Result<(Page<'a>, &'a Bump, bool), Failure> {
        let (mut tree, mut contexts) = self.parse(first, ArenaUse::Tree, false)?;
        let mut recovered = false;
        if let Some(threshold) = page::recovery_threshold(&tree, &contexts) {
            let (second_tree, second_contexts) = self.parse(second, ArenaUse::SecondTree, true)?;
            recovered = page::body_text_bytes(&second_tree, &second_contexts) >= threshold;
            if recovered {
                (tree, contexts) = (second_tree, second_contexts);
            }
        }
        self.check(tree.truncation)?;
        let limit = self.memory.available_to(&[ArenaUse::Tables]);
        let arena: &'a Bump = tables.begin(page::arena_capacity(&tree, &contexts), limit)?;
        let max_blocks = self.options.limits.max_blocks;
        let page = page::build(arena, tree, &contexts, &self.options.wrap_options(), max_blocks);
        Ok((page, arena, recovered))
    }

    /// Parses the page into an arena.
    fn parse(
        &mut self,
        arena: &'a mut Arena,
        used: ArenaUse,
        recover: bool,
    ) -> Result<(Tree<'a>, Contexts<'a>), Failure> {
        let limits = &self.options.limits;
        let parse = ParseOptions {
            max_depth: limits.max_depth,
            max_nodes: limits.max_nodes,
            max_attributes: limits.max_attributes,
            recover,
            boundaries: &BOUNDARIES,
            omit_blanks_after: gap::BLOCK,
        };
        let size = TreeSize::estimate(self.view);
        let capacity = size.bytes() + size.nodes * page::CONTEXT_BYTES_PER_NODE;
        // While tree construction moves nodes, the spare arena needs about half as much memory as the nodes.
        let available = self.memory.available_to(&[used]);
        let spare = self.spare.allocated_bytes();
        self.spare.set_allocation_limit(available.map(|bytes| spare + bytes / 3));
        let arena: &'a Bump = arena.begin(capacity, available.map(|bytes| bytes - bytes / 3))?;
        let mut workspace = self.workspace.take();
        workspace.watch = std::mem::take(&mut self.watch);
        let tree = html::parse_sized(arena, self.spare, self.view, size, &parse, &mut workspace);
        self.watch = std::mem::take(&mut workspace.watch);
        self.workspace.set(workspace);
        self.watch.check()?;
        let contexts = page::contexts(arena, &tree, self.options.token_mode == TokenMode::Paper);
        self.memory.record(used, arena);
        self.memory.record(ArenaUse::Spare, self.spare);
        Ok((tree, contexts))
    }
}
