# Fuzzing. Included by the Makefile.
#
#   fuzz         TIME= seconds for each target (default 600), TARGET= its name (default: all), one after the other;
#                SANITIZER=address with a nightly toolchain; KEEP=1 goes on from what was found before
#   fuzz-short   8,000 executions of each target, always the same, as in CI
#   fuzz-long    20 million executions over all targets, in turns; goes on where it was stopped, and at its end writes
#                the table of SECURITY.md. FRESH=1 begins anew
#   soak         SECONDS= (default 60): all cores, the C interface, real and mutated pages

TIME ?= 600
TARGET ?=
SECONDS ?= 60

.PHONY: fuzz fuzz-short fuzz-long soak

fuzz: tools
	KEEP=$(or $(KEEP),1) fuzz/run $(TIME) $(TARGET)

fuzz-short: tools
	RUNS=8000 fuzz/run 8

fuzz-long: tools
	$(if $(FRESH),fuzz/long.py clear)
	fuzz/long.py run
	fuzz/long.py write

soak: tools shared
	$(CARGO) run --release $(FUZZ) --bin soak -- $(SECONDS)
