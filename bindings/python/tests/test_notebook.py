"""How pages look in notebooks."""

from __future__ import annotations

import re
from pathlib import Path

import blockmask
import pytest
from conftest import RAIN, RAIN_TEXT, ROOT, fixture_pages


def test_a_page_shows_its_blocks() -> None:
    html = blockmask.analyze(b"<title>Rain</title>" + RAIN)._repr_html_()
    assert "<b>Rain</b>" in html and "3 blocks, UTF-8" in html and RAIN_TEXT in html
    assert "navigation &middot; link" in html and "main &middot; text" in html
    # Content is tinted, template is pale.
    assert re.search(r"opacity:1;background:rgba\(255,176,0,0\.[1-9]\d?\).*main", html)
    assert re.search(r"opacity:0\.55;background:rgba\(255,176,0,0\.00\).*navigation", html)
    assert 'title="13.0 tokens a line, weight 1.0"' in html and "width:65%" in html


def test_nothing_of_a_page_is_markup() -> None:
    evil = "&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &quot;x&quot;"
    html = blockmask.analyze(
        f"<title>{evil}</title><p class='{evil}'>{evil} and more words to make it long.</p>"
    )._repr_html_()
    assert "<script" not in html and "&lt;script&gt;alert(1)" in html and "&amp;amp;" in html


def test_long_pages_are_cut() -> None:
    page = blockmask.analyze("<p>" + "word " * 500 + "<p>word" * 500, max_depth=5)
    html = page._repr_html_()
    assert "301 more blocks" in html and "…" in html and len(html) < 200_000
    assert "cut short by depth" in blockmask.analyze("<b>" * 99 + "x", max_depth=9)._repr_html_()


def test_every_page_can_be_shown() -> None:
    for html in [*fixture_pages().values(), b"", bytes(range(256)) * 9]:
        shown = blockmask.analyze(html)._repr_html_()
        assert shown.count("<div") == shown.count("</div>") and shown.count("<span") == shown.count("</span>")


@pytest.mark.filterwarnings("default")
def test_the_notebook_runs(tmp_path: Path) -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    path = ROOT / "examples/python/blockmask.ipynb"
    notebook = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in notebook.cells), "the notebook is stored with outputs"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(path.parent)}}).execute()
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("blockmask-page" in output.get("data", {}).get("text/html", "") for output in outputs)
