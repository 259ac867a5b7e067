# The C libraries, their tests and their installation. Included by the Makefile; works alone too:
# make -f packaging/capi.mk lib
#
#   lib        target/capi/lib: libblockmask.so.2 (and links to it), libblockmask.a
#              CARGO_TARGET=x86_64-unknown-linux-musl (rustup target add ...): the archive alone, for programs that are
#              linked statically, in target/capi/x86_64-unknown-linux-musl/lib. Link them with -Wl,--eh-frame-hdr, which
#              musl-gcc does not do by itself: without it, running out of memory or of max_memory ends the process
#              On x86-64 the shared library has 3.47 MB; the archive 4.57 MB, of which 1.14 MB are relocations, which
#              linking removes
#              SMALL=1 (a nightly toolchain with rust-src): a fifth smaller (1.23 and 1.57 MB), without the printer of
#              backtraces that the standard library carries: target/capi/small/lib. CARGO_PROFILE_RELEASE_OPT_LEVEL=s
#              in the environment makes that 1.09 and 1.34 MB, for a fifth more instructions
#              PROFILE=dev, or another profile of Cargo.toml: target/capi/dev/lib. The dev build takes seconds to compile.
#              `lib` is built by release, `install` and its parts by from-source, in half of the time: 3 % more
#              instructions, and a library of 3.83 MB. PROFILE=release installs what `lib` has built, as packages do
#              PGO=1: profile-guided optimization, 7 % faster and a third larger: target/capi/pgo/lib; packaging/pgo.mk
#              FEATURES="seeker visual": with these only of the features seeker, style-density and visual, or with none of
#              them: FEATURES=none. target/capi/none/lib and the like; docs/platforms.md has the sizes
#              CARGO_TARGET= of macOS: libblockmask.dylib and the archive; of Windows: blockmask.dll, its import library
#              libblockmask.dll.a, and the archive. They need rustup component add llvm-tools. CARGO=cargo-zigbuild links
#              for a system that is not this one; LD, OBJCOPY, STRIP, AR and NM name other tools: packaging/dist
#   test-c     the C and C++ tests against them: plain, under valgrind (also an unoptimized library), with sanitizers
#   test-arrow Arrow batches in pyarrow, Polars and DuckDB, from PyPI in target/arrow; test-arrow-go: in Arrow for Go
#   abi        compares the binary interface of blockmask.h with packaging/abi, the dump of the last release, by abidiff of
#              libabigail. Any change but a new function fails; for a struct that grew at its end, review the report and
#              write the dump anew: BLESS=1. The debug information comes from stubs made of the header, which is
#              generated from the Rust source: the Rust library's has every private type in it, lacks types that no
#              function names, and varies with the compiler. test-c compares the exports of the real library
#   bench-c    what C costs over Rust, and what a second thread and a profile bring: docs/benchmarks-c.md
#   tsan       programs with threads under ThreadSanitizer, the library and the standard library with it: a nightly
#              toolchain with rust-src; without one it says so and does nothing
#   install-lib  PREFIX= (default /usr/local) DESTDIR=; with CARGO_TARGET= as above the archive alone
#              For pkg-config, blockmask is the shared library, if it is installed, and blockmask-static the archive. A
#              program without any shared library: cc -static program.c $(pkg-config --cflags --libs blockmask-static)
#   install    the same and the command line, uninstall: packaging/install.mk

