//! What the scripts of a page describe at the top level: the page, an article, a product, the site.

use super::{Entities, NONE, Object, Span, Value};
use crate::base::fallible::List;

/// The maximum number of topics of a page.
const MAX_TOPICS: usize = 256;
/// The maximum number of authors of a topic.
const MAX_AUTHORS: usize = 16;

/// An entity described in JSON-LD.
#[derive(Debug, Default)]
pub(in crate::on_demand::facts) struct Entity {
    /// Its first type.
    pub kind: Option<Span>,
    pub rank: Rank,
    pub is_site: bool,
    pub name: Option<Span>,
    pub headline: Option<Span>,
    pub description: Option<Span>,
    pub language: Option<Span>,
    pub published: Option<Span>,
    pub modified: Option<Span>,
    /// The name of its publisher.
    pub publisher: Option<Span>,
    /// The names of its authors.
    pub authors: List<Span>,
    /// The identifiers of its authors, who are described elsewhere.
    author_ids: List<Span>,
}

/// How likely an entity is the topic of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::on_demand::facts) enum Rank {
    /// Not the topic: the site, its owner, the path to the page.
    #[default]
    Other,
    /// The page.
    Page,
    /// A product, a recipe, an event ...
    Work,
    /// An article.
    Article,
}

/// A type without its vocabulary.
pub(in crate::on_demand::facts) fn local_name(kind: &[u8]) -> &[u8] {
    let start = kind.iter().rposition(|b| matches!(b, b'/' | b':' | b'#')).map_or(0, |at| at + 1);
    &kind[start..]
}

/// The rank of a type of schema.org, and whether it is the site.
fn rank_of(kind: &[u8]) -> (Rank, bool) {
    let name = local_name(kind);
    const WORKS: [&[u8]; 22] = [
        b"Product",
        b"ProductGroup",
        b"Recipe",
        b"Event",
        b"VideoObject",
        b"AudioObject",
        b"PodcastEpisode",
        b"Book",
        b"Movie",
        b"TVEpisode",
        b"TVSeries",
        b"MusicRecording",
        b"MusicAlbum",
        b"Review",
        b"Course",
        b"Dataset",
        b"HowTo",
        b"JobPosting",
        b"Question",
        b"SoftwareApplication",
        b"Report",
        b"CreativeWork",
    ];
    let is_article = name.ends_with(b"Article") || name.ends_with(b"BlogPosting") || name == b"DiscussionForumPosting";
    let rank = match name {
        _ if is_article => Rank::Article,
        _ if WORKS.contains(&name) => Rank::Work,
        _ if name.ends_with(b"Page") => Rank::Page,
        _ => Rank::Other,
    };
    (rank, name == b"WebSite")
}

/// The topics of a page, with their properties.
pub(in crate::on_demand::facts) fn topics(all: &Entities, source: &[u8]) -> List<Entity> {
    let is_topic = topics_of(all, source);
    let mut found: List<Entity> = List::default();
    // The number of the topic of each object, or of the object whose publisher or author it is.
    let mut numbers = List::repeat(NONE, all.objects.len());
    for (at, _) in is_topic.iter().enumerate().filter(|&(_, &is_topic)| is_topic).take(MAX_TOPICS) {
        numbers[at] = found.len() as u32;
        found.push(of_types(all, at as u32, source));
    }
    for value in all.values.iter() {
        let Some(object) = all.objects.get(value.object as usize) else { continue };
        if let Some(entity) = found.get_mut(numbers[value.object as usize] as usize) {
            add(entity, value, source);
        } else if object.parent != NONE
            && let Some(entity) = found.get_mut(numbers[object.parent as usize] as usize)
        {
            add_inner(entity, object, value, source);
        }
    }
    found.retain(|entity| entity.kind.is_some());
    find_authors(all, source, &mut found);
    found
}

/// Adds the authors that topics only refer to, `"author": {"@id": "#ann"}`, by the names of the objects with these
/// identifiers.
fn find_authors(all: &Entities, source: &[u8], topics: &mut List<Entity>) {
    let mut left = MAX_AUTHORS;
    for entity in topics.iter_mut().filter(|entity| entity.authors.is_empty()) {
        for at in 0..entity.author_ids.len().min(left) {
            let id = text(source, entity.author_ids[at]);
            let mut has_id = List::repeat(false, all.objects.len());
            for value in all.values.iter().filter(|value| text(source, value.key) == b"@id") {
                has_id[value.object as usize] |= text(source, value.source) == id;
            }
            let is_name =
                |value: &&Value| has_id[value.object as usize] && local_name(text(source, value.key)) == b"name";
            if let Some(name) = all.values.iter().find(is_name) {
                add_author(entity, name.source);
            }
            left -= 1;
        }
    }
}

/// Whether each object is at the top level: an entity, or the main one of a topic.
fn topics_of(all: &Entities, source: &[u8]) -> List<bool> {
    let mut is_topic: List<bool> = List::default();
    for object in all.objects.iter() {
        let is_main = object.parent != NONE
            && is_topic[object.parent as usize]
            && matches!(text(source, object.key), b"mainEntity" | b"");
        is_topic.push(object.parent == NONE || is_main);
    }
    is_topic
}

fn of_types(all: &Entities, object: u32, source: &[u8]) -> Entity {
    let mut entity = Entity::default();
    for span in all.types_of(object) {
        let (rank, is_site) = rank_of(text(source, span));
        entity.rank = entity.rank.max(rank);
        entity.is_site |= is_site;
        entity.kind.get_or_insert(span);
    }
    entity
}

/// Adds a value of a topic.
fn add(entity: &mut Entity, value: &Value, source: &[u8]) {
    let slot = match local_name(text(source, value.key)) {
        b"name" => &mut entity.name,
        b"headline" => &mut entity.headline,
        b"description" => &mut entity.description,
        b"inLanguage" => &mut entity.language,
        b"datePublished" | b"uploadDate" | b"datePosted" => &mut entity.published,
        b"dateModified" => &mut entity.modified,
        b"publisher" => &mut entity.publisher,
        b"author" | b"creator" => return add_author(entity, value.source),
        _ => return,
    };
    slot.get_or_insert(value.source);
}

/// Adds a value of an object that is a value of a topic.
fn add_inner(entity: &mut Entity, object: &Object, value: &Value, source: &[u8]) {
    let is_author = || matches!(local_name(text(source, object.key)), b"author" | b"creator");
    match local_name(text(source, value.key)) {
        // `"datePublished": {"@value": "2026-05-02"}`
        b"" => return add(entity, &Value { key: object.key, ..*value }, source),
        b"name" => {}
        b"@id" if entity.author_ids.len() < MAX_AUTHORS && is_author() => return entity.author_ids.push(value.source),
        _ => return,
    }
    match local_name(text(source, object.key)) {
        b"publisher" => _ = entity.publisher.get_or_insert(value.source),
        b"author" | b"creator" => add_author(entity, value.source),
        _ => {}
    }
}

fn add_author(entity: &mut Entity, span: Span) {
    if entity.authors.len() < MAX_AUTHORS {
        entity.authors.push(span);
    }
}

fn text(source: &[u8], (start, end): Span) -> &[u8] {
    &source[start as usize..end as usize]
}

/// The topic of the page: the first entity of the highest rank.
pub(in crate::on_demand::facts) fn main_entity(topics: &[Entity]) -> Option<&Entity> {
    let rank = topics.iter().map(|topic| topic.rank).max().filter(|&rank| rank > Rank::Other)?;
    topics.iter().find(|topic| topic.rank == rank)
}
