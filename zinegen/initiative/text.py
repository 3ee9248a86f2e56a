"""A fight, told: its rounds come in; JSON values or lines of text, in the words of the lexicon, go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from zinegen.initiative.fight import Fight, Note, Round
from zinegen.initiative.order import Act
from zinegen.initiative.rules import lower_needs
from zinegen.words import word

WORDS = "initiative"


def to_builtin(fight: Fight, rounds: Sequence[Round]) -> dict[str, Any]:
    """A played fight as JSON wants it: system, seed (where dice were rolled), rounds, notes."""
    seed = {"seed": fight.seed} if any(one.rolled for one in rounds) else {}
    notes = [*fight.notes, *(note for one in rounds for note in one.notes)]
    return {
        "system": fight.system,
        **seed,
        "rounds": [_round(one) for one in rounds],
        "notes": [_note(note) for note in notes],
    }


def _round(one: Round) -> dict[str, Any]:
    told = {
        "round": one.number,
        "order": [_act(act) for act in one.order],
        "carried": one.carried,
        "surplus": one.surplus,
        "lost": {name: list(lost) for name, lost in one.lost.items()},
        "idle": list(one.idle),
        "waiting": list(one.waiting),
        "rolls": {name: list(results) for name, results in one.rolls.items()},
    }
    if one.surprise is not None:
        told |= {"surprise": one.surprise._asdict(), "morale": list(one.morale)}
    return told


def _act(act: Act) -> dict[str, Any]:
    more = {"how": act.how, "limit": act.limit, "together": list(act.together)}
    return {"fighter": act.fighter, "at": act.at, "action": act.action} | {key: it for key, it in more.items() if it}


def _note(note: Note) -> str:
    return word(WORDS, "note", note.code, **note.slots)


# --------------------------------------------------------------------------------------------------------- the lines


def describe(fight: Fight, rounds: Sequence[Round]) -> list[str]:
    """A played fight as lines of text: a table a round, then what has no effect."""
    lines = [word(WORDS, "seed", seed=fight.seed)] if any(one.rolled for one in rounds) else []
    for one in rounds:
        lines += ["", *_table(fight, one)] if lines else _table(fight, one)
    notes = [word(WORDS, "note_line", note=_note(note)) for note in fight.notes]
    return [*lines, "", *notes] if notes else lines


def _table(fight: Fight, one: Round) -> list[str]:
    """One round: a line for each moment, then what became of those who did not act, then its notes."""
    rolls = word(WORDS, "between_rolls").join(
        word(WORDS, "rolls", fighter=name, results=word(WORDS, "then").join(map(str, results)))
        for name, results in one.rolls.items()
    )
    lines = [word(WORDS, "round", n=one.number, rolls=rolls) if rolls else word(WORDS, "bare_round", n=one.number)]
    rows = [*_acts(one.order), *_rest(fight, one)]
    width = max((len(names) for _, names, _ in rows), default=0)
    lines += [f"  {at:>5}  {names:{width}}  {remark}".rstrip() for at, names, remark in rows]
    lines += ["  " + line for line in _surprise(one)]
    return lines + ["  " + word(WORDS, "note_line", note=_note(note)) for note in one.notes]


Row = tuple[str, str, str]
"""Moment, names, remark."""


def _acts(order: Sequence[Act]) -> Iterator[Row]:
    """A row for each act; those who act together share one."""
    rest = list(order)
    while rest:
        size = len(rest[0].together) + 1  # they stand next to each other
        now, rest = rest[:size], rest[size:]
        names = word(WORDS, "between_names").join(act.fighter for act in now)
        remarks = [_remark(act, alone=size == 1) for act in now if act.how]
        remarks = [word(WORDS, "together"), *remarks] if size > 1 else remarks
        yield _moment(now[0].at), names, word(WORDS, "between_remarks").join(remarks)


def _moment(at: int | str) -> str:
    return str(at) if isinstance(at, int) else word(WORDS, "moment", at)


def _remark(act: Act, *, alone: bool) -> str:
    """How an act comes at its moment; of whom it is said where several share a row."""
    said = word(WORDS, "limit", act.limit) if act.limit else word(WORDS, "how", act.how)
    return said if alone else word(WORDS, "of_one", fighter=act.fighter, remark=said)


def _rest(fight: Fight, one: Round) -> Iterator[Row]:
    """What became of rolls that gave no action, or gave too many."""
    for fighter in fight.fighters:
        name = fighter.name
        said = []
        if name in one.lost:
            said.append(word(WORDS, "rest", "lost", lost=", ".join(map(str, one.lost[name]))))
        if name in one.surplus:
            said.append(word(WORDS, "rest", "surplus", n=one.surplus[name]))
        if name in one.carried and name in one.idle:
            needs = lower_needs(-fight.difference(fighter), fight.lower_step)[0]
            said.append(word(WORDS, "rest", "carries", n=one.carried[name], needs=needs))
        elif name in one.idle:
            said.append(word(WORDS, "rest", "idle"))
        if name in one.waiting:
            said.append(word(WORDS, "rest", "waiting"))
        if said:
            yield word(WORDS, "moment", "none"), name, word(WORDS, "between_remarks").join(said)


def _surprise(one: Round) -> list[str]:
    """What the sides' dice say, in the first round: later, everybody knows of everybody."""
    if one.surprise is None or one.number > 1:
        return []
    by = one.surprise
    said = word(WORDS, "surprise", by.kind, side=word(WORDS, "side", by.winner or "none"), by=by.by)
    lines = [said + (word(WORDS, "from_behind") if by.from_behind else "")]
    return lines + [word(WORDS, "morale", fighter=name) for name in one.morale]