CARGO ?= cargo
PYTHON ?= python3
RUST_HOST := $(shell rustc -vV | sed -n 's/^host: //p')
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
ABI := 2
HEADERS := $(wildcard include/*.h include/*.hpp)
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
CARGO_TARGET ?=
SMALL ?=
ifdef SMALL
CAPI_CARGO := RUSTUP_TOOLCHAIN=nightly $(CARGO)
CAPI_TARGET := $(or $(CARGO_TARGET),$(RUST_HOST))
CAPI_FLAGS := -Zbuild-std=std,panic_unwind -Zbuild-std-features=panic-unwind,optimize_for_size
CAPI_TUNE_SMALL := -Zlocation-detail=none
CAPI := target/capi/small
else
CAPI_CARGO := $(CARGO)
CAPI_TARGET := $(CARGO_TARGET)
CAPI_FLAGS :=
CAPI := target/capi
endif
FEATURES ?=
CAPI_FEATURES := capi
ifneq ($(strip $(FEATURES)),)
CAPI_FEATURES := $(strip capi $(filter-out none,$(FEATURES)))
CAPI_FLAGS += --no-default-features
CAPI := $(CAPI)/$(subst $() ,+,$(strip $(FEATURES)))
endif
# What `make install` builds is there in half of the time.
PROFILE ?= $(if $(filter install install-lib install-cli,$(MAKECMDGOALS)),from-source,release)
ifneq ($(PROFILE),release)
CAPI := $(CAPI)/$(PROFILE)
endif
PGO ?=
ifdef PGO
CAPI := $(CAPI)/pgo
endif
CAPI_KINDS := cdylib,staticlib
# The shared library, first as programs are linked with it.
CAPI_SYSTEM := $(or $(CAPI_TARGET),$(RUST_HOST))
ifneq ($(findstring -apple-,$(CAPI_SYSTEM)),)
CAPI_SHARED := libblockmask.dylib libblockmask.$(ABI).dylib
CAPI_LINK := -C strip=symbols -C link-arg=-Wl,-install_name,@rpath/libblockmask.$(ABI).dylib
else ifneq ($(findstring -windows-,$(CAPI_SYSTEM)),)
CAPI_SHARED := libblockmask.dll.a blockmask.dll
CAPI_LINK := -C strip=symbols
else
CAPI_SHARED := libblockmask.so libblockmask.so.$(ABI) libblockmask.so.$(VERSION)
CAPI_LINK := -C link-arg=-Wl,-soname,libblockmask.so.$(ABI)
IS_ELF := yes
endif
# The tools of rustup component add llvm-tools.
LLVM = $(shell rustc --print sysroot)/lib/rustlib/$(RUST_HOST)/bin
STRIP ?= strip
ifdef IS_ELF
OBJCOPY ?= objcopy
else
OBJCOPY ?= $(LLVM)/llvm-objcopy
NM ?= $(LLVM)/llvm-nm
ifeq ($(origin AR),default)
AR := $(LLVM)/llvm-ar
endif
endif
# The unwinder that Rust brings for musl, which a system need not have, goes into the archive; the C library does not.
ifneq ($(findstring musl,$(CAPI_TARGET)),)
CAPI_KINDS := staticlib
CAPI_ENV := RUSTFLAGS="-C target-feature=-crt-static"
CAPI_UNWINDER := $(shell rustc --print target-libdir --target $(CAPI_TARGET))/self-contained/libunwind.a
endif
# Flags of LLVM, by which loops are unrolled less, and functions copied into fewer of their callers: 4 % smaller and as
# fast. A release without a profile is another 10 % smaller and on real pages as fast: one level of optimization less for
# the library, but not for what it depends on, and loops that are not aligned and of which one vector is read at a time.
# Where a compiler does not know them: CAPI_TUNE=
ifeq ($(PROFILE)$(PGO),release)
CAPI_TUNE ?= $(if $(CARGO_PROFILE_RELEASE_OPT_LEVEL),,-C opt-level=2) \
	-C llvm-args=-inline-threshold=45 -C llvm-args=-unroll-runtime=false -C llvm-args=-align-loops=1 \
	-C llvm-args=-force-vector-interleave=1 -C llvm-args=-enable-epilogue-vectorization=false
else
CAPI_TUNE ?= -C llvm-args=-inline-threshold=100 -C llvm-args=-unroll-runtime=false
endif
CAPI_LIB := $(CAPI)/$(if $(CARGO_TARGET),$(CARGO_TARGET)/)lib
PROFILE_FOLDER := $(if $(filter dev,$(PROFILE)),debug,$(PROFILE))
CAPI_BUILT := $(CAPI)/$(if $(CAPI_TARGET),$(CAPI_TARGET)/)$(PROFILE_FOLDER)
CAPI_SOURCES := packaging/capi.mk Cargo.toml Cargo.lock $(shell find src -type f)
# What the standard library needs of the system; tests/capi.rs holds this against what rustc says.
ifdef IS_ELF
NATIVE_LIBS := -lgcc_s -lutil -lrt -lpthread -lm -ldl -lc
else ifneq ($(findstring -windows-,$(CAPI_SYSTEM)),)
NATIVE_LIBS := -lkernel32 -lntdll -luserenv -lws2_32 -ldbghelp
else
NATIVE_LIBS := -lSystem -lc -lm
endif
# What programs that link the archive must name: not the unwinder, as compilers add their own, shared or (-static,
# -static-libgcc) not; with musl it is in the archive.
EH_FRAME_HDR := -Wl,--eh-frame-hdr
STATIC_LIBS := $(if $(CAPI_UNWINDER),$(EH_FRAME_HDR) )$(filter-out -lgcc_s,$(NATIVE_LIBS))
HAS_SHARED := $(findstring cdylib,$(CAPI_KINDS))

CAPI_RUSTC = $(CAPI_ENV) $(CAPI_CARGO) rustc --profile $(PROFILE) --lib --features "$(CAPI_FEATURES)" $(CAPI_FLAGS) \
	$(if $(CAPI_TARGET),--target $(CAPI_TARGET)$(GLIBC)) --crate-type $(CAPI_KINDS)

.PHONY: lib test-c test-arrow abi bench-c bench-pages tsan install-lib static-libs

# With PGO=1, the profile that the libraries are built with.
include packaging/pgo.mk

lib: $(if $(HAS_SHARED),$(CAPI_LIB)/$(firstword $(CAPI_SHARED))) $(CAPI_LIB)/libblockmask.a

# With a crate type in Cargo.toml, or in two calls, link time optimization would be lost or done twice.
$(CAPI_LIB)/built: $(CAPI_SOURCES) $(PGO_PROFILE) | lib-tools
	$(CAPI_RUSTC) --target-dir $(CAPI) -- $(CAPI_TUNE) $(CAPI_TUNE_SMALL) $(PGO_TUNE) $(CAPI_LINK)
	@mkdir -p $(CAPI_LIB)
	@touch $@

$(CAPI_LIB)/libblockmask.so: $(CAPI_LIB)/built
	$(STRIP) --strip-unneeded -o $(CAPI_LIB)/libblockmask.so.$(VERSION) $(CAPI_BUILT)/libblockmask.so
	ln -sf libblockmask.so.$(VERSION) $(CAPI_LIB)/libblockmask.so.$(ABI)
	ln -sf libblockmask.so.$(ABI) $@

$(CAPI_LIB)/libblockmask.dylib: $(CAPI_LIB)/built
	cp $(CAPI_BUILT)/libblockmask.dylib $(CAPI_LIB)/libblockmask.$(ABI).dylib
	ln -sf libblockmask.$(ABI).dylib $@

$(CAPI_LIB)/libblockmask.dll.a: $(CAPI_LIB)/built
	cp $(CAPI_BUILT)/blockmask.dll $(CAPI_BUILT)/libblockmask.dll.a $(CAPI_LIB)

# An archive of one object in which only the functions of the header are global: a second Rust library in the same
# program has its own standard library, and the names of the two must not meet. packaging/localize achieves this
# where the linker cannot.
ifdef IS_ELF
$(CAPI_LIB)/libblockmask.a: $(CAPI_LIB)/built include/symbols.txt packaging/merge.ld
	rm -f $@
	$(LD) -r --gc-sections --force-group-allocation -T packaging/merge.ld \
		$(patsubst %,-u %,$(shell cat include/symbols.txt)) -o $(CAPI_LIB)/blockmask.o $(CAPI_BUILT)/libblockmask.a \
		$(CAPI_UNWINDER)
	$(OBJCOPY) --keep-global-symbols=include/symbols.txt $(CAPI_LIB)/blockmask.o
	$(STRIP) --strip-unneeded $(CAPI_LIB)/blockmask.o
	$(AR) rcsD $@ $(CAPI_LIB)/blockmask.o
	rm $(CAPI_LIB)/blockmask.o
else
$(CAPI_LIB)/libblockmask.a: $(CAPI_LIB)/built include/symbols.txt packaging/localize
	AR=$(AR) NM=$(NM) OBJCOPY=$(OBJCOPY) packaging/localize $(CAPI_BUILT)/libblockmask.a include/symbols.txt $@
endif

static-libs:
	@echo "$(STATIC_LIBS)"

# What `make test` tests: all but Parquet. Optimized a little, which takes longer to compile, but tests take a quarter of
# the time. The same here, so that it need not be built again.
TEST_FEATURES := blockmask/default,blockmask/capi,blockmask/tl,blockmask/unstable,blockmask-cli/program,blockmask-cli/man
TEST_ALL := --config profile.test.package.blockmask.opt-level=1 --workspace --no-default-features \
	--features $(TEST_FEATURES)
TEST_C := $(CARGO) test $(TEST_ALL) --test capi

# Valgrind reports undefined values of the unoptimized library only.
test-c: lib
	$(CARGO) build --profile test $(TEST_ALL) --examples
	BLOCKMASK_LIB_PROFILE=release $(TEST_C) --test header --test examples
	BLOCKMASK_LIB_PROFILE=dev $(TEST_C) -- under_valgrind

# The programs that read Arrow are not pinned: the interface is stable, and the newest of each is what users have.
ARROW_VENV := target/arrow

test-arrow: lib
	@[ -x $(ARROW_VENV)/bin/python ] || $(PYTHON) -m venv $(ARROW_VENV) || rm -rf $(ARROW_VENV)
	@$(ARROW_VENV)/bin/python -m pip install -q --disable-pip-version-check pyarrow polars duckdb || \
		echo "skipped: what pip could not install"
	@if [ -x $(ARROW_VENV)/bin/python ]; then \
	  $(ARROW_VENV)/bin/python tests/arrow/consumers.py $(CAPI_LIB)/libblockmask.so tests/fixtures/pages/*; else \
	  echo "skipped: pyarrow, Polars and DuckDB, because there is no Python with venv here"; fi

ABI_DUMP := packaging/abi/libblockmask.so.$(ABI).abi
ABI_STUBS := target/capi/abi/libblockmask.so
# The types of rows, which no function names.
ABI_ROWS := block link comment block_structure image record run piece passage role_tokens fact
ABI_UNNAMED := $(foreach row,$(ABI_ROWS),const blockmask_$(row) *blockmask_$(row)_rows(void) { return 0; })

abi:
ifeq ($(shell command -v abidiff),)
	@echo "skipped: make abi, because abidiff is not installed (Debian: apt install abigail-tools)"
else ifeq ($(BLESS)$(wildcard $(ABI_DUMP)),)
	@echo "skipped: make abi, because there is no release with the binary interface $(ABI) yet"
else
	@mkdir -p $(dir $(ABI_STUBS))
	{ sed '/(\*/!s/);$$/) { __builtin_trap(); }/' include/blockmask.h; echo '$(ABI_UNNAMED)'; } | \
		$(CC) -x c -g -fPIC -shared -Wl,-soname,libblockmask.so.$(ABI) -o $(ABI_STUBS) -
	$(if $(BLESS),abidw --no-show-locs --no-corpus-path --no-comp-dir-path --no-elf-needed \
		--out-file $(ABI_DUMP) $(ABI_STUBS))
	abidiff --no-added-syms --no-architecture $(ABI_DUMP) $(ABI_STUBS)
