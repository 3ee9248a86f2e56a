"""On which page of the finished booklet each area's key stands, read from its bookmarks."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable

import pikepdf

from zinegen.dungeon.model import Dungeon
from zinegen.typeset import matter
from zinegen.work import Made

BOOKLET = "booklet.pdf"


def booklet_pages(dungeon: Dungeon, files: Iterable[Made]) -> dict[str, int]:
    """Area id -> page of the booklet; empty where no booklet is printed with the sheets.

    The bookmarks are the booklet's own: a level's title, and below it "4 Charnel House" for each key.
    """
    data = next((made.data for made in files if made.name == BOOKLET), None)
    if data is None:
        return {}
    titles = {matter.level_title(level): level.number for level in dungeon.levels}
    found: dict[str, int] = {}
    with pikepdf.open(io.BytesIO(data)) as pdf:
        numbers: dict[object, int] = {page.objgen: number for number, page in enumerate(pdf.pages, 1)}
        with pdf.open_outline() as outline:
            for item in outline.root:
                level = titles.get(str(item.title))
                for child in item.children if level is not None else ():
                    key = re.match(r"\d+(?= )", str(child.title))
                    if key is not None and isinstance(child.destination, pikepdf.Array):
                        found[f"{level}-{key[0]}"] = numbers[child.destination[0].objgen]
    return found
