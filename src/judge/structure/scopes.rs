//! Scopes: the elements that structure text, with inherited values, collected in one preorder pass.

use super::BlockType;
use super::grid::{self, Cell, DeclaredSpans, Position};
use crate::base::arena::{Bump, Vec};
use crate::read::html::attributes::Name;
use crate::read::html::scan::{contains_name, same_name};
use crate::read::html::{NONE, Namespace, Node, Tag, Tree};
use crate::read::page::{Page, flag};

/// An element that structures the text inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Node index of the element.
    pub node: u32,
    /// The scope around it; [`NONE`] for the first one.
    pub parent: u32,
    /// The number of the innermost list around its text, from 0, or [`NONE`].
    pub list: u32,
    /// The position of the item in this list, from 0, or [`NONE`].
    pub item: u32,
    /// The number that the item shows, if the list is ordered.
    pub number: i32,
    /// The innermost cell of a data table, an index of [`super::Structure::cells`], or [`NONE`].
    pub cell: u32,
    /// The attribute that declares the language, or [`NONE`].
    pub language: u32,
    /// The number of lists that contain its text.
    pub list_depth: u16,
    /// The number of `blockquote` elements that contain its text.
    pub quote_depth: u16,
    /// The type of its text.
    pub kind: BlockType,
    /// The number of the [`super::Direction`], or 0.
    pub direction: u8,
    /// Whether line feeds in its text are line breaks.
    pub is_preformatted: bool,
    /// Whether the innermost list is ordered.
    pub is_ordered: bool,
}

pub(super) const PAGE: Scope = Scope {
    node: 0,
    parent: NONE,
    list: NONE,
    item: NONE,
    number: 0,
    cell: NONE,
    language: NONE,
    list_depth: 0,
    quote_depth: 0,
    kind: BlockType::Paragraph,
    direction: 0,
    is_preformatted: false,
    is_ordered: false,
};

/// From this node on, text is in this scope, up to the next change.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub node: u32,
    pub scope: u32,
}

/// The effect of an element on the structure of its text.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Action {
    None,
    List,
    Item,
    Table,
    RowGroup,
    Row,
    Cell,
    Quotation,
    Preformatted,
    /// Sets the type of its text.
    Label,
    /// A property of layout tables.
    Heading,
    Image,
}

static ACTIONS: [Action; 256] = {
    let mut actions = [Action::None; 256];
    let groups: [(&[Tag], Action); 11] = [
        (&[Tag::UL, Tag::OL, Tag::MENU, Tag::DIR, Tag::DL], Action::List),
        (&[Tag::LI, Tag::DT, Tag::DD], Action::Item),
        (&[Tag::TABLE], Action::Table),
        (&[Tag::THEAD, Tag::TBODY, Tag::TFOOT], Action::RowGroup),
        (&[Tag::TR], Action::Row),
        (&[Tag::TD, Tag::TH], Action::Cell),
        (&[Tag::BLOCKQUOTE], Action::Quotation),
        (&[Tag::PRE, Tag::LISTING, Tag::XMP, Tag::PLAINTEXT], Action::Preformatted),
        (&[Tag::CAPTION, Tag::FIGCAPTION, Tag::LEGEND], Action::Label),
        (&[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6], Action::Heading),
        (&[Tag::IMG], Action::Image),
    ];
    let mut group = 0;
    while group < groups.len() {
        let (tags, action) = groups[group];
        let mut i = 0;
        while i < tags.len() {
            actions[tags[i].0 as usize] = action;
            i += 1;
        }
        group += 1;
    }
    actions
};

/// Attributes that any element may have, and that its text inherits; inline styles have been read already.
const INHERITED: u16 = Name::LANG.bit() | Name::DIR.bit();

