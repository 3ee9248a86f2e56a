"""How much ink a drawing takes: a form comes in, square millimetres of black go out; and a style that takes less."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from zinegen.draw.styles import Style

if TYPE_CHECKING:
    from zinegen.draw.pdfops import Form

INK_DPI = 150
"""Fine enough that strokes of hatching are not drawn wider than they are: no stroke is less than a dot wide."""
MM_PER_PT = 25.4 / 72
COARSE_MOST, BAND_LEAST, LEAST_HATCH = 1.9, 0.7, 0.042
"""How far apart hatching may come to stand, how shallow it may become, and how fine."""
TONER_LEAST = 0.18
"""How narrow a black band may become."""
DOTS, LEAST_WALL = 0.5, 0.17
"""Squares from dot to dot of a grid that is thinned, and the thinnest wall."""


def ink_mm2(form: Form) -> float:
    """The ink of a drawing in its own size, greys as so much black."""
    import pypdfium2

    document = pypdfium2.PdfDocument(form_pdf(form))
    try:
        grey = document[0].render(scale=INK_DPI / 72, grayscale=True).to_pil().convert("L").histogram()
    finally:
        document.close()
    white = sum(value * count for value, count in enumerate(grey)) / (255 * sum(grey))
    share: float = 1 - white
    return share * float(form.width_pt * form.height_pt) * MM_PER_PT**2


def can_thin(style: Style) -> bool:
    """Whether there is something to thin: hatching, or a narrow black band. A photocopy is meant to be black."""
    return style.rock in ("clumps", "ticks") or (style.rock == "toner" and not style.pockets)


def thinner(style: Style, share: float) -> Style:
    """A style for a map that is to take about that share of the ink it took: fewer dots, finer and fewer strokes."""
    dots = 2 * DOTS if style.rock == "toner" else DOTS
    return replace(
        style,
        grid=max(style.grid, dots) if style.grid else 0.0,
        hatch=max(LEAST_HATCH, style.hatch * share**0.6),
        coarse=min(COARSE_MOST, style.coarse / share**0.9),
        band=max(TONER_LEAST, style.band * share**2.2)
        if style.rock == "toner"
        else max(BAND_LEAST, style.band * share**0.6),
        wall=max(LEAST_WALL, style.wall * share**0.4),
        pockets=False,
    )


def form_pdf(form: Form) -> bytes:
    """The smallest PDF that shows a form: one page of its size and the operators as the page's own."""
    box = " ".join(f"{v:g}" for v in form.bbox)
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[{box}]/Contents 4 0 R/Resources<<>>>>".encode(),
        f"<</Length {len(form.data)}/Filter/FlateDecode>>\nstream\n".encode() + form.data + b"\nendstream",
    ]
    out = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += "".join(f"{place:010d} 00000 n \n" for place in places).encode()
    out += f"trailer\n<</Size {len(objects) + 1}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
