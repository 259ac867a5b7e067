# Checks before a release: RELEASING.md. Included by the Makefile.

.PHONY: package notices deny

package: tools ## Make the packages for crates.io, and run their tests where nothing else is within reach
	CARGO=$(CARGO) .ci/package

notices: tools ## Check that THIRD-PARTY.md names all that is linked into binaries
	CARGO=$(CARGO) $(PYTHON) packaging/notices.py --check

# The check `advisories` fetches a database from GitHub.
DENY_CHECKS ?= bans licenses sources

deny: tools ## Check dependencies by deny.toml (needs cargo-deny)
	@if command -v cargo-deny >/dev/null; then cargo-deny --workspace check $(DENY_CHECKS); else \
	  echo "skipped: make deny, because there is no cargo-deny (cargo install cargo-deny --locked)"; fi
