"""The parts that pictures are made of: noise, rock, walls, boards, side views, covers."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from sample import sample_dungeon
from shapely import box

from tests.draw.ink import inked, text_box, texts
from zinegen.carve import carve
from zinegen.draw.board import Board
from zinegen.draw.cover import _settings_for, cover
from zinegen.draw.elevation import elevation
from zinegen.draw.emblems import EMBLEMS
from zinegen.draw.ground import survey
from zinegen.draw.labels import beside
from zinegen.draw.noise import scatter, smooth_noise, wobble
from zinegen.draw.profile import LEAST, profile
from zinegen.draw.rock import clumps, sheet, slanted
from zinegen.draw.scan import scan
from zinegen.draw.scene import grid_lines
from zinegen.draw.settings import SETTINGS
from zinegen.draw.walls import wall_shape
from zinegen.dungeon.textmap import text_to_dungeon
from zinegen.errors import PageOverflowError
from zinegen.recipe import Recipe
from zinegen.words import lexicon

WHOLE = st.integers(-(2**40), 2**40)


@given(WHOLE, WHOLE, st.integers(0, 2**31))
def test_scatter_depends_on_place_and_seed_alone(x: int, y: int, seed: int) -> None:
    one = scatter(np.array([x, 5]), np.array([y, 9]), seed)
    assert 0 <= one[0] < 1
    assert one[0] == scatter(np.array([y, x]), np.array([x, y]), seed)[1]


def test_scatter_is_even() -> None:
    x, y = np.meshgrid(np.arange(-100, 100), np.arange(-100, 100))
    found = scatter(x.ravel(), y.ravel(), 7)
    assert np.histogram(found, 10, (0, 1))[0] == pytest.approx(np.full(10, 4000), rel=0.06)
    assert abs(np.corrcoef(found[:-1], found[1:])[0, 1]) < 0.02


def test_noise_is_smooth_and_small() -> None:
    at = np.stack([np.linspace(0, 30, 3001), np.zeros(3001)], axis=1)
    found = smooth_noise(at, 0.9, 3)
    assert np.abs(found).max() <= 1
    assert np.abs(np.diff(found)).max() < 0.05
    assert np.abs(wobble(at, 0.05, 3) - at).max() < 0.081


def test_a_scatter_never_changes() -> None:
    """Hatching and walls of every map ever printed hang on these."""
    assert scatter(np.array([0, 1, -7]), np.array([0, 2, 9]), 42).round(9).tolist() == [
        0.160701063, 0.417810749, 0.961765041,
    ]  # fmt: skip


def test_clumps_lean_apart_and_no_two_are_near() -> None:
    rock = sheet()
    gaps = shapely.distance(shapely.points(rock.centres)[:, None], shapely.points(rock.centres)[None, :])
    assert np.min(gaps[~np.eye(len(gaps), dtype=bool)]) >= 1
    assert len(rock.strokes) == rock.first[-1] and np.diff(rock.first).min() >= 1


def test_the_hatching_of_a_part_is_that_of_the_whole() -> None:
    floor = box(0, 0, 20, 6).union(box(8, 6, 10, 14))
    whole = {tuple(s.ravel().round(6)) for s in clumps(floor, gap=0.25, band=1.25, seed=99)}
    part = {tuple(s.ravel().round(6)) for s in clumps(floor, gap=0.25, band=1.25, seed=99, keep=box(5, 4, 13, 12))}
    assert part and part < whole


@pytest.mark.parametrize("style", ["clumps", "slanted"])
def test_rock_is_drawn_near_walls_and_nowhere_else(style: str) -> None:
    floor = box(0, 0, 12, 8)
    strokes = clumps(floor, gap=0.25, band=1.25, seed=5) if style == "clumps" else slanted(floor)
    middles = shapely.points(strokes.mean(axis=1))
    reach = 1.25 * 1.22 + 1 if style == "clumps" else 0.62
    assert shapely.distance(middles, floor).max() < reach
    along = shapely.line_interpolate_point(
        floor.exterior.buffer(0.3, join_style="mitre").exterior, np.linspace(0, 40, 60)
    )
    assert max(shapely.distance(shapely.union_all(shapely.linestrings(strokes)), p) for p in along) < 0.7


def test_strokes_along_a_slanting_wall_lean_the_other_way() -> None:
    floor = shapely.Polygon([(0, 10), (10, 0), (10, 10)])
    strokes = slanted(floor)
    at = strokes.mean(axis=1)
    beside = strokes[(np.abs(at.sum(axis=1) - 10) < 1.4) & (at[:, 0] > 2) & (at[:, 0] < 8)]
    assert len(beside) > 10
    step = beside[:, 1] - beside[:, 0]
    assert (step[:, 0] * step[:, 1] > 0).all()


def test_areas_that_touch_have_one_wall_between_them_and_an_open_portal_none() -> None:
    level = text_to_dungeon(
        """
        1 1 1 2 2 2=a a

        1 1 1+2 2 2 a a
        """,
        goal="1-2",
    ).levels[0]
    ground = survey(level)
    wall = wall_shape(ground.floor, 0.26)
    assert wall.covers(shapely.Point(3, 0.5)) and wall.covers(shapely.Point(3, 1.5))
    assert not wall.intersects(box(5.8, 0.2, 6.2, 0.8))
    assert wall.covers(shapely.Point(6, 1.5))
    across = wall.intersection(shapely.LineString([(2, 0.5), (4, 0.5)])).length
    assert across == pytest.approx(0.26, abs=0.01)


def test_a_round_room_is_squared_off_at_its_door() -> None:
    ground = survey(sample_dungeon().levels[0])
    for d in ground.doorways:
        for area, side in zip(d.portal.between, (-1, 1), strict=True):
            sill = d.strip(*sorted((side * 0.05, side * 0.15)))
            assert ground.shapes[area].buffer(0.01).intersection(sill).area > 0.85 * sill.area


@given(st.lists(st.tuples(st.integers(0, 36), st.integers(0, 28)), max_size=12), st.floats(0.3, 3), st.floats(0.3, 2))
def test_a_board_finds_only_free_places(blocks: list[tuple[int, int]], w: float, h: float) -> None:
    board = Board((0, 0, 10, 8))
    for x, y in blocks:
        board.block((x / 4, y / 4, x / 4 + 1, y / 4 + 1))
    room = box(1, 1, 9, 7)
    mask, where = board.cells_of(room)
    spot = board.find(mask, where, (w, h), (5, 4))
    if spot is None:
        return
    found = box(*spot.box)
    assert room.buffer(1e-6).covers(found)
    assert all(found.intersection(box(x / 4, y / 4, x / 4 + 1, y / 4 + 1)).area < 1e-6 for x, y in blocks)


def test_a_board_finds_the_one_place_there_is() -> None:
    board = Board((0, 0, 10, 8))
    board.block((0, 0, 10, 5))
    board.block((0, 5, 6, 8))
    mask, where = board.cells_of(box(0, 0, 10, 8))
    spot = board.find(mask, where, (3.9, 2.9), (0, 0))
    assert spot is not None and spot.box == pytest.approx((6.0, 5.0, 9.9, 7.9), abs=0.11)
    assert board.find(mask, where, (4.1, 2.9), (0, 0)) is None


def test_grid_dots_stand_on_quarters_and_off_walls() -> None:
    lines = grid_lines(box(0.13, 0.13, 4.87, 2.87))
    assert len(lines) == 4 + 2
    assert (lines * 4 == np.round(lines * 4)).all()


# --------------------------------------------------------------------------------- side view and cover


@pytest.mark.parametrize(("seed", "levels"), [("sample", 2), ("a", 1), ("c", 10)])
def test_a_side_view_shows_every_level_and_every_link(seed: str, levels: int) -> None:
    dungeon = sample_dungeon() if seed == "sample" else carve(Recipe(seed=seed, size="small", levels=levels))
    picture = elevation(dungeon, width_mm=122, height_mm=150, ink="full")
    assert picture.width == 122 and picture.height <= 150.001
    words = [t.text for t in texts(picture)]
    assert [f"Level {lv.number}" for lv in dungeon.levels] == [w for w in words if w.startswith("Level ")]
    seen = profile(dungeon)
    assert {r.link.id for r in seen.runs} == {
        link.id for link in dungeon.links if link.from_.area.split("-")[0] != link.to.area.split("-")[0]
    }
    for boxes in seen.boxes.values():
        assert all(b.x1 - b.x0 >= 2 for b in boxes) and LEAST > 2
        assert all(a.x0 < b.x0 for a, b in pairwise(boxes))


@pytest.mark.parametrize("seed", ["hollow hill", "a", "b"])
def test_no_column_or_stair_of_a_side_view_strikes_a_number(seed: str) -> None:
    picture = elevation(carve(Recipe(seed=seed, size="medium", levels=3)), width_mm=180, height_mm=240, ink="full")
    symbols = inked(picture, "features")
    numbers = [t for t in texts(picture, "labels") if t.face == "number"]
    assert len(numbers) > 8
    assert [t.text for t in numbers if text_box(t).intersection(symbols).area > 0] == []


@pytest.mark.parametrize(("seed", "system"), [("lead birch", "labyrinth"), ("a", "cyclic")])
def test_no_text_of_a_side_view_stands_on_another(seed: str, system: str) -> None:
    """Numbers that stand outside their rooms keep clear of the levels' names and of the note."""
    dungeon = carve(Recipe(seed=seed, system=(system,), size="small", levels=2))
    boxes = [
        (t.text, text_box(t)) for t in texts(elevation(dungeon, width_mm=123, height_mm=150, ink="full"), "labels")
    ]
    assert len(boxes) > 8
    assert [(a, b) for (a, one), (b, other) in combinations(boxes, 2) if one.intersects(other)] == []


