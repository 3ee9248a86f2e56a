"""Flowcharts: every area once, nothing upon another, locks like their keys, arrows the right way."""

from __future__ import annotations

import itertools
import math
import re
import zlib
from functools import cache

import msgspec
import numpy as np
import pytest
import shapely

from tests.draw.flows import TWELVE, flow_dungeon
from tests.draw.ink import text_box
from tests.sample import sample_dungeon
from zinegen.carve import carve
from zinegen.draw import flow_signs
from zinegen.draw.brush import Well
from zinegen.draw.flow_boxes import Box
from zinegen.draw.flow_graph import graph_of, signs_of
from zinegen.draw.flow_level_box import Told, write_beside
from zinegen.draw.flow_names import Room
from zinegen.draw.flow_pens import flow_pens
from zinegen.draw.flow_relax import relaxed_sketch
from zinegen.draw.flow_rings import ring_sketch
from zinegen.draw.flow_sketch import Sketch
from zinegen.draw.flowchart import dungeon_flow, level_flow
from zinegen.draw.pdfops import to_form
from zinegen.draw.picture import Picture, Text
from zinegen.draw.svg import to_svg
from zinegen.dungeon.model import SURFACE, Arc, Cycle, Dungeon, End, Flow, KeyItem, KeyText, Link, Lock
from zinegen.errors import DungeonError, RecipeError
from zinegen.recipe import Recipe

SEVEN_PT = 7 * 25.4 / 72
A5 = (128.0, 178.0)
NAMES = list(TWELVE)


@cache
def labyrinth(size: str, seed: str, system: str = "labyrinth") -> Dungeon:
    """A carved dungeon of three levels, every area with a name."""
    dungeon = carve(Recipe(seed=seed, size=size, system=(system,)))
    levels = []
    for level in dungeon.levels:
        areas = tuple(
            msgspec.structs.replace(a, text=KeyText(name=f"Hollow of the {a.key}th Bell")) if a.key else a
            for a in level.areas
        )
        levels.append(msgspec.structs.replace(level, areas=areas))
    return msgspec.structs.replace(dungeon, levels=tuple(levels))


def nested(n: int, deep: bool = False) -> Dungeon:
    """The n-th cycle with two others in its insertion points, and when deep with four more in theirs."""
    subs = (NAMES[(n + 1) % 12], NAMES[(n + 5) % 12])
    below = ((NAMES[(n + 3) % 12], NAMES[(n + 7) % 12]), (NAMES[(n + 9) % 12], NAMES[(n + 2) % 12]))
    return flow_dungeon(NAMES[n], subs, below if deep else (), sides=0 if deep else 2)


CHARTS = {
    **{f"labyrinth {size} {seed} {n}": (labyrinth, (size, seed), n)
       for size, seed in (("small", "a"), ("medium", "b"), ("large", "b")) for n in (1, 2, 3)},
    **{f"cyclic large a {n}": (labyrinth, ("large", "a", "cyclic"), n) for n in (1, 2, 3)},
    **{f"alone {name}": (flow_dungeon, (name,), 1) for name in NAMES},
    **{f"nested {NAMES[n]}": (nested, (n,), 1) for n in range(12)},
    **{f"deep {NAMES[n]}": (nested, (n, True), 1) for n in range(0, 12, 3)},
    "sample 1": (sample_dungeon, (), 1),
    "sample 2": (sample_dungeon, (), 2),
}  # fmt: skip


@cache
def charted(name: str) -> tuple[Dungeon, int, Picture]:
    make, arguments, number = CHARTS[name]
    dungeon = make(*arguments)  # type: ignore[operator]
    return dungeon, number, level_flow(dungeon, number, width_mm=A5[0], height_mm=A5[1])


def keyed(dungeon: Dungeon, number: int) -> dict[str, int]:
    level = next(one for one in dungeon.levels if one.number == number)
    return {a.id: a.key for a in level.areas if a.key is not None}


def layer(picture: Picture, name: str):  # type: ignore[no-untyped-def]
    return next(one for one in picture.layers if one.name == name)


