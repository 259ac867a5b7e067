"""Types of arguments and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blockmask._native import SiteStats


class Options(TypedDict, total=False):
    """How pages are analyzed: keyword arguments with the names and defaults that they have in every language.

    None stands for the default. The README of blockmask explains the options.
    """

    #: What is computed besides text, links and the blocks with their ranges: mask, fields, structure, segments, region,
    #: fingerprint; all of them.
    parts: Iterable[str] | None
    #: How blocks are classified: learned, density, style-density, seeker, seeker-lbs, seeker-sls, seeker-tp, tag-path.
    mask: str | None
    #: What to do with the comments of readers on an article: exclude, include, only.
    comments: str | None
    #: How segments are made: rule-based, plain, smoothed, just-rules, word-wrap, tag-gap.
    fusion: str | None
    #: What counts as a token: unicode, paper.
    token_mode: str | None
    #: The columns of a line; 80.
    wrap_width: int | None
    #: Whether text that is only in metadata is content; False.
    use_metadata: bool | None
    #: Whether fingerprints ignore case; False.
    fold_case: bool | None
    #: Whether the label of an encoding is obeyed even if the bytes contradict it; False.
    obey_charset: bool | None
    #: Which text fingerprints are of: main, largest-segment.
    fingerprint_text: str | None
    #: Layout and areas: paper, learned; none.
    style_density: str | None
    #: Whether to work out what a reader sees; False.
    visual: bool | None
    #: Bytes of the page; 256 MiB, never more than 4 GiB - 2. Longer pages are an error.
    max_input: int | None
    #: Nodes of the tree.
    max_nodes: int | None
    #: Depth of the tree; 512.
    max_depth: int | None
    #: Attributes of all elements together.
    max_attributes: int | None
    #: Blocks of text.
    max_blocks: int | None
    #: Bytes of memory for a page; 4 GiB.
    max_memory: int | None
    #: Tags, texts and comments, and steps of repair, search and style sheets; none.
    max_steps: int | None
    #: Bytes of all tag paths, or of all link targets, for each byte of the page, besides 1 MiB; 64.
    max_output: int | None
    #: What happens when a limit is reached: truncate, fail, truncate-input.
    on_limit: str | None
    #: What is known of the site of the pages, for the mask learned.
    site: SiteStats | None


class Fact(TypedDict):
    """A fact about a page, with the range that states it in the page as it was passed in."""

    #: Its value, with whitespace collapsed and character references decoded.
    value: str
    #: Where it is from: meta, link, json-ld, microdata, time, visual, attribute, header.
    origin: str
    source_start: int
    source_end: int


class Alternate(Fact):
    """The address of a version in another language."""

    #: Such as en-GB or x-default.
    language: str


class DateFact(TypedDict):
    """A date of a page."""

    #: In ISO 8601, as precise as the page states it.
    date: str
    #: How certain it is, 0 to 1, to rank dates.
    confidence: float
    origin: str
    source_start: int
    source_end: int


class Exclusion(TypedDict):
    """A part of a page that is excluded."""

    #: What excludes it, such as data-nosnippet.
    rule: str
    #: What it is excluded from: all, index, snippet, anchor.
    scope: str
    source_start: int
    source_end: int


class RobotsDirective(TypedDict):
    """A directive to robots as it is written."""

    #: The name of the crawler, or robots for all.
    agent: str
    name: str
    value: str | None
    #: Whether it applies to the agents that were asked for.
    applies: bool
    origin: str
    #: Not of headers.
    source_start: NotRequired[int]
    source_end: NotRequired[int]


class Robots(TypedDict):
    """The directives of the author to robots: what applies, the sum of all, and each directive."""

    #: Such as noindex and nofollow.
    rules: list[str]
    max_snippet: int | None
    max_image_preview: str | None
    max_video_preview: int | None
    #: In ISO 8601.
    unavailable_after: str | None
    directives: list[RobotsDirective]


class Facts(TypedDict):
    """What a page says about itself, as the command line prints it; what it does not say is None or empty."""

    robots: Robots
    #: The canonical address, absolute if the base is known.
    canonical: Fact | None
    alternates: list[Alternate]
    language: Fact | None
    #: The title, type and image of Open Graph, for links to the page.
    title: Fact | None
    page_type: Fact | None
    image: Fact | None
    site_name: Fact | None
    description: Fact | None
    #: The types of the things that JSON-LD describes, such as NewsArticle.
    types: list[Fact]
    published: DateFact | None
    modified: DateFact | None
    exclusions: list[Exclusion]
