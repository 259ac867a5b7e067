"""Labels for the visual classifiers by distant supervision: the metadata of pages, matched with their visual areas.

A page declares its heading by JSON-LD or microdata `headline` or by its only `<h1>`; its author by JSON-LD, microdata,
`rel=author` or `<meta name=author>`; its date by JSON-LD, microdata, `<meta property=article:...>` or a few `<time>`.
The features of areas use none of this, nor any element or class names: an area is labeled by its text, and by being
inside an element that declares metadata.
"""

import datetime
import hashlib
import json
import re

import numpy as np

from corpus import export

FOLDS = 3
CLASSES = ["none", "h1", "h2", "subtitle", "perex", "paragraph", "author", "date", "authordate"]
WORD = re.compile(r"\w+")

MONTHS = [
    "jan january januar janvier enero gennaio janeiro januari ene stycznia января ocak gen",
    "feb february februar février fevrier febrero febbraio fevereiro februari lutego февраля şubat",
    "mar march märz mars marzo março maart marca марта mart mär",
    "apr april avril abril aprile abr kwietnia апреля nisan avr",
    "may mai mayo maggio maio mei maja мая mayıs mag",
    "jun june juni juin junio giugno junho czerwca июня haziran giu",
    "jul july juli juillet julio luglio julho lipca июля temmuz lug",
    "aug august août aout agosto augustus agustus sierpnia августа ağustos ago",
    "sep sept september septembre septiembre settembre setembro września сентября eylül set",
    "oct october oktober okt octobre octubre ottobre outubro października октября ekim ott",
    "nov november novembre noviembre novembro listopada ноября kasım",
    "dec december dezember dez décembre decembre diciembre dicembre dezembro desember dic grudnia декабря aralık",
]
MONTH_OF = {name: number for number, names in enumerate(MONTHS, 1) for name in names.split()}
NAME = r"([^\W\d_]{3,10})\.?"
DATES = [
    (re.compile(r"\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})"), "ymd"),
    (re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})"), "ymd"),
    (re.compile(r"\b(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(\d{4}|\d{2})\b"), "dmy or mdy"),
    (re.compile(rf"\b{NAME}\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})"), "Mdy"),
    (re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th|\.)?\s*(?:de |of )?-?{NAME},?-?\s*(?:de |of )?(\d{{4}})"), "dMy"),
    (re.compile(rf"\b(\d{{4}})\s+{NAME}\s+(\d{{1,2}})\b"), "yMd"),
]


def dates_in(text):
    """All dates that a text may mention."""
    found = set()
    text = text.lower()
    for pattern, order in DATES:
        for match in pattern.findall(text):
            for fields in order.split(" or "):
                values = dict(zip(fields, match))
                month = MONTH_OF.get(values["M"]) if "M" in values else int(values["m"])
                year = int(values["y"])
                try:
                    found.add(datetime.date(year + 2000 if year < 100 else year, month or 0, int(values["d"])))
                except ValueError:
                    pass
    return found


def words(text):
    return WORD.findall((text or "").lower())


def same_text(one, two):
    """Whether two texts are equal except for a few words."""
    one, two = words(one), words(two)
    if not one or not two:
        return False
    common = len(set(one) & set(two))
    return common >= 0.8 * len(set(one)) and common >= 0.8 * len(set(two))