endif

# The pages of all benchmarks, unpacked.
BENCH_FOLDER := target/bench-pages
bench-pages:
	@rm -rf $(BENCH_FOLDER); mkdir -p $(BENCH_FOLDER)
	@grep -v '^#' benches/pages.txt | while read -r page; do \
	  gzip -dc "$(or $(BLOCKMASK_SHARED),../shared)/corpus/$$page" > $(BENCH_FOLDER)/$$(basename "$$page" .gz) || exit 1; done

bench-c: bench-pages
	$(CARGO) build --release -p blockmask-lab --bin measure_c
	find $(BENCH_FOLDER) -type f | sort | target/release/measure_c - > target/benchmarks-c.md
	@if [ -x $(LLVM_PROFDATA) ]; then $(MAKE) --no-print-directory -f packaging/capi.mk bench-pgo >> target/benchmarks-c.md; \
	else echo "skipped: what a profile brings, as there is no llvm-profdata (rustup component add llvm-tools)"; fi
	mv target/benchmarks-c.md docs/benchmarks-c.md

# The runtime comes with the Rust compiler, also for what the C compiler adds to the programs.
TSAN := target/capi/tsan
TSAN_TARGET = $(shell rustc -vV | sed -n 's/^host: //p')
NIGHTLY_LIBS = $(shell rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib
TSAN_RUNTIME = $(wildcard $(NIGHTLY_LIBS)/$(TSAN_TARGET)/lib/librustc-nightly_rt.tsan.a)
TSAN_FLAGS = -g -O1 -fsanitize=thread -I include
TSAN_LINK = $(TSAN)/$(TSAN_TARGET)/release/libblockmask.a -Wl,--whole-archive $(TSAN_RUNTIME) \
	-Wl,--no-whole-archive $(NATIVE_LIBS)

tsan:
ifeq ($(and $(TSAN_RUNTIME),$(wildcard $(NIGHTLY_LIBS)/src/rust/library)),)
	@echo "skipped: make tsan, because there is no nightly toolchain with rust-src here"
else
	RUSTFLAGS=-Zsanitizer=thread RUSTUP_TOOLCHAIN=nightly $(CARGO) rustc --release --lib --features capi \
		--target-dir $(TSAN) --target $(TSAN_TARGET) -Zbuild-std=std,panic_unwind --crate-type staticlib \
		--config profile.release.lto=false --config profile.release.codegen-units=4
	cc -std=c99 $(TSAN_FLAGS) -c tests/capi/threads.c -o $(TSAN)/threads.o
	c++ -pie $(TSAN)/threads.o $(TSAN_LINK) -o $(TSAN)/threads
	$(TSAN)/threads
	c++ -std=c++17 $(TSAN_FLAGS) -c examples/cpp/index_directory.cpp -o $(TSAN)/index_directory.o
	c++ -pie $(TSAN)/index_directory.o $(TSAN_LINK) -o $(TSAN)/index_directory
	mkdir -p $(TSAN)/pages
	for i in 1 2 3 4 5; do for page in tests/fixtures/pages/*; do cp $$page $(TSAN)/pages/$$i-$${page##*/}; done; done
	$(TSAN)/index_directory $(TSAN)/pages 4 > $(TSAN)/of_four.tsv
	$(TSAN)/index_directory $(TSAN)/pages 1 | cmp - $(TSAN)/of_four.tsv
