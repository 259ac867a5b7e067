"""Types of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from blockmask._native import SiteStats


class Options(TypedDict, total=False):
    """How pages are analyzed: keyword arguments with the names and defaults that they have in every language.

    None stands for the default. The README of blockmask explains the options.
    """

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
