//! The options of an analysis, from the command line to the library's own.

use blockmask::fusion::{FusionMethod, Threshold};
use blockmask::mask::{MaskMethod, Model};
use blockmask::page::TokenMode;
use blockmask::seeker::{Learner, SeekerModel, SegmentText};
use blockmask::tag_path::{Filter, StyleMode};
use blockmask::{Limits, Options};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

/// Defaults are those of the library.
#[derive(Args)]
#[command(next_help_heading = "Analysis")]
pub struct AnalysisArgs {
    /// How text fragments become segments
    #[arg(long, value_name = "METHOD", default_value = FusionMethod::default().name(), value_parser = fusion_method())]
    fusion: FusionMethod,
    /// How much the densities of neighbors may differ and still fuse, 0 to 1 [default: the method's own]
    #[arg(long, value_name = "NUMBER", value_parser = threshold)]
    threshold: Option<Threshold>,
    /// Columns of a line of text, by which densities are measured
    #[arg(long, value_name = "COLUMNS", default_value = "80", value_parser = clap::value_parser!(u32).range(1..))]
    wrap: u32,
    /// What counts as a token: runs between spaces, or these cut further in scripts that have no spaces
    #[arg(long, value_name = "MODE", default_value = "unicode", value_parser = token_mode())]
    tokens: TokenMode,
    /// Symbols that the search by tag paths counts as frequent: more than the threshold, or at least as many
    #[arg(long, value_name = "FILTER", default_value = "strict", value_parser = filter())]
    tps: Filter,
    /// What tells elements of one name apart in tag paths: class and style as written, in reduced form, or nothing
    #[arg(long, value_name = "MODE", default_value = "raw", value_parser = style_mode())]
    style: StyleMode,
    /// How blocks are judged main content or template
    #[arg(long, value_name = "NAME", default_value = MaskMethod::default().name(), value_parser = mask_method())]
    method: MaskMethod,
    /// Take text that only JSON-LD or a `<meta>` of the page holds for content
    #[arg(long)]
    metadata: bool,
    /// The model of the method seeker: by the page's kind, or always the same
    #[arg(long, value_name = "KIND", default_value = "auto", value_parser = seeker_model())]
    seeker_model: SeekerModel,
    /// What the method seeker learned: one tree for each decision, or a forest
    #[arg(long, value_name = "NAME", default_value = "forest", value_parser = seeker_learner())]
    seeker_learner: Learner,
    /// What the method seeker takes of a content segment: all of it, or what LBS or TP find in it
    #[arg(long, value_name = "TEXT", default_value = "whole", value_parser = seeker_text())]
    seeker_text: SegmentText,
    /// Strings on either side over which the method seeker-sls smooths
    #[arg(long, value_name = "COUNT", default_value = "2", value_parser = clap::value_parser!(u32).range(..=1000))]
    seeker_radius: u32,
    /// A model file in place of the built-in one, for the method `learned`
    #[arg(long, value_name = "FILE", value_parser = model)]
    pub model: Option<Arc<Model>>,
    #[command(flatten)]
    pub reading: ReadingArgs,
}

/// How pages are read, whatever is done with them.
#[derive(Args)]
#[command(next_help_heading = "Analysis")]
pub struct ReadingArgs {
    /// The encoding that came with the pages, such as that of HTTP's Content-Type; a byte order mark wins over it
    #[arg(long, value_name = "LABEL", value_parser = charset)]
    pub charset: Option<String>,
    /// Refuse pages of more bytes; K, M and G are powers of 1024 [default: 256M]
    #[arg(long, value_name = "SIZE", value_parser = max_input, help_heading = "Limits")]
    max_input: Option<u64>,
    /// Read no more than so many nodes of a page [default: 2G]
    #[arg(long, value_name = "COUNT", value_parser = size::<u32>, help_heading = "Limits")]
    max_nodes: Option<u32>,
    /// Attach deeper elements to one of this depth [default: 512]
    #[arg(long, value_name = "DEPTH", value_parser = size::<u16>, help_heading = "Limits")]
    max_depth: Option<u16>,
    /// Leave out further attributes of a page [default: 2G]
    #[arg(long, value_name = "COUNT", value_parser = size::<u32>, help_heading = "Limits")]
    max_attributes: Option<u32>,
    /// Leave out the text of further blocks [default: 2G]
    #[arg(long, value_name = "COUNT", value_parser = size::<u32>, help_heading = "Limits")]
    max_blocks: Option<u32>,
    /// Read the first half of pages whose tables need more bytes, or the first quarter ... [default: 4G]
    #[arg(long, value_name = "SIZE", value_parser = size::<u64>, help_heading = "Limits")]
    max_memory: Option<u64>,
    /// Read no more than so many tags, texts and comments, less the steps that repair takes [default: none]
    #[arg(long, value_name = "COUNT", value_parser = size::<u64>, help_heading = "Limits")]
    max_steps: Option<u64>,
}

