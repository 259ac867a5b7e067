// Package blockmask tells a search indexer what is on an HTML page: blocks of text with the bytes that they come from,
// which of them are content and which are navigation, advertising and other template, what their words should count,
// segments, the region of the main content, links, and a fingerprint that finds near-duplicates.
//
// It is the Go side of the blockmask library, in whose repository it lives under bindings/go, and calls it through its
// C interface, once for each page. Pages are copied into Go's memory and are independent of the Analyzer that made
// them.
//
// # Goroutines
//
// An Analyzer works for one goroutine at a time; a second one gets ErrBusy. A Pool works for any number. Pages may be
// read by several goroutines.
//
// # Memory
//
// An Analyzer keeps memory of C's, some times the size of the largest page it has met, until Close, Shrink or the
// garbage collector. A Page takes two pieces of Go's memory: one for itself, and one for its text and tables, which is
// kept as long as any of them is in use; strings.Clone frees a title of it. Options.Omit leaves tables out, and
// Analyzer.AnalyzeInto uses those of an earlier page again.
//
// # Linking
//
// By default, pkg-config finds the library, which `make install` installs.
//
// With the build tag blockmask_static, the static archive and the header are taken from the folder static of this
// module. `make vendor-go` in the repository puts them there, for the platform it runs on; then
//
//	go mod edit -replace github.com/blockmask/blockmask/bindings/go=/path/to/blockmask/bindings/go
//	go mod vendor
//	go build -tags blockmask_static ./...
//
// copies both into the program's own vendor folder, and builds without an installed library. Programs for Linux on
// amd64 and arm64 can be linked this way. Go's build cache does not notice another archive; after an update, build with
// -a. Those that need no shared library at all, also none of the system's, take
//
//	go build -tags blockmask_static -ldflags '-linkmode external -extldflags -static' ./...
package blockmask
