"""Exits as a game master reads them: a Dungeon comes in, what leads out of each keyed area and where to goes out.

A passage without a number is nothing to send a reader to, so an exit into one names the keyed areas at its far ends,
the nearest first. What is named from one side is named from the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from typing import Literal

import msgspec

from zinegen.dungeon.floorplan import doorway
from zinegen.dungeon.model import OPPOSITE, SURFACE, Dungeon, Link, Lock, Place, Portal, level_of

Direction = Literal["north", "east", "south", "west", "up", "down", "away"]
"""The wall, or the way of a link; "away" for a link that stays on its level."""
OneWay = Literal["in", "out"]
"""As seen from the exit: one can only come in by it, or only go out."""

NEAREST = 3
"""Of the keyed areas in a network of passages so many count as near; a key names no more, but for rare cases."""
_CLOCKWISE = ("north", "east", "south", "west", "up", "down", "away")
_DETOUR = 1000.0
"""A secret or one-way door is passed over for a plain way of up to so many squares."""
_LOCKED_DETOUR = 100.0
_SQUARES_PER_LEVEL = 6.0


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """Where an exit leads at last. What is said of the way holds beyond the exit itself."""

    to: str
    """A keyed area, or "surface"."""
    squares: int = 0
    """How far it is from the exit, roughly; 0 right behind it."""
    kind: str = ""
    """The kind of the portal or link that opens into `to`; empty when that is the exit itself."""
    secret: bool = False
    one_way: OneWay | None = None
    locks: tuple[Lock, ...] = ()
    links: tuple[str, ...] = ()
    """The stairs and shafts on the way, in order."""


class Exit(msgspec.Struct, frozen=True, kw_only=True):
    """One way out of a keyed area."""

    direction: Direction
    kind: str
    """A portal's or a link's kind."""
    name: str
    secret: bool
    one_way: OneWay | None
    lock: Lock | None
    portal: str | None
    link: str | None
    at: Place
    """The middle of the portal on its wall, or where the link begins."""
    ways: tuple[Way, ...]
    """Where it leads, plain ways before secret ones, the nearest first; empty for a dead end or a false door."""
    more: bool
    """True where the passages behind it go on to keyed areas that are not named here."""
    through: str | None
    """The area without a key that lies right behind it."""
    level: int
    """The level behind it; 0 is the surface."""

    @property
    def to(self) -> tuple[str, ...]:
        """The ids of the keyed areas that it leads to ("surface" may be among them), in the order of `ways`."""
        return tuple(way.to for way in self.ways)

    @property
    def id(self) -> str:
        """The id of its portal or link."""
        return self.portal or self.link or ""


def exits(dungeon: Dungeon) -> dict[str, tuple[Exit, ...]]:
    """The exits of every keyed area: clockwise from north, each wall in turn, what goes up or down last.

    Returns: area id -> its exits, in the order of the levels and their areas.
    """
    net = _Net.of(dungeon)
    ways, more = _ways(net)
    out: dict[str, tuple[Exit, ...]] = {}
    for level in dungeon.levels:
        for area in level.areas:
            if area.key is None:
                continue
            found = [
                _exit(net, area.id, gate, ways.get((area.id, gate.number), {}), (area.id, gate.number) in more)
                for gate in net.gates_of.get(area.id, ())
            ]
            out[area.id] = tuple(sorted(found, key=_clockwise))
    return out


# ---------------------------------------------------------------------------------------------------- the network


@dataclass(slots=True, eq=False)
class _Gate:
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
class _Net:
    """All areas and gates of a dungeon."""

    keyed: set[str]
    gates_of: dict[str, list[_Gate]] = field(default_factory=dict)

    @classmethod
    def of(cls, dungeon: Dungeon) -> _Net:
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
                net._add(_Gate(next(number), p, p.between, (middle, middle), p.secret, p.one_way, lock))
        for link in dungeon.links:
            if link.kind == "chasm_sight":
                continue
            ends, places = (link.from_.area, link.to.area), (link.from_.at, link.to.at)
            hidden = link.secret or any((end, link.id) in covered for end in ends)
            leads_to = ends[1] if link.one_way else None
            net._add(_Gate(next(number), link, ends, places, hidden, leads_to, locks.get(link.lock or "")))
        return net

    def _add(self, gate: _Gate) -> None:
        for end in sorted(set(gate.ends)):
            self.gates_of.setdefault(end, []).append(gate)


@dataclass(slots=True, eq=False)
class _Walk:
    """A walk from an exit through areas without keys: the gates taken after the exit itself."""

    start: str
    first: _Gate
    here: str
    cost: float = 0.0
    squares: float = 0.0
    gates: tuple[tuple[str, _Gate], ...] = ()
    """Each gate taken, with the area it was taken from."""

    def on(self, gate: _Gate) -> _Walk:
        last = self.gates[-1][1] if self.gates else self.first
        (ax, ay), (bx, by) = last.place(self.here), gate.place(self.here)
        far, near = sorted((abs(ax - bx), abs(ay - by)), reverse=True)
        step = far + near / 2
        if isinstance(gate.what, Link):
            step += _SQUARES_PER_LEVEL
        return _Walk(
            self.start, self.first, gate.beyond(self.here), self.cost + step + gate.detour(),
            self.squares + step, (*self.gates, (self.here, gate)),
        )  # fmt: skip

    def back(self) -> _Walk:
        """The same walk from its far end."""
        if not self.gates:
            return _Walk(self.here, self.first, self.start)
        steps = [(self.start, self.first), *self.gates]
        turned = tuple((gate.beyond(area), gate) for area, gate in reversed(steps[:-1]))
        gate = self.gates[-1][1]
        cost = self.cost - gate.detour() + self.first.detour()
        return _Walk(self.here, gate, self.start, cost, self.squares, turned)

    def way(self) -> Way:
        """What a key says of it."""
        barriers = {gate.one_way(area) for area, gate in self.gates}
        return Way(
            to=self.here,
            squares=round(self.squares),
            kind=self.gates[-1][1].what.kind if self.gates else "",
            secret=any(gate.secret for _, gate in self.gates),
            one_way="in" if "in" in barriers else "out" if "out" in barriers else None,
            locks=tuple(gate.lock for _, gate in self.gates if gate.lock),
            links=tuple(gate.what.id for _, gate in self.gates if isinstance(gate.what, Link)),
        )


Terminal = tuple[str, int]
"""An exit: a keyed area and the number of a gate."""


def _ways(net: _Net) -> tuple[dict[Terminal, dict[str, _Walk]], set[Terminal]]:
    """Exit -> the keyed areas it names and how they are reached; and the exits whose passages go on beyond those.

    Two areas name each other when each is among the nearest of the other, or is nearer to it than the last of those.
    """
    found: dict[Terminal, list[_Walk]] = {}
    for area in sorted(net.keyed):
        for gate in net.gates_of.get(area, ()):
            found[area, gate.number] = list(_walks(net, area, gate, NEAREST + 1))
    named = list(_over_links(net))
    for walks in found.values():
        for rank, walk in enumerate(walks):
            other = walk.back()
            back = [w.here for w in found.get((other.start, other.first.number), ())[:NEAREST]]
            if rank < NEAREST - 1 or (rank < NEAREST and walk.start in back):
                named.append(walk)
    ways: dict[Terminal, dict[str, _Walk]] = {terminal: {} for terminal in found}
    for walk in named:
        for one in (walk, walk.back()):
            known = ways[one.start, one.first.number]
            if one.here not in known or known[one.here].cost > one.cost:
                known[one.here] = one
    more = {terminal for terminal, walks in found.items() if any(w.here not in ways[terminal] for w in walks)}
    return ways, more


def _walks(net: _Net, start: str, first: _Gate, limit: int) -> Iterator[_Walk]:
    """Walks out by a gate to the first keyed areas, each area once, the easiest first; `limit` of them at most.

    A walk that comes back to where it began is given only when there is no other.
    """
    if not first.walkable:
        return
    tie = count()
    queue = [(0.0, next(tie), _Walk(start, first, first.beyond(start)))]
    taken, seen = {first.number}, {start}
    home: _Walk | None = None
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


def _over_links(net: _Net) -> Iterator[_Walk]:
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
        for walk in _walks(net, far, gate, 1):
            whole = walk.back()
            for beyond in _walks(net, near, gate, 1) if far not in net.keyed else ():
                for _, step in beyond.gates:
                    whole = whole.on(step)
            if whole.here in net.keyed and whole.here != whole.start:
                yield whole


def _exit(net: _Net, area: str, gate: _Gate, walks: dict[str, _Walk], more: bool) -> Exit:
    """What a key says of one gate of an area."""
    beyond = gate.beyond(area)
    direction: Direction
    if isinstance(gate.what, Portal):
        direction = gate.what.side if gate.ends[0] == area else OPPOSITE[gate.what.side]
        level = level_of(area)
    else:
        here, level = (0 if end == SURFACE else level_of(end) for end in (area, beyond))
        direction = "down" if level > here else "up" if level < here else "away"
    return Exit(
        direction=direction,
        kind=gate.what.kind,
        name=gate.what.name if isinstance(gate.what, Portal) else "",
        secret=gate.secret,
        one_way=gate.one_way(area),
        lock=gate.lock,
        portal=gate.what.id if isinstance(gate.what, Portal) else None,
        link=gate.what.id if isinstance(gate.what, Link) else None,
        at=gate.place(area),
        ways=tuple(walk.way() for walk in sorted(walks.values(), key=lambda walk: (walk.cost, walk.here))),
        more=more,
        through=None if beyond in net.keyed else beyond,
        level=level,
    )


def _clockwise(exit_: Exit) -> tuple[int, float, str]:
    """Sorts exits clockwise round the walls of an area, what is vertical last."""
    x, y = exit_.at
    along = {"north": x, "east": y, "south": -x, "west": -y}.get(exit_.direction, 0.0)
    return _CLOCKWISE.index(exit_.direction), along, exit_.id
