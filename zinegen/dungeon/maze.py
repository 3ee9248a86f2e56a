"""A dungeon as a graph for the fairness law: areas become numbers, keys become bits, what needs no key is merged.

Keys are never used up and secrets are either all open or open one by one, so a play is a place and a set of keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from zinegen.dungeon.model import SURFACE, Dungeon, Lock


class Edge(NamedTuple):
    """A portal or link: from a to b, and back unless it is one-way."""

    a: int
    b: int
    need: int
    """The keys that open it, as bits."""
    one_way: bool
    secret: bool
    id: str


class Find(NamedTuple):
    """A key item: its bit, the area it lies in, the keys that its area's own lock wants first."""

    bit: int
    node: int
    need: int
    hidden: bool
    id: str


@dataclass(slots=True)
class Maze:
    """A whole dungeon. Node 0 is the surface; whoever is there can go in again by the entrance."""

    names: list[str]
    start: int
    goal: int
    goal_need: int
    """The keys that the lock in the goal area wants."""
    edges: list[Edge] = field(default_factory=list)
    finds: list[Find] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    """Bit -> key id."""


def maze_of(dungeon: Dungeon) -> Maze:
    """The graph of a dungeon; what leads to or from an area that does not exist is left out.

    Locks are shut until their keys are held, soft ones too. A hard lock without keys never opens; a soft one without
    keys is a thing to be forced, and no lock for the law.
    """
    number: dict[str, int] = {SURFACE: 0}
    for level in dungeon.levels:
        for area in level.areas:
            number.setdefault(area.id, len(number))
    bits: dict[str, int] = {}
    guards: dict[str, int] = {}
    needs: dict[str, int] = {}
    for lock in dungeon.locks:
        needs[lock.id] = need = _need(lock, bits)
        guards[lock.guards] = guards.get(lock.guards, 0) | need
    start = number.get(dungeon.entrance, 0)
    goal = number.get(dungeon.goal, start)
    maze = Maze(list(number), start, goal, guards.get(dungeon.goal, 0))
    edges = maze.edges
    edges.append(Edge(0, start, 0, True, False, "the way in"))
    for level in dungeon.levels:
        for p in level.portals:
            a, b = number.get(p.between[0]), number.get(p.between[1])
            if a is None or b is None or p.kind == "false" or a == b:
                continue
            need = guards.get(p.id, 0) | (needs.get(p.lock, 0) if p.lock else 0)
            if p.one_way is not None and p.one_way == p.between[0]:
                a, b = b, a
            edges.append(Edge(a, b, need, p.one_way is not None, p.secret, p.id))
    for link in dungeon.links:
        a, b = number.get(link.from_.area), number.get(link.to.area)
        if a is None or b is None or link.kind == "chasm_sight" or a == b:
            continue
        need = guards.get(link.id, 0) | (needs.get(link.lock, 0) if link.lock else 0)
        edges.append(Edge(a, b, need, link.one_way, link.secret, link.id))
    for item in dungeon.key_items:
        node = number.get(item.in_)
        if node is not None:
            bit = bits.setdefault(item.id, 1 << len(bits))
            maze.finds.append(Find(bit, node, guards.get(item.in_, 0), item.hidden, item.id))
    maze.keys = list(bits)
    return maze


def _need(lock: Lock, bits: dict[str, int]) -> int:
    """The keys of a lock as bits; a hard lock without keys wants one that does not exist."""
    keys: Sequence[str] = lock.keys
    if not keys:
        if lock.hardness == "soft":
            return 0
        keys = (f"no key to {lock.id}",)
    need = 0
    for key in keys:
        need |= bits.setdefault(key, 1 << len(bits))
    return need


class Door(NamedTuple):
    """An edge between two rooms of a contracted maze."""

    a: int
    b: int
    need: int
    one_way: bool
    id: str


@dataclass(slots=True)
class Rooms:
    """A maze in which areas that lead to one another freely are one room."""

    room_of: list[int]
    """Node -> room."""
    doors: list[Door]
    finds: list[list[tuple[int, int]]]
    """Room -> the bits of the keys in it, each with the keys it is locked behind."""
    start: int
    goal: int
    goal_need: int
    home: int
    """The rooms from which one is out of danger, as bits: the entrance's and the surface."""

    def closure(
        self, start: int, keys: int = 0, *, without: int = 0, one_ways: Iterable[int] | None = None
    ) -> tuple[int, int]:
        """All rooms that can be come to from one, picking up keys, as if one could always come back.

        Args:    without: keys that are never picked up; one_ways: the one-way doors that may be used (None: all).
        Returns: rooms and keys, as bits.
        """
        allowed = None if one_ways is None else set(one_ways)
        doors = [d for i, d in enumerate(self.doors) if allowed is None or not d.one_way or i in allowed]
        caches = [room for room, finds in enumerate(self.finds) if finds]
        reached = 1 << start
        before = (0, 0)
        while before != (reached, keys):
            before = (reached, keys)
            for room in caches:
                if reached >> room & 1:
                    keys = self.picked(room, keys, without)
            for a, b, need, one_way, _ in doors:
                if need & ~keys:
                    continue
                if reached >> a & 1:
                    reached |= 1 << b
                elif not one_way and reached >> b & 1:
                    reached |= 1 << a
        return reached, keys

    def picked(self, room: int, keys: int, without: int = 0) -> int:
        """The keys held after a look round a room."""
        found = self.finds[room]
        changed = bool(found)
        while changed:
            changed = False
            for bit, need in found:
                if bit & ~keys & ~without and not need & ~keys:
                    keys |= bit
                    changed = True
        return keys

    def won(self, reached: int, keys: int) -> bool:
        """Whether rooms and keys are enough to win, if one can come back for each."""
        return bool(reached >> self.goal & 1) and not self.goal_need & ~keys


def rooms_of(maze: Maze, *, found: frozenset[str] | None = None) -> Rooms:
    """Merge the areas of a maze that lead to one another without key, both ways.

    An area with a key in it stays alone: one can walk by on the other side and not have the key.

    Args: found: the secrets that are open, by id of portal, link or key item; None: all of them.
    """
    finds = [find for find in maze.finds if found is None or not find.hidden or find.id in found]
    alone = {find.node for find in finds}
    parent = list(range(len(maze.names)))
    rest = []
    for edge in maze.edges:
        a, b, need, one_way, secret, id_ = edge
        if secret and found is not None and id_ not in found:
            continue
        if need or one_way or a in alone or b in alone:
            rest.append(edge)
            continue
        while parent[a] != a:
            parent[a] = a = parent[parent[a]]
        while parent[b] != b:
            parent[b] = b = parent[parent[b]]
        if a != b:
            parent[max(a, b)] = min(a, b)
    rooms: dict[int, int] = {}
    room_of = [0] * len(parent)
    for node in range(len(parent)):  # a parent is always the smaller number, so its room is known by now
        root = parent[node]
        room_of[node] = rooms.setdefault(node, len(rooms)) if root == node else room_of[root]
    doors = [
        Door(room_of[e.a], room_of[e.b], e.need, e.one_way, e.id) for e in rest if room_of[e.a] != room_of[e.b]
    ]  # fmt: skip
    caches: list[list[tuple[int, int]]] = [[] for _ in rooms]
    for find in finds:
        caches[room_of[find.node]].append((find.bit, find.need))
    start = room_of[maze.start]
    home = 1 << start | 1 << room_of[0]
    return Rooms(room_of, doors, caches, start, room_of[maze.goal], maze.goal_need, home)
