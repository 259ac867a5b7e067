package blockmask

// #cgo noescape bridge_analyze
// #cgo nocallback bridge_analyze
// #cgo noescape bridge_cut_passages
// #cgo nocallback bridge_cut_passages
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
	"strings"
	"sync"
	"unsafe"
)

// Analyzer analyzes one page after another. It keeps its memory for the next page, so that after the first pages of a
// crawl only the results are allocated. Use one for each goroutine, or a Pool: a method that finds another goroutine
// inside the same analyzer returns ErrBusy.
type Analyzer struct {
	mu sync.Mutex
	// Held by Cancel, which must not wait for mu, and by Close.
	cancelling sync.RWMutex
	// In C's memory; nil after Close.
	bridge  *C.struct_bridge
	cleanup runtime.Cleanup
	// The encoding of the last page, as the name is nearly always the same.
	encoding string
	// Finds the tokens by which passages are cut; nil for those of the library.
	tokenStarts func(text string) []uint32
}

// New creates an analyzer. The options may be nil for the defaults. Close frees its memory; the garbage collector does so
// too, but later, because it does not know how much memory C holds.
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
	experimental, err := options.experimental()
	if err != nil {
		return nil, err
	}
	var bridge *C.struct_bridge
	var message [256]C.char
	if status := C.bridge_create(&c, &experimental, &bridge, &message[0], C.size_t(len(message))); status != C.BLOCKMASK_OK {
		return nil, newError(status, C.GoString(&message[0]))
	}
	bridge.tables = C.BRIDGE_TABLES &^ C.uint32_t(options.omitted())
	bridge.wants_fingerprint = C.uint32_t(options.parts() & PartFingerprint)
	bridge.wants_tag_paths = flag(options.TagPaths)
	bridge.wants_link_targets = flag(options.LinkTargets)
	bridge.wants_text_map = flag(options.TextMap)
	bridge.wants_structure, bridge.wants_markdown = flag(options.Structure), flag(options.Markdown)
	bridge.wants_records = flag(options.Records)
	bridge.passage_tokens = C.uint32_t(options.PassageTokens)
	bridge.overlap_tokens = C.uint32_t(options.PassageOverlap)
	if options.Facts != nil {
		bridge.wants_facts = 1
		bridge.agents = C.CString(strings.Join(options.Facts.Agents, " "))
		bridge.exclusion_attributes = C.CString(strings.Join(options.Facts.ExclusionAttributes, " "))
	}
	bridge.wants_areas = flag(experimental.style_density != C.BLOCKMASK_STYLE_DENSITY_NONE)
	bridge.wants_visual = flag(options.Visual)
	a := &Analyzer{bridge: bridge}
	if options.PassageTokens != 0 && options.PassageTokenStarts != nil {
		bridge.has_other_tokens = 1
		a.tokenStarts = options.PassageTokenStarts
	}
	a.cleanup = runtime.AddCleanup(a, func(bridge *C.struct_bridge) { C.bridge_free(bridge) }, bridge)
	return a, nil
}

// Cancel stops the analysis that runs with this analyzer in another goroutine: it soon returns ErrCancelled. Cancel does
// not wait for that. If no analysis runs, the next one is stopped; the one after it is not. After Close it does nothing.
func (a *Analyzer) Cancel() {
	a.cancelling.RLock()
	defer a.cancelling.RUnlock()
	if a.bridge != nil {
		C.blockmask_cancel_analyzer(a.bridge.analyzer)
	}
}

// Close frees the memory of the analyzer; pages are not affected. It waits for a call that another goroutine is in.
// Closing twice is allowed.
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

// Enters a method. The analyzer is reachable until the method unlocks it, so it is not cleaned up while C uses it.
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

// Analyze analyzes one page as found: any bytes, in any encoding. Broken markup is no error, and neither is an empty page.
// The bytes must not change during the call and are not needed after it.
func (a *Analyzer) Analyze(html []byte) (*Page, error) {
	return a.AnalyzeWithCharset(html, "")
}

// AnalyzeWithCharset analyzes a page that came with the name of its encoding, as Input.Charset says.
func (a *Analyzer) AnalyzeWithCharset(html []byte, charset string) (*Page, error) {
	return a.AnalyzeInput(Input{HTML: html, Charset: charset})
}

// AnalyzeInput analyzes a page with all that is known about it.
func (a *Analyzer) AnalyzeInput(input Input) (*Page, error) {
	page := new(Page)
	if err := a.AnalyzeInputInto(page, input); err != nil {
		return nil, err
	}
	return page, nil
}

// AnalyzeInto is AnalyzeWithCharset into a page of the caller, new or from an earlier call. It overwrites the tables of
// that earlier call, so that a loop which keeps none of them allocates memory for the text only; strings stay valid. On
// errors the page is not changed.
func (a *Analyzer) AnalyzeInto(page *Page, html []byte, charset string) error {
	return a.AnalyzeInputInto(page, Input{HTML: html, Charset: charset})
}

