"""An extractor for datatrove: ``pip install "./bindings/python[datatrove]"``.

::

    from blockmask.datatrove import Blockmask
    from datatrove.executor import LocalPipelineExecutor
    from datatrove.pipeline.readers import WarcReader
    from datatrove.pipeline.writers import JsonlWriter

    LocalPipelineExecutor([WarcReader("crawl"), Blockmask(), JsonlWriter("text")]).run()
"""

from __future__ import annotations

from typing import Unpack

from datatrove.pipeline.extractors.base import BaseExtractor

import blockmask

__all__ = ["Blockmask"]


class Blockmask(BaseExtractor):  # type: ignore[misc]
    """Extracts the main text of each document."""

    name = "Blockmask"
    _requires_dependencies = ["blockmask"]

    def __init__(self, timeout: float = 1, **options: Unpack[blockmask.Options]) -> None:
        """``timeout`` is in seconds, for a page; ``options`` go to ``blockmask.extract``."""
        super().__init__(timeout)
        self._analyzer = blockmask.Analyzer(**options)

    def extract(self, text: str) -> str:
        """The main text of a page."""
        return self._analyzer.extract(text)
