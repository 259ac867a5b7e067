# Installation of all that there is. Included by capi.mk, which installs the C libraries.
#
#   install    PREFIX= (default /usr/local) DESTDIR= CARGO_TARGET=: the C libraries (install-lib), and with install-cli
#              the command line, its manual pages, completions for bash, zsh and fish, licenses and notices.
#              PARQUET=1: the command line writes Parquet, too, whose crates take as long to build as all the rest
#   uninstall  removes that again, with the same variables
#   man        target/man: the manual pages and completions, made by the command line; with CARGO_TARGET= by one that
#              is built for this machine
#
# DATADIR, MANDIR, DOCDIR, BASHDIR, ZSHDIR and FISHDIR may be set as well.

BINDIR ?= $(PREFIX)/bin
DATADIR ?= $(PREFIX)/share
MANDIR ?= $(DATADIR)/man
DOCDIR ?= $(DATADIR)/doc/blockmask
BASHDIR ?= $(DATADIR)/bash-completion/completions
ZSHDIR ?= $(DATADIR)/zsh/site-functions
FISHDIR ?= $(DATADIR)/fish/vendor_completions.d
MAN := target/man
LICENSES := LICENSE packaging/THIRD-PARTY.md
CLI = $(or $(CARGO_TARGET_DIR),target)/$(if $(CARGO_TARGET),$(CARGO_TARGET)/)$(PROFILE_FOLDER)/blockmask
MAN_CLI = $(if $(CARGO_TARGET),$(or $(CARGO_TARGET_DIR),target)/debug/blockmask,$(CLI))

.PHONY: install install-cli install-docs uninstall man cli lib-tools

install: install-lib install-cli

install-lib install-cli: install-docs

install-docs:
	install -d $(DESTDIR)$(DOCDIR)
	install -m 644 $(LICENSES) $(DESTDIR)$(DOCDIR)

CLI_BUILD = $(CARGO) build -p blockmask-cli --no-default-features --features "man $(if $(PARQUET),parquet)"

cli:
	$(CLI_BUILD) --profile $(PROFILE) $(if $(CARGO_TARGET),--target $(CARGO_TARGET))

man: $(if $(CARGO_TARGET),,cli)
	$(if $(CARGO_TARGET),$(CLI_BUILD))
	rm -rf $(MAN)
	mkdir -p $(MAN)/man1
	$(MAN_CLI) man $(MAN)/man1
	for shell in bash zsh fish; do $(MAN_CLI) completions $$shell > $(MAN)/blockmask.$$shell || exit 1; done

install-cli: cli man
	install -d $(DESTDIR)$(BINDIR) $(DESTDIR)$(MANDIR)/man1 $(DESTDIR)$(BASHDIR) $(DESTDIR)$(ZSHDIR) $(DESTDIR)$(FISHDIR)
	install -m 755 $(CLI) $(DESTDIR)$(BINDIR)
	install -m 644 $(MAN)/man1/blockmask*.1 $(DESTDIR)$(MANDIR)/man1
	install -m 644 $(MAN)/blockmask.bash $(DESTDIR)$(BASHDIR)/blockmask
	install -m 644 $(MAN)/blockmask.zsh $(DESTDIR)$(ZSHDIR)/_blockmask
	install -m 644 $(MAN)/blockmask.fish $(DESTDIR)$(FISHDIR)

# The folders that may be left over in a separate prefix, deepest first. In the system's prefixes empty folders stay.
INSTALL_FOLDERS = $(LIBDIR)/cmake $(LIBDIR)/pkgconfig $(LIBDIR) $(INCLUDEDIR) $(BINDIR) $(MANDIR)/man1 $(MANDIR) \
	$(DATADIR)/doc $(BASHDIR) $(dir $(BASHDIR)) $(ZSHDIR) $(dir $(ZSHDIR)) $(FISHDIR) $(dir $(FISHDIR)) $(DATADIR) $(PREFIX)

uninstall:
	rm -f $(addprefix $(DESTDIR)$(INCLUDEDIR)/,$(notdir $(HEADERS)))
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/,libblockmask.a libblockmask.so libblockmask.so.* libblockmask*.dylib \
		blockmask.dll libblockmask.dll.a)
	rm -f $(addprefix $(DESTDIR)$(LIBDIR)/pkgconfig/,blockmask.pc blockmask-static.pc)
	rm -rf $(DESTDIR)$(LIBDIR)/cmake/blockmask $(DESTDIR)$(DOCDIR)
	rm -f $(DESTDIR)$(BINDIR)/blockmask $(DESTDIR)$(MANDIR)/man1/blockmask.1 $(DESTDIR)$(MANDIR)/man1/blockmask-*.1
	rm -f $(DESTDIR)$(BASHDIR)/blockmask $(DESTDIR)$(ZSHDIR)/_blockmask $(DESTDIR)$(FISHDIR)/blockmask.fish
	$(if $(filter /usr /usr/local,$(PREFIX)),,@rmdir $(addprefix $(DESTDIR),$(INSTALL_FOLDERS)) 2>/dev/null || true)

# Objects for macOS and Windows are not merged, but written anew: packaging/localize.
lib_system = $(or $(CAPI_TARGET),$(shell rustc -vV | sed -n 's/^host: //p'))
lib_is_elf = $(if $(findstring -apple-,$(lib_system))$(findstring -windows-,$(lib_system)),,yes)

lib-tools:
	@command -v $(firstword $(CARGO)) >/dev/null || { echo "cargo not found: see https://rustup.rs" >&2; exit 1; }
	@command -v cc >/dev/null || { \
	  echo "cc not found: install a C compiler, which links Rust programs (Debian: apt install gcc)" >&2; exit 1; }
	@for tool in $(OBJCOPY) $(AR) $(if $(lib_is_elf),$(LD) $(or $(STRIP),strip),$(NM)); do \
	  command -v $$tool >/dev/null || { echo "$$tool not found: $(if $(lib_is_elf),install GNU binutils (Debian: \
	  apt install binutils),rustup component add llvm-tools)" >&2; exit 1; }; done
	$(if $(lib_is_elf),@$(LD) --help | grep -q -e --force-group-allocation || { \
	  echo "$(LD) does not know --force-group-allocation: name GNU ld 2.29 or newer as LD=" >&2; exit 1; })

# Where pkg-config files stand, relative to PREFIX, so that an installation may be moved; a folder elsewhere is absolute.
pc_empty :=
pc_up = $(subst $(pc_empty) ,/,$(patsubst %,..,$(subst /, ,$(patsubst $(PREFIX)/%,%,$(LIBDIR)/pkgconfig))))
PC_PREFIX = $(if $(filter $(PREFIX)/%,$(LIBDIR)),$${pcfiledir}/$(pc_up),$(PREFIX))
PC_FILL = -e 's|@PC_PREFIX@|$(PC_PREFIX)|' \
	-e 's|@PC_LIBDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(LIBDIR))|' \
	-e 's|@PC_INCLUDEDIR@|$(patsubst $(PREFIX)/%,$${prefix}/%,$(INCLUDEDIR))|'
