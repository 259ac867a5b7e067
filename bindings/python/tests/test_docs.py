"""The examples of the docstrings and of the READMEs run and give what they say, and everything public is documented."""

from __future__ import annotations

import contextlib
import doctest
import inspect
import io
import re
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import blockmask
import blockmask.warc
import pytest
from conftest import ROOT

PACKAGE = Path(__file__).resolve().parents[1]


def documented() -> dict[str, Any]:
    """Everything public by name: modules, classes, functions, and the members of classes."""
    found: dict[str, Any] = {"blockmask": blockmask, "blockmask.warc": blockmask.warc}
    for module in list(found.values()):
        for name in module.__all__:
            thing = getattr(module, name)
            found[f"{module.__name__}.{name}"] = thing
            if inspect.isclass(thing):
                members = {key: value for key, value in vars(thing).items() if not key.startswith("_")}
                found |= {f"{module.__name__}.{name}.{key}": value for key, value in members.items()}
    found.pop("blockmask.__version__")
    return found


def test_everything_public_has_a_docstring() -> None:
    is_field = re.compile(r"^blockmask\.(Options|warc\.Record)\.")
    missing = [name for name, thing in documented().items() if not is_field.match(name) and not inspect.getdoc(thing)]
    assert missing == []


def test_examples_of_docstrings() -> None:
    parser, runner = (
        doctest.DocTestParser(),
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE),
    )
    attempted = 0
    for name, thing in documented().items():
        example = parser.get_doctest(inspect.getdoc(thing) or "", {}, name, name, 0)
        failed, tried = runner.run(example)
        assert failed == 0, f"{name}: see the output"
        attempted += tried
    assert attempted >= 20


def blocks_of(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


@pytest.mark.parametrize("name", ["README.md", "bindings/python/README.md", "docs/arrow.md"])
def test_programs_of_the_documentation(name: str) -> None:
    path = ROOT / name
    text = path.read_text()
    programs = blocks_of(text, "python")
    assert programs, f"{path} has no program in Python"
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(programs[0], str(path), "exec"), {})
    assert output.getvalue() == blocks_of(text, "text")[0]


def test_sessions_of_the_readme_of_the_package() -> None:
    text = (PACKAGE / "README.md").read_text()
    sessions = "\n".join(blocks_of(text, "pycon"))
    runner = doctest.DocTestRunner()
    failed, tried = runner.run(doctest.DocTestParser().get_doctest(sessions, {}, "README.md", "README.md", 0))
    assert failed == 0 and tried >= 10


def test_the_sessions_of_the_guide_to_the_tree() -> None:
    sessions = "\n".join(blocks_of((ROOT / "docs/guides/tree.md").read_text(), "pycon"))
    runner = doctest.DocTestRunner()
    failed, tried = runner.run(doctest.DocTestParser().get_doctest(sessions, {}, "tree.md", "tree.md", 0))
    assert failed == 0 and tried == 13


def test_the_version_is_that_of_the_library() -> None:
    versions = [
        re.search(r'^version = "(.*)"', path.read_text(), re.M)
        for path in (ROOT / "Cargo.toml", PACKAGE / "Cargo.toml")
    ]
    assert [match and match[1] for match in versions] == [blockmask.__version__] * 2


def test_the_source_distribution_has_the_readme_of_the_package(tmp_path: Path) -> None:
    maturin = shutil.which("maturin")
    if maturin is None:
        pytest.skip("maturin is not on the path")
    subprocess.run(
        [maturin, "sdist", "--out", tmp_path],
        cwd=PACKAGE,
        check=True,
        capture_output=True,
    )
    (path,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        (name,) = (name for name in archive.getnames() if re.fullmatch(r"[^/]+/PKG-INFO", name))
        info = archive.extractfile(name)
        assert info is not None and (PACKAGE / "README.md").read_text() in info.read().decode()
