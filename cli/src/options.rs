//! Conversion of command line options to the options of the library.

use blockmask::internals::fusion::Threshold;
use blockmask::internals::seeker::{Learner, SeekerModel, SegmentText};
use blockmask::internals::tag_path::{Filter, StyleMode};
use blockmask::{
    CommentMode, FingerprintText, FusionMethod, Limits, MaskMethod, Model, Options, Parts, Rules, SitePrior, SiteStats,
    TokenMode, UnknownName,
};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// The options of an analysis, with the defaults of the library.
#[derive(Args)]
#[command(next_help_heading = "Analysis")]
pub struct AnalysisArgs {
    /// The method that classifies blocks as content or template
    #[arg(long, value_name = "METHOD", default_value = MaskMethod::default().name(),
          value_parser = names(MaskMethod::VALUES, MaskMethod::name))]
    mask: MaskMethod,
    /// Whether comments of readers and reviews of customers are content; the posts of a thread are always content
    #[arg(long, value_name = "MODE", default_value = CommentMode::default().name(),
          value_parser = names(CommentMode::VALUES, CommentMode::name))]
    comments: CommentMode,
    /// Leave the headline out of the main text, which begins with it otherwise
    #[arg(long)]
    omit_headline: bool,
    /// The method that fuses text fragments into segments
    #[arg(long, hide_short_help = true, value_name = "METHOD", default_value = FusionMethod::default().name(),
          value_parser = names(FusionMethod::VALUES, FusionMethod::name))]
    fusion: FusionMethod,
    /// How text is split into tokens: at whitespace, or also within scripts without spaces
    #[arg(long, hide_short_help = true, value_name = "MODE", default_value = TokenMode::default().name(),
          value_parser = names(TokenMode::VALUES, TokenMode::name))]
    token_mode: TokenMode,
    /// The width in columns at which text is wrapped to measure its density
    #[arg(long, hide_short_help = true, value_name = "COLUMNS", default_value = "80", value_parser = clap::value_parser!(u32).range(1..))]
    wrap_width: u32,
    /// Treat text that occurs only in JSON-LD or `<meta>` as content
    #[arg(long, hide_short_help = true)]
    use_metadata: bool,
    /// Leave out text that occurs only in JSON-LD or other data, also where the page shows hardly anything else
    #[arg(long, hide_short_help = true, conflicts_with = "use_metadata")]
    omit_metadata: bool,
    /// Ignore what pages say about what is to be searched: noindex, googleoff, data-nosnippet, Pagefind, DocSearch
    #[arg(long, hide_short_help = true)]
    ignore_page_rules: bool,
    /// Ignore case in fingerprints
    #[arg(long, hide_short_help = true)]
    fold_case: bool,
    /// The text for fingerprints: the main text, or the largest segment that is not mostly links
    #[arg(long, hide_short_help = true, value_name = "TEXT", default_value = FingerprintText::default().name(),
          value_parser = names(FingerprintText::VALUES, FingerprintText::name))]
    fingerprint_text: FingerprintText,
    /// A model file that replaces the built-in model of the mask `learned`
    #[arg(long, hide_short_help = true, value_name = "FILE", value_parser = model)]
    pub model: Option<Arc<Model>>,
    /// A file of site statistics, written by `blockmask site`
    #[arg(long, value_name = "FILE", value_parser = site)]
    pub site: Option<Arc<SitePrior>>,
    /// A file of rules of the site's owner, which `blockmask rules check` checks
    #[arg(long, value_name = "FILE", value_parser = rules)]
    pub rules: Option<Arc<Rules>>,
    #[command(flatten)]
    experimental: ExperimentalArgs,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// Parameters of the published methods, which may change in any release.
#[derive(Args)]
#[command(next_help_heading = "Experimental")]
struct ExperimentalArgs {
    /// The maximum difference of densities at which neighbors are fused, 0 to 1 [default: depends on the method]
    #[arg(long, hide_short_help = true, value_name = "NUMBER", value_parser = threshold)]
    fusion_threshold: Option<Threshold>,
    /// Which tag path symbols count as frequent: above the threshold, or at least equal to it
    #[arg(long, hide_short_help = true, value_name = "FILTER", default_value = "strict", value_parser = filter())]
    tag_path_filter: Filter,
    /// Class and style in tag paths: as written, in reduced form, or not included
    #[arg(long, hide_short_help = true, value_name = "MODE", default_value = "raw", value_parser = style_mode())]
    tag_path_style: StyleMode,
    /// The model of the mask `seeker`: by page kind, or a fixed one
    #[arg(long, hide_short_help = true, value_name = "KIND", default_value = "auto", value_parser = seeker_model())]
    seeker_model: SeekerModel,
    /// The learner of the mask `seeker`: a decision tree or a random forest
    #[arg(long, hide_short_help = true, value_name = "NAME", default_value = "forest", value_parser = seeker_learner())]
    seeker_learner: Learner,
    /// The text that the mask `seeker` keeps of a content segment: all of it, or what LBS or TP select
    #[arg(long, hide_short_help = true, value_name = "TEXT", default_value = "whole", value_parser = seeker_text())]
    seeker_text: SegmentText,
    /// The radius of smoothing of the mask `seeker-sls`, in strings
    #[arg(long, hide_short_help = true, value_name = "COUNT", default_value = "2", value_parser = clap::value_parser!(u32).range(..=1000))]
    seeker_radius: u32,
}

