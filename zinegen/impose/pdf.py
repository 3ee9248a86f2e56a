"""Pages of any PDF, stamped on sheets as form XObjects. The only module here that knows the PDF library.

A page comes whole: cut to its bleed, turned as its reader would see it, its annotations as they look printed. What
only works on a screen is left behind: links, outline, tags, scripts.
"""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Sequence
from decimal import Decimal
from types import TracebackType
from typing import Any, NamedTuple, Self

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from zinegen.errors import ImpositionError
from zinegen.impose.marks import how_to_print
from zinegen.impose.sheet import Box, Cell, Flip, Line, Note, Side, Size
from zinegen.units import PT_PER_MM

logging.getLogger("pikepdf").addHandler(logging.NullHandler())  # what matters of its mutterings is told as an error

Matrix = tuple[float, float, float, float, float, float]
"""As PDF writes it: x' = a x + c y + e, y' = b x + d y + f."""

LEAST_PT = 1.0
"""A page smaller than this has no size."""
MOST_MM = 20_000.0
MOST_NUMBER = 1e15
MOST_BEFORE = 4096
"""What may stand before the beginning of a PDF, such as a mail's or a server's head."""


class _Leaf(NamedTuple):
    """A page of the source."""

    page: Any
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]
    turn: int
    unit: float

    @property
    def size(self) -> Size:
        """Width and height of its trim in mm, as seen."""
        wide, high = ((self.trim[2] - self.trim[0]) * self.unit / PT_PER_MM,
                      (self.trim[3] - self.trim[1]) * self.unit / PT_PER_MM)  # fmt: skip
        return (high, wide) if self.turn % 180 else (wide, high)


class Source:
    """An opened PDF whose pages can be laid on sheets."""

    def __init__(self, data: bytes, name: str, called: Sequence[str] = ()) -> None:
        """Open it.

        Args:   name, called: what messages call it, and each of its pages where that is not by its number.
        Raises: ImpositionError in one line: locked, broken, empty, or a page without a size.
        """
        self.name, self._called = name, called
        try:
            self.pdf = Pdf.open(io.BytesIO(data))
        except pikepdf.PasswordError:
            raise ImpositionError(f"{name} is locked with a password; save it without one first") from None
        except (pikepdf.PdfError, ValueError, RuntimeError) as fault:
            raise ImpositionError(f"{name} {_unread(data, _why(fault))}") from None
        told = map(str, self.pdf.get_warnings())
        self.mended = any(sign in said for said in told for sign in ("damaged", "reconstruct", "ignoring"))
        """Whether it was damaged, so that something may be missing."""
        try:
            self._flatten()
            self.leaves = [_leaf(page, number, name) for number, page in enumerate(self.pdf.pages, 1)]
        except (pikepdf.PdfError, ValueError, TypeError, KeyError, AttributeError, RuntimeError) as fault:
            raise ImpositionError(f"{name} is broken ({_why(fault)}); save it anew") from None
        if not self.leaves:
            raise ImpositionError(f"{name} has no pages")
        self.sizes: tuple[Size, ...] = tuple(leaf.size for leaf in self.leaves)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pdf.close()

    def _flatten(self) -> None:
        """Draw what annotations and form fields show as part of their pages."""
        if not any("/Annots" in page.obj for page in self.pdf.pages):
            return
        fields = self.pdf.Root.get("/AcroForm")
        if isinstance(fields, Dictionary):
            if any(_is_undrawn(note) for page in self.pdf.pages for note in page.obj.get("/Annots", ())):
                fields.NeedAppearances = True
            if bool(fields.get("/NeedAppearances", False)):
                self.pdf.generate_appearance_streams()
        self.pdf.flatten_annotations("print")

    def page(self, number: int) -> str:
        """What messages call a page."""
        return self._called[number - 1] if self._called else f"{self.name}: page {number}"

    def form(self, into: Pdf, number: int) -> Any:
        """A page as a form XObject of another PDF, cut to its bleed."""
        leaf = self.leaves[number - 1]
        try:
            form = leaf.page.as_form_xobject(False)
            form.BBox = Array([round(v, 4) for v in leaf.bleed])
            for key in ("/Matrix", "/StructParents"):
                if key in form:
                    del form[key]
            return into.copy_foreign(self.pdf.make_indirect(form))
        except (pikepdf.PdfError, RuntimeError) as fault:
            raise ImpositionError(f"{self.page(number)} is damaged ({_why(fault)}); save it anew") from None


