package blockmask

// #include <blockmask.h>
import "C"

import "fmt"

// Options say how pages are analyzed. The zero value of each field stands for the library's default.
type Options struct {
	// Bytes of a page; longer ones are refused with ErrTooLarge. Default 256 MiB, at most 4 GiB - 2.
	MaxInput uint64
	// Depth of the tree; deeper elements become children of the deepest ones. Default 512, at most 65535.
	MaxDepth uint32
	// Nodes of the tree; what comes after is not read. Default and limit 2^31 - 1.
	MaxNodes uint32
	// Attributes of all elements together; further ones are left out. Default and limit 2^31 - 1.
	MaxAttributes uint32
	// Blocks; further text is left out. Default and limit 2^31 - 1.
	MaxBlocks uint32
	// Bytes of memory that the tables of a page may take. If they are too few, the first half of the page is read, or the
	// first quarter and so on. Default 4 GiB, at least 64 KiB.
	MaxMemory uint64
	// Tags, texts and comments that are read, and steps of repair, search and style sheets. Default no limit.
	MaxSteps uint64
	// What reaching a limit means.
	OnLimit OnLimit
	// Columns of a line, for text densities. Default 80.
	WrapWidth uint32
	// What a token is.
	Tokens TokenMode
	// How segments are made.
	Fusion FusionMethod
	// How much the densities of two neighbors may differ, as a fraction from 0 to 1. Denominator 0 stands for the
	// method's own threshold.
	FusionThreshold struct{ Numerator, Denominator uint32 }
	// Smoothing takes any two densities of at most 5 for equal.
	FusionSmoothLow bool
	// Which tag paths cut the page into regions.
	TagPathFilter TagPathFilter
	// What tells elements of one name apart.
	TagPathStyle TagPathStyle
	// Text is no symbol of its own in tag paths.
	TagPathNoText bool
	// Look at all cuts of a threshold until one is unbalanced enough.
	TagPathScanAll bool
	// Which regions count as content.
	ContentTest ContentTest
	// How blocks are judged.
	Mask MaskMethod
	// Text that only the page's metadata holds counts as content.
	UseMetadata bool
	// Fingerprints take upper and lower case for the same.
	FingerprintFoldCase bool
	// How Content Seeker finds content.
	Seeker SeekerOptions
	// Whether pages have a type and areas, and how these are found.
	StyleDensity StyleDensityOptions
	// Pages have visual areas, and what is seen of their blocks.
	Visual bool

	// Tables that pages do not have, as nobody reads them: their time and memory are saved.
	Omit Tables
	// Pages have the tag paths of their blocks, which takes time: see Page.TagPath.
	TagPaths bool
	// Pages have the targets of their links, which takes time: see Page.LinkTarget.
	LinkTargets bool
}

// Tables is a union of tables of a page.
type Tables uint32

// The tables.
const (
	TableBlocks   Tables = C.BLOCKMASK_PART_BLOCKS
	TableSegments Tables = C.BLOCKMASK_PART_SEGMENTS
	TableRegions  Tables = C.BLOCKMASK_PART_REGIONS
	TableLinks    Tables = C.BLOCKMASK_PART_LINKS
	TableHeadings Tables = C.BLOCKMASK_PART_HEADINGS
)

// OnLimit is what reaching a limit means.
type OnLimit uint32

const (
	// The page has what was read so far, and Page.Truncation says which limit it was; pages longer than MaxInput are
	// refused with ErrTooLarge. The default.
	LimitTruncates OnLimit = iota
	// The page is refused with ErrLimitReached.
	LimitFails
	// As LimitTruncates; of pages longer than MaxInput the beginning is read.
	LimitTruncatesInput
)

// TokenMode is what a token is.
type TokenMode uint32

const (
	// As TokensPaper, but text in scripts without spaces is cut into words or characters. The default.
	TokensUnicode TokenMode = iota
	// A run of characters other than whitespace that holds a letter or a digit.
	TokensPaper
)

// FusionMethod is how segments are made.
type FusionMethod uint32

const (
	// As FusionSmoothed, but some tags always separate and others never do. The default.
	FusionRuleBased FusionMethod = iota
	// All text wrapped anew, each line a segment.
	FusionWordWrap
	// Each text between two tags is a segment.
	FusionTagGap
	// Neighbors of like text density fuse.
	FusionPlain
	// As FusionPlain, and a dip between two equal densities is filled.
	FusionSmoothed
	// Only the tags that always separate.
	FusionJustRules
)

// MaskMethod is how blocks are judged.
type MaskMethod uint32

const (
	// By what was learned from real pages; tells the kind of the page too. The default.
	MaskLearned MaskMethod = iota
	// By rules of text density, links and landmarks; faster.
	MaskDensity
	// Areas by style density are content.
	MaskStyleDensity
	// Content Seeker, learned segments and learned content.
	MaskSeeker
	// The largest block string.
	MaskSeekerLBS
	// String length smoothing.
	MaskSeekerSLS
	// The records that repeat, for forums.
	MaskSeekerTP
	// The main region by tag paths.
	MaskTagPath
)