def discs(picture: Picture) -> dict[str, tuple[float, float, float]]:
    """Middle and radius of every keyed knot."""
    out = {}
    for id_, points in picture.spots.items():
        at = np.array(points)
        x, y = at.mean(axis=0)
        out[id_] = (float(x), float(y), float(np.hypot(*(at - (x, y)).T).mean()))
    return out


@pytest.mark.parametrize("name", CHARTS)
def test_every_keyed_area_stands_there_once(name: str) -> None:
    dungeon, number, picture = charted(name)
    areas = keyed(dungeon, number)
    assert sorted(picture.spots) == sorted(areas)
    assert sorted(t.text for t in layer(picture, "knots").texts) == sorted(str(key) for key in areas.values())
    for text in layer(picture, "knots").texts:
        assert text.size >= SEVEN_PT
        near = min(discs(picture).items(), key=lambda one: math.dist(one[1][:2], (text.x, text.y)))
        assert str(areas[near[0]]) == text.text


@pytest.mark.parametrize("name", CHARTS)
def test_no_two_knots_touch_and_all_are_on_the_sheet(name: str) -> None:
    _, _, picture = charted(name)
    for (a, (x, y, r)), (b, (u, v, s)) in itertools.combinations(discs(picture).items(), 2):
        assert math.hypot(x - u, y - v) > r + s + 0.3, f"{a} and {b}"
    for x, y, r in discs(picture).values():
        assert r - 0.1 <= x <= A5[0] - r + 0.1 and 8.0 + r <= y <= A5[1] - r


@pytest.mark.parametrize("name", CHARTS)
def test_names_stand_on_no_knot_no_way_and_no_name(name: str) -> None:
    _, _, picture = charted(name)
    texts = list(layer(picture, "labels").texts)
    boxes = [text_box(t).buffer(-0.15) for t in texts]
    for one, other in itertools.combinations(range(len(boxes)), 2):
        assert not boxes[one].intersects(boxes[other]), (texts[one].text, texts[other].text)
    knots = shapely.union_all([shapely.Point(x, y).buffer(r) for x, y, r in discs(picture).values()])
    ways = [p.points for path in layer(picture, "ways").paths for p in path.parts]
    lines = shapely.union_all([shapely.linestrings(points).buffer(0.3) for points in ways])
    for text, box in zip(texts, boxes, strict=True):
        assert not box.intersects(knots), text.text
        assert not box.intersects(lines), text.text
        x0, y0, x1, y1 = box.bounds
        assert x0 >= 0 and x1 <= A5[0] and y0 >= 8 and y1 <= A5[1]


@pytest.mark.parametrize("name", [n for n in CHARTS if "deep" not in n and "large" not in n])
def test_where_there_is_room_every_area_has_its_name(name: str) -> None:
    dungeon, number, picture = charted(name)
    said = " ".join(t.text for t in layer(picture, "labels").texts)
    level = next(one for one in dungeon.levels if one.number == number)
    names = [a.text.name for a in level.areas if a.key is not None and a.text.name]
    missing = [n for n in names if n.split()[-1] not in said]
    assert not missing
    assert len(layer(picture, "labels").texts) >= 0.9 * len(names)


# --------------------------------------------------------------------------------------------- locks, keys, arrows


