"""A fighter's turn in the detailed system: plans and a roll come in, moves go out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from zinegen.initiative.fight import Delay, Early, Fight, Fighter, Note
from zinegen.initiative.rules import (
    FIRST,
    LAST,
    Entrant,
    Move,
    NotPossible,
    accumulate,
    act_early,
    actions_of,
    after_waiting,
    higher_actions,
    opposed,
)


class Results(Protocol):
    """Where results come from: given, or rolled."""

    number: int
    """Of the round."""

    def of_round(self, fighter: Fighter) -> int:
        """The roll that a fighter makes in this round."""

    def again(self, fighter: Fighter, given: int | None) -> int:
        """The roll after a delayed action."""

    def against(self, fighter: Fighter, given: int | None) -> int:
        """One half of an opposed roll."""


class Standing(NamedTuple):
    """What a fighter takes from one round into the next."""

    carried: int = 0
    waiting: bool = False


class Turn(NamedTuple):
    """What a fighter does in a round."""

    entrant: Entrant
    moves: tuple[Move, ...]
    after: Standing
    surplus: int = 0
    lost: tuple[int, ...] = ()
    opposed: tuple[int, int] | None = None
    notes: tuple[Note, ...] = ()

    def noting(self, code: str, **slots: Any) -> Turn:
        """This turn with one more note."""
        return self._replace(notes=(*self.notes, Note(code, {"fighter": self.entrant.name, **slots})))


def take_turn(fight: Fight, fighter: Fighter, before: Standing, results: Results) -> Turn:
    """One fighter's turn. Plans that the rolls do not allow are left out, with a note."""
    number = results.number
    delay = next((one for one in fighter.delay if one.round == number), None)
    early = sorted((one for one in fighter.early if one.round == number), key=lambda one: one.action)
    if number in fighter.claims:
        turn = _claim(fight, fighter, before, results)
    elif before.waiting:
        turn = Turn(Entrant(fighter.name, 0, fighter.reaction, fighter.situation), (), before)
        if delay is not None and delay.until is not None:
            turn = _act_at_last(fight, fighter, turn, delay, results)
    else:
        turn = _roll(fight, fighter, before.carried, results.of_round(fighter))
        if delay is not None:
            held, turn = _hold(turn, delay, early)
            if held and delay.until is not None:
                turn = _act_at_last(fight, fighter, turn, delay, results)
            early = [one for one in early if not held or one.action > held]
    return _pull(turn, early)


def _roll(fight: Fight, fighter: Fighter, carried: int, result: int) -> Turn:
    """What a result gives, by the fighter's category."""
    entrant, difference = (
        Entrant(fighter.name, result, fighter.reaction, fighter.situation),
        fight.difference(fighter),
    )
    if difference < 0:
        points = accumulate(carried, result, -difference, fight.lower_step)
        return Turn(entrant, _moves(points.actions), Standing(points.carried), points.surplus)
    values = higher_actions(result, difference) if difference else actions_of(result)
    return Turn(entrant, _moves(values), Standing())


def _moves(values: Iterable[int | str]) -> tuple[Move, ...]:
    return tuple(Move(at) for at in values)


def _again(fight: Fight, fighter: Fighter, carried: int, result: int, moment: int | None) -> Turn:
    """What a roll after waiting gives: what it has too early is lost; category lasts stay, firsts are over (ours)."""
    turn = _roll(fight, fighter, carried, result)
    values = [move.at for move in turn.moves if isinstance(move.at, int)]
    lost, kept = after_waiting(values, moment)
    lasts = [move for move in turn.moves if move.at == LAST]
    return turn._replace(moves=(*_moves(kept), *lasts), lost=lost)


def _claim(fight: Fight, fighter: Fighter, before: Standing, results: Results) -> Turn:
    """The first action of the round, after everybody's category firsts, then the roll."""
    result = results.of_round(fighter)
    firsts = [move for move in _roll(fight, fighter, before.carried, result).moves if move.at == FIRST]
    turn = _again(fight, fighter, before.carried, result, None)
    turn = turn._replace(moves=(*firsts, Move(FIRST, "claimed"), *turn.moves))
    return turn if before.waiting else turn.noting("claim_not_waiting", round=results.number)


def _hold(turn: Turn, delay: Delay, early: Sequence[Early]) -> tuple[int, Turn]:
    """Set aside all moves from the one held back on.

    Returns: how many moves come before it, plus one, and the turn with these alone; 0 and the turn unchanged, with a
             note, where nothing can be held back.
    """
    pulled = {one.action for one in early}
    numbered = [n for n, move in enumerate(turn.moves, 1) if isinstance(move.at, int) and n not in pulled]
    held = delay.action if delay.action is not None else numbered[0] if numbered else 0
    if not 1 <= held <= len(turn.moves) or turn.moves[held - 1].at == LAST:
        return 0, turn.noting("nothing_to_delay", round=delay.round)
    taken = _pull(turn._replace(moves=turn.moves[: held - 1]), [one for one in early if one.action < held])
    own, before = turn.moves[held - 1].at, [move.at for move in taken.moves if isinstance(move.at, int)]
    if delay.until is not None and before and delay.until >= min(before):
        return 0, turn.noting("delay_crowded", round=delay.round, until=delay.until)
    if delay.until is not None and isinstance(own, int) and delay.until > own:
        taken = taken.noting("delay_before_own", round=delay.round, until=delay.until, own=own)
    return held, taken._replace(after=taken.after._replace(waiting=True))


def _act_at_last(fight: Fight, fighter: Fighter, turn: Turn, delay: Delay, results: Results) -> Turn:
    """The delayed action, and what is left of the roll that follows it at once."""
    move, against = Move(delay.until or 0, "delayed"), None
    if delay.interrupts is not None:
        target = next(one for one in fight.fighters if one.name == delay.interrupts)
        given = delay.opposed or (None, None)
        against = results.against(fighter, given[0]), results.against(target, given[1])
        mine = Entrant(fighter.name, against[0], fighter.reaction, fighter.situation)
        theirs = Entrant(target.name, against[1], target.reaction, target.situation)
        move = move._replace(against=target.name, verdict=opposed(mine, theirs))
    rolled = _again(fight, fighter, turn.after.carried, results.again(fighter, delay.new_roll), delay.until)
    entrant = turn.entrant if turn.moves else rolled.entrant
    moves = (*turn.moves, move, *rolled.moves)
    surplus = turn.surplus + rolled.surplus
    return rolled._replace(entrant=entrant, moves=moves, surplus=surplus, opposed=against, notes=turn.notes)


def _pull(turn: Turn, early: Iterable[Early]) -> Turn:
    """Act early, where the rules allow it."""
    for one in early:
        try:
            turn = turn._replace(moves=tuple(act_early(turn.moves, one.action, one.by)))
        except NotPossible as why:
            turn = turn.noting(f"early_{why}", round=one.round, action=one.action)
    return turn
