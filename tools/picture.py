"""The picture at the top of the README, from real output: a level's sheet beside the booklet that keys it.

python tools/picture.py [SEED]        writes docs/first-page.png
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pypdfium2
from PIL import Image, ImageDraw, ImageFilter

from zinegen import generate, load_recipe
from zinegen.build import options_of, produce
from zinegen.work import Made

TARGET = Path(__file__).parent.parent / "docs" / "first-page.png"
SEED = "hollow hill"
WIDTH, HEIGHT = 1800, 1010
DESK = (238, 236, 231)
MARGIN = 40


def page(made: Made, number: int, height: int) -> Image.Image:
    """A page of a PDF, so many pixels high."""
    document = pypdfium2.PdfDocument(made.data)
    sheet = document[number]
    return sheet.render(scale=height / sheet.get_height()).to_pil().convert("RGB")


def lay(desk: Image.Image, sheet: Image.Image, x: int, y: int) -> None:
    """Lay a sheet on the desk, with its shadow."""
    shadow = Image.new("L", desk.size, 0)
    ImageDraw.Draw(shadow).rectangle((x + 3, y + 6, x + sheet.width + 3, y + sheet.height + 6), fill=110)
    desk.paste((90, 86, 78), (0, 0), shadow.filter(ImageFilter.GaussianBlur(9)))
    desk.paste(sheet, (x, y))


def spread(made: Made, left: int, height: int) -> Image.Image:
    """Two facing pages with the fold between them."""
    pages = [page(made, number, height) for number in (left, left + 1)]
    both = Image.new("RGB", (sum(one.width for one in pages), height), "white")
    both.paste(pages[0], (0, 0))
    both.paste(pages[1], (pages[0].width, 0))
    fold = Image.new("L", both.size, 0)
    for step in range(22):
        ImageDraw.Draw(fold).line([(pages[0].width - step, 0), (pages[0].width - step, height)], fill=44 - 2 * step)
        ImageDraw.Draw(fold).line([(pages[0].width + step, 0), (pages[0].width + step, height)], fill=44 - 2 * step)
    both.paste((70, 66, 60), (0, 0), fold)
    return both


def keyed(made: Made) -> int:
    """The left page of the first spread that holds keys: the one after the first level's two opening pages."""
    document = pypdfium2.PdfDocument(made.data)
    pages = {mark.get_title(): mark.get_dest().get_index() for mark in document.get_toc() if mark.get_dest()}
    first = next(number for title, number in pages.items() if title.startswith("Level 1"))
    return first + 2 if first % 2 else first + 1


def main(seed: str) -> None:
    """Make a dungeon, print it, and lay it out."""
    dungeon = generate(load_recipe(seed=seed))
    made = {one.name: one for one in produce(dungeon, options_of(load_recipe(seed=seed, products="booklet,onepage")))}
    desk = Image.new("RGB", (WIDTH, HEIGHT), DESK)
    tall = HEIGHT - 2 * MARGIN
    sheet = page(made["onepage.pdf"], 0, tall)
    lay(desk, sheet, MARGIN, MARGIN)
    room = WIDTH - sheet.width - 3 * MARGIN
    booklet = made["booklet.pdf"]
    opened = spread(booklet, keyed(booklet), tall)
    scale = min(1.0, room / opened.width)
    opened = opened.resize((round(opened.width * scale), round(opened.height * scale)), Image.Resampling.LANCZOS)
    lay(desk, opened, 2 * MARGIN + sheet.width, HEIGHT - MARGIN - opened.height)
    buffer = io.BytesIO()
    desk.quantize(64, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    TARGET.write_bytes(buffer.getvalue())


if __name__ == "__main__":
    main(*(sys.argv[1:] or [SEED]))
