package blockmask

// #include "bridge.h"
import "C"

// ExperimentalOptions holds parameters of the published algorithms, for those who repeat or vary their experiments. They
// are not stable: this struct, its constants and the meaning of their values may change in any release. The zero value
// of each field means the default of the library; where 0 or false is something else, the field is a pointer.
type ExperimentalOptions struct {
	// How much the densities of two neighbors may differ, as a fraction from 0 to 1. Denominator 0 means the threshold of
	// the method.
	FusionThresholdNumerator, FusionThresholdDenominator uint32
	// Smoothing treats any two densities of at most 5 as equal.
	FusionSmoothLow bool
	// Which tag paths split the page into regions. Default TagPathFilterStrict.
	TagPathFilter TagPathFilter
	// What distinguishes elements of one name. Default TagPathStyleRaw.
	TagPathStyle TagPathStyle
	// Text is a separate symbol. Default true.
	TagPathTextSymbols *bool
	// Try all cuts of a threshold until one is unbalanced enough.
	TagPathScanAll bool
	// Which regions are content. Default TagPathContentTestNone.
	TagPathContentTest TagPathContentTest
	// How far from the largest region a candidate may be: 0 to 100, default 50.
	StyleDensityT1 *uint32
	// How many characters a node needs to count. Default 20.
	StyleDensityT2 *uint32
	// The roots of regions are as in the program of the paper's authors: div, td, dd, dt and li.
	StyleDensityProgram bool
	// An article among several candidates must be nearest to the root, and also be the only one as near to its title.
	StyleDensityStrict bool
	// A region right below the root of another one stays a separate region.
	StyleDensityKeepNested bool
	// The kind of page that Content Seeker has a model for. Default SeekerModelAuto.
	SeekerModel SeekerModel
	// What the models of Content Seeker are. Default SeekerLearnerForest.
	SeekerLearner SeekerLearner
	// Which text of the content segments is content. Default SeekerTextWhole.
	SeekerText SeekerText
	// Strings on either side over which MaskSeekerSLS smooths, at most 1000. Default 2.
	SeekerRadius *uint32
	// For MaskSeekerLBS, a paragraph that is all in bold or the like counts as text. Default true.
	SeekerInlineCounts *bool
}

// TagPathFilter is which tag paths split the page into regions. Not stable.
type TagPathFilter string

// The filters.
const (
	// Tag paths that occur more often than the threshold. The default.
	TagPathFilterStrict TagPathFilter = "strict"
	// Tag paths that occur at least as often as the threshold.
	TagPathFilterLiteral TagPathFilter = "literal"
)

// TagPathStyle is what distinguishes elements of one name. Not stable.
type TagPathStyle string

// The styles.
const (
	// The class and the inline style. The default.
	TagPathStyleRaw TagPathStyle = "raw"
	// The most frequent class and the presentational attributes.
	TagPathStyleReduced TagPathStyle = "reduced"
	// Nothing.
	TagPathStyleNone TagPathStyle = "none"
)

// TagPathContentTest is which regions are content. Not stable.
type TagPathContentTest string

// The tests.
const (
	// Every region. The default.
	TagPathContentTestNone TagPathContentTest = "none"
	// Not a region with less than half of the tokens that is mostly links.
	TagPathContentTestLinkHeavy TagPathContentTest = "link-heavy"
	// Only a region with three similar neighbors.
	TagPathContentTestRepetition TagPathContentTest = "repetition"
)

// SeekerModel is the kind of page that Content Seeker has a model for. Not stable.
type SeekerModel string

// The models.
const (
	// Chosen by a rule from the kind of the page. The default.
	SeekerModelAuto  SeekerModel = "auto"
	SeekerModelNews  SeekerModel = "news"
	SeekerModelBlog  SeekerModel = "blog"
	SeekerModelForum SeekerModel = "forum"
)

// SeekerLearner is what the models of Content Seeker are. Not stable.
type SeekerLearner string

// The learners.
const (
	// One decision tree for each decision.
	SeekerLearnerTree SeekerLearner = "tree"
	// A random forest. The default.
	SeekerLearnerForest SeekerLearner = "forest"
)

// SeekerText is which text of the content segments is content. Not stable.
type SeekerText string

// The texts.
const (
	// All of it. The default.
	SeekerTextWhole SeekerText = "whole"
	// What the heuristic for the kind of the page finds in it.
	SeekerTextHeuristic SeekerText = "heuristic"
)

// The values of each option, by their number in C; TestValuesAreThoseOfC checks them.
var (
	tagPathFilters      = []TagPathFilter{TagPathFilterStrict, TagPathFilterLiteral}
	tagPathStyles       = []TagPathStyle{TagPathStyleRaw, TagPathStyleReduced, TagPathStyleNone}
	tagPathContentTests = []TagPathContentTest{
		TagPathContentTestNone, TagPathContentTestLinkHeavy, TagPathContentTestRepetition,
	}
	seekerModels   = []SeekerModel{SeekerModelAuto, SeekerModelNews, SeekerModelBlog, SeekerModelForum}
	seekerLearners = []SeekerLearner{SeekerLearnerTree, SeekerLearnerForest}
	seekerTexts    = []SeekerText{SeekerTextWhole, SeekerTextHeuristic}
)

func (o *ExperimentalOptions) toC() (C.blockmask_experimental_options, error) {
	var c C.blockmask_experimental_options
	status := C.blockmask_init_experimental_options(&c, C.sizeof_blockmask_experimental_options)
	if status != C.BLOCKMASK_OK {
		return c, Status(status)
	}
	c.fusion_threshold_numerator = C.uint32_t(o.FusionThresholdNumerator)
	c.fusion_threshold_denominator = C.uint32_t(o.FusionThresholdDenominator)
	c.fusion_smooth_low = flag(o.FusionSmoothLow)
	c.tag_path_scan_all = flag(o.TagPathScanAll)
	c.style_density_program = flag(o.StyleDensityProgram)
	c.style_density_strict = flag(o.StyleDensityStrict)
	c.style_density_keep_nested = flag(o.StyleDensityKeepNested)
	setPointed(&c.tag_path_text_symbols, o.TagPathTextSymbols, flag)
	setPointed(&c.seeker_inline_counts, o.SeekerInlineCounts, flag)
	number := func(value uint32) C.uint32_t { return C.uint32_t(value) }
	setPointed(&c.style_density_t1, o.StyleDensityT1, number)
	setPointed(&c.style_density_t2, o.StyleDensityT2, number)
	setPointed(&c.seeker_radius, o.SeekerRadius, number)
	var err error
	setNamed(&err, "Experimental.TagPathFilter", &c.tag_path_filter, tagPathFilters, o.TagPathFilter)
	setNamed(&err, "Experimental.TagPathStyle", &c.tag_path_style, tagPathStyles, o.TagPathStyle)
	setNamed(&err, "Experimental.TagPathContentTest", &c.tag_path_content_test, tagPathContentTests,
		o.TagPathContentTest)
	setNamed(&err, "Experimental.SeekerModel", &c.seeker_model, seekerModels, o.SeekerModel)
	setNamed(&err, "Experimental.SeekerLearner", &c.seeker_learner, seekerLearners, o.SeekerLearner)
	setNamed(&err, "Experimental.SeekerText", &c.seeker_text, seekerTexts, o.SeekerText)
	return c, err
}

// Sets a field of the library unless the value is nil, which means its default.
func setPointed[T any](field *C.uint32_t, value *T, number func(T) C.uint32_t) {
	if value != nil {
		*field = number(*value)
	}
}