// TagPathFilter is which tag paths cut the page.
type TagPathFilter uint32

const (
	// Those that occur more often than the threshold. The default.
	FilterStrict TagPathFilter = iota
	// Those that occur at least as often.
	FilterLiteral
)

// TagPathStyle is what tells elements of one name apart.
type TagPathStyle uint32

const (
	// The class and the inline style. The default.
	StyleRaw TagPathStyle = iota
	// The most frequent class and the presentational attributes.
	StyleReduced
	// Nothing.
	StyleNone
)

// ContentTest is which regions count as content.
type ContentTest uint32

const (
	// Every one. The default.
	ContentTestNone ContentTest = iota
	// Not one that holds less than half of the tokens and is mostly links.
	ContentTestLinkHeavy
	// Only one with three similar neighbors.
	ContentTestRepetition
)

var (
	onLimits = []C.uint32_t{
		C.BLOCKMASK_ON_LIMIT_TRUNCATE, C.BLOCKMASK_ON_LIMIT_FAIL, C.BLOCKMASK_ON_LIMIT_TRUNCATE_INPUT,
	}
	maskMethods = []C.uint32_t{
		C.BLOCKMASK_MASK_LEARNED, C.BLOCKMASK_MASK_DENSITY, C.BLOCKMASK_MASK_STYLE_DENSITY, C.BLOCKMASK_MASK_SEEKER,
		C.BLOCKMASK_MASK_SEEKER_LBS, C.BLOCKMASK_MASK_SEEKER_SLS, C.BLOCKMASK_MASK_SEEKER_TP, C.BLOCKMASK_MASK_TAG_PATH,
	}
	tokenModes    = []C.uint32_t{C.BLOCKMASK_TOKENS_UNICODE, C.BLOCKMASK_TOKENS_PAPER}
	fusionMethods = []C.uint32_t{
		C.BLOCKMASK_FUSION_RULE_BASED, C.BLOCKMASK_FUSION_WORD_WRAP, C.BLOCKMASK_FUSION_TAG_GAP,
		C.BLOCKMASK_FUSION_PLAIN, C.BLOCKMASK_FUSION_SMOOTHED, C.BLOCKMASK_FUSION_JUST_RULES,
	}
	tagPathFilters = []C.uint32_t{C.BLOCKMASK_FILTER_STRICT, C.BLOCKMASK_FILTER_LITERAL}
	tagPathStyles  = []C.uint32_t{C.BLOCKMASK_STYLE_RAW, C.BLOCKMASK_STYLE_REDUCED, C.BLOCKMASK_STYLE_NONE}
	contentTests   = []C.uint32_t{
		C.BLOCKMASK_CONTENT_TEST_NONE, C.BLOCKMASK_CONTENT_TEST_LINK_HEAVY, C.BLOCKMASK_CONTENT_TEST_REPETITION,
	}
)

// The library's constant for one of ours. The first that is unknown becomes the error.
func constant[T ~uint32](err *error, name string, constants []C.uint32_t, value T) C.uint32_t {
	if uint64(value) < uint64(len(constants)) {
		return constants[value]
	}
	if *err == nil {
		message := fmt.Sprintf("Options.%s is %d; its constants are 0 to %d", name, value, len(constants)-1)
		*err = &Error{Status: ErrBadOption, Message: message}
	}
	return 0
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
	for _, number := range []struct {
		value uint64
		field *C.uint64_t
	}{{o.MaxInput, &c.max_input}, {o.MaxMemory, &c.max_memory}, {o.MaxSteps, &c.max_steps}} {
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
	c.on_limit = constant(&err, "OnLimit", onLimits, o.OnLimit)
	c.token_mode = constant(&err, "Tokens", tokenModes, o.Tokens)
	c.fusion_method = constant(&err, "Fusion", fusionMethods, o.Fusion)
	c.fusion_threshold_numerator = C.uint32_t(o.FusionThreshold.Numerator)
	c.fusion_threshold_denominator = C.uint32_t(o.FusionThreshold.Denominator)
	c.fusion_smooth_low = flag(o.FusionSmoothLow)
	c.tag_path_filter = constant(&err, "TagPathFilter", tagPathFilters, o.TagPathFilter)
	c.tag_path_style = constant(&err, "TagPathStyle", tagPathStyles, o.TagPathStyle)
	c.tag_path_text_symbols = flag(!o.TagPathNoText)
	c.tag_path_scan_all = flag(o.TagPathScanAll)
	c.tag_path_content_test = constant(&err, "ContentTest", contentTests, o.ContentTest)
	c.mask_method = constant(&err, "Mask", maskMethods, o.Mask)
	c.use_metadata = flag(o.UseMetadata)
	c.fingerprint_fold_case = flag(o.FingerprintFoldCase)
	o.StyleDensity.toC(&c, &err)
	o.Seeker.toC(&c, &err)
	c.visual = flag(o.Visual)
	return c, err
}
