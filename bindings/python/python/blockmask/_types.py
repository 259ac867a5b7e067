"""Types of arguments and results."""

from __future__ import annotations

from typing import TYPE_CHECKING, NotRequired, TypedDict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blockmask._native import SiteStats


class Options(TypedDict, total=False):
    """How pages are analyzed: keyword arguments with the same names and defaults in every language.

    None stands for the default. The README of blockmask explains the options.
    """

    #: What is computed besides text, links and the blocks with their ranges: mask, fields, structure, segments, region,
    #: fingerprint. Default: all.
    parts: Iterable[str] | None
    #: The method that classifies blocks: density, style-density, seeker, seeker-lbs, seeker-sls, seeker-tp, tag-path
    #: or, the default, learned.
    mask: str | None
    #: Whether comments of readers and reviews of customers are content: include, only or, the default, exclude.
    comments: str | None
    #: Whether the main text leaves out the headline, with which it begins otherwise. Default: False.
    omit_headline: bool | None
    #: How segments are fused: plain, smoothed, just-rules, word-wrap, tag-gap or, the default, rule-based.
    fusion: str | None
    #: How text is split into tokens: paper or, the default, unicode.
    token_mode: str | None
    #: The width in columns at which text is wrapped. Default: 80.
    wrap_width: int | None
    #: Whether text that occurs only in metadata counts as content. Default: False.
    use_metadata: bool | None
    #: Whether text that occurs only in metadata is left out, also where the page shows hardly anything else. Default:
    #: False.
    omit_metadata: bool | None
    #: Whether what pages say about what is to be searched (noindex, googleoff, data-nosnippet, Pagefind, DocSearch) is
    #: ignored. Default: False.
    ignore_page_rules: bool | None
    #: Whether fingerprints ignore case. Default: False.
    fold_case: bool | None
    #: Whether the declared encoding is obeyed, as in browsers, even if the bytes contradict it. Default: False.
    obey_charset: bool | None
    #: The text of which the fingerprint is computed: largest-segment or, the default, main.
    fingerprint_text: str | None
    #: The method that finds page layout and layout areas: paper or learned. Default: neither is computed.
    style_density: str | None
    #: Whether to compute visual areas and invisible text. Default: False.
    visual: bool | None
    #: Bytes of the page; longer pages are an error. At most 4 GiB - 2. Default: 256 MiB.
    max_input: int | None
    #: Nodes of the tree; the rest of the page is not read. Default: 2^31 - 1.
    max_nodes: int | None
    #: Depth of the tree; deeper elements become children of the deepest. Default: 512.
    max_depth: int | None
    #: Attributes of all elements together; further ones are left out. Default: 2^31 - 1.
    max_attributes: int | None
    #: Blocks; further text is left out. Default: 2^31 - 1.
    max_blocks: int | None
    #: Bytes of memory for a page; if it needs more, only its first half, quarter and so on is read. Default: 4 GiB.
    max_memory: int | None
    #: Tags, texts and comments, and steps of repair, search and style sheets. Default: no limit.
    max_steps: int | None
    #: Bytes of all tag paths, or of all link targets, for each byte of the page, in addition to 1 MiB. Default: 64.
    max_output: int | None
    #: What happens when a limit is reached: fail, truncate-input or, the default, truncate.
    on_limit: str | None
    #: Statistics over the pages of the site, for the mask learned. Default: none.
    site: SiteStats | None
    #: The text of a file of rules of the site's owner, which docs/guides/rules.md explains. Default: none.
    rules: str | None


class Fact(TypedDict):
    """A fact about a page, with its source range in the page as it was passed in."""

    #: Its value, with whitespace collapsed and character references decoded.
    value: str
    #: Where it is from: meta, link, json-ld, microdata, time, visual, attribute, header, rule, rdfa.
    origin: str
    source_start: int
    source_end: int
    #: Of authors and headlines the probability that it is right, 0 to 1.
    confidence: NotRequired[float]