/// The options of reading pages, shared by all commands.
#[derive(Args)]
#[command(next_help_heading = "Analysis")]
pub struct ReadingArgs {
    /// The encoding of the pages, for example from the HTTP header Content-Type; a byte order mark takes precedence
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub charset: Option<String>,
    /// The address (URL) of the page, to recognize links within the page [default: the `file:` URL of the file]
    #[arg(long, value_name = "URL", value_parser = address)]
    pub address: Option<String>,
    /// The maximum size of a page in bytes; K, M and G are powers of 1024 [default: 256M]
    #[arg(long, value_name = "SIZE", value_parser = max_input, help_heading = "Limits",
          hide_short_help = true)]
    max_input: Option<u64>,
    /// The maximum number of nodes; the rest of the page is not read [default: 2G]
    #[arg(long, value_name = "COUNT", value_parser = size::<u32>, help_heading = "Limits",
          hide_short_help = true)]
    max_nodes: Option<u32>,
    /// The maximum depth of the tree; deeper elements are attached at this depth [default: 512]
    #[arg(long, value_name = "DEPTH", value_parser = size::<u16>, help_heading = "Limits",
          hide_short_help = true)]
    max_depth: Option<u16>,
    /// The maximum number of attributes; further ones are dropped [default: 2G]
    #[arg(long, value_name = "COUNT", value_parser = size::<u32>, help_heading = "Limits",
          hide_short_help = true)]
    max_attributes: Option<u32>,
    /// The maximum number of blocks; further text is dropped [default: 2G]
    #[arg(long, value_name = "COUNT", value_parser = size::<u32>, help_heading = "Limits",
          hide_short_help = true)]
    max_blocks: Option<u32>,
    /// The maximum memory in bytes; if a page needs more, only its first half, quarter and so on is read [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = size::<u64>, help_heading = "Limits",
          hide_short_help = true)]
    max_memory: Option<u64>,
    /// The maximum number of steps: tags, texts, comments and steps of repair [default: none]
    #[arg(long, value_name = "COUNT", value_parser = size::<u64>, help_heading = "Limits",
          hide_short_help = true)]
    max_steps: Option<u64>,
    /// The maximum output of JSON, tag paths and link targets, in bytes for each byte of the page besides 1M; further
    /// blocks are left out [default: 64]
    #[arg(long, value_name = "BYTES", value_parser = size::<u64>, help_heading = "Limits",
          hide_short_help = true)]
    max_output: Option<u64>,
}

impl AnalysisArgs {
    /// A message if the arguments conflict.
    pub fn conflict(&self) -> Option<&'static str> {
        let is_learned = self.mask == MaskMethod::Learned;
        if self.model.is_some() && !is_learned {
            return Some("the argument '--model <FILE>' can only be used with the mask 'learned'");
        }
        let is_unused = self.site.is_some() && !is_learned;
        is_unused.then_some("the argument '--site <FILE>' can only be used with the mask 'learned'")
    }

    /// Converts the arguments to options of the library, with all parts.
    pub fn to_options(&self) -> Options {
        let mut options = Options::with_parts(Parts::ALL);
        options.mask = self.mask;
        options.comments = self.comments;
        options.omit_headline = self.omit_headline;
        options.fusion = self.fusion;
        options.token_mode = self.token_mode;
        options.wrap_width = self.wrap_width;
        options.use_metadata = self.use_metadata;
        options.omit_metadata = self.omit_metadata;
        options.ignore_page_rules = self.ignore_page_rules;
        options.fold_case = self.fold_case;
        options.fingerprint_text = self.fingerprint_text;
        let experimental = &mut options.experimental;
        experimental.fusion_threshold = self.experimental.fusion_threshold;
        experimental.tag_path.filter = self.experimental.tag_path_filter;
        experimental.tag_path.style = self.experimental.tag_path_style;
        experimental.seeker.model = self.experimental.seeker_model;
        experimental.seeker.learner = self.experimental.seeker_learner;
        experimental.seeker.text = self.experimental.seeker_text;
        experimental.seeker.radius = self.experimental.seeker_radius;
        self.reading.apply(&mut options);
        options
    }
}

