package blockmask

// #cgo noescape blockmask_diff_passages
// #cgo nocallback blockmask_diff_passages
// #include "bridge.h"
import "C"

import "unsafe"

// ChangeKind is what became of a passage. Newer libraries may return numbers that are not listed here.
type ChangeKind uint32

// What can become of a passage.
const (
	// It is in both versions.
	ChangeStayed ChangeKind = C.BLOCKMASK_CHANGE_STAYED
	// Likewise, but before or behind other passages than in the old version.
	ChangeMoved ChangeKind = C.BLOCKMASK_CHANGE_MOVED
	// It has another text in the new version.
	ChangeChanged ChangeKind = C.BLOCKMASK_CHANGE_CHANGED
	// It is in the new version alone.
	ChangeCame ChangeKind = C.BLOCKMASK_CHANGE_CAME
	// It is in the old version alone.
	ChangeWent ChangeKind = C.BLOCKMASK_CHANGE_WENT
)

// String is the name of the kind, such as moved.
func (k ChangeKind) String() string { return changeNames.of(uint32(k)) }

// PassageChange is what became of one passage from one version of a page to another.
type PassageChange struct {
	// What became of it.
	ChangeKind ChangeKind
	// Its index in the old version; None if it came.
	OldPassage uint32
	// Its index in the new version; None if it went.
	NewPassage uint32
}

// DiffPassages compares the passages of two versions of a page by their ids, Passage.ID: what became of each passage of
// the new version, in order, and then the passages that went. The texts are not needed, so that an index of passages is
// brought up to date by the ids that it stores.
func DiffPassages(oldIDs, newIDs []uint64) ([]PassageChange, error) {
	var found C.blockmask_table
	err := call(func() C.blockmask_status {
		return C.blockmask_diff_passages(
			(*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(oldIDs))), C.size_t(len(oldIDs)),
			(*C.uint64_t)(unsafe.Pointer(unsafe.SliceData(newIDs))), C.size_t(len(newIDs)), &found)
	})
	if err != nil {
		return nil, err
	}
	defer C.blockmask_free(found.rows)
	changes := make([]PassageChange, 0, found.count)
	for change := range rowsOf[C.blockmask_passage_change](&found) {
		changes = append(changes, PassageChange{
			ChangeKind(change.change_kind), uint32(change.old_passage), uint32(change.new_passage),
		})
	}
	return changes, nil
}
