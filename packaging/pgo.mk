# Profile-guided optimization of the C libraries, for ELF systems: make lib PGO=1. Included by capi.mk.
#
# An instrumented library reads training pages as an indexer does (packaging/train.c). From how often each branch was
# taken, the compiler decides what to inline and how to lay out the code. Needs rustup component add llvm-tools.
#
#   PGO_PAGES  the training pages; by default the pages of this repository
#   PGO_CC     compiles and links instead of CARGO_TARGET's linker; zig cannot link an instrumented library
#   bench-pgo  what the profile brings, on the pages of all benchmarks, which are not among the training pages; prints Markdown

PGO_PAGES ?= examples/demo.html benches/pages/small.html $(wildcard tests/fixtures/*.html tests/fixtures/pages/*.html)
PGO_CC ?= $(CC)
LLVM_PROFDATA ?= $(LLVM)/llvm-profdata

ifdef PGO
PGO_DIR := $(CAPI)/instrumented
PGO_BUILT := $(PGO_DIR)/$(if $(CAPI_TARGET),$(CAPI_TARGET)/)release
PGO_PROFILE := $(PGO_BUILT)/blockmask.profdata
PGO_TUNE = -C profile-use=$(abspath $(PGO_PROFILE))

# But for flags of rustc itself, the command is the same as for the libraries: the names of functions, by which a
# profile is applied, depend on what Cargo is asked for. The program is linked with the archive as rustc makes it,
# because `make lib` hides all but the names of the header.
$(PGO_PROFILE): $(CAPI_SOURCES) packaging/train.c $(PGO_PAGES) | lib-tools
	@[ -x $(LLVM_PROFDATA) ] || { \
	  echo "$(LLVM_PROFDATA) not found, which PGO=1 needs: rustup component add llvm-tools" >&2; exit 1; }
	$(CAPI_RUSTC) --target-dir $(PGO_DIR) -- $(CAPI_TUNE) -C profile-generate -C linker=$(PGO_CC)
	$(PGO_CC) -std=c99 -O1 -I include -I examples/c packaging/train.c \
		$(PGO_BUILT)/libblockmask.a $(NATIVE_LIBS) -o $(PGO_BUILT)/train
	rm -f $(PGO_BUILT)/*.profraw
	LLVM_PROFILE_FILE=$(abspath $(PGO_BUILT))/train.profraw $(PGO_BUILT)/train $(PGO_PAGES)
	$(LLVM_PROFDATA) merge -o $@ $(PGO_BUILT)/train.profraw
endif

.PHONY: bench-pgo

PGO_BENCH := target/bench-pgo
bench-pgo: bench-pages
	@$(MAKE) --no-print-directory -f packaging/capi.mk lib >&2
	@$(MAKE) --no-print-directory -f packaging/capi.mk lib PGO=1 >&2
	@mkdir -p $(PGO_BENCH)
	@$(CC) -std=c99 -O1 -I include -I examples/c packaging/compare.c -o $(PGO_BENCH)/compare -ldl
	@find $(BENCH_FOLDER) -type f -print0 | xargs -0 \
		$(PGO_BENCH)/compare target/capi/lib/libblockmask.so target/capi/pgo/lib/libblockmask.so
