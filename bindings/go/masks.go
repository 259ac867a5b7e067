package blockmask

// #include <blockmask.h>
import "C"

// StyleDensityOptions say how the type of a page and its areas are found.
type StyleDensityOptions struct {
	// Whether they are, and how.
	Method StyleDensityMethod
	// How far from the largest region a candidate may be, for the rules of the paper: 0 to 100; nil for the default, 50.
	T1 *uint32
	// How many characters a node must exceed to count, for the rules of the paper; nil for the default, 20.
	T2 *uint32
	// The roots of regions are those of the program of the paper's authors: div, td, dd, dt and li.
	Program bool
	// By the rules of the paper, an article among several candidates is the one nearest to the root and also the only one
	// as near to its title.
	Strict bool
	// A region right below the root of another one stays a region of its own.
	KeepNested bool
}

// StyleDensityMethod is how the type of a page and its areas are found.
type StyleDensityMethod uint32

const (
	// Not at all. The default.
	StyleDensityNone StyleDensityMethod = iota
	// By the rules of the paper.
	StyleDensityPaper
	// By what was learned from real pages. Finds posts that the rules do not find.
	StyleDensityLearned
)

// SeekerOptions are those of Content Seeker, for MaskSeeker, MaskSeekerLBS and MaskSeekerSLS.
type SeekerOptions struct {
	// For which kind of page it was learned.
	Model SeekerModel
	// By which learner.
	Learner SeekerLearner
	// Which text of the content segments is content.
	Text SeekerText
	// Strings on either side over which MaskSeekerSLS smooths, at most 1000; nil for the default, 2.
	Radius *uint32
	// For MaskSeekerLBS a paragraph all in bold or the like does not count as text.
	NoInline bool
}

// SeekerModel is a model of Content Seeker.
type SeekerModel uint32

const (
	// The one for the page's kind, as a rule sees it. The default.
	SeekerAuto SeekerModel = iota
	// That for news.
	SeekerNews
	// That for blogs.
	SeekerBlog
	// That for forums.
	SeekerForum
)

// SeekerLearner is what made a model of Content Seeker.
type SeekerLearner uint32

const (
	// A random forest. The default.
	SeekerForest SeekerLearner = iota
	// One decision tree for each decision.
	SeekerTree
)

// SeekerText is which text of the content segments is content.
type SeekerText uint32

const (
	// All of it. The default.
	SeekerWhole SeekerText = iota
	// What the heuristic for the page's kind finds in it.
	SeekerHeuristic
)

var (
	styleDensityMethods = []C.uint32_t{
		C.BLOCKMASK_STYLE_DENSITY_NONE, C.BLOCKMASK_STYLE_DENSITY_PAPER, C.BLOCKMASK_STYLE_DENSITY_LEARNED,
	}
	seekerModels = []C.uint32_t{
		C.BLOCKMASK_SEEKER_AUTO, C.BLOCKMASK_SEEKER_NEWS, C.BLOCKMASK_SEEKER_BLOG, C.BLOCKMASK_SEEKER_FORUM,
	}
	seekerLearners = []C.uint32_t{C.BLOCKMASK_SEEKER_FOREST, C.BLOCKMASK_SEEKER_TREE}
	seekerTexts    = []C.uint32_t{C.BLOCKMASK_SEEKER_WHOLE, C.BLOCKMASK_SEEKER_HEURISTIC}
)

func (o *StyleDensityOptions) toC(c *C.blockmask_options, err *error) {
	c.style_density = constant(err, "StyleDensity.Method", styleDensityMethods, o.Method)
	setIf(&c.style_density_t1, o.T1)
	setIf(&c.style_density_t2, o.T2)
	c.style_density_program = flag(o.Program)
	c.style_density_strict = flag(o.Strict)
	c.style_density_keep_nested = flag(o.KeepNested)
}

func (o *SeekerOptions) toC(c *C.blockmask_options, err *error) {
	c.seeker_model = constant(err, "Seeker.Model", seekerModels, o.Model)
	c.seeker_learner = constant(err, "Seeker.Learner", seekerLearners, o.Learner)
	c.seeker_text = constant(err, "Seeker.Text", seekerTexts, o.Text)
	setIf(&c.seeker_radius, o.Radius)
	c.seeker_inline_counts = flag(!o.NoInline)
}

func setIf(field *C.uint32_t, value *uint32) {
	if value != nil {
		*field = C.uint32_t(*value)
	}
}
