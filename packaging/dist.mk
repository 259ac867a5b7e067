# Archives for every platform, and tests on other processors; docs/platforms.md. Included by the Makefile.
#
#   dist        target/dist: for each of DIST_TARGETS an archive with the libraries, their headers and the command line;
#               and SHA256SUMS
#   dist-tools  installs what that needs; a virtual environment of Python may have to be active
#   test-cross  runs tests under qemu-user, and compares answers with this machine's; packaging/test-cross

DIST_TARGETS ?= x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl \
	aarch64-unknown-linux-musl x86_64-apple-darwin aarch64-apple-darwin x86_64-pc-windows-gnu aarch64-pc-windows-gnullvm

.PHONY: dist dist-tools test-cross

dist: tools ## Build the libraries and the command line for every platform: target/dist
	MAKE=$(MAKE) packaging/dist $(DIST_TARGETS)

dist-tools:
	rustup component add llvm-tools
	rustup target add $(DIST_TARGETS)
	$(PYTHON) -m pip install ziglang cargo-zigbuild

test-cross: tools ## Run tests on AArch64 and on a big-endian processor, under qemu-user
	CARGO=$(CARGO) packaging/test-cross
