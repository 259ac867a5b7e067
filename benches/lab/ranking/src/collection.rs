//! A collection: pages as blocks of words, and an inverted index of the words that queries ask for.

use crate::html::{hash, meta, words};
use crate::sites::{RawPage, RawSite};
use blockmask::internals::html::Tag;
use blockmask::{Analyzer, Document, FactOptions, Field, Input, Options, PageKind};
use std::collections::{HashMap, HashSet};

/// How many classes of blocks there are; see [`class_of`].
pub const CLASSES: usize = Field::VALUES.len() + 3;
/// Names of the classes, for reports.
pub const CLASS_NAMES: [&str; CLASSES] = [
    "title",
    "h1",
    "heading",
    "linked-heading",
    "label",
    "text",
    "code",
    "in-page-link",
    "link",
    "byline",
    "comment",
    "hidden",
    "heading of documentation",
    "dt",
    "alternative text",
];
/// The class of the alternative text of an image, which is no block of the page.
pub const ALTERNATIVE_TEXT: u8 = CLASSES as u8 - 1;

/// What ranking needs to know of a block.
#[derive(Clone, Copy)]
pub struct Block {
    pub class: u8,
    pub field: Field,
    /// [`blockmask::Block::weight`].
    pub weight: u8,
    pub probability: f32,
    pub is_template: bool,
    /// Many pages of the site have a block with this text.
    pub is_repeated: bool,
    pub heading: u8,
    /// The kind of its page.
    pub kind: Option<PageKind>,
    /// For what is no text of the page.
    pub beside: Option<Beside>,
    pub words: u32,
}

/// What is no text of a page and says what it is about; only methods that ask for it search it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Beside {
    /// The words of its address.
    Address,
    /// The fact `description`.
    Description,
    /// `<meta name=keywords>`.
    Keywords,
    /// The fact `authors`.
    Authors,
    /// The texts of links of other pages of the site to it, each once.
    Anchors,
}

pub struct Page {
    /// The blocks of the page in [`Collection::blocks`].
    pub blocks: std::ops::Range<usize>,
}

/// How often a word occurs in a block.
pub struct Posting {
    pub page: u32,
    pub block: u32,
    pub count: u32,
}

pub struct Query {
    pub kind: String,
    pub is_title: bool,
    pub words: Vec<u32>,
    /// Indices of pages, in order.
    pub relevant: Vec<u32>,
}

#[derive(Default)]
pub struct Collection {
    pub name: String,
    pub generator: String,
    pub is_web: bool,
    pub pages: Vec<Page>,
    pub blocks: Vec<Block>,
    pub postings: Vec<Vec<Posting>>,
    pub queries: Vec<Query>,
    pub sizes: Sizes,
}

/// Pairs of word and page in an index of everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sizes {
    pub full: u64,
    /// Without what the mask calls template.
    pub main: u64,
    /// Without what the mask calls template and what many pages of the site have.
    pub not_repeated: u64,
}

/// The class of a block: its field, and the two distinctions that weights make inside a field.
fn class_of(document: &Document<'_>, block: &blockmask::Block<'_, '_>) -> u8 {
    let tag = document.page().tree.nodes[block.table_entry().container as usize].tag;
    match block.field() {
        Field::Heading if document.kind() == Some(PageKind::Documentation) => CLASSES as u8 - 3,
        Field::Label if tag == Tag::DT && block.tokens() <= 12 => CLASSES as u8 - 2,
        field => field as u8 - 1,
    }
}

/// The alternative text of an image as a block, which only methods that ask for its weight search.
fn alternative_text(weight: u8) -> Block {
    beside(weight, None)
}

fn beside(weight: u8, beside: Option<Beside>) -> Block {
    Block {
        beside,
        class: ALTERNATIVE_TEXT,
        field: Field::Hidden,
        weight,
        probability: 0.0,
        is_template: true,
        is_repeated: false,
        heading: 0,
        kind: None,
        words: 0,
    }
}

/// Builds the collection of a site, with at most `most` queries of a kind.
pub fn build(site: RawSite, most: usize) -> Collection {
    let mut builder = Builder::new(&site, most);
    let repeated = repeated_texts(&site.pages);
    let anchors = anchors(&site.pages);
    let mut analyzer = Analyzer::new(Options::default());
    for page in &site.pages {
        let input = Input::new(&page.bytes).address(&page.address);
        if let Ok(document) = analyzer.analyze_input(input) {
            let anchors = anchors.get(page.address.as_str()).map(Vec::as_slice).unwrap_or_default();
            builder.add(page, &document, &repeated, anchors);
        }
    }
    let Builder { mut collection, .. } = builder;
    collection.queries.retain(|query| !query.relevant.is_empty());
    collection
}

struct Builder {
    collection: Collection,
    ids: HashMap<String, u32>,
    /// Queries by the names of their pages.
    wanted: HashMap<String, Vec<usize>>,
}

