"""The level table of document 004: a monster or a treasure comes in, what it is on a deeper level goes out.

The document's table is lost but for what its text tells; `tables/labyrinth_level.toml` says which figures are its own
and which are ours (`as_played`). It holds on levels of the system `tiles`. In old-school figures strength goes into
hit dice and hit points, agility into armour class, reluctance to negotiate is taken off reaction rolls.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from zinegen.dice import Stream
from zinegen.dungeon.model import Level, StatLine, TilesLine
from zinegen.errors import TableError
from zinegen.rolltable import table
from zinegen.stock.draft import Draft, Thing, World
from zinegen.words import lexicon, word

TABLE = "labyrinth_level"
SYSTEM = "tiles"
DEEPEST = 3
WORDS = "tiles"
LAST_TYPE = "J"
"""The last type of treasure in games of the family; whoever has it keeps it (our own)."""


class Row(msgspec.Struct, frozen=True):
    """What the table says of one level."""

    strength_add: int
    agility_add: int
    negotiation_reluctance_add: int
    count_multiplier: int
    treasure_shift: int
    experience_multiplier: int


@cache
def row(level: int) -> Row:
    """The table's row of a level; below the third it is the third's."""
    at = min(level, DEEPEST)
    try:
        return msgspec.convert(table(TABLE).row(at).extra.get("as_played", {}), Row)
    except msgspec.ValidationError as fault:
        raise TableError(f"{TABLE}.toml: as_played of level {at}: {fault}; give all six figures") from None


def holds_on(level: Level) -> bool:
    """Whether the table holds on a level."""
    return level.system == SYSTEM


def holds(world: World, level: int) -> bool:
    """Whether the table holds on the level of that number."""
    return holds_on(world.dungeon.levels[level - 1])


# --------------------------------------------------------------------------------------------- as the document has it


def strength(listed: str, level: int) -> str:
    """The dice of a strength as monster lists write it: "2+2" is 2d6+2; on level 2 it is 2d6+4."""
    dice, plus = _added(listed, level)
    return f"{dice}d6{plus}"


def _added(listed: str, level: int) -> tuple[str, str]:
    """The dice of a listed strength and what is added to them on a level."""
    found = re.fullmatch(r"(\d+)(?:([+-])(\d+))?", listed)
    if found is None:
        raise ValueError(f"{listed!r} is no strength; it is written such as 2+2")
    plus = int((found[2] or "+") + (found[3] or "0")) + row(level).strength_add
    return found[1], f"{plus:+d}" if plus else ""


def rolled(dice: str, stream: Stream) -> int:
    """The strength of one: "2d6+4" rolled, 1 at least."""
    count, _, plus = dice.partition("d6")
    return max(1, sum(stream.die(6) for _ in range(int(count))) + int(plus or "0"))


def numbers(count: int, level: int) -> int:
    """How many are met where a list says `count`: 2 chimeras are 4 on level 3."""
    return count * row(level).count_multiplier


def experience(points: int, level: int) -> int:
    """What one of them is worth."""
    return points * row(level).experience_multiplier


def treasure_type(letter: str, level: int) -> str:
    """The type of treasure, moved down its table: C is E on level 3; the last stays."""
    return chr(min(ord(letter) + row(level).treasure_shift, max(ord(LAST_TYPE), ord(letter))))


# ----------------------------------------------------------------------------------------------------- in our figures


def met(world: World, level: int, count: int) -> int:
    """How many of a group there are on a level."""
    return numbers(count, level) if holds(world, level) else count


def hardened(stats: StatLine, level: int) -> StatLine:
    """A stat line as it is on a level."""
    one = row(level)
    if one == row(1):
        return stats
    found = re.fullmatch(r"([\d½]+)(?:([+-])(\d+))?(.*)", stats.hd)
    hd = stats.hd
    if found is not None:
        plus = int((found[2] or "+") + (found[3] or "0")) + one.strength_add
        hd = f"{found[1]}{plus:+d}{found[4]}" if plus else f"{found[1]}{found[4]}"
    return replace(
        stats,
        hd=hd,
        hp=tuple(hp + one.strength_add for hp in stats.hp),
        ac=stats.ac + one.agility_add,
        xp=experience(stats.xp, level),
    )


def stats_on(world: World, level: int, stats: StatLine) -> StatLine:
    """A stat line as it is on the level of that number, by whatever system it was carved."""
    return hardened(stats, level) if holds(world, level) else stats


def line_on(world: World, level: int, line: dict[str, Any]) -> TilesLine:
    """A creature in the document's own terms, as it is on a level; its strength as lists write it."""
    at = level if holds(world, level) else 1
    one = row(at)
    letter = str(line["treasure"])
    return TilesLine(
        strength="".join(_added(str(line["strength"]), at)),
        agility=line["agility"] + one.agility_add,
        unwilling=line["unwilling"] + one.negotiation_reluctance_add,
        treasure=treasure_type(letter, at) if letter.isalpha() else letter,
        experience=experience(line["experience"], at),
    )


def tiles_on(world: World, level: int, line: dict[str, Any]) -> dict[str, Any]:
    """What the words of a creature's line are filled with on a level; its strength as dice."""
    found = line_on(world, level, line)
    return {**msgspec.structs.asdict(found), "strength": strength(found.strength, 1)}


def shift(world: World, level: int) -> int:
    """How many rows further down a level's treasure is looked up."""
    return row(level).treasure_shift if holds(world, level) else 0


def told(world: World, level: Level, text: str) -> str:
    """The text of a level, with what the table adds to reaction rolls; the other figures stand in the stat lines."""
    off = row(level.number).negotiation_reluctance_add if holds_on(level) else 0
    return " ".join(filter(None, (text, word(WORDS, "reluctant", n=off)))) if off else text


# ----------------------------------------------------------------------------------------------------- the black gate


def raise_gate(world: World) -> None:
    """The Black Gate in the room of the goal, where the dungeon's lowest level is one of tiles."""
    draft = world.drafts.get(world.dungeon.goal)
    if draft is None or not has_gate(world, draft):
        return
    one = world.stream("gate").choice(lexicon(WORDS)["gate"])
    thing = Thing(
        id="black-gate", what=word(WORDS, "gate_name"), look=world.clause(one["look"]),
        find=world.clause(one["find"]), result=world.clause(one["do"]), fixed=True, told=True, keeps=True,
    )  # fmt: skip
    draft.place(thing, first=True)


def has_gate(world: World, draft: Draft) -> bool:
    """Whether the Black Gate stands in an area."""
    return holds(world, draft.level) and any(feature.kind == "goal" for feature in draft.area.features)
