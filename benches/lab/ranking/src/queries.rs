//! Queries, with the pages that answer them.
//!
//! | kind | what | whose judgement |
//! |---|---|---|
//! | `hand` | entries of a book's index | its authors' |
//! | `api` | names of a generated index | the generator's |
//! | `desc` | one-line descriptions | the authors' |
//! | `ptitle` | the page's own title, less the words that most titles of the site share; the field title is not searched | |
//! | `keyword`, `description` | the page's own metadata, which is not searched | |
//! | `webtitle` | the longest part of the page's title; the field title is not searched | |

use crate::Error;
use crate::html::{hash, meta, with_document, words};
use crate::sites::{RawPage, unpacked};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

#[derive(Clone, Deserialize)]
pub struct Query {
    #[serde(rename = "q")]
    pub text: String,
    /// The names of the pages that answer it.
    #[serde(rename = "rel")]
    pub relevant: Vec<String>,
    pub kind: String,
}

impl Query {
    /// Whether it is made of the title, so that the title is not searched.
    pub fn is_title(&self) -> bool {
        self.kind == "ptitle" || self.kind == "webtitle"
    }
}

/// Of an index entry or title with more pages than this, none is the answer.
const MOST_RELEVANT: usize = 3;

/// Queries that somebody judged.
pub fn read(path: &Path) -> Result<Vec<Query>, Error> {
    let lines = unpacked(path)?;
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| Ok(serde_json::from_slice(line)?)).collect()
}

/// The entries of a site's index: texts of links, and the pages that they lead to.
pub fn of_index(pages: &[RawPage], known: &HashSet<&str>) -> Vec<Query> {
    let mut entries: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for page in pages {
        with_document(&page.bytes, |document| {
            for link in document.links() {
                let text = &document.text()[link.text_range()];
                let text = text.split(" (").next().unwrap_or_default().trim();
                let target = resolve(&page.name, &link.target());
                let is_name = text.chars().count() > 1 && text.chars().any(char::is_alphabetic);
                if is_name && known.contains(target.as_str()) {
                    add(entries.entry(text.to_owned()).or_default(), &target);
                }
            }
        });
    }
    queries_of(entries, "api")
}

/// The page that a relative link of a page leads to.
fn resolve(page: &str, href: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in href.split('#').next().unwrap_or_default().split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// The titles of the pages.
pub fn of_titles(pages: &[RawPage]) -> Vec<Query> {
    let title = |page: &RawPage| with_document(&page.bytes, |document| document.title().map(str::to_owned)).flatten();
    let titles: Vec<(String, &RawPage)> = pages.iter().filter_map(|page| Some((title(page)?, page))).collect();
    let mut shared: HashMap<String, usize> = HashMap::new();
    for (title, _) in &titles {
        for word in words(title).collect::<HashSet<_>>() {
            *shared.entry(word).or_default() += 1;
        }
    }
    let mut entries: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (title, page) in &titles {
        let rest: Vec<String> = words(title).filter(|word| 2 * shared[word] <= titles.len()).collect();
        add(entries.entry(rest.join(" ")).or_default(), &page.name);
    }
    queries_of(entries, "ptitle")
}

/// Keywords, descriptions and titles of web pages.
pub fn of_metadata(pages: &[RawPage]) -> Vec<Query> {
    let mut keywords: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut queries = Vec::new();
    for page in pages {
        with_document(&page.bytes, |document| {
            for list in meta(document, "keywords") {
                for keyword in list.split([',', ';']).map(|keyword| keyword.trim().to_lowercase()) {
                    add(keywords.entry(keyword).or_default(), &page.name);
                }
            }
            let of_page = |text: &str, kind: &str| Query {
                text: text.to_owned(),
                relevant: vec![page.name.clone()],
                kind: kind.to_owned(),
            };
            queries.extend(meta(document, "description").iter().map(|text| of_page(text, "description")));
            queries.extend(document.title().map(|title| of_page(longest_part(title), "webtitle")));
        });
    }
    queries.extend(queries_of(keywords, "keyword"));
    queries
}

/// The longest part of a title, the others of which name the site.
fn longest_part(title: &str) -> &str {
    const SEPARATORS: [&str; 4] = [" | ", " - ", " \u{2013} ", " \u{2014} "];
    SEPARATORS
        .iter()
        .fold(title, |title, separator| title.split(separator).max_by_key(|part| part.len()).unwrap_or(title))
}

fn add(pages: &mut Vec<String>, page: &str) {
    if !pages.iter().any(|known| known == page) {
        pages.push(page.to_owned());
    }
}

/// In an order that has nothing to do with the site, so that the first thousand are a sample.
fn queries_of(entries: BTreeMap<String, Vec<String>>, kind: &str) -> Vec<Query> {
    let few = entries.into_iter().filter(|(text, pages)| text.len() > 1 && pages.len() <= MOST_RELEVANT);
    let mut queries: Vec<Query> = few.map(|(text, relevant)| Query { text, relevant, kind: kind.to_owned() }).collect();
    queries.sort_by_cached_key(|query| hash(&query.text));
    queries
}