def test_a_side_view_without_room_says_so() -> None:
    with pytest.raises(PageOverflowError, match=r"0 mm of its page left.*shorten the titles"):
        elevation(sample_dungeon(), width_mm=122, height_mm=-13, ink="full")


def test_no_place_beside_a_room_where_all_is_floor() -> None:
    room = shapely.box(2, 2, 4, 4)
    board = Board((0, 0, 6, 6))
    assert beside(board, room, shapely.box(-9, -9, 15, 15), (1, 1), (3, 3), 2.0) is None


@pytest.mark.parametrize("emblem", sorted(EMBLEMS))
def test_each_emblem_is_drawn_and_has_a_name(emblem: str) -> None:
    dungeon = sample_dungeon()
    dungeon = replace(dungeon, premise=replace(dungeon.premise, emblem=emblem))
    picture = cover(dungeon, width_mm=60, height_mm=64, ink="full")
    ribbons = next(la for la in picture.layers if la.name == "engraving").paths[0].parts
    ink = sum(shapely.Polygon(p.points).area for p in ribbons) / (54.8 * 58.8)
    assert 0.3 < ink < 0.75
    assert lexicon("legend")["emblems"][emblem] in picture.title
    assert set(_settings_for(emblem, dungeon.premise.theme)) <= set(SETTINGS)


