package blockmask

// #cgo noescape blockmask_match_fingerprints
// #cgo nocallback blockmask_match_fingerprints
// #cgo noescape blockmask_write_band_keys
// #cgo nocallback blockmask_write_band_keys
// #include "bridge.h"
import "C"

import "unsafe"

// Fingerprint is the hashes of a page, to find its duplicates. They are equal on every machine, and may be stored. They
// depend on the main text, and so on the options and on the model: compare pages that were analyzed alike. They are not
// cryptographic: a page can be crafted to collide with another.
type Fingerprint struct {
	// Minima of eight hash functions over all 6-grams of tokens of the main text, or of Options.FingerprintText.
	MinHashes [8]uint64
	// The majority of each bit over the hashes of all tokens.
	SimHash uint64
	// Tokens of the text.
	Tokens uint32
	// Definition and options; fingerprints of different versions cannot be compared.
	Version uint8
	// The text has at least 13 tokens; otherwise the page is never a duplicate.
	IsValid bool
	// Equal for pages of equal main text, word by word; 0 if there is none. Whitespace, punctuation, markup, encoding and
	// the template around it do not matter.
	ContentHash uint64
	// The majority of each bit over the hashes of the distinct tag paths of all text. Pages of equal tag paths have equal
	// ones, pages of one template differ in few bits; 0 if there is no text.
	StructureHash uint64
}

func fingerprintOf(c *C.blockmask_fingerprint) *Fingerprint {
	return &Fingerprint{
		MinHashes: *(*[8]uint64)(unsafe.Pointer(&c.min_hashes)), SimHash: uint64(c.sim_hash), Tokens: uint32(c.tokens),
		Version: uint8(c.version), IsValid: c.is_valid != 0, ContentHash: uint64(c.content_hash),
		StructureHash: uint64(c.structure_hash),
	}
}

func (f *Fingerprint) toC() C.blockmask_fingerprint {
	c := C.blockmask_fingerprint{
		size: C.sizeof_blockmask_fingerprint, version: C.uint32_t(f.Version), is_valid: flag(f.IsValid),
		tokens: C.uint32_t(f.Tokens), sim_hash: C.uint64_t(f.SimHash), content_hash: C.uint64_t(f.ContentHash),
		structure_hash: C.uint64_t(f.StructureHash),
	}
	*(*[8]uint64)(unsafe.Pointer(&c.min_hashes)) = f.MinHashes
	return c
}

// IsNearDuplicate reports whether two pages have nearly the same text: both fingerprints are valid and of one version, and
// at least 4 of their 8 MinHashes are equal.
func (f *Fingerprint) IsNearDuplicate(other *Fingerprint) bool {
	isNear, _, _ := f.match(other)
	return isNear
}

// Similarity is the share of equal MinHashes, 0 to 1 in steps of 1/8: an estimate of the Jaccard similarity of the sets of
// 6-grams. It is 0 if one of the fingerprints is not valid or if their versions differ.
func (f *Fingerprint) Similarity(other *Fingerprint) float32 {
	_, similarity, _ := f.match(other)
	return similarity
}

// Distance is how many bits of SimHash differ, 0 to 64, about 32 for texts that have nothing in common. It is 64 if one of
// the fingerprints is not valid or if their versions differ.
func (f *Fingerprint) Distance(other *Fingerprint) int {
	_, _, distance := f.match(other)
	return distance
}

func (f *Fingerprint) match(other *Fingerprint) (bool, float32, int) {
	var isNear C.uint32_t
	var similarity C.float
	distance := C.uint32_t(64)
	if other == nil {
		return false, 0, 64
	}
	left, right := f.toC(), other.toC()
	C.blockmask_match_fingerprints(&left, &right, &isNear, &similarity, &distance)
	return isNear != 0, float32(similarity), int(distance)
}

// BandKeys are the keys of locality-sensitive hashing by bands, to find near-duplicates among many pages: pages with a
// common key agree on rows consecutive MinHashes. There are 8 / rows keys, rounded down; none if the fingerprint is not
// valid or rows is not 1 to 8. With 1 row all near-duplicates have a common key; with 2 fewer pages have to be compared and
// some are missed.
func (f *Fingerprint) BandKeys(rows int) []uint64 {
	if rows < 1 || rows > 8 {
		return nil
	}
	var keys [8]uint64
	var count C.size_t
	fingerprint := f.toC()
	C.blockmask_write_band_keys(&fingerprint, C.uint32_t(rows), (*C.uint64_t)(unsafe.Pointer(&keys)), &count)
	return keys[:count:count]
}
