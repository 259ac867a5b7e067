"""What pip says where the package cannot be built."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("kind", ["wheel", "editable"])
def test_without_cargo_a_line_says_what_to_install(kind: str) -> None:
    run = subprocess.run(
        [sys.executable, "-c", f"import build_backend; build_backend.get_requires_for_build_{kind}()"],
        cwd=PACKAGE,
        env=os.environ | {"PATH": "/nonexistent"},
        capture_output=True,
        text=True,
    )
    assert run.returncode == 1
    assert run.stderr.startswith("cargo not found: ") and "https://rustup.rs" in run.stderr
    assert run.stderr.count("\n") == 1
