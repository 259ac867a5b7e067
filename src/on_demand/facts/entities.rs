//! The entities at the top level of JSON-LD scripts, with their properties.
//!
//! A tolerant scanner reads each script, with a stack of limited depth; deeper objects are skipped.

use super::read::Reader;
use crate::base::fallible::List;
use crate::read::html::Tag;
use crate::read::page::{Event, is_json_ld, scan};
use std::ops::Range;

/// Deeper objects are skipped.
const MAX_DEPTH: usize = 16;
/// The maximum number of entities of a page.
const MAX_ENTITIES: usize = 256;

/// A range of the page in UTF-8.
type Span = (u32, u32);

/// An entity described in JSON-LD.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entity {
    /// Its first type.
    pub kind: Option<Span>,
    pub rank: Rank,
    pub is_site: bool,
    pub name: Option<Span>,
    pub description: Option<Span>,
    pub language: Option<Span>,
    pub published: Option<Span>,
    pub modified: Option<Span>,
    /// The name of its publisher.
    pub publisher: Option<Span>,
}

/// How likely an entity is the topic of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
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

/// The relation of an object to the enclosing one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Relation {
    #[default]
    Other,
    /// At the top level.
    Top,
    Publisher,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Key {
    #[default]
    Other,
    Type,
    /// Its values count as top-level entities, too.
    Graph,
    Publisher,
    Name,
    Description,
    Language,
    Published,
    Modified,
}

fn key_of(name: &[u8]) -> Key {
    match name {
        b"@type" => Key::Type,
        b"@graph" | b"mainEntity" => Key::Graph,
        b"publisher" => Key::Publisher,
        b"name" => Key::Name,
        b"description" => Key::Description,
        b"inLanguage" => Key::Language,
        b"datePublished" | b"uploadDate" | b"datePosted" => Key::Published,
        b"dateModified" => Key::Modified,
        _ => Key::Other,
    }
}

/// A type without its vocabulary.
pub(super) fn local_name(kind: &[u8]) -> &[u8] {
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

/// An object that is open.
#[derive(Clone, Copy, Debug, Default)]
struct Object {
    relation: Relation,
    /// The key whose value comes next.
    key: Key,
    entity: Entity,
}

/// The entities of all scripts of a page, each added when its object ends.
pub(super) fn entities(reader: Reader<'_, '_>) -> List<Entity> {
    let tree = reader.tree();
    let mut found = List::default();
    for &index in reader.document.page().metadata_elements() {
        reader.document.end_if_cancelled();
        let script = &tree.nodes[index as usize];
        let text = tree.nodes.get(index as usize + 1).filter(|node| node.tag == Tag::TEXT);
        if let Some(text) = text.filter(|_| script.tag == Tag::SCRIPT && is_json_ld(tree, script)) {
            read_script(&tree.source[text.start as usize..text.end as usize], text.start, &mut found);
        }
    }
    found
}

fn read_script(json: &[u8], offset: u32, found: &mut List<Entity>) {
    let mut objects = [Object::default(); MAX_DEPTH];
    let mut depth = 0;
    scan(json, |event| match event {
        Event::Open => {
            if let Some(object) = objects.get_mut(depth) {
                *object = Object::default();
                let around = depth.checked_sub(1).map(|above| objects[above]);
                objects[depth].relation = relation_to(around);
            }
            depth += 1;
        }
        Event::Close => {
            depth = depth.saturating_sub(1);
            if depth < MAX_DEPTH {
                close(&mut objects[..=depth], found);
            }
        }
        Event::Key(name) if (1..=MAX_DEPTH).contains(&depth) => objects[depth - 1].key = key_of(&json[name]),
        Event::Text(text) if (1..=MAX_DEPTH).contains(&depth) => add(&mut objects[..depth], json, text, offset),
        Event::Key(_) | Event::Text(_) => {}
    });
    // Scripts in the wild are often cut off.
    while depth > 0 {
        depth -= 1;
        if depth < MAX_DEPTH {
            close(&mut objects[..=depth], found);
        }
    }
}

fn relation_to(around: Option<Object>) -> Relation {
    match around {
        None | Some(Object { relation: Relation::Top, key: Key::Graph, .. }) => Relation::Top,
        Some(Object { relation: Relation::Top, key: Key::Publisher, .. }) => Relation::Publisher,
        Some(_) => Relation::Other,
    }
}

/// Ends the last object.
fn close(objects: &mut [Object], found: &mut List<Entity>) {
    let Some((object, above)) = objects.split_last_mut() else { return };
    let Object { relation, entity, .. } = std::mem::take(object);
    match relation {
        Relation::Top if entity.kind.is_some() && found.len() < MAX_ENTITIES => found.push(entity),
        Relation::Publisher => {
            if let Some(around) = above.last_mut() {
                around.entity.publisher = around.entity.publisher.or(entity.name);
            }
        }
        _ => {}
    }
}

/// Adds a string to the last object.
fn add(objects: &mut [Object], json: &[u8], text: Range<usize>, offset: u32) {
    let Some(Object { relation, key, entity }) = objects.last_mut() else { return };
    let span = (offset + text.start as u32, offset + text.end as u32);
    let value = match key {
        Key::Type => {
            let (rank, is_site) = rank_of(&json[text]);
            entity.rank = entity.rank.max(rank);
            entity.is_site |= is_site;
            &mut entity.kind
        }
        Key::Name => &mut entity.name,
        Key::Description => &mut entity.description,
        Key::Language => &mut entity.language,
        Key::Published => &mut entity.published,
        Key::Modified => &mut entity.modified,
        Key::Publisher if *relation == Relation::Top => &mut entity.publisher,
        Key::Publisher | Key::Graph | Key::Other => return,
    };
    value.get_or_insert(span);
}