// AnalyzeInputInto is AnalyzeInput into a page of the caller, as AnalyzeInto is AnalyzeWithCharset.
func (a *Analyzer) AnalyzeInputInto(page *Page, input Input) error {
	if err := a.lock(); err != nil {
		return err
	}
	defer a.mu.Unlock()
	html, length := cBytes(input.HTML)
	charset, charsetLength := cString(input.Charset)
	address, addressLength := cString(input.Address)
	header, headerLength := cString(input.XRobotsTag)
	if a.tokenStarts != nil {
		// The second call to C reads the page again.
		var pinner runtime.Pinner
		defer pinner.Unpin()
		pinner.Pin(unsafe.SliceData(input.HTML))
	}
	status := C.bridge_analyze(a.bridge, html, length, charset, charsetLength, address, addressLength, header, headerLength)
	if status == C.BLOCKMASK_OK && a.tokenStarts != nil {
		status = a.cutPassages()
	}
	if status != C.BLOCKMASK_OK {
		return a.lastError(status)
	}
	a.copyInto(page)
	return nil
}

// AnalyzeBatch is AnalyzeInputs for pages of which nothing else is known.
func (a *Analyzer) AnalyzeBatch(ctx context.Context, pages [][]byte) ([]*Page, error) {
	return a.AnalyzeInputs(ctx, inputsOf(pages))
}

// AnalyzeInputs analyzes pages in order. The result has a page for each, nil for those that failed or were not reached. A
// page that fails does not affect the others. The error joins a PageError for each that failed and the error of the
// context, which is checked before each page. Pool.AnalyzeInputs analyzes several pages at a time.
func (a *Analyzer) AnalyzeInputs(ctx context.Context, inputs []Input) ([]*Page, error) {
	results := make([]*Page, len(inputs))
	var failures []error
	for i, input := range inputs {
		if err := ctx.Err(); err != nil {
			return results, errors.Join(append(failures, err)...)
		}
		page, err := a.AnalyzeInput(input)
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

// Blank returns a copy of the page, of equal length, in which all bytes except those of the main content's text are
// spaces, for engines that must keep offsets. Line feeds stay; in UTF-16 a space has two bytes. The charset is that of
// AnalyzeWithCharset, or empty. Pages in ISO-2022-JP are refused with ErrUnsupportedEncoding.
func (a *Analyzer) Blank(html []byte, charset string) ([]byte, error) {
	if err := a.lock(); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	// The capacity is not 0, because bridge_blank needs a buffer for an empty page too.
	blanked := make([]byte, len(html), len(html)+1)
	bytes, length := cBytes(html)
	name, nameLength := cString(charset)
	buffer, _ := cBytes(blanked)
	if status := C.bridge_blank(a.bridge, bytes, length, name, nameLength, buffer); status != C.BLOCKMASK_OK {
		return nil, a.lastError(status)
	}
	return blanked, nil
}

// Zone returns a copy of the page in which each block is enclosed in a zone, an element named for the role of the block:
// blk-main, blk-heading, blk-comment, blk-meta, blk-nav, blk-aside, blk-legal or blk-hidden. Where the tags would be text,
// as in the title, there is no zone. Without these tags the copy is the page, byte for byte, in its encoding. The charset
// is that of AnalyzeWithCharset, or empty. Pages in ISO-2022-JP are refused with ErrUnsupportedEncoding.
func (a *Analyzer) Zone(html []byte, charset string) ([]byte, error) {
	if err := a.lock(); err != nil {
		return nil, err
	}
	defer a.mu.Unlock()
	bytes, length := cBytes(html)
	name, nameLength := cString(charset)
	var zoned *C.blockmask_rendered
	status := C.bridge_zone(a.bridge, bytes, length, name, nameLength, &zoned)
	if status != C.BLOCKMASK_OK {
		return nil, a.lastError(status)
	}
	defer C.blockmask_free(unsafe.Pointer(zoned))
	return append([]byte{}, unsafe.Slice((*byte)(unsafe.Pointer(zoned.text)), zoned.length)...), nil
}

// SetModel replaces the model of MaskLearned: the bytes of a model file that was trained on other pages, as
// benches/lab/training/README.md in the repository describes. They are not needed after the call. An empty slice
// restores the built-in model. Bytes that are damaged or no model of this version of the library are refused with ErrBadOption, and the
// current model stays. Reset does not change the model. What is known of a site belongs to a model, so it is removed.
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

// Reset restores the analyzer to the state in which it was created, also after ErrPanic; the model and the site
// stay.
func (a *Analyzer) Reset() error {
	return a.do(func() C.blockmask_status { return C.blockmask_reset_analyzer(a.bridge.analyzer) })
}

// Shrink returns all memory to the system; the next page allocates anew. Useful after a page that was much larger than the
// others.
func (a *Analyzer) Shrink() error {
	return a.do(func() C.blockmask_status { return C.bridge_shrink(a.bridge) })
}

// MemoryInUse is how many bytes the library holds for the analyzer outside Go's heap, used or not; 0 if the analyzer is
// closed or busy.
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
	return newError(status, C.GoString(&a.bridge.message[0]))
}

func cBytes(bytes []byte) (*C.char, C.size_t) {
	return (*C.char)(unsafe.Pointer(unsafe.SliceData(bytes))), C.size_t(len(bytes))
}

// An empty string is NULL.
func cString(s string) (*C.char, C.size_t) {
	if s == "" {
		return nil, 0
	}
	return (*C.char)(unsafe.Pointer(unsafe.StringData(s))), C.size_t(len(s))
}

// Version is the version of the C library that is linked.
func Version() string { return C.GoString(C.blockmask_version()) }
