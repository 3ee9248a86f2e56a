"""The larger fights of a dungeon, made ready for initiative: a record comes in, who fights where goes out.

Nothing is rolled. The initiative systems of document 001 ask for reaction and category. A group that has its line in
that document's dialect says both; of one that has not they are read off the stat line by a rule of ours.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import accumulate, pairwise
from typing import NamedTuple

from zinegen.dungeon.model import Dungeon, Inhabitant, Level
from zinegen.dungeon.ways import Exit, Way, exits
from zinegen.units import FT_PER_SQUARE
from zinegen.words import lexicon

EARSHOT = 24
"""Squares, along open ways, from which others come to a fight."""
STAY = ("flee", "ignores")
"""Reactions of those who do not come to a fight that is not theirs."""
MOST_A_LEVEL = 3
"""Fights of a level that are large enough for a sheet of their own."""
LARGE_MANY, LARGE_HP = 4, 24
"""A fight is larger where so many fight, or so many hit points."""
MOST_ROWS = 8
"""Rolls of the monsters' side that a table can keep up with; beyond, more of a kind share one."""
KNOT = 4
"""As many of a kind share one roll; up to three roll for themselves."""
ROUNDS_A_TURN = 3
"""An old-school move is for exploring; in a fight a third of it is walked in a round."""

PEOPLE = 4
"""The category of characters, and of what is built as they are (ours; document 001 has people at 4)."""
STEADY_MOVE_FT, STEADY_REACTION = 120, 12
"""Who walks as an unburdened person does has an average person's reaction (ours)."""


class Combatant(NamedTuple):
    """One line of a fight: one creature, or a few of a kind that share a roll."""

    name: str
    """Its own within the fight: "Skeletons 1-3"."""
    group: Inhabitant
    area: str
    """Where it is when the fight begins."""
    first: int
    """Which of the group, from 1."""
    hp: tuple[int, ...]
    """Hit points of each."""
    reaction: int
    category: int
    comes: int = 1
    """The round in which it is there: 1 for those who are there already."""


class Battle(NamedTuple):
    """A fight that a party may well have in an area."""

    area: str
    fighters: tuple[Combatant, ...]
    """Those of the area first, then those who come, the nearest first."""

    @property
    def weight(self) -> int:
        """Hit points of those who are there."""
        return sum(sum(one.hp) for one in self.fighters if one.comes == 1)


def battles(dungeon: Dungeon, most: int | None = MOST_A_LEVEL) -> tuple[Battle, ...]:
    """The larger fights, in the order of the keys.

    Args: most: how many of a level, the heaviest; None for every fight, however small.
    """
    ways = exits(dungeon)
    found: list[Battle] = []
    for level in dungeon.levels:
        here = [battle for battle in (_battle(level, area, ways) for area in _lairs(level)) if battle]
        if most is not None:
            large = [one for one in here if _is_large(one)]
            heaviest = sorted(large, key=lambda one: -one.weight)[:most]
            here = [one for one in here if one in heaviest]
        found += here
    return tuple(found)


def reaction_of(group: Inhabitant) -> int:
    """What a group rolls initiative on; where its record does not say, 6 to 18: the faster, the quicker (ours)."""
    if group.d6 is not None:
        return group.d6.reaction
    return min(18, max(6, STEADY_REACTION + round((group.stats.move_ft - STEADY_MOVE_FT) / 15)))


def category_of(group: Inhabitant) -> int:
    """The category of a group.

    Where its record does not say (ours): people at 4, one more from 5, 9 and 13 hit dice, one less for what creeps.
    """
    if group.d6 is not None:
        return group.d6.category
    if group.stats.move_ft <= 20:
        return PEOPLE - 1
    dice = hit_dice(group.stats.hd)
    return PEOPLE + sum(dice >= least for least in (5, 9, 13))


def hit_dice(words: str) -> int:
    """The whole hit dice of a stat line: "3+1" -> 3, "½" -> 0."""
    number = re.match(r"\d+", words)
    return 0 if number is None or "/" in words else int(number[0])


