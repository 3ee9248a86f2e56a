"""The solo booklet: a dungeon comes in, `solo.pdf` goes out: rules, who wanders, the paragraphs, paper for a map."""

from __future__ import annotations

from typing import Any

from zinegen import __version__
from zinegen.dungeon.model import Dungeon
from zinegen.share import share
from zinegen.typeset.layouts import Layout, find_layout
from zinegen.typeset.pages import own_sheets, render
from zinegen.typeset.pdf import Job, typeset
from zinegen.typeset.pictures import scraps_in
from zinegen.typeset.setting import Shopish
from zinegen.typeset.solo.story import Story, story
from zinegen.typeset.solo.words import s
from zinegen.typeset.writer import printable
from zinegen.units import BOOKLET_PAGE, PAPERS_MM
from zinegen.words import lexicon
from zinegen.work import Made, PrintOptions

NAME = "solo"
SQUARE_MM = 5.0
"""Of the paper for a map."""
BAND = 25
"""Paragraphs that one bookmark stands for."""


def solo(dungeon: Dungeon, options: PrintOptions, shop: Shopish) -> list[Made]:
    """The whole adventure as `solo.pdf`, in reading order, on pages of half a sheet."""
    layout = find_layout(options.layout)
    adventure = story(printable(dungeon, layout.letters))
    job = _job(dungeon, adventure, layout, options)
    (done,) = shop.map(typeset, [job])
    return [Made("solo.pdf", done.data, done.pages)]


def _job(dungeon: Dungeon, adventure: Story, layout: Layout, options: PrintOptions) -> Job:
    width, height = PAPERS_MM[BOOKLET_PAGE[options.paper]]
    product = layout.products[NAME]
    map_mm = (width - product.inner - product.outer, height - product.top - product.bottom - 12)
    values = {
        "language": lexicon("pages")["language"],
        "title": s("title", title=adventure.title),
        "name": adventure.title,
        "date": dungeon.date or "",
        "story": adventure,
        "numbers": {one.id: one.number for one in adventure.paragraphs},
        "count": s("paragraphs", n=len(adventure.paragraphs)),
        "w": lexicon("solo"),
        "map": {"width": map_mm[0], "height": map_mm[1]},
        "band": BAND,
        "foot": s("foot", title=adventure.title, licence=options.licence, version=__version__),
    }
    fonts = {role: layout.chain(role) for role in ("body", "title", "label", "sign")}
    look = {"page": {"width": width, "height": height}, "product": product, "fonts": fonts, "scale": 1.0,
            "look": layout.look}  # fmt: skip
    css = "\n".join([layout.css(1.0), *own_sheets(layout, ("solo.css",), look)])
    roots = tuple(dict.fromkeys([*(str(folder) for folder in layout.folders), str(share("fonts"))]))
    families = tuple(sorted({face.css_family for face in layout.faces}))
    html = render(layout, "solo.html", values)
    forms: dict[str, Any] = {"grid": squared_paper(*map_mm), **scraps_in((html, css), dungeon.seed)}
    return Job(html, css, roots, forms, families, source=str(layout.path), alone=True)


def squared_paper(width: float, height: float) -> str:
    """Squares to draw a map on, as SVG text of that size in mm."""
    across, down = int(width // SQUARE_MM), int(height // SQUARE_MM)
    wide, high = across * SQUARE_MM, down * SQUARE_MM
    lines = [f"M{n * SQUARE_MM:g} 0V{high:g}" for n in range(across + 1)]
    lines += [f"M0 {n * SQUARE_MM:g}H{wide:g}" for n in range(down + 1)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:g}mm" height="{high:g}mm" '
    box = f'viewBox="-.1 -.1 {wide + 0.2:g} {high + 0.2:g}">'
    return head + box + f'<path d="{"".join(lines)}" fill="none" stroke="#999" stroke-width=".12"/></svg>'
