//! The sites: packages of documentation with a list of what to leave out, and labeled web pages.

use crate::queries::{self, Query};
use crate::{Error, html};
use regex_lite::Regex;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A page before it is indexed.
#[derive(Clone)]
pub struct RawPage {
    /// Its path below the root of the site, or its id in a corpus.
    pub name: String,
    pub address: String,
    pub bytes: Arc<[u8]>,
    /// The main text, by people, if it is known.
    pub gold: Option<String>,
}

/// The pages of a site, and queries with the pages that answer them.
#[derive(Clone)]
pub struct RawSite {
    pub name: String,
    pub generator: String,
    pub pages: Vec<RawPage>,
    pub queries: Vec<Query>,
    pub is_web: bool,
}

/// An entry of `sites.json`.
#[derive(Clone, Deserialize)]
pub struct Package {
    pub name: String,
    pub generator: String,
    pub package: String,
    /// The folder of the pages in the package.
    root: String,
    /// Pages to leave out: a regular expression on the path below the root.
    skip: String,
    /// The pages of the site's own index of names, of which queries are made.
    index: Option<String>,
}

/// The packages whose queries somebody else chose, and the packages of this folder, whose queries come from their
/// indexes; or the packages on which weights are chosen.
pub fn packages(shared: &Path, develop: bool) -> Result<Vec<Package>, Error> {
    if develop {
        return Ok(serde_json::from_str(include_str!("../develop.json"))?);
    }
    let own = include_str!("../sites.json");
    let mut all: Vec<Package> = Vec::new();
    let given = shared.join("ranking/sites.json");
    match std::fs::read_to_string(&given) {
        Ok(given) => all = serde_json::from_str(&given)?,
        Err(error) => println!("skipped: the sites with judged queries: {}: {error}", given.display()),
    }
    all.extend(serde_json::from_str::<Vec<Package>>(own)?);
    Ok(all)
}

/// Reads a package that was unpacked to a folder of its name.
pub fn read_package(package: &Package, folder: &Path, shared: &Path) -> Result<RawSite, Error> {
    let root = folder.join(&package.package).join(&package.root);
    if !root.is_dir() {
        return Err(format!("{} is not there: run benches/lab/ranking/fetch", root.display()).into());
    }
    let skip = Pattern::new(&package.skip)?;
    let index = package.index.as_deref().map(Regex::new).transpose()?;
    let mut files = Vec::new();
    html_files(&root, &mut files)?;
    let (mut pages, mut index_pages) = (Vec::new(), Vec::new());
    for file in files {
        let name = file.strip_prefix(&root)?.to_string_lossy().into_owned();
        let is_index = index.as_ref().is_some_and(|index| index.is_match(&name));
        if !is_index && skip.is_match(&name) {
            continue;
        }
        let address = format!("https://site.example/{name}");
        let page = RawPage { name, address, bytes: std::fs::read(&file)?.into(), gold: None };
        if is_index {
            index_pages.push(page);
        } else if !html::is_redirect(&page.bytes) {
            pages.push(page);
        }
    }
    let judged = shared.join(format!("ranking/queries/{}.jsonl.gz", package.name));
    let mut queries = match package.index {
        Some(_) => {
            let known: HashSet<&str> = pages.iter().map(|page| page.name.as_str()).collect();
            queries::of_index(&index_pages, &known)
        }
        None if judged.exists() => queries::read(&judged)?,
        // The titles of its pages are queries.
        None => Vec::new(),
    };
    queries.extend(queries::of_titles(&pages));
    Ok(RawSite { name: package.name.clone(), generator: package.generator.clone(), pages, queries, is_web: false })
}

