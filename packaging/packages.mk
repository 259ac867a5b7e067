# Packages from the recipes in packaging/, each installed into an empty place where the programs of README.md are run.
# Included by the Makefile; docs/platforms.md says which run where, and when they did last.
#
#   package-deb, test-deb      Debian's, by dpkg-buildpackage and lintian: target/packages/*.deb; in an empty Debian
#   test-conan                 the recipe of Conan, static and shared, which CMake builds the C++ program with
#   package-recipes            target/packages/recipes: for vcpkg, Homebrew, conda-forge and Arch Linux, with the version and
#                              the sums of the source archive, which is made, too
#   test-arch                  Arch's package, by makepkg
#   package-wheels             target/wheels: wheels for Linux (glibc and musl), macOS and Windows, by zig
#   test-wheel                 the wheel for this machine in an empty virtual environment
#   package-npm, test-npm      the package for JavaScript: target/packages/blockmask-VERSION.tgz; in an empty folder
#   test-jar                   the jar with the libraries of make dist, in an empty folder: bindings/java/java.mk
#   test-go-module             the Go module with the archives of make dist: programs for five systems, run on this one
#   test-archive               the archive of make dist for this machine: its sum, its bill of materials, the C program
#   packages                   all of these whose tools are here
#
# A try of a recipe need not be fast: CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1
# CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 in the environment make each take a minute.

PACKAGES := $(abspath target/packages)
# What is committed, as a release has it, with one target folder for all recipes that build here.
PACKAGE_NAME := blockmask-$(VERSION)
PACKAGE_SOURCE := $(PACKAGES)/$(PACKAGE_NAME)
PACKAGE_ARCHIVE := $(PACKAGES)/$(PACKAGE_NAME).tar.gz
PACKAGE_DATE = $(shell git log -1 --format=%cD)
PACKAGE_TRY := $(PACKAGES)/try
README_PROGRAM = $(abspath packaging/program)
# Makes an empty folder with what the programs of README.md print: expected.txt.
EMPTY = rm -rf $(PACKAGE_TRY)/$(1) && mkdir -p $(PACKAGE_TRY)/$(1) && \
	packaging/program text README.md > $(PACKAGE_TRY)/$(1)/expected.txt

.PHONY: packages package-source package-deb test-deb test-conan package-recipes test-arch package-wheels test-wheel \
	package-npm test-npm test-jar test-go-module test-archive

packages: package-deb test-deb test-conan package-recipes test-arch test-wheel test-npm test-archive test-jar test-go-module

# As of now (-m), so that what the last commit changed is built.
package-source:
	mkdir -p $(PACKAGE_SOURCE)
	cd $(PACKAGE_SOURCE) && find . -mindepth 1 -maxdepth 1 ! -name target -exec rm -r {} +
	git archive HEAD | tar -xmf - -C $(PACKAGE_SOURCE)

# An upload to Debian would close the bug that announces it.
DEB_NO_UPLOAD := initial-upload-closes-no-bugs
DEB_VERSION = $(subst -,~,$(VERSION))-1
CARGO_HOMES = CARGO_HOME=$${CARGO_HOME:-$$HOME/.cargo} RUSTUP_HOME=$${RUSTUP_HOME:-$$HOME/.rustup}

