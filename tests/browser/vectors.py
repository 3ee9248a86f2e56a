"""Vectors for the scripts of the site: fights made by a stream, played by the program; ticks, summed by it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from zinegen.dice import Stream
from zinegen.initiative import Delay, Early, Fight, Fighter, Round, play
from zinegen.publish import hoard
from zinegen.typeset.writer import number

NAMES = ("Ghoul", "Otto", "Brenna", "Ogre", "Tree")


def _maybe(stream: Stream, one_in: int) -> bool:
    return stream.die(one_in) == 1


def _result(stream: Stream) -> int:
    return stream.die(52) - 6


def _delay(stream: Stream, round_: int, others: list[str]) -> Delay:
    until = None if _maybe(stream, 4) else stream.die(30) - 1
    return Delay(
        round=round_,
        until=until,
        action=stream.die(3) if _maybe(stream, 2) else None,
        new_roll=_result(stream),
        interrupts=stream.choice(others) if until is not None and _maybe(stream, 2) else None,
        opposed=(stream.die(2) + 10, stream.die(2) + 10),
    )


def _fighter(stream: Stream, name: str, names: list[str], rounds: int) -> Fighter:
    others = [other for other in names if other != name]
    numbers = range(1, rounds + 1)
    early = [(n, action) for n in numbers for action in (1, 2, 3) if _maybe(stream, 6)]
    delayed = [n for n in numbers if others and _maybe(stream, 3)]
    return Fighter(
        name=name,
        reaction=10 + stream.die(2),
        category=(stream.die(9) if _maybe(stream, 4) else 3 + stream.die(2)) if _maybe(stream, 2) else None,
        rolls=tuple(_result(stream) for _ in numbers),
        side="party" if _maybe(stream, 2) else "monsters",
        situation=stream.die(2) - 1,
        early=tuple(Early(round=n, action=action, by=stream.die(12)) for n, action in early),
        delay=tuple(_delay(stream, n, others) for n in delayed),
        claims=tuple(n for n in numbers if n not in delayed and _maybe(stream, 5)),
        undead=_maybe(stream, 6),
        cornered=_maybe(stream, 6),
    )


def _meeting(stream: Stream, fighters: list[Fighter]) -> tuple[Fighter, ...]:
    """The fighters; most who interrupt do so when the other acts, which dice alone seldom bring about."""
    rolls = {one.name: one.rolls for one in fighters}

    def met(delay: Delay) -> Delay:
        if delay.interrupts is None or _maybe(stream, 4):
            return delay
        return replace(delay, until=rolls[delay.interrupts][delay.round - 1])

    return tuple(replace(one, delay=tuple(met(delay) for delay in one.delay)) for one in fighters)


def fight(number_: int) -> Fight:
    """A fight of 1-5 fighters over 1-3 rounds, every result of it given; of any system."""
    stream = Stream("vectors", "fight", number_)
    rounds = stream.die(3)
    names = list(NAMES[: stream.die(5)])
    return Fight(
        seed="none",
        fighters=_meeting(stream, [_fighter(stream, name, names, rounds) for name in names]),
        system=("detailed", "detailed", "detailed", "simple", "d6-sides")[number_ % 5],
        rounds=rounds,
        reference_category=4 if _maybe(stream, 3) else None,
        lower_step=60 if _maybe(stream, 4) else 36,
        sides={side: tuple(stream.die(6) for _ in range(rounds)) for side in ("party", "monsters")},
    )


def told(fight_: Fight) -> dict[str, Any]:
    """A fight as the script is given it."""
    return {
        "system": fight_.system,
        "rounds": fight_.rounds,
        "reference_category": fight_.reference_category,
        "lower_step": fight_.lower_step,
        "sides": {side: list(faces) for side, faces in fight_.sides.items()},
        "fighters": [
            {
                "name": one.name, "reaction": one.reaction, "category": one.category, "rolls": list(one.rolls),
                "side": one.side, "situation": one.situation, "claims": list(one.claims), "undead": one.undead,
                "cornered": one.cornered,
                "early": [{"round": e.round, "action": e.action, "by": e.by} for e in one.early],
                "delay": [
                    {"round": d.round, "until": d.until, "action": d.action, "new_roll": d.new_roll,
                     "interrupts": d.interrupts, "opposed": d.opposed}
                    for d in one.delay
                ],
            }
            for one in fight_.fighters
        ],
    }  # fmt: skip


def outcome(fight_: Fight) -> list[dict[str, Any]]:
    """What the program makes of it, as far as the script tells it too."""
    return [_round(one) for one in play(fight_)]


def _round(one: Round) -> dict[str, Any]:
    acts = [
        {"fighter": a.fighter, "at": a.at, "action": a.action, "how": a.how, "limit": a.limit,
         "together": list(a.together)}
        for a in one.order
    ]  # fmt: skip
    return {
        "round": one.number,
        "order": acts,
        "rolls": {name: list(results) for name, results in one.rolls.items()},
        "carried": one.carried,
        "surplus": one.surplus,
        "lost": {name: list(lost) for name, lost in one.lost.items()},
        "idle": list(one.idle),
        "waiting": list(one.waiting),
        "notes": [note.code for note in one.notes],
        "surprise": one.surprise._asdict() if one.surprise else None,
        "morale": list(one.morale),
    }


def ticks(things: list[hoard.Thing], number_: int) -> tuple[list[str], dict[str, int], str]:
    """Some of the treasure, what it comes to, and the worth as printed."""
    stream = Stream("vectors", "ticks", number_)
    taken = [thing.id for thing in things if _maybe(stream, 2)]
    sums = hoard.total(things, set(taken))
    return taken, sums._asdict(), number(sums.copper / 100)
