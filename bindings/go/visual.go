package blockmask

// #include <blockmask.h>
import "C"

// VisualClass is what a reader takes an area of text for.
type VisualClass uint8

// The classes.
const (
	// None of the others.
	ClassNone VisualClass = C.BLOCKMASK_CLASS_NONE
	// The main heading. A page has one at most.
	ClassH1 VisualClass = C.BLOCKMASK_CLASS_H1
	// A heading of a section.
	ClassH2 VisualClass = C.BLOCKMASK_CLASS_H2
	// A line below the main heading that goes on from it.
	ClassSubtitle VisualClass = C.BLOCKMASK_CLASS_SUBTITLE
	// The first paragraph, where it sums up the article.
	ClassPerex VisualClass = C.BLOCKMASK_CLASS_PEREX
	// A paragraph of the article.
	ClassParagraph VisualClass = C.BLOCKMASK_CLASS_PARAGRAPH
	// Who wrote it.
	ClassAuthor VisualClass = C.BLOCKMASK_CLASS_AUTHOR
	// When it was published.
	ClassDate VisualClass = C.BLOCKMASK_CLASS_DATE
	// Author and date in one.
	ClassAuthorDate VisualClass = C.BLOCKMASK_CLASS_AUTHORDATE
)

var classNames = [...]string{"none", "h1", "h2", "subtitle", "perex", "paragraph", "author", "date", "authordate"}

func (c VisualClass) String() string { return nameOf(classNames[:], c) }

// Unseen is a union of reasons why text is not seen; 0 if it is.
type Unseen uint8

// The reasons.
const (
	// Display none, or the hidden attribute.
	UnseenDisplay Unseen = C.BLOCKMASK_HIDDEN_DISPLAY
	// Visibility hidden.
	UnseenVisibility Unseen = C.BLOCKMASK_HIDDEN_VISIBILITY
	// Opacity 0.
	UnseenOpacity Unseen = C.BLOCKMASK_HIDDEN_OPACITY
	// A font or a box of next to no size.
	UnseenSize Unseen = C.BLOCKMASK_HIDDEN_SIZE
	// The color of its background, or nearly.
	UnseenColor Unseen = C.BLOCKMASK_HIDDEN_COLOR
	// Moved out of the window.
	UnseenOffscreen Unseen = C.BLOCKMASK_HIDDEN_OFFSCREEN
	// Cut off by clip or clip-path.
	UnseenClipped Unseen = C.BLOCKMASK_HIDDEN_CLIPPED
)

// VisualArea is neighboring lines of text in one block that look the same. Places are in pixels, on a canvas 1000
// wide, as far as they follow from the page itself: external sheets are not read.
type VisualArea struct {
	SourceStart, SourceEnd uint32
	TextStart, TextEnd     uint32
	// The number of the block that it lies in.
	Block uint32
	// Left and top edge, width and height; width and height are 0 if it is not seen.
	X, Y, Width, Height int32
	// Lines of text; 0 if it is not seen.
	Lines uint32
	// Characters, and those of them that are bold, italic and in links.
	Characters, Bold, Italic, Linked uint32
	// Mean font size in thousandths of a pixel.
	FontSize uint32
	// Color of the first character and what that stands on, 0xRRGGBB.
	Color, Background uint32
	// Luminance of the two in millionths, 0 for black.
	Luminance, BackgroundLuminance uint32
	// How sure the class is, 0 to 1.
	Probability float32
	Class       VisualClass
	Unseen      Unseen
	_           [2]byte
}

// Text is the normalized text of the area. It shares the memory of page.Text. The page must be the area's own.
func (a *VisualArea) Text(page *Page) string { return page.text[a.TextStart:a.TextEnd] }

// BlockLook is what is seen of a block.
type BlockLook struct {
	// Characters of the block that are not seen.
	UnseenCharacters uint32
	// Why: the union over these.
	Unseen Unseen
	_      [3]byte
}

// VisualAreas are the areas of text that look the same, in the order of the tree; none unless Options.Visual was set.
// They are the page's own, not a copy.
func (p *Page) VisualAreas() []VisualArea { return p.visualAreas }

// BlockLooks are what is seen of each block, by its number; none unless Options.Visual was set. They are the page's
// own, not a copy.
func (p *Page) BlockLooks() []BlockLook { return p.blockLooks }
