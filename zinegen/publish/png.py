"""Pictures of pages and drawings: a PDF or a drawing comes in, the bytes of a greyscale PNG go out."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from zinegen.draw.inked import form_pdf

if TYPE_CHECKING:
    from zinegen.draw.pdfops import Form

CARD_PX = (1200, 630)
"""The size that a picture beside a link is shown at nearly everywhere."""
CARD_MARGIN_PX = 30
GREYS = 16
"""Greys in a picture: drawings are ink on paper, so few are enough, and the file is a third as large."""


def page_png(pdf: bytes, page: int, *, width_px: int, greys: int = GREYS) -> bytes:
    """Draw one page of a PDF.

    Args:    page: from 0. width_px: the width of the picture; its height follows.
             greys: how many greys it may hold, 2..256; 256 keeps all of them.
    Returns: a PNG without colour, time or name in it: same page and same libraries, same bytes.
    Raises:  IndexError for a page that is not there.
    """
    return _png(_image(pdf, page, (width_px, None)), greys)


def page_count(pdf: bytes) -> int | None:
    """How many pages a PDF has; None where it cannot be read."""
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(pdf)
    except pypdfium2.PdfiumError:
        return None
    try:
        return len(document)
    finally:
        document.close()


def card_png(form: Form, *, greys: int = GREYS) -> bytes:
    """A drawing whole on a white card of CARD_PX, for the places that show a picture beside a link."""
    from PIL import Image

    wide, high = (side - 2 * CARD_MARGIN_PX for side in CARD_PX)
    image = _image(form_pdf(form), 0, (wide, high))
    card = Image.new("L", CARD_PX, 255)
    card.paste(image, ((CARD_PX[0] - image.width) // 2, (CARD_PX[1] - image.height) // 2))
    return _png(card, greys, tight=False)


def _image(pdf: bytes, page: int, room: tuple[int, int | None]) -> Any:
    """A page as large as a room allows; a room without a height has all it takes."""
    import pypdfium2

    document = pypdfium2.PdfDocument(pdf)
    try:
        if not 0 <= page < len(document):
            raise IndexError(f"page {page} of a document with {len(document)} pages")
        leaf = document[page]
        scale = room[0] / leaf.get_width()
        if room[1] is not None:
            scale = min(scale, room[1] / leaf.get_height())
        return leaf.render(scale=scale, grayscale=True).to_pil().convert("L")
    finally:
        document.close()


def _png(image: Any, greys: int, *, tight: bool = True) -> bytes:
    """An image as a PNG; tight: a fiftieth smaller, for seven times the work."""
    from PIL import Image

    if greys < 256:
        steps = [round(round(v * (greys - 1) / 255) * 255 / (greys - 1)) for v in range(256)]
        image = image.point(steps)
        image = image.quantize(greys, dither=Image.Dither.NONE)
    out = BytesIO()
    image.save(out, "PNG", optimize=tight)
    return out.getvalue()


def form_png(form: Form, *, width_px: int, greys: int = GREYS) -> bytes:
    """Draw a drawing in its PDF form (`draw.pdfops.to_form`) as a picture `width_px` wide."""
    return page_png(form_pdf(form), 0, width_px=width_px, greys=greys)


def png_size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels, read from its head."""
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
