#!/bin/bash -eu
# The build script of OSS-Fuzz: builds all targets with the compiler and the flags that the environment gives (CC, CXX,
# CFLAGS, RUSTFLAGS), and copies them from $SRC/blockmask to $OUT, each with its seeds, its dictionary and its options.
# cargo-fuzz links libFuzzer by itself, so $LIB_FUZZING_ENGINE is not used.
cd "$SRC/blockmask/fuzz"
cargo fuzz build -O
host=$(rustc -vV | sed -n 's/^host: //p')
seeds=$(mktemp -d)
python3 seeds.py "$seeds"
for file in fuzz_targets/*.rs; do
    target=$(basename "$file" .rs)
    cp "target/$host/release/$target" "$OUT/$target"
    # Inputs that once failed are seeds, too.
    for input in "regressions/$target"/*; do cp "$input" "$seeds/$target/regression-$(basename "$input")"; done
    rm -f "$OUT/${target}_seed_corpus.zip"
    zip -q -j -r "$OUT/${target}_seed_corpus.zip" "$seeds/$target"
    cp html.dict "$OUT/$target.dict"
    if [ -f "options/$target.options" ]; then cp "options/$target.options" "$OUT/$target.options"; fi
done
rm -r "$seeds"
