"""Prints what the extras of the Python package need, for pip: `requirements.py pyproject.toml`."""

import sys
import tomllib

with open(sys.argv[1], "rb") as file:
    extras = tomllib.load(file)["project"]["optional-dependencies"]
print(*sorted({need for needs in extras.values() for need in needs}), sep="\n")
