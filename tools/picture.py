"""The picture at the top of the README, from real output: a level's map beside the booklet that keys it.

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
TALL, MARGIN = 800, 40
DESK = (238, 236, 231)


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


def first_level(made: Made) -> tuple[int, int]:
    """The page of the first level's map, and the left page of its spread with the most words; from 0."""
    document = pypdfium2.PdfDocument(made.data)
    marks = [(mark.level, mark.get_dest().get_index()) for mark in document.get_toc()]
    start = next(at for at in range(len(marks) - 1) if marks[at][0] == 0 and marks[at + 1][0] == 1)
    end = next(at for at in range(start + 1, len(marks)) if marks[at][0] == 0)
    first, last = marks[start + 1][1], marks[end - 1][1]
    words = {number: document[number].get_textpage().count_chars() for number in range(first, last + 1)}
    spreads = [left for left in range(first, last) if left % 2]
    return marks[start][1], max(spreads, key=lambda left: min(words[left], words[left + 1]))


def main(seed: str) -> None:
    """Make a dungeon, print it, and lay it out."""
    dungeon = generate(load_recipe(seed=seed))
    made = {one.name: one for one in produce(dungeon, options_of(load_recipe(seed=seed, products="booklet")))}
    booklet = made["booklet.pdf"]
    overview, keys = first_level(booklet)
    sheets = [page(booklet, overview, TALL), spread(booklet, keys, TALL)]
    desk = Image.new("RGB", (sum(one.width + MARGIN for one in sheets) + MARGIN, TALL + 2 * MARGIN), DESK)
    x = MARGIN
    for sheet in sheets:
        lay(desk, sheet, x, MARGIN)
        x += sheet.width + MARGIN
    buffer = io.BytesIO()
    desk.quantize(64, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    TARGET.write_bytes(buffer.getvalue())


if __name__ == "__main__":
    main(*(sys.argv[1:] or [SEED]))
