//! Weights that were tried, one change each, for `make ranking-develop` and `make ranking-beside`: what gains stands in
//! `src/judge/field/weights.rs`, and the tables of docs/ranking.md measure it on other sites.

use crate::collection::{ALTERNATIVE_TEXT, Beside, Block};
use crate::methods::{by_tags, full_text};
use crate::score::{Method, field_of_tag};
use blockmask::{Field, PageKind};

/// Calls `work` with the name of every candidate and the candidate; the first one is what they are compared with.
pub fn each(work: &mut dyn FnMut(&str, &Method<'_>)) {
    work("full text", &Method::Weighted(&full_text));
    work(
        "title and h1 x8, h2 to h6 x4 by tags",
        &Method::Weighted(&|block| full_text(block) * by_tags(field_of_tag(block))),
    );
    let mut weighted = |name: &str, change: &dyn Fn(&Block, f32) -> f32| {
        work(name, &Method::Weighted(&|block| change(block, f32::from(block.weight)) / 4.0));
    };
    weighted("weight", &|_, weight| weight);
    weighted("title, h1 64", &|block, weight| if is_title(block) { full(block, weight, 64.0) } else { weight });
    weighted("title, h1 48", &|block, weight| if is_title(block) { full(block, weight, 48.0) } else { weight });
    weighted("title 32, h1 64", &|block, weight| {
        if block.field == Field::H1 { full(block, weight, 64.0) } else { weight }
    });
    weighted("linked heading 4", &|block, weight| match block.field {
        Field::LinkedHeading if block.heading > 1 => weight.min(4.0),
        _ => weight,
    });
    weighted("label 12", &|block, weight| {
        if block.field == Field::Label { weight.max(full(block, weight, 12.0)) } else { weight }
    });
    weighted("dt 8", &|block, weight| if block.field == Field::Label { weight.min(8.0) } else { weight });
    weighted("links by kind", &|block, weight| match (block.field, block.kind) {
        (Field::Link, Some(PageKind::Article)) => full(block, weight, 4.0),
        (Field::Link, Some(PageKind::Documentation | PageKind::Listing)) => full(block, weight, 1.0),
        _ => weight,
    });
    weighted("links 4 on articles", &|block, weight| match (block.field, block.kind) {
        (Field::Link, Some(PageKind::Article)) => full(block, weight, 4.0),
        _ => weight,
    });
    weighted("code 4", &|block, weight| if block.field == Field::Code { full(block, weight, 4.0) } else { weight });
    weighted("in-page link 4", &|block, weight| {
        if block.field == Field::InPageLink { weight.min(4.0) } else { weight }
    });
    weighted("heading 24", &|block, weight| {
        if block.field == Field::Heading { full(block, weight, 24.0) } else { weight }
    });
    weighted("heading 16", &|block, weight| if block.field == Field::Heading { weight.min(16.0) } else { weight });
    weighted("title, h1 64; label 12; linked heading 4", &|block, weight| match block.field {
        Field::Title | Field::H1 => full(block, weight, 64.0),
        Field::LinkedHeading if block.heading > 1 => weight.min(4.0),
        Field::Label => weight.max(full(block, weight, 12.0)),
        _ => weight,
    });
    work("BM25F, tags", &Method::FieldsOfTags { weight: &by_tags });
    let mut fields = |name: &str, weight: &dyn Fn(Field) -> f32| {
        work(name, &Method::Fields { weight, b: &Field::length_normalization });
    };
    let default = |field: Field| f32::from(field.weight()) / 4.0;
    fields("BM25F", &default);
    fields("BM25F, title and h1 16", &|field| match field {
        Field::Title | Field::H1 => 16.0,
        _ => default(field),
    });
    fields("BM25F, label 3", &|field| if field == Field::Label { 3.0 } else { default(field) });
    fields("BM25F, title and h1 16, label 3", &|field| match field {
        Field::Title | Field::H1 => 16.0,
        Field::Label => 3.0,
        _ => default(field),
    });
    fields("BM25F, linked heading 1", &|field| if field == Field::LinkedHeading { 1.0 } else { default(field) });
}

/// Calls `work` with the candidates for fields that are indexed beside the text of a page, such as its address.
pub fn each_beside(work: &mut dyn FnMut(&str, &Method<'_>)) {
    work("full text", &Method::Weighted(&full_text));
    let mut weighted = |name: &str, beside: &dyn Fn(Beside) -> f32| {
        let weight = |block: &Block| block.beside.map_or(f32::from(block.weight), beside) / 4.0;
        work(name, &Method::Weighted(&weight));
    };
    weighted("weight", &|_| 0.0);
    let sources = [
        ("address", Beside::Address),
        ("description", Beside::Description),
        ("keywords", Beside::Keywords),
        ("authors", Beside::Authors),
        ("anchors", Beside::Anchors),
    ];
    for (name, source) in sources {
        for weight in [4.0, 8.0, 16.0] {
            weighted(&format!("and {name} {weight}"), &|beside| if beside == source { weight } else { 0.0 });
        }
    }
    weighted("and address, description 8", &|beside| match beside {
        Beside::Address | Beside::Description => 8.0,
        _ => 0.0,
    });
    weighted("and address, description, keywords, authors 8", &|beside| match beside {
        Beside::Anchors => 0.0,
        _ => 8.0,
    });
}

fn is_title(block: &Block) -> bool {
    matches!(block.field, Field::Title | Field::H1)
}

/// Another weight for a block, unless its own was lowered: for stuffing, or because its text is repeated.
fn full(block: &Block, weight: f32, other: f32) -> f32 {
    let is_lowered = weight < f32::from(block.field.weight());
    if block.class == ALTERNATIVE_TEXT || is_lowered { weight } else { other }
}
