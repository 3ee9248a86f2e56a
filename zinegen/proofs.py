"""Looking at what was printed: files come in; contact sheets and how much ink each page takes go out."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import msgspec

from zinegen.errors import RecipeError
from zinegen.files import one_file, read_whole
from zinegen.work import Made

INK_DPI = 200
"""Ink is measured on pictures as fine as this: finer ones change a page by a tenth of a percent at most; on
coarser ones no line is less than a dot wide, which makes a small hatched map a third too black."""
PROOF = "proof.pdf"
"""A proof that is called so is no part of the next."""
PROOF_PX = 2600
"""Width of a contact sheet as a picture."""
MOST_PNG_SHEETS = 24
"""So many contact sheets go into one picture; more are better seen as PDF."""


class Proof(NamedTuple):
    """A contact sheet."""

    data: bytes
    pages: int
    files: int


def proof_sheet(folder: Path, file: Path) -> Proof:
    """Every page of every PDF in a folder, small.

    Args:    file: what it is to be called; by its end it is a PNG or a PDF, and none of those in the folder.
    Raises:  RecipeError for a folder without PDFs, another kind of file, or one that is shown; ImpositionError for
             a broken PDF.
    """
    from zinegen.impose.proof import Printed, contact_sheets

    kind = file.suffix.lower()
    if kind not in (".png", ".pdf"):
        raise RecipeError(f"--out {file}: name a .png or a .pdf")
    if not folder.is_dir():
        raise RecipeError(f"{folder} is no folder; name the one that `zinegen build` wrote")
    printed = [path for path in sorted(folder.glob("*.pdf")) if path.name != PROOF and path.is_file()]
    if any(one_file(path, file) for path in printed):
        raise RecipeError(f"--out {file}: is one of the PDFs that are shown; name it {PROOF}, or put it elsewhere")
    if not printed:
        raise RecipeError(f"{folder} holds no PDF; print something into it first")
    sheets, pages = contact_sheets([Printed(path.name, read_whole(path)) for path in printed])
    return Proof(sheets if kind == ".pdf" else _picture(sheets), pages, len(printed))


def _picture(sheets: bytes) -> bytes:
    """All contact sheets under one another as a PNG."""
    import pypdfium2
    from PIL import Image

    document = pypdfium2.PdfDocument(sheets)
    count = len(document)
    if count > MOST_PNG_SHEETS:
        raise RecipeError(f"{count} contact sheets are too many for one picture; say --out proof.pdf")
    shown = [page.render(scale=PROOF_PX / page.get_width(), grayscale=True).to_pil() for page in document]
    leaves = [leaf.convert("L") for leaf in shown]
    whole = Image.new("L", (PROOF_PX, sum(leaf.height for leaf in leaves)), 255)
    top = 0
    for leaf in leaves:
        whole.paste(leaf, (0, top))
        top += leaf.height
    out = BytesIO()
    whole.save(out, "PNG")
    return out.getvalue()


def ink_of(data: bytes, *, dpi: float = INK_DPI) -> tuple[float, ...]:
    """How much of each page of a PDF is ink, 0..100; greys count as so much black."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        found = []
        for page in document:
            grey = page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L").histogram()
            total = sum(grey)
            found.append(round(100 * (1 - sum(value * count for value, count in enumerate(grey)) / (255 * total)), 2))
        return tuple(found)
    finally:
        document.close()


def inked(files: Iterable[Made]) -> list[Made]:
    """The files with the ink of every PDF among them measured."""
    out = []
    for one in files:
        if one.name.endswith(".pdf"):
            pages = ink_of(one.data)
            one = msgspec.structs.replace(one, ink_pct=round(sum(pages) / len(pages), 2), ink_page_pct=pages)
        out.append(one)
    return out
