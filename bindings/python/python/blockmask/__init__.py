"""What is on an HTML page: its main text, and blocks of text with offsets, roles, weights and a template mask.

>>> import blockmask
>>> html = b"<nav><a href=/>Home</a></nav><p>Rain fell on the city for the third day, and the river rose."
>>> blockmask.extract(html)
'Rain fell on the city for the third day, and the river rose.'

``extract`` gives the main text of one page, ``analyze`` all that is known about it; an ``Analyzer`` does both with
options of its own. ``analyze_batch`` takes a column of pages and gives a table, by the Arrow PyCapsule interface.
``blockmask.warc`` reads pages from WARC files. ``SiteStats`` learns from some pages of a site for the others.

Names of roles, fields, flags and kinds are plain strings, the same in every language. Later versions may add some.
"""

from __future__ import annotations

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
    Image,
    JoinedText,
    LayoutArea,
    Link,
    Page,
    Passage,
    Run,
    Segment,
    SiteStats,
    VisualArea,
    __version__,
    analyze,
    analyze_batch,
    extract,
)
from blockmask._types import Facts, Options

__all__ = [
    "Analyzer",
    "Batch",
    "Block",
    "CancelledError",
    "Comment",
    "Error",
    "Facts",
    "Fingerprint",
    "Image",
    "JoinedText",
    "LayoutArea",
    "LimitReachedError",
    "Link",
    "NotComputedError",
    "Options",
    "OutOfMemoryError",
    "Page",
    "Passage",
    "Run",
    "Segment",
    "SiteError",
    "SiteStats",
    "TooLargeError",
    "VisualArea",
    "__version__",
    "analyze",
    "analyze_batch",
    "extract",
]
