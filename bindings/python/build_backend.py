"""maturin, which says at once if there is no Rust: without this, it would download one first."""

import os
import shutil
import sys

import maturin
from maturin import *  # noqa: F403


def _check_cargo():
    cargo = os.environ.get("CARGO", "cargo")
    if shutil.which(cargo) is None:
        sys.exit(
            f"{cargo} not found: blockmask has no wheel for this system, and building it needs Rust 1.88 or newer, "
            "see https://rustup.rs"
        )


def get_requires_for_build_wheel(config_settings=None):
    _check_cargo()
    return maturin.get_requires_for_build_wheel(config_settings)


def get_requires_for_build_editable(config_settings=None):
    _check_cargo()
    return maturin.get_requires_for_build_editable(config_settings)
