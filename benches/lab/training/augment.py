"""Pages with the same text in other markup, as other sites and other years write it."""

import hashlib
import re

# Scripts, styles and comments stay as they are.
RAW_TEXT = re.compile(rb"<(script|style|textarea|template)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)
TAG = re.compile(rb"<(/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s[^<>]*)?)>")
# Attributes that name an element or say what it is for.
NAMING = re.compile(
    rb"""\s(class|id|role|itemprop|itemtype|itemscope|aria-label|data-[\w-]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'<>]+))?""",
    re.IGNORECASE,
)
WORD = re.compile(rb"[A-Za-z0-9_-]+")
# HTML5 elements that say what is inside.
LANDMARKS = {b"nav", b"header", b"footer", b"aside", b"main", b"article", b"section", b"figure", b"figcaption", b"menu"}
LETTERS = bytes.maketrans(b"0123456789", b"ghijklmnop")


def with_tables(page):
    """Markup of about 2005: tables for layout, line breaks for paragraphs, no classes, ids, roles or landmarks."""

    def change(slash, name, attributes):
        name, attributes = without_landmarks(name), NAMING.sub(b"", attributes)
        if name == b"div":
            return b"</td></tr></table>" if slash else b"<table><tr><td%s>" % attributes
        if name == b"p":
            return b"" if slash else b"<br><br>"
        return b"<%s%s%s>" % (slash, name, attributes)

    return rewrite_tags(page, change)


def with_other_names(page):
    """Replaces the words of classes and ids by meaningless ones, one to one; no roles or landmarks."""

    def rename(attribute):
        name, value = attribute[1].lower(), attribute[2] or b""
        if name not in (b"class", b"id"):
            return b""
        return b' %s="%s"' % (name, b" ".join(meaningless(word) for word in WORD.findall(value)))

    def change(slash, name, attributes):
        return b"<%s%s%s>" % (slash, without_landmarks(name), NAMING.sub(rename, attributes))

    return rewrite_tags(page, change)


VARIANTS = {"tables": with_tables, "other-names": with_other_names}
# Training sees these variants of its pages, the first as they are; the others only measure.
TRAINED_ON = ("", "tables")


def without_landmarks(name):
    name = name.lower()
    return b"div" if name in LANDMARKS else name


def meaningless(word):
    """A word of letters that is in no vocabulary."""
    return b"x" + hashlib.sha256(word.lower()).hexdigest()[:6].encode().translate(LETTERS)


def rewrite_tags(page, change):
    """Replaces each tag by `change` of its slash, name and attributes."""
    result, at = [], 0
    for raw in RAW_TEXT.finditer(page):
        result += [TAG.sub(lambda tag: change(*tag.groups()), page[at : raw.start()]), raw[0]]
        at = raw.end()
    return b"".join([*result, TAG.sub(lambda tag: change(*tag.groups()), page[at:])])
