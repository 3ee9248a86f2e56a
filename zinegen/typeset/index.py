"""A dungeon made ready for looking things up by id, once for all pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from zinegen.draw.flow_graph import signs_of
from zinegen.dungeon.model import Area, Dungeon, KeyItem, Level, Link, Lock, Portal, level_of
from zinegen.dungeon.ways import Exit, exits
from zinegen.words import lexicon


@dataclass(frozen=True)
class Index:
    """Look-ups in one dungeon."""

    dungeon: Dungeon
    """What is printed of it."""
    whole: Dungeon | None = None
    """All of it, where that is more: ways, locks and references lead to levels that are not printed, too."""

    @property
    def full(self) -> Dungeon:
        """All of the dungeon."""
        return self.whole or self.dungeon

    @cached_property
    def areas(self) -> dict[str, Area]:
        """Every area by its id."""
        return {area.id: area for level in self.full.levels for area in level.areas}

    @cached_property
    def portals(self) -> dict[str, Portal]:
        """Every portal by its id."""
        return {portal.id: portal for level in self.full.levels for portal in level.portals}

    @cached_property
    def links(self) -> dict[str, Link]:
        """Every link by its id."""
        return {link.id: link for link in self.dungeon.links}

    @cached_property
    def locks(self) -> dict[str, Lock]:
        """Every lock by its id."""
        return {lock.id: lock for lock in self.dungeon.locks}

    @cached_property
    def lock_signs(self) -> dict[str, str]:
        """Lock -> the sign that it and its keys bear on maps and charts, as a letter; not for the rarest of them."""
        signs = lexicon("pages")["lock"]["signs"]
        return {lock: signs[n] for lock, n in signs_of(self.dungeon).items() if n < len(signs)}

    def key_signs(self, item: str) -> str:
        """The signs of all that a key opens."""
        opened = [self.lock_signs.get(lock.id, "") for lock in self.dungeon.locks if item in lock.keys]
        return "".join(dict.fromkeys(opened))

    @cached_property
    def key_items(self) -> dict[str, KeyItem]:
        """Every key item by its id."""
        return {item.id: item for item in self.dungeon.key_items}

    @cached_property
    def exits(self) -> dict[str, tuple[Exit, ...]]:
        """The exits of every keyed area."""
        return exits(self.full)

    @cached_property
    def holding(self) -> dict[str, str]:
        """The id of anything inside an area -> the id of that area."""
        out: dict[str, str] = {}
        for area in self.areas.values():
            for things in (area.text.details, area.inhabitants, area.treasure, area.hazards, area.clues):
                out |= {thing.id: area.id for thing in things}
        return out

    def keyed(self, level: Level) -> list[Area]:
        """The keyed areas of a level in the order of their numbers."""
        return sorted((area for area in level.areas if area.key is not None), key=lambda area: area.key or 0)

    def is_keyed(self, area_id: str) -> bool:
        """Whether an area is there and has a key of its own."""
        return area_id in self.areas and self.areas[area_id].key is not None

    def ends(self, thing: str) -> list[str]:
        """The keyed areas that a portal or link joins, or the area itself; through passages where it must be."""
        if thing in self.areas:
            return [thing] if self.is_keyed(thing) else []
        if thing not in self.portals and thing not in self.links:
            return [self.holding[thing]] if self.is_keyed(self.holding.get(thing, "")) else []
        sides = self.portals[thing].between if thing in self.portals else (
            self.links[thing].from_.area, self.links[thing].to.area)  # fmt: skip
        out = [side for side in sides if self.is_keyed(side)]
        out += [area for area, ways in self.exits.items() for way in ways if way.portal == thing and area not in out]
        return list(dict.fromkeys(out)) or self._beyond(thing)

    def _beyond(self, thing: str) -> list[str]:
        """The two keyed areas that are nearest over a locked portal between two passages."""
        walks = [
            (way.squares, area, way.to)
            for area, ways in self.exits.items()
            for one in ways
            for way in one.ways
            if any(lock.guards == thing for lock in way.locks) and self.is_keyed(way.to)
        ]
        return list(min(walks)[1:]) if walks else []

    def level(self, number: int) -> Level:
        """A level by its number."""
        return next(level for level in self.dungeon.levels if level.number == number)

    def locks_of(self, level: Level) -> list[Lock]:
        """The locks on a level: on its portals, its areas, and the links that begin there."""
        here = {portal.id for portal in level.portals} | {area.id for area in level.areas}
        here |= {link.id for link in self.dungeon.links if link_level(link) == level.number}
        return [lock for lock in self.dungeon.locks if lock.guards in here]


def link_level(link: Link) -> int:
    """The level on which a link begins; where that is the surface, the level it goes to."""
    for end in (link.from_.area, link.to.area):
        if end.split("-")[0].isdecimal():
            return level_of(end)
    return 0
