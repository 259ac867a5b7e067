#!/usr/bin/env python3
"""Writes packaging/THIRD-PARTY.md: the notices of everything that is linked into the libraries and the command line.

    python3 packaging/notices.py           # writes the file
    python3 packaging/notices.py --check   # fails if the file is not what would be written
    python3 packaging/notices.py --sbom    # prints what is linked, with versions, as a bill of materials: CycloneDX

The crates are those that Cargo links for the platforms of releases; names and licenses without versions, so that an
update alone changes nothing. What no crate says (the compiler's runtime, data from standards) is stated here.
"""

import difflib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTICES = ROOT / "packaging/THIRD-PARTY.md"
CARGO = os.environ.get("CARGO", "cargo")
TARGETS = [
    "x86_64-unknown-linux-gnu",
    "aarch64-unknown-linux-gnu",
    "x86_64-unknown-linux-musl",
    "aarch64-unknown-linux-musl",
    "x86_64-apple-darwin",
    "aarch64-apple-darwin",
    "x86_64-pc-windows-gnu",
    "x86_64-pc-windows-msvc",
    "aarch64-pc-windows-msvc",
]
LIBRARY = ["-p", "blockmask", "-F", "capi"]
COMMAND_LINE = ["-p", "blockmask-cli", "-F", "parquet"]

HEAD = """# Third-party notices

Binaries of blockmask contain the software below. Where a license is a choice that includes Apache-2.0, it is taken
under Apache-2.0, whose text is in `LICENSE`; the NOTICE files that come with it are below.

This file is generated: `python3 packaging/notices.py`. `make notices` fails where a dependency is missing.

## Crates

| crate | license | in |
|---|---|---|
"""

OTHER = """
## Data and runtime

| what | license | in |
|---|---|---|
| Rust standard library, The Rust Project Developers, <https://github.com/rust-lang/rust>, and what it links: \
addr2line, cfg-if, compiler-builtins, gimli, hashbrown, libc, memchr, miniz_oxide, object, rustc-demangle | \
MIT OR Apache-2.0 (compiler-builtins also Apache-2.0 WITH LLVM-exception) | all |
| Unicode Character Database: classes of characters; also in the standard library | Unicode-3.0 | all |
| WHATWG HTML Standard: names of character references | BSD-3-Clause | all |
| LLVM libunwind | Apache-2.0 WITH LLVM-exception | builds for musl, and by Zig's linker |
| libdeflate | MIT | command line |
| musl | MIT | the command line for musl |
| mingw-w64 runtime | ZPL-2.1 | builds for Windows with the GNU toolchain |
"""


