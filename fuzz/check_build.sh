#!/usr/bin/env bash
# Runs build.sh as OSS-Fuzz does, in a separate folder, and checks what it leaves there: each target runs on its seeds
# with its options. Where there is no cargo-fuzz, `run` builds the targets in its place.
set -euo pipefail
cd "$(dirname "$0")"
fuzz=$PWD
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/src" "$folder/out" "$folder/bin"
ln -s "$(dirname "$fuzz")" "$folder/src/blockmask"

if ! cargo fuzz --version >/dev/null 2>&1; then
    echo "no cargo-fuzz: fuzz/run builds the targets"
    cat >"$folder/bin/cargo-fuzz" <<EOF
#!/usr/bin/env bash
# Called as: cargo-fuzz fuzz build -O
set -euo pipefail
[ "\$*" = "fuzz build -O" ]
"$fuzz/run" 0
host=\$(rustc -vV | sed -n 's/^host: //p')
mkdir -p "$fuzz/target/\$host"
ln -sfn "$fuzz/target/coverage/\$host/release" "$fuzz/target/\$host/release"
EOF
    chmod +x "$folder/bin/cargo-fuzz"
fi

# Compilers and flags come from the environment: others would build libFuzzer again.
env PATH="$folder/bin:$PATH" SRC="$folder/src" OUT="$folder/out" LIB_FUZZING_ENGINE=-fsanitize=fuzzer bash build.sh

cd "$folder/out"
for file in "$fuzz"/fuzz_targets/*.rs; do
    target=$(basename "$file" .rs)
    mkdir "$folder/$target"
    unzip -q "${target}_seed_corpus.zip" -d "$folder/$target"
    seeds=$(find "$folder/$target" -type f | wc -l)
    arguments=(-dict="$target.dict" -runs=0)
    if [ -f "$target.options" ]; then
        options=$(sed -n 's/^\([a-z_]*\) = /-\1=/p' "$target.options")
        for option in $options; do arguments+=("$option"); done
    fi
    "./$target" "${arguments[@]}" "$folder/$target" >"$folder/log" 2>&1 || { tail -n 20 "$folder/log"; exit 1; }
    # An empty archive or options that libFuzzer does not know would go unnoticed otherwise.
    if [ "$seeds" -lt 2 ] || grep 'WARNING: unrecognized flag' "$folder/log"; then
        echo "$target: $seeds seeds" >&2
        exit 1
    fi
    printf '%s: %d seeds, %s\n' "$target" "$seeds" "${arguments[*]}"
done