def one_name(group: Inhabitant) -> str:
    """What one of a group is called, where the bestiary knows; else the name it has in the record."""
    entry = lexicon("bestiary").get(group.creature)
    if group.count > 1 and isinstance(entry, dict) and _printed(entry.get("plural", "")) == _printed(group.name):
        return _printed(entry["name"])
    return group.name


def _printed(name: str) -> str:
    """A name of the bestiary as the record has it, its apostrophe a printer's."""
    return name.replace("'", "’")


def within_earshot(area: str, ways: Mapping[str, tuple[Exit, ...]]) -> dict[str, int]:
    """Keyed areas of the same level from which a fight in this one is heard -> how many squares off, nearest first.

    Noise goes through doors that can be opened; not through locks, secrets, one-way doors or to other levels.
    """
    near: dict[str, int] = {}
    for way in (way for exit_ in ways.get(area, ()) if _open(exit_) for way in exit_.ways):
        if "-" in way.to and way.to != area and way.squares <= EARSHOT and _open(way) and not way.links:
            near[way.to] = min(way.squares, near.get(way.to, way.squares))
    return dict(sorted(near.items(), key=lambda one: (one[1], one[0])))


def _open(way: Exit | Way) -> bool:
    shut = way.lock is not None if isinstance(way, Exit) else bool(way.locks)
    return not (shut or way.secret or way.one_way)


def _lairs(level: Level) -> list[str]:
    """Keyed areas in which somebody is, by number."""
    areas = [area for area in level.areas if area.key is not None and area.inhabitants]
    return [area.id for area in sorted(areas, key=lambda area: area.key or 0)]


def _is_large(battle: Battle) -> bool:
    many = sum(len(one.hp) for one in battle.fighters if one.comes == 1)
    return many >= LARGE_MANY or battle.weight >= LARGE_HP


def _battle(level: Level, area: str, ways: Mapping[str, tuple[Exit, ...]]) -> Battle | None:
    """The fight of an area, its neighbours coming in while there is room for them."""
    areas = {one.id: one for one in level.areas}
    own = [(group, area, 1) for group in areas[area].inhabitants]
    come = [
        (group, near, 2 + math.ceil(squares * FT_PER_SQUARE * ROUNDS_A_TURN / max(5, group.stats.move_ft)))
        for near, squares in within_earshot(area, ways).items()
        if near in areas
        for group in areas[near].inhabitants
        if group.reaction not in STAY
    ]
    fighters: list[Combatant] = []
    for group, where, round_ in (*own, *come):
        knot = KNOT
        rows = _rows(group, where, round_, knot)
        while len(fighters) + len(rows) > MOST_ROWS and len(rows) > 1:
            knot *= 2
            rows = _rows(group, where, round_, knot)
        if where == area or len(fighters) + len(rows) <= MOST_ROWS:
            fighters += rows
    return Battle(area, _named(fighters)) if fighters else None


def _rows(group: Inhabitant, area: str, comes: int, knot: int) -> list[Combatant]:
    """A group as lines: three or fewer each for itself, more in even knots."""
    many = len(group.stats.hp)
    count = many if many < KNOT and knot == KNOT else math.ceil(many / knot)
    sizes = [many // count + (n < many % count) for n in range(count)] if count else []
    ends = [0, *accumulate(sizes)]
    reaction, category = reaction_of(group), category_of(group)
    return [
        Combatant("", group, area, start + 1, group.stats.hp[start:end], reaction, category, comes)
        for start, end in pairwise(ends)
    ]


def _named(fighters: list[Combatant]) -> tuple[Combatant, ...]:
    """Every line with a name of its own; groups of one name are counted through."""
    sizes: dict[str, int] = {}
    for one in fighters:
        sizes[one_name(one.group)] = sizes.get(one_name(one.group), 0) + len(one.hp)
    counted: dict[str, int] = {}
    named = []
    for one in fighters:
        kind = one_name(one.group)
        start = counted.get(kind, 0) + 1
        end = counted[kind] = start + len(one.hp) - 1
        words = one.group.name if len(one.hp) > 1 else kind
        words = words[:1].upper() + words[1:]
        numbers = f"{start}–{end}" if end > start else str(start)
        name = words if sizes[kind] == 1 else f"{words} {numbers}"
        named.append(one._replace(name=name, first=start))
    return tuple(named)
