//! A file for each page, in a folder: `--output-dir`.

use blockmask_cli::origin::Origin;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder that files are written into.
pub struct Folder {
    path: PathBuf,
    /// The folders that are read.
    roots: Vec<PathBuf>,
    /// The ending of the files.
    ending: &'static str,
    /// Hashes of the names that are taken, in lower case, because some systems do not tell cases apart; with the number
    /// of pages that wanted each.
    taken: BTreeMap<u64, u32>,
    hashing: RandomState,
}

/// File name extensions of pages, which the extension of the output replaces; compression suffixes first.
const COMPRESSED: [&str; 3] = [".gz", ".zst", ".br"];
const PAGES: [&str; 3] = [".html", ".htm", ".xhtml"];
/// The most folders below each other, and the most bytes of a name, besides its ending.
const MAX_FOLDERS: usize = 32;
const MAX_NAME: usize = 180;

impl Folder {
    /// `roots` are the folders whose pages are read; their paths are not repeated in this one.
    pub fn new(path: PathBuf, roots: Vec<PathBuf>, ending: &'static str) -> Folder {
        Folder { path, roots, ending, taken: BTreeMap::new(), hashing: RandomState::new() }
    }

    /// Writes the file of a page, over an older one. Pages whose names would be equal are numbered.
    pub fn write(&mut self, origin: &Origin, bytes: &[u8]) -> io::Result<()> {
        let path = self.path_of(origin);
        if origin.record.is_none() && is_equal(&path, Path::new(&origin.path)) {
            return Err(io::Error::other("the output would replace the page"));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&path, bytes).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    }

    fn path_of(&mut self, origin: &Origin) -> PathBuf {
        let mut names = match (&origin.url, &origin.record) {
            (Some(url), _) => names_of_address(url),
            (None, Some(record)) => vec![format!("{}-{}", file_name(&origin.path), record.offset)],
            (None, None) if origin.path == "-" => vec!["stdin".to_owned()],
            (None, None) => self.names_of_path(Path::new(&origin.path)),
        };
        let last = names.pop().unwrap_or_default();
        let folder: PathBuf = names.iter().take(MAX_FOLDERS).map(|name| cut(name)).collect();
        let stem = cut(without_ending(&last)).to_owned();
        let mut path = folder.join(format!("{stem}{}", self.ending));
        let first = self.key(&path);
        while self.taken.contains_key(&self.key(&path)) {
            let number = self.taken.entry(first).or_insert(1);
            *number += 1;
            path = folder.join(format!("{stem}-{number}{}", self.ending));
        }
        self.taken.insert(self.key(&path), 1);
        self.path.join(path)
    }

    fn key(&self, path: &Path) -> u64 {
        self.hashing.hash_one(path.to_string_lossy().to_lowercase())
    }

    /// The path below the folder that is read, or as it was given if it leads into no other folder.
    fn names_of_path(&self, path: &Path) -> Vec<String> {
        let below = self.roots.iter().find_map(|root| path.strip_prefix(root).ok());
        let path = below.unwrap_or(path);
        let is_below = |component| matches!(component, Component::Normal(_) | Component::CurDir);
        let mut names = path.components().filter_map(|component| match component {
            Component::Normal(name) => Some(safe(&name.to_string_lossy())),
            _ => None,
        });
        if path.components().all(is_below) { names.collect() } else { names.next_back().into_iter().collect() }
    }
}

/// The host and the path of an address, with its query, as names of folders and a file.
fn names_of_address(url: &str) -> Vec<String> {
    let address = url.split_once("://").map_or(url, |(_, address)| address);
    let address = address.split('#').next().unwrap_or_default();
    let (path, query) = address.split_once('?').map_or((address, ""), |(path, query)| (path, query));
    let mut names: Vec<String> = path.split('/').filter(|name| !name.is_empty()).map(safe).collect();
    if path.ends_with('/') || names.len() < 2 {
        names.push("index".to_owned());
    }
    if let Some(last) = names.last_mut().filter(|_| !query.is_empty()) {
        *last = format!("{}_{}", without_ending(last), safe(query));
    }
    names
}