def test_a_cover_falls_back_for_an_unknown_emblem_and_spares_ink() -> None:
    dungeon = sample_dungeon()
    odd = replace(dungeon, premise=replace(dungeon.premise, emblem="samovar"))
    size = {"width_mm": 60.0, "height_mm": 64.0}
    areas = [
        sum(shapely.Polygon(p.points).area for p in cover(odd, **size, ink=ink).layers[1].paths[0].parts)
        for ink in ("full", "low")
    ]
    assert areas[1] < 0.75 * areas[0]


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=3, max_size=9),
    st.sampled_from([(1, 1), (1, -1), (1, 0), (0, 1)]),
)
def test_scanned_lines_are_those_that_lie_in_the_shape(
    corners: list[tuple[int, int]], normal: tuple[int, int]
) -> None:
    shape = shapely.Polygon([(x / 4, y / 4) for x, y in corners]).buffer(0).buffer(0.01)
    strokes = scan(shape, normal, 0.4)
    middles = shapely.points(strokes.mean(axis=1))
    assert shapely.contains(shape.buffer(1e-6), middles).all()
    level = strokes @ np.array(normal, dtype=float) / 0.4
    assert np.abs(level - np.round(level)).max(initial=0) < 1e-6
    spacing = 0.4 / np.hypot(*normal)
    length = np.hypot(*(strokes[:, 1] - strokes[:, 0]).T).sum()
    assert abs(length * spacing - shape.area) <= 2 * spacing * shape.length
