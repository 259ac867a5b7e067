# The jobs on Spark and Ray, and the adapters for other engines. Included by the Makefile.

.PHONY: spark spark-check

SPARK_WORK := $(abspath target/spark)
# The package itself is built with optimization, its engines are what it asks for.
$(SPARK_WORK)/venv/ready: $(PYTHON_SOURCES)
	[ -x $(SPARK_WORK)/venv/bin/pip ] || $(PYTHON) -m venv $(SPARK_WORK)/venv
	$(SPARK_WORK)/venv/bin/pip install -q "maturin>=1.9,<2"
	cd $(PYTHON_DIR) && VIRTUAL_ENV=$(SPARK_WORK)/venv CARGO_TARGET_DIR=$(PYTHON_WORK)/cargo \
	  $(SPARK_WORK)/venv/bin/maturin develop -q --release --locked -E spark,ray,daft,datatrove
	@touch $@

spark: tools shared ## Run the jobs of examples/spark and examples/ray on real pages, and check every row
	@if ! command -v java >/dev/null; then echo "skipped: make spark, because there is no Java"; \
	elif ! $(MAKE) --no-print-directory $(SPARK_WORK)/venv/ready; then \
	  echo "make spark needs PySpark, Ray, Daft and datatrove from PyPI, about 1.3 GB" >&2; exit 1; \
	else $(MAKE) --no-print-directory spark-check; fi

spark-check:
	$(CARGO) build -q --release -p blockmask-cli
	$(SPARK_WORK)/venv/bin/python examples/spark/check.py --cli $(PYTHON_CLI) --work $(SPARK_WORK) $(SPARK_ARGUMENTS)
