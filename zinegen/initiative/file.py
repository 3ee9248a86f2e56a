"""The file of a fight: TOML comes in, a checked Fight goes out. docs/initiative.md tells what may stand in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from zinegen.errors import RecipeError
from zinegen.initiative.check import checked, where
from zinegen.initiative.fight import SIDE_NAMES, SIDES, SYSTEMS, Delay, Early, Fight, Fighter
from zinegen.initiative.rules import EARLY_TRIVIAL, LOWER_STEPS
from zinegen.recipe import draw_seed
from zinegen.recipe_keys import Asked, nearest, one_of, plain_text, shown, whole
from zinegen.tomlfile import read_toml_file

ROUNDS = 100
FURTHEST_RESULT = 1000
Readers = dict[str, Callable[[Asked], Any]]


def load_fight(source: str | Path | bytes) -> Fight:
    """Read a fight.

    Args:    source: the path of a TOML file, or its bytes.
    Returns: a Fight with its defaults filled in; the seed is drawn by lot where none is given.
    Raises:  RecipeError naming file, fighter, key and remedy; MachineError for a file that may not be read.
    """
    name = "fight" if isinstance(source, bytes) else str(source)
    read = read_toml_file(source if isinstance(source, bytes) else Path(source), "fight", "fight")
    given = _record(Asked(read, name, ""), FIGHT, "a fight")
    fighters: list[Fighter] = given.pop("fighter", [])
    if not fighters:
        raise RecipeError(f'{name}: nobody fights; write [[fighter]] on a line of its own, and below it name = "..."')
    lists = given.get("sides", {}).values() if given.get("system") == SIDES else [one.rolls for one in fighters]
    given.setdefault("rounds", max(map(len, lists), default=0) or 3)
    given.setdefault("seed", draw_seed())
    return checked(Fight(fighters=tuple(fighters), **given), name)


# ------------------------------------------------------------------------------------------------------- the readers


def _record(asked: Asked, readers: Readers, what: str, needed: Iterable[str] = ()) -> dict[str, Any]:
    """The keys of one table, read; `asked.key` is the place of the table."""
    if not isinstance(asked.value, dict):
        raise asked.wrong(f"{shown(asked.value)} is no table of keys")
    place = f"{asked.key}: " if asked.key else ""
    read = {}
    for key, value in asked.value.items():
        one = Asked(value, asked.file, place + key)
        if key not in readers:
            raise one.wrong(f"{what} has no such key; {nearest(key, readers)}")
        read[key] = readers[key](one)
    for key in needed:
        if key not in read:
            raise asked.wrong(f"lacks {key}; {what} cannot do without")
    return read


def _records(asked: Asked, read: Callable[[Asked], Any]) -> tuple[Any, ...]:
    """A list of tables."""
    if not isinstance(asked.value, list) or not all(isinstance(one, dict) for one in asked.value):
        raise asked.wrong(f"{shown(asked.value)} is no list of tables; docs/initiative.md shows how it is written")
    return tuple(read(asked._replace(value=one, key=f"{asked.key} {n}")) for n, one in enumerate(asked.value, 1))


def _numbers(low: int, high: int, most: int = ROUNDS) -> Callable[[Asked], tuple[int, ...]]:
    """A reader of a list of whole numbers."""

    def read(asked: Asked) -> tuple[int, ...]:
        if not isinstance(asked.value, list):
            raise asked.wrong(f"{shown(asked.value)} is no list of numbers; write such as [{max(low, 1)}, {high}]")
        if len(asked.value) > most:
            raise asked.wrong(f"has {len(asked.value):,} numbers; give at most {most}")
        return tuple(whole(low, high)(asked._replace(value=value)) for value in asked.value)

    return read


def _points_early(asked: Asked) -> int:
    if isinstance(asked.value, int) and asked.value > EARLY_TRIVIAL:
        raise asked.wrong(f"nobody acts {shown(asked.value)} points early; give at most {EARLY_TRIVIAL}")
    return whole(1, EARLY_TRIVIAL)(asked)


def _flag(asked: Asked) -> bool:
    if not isinstance(asked.value, bool):
        raise asked.wrong(f"{shown(asked.value)} will not do; write true or false")
    return asked.value


def _step(asked: Asked) -> int:
    if isinstance(asked.value, bool) or asked.value not in LOWER_STEPS:
        raise asked.wrong(f"{shown(asked.value)} will not do; give {LOWER_STEPS[0]}, or {LOWER_STEPS[1]} as of old")
    return int(asked.value)


def _opposed(asked: Asked) -> tuple[int, ...]:
    read = _numbers(-FURTHEST_RESULT, FURTHEST_RESULT)(asked)
    if len(read) != 2:
        raise asked.wrong("give two results: of the one who waited, and of the one interrupted")
    return read


def _fighter(asked: Asked) -> Fighter:
    name = asked.value.get("name")
    number = int(asked.key.rsplit(" ", 1)[1])
    return Fighter(**_record(asked._replace(key=where(number, name)), FIGHTER, "a fighter", ["name"]))


RESULT = whole(-FURTHEST_RESULT, FURTHEST_RESULT)
ROUND = whole(1, ROUNDS)
ACTION = whole(1, 1000)

EARLY: Readers = {"round": ROUND, "action": ACTION, "by": _points_early}
DELAY: Readers = {
    "round": ROUND,
    "until": RESULT,
    "action": ACTION,
    "new_roll": RESULT,
    "interrupts": plain_text,
    "opposed": _opposed,
}
FIGHTER: Readers = {
    "name": plain_text,
    "reaction": whole(0, 999),
    "category": whole(0, 99),
    "rolls": _numbers(-FURTHEST_RESULT, FURTHEST_RESULT),
    "side": one_of(SIDE_NAMES),
    "situation": whole(-100, 100),
    "early": lambda asked: _records(asked, lambda one: Early(**_record(one, EARLY, "early", EARLY))),
    "delay": lambda asked: _records(asked, lambda one: Delay(**_record(one, DELAY, "delay", ["round"]))),
    "claims": _numbers(1, ROUNDS),
    "undead": _flag,
    "cornered": _flag,
}
FIGHT: Readers = {
    "system": one_of(SYSTEMS),
    "rounds": ROUND,
    "seed": plain_text,
    "reference_category": whole(0, 99),
    "lower_step": _step,
    "sides": lambda asked: _record(asked, dict.fromkeys(SIDE_NAMES, _numbers(1, 6)), "[sides]"),
    "fighter": lambda asked: list(_records(asked, _fighter)),
}

STARTER = """\
# A fight for `zinegen initiative {file}`. Every key but a name may be left out; a # turns a line off.

