package blockmask

// #include "bridge.h"
import "C"

// GroupKind is what the items of a group are. Newer libraries may return numbers that are not listed here.
type GroupKind uint32

// The kinds of groups.
const (
	// Something else.
	GroupUnknown GroupKind = C.BLOCKMASK_GROUP_UNKNOWN
	// Comments of readers, as in Page.Comments.
	GroupComments GroupKind = C.BLOCKMASK_GROUP_COMMENTS
	// Posts of a thread.
	GroupPosts GroupKind = C.BLOCKMASK_GROUP_POSTS
	// Answers to a question.
	GroupAnswers GroupKind = C.BLOCKMASK_GROUP_ANSWERS
	// Reviews of customers.
	GroupReviews GroupKind = C.BLOCKMASK_GROUP_REVIEWS
	// Results of a search, entries of a list.
	GroupResults GroupKind = C.BLOCKMASK_GROUP_RESULTS
	// Things for sale.
	GroupOffers GroupKind = C.BLOCKMASK_GROUP_OFFERS
	// Pointers to other pages, with a title or more.
	GroupTeasers GroupKind = C.BLOCKMASK_GROUP_TEASERS
	// Links of a menu or of a list of links.
	GroupMenu GroupKind = C.BLOCKMASK_GROUP_MENU
	// Rows of a table.
	GroupTableRows GroupKind = C.BLOCKMASK_GROUP_TABLE_ROWS
	// Questions with their answers.
	GroupFaq GroupKind = C.BLOCKMASK_GROUP_FAQ
	// Steps of instructions, or ingredients.
	GroupSteps GroupKind = C.BLOCKMASK_GROUP_STEPS
	// Images with captions.
	GroupGallery GroupKind = C.BLOCKMASK_GROUP_GALLERY
	// Keywords.
	GroupTags GroupKind = C.BLOCKMASK_GROUP_TAGS
)

// String is the name of the kind, such as offers.
func (k GroupKind) String() string { return groupNames.of(uint32(k)) }

// Group is repeated parts of a page.
type Group struct {
	// From its first item to the end of its last one in the bytes of the page, with all that stands between.
	SourceStart, SourceEnd uint32
	// Its first item, and one past its last one, in the result of Page.GroupItems.
	FirstItem, EndItem uint32
	// What its items are.
	GroupKind GroupKind
	// 1 if they are the records of the page, else 0.
	IsMainList uint32
	// The probability of the kind, 0 to 1; it is coarse.
	Probability float32
}

// GroupItem is one of repeated parts. Author, date, rating and price are as written, in Page.Text; both ends are equal if
// it has none.
type GroupItem struct {
	// From its first to its last character in the bytes of the page, with all that stands between.
	SourceStart, SourceEnd uint32
	// Its first block, and one past its last one; some of them may be template or belong to replies.
	FirstBlock, EndBlock uint32
	// Which item of its group it answers, counted from 0, or None.
	Parent uint32
	// See GroupItem.Author.
	AuthorTextStart, AuthorTextEnd uint32
	// See GroupItem.Date.
	DateTextStart, DateTextEnd uint32
	// See GroupItem.Rating.
	RatingTextStart, RatingTextEnd uint32
	// See GroupItem.Price.
	PriceTextStart, PriceTextEnd uint32
}

// Author is the author of the item, as written, or "". The page must be the one that the item is from.
func (i *GroupItem) Author(page *Page) string { return page.text[i.AuthorTextStart:i.AuthorTextEnd] }

// Date is the date of the item, as written, or "". The page must be the one that the item is from.
func (i *GroupItem) Date(page *Page) string { return page.text[i.DateTextStart:i.DateTextEnd] }

// Rating is the rating of the item, as written, such as 4.5/5, or "". The page must be the one that the item is from.
func (i *GroupItem) Rating(page *Page) string { return page.text[i.RatingTextStart:i.RatingTextEnd] }

// Price is the price of the item, as written, with its currency, or "". The page must be the one that the item is from.
func (i *GroupItem) Price(page *Page) string { return page.text[i.PriceTextStart:i.PriceTextEnd] }
