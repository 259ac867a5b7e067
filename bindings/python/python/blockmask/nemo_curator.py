"""An extractor for NeMo Curator.

::

    from blockmask.nemo_curator import BlockmaskExtractor
    from nemo_curator.stages.text.download import CommonCrawlDownloadExtractStage

    CommonCrawlDownloadExtractStage(..., html_extraction=BlockmaskExtractor())
"""

from __future__ import annotations

from typing import Unpack

from nemo_curator.stages.text.download.html_extractors import HTMLExtractorAlgorithm

import blockmask

__all__ = ["BlockmaskExtractor"]


class BlockmaskExtractor(HTMLExtractorAlgorithm):  # type: ignore[misc]
    """Extracts the main text of each page. It needs no list of stop words, and works in every language."""

    def __init__(self, **options: Unpack[blockmask.Options]) -> None:
        """``options`` go to ``blockmask.extract``."""
        self._analyzer = blockmask.Analyzer(**options)

    def extract_text(self, html: str, stop_words: frozenset[str], language: str) -> list[str] | None:
        """The blocks of the main text; None if there is none."""
        return self._analyzer.extract(html).splitlines() or None