package-deb: package-source
	@for tool in dpkg-buildpackage dh lintian; do command -v $$tool >/dev/null || { \
	  echo "$$tool not found (Debian: apt install debhelper dpkg-dev lintian python3-dev)" >&2; exit 1; }; done
	cp -r packaging/debian $(PACKAGE_SOURCE)
	cd $(PACKAGE_SOURCE)/debian && sed 's/@ABI@/$(ABI)/' control.in > control && rm control.in && \
	  mv libblockmask.install libblockmask$(ABI).install
	printf 'blockmask ($(DEB_VERSION)) unstable; urgency=medium\n\n  * As CHANGELOG.md says.\n\n -- %s  %s\n' \
	  "$$(sed -n 's/^Maintainer: //p' packaging/debian/control.in)" "$(PACKAGE_DATE)" > $(PACKAGE_SOURCE)/debian/changelog
	{ echo "libblockmask.so.$(ABI) libblockmask$(ABI) #MINVER#"; \
	  LC_ALL=C sort include/symbols.txt | sed 's/.*/ &@Base $(subst -,~,$(VERSION))/'; } \
	  > $(PACKAGE_SOURCE)/debian/libblockmask$(ABI).symbols
	rm -f $(PACKAGES)/*.deb $(PACKAGES)/*.changes
	cd $(PACKAGE_SOURCE) && $(CARGO_HOMES) dpkg-buildpackage -b -uc -us -d
	cd $(PACKAGES) && lintian --allow-root --fail-on error,warning --suppress-tags $(DEB_NO_UPLOAD) blockmask_*.changes
	ls -l $(PACKAGES)/*.deb

# The folder is in the new system as /try.
test-deb:
	$(call EMPTY,deb)
	packaging/program c README.md > $(PACKAGE_TRY)/deb/program.c
	packaging/program python README.md > $(PACKAGE_TRY)/deb/program.py
	cp packaging/try/debian $(PACKAGES)/*.deb $(PACKAGE_TRY)/deb
	mmdebstrap --variant=apt --include=gcc,libc6-dev,pkg-config,python3 \
	  --customize-hook='copy-in $(PACKAGE_TRY)/deb /' --customize-hook='chroot "$$1" sh -e /deb/debian' \
	  $$(. /etc/os-release && echo $$VERSION_CODENAME) /dev/null

CONAN = CONAN_HOME=$(PACKAGES)/conan conan

test-conan:
	@command -v conan >/dev/null || { echo "conan not found: pip install conan" >&2; exit 1; }
	$(call EMPTY,conan)
	cp packaging/conan/test_package/conanfile.py $(PACKAGE_TRY)/conan
	packaging/program cpp README.md > $(PACKAGE_TRY)/conan/program.cpp
	packaging/program cmake README.md > $(PACKAGE_TRY)/conan/CMakeLists.txt
	$(CONAN) profile detect --force
	$(CONAN) create packaging/conan --test-folder=$(PACKAGE_TRY)/conan
	$(CONAN) create packaging/conan --test-folder=$(PACKAGE_TRY)/conan -o shared=True

RECIPES := $(PACKAGES)/recipes
PACKAGE_URL := https://github.com/blockmask/blockmask/releases/download/v$(VERSION)/$(PACKAGE_NAME).tar.gz
PACKAGE_SUM = $$($(1)sum $(PACKAGE_ARCHIVE) | cut -d ' ' -f 1)

package-recipes:
	rm -rf $(RECIPES) && mkdir -p $(RECIPES)/vcpkg/blockmask
	git archive --prefix=$(PACKAGE_NAME)/ HEAD | gzip -n9 > $(PACKAGE_ARCHIVE)
	for recipe in packaging/recipes/*; do \
	  sed -e 's|@VERSION@|$(VERSION)|g; s|@PKGVER@|$(subst -,_,$(VERSION))|; s|@ABI@|$(ABI)|; s|@URL@|$(PACKAGE_URL)|' \
	    -e "s|@SHA256@|$(call PACKAGE_SUM,sha256)|; s|@SHA512@|$(call PACKAGE_SUM,sha512)|" \
	    $$recipe > $(RECIPES)/$${recipe##*/} || exit 1; done
	mv $(RECIPES)/vcpkg.json $(RECIPES)/portfile.cmake $(RECIPES)/vcpkg/blockmask
	! grep -r '@[A-Z]*@' $(RECIPES)

# makepkg refuses to run as root, and takes an archive that is beside the recipe.
test-arch: package-recipes
	@for tool in makepkg pacman bsdtar; do command -v $$tool >/dev/null || { \
	  echo "$$tool not found (Debian: apt install makepkg pacman-package-manager libarchive-tools)" >&2; exit 1; }; done
	$(call EMPTY,arch)
	cp $(RECIPES)/PKGBUILD $(PACKAGE_ARCHIVE) $(PACKAGE_TRY)/arch
	packaging/try/arch $(PACKAGE_TRY)/arch

# A wheel for every system; the ones for Linux run on glibc 2.17 and musl 1.2.
WHEEL_TARGETS ?= x86_64-unknown-linux-gnu:manylinux2014 aarch64-unknown-linux-gnu:manylinux2014 \
	x86_64-unknown-linux-musl:musllinux_1_2 aarch64-unknown-linux-musl:musllinux_1_2 \
	x86_64-apple-darwin:pypi aarch64-apple-darwin:pypi x86_64-pc-windows-gnu:pypi

