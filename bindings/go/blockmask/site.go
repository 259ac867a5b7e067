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

// NewSite creates statistics without any page, for a sample of this many pages, 1 to 256, or 32 for 0. Close frees them;
// the garbage collector does so too, but later. The secret decides which pages are sampled: choose it at random, and use
// the same for all parts of a site, so that no author can make pages that are sampled more often than others; 0 is none.
func NewSite(sample int, secret uint64) (*Site, error) {
	if sample < 0 || sample > 256 {
		return nil, &Error{Status: ErrBadArgument, Message: "a sample has at most 256 pages"}
	}
	return newSite(func(stats **C.blockmask_site) C.blockmask_status {
		return C.blockmask_create_site_with_secret(C.uint32_t(sample), C.uint64_t(secret), stats)
	})
}

// ReadSite reads statistics that Site.Bytes returned, on any machine. Bytes that are damaged, of another version of the
// library or no statistics are refused with ErrBadOption.
func ReadSite(stats []byte) (*Site, error) {
	bytes, length := cBytes(stats)
	return newSite(func(read **C.blockmask_site) C.blockmask_status {
		return C.blockmask_restore_site(bytes, length, read)
	})
}

func newSite(create func(stats **C.blockmask_site) C.blockmask_status) (*Site, error) {
	s := &Site{}
	if err := call(func() C.blockmask_status { return create(&s.stats) }); err != nil {
		return nil, err
	}
	s.cleanup = runtime.AddCleanup(s, func(stats *C.blockmask_site) { C.blockmask_free_site(stats) }, s.stats)
	return s, nil
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

// Does work with the statistics, which are reachable until then.
func (s *Site) do(work func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stats == nil {
		return ErrClosed
	}
	return work()
}

// Add adds a page. The statistics use the probabilities by the model alone, so the analyzer of the page may use other
// statistics. A page may be added several times: Input.Address identifies it. Versions of a page without an address count
// as different pages. If the mask is not MaskLearned, or the earlier pages had another model, nothing changes and the
// error is ErrBadOption.
func (s *Site) Add(page *Page) error {
	return s.do(func() error {
		return page.read(func(document *C.blockmask_document) C.blockmask_status {
			return C.blockmask_add_to_site(s.stats, document)
		})
	})
}

// Merge adds the pages of other statistics, which do not change: the result is the same as for all pages together, in
// whatever order. If the samples are of different sizes, the smaller one counts. Statistics from another model are
// refused with ErrBadOption. Two sites must not be merged into each other at the same time.
func (s *Site) Merge(other *Site) error {
	return s.do(func() error {
		if s == other {
			return nil
		}
		return other.do(func() error {
			return call(func() C.blockmask_status { return C.blockmask_merge_site(s.stats, other.stats) })
		})
	})
}

// Pages is the number of sampled pages; 0 after Close.
func (s *Site) Pages() int {
	var pages C.uint32_t
	_ = s.do(func() error {
		return call(func() C.blockmask_status { return C.blockmask_get_site_pages(s.stats, &pages) })
	})
	return int(pages)
}

// Bytes is the statistics as bytes, which are the same on every machine: at most 3 kB for each sampled page.
func (s *Site) Bytes() (bytes []byte, err error) {
	err = s.do(func() error {
		var written *C.char
		var length C.size_t
		err := call(func() C.blockmask_status { return C.blockmask_write_site(s.stats, &written, &length) })
		if err == nil {
			defer C.blockmask_free(unsafe.Pointer(written))
			bytes = C.GoBytes(unsafe.Pointer(written), C.int(length))
		}
		return err
	})
	return bytes, err
}

// SetSite sets what is known of the site that the next pages are from: the statistics as they are now, of which the
// analyzer keeps what it needs. nil removes it, and so does SetModel; Reset does not. Statistics from another model are
// refused with ErrBadOption.
func (a *Analyzer) SetSite(site *Site) error {
	if site == nil {
		return a.do(func() C.blockmask_status { return C.blockmask_set_site(a.analyzer, nil) })
	}
	return site.do(func() error {
		return a.do(func() C.blockmask_status { return C.blockmask_set_site(a.analyzer, site.stats) })
	})
}
