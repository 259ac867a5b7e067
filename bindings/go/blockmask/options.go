package blockmask

// #include "bridge.h"
import "C"

import (
	"fmt"
	"maps"
	"slices"
	"strings"
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
	// What is computed, besides text, links and the blocks with their ranges. Default PartsDefault; Structure, Markdown
	// and PassageTokens add what they need.
	Parts Parts
	// How blocks are classified as content or template. Default MaskLearned.
	Mask MaskMethod
	// What to do with the comments of readers on an article. Default CommentsExclude. The posts of a thread are content
	// whatever it says.
	Comments CommentMode
	// How text becomes segments. Default FusionRuleBased.
	Fusion FusionMethod
	// Whether layout and areas are computed, and how. Default StyleDensityNone.
	StyleDensity StyleDensityMethod
	// Compute what a reader sees, for Page.VisualAreas and Page.BlockVisibility.
	Visual bool
	// Text that only the metadata of the page holds is content.
	UseMetadata bool
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

	// Tables that are not copied, to save time and memory, because the caller does not need them.
	Omit Tables
	// Write the tag paths of blocks, for Page.TagPath. Takes time.
	TagPaths bool
	// Write the targets of links, for Page.LinkTarget, Page.LinkAddress and Page.LinkRel. Takes time.
	LinkTargets bool
	// Compute which bytes of the page the text comes from, for Page.MapTextRange. Adds about a fifth to the time.
	TextMap bool
	// Copy the structure of blocks and the images, for Page.Structure and Page.Images.
	Structure bool
	// Write the main text as Markdown, for Page.Markdown and Page.MarkdownRanges. Takes time.
	Markdown bool
	// Cut the main text into passages of at most so many tokens, for Page.Passages; 0 for none. Takes time.
	PassageTokens uint32
	// How many tokens at most a passage repeats of the one before it.
	PassageOverlap uint32
	// Finds the tokens that PassageTokens and PassageOverlap count, those of another tokenizer: the offsets in bytes at
	// which they begin in the text of a page, which is Page.Text, ascending, each once. Tokens outside of the main text do
	// not count. nil for the tokens of the library. It is called once for each page that is analyzed, in the goroutine that
	// analyzes it, by a Pool therefore in several goroutines at a time. Its result is not kept, so that it may reuse memory
	// if it is only called by one. It must not use the analyzer.
	PassageTokenStarts func(text string) []uint32
	// Find the items of the main list, for Page.Records. Takes time.
	Records bool
	// Find what the page says about itself, for Page.Facts; nil for nothing. Takes time.
	Facts *FactOptions
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
	// The structure of blocks, and the images.
	PartStructure Parts = C.BLOCKMASK_PART_STRUCTURE
	// Page.Segments, and Segment of blocks. Passages then rather end where a segment ends.
	PartSegments Parts = C.BLOCKMASK_PART_SEGMENTS
	// Page.Regions, and IsInRegion of blocks.
	PartRegion Parts = C.BLOCKMASK_PART_REGION
	// Page.Fingerprint.
	PartFingerprint Parts = C.BLOCKMASK_PART_FINGERPRINT
	// Mask, fields and structure, which is what an indexer needs. The default.
	PartsDefault Parts = C.BLOCKMASK_PARTS_DEFAULT
	// All of them.
	PartsAll Parts = C.BLOCKMASK_PARTS_ALL
)

// Tables is a set of tables of a page.
type Tables uint32

