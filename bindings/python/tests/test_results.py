"""What `extract` and `analyze` give."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import blockmask
import pytest
from conftest import RAIN, RAIN_TEXT

HTML = b"""<!DOCTYPE html><meta charset=utf-8><title>Rain &amp; snow</title>
<ul><li><a href=/>Home</a></li><li><a href="/news?a=1&amp;b=2">News</a></li></ul>
<h1>The third day</h1>
<p>Rain fell on the <b>city</b> for the third day, and the river rose until it stood at the doors of the lower town,
where people carried what they had upstairs &mdash; caf\xc3\xa9 chairs first &mdash; and waited for the boats.</p>
<p hidden>Not to be seen, but long enough to be a separate sentence.</p>"""


def test_extract_gives_the_main_text() -> None:
    assert blockmask.extract(RAIN) == RAIN_TEXT
    assert blockmask.extract(RAIN.decode()) == RAIN_TEXT
    assert blockmask.Analyzer().extract(RAIN) == RAIN_TEXT
    assert blockmask.analyze(RAIN).main_text == RAIN_TEXT


def test_blocks_have_all_attributes() -> None:
    page = blockmask.analyze(HTML)
    title, home, news, heading, paragraph, hidden = page.blocks
    assert [block.text for block in (title, home, news, heading)] == ["Rain & snow", "Home", "News", "The third day"]
    assert [block.index for block in page.blocks] == list(range(6))
    assert [block.field for block in page.blocks] == ["title", "link", "link", "h1", "text", "hidden"]
    assert [block.role for block in (title, heading, paragraph, hidden)] == ["title", "heading", "main", "hidden"]
    assert title.flags == {"in-head"} and hidden.flags == {"hidden"}
    assert (heading.heading_level, paragraph.heading_level) == (1, 0)
    assert home.tag_path == "html/body/ul/li" and home.depth == 4
    assert (home.tokens, home.linked_tokens, home.link_density, home.link_targets) == (1, 1, 1.0, 1)
    assert (title.segment, paragraph.segment is None) == (None, False)
    assert not paragraph.is_template and hidden.is_template
    assert 0 <= hidden.probability < paragraph.probability <= 1
    assert paragraph.weight == 4 and hidden.weight == 0 and title.weight > 4
    assert paragraph.lines >= 3 and paragraph.text_density > 5
    assert paragraph.characters == len(paragraph.text)
    assert HTML[title.source] == b"Rain &amp; snow"
    assert (home.source_start, home.source_end) == (home.source.start, home.source.stop)
    assert page.text[paragraph.text_range] == paragraph.text
    assert page.text.rstrip("\n") == "\n".join(block.text for block in page.blocks)


def test_pages_have_all_attributes() -> None:
    page = blockmask.analyze(HTML)
    assert page.html is HTML
    assert page.title == "Rain & snow"
    assert page.kind in page.kind_probabilities and sum(page.kind_probabilities.values()) == pytest.approx(1)
    assert (page.encoding, page.encoding_source) == ("UTF-8", "meta")
    assert page.truncation == frozenset() and not page.is_recovered
    assert [link.target for link in page.links] == ["/", "/news?a=1&b=2"]
    assert [HTML[link.source] for link in page.links] == [b"Home", b"News"]
    assert [link.text for link in page.links] == [page.text[link.text_range] for link in page.links]
    in_segments = sum(block.tokens for block in page.blocks if block.segment is not None)
    assert sum(segment.tokens for segment in page.segments) == in_segments
    assert all(segment.text == page.text[segment.text_range] for segment in page.segments)
    assert all(HTML[region] for region in page.main_regions) and page.main_regions
    assert page.fingerprint.is_valid and page.fingerprint.is_near_duplicate(page.fingerprint)
    assert (page.page_layout, page.layout_areas, page.visual_areas) == (None, (), ())
    runs = page.runs()
    assert [(run.text, run.field, run.weight, run.source) for run in runs] == [
        (block.text, block.field, block.weight, block.source) for block in page.blocks
    ]
    assert [run.block for run in runs] == list(range(len(page.blocks)))
    assert "<b>city</b>" in page.to_html() and "Home" not in page.to_html()
    assert "<" in page.pruned_html()


def test_a_page_without_a_title_or_a_kind() -> None:
    page = blockmask.analyze(b"", mask="density")
    assert (page.title, page.kind, page.kind_probabilities, page.blocks, page.text) == (None, None, {}, (), "")
    assert page.to_dict()["kind_probabilities"] is None


def test_options_add_layout_and_visual_areas() -> None:
    page = blockmask.analyze(HTML, style_density="learned", visual=True)
    assert page.page_layout in {"article", "article-with-comments", "multiple"}
    headline = next(area for area in page.visual_areas if area.text == "The third day")
    assert headline.visual_class == "h1" and 0 < headline.probability <= 1
    assert headline.width > 0 and headline.font_size > 10 and 0 <= headline.luminance <= 1
    assert HTML[headline.source] == b"The third day"
    assert page.blocks[-1].hidden_reasons == {"display"}
    assert page.blocks[-1].hidden_characters == page.blocks[-1].characters
    post = b"<div class=post><p>%s</div>" % (b"A post with some words in it, and more. " * 9)
    areas = blockmask.analyze(post * 9, style_density="learned").layout_areas
    assert areas and all((post * 9)[area.source] and area.characters == len(area.text) for area in areas)


def test_joined_fields_map_back_to_the_page() -> None:
    page = blockmask.analyze(HTML)
    joined = page.join_fields("title", "h1", "text")
    assert joined.text.split("\n")[:2] == ["Rain & snow", "The third day"]
    assert str(joined) == joined.text and len(joined) == len(joined.text)
    for words in ["Rain & snow", "third day", "café chairs", "—"]:
        start = joined.text.find(words)
        stop = start + len(words)
        assert page.text[joined.text_range(start, stop)] == words
        source = joined.source_range(start, stop)
        assert HTML[source].decode() == words.replace("&", "&amp;").replace("—", "&mdash;")
    assert HTML[joined.source_range(0, 10**9)].startswith(b"Rain &amp;")
    empty = page.join_fields()
    assert (empty.text, empty.text_range(0, 5)) == ("", slice(0, 0))
    assert empty.source_range(3, 1).start == page.map_text_offset(0)
    with pytest.raises(ValueError, match='"h7": no such name; the names are title'):
        page.join_fields("h7")


def test_the_main_text_maps_back_to_the_page() -> None:
    page = blockmask.analyze(HTML)
    joined = page.join_main_text()
    assert joined.text == page.main_text
    start = joined.text.find("city for")
    assert HTML[joined.source_range(start, start + 8)] == b"city</b> for"
    assert pickle.loads(pickle.dumps(joined)) == joined != page.join_fields("title")


def test_blocks_are_found_in_markdown() -> None:
    page = blockmask.analyze(
        "<h1>Brötchen</h1><blockquote>Flour, <b>wäter</b> and salt,<br>and time enough for the dough to rise.</blockquote>"
        "<ol start=3><li>Knead the dough &amp; form it, while the <a href=/oven>oven</a> gets hot.</ol>"
        "<table><tr><th>The dough that rises over night<td>is baked in the morning, before the guests come."
        "<tr><th>The dough that rises by day<td>is baked in the evening, after the guests have gone.</table>",
        address="https://example.org/",
    )
    table = (
        "| The dough that rises over night | is baked in the morning, before the guests come. |\n| --- | --- |\n"
        "| The dough that rises by day | is baked in the evening, after the guests have gone. |"
    )
    markdown, blocks, truncation = page.to_markdown_with_blocks()
    assert markdown == page.to_markdown()
    assert [index for index, _ in blocks] == list(range(7))
    assert truncation == frozenset()
    assert [markdown[part] for _, part in blocks] == [
        "# Brötchen",
        "Flour, **wäter** and salt,\\\n> and time enough for the dough to rise.",
        "Knead the dough & form it, while the [oven](https://example.org/oven) gets hot.",
        *[table] * 4,
    ]
    assert page.to_markdown_with_blocks(links=False)[0] == page.to_markdown(links=False)
    assert blockmask.analyze("").to_markdown_with_blocks() == ("", [], frozenset())
    long = "<p>Rain fell on <a href=/the/city>the city</a> for the third day." * 8_000
    markdown, _, truncation = blockmask.analyze(long, max_output=1).to_markdown_with_blocks()
    assert truncation == {"output"} and markdown.count("Rain") == 8_000 and "/the/city" not in markdown


def test_headings_of_passages_are_bounded() -> None:
    words = "word " * 2_000
    html = "".join(f"<h{level}>{words}</h{level}>" for level in range(1, 7)) + "<p>Rain fell on the city. " * 4_000
    passages = blockmask.analyze(html).passages(max_tokens=1)
    length = sum(len(heading) for passage in passages for heading in passage.headings)
    assert 0 < length <= 64 * len(html) + (1 << 20)
    assert len(passages) > 4_000 and passages[-1].headings == []


def test_passages_count_the_tokens_of_others() -> None:
    page = blockmask.analyze("<p>Größe und Höhe der Brücke. " * 9 + "<p>Der Fluss stieg über Nacht um zwei Meter. " * 9)
    every = list(range(len(page.text)))
    passages = page.passages(max_tokens=60, token_starts=every)
    assert " ".join(passage.text for passage in passages).split() == page.main_text.split()
    assert all(passage.tokens <= 60 for passage in passages)
    assert all(sum(passage.roles.values()) == passage.tokens for passage in passages)
    assert page.passages(token_starts=[]) == page.passages(token_starts=())
    for wrong in ([3, 2], [1, 1], [len(page.text)], [-1]):
        with pytest.raises((ValueError, OverflowError)):
            page.passages(token_starts=wrong)


def test_counts() -> None:
    page = blockmask.analyze("<p>Rain fell on the city for the third day. The river rose by 2 metres.")
    counts = page.counts()
    assert (counts["words"], counts["word_characters"], counts["sentences"], counts["digits"]) == (15, 52, 2, 1)
    assert page.block_counts() == [counts]


def test_languages() -> None:
    page = blockmask.analyze("<p>Am dritten Tag fiel Regen auf die Stadt.<p lang=fr>42")
    assert page.page_language()["language"] == "de"
    assert [found["language"] for found in page.block_languages()] == ["de", "fr"]
    assert page.block_languages()[1]["confidence"] == 0


def test_quality() -> None:
    quality = blockmask.analyze("<title>404 Not Found</title><h1>Not Found</h1>").quality()
    assert quality == {"score": 0.1, "reason": "error-page"}
    story = "<p>Rain fell on the city for the third day, and the river rose by two metres over night." * 9
    quality = blockmask.analyze("<h1>Rain</h1>" + story).quality()
    assert quality["score"] > 0.8
    assert quality["reason"] is None
    with pytest.raises(blockmask.NotComputedError, match="mask was not computed"):
        blockmask.analyze(story, parts=[]).quality()


def test_table_cells() -> None:
    page = blockmask.analyze("\u00e9<table><tr><td><th>Rain<tr><th>Monday<td>30 mm</table>")
    cells = page.table_cells()
    assert [cell["headers"] for cell in cells] == [[], [], [], [1, 2]]
    assert [cell["is_header"] for cell in cells] == [False, True, True, False]
    last = cells[3]
    assert (last["table"], last["row"], last["column"], last["row_span"], last["column_span"]) == (0, 1, 1, 1, 1)
    assert page.blocks[last["first_block"]].text == "30 mm" and last["source_start"] == 38
    assert not last["is_guessed_header"]


def test_what_became_of_passages() -> None:
    def ids(html: str) -> list[int]:
        return [passage.id for passage in blockmask.analyze(html).passages(max_tokens=12)]

    rain = "<p>Rain fell on the city for the third day in a row.<p>The river rose, and the old bridge was closed."
    old, new = ids(rain), ids(rain.replace("rose", "fell"))
    assert blockmask.diff_passages(old, new) == [
        {"change_kind": "stayed", "old_passage": 0, "new_passage": 0},
        {"change_kind": "changed", "old_passage": 1, "new_passage": 1},
    ]
    assert blockmask.diff_passages(old[:1], []) == [{"change_kind": "went", "old_passage": 0, "new_passage": None}]
    assert blockmask.diff_passages([], old[:1]) == [{"change_kind": "came", "old_passage": None, "new_passage": 0}]


def test_roles_of_passages() -> None:
    page = blockmask.analyze("<h1>The river</h1><p>Rain fell on the city. It fell for three days. The river rose.")
    first, second = page.passages(max_tokens=12, overlap_tokens=6)
    assert (first.roles, first.overlap_tokens) == ({"heading": 2, "main": 10}, 0)
    assert (second.roles, second.overlap_tokens) == ({"main": 8}, 5)
    assert page.passages(token_starts=[0, 4, 10])[0].roles == {"heading": 2, "main": 1}
    assert page.passages(token_starts=[])[0].roles == {}


def test_ranges_of_the_text_map_to_the_source() -> None:
    page = blockmask.analyze(HTML)
    start = page.text.find("city for")
    assert HTML[page.map_text_range(start, start + 8)] == b"city</b> for"
    assert page.map_text_offset(start) == HTML.find(b"city")
    assert page.map_text_range(5, 5).start == page.map_text_range(5, 5).stop == page.map_text_offset(5)
    assert page.map_text_range(9, 2) == slice(page.map_text_offset(9), page.map_text_offset(9))
    assert page.map_text_range(0, 10**15).stop <= len(HTML)
    for name, start, stop in [("start", -1, 5), ("stop", 0, -1)]:
        with pytest.raises(ValueError, match=f"{name}=-1: must not be negative"):
            page.map_text_range(start, stop)


def test_results_are_values() -> None:
    page = blockmask.analyze(HTML, visual=True, style_density="paper")
    again = blockmask.analyze(HTML, visual=True, style_density="paper")
    assert page == again and page.blocks == again.blocks and page.links == again.links
    assert page != blockmask.analyze(HTML) and page.blocks[0] != page.blocks[1] and page.blocks[0] != 1
    assert page.blocks is page.blocks and page.blocks[1:3] == again.blocks[1:3]
    results = [page, page.join_fields("h1"), page.fingerprint, *page.blocks, *page.segments, *page.links, *page.runs()]
    for result in [*results, *page.visual_areas, *page.layout_areas]:
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(result, protocol)) == result
        assert copy.deepcopy(result) == result
        assert repr(result).startswith(type(result).__name__ + "(")
        attribute = next(name for name in dir(result) if not name.startswith("_"))
        with pytest.raises(AttributeError):
            setattr(result, attribute, None)
    assert len({page.fingerprint, again.fingerprint}) == 1


def test_a_pickled_page_still_knows_its_source() -> None:
    forms: list[bytes | str | memoryview | bytearray] = [HTML, HTML.decode(), memoryview(HTML)[10:], bytearray(HTML)]
    for html in forms:
        page = blockmask.analyze(html, address="https://example.org/")
        restored = pickle.loads(pickle.dumps(page))
        assert restored == page and type(restored.html) is (str if isinstance(html, str) else bytes)
        start = restored.text.find("café")
        assert restored.map_text_range(start, start + 4) == page.map_text_range(start, start + 4)
        assert restored.to_html() == page.to_html()


def test_pages_outlive_their_analyzer_and_are_read_by_many_threads() -> None:
    analyzer = blockmask.Analyzer()
    pages = [analyzer.analyze(HTML.replace(b"third", b"%dth" % number)) for number in range(4, 24)]
    del analyzer

    def read(page: blockmask.Page) -> tuple[Any, ...]:
        blocks = [block.text for block in page.blocks]
        return blocks, page.to_markdown(), page.facts(), page.passages(), page.join_fields("h1").text, page.to_dict()

    with ThreadPoolExecutor(4) as pool:
        for page, *results in zip(pages, *(pool.map(read, pages) for _ in range(3)), strict=True):
            assert results == [read(page)] * 3
    assert [page.join_fields("h1").text for page in pages] == [f"The {number}th day" for number in range(4, 24)]


def test_what_was_not_computed_is_an_error() -> None:
    page = blockmask.analyze(HTML, parts=["mask"])
    assert page.parts == {"mask"}
    assert page.main_text and page.to_html() and page.facts() and page.records() == []
    reads: list[tuple[str, Callable[[], object]]] = [
        ("structure", page.to_markdown),
        ("structure", page.to_markdown_with_blocks),
        ("structure", page.to_text),
        ("structure", page.passages),
        ("region", page.pruned_html),
    ]
    for part, read in reads:
        with pytest.raises(blockmask.NotComputedError, match=f"^{part} was not computed"):
            read()


def test_damaged_pickles_are_refused() -> None:
    reduced: Any = blockmask.analyze(RAIN).blocks[0].__reduce__()
    restore, (name, fields) = reduced
    for arguments in [
        ("Blok", fields),
        (name, fields[:5]),
        (name, ("x", *fields[1:])),
        (name, (*fields[:-2], "no", set())),
    ]:
        with pytest.raises((ValueError, TypeError)):
            restore(*arguments)


def test_analyzers_can_be_pickled() -> None:
    analyzer = blockmask.Analyzer(mask="density", max_nodes=100, style_density="paper")
    assert pickle.loads(pickle.dumps(analyzer)).options == analyzer.options
    assert analyzer.options["max_nodes"] == 100 and analyzer.options["max_steps"] is None


def test_repr_says_what_it_is() -> None:
    page = blockmask.analyze(RAIN)
    assert repr(page) == f"Page(title=None, kind={page.kind!r}, blocks=2)"
    text = "Block(source=slice(15, 19, None), field='link', weight=2, is_template=True, text='Home')"
    assert repr(page.blocks[0]) == text
    assert repr(page.links[0]) == "Link(source=slice(15, 19, None), target='/', text='Home')"
    assert repr(blockmask.Analyzer(max_nodes=5, mask="density")) == "Analyzer(mask='density', max_nodes=5)"


def test_dicts_are_plain_json(page_bytes: bytes) -> None:
    page = blockmask.analyze(page_bytes, visual=True, style_density="learned")
    record = page.to_dict()
    assert json.loads(json.dumps(record)) == record
    assert [block["text"] for block in record["blocks"]] == [block.text for block in page.blocks]
    assert [set(block["flags"]) for block in record["blocks"]] == [block.flags for block in page.blocks]
    assert int(record["fingerprint"]["sim_hash"], 16) == page.fingerprint.sim_hash
    assert int(record["fingerprint"]["content_hash"], 16) == page.fingerprint.content_hash


def test_fingerprints_can_be_made_from_what_was_stored() -> None:
    stored = blockmask.analyze(HTML).fingerprint
    values = (stored.version, stored.is_valid, stored.tokens, stored.min_hashes, stored.sim_hash)
    assert blockmask.Fingerprint(*values, stored.content_hash, stored.structure_hash) == stored
    assert blockmask.Fingerprint(*values).band_keys(2) == stored.band_keys(2)
    for equal, is_duplicate in [(4, True), (3, False)]:
        hashes = [*stored.min_hashes[:equal], *range(8 - equal)]
        other = blockmask.Fingerprint(stored.version, True, 20, hashes, 0)
        assert other.is_near_duplicate(stored) is is_duplicate
        assert other.similarity(stored) == equal / 8
        assert other.distance(stored) == stored.sim_hash.bit_count()
    with pytest.raises(ValueError, match="rows is 9"):
        stored.band_keys(9)
    with pytest.raises(ValueError):
        blockmask.Fingerprint(1, True, 20, [1, 2], 0)


COMMENTED = (
    "<article><h1>Rain</h1>"
    + "<p>Rain fell on the city for the third day, and the river rose by two metres over night." * 9
    + "</article><section><h2>2 comments</h2><div class=comment><b>Ann</b> <time>1 May 2026</time>"
    "<p>My cellar is full of water &mdash; and nobody answers the phone.</p><a href=#>Reply</a>"
    "<div class=comment><b>Bob</b> <time>2 May 2026</time><p>Ours is, too, since the river rose on Monday morning.</p>"
    "<a href=#>Reply</a></div></div></section>"
)


def test_comments_have_author_date_text_and_parent() -> None:
    page = blockmask.analyze(COMMENTED)
    first, second = page.comments
    assert (first.author, first.date, first.text, first.parent) == (
        "Ann",
        "1 May 2026",
        "My cellar is full of water \u2014 and nobody answers the phone.",
        None,
    )
    assert (second.author, second.date, second.parent) == ("Bob", "2 May 2026", 0)
    assert second.text == "Ours is, too, since the river rose on Monday morning."
    assert COMMENTED[first.source].startswith("Ann</b>")
    assert [block.comment for block in page.blocks if block.role == "comment"] == [0, 1]
    assert pickle.loads(pickle.dumps(page)) == page
    assert page.to_dict()["comments"][1] == {
        "source_start": second.source_start,
        "source_end": second.source_end,
        "author": "Bob",
        "date": "2 May 2026",
        "text": second.text,
        "parent": 0,
    }
    table = blockmask.analyze_batch([COMMENTED], columns=["comments"]).to_pyarrow().to_pylist()
    assert [comment["text"] for comment in table[0]["comments"]] == [first.text, second.text]


@pytest.mark.parametrize("mode", ["exclude", "include", "only"])
def test_comments_are_left_out_kept_or_kept_alone(mode: str) -> None:
    page = blockmask.analyze(COMMENTED, comments=mode)
    assert ("cellar" in page.main_text, "Rain fell" in page.main_text) == (mode != "exclude", mode != "only")
    roles = {run.role for run in page.runs()}
    assert ("comment" in roles, "main" in roles) == (mode != "exclude", mode != "only")
    assert len(page.comments) == 2
    with pytest.raises(ValueError, match='comments="some"'):
        blockmask.analyze(COMMENTED, comments="some")


FACTUAL = (
    "<html lang=en><!-- caf\u00e9 --><meta name=robots content='max-snippet:50'><meta name=googlebot content=nofollow>"
    "<link rel=canonical href=/c><link rel=alternate hreflang=de href=/de>"
    "<meta property=article:published_time content=2026-05-02>"
    '<script type=application/ld+json>{"@type":"NewsArticle","dateModified":"2026-05-03"}</script>'
    "<p>Rain <span data-nosnippet>fell</span> <b data-no-search>here</b>."
)


@pytest.mark.parametrize("html", [FACTUAL, FACTUAL.encode()])
def test_facts_say_where_they_are_from(html: str | bytes) -> None:
    page = blockmask.analyze(html, address="https://example.org/a/")
    facts = page.facts(
        x_robots_tag="noarchive\notherbot: noindex",
        agents=["bingbot", "googlebot"],
        exclusion_attributes=("data-no-search",),
        headers="Content-Signal: ai-train=no\ntdm-reservation: 0",
    )

    def at(fact: Any) -> Any:
        source = html[fact["source_start"] : fact["source_end"]]
        return source.decode() if isinstance(source, bytes) else source

    robots = facts["robots"]
    assert (robots["rules"], robots["max_snippet"]) == (["nofollow", "noarchive"], 50)
    directives = [(d["agent"], d["name"], d["value"], d["applies"], d["origin"]) for d in robots["directives"]]
    assert directives == [
        ("robots", "max-snippet", "50", True, "meta"),
        ("googlebot", "nofollow", None, True, "meta"),
        ("robots", "noarchive", None, True, "header"),
        ("otherbot", "noindex", None, False, "header"),
    ]
    assert at(robots["directives"][0]) == "max-snippet:50"
    assert "source_start" not in robots["directives"][2]
    assert facts["canonical"] is not None and facts["canonical"]["value"] == "https://example.org/c"
    alternates = [(other["language"], other["value"], at(other)) for other in facts["alternates"]]
    assert alternates == [("de", "https://example.org/de", "/de")]
    assert facts["language"] is not None and (facts["language"]["origin"], at(facts["language"])) == ("attribute", "en")
    assert [at(kind) for kind in facts["types"]] == ["NewsArticle"]
    assert facts["published"] is not None and at(facts["published"]) == facts["published"]["date"] == "2026-05-02"
    assert facts["modified"] is not None and facts["modified"]["confidence"] == 0.86
    assert [(e["rule"], e["scope"], at(e)) for e in facts["exclusions"]] == [
        ("data-nosnippet", "snippet", "<span data-nosnippet>fell</span>"),
        ("attribute", "index", "<b data-no-search>here</b>"),
    ]
    uses = [(u["purpose"], u["is_allowed"], u["rule"], u["decides"]) for u in facts["usage"]]
    assert uses == [
        ("ai-input", False, "noarchive", True),
        ("ai-training", False, "noarchive", True),
        ("search", False, "noindex", False),
        ("snippet", False, "noindex", False),
        ("ai-training", False, "content-signal", False),
        ("image-training", False, "content-signal", True),
        ("ai-training", True, "tdm-reservation", False),
    ]
    assert (facts["tdm_policy"], facts["licenses"]) == (None, [])
    assert (facts["title"], facts["site_name"]) == (None, None)
    assert page.facts()["robots"]["rules"] == []
    assert set(facts) == set(blockmask.Facts.__annotations__)


def test_properties_of_entities() -> None:
    html = '<script type="application/ld+json">{"@type":"Recipe","author":{"@type":"Person","name":"Ann Smith"}}</script>'
    page = blockmask.analyze(f"{html}<h1>Bread</h1><p>Mix flour and water, then wait for a day.")
    assert page.facts()["properties"] == []
    facts = page.facts(properties=True)
    (row,) = facts["properties"]
    assert (row["object_type"], row["path"], row["value"], row["entity"]) == ("Person", "author.name", "Ann Smith", 0)
    assert html[row["source_start"] : row["source_end"]] == "Ann Smith"
    (author,) = facts["authors"]
    assert (author["value"], author["origin"]) == ("Ann Smith", "json-ld") and author["confidence"] > 0.8
    assert facts["headline"] is not None and facts["headline"]["value"] == "Bread"


def test_wrong_arguments_of_facts() -> None:
    page = blockmask.analyze("<p>Rain")
    wrong: Any = "googlebot"
    with pytest.raises(TypeError):
        page.facts(agents=wrong)
