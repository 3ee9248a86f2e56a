"""The overlay of a game master's map: sights, locks and keys, barriers, patrols."""

from __future__ import annotations

from functools import cache

import msgspec
import numpy as np
import pytest
import shapely
from shapely import Point

from zinegen.carve import carve
from zinegen.draw import legend as furnish
from zinegen.draw.ground import Ground, survey
from zinegen.draw.map import legend_of, level_map, local_map
from zinegen.draw.patrol import patrol_line
from zinegen.draw.pens import pens_for
from zinegen.draw.picture import Picture
from zinegen.draw.placing import prepared_board
from zinegen.draw.scene import Scene
from zinegen.draw.structure import Structure
from zinegen.dungeon.model import Dungeon, Level, Lock, Sight
from zinegen.dungeon.textmap import text_to_level
from zinegen.recipe import load_recipe
from zinegen.words import lexicon

TOLD = {"sights", "patrols", "structure"}


@cache
def made(seed: str) -> Dungeon:
    return carve(load_recipe(seed=seed, system="cyclic", levels=2, size="small"))


def names(picture: Picture) -> set[str]:
    return {layer.name for layer in picture.layers}


@pytest.mark.parametrize("seed", ["s0", "s5", "s7"])
def test_nothing_of_it_is_on_a_players_map(seed: str) -> None:
    """Two maps that differ in what the overlay tells look alike to players."""
    dungeon = made(seed)
    for level in dungeon.levels:
        assert not names(level_map(dungeon, level.number, view="player")) & TOLD
        signs = legend_of(dungeon, level.number, view="player")
        assert signs is None or not any(
            said in signs.desc for said in ("patrol", "its key", "behind you", "not reached")
        )


@pytest.mark.parametrize("seed", ["s0", "s1", "s2", "s5", "s7"])
def test_a_patrol_walks_on_the_floor_through_its_areas(seed: str) -> None:
    """It closes, never leaves the squares of its level, and comes through every area of its route."""
    for level in made(seed).levels:
        squares = {(x, y): a.id for a in level.areas for y, x0, x1 in a.squares for x in range(x0, x1)}
        for cycle in level.flow.cycles:
            if not cycle.patrol:
                continue
            (run,) = patrol_line(level, cycle.route)
            assert run[0].tolist() == pytest.approx(run[-1].tolist())
            far = shapely.LineString(run)
            steps = [far.interpolate(d) for d in np.arange(0, far.length, 0.25)]
            walked = {squares.get((int(p.x), int(p.y))) for p in steps}
            assert None not in walked
            assert set(cycle.route) <= walked


def test_a_patrol_takes_the_door_and_not_the_wall() -> None:
    """Two rooms side by side with one door far from their middles: the line goes through it, both ways."""
    level = text_to_level(
        """
        1 1 1 2 2 2 2

        1 1 1 2 2 2 2

        1 1 1 2 2 2 2

        1 1 1+2 2 2 2
        """
    )
    (run,) = patrol_line(level, [a.id for a in level.areas])
    wall = shapely.LineString([(3, 0), (3, 4)])
    met = shapely.get_coordinates(shapely.LineString(run).intersection(wall))
    assert len(met) and all(3 <= y <= 4 for _, y in met.tolist())


def _with(seed: str) -> tuple[Dungeon, Level, Ground]:
    dungeon = made(seed)
    return dungeon, dungeon.levels[0], survey(dungeon.levels[0])


def test_the_eye_stands_where_one_looks_from() -> None:
    """From 1 to the area farthest away, by a line that the record lacks: the eye in the one, the tip in the other."""
    dungeon, level, ground = _with("s1")
    far = max((a.id for a in level.areas if a.key), key=lambda i: ground.shapes[i].distance(ground.shapes["1-1"]))
    level = msgspec.structs.replace(level, sights=(Sight(from_="1-1", to=far),))
    dungeon = msgspec.structs.replace(dungeon, levels=(level, *dungeon.levels[1:]))
    told = Structure(dungeon, survey(level), pens_for("full", 1.94))
    board, _ = prepared_board(Scene(ground, told.pens, "x"), [])
    told.settle(board)
    (look,) = told.looks
    assert ground.shapes["1-1"].buffer(0.5).contains(Point(look.start)) or Point(look.start).distance(
        ground.shapes["1-1"]
    ) < Point(look.start).distance(ground.shapes[far])
    assert ground.shapes[far].buffer(0.5).contains(Point(look.end))
    assert "sight" in told.legend()


@pytest.mark.parametrize("kind", ["monster", "trap", "hazard", "feature_or_npc_and_item", "environment_or_magic"])
def test_a_lock_that_is_no_door_has_its_sign(kind: str) -> None:
    """It adds a padlock in the area that it shuts, on the whole map and on the crop of that area alone."""
    dungeon, level, _ = _with("s1")
    area = next(a.id for a in level.areas if a.key == 3)
    other = next(a.id for a in level.areas if a.key == 2)
    bare = msgspec.structs.replace(dungeon, locks=(), key_items=())
    lock = Lock(id="lock-9", kind=kind, guards=area, area=area)
    shut = msgspec.structs.replace(bare, locks=(lock,))

    def parts(of: Dungeon, at: str) -> int:
        picture = local_map(of, (at,), mm_per_square=3, max_width_mm=90, max_height_mm=70)
        return sum(len(p.parts) for layer in picture.layers if layer.name == "structure" for p in layer.paths)

    assert parts(shut, area) > parts(bare, area)
    assert parts(shut, other) == parts(bare, other)
    assert "lock" in str(legend_of(shut, 1) and legend_of(shut, 1).desc)  # type: ignore[union-attr]


def test_every_sign_of_the_legend_can_be_drawn() -> None:
    """The lexicon names no sign that no pen knows."""
    every = furnish.entries(lexicon("legend")["symbols"], [("2", 1), ("out", -1)])
    sheet = furnish.Furniture(pens_for("full", 1.94), 1.94, 0.0, 0.0)
    sheet.legend(every, furnish.plan(every, 150.0, sheet.style))
    assert len(sheet.texts) >= len(every) and sheet.layer("legend").paths


def test_what_is_changed_on_return_is_marked() -> None:
    """The start of an altered return bears a sign on the map."""
    dungeon, level, _ = _with("s1")
    told = msgspec.structs.replace(level.flow.cycles[0], altered=True, start="1-2")
    flow = msgspec.structs.replace(level.flow, cycles=(told,))
    level = msgspec.structs.replace(level, flow=flow)
    assert "changed" in Structure(dungeon, survey(level), pens_for("full", 1.94)).legend()


def test_a_sign_in_the_rock_is_on_the_paper() -> None:
    """A lock on an area too small for its padlock, at the edge of the level: the sheet grows to hold it."""
    level = text_to_level(
        """
        1+2 2 2 2

          2 2 2 2

          2 2 2 2
        """
    )
    lock = Lock(id="lock-1", guards="1-1")
    dungeon = Dungeon(
        zinegen="0", title="t", seed="s", entrance="1-2", goal="1-1", levels=(level,), locks=(lock,)
    )  # fmt: skip
    picture = level_map(dungeon, 1, cartouche=False, legend=False)
    (told,) = [layer for layer in picture.layers if layer.name == "structure"]
    points = np.vstack([part.points.reshape(-1, 2) for path in told.paths for part in path.parts])
    x0, y0 = picture.origin
    assert points[:, 0].min() > x0 and points[:, 1].min() > y0
    assert points[:, 0].max() < x0 + picture.width_mm / picture.scale
    assert points[:, 1].max() < y0 + picture.height_mm / picture.scale