/// The type of text that the element defines; `None` if it is decided elsewhere.
fn kind_of(tag: Tag) -> Option<BlockType> {
    Some(match tag {
        Tag::LI => BlockType::ListItem,
        Tag::DT => BlockType::DefinitionTerm,
        Tag::DD => BlockType::Definition,
        Tag::BLOCKQUOTE => BlockType::Quotation,
        Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => BlockType::Code,
        Tag::CAPTION | Tag::FIGCAPTION => BlockType::Caption,
        Tag::LEGEND => BlockType::FormText,
        _ => return None,
    })
}

/// Whether the own style of an element names a font for code.
fn is_monospaced(tree: &Tree<'_>, node: &Node) -> bool {
    let style = tree.attribute(node, Name::STYLE).map(|style| tree.raw_value(style)).unwrap_or_default();
    let fonts: [&[u8]; 4] = [b"mono", b"courier", b"consolas", b"menlo"];
    fonts.iter().any(|font| contains_name(style, font))
}

/// Whether an ordered list is a listing of code without `pre`, as GeSHi and its descendants write it: each item has a `div`
/// with the class or the font of a line.
fn is_listing(tree: &Tree<'_>, list: u32) -> bool {
    let first = |parent: u32, tag: Tag| {
        let child = tree.children(parent).take(2).find(|&at| tree.nodes[at as usize].tag.is_element())?;
        (tree.nodes[child as usize].tag == tag).then_some(child)
    };
    let is_list = tree.nodes[list as usize].tag == Tag::OL;
    let line = if is_list { first(list, Tag::LI).and_then(|item| first(item, Tag::DIV)) } else { None };
    line.is_some_and(|line| {
        let line = &tree.nodes[line as usize];
        tree.class_names(line).any(|name| same_name(name, b"de1") || same_name(name, b"de2"))
            || is_monospaced(tree, line)
    })
}

/// A list that is open.
#[derive(Clone, Copy, Debug)]
struct OpenList {
    scope: u32,
    items: u32,
    next_number: i32,
    /// From one number to the next: 1, or -1 if the list counts down.
    step: i32,
}

/// A table that is open.
#[derive(Clone, Copy, Debug)]
struct OpenTable {
    scope: u32,
    number: u32,
    position: Position,
}

/// Evidence for data tables and layout tables.
#[derive(Clone, Copy, Debug, Default)]
struct TableFacts {
    /// It has a caption, a `thead` or a `th`.
    is_labeled: bool,
    /// It is marked as presentation, or contains another table.
    is_layout: bool,
    has_heading: bool,
    /// It has a cell whose text is dropped, such as the numbers of the lines of code.
    has_numbers: bool,
    rows: u32,
    columns: u16,
}

impl TableFacts {
    fn is_data(&self) -> bool {
        !self.is_layout && (self.is_labeled || self.rows > 1 && self.columns > 1 && !self.has_heading)
    }
}

/// Collects the scopes of a page.
pub(super) struct Collector<'s, 'p> {
    tree: &'p Tree<'p>,
    page: &'p Page<'p>,
    pub scopes: Vec<'s, Scope>,
    pub changes: Vec<'s, Change>,
    pub cells: Vec<'s, Cell>,
    /// Node and `alt` of each image.
    pub images: Vec<'s, (u32, u32)>,
    /// The scopes that are open.
    open: Vec<'s, u32>,
    lists: Vec<'s, OpenList>,
    tables: Vec<'s, OpenTable>,
    /// By number of the table.
    facts: Vec<'s, TableFacts>,
    spans: grid::Vec<'s>,
    list_count: u32,
    /// Of the page, from the current node on.
    line_styles: &'p [(u32, bool)],
    budget: u64,
}

