# The Go package and its tests. Included by the Makefile after capi.mk; works alone too:
# make -f bindings/go/go.mk test-go
#
#   test-go         vet, tests with the race detector and with both ways to link, the example program, go mod vendor, the
#                   messages of builds that lack something
#   test-arrow-go   Arrow batches in Arrow for Go
#   bench-go        what Go costs over C, on the pages of all benchmarks, or of the directory BLOCKMASK_PAGES
#   vendor-go       the header and the static archive for this platform into bindings/go/blockmask/static
#   vendor-go-dist  the archives for all platforms and the third-party notices, from target/dist, which make dist fills;
#                   for a release

ifndef CAPI_LIB
include packaging/capi.mk
endif

GO ?= go
PYTHON ?= python3
GO_DIR := bindings/go/blockmask
# The module has no header for C++.
C_HEADERS = $(filter %.h,$(HEADERS))
GO_WORK := $(abspath target/go)
GO_PREFIX := $(GO_WORK)/prefix
# Go's build cache does not know of libraries and headers elsewhere; a flag that changes with them makes it build anew.
GO_BUILT = $(firstword $(shell cat $(C_HEADERS) $(CAPI_LIB)/libblockmask.a | cksum))
GO_FRESH = CGO_LDFLAGS="-O2 -g -L$(GO_WORK)/$(GO_BUILT)"
# Where pkg-config finds the library, and where the loader does.
GO_ENV = $(GO_FRESH) PKG_CONFIG_PATH=$(GO_PREFIX)/lib/pkgconfig LD_LIBRARY_PATH=$(GO_PREFIX)/lib
GO_STATIC := $(GO_DIR)/static
GO_PLATFORM = $(shell $(GO) env GOOS)_$(shell $(GO) env GOARCH)

GO_EXAMPLE := examples/go/index_directory
GO_MODULE := github.com/blockmask/blockmask/$(GO_DIR)
# The pages that the example programs are compared on.
GO_PAGES ?= $(or $(BLOCKMASK_PAGES),$(abspath tests/fixtures/pages))

# The targets of make dist that the module has archives of, each with its folder.
GO_DIST := x86_64-unknown-linux-gnu:linux_amd64 aarch64-unknown-linux-gnu:linux_arm64 \
	x86_64-apple-darwin:darwin_amd64 aarch64-apple-darwin:darwin_arm64 \
	x86_64-pc-windows-gnu:windows_amd64 aarch64-pc-windows-gnullvm:windows_arm64
DIST ?= target/dist

.PHONY: test-go test-arrow-go test-go-vendor test-go-example test-go-readme test-go-messages bench-go vendor-go vendor-go-dist

$(GO_PREFIX)/lib/pkgconfig/blockmask.pc: $(CAPI_LIB)/libblockmask.so $(CAPI_LIB)/libblockmask.a
	$(MAKE) -f packaging/capi.mk install-lib PROFILE=$(PROFILE) PREFIX=$(GO_PREFIX) DESTDIR=
	@touch $@

vendor-go: $(CAPI_LIB)/libblockmask.a
	install -m 644 $(C_HEADERS) $(GO_STATIC)/include
	install -m 644 $(CAPI_LIB)/libblockmask.a $(GO_STATIC)/$(GO_PLATFORM)

