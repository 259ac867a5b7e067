//! Facts: metadata that a page declares for search engines. Directives to robots, canonical address, title,
//! description, keywords, image, dates.
//!
//! | module | reads |
//! |---|---|
//! | `declared` | `meta` and `link` elements, in one pass |
//! | `entities` | JSON-LD, microdata, RDFa Lite |
//! | `robots` | directives to robots |
//! | `headers` | HTTP headers that the caller passes |
//! | `usage` | what the page may be used for |
//! | `ruled` | what rules of a site's owner name |
//! | `exclusions` | parts of the page that are excluded |
//! | `dates` | the dates of publication and modification |
//! | `date` | calendar dates, and how texts write them |
//!
//! `read` turns values into facts. Facts are computed when [`Document::facts`] is called, in linear time. All lists
//! except the list of exclusions have a maximum length.

pub mod authors;
pub mod date;
pub mod dates;
mod declared;
mod entities;
mod exclusions;
mod headers;
mod headline;
mod places;
mod read;
mod robots;
mod ruled;
mod usage;

use crate::base::fallible::{List, Text, or_end};
use crate::base::named::named;
use crate::base::sort::sort;
use crate::document::Document;
use crate::read::address::has_rel;
use crate::read::html::attributes::Name;
use crate::read::html::{Attribute, NONE};
use dates::Kind;
use declared::{Declarations, LICENSE, MAX_LINKS, Property};
pub use entities::EntityProperty;
use entities::{Entities, Entity, local_name, main_entity, topics};
pub use exclusions::{Exclusion, ExclusionRule, ExclusionScope};
#[cfg(feature = "unstable")]
pub use headers::HEADERS;
use headers::Link;
use read::Reader;
#[cfg(feature = "capi")]
pub(crate) use robots::written_number;
pub use robots::{ImagePreview, Robots, RobotsDirective, RobotsRules};
use std::ops::Range;
pub use usage::{Purpose, UsageRule};

/// Options of facts: HTTP headers, and the crawlers whose directives are read.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct FactOptions<'o> {
    /// The values of the `X-Robots-Tag` headers that came with the page, one per line. Default: none.
    pub x_robots_tag: &'o str,
    /// Other headers that came with the page, one per line as `name: value`: `X-Robots-Tag`, `Link`,
    /// `Content-Language`, `Content-Usage`, `Content-Signal`, `tdm-reservation` and `tdm-policy` are read. Default: none.
    pub headers: &'o str,
    /// The names of crawlers, such as `googlebot`, whose directives apply in addition to the general ones; a version
    /// after a slash is ignored. Default: none.
    pub agents: &'o [&'o str],
    /// Names of attributes that exclude an element from the index, for example in site search. At most 32 are read.
    /// Default: none.
    pub exclusion_attributes: &'o [&'o str],
    /// Whether [`PageFacts::properties`] is filled. Default: no.
    pub properties: bool,
}

/// The origin of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum FactOrigin {
    /// A `meta` element.
    Meta = 1,
    /// A `link` element: an address, or the date in it.
    Link = 2,
    /// A script with JSON-LD.
    JsonLd = 3,
    /// An element with `itemprop`.
    Microdata = 4,
    /// A `time` element.
    Time = 5,
    /// The visible text of the page.
    Visual = 6,
    /// The `lang` attribute of the root element.
    Attribute = 7,
    /// An HTTP header that the caller passed.
    Header = 8,
    /// A [rule](crate::Rules) of the site's owner, which names the element.
    Rule = 9,
    /// An element with `property` inside one with `typeof`.
    Rdfa = 10,
}

named! {
    FactOrigin {
        Meta = "meta",
        Link = "link",
        JsonLd = "json-ld",
        Microdata = "microdata",
        Time = "time",
        Visual = "visual",
        Attribute = "attribute",
        Header = "header",
        Rule = "rule",
        Rdfa = "rdfa",
    }
}

/// A fact about a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fact {
    /// The value: decoded, whitespace collapsed, never empty. Values of more than 8,192 bytes in the source are left
    /// out.
    pub value: String,
    /// The origin.
    pub origin: FactOrigin,
    /// The source range of the attribute value, the JSON string or the text.
    pub source: Range<usize>,
    /// The probability that it is right, for facts that are chosen from several sources: authors and headline.
    pub confidence: Option<f32>,
}

/// A version of a page in another language.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Alternate {
    /// The value of `hreflang`, such as `en-GB` or `x-default`.
    pub language: String,
    /// The address.
    pub address: Fact,
}

