"""HTML -> PDF. The only module that knows WeasyPrint, beside `quick`, and it imports it late: it is dear.

Maps come in as compressed PDF forms and are handed over through WeasyPrint's own `cache` of images, so that no SVG is
parsed and the figure keeps its tag. That leans on names inside WeasyPrint 70 (see `FormImage`); where they are gone,
`forms_work` says no and the picture goes in as SVG.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.request import url2pathname

from zinegen.errors import LayoutError, MachineError
from zinegen.typeset.inspect import Inspection, inspect_pages
from zinegen.typeset.mistakes import sheet_warning
from zinegen.typeset.quick import quicken, without_notes

VARIANT = "pdf/ua-1"
PART_STEP = 1_000_000
"""Every part counts its tags from a multiple of this, so that parts can be joined without renumbering."""
_ONE_AT_A_TIME = threading.Lock()
"""WeasyPrint's log and the garbage collector belong to the whole process."""


class Job(NamedTuple):
    """A part of a document, ready to be set."""

    html: str
    css: str
    roots: tuple[str, ...]
    """The only folders from which anything may be read."""
    forms: dict[str, Any]
    """Name -> a drawn picture: `draw.pdfops.Form`, or SVG text."""
    families: tuple[str, ...]
    """The CSS names of the layout's fonts."""
    first_page: int = 1
    part: int = 0
    source: str = ""
    """The layout's own layout.toml, for messages."""
    alone: bool = False
    """Whether it is a document as it is, and is not joined to other parts."""


class Part(NamedTuple):
    """A part of a document, set."""

    data: bytes
    pages: int
    seen: Inspection


def typeset(job: Job) -> Part:
    """Set one part of a document.

    Raises: LayoutError for anything that WeasyPrint warns of, for a font that is not the layout's own and for a file
            outside layout and fonts; MachineError where Pango or the like is missing.
    """
    weasyprint = _weasyprint()
    quicken()
    with _ONE_AT_A_TIME, _without_collection(), _warnings() as warned:
        fetcher = _fetcher(job)
        fonts = weasyprint.text.fonts.FontConfiguration()
        try:
            page = weasyprint.HTML(string=job.html, base_url="about:blank", url_fetcher=fetcher)
            without_notes(page, job.html, job.css)
            sheet = weasyprint.CSS(string=job.css, font_config=fonts, url_fetcher=fetcher, base_url="about:blank")
            rendered = page.render(
                font_config=fonts, stylesheets=[sheet], cache=_cache(job.forms), pdf_variant=VARIANT
            )
            boxes = [one._page_box for one in rendered.pages]
            seen = inspect_pages(boxes, job.first_page)
            data = rendered.write_pdf(pdf_variant=VARIANT, finisher=_Finisher(job.part, job.alone))
        except weasyprint.urls.FatalURLFetchingError as fault:
            raise LayoutError(f"{job.source}: {fault}") from None
        except (RecursionError, SyntaxError):  # selectors are compiled, and brackets nested too deep are bad syntax
            raise LayoutError(
                f"{job.source}: a template or style sheet is nested too deep to be set; close what it opens"
            ) from None
        used = {font.family for font in rendered.fonts.values()}
    if warned:
        place, said = sheet_warning(warned[0], job.css)
        raise LayoutError(
            f"{place or job.source}: the typesetter warns: {said}; mend the template or the style sheet"
        )
    if foreign := sorted(used - set(job.families)):
        raise LayoutError(
            f"{job.source}: a font of this machine would be printed ({', '.join(foreign)}); "
            "name only families of the layout in its style sheets"
        )
    return Part(data, len(boxes), seen)


# ----------------------------------------------------------------------------------------- pictures as PDF forms


class FormImage:
    """A drawn picture as WeasyPrint takes an image: the four names that it calls."""

    def __init__(self, name: str, form: Any) -> None:
        self.id = name
        self.form = form

    def get_intrinsic_size(self, resolution: float, font_size: float) -> tuple[float, float, float]:
        """Width and height in px, and their ratio."""
        width, height = self.form.width_pt / 0.75, self.form.height_pt / 0.75
        return width, height, width / height

    def draw(self, stream: Any, width: float, height: float, style: Any) -> None:
        """Paint the form into a box of that size: its y runs upwards, the page's downwards."""
        x0, y0, x1, y1 = self.form.bbox
        a, d = width / (x1 - x0), -height / (y1 - y0)
        name = stream.add_image(self, False, 1)
        stream.transform(a, 0, 0, d, -x0 * a, -y1 * d)
        stream.draw_x_object(name)

    def get_x_object(self, interpolate: bool, ratio: float) -> Any:
        """The form XObject, its content compressed already."""
        import pydyf

        extra = pydyf.Dictionary({
            "Type": "/XObject", "Subtype": "/Form", "BBox": pydyf.Array(self.form.bbox), "Filter": "/FlateDecode",
            "Resources": pydyf.Dictionary(),
        })  # fmt: skip
        return pydyf.Stream([self.form.data], extra)