endif

install-lib: lib
	install -d $(DESTDIR)$(INCLUDEDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(LIBDIR)/cmake/blockmask
	install -m 644 $(HEADERS) $(DESTDIR)$(INCLUDEDIR)
	install -m 644 $(CAPI_LIB)/libblockmask.a $(DESTDIR)$(LIBDIR)
ifneq ($(HAS_SHARED),)
	cp -P $(addprefix $(CAPI_LIB)/,$(CAPI_SHARED)) $(DESTDIR)$(LIBDIR)
	sed $(CAPI_FILL) packaging/blockmask.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/blockmask.pc
else
	sed $(CAPI_FILL) packaging/blockmask-static.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/blockmask.pc
endif
	sed $(CAPI_FILL) packaging/blockmask-static.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/blockmask-static.pc
	sed $(CAPI_FILL) packaging/blockmask-config.cmake.in \
		> $(DESTDIR)$(LIBDIR)/cmake/blockmask/blockmask-config.cmake
	sed $(CAPI_FILL) packaging/blockmask-config-version.cmake.in \
		> $(DESTDIR)$(LIBDIR)/cmake/blockmask/blockmask-config-version.cmake

# The command line and uninstall.
include packaging/install.mk

CAPI_FILL = $(PC_FILL) -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	-e 's|@VERSION@|$(VERSION)|' -e 's|@ABI@|$(ABI)|' -e 's|@STATIC_LIBS@|$(STATIC_LIBS)|'
