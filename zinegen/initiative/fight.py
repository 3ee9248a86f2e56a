"""What a fight is: who fights, with what rolls and plans; and what one round of it came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from zinegen.initiative.order import Act
from zinegen.initiative.rules import LOWER_STEPS, Surprise, reference_category

SIMPLE, DETAILED, SIDES = "simple", "detailed", "d6-sides"
SYSTEMS = (SIMPLE, DETAILED, SIDES)
PARTY, MONSTERS = "party", "monsters"
SIDE_NAMES = (PARTY, MONSTERS)
AVERAGE = 12
"""The reaction of an average fighter."""


class Note(NamedTuple):
    """Something the reader should know: a text of the lexicon, and what fills its slots."""

    code: str
    slots: Mapping[str, Any] = {}


class Early(msgspec.Struct, frozen=True, kw_only=True):
    """A plan to act so many points earlier with one action of a round, counted from 1."""

    round: int
    action: int
    by: int


class Delay(msgspec.Struct, frozen=True, kw_only=True):
    """A plan to hold an action back."""

    round: int
    until: int | None = None
    """Acts at this moment; None: still waits when the round is over."""
    action: int | None = None
    """The first action held back, from 1; None: the first that has a number and is not acted early."""
    new_roll: int | None = None
    """The result rolled after acting; None: rolled."""
    interrupts: str | None = None
    """The fighter whose act at `until` is interrupted."""
    opposed: tuple[int, int] | None = None
    """Results of the opposed roll: the one who waited, the one interrupted; None: rolled."""


class Fighter(msgspec.Struct, frozen=True, kw_only=True):
    """One who fights."""

    name: str
    reaction: int = AVERAGE
    category: int | None = None
    rolls: tuple[int, ...] = ()
    """Results, round by round; the rounds after them are rolled."""
    side: str | None = None
    situation: int = 0
    early: tuple[Early, ...] = ()
    delay: tuple[Delay, ...] = ()
    claims: tuple[int, ...] = ()
    """Rounds whose first action is claimed."""
    undead: bool = False
    cornered: bool = False


class Fight(msgspec.Struct, frozen=True, kw_only=True):
    """A fight as its file tells it."""

    seed: str
    fighters: tuple[Fighter, ...]
    system: str = DETAILED
    rounds: int = 3
    reference_category: int | None = None
    lower_step: int = LOWER_STEPS[0]
    sides: dict[str, tuple[int, ...]] = {}
    notes: tuple[Note, ...] = ()
    """What in the file has no effect."""

    @property
    def reference(self) -> int | None:
        """The category that the others are measured by; None where nobody has one."""
        named = [one.category for one in self.fighters if one.category is not None]
        if self.reference_category is not None or not named:
            return self.reference_category
        return reference_category(named)

    def difference(self, fighter: Fighter) -> int:
        """How many categories a fighter is above the reference (below, if negative)."""
        reference = self.reference
        return 0 if fighter.category is None or reference is None else fighter.category - reference


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a fight."""

    number: int
    order: tuple[Act, ...]
    rolls: dict[str, tuple[int, ...]]
    """The results of this round, by fighter, or by side."""
    rolled: bool = False
    """Whether we rolled any die of it."""
    carried: dict[str, int] = {}
    """What those of lower categories take into the next round."""
    surplus: dict[str, int] = {}
    """Points that they lost because they acted."""
    lost: dict[str, tuple[int, ...]] = {}
    """Actions lost from the roll after a delayed or claimed one."""
    idle: tuple[str, ...] = ()
    """Who does nothing."""
    waiting: tuple[str, ...] = ()
    """Who still waits when the round is over."""
    surprise: Surprise | None = None
    morale: tuple[str, ...] = ()
    """Who must check morale first."""
    notes: tuple[Note, ...] = ()