@cache
def forms_work() -> bool:
    """Whether this WeasyPrint has the names that `FormImage` leans on; where not, pictures go in as SVG."""
    _weasyprint()
    from weasyprint import DEFAULT_OPTIONS
    from weasyprint.pdf.stream import Stream

    return "cache" in DEFAULT_OPTIONS and all(hasattr(Stream, n) for n in ("add_image", "transform", "draw_x_object"))


def _cache(forms: dict[str, Any]) -> dict[str, Any]:
    return {f"zg:{name}": FormImage(name, form) for name, form in forms.items() if not isinstance(form, str)}


# ----------------------------------------------------------------------------------------------- what is let in


def _weasyprint() -> Any:
    try:
        import weasyprint
        import weasyprint.text.fonts
        import weasyprint.urls
    except OSError as fault:
        raise MachineError(f"the typesetter lacks a library ({fault}); `zinegen doctor` names the remedy") from None
    return weasyprint


def _fetcher(job: Job) -> Any:
    """A fetcher that reads the job's own pictures, files below its folders, and nothing else."""
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

    allowed = [Path(root).resolve() for root in job.roots]

    class Fetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            if isinstance(svg := job.forms.get(url.removeprefix("zg:")), str):
                return URLFetcherResponse(url, svg.encode(), {"Content-Type": "image/svg+xml"})
            path = Path(url2pathname(url.removeprefix("file://").split("?")[0])).resolve()
            if not url.startswith("file:///") or not any(path.is_relative_to(root) for root in allowed):
                raise FatalURLFetchingError(
                    f"{url} is outside the layout and the fonts; copy it into the layout's folder"
                )
            return super().fetch(url, headers)

    return Fetcher(allowed_protocols=("file", "data"))


@contextmanager
def _without_collection() -> Iterator[None]:
    """No garbage collection: a rendering makes millions of objects and drops none before its end."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def _warnings() -> Iterator[list[str]]:
    """Collects what WeasyPrint warns of, instead of printing it."""
    said: list[str] = []

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(record.getMessage())

    logger, listener = logging.getLogger("weasyprint"), Listener(logging.WARNING)
    propagate, handlers = logger.propagate, logger.handlers[:]
    logger.propagate, logger.handlers = False, [listener]
    try:
        yield said
    finally:
        logger.propagate, logger.handlers = propagate, handlers


class _Finisher:
    """Says what a table's heads stand for, and makes a part fit for joining: tags, ids and font names of its own."""

    def __init__(self, part: int, alone: bool) -> None:
        self.part, self.alone = part, alone

    def __call__(self, document: Any, pdf: Any) -> None:
        import pydyf

        if not self.alone:  # unpacked: what joins the parts packs their objects, and would have to unpack them first
            pdf.write = lambda output, version, identifier, _: pydyf.PDF.write(pdf, output, version, identifier)
        for thing in pdf.objects:
            if isinstance(thing, dict) and thing.get("S") == "/TH":
                thing["A"]["Scope"] = "/Column"
        if not self.part:
            return

        shift = self.part * PART_STEP
        for thing in pdf.objects:
            if isinstance(thing, pydyf.Stream):
                thing = thing.extra
            if not isinstance(thing, dict):
                continue
            for name in ("StructParents", "StructParent"):
                if name in thing:
                    thing[name] += shift
            if "Nums" in thing:
                thing["Nums"][::2] = [number + shift for number in thing["Nums"][::2]]
            for name in ("BaseFont", "FontName"):
                if name in thing:
                    thing[name] = self._renamed(thing[name])
            if "ID" in thing and isinstance(thing["ID"], pydyf.String):
                thing["ID"] = pydyf.String(f"p{self.part}-{thing['ID'].string}")
            headers: list[Any] = thing["A"].get("Headers", []) if isinstance(thing.get("A"), dict) else []
            headers[:] = [pydyf.String(f"p{self.part}-{header.string}") for header in headers]

    def _renamed(self, name: Any) -> Any:
        """A font's name with another subset tag: the same name must not stand for two sets of letters."""
        raw = name if isinstance(name, bytes) else str(name).encode()
        tag, plus, rest = raw.partition(b"+")
        if not plus:
            return name
        turned = bytes((letter - 65 + self.part) % 26 + 65 for letter in tag[1:])
        return b"/" + turned + b"+" + rest if isinstance(name, bytes) else (b"/" + turned + b"+" + rest).decode()
