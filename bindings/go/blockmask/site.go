//go:build cgo

package blockmask

// #include "bridge.h"
import "C"

import (
	"runtime"
	"sync"
	"unsafe"
)

// Site is statistics over a sample of the pages of a site, 32 by default and less than 3 kB for each. They improve the
// learned mask on the pages of the site: add pages, and call Analyzer.SetSite before analyzing further pages. They
// belong to a host, or to another unit with common templates, and to the model with which they were made. Any goroutine
// may use a Site; calls wait for each other.
type Site struct {
	mu sync.Mutex
	// In C's memory; nil after Close.
	stats   *C.blockmask_site
	cleanup runtime.Cleanup
}

// NewSite creates statistics without any page, for a sample of so many pages, 1 to 256, or 32 for 0. Close frees them;
// the garbage collector does so too, but later.
func NewSite(sample int) (*Site, error) {
	var stats *C.blockmask_site
	if sample < 0 || sample > 256 {
		return nil, newError(C.BLOCKMASK_BAD_ARGUMENT, "a sample has at most 256 pages")
	}
	if status := C.blockmask_create_site(C.uint32_t(sample), &stats); status != C.BLOCKMASK_OK {
		return nil, newError(status, "")
	}
	return siteOf(stats), nil
}

// ReadSite reads statistics that Site.Bytes returned, on any machine. Bytes that are damaged, of another version of the
// library or no statistics are refused with ErrBadOption.
func ReadSite(stats []byte) (*Site, error) {
	var read *C.blockmask_site
	var message [256]C.char
	bytes, length := cBytes(stats)
	status := C.bridge_restore_site(bytes, length, &read, &message[0])
	if status != C.BLOCKMASK_OK {
		return nil, newError(status, C.GoString(&message[0]))
	}
	return siteOf(read), nil
}

func siteOf(stats *C.blockmask_site) *Site {
	s := &Site{stats: stats}
	s.cleanup = runtime.AddCleanup(s, func(stats *C.blockmask_site) { C.blockmask_free_site(stats) }, stats)
	return s
}

// Close frees the statistics; analyzers that use them are not affected. Closing twice is allowed.
func (s *Site) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stats != nil {
		s.cleanup.Stop()
		C.blockmask_free_site(s.stats)
		s.stats = nil
	}
	return nil
}

func (s *Site) lock() error {
	s.mu.Lock()
	if s.stats == nil {
		s.mu.Unlock()
		return ErrClosed
	}
	return nil
}

// Add analyzes a page and adds it. It counts what the model says without statistics, so the analyzer may have some set.
// Input.Address is the address of the page, without which its versions are so many pages. A page may be added any
// number of times. If the mask is not MaskLearned, or the model not that of the pages before, nothing changes and the
// error is ErrBadOption.
func (s *Site) Add(a *Analyzer, input Input) error {
	if err := s.lock(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	if err := a.lock(); err != nil {
		return err
	}
	defer a.mu.Unlock()
	html, length := cBytes(input.HTML)
	charset, charsetLength := cString(input.Charset)
	address, addressLength := cString(input.Address)
	status := C.bridge_add_to_site(a.bridge, s.stats, html, length, charset, charsetLength, address, addressLength)
	if status != C.BLOCKMASK_OK {
		return a.lastError(status)
	}
	return nil
}

// Merge adds the pages of other statistics, which stay as they are: the result is that of all pages together, in
// whatever order. If the samples are of different sizes, the smaller one counts. Statistics from another model are
// refused with ErrBadOption. Two sites must not be merged into each other at the same time.
func (s *Site) Merge(other *Site) error {
	if err := s.lock(); err != nil {
		return err
	}
	defer s.mu.Unlock()
	if s == other {
		return nil
	}
	if err := other.lock(); err != nil {
		return err
	}
	defer other.mu.Unlock()
	if status := C.blockmask_merge_site(s.stats, other.stats); status != C.BLOCKMASK_OK {
		return newError(status, "")
	}
	return nil
}

// Pages is the number of sampled pages; 0 after Close.
func (s *Site) Pages() int {
	if s.lock() != nil {
		return 0
	}
	defer s.mu.Unlock()
	var pages C.uint32_t
	C.blockmask_get_site_pages(s.stats, &pages)
	return int(pages)
}

// Bytes is the statistics as bytes, which are the same on every machine: at most 3 kB for each sampled page.
func (s *Site) Bytes() ([]byte, error) {
	if err := s.lock(); err != nil {
		return nil, err
	}
	defer s.mu.Unlock()
	var bytes *C.char
	var length C.size_t
	if status := C.blockmask_write_site(s.stats, &bytes, &length); status != C.BLOCKMASK_OK {
		return nil, newError(status, "")
	}
	defer C.blockmask_free(unsafe.Pointer(bytes))
	return C.GoBytes(unsafe.Pointer(bytes), C.int(length)), nil
}

// SetSite sets what is known of the site that the next pages are from: the statistics as they are now, of which the
// analyzer keeps what it needs. nil removes it, and so does SetModel; Reset does not. Statistics from another model are
// refused with ErrBadOption.
func (a *Analyzer) SetSite(site *Site) error {
	var stats *C.blockmask_site
	if site != nil {
		if err := site.lock(); err != nil {
			return err
		}
		defer site.mu.Unlock()
		stats = site.stats
	}
	return a.do(func() C.blockmask_status { return C.bridge_set_site(a.bridge, stats) })
}
