# Checks before a release: packaging/RELEASING.md. Included by the Makefile.

.PHONY: features package new-user notices deny api

features: tools ## Check the C library with each subset of the features that are on by default, with warnings as errors
	@for features in none seeker style-density visual "seeker style-density" "seeker visual" "style-density visual" \
		"seeker style-density visual"; do \
		echo "features: $$features"; \
		$(CLIPPY) -q --lib --no-default-features --features "capi $${features#none}" -- -D warnings || exit 1; \
	done

package: tools ## Make the packages for crates.io, and run their tests where nothing else is within reach
	CARGO=$(CARGO) .ci/package

new-user: tools ## Do what a new user does, in empty folders: clone, demo, install, compile a C program, uninstall
	.ci/new-user

notices: tools ## Check that packaging/THIRD-PARTY.md names all that is linked into binaries
	CARGO=$(CARGO) $(PYTHON) packaging/notices.py --check

# The check `advisories` fetches a database from GitHub.
DENY_CHECKS ?= bans licenses sources

deny: tools ## Check dependencies by packaging/deny.toml (needs cargo-deny)
	@if command -v cargo-deny >/dev/null; then cargo-deny --workspace --config packaging/deny.toml check $(DENY_CHECKS); else \
	  echo "skipped: make deny, because there is no cargo-deny (cargo install cargo-deny --locked)"; fi

# rustdoc's JSON is not stable, so stable compilers have to be told. A separate folder, as that changes what is built.
API_FEATURES ?= arrow,tl

api: tools ## Compare the public Rust API with tests/public-api.txt; BLESS=1 writes it
	RUSTC_BOOTSTRAP=1 $(CARGO) rustdoc -q -p blockmask --lib --features $(API_FEATURES) --target-dir target/api -- \
		-Z unstable-options --output-format json --document-hidden-items --cap-lints allow
	$(CARGO) run -q -p blockmask-lab --bin public_api -- target/api/doc/blockmask.json tests/public-api.txt \
		$(if $(BLESS),--bless)
