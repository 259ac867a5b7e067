# The search programs and extensions of examples/engines. Included by the Makefile.

ENGINES = sqlite xapian bleve tantivy lucene
ENGINE_PREFIX = $(abspath target/engines/prefix)
# What the programs link, found by pkg-config and by the loader.
ENGINE_ENV = PKG_CONFIG_PATH=$(ENGINE_PREFIX)/lib/pkgconfig LD_LIBRARY_PATH=$(ENGINE_PREFIX)/lib
ENGINE_PACKAGES = pkg-config sqlite3 libsqlite3-dev libxapian-dev maven

engine-program-sqlite = $(abspath examples/engines/sqlite/search_pages)
engine-program-xapian = $(abspath examples/engines/xapian/search_pages)
engine-program-bleve = $(abspath target/engines/bleve)
engine-program-tantivy = $(abspath examples/engines/tantivy/target/release/blockmask-tantivy)
engine-program-lucene = $(abspath examples/engines/lucene/blockmask-lucene)
CHECK_ENGINE = $(ENGINE_ENV) $(PYTHON) examples/engines/check_program.py $(engine-program-$*)

.PHONY: engines engine-packages engine-library engine-postgresql engine-duckdb $(ENGINES:%=engine-%)

engines: $(ENGINES:%=engine-%) engine-postgresql engine-duckdb ## Build the search programs on five engines and two extensions, and check them
	$(FETCH_SITES)
	rm -rf target/engines/work
	$(ENGINE_ENV) $(PYTHON) examples/engines/check.py target/engines/work $(BLOCKMASK_SHARED) target/ranking/packages \
	  $(foreach engine,$(ENGINES),$(engine)=$(engine-program-$(engine)))

# As root on Debian what is missing is installed; elsewhere the builds say what they miss.
engine-packages:
	@if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  dpkg -s $(ENGINE_PACKAGES) >/dev/null 2>&1 || \
	    { apt-get update -q && apt-get install -y -q $(ENGINE_PACKAGES); } >/dev/null; fi

engine-library: engine-packages
	$(MAKE) --no-print-directory install-lib PROFILE=$(PROFILE) PREFIX=$(ENGINE_PREFIX) >/dev/null

engine-sqlite engine-xapian: engine-%: engine-library
	$(ENGINE_ENV) $(MAKE) --no-print-directory -C examples/engines/$*
	$(CHECK_ENGINE)
	$(if $(filter sqlite,$*),$(ENGINE_ENV) $(MAKE) --no-print-directory -C examples/engines/sqlite check)

engine-bleve: engine-%: engine-library
	cd examples/engines/bleve && $(ENGINE_ENV) go vet -tags blockmask_pkgconfig . && \
	  $(ENGINE_ENV) go build -tags blockmask_pkgconfig -o $(engine-program-bleve) .
	$(CHECK_ENGINE)

engine-tantivy: engine-%: tools
	cd examples/engines/tantivy && $(CARGO) test --release && $(CARGO) build --release
	$(CHECK_ENGINE)

engine-lucene: engine-%: engine-library
	home=$$(bindings/java/java-home) && export JAVA_HOME=$$home && \
	  $(ENGINE_ENV) mvn -q -B -f bindings/java/pom.xml install && \
	  $(ENGINE_ENV) mvn -q -B -f examples/engines/lucene/pom.xml package
	$(CHECK_ENGINE)

# For each PostgreSQL whose server and headers are here, with servers of its own; root runs them as another user.
POSTGRESQL_HEADERS = $(wildcard /usr/include/postgresql/*/server/postgres.h)
POSTGRESQL_VERSIONS = $(POSTGRESQL_HEADERS:/usr/include/postgresql/%/server/postgres.h=%)
POSTGRESQL_CONFIGS = $(or $(PG_CONFIG),$(wildcard $(POSTGRESQL_VERSIONS:%=/usr/lib/postgresql/%/bin/pg_config)))
POSTGRESQL_WORK = target/engines/postgresql

engine-postgresql:
ifeq ($(POSTGRESQL_CONFIGS),)
	@echo "skipped: make engine-postgresql, because there is no PostgreSQL with headers (Debian: apt install" \
	  "postgresql-15 postgresql-server-dev-15); PG_CONFIG= names one elsewhere"
else
	$(MAKE) --no-print-directory engine-library
	set -e; for config in $(POSTGRESQL_CONFIGS); do \
	  $(ENGINE_ENV) $(MAKE) --no-print-directory -C examples/engines/postgresql PG_CONFIG=$$config clean all >/dev/null; \
	  $(ENGINE_ENV) $(PYTHON) examples/engines/postgresql/check.py $(POSTGRESQL_WORK) $$config; done
endif

DUCKDB_VENV = target/engines/duckdb

engine-duckdb: engine-library
	@[ -x $(DUCKDB_VENV)/bin/python ] || $(PYTHON) -m venv $(DUCKDB_VENV) || rm -rf $(DUCKDB_VENV)
	@$(DUCKDB_VENV)/bin/python -m pip install -q --disable-pip-version-check duckdb || rm -rf $(DUCKDB_VENV)
	@if [ ! -x $(DUCKDB_VENV)/bin/python ]; then \
	  echo "skipped: make engine-duckdb, because there is no Python with venv here, or pip cannot install duckdb"; else \
	  $(ENGINE_ENV) $(MAKE) --no-print-directory -C examples/engines/duckdb clean check \
	    PYTHON=$(abspath $(DUCKDB_VENV))/bin/python; fi
