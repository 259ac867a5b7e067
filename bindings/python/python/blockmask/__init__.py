"""Analyzes HTML pages: main text, and text blocks with offsets, roles, term weights and a mask of template text.

>>> import blockmask
>>> html = b"<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose."
>>> blockmask.extract(html)
'Rain fell on the city for the third day, and the river rose.'

``extract`` returns the main text of one page, ``analyze`` a ``Page`` with all results; an ``Analyzer`` does both with
fixed options; ``parse`` returns the tree of a page and does nothing else. ``analyze_batch`` takes a column of pages and returns a table, by the Arrow PyCapsule interface.
``blockmask.warc`` reads pages from WARC files. ``SiteStats`` are statistics over the pages of a site, which improve the
results on all of them.

Names of roles, fields, flags and kinds are plain strings, the same in every language. Later versions may add some.
"""

from blockmask._errors import (
    CancelledError,
    Error,
    LimitReachedError,
    NotComputedError,
    OutOfMemoryError,
    SiteError,
    TooLargeError,
)
from blockmask._native import (
    Analyzer,
    Batch,
    Block,
    Comment,
    Fingerprint,
    Annotation,
    Attribute,
    Image,
    JoinedText,
    LayoutArea,
    Link,
    Node,
    Page,
    Passage,
    Run,
    Segment,
    Selector,
    SiteStats,
    Tree,
    VisualArea,
    __version__,
    analyze,
    analyze_batch,
    diff_passages,
    extract,
    parse,
)
from blockmask._types import Counts, Facts, Group, GroupItem, Options, PassageChange, Quality, TableCell, TextLanguage

__all__ = [
    "Analyzer",
    "Batch",
    "Block",
    "CancelledError",
    "Comment",
    "Counts",
    "Error",
    "Facts",
    "Fingerprint",
    "Annotation",
    "Attribute",
    "Group",
    "GroupItem",
    "Image",
    "JoinedText",
    "LayoutArea",
    "LimitReachedError",
    "Link",
    "Node",
    "NotComputedError",
    "Options",
    "OutOfMemoryError",
    "Page",
    "Passage",
    "PassageChange",
    "Quality",
    "Run",
    "Segment",
    "Selector",
    "SiteError",
    "SiteStats",
    "TableCell",
    "TextLanguage",
    "TooLargeError",
    "Tree",
    "VisualArea",
    "__version__",
    "analyze",
    "analyze_batch",
    "diff_passages",
    "extract",
    "parse",
]
