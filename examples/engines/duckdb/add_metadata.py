#!/usr/bin/env python3
"""Makes an extension of DuckDB of a shared object: add_metadata.py SHARED_OBJECT PLATFORM VERSION EXTENSION.

DuckDB reads 512 bytes at the end of the file, after a header of a WebAssembly section: eight fields of 32 bytes, the last
one first, and room for a signature, which an extension of one's own does not have.
"""

import pathlib
import sys

# The C API since DuckDB 1.2.0; the header of the build says the same.
API = "v1.2.0"
SECTION = b"\x00\x93\x04\x10duckdb_signature\x80\x04"


def main():
    source, platform, version, target = sys.argv[1:]
    fields = ["4", platform, API, version, "C_STRUCT", "", "", ""]
    packed = b"".join(field.encode().ljust(32, b"\0") for field in reversed(fields))
    pathlib.Path(target).write_bytes(pathlib.Path(source).read_bytes() + SECTION + packed + bytes(256))


if __name__ == "__main__":
    main()
