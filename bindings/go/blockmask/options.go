package blockmask

// #include "bridge.h"
import "C"

import (
	"fmt"
	"slices"
)

// Options says how pages are analyzed. The zero value of each field means the default of the library. The values of
// methods and modes are the names that the command line takes.
type Options struct {
	// Bytes of a page; longer ones are refused with ErrTooLarge. At most 4 GiB - 2, default 256 MiB.
	MaxInput uint64
	// Bytes of memory for the tables of a page. Where they do not suffice, the first half of the page is analyzed, or the
	// first quarter, and so on. At least 64 KiB, default 4 GiB.
	MaxMemory uint64
	// Steps: tags, texts and comments that are read, and steps of repair, search and style sheets; what follows is not
	// read. Default no limit.
	MaxSteps uint64
	// Bytes of all tag paths together, and of the targets of all links together, for each byte of the page, besides
	// 1 MiB. Longer paths begin with an ellipsis, further links have an empty target. Default 64.
	MaxOutput uint64
	// Depth of the tree; deeper elements become children of the deepest ones. 4 to 65535, default 512.
	MaxDepth uint32
	// Nodes of the tree; what follows is not read. At most 2^31 - 1, the default.
	MaxNodes uint32
	// Attributes of all elements together; further ones are dropped. At most 2^31 - 1, the default.
	MaxAttributes uint32
	// Blocks; further text is dropped. At most 2^31 - 1, the default.
	MaxBlocks uint32
	// What happens at a limit. Default OnLimitTruncate.
	OnLimit OnLimit
	// What is computed, besides text, links and the blocks with their ranges. Default PartsDefault.
	Parts Parts
	// How blocks are classified as content or template. Default MaskLearned.
	Mask MaskMethod
	// What to do with comments and reviews. Default CommentsExclude. The posts of a thread are content
	// whatever it says.
	Comments CommentMode
	// The main text leaves out the headline of the page, with which it begins otherwise.
	OmitHeadline bool
	// How text becomes segments. Default FusionRuleBased.
	Fusion FusionMethod
	// Whether page layout and layout areas are computed, and how. Default StyleDensityNone.
	StyleDensity StyleDensityMethod
	// Compute what a reader sees, for Page.VisualAreas and Page.BlockVisibility.
	Visual bool
	// Text that only the metadata of the page holds is content.
	UseMetadata bool
	// Text that only the metadata of the page holds is left out, also where the page shows hardly anything else.
	OmitMetadata bool
	// What pages say about what is to be searched, by noindex, googleoff, data-nosnippet, Pagefind or DocSearch, is ignored.
	IgnorePageRules bool
	// What a token is. Default TokensUnicode.
	TokenMode TokenMode
	// Columns of a line. Default 80.
	WrapWidth uint32
	// The label of an encoding is obeyed, as browsers do, even if the bytes contradict it.
	ObeyCharset bool
	// Fingerprints ignore case.
	FoldCase bool
	// Which text fingerprints are of. Default FingerprintMain.
	FingerprintText FingerprintText
	// Parameters of the published algorithms, or nil. They are not stable.
	Experimental *ExperimentalOptions
}

// Parts is a set of parts of an analysis. What is not asked for is not computed, unless another part needs it.
type Parts uint32

// The parts.
const (
	// Which blocks are template, their probabilities and roles, the kind of the page, and comments. Without it no block
	// is template, and the kind is KindNone.
	PartMask Parts = C.BLOCKMASK_PART_MASK
	// Field, Weight and LinkTargets of blocks. Without it Field is FieldText and Weight 4.
	PartFields Parts = C.BLOCKMASK_PART_FIELDS
	// Page.Structure and Page.Images. Without it Markdown and passages are of paragraphs only.
	PartStructure Parts = C.BLOCKMASK_PART_STRUCTURE
	// Page.Segments, and Segment of blocks. Passages then rather end where a segment ends.
	PartSegments Parts = C.BLOCKMASK_PART_SEGMENTS
	// Page.MainRegions, and IsInMainRegion of blocks.
	PartRegion Parts = C.BLOCKMASK_PART_REGION
	// Page.Fingerprint.
	PartFingerprint Parts = C.BLOCKMASK_PART_FINGERPRINT
	// Mask, fields and structure, which is what an indexer needs. The default.
	PartsDefault Parts = C.BLOCKMASK_PARTS_DEFAULT
	// All of them.
	PartsAll Parts = C.BLOCKMASK_PARTS_ALL
)

