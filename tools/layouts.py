"""Renew the proof page of every layout in docs/layouts/: cover, level map, two pages of keys.

python tools/layouts.py [NAME...]
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image

from zinegen import typeset
from zinegen.build import generate
from zinegen.recipe import load_recipe
from zinegen.typeset.layouts import layout_names
from zinegen.work import PrintOptions, Shop

FOLDER = Path(__file__).parent.parent / "docs" / "layouts"
ORDER: dict[str, Any] = {"seed": "bell", "levels": 1, "size": "small"}
SCALE, GAP, GROUND, COLOURS = 1.35, 14, "#8a8a86", 24
"""Pixels a point, pixels between pages, and the colour of the table they lie on."""


def pages_of(data: bytes) -> list[int]:
    """The cover, the map of the level and two facing pages of keys, counted from 0."""
    marks = [(item.get_title(), item.get_dest().get_index()) for item in pypdfium2.PdfDocument(data).get_toc()]
    overview = next(page for title, page in marks if title.startswith("Level 1"))
    first = next(page for title, page in marks if title.startswith("1 "))
    left = first if first % 2 else first + 1
    return [0, overview, left, left + 1]


def proof(name: str) -> Image.Image:
    """The pages of a layout side by side."""
    dungeon = generate(load_recipe(**ORDER))
    data = typeset.booklet(dungeon, PrintOptions(layout=name), Shop(1))[0].data
    document = pypdfium2.PdfDocument(data)
    shown = [document[page].render(scale=SCALE).to_pil().convert("RGB") for page in pages_of(data)]
    wide, high = shown[0].size
    table = Image.new("RGB", (4 * wide + 4 * GAP, high + 2 * GAP), GROUND)
    for number, page in enumerate(shown):  # the last two are a spread: nothing between them
        table.paste(page, (GAP + number * (wide + GAP) - (GAP if number == 3 else 0), GAP))
    return table.quantize(COLOURS, dither=Image.Dither.NONE)


def main(names: list[str]) -> None:
    """Write the pictures of these layouts, or of all."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or [one for one in layout_names() if one != "base"]:
        file = FOLDER / f"{name}.png"
        proof(name).save(file, optimize=True)
        sys.stdout.write(f"{file.stat().st_size / 1000:7.1f} kB  {file.name}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
