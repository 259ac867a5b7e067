"""The exceptions of an analysis and of statistics of a site. After any of them the analyzer can be used again."""

from __future__ import annotations


class Error(Exception):
    """The base class of the exceptions of an analysis."""


class TooLargeError(Error):
    """The page is longer than ``max_input``, or than 4 GiB - 2 bytes in UTF-8."""

    def __init__(self, message: str, size: int, limit: int) -> None:
        super().__init__(message, size, limit)
        #: The size of the page in bytes.
        self.size = size
        #: The limit in bytes.
        self.limit = limit

    def __str__(self) -> str:
        return str(self.args[0])


class LimitReachedError(Error):
    """The page reaches a limit and ``on_limit`` is ``"fail"``, or ``max_memory`` is too small for any part of it."""

    def __init__(self, message: str, limits: tuple[str, ...]) -> None:
        super().__init__(message, limits)
        #: The names of the limits, such as ``"nodes"`` for ``max_nodes``.
        self.limits = limits

    def __str__(self) -> str:
        return str(self.args[0])


class OutOfMemoryError(Error, MemoryError):
    """The system has no memory left for the tables of the page."""


class CancelledError(Error):
    """The analysis, or what was made of a page, was cancelled: ``Analyzer.cancel``, ``Page.cancel``."""


class NotComputedError(Error):
    """The option ``parts`` lacks what is asked of the page."""


class SiteError(ValueError):
    """Statistics of a site, or a page for them, are refused: damaged, or of another model or version, or mask."""