// OnLimit is what happens at a limit.
type OnLimit string

// What happens at a limit.
const (
	// The result covers what was read before the limit, and Page.Truncation says which limit it was; pages longer than
	// MaxInput are refused with ErrTooLarge. The default.
	OnLimitTruncate OnLimit = "truncate"
	// The page is refused with ErrLimitReached.
	OnLimitFail OnLimit = "fail"
	// Like OnLimitTruncate, but of a page longer than MaxInput the beginning is analyzed.
	OnLimitTruncateInput OnLimit = "truncate-input"
)

// TokenMode is what a token is.
type TokenMode string

// The token modes.
const (
	// A run of characters other than whitespace that has a letter or a digit.
	TokensPaper TokenMode = "paper"
	// Like TokensPaper, but text in scripts without spaces is split into words or characters. The default.
	TokensUnicode TokenMode = "unicode"
)

// FusionMethod is how text becomes segments.
type FusionMethod string

// The methods of fusion.
const (
	// The text of the page is wrapped into lines, each of which is a segment.
	FusionWordWrap FusionMethod = "word-wrap"
	// The text between any two tags is a segment.
	FusionTagGap FusionMethod = "tag-gap"
	// Neighbors of similar text density are fused.
	FusionPlain FusionMethod = "plain"
	// Like FusionPlain; a dip between two equal densities is filled.
	FusionSmoothed FusionMethod = "smoothed"
	// Like FusionSmoothed, but some tags always separate and others never do. The default.
	FusionRuleBased FusionMethod = "rule-based"
	// Only the tags that always separate.
	FusionJustRules FusionMethod = "just-rules"
)

// MaskMethod is how blocks are classified as content or template.
type MaskMethod string

// The masks.
const (
	// Text density, link density and neighborhood, by rules. Faster than MaskLearned.
	MaskDensity MaskMethod = "density"
	// Boosted trees over many features of a block. The most accurate; also classifies the page. The default.
	MaskLearned MaskMethod = "learned"
	// The layout areas found by style density are content.
	MaskStyleDensity MaskMethod = "style-density"
	// Content Seeker, with learned segments and learned content.
	MaskSeeker MaskMethod = "seeker"
	// Content Seeker, the largest block string.
	MaskSeekerLBS MaskMethod = "seeker-lbs"
	// Content Seeker, string length smoothing.
	MaskSeekerSLS MaskMethod = "seeker-sls"
	// Content Seeker, the repeated records, for forums.
	MaskSeekerTP MaskMethod = "seeker-tp"
	// The main region by tag paths is content.
	MaskTagPath MaskMethod = "tag-path"
)

// CommentMode is what to do with comments and reviews.
type CommentMode string

// The modes for comments.
const (
	// Comments are not content, and have neither runs nor zones. The default.
	CommentsExclude CommentMode = "exclude"
	// Comments are content, beside the main text.
	CommentsInclude CommentMode = "include"
	// Only comments are content, and have runs and zones.
	CommentsOnly CommentMode = "only"
)

// FingerprintText is which text of a page fingerprints are of.
type FingerprintText string

// The texts of fingerprints.
const (
	// All blocks that are not template. The default.
	FingerprintMain FingerprintText = "main"
	// The segment with the most tokens among those that are not mostly links.
	FingerprintLargestSegment FingerprintText = "largest-segment"
)

// StyleDensityMethod is how the page layout and its layout areas are computed.
type StyleDensityMethod string

// The methods of style density.
const (
	// Not at all. The default.
	StyleDensityNone StyleDensityMethod = "none"
	// By the rules of the paper.
	StyleDensityPaper StyleDensityMethod = "paper"
	// Learned from real pages; finds posts that the rules miss.
	StyleDensityLearned StyleDensityMethod = "learned"
)

