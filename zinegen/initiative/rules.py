"""The rules of initiative: results of rolls come in, who acts when comes out. No die is rolled here.

The simple and the detailed system are those of document 001, the surprise of sides is that of document 002. What the
documents leave open is decided here and marked "ours". A moment is a number (high acts before low), `first` (before
all numbers) or `last` (after all).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

FIRST, LAST = "first", "last"
At = int | str
"""A moment of a round."""
NEEDED = 6
"""The least result that gives an action."""
STEP = 12
"""Points between one action and the next."""
EARLY_SIMPLE, EARLY_TRIVIAL = 6, 12
"""So many points early leave one simple action; so many, a trivial one."""
LOWER_STEPS = (36, 60)
"""What a fighter one category lower needs for each further action: as printed, and in the older variant."""
FURTHEST = 8
"""The largest difference of categories. Ours: beyond 4 the document only says "and so on"."""


class NotPossible(ValueError):
    """A move that the rules do not allow; the text is one word that says why."""


class Entrant(NamedTuple):
    """What decides a fighter's place in the order."""

    name: str
    result: int
    attribute: int = 0
    """The attribute rolled on: the higher acts first on a tie of moments."""
    situation: int = 0
    """How well placed: the higher acts first on a tie of attributes too."""


class Move(NamedTuple):
    """One thing that a fighter does in a round."""

    at: At
    how: str = ""
    """`early`, `delayed`, `claimed`, or nothing for an action at its own moment."""
    limit: str = ""
    """`simple` or `trivial` where only such an action is left."""
    against: str = ""
    """The fighter that a delayed action interrupts."""
    verdict: int = 0
    """Of the opposed roll: -1 acts before the one interrupted, 0 together with it, 1 directly after."""


# ------------------------------------------------------------------------------------------------ what a result gives


def actions_of(result: int) -> tuple[int, ...]:
    """The moments at which a result acts: none below 6, one from 6, another for each further 12.

    The first is at the result itself, each further one 12 lower.  Source: document 001, lines 45-50.
    """
    return tuple(range(result, NEEDED - 1, -STEP))


class Extras(NamedTuple):
    """What a higher category adds to a round."""

    first: int
    last: int
    after: tuple[int, ...]
    """For each regular action, how many points after it a further one comes."""


_PRINTED = {1: Extras(1, 1, ()), 2: Extras(2, 1, (6,)), 3: Extras(2, 2, (6, 6)), 4: Extras(2, 2, (4, 8))}


