//! Facts.
//!
//! What a page says about itself to search engines: the directives of its author, its canonical address, dates and
//! other metadata. docs/facts.md says where each is read and who documents it.

use super::document::{View, blockmask_document};
use super::guard::read;
use super::malloc::MallocBuffer;
use super::pointer::{Out, read_struct, text};
use super::start::blockmask_table;
use super::status::{Failure, blockmask_status};
use crate::base::fallible::{List, Text};
use crate::on_demand::facts::written_number;
use crate::{DateFact, EntityProperty, Fact, FactOptions, FactOrigin, PageFacts};
use std::ffi::c_char;
use std::ops::Range;
use std::ptr::null;

/// kind: a directive to robots that applies, after all directives were combined: its name, and its value if it has one,
/// such as "noindex", or "max-snippet" with "50". It has no source.
pub const BLOCKMASK_FACT_ROBOTS: u32 = 1;
/// kind: a directive as written, whether it applies or not. The name is the name of a crawler, or "robots" for all.
pub const BLOCKMASK_FACT_DIRECTIVE: u32 = 2;
/// kind: the canonical address, absolute if the base is known.
pub const BLOCKMASK_FACT_CANONICAL: u32 = 3;
/// kind: the address of a version in another language, whose name is the language.
pub const BLOCKMASK_FACT_ALTERNATE: u32 = 4;
/// kind: the language of the page.
pub const BLOCKMASK_FACT_LANGUAGE: u32 = 5;
/// kind: the title for links to the page, of Open Graph.
pub const BLOCKMASK_FACT_TITLE: u32 = 6;
/// kind: what the page is, in Open Graph.
pub const BLOCKMASK_FACT_PAGE_TYPE: u32 = 7;
/// kind: the address of an image for links to the page.
pub const BLOCKMASK_FACT_IMAGE: u32 = 8;
/// kind: the name of the site.
pub const BLOCKMASK_FACT_SITE_NAME: u32 = 9;
/// kind: what the page is about, in a sentence or two.
pub const BLOCKMASK_FACT_DESCRIPTION: u32 = 10;
/// kind: the type of a thing that JSON-LD describes, such as "NewsArticle".
pub const BLOCKMASK_FACT_TYPE: u32 = 11;
/// kind: when the page was published, in ISO 8601.
pub const BLOCKMASK_FACT_PUBLISHED: u32 = 12;
/// kind: when the page was last modified, in ISO 8601.
pub const BLOCKMASK_FACT_MODIFIED: u32 = 13;
/// kind: a part of the page that is excluded. The name is the rule, such as "data-nosnippet"; the value is what it is
/// excluded from: "all", "index", "snippet" or "anchor".
pub const BLOCKMASK_FACT_EXCLUSION: u32 = 14;
/// kind: what a directive or a header says about a use of the page. The name is the use: "search", "snippet", "ai-input",
/// "ai-training" or "image-training"; the value is "allowed" or "denied", a space, and the rule, such as "noai".
pub const BLOCKMASK_FACT_USAGE: u32 = 15;
/// kind: the address of the policy on text and data mining.
pub const BLOCKMASK_FACT_TDM_POLICY: u32 = 16;
/// kind: the address of a license. The name is the media type of the link, which is often empty.
pub const BLOCKMASK_FACT_LICENSE: u32 = 17;
/// kind: an author of the page.
pub const BLOCKMASK_FACT_AUTHOR: u32 = 18;
/// kind: the headline of the page.
pub const BLOCKMASK_FACT_HEADLINE: u32 = 19;
/// kind: a value that the page declares about an entity, if the options ask for it. The name is its path: the names of
/// the properties from the entity to the value, separated by ".".
pub const BLOCKMASK_FACT_PROPERTY: u32 = 20;
/// kind: the keywords of the page, as it lists them.
pub const BLOCKMASK_FACT_KEYWORDS: u32 = 21;

