//! Parses a page in UTF-8 and builds its tables: tree, contexts, text, fragments, blocks.

use super::attempt::check;
use super::input::TreeOnly;
use super::memory::{ArenaUse, MemoryBudget};
use crate::base::arena::{Arena, Bump};
use crate::base::error::{Error, Failure};
use crate::base::flags::{Parts, Truncation};
use crate::base::limits::{ITEMS_PER_CHECK, Watch};
use crate::judge::rules::{NodeRules, Rules};
use crate::options::Options;
use crate::published::tag_path::{ElementPaths, Sequence, StyleMode};
use crate::read::html::{self, Node, ParseOptions, Tree, TreeSize, Workspace};
use crate::read::page::{self, BOUNDARIES, Context, ContextBuilder, Contexts, Page, TokenMode, gap};
use std::cell::Cell;

/// Builds the tables of a page.
pub(super) struct Reader<'w, 'a> {
    pub options: &'w Options,
    pub workspace: &'w Cell<Workspace>,
    pub spare: &'a Bump,
    pub view: &'a [u8],
    pub watch: Watch,
    pub memory: MemoryBudget,
    /// The tree is all that is made, as the standard has it.
    pub tree_only: Option<TreeOnly>,
    /// The rules of the site, and the address of the page.
    pub rules: Option<&'w Rules>,
    pub address: Option<&'w str>,
}

/// A parsed page.
struct Parsed<'a> {
    tree: Tree<'a>,
    contexts: Contexts<'a>,
    element_paths: Option<Sequence<'a>>,
}

/// The tables of a page.
pub(super) struct Read<'w, 'a> {
    pub page: Page<'a>,
    /// The paths of the elements, if they were computed with the contexts.
    pub element_paths: Option<Sequence<'a>>,
    /// The rules that hold on the page.
    pub rules: Option<NodeRules<'w, 'a>>,
    /// The arena of the tables, for the results of the algorithms.
    pub results: &'a Bump,
    /// Whether the page was parsed a second time.
    pub is_recovered: bool,
}

impl<'w, 'a> Reader<'w, 'a> {
    /// Returns an error if the analysis was cancelled, or if a limit was reached and
    /// [`OnLimit::Fail`](crate::OnLimit::Fail) is set.
    pub fn check(&self, limits: Truncation) -> Result<(), Error> {
        check(self.options, &self.watch, limits)
    }

    /// Parses the page and builds its tables.
    ///
    /// If an element without an end tag swallows text, the page is parsed again in recovery mode. The second tree is
    /// used if it has considerably more text.
    pub fn read(
        &mut self,
        first: &'a mut Arena,
        second: &'a mut Arena,
        tables: &'a mut Arena,
    ) -> Result<Read<'w, 'a>, Failure> {
        if self.tree_only.is_some() {
            return self.read_tree(first, tables);
        }
        let mut parsed = self.parse(first, ArenaUse::Tree, false)?;
        let mut is_recovered = false;
        if let Some(threshold) = page::recovery_threshold(&parsed.tree, &parsed.contexts) {
            let second = self.parse(second, ArenaUse::SecondTree, true)?;
            is_recovered = page::body_text_bytes(&second.tree, &second.contexts) >= threshold;
            if is_recovered {
                parsed = second;
            }
        }
        let Parsed { tree, mut contexts, element_paths } = parsed;
        self.check(tree.truncation)?;
        let limit = self.memory.available_to(&[ArenaUse::Tables]);
        let results: &'a Bump =
            tables.begin(page::arena_capacity(&tree, &contexts, self.options.needed_parts()), limit)?;
        let address = self.address;
        let rules = self.rules.map(|rules| rules.on_page(results, &tree, &contexts, address));
        if let Some(rules) = &rules {
            contexts = rules.without_dropped(results, &tree, contexts);
        }
        self.watch.check()?;
        let max_blocks = self.options.limits.max_blocks;
        let page = page::build(
            results,
            tree,
            &contexts,
            &self.options.wrap_options(),
            self.options.omit_metadata,
            max_blocks,
            &self.watch,
        );
        Ok(Read { page, element_paths, rules, results, is_recovered })
    }

