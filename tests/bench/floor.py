"""The floor: what WeasyPrint alone takes for the pages of a document, without its maps and links."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from zinegen.typeset import pdf
from zinegen.work import Shop


class Recorder(Shop):
    """A shop of one that notes what each function took, and keeps what was typeset."""

    def __init__(self) -> None:
        super().__init__(1)
        self.jobs: list[pdf.Job] = []
        self.parts: list[pdf.Part] = []
        self._spent: Counter[str] = Counter()

    def map(self, function: Callable[[Any], Any], arguments: Iterable[Any]) -> list[Any]:
        """As the shop's own, with a clock beside it."""
        given = list(arguments)
        name = getattr(function, "func", function).__name__
        start = time.process_time()
        found = super().map(function, given)
        self._spent[name] += time.process_time() - start  # type: ignore[assignment]
        if name == "typeset":
            self.jobs, self.parts = given, found
        return found

    def seconds(self, name: str) -> float:
        """Processor seconds in a function of that name."""
        return float(self._spent[name])


def plain(job: pdf.Job) -> None:
    """Set a job's pages with its maps and links taken out: same faces, same columns, PDF/UA, no collection."""
    html = re.sub(r"<img\b[^>]*>", "", job.html)
    html = re.sub(r"<a\b([^>]*?)\s*href=(\"[^\"]*\"|'[^']*'|[^\s>]*)", r"<a\1", html)
    assert html != job.html
    pdf.typeset(job._replace(html=html, forms={}))