/// origin: a meta element.
pub const BLOCKMASK_ORIGIN_META: u32 = 1;
/// origin: a link element.
pub const BLOCKMASK_ORIGIN_LINK: u32 = 2;
/// origin: a script with JSON-LD.
pub const BLOCKMASK_ORIGIN_JSON_LD: u32 = 3;
/// origin: an element with itemprop.
pub const BLOCKMASK_ORIGIN_MICRODATA: u32 = 4;
/// origin: a time element.
pub const BLOCKMASK_ORIGIN_TIME: u32 = 5;
/// origin: the visible text of the page.
pub const BLOCKMASK_ORIGIN_VISUAL: u32 = 6;
/// origin: the lang attribute of the root element.
pub const BLOCKMASK_ORIGIN_ATTRIBUTE: u32 = 7;
/// origin: an HTTP header that the caller passed.
pub const BLOCKMASK_ORIGIN_HEADER: u32 = 8;
/// origin: a rule of the site's owner, which names the element.
pub const BLOCKMASK_ORIGIN_RULE: u32 = 9;
/// origin: an element with property inside one with typeof.
pub const BLOCKMASK_ORIGIN_RDFA: u32 = 10;

/// The headers that came with a page, and for whom its directives are read. Strings that are not known are NULL with
/// length 0, and not needed after the call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_fact_options {
    /// sizeof(blockmask_fact_options).
    pub size: usize,
    /// The values of the X-Robots-Tag headers that came with the page, one per line.
    pub x_robots_tag: *const c_char,
    /// The length of x_robots_tag in bytes.
    pub x_robots_tag_length: usize,
    /// The names of crawlers whose directives apply besides those for all robots, separated by spaces.
    pub agents: *const c_char,
    /// The length of agents in bytes.
    pub agents_length: usize,
    /// The names of attributes that exclude an element from the index, separated by spaces.
    pub exclusion_attributes: *const c_char,
    /// The length of exclusion_attributes in bytes.
    pub exclusion_attributes_length: usize,
    /// Other headers that came with the page, one per line as "name: value": Link, X-Robots-Tag,
    /// Content-Language, Content-Usage, Content-Signal, tdm-reservation and tdm-policy are read.
    pub headers: *const c_char,
    /// The length of headers in bytes.
    pub headers_length: usize,
    /// Not 0 to find facts of kind BLOCKMASK_FACT_PROPERTY, too.
    pub properties: u64,
}

const NO_OPTIONS: blockmask_fact_options = blockmask_fact_options {
    size: 0,
    x_robots_tag: null(),
    x_robots_tag_length: 0,
    agents: null(),
    agents_length: 0,
    exclusion_attributes: null(),
    exclusion_attributes_length: 0,
    headers: null(),
    headers_length: 0,
    properties: 0,
};

/// A fact about a page.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct blockmask_fact {
    /// UTF-8 that is not terminated by a zero, part of the memory of the facts; what it is depends on the kind.
    pub name: *const c_char,
    /// Its length in bytes; 0 for most kinds.
    pub name_length: usize,
    /// The value: UTF-8 that is not terminated by a zero, part of the memory of the facts.
    pub value: *const c_char,
    /// Its length in bytes.
    pub value_length: usize,
    /// First byte of what states it in the bytes of the page.
    pub source_start: u32,
    /// One past the last one; equal to source_start if it is not from the page.
    pub source_end: u32,
    /// One of BLOCKMASK_FACT_. New versions may add kinds.
    pub kind: u32,
    /// One of BLOCKMASK_ORIGIN_, or 0 for BLOCKMASK_FACT_ROBOTS and BLOCKMASK_FACT_EXCLUSION.
    pub origin: u32,
    /// Of dates, headlines and authors how certain they are, in percent, to rank them; else 0.
    pub confidence: u32,
    /// Directives: 1 if it applies. BLOCKMASK_FACT_USAGE: 1 if it decides, for the crawlers of the options. Else 0.
    pub applies: u32,
    /// BLOCKMASK_FACT_PROPERTY: the types of the object that has the property, separated by spaces; else empty.
    pub object_type: *const c_char,
    /// Its length in bytes.
    pub object_type_length: usize,
    /// BLOCKMASK_FACT_PROPERTY: the number of the entity, from 0; else 0.
    pub entity: u64,
}

