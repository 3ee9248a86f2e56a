"""A level as a graph for its flowchart: areas come in, knots and the ways between them go out.

A knot is a keyed area, or a place where passages fork. Passages that only lead on become part of a way, and blind
ones are left out; the stairs in them are told at the knot that they are reached from.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from zinegen.dungeon.floorplan import doorway
from zinegen.dungeon.model import SURFACE, Area, Dungeon, Level, Link, Lock, Place, level_of


@dataclass(frozen=True, slots=True)
class Passage:
    """Stairs or the like, seen from a knot."""

    link: Link
    level: int
    """Where it leads; 0 is the surface."""
    one_way: str = ""
    """"out": one does not come back by it; "in": one can only arrive by it."""


@dataclass(frozen=True, slots=True)
class Way:
    """What joins two knots, with all that one meets on it."""

    a: str
    b: str
    line: tuple[Place, ...]
    """From a to b over the map, in squares."""
    secret: bool = False
    to: str | None = None
    """The knot it leads to, where it can be taken in one direction only."""
    locks: tuple[str, ...] = ()
    portals: tuple[str, ...] = ()

    def turned(self) -> Way:
        """The same from its other end."""
        return replace(self, a=self.b, b=self.a, line=self.line[::-1], portals=self.portals[::-1])

    def other(self, end: str) -> str:
        """The knot at its other end."""
        return self.b if end == self.a else self.a


@dataclass(slots=True)
class Knot:
    """A keyed area, or (area None) a fork of passages."""

    id: str
    at: Place
    area: Area | None = None
    passages: list[Passage] = field(default_factory=list)
    locks: list[str] = field(default_factory=list)
    """Locks of what is in it, or of stairs that lie behind it."""
    keys: list[str] = field(default_factory=list)
    """The locks whose keys lie in it."""


@dataclass(slots=True)
class Graph:
    """A level's knots and ways."""

    level: Level
    knots: dict[str, Knot]
    ways: list[Way]
    sights: list[tuple[str, str]]
    signs: dict[str, int]
    """Lock -> the number of the sign that it and its keys bear."""
    locks: tuple[Lock, ...] = ()


def graph_of(dungeon: Dungeon, level: Level) -> Graph:
    """The graph of a level. Every keyed area is a knot, whatever else becomes of it."""
    return _Maker(dungeon, level).graph()


def signs_of(dungeon: Dungeon) -> dict[str, int]:
    """The sign of each lock: no two locks that are told of on one level bear the same."""
    places = {area.id: level.number for level in dungeon.levels for area in level.areas}
    places |= {portal.id: level.number for level in dungeon.levels for portal in level.portals}
    ends = {link.id: {level_of(e.area) for e in (link.from_, link.to) if e.area != SURFACE} for link in dungeon.links}
    told: dict[str, set[int]] = {}
    for lock in dungeon.locks:
        told[lock.id] = set(ends.get(lock.guards, set())) | (
            {places[lock.guards]} if lock.guards in places else set()
        )
        told[lock.id] |= {
            places[item.in_] for item in dungeon.key_items if item.id in lock.keys and item.in_ in places
        }
    signs: dict[str, int] = {}
    for lock in dungeon.locks:
        taken = {signs[other] for other in signs if told[other] & told[lock.id]}
        signs[lock.id] = next(n for n in range(len(taken) + 1) if n not in taken)
    return signs


