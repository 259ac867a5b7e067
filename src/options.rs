//! The options of an analysis.

use crate::base::flags::Parts;
use crate::base::limits::Limits;
use crate::judge::fingerprint::FingerprintText;
use crate::judge::mask::{CommentMode, MaskMethod};
use crate::published::fusion::{FusionMethod, FusionOptions, Threshold};
#[cfg(feature = "seeker")]
use crate::published::seeker::SeekerOptions;
#[cfg(feature = "style-density")]
use crate::published::style_density::{StyleDensityMethod, StyleDensityOptions};
use crate::published::tag_path::TagPathOptions;
use crate::read::page::{TokenMode, WrapOptions};

/// How pages are analyzed. The defaults suit search indexers.
///
/// ```
/// use blockmask::{MaskMethod, Options};
///
/// let mut options = Options::default();
/// options.mask = MaskMethod::Density;
/// options.limits.max_input = 10 << 20;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Resource limits.
    pub limits: Limits,
    /// What to compute. Default: mask, fields and structure.
    pub parts: Parts,
    /// The method that classifies blocks as content or template. Default: learned.
    pub mask: MaskMethod,
    /// Whether comments of readers and reviews of customers are content. Default: exclude. The posts of a thread are
    /// content in every mode.
    pub comments: CommentMode,
    /// Whether the main text leaves out the [headline](crate::Document::headline) of the page, with which it begins
    /// otherwise, even if the mask classifies the headline as template. Default: no.
    pub omit_headline: bool,
    /// The method that fuses text fragments into segments. Default: rule-based.
    pub fusion: FusionMethod,
    /// Whether the label of an encoding is obeyed, as browsers do, even if the bytes contradict it, such as text in GBK
    /// that says UTF-8. Default: no. [`Document::encoding_source`](crate::Document::encoding_source) says what decided.
    pub obey_charset: bool,
    /// How text is split into tokens. Default: Unicode.
    pub token_mode: TokenMode,
    /// The width in columns at which text is wrapped to measure its density; at least 1. Default: 80.
    pub wrap_width: u32,
    /// Whether text that occurs only in metadata counts as content with full weight; see
    /// [`BlockFlags::METADATA_SOURCE`](crate::BlockFlags::METADATA_SOURCE). Otherwise it is template with weight 0.
    /// Default: no.
    pub use_metadata: bool,
    /// Whether text that occurs only in metadata is left out altogether, also where the page shows hardly anything else.
    /// Default: no.
    pub omit_metadata: bool,
    /// Whether what the owner says in the page about what is to be searched is ignored: `noindex` and `googleoff`,
    /// `data-nosnippet`, `data-pagefind-body`, `-ignore` and `-weight`, the class `DocSearch-content`. Default: no.
    pub ignore_page_rules: bool,
    /// Whether fingerprints ignore case. Default: no.
    pub fold_case: bool,
    /// The text of which the fingerprint is computed. Default: the main text.
    pub fingerprint_text: FingerprintText,
    /// The method that finds the page layout and the layout areas (article, comments, posts). `None`, the default:
    /// neither is computed.
    #[cfg(feature = "style-density")]
    pub style_density: Option<StyleDensityMethod>,
    /// Whether to compute visual areas (headings, author, date) and invisible text. Default: no.
    #[cfg(feature = "visual")]
    pub visual: bool,
    /// Parameters of the published methods. They may change in any release.
    #[cfg(feature = "unstable")]
    pub experimental: ExperimentalOptions,
    #[cfg(not(feature = "unstable"))]
    pub(crate) experimental: ExperimentalOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            limits: Limits::default(),
            parts: Parts::default(),
            mask: MaskMethod::default(),
            comments: CommentMode::default(),
            omit_headline: false,
            fusion: FusionMethod::default(),
            obey_charset: false,
            token_mode: TokenMode::default(),
            wrap_width: WrapOptions::default().width,
            use_metadata: false,
            omit_metadata: false,
            ignore_page_rules: false,
            fold_case: false,
            fingerprint_text: FingerprintText::default(),
            #[cfg(feature = "style-density")]
            style_density: None,
            #[cfg(feature = "visual")]
            visual: false,
            experimental: ExperimentalOptions::default(),
        }
    }
}

/// Parameters of the published methods, for research. They may change in any release.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ExperimentalOptions {
    /// The maximum difference of densities at which neighbors are fused; `None` for the default threshold of the
    /// method.
    pub fusion_threshold: Option<Threshold>,
    /// Whether smoothing treats any two densities of at most 5 as equal.
    pub fusion_smooth_low: bool,
    /// The search for the main region.
    pub tag_path: TagPathOptions,
    /// Parameters of style density; [`Options::style_density`] selects the method.
    #[cfg(feature = "style-density")]
    pub style_density: StyleDensityOptions,
    /// Parameters of Content Seeker, if it is the mask.
    #[cfg(feature = "seeker")]
    pub seeker: SeekerOptions,
}

impl Options {
    /// The defaults, but with these parts.
    pub fn with_parts(parts: Parts) -> Options {
        Options { parts, ..Options::default() }
    }

    /// The options of Block Fusion.
    pub(crate) fn fusion_options(&self) -> FusionOptions {
        let ExperimentalOptions { fusion_threshold: threshold, fusion_smooth_low: smooth_low, .. } = self.experimental;
        FusionOptions { method: self.fusion, threshold, smooth_low }
    }

    /// The requested parts and their dependencies.
    pub(crate) fn needed_parts(&self) -> Parts {
        let asks = |parts: Parts| self.parts.bits() & parts.bits() != 0;
        let mut needed = self.parts;
        let is_mask_needed = asks(Parts::FIELDS | Parts::STRUCTURE | Parts::FINGERPRINT);
        #[cfg(feature = "style-density")]
        let is_mask_needed = is_mask_needed || self.style_density.is_some();
        if is_mask_needed {
            needed |= Parts::MASK;
        }
        if asks(Parts::FINGERPRINT) && self.fingerprint_text == FingerprintText::LargestSegment {
            needed |= Parts::SEGMENTS;
        }
        if needed.contains(Parts::MASK) && self.mask == MaskMethod::TagPath {
            needed |= Parts::REGION;
        }
        needed
    }

    /// How text is wrapped and tokenized.
    pub(crate) fn wrap_options(&self) -> WrapOptions {
        WrapOptions { width: self.wrap_width, tokens: self.token_mode }
    }

    /// The options of style density, if it is requested or needed by the mask.
    #[cfg(feature = "style-density")]
    pub(crate) fn style_density_options(&self) -> Option<StyleDensityOptions> {
        let asked_for =
            self.style_density.map(|method| StyleDensityOptions { method, ..self.experimental.style_density });
        let is_needed = self.mask == MaskMethod::StyleDensity;
        asked_for.or(is_needed.then(StyleDensityOptions::default))
    }
}