/// Finds what the page says about itself. options may be NULL for none.
///
/// Writes a table whose rows are blockmask_fact, ordered by kind, one piece of memory that is independent of the
/// document. The caller frees its rows with blockmask_free, also if there are none. The bytes of the page are read.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn blockmask_find_facts(
    document: *const blockmask_document,
    options: *const blockmask_fact_options,
    facts: *mut blockmask_table,
) -> blockmask_status {
    // SAFETY: the caller promises a document, options or NULL, and a variable.
    unsafe {
        read(document, |view| {
            let mut out = Out::new(facts, "facts")?;
            let options = if options.is_null() { NO_OPTIONS } else { read_struct(options, NO_OPTIONS, "options")? };
            let found = find(view, &options)?;
            let buffer = MallocBuffer::with_texts(&found, |row| [&row.name, &row.value, &row.object_type], Row::fact)?;
            out.write(buffer.into_table::<blockmask_fact>(found.len()));
            Ok(())
        })
    }
}

// SAFETY, for callers: the strings of the options have the bytes that their lengths say.
unsafe fn find(view: &View<'_>, options: &blockmask_fact_options) -> Result<List<Row>, Failure> {
    // SAFETY: the caller's promise.
    let string = |start, length, name| unsafe { Ok::<_, Failure>(text(start, length, name)?.unwrap_or_default()) };
    let x_robots_tag = string(options.x_robots_tag, options.x_robots_tag_length, "x_robots_tag")?;
    let crawlers = string(options.agents, options.agents_length, "agents")?;
    let length = options.exclusion_attributes_length;
    let attributes = string(options.exclusion_attributes, length, "exclusion_attributes")?;
    let headers = string(options.headers, options.headers_length, "headers")?;
    let properties = options.properties != 0;
    view.derive(|document| {
        let (mut agents, mut exclusion_attributes) = (List::default(), List::default());
        agents.extend(crawlers.split_whitespace());
        exclusion_attributes.extend(attributes.split_whitespace());
        let options = FactOptions {
            x_robots_tag,
            agents: &agents,
            exclusion_attributes: &exclusion_attributes,
            headers,
            properties,
        };
        rows(&document.facts(&options))
    })
}

// A fact before its texts have addresses.
struct Row {
    kind: u32,
    name: Text,
    value: Text,
    origin: u32,
    source: Option<Range<usize>>,
    confidence: u32,
    applies: bool,
    object_type: Text,
    entity: u32,
}

impl Row {
    fn new(kind: u32, name: &str, value: &str) -> Row {
        let (name, value) = (Text::from(name), Text::from(value));
        let object_type = Text::default();
        Row { kind, name, value, origin: 0, source: None, confidence: 0, applies: false, object_type, entity: 0 }
    }

    fn from(self, origin: FactOrigin, source: Option<Range<usize>>) -> Row {
        Row { origin: origin as u32, source, ..self }
    }

    fn of_fact(kind: u32, name: &str, fact: &Fact) -> Row {
        let confidence = fact.confidence.map_or(0, percent);
        Row { confidence, ..Row::new(kind, name, &fact.value).from(fact.origin, Some(fact.source.clone())) }
    }

    fn of_property(property: &EntityProperty) -> Row {
        let row = Row::new(BLOCKMASK_FACT_PROPERTY, &property.path, &property.value);
        let (object_type, entity) = (Text::from(property.object_type.as_str()), property.entity);
        Row { object_type, entity, ..row.from(property.origin, Some(property.source.clone())) }
    }

    fn of_date(kind: u32, date: &DateFact) -> Row {
        let confidence = percent(date.confidence);
        Row { confidence, ..Row::new(kind, "", &date.date).from(date.origin, Some(date.source.clone())) }
    }

    /// The fact whose texts are at these addresses.
    fn fact(&self, [name, value, object_type]: [*const c_char; 3]) -> blockmask_fact {
        let source = self.source.clone().unwrap_or_default();
        blockmask_fact {
            name,
            name_length: self.name.len(),
            value,
            value_length: self.value.len(),
            source_start: source.start as u32,
            source_end: source.end as u32,
            kind: self.kind,
            origin: self.origin,
            confidence: self.confidence,
            applies: self.applies.into(),
            object_type,
            object_type_length: self.object_type.len(),
            entity: self.entity.into(),
        }
    }
}

