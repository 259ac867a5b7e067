# The Python package, its tests and benchmarks. Included by the Makefile; works alone too:
# make -f bindings/python/python.mk test-python
#
#   wheel           target/wheels: a wheel for every Python from 3.11; for manylinux2014 if PyPI has zig (ziglang).
#                   PGO=1: with profile-guided optimization (docs/platforms.md), linked by the system's compiler, as zig
#                   cannot link what is instrumented; needs rustup component add llvm-tools
#   test-python     lint, types, docstrings and behaviour, in a virtual environment under target/python; then the same
#                   Rust for free-threaded Python, and the tests of threads there if a python3.14t is on the path
#   bench-python    what Python costs over Rust, and the peers on the same pages; BLESS=1 writes the figures to
#                   docs/benchmarks-python.md; PGO=1 builds as make wheel PGO=1 does
#
# PYTHON is the interpreter, 3.11 or newer.

CARGO ?= cargo
PYTHON ?= python3
PYTHON_DIR := bindings/python
PYTHON_WORK := $(abspath target/python)
PYTHON_VENV := $(PYTHON_WORK)/venv
# The command line, whose results must equal the results of the package.
PYTHON_CLI := $(abspath $(or $(CARGO_TARGET_DIR),target))/release/blockmask
PYTHON_CLI_BUILD = $(CARGO) build -q --release -p blockmask-cli --no-default-features --features program
PYTHON_ENV = PATH=$(PYTHON_VENV)/bin:$$PATH VIRTUAL_ENV=$(PYTHON_VENV) CARGO_TARGET_DIR=$(PYTHON_WORK)/cargo
PYTHON_SOURCES = $(shell find src $(PYTHON_DIR)/src -name '*.rs') \
	$(wildcard $(PYTHON_DIR)/python/blockmask/*.py*) Cargo.toml $(PYTHON_DIR)/Cargo.toml $(PYTHON_DIR)/pyproject.toml

# All modules but the ones for distributed engines, which only `make spark` installs.
PYTHON_STUBTEST := $(addprefix blockmask.,_errors _native _notebook _types warc)

# A free-threaded Python that PyO3 supports, from 3.14 on, or none; and what PyO3 would ask it.
PYTHON_FREE_THREADED ?= $(firstword $(shell command -v python3.15t python3.14t))
PYTHON_FREE_THREADED_BUILD := implementation=CPython version=3.14 shared=true build_flags=Py_GIL_DISABLED \
	suppress_build_script_link_lines=true

.PHONY: wheel test-python test-python-free-threaded bench-python python-version

python-version:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "$(PYTHON) is not Python 3.11 or newer: make PYTHON=python3.12 ..." >&2; exit 1; }

$(PYTHON_VENV)/test: $(PYTHON_DIR)/pyproject.toml | python-version
	$(PYTHON) -m venv $(PYTHON_VENV)
	$(PYTHON_VENV)/bin/pip install -q --upgrade "pip>=25.1"
	$(PYTHON_VENV)/bin/pip install -q --group $(PYTHON_DIR)/pyproject.toml:test
	@touch $@

$(PYTHON_VENV)/bench: $(PYTHON_VENV)/test
	$(PYTHON_VENV)/bin/pip install -q --group $(PYTHON_DIR)/pyproject.toml:bench
	@touch $@

# Builds the package, optimized, into the virtual environment.
$(PYTHON_WORK)/built: $(PYTHON_SOURCES) $(PYTHON_VENV)/test
	cd $(PYTHON_DIR) && $(PYTHON_ENV) maturin develop -q --release --locked
	@touch $@

# zig links against the symbols of an old C library, so that the wheel runs on old systems.
wheel: $(PYTHON_VENV)/test
	@if [ -n "$(PGO)" ]; then \
	  set -- --pgo; \
	elif $(PYTHON_VENV)/bin/pip install -q ziglang; then \
	  set -- --zig --compatibility manylinux2014; \
	else \
	  echo "skipped: manylinux2014, because there is no zig (pip install ziglang)"; set --; \
	fi; \
	cd $(PYTHON_DIR) && $(PYTHON_ENV) maturin build --release --locked --out $(abspath target/wheels) "$$@"

test-python: $(PYTHON_WORK)/built
	$(CARGO) fmt --manifest-path $(PYTHON_DIR)/Cargo.toml --check
	$(PYTHON_ENV) $(CARGO) clippy -q --manifest-path $(PYTHON_DIR)/Cargo.toml --locked -- -D warnings
	cd $(PYTHON_DIR) && $(PYTHON_ENV) mypy python tests
	cd $(PYTHON_DIR) && $(PYTHON_ENV) python -m mypy.stubtest $(PYTHON_STUBTEST)
	$(PYTHON_CLI_BUILD)
	cd $(PYTHON_DIR) && $(PYTHON_ENV) BLOCKMASK_CLI=$(PYTHON_CLI) python -m pytest -rs -q
	$(MAKE) --no-print-directory test-python-free-threaded

# PyO3 leaves the stable ABI alone there. Most packages that the other tests read columns by have no wheel for it.
test-python-free-threaded:
	@mkdir -p $(PYTHON_WORK)/free-threaded
	@printf '%s\n' $(PYTHON_FREE_THREADED_BUILD) > $(PYTHON_WORK)/free-threaded/python.txt
	PYO3_CONFIG_FILE=$(PYTHON_WORK)/free-threaded/python.txt CARGO_TARGET_DIR=$(PYTHON_WORK)/free-threaded \
	  $(CARGO) check -q --manifest-path $(PYTHON_DIR)/Cargo.toml --locked
	@if [ -z "$(PYTHON_FREE_THREADED)" ]; then \
	  echo "skipped: the tests on free-threaded Python, because there is no python3.14t here"; \
	else set -e; \
	  $(PYTHON_FREE_THREADED) -m venv $(PYTHON_WORK)/free-threaded/venv; \
	  cd $(PYTHON_DIR); export VIRTUAL_ENV=$(PYTHON_WORK)/free-threaded/venv; \
	  $$VIRTUAL_ENV/bin/pip install -q "maturin>=1.9,<2" "pytest>=9"; \
	  CARGO_TARGET_DIR=$(PYTHON_WORK)/free-threaded $$VIRTUAL_ENV/bin/maturin develop -q --release --locked; \
	  $$VIRTUAL_ENV/bin/python -c 'import blockmask, sys; sys.exit(sys._is_gil_enabled())'; \
	  $$VIRTUAL_ENV/bin/python -m pytest -rs -q tests/test_input.py tests/test_results.py tests/test_threads.py; fi

# The package in the virtual environment has functions more after this, and is built anew for the tests.
bench-python: $(PYTHON_VENV)/bench
	rm -f $(PYTHON_WORK)/built
	cd $(PYTHON_DIR) && $(PYTHON_ENV) $(if $(PGO),maturin build --pgo --out $(PYTHON_WORK)/bench,maturin develop) \
	  -q --release --locked --features bench
	$(if $(PGO),$(PYTHON_VENV)/bin/pip install -q --force-reinstall --no-deps $(PYTHON_WORK)/bench/*.whl)
	$(PYTHON_ENV) python $(PYTHON_DIR)/benches/bench.py $(if $(BLESS),--write) $(if $(PGO),--pgo)
