//go:build cgo && linux

// Package cloop calls the C interface without the Go package, for benchmarks, which measure what Go costs over C, and for
// tests, which compare results.
package cloop

/*
#cgo blockmask_pkgconfig pkg-config: blockmask
#cgo blockmask_pkgconfig CFLAGS: -DBLOCKMASK_GO_PKGCONFIG
#cgo !blockmask_pkgconfig CFLAGS: -DBLOCKMASK_STATIC -I${SRCDIR}/../../static/include
#cgo !blockmask_pkgconfig,linux,amd64 CFLAGS: -I${SRCDIR}/../../static/linux_amd64
#cgo !blockmask_pkgconfig,linux,arm64 CFLAGS: -I${SRCDIR}/../../static/linux_arm64
#cgo !blockmask_pkgconfig,linux,amd64 LDFLAGS: ${SRCDIR}/../../static/linux_amd64/libblockmask.a
#cgo !blockmask_pkgconfig,linux,arm64 LDFLAGS: ${SRCDIR}/../../static/linux_arm64/libblockmask.a
#cgo !blockmask_pkgconfig,linux LDFLAGS: -lm -lpthread -ldl
#include "../../bridge.h"

// What a C program does that needs the page, the text, the blocks, and perhaps all tables.
static blockmask_status analyze_once(blockmask_analyzer *analyzer, const char *html, size_t length, int all)
{
	static const uint32_t tables[] = {BLOCKMASK_TABLE_LINKS, BLOCKMASK_TABLE_COMMENTS, BLOCKMASK_TABLE_STRUCTURE,
		BLOCKMASK_TABLE_IMAGES, BLOCKMASK_TABLE_KIND_PROBABILITIES};
	const blockmask_document *document;
	const blockmask_page *page;
	blockmask_table rows;
	const char *text;
	size_t count, i;
	blockmask_status status = blockmask_analyze(analyzer, html, length, NULL, &document);

	status = status ? status : blockmask_get_page(document, &page);
	status = status ? status : blockmask_get_text(document, &text, &count);
	status = status ? status : blockmask_get_blocks(document, &rows);
	for (i = 0; all && i < sizeof(tables) / sizeof(tables[0]); i++)
		status = status ? status : blockmask_get_table(document, tables[i], &rows);
	return status;
}

static blockmask_status analyze_times(blockmask_analyzer *analyzer, const char *html, size_t length, size_t times,
	int all)
{
	blockmask_status status = BLOCKMASK_OK;

	for (; times > 0 && status == BLOCKMASK_OK; times--)
		status = analyze_once(analyzer, html, length, all);
	return status;
}

// Joins the texts of fields and maps count ranges of the joined text, each with its start and its end, in
// place.
static blockmask_status map_joined_ranges(blockmask_analyzer *analyzer, const char *html, size_t length,
	uint32_t fields, uint32_t *ranges, size_t count, blockmask_rendered **joined)
{
	const blockmask_document *document;
	blockmask_status status = blockmask_analyze(analyzer, html, length, NULL, &document);

	if (status == BLOCKMASK_OK)
		status = blockmask_join_fields(document, fields, joined);
	for (; count > 0 && status == BLOCKMASK_OK; count--, ranges += 2)
		status = blockmask_map_range(document, *joined, ranges[0], ranges[1], &ranges[0], &ranges[1]);
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

// New creates a loop with the default options, to be closed. It gets all tables or only the blocks.
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

// AnalyzeTimes analyzes a page several times and gets its results each time.
func (l *Loop) AnalyzeTimes(html []byte, times int) error {
	bytes := (*C.char)(unsafe.Pointer(unsafe.SliceData(html)))
	status := C.analyze_times(l.analyzer, bytes, C.size_t(len(html)), C.size_t(times), l.all)
	if status != C.BLOCKMASK_OK {
		return fmt.Errorf("status %d", status)
	}
	return nil
}

// MapJoinedRanges returns the joined text of a set of fields of a page, which has at least one byte, and maps ranges of
// it to ranges of the bytes of the page, in place.
func (l *Loop) MapJoinedRanges(html []byte, fields uint32, ranges [][2]uint32) (string, error) {
	bytes := (*C.char)(unsafe.Pointer(unsafe.SliceData(html)))
	first := (*C.uint32_t)(unsafe.Pointer(unsafe.SliceData(ranges)))
	var joined *C.blockmask_rendered
	status := C.map_joined_ranges(l.analyzer, bytes, C.size_t(len(html)), C.uint32_t(fields), first,
		C.size_t(len(ranges)), &joined)
	defer func() { C.blockmask_free(unsafe.Pointer(joined)) }()
	if status != C.BLOCKMASK_OK {
		return "", fmt.Errorf("status %d", status)
	}
	if joined.length == 0 {
		return "", nil
	}
	return string(unsafe.Slice((*byte)(unsafe.Pointer(joined.text)), joined.length)), nil
}
