"""Nothing is kept of a page."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import blockmask
import pytest
from conftest import RAIN, RAIN_TEXT, fixture_pages

STATUS = Path("/proc/self/status")


def resident() -> int:
    """The memory of this process in kB."""
    line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1])


@pytest.mark.skipif(not STATUS.exists(), reason="the memory of the process: there is no /proc/self/status")
def test_a_hundred_thousand_pages_leave_nothing() -> None:
    pages: list[bytes | str | bytearray] = [
        *fixture_pages().values(),
        RAIN.decode(),
        bytearray(RAIN),
        "<p>\ud800é" * 9,
        b"",
    ]
    analyzer = blockmask.Analyzer(visual=True, style_density="learned", max_depth=60)

    def use(count: int) -> None:
        for i in range(count):
            html = pages[i % len(pages)]
            if i % 10:
                analyzer.extract(html)
                continue
            page = analyzer.analyze(html)
            page.map_text_range(0, 9)
            page.join_fields("title", "text").source_range(0, 5)
            assert len(page.blocks) >= len(page.runs()) and page.links is page.links
            with pytest.raises(blockmask.TooLargeError):
                blockmask.extract(b"<p>too long", max_input=i % 7)

    use(3_000)
    gc.collect()
    before = resident()
    use(100_000)
    gc.collect()
    after = resident()
    assert after - before < 4_000, f"grew from {before} to {after} kB"


def test_bytes_and_str_are_not_copied() -> None:
    html = b"<!--" + b"x" * (32 << 20) + b"-->" + RAIN
    forms: list[bytes | str | memoryview] = [html, memoryview(html), memoryview(html)[4:], html.decode()]
    for page in forms:
        blockmask.extract(page)
        tracemalloc.start()
        assert RAIN_TEXT in blockmask.extract(page)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 1 << 20, f"{type(page)}: Python allocated {peak} bytes"


def test_options_of_functions_keep_a_bounded_number_of_pools() -> None:
    big = b"<p>Rain fell on the city. " * 20_000
    before = resident() if STATUS.exists() else 0
    for width in range(20, 220):
        blockmask.extract(big, wrap_width=width)
    if STATUS.exists():
        assert resident() - before < 400_000
    else:
        pytest.skip("the memory of the process: there is no /proc/self/status")


def test_a_kept_page_holds_what_it_needs() -> None:
    if not STATUS.exists():
        pytest.skip("the memory of the process: there is no /proc/self/status")
    analyzer = blockmask.Analyzer()
    huge = b"<div><p>Rain fell <b>on</b> the city.</div>" * 100_000
    small = b"<p>Rain fell on the city for the third day." * 100
    pages = []
    analyzer.analyze(small)
    before = resident()
    for _ in range(10):
        analyzer.analyze(huge)
        pages.append(analyzer.analyze(small))
    gc.collect()
    assert resident() - before < 60_000 and len(pages[0].blocks) == 100


def test_a_huge_page_leaves_no_memory_behind() -> None:
    if not STATUS.exists():
        pytest.skip("the memory of the process: there is no /proc/self/status")
    analyzer = blockmask.Analyzer()
    analyzer.extract(RAIN)
    before = resident()
    analyzer.extract(b"<div><p>Rain fell <b>on</b> the city.</div>" * 400_000)
    gc.collect()
    assert resident() - before < 100_000