impl AnalysisArgs {
    /// What is wrong with these arguments taken together.
    pub fn conflict(&self) -> Option<&'static str> {
        let is_unused = self.model.is_some() && self.method != MaskMethod::Learned;
        is_unused.then_some("the argument '--model <FILE>' has no use with another method than 'learned'")
    }

    /// As the library takes them.
    pub fn to_options(&self) -> Options {
        let mut options = Options::default();
        options.fusion.method = self.fusion;
        options.fusion.threshold = self.threshold;
        options.wrap.width = self.wrap;
        options.wrap.tokens = self.tokens;
        options.tag_path.filter = self.tps;
        options.tag_path.style = self.style;
        options.mask = self.method;
        options.use_metadata = self.metadata;
        options.seeker.model = self.seeker_model;
        options.seeker.learner = self.seeker_learner;
        options.seeker.text = self.seeker_text;
        options.seeker.radius = self.seeker_radius;
        self.reading.apply(&mut options);
        options
    }
}

impl ReadingArgs {
    /// Sets what these arguments set.
    pub fn apply(&self, options: &mut Options) {
        let Limits { max_input, max_nodes, max_depth, max_attributes, max_blocks, max_memory, max_steps, .. } =
            options.limits;
        options.limits.max_input = self.max_input.unwrap_or(max_input);
        options.limits.max_nodes = self.max_nodes.unwrap_or(max_nodes);
        options.limits.max_depth = self.max_depth.unwrap_or(max_depth);
        options.limits.max_attributes = self.max_attributes.unwrap_or(max_attributes);
        options.limits.max_blocks = self.max_blocks.unwrap_or(max_blocks);
        options.limits.max_memory = self.max_memory.unwrap_or(max_memory);
        options.limits.max_steps = self.max_steps.unwrap_or(max_steps);
    }
}

fn fusion_method() -> impl TypedValueParser<Value = FusionMethod> {
    let names = FusionMethod::ALL.map(FusionMethod::name);
    PossibleValuesParser::new(names).try_map(|name| FusionMethod::from_name(&name).ok_or("no such method"))
}

fn mask_method() -> impl TypedValueParser<Value = MaskMethod> {
    let names = MaskMethod::ALL.iter().map(|method| method.name());
    PossibleValuesParser::new(names).try_map(|name| MaskMethod::from_name(&name).ok_or("no such method"))
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

/// Longer files are no models.
const MAX_MODEL: u64 = 16 << 20;

fn model(path: &str) -> Result<Arc<Model>, String> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| error.to_string())?;
    file.take(MAX_MODEL).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Model::read(&bytes).map(Arc::new).map_err(|error| error.to_string())
}

fn token_mode() -> impl TypedValueParser<Value = TokenMode> {
    choice([("paper", TokenMode::Paper), ("unicode", TokenMode::Unicode)])
}

fn filter() -> impl TypedValueParser<Value = Filter> {
    choice([("strict", Filter::Strict), ("literal", Filter::Literal)])
}

fn style_mode() -> impl TypedValueParser<Value = StyleMode> {
    choice([("raw", StyleMode::Raw), ("reduced", StyleMode::Reduced), ("none", StyleMode::None)])
}

/// One of some named values.
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
        return Err("more than 1".to_owned());
    }
    Threshold::from_f64(number).map_err(|error| error.to_string())
}

/// A label that the Encoding Standard knows.
fn charset(label: &str) -> Result<String, &'static str> {
    match encoding_rs::Encoding::for_label(label.as_bytes()) {
        Some(_) => Ok(label.to_owned()),
        None => Err("not a label of the Encoding Standard, such as utf-8, gbk or windows-1252"),
    }
}

/// Bytes of a page, whose offsets have 32 bits.
fn max_input(text: &str) -> Result<u64, &'static str> {
    let bytes = size::<u64>(text)?;
    if bytes < u64::from(u32::MAX) { Ok(bytes) } else { Err("more than 4 GiB less 2 bytes") }
}

/// A number with K, M or G behind it or not.
fn size<T: TryFrom<u64>>(text: &str) -> Result<T, &'static str> {
    let unit = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(unit);
    let shift = match unit {
        "" => 0,
        "K" | "k" => 10,
        "M" | "m" => 20,
        "G" | "g" => 30,
        _ => return Err("not a number, or one followed by K, M or G"),
    };
    let number: u64 = digits.parse().map_err(|_| "not a number, or one followed by K, M or G")?;
    let number = number.checked_mul(1 << shift).and_then(|number| T::try_from(number).ok());
    number.filter(|_| digits.bytes().any(|b| b != b'0')).ok_or("out of range")
}
