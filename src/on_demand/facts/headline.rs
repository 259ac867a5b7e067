//! The headline of a page as a fact: the block that the analysis found, else what JSON-LD declares.

use super::authors::is_same;
use super::declared::{Declarations, Property};
use super::entities::Entity;
use super::read::Reader;
use super::{Fact, FactOrigin};
use crate::base::fallible::Text;

/// How certain the headline is if it equals a declared title, if it is part of one, and if it is neither. `make
/// measure-headlines` prints how often it is right: more often, on articles.
const EQUAL: f32 = 0.98;
const PART: f32 = 0.95;
const ALONE: f32 = 0.85;
/// Of one that no block shows.
const DECLARED: f32 = 0.7;

pub(super) fn headline(reader: Reader<'_, '_>, declared: &Declarations<'_>, main: Option<&Entity>) -> Option<Fact> {
    let document = reader.document;
    let of_script = main.and_then(|main| main.headline).and_then(|span| reader.json_fact(span));
    let Some(block) = document.headline() else {
        return of_script.map(|fact| Fact { confidence: Some(DECLARED), ..fact });
    };
    let text = block.text();
    let title = document.page().title_block().map(|block| document.page().text_of(block));
    let preview = declared.get(Property::Title).and_then(|content| reader.text(content));
    let declared = [of_script.as_ref().map(|fact| fact.value.as_str()), title, preview.as_deref()];
    let titles = || declared.iter().flatten();
    let confidence = match () {
        _ if titles().any(|title| is_same(title, text)) => EQUAL,
        _ if titles().any(|title| title.contains(text)) => PART,
        _ => ALONE,
    };
    let (value, origin) = (Text::from(text).into_string(), FactOrigin::Visual);
    Some(Fact { value, origin, source: block.source(), confidence: Some(confidence) })
}
