//! The inputs: files and WARC records, compressed or not, in the order of the arguments.

mod kinds;

use crate::failure::{Failure, caught};
use crate::files::Files;
use blockmask::Error;
use blockmask_cli::archive::{self, Buffer, Codec, Members, Records};
use indicatif::ProgressBar;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use blockmask_cli::archive::{Damage, NotPage, Record, payload};

/// A file of pages.
#[derive(Clone)]
pub enum Input {
    Stdin,
    Path(PathBuf),
}

impl Input {
    fn new(path: PathBuf) -> Input {
        if path == Path::new("-") { Input::Stdin } else { Input::Path(path) }
    }

    /// The address of a file.
    pub fn address(&self) -> Option<String> {
        match self {
            Input::Stdin => None,
            Input::Path(path) => Some(format!("file://{}", std::path::absolute(path).ok()?.to_str()?)),
        }
    }

    /// Whether a person is to type it.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Input::Stdin) && io::stdin().is_terminal()
    }

    /// The number of bytes of a regular file.
    pub fn len(&self) -> Option<u64> {
        match self {
            Input::Stdin => None,
            Input::Path(path) => fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len()),
        }
    }

    /// A hint for a file that cannot be opened because it is a folder, or its name the address of a page.
    fn reason(&self) -> Option<io::Error> {
        if let Input::Path(path) = self
            && path.is_dir()
        {
            return Some(io::Error::new(io::ErrorKind::IsADirectory, "this is a folder; -r reads the pages in it"));
        }
        let name = self.to_string();
        let is_address = ["http://", "https://"].iter().any(|scheme| name.starts_with(scheme));
        let advice = "this program reads files; fetch the page by another: curl -sL ADDRESS | blockmask text";
        is_address.then(|| io::Error::new(io::ErrorKind::NotFound, advice))
    }

    /// Whether this is the name of a WARC file.
    pub fn is_named_warc(&self) -> bool {
        self.expected().0
    }

    /// Whether the name indicates compression by Brotli, which has no magic number.
    fn is_brotli(&self) -> bool {
        self.to_string().to_ascii_lowercase().ends_with(".br")
    }

    /// Whether the name indicates a WARC file, and its compression.
    fn expected(&self) -> (bool, Codec) {
        let name = self.to_string().to_ascii_lowercase();
        let (stem, codec) = match name.rsplit_once('.') {
            Some((stem, "gz")) => (stem, Codec::Gzip),
            Some((stem, "zst")) => (stem, Codec::Zstd),
            _ => (name.as_str(), Codec::None),
        };
        (stem.ends_with(".warc"), codec)
    }
}

/// The name in messages and output; `-` for standard input.
impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Input::Stdin => f.write_str("-"),
            Input::Path(path) => path.display().fmt(f),
        }
    }
}

/// All inputs in order, first the files, then the list; and the errors of inputs that could not be read.
pub fn collect(files: &Files) -> (Vec<Input>, Vec<(Input, io::Error)>) {
    let mut given: Vec<Input> = files.files.iter().cloned().map(Input::new).collect();
    let mut unreadable = Vec::new();
    if let Some(list) = files.list.clone().map(Input::new) {
        match read_list(&list) {
            Ok(paths) => given.extend(paths),
            Err(error) => unreadable.push((list, error)),
        }
    } else if given.is_empty() {
        given.push(Input::Stdin);
    }
    let mut inputs = Vec::new();
    for input in given {
        match input {
            Input::Path(folder) if files.recursive && folder.is_dir() => walk(folder, &mut inputs, &mut unreadable),
            _ => inputs.push(input),
        }
    }
    (inputs, unreadable)
}

/// Names of files in folders that are read.
const ENDINGS: [&str; 9] =
    [".html", ".htm", ".xhtml", ".html.br", ".html.gz", ".html.zst", ".warc", ".warc.gz", ".warc.zst"];

/// Adds the pages and WARC files in a folder and those in it, sorted by name. Links to folders are not followed.
fn walk(folder: PathBuf, inputs: &mut Vec<Input>, unreadable: &mut Vec<(Input, io::Error)>) {
    // The next one is the last.
    let mut waiting = vec![folder];
    while let Some(path) = waiting.pop() {
        let is_folder = path.symlink_metadata().is_ok_and(|metadata| metadata.is_dir());
        let name = path.to_string_lossy().to_ascii_lowercase();
        // Reading a pipe would wait for someone who writes to it.
        let is_file = path.metadata().is_ok_and(|metadata| metadata.is_file());
        let is_dangling = !is_folder && !path.exists();
        if (is_file || is_dangling) && ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            inputs.push(Input::Path(path));
        } else if is_folder {
            match fs::read_dir(&path).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect()) {
                Ok(entries) => {
                    let mut entries: Vec<PathBuf> = entries;
                    entries.sort_unstable_by(|a, b| b.cmp(a));
                    waiting.extend(entries);
                }
                Err(error) => unreadable.push((Input::Path(path), error)),
            }
        }
    }
}

