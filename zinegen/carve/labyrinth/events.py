"""Events: what a passage comes to (step 18) is rolled at its tip and followed."""

from __future__ import annotations

from zinegen.carve.chambers import dig_chamber
from zinegen.carve.growth import Growth
from zinegen.carve.stairways import dig_stairs
from zinegen.carve.stars import LEGS
from zinegen.carve.tables import bent, sent, throw
from zinegen.carve.tips import Tip, fork, go_on, room_ahead, tip_front
from zinegen.dungeon.model import Rolled

TRIES = 8
CHAIN_GUARD = 2
"""From so many checks since the last chamber on, straight, turn, side passage and dead end are rolled again."""


def check(growth: Growth, tip: Tip) -> None:
    """Roll what a passage comes to (step 18) until something fits; at last it turns, or it is a dead end."""
    rolls = tip.piece.rolls
    for attempt in range(TRIES):
        result = throw(growth.stream, "passage_check", rolls)
        event = result["event"]
        if event == "wandering_monster":
            continue
        if tip.checks >= CHAIN_GUARD and attempt < 3 and event in ("straight", "turn", "side_passage", "dead_end"):
            bent(rolls, "rerolled")
            continue
        if _EVENTS[event](growth, tip):
            return
        bent(rolls, "rerolled")
    for word in growth.stream.shuffled(("left_90", "right_90")):
        if _turn_to(growth, tip, word):
            rolls.append(Rolled(table="turn", bend="forced"))
            return
    growth.dead.append(tip.piece)


def _hall(growth: Growth, tip: Tip) -> bool:
    return dig_chamber(growth, tip_front(tip, tip.side, todo="hall"), "hall", tries=2)


def _straight(growth: Growth, tip: Tip) -> bool:
    return go_on(growth, tip, tip.side, 10)


def _dead_end(growth: Growth, tip: Tip) -> bool:
    growth.dead.append(tip.piece)
    return True


def _doors(growth: Growth, tip: Tip) -> bool:
    """Doors beside or ahead (step 19)."""
    kept = tip.piece.rolls
    result = throw(growth.stream, "door_location", kept)
    if "see" in result:
        result = throw(growth.stream, result["see"], kept)
    words = result.get("doors") or [growth.stream.choice(("left", "right"))]
    sides = [(tip.side + {"left": 3, "straight": 0, "right": 1}[word]) & 3 for word in words]
    roomy = [side for side in sides if room_ahead(growth, tip, side, 3) >= 3]
    if not roomy:
        return False
    if tip.side not in sides:
        go_on(growth, tip, tip.side)
    for side in roomy:
        growth.push(tip_front(tip, side, "door", "beyond"))
    return True


_BRANCHES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "left_90": (("ahead", "left"), ()),
    "right_90": (("ahead", "right"), ()),
    "t_junction": (("left", "right"), ()),
    "four_way": (("ahead", "left", "right"), ()),
    "y_junction": ((), ("left_front", "right_front")),
    "left_45_front": (("ahead",), ("left_front",)),
    "right_45_front": (("ahead",), ("right_front",)),
    "left_45_back": (("ahead",), ("left_back",)),
    "right_45_back": (("ahead",), ("right_back",)),
}


def _side_passage(growth: Growth, tip: Tip) -> bool:
    """Branches and junctions (step 21)."""
    kept = tip.piece.rolls
    branch = sent(growth.stream, throw(growth.stream, "side_passage", kept), kept)["branch"]
    if branch == "five_way":
        return any(
            fork(growth, tip_front(tip, tip.side), ("ahead", "left", "right"), (leg,))
            for leg in growth.stream.shuffled(("left_front", "right_front"))
        )
    arms, legs = _BRANCHES[branch]
    if legs:
        return fork(growth, tip_front(tip, tip.side), arms, legs)
    sides = [(tip.side + {"ahead": 0, "right": 1, "left": 3}[arm]) & 3 for arm in arms]
    if any(room_ahead(growth, tip, side) < 3 for side in sides):
        return False
    for side in sides:
        go_on(growth, tip, side)
    return True


def _turn(growth: Growth, tip: Tip) -> bool:
    """Turns (step 24)."""
    kept = tip.piece.rolls
    word = sent(growth.stream, throw(growth.stream, "turn", kept), kept)["turn"]
    if _turn_to(growth, tip, word):
        return True
    other = word.replace("left", "*").replace("right", "left").replace("*", "right")
    if _turn_to(growth, tip, other):
        bent(kept, "mirrored")
        return True
    return False


def _turn_to(growth: Growth, tip: Tip, word: str) -> bool:
    if word.endswith("_90"):
        return go_on(growth, tip, (tip.side + (3 if word.startswith("left") else 1)) & 3)
    leg = word.replace("_45", "")
    assert leg in LEGS
    return fork(growth, tip_front(tip, tip.side), (), (leg,))


def _stairs(growth: Growth, tip: Tip) -> bool:
    """Stairs, trapdoors and shafts (step 13); a passage goes on past the latter two."""
    made = dig_stairs(growth, tip_front(tip, tip.side), tip.piece.rolls)
    if made is None:
        return False
    if made.kind != "stairs" and not go_on(growth, tip, tip.side):
        _turn_to(growth, tip, growth.stream.choice(("left_90", "right_90")))
    return True


_EVENTS = {
    "hall": _hall,
    "straight": _straight,
    "dead_end": _dead_end,
    "door": _doors,
    "side_passage": _side_passage,
    "stairs": _stairs,
    "turn": _turn,
}
