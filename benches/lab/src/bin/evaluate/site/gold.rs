//! Documentation sites whose templates are known: selectors tell the content of their pages.

use blockmask::Document;
use blockmask::internals::html::attributes::Name;
use blockmask::internals::html::{Node, Tree};
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};

/// A site in a package of documentation.
pub struct Site {
    pub name: String,
    pub generator: String,
    root: PathBuf,
    /// Parts of paths of pages to leave out, see [`is_skipped`].
    skip: Vec<String>,
    keep: Vec<Selector>,
    drop: Vec<Selector>,
}

/// `tag`, `#id`, `.class`, or a tag and one of these.
struct Selector {
    tag: String,
    id: Option<String>,
    class: Option<String>,
}

impl Selector {
    fn parse(text: &str) -> Selector {
        let end = text.find(['#', '.']).unwrap_or(text.len());
        let (tag, rest) = text.split_at(end);
        let part = |mark: char| rest.strip_prefix(mark).map(str::to_owned);
        Selector { tag: tag.to_owned(), id: part('#'), class: part('.') }
    }

    fn matches(&self, tree: &Tree<'_>, node: &Node) -> bool {
        let value = |name| tree.attribute(node, name).map_or(&[][..], |attribute| tree.raw_value(attribute));
        let has_class =
            |class: &String| value(Name::CLASS).split(u8::is_ascii_whitespace).any(|word| word == class.as_bytes());
        (self.tag.is_empty() || tree.raw_name(node) == self.tag.as_bytes())
            && self.id.as_ref().is_none_or(|id| value(Name::ID) == id.as_bytes())
            && self.class.as_ref().is_none_or(has_class)
    }
}

/// The sites of `benches/lab/sites.json`, whose packages are in `packages`.
pub fn sites(packages: &Path) -> io::Result<Vec<Site>> {
    let entries: Value = serde_json::from_str(include_str!("../../../../sites.json")).map_err(io::Error::other)?;
    let site = |entry: &Value| {
        let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
        let selectors = |name: &str| {
            entry[name].as_array().into_iter().flatten().filter_map(Value::as_str).map(Selector::parse).collect()
        };
        Site {
            name: text("name"),
            generator: text("generator"),
            root: packages.join(text("package")).join(text("root")),
            skip: text("skip").split('|').map(str::to_owned).collect(),
            keep: selectors("keep"),
            drop: selectors("drop"),
        }
    };
    Ok(entries.as_array().into_iter().flatten().map(site).collect())
}

impl Site {
    /// The folder of the pages.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The paths of at most `most` pages below the root, in an order that has nothing to do with their names.
    pub fn pages(&self, most: usize) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let path = entry?.path();
                let name = path.strip_prefix(&self.root).map_err(io::Error::other)?.to_string_lossy().into_owned();
                if path.is_dir() && !path.is_symlink() {
                    folders.push(path);
                } else if name.ends_with(".html") && !self.skip.iter().any(|part| is_skipped(&name, part)) {
                    names.push(name);
                }
            }
        }
        names.sort_by_cached_key(|name| (hash(name), name.clone()));
        names.truncate(most);
        Ok(names)
    }

    /// By block of a page: whether it is content.
    pub fn gold(&self, document: &Document<'_>) -> Vec<bool> {
        let tree = &document.page().tree;
        let is_content = |text: u32| {
            let (mut at, mut is_kept) = (text, false);
            while let Some(node) = tree.nodes.get(at as usize) {
                if self.drop.iter().any(|selector| selector.matches(tree, node)) {
                    return false;
                }
                is_kept |= node.tag.is_element() && self.keep.iter().any(|selector| selector.matches(tree, node));
                at = node.parent;
            }
            is_kept
        };
        document.page().blocks.iter().map(|block| is_content(block.first_text)).collect()
    }
}

/// Whether a path contains a part; `^` stands for its beginning, `$` for its end.
fn is_skipped(name: &str, part: &str) -> bool {
    let (text, begins) = part.strip_prefix('^').map_or((part, false), |text| (text, true));
    let (text, ends) = text.strip_suffix('$').map_or((text, false), |text| (text, true));
    !part.is_empty()
        && if begins {
            name.starts_with(text)
        } else if ends {
            name.ends_with(text)
        } else {
            name.contains(text)
        }
}

/// FNV-1a, and a step that spreads the last characters.
fn hash(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    (hash ^ hash >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