vendor-go-dist:
	install -m 644 $(C_HEADERS) $(GO_STATIC)/include
	@set -e; for pair in $(GO_DIST); do \
	  target=$${pair%:*}; folder=$${pair#*:}; packaging/unpack $(DIST) $$target $(GO_WORK)/dist; \
	  cmp include/blockmask.h $(GO_WORK)/dist/include/blockmask.h; \
	  install -m 644 $(GO_WORK)/dist/lib/libblockmask.a $(GO_STATIC)/$$folder; \
	  for notice in $(GO_WORK)/dist/THIRD-PARTY*; do \
	    if [ -f $$notice ]; then install -m 644 $$notice $(GO_STATIC)/include; fi; done; \
	  echo "$(GO_STATIC)/$$folder/libblockmask.a"; \
	done

test-go: $(GO_PREFIX)/lib/pkgconfig/blockmask.pc vendor-go
	test -z "$$(gofmt -l $(GO_DIR) examples/go)"
	$(CC) -DBLOCKMASK_GO_PKGCONFIG -std=c99 -Wall -Wextra -Wpedantic -Wshadow -Werror -Iinclude -fsyntax-only \
		$(GO_DIR)/bridge.c
	cd $(GO_DIR) && $(GO_FRESH) $(GO) vet ./... && $(GO_FRESH) $(GO) test -race -count=1 ./...
	cd $(GO_DIR) && $(GO_ENV) $(GO) vet -tags blockmask_pkgconfig ./...
	cd $(GO_DIR) && $(GO_ENV) $(GO) test -count=1 -tags blockmask_pkgconfig ./...
	$(MAKE) -f $(GO_DIR)/../go.mk test-go-vendor test-go-example test-go-readme test-go-messages

# A program elsewhere, which has nothing but its vendor folder, with pointers between Go and C checked at all times.
# Then this program without any shared library, where the C compiler has what that takes.
test-go-vendor: vendor-go
	rm -rf $(GO_WORK)/program && mkdir -p $(GO_WORK)/program
	cp $(GO_EXAMPLE)/go.mod $(GO_EXAMPLE)/main.go $(GO_WORK)/program
	cd $(GO_WORK)/program && $(GO) mod edit -replace $(GO_MODULE)=$(abspath $(GO_DIR)) && $(GO) mod vendor
	test -f $(GO_WORK)/program/vendor/$(GO_MODULE)/static/include/blockmask.h
	test -f $(GO_WORK)/program/vendor/$(GO_MODULE)/static/$(GO_PLATFORM)/libblockmask.a
	cd $(GO_WORK)/program && $(GO_FRESH) GOEXPERIMENT=cgocheck2 $(GO) build -mod=vendor -o $(GO_WORK)/index_vendored .
	case "$$($(CC) -print-file-name=libgcc_eh.a)" in \
	/*) cd $(GO_WORK)/program && $(GO_FRESH) $(GO) build -mod=vendor \
		-ldflags '-linkmode external -extldflags -static' -o $(GO_WORK)/index_static . && \
		$(GO_WORK)/index_static $(GO_PAGES) > $(GO_WORK)/static.tsv && \
		$(GO_WORK)/index_vendored $(GO_PAGES) | cmp - $(GO_WORK)/static.tsv ;; \
	*) echo "skipped: a program without any shared library, because there is no libgcc_eh.a here" ;; \
	esac

# The table of the Go program is the same as of the C program.
test-go-example: $(GO_PREFIX)/lib/pkgconfig/blockmask.pc test-go-vendor
	cd $(GO_EXAMPLE) && $(GO_ENV) $(GO) vet . && \
		$(GO_ENV) $(GO) build -race -tags blockmask_pkgconfig -o $(GO_WORK)/index_go .
	$(CC) -O2 examples/c/index_directory.c $$($(GO_ENV) pkg-config --cflags --libs blockmask) -o $(GO_WORK)/index_c
	$(GO_ENV) $(GO_WORK)/index_c $(GO_PAGES) > $(GO_WORK)/c.tsv
	$(GO_ENV) $(GO_WORK)/index_go $(GO_PAGES) 3 > $(GO_WORK)/go.tsv
	$(GO_WORK)/index_vendored $(GO_PAGES) > $(GO_WORK)/vendored.tsv
	cmp $(GO_WORK)/c.tsv $(GO_WORK)/go.tsv
	cmp $(GO_WORK)/c.tsv $(GO_WORK)/vendored.tsv

# The programs of both READMEs start as printed and print what stands below them.
test-go-readme: vendor-go
	rm -rf $(GO_WORK)/readme && mkdir -p $(GO_WORK)/readme
	cd $(GO_WORK)/readme && $(GO) mod init readme && $(GO) mod edit -require $(GO_MODULE)@v$(VERSION) \
		-replace $(GO_MODULE)=$(abspath $(GO_DIR))
	set -e; for readme in README.md $(GO_DIR)/README.md; do \
	  awk '/^```/ { on = $$0 == "```go"; next } on' $$readme > $(GO_WORK)/readme/main.go; \
	  awk '/^```go/ { seen = 1 } /^```/ { if (on) exit; on = seen && $$0 == "```text"; next } on' $$readme > $(GO_WORK)/readme.txt; \
	  (cd $(GO_WORK)/readme && $(GO_FRESH) $(GO) run .) | diff $(GO_WORK)/readme.txt -; done

# A build that lacks the archive, the header, cgo or the installed library fails with one sentence that says what to do.
test-go-messages: vendor-go
	rm -rf $(GO_WORK)/bare && cp -r $(GO_DIR) $(GO_WORK)/bare
	rm $(GO_WORK)/bare/static/$(GO_PLATFORM)/libblockmask.a
	$(call GO_FAILS,,has no static library for this platform: run `make vendor-go`)
	cp $(CAPI_LIB)/libblockmask.a $(GO_WORK)/bare/static/$(GO_PLATFORM) && rm $(GO_WORK)/bare/static/include/blockmask.h
	$(call GO_FAILS,,has no static library for this platform: run `make vendor-go`)
	$(call GO_FAILS,CGO_ENABLED=0,blockmask_needs_cgo__set_CGO_ENABLED_1_and_install_a_C_compiler)
	$(call GO_FAILS,PKG_CONFIG_LIBDIR=/nonexistent GOFLAGS=-tags=blockmask_pkgconfig,blockmask.pc)

# Builds the module without its library, in an environment, and compares the message, which is short. Go compiles several
# files at once, and each that fails repeats the message: what counts is how many different lines there are.
define GO_FAILS
cd $(GO_WORK)/bare && ! $(1) $(GO) build . 2> $(GO_WORK)/message.txt
grep -qF '$(2)' $(GO_WORK)/message.txt && \
	test $$(sed 's/^In file included from.*//' $(GO_WORK)/message.txt | sort -u | wc -l) -le 6 || \
	{ cat $(GO_WORK)/message.txt >&2; exit 1; }
endef

# A separate module, as the package does not depend on Arrow. The program of docs/arrow.md prints what stands there.
test-arrow-go: vendor-go
	@mkdir -p $(GO_WORK)/arrow
	@awk '/^```/ { on = $$0 == "```go"; next } on' docs/arrow.md > $(GO_WORK)/arrow/main.go
	@awk '/^```/ { on = $$0 == "```text"; next } on' docs/arrow.md > $(GO_WORK)/arrow.txt
	@cd tests/arrow/go && if $(GO) mod download; then $(GO_FRESH) $(GO) test -count=1 ./... && \
	  $(GO_FRESH) $(GO) run $(GO_WORK)/arrow/main.go | diff $(GO_WORK)/arrow.txt -; else \
	  echo "skipped: Arrow for Go, which could not be downloaded"; fi

bench-go: vendor-go $(if $(BLOCKMASK_PAGES),,bench-pages)
	cd $(GO_DIR) && BLOCKMASK_PAGES=$(or $(BLOCKMASK_PAGES),$(abspath $(BENCH_FOLDER))) $(GO_FRESH) $(GO) test -run '^$$' -bench . -benchmem -benchtime 20x .
