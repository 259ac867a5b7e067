package blockmask

// #include "bridge.h"
import "C"

import (
	"errors"
	"fmt"
)

// Status is a status code of the library. The constants that begin with Err are statuses, to be compared with errors.Is.
type Status int32

// What may go wrong. Newer libraries may return codes that are not listed here.
const (
	// An option has a value that it cannot have.
	ErrBadOption Status = C.BLOCKMASK_BAD_OPTION
	// An argument has a value that it cannot have, such as columns that the library does not know.
	ErrBadArgument Status = C.BLOCKMASK_BAD_ARGUMENT
	// Another goroutine is inside a method of the analyzer. Nothing was done; the other goroutine is not disturbed.
	ErrBusy Status = C.BLOCKMASK_BUSY
	// The library was built without what an option asks for: Content Seeker, style density or visual areas.
	ErrNotBuilt Status = C.BLOCKMASK_NOT_BUILT
	// A part of an analysis that Options.Parts, StyleDensity or Visual did not ask for.
	ErrNotComputed Status = C.BLOCKMASK_NOT_COMPUTED
	// The page is longer than Options.MaxInput, or longer than 4 GiB as UTF-8.
	ErrTooLarge Status = C.BLOCKMASK_TOO_LARGE
	// The system refused memory.
	ErrOutOfMemory Status = C.BLOCKMASK_OUT_OF_MEMORY
	// The page is in an encoding that nothing can be written into, which only BlankPage and ZonePage do.
	ErrUnsupportedEncoding Status = C.BLOCKMASK_UNSUPPORTED_ENCODING
	// The page reaches a limit, and Options.OnLimit is OnLimitFail; or Options.MaxMemory is too little for any part of it.
	ErrLimitReached Status = C.BLOCKMASK_LIMIT_REACHED
	// The analysis was stopped by Cancel.
	ErrCancelled Status = C.BLOCKMASK_CANCELLED
	// A bug in the library was caught. The analyzer refuses further work until it is reset.
	ErrPanic Status = C.BLOCKMASK_PANIC
	// The analyzer returned ErrPanic before and was not reset.
	ErrPoisoned Status = C.BLOCKMASK_POISONED
)

// Error is one sentence about the code.
func (s Status) Error() string {
	return "blockmask: " + C.GoString(C.blockmask_status_text(C.blockmask_status(s)))
}

// Error is an error of the library with its message. It wraps its Status.
type Error struct {
	Status  Status
	Message string
}

func (e *Error) Error() string { return "blockmask: " + e.Message }

// Unwrap returns the Status.
func (e *Error) Unwrap() error { return e.Status }

// ErrClosed is returned by an Analyzer, a Page, a Site or a Pool after Close.
var ErrClosed = errors.New("blockmask: already closed")

// PageError is the error of one page of a batch. It wraps the error that Analyze would have returned.
type PageError struct {
	// The index of the page in the batch.
	Index int
	Err   error
}

func (e *PageError) Error() string { return fmt.Sprintf("page %d: %v", e.Index, e.Err) }

// Unwrap returns the error without the index.
func (e *PageError) Unwrap() error { return e.Err }
