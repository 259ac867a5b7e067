"""Statistics over the pages of a site."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import random
import subprocess
from pathlib import Path
from typing import Any

import blockmask
import pytest
from test_cli import command_line, in_characters, reduced, single

FOUNDED = "The newspaper was founded when the railway came to our town, and has told its people"
#: What each story ends with, which a page alone takes for content.
NOTE = "Visitors are welcome in the old mill, where we print on recycled paper, on the first Sunday of each month"


def word(chosen: random.Random) -> str:
    return "w" + "".join(chosen.choice(("ran", "tel", "mo", "sin", "ka", "der", "lu", "pi")) for _ in range(5))


def article(number: int) -> bytes:
    """A page of a site: a menu and a footer that all pages have, and a story in words of no other page."""
    chosen = random.Random(number)
    story = "".join(f"<p>{' '.join(word(chosen) for _ in range(words))}.</p>" for words in (72, 50))
    story += f"<p>{NOTE}</p>"
    top = "<div class=top><p>Our town's newspaper since 1897</p><p>Call us: 555 1234</p></div>"
    end = f"<div class=end><p>{FOUNDED}</p></div>"
    return f"<title>Story {number}</title>{top}<div class=story>{story}</div>{end}".encode()


def address(number: int) -> str:
    return f"https://site.example/{number}"


def stats_of(numbers: Any, capacity: int = 32) -> blockmask.SiteStats:
    stats = blockmask.SiteStats(capacity)
    for number in numbers:
        stats.add(article(number), address=address(number))
    return stats


def with_number(data: bytes, offset: int, number: int, size: int) -> bytes:
    """Statistics with another number at an offset, and the checksum for it: `src/on_demand/site/format.rs`."""
    data = data[:offset] + number.to_bytes(size, "little") + data[offset + size : -8]
    checksum = 0xCBF29CE484222325
    for byte in data:
        checksum = (checksum ^ byte) * 0x100000001B3 % 2**64
    return data + checksum.to_bytes(8, "little")


@pytest.fixture(scope="module")
def stats() -> blockmask.SiteStats:
    return stats_of(range(12))


def test_what_all_pages_repeat_is_template(stats: blockmask.SiteStats) -> None:
    html = article(100)
    assert NOTE in blockmask.extract(html) and NOTE not in blockmask.extract(html, site=stats)
    analyzer = blockmask.Analyzer(site=stats)
    expected = blockmask.analyze(html, site=stats)
    assert expected == analyzer.analyze(html) != blockmask.analyze(html)
    assert analyzer.extract(html) == expected.main_text == blockmask.extract(html, site=stats)
    for batch in (blockmask.analyze_batch([html] * 2, site=stats), analyzer.analyze_batch([html] * 2)):
        assert batch.to_pyarrow()["main_text"].to_pylist() == [expected.main_text] * 2
    # Pages that are analyzed again use them, too.
    for page in (expected, pickle.loads(pickle.dumps(expected))):
        assert page == expected and NOTE not in page.to_html() and "<p>w" in page.to_html()


@pytest.mark.parametrize("capacity", [1, 7, 32, 256])
def test_statistics_of_parts_in_any_order_are_those_of_the_whole(capacity: int) -> None:
    whole = stats_of(range(40), capacity)
    # Where the rarest words of a page are in the footer, it is a near-duplicate.
    assert min(30, capacity) <= whole.pages <= capacity == whole.capacity
    chosen = random.Random(capacity)
    for _ in range(4):
        numbers = chosen.sample(range(40), 40)
        cuts = [0, *sorted(chosen.choices(range(41), k=3)), 40]
        # Pages may be in several parts.
        parts = [stats_of(numbers[max(0, start - 2) : end], capacity) for start, end in itertools.pairwise(cuts)]
        chosen.shuffle(parts)
        before = [part.to_bytes() for part in parts]
        merged = blockmask.SiteStats(capacity)
        for part in parts:
            merged.merge(part)
        assert merged == whole and merged.to_bytes() == whole.to_bytes()
        assert before == [part.to_bytes() for part in parts]


def test_merging_takes_the_smaller_sample_and_itself() -> None:
    large, small = stats_of(range(10), 20), stats_of(range(10, 20), 5)
    large.merge(small)
    assert large == stats_of(range(20), 5)
    large.merge(large)
    assert large == stats_of(range(20), 5)


def test_copies_and_bytes(stats: blockmask.SiteStats) -> None:
    data = stats.to_bytes()
    assert len(data) <= 3000 * stats.pages
    copies = [copy.copy(stats), copy.deepcopy(stats), pickle.loads(pickle.dumps(stats))]
    copies += [blockmask.SiteStats.from_bytes(data), blockmask.SiteStats.from_bytes(bytearray(data))]
    for other in copies:
        assert other == stats and other is not stats and other.to_bytes() == data
        assert (other.pages, other.capacity) == (12, 32)
        other.add(article(50))
        assert other != stats and stats.to_bytes() == data
    assert repr(stats) == "SiteStats(pages=12, capacity=32)"
    assert stats != data and blockmask.SiteStats() == blockmask.SiteStats(32) != blockmask.SiteStats(31)
    with pytest.raises(TypeError, match="unhashable"):
        hash(stats)


def test_an_analyzer_uses_statistics_as_they_were(stats: blockmask.SiteStats) -> None:
    growing = blockmask.SiteStats()
    before = blockmask.Analyzer(site=growing)
    html = article(100)
    assert NOTE in before.extract(html) and NOTE in blockmask.extract(html, site=growing)
    growing.merge(stats)
    assert NOTE in before.extract(html) and NOTE not in blockmask.extract(html, site=growing)
    assert before.options["site"] == blockmask.SiteStats()
    assert repr(blockmask.Analyzer(site=growing)) == "Analyzer(site=SiteStats(pages=12, capacity=32))"
    assert repr(blockmask.Analyzer()) == "Analyzer()" and blockmask.Analyzer().options["site"] is None
    sent = pickle.loads(pickle.dumps(blockmask.Analyzer(site=growing, max_depth=100)))
    assert sent.options["site"] == growing and sent.options["max_depth"] == 100
    assert NOTE not in sent.extract(html)
    # What the analyzer shows is a copy.
    sent.options["site"].add(article(60))
    assert sent.options["site"] == growing


def test_pages_of_any_kind_are_added(stats: blockmask.SiteStats) -> None:
    expected = stats_of([1])
    html = article(1)
    for given in (html.decode(), bytearray(html), memoryview(html)):
        added = blockmask.SiteStats()
        added.add(given, address=address(1))
        assert added == expected
    # What the model says without statistics counts.
    for site in (None, stats):
        of_bytes, of_page = blockmask.SiteStats(), blockmask.SiteStats()
        of_bytes.add(html, address=address(1), site=site)
        of_page.add(blockmask.analyze(html, address=address(1), site=site))
        assert of_bytes == of_page == expected
    added.add(html, address=address(1) + "#top")
    assert added == expected
    encoded = "<p>Gr\u00fc\u00dfe aus der Stadt am Flu\u00df, in der es seit Tagen regnet."
    added, other = blockmask.SiteStats(), blockmask.SiteStats()
    added.add(encoded.encode("cp1252"), charset="windows-1252")
    other.add(encoded)
    assert added == other and added.pages == 1


def test_damaged_statistics_are_refused_with_the_reason(stats: blockmask.SiteStats) -> None:
    data = stats.to_bytes()
    for damaged in (data[:-1], data + b"\0", data[:100], bytes([*data[:200], data[200] ^ 1, *data[201:]])):
        with pytest.raises(blockmask.SiteError, match="^the site statistics are damaged; make them again"):
            blockmask.SiteStats.from_bytes(damaged)
    for other in (b"", b"<p>Rain", bytes(5000)):
        with pytest.raises(blockmask.SiteError, match="^not a blockmask file of site statistics"):
            blockmask.SiteStats.from_bytes(other)
    for offset, size, reason in ((6, 2, "have format version 99, "), (12, 4, "are for feature version 99, ")):
        with pytest.raises(blockmask.SiteError, match=reason):
            blockmask.SiteStats.from_bytes(with_number(data, offset, 99, size))
    assert issubclass(blockmask.SiteError, ValueError)


def test_wrong_arguments_are_named(stats: blockmask.SiteStats) -> None:
    make: Any = blockmask.SiteStats
    extract: Any = blockmask.extract
    cases: list[tuple[Any, type[Exception], str]] = [
        (lambda: make(0), ValueError, "capacity=0: must be from 1 to 256"),
        (lambda: make(257), ValueError, "capacity=257: must be from 1 to 256"),
        (lambda: make("9"), TypeError, "capacity must be an int, not str"),
        (lambda: make.from_bytes("x"), TypeError, "bytes"),
        (lambda: make().merge(b"x"), TypeError, "SiteStats"),
        (lambda: make().add(None), TypeError, "html must be bytes, str or a buffer of bytes, not NoneType"),
        (lambda: make().add(b"x", maks=1), TypeError, 'unknown option "maks"'),
        (lambda: make().add(blockmask.analyze(b"x"), address="y"), TypeError, "a Page has a charset, an address"),
        (lambda: extract(b"x", site=b"x"), TypeError, "site must be a SiteStats, not bytes"),
        (lambda: blockmask.Analyzer(site=stats, mask="density"), ValueError, 'site: only the mask "learned" uses it'),
        (lambda: make().add(b"x", mask="density"), blockmask.SiteError, "the page was analyzed with another mask"),
        (lambda: make().add(article(1), max_input=9), blockmask.TooLargeError, "more than the limit of 9"),
    ]
    for call, error, message in cases:
        with pytest.raises(error, match=message):
            call()
    unchanged = copy.copy(stats)
    with pytest.raises(blockmask.SiteError):
        unchanged.add(article(1), mask="tag-path")
    assert unchanged == stats


def test_statistics_of_another_model_are_refused(stats: blockmask.SiteStats) -> None:
    other = blockmask.SiteStats.from_bytes(with_number(stats.to_bytes(), 16, 99, 8))
    for call in (lambda: blockmask.Analyzer(site=other), lambda: blockmask.extract(b"x", site=other)):
        with pytest.raises(blockmask.SiteError, match="were made with another model; make them again with this one"):
            call()
    for one, two in ((copy.copy(stats), other), (copy.copy(other), stats)):
        before = copy.copy(one)
        with pytest.raises(blockmask.SiteError, match="another model"):
            one.merge(two)
        assert one == before


def test_the_command_line_makes_and_uses_the_same(tmp_path: Path, stats: blockmask.SiteStats) -> None:
    program = command_line()
    paths = [tmp_path / f"{number}.html" for number in range(12)]
    by_path = blockmask.SiteStats()
    for number, path in enumerate(paths):
        path.write_bytes(article(number))
        by_path.add(path.read_bytes(), address=str(path))
    theirs, ours = tmp_path / "theirs.bin", tmp_path / "ours.bin"
    subprocess.run([program, "site", "--output", theirs, *paths], check=True)
    assert theirs.read_bytes() == by_path.to_bytes()
    ours.write_bytes(stats.to_bytes())
    command: list[str | Path] = [program, "blocks", "--format", "jsonl", "--site", ours, *paths]
    lines = subprocess.run(command, check=True, capture_output=True).stdout.splitlines()
    assert len(lines) == len(paths)
    for line, path in zip(lines, paths):
        expected = json.loads(line)
        assert (expected.pop("file"), expected.pop("schema")) == (str(path), 2)
        page = blockmask.analyze(path.read_bytes(), address=path.as_uri(), site=stats)
        assert (expected.pop("facts"), len(expected.pop("records"))) == (page.facts(), len(page.records()))
        assert expected.pop("groups") == page.groups()
        assert expected.pop("quality") == page.quality()
        found = page.to_dict()
        assert single(reduced(found, expected)) == single(in_characters(expected, page.text))
