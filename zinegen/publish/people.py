"""Who is in a dungeon: a dungeon comes in; its factions with their own, and its bestiary, go out ready to print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from zinegen.dungeon.fights import one_name
from zinegen.dungeon.model import Dungeon, Faction, Inhabitant, Rumour, StatLine
from zinegen.publish.keys import KeyPrinter
from zinegen.publish.overview import keyed
from zinegen.typeset.writer import capital, creatures, number, sentence, special, w


@dataclass(frozen=True)
class Group:
    """Some of a kind, and where they are."""

    who: str
    where: Markup
    doing: str
    wants: str


@dataclass(frozen=True)
class Party:
    """A faction with those who belong to it."""

    name: str
    wants: str
    greets: str
    """How it stands to the others of its level, and meets visitors: a sentence or two."""
    home: Markup
    groups: Sequence[Group]
    rumours: Sequence[Rumour]


@dataclass(frozen=True)
class Beast:
    """A kind of creature, and where it is met."""

    name: str
    stats: str
    special: str
    places: Sequence[Markup]


def _inhabitants(dungeon: Dungeon) -> Iterable[tuple[str, Inhabitant]]:
    for level in dungeon.levels:
        for area in keyed(level):
            for group in area.inhabitants:
                yield area.id, group


def parties(dungeon: Dungeon, printer: KeyPrinter) -> list[Party]:
    """The factions in their order."""
    return [_party(faction, dungeon, printer) for faction in dungeon.factions]


def _party(faction: Faction, dungeon: Dungeon, printer: KeyPrinter) -> Party:
    return Party(
        capital(faction.name),
        faction.wants,
        " ".join(sentence(part) for part in (faction.toward, faction.greets) if part),
        printer.area(faction.home) if faction.home else Markup(""),
        _groups(dungeon, printer, faction.id),
        [rumour for rumour in dungeon.rumours if rumour.about == faction.id],
    )


def loners(dungeon: Dungeon, printer: KeyPrinter) -> list[Group]:
    """Those who belong to nobody."""
    return _groups(dungeon, printer, None)


def _groups(dungeon: Dungeon, printer: KeyPrinter, faction: str | None) -> list[Group]:
    known = {one.id for one in dungeon.factions}
    return [
        Group(creatures(group), printer.named(area), sentence(group.doing), group.wants)
        for area, group in _inhabitants(dungeon)
        if (group.faction if group.faction in known else None) == faction
    ]


def bestiary(dungeon: Dungeon, printer: KeyPrinter) -> list[Beast]:
    """Every kind of creature once, by letter, with the areas where it lives and the tables that it wanders from."""
    found: dict[str, tuple[Inhabitant, list[Markup]]] = {}
    for area, group in _inhabitants(dungeon):
        places = found.setdefault(group.creature or group.name, (group, []))[1]
        here = Markup("{}×{}").format(printer.number(area), group.count) if group.count > 1 else printer.number(area)
        places.append(here)
    for one in dungeon.wandering:
        found.setdefault(one.inhabitant.creature or one.inhabitant.name, (one.inhabitant, []))
    beasts = [
        Beast(capital(one_name(group)), stat_words(group.stats), special(group), places)
        for group, places in found.values()
    ]
    return sorted(beasts, key=lambda beast: beast.name.casefold())


def stat_words(stats: StatLine) -> str:
    """A stat line without hit points, which are each one's own; in the dialect of the record."""
    if stats.line:
        return stats.line
    attack = w("stats", "attack", attacks=stats.attacks, damage=stats.damage) if stats.damage else stats.attacks
    parts = [
        w("stats", "ac", n=stats.ac),
        w("stats", "hd", n=stats.hd),
        attack,
        w("stats", "move", n=stats.move_ft),
        w("stats", "morale", n=stats.morale),
        w("stats", "xp", n=number(stats.xp)),
    ]
    return " · ".join(parts)