def _why(fault: BaseException) -> str:
    said = re.sub(r"^stream <[^>]*>(: | (?=\())", "", " ".join(str(fault).split()))
    return said[:90] or type(fault).__name__


def _unread(data: bytes, why: str) -> str:
    """What a file is that cannot be opened, and what to do about it."""
    if not data:
        return "is empty; that is no PDF"
    if b"%PDF" not in data[:MOST_BEFORE]:
        return "is no PDF; print or export it as one first"
    if "encryption" in why or "security" in why:
        return f"is locked in a way that is not known here ({why}); save it without that first"
    return f"is no PDF that can be read ({why}); save it anew"


def _is_undrawn(note: Any) -> bool:
    """Whether it is a field that somebody filled in and no program drew."""
    return isinstance(note, Dictionary) and "/V" in note and note.get("/FT") == Name.Tx and "/AP" not in note


def _inherited(page: Any, key: str) -> Any:
    """An entry of a page or of the first page tree node above it that has one."""
    node, deep = page.obj, 0
    while node is not None and deep < 64:
        if key in node:
            return node[key]
        node, deep = node.get("/Parent"), deep + 1
    return None


def _leaf(page: Any, number: int, name: str) -> _Leaf:
    media = _box(_inherited(page, "/MediaBox"))
    if media is None:
        raise ImpositionError(f"{name}: page {number} has no size; save the file anew")
    crop = _cut(_box(_inherited(page, "/CropBox")) or media, media)
    trim = _cut(_box(page.obj.get("/TrimBox")) or crop, media)
    bleed = _cut(_box(page.obj.get("/BleedBox")) or trim, media)
    bleed = (min(bleed[0], trim[0]), min(bleed[1], trim[1]), max(bleed[2], trim[2]), max(bleed[3], trim[3]))
    unit = _number(page.obj.get("/UserUnit", 1)) or 0.0
    turn = int(_number(_inherited(page, "/Rotate")) or 0.0)
    leaf = _Leaf(page, trim, bleed, turn // 90 * 90 % 360, unit if unit > 0 else 1.0)
    if max(leaf.size) > MOST_MM:
        raise ImpositionError(f"{name}: page {number} is {max(leaf.size) / 1000:.0f} m long; that cannot be meant")
    return leaf


def _box(found: Any) -> tuple[float, float, float, float] | None:
    """A rectangle, its corners in order; None where there is none, it is flat, or no rectangle."""
    corners = [_number(v) for v in found] if isinstance(found, (Array, tuple)) else []
    if len(corners) != 4 or None in corners:
        return None
    x0, y0, x1, y1 = (v for v in corners if v is not None)
    box = min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    return box if box[2] - box[0] >= LEAST_PT and box[3] - box[1] >= LEAST_PT else None


def _number(found: Any) -> float | None:
    """A number of a PDF; None for anything else that stands in its place, and for one beyond all measure."""
    return float(found) if isinstance(found, (int, float, Decimal)) and -MOST_NUMBER < found < MOST_NUMBER else None


def _cut(box: tuple[float, float, float, float], media: tuple[float, float, float, float]) -> Any:
    """What of a box lies on the page; the whole page where nothing does."""
    cut = max(box[0], media[0]), max(box[1], media[1]), min(box[2], media[2]), min(box[3], media[3])
    return _box(cut) or media


# ------------------------------------------------------------------------------------------------------ the sheets


def print_sheets(
    source: Source, sides: Sequence[tuple[Size, Side]], flip: Flip | None, marks: Sequence[tuple[str, int]] = ()
) -> bytes:
    """The sides as a PDF of its own, each a page.

    Args: flip: what a printer's dialog is told, None for one side only. marks: bookmarks and their pages, from 1.
    """
    pdf = Pdf.new()
    forms: dict[int, Any] = {}
    _layers(source, pdf)
    for paper, side in sides:
        names: dict[str, Any] = {}
        ops: list[str] = ["-1 0 0 -1 {} {} cm".format(*_pt(paper))] if side.turned else []
        for cell in side.cells:
            if cell.page:
                if cell.page not in forms:
                    forms[cell.page] = source.form(pdf, cell.page)
                names[f"/P{cell.page}"] = forms[cell.page]
                ops.append(_stamp(cell, source.leaves[cell.page - 1], paper))
        ops += _marks(side, paper)
        _add_page(pdf, paper, ops, names)
    if marks:
        with pdf.open_outline() as outline:
            outline.root.extend(pikepdf.OutlineItem(title, page - 1) for title, page in marks)
    _finish(source, pdf, flip)
    return _saved(pdf, max(source.pdf.pdf_version, "1.6"))


def join(files: Sequence[bytes]) -> bytes:
    """The pages of several PDFs, one after the other, as one: to be looked at, so links and fields stay behind."""
    pdf = Pdf.new()
    with warnings.catch_warnings():  # of just that
        warnings.simplefilter("ignore")
        for data in files:
            with Pdf.open(io.BytesIO(data)) as one:
                pdf.pages.extend(one.pages)
        return _saved(pdf, "1.6")


def print_pictures(pictures: Sequence[Any], title: str) -> bytes:
    """Drawn sheets (`draw.picture.Picture`) as a PDF to be printed on both sides at actual size, each a page."""
    from zinegen.draw.pdfops import operators

    pdf = Pdf.new()
    for picture in pictures:
        _add_page(pdf, (picture.width_mm, picture.height_mm), [operators(picture)], {})
    pdf.docinfo[Name.Title] = String(title)
    pdf.Root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"), Duplex=Name.DuplexFlipLongEdge, DisplayDocTitle=True
    )
    return _saved(pdf, "1.6")