def run(*arguments):
    return subprocess.run([CARGO, *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def linked(package):
    """The names and versions of the crates that are linked into a package: without build dependencies and procedural macros."""
    targets = [word for target in TARGETS for word in ("--target", target)]
    tree = run("tree", "--locked", "-e", "normal,no-proc-macro", "--prefix", "none", "-f", "{p}", *package, *targets)
    found = {tuple(line.split()[:2]) for line in tree.splitlines() if line.strip()}
    return {(name, version.removeprefix("v")) for name, version in found if not name.startswith("blockmask")}


def crates():
    """What Cargo knows of each package, by name and version."""
    metadata = json.loads(run("metadata", "--locked", "--all-features", "--format-version", "1"))
    return {(package["name"], package["version"]): package for package in metadata["packages"]}


# Crates without a license file, and another one of the same repository and license.
SAME_LICENSE = {"alloc-stdlib": "alloc-no-stdlib"}
LICENSE_FILES = ["LICENSE-MIT", "LICENSE", "LICENSE.md", "LICENSE.txt", "LICENSE-MIT.md"]


def by_name(crates, name):
    return next(package for (other, _), package in crates.items() if other == name)


def license_file(package, *names):
    folder = Path(package["manifest_path"]).parent
    for name in names:
        if (folder / name).is_file():
            return "\n".join(line.rstrip() for line in (folder / name).read_text().strip().splitlines())
    sys.exit(f"notices: {package['name']} {package['version']} has none of {', '.join(names)}")


def notice(package):
    files = sorted(Path(package["manifest_path"]).parent.glob("NOTICE*"))
    return files[0].read_text().strip() if files else None


def sections(title, texts):
    """A section for each text, which names all crates that have it."""
    for text in sorted(set(texts.values())):
        names = ", ".join(sorted(name for name, other in texts.items() if other == text))
        yield f"## {title}: {names}\n\n```text\n{text}\n```\n"


def copyright_lines(text):
    return re.findall(r"^(?:Copyright|©|\(c\)).*$", text, re.MULTILINE | re.IGNORECASE)


def generate():
    library, command_line, known = linked(LIBRARY), linked(COMMAND_LINE), crates()
    texts, notice_texts = {}, {}
    rows, mit_text = [], ""
    under_mit = {
        "libdeflate": ["Copyright 2016 Eric Biggers", "Copyright 2024 Google LLC"],
        "musl": ["Copyright © 2005-2020 Rich Felker, et al."],
    }
    for crate in sorted(library | command_line):
        name, package = crate[0], known[crate]
        license = package["license"].replace("/", " OR ")
        where = "all" if crate in library else "command line"
        row = f"| [{name}]({package['repository']}) | {license} | {where} |"
        if row not in rows:
            rows.append(row)
        if "Apache-2.0" in license:
            if notice(package):
                notice_texts[name] = notice(package)
            continue
        if "MIT" not in license:
            of = by_name(known, SAME_LICENSE.get(name, name))
            parts = [part.strip() for part in license.split(" AND ")]
            texts[name] = "\n\n".join(license_file(of, f"LICENSE.{part}", *LICENSE_FILES) for part in parts)
            continue
        text = license_file(package, *LICENSE_FILES)
        under_mit[name] = copyright_lines(text.split("Permission is hereby")[0])
        if name == "memchr":
            mit_text = text[text.index("Permission is hereby") :]
    whatwg = license_file(by_name(known, "encoding_rs"), "LICENSE-WHATWG")
    unicode = license_file(by_name(known, "icu_properties_data"), "LICENSE")
    mingw = (ROOT / "packaging/mingw-w64-license.txt").read_text().strip()
    holders = [f"- {name}: {'; '.join(lines) or 'its authors'}" for name, lines in sorted(under_mit.items())]
    parts = [
        HEAD + "\n".join(rows) + "\n" + OTHER,
        "## MIT\n\n" + "\n".join(holders) + f"\n\n```text\n{mit_text}\n```\n",
        "## BSD-3-Clause: data of WHATWG standards, in encoding_rs and in the HTML parser\n\n```text\n"
        + f"{whatwg}\n```\n",
        *sections("License", texts),
        *sections("Notice", notice_texts),
        f"## Unicode-3.0\n\n```text\n{unicode}\n```\n",
        f"## ZPL-2.1: mingw-w64\n\n```text\n{mingw}\n```\n",
    ]
    return "\n".join(parts)


def bill_of_materials():
    """CycloneDX 1.6. The crates of the command line alone are optional in an archive that has the libraries, too."""
    library, command_line, known = linked(LIBRARY), linked(COMMAND_LINE), crates()
    version = next(package["version"] for (name, _), package in known.items() if name == "blockmask")
    itself = {"type": "library", "bom-ref": f"pkg:cargo/blockmask@{version}", "name": "blockmask", "version": version}
    components = []
    for name, number in sorted(library | command_line):
        license = known[name, number]["license"].replace("/", " OR ")
        components.append(
            {
                "type": "library",
                "bom-ref": f"pkg:cargo/{name}@{number}",
                "name": name,
                "version": number,
                "scope": "required" if (name, number) in library else "optional",
                "licenses": [{"expression": license}],
                "purl": f"pkg:cargo/{name}@{number}",
            }
        )
    needs = [component["bom-ref"] for component in components if component["scope"] == "required"]
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": itself | {"licenses": [{"expression": "MIT OR Apache-2.0"}]}},
        "components": components,
        "dependencies": [{"ref": itself["bom-ref"], "dependsOn": needs}],
    }
    return json.dumps(bill, indent=2)


def main():
    if "--sbom" in sys.argv[1:]:
        print(bill_of_materials())
        return
    text = generate()
    if "--check" not in sys.argv[1:]:
        NOTICES.write_text(text)
        return
    written = NOTICES.read_text() if NOTICES.exists() else ""
    if written != text:
        sys.stderr.writelines(difflib.unified_diff(written.splitlines(True), text.splitlines(True), "written", "now"))
        sys.exit("notices: packaging/THIRD-PARTY.md is out of date: python3 packaging/notices.py")
    print("notices: packaging/THIRD-PARTY.md names all that is linked")


main()