def test_locks_and_their_keys_bear_one_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two locks on one level never look alike; each is drawn once, its keys as often as there are."""
    drawn: dict[str, list[int]] = {"lock": [], "key": []}
    real = flow_signs.padlock, flow_signs.key
    monkeypatch.setattr(flow_signs, "padlock", lambda b, n: (drawn["lock"].append(n), real[0](b, n))[1])
    monkeypatch.setattr(flow_signs, "key", lambda b, n, **k: (drawn["key"].append(n), real[1](b, n, **k))[1])
    for n in range(12):
        for dungeon in (flow_dungeon(NAMES[n]), nested(n, deep=True)):
            drawn["lock"].clear(), drawn["key"].clear()
            level_flow(dungeon, 1, width_mm=A5[0], height_mm=A5[1], legend=False)
            signs = signs_of(dungeon)
            assert len(set(signs.values())) == len(dungeon.locks)
            assert sorted(drawn["lock"]) == sorted(signs[lock.id] for lock in dungeon.locks)
            assert sorted(drawn["key"]) == sorted(signs[lock.id] for lock in dungeon.locks for _ in lock.keys)


def test_signs_come_again_only_where_no_level_tells_of_both() -> None:
    dungeon = labyrinth("small", "a")
    one, two = dungeon.levels[0].areas[0].id, dungeon.levels[1].areas[0].id
    locks = [Lock(id=f"lock-{k}", guards=area) for k, area in enumerate((one, one, two))]
    signs = signs_of(msgspec.structs.replace(dungeon, locks=tuple(locks)))
    assert signs == {"lock-0": 0, "lock-1": 1, "lock-2": 0}


def test_the_signs_of_thirty_locks_all_differ() -> None:
    from zinegen.draw.brush import Brush, Well
    from zinegen.draw.flow_pens import flow_pens

    seen = set()
    for n in range(30):
        well = Well(flow_pens("full"), "#000000")
        flow_signs.mark(Brush(well, 0, 0), n, 1.0)
        seen.add(str([p.points.round(3).tolist() for path in well.paths() for p in path.parts]))
    assert len(seen) == 30


@pytest.mark.parametrize("kind", ["two_keys", "lock_and_key_cycle", "simple_lock_and_key"])
def test_a_lock_lies_in_the_goal_and_on_no_way(kind: str) -> None:
    for dungeon in (flow_dungeon(kind), flow_dungeon("dangerous_route", (kind, "gambit"))):
        sketch = ring_sketch(graph_of(dungeon, dungeon.levels[0]))
        cycle = next(c for c in dungeon.levels[0].flow.cycles if c.kind == kind)
        assert sketch.locks_in == {cycle.goal: [dungeon.locks[0].id]}


def arrows(picture: Picture) -> list[tuple[np.ndarray, np.ndarray]]:  # type: ignore[type-arg]
    """Tip and tail of every arrow head on a way."""
    parts = [p.points for path in layer(picture, "marks").paths for p in path.parts if path.fill == "#000000"]
    heads = [p for p in parts if len(p) == 4 and _is_head(p)]
    return [(p[0], p[2]) for p in heads]


def _is_head(points: np.ndarray) -> bool:  # type: ignore[type-arg]
    """Whether four points are a tip, a barb, the notch and a barb."""
    tip, one, notch, two = points
    return bool(np.isclose(math.dist(tip, one), math.dist(tip, two)) and math.dist(tip, notch) < math.dist(tip, one))


@pytest.mark.parametrize("kind", ["lock_and_key_cycle", "blocked_retreat", "altered_return"])
def test_one_way_arrows_point_to_where_one_comes(kind: str) -> None:
    dungeon = flow_dungeon(kind)
    picture = level_flow(dungeon, 1, width_mm=A5[0], height_mm=A5[1], legend=False)
    one_way = [p for p in dungeon.levels[0].portals if p.one_way]
    found = arrows(picture)
    assert len(found) == len(one_way) > 0
    places = discs(picture)
    for portal in one_way:
        to = str(portal.one_way)
        away = next(end for end in portal.between if end != to)
        middle = (np.array(places[to][:2]) + places[away][:2]) / 2
        tip, tail = min(found, key=lambda head: math.dist(head[0], middle))
        assert np.dot(tip - tail, np.array(places[to][:2]) - places[away][:2]) > 0


def test_a_passage_that_opens_one_way_keeps_it_when_it_is_drawn_as_one_line() -> None:
    dungeon = labyrinth("large", "b")
    for level in dungeon.levels:
        graph = graph_of(dungeon, level)
        for way in graph.ways:
            ends = {p.id: p for p in level.portals}
            toward = {ends[id_].one_way for id_ in way.portals} - {None}
            assert (way.to is not None) == bool(toward)


# ------------------------------------------------------------------------------------------------------ the layouts


def sketch_of(dungeon: Dungeon, number: int) -> Sketch:
    level = next(one for one in dungeon.levels if one.number == number)
    return relaxed_sketch(graph_of(dungeon, level), 128.0, 150.0)


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_ways_of_a_labyrinth_hardly_ever_cross(seed: str) -> None:
    """The map is plane, and so is its chart: but for what curves add, no two ways cross."""
    dungeon = labyrinth("medium", seed)
    for level in dungeon.levels:
        lines = [shapely.LineString(one.line) for one in sketch_of(dungeon, level.number).drawn]
        crossed = 0
        for one, other in itertools.combinations(lines, 2):
            meet = one.intersection(other)
            ends = shapely.MultiPoint([one.coords[0], one.coords[-1]]).buffer(2.5)
            crossed += not meet.difference(ends).is_empty
        assert crossed <= 1


@pytest.mark.parametrize("seed", ["s8", "a", "n"])
def test_no_way_of_a_labyrinth_runs_into_a_knot_beside_it(seed: str) -> None:
    dungeon = carve(Recipe(seed=seed, size="large", levels=1, system=("labyrinth",)))
    sketch = sketch_of(dungeon, 1)
    near = {
        (one.way.a, one.way.b, knot): float(np.hypot(*(one.line - place).T).min() - sketch.radii[knot])
        for one in sketch.drawn
        for knot, place in sketch.at.items()
        if knot not in (one.way.a, one.way.b)
    }
    assert [way for way, far in near.items() if far < 0.8] == []


def test_a_ring_of_rooms_becomes_a_circle() -> None:
    dungeon = flow_dungeon("two_alternative_paths")
    level = dungeon.levels[0]
    spots = dict(
        zip(level.flow.cycles[0].areas, [(0, 0), (14, 0), (28, 2), (28, 10), (14, 12), (0, 10)], strict=True)
    )
    areas = tuple(
        msgspec.structs.replace(a, squares=tuple((y + k, x, x + 4) for k in range(4)))
        for a in level.areas for x, y in (spots[a.id],)
    )  # fmt: skip
    portals = tuple(
        msgspec.structs.replace(p, at=(spots[p.between[0]][0] + 2, spots[p.between[0]][1] + 2)) for p in level.portals
    )
    plain = msgspec.structs.replace(level, areas=areas, portals=portals, flow=type(level.flow)())
    sketch = relaxed_sketch(graph_of(dungeon, plain), 128.0, 150.0)
    at = np.array(list(sketch.at.values()))
    far = np.hypot(*(at - at.mean(axis=0)).T)
    assert far.std() < 0.12 * far.mean()


@pytest.mark.parametrize("n", range(12))
def test_an_inner_cycle_has_its_middle_on_the_ring_it_opens(n: int) -> None:
    dungeon = nested(n)
    sketch = ring_sketch(graph_of(dungeon, dungeon.levels[0]))
    top, *below = dungeon.levels[0].flow.cycles
    circle = _circle([sketch.at[a] for a in top.areas])
    for cycle in below:
        middle = _circle([sketch.at[a] for a in cycle.areas])
        assert abs(math.dist(middle[:2], circle[:2]) - circle[2]) < 0.05
        for id_ in cycle.areas:
            if any(id_ in (c.start, c.goal) for c in below if c.parent == cycle.id):
                continue
            assert abs(math.dist(sketch.at[id_], middle[:2]) - middle[2]) < 0.05


def _circle(places: list[tuple[float, float]]) -> tuple[float, float, float]:
    """The circle through places that lie on one."""
    at = np.array(places)
    matrix = np.column_stack([2 * at, np.ones(len(at))])
    x, y, c = np.linalg.lstsq(matrix, (at**2).sum(axis=1), rcond=None)[0]
    return float(x), float(y), math.sqrt(c + x * x + y * y)


def test_all_ways_and_sights_of_a_flow_are_drawn() -> None:
    for n in range(12):
        dungeon = nested(n, deep=True)
        level = dungeon.levels[0]
        sketch = ring_sketch(graph_of(dungeon, level))
        assert len(sketch.drawn) == len(level.portals)
        assert len(sketch.sights) == len(level.sights)
        for one in sketch.drawn:
            assert math.dist(one.line[0], sketch.at[one.way.a]) < 0.01
            assert math.dist(one.line[-1], sketch.at[one.way.b]) < 0.01


def test_a_flow_that_was_edited_amiss_is_drawn_as_its_map_is() -> None:
    dungeon = flow_dungeon("gambit")
    level = dungeon.levels[0]
    cycle = msgspec.structs.replace(level.flow.cycles[0], areas=("1-1", "1-77"))
    level = msgspec.structs.replace(level, flow=msgspec.structs.replace(level.flow, cycles=(cycle,)))
    picture = level_flow(msgspec.structs.replace(dungeon, levels=(level,)), 1, width_mm=A5[0], height_mm=A5[1])
    assert len(picture.spots) == len(keyed(dungeon, 1))


def test_levels_without_ways_or_with_one_room_are_drawn_too() -> None:
    dungeon = flow_dungeon("gambit")
    level = dungeon.levels[0]
    for areas in (level.areas[:1], level.areas[:3]):
        bare = msgspec.structs.replace(level, areas=areas, portals=(), sights=(), flow=type(level.flow)())
        one = msgspec.structs.replace(dungeon, levels=(bare,), locks=(), key_items=())
        assert len(level_flow(one, 1, width_mm=A5[0], height_mm=A5[1]).spots) == len(areas)


# ----------------------------------------------------------------------------------------------------- the dungeon


def mega(levels: int) -> Dungeon:
    """A dungeon of many small levels, each joined to the one before, every third also to the one before that."""
    one = flow_dungeon("two_keys").levels[0]
    made, links = (
        [],
        [Link(id="in", kind="stairs", from_=End(area=SURFACE, at=(1, 1)), to=End(area="1-1", at=(1, 1)))],
    )
    for n in range(1, levels + 1):
        areas = tuple(msgspec.structs.replace(a, id=f"{n}-{a.key}") for a in one.areas)
        made.append(
            msgspec.structs.replace(one, number=n, title=f"Depth {n}", areas=areas, portals=(), flow=type(one.flow)())
        )
        for back in (1, 2) if n % 3 == 0 else (1,):
            if n > back:
                links.append(
                    Link(id=f"l{n}-{back}", kind="shaft" if back == 2 else "stairs", one_way=back == 2,
                         from_=End(area=f"{n - back}-2", at=(1, 1)), to=End(area=f"{n}-1", at=(1, 1)))
                )  # fmt: skip
    return msgspec.structs.replace(
        flow_dungeon("two_keys"), levels=tuple(made), links=tuple(links), locks=(), key_items=(), goal=f"{levels}-2"
    )


@pytest.mark.parametrize("dungeon", [sample_dungeon(), labyrinth("medium", "b"), mega(1), mega(7), mega(20)])
def test_every_level_has_its_box(dungeon: Dungeon) -> None:
    picture = dungeon_flow(dungeon, width_mm=A5[0], height_mm=A5[1])
    assert list(picture.spots) == [f"level-{level.number}" for level in dungeon.levels] or sorted(
        picture.spots
    ) == sorted(f"level-{level.number}" for level in dungeon.levels)
    boxes = [shapely.Polygon(points) for points in picture.spots.values()]
    for one, other in itertools.combinations(boxes, 2):
        assert one.distance(other) > 1.0
    for box in boxes:
        x0, y0, x1, y1 = box.bounds
        assert x0 >= 1 and x1 <= A5[0] - 1 and y0 > 8 and y1 < A5[1] - 8
    lines = [p for path in layer(picture, "ways").paths for p in path.parts]
    assert len(lines) == sum(1 for link in dungeon.links if _levels(link)[0] != _levels(link)[1])


def _levels(link: Link) -> list[str]:
    return [end.area.split("-")[0] for end in (link.from_, link.to)]


# ------------------------------------------------------------------------------------------------------ both writers


@pytest.mark.parametrize("name", ["labyrinth medium b 2", "nested two_keys", "deep blocked_retreat", "sample 1"])
@pytest.mark.parametrize("ink", ["full", "low", "lines"])
def test_both_writers_draw_the_same_and_always_the_same(name: str, ink: str) -> None:
    dungeon, number, _ = charted(name)
    one, two = (level_flow(dungeon, number, width_mm=A5[0], height_mm=A5[1], ink=ink) for _ in range(2))
    svg, form = to_svg(one, id_prefix="f"), to_form(one)
    assert svg == to_svg(two, id_prefix="f") and form == to_form(two)
    shown = set(re.findall(r"#[0-9a-f]{6}", svg))
    assert shown <= ({"#000000", "#ffffff"} if ink == "lines" else {"#000000", "#ffffff", "#dddddd", "#e6e6e6"})
    operators = zlib.decompress(form.data).decode()
    strokes = sum(len(path.parts) for one_layer in one.layers for path in one_layer.paths if path.stroke)
    assert svg.count("M") >= strokes and len(re.findall(r"\bm\b", operators)) >= strokes


def test_a_new_name_moves_no_knot() -> None:
    dungeon, number, picture = charted("labyrinth medium b 2")
    level = next(one for one in dungeon.levels if one.number == number)
    areas = tuple(msgspec.structs.replace(a, text=KeyText(name="X")) if a.key == 3 else a for a in level.areas)
    levels = tuple(msgspec.structs.replace(x, areas=areas) if x is level else x for x in dungeon.levels)
    again = level_flow(msgspec.structs.replace(dungeon, levels=levels), number, width_mm=A5[0], height_mm=A5[1])
    assert again.spots == picture.spots


def test_the_way_to_a_side_room_runs_over_no_other_way() -> None:
    """Seeds at which a line slipped between the places that were looked at."""
    for seed in ("x 40", "x 3", "x 7"):
        dungeon = carve(Recipe(seed=seed, levels=1, system=("cyclic",)))
        sketch = ring_sketch(graph_of(dungeon, dungeon.levels[0]))
        ends = [end for one in sketch.drawn for end in (one.way.a, one.way.b)]
        lines = [({one.way.a, one.way.b}, shapely.LineString(one.line)) for one in sketch.drawn]
        legs = [(pair, line) for pair, line in lines if any(ends.count(end) == 1 for end in pair)]
        for (pair, leg), (other, way) in itertools.product(legs, lines):
            assert pair & other or not leg.crosses(way), (seed, pair, other)


def test_what_cannot_be_is_told() -> None:
    dungeon = sample_dungeon()
    with pytest.raises(DungeonError, match="no level 9"):
        level_flow(dungeon, 9, width_mm=100, height_mm=100)
    with pytest.raises(RecipeError, match="ink 'wet'"):
        level_flow(dungeon, 1, width_mm=100, height_mm=100, ink="wet")


def test_the_legend_tells_of_what_is_there_alone() -> None:
    def said(dungeon: Dungeon) -> set[str]:
        picture = level_flow(dungeon, 1, width_mm=A5[0], height_mm=A5[1])
        return {t.text for one in picture.layers if one.name == "legend" for t in one.texts}

    assert said(flow_dungeon("two_alternative_paths")) == {"way"}
    assert {"danger", "seen, not reached"} <= said(flow_dungeon("gambit"))
    assert {"patrol"} <= said(flow_dungeon("monster_patrol")) and "danger" not in said(flow_dungeon("monster_patrol"))
    assert {"closes behind you", "one way"} <= said(flow_dungeon("blocked_retreat"))


@pytest.mark.soak
def test_hundreds_of_nestings_are_drawn_without_a_touch() -> None:
    for n, one in enumerate(itertools.product(range(12), range(12), range(12))):
        if n % 5 == 0:
            a, b, c = (NAMES[k] for k in one)
            dungeon = flow_dungeon(a, (b, c), sides=n % 4)
            found = discs(level_flow(dungeon, 1, width_mm=A5[0], height_mm=A5[1]))
            assert len(found) == len(keyed(dungeon, 1))
            for (x, y, r), (u, v, s) in itertools.combinations(found.values(), 2):
                assert math.hypot(x - u, y - v) > r + s + 0.3, (a, b, c)


def test_opposed_themes_halve_their_ring_and_are_named() -> None:
    """Two ways of fire and water: both words stand on the chart, and one side is tinted."""
    dungeon = flow_dungeon("two_alternative_paths")
    level = dungeon.levels[0]
    arcs = [msgspec.structs.replace(arc, theme=t) for arc, t in zip(level.flow.arcs, ("fire", "water"), strict=True)]
    level = msgspec.structs.replace(level, flow=msgspec.structs.replace(level.flow, arcs=tuple(arcs)))
    chart = level_flow(msgspec.structs.replace(dungeon, levels=(level,)), 1, width_mm=120, height_mm=150)
    said = {t.text for layer in chart.layers for t in layer.texts}
    assert {"fire", "water", "two ways, two themes"} <= said
    assert [len(layer.paths[0].parts) for layer in chart.layers if layer.name == "halves"] == [1]


def test_what_an_area_is_to_its_cycle_is_said() -> None:
    """A false goal, a prize, and a start that is altered: two words and a sign of the legend."""
    dungeon = flow_dungeon("false_goal")
    level = dungeon.levels[0]
    areas = [a.id for a in level.areas]
    cycle = msgspec.structs.replace(
        level.flow.cycles[0], marks={"false_goal": areas[1], "reward": areas[2], "key": areas[3]}, altered=True
    )
    level = msgspec.structs.replace(level, flow=msgspec.structs.replace(level.flow, cycles=(cycle,)))
    chart = level_flow(msgspec.structs.replace(dungeon, levels=(level,)), 1, width_mm=120, height_mm=150)
    said = {t.text for layer in chart.layers for t in layer.texts}
    assert {"FALSE GOAL", "PRIZE", "changed when one comes back"} <= said and "KEY" not in said


def test_a_small_chart_bears_numbers_alone() -> None:
    """The inset of a one-page dungeon: every area by its number, none by its name, nothing smaller than 6.5 pt."""
    dungeon = flow_dungeon("two_keys")
    chart = level_flow(dungeon, 1, width_mm=62, height_mm=70, title=False, names=False)
    texts = [t for layer in chart.layers for t in layer.texts]
    assert {str(a.key) for a in dungeon.levels[0].areas} <= {t.text for t in texts}
    assert not {a.text.name for a in dungeon.levels[0].areas} & {t.text for t in texts}
    assert min(t.size for t in texts) * 72 / 25.4 >= 6.5


def test_levels_of_a_cycle_say_their_part_in_it() -> None:
    """A cycle of levels: the lock at its goal and its key bear one sign; prize, patrol and danger are told."""
    dungeon = _storeys(6)
    cycle = Cycle(
        id="levels-cycle1", kind="two_keys", areas=tuple(f"level-{n}" for n in range(1, 7)), start="level-1",
        goal="level-6", marks={"reward": "level-4", "key": "level-2", "odd": "nowhere"}, patrol=True, altered=True,
    )  # fmt: skip
    link = dungeon.links[-1].id
    links = (*dungeon.links[:-2], msgspec.structs.replace(dungeon.links[-2], secret=True), dungeon.links[-1])
    arc = Arc(cycle=cycle.id, from_="level-1", to="level-6", danger=2, doors=(link, link), theme="fire")
    goal = dungeon.levels[5].areas[0].id
    lock = Lock(id="deep", guards=goal, area=goal, keys=("k",))
    item = KeyItem(id="k", in_=dungeon.levels[1].areas[0].id)
    dungeon = msgspec.structs.replace(
        dungeon, flow=Flow(cycles=(cycle,), arcs=(arc,)), locks=(lock,), key_items=(item,), goal=goal, links=links
    )
    chart = dungeon_flow(dungeon, width_mm=121, height_mm=160)
    said = {t.text for layer in chart.layers for t in layer.texts}
    assert {"START", "GOAL", "PRIZE", "patrol", "danger", "lock and its key", "changed when one comes back"} <= said
    marked = [t.text for layer in chart.layers if layer.name == "labels" for t in layer.texts]
    assert marked.count("S") == 1, "the secret way bears its letter"


@pytest.mark.parametrize("levels", [2, 6, 20])
def test_titles_of_levels_are_read_on_paper(levels: int) -> None:
    """However many there are: no letter below 6.5 pt, every title or its beginning in its box."""
    dungeon = _storeys(levels)
    named = tuple(msgspec.structs.replace(v, title=f"The Forgotten Floor {v.number}") for v in dungeon.levels)
    chart = dungeon_flow(msgspec.structs.replace(dungeon, levels=named), width_mm=121, height_mm=165)
    texts = [t for layer in chart.layers for t in layer.texts]
    assert min(t.size for t in texts) * 72 / 25.4 >= 6.5
    assert sum(t.text.startswith("The") for t in texts) == levels


@pytest.mark.parametrize("width", [95.0, 98.7, 104.0])
def test_words_and_signs_of_levels_stand_off_other_levels_and_on_the_sheet(width: float) -> None:
    """Two levels in a row that leave narrow lanes: the prize's word is at the outer side, the eye is whole."""
    dungeon = _storeys(10)
    cycle = Cycle(id="c", kind="two_keys", areas=(), start="level-1", goal="level-10", marks={"reward": "level-9"})
    links = [
        msgspec.structs.replace(link, from_=End(area=f"{above}-1", at=(1.0, 1.0)))
        for link, above in zip(dungeon.links[1:], (1, 2, 3, 2, 5, 6, 7, 8, 8), strict=True)
    ]
    sight = msgspec.structs.replace(links[-1], id="sight", kind="chasm_sight", from_=End(area="1-1", at=(1.0, 1.0)))
    dungeon = msgspec.structs.replace(
        dungeon, flow=Flow(cycles=(cycle,)), links=(dungeon.links[0], *links, sight), goal="10-1"
    )
    chart = dungeon_flow(dungeon, width_mm=width, height_mm=143)
    words = {t.text: text_box(t) for t in layer(chart, "labels").texts if t.text in ("PRIZE", "GOAL")}
    goal = shapely.Polygon(chart.spots["level-10"])
    boxes = [shapely.Polygon(points) for points in chart.spots.values()]
    assert min(box.distance(word) for box in boxes for word in words.values()) > 0.8
    assert goal.distance(words["GOAL"]) > 1.1 + 0.8, "off its second frame"
    drawn = [p for path in (*layer(chart, "labels").paths, *layer(chart, "ways").paths) for p in path.parts]
    assert all(0 <= x <= width for part in drawn for x in part.points[..., 0].flat)


