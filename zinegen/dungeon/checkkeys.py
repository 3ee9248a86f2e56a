"""Integrity of what stands in the keys: a Dungeon comes in, references that lead nowhere and wrong counts go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from zinegen.dungeon.finding import Finding
from zinegen.dungeon.model import Area, Dungeon, Handout, Inhabitant

WATERS = ("", "plain", "monster", "monster_treasure", "magic")
MOST_OF_ANYTHING = 10**9
"""Coins, gold pieces of worth, pounds: more would not fit a page, nor a world."""


def key_findings(dungeon: Dungeon) -> Iterator[Finding]:
    """What contradicts itself in keys, inhabitants, treasure, hazards, clues, rumours, wanderers and factions."""
    areas = {area.id: area for level in dungeon.levels for area in level.areas}
    factions = {faction.id for faction in dungeon.factions}
    known = _targets(dungeon)
    for area in areas.values():
        yield from _area(area, known, factions)
    for item in dungeon.key_items:
        if item.where and item.in_ in areas and item.where not in _holders(areas[item.in_]):
            yield Finding("where", item.id, f"lies on {item.where}, which is nothing in {item.in_}: {_NAME_ONE}")
    for faction in dungeon.factions:
        if faction.home is not None and faction.home not in areas:
            yield Finding("faction", faction.id, f"its home {faction.home} does not exist: name an area, or null")
    for number, rumour in enumerate(dungeon.rumours):
        if rumour.about and rumour.about not in known:
            yield Finding(
                "about", f"rumours[{number}]", f"is about {rumour.about}, which does not exist: name what does"
            )
    for paper in dungeon.handouts:
        yield from _handout(paper, areas, known)
    groups = {one.id for area in areas.values() for one in area.inhabitants}
    yield from _wandering(dungeon, factions, groups)


def _handout(paper: Handout, areas: dict[str, Area], known: set[str]) -> Iterator[Finding]:
    """A paper that lies nowhere, or speaks of nothing."""
    if paper.area not in areas:
        yield Finding("where", paper.id, f"lies in {paper.area}, which does not exist: name an area")
    elif paper.where and paper.where not in _holders(areas[paper.area]):
        yield Finding("where", paper.id, f"lies on {paper.where}, which is nothing in {paper.area}: {_NAME_ONE}")
    if paper.about and paper.about not in known:
        yield Finding("about", paper.id, f"is about {paper.about}, which does not exist: name what does, or nothing")


_NAME_ONE = "name a detail or inhabitant of that area"


def _targets(dungeon: Dungeon) -> set[str]:
    """All that a clue or rumour may be about."""
    known = {lock.id for lock in dungeon.locks} | {item.id for item in dungeon.key_items}
    known |= {link.id for link in dungeon.links} | {faction.id for faction in dungeon.factions}
    for level in dungeon.levels:
        known.update(portal.id for portal in level.portals)
        for area in level.areas:
            known.add(area.id)
            for things in (area.hazards, area.treasure, area.inhabitants, area.text.details):
                known.update(thing.id for thing in things)
    return known


def _holders(area: Area) -> set[str]:
    """What may hold something in an area."""
    return {detail.id for detail in area.text.details} | {one.id for one in area.inhabitants}


def _area(area: Area, known: set[str], factions: set[str]) -> Iterator[Finding]:
    details = {detail.id for detail in area.text.details}
    holders = _holders(area)
    things = (area.text.details, area.inhabitants, area.treasure, area.hazards)
    count = Counter(thing.id for group in things for thing in group)
    for id_, times in count.items():
        if times > 1 or not id_:
            yield Finding("id", area.id, f"{times} things in it have the id {id_!r}: give each its own")
    for detail in area.text.details:
        if detail.inside is not None and detail.inside not in holders - {detail.id}:
            yield Finding("inside", area.id, f"{detail.id} is inside {detail.inside}, which is not here: {_NAME_ONE}")
    for one in area.inhabitants:
        yield from _inhabitant(one, area.id, factions)
        if one.captive and one.captive not in {other.id for other in area.inhabitants} - {one.id}:
            said = f"{one.id} is held by {one.captive}, who is not here: name a group of that area, or nobody"
            yield Finding("captive", area.id, said)
    hazards = {hazard.id for hazard in area.hazards}
    for hoard in area.treasure:
        if hoard.where and hoard.where not in holders:
            yield Finding("where", area.id, f"{hoard.id} lies on {hoard.where}, which is not here: {_NAME_ONE}")
        if hoard.hazard is not None and hoard.hazard not in hazards:
            yield Finding(
                "where",
                area.id,
                f"{hoard.id} is guarded by {hoard.hazard}, which is no hazard here: name one, or null",
            )
        if hoard.amount < 0 or hoard.value_gp < 0 or hoard.weight_lb < 0:
            yield Finding(
                "amount", area.id, f"{hoard.id} is less than nothing: amount, value and weight are not negative"
            )
        if max(hoard.amount, hoard.value_gp, hoard.weight_lb) > MOST_OF_ANYTHING:
            yield Finding(
                "amount",
                area.id,
                f"{hoard.id} is more than there is: amount, value and weight are at most {MOST_OF_ANYTHING:,}",
            )
    on = details | {hoard.id for hoard in area.treasure}
    for hazard in area.hazards:
        if hazard.on is not None and hazard.on not in on:
            yield Finding("on", area.id, f"{hazard.id} is on {hazard.on}, which is no detail or treasure here")
    for clue in area.clues:
        if clue.about not in known:
            yield Finding("about", area.id, f"{clue.id} is about {clue.about}, which does not exist: name what does")
        if clue.carrier and clue.carrier not in holders:
            yield Finding("where", area.id, f"{clue.id} is carried by {clue.carrier}, which is not here: {_NAME_ONE}")
    if area.water not in WATERS:
        yield Finding(
            "water", area.id, f"{area.water!r} is no kind of water: it may be {', '.join(WATERS[1:])} or empty"
        )


def _inhabitant(one: Inhabitant, where: str, factions: set[str]) -> Iterator[Finding]:
    if one.count < 1:
        yield Finding("count", where, f"{one.id} counts {one.count}: 1 at least, or take it out")
    elif len(one.stats.hp) != one.count:
        yield Finding("count", where, f"{one.id} counts {one.count} and has hit points for {len(one.stats.hp)}")
    if any(hp < 1 for hp in one.stats.hp):
        yield Finding("count", where, f"{one.id} has one without hit points: 1 at least")
    if not 2 <= one.stats.morale <= 12:
        yield Finding("count", where, f"{one.id} has morale {one.stats.morale}: 2 to 12")
    if one.faction is not None and one.faction not in factions:
        yield Finding("faction", where, f"{one.id} belongs to {one.faction}, which is no faction: add it, or null")


def _wandering(dungeon: Dungeon, factions: set[str], groups: set[str]) -> Iterator[Finding]:
    """Each level's table of wandering monsters has the faces 1, 2, 3 ... once; who is on it is of somebody here."""
    numbers = {level.number for level in dungeon.levels}
    faces: dict[int, list[int]] = {}
    for row in dungeon.wandering:
        faces.setdefault(row.level, []).append(row.face)
        where = f"wandering on level {row.level}, {row.face}"
        yield from _inhabitant(row.inhabitant, where, factions)
        for of in row.of:
            if of not in groups:
                yield Finding("of", where, f"is of {of}, who is nowhere: name a group of some area, or take it out")
    for level, found in sorted(faces.items()):
        if level not in numbers:
            yield Finding("wandering", f"level {level}", "has wandering monsters and does not exist")
        elif sorted(found) != list(range(1, len(found) + 1)):
            shown = ", ".join(str(face) for face in sorted(found))
            yield Finding("wandering", f"level {level}", f"its rows are {shown}: number them 1 to {len(found)}")
