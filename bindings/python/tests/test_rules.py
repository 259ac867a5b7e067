"""Rules of a site's owner."""

import pickle

import blockmask
import pytest

STORY = "<p>Rain fell on the city for the third day, and the river rose above its banks."
HTML = f"<h1>Rain</h1>{STORY}<p class=ad>Buy boats.<p class=note data-pagefind-ignore>The water may rise again."
RULES = "blockmask rules 1\ntemplate .ad\non docs.example.org\nweight 2 p\n"


def test_rules_decide() -> None:
    analyzer = blockmask.Analyzer(rules=RULES)
    page = analyzer.analyze(HTML)
    assert [(block.text, block.rule) for block in page.blocks][2] == ("Buy boats.", 0)
    assert page.blocks[1].rule is None
    page = blockmask.analyze(HTML, rules=RULES, address="https://docs.example.org/")
    assert (page.blocks[1].rule, page.blocks[1].weight) == (1, 8)
    assert analyzer.options["rules"] == RULES
    assert pickle.loads(pickle.dumps(analyzer)).analyze(HTML).blocks[2].rule == 0


def test_the_last_rule_decides() -> None:
    for last, rule in (("content", 1), ("template", 1)):
        other = "template" if last == "content" else "content"
        page = blockmask.analyze(HTML, rules=f"blockmask rules 1\n{other} .ad\n{last} .ad\n")
        assert (page.blocks[2].rule, page.blocks[2].is_template) == (rule, last == "template")


def test_rules_that_leave_nothing_are_not_obeyed() -> None:
    for lines in ("template *", "drop *"):
        page = blockmask.analyze(HTML, rules=f"blockmask rules 1\n{lines}\n")
        assert "Rain fell" in page.main_text and "rules" in page.fallbacks, lines


def test_pages_may_be_ignored() -> None:
    for ignore in (False, True):
        page = blockmask.analyze(HTML, ignore_page_rules=ignore)
        assert ("no-index" in page.blocks[3].flags) != ignore


def test_errors_name_the_line() -> None:
    with pytest.raises(ValueError, match="rules: line 2, column 1: expected an action"):
        blockmask.Analyzer(rules="blockmask rules 1\nhide .ad")
    with pytest.raises(TypeError, match="rules"):
        blockmask.Analyzer(rules=3)  # type: ignore[arg-type]