class Alternate(Fact):
    """The address of a version in another language."""

    #: Such as en-GB or x-default.
    language: str


class DateFact(TypedDict):
    """A date of a page."""

    #: In ISO 8601, as precise as the page states it.
    date: str
    #: How certain the date is, 0 to 1, to rank dates.
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


class GroupItem(TypedDict):
    """One of repeated parts of a page. What it does not have is not there."""

    source_start: int
    source_end: int
    #: Its blocks, the first and one past the last.
    first_block: int
    end_block: int
    #: The index of the item of the group that it answers.
    parent: NotRequired[int]
    #: As written, and so are the others.
    author: NotRequired[str]
    date: NotRequired[str]
    rating: NotRequired[str]
    price: NotRequired[str]


class Group(TypedDict):
    """Repeated parts of a page."""

    source_start: int
    source_end: int
    #: What the items are: comments, posts, results, offers, teasers, menu and others, or unknown.
    group_kind: str
    #: The probability of the kind, 0 to 1; coarse.
    probability: float
    #: Whether the items are the records of the page.
    is_main_list: bool
    items: list[GroupItem]


class TableCell(TypedDict):
    """A cell of a data table."""

    #: Its element.
    source_start: int
    source_end: int
    #: The number of its table on the page, from 0; layout tables are counted, too.
    table: int
    #: Its first row and column, from 0.
    row: int
    column: int
    #: How many rows it spans, 65534 if all following ones, and how many columns.
    row_span: int
    column_span: int
    #: Whether it is a header.
    is_header: bool
    #: Whether it is a header by its looks alone, and no th.
    is_guessed_header: bool
    #: Its blocks, the first and one past the last; both are equal if it has none.
    first_block: int
    end_block: int
    #: Its headers: at most 16 indices of cells.
    headers: list[int]


class Counts(TypedDict):
    """Counts of a text, by which corpora are filtered: of the main text, in which each block is a line, or of one block.

    A word has a letter or a number; it begins and ends with one. Characters are Unicode scalar values.
    """

    #: Characters, with the line feeds between lines.
    characters: int
    #: Words; each character of Chinese and Japanese is one.
    words: int
    #: Characters of words: of each, from its first to its last letter or number.
    word_characters: int
    #: What stands between spaces without a letter or a number.
    symbol_words: int
    #: Words with a letter.
    alphabetic_words: int
    #: Words that are frequent words of the language of which the text has most.
    stop_words: int
    #: Which of the eight words of Gopher occur, in small letters: `the`, `be`, `to`, `of`, `and`, `that`, `have`,
    #: `with`.
    gopher_stop_words: int
    #: Sentences, by the rules of Unicode.
    sentences: int
    #: Lines.
    lines: int
    #: Decimal digits of ASCII.
    digits: int
    #: The character `#`.
    hashes: int
    #: The character `…`, and three full stops.
    ellipses: int
    #: The characters `{` and `}`.
    braces: int
    #: The phrase "lorem ipsum".
    lorem_ipsum: int
    #: Lines that begin with `•` or `-`.
    bullet_lines: int
    #: Lines that end with an ellipsis.
    ellipsis_lines: int
    #: Lines that end with what ends a sentence.
    punctuated_lines: int
    #: Lines of at most 30 characters.
    short_lines: int
    #: Lines that C4 keeps.
    c4_lines: int
    #: Sentences in lines that C4 keeps.
    c4_sentences: int
    #: Lines that occurred before.
    repeated_lines: int
    #: Characters of lines that occurred before.
    repeated_line_characters: int
    #: Characters of all occurrences of the most frequent two words in a row.
    top_two_gram_characters: int
    #: Characters of all occurrences of the most frequent three words in a row.
    top_three_gram_characters: int
    #: Characters of all occurrences of the most frequent four words in a row.
    top_four_gram_characters: int
    #: Characters of five words in a row that occurred before, without the spaces between them.
    repeated_five_gram_characters: int
    #: Of six words.
    repeated_six_gram_characters: int
    #: Of seven words.
    repeated_seven_gram_characters: int
    #: Of eight words.
    repeated_eight_gram_characters: int
    #: Of nine words.
    repeated_nine_gram_characters: int
    #: Of ten words.
    repeated_ten_gram_characters: int


