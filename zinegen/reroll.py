"""Roll a part of some areas again: a finished dungeon comes in, the same dungeon with that part new goes out.

The dungeon is stocked twice from its own recipe: once as it was, once with other dice for the area and the part asked
for. What differs between the two is what the new dice changed, and only that is laid over the dungeon as it stands;
so what was edited by hand elsewhere, in the same area too, stays as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from zinegen.carve import carve
from zinegen.dungeon.check import integrity
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import Area, Dungeon, KeyItem, Level
from zinegen.errors import DungeonError
from zinegen.recipe import Recipe
from zinegen.reroll_mend import mended, renamed, sworn
from zinegen.stock import stock
from zinegen.stock.again import Again
from zinegen.stock.faults import ensure_words
from zinegen.words import speak

WHATS = ("contents", "treasure", "encounter", "prose", "name")
TRIES = 80
"""Other dice may open another hidden room, for which the dungeon has no place; then others are taken, so often."""
PATIENCE = 5
"""How often dice that change nothing are thrown again."""
PARTS = ("inhabitants", "hazards", "treasure", "clues", "features", "rolls")
WORDS = ("first", "details", "notes", "short", "aloud")


class Rerolled(NamedTuple):
    """What came of it."""

    dungeon: Dungeon
    changed: tuple[str, ...]
    """The areas whose keys are not what they were, those that speak of the area among them."""
    findings: tuple[str, ...]
    """What does not agree any more, one line each."""
    notes: tuple[str, ...] = ()
    """Why nothing became of a wish, one line each."""


def reroll(dungeon: Dungeon, areas: Sequence[str], what: str, seed: str) -> Rerolled:
    """Roll one part of some areas again.

    Args:   areas: ids of keyed areas; what: one of WHATS; seed: the same gives the same.
    Raises: DungeonError for an area that is not there or is pinned, or a recipe that does not give this floor plan.
    """
    if what not in WHATS:
        raise DungeonError(f"--what {what}: there is no such part; there are: {', '.join(WHATS)}")
    for id_ in areas:
        _may(dungeon, id_)
    bare, recipe = _bare(dungeon)
    whole = stock(bare, recipe)
    out, notes = dungeon, []
    for id_ in areas:
        was, out = out, _one(out, bare, recipe, whole, id_, what, seed)
        notes += [_unmoved(area_of(dungeon, id_), what)] if was == out else []
    before = {area.id: area for level in dungeon.levels for area in level.areas}
    changed = tuple(area.id for level in out.levels for area in level.areas if area != before[area.id])
    found = [*integrity(out), *judge(out).findings]
    return Rerolled(out, changed, tuple(f"{one.where}: {one.text}" for one in found), tuple(notes))


def _may(dungeon: Dungeon, id_: str) -> None:
    area = area_of(dungeon, id_)
    if area is None or area.key is None:
        raise DungeonError(f"{id_}: no area has this number; it is written as level and number, such as 2-14")
    if area.pinned:
        raise DungeonError(f'{id_}: it is pinned; write "pinned": false in dungeon.json to roll it again')


def area_of(dungeon: Dungeon, id_: str) -> Area | None:
    """An area by its id."""
    return next((area for level in dungeon.levels for area in level.areas if area.id == id_), None)


def _unmoved(area: Area | None, what: str) -> str:
    """Why an area is as it was."""
    assert area is not None
    if what == "treasure" and not area.treasure:
        return f"{area.id}: there is no treasure in it to roll again; write one into dungeon.json by hand"
    if what == "encounter" and not area.inhabitants:
        return f"{area.id}: nobody is in it to roll again; write somebody into dungeon.json by hand"
    if what in ("treasure", "encounter"):
        return f"{area.id}: what is in it belongs to the plan of the level, or was written by hand, and stays"
    return f"{area.id}: the dice fell as before; take another --seed"


def _bare(dungeon: Dungeon) -> tuple[Dungeon, Recipe]:
    """The floor plan that the dungeon was stocked on."""
    try:
        recipe = msgspec.convert(dungeon.recipe, Recipe)
    except msgspec.ValidationError as fault:
        raise DungeonError(f"recipe: {fault}; without its recipe nothing can be rolled again") from None
    speak(recipe.language)
    ensure_words()
    bare = carve(recipe)
    there = {area.id: area.squares for level in bare.levels for area in level.areas}
    here = {area.id: area.squares for level in dungeon.levels for area in level.areas if not area.hidden}
    if any(there.get(id_) != squares for id_, squares in here.items()):
        raise DungeonError("recipe: it gives another floor plan than this; was it made by another zinegen?")
    return bare, recipe


def _one(dungeon: Dungeon, bare: Dungeon, recipe: Recipe, before: Dungeon, id_: str, what: str, seed: str) -> Dungeon:
    """One area's part, rolled until the same rooms come of it."""
    rooms = [area.id for level in before.levels for area in level.areas]
    host = id_ if area_of(bare, id_) else _beside(before, id_)
    for n in range(TRIES):
        after = stock(bare, recipe, Again(host, what, seed if n == 0 else f"{seed} {n}"))
        same = what == "name" and _called(after, id_) in (_called(dungeon, id_), _called(before, id_))
        if not same and [area.id for level in after.levels for area in level.areas] == rooms:
            done = _laid_over(dungeon, before, after, id_, what)
            if done != dungeon or n >= PATIENCE:
                return done
    raise DungeonError(f"{id_}: no other dice in {TRIES} tries gave anything else that fits; take another --seed")


