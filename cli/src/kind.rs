//! `blockmask kind`: the kind of each page, and its areas.

use crate::args::{Files, jobs};
use crate::options::ReadingArgs;
use crate::output::screen;
use crate::{Analysis, Printing};
use blockmask::style_density::{StyleDensityMethod, StyleDensityOptions, TagSet};
use blockmask::{Document, Options};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt::Write;

#[derive(Args)]
pub struct KindArgs {
    #[command(flatten)]
    pub files: Files,
    /// How to print
    #[arg(long, value_enum, default_value_t = KindFormat::Table)]
    format: KindFormat,
    /// Threads; 0 for one a processor. The output keeps the order of the files
    #[arg(long, value_name = "N", default_value = "1", value_parser = jobs)]
    pub jobs: usize,
    /// Who decides: the rules of the style density paper, or what was learned from real pages
    #[arg(long, value_name = "NAME", default_value = StyleDensityMethod::Learned.name(), value_parser = method())]
    method: StyleDensityMethod,
    /// How far from the largest region a candidate may be, in percent; for `paper`
    #[arg(long, value_name = "PERCENT", default_value_t = StyleDensityOptions::default().t1,
          value_parser = clap::value_parser!(u8).range(..=100))]
    t1: u8,
    /// How many characters a node must exceed to count; for `paper`
    #[arg(long, value_name = "CHARACTERS", default_value_t = StyleDensityOptions::default().t2)]
    t2: u32,
    /// Which elements are the roots of regions, for `paper`: those of the paper, or of the program of its authors
    #[arg(long, value_enum, default_value_t = Strong::Paper)]
    strong: Strong,
    /// Keep a region right below another one apart; for `paper`
    #[arg(long)]
    keep_nested: bool,
    /// Of several candidates only one that is nearest both to the root and to its title is an article; for `paper`
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum KindFormat {
    /// A table for people
    Table,
    /// One JSON object a page, each on a line
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Strong {
    /// With the names of HTML5
    Paper,
    /// `div td dd dt li`
    Program,
}

impl KindArgs {
    pub fn analysis(&self) -> Analysis<'_> {
        let mut options = Options::default();
        self.reading.apply(&mut options);
        let strong = match self.strong {
            Strong::Paper => TagSet::PAPER,
            Strong::Program => TagSet::PROGRAM,
        };
        let merge_nested = !self.keep_nested;
        let (method, t1, t2, strict_article) = (self.method, self.t1, self.t2, self.strict);
        options.style_density = Some(StyleDensityOptions { method, t1, t2, strong, merge_nested, strict_article });
        Analysis { options, model: None, reading: &self.reading }
    }

    pub fn printing(&self) -> Printing {
        match self.format {
            KindFormat::Table => Printing::spaced(&table),
            KindFormat::Jsonl => Printing::of(&jsonl),
        }
    }
}

fn method() -> impl TypedValueParser<Value = StyleDensityMethod> {
    let names = StyleDensityMethod::ALL.iter().map(|method| method.name());
    PossibleValuesParser::new(names).try_map(|name| StyleDensityMethod::from_name(&name).ok_or("no such method"))
}

#[derive(Serialize)]
struct KindRecord<'a> {
    file: &'a str,
    kind: &'static str,
    regions: Vec<RegionRecord<'a>>,
}

#[derive(Serialize)]
struct RegionRecord<'a> {
    role: &'static str,
    start: usize,
    end: usize,
    text: &'a str,
    /// Place among the regions of the one that it answers or is part of.
    parent: Option<u32>,
    /// Regions above it.
    depth: u32,
    characters: u32,
    path: String,
}

fn records<'a>(document: &Document<'a>) -> (&'static str, Vec<RegionRecord<'a>>) {
    let Some(found) = document.style_density() else { return ("", Vec::new()) };
    let regions = found.areas.iter().map(|area| {
        let source = document.source_range(area.source);
        RegionRecord {
            role: area.role.name(),
            start: source.start,
            end: source.end,
            text: area.text,
            parent: area.parent,
            depth: area.depth,
            characters: area.characters,
            path: document.path_of(area.node).to_string(),
        }
    });
    (found.layout.name(), regions.collect())
}

fn jsonl(document: &Document<'_>, file: &str) -> Vec<u8> {
    let (kind, regions) = records(document);
    // Writing plain structs into memory cannot fail.
    let mut line = serde_json::to_vec(&KindRecord { file, kind, regions }).unwrap_or_default();
    line.push(b'\n');
    line
}

/// Columns that the text gets on the narrowest terminal.
const MIN_TEXT: usize = 16;

fn table(document: &Document<'_>, file: &str) -> Vec<u8> {
    let (kind, regions) = records(document);
    let mut out = format!("{file}: {kind}, {} regions\n", regions.len());
    for region in regions {
        let indent = 2 * region.depth.min(20) as usize;
        let head = format!("{:>9} {:>9}  {:indent$}{:<8}", region.start, region.end, "", region.role);
        let room = screen::columns().map(|columns| columns.saturating_sub(head.len() + 2).max(MIN_TEXT));
        let _ = writeln!(out, "{head}  {}", screen::fit(&region.text.replace('\n', " "), room));
    }
    out.into_bytes()
}
