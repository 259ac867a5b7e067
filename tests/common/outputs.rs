//! All that a document is made into. Tests bound the length of each by the length of the page, and its time; the fuzz
//! target `outputs` makes each of any page. An output that is missing here fails `tests/every_output.rs`.

use blockmask::{
    Document, Fact, FactOptions, Field, MarkdownOptions, Node, NodeKind, Passage, PassageOptions, SiteStats,
};
use std::mem::size_of_val;

/// An output.
pub struct Output {
    pub name: &'static str,
    /// The methods of the library that make it, as `tests/public-api.txt` has them.
    pub methods: &'static [&'static str],
    /// Makes all of it, and returns its length in bytes.
    pub length: fn(&Document<'_>) -> usize,
}

const fn output(name: &'static str, methods: &'static [&'static str], length: fn(&Document<'_>) -> usize) -> Output {
    Output { name, methods, length }
}

pub const OUTPUTS: &[Output] = &[
    output("text", &["Document::text", "Block::text", "Document::title"], |document| document.text().len()),
    output("tree", &["Document::tree"], |document| {
        let tree = document.tree();
        let is_own = |node: &Node<'_, '_>| !matches!(node.kind(), NodeKind::Document | NodeKind::Element);
        let texts: usize = tree.nodes().filter(is_own).map(|node| node.text().len()).sum();
        // Elements that misnesting repeats share the attributes of the original.
        let elements = tree.nodes().filter(|node| node.start_tag().is_some());
        let values = elements.flat_map(|node| node.attributes());
        texts + values.map(|attribute| attribute.name().len() + attribute.value().len()).sum::<usize>()
    }),
    output("tag paths", &["Block::tag_path", "Document::tag_paths", "TagPaths::of"], |document| {
        let mut paths = document.tag_paths();
        document.blocks().map(|block| paths.of(&block).len()).sum()
    }),
    output("formatted text", &["Block::formatted_text"], |document| {
        document.blocks().map(|block| block.formatted_text().len()).sum()
    }),
    output("headings", &["Block::heading_path"], |document| {
        document.blocks().map(|block| 4 * block.heading_path().count()).sum()
    }),
    output("languages", &["Block::language"], |document| {
        document.blocks().filter_map(|block| block.language()).map(str::len).sum()
    }),
    output("link targets", &["Link::target"], |document| document.links().map(|link| link.target().len()).sum()),
    output("link addresses", &["Link::address", "Document::base_address"], |document| {
        document.links().filter_map(|link| link.address()).map(|address| address.len()).sum()
    }),
    output("link relations", &["Link::rel"], |document| document.links().map(|link| link.rel().len()).sum()),
    output("images", &["Image::alt", "Image::target"], |document| {
        document.images().map(|image| image.alt().len() + image.target().len()).sum()
    }),
    output("annotations", &["Document::annotations"], |document| {
        document.annotations().iter().map(|annotation| annotation.text().len()).sum()
    }),
    output("comments", &["Comment::text", "Comment::author", "Comment::date"], |document| {
        document.comments().map(|comment| comment.text().len()).sum()
    }),
    output("main text", &["Document::main_text"], |document| document.main_text().text().len()),
    output("joined fields", &["Document::join_fields"], |document| document.join_fields(Field::VALUES).text().len()),
    output("runs", &["Document::runs"], |document| document.runs().map(|run| run.text.len()).sum()),
    output("plain text", &["Document::plain_text"], |document| document.plain_text().len()),
    output("Markdown", &["Document::markdown"], |document| {
        let mut options = MarkdownOptions::default();
        options.images = true;
        document.markdown(&options).into_text().len()
    }),
    output("passages", &["Document::passages", "Document::passages_by", "Passage::context"], |document| {
        passages(document, 256, 128)
    }),
    output("passages of a word", &["Document::passages"], |document| passages(document, 1, 0)),
    output("text fragment of all", &["Document::text_fragment"], |document| {
        document.text_fragment(0..document.text().len()).len()
    }),
    output("text fragment of a part", &["Document::text_fragment"], |document| {
        let middle = document.text().len() / 2;
        document.text_fragment(middle..middle + 40).len()
    }),
    output("main HTML", &["Document::main_html"], |document| document.main_html().len()),
    output("pruned HTML", &["Document::pruned_html"], |document| document.pruned_html().len()),
    output("zones", &["Document::zone_page"], |document| document.zone_page().map_or(0, |page| page.len())),
    output("blanked page", &["Document::blank_page"], |document| {
        let mut page = document.bytes().to_vec();
        document.blank_page(&mut page).map_or(0, |()| page.len())
    }),
    output("facts", &["Document::facts"], facts),
    output("quality", &["Document::quality"], |document| {
        document.quality().and_then(|quality| quality.reason).map_or(0, |reason| reason.name().len())
    }),
    output("counts", &["Document::counts"], |document| 4 * document.counts().lines.min(1) as usize),
    output("block counts", &["Document::block_counts"], |document| size_of_val(&*document.block_counts())),
    output("page language", &["Document::page_language"], |document| {
        document.page_language().language.map_or(0, str::len)
    }),
    output("block languages", &["Document::block_languages"], |document| size_of_val(&*document.block_languages()) / 6),
    output("table cells", &["Document::table_cells"], |document| {
        let cells = document.table_cells();
        size_of_val(&*cells) + cells.iter().map(|cell| size_of_val(cell.headers())).sum::<usize>()
    }),
    output(
        "groups",
        &["Document::groups", "GroupItem::author", "GroupItem::date", "GroupItem::rating", "GroupItem::price"],
        |document| {
            let groups = document.groups();
            size_of_val(&*groups) + groups.iter().map(|group| size_of_val(group.items())).sum::<usize>()
        },
    ),
    output("records", &["Document::records"], |document| size_of_val(&*document.records())),
    output("site statistics", &["SiteStats::add", "SiteStats::write"], |document| {
        let mut site = SiteStats::with_capacity(1);
        // Only pages that the learned mask judged are added.
        site.add(document, "").map_or(0, |()| site.write().len())
    }),
];

