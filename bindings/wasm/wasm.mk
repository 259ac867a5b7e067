# The package for JavaScript, and the playground. Included by the Makefile.
#
#   wasm        target/wasm/npm: the package, ready for `npm pack`; results.d.ts is written from the JSON Schemas
#   playground  target/wasm/playground: a static folder; `python3 -m http.server -d target/wasm/playground` serves it
#   test-wasm   the package in Node against the command line, its types against its results, and the playground in
#               Chromium

WASM_WORK := $(abspath target/wasm)
WASM_TARGET = wasm32-unknown-unknown
TYPESCRIPT = 7.0.2
WASM_JS := $(addprefix bindings/wasm/js/,index.js index.d.ts package.json README.md)

.PHONY: wasm playground test-wasm

wasm: tools ## Build the package for JavaScript (needs Node): target/wasm/npm
	@rustup target list --installed 2>/dev/null | grep -q $(WASM_TARGET) || rustup target add $(WASM_TARGET)
	$(CARGO) build --release --manifest-path bindings/wasm/Cargo.toml --target $(WASM_TARGET) --target-dir $(WASM_WORK)/cargo
	mkdir -p $(WASM_WORK)/npm
	cp $(WASM_JS) LICENSE $(WASM_WORK)/npm/
	node bindings/wasm/types.mjs $(WASM_WORK)/npm cli/src/schema
	cp $(WASM_WORK)/cargo/$(WASM_TARGET)/release/blockmask_wasm.wasm $(WASM_WORK)/npm/blockmask.wasm

playground: wasm ## Build the playground, a static folder: target/wasm/playground
	mkdir -p $(WASM_WORK)/playground
	cp bindings/wasm/playground/* $(WASM_WORK)/npm/index.js $(WASM_WORK)/npm/blockmask.wasm $(WASM_WORK)/playground/

test-wasm: ## Test the package for JavaScript and the playground (needs Node; the playground Chromium and npm)
	@missing=; for tool in node rustup; do command -v $$tool >/dev/null || missing="$$missing $$tool"; done; \
	if [ -n "$$missing" ]; then echo "skipped: make test-wasm, because there is no$$missing"; exit 0; fi; \
	if ! timeout 120 rustup target add $(WASM_TARGET) 2>/dev/null; then \
	  echo "skipped: make test-wasm, because rustup cannot add $(WASM_TARGET)"; exit 0; fi; \
	{ $(MAKE) --no-print-directory playground && mkdir -p $(VIEWS) && \
	  $(CARGO) build -p blockmask-cli --no-default-features --features program --target-dir $(VIEWS)/cargo; } || exit 1; \
	browser=; if command -v $(CHROMIUM) >/dev/null && npm install --silent --no-audit --no-fund --prefix $(VIEWS) \
	  playwright-core@1.65; then browser="$$(command -v $(CHROMIUM)) $(VIEWS)"; fi; \
	mkdir -p $(WASM_WORK)/readme/node_modules && ln -sfn ../../npm $(WASM_WORK)/readme/node_modules/blockmask && \
	packaging/program js README.md > $(WASM_WORK)/readme/program.mjs && \
	packaging/program text README.md > $(WASM_WORK)/readme/expected.txt && \
	(cd $(WASM_WORK)/readme && node program.mjs | diff expected.txt -) || exit 1; \
	node bindings/wasm/test.mjs $(WASM_WORK)/npm $(WASM_WORK)/playground $(VIEWS)/cargo/debug/blockmask $$browser || exit 1; \
	if ! command -v npm >/dev/null || \
	  ! npm install --silent --no-audit --no-fund --prefix $(VIEWS) typescript@$(TYPESCRIPT); then \
	  echo "skipped: the types of the package for JavaScript, because npm cannot install typescript"; exit 0; fi; \
	node bindings/wasm/types.mjs $(WASM_WORK)/npm cli/src/schema $(VIEWS)/node_modules/.bin/tsc \
	  $(WASM_WORK)/types