impl ReadingArgs {
    /// Applies these arguments to the options.
    pub fn apply(&self, options: &mut Options) {
        let Limits {
            max_input,
            max_nodes,
            max_depth,
            max_attributes,
            max_blocks,
            max_memory,
            max_steps,
            max_output,
            ..
        } = options.limits;
        options.limits.max_input = self.max_input.unwrap_or(max_input);
        options.limits.max_nodes = self.max_nodes.unwrap_or(max_nodes);
        options.limits.max_depth = self.max_depth.unwrap_or(max_depth);
        options.limits.max_attributes = self.max_attributes.unwrap_or(max_attributes);
        options.limits.max_blocks = self.max_blocks.unwrap_or(max_blocks);
        options.limits.max_memory = self.max_memory.unwrap_or(max_memory);
        options.limits.max_steps = self.max_steps.unwrap_or(max_steps);
        options.limits.max_output = self.max_output.unwrap_or(max_output);
    }
}

/// A parser of the names of an enum's values.
pub fn names<T>(values: &'static [T], name: fn(T) -> &'static str) -> impl TypedValueParser<Value = T>
where
    T: Copy + FromStr<Err = UnknownName> + Send + Sync + 'static,
{
    PossibleValuesParser::new(values.iter().map(move |&value| name(value))).try_map(|name| name.parse::<T>())
}

fn seeker_model() -> impl TypedValueParser<Value = SeekerModel> {
    use SeekerModel::{Auto, Blog, Forum, News};
    choice([("auto", Auto), ("news", News), ("blog", Blog), ("forum", Forum)])
}

fn seeker_learner() -> impl TypedValueParser<Value = Learner> {
    choice([("tree", Learner::Tree), ("forest", Learner::Forest)])
}

fn seeker_text() -> impl TypedValueParser<Value = SegmentText> {
    choice([("whole", SegmentText::Whole), ("heuristic", SegmentText::Heuristic)])
}

/// The maximum size of a file of a model or of statistics in bytes.
const MAX_FILE: u64 = 16 << 20;

fn model(path: &str) -> Result<Arc<Model>, String> {
    Model::read(&read_file(Path::new(path))?).map(Arc::new).map_err(|error| error.to_string())
}

fn site(path: &str) -> Result<Arc<SitePrior>, String> {
    read_site(Path::new(path)).map(|stats| Arc::new(stats.prior()))
}

/// The rules in a file.
pub fn rules(path: &str) -> Result<Arc<Rules>, String> {
    Rules::read(&read_file(Path::new(path))?).map(Arc::new).map_err(|error| error.to_string())
}

/// The statistics of a site in a file.
pub fn read_site(path: &Path) -> Result<SiteStats, String> {
    SiteStats::read(&read_file(path)?).map_err(|error| error.to_string())
}

fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(MAX_FILE).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn filter() -> impl TypedValueParser<Value = Filter> {
    choice([("strict", Filter::Strict), ("literal", Filter::Literal)])
}

fn style_mode() -> impl TypedValueParser<Value = StyleMode> {
    choice([("raw", StyleMode::Raw), ("reduced", StyleMode::Reduced), ("none", StyleMode::None)])
}

/// A parser of named values.
fn choice<T, const N: usize>(choices: [(&'static str, T); N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    let find = move |name: &str| choices.iter().find(|(known, _)| *known == name).map(|&(_, value)| value);
    PossibleValuesParser::new(choices.map(|(name, _)| name)).try_map(move |name| find(&name).ok_or("no such value"))
}

fn threshold(text: &str) -> Result<Threshold, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if number > 1.0 {
        return Err("greater than 1".to_owned());
    }
    Threshold::from_f64(number).map_err(|error| error.to_string())
}

/// Validates a label of the Encoding Standard.
fn charset(label: &str) -> Result<String, &'static str> {
    match encoding_rs::Encoding::for_label(label.as_bytes()) {
        Some(_) => Ok(label.to_owned()),
        None => Err("not a label of the Encoding Standard, such as utf-8, gbk or windows-1252"),
    }
}

/// Checks that an address is absolute: a relative one would be silently useless.
fn address(url: &str) -> Result<String, &'static str> {
    let scheme = url.split_once(':').map_or("", |(scheme, _)| scheme);
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    if is_scheme { Ok(url.to_owned()) } else { Err("not an absolute address, such as https://example.org/page") }
}

/// The maximum size of a page, which is limited by 32-bit offsets.
fn max_input(text: &str) -> Result<u64, &'static str> {
    let bytes = size::<u64>(text)?;
    if bytes < u64::from(u32::MAX) { Ok(bytes) } else { Err("more than 4 GiB minus 2 bytes") }
}

/// A positive number with an optional suffix K, M or G.
fn size<T: TryFrom<u64>>(text: &str) -> Result<T, &'static str> {
    let unit = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(unit);
    let shift = match unit {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        _ => return Err("not a number with an optional suffix K, M or G"),
    };
    let number: u64 = digits.parse().map_err(|_| "not a number with an optional suffix K, M or G")?;
    let number = number.checked_mul(1 << shift).and_then(|number| T::try_from(number).ok());
    number.filter(|_| digits.bytes().any(|b| b != b'0')).ok_or("out of range")
}
