"""The package and the command line give the same results."""

from __future__ import annotations

import json
import os
import struct
import subprocess
from itertools import accumulate
from pathlib import Path
from typing import Any

import blockmask
import pytest
from conftest import fixture_pages


def command_line() -> str:
    path = os.environ.get("BLOCKMASK_CLI")
    if not path:
        pytest.skip("the command line: BLOCKMASK_CLI does not name it")
    return path


def single(value: Any) -> Any:
    """The value with floats in single precision, as the command line prints some."""
    if isinstance(value, float):
        return struct.unpack("f", struct.pack("f", value))[0]
    if isinstance(value, dict):
        return {key: single(item) for key, item in value.items()}
    return [single(item) for item in value] if isinstance(value, list) else value


def in_characters(value: Any, text: str) -> Any:
    """The value with offsets in the text that count characters, as in strings of Python, and not bytes."""
    characters = {at: index for index, at in enumerate(accumulate((len(c.encode()) for c in text), initial=0))}

    def convert(value: Any) -> Any:
        if isinstance(value, list):
            return [convert(item) for item in value]
        if not isinstance(value, dict):
            return value
        offsets = {"text_start", "text_end"}
        return {key: characters[item] if key in offsets else convert(item) for key, item in value.items()}

    return convert(value)


def reduced(ours: Any, theirs: Any) -> Any:
    """Our result with only the keys that the command line prints."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        return {key: reduced(ours[key], value) for key, value in theirs.items()}
    if isinstance(theirs, list) and isinstance(ours, list) and len(ours) == len(theirs):
        return [reduced(a, b) for a, b in zip(ours, theirs)]
    return ours


def compare(pages: list[bytes], folder: Path) -> None:
    program = command_line()
    paths = [folder / f"{number}.html" for number in range(len(pages))]
    for path, html in zip(paths, pages):
        path.write_bytes(html)
    for command in ("blocks", "text"):
        output = subprocess.run([program, command, "--format", "jsonl", *paths], check=True, capture_output=True).stdout
        lines = output.decode().splitlines()
        assert len(lines) == len(pages)
        for line, path, html in zip(lines, paths, pages):
            theirs = json.loads(line)
            assert (theirs.pop("file"), theirs.pop("schema")) == (str(path), 2)
            page = blockmask.analyze(html, address=path.as_uri())
            assert theirs.pop("quality") == page.quality(), path
            if command == "blocks":
                assert theirs.pop("facts") == page.facts(), path
                records = [
                    {
                        "source_start": source.start,
                        "source_end": source.stop,
                        "first_block": blocks.start,
                        "end_block": blocks.stop,
                    }
                    for source, blocks in page.records()
                ]
                assert theirs.pop("records") == records, path
                assert theirs.pop("groups") == page.groups(), path
            ours = page.to_dict()
            if command == "text":
                ours["text"] = page.main_text
            assert single(reduced(ours, theirs)) == single(in_characters(theirs, page.text)), path


def test_pages_of_the_repository(tmp_path: Path) -> None:
    compare(list(fixture_pages().values()), tmp_path)


def test_real_pages(tmp_path: Path, corpus: list[bytes]) -> None:
    compare(corpus, tmp_path)