impl<'s, 'p> Collector<'s, 'p> {
    pub fn new(arena: &'s Bump, page: &'p Page<'p>) -> Self {
        let nodes = page.tree.nodes.len();
        let mut collector = Collector {
            tree: &page.tree,
            page,
            scopes: Vec::with_capacity_in(nodes / 8 + 8, arena),
            changes: Vec::with_capacity_in(nodes / 4 + 8, arena),
            cells: Vec::with_capacity_in(16, arena),
            images: Vec::with_capacity_in(16, arena),
            open: Vec::with_capacity_in(32, arena),
            lists: Vec::with_capacity_in(8, arena),
            tables: Vec::with_capacity_in(8, arena),
            facts: Vec::with_capacity_in(8, arena),
            spans: Vec::with_capacity_in(8, arena),
            list_count: 0,
            line_styles: page.line_styles,
            budget: 64 * nodes as u64 + 4096,
        };
        collector.scopes.push(PAGE);
        collector.changes.push(Change { node: 0, scope: 0 });
        collector.open.push(0);
        collector
    }

    pub fn is_cut(&self) -> bool {
        self.budget == 0
    }

    /// Visits all nodes.
    #[inline(never)]
    pub fn collect(&mut self) {
        let tree = self.tree;
        for (i, node) in tree.nodes.iter().enumerate() {
            let action = ACTIONS[node.tag.0 as usize];
            if action != Action::None || node.known & (INHERITED | Name::STYLE.bit()) != 0 {
                self.visit(i as u32, node, action);
            }
        }
        self.close_before(tree.nodes.len() as u32);
    }

    #[inline(never)]
    fn visit(&mut self, index: u32, node: &Node, action: Action) {
        let preserves_lines = self.line_style(index);
        if action == Action::None && node.known & INHERITED == 0 && preserves_lines.is_none() {
            return;
        }
        let is_text = self.page.contexts[index as usize].flags & flag::DROPPED == 0;
        if action == Action::Cell && !is_text {
            self.facts_of_table(|facts| facts.has_numbers = true);
        }
        if node.namespace != Namespace::Html || !is_text || !node.tag.is_element() || index == 0 {
            return;
        }
        self.close_before(index);
        match action {
            Action::Image => return self.add_image(index, node),
            Action::RowGroup => return self.begin_group(node),
            Action::Row => return self.begin_row(),
            Action::Heading => self.facts_of_table(|facts| facts.has_heading = true),
            _ if node.subtree_end == index + 1 && action != Action::Cell && action != Action::Item => return,
            _ => {}
        }
        let parent = self.open.last().copied().unwrap_or(0);
        let outer = self.scopes[parent as usize];
        // Highlighters write the lines of code as the items of a list.
        let is_listing = |list: u32| self.tree.nodes[list as usize].tag == Tag::PRE || is_listing(self.tree, list);
        if matches!(action, Action::List | Action::Item) && is_listing(outer.node) {
            return;
        }
        let mut scope = Scope { node: index, parent, ..outer };
        let number = self.scopes.len() as u32;
        match action {
            Action::List if is_listing(index) => (scope.kind, scope.is_preformatted) = (BlockType::Code, true),
            Action::List => self.begin_list(&mut scope, number, node),
            Action::Item => self.begin_item(&mut scope, node),
            Action::Table => self.begin_table(number, node),
            Action::Cell => self.begin_cell(&mut scope, node),
            Action::Quotation => scope.quote_depth = scope.quote_depth.saturating_add(1),
            Action::Preformatted => {
                scope.is_preformatted = true;
                self.facts_of_table(|facts| facts.is_layout |= facts.has_numbers);
            }
            Action::Label if node.tag == Tag::CAPTION => self.facts_of_table(|facts| facts.is_labeled = true),
            _ => {}
        }
        if node.known & INHERITED != 0 {
            self.read_attributes(&mut scope, node);
        }
        if let Some(preserves) = preserves_lines {
            scope.is_preformatted = preserves;
            if preserves && is_monospaced(self.tree, node) {
                scope.kind = BlockType::Code;
            }
        }
        if matches!(action, Action::None | Action::Heading) && scope == (Scope { node: index, parent, ..outer }) {
            return;
        }
        self.scopes.push(scope);
        self.open.push(number);
        self.change(index, number);
    }

