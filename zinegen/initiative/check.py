"""Whether the parts of a fight fit together: a Fight comes in, the same with notes on what has no effect goes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from zinegen.errors import RecipeError
from zinegen.initiative.fight import DETAILED, SIDE_NAMES, SIDES, SIMPLE, Fight, Fighter, Note
from zinegen.initiative.rules import FURTHEST
from zinegen.recipe_keys import Asked, nearest, shown

UNUSED = {
    SIMPLE: ("category", "early", "delay", "claims"),
    DETAILED: (),
    SIDES: ("rolls", "category", "early", "delay", "claims"),
}
"""System -> keys of a fighter that it makes nothing of."""


def checked(fight: Fight, name: str) -> Fight:
    """The fight, with its notes.

    Args:   name: of its file, for messages.
    Raises: RecipeError for what cannot be, whatever is rolled.
    """
    read = Counter(" ".join(fighter.name.split()) for fighter in fight.fighters)  # blanks tell nobody apart
    twice = [one for one, count in read.items() if count > 1]
    if twice:
        raise RecipeError(f'{name}: two fighters are called {shown(twice[0])}; tell them apart, such as "Ghoul 2"')
    for number, fighter in enumerate(fight.fighters, 1):
        asked = Asked(None, name, where(number, fighter.name))
        if fight.system == SIDES and fighter.side is None:
            sides = " or ".join(f'"{side}"' for side in SIDE_NAMES)
            raise asked.wrong(f"stands on no side; write side = {sides}")
        if fight.system == DETAILED:
            _check_category(asked, fight, fighter)
            _check_plans(asked, fight, fighter)
    return msgspec.structs.replace(fight, notes=tuple(_notes(fight)))


def where(number: int, name: object = None) -> str:
    """A fighter's place in the file, as messages name it."""
    return f"[[fighter]] {number}" + (f" {shown(name)}" if isinstance(name, str) else "")


def _check_category(asked: Asked, fight: Fight, fighter: Fighter) -> None:
    apart = abs(fight.difference(fighter))
    if apart > FURTHEST:
        raise asked.wrong(
            f"category {fighter.category} is {apart} away from {fight.reference}, which the others are measured by; "
            f"at most {FURTHEST}: change it, or reference_category"
        )


def _check_plans(asked: Asked, fight: Fight, fighter: Fighter) -> None:
    """Plans that contradict each other whatever is rolled."""
    rounds = Counter(delay.round for delay in fighter.delay)
    early = Counter((one.round, one.action) for one in fighter.early)
    for (number, action), count in early.items():
        if count > 1:
            raise asked.wrong(f"early: action {action} of round {number} is pulled forward twice; take one out")
    for delay in fighter.delay:
        at = asked._replace(key=f"{asked.key}: delay in round {delay.round}")
        if rounds[delay.round] > 1:
            raise at.wrong("stands there twice; take one out")
        if delay.round in fighter.claims:
            raise at.wrong("the first action of this round is claimed; take one of the two out")
        if delay.action is not None and (delay.round, delay.action) in early:
            raise at.wrong(f"action {delay.action} acts early; it cannot wait as well")
        if delay.interrupts is not None and delay.until is None:
            raise at.wrong(f"interrupts {shown(delay.interrupts)}, but when? give until, the value it acts at")
        if delay.opposed is not None and delay.interrupts is None:
            raise at.wrong('has an opposed roll; against whom? give interrupts = "..."')
        others = [one.name for one in fight.fighters if one.name != fighter.name]
        among = nearest("", others) if others else "nobody else fights"
        if delay.interrupts is not None and delay.interrupts not in others:
            raise at.wrong(f"interrupts {shown(delay.interrupts)}, who is no other fighter; {among}")


def _notes(fight: Fight) -> Iterator[Note]:
    """What in the file has no effect."""
    unused = [
        key for key in UNUSED[fight.system] if any(getattr(one, key) not in (None, ()) for one in fight.fighters)
    ]
    unused += ["[sides]"] if fight.sides and fight.system != SIDES else []
    if unused:
        yield Note("keys_unused", {"keys": ", ".join(unused), "system": fight.system})
    lists = fight.sides if fight.system == SIDES else {one.name: one.rolls for one in fight.fighters}
    for name, rolls in lists.items():
        if len(rolls) > fight.rounds:
            yield Note("rolls_unused", {"fighter": name, "n": len(rolls), "rounds": fight.rounds})
    if fight.system != DETAILED:
        return
    for one in fight.fighters:
        rounds = {"early": [plan.round for plan in one.early], "delay": [plan.round for plan in one.delay]}
        for key, numbers in {**rounds, "claims": one.claims}.items():
            for number in filter(lambda number: number > fight.rounds, numbers):
                yield Note("plan_unused", {"fighter": one.name, "key": key, "round": number, "rounds": fight.rounds})
        for delay in one.delay:
            if delay.until is None and delay.new_roll is not None:
                yield Note("new_roll_unused", {"fighter": one.name, "round": delay.round})
    without = [one.name for one in fight.fighters if one.category is None]
    if 0 < len(without) < len(fight.fighters):
        yield Note("category_filled", {"fighters": ", ".join(without), "category": fight.reference})
