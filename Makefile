# `make` prints the targets. They need cargo and a C linker, and say so if one is missing.

CARGO ?= cargo
PYTHON ?= python3
BLOCKMASK_SHARED ?= ../shared
BENCHES = --manifest-path benches/Cargo.toml
FUZZ = --manifest-path fuzz/Cargo.toml
PYTHON_CRATE = --manifest-path bindings/python/Cargo.toml
WASM_CRATE = --manifest-path bindings/wasm/Cargo.toml
RANKING_LAB = --manifest-path benches/lab/ranking/Cargo.toml
RUST_VERSION := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

.DEFAULT_GOAL := help
# Fuzz targets, and a long run on real pages: fuzz, fuzz-short, fuzz-long, fuzz-build, fuzz-valgrind, soak.
include fuzz/fuzz.mk
# The C libraries, and the Go package over them: lib, test-c, install, test-go, bench-go, vendor-go.
include packaging/capi.mk
include bindings/go/go.mk
# The Python package: wheel, test-python, bench-python.
include bindings/python/python.mk
# The jar: jar, test-java.
include bindings/java/java.mk
include bindings/wasm/wasm.mk
# Evaluation and training.
include benches/lab/lab.mk
# Archives for every platform, and tests on other processors: dist, test-cross.
include packaging/dist.mk
# Packages: package-deb and others.
include packaging/packages.mk
# Checks before a release.
include packaging/release.mk
# Search programs on five engines: engines.
include examples/engines/engines.mk
# The jobs on Spark and Ray: spark.
include examples/spark/spark.mk
.PHONY: help demo test test-parquet test-thorough test-release test-view test-markdown miri bench bench-pipeline bench-trees instructions fmt lint doc book pictures msrv clean tools shared

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-22s%s\n", $$1, $$2 }' Makefile benches/lab/lab.mk packaging/dist.mk packaging/release.mk bindings/wasm/wasm.mk examples/engines/engines.mk examples/spark/spark.mk
	@echo "make lib, test-c, test-arrow, abi, bench-c, bench-pgo, tsan  the C libraries, their tests: packaging/capi.mk"
	@echo "make install, install-lib, install-cli, uninstall, man  PREFIX=, DESTDIR=: packaging/install.mk"
	@echo "make test-go, test-arrow-go, bench-go  the Go package: bindings/go/go.mk"
	@echo "make jar, jar-dist, install-jar, test-java  the Java library: bindings/java/java.mk"
	@echo "make wheel, test-python, bench-python  the Python package: bindings/python/python.mk"
	@echo "make fuzz, fuzz-short, fuzz-long, fuzz-build, fuzz-valgrind, soak  fuzz targets, and a long run on real pages: fuzz/fuzz.mk"

# Without optimizations and without Parquet, whose crates take as long to build as all others.
demo: tools ## Build, and print the blocks of a bundled page as a table
	$(CARGO) run -p blockmask-cli --no-default-features --features program -- blocks examples/demo.html

test: tools shared ## Run the tests that take minutes; leaves Parquet, C programs, most real pages and times to others
	$(CARGO) test $(TEST_ALL) --no-fail-fast
	@echo "left out: Parquet (make test-parquet), 15 of 16 real pages and random documents (make test-thorough)," \
		"times on hostile pages (make test-release), programs in C and C++ (make test-c)"

test-parquet: tools ## Run the tests of the command line with Parquet and all other features
	$(CARGO) test -p blockmask-cli --all-features --no-fail-fast

test-thorough: tools shared ## Run the tests on all real pages and random documents, with optimizations and assertions
	BLOCKMASK_THOROUGH=1 $(CARGO) test --profile checked --features capi,tl --no-fail-fast --test allocations \
		--test bad_input --test corpus --test limits_kept --test oracle_html5ever --test out_of_memory \
		--test output --test parts --test every_output --test every_c_call --test markdown_is_safe \
		--test same_answer --test limits

test-release: tools shared ## Run the tests of time, memory and bad input on an optimized build without assertions
	$(CARGO) test --profile quick --features capi --no-fail-fast --test hostile --test allocations --test bad_input \
		--test limits --test every_output --test every_c_call -- --test-threads=1

CHROMIUM ?= chromium
VIEWS = target/view

test-view: tools ## Open views in Chromium and use them (needs Chromium, Node and npm)
	@missing=; for tool in $(CHROMIUM) node npm; do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	if [ -n "$$missing" ]; then echo "skipped: make test-view, because there is no$$missing"; exit 0; fi; \
	mkdir -p $(VIEWS) && if ! npm install --silent --no-audit --no-fund --prefix $(VIEWS) playwright-core@1.65 axe-core@4.14; \
	then echo "skipped: make test-view, because npm cannot install playwright-core and axe-core"; exit 0; fi; \
	$(CARGO) build -p blockmask-cli --no-default-features --features program --target-dir $(VIEWS)/cargo && \
	node cli/tests/view.mjs $(VIEWS)/cargo/debug/blockmask "$$(command -v $(CHROMIUM))" $(VIEWS)

MARKDOWN = target/markdown

test-markdown: tools ## Render Markdown of hostile pages with commonmark.js and markdown-it (needs Node and npm)
	@missing=; for tool in node npm; do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	if [ -n "$$missing" ]; then echo "skipped: make test-markdown, because there is no$$missing"; exit 0; fi; \
	mkdir -p $(MARKDOWN) && if ! npm install --silent --no-audit --no-fund --prefix $(MARKDOWN) commonmark@0.31 markdown-it@14; \
	then echo "skipped: make test-markdown, because npm cannot install commonmark and markdown-it"; exit 0; fi; \
	BLOCKMASK_MARKDOWN_CASES="$(CURDIR)/$(MARKDOWN)/cases.jsonl" $(CARGO) test --test markdown_is_safe pages_for && \
	node tests/markdown_renderers.mjs $(MARKDOWN)/cases.jsonl "$(CURDIR)/$(MARKDOWN)/node_modules"