    /// Parses the page and leaves all tables but the tree empty. The contexts of nodes are the default ones.
    fn read_tree(&mut self, first: &'a mut Arena, tables: &'a mut Arena) -> Result<Read<'w, 'a>, Failure> {
        let (arena, tree) = self.parse_tree(first, ArenaUse::Tree, false)?;
        let contexts = arena.alloc_slice_fill_copy(tree.nodes.len(), Context::default());
        self.memory.record(ArenaUse::Tree, arena);
        self.memory.record(ArenaUse::Spare, self.spare);
        self.check(tree.truncation)?;
        let results: &'a Bump = tables.begin(0, self.memory.available_to(&[ArenaUse::Tables]))?;
        let page = Page::without_text(tree, contexts);
        Ok(Read { page, element_paths: None, rules: None, results, is_recovered: false })
    }

    /// Parses the page into an arena and computes what its nodes inherit.
    fn parse(&mut self, arena: &'a mut Arena, used: ArenaUse, recover: bool) -> Result<Parsed<'a>, Failure> {
        let (arena, tree) = self.parse_tree(arena, used, recover)?;
        let (contexts, element_paths) = self.inherited(arena, &tree);
        self.memory.record(used, arena);
        self.memory.record(ArenaUse::Spare, self.spare);
        Ok(Parsed { tree, contexts, element_paths })
    }

    /// Parses the page into an arena.
    fn parse_tree(
        &mut self,
        arena: &'a mut Arena,
        used: ArenaUse,
        recover: bool,
    ) -> Result<(&'a Bump, Tree<'a>), Failure> {
        let limits = &self.options.limits;
        let parse = ParseOptions {
            max_depth: limits.max_depth,
            max_nodes: limits.max_nodes,
            max_attributes: limits.max_attributes,
            recover,
            boundaries: &BOUNDARIES,
            omit_blanks_after: if self.tree_only.is_some() { 0 } else { gap::BLOCK },
            context: self.tree_only.and_then(|parsing| parsing.context),
        };
        let size = TreeSize::estimate(self.view);
        let path_bytes = if self.path_style().is_some() { size_of::<u32>() } else { 0 };
        let list_bytes = if page::is_mostly_tags(size.nodes, self.view.len()) { size_of::<u32>() } else { 0 };
        let capacity = size.bytes() + size.nodes * (page::CONTEXT_BYTES_PER_NODE + path_bytes + list_bytes);
        // While tree construction moves nodes, the spare arena needs about half as much memory as the nodes.
        let available = self.memory.available_to(&[used]);
        let spare = self.spare.allocated_bytes();
        self.spare.set_allocation_limit(available.map(|bytes| spare + bytes / 3));
        let arena: &'a Bump = arena.begin(capacity, available.map(|bytes| bytes - bytes / 3))?;
        let mut workspace = self.workspace.take();
        let tree = html::parse_sized(arena, self.spare, self.view, size, &parse, &mut workspace, &mut self.watch);
        self.workspace.set(workspace);
        self.watch.check()?;
        Ok((arena, tree))
    }

    /// Computes contexts and, if needed, the paths of elements, in one loop because nodes and names are no longer in
    /// the cache.
    fn inherited(&self, arena: &'a Bump, tree: &Tree<'a>) -> (Contexts<'a>, Option<Sequence<'a>>) {
        let drop_noscript = self.options.token_mode == TokenMode::Paper;
        let mut contexts =
            ContextBuilder::new(arena, tree, drop_noscript).ignoring_owner(self.options.ignore_page_rules);
        let Some(style) = self.path_style() else {
            for nodes in self.while_wanted(tree) {
                nodes.iter().for_each(|node| contexts.add(node));
            }
            return (contexts.finish(), None);
        };
        let mut paths = ElementPaths::new(arena, self.spare, tree, style);
        for nodes in self.while_wanted(tree) {
            for node in nodes {
                contexts.add(node);
                paths.add(node);
            }
        }
        (contexts.finish(), Some(paths.finish()))
    }

    /// The nodes of a tree in pieces, up to the one before which the analysis is cancelled.
    fn while_wanted<'t>(&self, tree: &Tree<'t>) -> impl Iterator<Item = &'t [Node]> {
        tree.nodes.chunks(ITEMS_PER_CHECK).take_while(|_| !self.watch.is_cancelled())
    }

    /// The style of the paths that are computed with the contexts; `None` if no paths are needed, or only as part of
    /// the complete sequence, or if the classes of the page must be counted first.
    fn path_style(&self) -> Option<StyleMode> {
        let (parts, style) = (self.options.needed_parts(), self.options.experimental.tag_path.style);
        let is_needed = parts.contains(Parts::MASK) && !parts.contains(Parts::REGION);
        (is_needed && style != StyleMode::Reduced).then_some(style)
    }
}