// The tables.
const (
	TableBlocks   Tables = C.BRIDGE_BLOCKS
	TableSegments Tables = C.BRIDGE_SEGMENTS
	TableRegions  Tables = C.BRIDGE_REGIONS
	TableLinks    Tables = C.BRIDGE_LINKS
	TableHeadings Tables = C.BRIDGE_HEADINGS
	TableComments Tables = C.BRIDGE_COMMENTS
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
	// The areas found by style density are content.
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

// CommentMode is what to do with the comments of readers on an article.
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

// StyleDensityMethod is how the layout of a page and its areas are computed.
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

var (
	onLimits = map[OnLimit]C.uint32_t{
		OnLimitTruncate:      C.BLOCKMASK_ON_LIMIT_TRUNCATE,
		OnLimitFail:          C.BLOCKMASK_ON_LIMIT_FAIL,
		OnLimitTruncateInput: C.BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT,
	}
	tokenModes = map[TokenMode]C.uint32_t{
		TokensPaper:   C.BLOCKMASK_TOKENS_PAPER,
		TokensUnicode: C.BLOCKMASK_TOKENS_UNICODE,
	}
	fusionMethods = map[FusionMethod]C.uint32_t{
		FusionWordWrap:  C.BLOCKMASK_FUSION_WORD_WRAP,
		FusionTagGap:    C.BLOCKMASK_FUSION_TAG_GAP,
		FusionPlain:     C.BLOCKMASK_FUSION_PLAIN,
		FusionSmoothed:  C.BLOCKMASK_FUSION_SMOOTHED,
		FusionRuleBased: C.BLOCKMASK_FUSION_RULE_BASED,
		FusionJustRules: C.BLOCKMASK_FUSION_JUST_RULES,
	}
	maskMethods = map[MaskMethod]C.uint32_t{
		MaskDensity:      C.BLOCKMASK_MASK_DENSITY,
		MaskLearned:      C.BLOCKMASK_MASK_LEARNED,
		MaskStyleDensity: C.BLOCKMASK_MASK_STYLE_DENSITY,
		MaskSeeker:       C.BLOCKMASK_MASK_SEEKER,
		MaskSeekerLBS:    C.BLOCKMASK_MASK_SEEKER_LBS,
		MaskSeekerSLS:    C.BLOCKMASK_MASK_SEEKER_SLS,
		MaskSeekerTP:     C.BLOCKMASK_MASK_SEEKER_TP,
		MaskTagPath:      C.BLOCKMASK_MASK_TAG_PATH,
	}
	commentModes = map[CommentMode]C.uint32_t{
		CommentsExclude: C.BLOCKMASK_COMMENTS_EXCLUDE,
		CommentsInclude: C.BLOCKMASK_COMMENTS_INCLUDE,
		CommentsOnly:    C.BLOCKMASK_COMMENTS_ONLY,
	}
	fingerprintTexts = map[FingerprintText]C.uint32_t{
		FingerprintMain:           C.BLOCKMASK_FINGERPRINT_MAIN,
		FingerprintLargestSegment: C.BLOCKMASK_FINGERPRINT_LARGEST_SEGMENT,
	}
	styleDensityMethods = map[StyleDensityMethod]C.uint32_t{
		StyleDensityNone:    C.BLOCKMASK_STYLE_DENSITY_NONE,
		StyleDensityPaper:   C.BLOCKMASK_STYLE_DENSITY_PAPER,
		StyleDensityLearned: C.BLOCKMASK_STYLE_DENSITY_LEARNED,
	}
)

// Sets a field of the library to the number of a named value. The first name that is unknown becomes the error.
func setNamed[T ~string](err *error, name string, field *C.uint32_t, numbers map[T]C.uint32_t, value T) {
	if value == "" {
		return
	}
	number, known := numbers[value]
	if known {
		*field = number
	} else if *err == nil {
		var list []string
		for _, known := range slices.Sorted(maps.Keys(numbers)) {
			list = append(list, string(known))
		}
		message := fmt.Sprintf("Options.%s is %q; its values are %s", name, value, strings.Join(list, ", "))
		*err = &Error{Status: ErrBadOption, Message: message}
	}
}

func flag(set bool) C.uint32_t {
	if set {
		return 1
	}
	return 0
}

// The parts that are asked for, and those that the other options need.
func (o *Options) parts() Parts {
	parts := o.Parts
	if parts == 0 {
		parts = PartsDefault
	}
	if o.Structure || o.Markdown {
		parts |= PartStructure
	}
	if o.PassageTokens != 0 {
		parts |= PartStructure | PartSegments
	}
	return parts
}

// The tables that are not copied: those that are not asked for, and those that are not computed.
func (o *Options) omitted() Tables {
	omitted, parts := o.Omit, o.parts()
	if parts&PartSegments == 0 {
		omitted |= TableSegments
	}
	if parts&PartRegion == 0 {
		omitted |= TableRegions
	}
	return omitted
}

func (o *Options) toC() (C.blockmask_options, error) {
	var c C.blockmask_options
	if status := C.blockmask_init_options(&c, C.sizeof_blockmask_options); status != C.BLOCKMASK_OK {
		return c, Status(status)
	}
	for _, number := range []struct {
		value uint64
		field *C.uint64_t
	}{
		{o.MaxInput, &c.max_input}, {o.MaxMemory, &c.max_memory}, {o.MaxSteps, &c.max_steps},
		{o.MaxOutput, &c.max_output},
	} {
		if number.value != 0 {
			*number.field = C.uint64_t(number.value)
		}
	}
	for _, number := range []struct {
		value uint32
		field *C.uint32_t
	}{
		{o.MaxDepth, &c.max_depth}, {o.MaxNodes, &c.max_nodes}, {o.MaxAttributes, &c.max_attributes},
		{o.MaxBlocks, &c.max_blocks}, {o.WrapWidth, &c.wrap_width},
	} {
		if number.value != 0 {
			*number.field = C.uint32_t(number.value)
		}
	}
	var err error
	setNamed(&err, "OnLimit", &c.on_limit, onLimits, o.OnLimit)
	setNamed(&err, "Mask", &c.mask, maskMethods, o.Mask)
	setNamed(&err, "Comments", &c.comments, commentModes, o.Comments)
	setNamed(&err, "FingerprintText", &c.fingerprint_text, fingerprintTexts, o.FingerprintText)
	setNamed(&err, "TokenMode", &c.token_mode, tokenModes, o.TokenMode)
	c.parts = C.uint32_t(o.parts())
	c.use_metadata = flag(o.UseMetadata)
	c.fold_case = flag(o.FoldCase)
	c.obey_charset = flag(o.ObeyCharset)
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
