package blockmask

// #cgo noescape bridge_analyze
// #cgo nocallback bridge_analyze
// #cgo noescape blockmask_set_model
// #cgo nocallback blockmask_set_model
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

// Input is a page with what is known about it. Its bytes and strings must not change during a call and are not needed
// after it.
type Input struct {
	// The page.
	HTML []byte
	// The encoding that came with it, such as the charset of HTTP's Content-Type, or "". A byte order mark takes
	// precedence over it; an unknown name is ignored.
	Charset string
	// The absolute address (URL) that it came from, in UTF-8, or "". Links are resolved against it, and it tells links
	// within the page from links to other pages: see FieldInPageLink. The canonical address that the page declares
	// serves, too.
	Address string
}

// Analyzer analyzes one page after another. Use one for each goroutine, or a Pool: a method that finds another goroutine
// inside the same analyzer returns ErrBusy.
type Analyzer struct {
	mu sync.Mutex
	// Held by Cancel, which must not wait for mu, and by Close.
	cancelling sync.RWMutex
	// nil after Close.
	analyzer *C.blockmask_analyzer
	cleanup  runtime.Cleanup
	spare    *spare
	// Whether pages have visual areas.
	isVisual bool
}

// A spare is a document whose page was closed: its memory is for the next page of its analyzer.
type spare struct {
	mu       sync.Mutex
	document *C.blockmask_document
	// The analyzer is gone.
	isClosed bool
}

// Keeps a document if there is room for it, and frees it otherwise.
func (s *spare) put(document *C.blockmask_document) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.document == nil && !s.isClosed {
		s.document = document
	} else {
		C.blockmask_free_document(document)
	}
}

func (s *spare) take() *C.blockmask_document {
	s.mu.Lock()
	defer s.mu.Unlock()
	document := s.document
	s.document = nil
	return document
}

func (s *spare) close() {
	C.blockmask_free_document(s.take())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.isClosed = true
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
	a := &Analyzer{spare: &spare{}, isVisual: options.Visual}
	err = call(func() C.blockmask_status {
		return C.blockmask_create_experimental_analyzer(&c, &experimental, &a.analyzer)
	})
	if err != nil {
		return nil, err
	}
	analyzer, spare := a.analyzer, a.spare
	a.cleanup = runtime.AddCleanup(a, func(*C.blockmask_analyzer) {
		C.blockmask_free_analyzer(analyzer)
		spare.close()
	}, analyzer)
	return a, nil
}

// Cancel stops the analysis that runs with this analyzer in another goroutine: it soon returns ErrCancelled. Cancel does
// not wait for that. If no analysis runs, the next one is stopped; the one after it is not. After Close it does nothing.
func (a *Analyzer) Cancel() {
	a.cancelling.RLock()
	defer a.cancelling.RUnlock()
	if a.analyzer != nil {
		C.blockmask_cancel_analyzer(a.analyzer)
	}
}

// Close frees the memory of the analyzer; pages are not affected. It waits for a call that another goroutine is in.
// Closing twice is allowed.
func (a *Analyzer) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.cancelling.Lock()
	defer a.cancelling.Unlock()
	if a.analyzer != nil {
		a.cleanup.Stop()
		C.blockmask_free_analyzer(a.analyzer)
		a.spare.close()
		a.analyzer = nil
	}
	return nil
}

// Does work with the analyzer, which is reachable until then, so that it is not cleaned up while C uses it.
func (a *Analyzer) do(work func() C.blockmask_status) error {
	if !a.mu.TryLock() {
		return ErrBusy
	}
	defer a.mu.Unlock()
	if a.analyzer == nil {
		return ErrClosed
	}
	return call(work)
}

// Analyze analyzes one page as found: any bytes, in any encoding. Broken markup is no error, and neither is an empty page.
// The bytes must not change during the call and are not needed after it. Close the page to give its memory back to the
// analyzer.
func (a *Analyzer) Analyze(html []byte) (*Page, error) {
	return a.AnalyzeInput(Input{HTML: html})
}

// AnalyzeInput analyzes a page with all that is known about it.
func (a *Analyzer) AnalyzeInput(input Input) (*Page, error) {
	var found C.struct_bridge_page
	html, length := cBytes(input.HTML)
	charset, charsetLength := cString(input.Charset)
	address, addressLength := cString(input.Address)
	err := a.do(func() C.blockmask_status {
		return C.bridge_analyze(a.analyzer, a.spare.take(), html, length, charset, charsetLength, address, addressLength,
			&found)
	})
	if err != nil {
		return nil, err
	}
	return newPage(a, &found), nil
}

// AnalyzeContext is AnalyzeInput that ends with the context: then it returns the error of the context.
func (a *Analyzer) AnalyzeContext(ctx context.Context, input Input) (*Page, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	cancelled := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		a.Cancel()
		close(cancelled)
	})
	page, err := a.AnalyzeInput(input)
	if stop() {
		return page, err
	}
	<-cancelled
	if errors.Is(err, ErrCancelled) {
		return nil, ctx.Err()
	}
	// The analysis had ended before it was cancelled: the next page must not be.
	if unread, err := a.Analyze(nil); err == nil {
		_ = unread.Close()
	}
	return page, err
}

// AnalyzeInputs analyzes pages in order. The result has a page for each, nil for those that failed or were not reached. A
// page that fails does not affect the others. The error joins a PageError for each that failed and the error of the
// context, with which the analysis ends. All pages hold memory until they are closed: for many, call AnalyzeInput in
// a loop. Pool.AnalyzeInputs analyzes several pages at a time.
func (a *Analyzer) AnalyzeInputs(ctx context.Context, inputs []Input) ([]*Page, error) {
	results := make([]*Page, len(inputs))
	var failures []error
	for i, input := range inputs {
		page, err := a.AnalyzeContext(ctx, input)
		if err != nil && err == ctx.Err() {
			return results, errors.Join(append(failures, err)...)
		}
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

// SetModel replaces the model of MaskLearned: the bytes of a model file that was trained on other pages, as
// benches/lab/training/README.md in the repository describes. They are not needed after the call. An empty slice
// restores the built-in model. Bytes that are damaged or no model of this version of the library are refused with
// ErrBadOption, and the current model stays. Reset does not change the model. What is known of a site belongs to a model,
// so it is removed.
func (a *Analyzer) SetModel(model []byte) error {
	bytes, length := cBytes(model)
	return a.do(func() C.blockmask_status { return C.blockmask_set_model(a.analyzer, bytes, length) })
}

// Reset restores the analyzer to the state in which it was created, also after ErrPanic, and returns all memory to the
// system; the model and the site stay. Useful after a page that was much larger than the others.
func (a *Analyzer) Reset() error {
	return a.do(func() C.blockmask_status {
		C.blockmask_free_document(a.spare.take())
		return C.blockmask_reset_analyzer(a.analyzer)
	})
}

// MemoryInUse is how many bytes the library holds for the next pages of the analyzer outside Go's heap; 0 if the analyzer
// is closed or busy. Pages that are not closed have memory besides.
func (a *Analyzer) MemoryInUse() uint64 {
	var bytes C.size_t
	_ = a.do(func() C.blockmask_status {
		C.bridge_return(a.analyzer, a.spare.take())
		return C.blockmask_get_memory_in_use(a.analyzer, &bytes)
	})
	return uint64(bytes)
}

// Calls C and returns its error. The text of an error is the thread's, which a goroutine may leave between two calls.
func call(work func() C.blockmask_status) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if status := work(); status != C.BLOCKMASK_OK {
		return &Error{Status: Status(status), Message: C.GoString(C.blockmask_last_error())}
	}
	return nil
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