// The values of each option, by their number in C; TestValuesAreThoseOfC checks them.
var (
	onLimits      = []OnLimit{OnLimitTruncate, OnLimitFail, OnLimitTruncateInput}
	tokenModes    = []TokenMode{TokensPaper, TokensUnicode}
	fusionMethods = []FusionMethod{
		FusionWordWrap, FusionTagGap, FusionPlain, FusionSmoothed, FusionRuleBased, FusionJustRules,
	}
	maskMethods = []MaskMethod{
		MaskDensity, MaskLearned, MaskStyleDensity, MaskSeeker, MaskSeekerLBS, MaskSeekerSLS, MaskSeekerTP, MaskTagPath,
	}
	commentModes        = []CommentMode{CommentsExclude, CommentsInclude, CommentsOnly}
	fingerprintTexts    = []FingerprintText{FingerprintMain, FingerprintLargestSegment}
	styleDensityMethods = []StyleDensityMethod{StyleDensityNone, StyleDensityPaper, StyleDensityLearned}
)

// Sets a field of the library to the number of a named value. The first name that is unknown becomes the error.
func setNamed[T ~string](err *error, name string, field *C.uint32_t, values []T, value T) {
	if value == "" {
		return
	}
	if number := slices.Index(values, value); number >= 0 {
		*field = C.uint32_t(number)
	} else if *err == nil {
		message := fmt.Sprintf("Options.%s is %q; its values are %q", name, value, values)
		*err = &Error{Status: ErrBadOption, Message: message}
	}
}

// Sets a field of the library unless the value is zero, which means its default.
func setNumber[F, V ~uint32 | ~uint64](field *F, value V) {
	if value != 0 {
		*field = F(value)
	}
}

func flag(set bool) C.uint32_t {
	if set {
		return 1
	}
	return 0
}

func (o *Options) toC() (C.blockmask_options, error) {
	var c C.blockmask_options
	if status := C.blockmask_init_options(&c, C.sizeof_blockmask_options); status != C.BLOCKMASK_OK {
		return c, Status(status)
	}
	setNumber(&c.max_input, o.MaxInput)
	setNumber(&c.max_memory, o.MaxMemory)
	setNumber(&c.max_steps, o.MaxSteps)
	setNumber(&c.max_output, o.MaxOutput)
	setNumber(&c.max_depth, o.MaxDepth)
	setNumber(&c.max_nodes, o.MaxNodes)
	setNumber(&c.max_attributes, o.MaxAttributes)
	setNumber(&c.max_blocks, o.MaxBlocks)
	setNumber(&c.wrap_width, o.WrapWidth)
	setNumber(&c.parts, o.Parts)
	var err error
	setNamed(&err, "OnLimit", &c.on_limit, onLimits, o.OnLimit)
	setNamed(&err, "Mask", &c.mask, maskMethods, o.Mask)
	setNamed(&err, "Comments", &c.comments, commentModes, o.Comments)
	setNamed(&err, "FingerprintText", &c.fingerprint_text, fingerprintTexts, o.FingerprintText)
	setNamed(&err, "TokenMode", &c.token_mode, tokenModes, o.TokenMode)
	c.use_metadata = flag(o.UseMetadata)
	c.fold_case = flag(o.FoldCase)
	c.obey_charset = flag(o.ObeyCharset)
	c.omit_headline = flag(o.OmitHeadline)
	c.omit_metadata = flag(o.OmitMetadata)
	c.ignore_page_rules = flag(o.IgnorePageRules)
	return c, err
}

// The options of the published methods, of which only some are in Experimental.
func (o *Options) experimental() (C.blockmask_experimental_options, error) {
	experimental := o.Experimental
	if experimental == nil {
		experimental = &ExperimentalOptions{}
	}
	c, err := experimental.toC()
	setNamed(&err, "Fusion", &c.fusion, fusionMethods, o.Fusion)
	setNamed(&err, "StyleDensity", &c.style_density, styleDensityMethods, o.StyleDensity)
	c.visual = flag(o.Visual)
	return c, err
}
