"""Pictures of pages: the right size, few greys, the same bytes each time."""

from __future__ import annotations

import zlib
from io import BytesIO

import pytest
from PIL import Image

from zinegen.draw.pdfops import Form
from zinegen.publish.png import form_pdf, form_png, page_png

HALF = Form((0, 0, 200, 100), zlib.compress(b"0 0 100 100 re f"), 200, 100)


def test_a_form_is_drawn_to_the_width_that_is_asked() -> None:
    image = Image.open(BytesIO(form_png(HALF, width_px=400))).convert("L")
    assert image.size == (400, 200)
    assert image.getpixel((50, 100)) == 0 and image.getpixel((350, 100)) == 255


def test_few_greys_are_kept() -> None:
    shade = Form(
        (0, 0, 256, 10),
        zlib.compress(b"".join(b"%.3f g %d 0 1 10 re f\n" % (k / 255, k) for k in range(256))),
        256,
        10,
    )
    few = Image.open(BytesIO(form_png(shade, width_px=256))).convert("L")
    assert len(set(few.tobytes())) == 16
    assert len(set(Image.open(BytesIO(form_png(shade, width_px=256, greys=256))).tobytes())) > 200


def test_the_same_page_gives_the_same_bytes() -> None:
    assert form_pdf(HALF) == form_pdf(HALF)
    assert form_png(HALF, width_px=99) == form_png(HALF, width_px=99)


def test_a_page_that_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError):
        page_png(form_pdf(HALF), 1, width_px=10)
