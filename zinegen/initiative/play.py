"""A fight, played: a Fight comes in, its rounds go out.

Dice that the fight does not give are rolled from its seed, a stream for each fighter and round, so that one more
fighter changes nobody else's rolls.
"""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.dice import Stream, roll
from zinegen.initiative.fight import MONSTERS, SIDE_NAMES, SIDES, SIMPLE, Fight, Fighter, Note, Round
from zinegen.initiative.order import round_order, simple_order
from zinegen.initiative.rules import Entrant, checks_morale, surprise
from zinegen.initiative.turn import Standing, Turn, take_turn


def play(fight: Fight) -> list[Round]:
    """All rounds of a fight, in order."""
    numbers = range(1, fight.rounds + 1)
    if fight.system == SIMPLE:
        return [_simple_round(fight, number) for number in numbers]
    if fight.system == SIDES:
        return [_sides_round(fight, number) for number in numbers]
    standings, rounds = dict.fromkeys([one.name for one in fight.fighters], Standing()), []
    for number in numbers:
        dice = _Dice(fight.seed, number)
        turns = [take_turn(fight, one, standings[one.name], dice) for one in fight.fighters]
        standings = {turn.entrant.name: turn.after for turn in turns}
        rounds.append(_detailed_round(fight, turns, dice))
    return rounds


class _Dice:
    """The results of one round: those given, else rolled. Remembers them, and whether it rolled."""

    def __init__(self, seed: str, number: int) -> None:
        self.seed, self.number, self.rolled = seed, number, False
        self.results: dict[str, tuple[int, ...]] = {}

    def of_round(self, fighter: Fighter) -> int:
        """The roll that a fighter makes in this round."""
        result = self._given(_nth(fighter.rolls, self.number), "±d6", fighter.reaction, "fighter", fighter.name)
        return self._remember(fighter.name, result)

    def again(self, fighter: Fighter, given: int | None) -> int:
        """The roll after a delayed action; of one who waited into this round, it is the roll of this round."""
        if given is None and fighter.name not in self.results:
            return self.of_round(fighter)
        return self._remember(fighter.name, self._given(given, "±d6", fighter.reaction, "again", fighter.name))

    def against(self, fighter: Fighter, given: int | None) -> int:
        """One half of an opposed roll; it is no result of the round."""
        return self._given(given, "±d6", fighter.reaction, "opposed", fighter.name)

    def side(self, name: str, given: Sequence[int]) -> int:
        """A side's d6."""
        return self._remember(name, self._given(_nth(given, self.number), "d6", 0, "side", name))

    def _given(self, given: int | None, dice: str, plus: int, *purpose: str) -> int:
        if given is not None:
            return given
        self.rolled = True
        return plus + roll(dice, Stream(self.seed, "initiative", self.number, *purpose))

    def _remember(self, name: str, result: int) -> int:
        self.results[name] = (*self.results.get(name, ()), result)
        return result


def _nth(values: Sequence[int], number: int) -> int | None:
    return values[number - 1] if number <= len(values) else None


def _simple_round(fight: Fight, number: int) -> Round:
    dice = _Dice(fight.seed, number)
    entrants = [Entrant(one.name, dice.of_round(one), one.reaction, one.situation) for one in fight.fighters]
    return Round(number=number, order=simple_order(entrants), rolls=dice.results, rolled=dice.rolled)


def _sides_round(fight: Fight, number: int) -> Round:
    """A side acts as one: all of it together, and with the other side where both roll alike."""
    dice = _Dice(fight.seed, number)
    faces = {name: dice.side(name, fight.sides.get(name, ())) for name in SIDE_NAMES}
    entrants = [Entrant(one.name, faces[one.side or MONSTERS]) for one in fight.fighters]
    monsters = [one for one in fight.fighters if one.side == MONSTERS]
    morale = [one.name for one in monsters if checks_morale(len(monsters), undead=one.undead, cornered=one.cornered)]
    return Round(
        number=number,
        order=simple_order(entrants),
        rolls=dice.results,
        rolled=dice.rolled,
        surprise=surprise(**faces),
        morale=tuple(morale) if number == 1 else (),
    )


def _detailed_round(fight: Fight, turns: Sequence[Turn], dice: _Dice) -> Round:
    """The turns of all as one round."""
    lower = {one.name for one in fight.fighters if fight.difference(one) < 0}
    return Round(
        number=dice.number,
        order=round_order([(turn.entrant, turn.moves) for turn in turns]),
        rolls=dice.results,
        rolled=dice.rolled,
        carried={turn.entrant.name: turn.after.carried for turn in turns if turn.entrant.name in lower},
        surplus={turn.entrant.name: turn.surplus for turn in turns if turn.surplus},
        lost={turn.entrant.name: turn.lost for turn in turns if turn.lost},
        idle=tuple(turn.entrant.name for turn in turns if not turn.moves and not turn.after.waiting),
        waiting=tuple(turn.entrant.name for turn in turns if turn.after.waiting),
        notes=tuple(note for turn in turns for note in (*turn.notes, *_interruptions(turn, turns, dice.number))),
    )


def _interruptions(turn: Turn, turns: Sequence[Turn], number: int) -> list[Note]:
    """How an opposed roll went, or that there was nothing to interrupt."""
    for move in turn.moves:
        if move.against and turn.opposed:
            theirs = next(other for other in turns if other.entrant.name == move.against)
            slots = {"fighter": turn.entrant.name, "other": move.against, "round": number, "at": move.at}
            if all(other.at != move.at for other in theirs.moves):
                return [Note("nobody_to_interrupt", slots)]
            code = {-1: "got_in_before", 0: "got_in_together", 1: "got_in_after"}[move.verdict]
            return [Note(code, {**slots, "mine": turn.opposed[0], "theirs": turn.opposed[1]})]
    return []
