# The Go package and its tests. Included by the Makefile after capi.mk; works alone too:
# make -f bindings/go/go.mk test-go
#
#   test-go    vet, tests with the race detector and with both ways to link, the example program, go mod vendor
#   bench-go   what Go costs over C, on the pages of the directory BLOCKMASK_PAGES or on made-up ones
#   vendor-go  the static archive and the header into bindings/go/static, for programs built with -tags blockmask_static

ifndef CAPI_LIB
include capi.mk
endif

GO ?= go
GO_DIR := bindings/go
GO_WORK := $(abspath target/go)
GO_PREFIX := $(GO_WORK)/prefix
# Go's build cache knows nothing of libraries and of headers elsewhere; a flag that changes with them
# makes it build anew.
GO_BUILT = $(firstword $(shell cat include/blockmask.h $(CAPI_LIB)/libblockmask.a | cksum))
GO_FRESH = CGO_LDFLAGS="-O2 -g -L$(GO_WORK)/$(GO_BUILT)"
# Where pkg-config finds the library, and where the loader does.
GO_ENV = $(GO_FRESH) PKG_CONFIG_PATH=$(GO_PREFIX)/lib/pkgconfig LD_LIBRARY_PATH=$(GO_PREFIX)/lib
GO_STATIC := $(GO_DIR)/static
GO_PLATFORM = $(shell $(GO) env GOOS)_$(shell $(GO) env GOARCH)

GO_EXAMPLE := examples/go/index_directory
GO_MODULE := github.com/blockmask/blockmask/bindings/go
# The pages that the example programs are compared on.
GO_PAGES ?= $(or $(BLOCKMASK_PAGES),$(abspath tests/fixtures/pages))

.PHONY: test-go test-go-vendor test-go-example bench-go vendor-go

$(GO_PREFIX)/lib/pkgconfig/blockmask.pc: $(CAPI_LIB)/libblockmask.so $(CAPI_LIB)/libblockmask.a
	$(MAKE) -f capi.mk install-lib PREFIX=$(GO_PREFIX) DESTDIR=
	@touch $@

vendor-go: $(CAPI_LIB)/libblockmask.a
	install -m 644 include/blockmask.h $(GO_STATIC)/include
	install -m 644 $(CAPI_LIB)/libblockmask.a $(GO_STATIC)/$(GO_PLATFORM)

test-go: $(GO_PREFIX)/lib/pkgconfig/blockmask.pc vendor-go
	test -z "$$(gofmt -l $(GO_DIR) examples/go)"
	$(CC) -std=c99 -Wall -Wextra -Wpedantic -Werror -Iinclude -fsyntax-only $(GO_DIR)/bridge.c
	cd $(GO_DIR) && $(GO_ENV) $(GO) vet ./... && $(GO_ENV) $(GO) test -race -count=1 ./...
	cd $(GO_DIR) && $(GO_FRESH) $(GO) vet -tags blockmask_static ./...
	cd $(GO_DIR) && $(GO_FRESH) $(GO) test -count=1 -tags blockmask_static ./...
	$(MAKE) -f $(GO_DIR)/go.mk test-go-vendor test-go-example

# A program elsewhere, which has nothing but its vendor folder, with pointers between Go and C checked at all times.
# Then the same program without any shared library, where the C compiler has what that takes.
test-go-vendor: vendor-go
	rm -rf $(GO_WORK)/program && mkdir -p $(GO_WORK)/program
	cp $(GO_EXAMPLE)/go.mod $(GO_EXAMPLE)/main.go $(GO_WORK)/program
	cd $(GO_WORK)/program && $(GO) mod edit -replace $(GO_MODULE)=$(abspath $(GO_DIR)) && $(GO) mod vendor
	test -f $(GO_WORK)/program/vendor/$(GO_MODULE)/static/include/blockmask.h
	test -f $(GO_WORK)/program/vendor/$(GO_MODULE)/static/$(GO_PLATFORM)/libblockmask.a
	cd $(GO_WORK)/program && $(GO_FRESH) GOEXPERIMENT=cgocheck2 \
		$(GO) build -mod=vendor -tags blockmask_static -o $(GO_WORK)/index_vendored .
	case "$$($(CC) -print-file-name=libgcc_eh.a)" in \
	/*) cd $(GO_WORK)/program && $(GO_FRESH) $(GO) build -mod=vendor -tags blockmask_static \
		-ldflags '-linkmode external -extldflags -static' -o $(GO_WORK)/index_static . && \
		$(GO_WORK)/index_static $(GO_PAGES) > $(GO_WORK)/static.tsv && \
		$(GO_WORK)/index_vendored $(GO_PAGES) | cmp - $(GO_WORK)/static.tsv ;; \
	*) echo "skipped: a program without any shared library, for which there is no libgcc_eh.a here" ;; \
	esac

# The table of the Go program is that of the C program.
test-go-example: $(GO_PREFIX)/lib/pkgconfig/blockmask.pc test-go-vendor
	cd $(GO_EXAMPLE) && $(GO_ENV) $(GO) vet . && $(GO_ENV) $(GO) build -race -o $(GO_WORK)/index_go .
	$(CC) -O2 examples/c/index_directory.c $$($(GO_ENV) pkg-config --cflags --libs blockmask) -o $(GO_WORK)/index_c
	$(GO_ENV) $(GO_WORK)/index_c $(GO_PAGES) > $(GO_WORK)/c.tsv
	$(GO_ENV) $(GO_WORK)/index_go $(GO_PAGES) 3 > $(GO_WORK)/go.tsv
	$(GO_WORK)/index_vendored $(GO_PAGES) > $(GO_WORK)/vendored.tsv
	cmp $(GO_WORK)/c.tsv $(GO_WORK)/go.tsv
	cmp $(GO_WORK)/c.tsv $(GO_WORK)/vendored.tsv

bench-go: $(GO_PREFIX)/lib/pkgconfig/blockmask.pc
	cd $(GO_DIR) && $(GO_ENV) $(GO) test -run '^$$' -bench . -benchmem -benchtime 20x .