    /// Whether the inline style of an element keeps line feeds; `None` if it does not specify that. Elements must be
    /// queried in order.
    #[inline]
    fn line_style(&mut self, index: u32) -> Option<bool> {
        let (&(_, preserves), rest) = self.line_styles.split_first().filter(|(style, _)| style.0 == index)?;
        self.line_styles = rest;
        Some(preserves)
    }

    #[inline]
    fn change(&mut self, node: u32, scope: u32) {
        match self.changes.last_mut() {
            Some(last) if last.node == node => last.scope = scope,
            _ => self.changes.push(Change { node, scope }),
        }
    }

    /// Closes the scopes that end before a node.
    fn close_before(&mut self, index: u32) {
        while let Some(&scope) = self.open.last()
            && scope != 0
        {
            let Scope { node, parent, .. } = self.scopes[scope as usize];
            let end = self.tree.nodes[node as usize].subtree_end;
            if end > index {
                return;
            }
            self.open.pop();
            self.change(end, parent);
            if self.lists.last().is_some_and(|list| list.scope == scope) {
                self.lists.pop();
            }
            if let Some(table) = self.tables.last_mut()
                && table.scope == scope
            {
                table.position.end_group(&mut self.spans);
                self.facts[table.number as usize].rows = table.position.rows();
                self.tables.pop();
            }
        }
    }

    fn begin_list(&mut self, scope: &mut Scope, number: u32, node: &Node) {
        scope.list = self.list_count;
        scope.item = NONE;
        scope.is_ordered = node.tag == Tag::OL;
        scope.list_depth = scope.list_depth.saturating_add(1);
        self.list_count += 1;
        let start = if scope.is_ordered { self.integer(node, Name::START) } else { None };
        let is_reversed = scope.is_ordered && self.tree.attribute(node, Name::REVERSED).is_some();
        let (first, step) = if is_reversed { (self.items_of(scope.node), -1) } else { (1, 1) };
        self.lists.push(OpenList { scope: number, items: 0, next_number: start.unwrap_or(first), step });
    }

    /// The number of items of a list, which are its children unless the markup is invalid.
    fn items_of(&self, list: u32) -> i32 {
        let nodes = &self.tree.nodes;
        let (mut at, end) = (list + 1, nodes[list as usize].subtree_end);
        let mut count = 0i32;
        while at < end {
            let child = &nodes[at as usize];
            count += i32::from(child.tag == Tag::LI);
            at = child.subtree_end.max(at + 1);
        }
        count
    }

    fn begin_item(&mut self, scope: &mut Scope, node: &Node) {
        let value = if scope.is_ordered { self.integer(node, Name::VALUE) } else { None };
        let Some(list) = self.lists.last_mut() else { return };
        scope.item = list.items;
        scope.number = value.unwrap_or(list.next_number);
        list.items += 1;
        list.next_number = scope.number.saturating_add(list.step);
    }

    fn begin_table(&mut self, scope: u32, node: &Node) {
        self.facts_of_table(|facts| facts.is_layout = true);
        let is_layout = self.tree.has_role(node, &[b"presentation", b"none"]);
        self.tables.push(OpenTable { scope, number: self.facts.len() as u32, position: Position::new(&self.spans) });
        self.facts.push(TableFacts { is_layout, ..TableFacts::default() });
    }

    fn begin_group(&mut self, node: &Node) {
        if let Some(table) = self.tables.last_mut() {
            table.position.end_group(&mut self.spans);
            self.facts[table.number as usize].is_labeled |= node.tag == Tag::THEAD;
        }
    }

    fn begin_row(&mut self) {
        if let Some(table) = self.tables.last_mut() {
            table.position.begin_row(&mut self.spans, &mut self.budget);
        }
    }