def _saved(pdf: Pdf, version: str) -> bytes:
    out = io.BytesIO()
    modes = pikepdf.ObjectStreamMode
    pdf.save(
        out, deterministic_id=True, object_stream_mode=modes.generate, compress_streams=True, min_version=version
    )
    return out.getvalue()


def _pt(size: Size) -> tuple[float, float]:
    return round(size[0] * PT_PER_MM, 3), round(size[1] * PT_PER_MM, 3)


def _add_page(pdf: Pdf, paper: Size, ops: list[str], names: dict[str, Any]) -> None:
    content = pdf.make_stream("\n".join(ops).encode("ascii"))
    box = Array([0, 0, *_pt(paper)])
    page = Dictionary(
        Type=Name.Page, MediaBox=box, TrimBox=box, Contents=content, Resources=Dictionary(XObject=Dictionary(names))
    )
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))


def _layers(source: Source, pdf: Pdf) -> None:
    """Which optional layers are shown: what is hidden in the source stays hidden."""
    found = source.pdf.Root.get("/OCProperties")
    if isinstance(found, Dictionary):
        pdf.Root.OCProperties = pdf.copy_foreign(source.pdf.make_indirect(found))


def _finish(source: Source, pdf: Pdf, flip: Flip | None) -> None:
    """Title, and what a printer's dialog is to begin with: actual size, and the right flip.

    The title says it in words, too: a sheet that is all page has no room for a note.
    """
    title = source.pdf.docinfo.get("/Title") if source.pdf.trailer.get("/Info") is not None else None
    named = str(title).strip() if isinstance(title, String) else ""
    pdf.docinfo[Name.Title] = String(" · ".join(filter(None, (named, how_to_print(flip)))))
    prefer = Dictionary(PrintScaling=Name("/None"), DisplayDocTitle=True)
    if flip:
        prefer.Duplex = Name("/DuplexFlipShortEdge" if flip == "short" else "/DuplexFlipLongEdge")
    else:
        prefer.Duplex = Name.Simplex
    pdf.Root.ViewerPreferences = prefer
    pdf.Root.PageLayout = Name.SinglePage


def _stamp(cell: Cell, leaf: _Leaf, paper: Size) -> str:
    """The operators that print a page: clipped, and brought to its place."""
    clip = _clip(cell.clip, paper)
    a, b, c, d, e, f = matrix(cell, leaf, paper)
    return f"q {clip} re W n {a:.6f} {b:.6f} {c:.6f} {d:.6f} {e:.4f} {f:.4f} cm /P{cell.page} Do Q"