package-wheels: $(PYTHON_VENV)/test
	$(PYTHON_VENV)/bin/pip install -q ziglang
	for pair in $(WHEEL_TARGETS); do \
	  (cd $(PYTHON_DIR) && $(PYTHON_ENV) MACOSX_DEPLOYMENT_TARGET=11.0 maturin build --release --locked --zig \
	    --target $${pair%:*} --compatibility $${pair#*:} --out $(abspath target/wheels)) || exit 1; done
	ls -l target/wheels

test-wheel: WHEEL_TARGETS := $(RUST_HOST):manylinux2014
test-wheel: package-wheels
	$(call EMPTY,wheel)
	packaging/program python README.md > $(PACKAGE_TRY)/wheel/program.py
	$(PYTHON) -m venv $(PACKAGE_TRY)/wheel/venv
	cd $(PACKAGE_TRY)/wheel && venv/bin/pip install -q --no-index --find-links $(abspath target/wheels) blockmask --pre && \
	  venv/bin/python program.py | diff expected.txt -

package-npm: wasm
	mkdir -p $(PACKAGES)
	cd $(PACKAGES) && npm pack --silent $(WASM_WORK)/npm

test-npm: package-npm
	$(call EMPTY,npm)
	packaging/program js README.md > $(PACKAGE_TRY)/npm/program.mjs
	cd $(PACKAGE_TRY)/npm && npm install --silent --no-audit --no-fund $(PACKAGES)/$(PACKAGE_NAME).tgz && \
	  node program.mjs | diff expected.txt -

test-jar: jar-dist
	$(call EMPTY,jar)
	packaging/program java README.md > $(PACKAGE_TRY)/jar/Example.java
	home=$(JAVA_HOME_22) && cd $(PACKAGE_TRY)/jar && \
	  $$home/bin/java --enable-native-access=ALL-UNNAMED -cp $(JAVA_JAR) Example.java | diff expected.txt -

# As a release has it, in a copy, so that the checkout stays as it is. Zig links for other systems: GOOS/GOARCH:target.
GO_CROSS ?= linux/arm64:aarch64-linux-gnu darwin/arm64:aarch64-macos darwin/amd64:x86_64-macos \
	windows/amd64:x86_64-windows-gnu

test-go-module:
	$(call EMPTY,go)
	mkdir $(PACKAGE_TRY)/go/program
	packaging/program go README.md > $(PACKAGE_TRY)/go/program/main.go
	cp -r $(GO_DIR) $(PACKAGE_TRY)/go/module
	$(MAKE) --no-print-directory vendor-go-dist GO_STATIC=$(PACKAGE_TRY)/go/module/static GO_DIST="$(GO_DIST)"
	cd $(PACKAGE_TRY)/go/program && $(GO) mod init example.org/program && \
	  $(GO) mod edit -require $(GO_MODULE)@v$(VERSION) -replace $(GO_MODULE)=../module
	cd $(PACKAGE_TRY)/go/program && $(GO) build -o $(GO_PLATFORM) . && ./$(GO_PLATFORM) | diff ../expected.txt -
	cd $(PACKAGE_TRY)/go/program && for pair in $(GO_CROSS); do \
	  platform=$${pair%:*}; CC="$(PYTHON) -m ziglang cc -target $${pair#*:}" CGO_ENABLED=1 \
	    GOOS=$${platform%/*} GOARCH=$${platform#*/} $(GO) build -ldflags '-s -w' -o $${platform%/*}_$${platform#*/} . || exit 1; done
	ls -l $(PACKAGE_TRY)/go/program

test-archive:
	$(call EMPTY,archive)
	packaging/unpack $(DIST) $(RUST_HOST) $(PACKAGE_TRY)/archive/blockmask
	packaging/program c README.md > $(PACKAGE_TRY)/archive/program.c
	grep -q '"bomFormat": "CycloneDX"' $(PACKAGE_TRY)/archive/blockmask/sbom.cdx.json
	cd $(PACKAGE_TRY)/archive && for package in blockmask blockmask-static; do \
	  export PKG_CONFIG_PATH=$$PWD/blockmask/lib/pkgconfig && $(CC) program.c -o program \
	    $$(pkg-config --cflags --libs $$package) -Wl,-rpath,$$PWD/blockmask/lib && \
	  ./program | diff expected.txt - || exit 1; done