fn file_name(path: &str) -> String {
    safe(&Path::new(path).file_name().unwrap_or(OsStr::new("page")).to_string_lossy())
}

/// A name that every system takes, and that leads into no other folder.
fn safe(name: &str) -> String {
    let is_unsafe = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    let name = name.replace(is_unsafe, "_");
    let trimmed = name.trim_end_matches(['.', ' ']);
    if trimmed.is_empty() { "_".to_owned() } else { trimmed.to_owned() }
}

fn cut(name: &str) -> &str {
    let mut end = name.len().min(MAX_NAME);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    &name[..end]
}

fn without_ending(name: &str) -> &str {
    let without = |name, endings: &[&str]| {
        let stripped = endings.iter().find_map(|ending| strip_ending(name, ending));
        stripped.filter(|rest| !rest.is_empty()).unwrap_or(name)
    };
    without(without(name, &COMPRESSED), &PAGES)
}

/// Without an ending in upper or lower case.
fn strip_ending<'a>(name: &'a str, ending: &str) -> Option<&'a str> {
    let (rest, last) = name.split_at_checked(name.len().checked_sub(ending.len())?)?;
    last.eq_ignore_ascii_case(ending).then_some(rest)
}

fn is_equal(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use blockmask_cli::origin::{Headers, WarcRecord};

    fn path_of(folder: &mut Folder, path: &str, url: Option<&str>) -> String {
        let record = url.map(|_| WarcRecord { offset: 7, id: None, date: None });
        let url = url.filter(|url| !url.is_empty()).map(str::to_owned);
        let origin = Origin { path: path.to_owned(), url, headers: Headers::default(), record };
        folder.path_of(&origin).to_str().unwrap().replace('\\', "/")
    }

    #[test]
    fn files_keep_their_places() {
        let mut folder = Folder::new("out".into(), vec!["site/docs".into()], ".md");
        for (path, expected) in [
            ("site/docs/a/b.html", "out/a/b.md"),
            ("site/docs/a/B.HTM.gz", "out/a/B-2.md"),
            ("./page.xhtml", "out/page.md"),
            ("other/page", "out/other/page.md"),
            ("/tmp/x/page.html", "out/page-2.md"),
            ("../../page.html", "out/page-3.md"),
            ("-", "out/stdin.md"),
            (".html", "out/.html.md"),
        ] {
            assert_eq!(path_of(&mut folder, path, None), expected, "{path}");
        }
    }

    #[test]
    fn addresses_lead_into_no_other_folder() {
        let mut folder = Folder::new("out".into(), Vec::new(), ".txt");
        let long = "ü".repeat(200);
        for (url, expected) in [
            ("https://example.org", "out/example.org/index.txt"),
            ("https://example.org/a/", "out/example.org/a/index.txt"),
            ("http://example.org/a/index.html#top", "out/example.org/a/index-2.txt"),
            ("https://example.org/p.html?id=3&x=/../y", "out/example.org/p_id=3&x=_.._y.txt"),
            ("https://example.org/../../etc/passwd", "out/example.org/_/_/etc/passwd.txt"),
            ("https://example.org:8080/a\\..\\b/con:", "out/example.org_8080/a_.._b/con_.txt"),
            ("", "out/crawl.warc.gz-7.txt"),
            (&format!("https://a/{long}"), &format!("out/a/{}.txt", "ü".repeat(90))),
        ] {
            assert_eq!(path_of(&mut folder, "x/crawl.warc.gz", Some(url)), expected, "{url}");
        }
        let deep = path_of(&mut folder, "-", Some(&format!("https://a/{}x", "b/".repeat(1000))));
        assert_eq!(deep.matches('/').count(), MAX_FOLDERS + 1);
    }
}
