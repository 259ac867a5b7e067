//! Reads the declarations of `meta` and `link` elements: the first value of each property, in one pass.

use super::read::Reader;
use crate::base::fallible::List;
use crate::read::address::{has_rel, is_canonical, is_in_head};
use crate::read::html::attributes::Name;
use crate::read::html::scan::same_name;
use crate::read::html::{Attribute, Node, Tag};

/// A property of a page that `meta` elements declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Property {
    Title,
    Type,
    Image,
    SiteName,
    Description,
    /// A description for a preview, if there is no other.
    PreviewDescription,
    Keywords,
    ApplicationName,
    Language,
    Locale,
    Published,
    Modified,
    /// A date that is usually the date of publication.
    Dated,
    Address,
    Author,
}

/// The names, each with its property.
const NAMES: [(Property, &[&str]); 15] = [
    (Property::Title, &["og:title"]),
    (Property::Type, &["og:type"]),
    (Property::Image, &["og:image", "og:image:url", "og:image:secure_url"]),
    (Property::SiteName, &["og:site_name"]),
    (Property::Description, &["description"]),
    (Property::PreviewDescription, &["og:description", "twitter:description"]),
    (Property::Keywords, &["keywords"]),
    (Property::ApplicationName, &["application-name"]),
    (Property::Language, &["content-language"]),
    (Property::Locale, &["og:locale"]),
    (
        Property::Published,
        &[
            "article:published_time",
            "og:published_time",
            "og:article:published_time",
            "article.published",
            "article:published",
            "article:post_date",
            "article_date_original",
            "datePublished",
            "date_published",
            "citation_publication_date",
            "citation_online_date",
            "dcterms.issued",
            "dc.date.issued",
            "dc.issued",
            "issued",
            "pubdate",
            "publishdate",
            "publish_date",
            "publish-date",
            "publish_time",
            "published",
            "published_time",
            "publication_date",
            "publication-date",
            "publicationdate",
            "originalpublicationdate",
            "parsely-pub-date",
            "sailthru.date",
            "vr:published-time",
            "vr:published_time",
            "video:release_date",
            "cXenseParse:recs:publishtime",
            "rnews:datePublished",
            "bt:pubdate",
        ],
    ),
    (
        Property::Modified,
        &[
            "article:modified_time",
            "og:updated_time",
            "article.updated",
            "article:modified",
            "dateModified",
            "date_modified",
            "dateUpdate",
            "dcterms.modified",
            "dc.date.modified",
            "dc.modified",
            "last-modified",
            "lastmod",
            "last_modified",
            "modified",
            "revised",
            "updated",
            "updated_time",
            "vr:updated-time",
        ],
    ),
    (
        Property::Dated,
        &[
            "date",
            "dc.date",
            "dcterms.date",
            "dcterms.created",
            "dc.date.created",
            "dc.created",
            "datecreated",
            "created",
            "citation_date",
            "article:created",
            "release_date",
            "releasedate",
            "timestamp",
        ],
    ),
    (Property::Address, &["og:url", "twitter:url"]),
    (
        Property::Author,
        &[
            "author",
            "article:author",
            "article:author_name",
            "og:author",
            "og:article:author",
            "citation_author",
            "dc.creator",
            "dcterms.creator",
            "dc.contributor.author",
            "parsely-author",
            "sailthru.author",
            "shareaholic:article_author_name",
            "cXenseParse:author",
            "byl",
            "creator",
            "rbauthors",
        ],
    ),
];

/// Dates and authors of one page that are compared; further ones are not read.
const MAX_VALUES: usize = 32;

/// The declarations of a page.
#[derive(Default)]
pub(super) struct Declarations<'a> {
    /// The first value of each property, by number.
    first: [Option<&'a Attribute>; NAMES.len()],
    /// The values of properties that are dates; whether each is one of microdata.
    pub dates: List<(Property, &'a Attribute, bool)>,
    /// The values of properties that are authors.
    pub authors: List<&'a Attribute>,
    /// The `href` of links to canonical addresses.
    pub canonical: List<&'a Attribute>,
    /// The `hreflang` and `href` of links to other versions of the page.
    pub alternates: List<(&'a Attribute, &'a Attribute)>,
    /// The `type` and `href` of links to licenses.
    pub licenses: List<(Option<&'a Attribute>, &'a Attribute)>,
    /// The names and contents of all `meta` elements with a name, for directives to robots.
    pub named: List<(&'a Attribute, &'a Attribute)>,
}

/// The link type of a license.
pub(super) const LICENSE: &[u8] = b"license";
/// Links of one page that are read.
pub(super) const MAX_LINKS: usize = 1_000;

impl<'a> Declarations<'a> {
    pub fn read(reader: Reader<'_, 'a>) -> Declarations<'a> {
        let mut all = Declarations::default();
        for node in reader.metadata_elements() {
            match node.tag {
                Tag::META => all.add_meta(reader, node),
                Tag::LINK => all.add_link(reader, node),
                _ => {}
            }
        }
        all
    }

    /// The first value of a property that is not empty.
    pub fn get(&self, property: Property) -> Option<&'a Attribute> {
        self.first[property as usize]
    }

    fn add_meta(&mut self, reader: Reader<'_, 'a>, node: &Node) {
        let tree = reader.tree();
        let Some(content) = tree.attribute(node, Name::CONTENT) else { return };
        if tree.raw_value(content).trim_ascii().is_empty() {
            return;
        }
        for attribute in tree.each_attribute(node) {
            let is_http_equiv = || same_name(tree.raw_attribute_name(attribute), b"http-equiv");
            match attribute.name {
                Name::NAME => self.named.push((attribute, content)),
                Name::PROPERTY | Name::ITEMPROP => {}
                Name::OTHER if is_http_equiv() => {}
                _ => continue,
            }
            let name = tree.raw_value(attribute).trim_ascii();
            let is_name = |names: &[&str]| names.iter().any(|known| same_name(known.as_bytes(), name));
            let Some(&(property, _)) = NAMES.iter().find(|(_, names)| is_name(names)) else { continue };
            self.first[property as usize].get_or_insert(content);
            if matches!(property, Property::Published | Property::Modified | Property::Dated)
                && self.dates.len() < MAX_VALUES
            {
                self.dates.push((property, content, attribute.name == Name::ITEMPROP));
            }
            if property == Property::Author && self.authors.len() < MAX_VALUES {
                self.authors.push(content);
            }
        }
    }

    fn add_link(&mut self, reader: Reader<'_, 'a>, node: &Node) {
        let (tree, page) = (reader.tree(), reader.document.page());
        let Some(href) = tree.attribute(node, Name::HREF) else { return };
        let links = self.canonical.len() + self.alternates.len() + self.licenses.len();
        if links >= MAX_LINKS || tree.raw_value(href).trim_ascii().is_empty() {
            return;
        }
        let hreflang = |attribute: &&Attribute| same_name(tree.raw_attribute_name(attribute), b"hreflang");
        if is_canonical(page, node) {
            self.canonical.push(href);
        } else if has_rel(tree, node, b"alternate")
            && is_in_head(page, node)
            && let Some(language) = tree.each_attribute(node).find(hreflang)
        {
            self.alternates.push((language, href));
        } else if has_rel(tree, node, LICENSE) && is_in_head(page, node) {
            self.licenses.push((tree.attribute(node, Name::TYPE), href));
        }
    }
}
