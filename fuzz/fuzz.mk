# Fuzzing. Included by the Makefile.
#
#   fuzz         TIME= seconds for each target (default 600), TARGET= its name (default: all targets, sequentially);
#                SANITIZER=address with a nightly toolchain; KEEP=1 continues from the corpus of earlier runs
#   fuzz-short   8,000 executions of each target, deterministic, as in CI
#   fuzz-long    SHARE= (default 1) times 34 million executions over all targets, round-robin; resumes an interrupted
#                run, and finally updates the table in docs/SECURITY.md. FRESH=1 starts over
#   fuzz-build   runs build.sh, the build script of OSS-Fuzz, and each target once on its seeds
#   fuzz-valgrind  replays the seeds, or the inputs in INPUTS= (such as fuzz/target/corpus), under Valgrind, which reports
#                reads of uninitialized memory, too
#   soak         SECONDS= (default 60): analyzes real and mutated pages through the C interface on all cores

TIME ?= 600
TARGET ?=
SECONDS ?= 60

.PHONY: fuzz fuzz-short fuzz-long fuzz-build fuzz-valgrind soak

fuzz: tools
	KEEP=$(or $(KEEP),1) fuzz/run $(TIME) $(TARGET)

fuzz-short: tools
	RUNS=8000 fuzz/run 8

fuzz-long: tools
	$(if $(FRESH),fuzz/long.py clear)
	fuzz/long.py run $(SHARE)
	fuzz/long.py write

fuzz-build: tools
	@for tool in zip unzip python3; do command -v $$tool >/dev/null || { \
	  echo "skipped: make fuzz-build, because there is no $$tool"; exit 0; }; done; fuzz/check_build.sh

fuzz-valgrind: tools
	python3 fuzz/seeds.py fuzz/target/seeds
	BLOCKMASK_FUZZ_INPUTS=$(abspath $(or $(INPUTS),fuzz/target/seeds)) \
	  $(CARGO) --config 'target.$(RUST_HOST).runner="valgrind --quiet --error-exitcode=9"' \
	  test --features capi,unstable,arrow --test fuzz_regressions -- --nocapture

soak: tools shared
	$(CARGO) run --release $(FUZZ) --bin soak -- $(SECONDS)