def _called(dungeon: Dungeon, id_: str) -> str:
    area = area_of(dungeon, id_)
    return area.text.name if area else ""


def _beside(dungeon: Dungeon, hidden: str) -> str:
    """The area that a hidden room opens off: its hoard was rolled there."""
    ends = [p.between for level in dungeon.levels for p in level.portals if hidden in p.between]
    return next((end for pair in ends for end in pair if end != hidden), hidden)


def _laid_over(dungeon: Dungeon, before: Dungeon, after: Dungeon, id_: str, what: str) -> Dungeon:
    mine, base, new = (area_of(one, id_) for one in (dungeon, before, after))
    assert mine is not None, id_
    if base is None or new is None:
        raise DungeonError(f"{id_}: its recipe does not have it; was it drawn by hand?")
    if what == "name":
        return renamed(dungeon, mine, new.text.name)
    area = sworn(_merged(mine, base, new), mine, dungeon)
    levels = tuple(_with(level, area) for level in dungeon.levels)
    items = tuple(_held(item, area, after) for item in dungeon.key_items)
    return mended(replace(dungeon, levels=levels, key_items=items), (mine, base, area), before, after)


def _merged(mine: Area, base: Area, new: Area) -> Area:
    """What the new dice changed, over the area as it stands; it keeps its name, and the notes written by hand."""
    parts = {part: getattr(new, part) for part in PARTS if getattr(new, part) != getattr(base, part)}
    words = {word: getattr(new.text, word) for word in WORDS if getattr(new.text, word) != getattr(base.text, word)}
    if "notes" in words and mine.text.notes != base.text.notes:
        ours = [note for note in mine.text.notes if note not in base.text.notes]
        words["notes"] = (*words["notes"], *ours)
    return replace(mine, **parts, text=replace(mine.text, **words))


def _with(level: Level, area: Area) -> Level:
    return replace(level, areas=tuple(area if one.id == area.id else one for one in level.areas))


def _held(item: KeyItem, area: Area, after: Dungeon) -> KeyItem:
    """A key whose holder is gone lies where the new dice put it."""
    holders = {d.id for d in area.text.details} | {one.id for one in area.inhabitants}
    if item.in_ != area.id or item.where in holders:
        return item
    fresh = next((one for one in after.key_items if one.id == item.id), item)
    return replace(item, where=fresh.where if fresh.where in holders else "")
