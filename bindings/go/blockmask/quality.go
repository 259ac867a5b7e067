package blockmask

// #include "bridge.h"
import "C"

// QualityReason is why a page has little or doubtful text. Newer libraries may return numbers that are not listed here.
type QualityReason uint32

// Why a page has little or doubtful text.
const (
	// There is enough text.
	ReasonNone QualityReason = C.BLOCKMASK_REASON_NONE
	// The page shows no text.
	ReasonNoText QualityReason = C.BLOCKMASK_REASON_NO_TEXT
	// Scripts make the text, which are not run.
	ReasonScriptShell QualityReason = C.BLOCKMASK_REASON_SCRIPT_SHELL
	// The text is only in the data of the page, such as JSON-LD.
	ReasonOnlyData QualityReason = C.BLOCKMASK_REASON_ONLY_DATA
	// A request for consent stands before the text.
	ReasonConsentWall QualityReason = C.BLOCKMASK_REASON_CONSENT_WALL
	// The text is for readers who sign in or pay.
	ReasonLoginWall QualityReason = C.BLOCKMASK_REASON_LOGIN_WALL
	// The page reports an error, such as 404.
	ReasonErrorPage QualityReason = C.BLOCKMASK_REASON_ERROR_PAGE
	// The page stands in for a site that does not exist, such as one whose domain is for sale.
	ReasonParkedDomain QualityReason = C.BLOCKMASK_REASON_PARKED_DOMAIN
	// The text is a list of links.
	ReasonLinkList QualityReason = C.BLOCKMASK_REASON_LINK_LIST
	// The text has a few words.
	ReasonTooShort QualityReason = C.BLOCKMASK_REASON_TOO_SHORT
	// The text was decoded by another encoding than it was written in.
	ReasonWrongEncoding QualityReason = C.BLOCKMASK_REASON_WRONG_ENCODING
)

// String is the name of the reason, such as error-page; none if there is enough text.
func (r QualityReason) String() string {
	if r == ReasonNone {
		return "none"
	}
	return reasonNames.of(uint32(r))
}

// Quality is how well the main text of a page was probably extracted.
type Quality struct {
	// The expected word F1 of the main text, 0 to 1, calibrated for MaskLearned; at most 0.1 if the reason says that the
	// page has no content.
	Score float32
	// Why there is little or doubtful text.
	Reason QualityReason
}

// Quality returns the quality of the main text: whether a crawler should keep it or hand the page to a slower tool. It
// needs PartMask.
func (p *Page) Quality() (Quality, error) {
	rows, err := table[Quality](p, C.BLOCKMASK_TABLE_QUALITY)
	if err != nil || len(rows) == 0 {
		return Quality{}, err
	}
	return rows[0], nil
}
