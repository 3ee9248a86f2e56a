"""PDFs to impose: pages that bear their number as a bar code, and what reads it off a picture of a sheet."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from zinegen.units import PT_PER_MM

A5 = (148.0, 210.0)
BITS = 9


def barred(sizes: Sequence[tuple[float, float]], **more: object) -> bytes:
    """A PDF with pages of the given sizes in mm; each bears its number, from 1, as nine black or white squares.

    The squares run in a row from left to right through the middle of the page, the highest bit first, after a black
    square that says where they begin: each a sixteenth of the page wide. more: entries for every page, as they stand.
    """
    pdf = Pdf.new()
    for number, (wide, high) in enumerate(sizes, 1):
        w, h = wide * PT_PER_MM, high * PT_PER_MM
        step = w / 16
        ops = ["0 g"]
        for place, bit in enumerate([1, *(number >> b & 1 for b in range(BITS - 1, -1, -1)), 0, 1, 1]):
            if bit:
                ops.append(f"{(1.5 + place) * step:.3f} {h / 2 - step / 2:.3f} {step:.3f} {step:.3f} re f")
        page = Dictionary(
            Type=Name.Page, MediaBox=Array([0, 0, w, h]), Contents=pdf.make_stream(" ".join(ops).encode())
        )
        for key, value in more.items():
            page[f"/{key}"] = value
        pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def read_bars(image: object, box: tuple[float, float, float, float], turn: int, dots_mm: float) -> int:
    """The number of the page that fills a box (x, y, width, height in mm) of a picture, turned clockwise.

    Returns 0 for an empty place; fails where the marks at both ends are not as they must be.
    """
    pixel = image.load()  # type: ignore[attr-defined]

    def ink(along: float) -> int:
        """Whether there is ink on the middle line of the page, at a part of its width."""
        x, y, wide, high = box
        u, v = {0: (along, 0.5), 90: (0.5, along), 180: (1 - along, 0.5), 270: (0.5, 1 - along)}[turn]
        return int(pixel[int((x + u * wide) * dots_mm), int((y + v * high) * dots_mm)] < 128)

    bits = [ink((2 + place) / 16) for place in range(BITS + 4)]
    if not any(bits):
        return 0
    assert (bits[0], bits[-3:]) == (1, [0, 1, 1]), bits
    return int("".join(map(str, bits[1:-3])), 2)
