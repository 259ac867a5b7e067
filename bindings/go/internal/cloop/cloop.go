// Package cloop analyzes a page many times without leaving C, so that benchmarks can tell what Go costs over C.
package cloop

/*
#cgo !blockmask_static pkg-config: blockmask
#cgo blockmask_static CFLAGS: -I${SRCDIR}/../../static/include
#cgo blockmask_static,linux,amd64 LDFLAGS: ${SRCDIR}/../../static/linux_amd64/libblockmask.a
#cgo blockmask_static,linux,arm64 LDFLAGS: ${SRCDIR}/../../static/linux_arm64/libblockmask.a
#cgo blockmask_static,linux LDFLAGS: -lm -lpthread -ldl
#include <blockmask.h>

// What a C program does that wants the facts, the text, the blocks, and perhaps all tables.
static blockmask_status analyze_once(blockmask_analyzer *analyzer, const char *html, size_t length, int all)
{
	blockmask_page page;
	const blockmask_block *blocks;
	const blockmask_segment *segments;
	const blockmask_region *regions;
	const blockmask_link *links;
	const blockmask_heading *headings;
	const char *text;
	size_t count, stride;
	blockmask_status status = blockmask_analyze_page(analyzer, html, length, NULL);

	page.struct_size = sizeof(page);
	status = status ? status : blockmask_get_page(analyzer, &page);
	status = status ? status : blockmask_get_text(analyzer, &text, &count);
	status = status ? status : blockmask_get_blocks(analyzer, &blocks, &count, &stride);
	if (!all)
		return status;
	status = status ? status : blockmask_get_segments(analyzer, &segments, &count, &stride);
	status = status ? status : blockmask_get_regions(analyzer, &regions, &count, &stride);
	status = status ? status : blockmask_get_links(analyzer, &links, &count, &stride);
	return status ? status : blockmask_get_headings(analyzer, &headings, &count, &stride);
}

static blockmask_status analyze_times(blockmask_analyzer *analyzer, const char *html, size_t length, size_t times,
	int all)
{
	blockmask_status status = BLOCKMASK_OK;

	for (; times > 0 && status == BLOCKMASK_OK; times--)
		status = analyze_once(analyzer, html, length, all);
	return status;
}
*/
import "C"

import (
	"fmt"
	"unsafe"
)

// Loop is an analyzer for AnalyzeTimes.
type Loop struct {
	analyzer *C.blockmask_analyzer
	all      C.int
}

// New makes a loop with the default options, to be closed. It asks for all tables or only for the blocks.
func New(all bool) (*Loop, error) {
	loop := &Loop{}
	if all {
		loop.all = 1
	}
	if status := C.blockmask_create_analyzer(nil, &loop.analyzer); status != C.BLOCKMASK_OK {
		return nil, fmt.Errorf("status %d", status)
	}
	return loop, nil
}

// Close frees the analyzer.
func (l *Loop) Close() { C.blockmask_free_analyzer(l.analyzer) }

// AnalyzeTimes analyzes a page as often as said and asks for its results each time.
func (l *Loop) AnalyzeTimes(html []byte, times int) error {
	bytes := (*C.char)(unsafe.Pointer(unsafe.SliceData(html)))
	status := C.analyze_times(l.analyzer, bytes, C.size_t(len(html)), C.size_t(times), l.all)
	if status != C.BLOCKMASK_OK {
		return fmt.Errorf("status %d", status)
	}
	return nil
}
