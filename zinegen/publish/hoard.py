"""The list of treasure to tick off: a dungeon comes in, its things with exact figures and their sums go out.

Figures are whole numbers (copper pieces, hundredths of a pound), so that the page's script comes to the same sums.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from zinegen.dungeon.model import Area, Dungeon, Level, Treasure
from zinegen.publish.overview import keyed
from zinegen.publish.say import say
from zinegen.typeset.writer import capital, holder, trap_of


class Thing(NamedTuple):
    """One thing or heap."""

    id: str
    area: str
    what: str
    where: str
    """What holds it, how it is hidden, what guards it, as printed."""
    copper: int
    """Its worth in copper pieces, a hundredth of a gold piece."""
    weight: int
    """In hundredths of a pound."""


class Sum(NamedTuple):
    """What some things come to."""

    many: int
    copper: int
    weight: int


def things(level: Level) -> list[Thing]:
    """The treasure of a level, by area."""
    return [
        Thing(
            item.id,
            area.id,
            capital(item.what),
            _where(area, item),
            round(item.value_gp * 100),
            round(item.weight_lb * 100),
        )
        for area in keyed(level)
        for item in area.treasure
    ]


def _where(area: Area, item: Treasure) -> str:
    trap = trap_of(area, item)
    guards = say("hoard", "guarded", by=trap) if trap else ""
    parts = (holder(area, item.where), item.hidden, guards)
    return capital(say("hoard", "between").join(part for part in parts if part))


def total(found: Iterable[Thing], ticked: Collection[str]) -> Sum:
    """What the ticked ones come to."""
    taken = [thing for thing in found if thing.id in ticked]
    return Sum(len(taken), sum(thing.copper for thing in taken), sum(thing.weight for thing in taken))


def everything(dungeon: Dungeon) -> list[Thing]:
    """The treasure of all levels."""
    return [thing for level in dungeon.levels for thing in things(level)]