class TextLanguage(TypedDict):
    """The language of a text."""

    #: Its code in ISO 639-1, such as en: the language that its letters are of, or else the declared one.
    language: str | None
    #: That the letters are of this language, 0 to 1; 0 if it is only declared.
    confidence: float


class Quality(TypedDict):
    """How well the main text of a page was probably extracted."""

    #: The expected word F1 of the main text, 0 to 1, calibrated for the mask "learned"; at most 0.1 if the reason says
    #: that the page has no content.
    score: float
    #: Why there is little or doubtful text: no-text, script-shell, only-data, consent-wall, login-wall, error-page,
    #: parked-domain, link-list, too-short or wrong-encoding; None if there is enough.
    reason: str | None


class PassageChange(TypedDict):
    """What became of one passage from one version of a page to another."""

    #: stayed, moved, changed, came or went.
    change_kind: str
    #: Its index in the old version; None if it came.
    old_passage: int | None
    #: Its index in the new version; None if it went.
    new_passage: int | None


class RobotsDirective(TypedDict):
    """A directive to robots, as written."""

    #: The name of the crawler, or robots for all.
    agent: str
    name: str
    value: str | None
    #: Whether it applies to the agents that were asked for.
    applies: bool
    origin: str
    #: Absent if the directive is from an HTTP header.
    source_start: NotRequired[int]
    source_end: NotRequired[int]


class Robots(TypedDict):
    """The directives to robots: what applies after combining all of them, and each single directive."""

    #: Such as noindex and nofollow.
    rules: list[str]
    max_snippet: int | None
    max_image_preview: str | None
    max_video_preview: int | None
    #: In ISO 8601.
    unavailable_after: str | None
    directives: list[RobotsDirective]


class UsageRule(TypedDict):
    """What a page or its headers say about one of its uses."""

    #: search, snippet, ai-input, ai-training or image-training.
    purpose: str
    is_allowed: bool
    #: What says so, such as noai or content-signal.
    rule: str
    #: The name of the crawler, or robots for all.
    agent: str
    #: Whether it is for all, or for one of the agents that were asked for.
    applies: bool
    #: Whether it decides on this use for them.
    decides: bool
    origin: str
    #: Absent if the rule is from an HTTP header.
    source_start: NotRequired[int]
    source_end: NotRequired[int]


class License(TypedDict):
    """A license of a page."""

    #: The media type of the link, such as application/rsl+xml; often empty.
    media_type: str
    #: The address.
    value: str
    origin: str
    source_start: int
    source_end: int


class EntityProperty(TypedDict):
    """A value that a page declares about an entity, in JSON-LD, microdata or RDFa Lite."""

    #: The number of the entity, from 0.
    entity: int
    #: The types of the object that has the property, separated by spaces; often empty.
    object_type: str
    #: The names of the properties from the entity to the value, separated by ".".
    path: str
    value: str
    origin: str
    source_start: int
    source_end: int


class Facts(TypedDict):
    """What a page says about itself, as the command line prints it; missing facts are None or empty."""

    robots: Robots
    usage: list[UsageRule]
    #: The address of the policy on text and data mining.
    tdm_policy: Fact | None
    licenses: list[License]
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
    keywords: Fact | None
    #: The types of the things that JSON-LD describes, such as NewsArticle.
    types: list[Fact]
    headline: Fact | None
    authors: list[Fact]
    published: DateFact | None
    modified: DateFact | None
    exclusions: list[Exclusion]
    #: Empty unless they were asked for.
    properties: list[EntityProperty]