system = "detailed"         # or "simple" (one action each), or "d6-sides" (a d6 for each side)
# rounds = 3                # else as many as the longest list of rolls, else 3
# seed = "hollow hill"      # for the dice that you do not roll yourself; drawn by lot when left out
# reference_category = 4    # the category that the others are measured by; else the most common, the higher on a tie
# lower_step = 36           # what a lower category needs for each further action; 60 in the older rule

[[fighter]]
name = "Brenna"
reaction = 14               # the attribute that is rolled on; 12 is average
rolls = [20, 9]             # your own rolls, round by round, the attribute in them; what is missing is rolled
side = "party"              # or "monsters"; only "d6-sides" asks for it
# category = 4              # higher categories act more often, lower ones less; all alike when left out
# situation = 1             # higher acts first when roll and attribute are the same

[[fighter]]
name = "Ghoul"
reaction = 12
rolls = [18, 12]
side = "monsters"
# early = [{round = 1, action = 2, by = 6}]           # up to 6: one simple action; up to 12: a trivial one
# delay = [{round = 1, until = 10, new_roll = 26}]    # waits, acts at 10, then rolls again; no until: waits on
# claims = [2]                                        # rounds whose first action it claims, having waited

# [sides]                   # the d6 of each side, round by round, for "d6-sides"
# party = [6]
# monsters = [1]
"""
"""The text of `zinegen new fight`."""
