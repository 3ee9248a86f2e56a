"""Places and ways: a dungeon comes in, what can be a paragraph and what one sees leading out of it goes out.

Every area with a key is a place, and so is a passage where one can choose, search or turn back. A piece of passage
between two open ends is none: it is a part of the way.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from zinegen.dungeon.model import OPPOSITE, SURFACE, Area, Dungeon, Link, Lock, Portal, level_of
from zinegen.units import FT_PER_SQUARE

PLAIN = ("open", "arch", "curtain", "door", "double")
"""Portals that a piece of passage may end in and still be a part of a way."""
INSIDE = ("room", "cave")
"""Kinds of areas that bar their doors against those outside."""
LONG = 60
"""A passage of so many feet is a place of its own."""


@dataclass(frozen=True, slots=True)
class Way:
    """What leads out of a place."""

    gate: Portal | Link
    here: str
    to: str
    """The place that it leads to; "surface"."""
    direction: str
    """north, east, south, west, up, down, away."""
    feet: int = 0
    """How long the passage behind it is, roughly."""
    secret: bool = False
    lock: Lock | None = None
    drop: bool = False
    """True where one cannot come back by it."""
    far: str = ""
    """The kind of the portal at the passage's other end, where it is a door."""
    barred: bool = False
    """Whether it is barred on its other side: a room's bar is lifted in the room."""


@dataclass(slots=True)
class Sections:
    """The places of a dungeon."""

    dungeon: Dungeon
    areas: dict[str, Area] = field(default_factory=dict)
    gates: dict[str, list[Portal | Link]] = field(default_factory=dict)
    locks: dict[str, Lock] = field(default_factory=dict)
    """What is guarded -> its lock."""

    def __post_init__(self) -> None:
        for level in self.dungeon.levels:
            self.areas |= {area.id: area for area in level.areas}
            for portal in level.portals:
                for end in portal.between:
                    self.gates.setdefault(end, []).append(portal)
        for link in self.dungeon.links:
            if link.kind == "chasm_sight":
                continue
            for end in (link.from_.area, link.to.area):
                if end != SURFACE:
                    self.gates.setdefault(end, []).append(link)
        self.locks = {lock.guards: lock for lock in self.dungeon.locks}

    def places(self) -> list[Area]:
        """Every area that is a place."""
        return [area for area in self.areas.values() if self.is_place(area.id)]

    def is_place(self, area_id: str) -> bool:
        """Whether an area is a place: not what is walked through without a choice."""
        area = self.areas[area_id]
        gates = self.gates.get(area_id, [])
        plain = len(gates) == 2 and all(self._plain(gate) for gate in gates)
        bare = not (area.inhabitants or area.treasure or area.hazards or area.text.first or area.text.details)
        held = any(item.in_ == area_id for item in self.dungeon.key_items)
        ends = len({self._beyond(gate, area_id) for gate in gates}) == 2
        short = area.length_ft < LONG
        return area.key is not None or not (plain and bare and ends and short) or held or area.hidden

    def _plain(self, gate: Portal | Link) -> bool:
        return (
            isinstance(gate, Portal) and not gate.secret and gate.one_way is None and gate.id not in self.locks
            and gate.kind in PLAIN and not gate.trapped
        )  # fmt: skip

    def _beyond(self, gate: Portal | Link, here: str) -> str:
        ends = gate.between if isinstance(gate, Portal) else (gate.from_.area, gate.to.area)
        return ends[1] if ends[0] == here else ends[0]

    def ways(self, area_id: str) -> list[Way]:
        """What leads out of a place, as one stands in it; not what opens from its other side only."""
        found = [self._way(gate, area_id) for gate in self.gates.get(area_id, ())]
        order = ("north", "east", "south", "west", "up", "down", "away")
        return sorted(
            (way for way in found if way is not None), key=lambda way: (order.index(way.direction), way.gate.id)
        )

    def _way(self, gate: Portal | Link, here: str) -> Way | None:
        if isinstance(gate, Portal):
            if gate.kind == "false":
                return None
            if gate.one_way is not None and gate.one_way == here:
                return None
            direction: str = gate.side if gate.between[0] == here else OPPOSITE[gate.side]
            drop = gate.one_way is not None
        else:
            if gate.one_way and gate.to.area == here:
                return None
            levels = [0 if end.area == SURFACE else level_of(end.area) for end in (gate.from_, gate.to)]
            mine, other = levels if gate.from_.area == here else levels[::-1]
            direction = "down" if other > mine else "up" if other < mine else "away"
            drop = gate.one_way
        to, feet, far = self._walk(gate, here)
        hidden = any(f.hidden and f.link == gate.id for f in self.areas[here].features)
        secret = (gate.secret and not self._leads_out(gate, here)) or hidden
        barred = gate.kind == "barred" and self.areas[here].kind not in INSIDE
        return Way(gate, here, to, direction, feet, secret, self.locks.get(gate.id), drop, far, barred)

    def _leads_out(self, gate: Portal | Link, here: str) -> bool:
        """Whether a way leads from what is hidden to what is not: from there its secret is seen at once."""
        other = self._beyond(gate, here)
        return self.areas[here].hidden and (other == SURFACE or not self.areas[other].hidden)

    def _walk(self, gate: Portal | Link, here: str) -> tuple[str, int, str]:
        """Through passages that are no places to the next place; how far, and the door at the end."""
        at, feet, seen, far = self._beyond(gate, here), 0, {here}, ""
        while at != SURFACE and not self.is_place(at) and at not in seen:
            seen.add(at)
            feet += self.areas[at].length_ft or FT_PER_SQUARE
            gate = next(one for one in self.gates[at] if one is not gate)
            at, far = self._beyond(gate, at), gate.kind
        return at, feet, far if far in ("door", "double", "curtain") else ""