fn read_list(list: &Input) -> io::Result<Vec<Input>> {
    let mut bytes = Vec::new();
    match list {
        Input::Stdin => drop(io::stdin().lock().read_to_end(&mut bytes)?),
        Input::Path(path) => bytes = fs::read(path)?,
    }
    let lines = bytes.split(|&b| b == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    Ok(lines.filter(|line| !line.is_empty()).map(|line| Input::new(path_of(line))).collect())
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    PathBuf::from(std::ffi::OsStr::from_bytes(bytes))
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The unit of work of a thread.
pub enum Item {
    /// A file that holds a page, not yet read.
    Page(Input, Box<dyn Read + Send>),
    /// A record of a WARC file.
    Record(Arc<str>, Box<Record>),
    /// A part of a WARC file that cannot be read.
    Damage(Arc<str>, Damage),
    /// A file that cannot be read.
    Unreadable(Input, Failure),
}

/// Iterates over the pages of all inputs. It opens files, and reads WARC files; other pages are read by the threads that
/// analyze them.
pub struct Items {
    inputs: std::vec::IntoIter<Input>,
    /// The WARC file that is being read.
    records: Option<(Arc<str>, Box<Records>)>,
    is_warc: bool,
    limit: u64,
    progress: ProgressBar,
}

enum Opened {
    Page(Box<dyn Read + Send>),
    Warc(Box<Records>),
}

impl Items {
    /// Pages of at most `limit` bytes; `is_warc` reads all inputs as WARC files.
    pub fn new(inputs: Vec<Input>, is_warc: bool, limit: u64, progress: ProgressBar) -> Items {
        Items { inputs: inputs.into_iter(), records: None, is_warc, limit, progress }
    }

    fn open(&self, input: &Input) -> io::Result<Opened> {
        let (is_named_warc, codec) = input.expected();
        let is_warc = self.is_warc || is_named_warc;
        let file: Box<dyn Read + Send> = match input {
            Input::Stdin => Box::new(io::stdin()),
            Input::Path(path) => {
                // Some systems open folders, and cannot read them.
                let opened = if path.is_dir() { Err(io::ErrorKind::IsADirectory.into()) } else { File::open(path) };
                let file = opened.map_err(|error| input.reason().unwrap_or(error))?;
                Box::new(self.progress.wrap_read(file))
            }
        };
        let file = if input.is_brotli() { archive::brotli(file)? } else { file };
        let mut stream = Buffer::new(Members::new(file, if is_warc { codec } else { Codec::None })?);
        if is_warc || archive::is_version(stream.fill(8)?) {
            return Ok(Opened::Warc(Box::new(Records::new(stream, self.limit))));
        }
        if let Some(kind) = kinds::binary(stream.fill(kinds::LEN)?) {
            return Err(io::Error::other(format!("this is {kind}, not a page")));
        }
        let len = input.len().filter(|_| stream.inner().codec() == Codec::None);
        match len {
            Some(len) if len > self.limit => Err(io::Error::other(Error::TooLarge { len, limit: self.limit })),
            _ => Ok(Opened::Page(Box::new(stream.into_rest()))),
        }
    }
}

impl Iterator for Items {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some((file, records)) = &mut self.records {
                match caught(|| Ok(records.next())) {
                    Ok(Some(Ok(record))) => return Some(Item::Record(file.clone(), Box::new(record))),
                    Ok(Some(Err(damage))) => return Some(Item::Damage(file.clone(), damage)),
                    Ok(None) => self.records = None,
                    Err(failure) => {
                        let input = Input::Path(PathBuf::from(&**file));
                        self.records = None;
                        return Some(Item::Unreadable(input, failure));
                    }
                }
            }
            let input = self.inputs.next()?;
            match caught(|| self.open(&input).map_err(Failure::Unreadable)) {
                Ok(Opened::Page(bytes)) => return Some(Item::Page(input, bytes)),
                Ok(Opened::Warc(records)) => self.records = Some((input.to_string().into(), records)),
                Err(error) => return Some(Item::Unreadable(input, error)),
            }
        }
    }
}
