//! The command line arguments.

use crate::files::{Files, Jobs, PageArgs};
use crate::options::AnalysisArgs;
use crate::output::fields::Fields;
#[cfg(feature = "parquet")]
use blockmask::arrow::Selection;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  blockmask blocks page.html                         the blocks of a page as a table; `#` marks main content
  blockmask text page.html > page.txt                the main text
  curl -s https://example.org/ | blockmask text      the main text, from standard input
  blockmask blocks --format jsonl *.html | jq .      one JSON object per page
  find . -name '*.html' | blockmask text --files - --format jsonl
  blockmask blocks --fusion plain --fusion-threshold 0.38 page.html
  blockmask text --format jsonl crawl.warc.gz        the pages of a WARC file
  blockmask prune page.html                          the main region by tag paths, as HTML

Exit codes:
  0  all files were analyzed
  1  at least one file was not; see standard error
  2  usage error";

/// Analyzes HTML pages for search indexing: text blocks with byte ranges, fields, weights and a mask of template text.
#[derive(Parser)]
#[command(name = "blockmask", version, after_help = EXAMPLES, arg_required_else_help = true, disable_help_flag = true)]
pub struct Cli {
    /// Print help without the options for limits and research
    #[arg(long, short, action = ArgAction::HelpShort, global = true)]
    help: Option<bool>,
    /// Print help with all options
    #[arg(long, action = ArgAction::HelpLong, global = true)]
    help_all: Option<bool>,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Print the text blocks with their measures, segments and mask
    #[command(after_help = "\
Examples:
  blockmask blocks page.html
  blockmask blocks --format jsonl --fusion word-wrap --wrap-width 60 page.html
  blockmask blocks --token-mode paper --max-input 16M --files list.txt")]
    Blocks(BlocksArgs),
    /// Print the main text: every block that is not template, one per line
    #[command(after_help = "\
Examples:
  blockmask text page.html
  blockmask text --format markdown page.html
  blockmask text --format markdown --images --offsets page.html
  blockmask text --charset gbk - < page.html
  blockmask text --format markdown -r site --output-dir text     site/a/b.html becomes text/a/b.md
  blockmask text --min-quality 0.5 crawl.warc.gz
  blockmask text --format jsonl --files list.txt")]
    Text(TextArgs),
    /// Print the text in passages of limited length
    #[command(after_help = "\
Examples:
  blockmask passages page.html
  blockmask passages --format jsonl --max-tokens 128 --overlap-tokens 16 *.html | jq -r '.passages[].text'")]
    Passages(PassagesArgs),
    /// Print the facts of a page: directives to robots, canonical address, description, dates
    #[command(after_help = "\
Examples:
  blockmask facts page.html
  blockmask facts --agent googlebot --x-robots-tag noarchive page.html
  blockmask facts --format jsonl *.html | jq -r '[.file, .facts.published.date] | @tsv'
  blockmask facts --format jsonl crawl.warc.gz       with the X-Robots-Tag headers of its records")]
    Facts(FactsArgs),
    /// Print the repeated parts of a page with what they are: comments, posts, results, offers, menus and so on
    #[command(after_help = "\
Examples:
  blockmask groups page.html
  blockmask groups --format jsonl *.html | jq -c '.groups[] | select(.group_kind == \"offers\") | .items[].price'")]
    Groups(GroupsArgs),
    /// Print the visual areas of a page, classified as heading, author, date, paragraph and so on
    #[command(after_help = "\
Examples:
  blockmask visual page.html
  blockmask visual --format jsonl *.html | jq '.visual_areas[] | select(.visual_class == \"h1\") | .text'")]
    Visual(VisualArgs),
    /// Print the node table of the parsed page
    #[command(after_help = "\
Examples:
  blockmask tree page.html
  blockmask tree --max-depth 64 page.html")]
    Tree(PageArgs),
    /// Print the elements that a CSS selector matches
    #[command(after_help = "\
Examples:
  blockmask select 'main > article h2' page.html
  blockmask select --format html 'table:has(th)' page.html
  blockmask select --format jsonl 'a[href^=\"http\"]' *.html | jq -r '.elements[] | [.source_start, .text] | @tsv'")]
    Select(crate::select::SelectArgs),
    /// Print the main region by tag path sequence as normalized HTML
    #[command(after_help = "\
Examples:
  blockmask prune page.html > pruned.html
  blockmask prune --tag-path-style reduced --tag-path-filter literal page.html")]
    Prune(PageArgs),
    /// Print the page layout: article, comments, posts or list entries
    #[command(after_help = "\
Examples:
  blockmask layout page.html
  blockmask layout --format jsonl *.html | jq -r '[.file, .page_layout] | @tsv'
  blockmask layout --style-density paper --style-density-t1 40 page.html")]
    Layout(crate::layout::LayoutArgs),
    /// Write statistics over the pages of a site, which improve the mask on its pages
    #[command(after_help = "\
Examples:
  blockmask site --output stats.bin site/*.html
  blockmask text --site stats.bin site/page.html
  blockmask site --output all.bin --merge part1.bin --merge part2.bin")]
    Site(crate::site::SiteArgs),
    /// Check a file of rules of a site's owner on pages of the site
    #[command(subcommand)]
    Rules(crate::rules::RulesCommand),
    /// Write an HTML file that shows the results for a page, and explains them
    #[command(after_help = "\
Examples:
  blockmask view page.html --output view.html --open
  curl -s https://example.org/ | blockmask view > view.html")]
    View(crate::show::ViewArgs),
    /// Print why a block is kept or left out
    #[command(after_help = "\
Examples:
  blockmask explain page.html 12
  blockmask explain page.html 'words of the block'")]
    Explain(crate::explain::ExplainArgs),
    /// Print the blocks that two masks, or two versions of a page, classify differently
    #[command(after_help = "\
Examples:
  blockmask compare old.html new.html
  blockmask compare --mask learned --with-mask density page.html")]
    Compare(crate::compare::CompareArgs),
    /// Print which passages of a page stayed, moved, changed, came and went in a newer version
    #[command(after_help = "\
Examples:
  blockmask diff old.html new.html
  blockmask passages --format jsonl old.html > old.jsonl
  blockmask diff old.jsonl new.html                  without the old page")]
    Diff(crate::diff::DiffArgs),
    /// Print a completion script for a shell
    #[command(after_help = "\
Example:
  blockmask completions bash > ~/.local/share/bash-completion/completions/blockmask")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write a manual page for each command
    #[cfg(feature = "man")]
    #[command(hide = true)]
    Man {
        /// The output folder
        folder: PathBuf,
    },
}

impl Command {
    /// How the command analyzes pages.
    pub fn analysis(&self) -> Option<&AnalysisArgs> {
        match self {
            Command::Blocks(args) => Some(&args.analysis),
            Command::Text(args) => Some(&args.analysis),
            Command::Passages(args) => Some(&args.analysis),
            Command::Facts(args) => Some(&args.analysis),
            Command::Groups(args) => Some(&args.analysis),
            Command::Visual(args) => Some(&args.analysis),
            Command::Tree(args) | Command::Prune(args) => Some(&args.analysis),
            Command::Site(args) => Some(&args.analysis),
            Command::Rules(crate::rules::RulesCommand::Check(args)) => Some(&args.analysis),
            Command::View(args) => Some(&args.page.analysis),
            Command::Explain(args) => Some(&args.analysis),
            Command::Compare(args) => Some(&args.analysis),
            Command::Diff(args) => Some(&args.analysis),
            Command::Layout(_) | Command::Select(_) | Command::Completions { .. } => None,
            #[cfg(feature = "man")]
            Command::Man { .. } => None,
        }
    }
}

#[derive(Args)]
pub struct BlocksArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = BlocksFormat::Table)]
    pub format: BlocksFormat,
    /// Print all measures in the table
    #[arg(long)]
    pub wide: bool,
    /// Print counts of the main text and of each block in JSON lines, by which corpora are filtered
    #[arg(long)]
    pub counts: bool,
    /// Print the language of the main text and of each block in JSON lines, detected by the letters
    #[arg(long)]
    pub languages: bool,
    #[cfg(feature = "parquet")]
    #[command(flatten)]
    pub parquet: ParquetArgs,
    /// Print only these keys of the JSON lines, in this order: title,blocks.text
    #[arg(long, value_name = "KEYS", value_parser = |keys: &str| Fields::parse(keys, include_str!("schema/blocks.json")))]
    pub fields: Option<Fields>,
    #[command(flatten)]
    pub jobs: Jobs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

#[derive(Args)]
pub struct TextArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub format: TextFormat,
    /// Write Markdown without link targets
    #[arg(long)]
    pub no_links: bool,
    /// Write Markdown with images that have an alternative text
    #[arg(long)]
    pub images: bool,
    /// Skip pages whose main text has a lower expected F1, 0 to 1; standard error says how many
    #[arg(long, value_name = "SCORE", value_parser = quality)]
    pub min_quality: Option<f32>,
    /// Print counts of the text in JSON lines, by which corpora are filtered
    #[arg(long)]
    pub counts: bool,
    /// Print the language of the text in JSON lines, detected by the letters
    #[arg(long)]
    pub languages: bool,
    /// Print JSON lines with the text in this format, and the range of each block in the text and in the page
    #[arg(long)]
    pub offsets: bool,
    /// Write a file for each page into this folder: the path of the page, or the host and path of its address in a WARC
    /// file, with the ending of the format
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, conflicts_with = "output")]
    pub output_dir: Option<PathBuf>,
    #[cfg(feature = "parquet")]
    #[command(flatten)]
    pub parquet: ParquetArgs,
    /// Print only these keys of the JSON lines, in this order: title,text
    #[arg(long, value_name = "KEYS", value_parser = |keys: &str| Fields::parse(keys, include_str!("schema/text.json")))]
    pub fields: Option<Fields>,
    #[command(flatten)]
    pub jobs: Jobs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

/// Reads a score.
fn quality(text: &str) -> Result<f32, String> {
    let score = text.parse::<f32>().ok().filter(|score| (0.0..=1.0).contains(score));
    score.ok_or_else(|| "not a number from 0 to 1".into())
}

#[derive(Args)]
pub struct PassagesArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = PassagesFormat::Text)]
    pub format: PassagesFormat,
    /// The maximum number of tokens of a passage
    #[arg(long, value_name = "N", default_value = "256", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_tokens: u32,
    /// The maximum number of tokens that a passage repeats from the previous one, in whole sentences
    #[arg(long, value_name = "N", default_value = "0")]
    pub overlap_tokens: u32,
    /// Print only the main text, without links in the page, asides and other text that a query may ask for
    #[arg(long)]
    pub main_only: bool,
    /// Print with each passage what leads to it when it is appended to the address of the page
    #[arg(long)]
    pub text_fragments: bool,
    /// Print only these keys of the JSON lines, in this order: title,passages.text
    #[arg(long, value_name = "KEYS", value_parser = |keys: &str| Fields::parse(keys, include_str!("schema/passages.json")))]
    pub fields: Option<Fields>,
    #[command(flatten)]
    pub jobs: Jobs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

#[derive(Args)]
pub struct FactsArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = FactsFormat::Text)]
    pub format: FactsFormat,
    /// A crawler whose directives apply in addition to the general ones; can be repeated
    #[arg(long = "agent", value_name = "NAME")]
    pub agents: Vec<String>,
    /// The value of an X-Robots-Tag header of all pages
    #[arg(long, value_name = "VALUE", default_value = "", hide_default_value = true)]
    pub x_robots_tag: String,
    /// Another header of all pages, such as "Content-Signal: ai-train=no"; can be repeated
    #[arg(long = "header", value_name = "NAME: VALUE")]
    pub headers: Vec<String>,
    /// An attribute that excludes an element from the index; can be repeated
    #[arg(long = "exclusion-attribute", value_name = "NAME")]
    pub exclusion_attributes: Vec<String>,
    /// Print all values that the page declares in JSON-LD, microdata and RDFa Lite, too
    #[arg(long)]
    pub properties: bool,
    /// Print only these keys of the JSON lines, in this order: file,facts.canonical
    #[arg(long, value_name = "KEYS", value_parser = |keys: &str| Fields::parse(keys, include_str!("schema/facts.json")))]
    pub fields: Option<Fields>,
    #[command(flatten)]
    pub jobs: Jobs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

#[derive(Args)]
pub struct GroupsArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = GroupsFormat::Table)]
    pub format: GroupsFormat,
    /// Print only these keys of the JSON lines, in this order: file,groups.items
    #[arg(long, value_name = "KEYS", value_parser = |keys: &str| Fields::parse(keys, include_str!("schema/groups.json")))]
    pub fields: Option<Fields>,
    #[command(flatten)]
    pub jobs: Jobs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

#[derive(Args)]
pub struct VisualArgs {
    #[command(flatten)]
    pub files: Files,
    /// The output format
    #[arg(long, value_enum, default_value_t = VisualFormat::Table)]
    pub format: VisualFormat,
    #[command(flatten)]
    pub jobs: Jobs,
    #[command(flatten)]
    pub analysis: AnalysisArgs,
}

#[cfg(feature = "parquet")]
#[derive(Args)]
pub struct ParquetArgs {
    /// The columns of Parquet, or single fields, in addition to the columns of the origin: main_text,blocks.text
    #[arg(long, value_name = "NAMES")]
    pub columns: Option<Selection>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BlocksFormat {
    /// A human-readable table
    Table,
    /// JSON lines: one object per page
    Jsonl,
    /// Tab-separated values, one block per line
    Tsv,
    /// A Parquet file: one row per page, with the columns of Arrow batches
    #[cfg(feature = "parquet")]
    Parquet,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PassagesFormat {
    /// The texts, with an empty line between them
    Text,
    /// JSON lines: one object per page
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FactsFormat {
    /// One line per fact, with an empty line between pages
    Text,
    /// JSON lines: one object per page
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum GroupsFormat {
    /// A line for each group, and one for each of its items
    Table,
    /// JSON lines: one object per page
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum VisualFormat {
    /// A human-readable table
    Table,
    /// JSON lines: one object per page
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// The text, one line per block, with an empty line between pages
    Text,
    /// The text with paragraphs and line breaks, with an empty line between pages
    Plain,
    /// Markdown: CommonMark with tables, with an empty line between pages
    Markdown,
    /// The main content as normalized HTML
    Html,
    /// JSON lines: one object per page
    Jsonl,
    /// A Parquet file: one row per page, with the columns of Arrow batches
    #[cfg(feature = "parquet")]
    Parquet,
}
