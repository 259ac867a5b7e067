# Checks before a release: RELEASING.md. Included by the Makefile.

.PHONY: package

package: tools ## Make the packages for crates.io, and run their tests where nothing else is within reach
	CARGO=$(CARGO) .ci/package
