"""Exits as a game master reads them: a Dungeon comes in, what leads out of each keyed area and where to goes out.

A passage without a number is nothing to send a reader to, so an exit into one names the keyed areas at its far ends,
the nearest first. What is named from one side is named from the other.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from zinegen.dungeon.model import OPPOSITE, SURFACE, Dungeon, Link, Lock, Place, Portal, level_of
from zinegen.dungeon.walks import Gate, Net, OneWay, Walk, walks_from, walks_over_links

Direction = Literal["north", "east", "south", "west", "up", "down", "away"]
"""The wall, or the way of a link; "away" for a link that stays on its level."""
NEAREST = 3
"""Of the keyed areas in a network of passages so many count as near; a key names no more, but for rare cases."""
_CLOCKWISE = ("north", "east", "south", "west", "up", "down", "away")


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
    net = Net.of(dungeon)
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


Terminal = tuple[str, int]
"""An exit: a keyed area and the number of a gate."""


def _ways(net: Net) -> tuple[dict[Terminal, dict[str, Walk]], set[Terminal]]:
    """Exit -> the keyed areas it names and how they are reached; and the exits whose passages go on beyond those.

    Two areas name each other when each is among the nearest of the other, or is nearer to it than the last of those.
    """
    found: dict[Terminal, list[Walk]] = {}
    for area in sorted(net.keyed):
        for gate in net.gates_of.get(area, ()):
            found[area, gate.number] = list(walks_from(net, area, gate, NEAREST + 1))
    named = list(walks_over_links(net))
    for walks in found.values():
        for rank, walk in enumerate(walks):
            other = walk.back()
            back = [w.here for w in found.get((other.start, other.first.number), ())[:NEAREST]]
            if rank < NEAREST - 1 or (rank < NEAREST and walk.start in back):
                named.append(walk)
    ways: dict[Terminal, dict[str, Walk]] = {terminal: {} for terminal in found}
    for walk in named:
        for one in (walk, walk.back()):
            known = ways[one.start, one.first.number]
            if one.here not in known or known[one.here].cost > one.cost:
                known[one.here] = one
    more = {terminal for terminal, walks in found.items() if any(w.here not in ways[terminal] for w in walks)}
    return ways, more


def _way(walk: Walk) -> Way:
    """What a key says of a walk."""
    barriers = {gate.one_way(area) for area, gate in walk.gates}
    return Way(
        to=walk.here,
        squares=round(walk.squares),
        kind=walk.gates[-1][1].what.kind if walk.gates else "",
        secret=any(gate.secret for _, gate in walk.gates),
        one_way="in" if "in" in barriers else "out" if "out" in barriers else None,
        locks=tuple(gate.lock for _, gate in walk.gates if gate.lock),
        links=tuple(gate.what.id for _, gate in walk.gates if isinstance(gate.what, Link)),
    )


def _exit(net: Net, area: str, gate: Gate, walks: dict[str, Walk], more: bool) -> Exit:
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
        ways=tuple(_way(walk) for walk in sorted(walks.values(), key=lambda walk: (walk.cost, walk.here))),
        more=more,
        through=None if beyond in net.keyed else beyond,
        level=level,
    )


def _clockwise(exit_: Exit) -> tuple[int, float, str]:
    """Sorts exits clockwise round the walls of an area, what is vertical last."""
    x, y = exit_.at
    along = {"north": x, "east": y, "south": -x, "west": -y}.get(exit_.direction, 0.0)
    return _CLOCKWISE.index(exit_.direction), along, exit_.id
