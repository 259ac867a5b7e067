#!/usr/bin/env python3
"""The long fuzzing campaign: a fixed number of executions of every target, and the table that reports them.

    fuzz/long.py run [SHARE]    runs the targets round-robin until each has SHARE (default 1) times its executions
    fuzz/long.py table          prints the totals of all runs since the last `clear`
    fuzz/long.py write          writes that table into docs/SECURITY.md
    fuzz/long.py clear          clears the totals, but keeps the corpus and the crashes

Each turn continues from fuzz/corpus with another seed and appends a line to fuzz/target/long/turns.tsv: the statistics
of libFuzzer and the CPU time. A crash is counted and ends the turns of its target; the other targets continue.
"""

import re
import resource
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "target" / "long"
TURNS = FOLDER / "turns.tsv"
SECURITY = HERE.parent / "docs/SECURITY.md"

# Millions of executions: at least 20 in total and one of each target. Fast targets get more.
SHARES = {
    "css": 1.0, "encoding": 1.6, "model": 12.0, "site": 12.0, "arrow": 1.0, "outputs": 1.0, "selectors": 1.0, "rules": 1.0,
    "tokenizer": 1.6, "tree": 1.1, "capi": 1.0, "analyze": 1.0, "archive": 1.0,
}
# The maximum input length in bytes. Pages of 4 KiB are large enough for every rule; `analyze` analyzes each page three
# times, so shorter inputs find more in equal time.
MAX_LENGTH = dict.fromkeys(SHARES, 4096) | {"analyze": 1024}
# The number of turns per target, so that all targets run soon after a change of the library.
TURNS_PER_TARGET = 20
# The exit status of libFuzzer after an interrupt.
INTERRUPTED = 72
BEGIN, END = "<!-- written by fuzz/long.py -->", "<!-- end of what it wrote -->"


def turns():
    """The turns so far: target, executions, seconds, CPU seconds, edges reached, all edges, crashes."""
    lines = TURNS.read_text().splitlines() if TURNS.exists() else []
    return [(fields[0], *map(float, fields[1:])) for fields in (line.split("\t") for line in lines)]


def last_number(pattern, log, default=0):
    found = re.findall(pattern, log)
    return int(found[-1]) if found else default


def cpu_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def turn(target, runs, seed):
    """Runs a target once and records its statistics. Returns whether it ended without a crash."""
    host = re.search(r"host: (.*)", subprocess.check_output(["rustc", "-vV"], text=True)).group(1)
    corpus, artifacts = HERE / "corpus" / target, HERE / "artifacts" / target
    for folder in [corpus, artifacts, FOLDER]:
        folder.mkdir(parents=True, exist_ok=True)
    command = [HERE / "target" / "coverage" / host / "release" / target, corpus, HERE / "target" / "seeds" / target]
    command += [HERE / "regressions" / target, f"-dict={HERE / 'html.dict'}", f"-runs={runs}", f"-seed={seed}"]
    command += ["-entropic=0", f"-max_len={MAX_LENGTH[target]}", "-timeout=20", "-rss_limit_mb=3000"]
    command += ["-print_final_stats=1"]
    command += [f"-artifact_prefix={artifacts}/"]
    started, used = time.time(), cpu_time()
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    seconds = time.time() - started
    used = cpu_time() - used
    log = result.stderr.decode(errors="replace")
    failed = result.returncode not in (0, INTERRUPTED)
    if failed:
        (FOLDER / f"finding-{target}-{seed}.log").write_text(log)
    executions = last_number(r"stat::number_of_executed_units: *(\d+)", log)
    edges, all_edges = last_number(r"cov: (\d+)", log), last_number(r"\((\d+) inline 8-bit counters", log)
    line = [target, executions, f"{seconds:.1f}", f"{used:.1f}", edges, all_edges, int(failed)]
    with TURNS.open("a") as file:
        file.write("\t".join(map(str, line)) + "\n")
    print(*line, flush=True)
    return not failed


def run(share):
    done, broken = turns(), set()
    seed = len(done) + 1
    for _ in range(TURNS_PER_TARGET * 2):
        for target, millions in SHARES.items():
            goal = share * millions * 1e6
            missing = goal - sum(line[1] for line in turns() if line[0] == target)
            if missing <= 0 or target in broken:
                continue
            if not turn(target, int(min(missing, goal / TURNS_PER_TARGET) + 1), seed):
                broken.add(target)
            seed += 1
    return not broken


def table():
    lines = ["| target | executions | seconds | of the processor | edges reached | edges of the library | findings |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    done = turns()
    for target in SHARES:
        own = [line for line in done if line[0] == target]
        if own:
            executions, seconds, used, failed = (int(sum(line[i] for line in own)) for i in [1, 2, 3, 6])
            edges, all_edges = int(own[-1][4]), int(own[-1][5])
            numbers = [executions, seconds, used, edges, all_edges, failed]
            lines.append(f"| {target} | " + " | ".join(f"{number:,}" for number in numbers) + " |")
    executions, seconds, used, failed = (int(sum(line[i] for line in done)) for i in [1, 2, 3, 6])
    lines.append(f"| all | {executions:,} | {seconds:,} | {used:,} | | | {failed} |")
    return "\n".join(lines)


def write():
    text = SECURITY.read_text()
    head, rest = text.split(BEGIN)
    SECURITY.write_text(f"{head}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}")


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else ""
    if command == "run":
        subprocess.run([HERE / "run", "0"], check=True)
        sys.exit(0 if run(float(sys.argv[2]) if len(sys.argv) > 2 else 1) else 1)
    elif command == "table":
        print(table())
    elif command == "write":
        write()
    elif command == "clear":
        TURNS.unlink(missing_ok=True)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