def extras(difference: int) -> Extras:
    """The extra actions of a fighter so many categories higher: 1 to 4 as printed, 5 to 8 by a pattern of ours.

    The pattern is the one that fits 1 to 3: two more actions a category, half of what is left over first, half last,
    and those after a regular action spread evenly.

    Raises: ValueError outside 1 to 8.  Source: document 001, lines 70-78.
    """
    if not 1 <= difference <= FURTHEST:
        raise ValueError(f"a fighter is 1 to {FURTHEST} categories higher, not {difference}")
    apart = max(1, STEP // difference)
    after = tuple(apart * number for number in range(1, difference))
    return _PRINTED.get(difference, Extras((difference + 2) // 2, (difference + 1) // 2, after))


def higher_actions(result: int, difference: int) -> tuple[At, ...]:
    """The moments of a fighter so many categories higher, in order; the first and last do not hang on the result."""
    more = extras(difference)
    values = [at - after for at in actions_of(result) for after in (0, *more.after)]
    return (*[FIRST] * more.first, *values, *[LAST] * more.last)


class Accumulated(NamedTuple):
    """What adding up gave in one round: `spent + surplus + carried` is all there was."""

    actions: tuple[int, ...]
    carried: int
    """Points that go into the next round."""
    spent: int
    surplus: int
    """Points beyond what the actions needed; they are lost."""


def lower_needs(difference: int, step: int = LOWER_STEPS[0]) -> tuple[int, int]:
    """Points that a fighter so many categories lower needs: for the first action, and for each further one at once.

    Source: document 001, lines 80-82 and 115; further actions of more than one category lower are ours.
    """
    if not 1 <= difference <= FURTHEST:
        raise ValueError(f"a fighter is 1 to {FURTHEST} categories lower, not {difference}")
    return NEEDED + 24 * difference, step + 24 * (difference - 1)


def accumulate(carried: int, result: int, difference: int, step: int = LOWER_STEPS[0]) -> Accumulated:
    """Add a result to what a fighter of a lower category has; act once there is enough, and then begin from 0.

    A negative result takes away, but never below 0 (ours). The first action is at the total less 24 a category
    (ours: so the least total that acts does so at 6), each further one as much lower as it costs.
    """
    total = max(0, carried + result)
    first, further = lower_needs(difference, step)
    if total < first:
        return Accumulated((), total, 0, 0)
    count = 1 + (total - first) // further
    spent = first + (count - 1) * further
    start = total - 24 * difference
    return Accumulated(tuple(start - further * number for number in range(count)), 0, spent, total - spent)


def reference_category(categories: Iterable[int]) -> int:
    """The category that the others are measured by: the most common, of equally common ones the higher (ours)."""
    counted = Counter(categories)
    return max(counted, key=lambda category: (counted[category], category))


# ------------------------------------------------------------------------------------------- early, later, in between


def early_limit(by: int) -> str:
    """What acting so many points early leaves: `simple` up to 6, `trivial` up to 12. Raises NotPossible beyond."""
    if not 1 <= by <= EARLY_TRIVIAL:
        raise NotPossible("too_far")
    return "simple" if by <= EARLY_SIMPLE else "trivial"


def act_early(moves: Sequence[Move], action: int, by: int) -> list[Move]:
    """Pull one of a fighter's moves forward; the others stay where they are.

    Args:   action: which one, from 1.
    Raises: NotPossible: `too_far` beyond 12 points, `no_action` where there is none, `fixed` for one that has no
            number or was delayed, `crowded` where it would not come after the fighter's own move before it.
    """
    limit = early_limit(by)
    if not 1 <= action <= len(moves):
        raise NotPossible("no_action")
    move = moves[action - 1]
    if not isinstance(move.at, int) or move.how:
        raise NotPossible("fixed")
    at = move.at + by
    before = [other.at for other in moves[: action - 1] if isinstance(other.at, int)]
    if before and at >= min(before):
        raise NotPossible("crowded")
    return [*moves[: action - 1], Move(at, "early", limit), *moves[action:]]


def after_waiting(values: Sequence[int], moment: int | None) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which actions of the roll after a delayed one are lost, and which are kept.

    Lost are those before the moment at which the delayed action was used, at least one; an action at that very
    moment is not before it (ours).

    Args: moment: None for an action claimed at the beginning of the round, which nothing comes before.
    Source: document 001, line 64.
    """
    lost = sum(1 for at in values if moment is not None and at > moment)
    lost = min(max(lost, 1), len(values))
    return tuple(values[:lost]), tuple(values[lost:])


def opposed(mine: Entrant, theirs: Entrant) -> int:
    """Whether one who waited gets in before the one interrupted: -1 before, 0 together, 1 directly after.

    Equal results are decided as ties are (ours): by attribute, then situation, else together.
    """
    return (mine[1:] < theirs[1:]) - (mine[1:] > theirs[1:])


# ---------------------------------------------------------------------------------------------------------- the sides


class Surprise(NamedTuple):
    """What a d6 of each side says: by how much one side is ahead of the other."""

    winner: str | None
    """`party`, `monsters`, or None where both are ready at once."""
    by: int
    kind: str
    """`none` (0), `some`, `significant` (3 and 4; ours) or `total` (5: an ambush)."""
    from_behind: bool
    """Monsters well ahead come from behind."""


def surprise(party: int, monsters: int) -> Surprise:
    """Compare the sides' faces of a d6 each.  Source: document 002, line 115."""
    by = abs(party - monsters)
    kind = "none" if not by else "some" if by < 3 else "significant" if by < 5 else "total"
    winner = None if not by else "party" if party > monsters else "monsters"
    return Surprise(winner, by, kind, winner == "monsters" and by >= 3)


def checks_morale(monsters: int, *, undead: bool = False, cornered: bool = False) -> bool:
    """Whether the monsters must check their morale before they fight: one alone does, unless undead or cornered.

    Source: document 002, line 117.
    """
    return monsters == 1 and not undead and not cornered