/// A license of a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct License {
    /// The media type of the link in lower case, such as `application/rsl+xml`; often empty.
    pub media_type: String,
    /// The address.
    pub address: Fact,
}

/// A date of a page.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DateFact {
    /// In ISO 8601, extended format, as precise as the page states it: `2026`, `2026-05`, `2026-05-02`,
    /// `2026-05-02T10:11`, `2026-05-02T10:11:12+02:00`. A valid date of the Gregorian calendar in the years 1000 to
    /// 9999.
    pub date: String,
    /// The origin.
    pub origin: FactOrigin,
    /// The source range.
    pub source: Range<usize>,
    /// The probability that the date is correct to within a day, 0.3 to 0.99, calibrated on pages with dates that
    /// people found. Reliable sources, and sources that agree, raise it.
    pub confidence: f32,
}

/// The facts of a page. Absent and unreadable values are `None` or empty.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PageFacts {
    /// The directives of the author to robots.
    pub robots: Robots,
    /// What the directives and headers say about uses of the page, at most 1,024 rules.
    pub usage: Vec<UsageRule>,
    /// The address of the policy on text and data mining: `tdm-policy`. From a header, its source range is empty.
    pub tdm_policy: Option<Fact>,
    /// The licenses: links with `rel=license`, at most 1,000.
    pub licenses: Vec<License>,
    /// The parts that are excluded from the index or from snippets, in source order.
    pub exclusions: Vec<Exclusion>,
    /// The canonical address, absolute if the base is known. `None` if the page declares several.
    pub canonical: Option<Fact>,
    /// The versions in other languages, at most 1,000.
    pub alternates: Vec<Alternate>,
    /// The language of the page, such as `en-GB`: of its root element, or else of a `meta` element or the header
    /// `Content-Language`, or of its main entity.
    pub language: Option<Fact>,
    /// The title that a rule of the site's owner names, or the one for links to the page: `og:title`.
    pub title: Option<Fact>,
    /// The Open Graph type of the page: `og:type`.
    pub page_type: Option<Fact>,
    /// The address of an image for links to the page: `og:image`.
    pub image: Option<Fact>,
    /// The name of the site.
    pub site_name: Option<Fact>,
    /// The description of the page.
    pub description: Option<Fact>,
    /// The keywords of the page, as its `meta` element lists them.
    pub keywords: Option<Fact>,
    /// The types of the JSON-LD entities, such as `NewsArticle`, in source order, at most 256.
    pub types: Vec<Fact>,
    /// The headline of the page: the text of [`Document::headline`], without a kicker, a subtitle or the name of the
    /// site in the same heading if a title of the page has none; else the one that JSON-LD declares.
    pub headline: Option<Fact>,
    /// The authors that rules of the site's owner name, at most 256, else those of the page or of the main article, at
    /// most 16.
    pub authors: Vec<Fact>,
    /// The publication date. `None` if the page only says when it was changed.
    pub published: Option<DateFact>,
    /// The modification date.
    pub modified: Option<DateFact>,
    /// The values that the page declares about entities, in JSON-LD, microdata and RDFa Lite, if
    /// [`FactOptions::properties`] asks for them. At most 65,536, within the limit of an output.
    pub properties: Vec<EntityProperty>,
}

/// Longer values of `hreflang` are no languages.
const MAX_LANGUAGE: usize = 64;

impl PageFacts {
    /// Whether the page may be used for a purpose by the [`FactOptions::agents`]: the rule that decides, or `None` if
    /// nothing is said about the purpose. Of contradictory rules the one that forbids decides.
    ///
    /// ```
    /// use blockmask::{Analyzer, FactOptions, Options, Purpose};
    ///
    /// let mut options = FactOptions::default();
    /// options.agents = &["examplebot"];
    /// options.headers = "Content-Signal: search=yes, ai-train=no";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let facts = analyzer.analyze(b"<p>Rain fell on the city.")?.facts(&options);
    /// assert!(facts.may_use(Purpose::Search).unwrap().is_allowed);
    /// let rule = facts.may_use(Purpose::AiTraining).unwrap();
    /// assert_eq!((rule.is_allowed, rule.rule), (false, "content-signal"));
    /// assert!(facts.may_use(Purpose::AiInput).is_none());
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn may_use(&self, purpose: Purpose) -> Option<&UsageRule> {
        self.usage.iter().find(|rule| rule.decides && rule.purpose == purpose)
    }
}

