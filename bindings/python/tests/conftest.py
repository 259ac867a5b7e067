"""Pages for the tests: from the repository, and real ones if there is a corpus."""

from __future__ import annotations

import gzip
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import blockmask
import pytest

ROOT = Path(__file__).resolve().parents[3]
SHARED = Path(os.environ.get("BLOCKMASK_SHARED", ROOT.parent / "shared"))

RAIN = b"<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose."
RAIN_TEXT = "Rain fell on the city for the third day, and the river rose."


def fixture_pages() -> dict[str, bytes]:
    """The pages of the repository by name."""
    files = [*sorted((ROOT / "tests/fixtures/pages").glob("*.html")), ROOT / "tests/fixtures/everything.html"]
    return {path.name: path.read_bytes() for path in [*files, ROOT / "examples/demo.html"]}


def cancelled(
    running: blockmask.Analyzer | blockmask.Page, work: Callable[[], object]
) -> list[blockmask.Error]:
    """Cancels the analyzer or the page until two threads have ended that do the work; the errors that they raised. On a
    busy machine a thread may end before it is cancelled: then it is tried again."""
    errors: list[blockmask.Error] = []

    def run() -> None:
        try:
            work()
        except blockmask.Error as error:
            errors.append(error)

    for _ in range(20):
        errors.clear()
        workers = [threading.Thread(target=run) for _ in range(2)]
        for worker in workers:
            worker.start()
        while any(worker.is_alive() for worker in workers):
            time.sleep(0.005)
            running.cancel()
        if len(errors) == len(workers):
            break
    return errors


@pytest.fixture(params=sorted(fixture_pages()))
def page_bytes(request: pytest.FixtureRequest) -> bytes:
    return fixture_pages()[request.param]


@pytest.fixture(scope="session")
def corpus() -> list[bytes]:
    """Real pages."""
    files = sorted((SHARED / "corpus").glob("*/html/*.gz"))[::9]
    if not files:
        pytest.skip("real pages: BLOCKMASK_SHARED names no folder with a corpus")
    return [gzip.decompress(path.read_bytes()) for path in files]
