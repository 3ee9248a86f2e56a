"""The order of a round: the moves of every fighter come in, one list of acts goes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from zinegen.initiative.rules import FIRST, At, Entrant, Move, actions_of


@dataclass(frozen=True, slots=True)
class Act:
    """One line of the order. `action` counts the fighter's own acts of this round, from 1."""

    fighter: str
    at: At
    action: int
    how: str = ""
    """As in Move."""
    limit: str = ""
    """As in Move."""
    together: tuple[str, ...] = ()
    """The others who act at the very same time."""


def simple_order(entrants: Sequence[Entrant]) -> tuple[Act, ...]:
    """The simple system: everyone acts once, from the highest result down.  Source: document 001, lines 29-37."""
    return round_order([(one, [Move(one.result)]) for one in entrants])


def detailed_order(entrants: Sequence[Entrant]) -> tuple[Act, ...]:
    """The detailed system among equals in category, where nobody acts early or waits."""
    return round_order([(one, [Move(at) for at in actions_of(one.result)]) for one in entrants])


def round_order(turns: Sequence[tuple[Entrant, Sequence[Move]]]) -> tuple[Act, ...]:
    """One round: the moves of all, each fighter's in the order meant, become one order.

    Category firsts come before all, turn and turn about by result; then what was claimed; then every number from the
    high down, equal ones by attribute, then situation, else together; then the category lasts, as the firsts.
    """
    keys = {one.name: _keys(one, moves) for one, moves in turns}
    places: dict[tuple[str, At], _Key] = {}
    for one, moves in turns:
        for move, key in zip(moves, keys[one.name], strict=True):
            places.setdefault((one.name, move.at), key)
    lines: list[tuple[_Key, Act]] = []
    for one, moves in turns:
        earliest: _Key | None = None
        for action, (move, key) in enumerate(zip(moves, keys[one.name], strict=True), 1):
            if (move.against, move.at) in places:
                key = _beside(places[move.against, move.at], one, move.verdict)
            # An interruption may come later than the tie would have it; what its fighter does next waits for it.
            key = key if earliest is None else max(key, earliest)
            earliest = (*key[:-1], (key[-1][0] + 1, *key[-1][1:]))
            lines.append((key, Act(one.name, move.at, action, move.how, move.limit)))
    return _joined(sorted(lines, key=lambda line: line[0]))


_Key = tuple[int, int, int, tuple[int, int], int, tuple[int, int, int]]
"""Part of the round; moment, or how many firsts or lasts there were before; result; tie; how many acts the fighter
had at this moment before; the place beside the act: 0 for itself, less or more for those who interrupt it."""


def _keys(one: Entrant, moves: Sequence[Move]) -> list[_Key]:
    """What each move of a fighter is sorted by."""
    tie, had = (-one.attribute, -one.situation), Counter[At]()
    keys: list[_Key] = []
    for move in moves:
        nth = had[move.at]
        had[move.at] += 1
        if isinstance(move.at, int):
            keys.append((2, -move.at, 0, tie, nth, (0, 0, 0)))
        elif move.how == "claimed":
            keys.append((1, 0, 0, tie, 0, (0, 0, 0)))
        else:
            keys.append((0 if move.at == FIRST else 3, nth, -one.result, tie, 0, (0, 0, 0)))
    return keys


def _beside(theirs: _Key, one: Entrant, verdict: int) -> _Key:
    """The place of an interruption: of several who interrupt the same act, ties decide."""
    beside = (2 * verdict, -one.attribute, -one.situation) if verdict else (0, 0, 0)
    return (*theirs[:-1], beside)


def _joined(lines: Sequence[tuple[_Key, Act]]) -> tuple[Act, ...]:
    """Say of each act who else acts at the very same time."""
    at_once: dict[_Key, list[str]] = {}
    for key, act in lines:
        at_once.setdefault(key, []).append(act.fighter)
    return tuple(
        Act(act.fighter, act.at, act.action, act.how, act.limit, tuple(n for n in at_once[key] if n != act.fighter))
        for key, act in lines
    )