impl Document<'_> {
    /// The facts of the page: directives to robots, canonical address, description, dates and more. Each call computes
    /// them again.
    ///
    /// ```
    /// use blockmask::{Analyzer, FactOptions, Options, RobotsRules};
    ///
    /// let html = b"<meta name=robots content='max-snippet:50, nofollow'>
    ///     <meta property=article:published_time content='2026-05-02T10:11:12+02:00'><p>Rain fell on the city.";
    /// let mut options = FactOptions::default();
    /// options.x_robots_tag = "noarchive";
    /// let mut analyzer = Analyzer::new(Options::default());
    /// let page = analyzer.analyze(html)?;
    /// let facts = page.facts(&options);
    /// assert_eq!(facts.robots.rules, RobotsRules::NOFOLLOW | RobotsRules::NOARCHIVE);
    /// assert_eq!(facts.robots.max_snippet, Some(50));
    /// let published = facts.published.unwrap();
    /// assert_eq!(published.date, "2026-05-02T10:11:12+02:00");
    /// assert_eq!(&html[published.source], b"2026-05-02T10:11:12+02:00");
    /// # Ok::<(), blockmask::Error>(())
    /// ```
    pub fn facts(&self, options: &FactOptions<'_>) -> PageFacts {
        or_end(|| self.found_facts(options))
    }

    fn found_facts(&self, options: &FactOptions<'_>) -> PageFacts {
        let reader = Reader { document: self };
        let declared = Declarations::read(reader);
        let entities = Entities::of_scripts(reader);
        let things = topics(&entities, reader.tree().source);
        let main = main_entity(&things);
        let dates = dates::candidates(reader, &declared, main);
        let meta = |property| declared.get(property).and_then(|content| reader.fact(content, FactOrigin::Meta));
        let json = |span: Option<_>| span.and_then(|span| reader.json_fact(span));
        let robots = robots::robots(reader, &declared, options);
        let usage = usage::usage(reader, &declared, &robots, options);
        let site_name = json(things.iter().find(|thing| thing.is_site).and_then(|site| site.name))
            .or_else(|| meta(Property::SiteName))
            .or_else(|| meta(Property::ApplicationName))
            .or_else(|| json(main.and_then(|main| main.publisher)));
        PageFacts {
            robots,
            usage: usage.rules.into_vec(),
            tdm_policy: usage.policy.map(|(reference, origin, source)| match origin {
                FactOrigin::Header => reader.address_of_header(&reference),
                _ => {
                    let value = self.resolve(&reference).unwrap_or(reference).into_string();
                    Fact { value, origin, source, confidence: None }
                }
            }),
            licenses: licenses(reader, &declared, options.headers),
            exclusions: exclusions::exclusions(reader, options),
            canonical: canonical(reader, &declared.canonical, options.headers),
            alternates: alternates(reader, &declared),
            language: self
                .root_language()
                .and_then(|lang| reader.fact(lang, FactOrigin::Attribute))
                .or_else(|| meta(Property::Language))
                .or_else(|| headers::language(options.headers))
                .or_else(|| json(main.and_then(|main| main.language)))
                .or_else(|| meta(Property::Locale)),
            title: reader.ruled_title().or_else(|| meta(Property::Title)),
            page_type: meta(Property::Type),
            image: declared.get(Property::Image).and_then(|image| reader.address(image, FactOrigin::Meta)),
            headline: headline::headline(reader, &declared, main, site_name.as_ref().map(|site| site.value.as_str())),
            authors: match reader.ruled_authors() {
                ruled if !ruled.is_empty() => ruled.into_vec(),
                _ => authors::choose(reader, &authors::candidates(reader, &declared, main), site_name.as_ref()),
            },
            site_name,
            description: meta(Property::Description)
                .or_else(|| meta(Property::PreviewDescription))
                .or_else(|| json(main.and_then(|main| main.description))),
            keywords: meta(Property::Keywords),
            types: types(reader, &things),
            published: dates::ruled(reader, &declared).or_else(|| dates::choose(reader, &dates, Kind::Published)),
            modified: dates::choose(reader, &dates, Kind::Modified),
            properties: match options.properties {
                true => properties(reader, entities),
                false => Vec::new(),
            },
        }
    }

    /// [`PageFacts::properties`], without the other facts.
    #[cfg(feature = "arrow")]
    pub(crate) fn properties(&self) -> Vec<EntityProperty> {
        let reader = Reader { document: self };
        or_end(|| properties(reader, Entities::of_scripts(reader)))
    }

    /// The `lang` attribute of the root element.
    pub(in crate::on_demand) fn root_language(&self) -> Option<&Attribute> {
        let tree = &self.page().tree;
        let root = tree.nodes.get(tree.html as usize).filter(|_| tree.html != NONE)?;
        tree.attribute(root, Name::LANG)
    }
}

