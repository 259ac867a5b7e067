package blockmask

// #include "bridge.h"
import "C"

// PageKind is the kind of a page. Newer libraries may return numbers that are not listed here.
type PageKind uint32

// The kinds.
const (
	// One text, such as news or a blog entry.
	KindArticle PageKind = C.BLOCKMASK_KIND_ARTICLE
	// An organization, a service, a landing page.
	KindService PageKind = C.BLOCKMASK_KIND_SERVICE
	// One thing for sale.
	KindProduct PageKind = C.BLOCKMASK_KIND_PRODUCT
	// Several things for sale.
	KindCollection PageKind = C.BLOCKMASK_KIND_COLLECTION
	// Posts of several people.
	KindForum PageKind = C.BLOCKMASK_KIND_FORUM
	// A list of other things.
	KindListing PageKind = C.BLOCKMASK_KIND_LISTING
	// Documentation.
	KindDocumentation PageKind = C.BLOCKMASK_KIND_DOCUMENTATION
	// Not classified: only MaskLearned classifies pages.
	KindNone PageKind = C.BLOCKMASK_NONE
)

// EncodingSource is what decided on the encoding of a page. Newer libraries may return numbers that are not listed here.
type EncodingSource uint32

// The sources of encodings.
const (
	// A byte order mark.
	EncodingBOM EncodingSource = C.BLOCKMASK_ENCODING_BOM
	// The charset that was passed with the page, Input.Charset.
	EncodingHint EncodingSource = C.BLOCKMASK_ENCODING_HINT
	// A meta element or an XML declaration at the start.
	EncodingMeta EncodingSource = C.BLOCKMASK_ENCODING_META
	// The bytes are UTF-8 though a meta says otherwise, or nearly UTF-8 and nothing is declared.
	EncodingUTF8Validity EncodingSource = C.BLOCKMASK_ENCODING_UTF8_VALIDITY
	// A meta element further down.
	EncodingLateMeta EncodingSource = C.BLOCKMASK_ENCODING_LATE_META
	// Statistics.
	EncodingDetector EncodingSource = C.BLOCKMASK_ENCODING_DETECTOR
)

// Fallbacks is a set of what was made content because hardly any text of the page would have been content otherwise. Newer
// libraries may set bits that are not listed here.
type Fallbacks uint32

// The fallbacks.
const (
	// Visible prose, all of which was template by the mask.
	FallbackTemplate Fallbacks = C.BLOCKMASK_FALLBACK_TEMPLATE
	// Comments, though the option leaves them out.
	FallbackComments Fallbacks = C.BLOCKMASK_FALLBACK_COMMENTS
	// Text that its author excludes from indexes: all of it, or parts without an end that hold most of the text.
	FallbackNoIndex Fallbacks = C.BLOCKMASK_FALLBACK_NO_INDEX
	// Hidden text.
	FallbackHidden Fallbacks = C.BLOCKMASK_FALLBACK_HIDDEN
	// Text of the data of a page that shows hardly anything else.
	FallbackMetadata Fallbacks = C.BLOCKMASK_FALLBACK_METADATA
	// What rules of the owner leave out: they left nothing.
	FallbackRules Fallbacks = C.BLOCKMASK_FALLBACK_RULES
)

// Truncation is a set of limits that cut an analysis short. Newer libraries may set bits that are not listed here.
type Truncation uint32

// The limits.
const (
	// Elements deeper than Options.MaxDepth were attached higher up.
	TruncatedDepth Truncation = C.BLOCKMASK_TRUNCATED_DEPTH
	// What follows Options.MaxNodes nodes was not read.
	TruncatedNodes Truncation = C.BLOCKMASK_TRUNCATED_NODES
	// Repair or search ran out of its budget.
	TruncatedWork Truncation = C.BLOCKMASK_TRUNCATED_WORK
	// The text after Options.MaxBlocks blocks was dropped.
	TruncatedBlocks Truncation = C.BLOCKMASK_TRUNCATED_BLOCKS
	// The attributes after the first Options.MaxAttributes were dropped.
	TruncatedAttributes Truncation = C.BLOCKMASK_TRUNCATED_ATTRIBUTES
	// The tables of the whole page need more than Options.MaxMemory; only its beginning was read.
	TruncatedMemory Truncation = C.BLOCKMASK_TRUNCATED_MEMORY
	// The page needs more than Options.MaxSteps steps.
	TruncatedSteps Truncation = C.BLOCKMASK_TRUNCATED_STEPS
	// What follows Options.MaxInput bytes was not read.
	TruncatedInput Truncation = C.BLOCKMASK_TRUNCATED_INPUT
	// Tag paths were shortened, or targets of links left out, because of Options.MaxOutput.
	TruncatedOutput Truncation = C.BLOCKMASK_TRUNCATED_OUTPUT
)
