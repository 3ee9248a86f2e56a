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
        self.drawn: dict[str, Any] = {}
        """What was drawn, by its order."""
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
        elif name == "draw_picture":
            self.drawn.update(zip(map(repr, given), found, strict=True))
        return found

    def seconds(self, name: str) -> float:
        """Processor seconds in a function of that name."""
        return float(self._spent[name])


class Drawn(Shop):
    """A shop of two to which the pictures come drawn."""

    def __init__(self, drawn: dict[str, Any], warm: tuple[str, ...]) -> None:
        super().__init__(2, warm=warm)
        self._drawn = drawn

    def map(self, function: Callable[[Any], Any], arguments: Iterable[Any]) -> list[Any]:
        """As the shop's own, but what is drawn was drawn before."""
        if getattr(function, "func", function).__name__ == "draw_picture":
            return [self._drawn[repr(one)] for one in arguments]
        return super().map(function, arguments)


def plain(job: pdf.Job) -> None:
    """Set a job's pages with its maps and links taken out: same faces, same columns, PDF/UA, no collection."""
    html = re.sub(r"<img\b[^>]*>", "", job.html)
    html = re.sub(r"<a\b([^>]*?)\s*href=(\"[^\"]*\"|'[^']*'|[^\s>]*)", r"<a\1", html)
    assert html != job.html
    kept = {name: form for name, form in job.forms.items() if f"zg:{name}" in job.css or f"zg:{name}" in html}
    pdf.typeset(job._replace(html=html, forms=kept))