def _clip(box: Box, paper: Size) -> str:
    x, y, wide, high = (v * PT_PER_MM for v in (box.x, paper[1] - box.bottom, box.width, box.height))
    return f"{x:.3f} {y:.3f} {wide:.3f} {high:.3f}"


_TURNS: dict[int, tuple[int, int, int, int]] = {
    0: (1, 0, 0, 1),
    90: (0, -1, 1, 0),
    180: (-1, 0, 0, -1),
    270: (0, 1, -1, 0),
}
"""Degrees clockwise -> a, b, c, d."""


def matrix(cell: Cell, leaf: _Leaf, paper: Size) -> Matrix:
    """From a page's own space to the sheet's, both with y upwards: its trim fills `cell.at`."""
    a, b, c, d = _TURNS[(leaf.turn + cell.turn) % 360]
    x0, y0, x1, y1 = leaf.trim
    corners = [(a * x + c * y, b * x + d * y) for x in (x0, x1) for y in (y0, y1)]
    left, low = min(x for x, _ in corners), min(y for _, y in corners)
    wide, high = max(x for x, _ in corners) - left, max(y for _, y in corners) - low
    sx, sy = cell.at.width * PT_PER_MM / wide, cell.at.height * PT_PER_MM / high
    return (
        a * sx, b * sy, c * sx, d * sy,
        cell.at.x * PT_PER_MM - left * sx, (paper[1] - cell.at.bottom) * PT_PER_MM - low * sy,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------------- the marks

_LOOKS = {
    "mark": (0.12, (), "#000000"),
    "fold": (0.12, (1.6, 1.4), "#777777"),
    "cut": (0.3, (2.2, 1.2), "#000000"),
}
"""Look -> width in mm, dashes, colour."""
SCISSORS_MM = 7.0


def _marks(side: Side, paper: Size) -> list[str]:
    """Lines and notes as operators; letters as outlines, so no font is needed."""
    from zinegen.draw.pdfops import operators
    from zinegen.draw.picture import Layer, Path, Picture, Text, line

    ops = []
    for turn in (0, 90):
        notes = [note for note in side.notes if note.turn == turn]
        paths = [] if turn else [*_paths(side.lines, Path, line), *_scissors(side.lines)]
        if not notes and not paths:
            continue
        # A turned note is set in a frame turned with it: what runs down the sheet runs along the frame.
        size = paper if turn == 0 else (paper[1], paper[0])
        texts = tuple(_text(note, paper, Text) for note in notes)
        body = operators(Picture(size[0], size[1], 1.0, (0.0, 0.0), (Layer("marks", tuple(paths), texts),)))
        ops.append("q" if turn == 0 else f"q 0 -1 1 0 0 {_pt(paper)[1]} cm")
        ops += [body, "Q"]
    return ops


def _text(note: Note, paper: Size, text: Any) -> Any:
    """A note in its own frame: turned, x runs down the sheet, and y from its right edge to its left."""
    x, y = (note.x, note.y) if note.turn == 0 else (note.y, paper[0] - note.x)
    return text(x, y, note.text, note.size, anchor=note.anchor)


def _paths(lines: tuple[Line, ...], path: Any, line: Any) -> list[Any]:
    found = []
    for look, (width, dash, colour) in _LOOKS.items():
        parts = tuple(line(((one.x0, one.y0), (one.x1, one.y1))) for one in lines if one.look == look)
        if parts:
            found.append(path(parts, stroke=colour, width=width, dash=dash, cap="butt"))
    return found


def _scissors(lines: tuple[Line, ...]) -> list[Any]:
    """A pair of scissors at the beginning of every level cut, opening along it."""
    from zinegen.draw.picture import Path, circle, line

    parts = []
    for cut in lines:
        if cut.look != "cut" or cut.y0 != cut.y1:
            continue
        x, y = cut.x0, cut.y0
        for way in (-1, 1):
            parts.append(circle(x + 1.3, y + way * 1.35, 0.95, 0.8))
            parts.append(line(((x + 2.1, y + way * 0.95), (x + SCISSORS_MM, y - way * 0.75))))
    if not parts:
        return []
    return [Path(tuple(parts), stroke="#000000", width=0.32)]