def test_a_word_beside_a_level_stands_on_its_outer_side_where_the_inner_is_narrow() -> None:
    """Wherever the boxes lie: it is not left to rounding whether a word is clear of its own level."""
    for x in np.arange(30.0, 31.0, 0.02):
        room = Room(98.7, 0.0, 128.0, np.zeros((0, 3)), np.zeros((0, 2)))
        left, right = Box(9, 6, x, 122.0, 33.85, 8.0), Box(10, 6, x + 38.35, 122.0, 33.85, 8.0)
        for box in (left, right):
            room.take(box.x, box.y, box.w + 2, box.h + 2)
        texts: list[Text] = []
        write_beside(left, Told(words=["PRIZE"]), room, Well(flow_pens("full"), "#000"), texts)
        assert texts[0].x < left.x - left.w / 2


def _storeys(count: int) -> Dungeon:
    """So many levels, in rows of three as a ring of levels has them, each of two rooms."""
    one = flow_dungeon("dangerous_route")
    levels, links = [], []
    for n in range(1, count + 1):
        areas = tuple(msgspec.structs.replace(a, id=f"{n}-{a.key}") for a in one.levels[0].areas[:2])
        levels.append(msgspec.structs.replace(one.levels[0], number=n, areas=areas, portals=(), flow=Flow()))
        above = SURFACE if n == 1 else f"{max(1, n - 3)}-1"
        ends = {"from_": End(area=above, at=(1.0, 1.0)), "to": End(area=f"{n}-1", at=(1.0, 1.0))}
        links.append(Link(id=f"link-{n}", kind="stairs", **ends))
    return msgspec.structs.replace(
        one, levels=tuple(levels), links=tuple(links), entrance="1-1", goal=f"{count}-1", locks=(), key_items=()
    )
