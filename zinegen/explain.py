"""Why an area is what it is: a Dungeon and an area's id come in, the rolls behind it go out."""

from __future__ import annotations

from typing import Any

import msgspec

from zinegen.dice import parse_dice
from zinegen.dungeon.model import Area, Dungeon, Rolled, level_of
from zinegen.errors import DungeonError, TableError
from zinegen.words import NATIVE, lexicon, speak, word

WORDS = "explain"


class Explanation(msgspec.Struct, frozen=True):
    """The rolls behind an area; as JSON, what `zinegen explain --json` prints."""

    area: str
    name: str
    kind: str
    shape: str
    contents: tuple[str, ...]
    water: str
    pinned: bool
    rolls: tuple[dict[str, Any], ...]
    """In the order rolled: table, dice, rolled, plus (what a guard adds), result (null where the table is not known),
    source, bend, drawn."""


TILE = "tile"
"""Stands in the place of a table's id where a tile was drawn; how the roll was bent is the tile's id."""


def explain(dungeon: Dungeon, area_id: str) -> Explanation:
    """The rolls behind one area, keyed or not.

    Args:   area_id: such as "2-14"; of a dungeon with one level its number alone will do.
    Raises: DungeonError for an area that the dungeon lacks.
    """
    speak(str(dungeon.recipe.get("language", NATIVE)))
    area = _find(dungeon, area_id.strip())
    guarded = any(hoard.guarded for hoard in area.treasure)
    return Explanation(
        area=area.id,
        name=area.text.name,
        kind=area.kind,
        shape=area.shape,
        contents=area.contents,
        water=area.water,
        pinned=area.pinned,
        rolls=tuple(_told(roll, level_of(area.id), guarded, _shift(dungeon, area)) for roll in area.rolls),
    )


def _find(dungeon: Dungeon, id_: str) -> Area:
    areas = {area.id: area for level in dungeon.levels for area in level.areas}
    if id_ not in areas and len(dungeon.levels) == 1 and "-" not in id_:
        id_ = f"{dungeon.levels[0].number}-{id_}"
    if id_ not in areas:
        number = id_.split("-")[0]
        level = next((level for level in dungeon.levels if str(level.number) == number), None)
        keys = [area.key for area in level.areas if area.key is not None] if level else []
        if keys:
            remedy = f"level {number} has {number}-{min(keys)} to {number}-{max(keys)}"
        else:
            remedy = f"write level and number, such as {dungeon.entrance}; there are {len(dungeon.levels)} levels"
        raise DungeonError(f"there is no area {id_!r}: {remedy}")
    return areas[id_]


def _shift(dungeon: Dungeon, area: Area) -> int:
    """How many rows further down treasure was looked up there."""
    from zinegen.stock.leveltable import holds_on, row

    number = level_of(area.id)
    return row(number).treasure_shift if holds_on(dungeon.levels[number - 1]) else 0


def _told(roll: Rolled, level: int, guarded: bool, shift: int) -> dict[str, Any]:
    """One roll with what it means on its level; treasure that is guarded is looked up further down."""
    told: dict[str, Any] = {"table": roll.table, "dice": None, "rolled": list(roll.rolled), "plus": 0, "result": None}
    told |= {"source": None, "bend": roll.bend, "drawn": roll.drawn}
    from zinegen.rolltable import table  # reads the table files, which a dungeon without rolls does not need

    try:
        found = table(roll.table)
        told |= {"dice": found.dice, "source": found.source}
        if roll.rolled:
            told["plus"] = (found.guarded_plus if guarded else 0) + (shift if found.guarded_plus else 0)
            told["result"] = found.scaled(found.at(_face(found.dice, roll.rolled) + told["plus"]), level)
    except TableError:
        pass  # a table of a later zinegen, or one of the user's that is gone
    return told


def _face(dice: str, rolled: tuple[int, ...]) -> int:
    """The number that is looked up for some faces; faces beyond the table's own dice are of further rolls."""
    try:
        notation = parse_dice(dice)
    except TableError:
        return rolled[0]  # a lookup: the level
    if notation.kind != "plain":
        return rolled[0]
    return (sum(rolled[: notation.count]) + notation.plus) * notation.times


# ------------------------------------------------------------------------------------------------------- in words


def lines(found: Explanation) -> list[str]:
    """An explanation to read, a line for each roll."""
    head = word(WORDS, "head", area=found.area, called=found.name, kind=found.kind, shape=found.shape)
    out = [head.replace(" :", ":")]
    held = [*found.contents, *([word(WORDS, "water", found.water)] if found.water in lexicon(WORDS)["water"] else [])]
    if held:
        out.append("  " + word(WORDS, "contents", contents=", ".join(held)))
    if found.pinned:
        out.append("  " + word(WORDS, "pinned"))
    out += ["  " + _line(roll) for roll in found.rolls]
    return out if found.rolls else [*out, "  " + word(WORDS, "nothing")]


def _line(roll: dict[str, Any]) -> str:
    from zinegen.rolls import Roll
    from zinegen.rolltable import describe

    if roll["table"] == TILE:  # no die: a draw from the container
        return word(WORDS, "tile", tile=roll["bend"].replace("_", " "))
    if roll["result"] is not None:
        count = parse_dice(roll["dice"]).count if roll["dice"][:1].isdigit() else 1
        faces, more = roll["rolled"][:count], roll["rolled"][count:]
        text = describe(Roll(roll["table"], roll["dice"], tuple(faces), roll["result"], {}, plus=roll["plus"]))
        if "dice" in roll["result"]:  # the amount itself is not kept
            text = text.rpartition(": ")[0] + ": " + _amount(roll["result"])
        if more:
            text += ", " + word(WORDS, "more", faces=" ".join(map(str, more)))
    elif roll["dice"] is None:
        text = word(WORDS, "unknown", table=roll["table"], faces=" ".join(map(str, roll["rolled"])))
    else:
        text = word(WORDS, "unrolled", table=roll["table"])
    notes = [lexicon(WORDS)["bend"].get(roll["bend"], roll["bend"].replace("_", " "))] if roll["bend"] else []
    notes += [] if roll["drawn"] else [word(WORDS, "not_drawn")]
    return text + (f" ({'; '.join(notes)})" if notes else "")


def _amount(result: dict[str, Any]) -> str:
    """What dice are rolled for: "3d4*100 gold pieces"."""
    what = result.get("coin") or result.get("item") or ""
    times = f"*{result['multiply']}" if "multiply" in result else ""
    named = lexicon("tables")["pieces"].get(what, (what, what))[1]
    return word(WORDS, "amount", dice=result["dice"] + times, what=named).strip()
