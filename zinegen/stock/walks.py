"""Where one comes on foot: which portals and links may be passed comes in, the areas one comes to go out."""

from __future__ import annotations

from collections.abc import Callable, Collection

from zinegen.dungeon.maze import Maze, maze_of, rooms_of
from zinegen.dungeon.model import Dungeon, Link, Portal
from zinegen.dungeon.plays import outcome
from zinegen.stock.draft import World

Way = Portal | Link
NO_WAYS = ("false", "chasm_sight")
"""Kinds of ways that nobody passes."""


def come_to(world: World, passes: Callable[[Way], bool], *, stops: Collection[str] = ()) -> set[str]:
    """The areas, passages among them, that one comes to from the entrance by ways that may be passed.

    It goes by portals and links: the exits of a key name only the nearest areas behind a passage. stops: areas that
    one comes to and goes no farther.
    """
    near: dict[str, set[str]] = {}
    ways: list[Way] = [*world.dungeon.links]
    ways += [portal for level in world.dungeon.levels for portal in level.portals]
    for way in ways:
        if way.kind not in NO_WAYS and passes(way):
            for here, there in _ends(way):
                near.setdefault(here, set()).add(there)
    seen, edge = {world.dungeon.entrance}, [world.dungeon.entrance]
    while edge:
        here = edge.pop()
        fresh = set() if here in stops else near.get(here, set()) - seen
        seen |= fresh
        edge += sorted(fresh)
    return seen


def _ends(way: Way) -> list[tuple[str, str]]:
    """From where to where a way leads: one that opens from one side only leads there alone."""
    a, b = way.between if isinstance(way, Portal) else (way.from_.area, way.to.area)
    only = b if way.one_way is True else way.one_way
    return [(here, there) for here, there in ((a, b), (b, a)) if only in (None, False, there)]


def before(dungeon: Dungeon) -> dict[str, set[str]]:
    """For each secret of the dungeon the areas that can be come to before it is found, but for secrets nearer by."""
    maze = maze_of(dungeon)
    spots = {edge.id: (edge.a, edge.b) for edge in maze.edges if edge.secret}
    spots |= {find.id: (find.node, find.node) for find in maze.finds if find.hidden}
    out: dict[str, set[str]] = {}
    while True:
        rooms = rooms_of(maze, found=frozenset(out))
        end = outcome(rooms)
        if end is None:
            return out | _before_locks(dungeon, maze, out)
        here = {i for i, room in enumerate(rooms.room_of) if end.reached >> room & 1}
        fresh = [secret for secret, ends in spots.items() if secret not in out and here.intersection(ends)]
        if not fresh:
            return out | _before_locks(dungeon, maze, out)
        out |= {secret: {maze.names[i] for i in here} for secret in fresh}


def _before_locks(dungeon: Dungeon, maze: Maze, secrets: dict[str, set[str]]) -> dict[str, set[str]]:
    """For each lock and its keys the areas that can be come to without them."""
    rooms = rooms_of(maze)
    out: dict[str, set[str]] = {}
    for lock in dungeon.locks:
        mask = sum(1 << maze.keys.index(key) for key in lock.keys if key in maze.keys)
        reached, _ = rooms.closure(rooms.start, without=mask)
        here = {maze.names[i] for i, room in enumerate(rooms.room_of) if reached >> room & 1}
        out[lock.id] = here
        out |= {key: here & secrets.get(key, here) for key in lock.keys}
    return out
