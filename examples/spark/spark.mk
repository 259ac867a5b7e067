# The jobs on Spark and Ray, and the adapters for other engines. Included by the Makefile.

.PHONY: spark bench-spark

SPARK_WORK := $(abspath target/spark)
SPARK_PYTHON := $(SPARK_WORK)/venv/bin/python
# NeMo Curator asks for PyTorch and more than a gigabyte of other packages, which its extractors do not use.
NEMO_CURATOR := nemo-curator cosmos-xenna
NEMO_CURATOR_NEEDS := beautifulsoup4 justext loguru lxml_html_clean pycld2 "resiliparse==2.*" trafilatura warcio

# The engines are those that the package asks for.
$(SPARK_WORK)/venv/engines: $(PYTHON_DIR)/pyproject.toml
	[ -x $(SPARK_PYTHON) ] || $(PYTHON) -m venv $(SPARK_WORK)/venv
	$(PYTHON) examples/spark/requirements.py $< > $(SPARK_WORK)/requirements.txt
	$(SPARK_PYTHON) -m pip install -q --disable-pip-version-check "maturin>=1.9,<2" -r $(SPARK_WORK)/requirements.txt
	$(SPARK_PYTHON) -m pip install -q --disable-pip-version-check --no-deps $(NEMO_CURATOR) && \
	$(SPARK_PYTHON) -m pip install -q --disable-pip-version-check $(NEMO_CURATOR_NEEDS) || \
	echo "skipped: NeMo Curator, which could not be installed"
	@touch $@

$(SPARK_WORK)/venv/ready: $(PYTHON_SOURCES) $(SPARK_WORK)/venv/engines
	cd $(PYTHON_DIR) && VIRTUAL_ENV=$(SPARK_WORK)/venv CARGO_TARGET_DIR=$(PYTHON_WORK)/cargo \
	  $(SPARK_WORK)/venv/bin/maturin develop -q --release --locked
	@touch $@

# What the programs need besides the package; says what is missing.
define SPARK_RUN
	@if ! command -v java >/dev/null; then \
	  echo "skipped: make $@, because there is no Java (Debian: apt install default-jre-headless)"; \
	elif ! $(MAKE) --no-print-directory $(SPARK_WORK)/venv/engines; then \
	  echo "skipped: make $@, because PySpark, Ray, Daft and datatrove, about 1.3 GB, cannot be had from PyPI"; \
	else \
	  $(MAKE) --no-print-directory $(SPARK_WORK)/venv/ready && \
	  $(if $(filter bench.py,$(1)),$(CARGO) build -q --release -p blockmask-cli -F parquet,$(PYTHON_CLI_BUILD)) && \
	  $(SPARK_PYTHON) examples/spark/$(1) --cli $(PYTHON_CLI) --work $(SPARK_WORK) $(2); fi
endef

spark: tools shared ## Run the jobs of examples/spark and examples/ray on real pages, and check every row
	$(call SPARK_RUN,check.py,$(SPARK_ARGUMENTS))

bench-spark: tools shared ## Measure these jobs beside the command line; BLESS=1 writes the figures to docs
	$(call SPARK_RUN,bench.py,$(if $(BLESS),--write))
