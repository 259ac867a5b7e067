package blockmask

// #cgo noescape bridge_analyze
// #cgo nocallback bridge_analyze
// #cgo noescape bridge_blank
// #cgo nocallback bridge_blank
// #cgo noescape bridge_set_model
// #cgo nocallback bridge_set_model
// #include "bridge.h"
import "C"

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"unsafe"
)

// Analyzer analyzes one page after another. It keeps its memory for the next page, so that after the first pages of a
// crawl the only memory that is taken is that of the results. Use one for each goroutine, or a Pool: a method that
// finds another goroutine inside of the same analyzer returns ErrBusy.
type Analyzer struct {
	mu sync.Mutex
	// Held by Cancel, which does not wait for mu, and by Close.
	cancelling sync.RWMutex
	// In C's memory; nil after Close.
	bridge  *C.struct_bridge
	cleanup runtime.Cleanup
	// The name of the last page's encoding, as it is nearly always the same.
	encoding string
}

// New makes an analyzer. The options may be nil for the defaults. Close frees its memory; so does the garbage
// collector, but later, as it does not know how much that is.
func New(options *Options) (*Analyzer, error) {
	if found := uint32(C.blockmask_abi_version()); found != C.BLOCKMASK_ABI_VERSION {
		return nil, fmt.Errorf("blockmask: the library has binary interface %d, not %d", found,
			C.BLOCKMASK_ABI_VERSION)
	}
	if options == nil {
		options = &Options{}
	}
	c, err := options.toC()
	if err != nil {
		return nil, err
	}
	var bridge *C.struct_bridge
	var message [256]C.char
	if status := C.bridge_create(&c, &bridge, &message[0], C.size_t(len(message))); status != C.BLOCKMASK_OK {
		return nil, newError(status, C.GoString(&message[0]))
	}
	bridge.parts = C.BLOCKMASK_PART_ALL &^ C.uint32_t(options.Omit)
	bridge.wants_tag_paths = flag(options.TagPaths)
	bridge.wants_link_targets = flag(options.LinkTargets)
	bridge.wants_areas = flag(options.StyleDensity.Method != StyleDensityNone)
	bridge.wants_visual = flag(options.Visual)
	a := &Analyzer{bridge: bridge}
	a.cleanup = runtime.AddCleanup(a, func(bridge *C.struct_bridge) { C.bridge_free(bridge) }, bridge)
	return a, nil
}

// Cancel stops the analysis that runs with this analyzer in another goroutine: it soon returns ErrCancelled. Cancel
// does not wait for it. If none runs, the next one is stopped; the one after it is not. After Close it does nothing.
func (a *Analyzer) Cancel() {
	a.cancelling.RLock()
	defer a.cancelling.RUnlock()
	if a.bridge != nil {
		C.blockmask_cancel_analyzer(a.bridge.analyzer)
	}
}

// Close frees the analyzer's memory. Pages stay as they are. It waits for a call that another goroutine is in. To close
// twice is fine.
func (a *Analyzer) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancelling.Lock()
	defer a.cancelling.Unlock()
	if a.bridge != nil {
		a.cleanup.Stop()
		C.bridge_free(a.bridge)
		a.bridge = nil
	}
	return nil
}

// Enters a method. Until it unlocks, the analyzer is reachable, so it is not cleaned up while C works with it.
func (a *Analyzer) lock() error {
	if !a.mu.TryLock() {
		return ErrBusy
	}
	if a.bridge == nil {
		a.mu.Unlock()
		return ErrClosed
	}
	return nil
}

// Analyze analyzes one page as found: any bytes, in any encoding. Broken markup is no error, and neither is an empty
// page. The bytes must not change during the call and are not needed after it.
func (a *Analyzer) Analyze(html []byte) (*Page, error) {
	return a.AnalyzeAs(html, "")
}

// AnalyzeAs analyzes a page that came with the name of its encoding, such as the charset of HTTP's Content-Type. A byte
// order mark wins over it; a name that is not known is ignored.
func (a *Analyzer) AnalyzeAs(html []byte, charset string) (*Page, error) {
	page := new(Page)
	if err := a.AnalyzeInto(page, html, charset); err != nil {
		return nil, err
	}
	return page, nil
}

// AnalyzeInto is AnalyzeAs into a page of the caller's, new or from an earlier call. It writes over the tables of that
// earlier call, so that a loop which keeps none of them takes memory for the text only; strings stay valid. On errors
// the page stays as it was.
func (a *Analyzer) AnalyzeInto(page *Page, html []byte, charset string) error {
	if err := a.lock(); err != nil {
		return err
	}
	defer a.mu.Unlock()
	bytes, length := cBytes(html)
	name, nameLength := cString(charset)
	if status := C.bridge_analyze(a.bridge, bytes, length, name, nameLength); status != C.BLOCKMASK_OK {
		return a.lastError(status)
	}
	a.copyInto(page)
	return nil
}