miri: tools ## Run the tests of unsafe code under Miri (needs a nightly toolchain with miri)
	$(CARGO) +nightly miri test --features capi --lib -- \
		arena:: arrow::column:: arrow::tests:: html::scan:: simd:: capi::

bench: tools ## Measure the speed beside other parsers
	$(CARGO) run --release $(BENCHES) --bin peers

bench-trees: tools shared lib $(PYTHON_VENV)/bench ## Measure trees and selectors beside parsers of C, Rust and Python; BLESS=1 writes docs/benchmarks-trees.md
	cd $(PYTHON_DIR) && $(PYTHON_ENV) maturin develop -q --release --locked
	$(CARGO) build --release $(BENCHES) --bin peers
	$(PYTHON_VENV)/bin/python benches/trees.py $(CAPI_LIB)/libblockmask.so benches/target/release/peers $(if $(BLESS),--write)

bench-pipeline: tools shared ## Measure the command line on WARC files beside its steps alone; BLESS=1 writes docs/benchmarks-pipeline.md
	$(CARGO) build --release -p blockmask-cli --no-default-features --features program
	$(CARGO) build --release $(BENCHES) --no-default-features --features pipeline --bin pipeline
	$(PYTHON) benches/pipeline.py --cli target/release/blockmask --steps benches/target/release/pipeline $(if $(BLESS),--write)

# They depend on the compiler, so a new one needs new numbers.
instructions: tools ## Count the instructions on fixed pages (needs Valgrind), compare with benches/instructions.txt; BLESS=1 writes it
	$(CARGO) run --release $(BENCHES) --no-default-features --bin instructions -- $(if $(BLESS),--write)

# Hash maps are allowed in benches/lab/ranking: what it prints does not depend on their order.
CLIPPY = CLIPPY_CONF_DIR=$(CURDIR)/.ci $(CARGO) clippy

fmt: tools ## Format all code
	$(CARGO) fmt --all
	$(CARGO) fmt $(BENCHES)
	$(CARGO) fmt $(FUZZ)
	$(CARGO) fmt $(RANKING_LAB)
	$(CARGO) fmt $(PYTHON_CRATE)
	$(CARGO) fmt $(WASM_CRATE)

lint: tools ## Check the format, and clippy with warnings as errors
	$(CARGO) fmt --all --check
	$(CARGO) fmt $(BENCHES) --check
	$(CARGO) fmt $(FUZZ) --check
	$(CARGO) fmt $(RANKING_LAB) --check
	$(CARGO) fmt $(PYTHON_CRATE) --check
	$(CARGO) fmt $(WASM_CRATE) --check
	$(CLIPPY) --workspace --all-targets --all-features -- -D warnings
	$(CLIPPY) -p blockmask --lib -- -D warnings
	$(CLIPPY) -p blockmask --lib --no-default-features -- -D warnings
	$(CLIPPY) $(BENCHES) --all-targets -- -D warnings
	$(CARGO) clippy $(RANKING_LAB) --all-targets -- -D warnings

doc: tools ## Write the documentation to target/doc, with warnings as errors
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --all-features

BOOK = target/book
MDBOOK = 0.5.4

book: tools ## Build the documentation as a book, target/book/html, and check links and pictures (needs Python; installs mdBook)
	@command -v $(PYTHON) >/dev/null || { echo "skipped: make book, because there is no $(PYTHON)"; exit 0; }; \
	if [ ! -x $(BOOK)/tools/bin/mdbook ]; then $(CARGO) install mdbook --version $(MDBOOK) --locked \
	  --no-default-features --features search --root $(BOOK)/tools --target-dir $(BOOK)/cargo; rm -rf $(BOOK)/cargo; fi; \
	if [ ! -x $(BOOK)/tools/bin/mdbook ]; then \
	  echo "skipped: make book, because mdBook $(MDBOOK) cannot be installed"; exit 0; fi; \
	$(BUILD_CLI) && $(PYTHON) docs/book.py $(BOOK)/tools/bin/mdbook target/debug/blockmask $(BOOK)

BUILD_CLI = $(CARGO) build -p blockmask-cli --no-default-features --features program --target-dir target

pictures: tools ## Draw the pictures of the documentation, docs/pictures/*.svg (needs Python)
	$(BUILD_CLI) && $(PYTHON) docs/pictures.py target/debug/blockmask docs/pictures

msrv: tools ## Check the oldest Rust that is supported
	CARGO=$(CARGO) .ci/msrv

clean: tools ## Remove what was built
	$(CARGO) clean
	$(CARGO) clean $(BENCHES)
	$(CARGO) clean $(FUZZ)

tools:
	@command -v $(CARGO) >/dev/null || { \
	  echo "cargo not found: install Rust $(RUST_VERSION) or newer, see https://rustup.rs" >&2; exit 1; }
	@command -v cc >/dev/null || { \
	  echo "cc not found: install a C compiler, which links Rust programs (Debian: apt install gcc)" >&2; exit 1; }

# cargo shows what a test prints only if it fails.
shared:
	@[ -d "$${BLOCKMASK_SHARED:-../shared}" ] || \
	  echo "skipped: tests on real pages and html5lib-tests; there is no ../shared, and BLOCKMASK_SHARED names no folder"