    fn begin_cell(&mut self, scope: &mut Scope, node: &Node) {
        let declared = |name| self.integer(node, name).and_then(|span| u32::try_from(span).ok());
        let spans = match node.known & 1 {
            0 => DeclaredSpans { columns: 1, rows: 1 },
            _ => DeclaredSpans {
                columns: declared(Name::COLSPAN).unwrap_or(1),
                rows: declared(Name::ROWSPAN).unwrap_or(1),
            },
        };
        let Some(table) = self.tables.last_mut() else { return };
        let mut cell = table.position.place(table.number, spans, &mut self.spans, &mut self.budget);
        cell.is_header = node.tag == Tag::TH;
        let facts = &mut self.facts[table.number as usize];
        facts.columns = facts.columns.max(cell.column.saturating_add(1));
        facts.is_labeled |= cell.is_header;
        scope.cell = self.cells.len() as u32;
        self.cells.push(cell);
    }

    /// Updates the state of the innermost table, if there is one.
    fn facts_of_table(&mut self, change: impl FnOnce(&mut TableFacts)) {
        if let Some(table) = self.tables.last() {
            change(&mut self.facts[table.number as usize]);
        }
    }

    fn add_image(&mut self, index: u32, node: &Node) {
        let is_empty = |alt: &[u8]| alt.trim_ascii().is_empty();
        let found = self.tree.attributes_of(node).iter().position(|attribute| attribute.name == Name::ALT);
        let Some(alt) = found.map(|at| node.attributes as usize + at) else { return };
        if !is_empty(self.tree.raw_value(&self.tree.attributes[alt])) {
            self.images.push((index, alt as u32));
        }
    }

    fn read_attributes(&self, scope: &mut Scope, node: &Node) {
        for (i, attribute) in self.tree.each_attribute(node).enumerate() {
            match attribute.name {
                Name::LANG => scope.language = node.attributes + i as u32,
                Name::DIR => {
                    let names: [&[u8]; 3] = [b"ltr", b"rtl", b"auto"];
                    let value = self.tree.raw_value(attribute).trim_ascii();
                    if let Some(at) = names.iter().position(|name| same_name(value, name)) {
                        scope.direction = at as u8 + 1;
                    }
                }
                _ => {}
            }
        }
    }

    /// The value of an attribute that is an integer (HTML, "Signed integers").
    fn integer(&self, node: &Node, name: Name) -> Option<i32> {
        let value = self.tree.raw_value(self.tree.attribute(node, name)?).trim_ascii_start();
        let (is_negative, digits) = match value {
            [b'-', digits @ ..] => (true, digits),
            [b'+', digits @ ..] => (false, digits),
            _ => (false, value),
        };
        let end = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
        let digits = std::str::from_utf8(&digits[..end]).ok().filter(|digits| !digits.is_empty())?;
        let value = digits.parse::<i32>().unwrap_or(i32::MAX);
        Some(if is_negative { -value } else { value })
    }

    /// Sets the type of text of each scope, once it is known which tables are layout tables.
    pub fn leave_layout_tables(&mut self) {
        for i in 1..self.scopes.len() {
            let scope = self.scopes[i];
            let outer = self.scopes[scope.parent as usize];
            let node = &self.tree.nodes[scope.node as usize];
            let is_cell = matches!(node.tag, Tag::TD | Tag::TH) && scope.cell != outer.cell && scope.cell != NONE;
            let own = if is_cell { self.cells.get(scope.cell as usize) } else { None };
            let cell = own.filter(|cell| self.facts[cell.table as usize].is_data());
            let (kind, cell) = match cell {
                Some(Cell { is_header: true, .. }) => (BlockType::TableHeader, scope.cell),
                Some(_) => (BlockType::TableCell, scope.cell),
                None if scope.kind == BlockType::Code => (scope.kind, outer.cell),
                None => (kind_of(node.tag).unwrap_or(outer.kind), outer.cell),
            };
            self.scopes[i] = Scope { kind, cell, ..scope };
        }
    }
}