class Page:
    """One page: its areas, their features, and its declared metadata."""

    def __init__(self, corpus, entry, exported):
        self.corpus, self.id = corpus, entry["id"]
        self.domain = entry.get("domain") or entry["id"]
        self.kind = entry.get("page_type") or ""
        self.gold = " ".join(words(entry.get("gold_text"))) if corpus in ("wcxb", "aeb", "magic-html-article") else ""
        self.areas = exported["areas"]
        self.texts = [area["text"] for area in self.areas]
        rows = bytes.fromhex("".join(area["features"] for area in self.areas))
        count = len(self.areas)
        self.features = np.frombuffer(rows, dtype=np.uint8).reshape(count, len(rows) // max(1, count))
        self.declared = exported["declared"]
        self.read_json_ld(exported["json_ld"])
        self.read_meta()
        self.labels = self.label()

    @property
    def fold(self):
        return int.from_bytes(hashlib.sha256(self.domain.encode()).digest()[:4], "big") % FOLDS

    def read_json_ld(self, scripts):
        self.headlines, self.authors, self.dates, self.sums, self.subtitles, self.bodies = [], [], set(), [], [], []
        objects, by_id = [], {}
        for script in scripts:
            try:
                stack = [json.loads(script, strict=False)]
            except ValueError:
                continue
            while stack:
                value = stack.pop()
                if isinstance(value, list):
                    stack.extend(value)
                elif isinstance(value, dict):
                    by_id.setdefault(value.get("@id"), value)
                    objects.append(value)
                    inner = ("@graph", "mainEntity", "mainEntityOfPage")
                    stack.extend(value.get(key) for key in inner if value.get(key))
        self.publishers = set()
        for value in objects:
            self.headlines += texts_of(value.get("headline"))
            self.subtitles += texts_of(value.get("alternativeHeadline"))
            self.sums += texts_of(value.get("description"))
            self.bodies += texts_of(value.get("articleBody"))
            self.publishers.update(name.lower() for name in names_of(value.get("publisher"), by_id))
            if "headline" in value or "Posting" in str(value.get("@type")) or "Article" in str(value.get("@type")):
                self.authors += names_of(value.get("author"), by_id)
            for key in ("datePublished", "dateModified", "dateCreated"):
                for text in texts_of(value.get(key)):
                    self.dates |= dates_in(text[:10])

    def read_meta(self):
        times = []
        for element in self.declared:
            content = element["content"] or ""
            name = (element["name"] or "").lower()
            if name in ("description", "og:description"):
                self.sums.append(content)
            elif name == "og:site_name":
                self.publishers.add(content.lower())
            elif name == "author" and not content.startswith("http"):
                self.authors.append(content)
            elif name in ("article:published_time", "article:modified_time", "date", "pubdate"):
                self.dates |= dates_in(content[:10])
            prop = element["itemprop"] or ""
            if prop in ("datePublished", "dateModified", "dateCreated"):
                self.dates |= dates_in((element["datetime"] or content or "")[:10])
            if element["tag"] == "time":
                times.append(element)
        days = set().union(*(dates_in((time["datetime"] or "")[:10]) for time in times[:3]))
        if not self.dates and len(times) <= 3:
            self.dates = days
        self.authors = [name for name in self.authors if 3 < len(name) < 60 and name.lower() not in self.publishers]

    def inside(self, test):
        """The areas inside elements that pass the test."""
        ranges = [(e["start"], e["end"]) for e in self.declared if test(e)]
        return {i for i, a in enumerate(self.areas) if any(s <= a["start"] and a["end"] <= e for s, e in ranges)}

    def nearest(self, found, heading):
        """Splits equivalent areas into those nearest to the heading and the others, which are ignored in training."""
        if not found:
            return set(), set()
        if heading is None:
            first = min(found)
        else:
            first = min(found, key=lambda i: (abs(i - heading) if i >= heading else 3 * abs(i - heading)))
        near = {i for i in found if abs(i - first) <= 2}
        return near, found - near

    def label(self):
        labels = np.zeros(len(self.areas), dtype=int)
        self.ignored = {name: set() for name in CLASSES}
        heading = self.heading_areas()
        self.shown = {"h1": heading}
        first = min(heading) if heading else None
        day = datetime.timedelta(1)
        days = {date + step * day for date in self.dates for step in (-1, 0, 1)}
        short = [i for i, text in enumerate(self.texts) if len(text) <= 160]
        declared_dates = self.inside(lambda e: (e["itemprop"] or "") in ("datePublished", "dateModified"))
        dated = {i for i in short if days & dates_in(self.texts[i])} | {i for i in declared_dates if i in short}
        dated, others = self.nearest(dated - heading, first)
        self.ignored["date"] = others
        self.shown["date"] = dated if self.dates else set()
        names = [" ".join(words(name)) for name in self.authors]
        signed_by = self.inside(lambda e: e["itemprop"] == "author" or e["rel"])
        authored = {
            i for i in short
            if any(name and f" {name} " in f" {' '.join(words(self.texts[i]))} " for name in names)
            and len(self.texts[i]) <= 120
        } | {i for i in signed_by if len(self.texts[i]) <= 80}
        authored, others = self.nearest(authored - heading, first)
        self.ignored["author"] = others
        self.shown["author"] = authored
        sums = {
            i for i, text in enumerate(self.texts)
            if len(text) >= 40 and first is not None and 0 < i - first <= 12
            and any(same_text(text, s) or words(s)[:12] == words(text)[:12] for s in self.sums + self.subtitles)
        }
        self.body = self.body_areas()
        titles = self.inside(lambda e: e["tag"] in ("h2", "h3", "h4"))
        for i in range(len(labels)):
            name = "none"
            if i in heading:
                name = "h1"
            elif i in dated and i in authored:
                name = "authordate"
            elif i in dated or i in authored:
                name = "date" if i in dated else "author"
            elif i in sums:
                name = "subtitle" if i in titles or len(self.texts[i]) < 90 else "perex"
            elif self.body and i in titles and min(self.body) < i < max(self.body):
                name = "h2"
            elif i in self.body:
                name = "paragraph"
            labels[i] = CLASSES.index(name)
        return labels

    def heading_areas(self):
        h1 = self.inside(lambda e: e["tag"] == "h1")
        headlines = self.headlines
        marked = self.inside(lambda e: e["itemprop"] == "headline")
        found = {i for i, text in enumerate(self.texts) if any(same_text(text, line) for line in headlines)} | marked
        if found & h1:
            found &= h1
        if not found and sum(e["tag"] == "h1" for e in self.declared) == 1:
            found = h1
        if not found:
            return set()
        # The heading occurs once: an equal text far from its first area is a repetition.
        sizes = {i: self.features[i][0] for i in found}
        first = min(i for i in found if sizes[i] == max(sizes.values()))
        near = {i for i in found if 0 <= i - first <= 2}
        self.ignored["h1"] = found - near
        return near

    def body_areas(self):
        """Areas whose text is in the main text, if that is known."""
        gold = self.gold or " ".join(words(" ".join(self.bodies)))
        if not gold:
            return set()
        return {
            i for i, text in enumerate(self.texts)
            if len(text) >= 60 and " ".join(words(text))[:200] and " ".join(words(text))[:200] in gold
        }


def texts_of(value):
    values = value if isinstance(value, list) else [value]
    return [value for value in values if isinstance(value, str)]


def names_of(value, by_id):
    names = []
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, dict):
            one = one if one.get("name") else by_id.get(one.get("@id"), {})
            names += texts_of(one.get("name"))
        elif isinstance(one, str) and not one.startswith("http"):
            names.append(one)
    return names


def load(shared, corpus, exporter):
    entries, head, records = export(shared, corpus, exporter)
    pages = [Page(corpus, entry, record) for entry, record in zip(entries, records, strict=True)]
    return [page for page in pages if len(page.areas)], head
