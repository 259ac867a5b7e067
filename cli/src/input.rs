//! Collects the input files and reads them, up to the size limit.

use crate::args::Files;
use crate::options::ReadingArgs;
use crate::output::Renderer;
use blockmask::{Analyzer, Error, Model, Options};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The source of a page.
pub enum Input {
    Stdin,
    Path(PathBuf),
}

impl Input {
    fn new(path: PathBuf) -> Input {
        if path == Path::new("-") { Input::Stdin } else { Input::Path(path) }
    }

    /// The address of a file.
    fn address(&self) -> Option<String> {
        match self {
            Input::Stdin => None,
            Input::Path(path) => Some(format!("file://{}", std::path::absolute(path).ok()?.to_str()?)),
        }
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

/// All inputs in order, the files and then those of the list; and the list with the error if it could not be read.
pub fn collect(files: &Files) -> (Vec<Input>, Option<(Input, io::Error)>) {
    let mut inputs: Vec<Input> = files.files.iter().cloned().map(Input::new).collect();
    let Some(list) = &files.list else {
        if inputs.is_empty() {
            inputs.push(Input::Stdin);
        }
        return (inputs, None);
    };
    let list = Input::new(list.clone());
    match read_list(&list) {
        Ok(paths) => {
            inputs.extend(paths);
            (inputs, None)
        }
        Err(error) => (inputs, Some((list, error))),
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

/// The analyzer and the read buffer of a thread, reused for all its pages.
pub struct Worker {
    analyzer: Analyzer,
    bytes: Vec<u8>,
    charset: Option<String>,
    address: Option<String>,
}

impl Worker {
    pub fn new(options: Options, model: Option<Arc<Model>>, reading: &ReadingArgs) -> Worker {
        let mut analyzer = Analyzer::new(options);
        analyzer.set_model(model);
        Worker { analyzer, bytes: Vec::new(), charset: reading.charset.clone(), address: reading.address.clone() }
    }

    /// Reads, analyzes and renders a page.
    pub fn run(&mut self, input: &Input, render: &Renderer) -> io::Result<Vec<u8>> {
        self.bytes.clear();
        let limit = self.analyzer.options().limits.max_input;
        match input {
            Input::Stdin => read_up_to(io::stdin().lock(), limit, &mut self.bytes)?,
            Input::Path(path) => {
                let file = File::open(path)?;
                let metadata = file.metadata()?;
                if metadata.is_file() && metadata.len() > limit {
                    return Err(io::Error::other(Error::TooLarge { len: metadata.len(), limit }));
                }
                read_up_to(file, limit, &mut self.bytes)?;
            }
        }
        let address = self.address.clone().or_else(|| input.address());
        let mut page = blockmask::Input::new(&self.bytes);
        if let Some(charset) = &self.charset {
            page = page.charset(charset);
        }
        if let Some(address) = &address {
            page = page.address(address);
        }
        let document = self.analyzer.analyze_input(page).map_err(io::Error::other)?;
        Ok(render(&document, &input.to_string()))
    }
}

/// Reads everything, or fails as soon as the limit is exceeded, since the length of a pipe is unknown.
fn read_up_to(source: impl Read, limit: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
    source.take(limit.saturating_add(1)).read_to_end(bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("the page has more bytes than the limit of {limit}")));
    }
    Ok(())
}
