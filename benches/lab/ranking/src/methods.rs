//! The methods that are compared.

use crate::collection::{ALTERNATIVE_TEXT, Block, CLASSES};
use crate::score::{B, Method, field_of_tag};
use blockmask::Field;

/// Calls `work` with the name of every method and the method; the first one is what the others are compared with.
pub fn each(work: &mut dyn FnMut(&str, &Method<'_>)) {
    // Only what weighs alternative texts searches them.
    let mut weighted = |name: &str, weight: &dyn Fn(&Block) -> f32| {
        work(name, &Method::Weighted(&|block| if block.class == ALTERNATIVE_TEXT { 0.0 } else { weight(block) }));
    };
    weighted("full text", &full_text);
    weighted("title x3, headings x2", &|block| match block.field {
        Field::Title => 3.0,
        _ if block.heading > 0 => 2.0,
        _ => 1.0,
    });
    weighted("title and h1 x8, h2 to h6 x4 by tags", &|block| by_tags(field_of_tag(block)));
    weighted("mask, title kept", &|block| {
        if block.field == Field::Title { 1.0 } else { f32::from(!block.is_template) }
    });
    weighted("probability", &|block| block.probability.max(1.0 / 16.0));
    weighted("template repeated by the site x0", &|block| f32::from(!(block.is_template && block.is_repeated)));
    weighted("weight, without alternative texts", &|block| f32::from(block.weight) / 4.0);
    weighted("weight, template x1/4", &|block| {
        f32::from(block.weight) / if block.is_template && block.field != Field::Title { 16.0 } else { 4.0 }
    });
    work("**weight**", &Method::Weighted(&|block| f32::from(block.weight) / 4.0));
    work("BM25F, tags", &Method::FieldsOfTags { weight: &by_tags });
    work(
        "**BM25F, default fields**",
        &Method::Fields { weight: &|field| f32::from(field.weight()) / 4.0, b: &Field::length_normalization },
    );
    work("BM25F, b .75", &Method::Fields { weight: &|field| f32::from(field.weight()) / 4.0, b: &|_| B });
    work("sum of boosted fields", &Method::SumOfFields { boost: &|field| f32::from(field.weight()) / 4.0 });
}

/// The weight of a field without this library.
pub fn by_tags(field: Field) -> f32 {
    match field {
        Field::Title | Field::H1 => 8.0,
        Field::Heading => 4.0,
        _ => 1.0,
    }
}

/// All visible text alike.
pub fn full_text(block: &Block) -> f32 {
    f32::from(block.class != ALTERNATIVE_TEXT)
}

/// Weights by class, as [`crate::fit`] varies them.
pub fn by_class(weights: &[f32; CLASSES]) -> impl Fn(&Block) -> f32 + '_ {
    |block| weights[block.class as usize]
}
