"""What lies over a map: links big enough for a finger, rules, silhouettes."""

from __future__ import annotations

import re

from msgspec.structs import replace
from sample import sample_dungeon
from shapely import Polygon

from zinegen.publish.webmap import NARROWEST_PX, TARGET_PX, css_id, highlight, silhouette, spots


def test_an_id_that_begins_with_a_digit_is_escaped() -> None:
    assert css_id(7) == "\\37 "
    assert css_id(14) == "\\31 4"


def test_three_rules_tie_a_key_to_its_area() -> None:
    rules = highlight([14])
    assert rules.count("{") == 3
    assert ".bench:has(#\\31 4:target) .a14 polygon{fill:var(--spot)}" in rules


def test_a_small_room_gets_a_square_for_a_finger_and_a_big_one_its_own_outline() -> None:
    areas = [area for area in sample_dungeon().levels[0].areas if area.key in (1, 2)]
    rings = {"1-1": [(100, 100), (101, 100), (101, 101), (100, 101)], "1-2": [(0, 0), (90, 0), (90, 60), (0, 60)]}
    small, big = spots(360.0, rings, areas, {"1-1": "1 Gate", "1-2": "2 Font"})
    ring = [tuple(map(float, pair.split(","))) for pair in small.points.split()]
    x0, y0, x1, y1 = Polygon(ring).bounds
    assert (x1 - x0) / 360 * NARROWEST_PX == TARGET_PX == (y1 - y0) / 360 * NARROWEST_PX
    assert (x0 + x1) / 2 == 100.5 and small.label == "1 Gate"
    assert sorted(big.points.split()) == sorted(["0.0,0.0", "90.0,0.0", "90.0,60.0", "0.0,60.0"])


def test_a_silhouette_is_close_round_the_level() -> None:
    level = sample_dungeon().levels[0]
    room = level.areas[0]
    square = replace(room, outline=((2, 3), (5, 3), (5, 4), (2, 4)))
    found = silhouette(replace(level, areas=(square,)))
    assert found.box == "-1 -1 14 6"
    steps = re.findall(r"[hv]-?\d+", found.path)
    assert sorted(step.replace("-", "") for step in steps) in (["h12", "h12", "v4"], ["h12", "v4", "v4"])


def test_a_level_without_areas_has_an_empty_silhouette() -> None:
    assert silhouette(replace(sample_dungeon().levels[0], areas=())).path == ""
