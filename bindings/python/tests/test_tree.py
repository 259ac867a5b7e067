"""The tree of a page, and the parser alone. `tests/conformance.rs` has the same tests in Rust."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import blockmask
import pytest

HTML = "<title>T</title><ul><li><a href='/?a&amp;b' hidden>Caf\u00e9</a><li>Two<!--three--></ul><p>x"


def test_nodes_know_their_place() -> None:
    for html in (HTML, HTML.encode()):
        tree = blockmask.parse(html)
        assert [node.index for node in tree] == list(range(len(tree)))
        ul = next(node for node in tree if node.name == "ul")
        first, second = ul.children
        assert (first.text, second.text, first.next_sibling, second.next_sibling) == (
            "Caf\u00e9",
            "Two",
            second,
            None,
        )
        assert first.parent == ul and ul.first_child == first and ul.depth == 3 and tree[ul.index] == ul
        assert [node.name for node in tree][ul.index : ul.subtree_end] == [
            "ul",
            "li",
            "a",
            "",
            "li",
            "",
            "",
        ]
        assert (tree.root.parent, tree.root.kind, tree[-1].text) == (
            None,
            "document",
            "x",
        )
        assert first.start_tag is not None and first.end_tag is None and ul.end_tag is not None
        assert (first.start_tag.stop, first.content.stop) == (first.content.start, first.source.stop)
        assert html[first.start_tag] in ("<li>", b"<li>") and html[ul.end_tag] in ("</ul>", b"</ul>")
        with pytest.raises(IndexError):
            tree[len(tree)]


def test_nodes_and_attributes_keep_their_page() -> None:
    def found(html: bytes) -> Any:
        return blockmask.parse(html).select("a")[0]

    a = found(HTML.encode())
    attribute = a.attributes[0]
    gc.collect()
    blockmask.parse(b"<p>" * 10_000)
    assert (a.text, attribute.value, a.parent.name) == ("Caf\u00e9", "/?a&b", "li")


def test_attributes_are_decoded_and_as_written() -> None:
    tree = blockmask.parse(HTML)
    a = next(node for node in tree if node.name == "a")
    href, hidden = a.attributes
    assert (href.name, href.value, HTML[href.name_source], HTML[href.value_source]) == (
        "href",
        "/?a&b",
        "href",
        "/?a&amp;b",
    )
    assert (
        hidden.name,
        hidden.value,
        a.get("hidden"),
        a.get("id"),
        a.get("id", "none"),
    ) == ("hidden", "", "", None, "none")
    assert repr(a) == f'Node({a.index}, "element", "a")' and repr(href) == 'Attribute("href", "/?a&b")'


def test_nodes_and_blocks_find_each_other() -> None:
    page = blockmask.analyze("<h1>Rain</h1><div>It fell <p>on the <b>city</b>.</p> For days.</div>")
    tree = page.tree
    assert [tree.node_of(block).name for block in page.blocks] == [
        "h1",
        "div",
        "p",
        "div",
    ]
    b = next(node for node in tree if node.name == "b")
    assert [block.text for block in page.blocks[b.blocks]] == ["on the city."]
    alone = blockmask.parse("<p>x")
    with pytest.raises(IndexError):
        alone.node_of(page.blocks[0])


def test_nodes_outlive_their_page() -> None:
    node = blockmask.parse(b"<p title=x>" + b"y" * 1000)[-1]
    for _ in range(100):
        blockmask.parse(b"<b>" * 100)
    assert node.text == "y" * 1000 and node.parent is not None and node.parent.get("title") == "x"


def test_limits_apply() -> None:
    assert blockmask.parse("<div>" * 100, max_depth=20).truncation == {"depth"}
    with pytest.raises(blockmask.TooLargeError):
        blockmask.parse("<p>" * 100, max_input=10)


def cases(path: Path) -> Iterator[tuple[str, str | None, str]]:
    """Markup, context element and tree of the tests of a file."""
    for test in ("\n" + path.read_bytes().decode()).split("\n#data\n")[1:]:
        data, _, rest = test.partition("#errors\n")
        head, _, document = rest.partition("#document\n")
        if "#document-fragment\n" in rest:
            head, _, rest = rest.partition("#document-fragment\n")
            context, _, document = rest.partition("\n")
            head, document = (
                head + document.partition("#document\n")[0],
                document.partition("#document\n")[2],
            )
        else:
            context = ""
        if "#script-on" not in head:
            yield data[:-1], context or None, document.strip("\n")


def dump(tree: blockmask.Tree, html: str) -> str:
    lines: list[str] = []
    indents = {0: 0}
    last: tuple[int, int] | None = None
    for node in list(tree)[1:]:
        assert node.parent is not None
        indent = indents[node.parent.index]
        indents[node.index] = indent + 1
        space = "| " + "  " * indent
        if node.kind == "text":
            if last == (len(lines) - 1, indent):
                lines[-1] = lines[-1][:-1] + node.text + '"'
            elif node.text:
                lines.append(f'{space}"{node.text}"')
                last = (len(lines) - 1, indent)
        elif node.kind == "comment":
            lines.append(f"{space}<!-- {node.text} -->")
        elif node.kind == "processing-instruction":
            lines.append(f"{space}<!-- {html[node.source][1:].removesuffix('>')} -->")
        elif node.kind == "doctype":
            identifiers = [node.public_id or "", node.system_id or ""]
            lines.append(
                f"{space}<!DOCTYPE {node.name}" + "".join(f' "{i}"' for i in identifiers if any(identifiers)) + ">"
            )
        else:
            prefix = {"html": "", "svg": "svg ", "mathml": "math "}[node.namespace]
            lines.append(f"{space}<{prefix}{node.name}>")
            attributes = [(dumped(a.name) if prefix else a.name, a.value) for a in node.attributes]
            attributes.sort(key=lambda pair: pair[0].encode("utf-16-be"))
            lines.extend(f'{space}  {name}="{value}"' for name, value in attributes)
            if not prefix and node.name == "template":
                lines.append(f"{space}  content")
                indents[node.index] = indent + 2
    return "\n".join(lines)


def dumped(name: str) -> str:
    prefix, _, local = name.partition(":")
    known = {
        "xlink": ["actuate", "arcrole", "href", "role", "show", "title", "type"],
        "xml": ["lang", "space"],
        "xmlns": ["xlink"],
    }
    if name == "xmlns":
        return "xmlns xmlns"
    return f"{prefix} {local}" if local in known.get(prefix, []) else name


def test_trees_are_the_standards() -> None:
    root = (
        Path(os.environ.get("BLOCKMASK_SHARED", Path(__file__).parents[4] / "shared"))
        / "html5lib-tests/tree-construction"
    )
    files = sorted(root.glob("*.dat"))
    if not files:
        pytest.skip(f"no html5lib-tests in {root}")
    passed, different = 0, []
    for path in files:
        for html, context, expected in cases(path):
            found = dump(blockmask.parse(html, context=context, max_depth=65_535), html)
            if found == expected:
                passed += 1
            elif "<selectedcontent>" not in html:
                different.append((path.name, html, found, expected))
    assert not different, different[:3]
    assert passed > 1_500


def test_selectors() -> None:
    html = "<ul><li class=a>1<li class='a b'>2 <b>3</b></ul><p>4"
    tree = blockmask.parse(html)
    assert [node.text for node in tree.select("li.a, p")] == ["1", "2 3", "4"]
    selector = blockmask.Selector("li:has(> b)")
    assert (str(selector), repr(selector)) == ("li:has(> b)", 'Selector("li:has(> b)")')
    [li] = tree.select(selector)
    assert html[li.source] == "<li class='a b'>2 <b>3</b>"
    assert li.select(":scope > b")[0].text == "3" and li.select("li") == []
    closest = li.closest("ul, body")
    assert li.matches(".b") and not li.matches("ul") and closest is not None and closest.name == "ul"
    assert li.closest("ol") is None and tree.root.select("b") == tree.select("b")
    page = blockmask.analyze(html)
    assert [node.name for node in page.tree.select("ul *")] == ["li", "li", "b"]


def test_bad_selectors() -> None:
    tree = blockmask.parse("<p>" * 20_000)
    for selector, place in [("p:nosuch", "byte 1"), ("a[b='c]", "byte 4"), ("p,", "byte 2"), ("a," * 600_000, "1 MiB")]:
        for refused in (blockmask.Selector, tree.select, tree[2].matches, tree[2].closest):
            with pytest.raises(ValueError, match=place):
                refused(selector)
    wrong: Any = 1
    with pytest.raises(TypeError):
        tree.select(wrong)
    with pytest.raises(blockmask.LimitReachedError) as error:
        tree.select("b ~ p")
    assert error.value.limits == ("work",)