// AnalyzeBatch analyzes pages in order. The result has a page for each, nil for those that failed or were not reached.
// The error joins a PageError for each that failed, which take nothing from the others, and the context's, which is
// looked at before each page. See Pool.AnalyzeBatch for several at a time.
func (a *Analyzer) AnalyzeBatch(ctx context.Context, pages [][]byte) ([]*Page, error) {
	results := make([]*Page, len(pages))
	var failures []error
	for i, html := range pages {
		if err := ctx.Err(); err != nil {
			return results, errors.Join(append(failures, err)...)
		}
		page, err := a.Analyze(html)
		if err != nil {
			failures = append(failures, &PageError{Index: i, Err: err})
		}
		if errors.Is(err, ErrPanic) {
			_ = a.Reset()
		}
		results[i] = page
	}
	return results, errors.Join(failures...)
}

// Blank gives a copy of the page with the same length in which all bytes are spaces but those of the main content's
// text, for engines whose offsets must stay valid. Line feeds stay; in UTF-16 a space has two bytes. The charset is as
// for AnalyzeAs, or empty. Pages in ISO-2022-JP are refused with ErrUnsupportedEncoding.
func (a *Analyzer) Blank(html []byte, charset string) ([]byte, error) {
	if err := a.lock(); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	// As bridge_blank needs a buffer, also for an empty page.
	blanked := make([]byte, len(html), len(html)+1)
	bytes, length := cBytes(html)
	name, nameLength := cString(charset)
	buffer, _ := cBytes(blanked)
	if status := C.bridge_blank(a.bridge, bytes, length, name, nameLength, buffer); status != C.BLOCKMASK_OK {
		return nil, a.lastError(status)
	}
	return blanked, nil
}

// Annotate gives a copy of the page in which each block is inside a zone that is named for its role: blk-main,
// blk-heading, blk-comment, blk-meta, blk-nav, blk-aside, blk-legal, blk-hidden. There is no zone where its tags
// would be text, as in the title. Without these tags it is the page, byte for byte, in the page's encoding. The
// charset is as for AnalyzeAs, or empty. Pages in ISO-2022-JP are refused with ErrUnsupportedEncoding.
func (a *Analyzer) Annotate(html []byte, charset string) ([]byte, error) {
	if err := a.lock(); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	bytes, length := cBytes(html)
	name, nameLength := cString(charset)
	var annotated *C.char
	var annotatedLength C.size_t
	status := C.bridge_annotate(a.bridge, bytes, length, name, nameLength, &annotated, &annotatedLength)
	if status != C.BLOCKMASK_OK {
		return nil, a.lastError(status)
	}
	defer C.blockmask_free(unsafe.Pointer(annotated))
	return append([]byte{}, unsafe.Slice((*byte)(unsafe.Pointer(annotated)), annotatedLength)...), nil
}

// SetModel puts a model in the place of the built-in one, for MaskLearned: the bytes of a file that was trained on
// other pages, as lab/training/README.md in the repository tells. They are not needed after the call. None bring the
// built-in one back. Bytes that are no model of this version of the library are refused with ErrBadOption; the model
// before then stays. Reset does not change the model.
func (a *Analyzer) SetModel(model []byte) error {
	if err := a.lock(); err != nil {
		return err
	}
	defer a.mu.Unlock()
	bytes, length := cBytes(model)
	if status := C.bridge_set_model(a.bridge, bytes, length); status != C.BLOCKMASK_OK {
		return a.lastError(status)
	}
	return nil
}

// Reset makes the analyzer as it was when it was created, also after ErrPanic.
func (a *Analyzer) Reset() error {
	return a.do(func() C.blockmask_status { return C.blockmask_reset_analyzer(a.bridge.analyzer) })
}

// Shrink gives all memory back to the system; the next page takes new memory. Of use after a page that was much larger
// than others.
func (a *Analyzer) Shrink() error {
	return a.do(func() C.blockmask_status { return C.bridge_shrink(a.bridge) })
}

// MemoryInUse is how many bytes the analyzer holds outside of Go's heap, used or not; 0 if it is closed or busy.
func (a *Analyzer) MemoryInUse() uint64 {
	var bytes C.size_t
	_ = a.do(func() C.blockmask_status { return C.blockmask_get_memory_in_use(a.bridge.analyzer, &bytes) })
	return uint64(bytes)
}

func (a *Analyzer) do(work func() C.blockmask_status) error {
	if err := a.lock(); err != nil {
		return err
	}
	defer a.mu.Unlock()
	if status := work(); status != C.BLOCKMASK_OK {
		return newError(status, "")
	}
	return nil
}

func (a *Analyzer) lastError(status C.blockmask_status) error {
	return newError(status, C.GoStringN(a.bridge.message, C.int(a.bridge.message_length)))
}

func cBytes(bytes []byte) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(bytes))), C.size_t(len(bytes))
}

// No string, and so NULL, if it is empty.
func cString(s string) (*C.char, C.size_t) {
	if s == "" {
		return nil, 0
	}
	return (*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))
}

// Version is the version of the C library that is linked.
func Version() string { return C.GoString(C.blockmask_version()) }
