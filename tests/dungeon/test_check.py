"""Integrity: the sample is sound, and every contradiction one can edit into it is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sample import sample_dungeon
from shapely import LineString, Polygon

from zinegen.dungeon.check import integrity
from zinegen.dungeon.checkplan import coverage, crossing_of
from zinegen.dungeon.store import decode, encode, load_dungeon
from zinegen.dungeon.visible import without_secrets
from zinegen.errors import DungeonError

Whole = dict[str, Any]


def test_the_sample_does_not_contradict_itself() -> None:
    assert integrity(sample_dungeon()) == []
    assert {finding.code for finding in integrity(without_secrets(sample_dungeon()))} == {"recipe"}


def area(whole: Whole, id_: str) -> Whole:
    return next(a for level in whole["levels"] for a in level["areas"] if a["id"] == id_)


def portal(whole: Whole, id_: str) -> Whole:
    return next(p for level in whole["levels"] for p in level["portals"] if p["id"] == id_)


def link(whole: Whole, id_: str) -> Whole:
    return next(k for k in whole["links"] if k["id"] == id_)


def rows(whole: Whole, id_: str) -> Any:
    return area(whole, id_)["squares"]


def flow(whole: Whole) -> Any:
    return whole["levels"][0]["flow"]


Edit = Callable[[Whole], object]

EDITS: dict[str, tuple[str, str, Edit]] = {
    # the head
    "no title": ("title", "title", lambda w: w.update(title=" ")),
    "a long seed": ("seed", "seed", lambda w: w.update(seed="x" * 201)),
    "an empty seed": ("seed", "seed", lambda w: w.update(seed="")),
    "a date that is none": ("date", "date", lambda w: w.update(date="2024-13-01")),
    "a recipe without paper": ("recipe", "recipe", lambda w: w["recipe"].pop("paper")),
    "no such entrance": ("entrance", "entrance", lambda w: w.update(entrance="1-99")),
    "no such goal": ("goal", "goal", lambda w: w.update(goal="3-1")),
    "a control character": ("character", "title", lambda w: w.update(title="a\x00b")),
    "a control character in a key": (
        "character", "levels[0].areas[0].text.first", lambda w: area(w, "1-1")["text"].update(first="\\\x1b[0m"),
    ),
    # ids and numbers
    "an area twice": ("id", "1-1", lambda w: w["levels"][0]["areas"].append(area(w, "1-1"))),
    "a portal with the id of a link": ("id", "link-2", lambda w: portal(w, "1-p2").update(id="link-2")),
    "two locks of one id": ("id", "lock-1", lambda w: w["locks"].append(w["locks"][0])),
    "levels out of order": ("level", "level 2", lambda w: w["levels"].reverse()),
    "a level twice": ("level", "level 1", lambda w: w["levels"][1].update(number=1)),
    "no levels": ("level", "levels", lambda w: w["levels"].clear()),
    "a number twice": ("key", "1-3", lambda w: area(w, "1-3").update(key=2)),
    "a number that its id does not have": ("key", "1-17", lambda w: area(w, "1-17").update(key=18)),
    "an area of another level": ("key", "2-a26", lambda w: area(w, "1-a26").update(id="2-a26")),
    "a number without key": ("key", "1-17", lambda w: area(w, "1-17").update(key=None)),
    # the ground plan
    "two areas on one square": ("overlap", "1-2", lambda w: area(w, "1-2")["squares"].append([46, 20, 21])),
    "a square outside the frame": ("frame", "1-2", lambda w: area(w, "1-2")["squares"].append([3, 49, 51])),
    "a frame too small": ("frame", "1-1", lambda w: w["levels"][0].update(size=[50, 50])),
    "a frame without size": ("frame", "level 1", lambda w: w["levels"][0].update(size=[0, 50])),
    "a run the wrong way round": ("squares", "1-1", lambda w: area(w, "1-1").update(squares=[[46, 28, 20]])),
    "a run without end": ("frame", "1-1", lambda w: rows(w, "1-1").append([47, 0, 10**12])),
    "no squares": ("squares", "1-1", lambda w: area(w, "1-1").update(squares=[])),
    "an outline of two points": ("outline", "1-1", lambda w: area(w, "1-1").update(outline=[[20, 46], [28, 53]])),
    "an outline that crosses itself": (
        "outline", "1-1", lambda w: area(w, "1-1").update(outline=[[20, 46], [28, 53], [28, 46], [20, 53]]),
    ),
    "an outline the wrong way round": ("outline", "1-4", lambda w: area(w, "1-4")["outline"].reverse()),
    "an outline moved away": (
        "outline", "1-16", lambda w: area(w, "1-16").update(outline=[[34, 28], [36, 28], [36, 30], [34, 30]]),
    ),
    "a circle round too much": (
        "outline", "1-4", lambda w: area(w, "1-4").update(outline=[[4, 31], [13, 31], [13, 42], [4, 42]]),
    ),
    "a square forgotten in the middle": (
        "outline", "1-4", lambda w: area(w, "1-4").update(squares=[r for r in rows(w, "1-4") if r[0] != 36]),
    ),
    "a statue in another room": ("feature", "1-8", lambda w: area(w, "1-8")["features"][1].update(at=[5, 5])),
    "a statue of no size": ("feature", "1-8", lambda w: area(w, "1-8")["features"][1].update(size=[0, 1])),
    "a statue of endless size": ("feature", "1-8", lambda w: area(w, "1-8")["features"][1].update(size=[1e300, 1])),
    "a statue turned too often": ("feature", "1-8", lambda w: area(w, "1-8")["features"][1].update(turn_deg=1e9)),
    "a pool out of this world": ("frame", "1-9", lambda w: area(w, "1-9")["features"][0]["outline"].append([1e9, 0])),
    "a pool of two points": (
        "feature", "1-9", lambda w: area(w, "1-9")["features"][0].update(outline=[[35, 48], [36, 48]]),
    ),
    # portals
    "a door to a missing area": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(between=["1-1", "1-99"])),
    "a door to another level": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(between=["1-1", "2-1"])),
    "a door from a room to itself": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(between=["1-1", "1-1"])),
    "a door that is moved off its wall": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(at=[23, 47])),
    "a door too wide for its passage": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(width=3)),
    "a door without width": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(width=0)),
    "a door wider than any level": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(width=1001)),
    "a door on a door": (
        "portal", "1-new", lambda w: w["levels"][0]["portals"].append({**portal(w, "1-p2"), "id": "1-new"}),
    ),
    "one way to nowhere": ("portal", "1-p2", lambda w: portal(w, "1-p2").update(one_way="1-3")),
    "a closet's door in the rock": (
        "portal", "1-c1p", lambda w: w["levels"][0]["reserved"][0]["portal"].update(at=[17, 26]),
    ),
    "a closet on a room": (
        "overlap", "1-c1", lambda w: w["levels"][0]["reserved"][0]["area"]["squares"].append([28, 18, 19]),
    ),
    # links
    "stairs to a missing area": ("link", "link-2", lambda w: link(w, "link-2")["to"].update(area="2-99")),
    "stairs that end in the rock": ("link", "link-3", lambda w: link(w, "link-3")["from"].update(at=[1, 1])),
    "stairs that come out elsewhere": ("link", "link-2", lambda w: link(w, "link-2")["to"].update(at=[3, 14])),
    "stairs on one level": ("link", "link-10", lambda w: link(w, "link-10")["from"].update(area="1-8", at=[40, 38])),
    "a symbol of no link": ("feature", "1-8", lambda w: area(w, "1-8")["features"][0].update(link="link-99")),
    "a symbol of a link that ends elsewhere": (
        "feature", "1-8", lambda w: area(w, "1-8")["features"][0].update(link="link-2"),
    ),
    # locks and keys
    "a lock that guards nothing": ("lock", "lock-1", lambda w: w["locks"][0].update(guards="1-p99")),
    "a lock that guards another door": ("lock", "lock-1", lambda w: w["locks"][0].update(guards="1-p2")),
    "a door with a missing lock": ("lock", "1-p4", lambda w: portal(w, "1-p4").update(lock="lock-9")),
    "a lock without its key": ("lock", "lock-1", lambda w: w["key_items"].pop(0)),
    "a hard lock without keys": ("lock", "lock-3", lambda w: w["locks"][2].update(keys=[])),
    "a key without lock": ("key item", "key-1", lambda w: w["locks"][0].update(keys=[])),
    "a key in a missing area": ("key item", "key-1", lambda w: w["key_items"][0].update({"in": "1-99"})),
    "a key on a thing that is not there": ("where", "key-1", lambda w: w["key_items"][0].update(where="throne")),
    # flow
    "a sight of nothing": ("sight", "1-6 to 1-99", lambda w: w["levels"][0]["sights"][0].update(to="1-99")),
    "a cycle of missing areas": ("cycle", "1-cycle-1", lambda w: flow(w)["cycles"][0].update(goal="9-9")),
    "a cycle in a missing cycle": ("cycle", "1-cycle-1", lambda w: flow(w)["cycles"][0].update(parent="c")),
    "a cycle with a missing mark": ("cycle", "1-cycle-1", lambda w: flow(w)["cycles"][0].update(marks={"x": "9-9"})),
    "a patrol over a missing area": ("cycle", "1-cycle-1", lambda w: flow(w)["cycles"][0].update(route=["9-9"])),
    "a barrier at no portal": ("cycle", "1-cycle-1", lambda w: flow(w)["cycles"][0].update(barrier_at="9-p9")),
    "a goal that holds no lock": ("cycle", "1-cycle-1", lambda w: flow(w)["cycles"][0].update(lock="lock-99")),
    "an arc through no door": ("arc", "arc of 1-cycle-1", lambda w: flow(w)["arcs"][0].update(doors=["9-p9"])),
    "a lock in a missing area": ("lock", "lock-1", lambda w: w["locks"][0].update(area="9-9")),
    "an arc of a missing cycle": ("cycle", "arc of c", lambda w: flow(w)["arcs"][0].update(cycle="c")),
}  # fmt: skip


@pytest.fixture(scope="module")
def text() -> bytes:
    return encode(sample_dungeon())


def found(text: bytes, edit: Edit) -> list[tuple[str, str]]:
    whole = json.loads(text)
    edit(whole)
    findings = integrity(decode(json.dumps(whole).encode()))
    assert all("\n" not in f.text and f.text for f in findings)
    return [(f.code, f.where) for f in findings]


@pytest.mark.parametrize("name", EDITS)
def test_a_contradiction_is_found(text: bytes, name: str) -> None:
    code, where, edit = EDITS[name]
    assert (code, where) in found(text, edit)


# ------------------------------------------------------------------------------------------------- what is in keys


def first(whole: Whole, what: str) -> Whole:
    """The first inhabitant, hoard, hazard or clue of the dungeon."""
    return next(a[what][0] for level in whole["levels"] for a in level["areas"] if a[what])


KEY_EDITS: dict[str, tuple[str, Edit]] = {
    "fewer hit points than heads": ("count", lambda w: first(w, "inhabitants").update(count=99)),
    "nobody": ("count", lambda w: first(w, "inhabitants").update(count=0)),
    "a dead one": ("count", lambda w: first(w, "inhabitants")["stats"].update(hp=[0])),
    "morale beyond measure": ("count", lambda w: first(w, "inhabitants")["stats"].update(morale=13)),
    "a missing faction": ("faction", lambda w: first(w, "inhabitants").update(faction="nobody")),
    "a homeless faction": ("faction", lambda w: w["factions"][0].update(home="1-99")),
    "treasure on a thing that is not there": ("where", lambda w: first(w, "treasure").update(where="nowhere")),
    "treasure under a hazard that is not there": ("where", lambda w: first(w, "treasure").update(hazard="nothing")),
    "treasure of more than the world": ("amount", lambda w: first(w, "treasure").update(value_gp=1e300)),
    "treasure of less than nothing": ("amount", lambda w: first(w, "treasure").update(amount=-1)),
    "a hazard on nothing": ("on", lambda w: first(w, "hazards").update(on="nothing")),
    "a clue to nothing": ("about", lambda w: first(w, "clues").update(about="1-p99")),
    "a clue on nothing": ("where", lambda w: first(w, "clues").update(carrier="nothing")),
    "a rumour of nothing": ("about", lambda w: w["rumours"][0].update(about="4-4")),
    "a wanderer's face left out": ("wandering", lambda w: w["wandering"][0].update(face=7)),
    "a wanderer of nobody": ("of", lambda w: w["wandering"][0].update(of=["9-9-m1"])),
    "a captive of nobody": ("captive", lambda w: first(w, "inhabitants").update(captive="9-9-m1")),
    "wanderers on a missing level": ("wandering", lambda w: w["wandering"][0].update(level=7)),
    "a thing in a thing that is not there": (
        "inside", lambda w: area(w, "1-1")["text"]["details"][0].update(inside="nothing"),
    ),
    "a thing in itself": (
        "inside",
        lambda w: area(w, "1-1")["text"]["details"][0].update(inside=area(w, "1-1")["text"]["details"][0]["id"]),
    ),
    "two things of one id": (
        "id", lambda w: area(w, "1-1")["text"]["details"].append(area(w, "1-1")["text"]["details"][0]),
    ),
    "strange water": ("water", lambda w: area(w, "1-9").update(water="salt")),
}  # fmt: skip


@pytest.mark.parametrize("name", KEY_EDITS)
def test_a_contradiction_in_a_key_is_found(text: bytes, name: str) -> None:
    code, edit = KEY_EDITS[name]
    assert code in {one for one, _ in found(text, edit)}


def test_loading_names_the_first_fault_and_counts_the_rest(text: bytes, tmp_path: Path) -> None:
    whole = json.loads(text)
    portal(whole, "1-p2").update(between=["1-1", "1-99"])
    portal(whole, "1-p3").update(between=["1-99", "1-2"])
    file = tmp_path / "dungeon.json"
    file.write_text(json.dumps(whole))
    with pytest.raises(DungeonError) as fault:
        load_dungeon(file)
    assert "dungeon.json: 1-p2: leads to 1-99, which is no area of level 1" in str(fault.value)
    assert "(and 1 more: run `zinegen check " in str(fault.value)


def test_what_is_too_large_is_told_how_large_it_may_be(text: bytes, tmp_path: Path) -> None:
    file = tmp_path / "dungeon.json"
    for edit, said in (
        (lambda w: portal(w, "1-p2").update(width=10**9), "1-p2: is 1000000000 squares wide: 1 to 1000"),
        (
            lambda w: area(w, "1-8")["features"][1].update(size=[1001, 1]),
            "1-8: its statue measures [1001.0, 1.0]: more than nothing, and 1000 at most",
        ),
    ):
        whole = json.loads(text)
        edit(whole)
        file.write_text(json.dumps(whole))
        with pytest.raises(DungeonError) as fault:
            load_dungeon(file)
        assert said in str(fault.value)


# ------------------------------------------------------------------------------------------------------- geometry

RINGS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=8, unique=True)


@given(RINGS)
def test_crossings_are_found_as_shapely_finds_them(ring: list[tuple[int, int]]) -> None:
    edges = [LineString(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)]
    crossed = any(a.crosses(b) or a.intersection(b).length > 0 for a, b in combinations(edges, 2))
    if Polygon(ring).is_valid:
        assert crossing_of(tuple(ring)) is None
    elif crossed:
        assert crossing_of(tuple(ring)) is not None


@given(RINGS)
def test_coverage_is_the_area_of_a_ring(ring: list[tuple[int, int]]) -> None:
    shape = Polygon(ring)
    if shape.is_valid and shape.area:
        assert sum(coverage(tuple(ring)).values()) == pytest.approx(shape.area, abs=0.35)
