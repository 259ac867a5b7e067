# `make` prints the targets. They need cargo and a C linker, and say so if one is missing.

CARGO ?= cargo
PYTHON ?= python3
BLOCKMASK_SHARED ?= ../shared
BENCHES = --manifest-path benches/Cargo.toml
FUZZ = --manifest-path fuzz/Cargo.toml
RUST_VERSION := $(shell sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

.DEFAULT_GOAL := help
# Fuzz targets, and a long run on real pages: fuzz, fuzz-short, fuzz-long, soak.
include fuzz/fuzz.mk
# The C libraries, and the Go package over them: lib, test-c, install, test-go, bench-go, vendor-go.
include capi.mk
include bindings/go/go.mk
.PHONY: help demo test test-release miri bench train train-kind eval-kind train-seeker \
  measure-seeker train-visual compare-visual layout methods peers accuracy fmt lint doc msrv clean tools shared

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s%s\n", $$1, $$2 }' Makefile
	@echo "make lib, test-c, bench-c, tsan, install  the C libraries, their tests; PREFIX=, DESTDIR=: capi.mk"
	@echo "make test-go, bench-go      the Go package: bindings/go/go.mk"
	@echo "make fuzz, fuzz-short, fuzz-long, soak  fuzz targets, and a long run on real pages: fuzz/fuzz.mk"

demo: tools ## Build, and print the blocks of a bundled page as a table
	$(CARGO) run --release --features cli --bin blockmask -- blocks examples/demo.html

test: tools shared ## Run all tests, with all features
	$(CARGO) test --all-features --no-fail-fast

test-release: tools shared ## Run the tests of time, memory and bad input on a release build
	$(CARGO) test --release --no-fail-fast --test hostile --test allocations --test bad_input --test limits

miri: tools ## Run the tests of unsafe code under Miri (needs a nightly toolchain with miri)
	$(CARGO) +nightly miri test --features capi --lib -- arena:: html::scan:: simd:: capi::

bench: tools ## Measure the speed beside other parsers
	$(CARGO) run --release $(BENCHES) --bin peers

train: tools shared ## Train the learned mask anew (needs training/requirements.txt): src/mask/model.bin
	$(CARGO) build --release --example export_features
	$(PYTHON) training/train.py --shared $(BLOCKMASK_SHARED) $(TRAIN_FLAGS)

train-kind: tools shared ## Fit the weights of page kinds anew: src/style_density/learned/weights.rs
	$(CARGO) build --release --example export_kind_features
	$(PYTHON) training/train_kind.py --shared $(BLOCKMASK_SHARED)

eval-kind: tools shared ## Measure page kinds and posts, by both methods
	$(CARGO) build --release --features eval --bin blockmask
	target/release/blockmask eval style-density --shared $(BLOCKMASK_SHARED) --method sd
	target/release/blockmask eval style-density --shared $(BLOCKMASK_SHARED) --method learned
train-seeker: tools shared ## Train Content Seeker anew and measure its methods: src/seeker/models.bin
	$(CARGO) build --release --features eval --example train_seeker
	target/release/examples/train_seeker $(BLOCKMASK_SHARED) --out src/seeker/models.bin

measure-seeker: tools shared ## The same, but leave the models as they are: accuracy and time of the seeker's methods
	$(CARGO) build --release --features eval --example train_seeker
	target/release/examples/train_seeker $(BLOCKMASK_SHARED)
train-visual: tools shared ## Train the classifiers of visual areas: src/visual/model.bin, docs/visual-accuracy.md
	$(CARGO) build --release --example export_areas
	$(PYTHON) training/visual.py --shared $(BLOCKMASK_SHARED)

compare-visual: tools shared ## Compare other learners with the classifiers of visual areas: docs/visual-accuracy.md
	$(CARGO) build --release --features eval --example export_areas --example learn_c45
	$(PYTHON) training/learners.py --shared $(BLOCKMASK_SHARED)

layout: tools shared ## Measure what real layout (by Blitz) adds to the visual annotation; takes long to compile
	$(CARGO) build --release --example export_areas
	$(CARGO) build --release --manifest-path benches/layout/Cargo.toml
	$(PYTHON) training/layout.py --shared $(BLOCKMASK_SHARED)

methods: tools shared ## Measure the main text that every method finds: the table of docs/methods.md
	$(CARGO) build --release --features eval --bin blockmask
	target/release/blockmask eval text --shared $(BLOCKMASK_SHARED)

peers: tools shared ## Run other extractors (training/peers.txt) on the same pages, and score them the same way
	$(CARGO) build --release --features eval --bin blockmask
	$(PYTHON) training/peers.py --shared $(BLOCKMASK_SHARED) --out target/peers
	@for texts in target/peers/*.jsonl; do \
	  [ -e "$$texts" ] || { echo "nothing to score: no peer is installed (pip install -r training/peers.txt)"; exit 0; }; \
	  echo "$$texts:"; \
	  target/release/blockmask eval text --shared $(BLOCKMASK_SHARED) --predictions "$$texts" --detail || exit 1; done

accuracy: tools shared ## Write docs/accuracy.md, from what `make train` left in target/training
	$(CARGO) build --release --features cli --bin blockmask --example export_features
	$(PYTHON) training/evaluate.py --shared $(BLOCKMASK_SHARED)

fmt: tools ## Format all code
	$(CARGO) fmt
	$(CARGO) fmt $(BENCHES)
	$(CARGO) fmt $(FUZZ)

lint: tools ## Check the format, and clippy with warnings as errors
	$(CARGO) fmt --check
	$(CARGO) fmt $(BENCHES) --check
	$(CARGO) fmt $(FUZZ) --check
	$(CARGO) clippy --all-targets --all-features -- -D warnings
	$(CARGO) clippy $(BENCHES) --all-targets -- -D warnings

doc: tools ## Write the documentation to target/doc, with warnings as errors
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --no-deps --all-features

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
