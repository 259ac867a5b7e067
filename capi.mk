# The C libraries, their tests and their installation. Included by the Makefile; works alone too: make -f capi.mk lib
#
#   lib        target/capi/lib: libblockmask.so.0 (and links to it), libblockmask.a
#   test-c     the C and C++ tests against them: plain, under valgrind, with sanitizers
#   install    PREFIX= (default /usr/local) DESTDIR=

CARGO ?= cargo
OBJCOPY ?= objcopy
LD ?= ld
PREFIX ?= /usr/local
LIBDIR ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
ABI := 0
VERSION := $(shell sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
# Set CARGO_TARGET to build for another target, such as x86_64-unknown-linux-musl.
CARGO_TARGET ?=
CAPI := target/capi
CAPI_LIB := $(CAPI)/lib
CAPI_BUILT := $(CAPI)/$(if $(CARGO_TARGET),$(CARGO_TARGET)/)release
CAPI_SOURCES := Cargo.toml Cargo.lock $(shell find src -name '*.rs')
# What the standard library needs of the system; tests/capi.rs holds this against what rustc says.
NATIVE_LIBS := -lgcc_s -lutil -lrt -lpthread -lm -ldl -lc

.PHONY: lib test-c install

lib: $(CAPI_LIB)/libblockmask.so $(CAPI_LIB)/libblockmask.a

# With a crate type in Cargo.toml, or in two calls, link time optimisation would be lost or done twice.
$(CAPI)/built: $(CAPI_SOURCES)
	$(CARGO) rustc --release --lib --features capi --target-dir $(CAPI) $(if $(CARGO_TARGET),--target $(CARGO_TARGET)) \
		--crate-type cdylib,staticlib -- -C link-arg=-Wl,-soname,libblockmask.so.$(ABI)
	@touch $@

$(CAPI_LIB)/libblockmask.so: $(CAPI)/built
	@mkdir -p $(CAPI_LIB)
	strip --strip-unneeded -o $(CAPI_LIB)/libblockmask.so.$(VERSION) $(CAPI_BUILT)/libblockmask.so
	ln -sf libblockmask.so.$(VERSION) $(CAPI_LIB)/libblockmask.so.$(ABI)
	ln -sf libblockmask.so.$(ABI) $@

# An archive of one object in which only the functions of the header are global: a second Rust library in the same program
# has a standard library of its own, and the names of the two must not meet.
$(CAPI_LIB)/libblockmask.a: $(CAPI)/built include/symbols.txt packaging/merge.ld
	@mkdir -p $(CAPI_LIB) $(CAPI)/local
	rm -f $@
	$(LD) -r --gc-sections --force-group-allocation -T packaging/merge.ld \
		$(patsubst %,-u %,$(shell cat include/symbols.txt)) -o $(CAPI)/local/blockmask.o $(CAPI_BUILT)/libblockmask.a
	$(OBJCOPY) --keep-global-symbols=include/symbols.txt $(CAPI)/local/blockmask.o
	strip --strip-unneeded $(CAPI)/local/blockmask.o
	ar rcsD $@ $(CAPI)/local/blockmask.o

test-c: lib
	$(CARGO) test --features capi --test header --test capi

install: lib
	install -d $(DESTDIR)$(INCLUDEDIR) $(DESTDIR)$(LIBDIR)/pkgconfig $(DESTDIR)$(LIBDIR)/cmake/blockmask
	install -m 644 include/blockmask.h include/blockmask.hpp $(DESTDIR)$(INCLUDEDIR)
	install -m 755 $(CAPI_LIB)/libblockmask.so.$(VERSION) $(DESTDIR)$(LIBDIR)
	ln -sf libblockmask.so.$(VERSION) $(DESTDIR)$(LIBDIR)/libblockmask.so.$(ABI)
	ln -sf libblockmask.so.$(ABI) $(DESTDIR)$(LIBDIR)/libblockmask.so
	install -m 644 $(CAPI_LIB)/libblockmask.a $(DESTDIR)$(LIBDIR)
	sed $(CAPI_FILL) packaging/blockmask.pc.in > $(DESTDIR)$(LIBDIR)/pkgconfig/blockmask.pc
	sed $(CAPI_FILL) packaging/blockmask-config.cmake.in \
		> $(DESTDIR)$(LIBDIR)/cmake/blockmask/blockmask-config.cmake
	sed $(CAPI_FILL) packaging/blockmask-config-version.cmake.in \
		> $(DESTDIR)$(LIBDIR)/cmake/blockmask/blockmask-config-version.cmake

CAPI_FILL = -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' \
	-e 's|@VERSION@|$(VERSION)|' -e 's|@ABI@|$(ABI)|' -e 's|@NATIVE_LIBS@|$(NATIVE_LIBS)|'