fn percent(confidence: f32) -> u32 {
    (confidence * 100.0).round() as u32
}

/// The facts, ordered by kind.
fn rows(facts: &PageFacts) -> List<Row> {
    let mut rows = List::default();
    let robots = &facts.robots;
    rows.extend(robots.rules.names().map(|name| Row::new(BLOCKMASK_FACT_ROBOTS, name, "")));
    let limits = [("max-snippet", robots.max_snippet), ("max-video-preview", robots.max_video_preview)];
    for (name, limit) in limits {
        rows.extend(limit.map(|limit| Row::new(BLOCKMASK_FACT_ROBOTS, name, &written_number(limit))));
    }
    let preview = robots.max_image_preview.map(|size| ("max-image-preview", size.name()));
    let end = robots.unavailable_after.as_deref().map(|date| ("unavailable_after", date));
    let texts = [preview, end].into_iter().flatten();
    rows.extend(texts.map(|(name, value)| Row::new(BLOCKMASK_FACT_ROBOTS, name, value)));
    for directive in &robots.directives {
        let mut value = Text::from(directive.name.as_str());
        if let Some(of_directive) = &directive.value {
            [": ", of_directive.as_str()].into_iter().for_each(|text| value.push_str(text));
        }
        let row = Row::new(BLOCKMASK_FACT_DIRECTIVE, &directive.agent, &value);
        rows.push(Row { applies: directive.applies, ..row.from(directive.origin, directive.source.clone()) });
    }
    let single = |kind, fact: &Option<Fact>| fact.as_ref().map(|fact| Row::of_fact(kind, "", fact));
    rows.extend(single(BLOCKMASK_FACT_CANONICAL, &facts.canonical));
    let alternates = facts.alternates.iter();
    rows.extend(alternates.map(|other| Row::of_fact(BLOCKMASK_FACT_ALTERNATE, &other.language, &other.address)));
    rows.extend(single(BLOCKMASK_FACT_LANGUAGE, &facts.language));
    rows.extend(single(BLOCKMASK_FACT_TITLE, &facts.title));
    rows.extend(single(BLOCKMASK_FACT_PAGE_TYPE, &facts.page_type));
    rows.extend(single(BLOCKMASK_FACT_IMAGE, &facts.image));
    rows.extend(single(BLOCKMASK_FACT_SITE_NAME, &facts.site_name));
    rows.extend(single(BLOCKMASK_FACT_DESCRIPTION, &facts.description));
    rows.extend(facts.types.iter().map(|kind| Row::of_fact(BLOCKMASK_FACT_TYPE, "", kind)));
    rows.extend(facts.published.as_ref().map(|date| Row::of_date(BLOCKMASK_FACT_PUBLISHED, date)));
    rows.extend(facts.modified.as_ref().map(|date| Row::of_date(BLOCKMASK_FACT_MODIFIED, date)));
    rows.extend(facts.exclusions.iter().map(|part| Row {
        source: Some(part.source.clone()),
        ..Row::new(BLOCKMASK_FACT_EXCLUSION, part.rule.name(), part.scope.name())
    }));
    rows.extend(facts.usage.iter().map(|usage| {
        let mut value = Text::from(if usage.is_allowed { "allowed " } else { "denied " });
        value.push_str(usage.rule);
        let row = Row::new(BLOCKMASK_FACT_USAGE, usage.purpose.name(), &value);
        Row { applies: usage.decides, ..row.from(usage.origin, usage.source.clone()) }
    }));
    rows.extend(single(BLOCKMASK_FACT_TDM_POLICY, &facts.tdm_policy));
    let licenses = facts.licenses.iter();
    rows.extend(licenses.map(|license| Row::of_fact(BLOCKMASK_FACT_LICENSE, &license.media_type, &license.address)));
    rows.extend(facts.authors.iter().map(|author| Row::of_fact(BLOCKMASK_FACT_AUTHOR, "", author)));
    rows.extend(single(BLOCKMASK_FACT_HEADLINE, &facts.headline));
    rows.extend(facts.properties.iter().map(Row::of_property));
    rows.extend(single(BLOCKMASK_FACT_KEYWORDS, &facts.keywords));
    rows
}
