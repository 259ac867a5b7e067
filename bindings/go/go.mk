# The Go package and its tests. Included by the Makefile after capi.mk; works alone too: make -f bindings/go/go.mk test-go
#
#   test-go    vet, tests with the race detector and with both ways to link, the example program, go mod vendor
#   bench-go   what Go costs over C, on the pages of BLOCKMASK_PAGES (a directory of HTML files) or on those of the tests
#   vendor-go  the static archive and the header into bindings/go/static, for programs built with -tags blockmask_static

ifndef CAPI_LIB
include capi.mk
endif

GO ?= go
GO_DIR := bindings/go
GO_WORK := $(abspath target/go)
GO_PREFIX := $(GO_WORK)/prefix
# Where pkg-config finds the library, and where the loader does.
GO_ENV = PKG_CONFIG_PATH=$(GO_PREFIX)/lib/pkgconfig LD_LIBRARY_PATH=$(GO_PREFIX)/lib
GO_STATIC := $(GO_DIR)/static
GO_PLATFORM = $(shell $(GO) env GOOS)_$(shell $(GO) env GOARCH)

.PHONY: test-go bench-go vendor-go

$(GO_PREFIX)/lib/pkgconfig/blockmask.pc: $(CAPI_LIB)/libblockmask.so $(CAPI_LIB)/libblockmask.a
	$(MAKE) -f capi.mk install PREFIX=$(GO_PREFIX) DESTDIR=
	@touch $@

vendor-go: $(CAPI_LIB)/libblockmask.a
	install -m 644 include/blockmask.h $(GO_STATIC)/include
	install -m 644 $(CAPI_LIB)/libblockmask.a $(GO_STATIC)/$(GO_PLATFORM)

test-go: $(GO_PREFIX)/lib/pkgconfig/blockmask.pc vendor-go
	test -z "$$(gofmt -l $(GO_DIR) examples/go)"
	$(CC) -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only $(GO_DIR)/bridge.c
	cd $(GO_DIR) && $(GO_ENV) $(GO) vet ./... && $(GO_ENV) $(GO) test -race ./...
	cd $(GO_DIR) && $(GO) vet -tags blockmask_static ./... && $(GO) test -tags blockmask_static ./...

bench-go: $(GO_PREFIX)/lib/pkgconfig/blockmask.pc
	cd $(GO_DIR) && $(GO_ENV) $(GO) test -run '^$$' -bench . -benchmem ./...