/// What the page declares about entities: in scripts, which have been read, and in attributes.
fn properties(reader: Reader<'_, '_>, mut entities: Entities) -> Vec<EntityProperty> {
    entities.add_markup(reader);
    entities::properties(reader, &entities)
}

/// The canonical address. Of several that differ none counts: one of them must be a mistake.
fn canonical(reader: Reader<'_, '_>, links: &[&Attribute], headers: &str) -> Option<Fact> {
    let in_headers = Link::all(headers, "canonical").map(|link| reader.address_of_header(link.address));
    let mut addresses = links.iter().filter_map(|href| reader.address(href, FactOrigin::Link)).chain(in_headers);
    let first = addresses.next()?;
    addresses.all(|other| other.value == first.value).then_some(first)
}

/// Within the budget of an output, as each may repeat the base of the page.
fn alternates(reader: Reader<'_, '_>, declared: &Declarations<'_>) -> Vec<Alternate> {
    let mut budget = reader.document.output_budget();
    let mut found = List::default();
    for &(language, href) in declared.alternates.iter() {
        let (Some(language), Some(address)) = (reader.text(language), reader.address(href, FactOrigin::Link)) else {
            continue;
        };
        let is_tag = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        if language.len() > MAX_LANGUAGE || !language.bytes().all(is_tag) {
            continue;
        }
        if !budget.take(size_of::<Alternate>() + language.len() + address.value.len()) {
            break;
        }
        found.push(Alternate { language: language.into_string(), address });
    }
    found.into_vec()
}

/// The licenses of `link` elements, then of visible links and of headers. Within the budget of an output, as each may
/// repeat the base of the page.
fn licenses(reader: Reader<'_, '_>, declared: &Declarations<'_>, headers: &str) -> Vec<License> {
    let (tree, page) = (reader.tree(), reader.document.page());
    let visible = page.links.iter().filter_map(|link| {
        let node = &tree.nodes[link.node as usize];
        let has_rel = node.known & Name::REL.bit() != 0 && has_rel(tree, node, LICENSE);
        let href = tree.attribute(node, Name::HREF).filter(|_| has_rel)?;
        Some((tree.attribute(node, Name::TYPE), href, FactOrigin::Visual))
    });
    let in_head = declared.licenses.iter().map(|&(media_type, href)| (media_type, href, FactOrigin::Link));
    let in_page = in_head.chain(visible).filter_map(|(media_type, href, origin)| {
        Some((media_type.and_then(|name| reader.text(name)).unwrap_or_default(), reader.address(href, origin)?))
    });
    let in_headers = Link::all(headers, "license")
        .map(|link| (Text::from(link.parameter("type")), reader.address_of_header(link.address)));
    let mut budget = reader.document.output_budget();
    let mut found = List::default();
    for (media_type, address) in in_page.chain(in_headers) {
        let mut media_type = media_type.into_string();
        media_type.make_ascii_lowercase();
        let is_within = budget.take(size_of::<License>() + media_type.len() + address.value.len());
        if !is_within || found.len() == MAX_LINKS {
            break;
        }
        found.push(License { media_type, address });
    }
    found.into_vec()
}

/// What the candidates for authors and dates are taken from, for measurements.
#[cfg(feature = "unstable")]
fn with_sources<T>(
    document: &Document<'_>,
    read: impl FnOnce(Reader<'_, '_>, &Declarations<'_>, Option<&Entity>) -> T,
) -> T {
    let reader = Reader { document };
    let things = topics(&Entities::of_scripts(reader), reader.tree().source);
    read(reader, &Declarations::read(reader), main_entity(&things))
}

/// Which of some types of schema.org the page declares in JSON-LD.
pub(in crate::on_demand) fn declares<const N: usize>(document: &Document<'_>, types: [&[u8]; N]) -> [bool; N] {
    let reader = Reader { document };
    let things = topics(&Entities::of_scripts(reader), reader.tree().source);
    let kinds = || things.iter().filter_map(|thing| thing.kind);
    let source = reader.tree().source;
    types.map(|name| kinds().any(|(start, end)| local_name(&source[start as usize..end as usize]) == name))
}

fn types(reader: Reader<'_, '_>, things: &[Entity]) -> Vec<Fact> {
    let mut kinds: List<_> = things.iter().filter_map(|thing| thing.kind).collect();
    sort(&mut kinds);
    kinds.iter().filter_map(|&kind| reader.json_fact(kind)).collect::<List<Fact>>().into_vec()
}