fn passages(document: &Document<'_>, max_tokens: u32, overlap_tokens: u32) -> usize {
    let mut options = PassageOptions::default();
    (options.max_tokens, options.overlap_tokens) = (max_tokens, overlap_tokens);
    let length = |passage: &Passage| passage.text().len() + passage.context().text().len();
    document.passages(&options).iter().map(length).sum()
}

fn facts(document: &Document<'_>) -> usize {
    let mut options = FactOptions::default();
    (options.agents, options.exclusion_attributes) = (&["bot"], &["x"]);
    options.headers = "content-usage: bots=n\ntdm-policy: /p";
    options.properties = true;
    let facts = document.facts(&options);
    let directives = &facts.robots.directives;
    let of_directives: usize = directives
        .iter()
        .map(|directive| directive.agent.len() + directive.name.len() + directive.value.as_ref().map_or(0, String::len))
        .sum();
    let length = |fact: &Fact| fact.value.len();
    let single = [
        &facts.canonical,
        &facts.language,
        &facts.title,
        &facts.page_type,
        &facts.image,
        &facts.site_name,
        &facts.description,
        &facts.keywords,
        &facts.tdm_policy,
        &facts.headline,
    ];
    let of_single: usize = single.into_iter().flatten().map(length).sum();
    let of_alternates: usize = facts.alternates.iter().map(|found| found.language.len() + length(&found.address)).sum();
    let of_types: usize = facts.types.iter().map(length).sum();
    let of_licenses: usize = facts.licenses.iter().map(|found| found.media_type.len() + length(&found.address)).sum();
    let of_uses: usize = facts.usage.iter().map(|rule| rule.agent.len() + size_of_val(rule)).sum();
    let lists = size_of_val(&**directives) + size_of_val(&*facts.exclusions) + size_of_val(&*facts.alternates);
    of_directives + of_single + of_alternates + of_types + of_licenses + of_uses + lists
}

/// Functions that need no output: why.
pub struct Coverage {
    pub why: &'static str,
    pub of: &'static [&'static str],
}

/// The methods that read a document and make no output of their own.
pub const NOT_OUTPUTS: &[Coverage] = &[
    Coverage { why: "one of a fixed list of names", of: &["Document::encoding", "BlockFlags::names"] },
    Coverage { why: "borrows the page", of: &["Document::bytes"] },
    Coverage { why: "borrows what another output made", of: PARTS_OF_OUTPUTS },
    Coverage {
        why: "measured as blockmask_export_arrow",
        of: &["arrow::BatchBuilder::push", "arrow::BatchBuilder::push_with"],
    },
    Coverage { why: "of constant size, made by the analysis", of: &["Document::fingerprint"] },
    Coverage { why: "a handle that the document shares", of: &["OwnedDocument::cancel_token"] },
    Coverage { why: "rows of a table of the analysis, each of constant size", of: ROWS },
    Coverage { why: "a view of the document", of: &["OwnedDocument::document", "OwnedDocument::into_source"] },
];

const PARTS_OF_OUTPUTS: &[&str] = &[
    "Annotation::text",
    "Group::items",
    "JoinedText::into_text",
    "JoinedText::text",
    "Markdown::blocks",
    "Markdown::into_text",
    "Markdown::text",
    "Passage::joined",
    "Passage::roles",
    "Passage::text",
];

const ROWS: &[&str] = &[
    "Block::links",
    "Comment::blocks",
    "Document::block",
    "Document::blocks",
    "Document::comments",
    "Document::headline",
    "Document::images",
    "Document::layout_areas",
    "Document::links",
    "Document::main_regions",
    "Document::segments",
    "Document::visual_areas",
];

/// The bytes that an output may have.
pub fn limit(page: &[u8]) -> usize {
    64 * page.len() + (1 << 20)
}
