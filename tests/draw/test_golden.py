"""Small maps, kept whole: a change in the drawing shows as a difference in these files."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import replace

from zinegen.draw.map import level_map, local_map
from zinegen.draw.picture import Picture
from zinegen.draw.svg import to_svg
from zinegen.dungeon.model import Dungeon, Feature
from zinegen.dungeon.textmap import text_to_dungeon

GOLDEN = Path(__file__).parents[1] / "golden"

DOORS = """
    1 1+a a/2 2R3 3

    1 1 a a 2 2 3 3
    H H       #   ~
    4 4Lb b%5 5n6 6

    4 4 b b%5 5 6 6
    S       =     +
    7 7 7 7 7»8 8 8

    7 7 7 7 7 8 8 8
    """
FEATURES = """
    1 1 1 1 1 1 1 1+2 2 2

    1 1 1 1 1 1 1 1 2 2 2

    1 1 1 1 1 1 1 1 2 2 2

    1 1 1 1 1 1 1 1
    """


def furnished() -> Dungeon:
    dungeon = text_to_dungeon(FEATURES, goal="1-2")
    level = dungeon.levels[0]
    river = Feature(kind="river", at=(2, 2), outline=((1.2, 0), (2.8, 0), (2.8, 4), (1.2, 4)))
    things = {
        "1-1": (
            river, Feature(kind="bridge", at=(2, 1), size=(1, 2.2), turn_deg=90), Feature(kind="statue", at=(4.5, 3)),
            Feature(kind="column", at=(6, 1)), Feature(kind="altar", at=(6.2, 3), size=(2.0, 0.9)),
        ),
        "1-2": (Feature(kind="goal", at=(9.5, 1.5)),),
    }  # fmt: skip
    areas = tuple(replace(a, features=things.get(a.id, ())) for a in level.areas)
    return replace(dungeon, levels=(replace(level, areas=areas),))


def doors() -> Dungeon:
    return text_to_dungeon(DOORS, goal="1-8")


CASES = {
    "every-door": lambda: level_map(doors(), 1, cartouche=False, legend=False),
    "doors-in-thin-lines": lambda: level_map(doors(), 1, ink="lines", cartouche=False),
    "river-statue-goal": lambda: level_map(furnished(), 1, ink="low", legend=False),
    "crop-of-one-room": lambda: local_map(
        doors(), ["1-2"], mm_per_square=4, max_width_mm=120, max_height_mm=90, ink="low"
    ),
}  # fmt: skip


def canonical(picture: Picture) -> str:
    """Canonical XML with a line for each element, so that a difference can be read.

    Python 3.11 names the namespace anew in every element, until its third release: once is enough.
    """
    bare = re.sub(r' xmlns="[^"]*"', "", ET.canonicalize(to_svg(picture, id_prefix="g")))
    return bare.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).replace("><", ">\n<") + "\n"


@pytest.mark.parametrize("name", CASES)
def test_the_drawing_is_what_it_was(name: str, update_golden: bool) -> None:
    path, found = GOLDEN / f"{name}.svg", canonical(CASES[name]())
    if update_golden:
        path.write_text(found, encoding="utf-8")
    assert found.splitlines() == path.read_text(encoding="utf-8").splitlines(), "see --update-golden"
