"""What must agree after an area was rolled again: keys, rumours, papers and wanderers that speak of it."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from zinegen.dungeon.model import Area, Clue, Detail, Dungeon, Faction, Wanderer, level_of

T = TypeVar("T")
Areas = tuple[Area, Area, Area]
"""An area as it stood, as its recipe has it, and as it is now."""


def renamed(dungeon: Dungeon, area: Area, name: str) -> Dungeon:
    """A dungeon in which an area has another name wherever it is spoken of; pinned areas keep their words."""
    old = area.text.name
    if not old or name == old:
        return dungeon
    pattern = re.compile(rf"\b{re.escape(old)}\b")
    out = _everywhere(dungeon, lambda text: pattern.sub(lambda _: name, text))
    levels = tuple(
        replace(
            level, areas=tuple(was if was.pinned else now for was, now in zip(here.areas, level.areas, strict=True))
        )
        for here, level in zip(dungeon.levels, out.levels, strict=True)
    )
    return replace(out, levels=levels, recipe=dungeon.recipe, title=dungeon.title)


def _everywhere(value: T, change: Any) -> T:
    """A record with every text in it changed."""
    if isinstance(value, str):
        return change(value)  # type: ignore[no-any-return]
    if isinstance(value, tuple):
        return tuple(_everywhere(one, change) for one in value)  # type: ignore[return-value]
    if isinstance(value, msgspec.Struct):
        return replace(value, **{name: _everywhere(getattr(value, name), change) for name in value.__struct_fields__})
    return value


def mended(dungeon: Dungeon, areas: Areas, before: Dungeon, after: Dungeon) -> Dungeon:
    """A dungeon in which all that speaks of an area speaks of it as it is now."""
    mine, base, now = areas
    swaps = _swaps(mine, now)
    known = _ids(now)
    gone = (_ids(mine) | _ids(base)) - known
    others = {area.id: area for level in before.levels for area in level.areas}
    fresh = {area.id: area for level in after.levels for area in level.areas}
    levels = tuple(
        replace(
            level,
            areas=tuple(
                area
                if area.id == now.id or area.pinned or area.key is None or area.id not in fresh
                else _neighbour(area, others.get(area.id, area), fresh[area.id], now.id, swaps, gone)
                for area in level.areas
            ),
        )
        for level in dungeon.levels
    )
    rumours = tuple(
        replace(one, text=_swapped(one.text, swaps), about=now.id if one.about in gone else one.about)
        if one.about in gone | known
        else one
        for one in dungeon.rumours
    )
    papers = [one for one in dungeon.handouts if one.area != now.id or one.where in known]
    held = {one.area for one in papers}
    papers += [one for one in after.handouts if one.area == now.id and now.id not in held and one.where in known]
    papers = [replace(one, about=now.id) if one.about in gone else one for one in papers]
    return replace(
        dungeon,
        levels=levels,
        factions=_homes(dungeon, mine, now),
        rumours=rumours,
        handouts=tuple(papers),
        wandering=tuple(_row(row, dungeon, now, gone) for row in dungeon.wandering),
    )


def sworn(area: Area, mine: Area, dungeon: Dungeon) -> Area:
    """An area whose new groups belong to those whom their kind belongs to on the level as it stands, or to nobody.

    Other dice may found other factions and number them otherwise; the dungeon's own stay what they are.
    """
    here = [one for near in dungeon.levels[level_of(area.id) - 1].areas for one in near.inhabitants]
    bands = {one.creature: one.faction for one in here if one.faction}
    groups = (
        one if one in mine.inhabitants else replace(one, faction=bands.get(one.creature)) for one in area.inhabitants
    )
    return replace(area, inhabitants=tuple(groups))


def _homes(dungeon: Dungeon, mine: Area, now: Area) -> tuple[Faction, ...]:
    """Factions that have nobody left where they were at home live where else they have somebody."""
    left = {one.faction for one in mine.inhabitants} - {one.faction for one in now.inhabitants}
    others = [(area.id, one.faction) for level in dungeon.levels for area in level.areas for one in area.inhabitants]
    return tuple(
        replace(faction, home=next((home for home, of in others if of == faction.id), faction.home))
        if faction.home == now.id and faction.id in left
        else faction
        for faction in dungeon.factions
    )


def _ids(area: Area) -> set[str]:
    """The ids of what is in an area."""
    things = (area.hazards, area.treasure, area.inhabitants, area.text.details, area.clues)
    return {one.id for many in things for one in many}


def _swaps(mine: Area, now: Area) -> dict[str, str]:
    """What things of one id were called, and what they are called now."""
    out: dict[str, str] = {}
    for was, is_ in ((mine.hazards, now.hazards), (mine.inhabitants, now.inhabitants)):
        names = {one.id: one.name.split(" (")[0] for one in is_}
        for one in was:
            name = one.name.split(" (")[0]
            if names.get(one.id, name) != name:
                out[name] = names[one.id]
    return out


def _swapped(text: str, swaps: dict[str, str]) -> str:
    for was, now in swaps.items():
        text = re.sub(rf"\b{re.escape(was)}\b", lambda _, now=now: now, text)  # type: ignore[misc]
        text = re.sub(rf"\b{re.escape(was.capitalize())}\b", lambda _, now=now: now.capitalize(), text)  # type: ignore[misc]
    return text


def _neighbour(area: Area, base: Area, new: Area, id_: str, swaps: dict[str, str], gone: set[str]) -> Area:
    """Another key: its lines about the area are those of the new dice, its clues about what is gone go out."""

    def about(text: str) -> bool:
        level = str(level_of(area.id))
        return any(
            (ref if "-" in ref else f"{level}-{ref}") == id_ for ref in re.findall(r"\((\d+(?:-\d+)?)\)", text)
        )

    stale = {note for note in base.text.notes if about(note)}
    fresh = [note for note in new.text.notes if about(note)]
    notes = [note for note in area.text.notes if note not in stale]
    notes += (
        [note for note in fresh if note not in notes] if stale != set(fresh) or stale & set(area.text.notes) else []
    )
    details = tuple(_trail(detail, new, about) for detail in area.text.details)
    details = tuple(detail for detail in details if detail is not None)
    clues = tuple(_clue(clue, swaps) for clue in area.clues if clue.about not in gone)
    if (tuple(notes), details, clues) == (area.text.notes, area.text.details, area.clues):
        return area
    return replace(area, text=replace(area.text, notes=tuple(notes), details=details), clues=clues)


def _trail(detail: Detail, new: Area, about: Any) -> Detail | None:
    """Spoor that leads to the area: as the new dice have it, or gone."""
    if detail.id != "spoor" or not about(detail.find):
        return detail
    return next((one for one in new.text.details if one.id == "spoor" and about(one.find)), None)


def _clue(clue: Clue, swaps: dict[str, str]) -> Clue:
    text = _swapped(clue.text, swaps)
    return clue if text == clue.text else replace(clue, text=text)


def _row(row: Wanderer, dungeon: Dungeon, now: Area, gone: set[str]) -> Wanderer:
    """A row of wanderers: without the groups that are not there any more."""
    if not set(row.of) & gone:
        return row
    of = tuple(one for one in row.of if one not in gone)
    counts = {one.id: one.count for level in dungeon.levels for area in level.areas for one in area.inhabitants}
    left = sum(counts.get(one, 0) for one in of) if of else row.left
    return replace(row, of=of, left=max(1, left))
