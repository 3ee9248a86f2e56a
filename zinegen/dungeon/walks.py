"""Walks through areas without keys: a Dungeon comes in as a net of gates, what lies behind each goes out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Literal

from zinegen.dungeon.floorplan import doorway
from zinegen.dungeon.model import SURFACE, Dungeon, Link, Lock, Place, Portal

OneWay = Literal["in", "out"]
"""As seen from an area: one can only come in by it, or only go out."""

_DETOUR = 1000.0
"""A secret or one-way door is passed over for a plain way of up to so many squares."""
_LOCKED_DETOUR = 100.0
_SQUARES_PER_LEVEL = 6.0


@dataclass(slots=True, eq=False)
class Gate:
    """A portal or link, as an edge between two areas."""

    number: int
    what: Portal | Link
    ends: tuple[str, str]
    places: tuple[Place, Place]
    """Where it is, at each of its ends."""
    secret: bool
    leads_to: str | None
    """The area it leads to when it can be taken in one direction only."""
    lock: Lock | None

    @property
    def walkable(self) -> bool:
        return self.what.kind != "false"

    def beyond(self, area: str) -> str:
        return self.ends[1] if self.ends[0] == area else self.ends[0]

    def place(self, area: str) -> Place:
        return self.places[0] if self.ends[0] == area else self.places[1]

    def one_way(self, area: str) -> OneWay | None:
        """How it is one-way, seen from an area at one of its ends."""
        return None if self.leads_to is None else "in" if self.leads_to == area else "out"

    def detour(self) -> float:
        barred = self.secret + (self.leads_to is not None)
        return _DETOUR * barred + (_LOCKED_DETOUR if self.lock else 0.0)


@dataclass(slots=True)
class Net:
    """All areas and gates of a dungeon."""

    keyed: set[str]
    gates_of: dict[str, list[Gate]] = field(default_factory=dict)

    @classmethod
    def of(cls, dungeon: Dungeon) -> Net:
        areas = [area for level in dungeon.levels for area in level.areas]
        net = cls({area.id for area in areas if area.key is not None} | {SURFACE})
        locks = {lock.id: lock for lock in dungeon.locks}
        covered = {(area.id, f.link) for area in areas for f in area.features if f.hidden and f.link}
        number = count()
        for level in dungeon.levels:
            for p in level.portals:
                (x0, y0), (x1, y1) = doorway(p)
                middle = ((x0 + x1) / 2, (y0 + y1) / 2)
                lock = locks.get(p.lock or "")
                net._add(Gate(next(number), p, p.between, (middle, middle), p.secret, p.one_way, lock))
        for link in dungeon.links:
            if link.kind == "chasm_sight":
                continue
            ends, places = (link.from_.area, link.to.area), (link.from_.at, link.to.at)
            hidden = link.secret or any((end, link.id) in covered for end in ends)
            leads_to = ends[1] if link.one_way else None
            net._add(Gate(next(number), link, ends, places, hidden, leads_to, locks.get(link.lock or "")))
        return net

    def _add(self, gate: Gate) -> None:
        for end in sorted(set(gate.ends)):
            self.gates_of.setdefault(end, []).append(gate)


@dataclass(slots=True, eq=False)
class Walk:
    """A walk from an exit through areas without keys: the gates taken after the exit itself."""

    start: str
    first: Gate
    here: str
    cost: float = 0.0
    squares: float = 0.0
    gates: tuple[tuple[str, Gate], ...] = ()
    """Each gate taken, with the area it was taken from."""

    def on(self, gate: Gate) -> Walk:
        last = self.gates[-1][1] if self.gates else self.first
        (ax, ay), (bx, by) = last.place(self.here), gate.place(self.here)
        far, near = sorted((abs(ax - bx), abs(ay - by)), reverse=True)
        step = far + near / 2
        if isinstance(gate.what, Link):
            step += _SQUARES_PER_LEVEL
        return Walk(
            self.start, self.first, gate.beyond(self.here), self.cost + step + gate.detour(),
            self.squares + step, (*self.gates, (self.here, gate)),
        )  # fmt: skip

    def back(self) -> Walk:
        """The same walk from its far end."""
        if not self.gates:
            return Walk(self.here, self.first, self.start)
        steps = [(self.start, self.first), *self.gates]
        turned = tuple((gate.beyond(area), gate) for area, gate in reversed(steps[:-1]))
        gate = self.gates[-1][1]
        cost = self.cost - gate.detour() + self.first.detour()
        return Walk(self.here, gate, self.start, cost, self.squares, turned)


def walks_from(net: Net, start: str, first: Gate, limit: int) -> Iterator[Walk]:
    """Walks out by a gate to the first keyed areas, each area once, the easiest first; `limit` of them at most.

    A walk that comes back to where it began is given only when there is no other.
    """
    if not first.walkable:
        return
    tie = count()
    queue = [(0.0, next(tie), Walk(start, first, first.beyond(start)))]
    taken, seen = {first.number}, {start}
    home: Walk | None = None
    while queue:
        _, _, walk = heappop(queue)
        if walk.here in net.keyed:
            if walk.here == start:
                home = home or walk
            elif walk.here not in seen:
                seen.add(walk.here)
                yield walk
                if len(seen) > limit:
                    return
            continue
        if walk.gates:
            if walk.gates[-1][1].number in taken:
                continue
            taken.add(walk.gates[-1][1].number)
        for gate in net.gates_of[walk.here]:
            if gate.walkable and gate.number not in taken:
                further = walk.on(gate)
                heappush(queue, (further.cost, next(tie), further))
    if home and len(seen) == 1:
        yield home


def walks_over_links(net: Net) -> Iterator[Walk]:
    """For each link that begins or ends in a passage, the walk between the keyed areas nearest to its ends.

    So the stairs in a corridor are named by somebody, however far off they are.
    """
    links = {g.number: g for gates in net.gates_of.values() for g in gates if isinstance(g.what, Link)}
    for gate in links.values():
        near, far = gate.ends
        if near in net.keyed:
            near, far = far, near
        if near in net.keyed:
            continue
        for walk in walks_from(net, far, gate, 1):
            whole = walk.back()
            for beyond in walks_from(net, near, gate, 1) if far not in net.keyed else ():
                for _, step in beyond.gates:
                    whole = whole.on(step)
            if whole.here in net.keyed and whole.here != whole.start:
                yield whole
