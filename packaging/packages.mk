# Packages from recipes in packaging/, each installed into an empty place where README.md's program is run. Included by the
# Makefile; docs/platforms.md says which run where, and when they did last.
#
#   package-deb      Debian's, by dpkg-buildpackage and lintian: target/packages/*.deb
#   test-deb         them, in an empty Debian by mmdebstrap
#
# A try of a recipe need not be fast: CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_OPT_LEVEL=1
# CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 in the environment make each take a minute.

PACKAGES := $(abspath target/packages)
# What is committed, as a release has it, with one target folder for all recipes that build here.
PACKAGE_SOURCE := $(PACKAGES)/blockmask-$(VERSION)
PACKAGE_DATE = $(shell git log -1 --format=%cD)

.PHONY: package-source package-deb test-deb

# As of now (-m), so that what the last commit changed is built.
package-source:
	mkdir -p $(PACKAGE_SOURCE)
	cd $(PACKAGE_SOURCE) && find . -mindepth 1 -maxdepth 1 ! -name target -exec rm -r {} +
	git archive HEAD | tar -xmf - -C $(PACKAGE_SOURCE)

DEB_VERSION = $(subst -,~,$(VERSION))-1
DEB_HOME = CARGO_HOME=$${CARGO_HOME:-$$HOME/.cargo} RUSTUP_HOME=$${RUSTUP_HOME:-$$HOME/.rustup}

package-deb: package-source
	@for tool in dpkg-buildpackage dh lintian; do command -v $$tool >/dev/null || { \
	  echo "$$tool not found (Debian: apt install debhelper devscripts lintian python3-dev)" >&2; exit 1; }; done
	cp -r packaging/debian $(PACKAGE_SOURCE)
	cd $(PACKAGE_SOURCE)/debian && sed 's/@ABI@/$(ABI)/' control.in > control && rm control.in && \
	  mv libblockmask.install libblockmask$(ABI).install
	printf 'blockmask ($(DEB_VERSION)) unstable; urgency=medium\n\n  * As CHANGELOG.md says.\n\n -- %s  %s\n' \
	  "$$(sed -n 's/^Maintainer: //p' packaging/debian/control.in)" "$(PACKAGE_DATE)" > $(PACKAGE_SOURCE)/debian/changelog
	{ echo "libblockmask.so.$(ABI) libblockmask$(ABI) #MINVER#"; \
	  LC_ALL=C sort include/symbols.txt | sed 's/.*/ &@Base $(subst -,~,$(VERSION))/'; } \
	  > $(PACKAGE_SOURCE)/debian/libblockmask$(ABI).symbols
	rm -f $(PACKAGES)/*.deb
	cd $(PACKAGE_SOURCE) && $(DEB_HOME) dpkg-buildpackage -b -uc -us -d
	cd $(PACKAGES) && lintian --fail-on error,warning blockmask_*.changes
	ls -l $(PACKAGES)/*.deb
