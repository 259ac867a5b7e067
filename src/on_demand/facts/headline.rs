//! The headline of a page as a fact: the block that the analysis found, else what JSON-LD declares.

use super::authors::is_same;
use super::declared::{Declarations, Property};
use super::entities::Entity;
use super::read::Reader;
use super::{Fact, FactOrigin};
use crate::base::fallible::Text;
use crate::read::address::leads_home;
use crate::read::page::{Block, Page};
use std::ops::Range;

/// How certain the headline is if it equals a declared title, if it is part of one, and if it is neither. `make
/// measure-headlines` prints how often it is right: more often, on articles.
const EQUAL: f32 = 0.98;
const PART: f32 = 0.95;
const ALONE: f32 = 0.85;
/// Of one that no block shows.
const DECLARED: f32 = 0.7;
/// Headlines of more pieces are not searched for the one that a title names.
const MAX_FRAGMENTS: usize = 8;
/// A title that is a smaller part of a headline must be the same, as one of a section may begin with a kicker.
const LEAST_PART: usize = 3;
/// What stands between a headline and the name of the site.
const SEPARATORS: [char; 9] = ['|', '｜', '-', '\u{2013}', '\u{2014}', '\u{b7}', '»', '•', ':'];

pub(super) fn headline(
    reader: Reader<'_, '_>,
    declared: &Declarations<'_>,
    main: Option<&Entity>,
    site: Option<&str>,
) -> Option<Fact> {
    let document = reader.document;
    let of_script = main.and_then(|main| main.headline).and_then(|span| reader.json_fact(span));
    let Some(block) = document.headline() else {
        return of_script.map(|fact| Fact { confidence: Some(DECLARED), ..fact });
    };
    let page = document.page();
    let text = block.text();
    let title = page.title_block().map(|block| page.text_of(block));
    let preview = declared.get(Property::Title).and_then(|content| reader.text(content));
    let declared = [of_script.as_ref().map(|fact| fact.value.as_str()), preview.as_deref(), title];
    let titles = || declared.iter().flatten().copied();
    let is_declared = titles().any(|title| is_same(title, text) || title.contains(text));
    let (start, _) = page.blocks[block.index()].text;
    let named = || named_part(page, &page.blocks[block.index()], titles);
    let part = (!is_declared).then(named).flatten().or_else(|| without_site(page, text, site));
    let part = part.unwrap_or(0..text.len());
    let source = match part.len() == text.len() {
        true => block.source(),
        false => document.map_text_range(start as usize + part.start..start as usize + part.end),
    };
    let text = &text[part];
    let confidence = match () {
        _ if titles().any(|title| is_same(title, text)) => EQUAL,
        _ if titles().any(|title| title.contains(text)) => PART,
        _ => ALONE,
    };
    let (value, origin) = (Text::from(text).into_string(), FactOrigin::Visual);
    Some(Fact { value, origin, source, confidence: Some(confidence) })
}

/// The part of a headline that a title names, between two tags: the rest is a kicker, a subtitle or the name of the site.
/// The longest of them; a title that is but a small part of the text must be the same.
fn named_part<'t>(page: &Page<'_>, block: &Block, titles: impl Fn() -> Titles<'t>) -> Option<Range<usize>> {
    let fragments = page.fragments_of(block);
    if !(2..=MAX_FRAGMENTS).contains(&fragments.len()) {
        return None;
    }
    let (start, end) = (block.text.0 as usize, block.text.1 as usize);
    let range = |first: usize, last: usize| fragments[first].text.0 as usize..fragments[last].text.1 as usize;
    let parts = (0..fragments.len()).flat_map(|first| (first..fragments.len()).map(move |last| range(first, last)));
    let is_named = |part: &Range<usize>| {
        let text = page.text[part.clone()].trim();
        let is_large = text.len() * LEAST_PART >= end - start;
        titles().any(|title| is_same(title, text) || is_large && is_part_of_title(title, text))
    };
    let part = parts.filter(is_named).max_by_key(Range::len)?;
    Some(part.start - start..part.end - start)
}

type Titles<'t> = std::iter::Copied<std::iter::Flatten<std::slice::Iter<'t, Option<&'t str>>>>;

/// Whether a title is a text and the name of a site, in either order.
fn is_part_of_title(title: &str, text: &str) -> bool {
    let is_separated = |rest: &str, is_separator: fn(&str) -> bool| rest.is_empty() || is_separator(rest.trim());
    title.strip_prefix(text).is_some_and(|rest| is_separated(rest, |rest| rest.starts_with(SEPARATORS)))
        || title.strip_suffix(text).is_some_and(|rest| is_separated(rest, |rest| rest.ends_with(SEPARATORS)))
}

/// A headline without the name of the site at its end or beginning, as the page declares the name, or as its link to the
/// home page has it.
fn without_site(page: &Page<'_>, text: &str, site: Option<&str>) -> Option<Range<usize>> {
    let is_separated = |(at, mark): &(usize, &str)| {
        let (before, after) = (&text[..*at], &text[at + mark.len()..]);
        before.ends_with(' ') && after.starts_with(' ') || matches!(*mark, "|" | "｜")
    };
    let is_site = |name: &str| {
        let is_home = |block: &Block| is_same(page.text_of(block), name) && leads_home(page, block);
        site.is_some_and(|site| is_same(site, name)) || page.blocks.iter().any(is_home)
    };
    let mut marks = text.match_indices(SEPARATORS).filter(is_separated);
    let (first, mark) = marks.next()?;
    let (last, last_mark) = marks.next_back().unwrap_or((first, mark));
    if is_site(text[last + last_mark.len()..].trim()) {
        return Some(0..text[..last].trim_end().len());
    }
    let after = first + mark.len();
    let own = text[after..].trim_start();
    (is_site(text[..first].trim()) && !own.is_empty()).then(|| text.len() - own.len()..text.len())
}
