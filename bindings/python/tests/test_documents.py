"""examples/python/documents.py makes documents of the real packages; what is not installed is skipped."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
DOCUMENTS = runpy.run_path(str(ROOT / "examples/python/documents.py"))
PAGE = """<title>Cities</title><h1>Cities in the north</h1>
<p>The cities in the north are older than the cities in the south, and each of them has a bridge over its river.
<h2>Size</h2><table><tr><th>City<th>People<tr><td>Ayr<td>46000<tr><td>Bonn<td>336000</table>
<h2>Tools</h2><p>All of these tools were used to build the bridges, which are of stone and of wood:
<ul><li>a hammer of the old kind<li>a saw for the beams of oak</ul>
<pre>build(bridge)
close(bridge)</pre>"""


def page(tmp_path: Path, *command: str) -> Any:
    program = os.environ.get("BLOCKMASK_CLI")
    if not program:
        pytest.skip("the command line: BLOCKMASK_CLI does not name it")
    path = tmp_path / "page.html"
    path.write_text(PAGE)
    output = subprocess.run([program, *command, "--format", "jsonl", str(path)], check=True, capture_output=True)
    return json.loads(output.stdout)


@pytest.mark.parametrize(("package", "name"), [("langchain_core", "langchain"), ("llama_index.core", "llama_index")])
def test_passages(package: str, name: str, tmp_path: Path) -> None:
    pytest.importorskip(package)
    cut = page(tmp_path, "passages", "--text-fragments", "--max-tokens", "40")
    documents = DOCUMENTS[name](cut)
    assert len(documents) == len(cut["passages"]) > 1
    texts = [document.page_content if name == "langchain" else document.text for document in documents]
    assert texts[-1].startswith("Cities in the north > "), texts
    assert all("page.html#:~:text=" in document.metadata["source"] for document in documents)
    ids = [document.id if name == "langchain" else document.id_ for document in documents]
    assert len(set(ids)) == len(ids)


def test_unstructured(tmp_path: Path) -> None:
    pytest.importorskip("unstructured")
    elements = DOCUMENTS["unstructured"](page(tmp_path, "blocks"))
    found = [(type(element).__name__, element.text) for element in elements]
    assert ("Title", "Cities in the north") in found and ("ListItem", "a hammer of the old kind") in found
    assert ("Table", "City | People\nAyr | 46000\nBonn | 336000") in found
    assert ("CodeSnippet", "build(bridge)\nclose(bridge)") in found
    depths = {element.text: element.metadata.category_depth for element in elements if element.category == "Title"}
    assert depths["Size"] == 1


def test_docling(tmp_path: Path) -> None:
    pytest.importorskip("docling_core")
    document = DOCUMENTS["docling"](page(tmp_path, "blocks"))
    markdown = document.export_to_markdown()
    assert "a hammer of the old kind" in markdown and "build(bridge)\nclose(bridge)" in markdown, markdown
    (table,) = document.tables
    assert (table.data.num_rows, table.data.num_cols) == (3, 2)
    assert [cell.text for cell in table.data.table_cells if cell.column_header] == ["City", "People"]
    assert type(document).model_validate(document.export_to_dict()) == document
