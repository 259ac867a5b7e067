//! `blockmask layout`: the page layout and the layout areas.

use crate::analysis::Analysis;
use crate::files::{Files, Jobs};
use crate::options::{ReadingArgs, names};
use crate::output::screen;
use crate::printing::Printing;
use blockmask::internals::style_density::{StyleDensityOptions, TagSet};
use blockmask::{Document, Options, PageLayout, Parts, StyleDensityMethod};
use blockmask_cli::json::lists;
use blockmask_cli::origin::Origin;
use clap::{Args, ValueEnum};
use std::fmt::Write;

#[derive(Args)]
pub struct LayoutArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = LayoutFormat::Table)]
    format: LayoutFormat,
    #[command(flatten)]
    pub jobs: Jobs,
    /// The method: the rules of the style density paper, or a model learned from real pages
    #[arg(long, value_name = "METHOD", default_value = StyleDensityMethod::Learned.name(),
          value_parser = names(StyleDensityMethod::VALUES, StyleDensityMethod::name))]
    style_density: StyleDensityMethod,
    /// The maximum distance of a candidate from the largest region, in percent; for `paper`
    #[arg(long, value_name = "PERCENT", help_heading = "Experimental", hide_short_help = true,
          default_value_t = StyleDensityOptions::default().t1,
          value_parser = clap::value_parser!(u8).range(..=100))]
    style_density_t1: u8,
    /// The number of characters that a node must exceed; for `paper`
    #[arg(long, value_name = "CHARACTERS", help_heading = "Experimental", hide_short_help = true,
          default_value_t = StyleDensityOptions::default().t2)]
    style_density_t2: u32,
    /// The elements that are roots of regions: as in the paper, or as in its authors' program; for `paper`
    #[arg(long, value_enum, help_heading = "Experimental", hide_short_help = true, default_value_t = Strong::Paper)]
    style_density_strong: Strong,
    /// Keep nested regions separate; for `paper`
    #[arg(long, help_heading = "Experimental", hide_short_help = true)]
    style_density_keep_nested: bool,
    /// Require that the article is the candidate nearest both to the root and to its title; for `paper`
    #[arg(long, help_heading = "Experimental", hide_short_help = true)]
    style_density_strict: bool,
    #[command(flatten)]
    reading: ReadingArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LayoutFormat {
    /// A human-readable table
    Table,
    /// JSON lines: one object per page
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Strong {
    /// As in the paper, with HTML5 counterparts
    Paper,
    /// `div td dd dt li`
    Program,
}

impl LayoutArgs {
    pub fn analysis(&self) -> Analysis<'_> {
        let mut options = Options::with_parts(Parts::MASK);
        self.reading.apply(&mut options);
        options.style_density = Some(self.style_density);
        let experimental = &mut options.experimental.style_density;
        experimental.t1 = self.style_density_t1;
        experimental.t2 = self.style_density_t2;
        experimental.strong = match self.style_density_strong {
            Strong::Paper => TagSet::PAPER,
            Strong::Program => TagSet::PROGRAM,
        };
        experimental.merge_nested = !self.style_density_keep_nested;
        experimental.strict_article = self.style_density_strict;
        let (reading, min_quality) = (&self.reading, None);
        Analysis { options, model: None, site: None, rules: None, reading, min_quality, is_tree_only: false }
    }

    pub fn printing(&self) -> Printing {
        match self.format {
            LayoutFormat::Table => Printing::spaced(table),
            LayoutFormat::Jsonl => Printing::of(lists::layout),
        }
    }
}

/// The minimum width of the text column.
const MIN_TEXT: usize = 16;

fn table(document: &Document<'_>, origin: &Origin) -> Vec<u8> {
    let layout = document.page_layout().map_or("", PageLayout::name);
    let name = screen::fit(origin.name(), None);
    let mut out = format!("{name}: {layout}, {} areas\n", document.layout_areas().len());
    for area in document.layout_areas() {
        let indent = 2 * area.depth.min(20) as usize;
        let (start, end) = (area.source.start, area.source.end);
        let head = format!("{start:>9} {end:>9}  {:indent$}{:<8}", "", area.role.name());
        let columns = screen::columns().map(|columns| columns.saturating_sub(head.len() + 2).max(MIN_TEXT));
        let _ = writeln!(out, "{head}  {}", screen::fit(&area.text.replace('\n', " "), columns));
    }
    out.into_bytes()
}