/// All sites as one, with at most `most` queries of each kind of each site.
pub fn merge(sites: &[RawSite], most: usize) -> RawSite {
    let mut merged = RawSite {
        name: "all sites".to_owned(),
        generator: "all".to_owned(),
        pages: Vec::new(),
        queries: Vec::new(),
        is_web: false,
    };
    for site in sites {
        let named = |name: &String| format!("{}/{name}", site.name);
        merged.pages.extend(site.pages.iter().map(|page| RawPage { name: named(&page.name), ..page.clone() }));
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for query in &site.queries {
            let count = counts.entry(&query.kind).or_default();
            *count += 1;
            if *count <= most {
                let relevant = query.relevant.iter().map(named).collect();
                merged.queries.push(Query { relevant, ..query.clone() });
            }
        }
    }
    merged
}

/// Writes the pages of a site, and a line for each query: kind, query, and the pages that answer it.
pub fn export(site: &RawSite, folder: &Path, most: usize) -> Result<(), Error> {
    let folder = folder.join(&site.name);
    for page in &site.pages {
        let path = folder.join("pages").join(&page.name);
        std::fs::create_dir_all(path.parent().unwrap_or(&folder))?;
        std::fs::write(path, &page.bytes)?;
    }
    let mut lines = String::new();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for query in &site.queries {
        let count = counts.entry(&query.kind).or_default();
        *count += 1;
        if *count <= most {
            let text = query.text.split_whitespace().collect::<Vec<_>>().join(" ");
            lines += &format!("{}\t{text}\t{}\n", query.kind, query.relevant.join("\t"));
        }
    }
    Ok(std::fs::write(folder.join("queries.tsv"), lines)?)
}

/// A regular expression with at most one negative look-ahead, at its start, which the small engine does not have.
struct Pattern {
    unless: Option<Regex>,
    rest: Regex,
}

impl Pattern {
    fn new(text: &str) -> Result<Pattern, Error> {
        let Some(inner) = text.strip_prefix("^(?!") else {
            return Ok(Pattern { unless: None, rest: Regex::new(text)? });
        };
        let end = inner.find("/)|").ok_or("a look-ahead that does not end with a folder")?;
        Ok(Pattern { unless: Some(Regex::new(&format!("^{}/", &inner[..end]))?), rest: Regex::new(&inner[end + 3..])? })
    }

    fn is_match(&self, name: &str) -> bool {
        self.unless.as_ref().is_some_and(|unless| !unless.is_match(name)) || self.rest.is_match(name)
    }
}

fn html_files(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Error> {
    let mut entries = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Error>>()?;
    entries.sort();
    for path in entries.into_iter().filter(|path| !path.is_symlink()) {
        if path.is_dir() {
            html_files(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == "html" || extension == "htm") {
            found.push(path);
        }
    }
    Ok(())
}

/// The corpora of web pages.
pub const CORPORA: [&str; 6] =
    ["wcxb", "aeb", "magic-html-article", "magic-html-forum", "trafilatura-eval", "webseg-rkrzr"];

/// The corpora of web pages on which weights are chosen.
pub const DEVELOPMENT_CORPORA: [&str; 2] = ["harvest-forum", "records-testbed2017"];

#[derive(Deserialize)]
struct CorpusPage {
    id: String,
    html_file: String,
    url: Option<String>,
    gold_text: Option<String>,
}

/// Reads a labeled corpus of web pages as one site.
pub fn read_corpus(name: &str, shared: &Path) -> Result<RawSite, Error> {
    let folder = shared.join("corpus").join(name);
    let mut pages = Vec::new();
    for line in unpacked(&folder.join("pages.jsonl.gz"))?.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()) {
        let page: CorpusPage = serde_json::from_slice(line)?;
        let bytes = unpacked(&folder.join(&page.html_file))?;
        let address = page.url.unwrap_or_else(|| "https://site.example/".to_owned());
        pages.push(RawPage { name: page.id, address, bytes: bytes.into(), gold: page.gold_text });
    }
    let queries = queries::of_metadata(&pages);
    Ok(RawSite { name: name.to_owned(), generator: name.to_owned(), pages, queries, is_web: true })
}

/// The contents of a file, which may be packed by gzip.
pub fn unpacked(path: &Path) -> Result<Vec<u8>, Error> {
    let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut unpacked = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(&bytes[..]), &mut unpacked)?;
    Ok(unpacked)
}
