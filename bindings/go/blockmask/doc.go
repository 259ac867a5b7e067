// Package blockmask tells a search indexer what is on an HTML page: blocks of text with the bytes that they come from,
// which of them are content and which are navigation, advertising and other template, what their words should count,
// segments, the region of the main content, links, and a fingerprint that finds near-duplicates.
//
// It calls the blockmask library, which is written in Rust, through its C interface: once for each page, and once for each
// table, text or string that is asked for besides text and blocks. Pages are independent of the Analyzer that made them.
// Results have the names and numbers of the C interface; a newer library may return numbers that have no constant here, but
// String knows their names.
//
// # Goroutines
//
// An Analyzer works for one goroutine at a time; a second one gets ErrBusy. A Pool works for any number. Pages may be
// read by several goroutines.
//
// # Memory
//
// A Page holds memory outside Go's heap, a few times the size of its HTML, until Close, which keeps it for the next page
// of its Analyzer. The garbage collector frees pages and analyzers that were not closed, but later: it does not know how
// large they are, so a crawl closes each page. Text and blocks are on Go's heap and stay valid; the text is kept as long
// as any part of it is in use; strings.Clone makes an independent copy of a title.
//
// # Linking
//
// The package needs cgo and a C compiler, but no Rust: a tagged version of this module contains the library as a static
// archive for Linux (glibc), macOS and Windows on amd64 and arm64, in the folder static. go mod vendor copies it too. On
// Windows the compiler is MinGW-w64. In a checkout of the repository, `make vendor-go` builds the archive for the platform
// that it runs on.
//
// With the build tag blockmask_pkgconfig, pkg-config finds an installed library instead, as on musl or another system:
//
//	make install PREFIX=$HOME/.local        # in the repository
//	export PKG_CONFIG_PATH=$HOME/.local/lib/pkgconfig LD_LIBRARY_PATH=$HOME/.local/lib
//	go build -tags blockmask_pkgconfig ./...
//
// On Linux, a program without any shared library, not even one of the system, is built by
//
//	go build -ldflags '-linkmode external -extldflags -static' ./...
//
// Go's build cache does not notice a new archive in the same folder: after `make vendor-go`, build with -a once.
package blockmask