class _Maker:
    """A level's graph in the making: areas without a key go, one by one."""

    def __init__(self, dungeon: Dungeon, level: Level) -> None:
        self.dungeon, self.level = dungeon, level
        self.knots = {
            area.id: Knot(area.id, _middle(area), area if area.key is not None else None) for area in level.areas
        }
        self.home = {area.id: area.id for area in level.areas}
        """Area -> the knot that tells of it."""
        self.ways: dict[int, Way] = {}
        self.count = 0

    def graph(self) -> Graph:
        locks = {lock.guards: lock for lock in self.dungeon.locks}
        self._ways(locks)
        self._passages(locks)
        self._shorten()
        self._keys(locks)
        sights = [
            (self.home[s.from_], self.home[s.to])
            for s in self.level.sights
            if s.from_ in self.home and s.to in self.home and self.home[s.from_] != self.home[s.to]
        ]
        ways = [self.ways[n] for n in sorted(self.ways)]
        return Graph(self.level, self.knots, ways, sights, signs_of(self.dungeon), self.dungeon.locks)

    def _ways(self, locks: dict[str, Lock]) -> None:
        for portal in self.level.portals:
            a, b = portal.between
            if portal.kind == "false" or a not in self.knots or b not in self.knots or a == b:
                continue
            (x0, y0), (x1, y1) = doorway(portal)
            line = (self.knots[a].at, ((x0 + x1) / 2, (y0 + y1) / 2), self.knots[b].at)
            guard = (locks[portal.id].id,) if portal.id in locks else (portal.lock,) if portal.lock else ()
            self._add(Way(a, b, line, portal.secret, portal.one_way, guard, (portal.id,)))

    def _add(self, way: Way) -> None:
        self.ways[self.count] = way
        self.count += 1

    def _passages(self, locks: dict[str, Lock]) -> None:
        for link in self.dungeon.links:
            for here, there, come in ((link.from_, link.to, "out"), (link.to, link.from_, "in")):
                if here.area not in self.knots:
                    continue
                knot = self.knots[here.area]
                to = 0 if there.area == SURFACE else level_of(there.area)
                knot.passages.append(Passage(link, to, come if link.one_way else ""))
                if link.id in locks or link.lock:
                    knot.locks.append(locks[link.id].id if link.id in locks else str(link.lock))

    def _keys(self, locks: dict[str, Lock]) -> None:
        of_key = {key: lock.id for lock in self.dungeon.locks for key in lock.keys}
        for item in self.dungeon.key_items:
            if item.in_ in self.home and item.id in of_key:
                self.knots[self.home[item.in_]].keys.append(of_key[item.id])
        for guarded, lock in locks.items():
            if guarded in self.home:
                self.knots[self.home[guarded]].locks.append(lock.id)

    # -------------------------------------------------------------------------------------- areas without a key

    def _shorten(self) -> None:
        """Take out, one after the other, areas without a key that do not fork the way."""
        loose = [knot.id for knot in self.knots.values() if knot.area is None]
        while loose:
            id_ = loose.pop()
            if id_ not in self.knots:
                continue
            mine = [n for n in sorted(self.ways) if id_ in (self.ways[n].a, self.ways[n].b)]
            others = [self.ways[n].other(id_) for n in mine]
            if len(mine) <= 1:
                self._blind(id_, mine)
            elif len(mine) == 2 and not self.knots[id_].passages:
                self._through(id_, mine)
            else:
                continue
            loose += sorted({o for o in others if o in self.knots and self.knots[o].area is None})

    def _blind(self, id_: str, mine: list[int]) -> None:
        """An area with one way to it at most: what it holds is told where one comes from."""
        knot = self.knots.pop(id_)
        for n in mine:
            way = self.ways.pop(n)
            host = way.other(id_)
            self._move(id_, host)
            self.knots[host].passages += knot.passages
            if knot.passages or knot.locks:
                self.knots[host].locks += [*knot.locks, *way.locks]

    def _move(self, id_: str, host: str) -> None:
        for area, home in self.home.items():
            if home == id_:
                self.home[area] = host

    def _through(self, id_: str, mine: list[int]) -> None:
        """An area that one only goes through: its two ways become one."""
        first, second = (self.ways.pop(n) for n in mine)
        first = first if first.b == id_ else first.turned()
        second = second if second.a == id_ else second.turned()
        del self.knots[id_]
        self._move(id_, first.a)
        on = {way.to for way in (first, second)}
        forth, back = second.b in on or first.to == id_, first.a in on or second.to == id_
        if first.a == second.b or (forth and back):
            return
        self._add(
            Way(
                first.a,
                second.b,
                (*first.line, *second.line[1:]),
                first.secret or second.secret,
                second.b if forth else first.a if back else None,
                (*first.locks, *second.locks),
                (*first.portals, *second.portals),
            )
        )


def _middle(area: Area) -> Place:
    """The middle of an area's squares: a square of its own that is nearest to it where it lies outside."""
    squares = [(x + 0.5, y + 0.5) for y, x0, x1 in area.squares for x in range(x0, x1)]
    x = sum(s[0] for s in squares) / len(squares)
    y = sum(s[1] for s in squares) / len(squares)
    near = min(squares, key=lambda s: ((s[0] - x) ** 2 + (s[1] - y) ** 2, s))
    return (x, y) if abs(near[0] - x) <= 0.5 and abs(near[1] - y) <= 0.5 else near
