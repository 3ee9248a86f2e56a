"""Levels under levels in one frame: a recipe comes in, a bare Dungeon goes out.

Levels are carved from the top down. Stairs come out at the squares where they went in, so what leads down from one
level is given to the lower level's carver as an arrival; what leads up is dug into the level above, which is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec

from zinegen import __version__
from zinegen.carve.closets import find_closets
from zinegen.carve.cyclic.deep import finish
from zinegen.carve.cyclic.mega import Stack, stack_of
from zinegen.carve.doors import Locked, hang_doors, spring_traps
from zinegen.carve.features import draw_features
from zinegen.carve.goal import farthest
from zinegen.carve.ground import Ground
from zinegen.carve.mouths import open_mouth
from zinegen.carve.number import order
from zinegen.carve.pieces import Foot, Piece, Stair
from zinegen.carve.plan import Arrival, LevelPlan
from zinegen.carve.record import level_record, name_pieces
from zinegen.carve.registry import CARVERS
from zinegen.carve.veil import veil
from zinegen.carve.whole import open_traps
from zinegen.dice import Stream
from zinegen.dungeon.model import (
    SURFACE,
    Dungeon,
    End,
    Feature,
    KeyItem,
    Level,
    Link,
    Lock,
)  # fmt: skip
from zinegen.recipe import SIZES, Recipe

SQUARES_AN_AREA = 178
"""Of the frame, for each area asked for."""
SHAPE = 0.78
"""Width of the frame by its height: an upright page."""
MARGIN = 3
"""Squares of rock round the whole dungeon."""
SPRAWLING = ("cyclic", "tiles")
"""Systems whose levels hang on their stairs and reach where they may."""
DOWNS = {"small": (1, 1, 2), "medium": (1, 2, 2, 2), "large": (2, 2, 3)}


@dataclass(slots=True)
class Dig:
    """A dungeon being carved: its levels so far."""

    recipe: Recipe
    grounds: list[Ground] = field(default_factory=list)
    arrivals: dict[int, list[Arrival]] = field(default_factory=dict)
    passing: dict[int, list[tuple[int, int, int, int]]] = field(default_factory=dict)
    stack: Stack | None = None
    """Of a dungeon whose levels are a cycle."""
    shared: dict[Any, Any] = field(default_factory=dict)
    """What carvers keep from one level to the next."""


def descend(recipe: Recipe) -> Dungeon:
    """Carve all levels of a recipe."""
    dig = Dig(recipe)
    targets = [_target(recipe, number) for number in range(1, recipe.levels + 1)]
    width, height = frame(max(targets))
    dig.stack = stack_of(recipe)
    roomy = any(recipe.system_of(number) in SPRAWLING for number in range(1, recipe.levels + 1))
    for number, target in enumerate(targets, 1):
        if roomy:
            width, height = _widened(dig, *frame(max(targets)))
        plan = _plan(dig, number, target, width, height)
        plan.run = [
            plan,
            *(_plan(dig, below, targets[below - 1], width, height) for below in run(recipe, number)[1:]),
        ]
        ground = CARVERS[recipe.system_of(number)](plan)
        dig.grounds.append(ground)
        _lead_on(dig, ground)
    dungeon = veil(_record(dig))
    if dig.stack is not None:
        return finish(dungeon, dig.stack)
    return open_traps(dungeon)


def _widened(dig: Dig, width: int, height: int) -> tuple[int, int]:
    """Move the levels so far into a frame that has room for one more on every side of them; returns its size."""
    if not dig.grounds:
        return 2 * width, 2 * height
    pieces = [piece for ground in dig.grounds for piece in ground.pieces.values()]
    dx, dy = round(1.5 * width) - min(p.x for p in pieces), round(1.4 * height) - min(p.y for p in pieces)
    size = (
        max(p.x + p.form.width for p in pieces) + dx + round(1.5 * width),
        max(p.y + p.form.height for p in pieces) + dy + round(1.4 * height),
    )
    for ground in dig.grounds:
        ground.move(dx, dy, *size)
    for boxes in dig.passing.values():
        boxes[:] = [(x + dx, y + dy, w, h) for x, y, w, h in boxes]
    return size


def run(recipe: Recipe, number: int) -> list[int]:
    """This level and those right below it of the same system."""
    last = number
    while last < recipe.levels and recipe.system_of(last + 1) == recipe.system_of(number):
        last += 1
    return list(range(number, last + 1))


def frame(target: int) -> tuple[int, int]:
    """The width and height in squares of a frame that holds so many areas."""
    height = sqrt(target * SQUARES_AN_AREA / SHAPE)
    return max(36, round(height * SHAPE)), max(44, round(height))


def _target(recipe: Recipe, number: int) -> int:
    low, high = SIZES[recipe.size_of(number)]
    return Stream(recipe.seed, f"level {number}", "size").between(low, high)


def _plan(dig: Dig, number: int, target: int, width: int, height: int) -> LevelPlan:
    recipe = dig.recipe
    size = recipe.size_of(number)
    least, most = SIZES[size]
    downs = Stream(recipe.seed, f"level {number}", "ways down").choice(DOWNS[size]) if number < recipe.levels else 0
    ways = dig.stack.downs(number) if dig.stack is not None else ()
    deepest = recipe.levels if ways or dig.stack is None else number
    return LevelPlan(
        recipe.seed, number, deepest, width, height, least, most, target, downs,
        arrivals=dig.arrivals.get(number, []),
        passing=dig.passing.get(number, []),
        taken={
            level: [*(arrival.box for arrival in dig.arrivals.get(level, [])), *dig.passing.get(level, [])]
            for level in sorted({*dig.arrivals, *dig.passing})
        },
        above=dig.grounds,
        mouth=lambda ground, box, way: open_mouth(ground, box, way, try_only=True) is not None,
        down_to=ways,
        looks_to=dig.stack.looks(number) if dig.stack is not None else (),
        through=dig.stack is not None and number in dig.stack.through(),
        depth=recipe.depth,
        reroll_repeats=recipe.reroll_repeats,
        cycles=Path(recipe.cycles) if recipe.cycles else None,
        tiles=Path(recipe.tiles) if recipe.tiles else None,
        shared=dig.shared,
    )  # fmt: skip


def _lead_on(dig: Dig, ground: Ground) -> None:
    """Give what leads off a level to the levels that it leads to."""
    last = dig.recipe.levels
    for stair in ground.stairs:
        if stair.down:
            to = min(ground.number + stair.levels, last)
            if dig.stack is not None and not stair.looks:
                step = dig.stack.step(ground.number, to)
                stair.one_way, stair.rising = (step.one_way and step.a == at for at in (ground.number, to))
            dig.arrivals.setdefault(to, []).append(Arrival(stair, ground.number))
            for level in range(ground.number + 1, to):
                dig.passing.setdefault(level, []).append(stair.box)
        elif ground.number - stair.levels < 1:
            stair.surface = True
        else:
            above = dig.grounds[ground.number - stair.levels - 1]
            blind = stair.into == "dead_end"
            way = (stair.way + 2) & 3 if stair.kind == "stairs" else -1
            piece = open_mouth(above, stair.box, way, blind=blind, secret=stair.into == "secret_door")
            assert piece is not None, "the plan asked whether it can be"
            above.feet.append(Foot(stair, piece))


# ---------------------------------------------------------------------------------------------------------- records


def _record(dig: Dig) -> Dungeon:
    """Number everything, hang the doors, and write the record."""
    recipe = dig.recipe
    _crop(dig.grounds)
    tours, names, keys, locked = [], [], [], []
    for ground in dig.grounds:
        stream = Stream(recipe.seed, f"level {ground.number}", "doors")
        locked.append(hang_doors(ground, stream) if ground.chart is None else [])
        if ground.chart is not None:
            ground.chart.hang_doors(ground, stream)
        first = _first(ground)
        tour = order(ground, first)
        tours.append(tour)
        name, key = name_pieces(ground, tour)
        names.append(name)
        keys.append(key)
    spring_traps(dig.grounds, Stream(recipe.seed, "trapdoors"))
    bottom = dig.stack.goal if dig.stack is not None else len(dig.grounds)
    goal = _goal(dig.grounds[bottom - 1], tours[bottom - 1])
    links = _links(dig, names)
    levels: list[Level] = []
    locks: list[Lock] = []
    key_items: list[KeyItem] = []
    for ground, tour, name, key, shut in zip(dig.grounds, tours, names, keys, locked, strict=True):
        draw_features(ground, Stream(recipe.seed, f"level {ground.number}", "features"), goal)
        closets = find_closets(ground, Stream(recipe.seed, f"level {ground.number}", "closets"), name)
        level, ids = level_record(ground, recipe.system_of(ground.number), tour, closets, name, key)
        if ground.chart is None:
            level, more, items = _locks(level, shut, name, ids, len(locks))
        else:
            level, more, items = ground.chart.record(level, name, ids, len(locks))
        levels.append(_with_tiles(level, ground, name) if ground.laid else level)
        locks += more
        key_items += items
    first_area = names[0][_first(dig.grounds[0]).number]
    return Dungeon(
        zinegen=__version__,
        title=recipe.title or recipe.seed,
        seed=recipe.seed,
        date=recipe.date,
        licence=recipe.licence,
        recipe=_builtins(recipe),
        entrance=first_area,
        goal=names[bottom - 1][goal.number],
        levels=tuple(levels),
        links=links,
        locks=tuple(locks),
        key_items=tuple(key_items),
    )


def _with_tiles(level: Level, ground: Ground, names: dict[int, str]) -> Level:
    """A level of tiles with its segments."""
    found = [
        msgspec.structs.replace(laid, area=names.get(piece.number)) if piece is not None else laid
        for laid, piece in ground.laid
    ]
    return msgspec.structs.replace(level, laid=tuple(found))


def _builtins(recipe: Recipe) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(recipe)
    return found


def _crop(grounds: list[Ground]) -> None:
    """Cut the shared frame down to what the levels fill, with a margin."""
    pieces = [piece for ground in grounds for piece in ground.pieces.values()]
    left, top = min(p.x for p in pieces) - MARGIN, min(p.y for p in pieces) - MARGIN
    right = max(p.x + p.form.width for p in pieces) + MARGIN
    bottom = max(p.y + p.form.height for p in pieces) + MARGIN
    for ground in grounds:
        ground.move(-left, -top, right - left, bottom - top)


def _first(ground: Ground) -> Piece:
    """Where one comes in: by the stairs from the surface, or by the first way from above."""
    for stair in ground.stairs:
        if stair.surface and not stair.secret:
            return stair.piece
    ways = [foot for foot in ground.feet if not foot.stair.looks]
    feet = [foot.piece for foot in ways if foot.stair.down and foot.stair.into != "dead_end"]
    return feet[0] if feet else next(iter(ground.pieces.values()))


def _goal(ground: Ground, tour: list[Piece]) -> Piece:
    """The chamber of a level farthest from where one arrives, or a roomy one nearly as far."""
    if ground.chart is not None:
        return ground.chart.goal
    return ground.goal or farthest(ground, tour)


def _links(dig: Dig, names: list[dict[int, str]]) -> tuple[Link, ...]:
    """The ways between levels and to the surface, with their symbols at both ends."""
    links: list[Link] = []
    feet = {id(foot.stair): (ground, foot.piece) for ground in dig.grounds for foot in ground.feet}
    for ground in dig.grounds:
        for stair in ground.stairs:
            link_id = f"link-{len(links) + 1}"
            here = End(area=names[ground.number - 1][stair.piece.number], at=stair.at)
            if not stair.looks:
                stair.piece.features.append(_symbol(stair, link_id))
            if stair.surface:
                out = End(area=SURFACE, at=stair.at)
                links.append(Link(id=link_id, kind=stair.kind, from_=out, to=here, secret=stair.secret))
                continue
            other, piece = feet[id(stair)]
            if not stair.looks:
                piece.features.append(_symbol(stair, link_id))
            there = End(area=names[other.number - 1][piece.number], at=stair.at)
            up = stair.rising or (stair.looks and dig.stack is not None and dig.stack.looks_up(ground.number))
            ends = (there, here) if up else (here, there)
            one_way = stair.one_way or stair.rising
            links.append(Link(id=link_id, kind=stair.kind, from_=ends[0], to=ends[1], one_way=one_way))
    return tuple(links)


def _symbol(stair: Stair, link: str) -> Feature:
    turn = 90.0 * stair.way if stair.kind == "stairs" else 0.0
    return Feature(kind=stair.kind, at=stair.at, size=stair.size, turn_deg=turn, link=link)  # type: ignore[arg-type]


def _locks(
    level: Level, shut: list[Locked], names: dict[int, str], ids: dict[int, str], before: int
) -> tuple[Level, list[Lock], list[KeyItem]]:
    """The records of a level's locks and keys, and the level with its portals bound to them."""
    locks, items = [], []
    by_portal = {}
    for i, one in enumerate(shut, before + 1):
        portal = ids[id(one.gate)]
        by_portal[portal] = f"lock-{i}"
        locks.append(Lock(id=f"lock-{i}", keys=(f"key-{i}",), guards=portal))
        items.append(KeyItem(id=f"key-{i}", in_=names[one.key_in.number]))
    portals = tuple(
        msgspec.structs.replace(portal, lock=by_portal[portal.id]) if portal.id in by_portal else portal
        for portal in level.portals
    )
    return msgspec.structs.replace(level, portals=portals), locks, items