impl Builder {
    fn new(site: &RawSite, most: usize) -> Builder {
        let mut collection = Collection {
            name: site.name.clone(),
            generator: site.generator.clone(),
            is_web: site.is_web,
            ..Collection::default()
        };
        let names: HashSet<&str> = site.pages.iter().map(|page| page.name.as_str()).collect();
        let (mut ids, mut wanted) = (HashMap::new(), HashMap::<String, Vec<usize>>::new());
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for query in &site.queries {
            let count = counts.entry(&query.kind).or_default();
            if *count >= most || !query.relevant.iter().any(|name| names.contains(name.as_str())) {
                continue;
            }
            let mut found: Vec<u32> = Vec::new();
            for word in words(&query.text) {
                let next = ids.len() as u32;
                let id = *ids.entry(word).or_insert(next);
                if !found.contains(&id) {
                    found.push(id);
                }
            }
            if found.is_empty() {
                continue;
            }
            *count += 1;
            for name in &query.relevant {
                wanted.entry(name.clone()).or_default().push(collection.queries.len());
            }
            let (kind, is_title) = (query.kind.clone(), query.is_title());
            collection.queries.push(Query { kind, is_title, words: found, relevant: Vec::new() });
        }
        collection.postings = (0..ids.len()).map(|_| Vec::new()).collect();
        Builder { collection, ids, wanted }
    }

    fn add(&mut self, page: &RawPage, document: &Document<'_>, repeated: &HashSet<u64>, anchors: &[String]) {
        let first = self.collection.blocks.len();
        let (mut all, mut main, mut own) = (HashSet::new(), HashSet::new(), HashSet::new());
        for block in document.blocks() {
            let (field, is_template) = (block.field(), block.is_template());
            let is_repeated = repeated.contains(&hash(block.text()));
            if field != Field::Hidden {
                for word in words(block.text()) {
                    let key = hash(&word);
                    all.insert(key);
                    if !is_template || field == Field::Title {
                        main.insert(key);
                    }
                    if !(is_template && is_repeated) {
                        own.insert(key);
                    }
                }
            }
            let entry = Block {
                class: class_of(document, &block),
                field,
                weight: block.weight(),
                probability: block.probability(),
                is_template,
                is_repeated,
                heading: block.heading_level(),
                kind: document.kind(),
                beside: None,
                words: 0,
            };
            self.add_text(block.text(), entry);
        }
        for image in document.images() {
            self.add_text(&image.alt(), alternative_text(image.weight()));
        }
        self.add_text(path_of(&page.address), beside(0, Some(Beside::Address)));
        let facts = document.facts(&FactOptions::default());
        if let Some(description) = &facts.description {
            self.add_text(&description.value, beside(0, Some(Beside::Description)));
        }
        for keywords in meta(document, "keywords") {
            self.add_text(&keywords, beside(0, Some(Beside::Keywords)));
        }
        for author in &facts.authors {
            self.add_text(&author.value, beside(0, Some(Beside::Authors)));
        }
        for text in anchors {
            self.add_text(text, beside(0, Some(Beside::Anchors)));
        }
        let Collection { pages, blocks, queries, sizes, .. } = &mut self.collection;
        sizes.full += all.len() as u64;
        sizes.main += main.len() as u64;
        sizes.not_repeated += own.len() as u64;
        for &query in self.wanted.get(&page.name).into_iter().flatten() {
            queries[query].relevant.push(pages.len() as u32);
        }
        pages.push(Page { blocks: first..blocks.len() });
    }

    /// Adds a block of the page that is being added, with the words of its text.
    fn add_text(&mut self, text: &str, block: Block) {
        let Collection { pages, blocks, postings, .. } = &mut self.collection;
        let mut counts: HashMap<u32, u32> = HashMap::new();
        let mut count = 0;
        for word in words(text) {
            count += 1;
            if let Some(&id) = self.ids.get(&word) {
                *counts.entry(id).or_default() += 1;
            }
        }
        let page = pages.len() as u32;
        for (id, count) in counts {
            postings[id as usize].push(Posting { page, block: blocks.len() as u32, count });
        }
        blocks.push(Block { words: count, ..block });
    }
}

/// The path of an address, without its query and fragment.
fn path_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    path.split_once('/').map_or("", |(_, path)| path)
}

/// The texts of links between the pages of a site, by the address that they lead to: each text once.
fn anchors(pages: &[RawPage]) -> HashMap<&str, Vec<String>> {
    let mut texts: HashMap<&str, Vec<String>> = pages.iter().map(|page| (page.address.as_str(), Vec::new())).collect();
    let mut analyzer = Analyzer::new(Options::default());
    for page in pages {
        let Ok(document) = analyzer.analyze_input(Input::new(&page.bytes).address(&page.address)) else { continue };
        for link in document.links() {
            let Some(address) = link.address() else { continue };
            let target = address.split('#').next().unwrap_or_default();
            let text = &document.text()[link.text_range()];
            if target != page.address
                && text.len() <= MOST_ANCHOR
                && let Some(known) = texts.get_mut(target)
                && known.len() < MOST_ANCHORS
                && !known.iter().any(|other| other == text)
            {
                known.push(text.to_owned());
            }
        }
    }
    texts
}

/// The longest text of a link that counts, and how many of a page.
const MOST_ANCHOR: usize = 80;
const MOST_ANCHORS: usize = 32;

/// Hashes of the texts of blocks that at least three pages and a tenth of them have.
pub fn repeated_texts(pages: &[RawPage]) -> HashSet<u64> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    let mut analyzer = Analyzer::new(Options::default());
    for page in pages {
        if let Ok(document) = analyzer.analyze(&page.bytes) {
            let texts: HashSet<u64> = document.blocks().map(|block| hash(block.text())).collect();
            texts.into_iter().for_each(|text| *counts.entry(text).or_default() += 1);
        }
    }
    counts.into_iter().filter(|&(_, count)| count >= 3 && 10 * count >= pages.len()).map(|(text, _)| text).collect()
}
