"""Events: what a passage comes to (step 18) is rolled at its tip and followed."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.carve.chambers import dig_chamber
from zinegen.carve.forms import EAST, SOUTH
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Piece, strip_box
from zinegen.carve.stairways import dig_stairs
from zinegen.carve.stars import LEGS, star
from zinegen.carve.strips import gate_span, kind_of, offsets
from zinegen.carve.tables import bent, sent, throw
from zinegen.dungeon.model import Rolled

TRIES = 8
CHAIN_GUARD = 2
"""From so many checks since the last chamber on, straight, turn, side passage and dead end are rolled again."""


@dataclass(slots=True)
class Tip:
    """Where a passage has come to: its last w x w squares, by their north-west square."""

    piece: Piece
    side: int
    x: int
    y: int
    width: int
    checks: int


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


def tip_front(tip: Tip, side: int, kind: str = "open", todo: str = "run", length: int = 6) -> Front:
    """A front at the last block of a passage."""
    x, y, width = tip.x, tip.y, tip.width
    if side == SOUTH:
        y += width - 1
    elif side == EAST:
        x += width - 1
    checks = tip.checks + 1 if kind == "open" else 0
    return Front(tip.piece, side, x, y, width, kind, todo, width, length, checks)  # type: ignore[arg-type]


def _room_ahead(growth: Growth, tip: Tip, side: int, most: int = 7) -> int:
    front = tip_front(tip, side)
    return growth.ahead(front.x, front.y, side, front.width, most, tip.piece)


def _go_on(growth: Growth, tip: Tip, side: int, length: int = 6) -> bool:
    """Let the passage go on to one side, if there is any room."""
    if _room_ahead(growth, tip, side) < 3:
        return False
    return growth.push(tip_front(tip, side, length=length))


def _hall(growth: Growth, tip: Tip) -> bool:
    return dig_chamber(growth, tip_front(tip, tip.side, todo="hall"), "hall", tries=2)


def _straight(growth: Growth, tip: Tip) -> bool:
    return _go_on(growth, tip, tip.side, 10)


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
    roomy = [side for side in sides if _room_ahead(growth, tip, side, 3) >= 3]
    if not roomy:
        return False
    if tip.side not in sides:
        _go_on(growth, tip, tip.side)
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
    if any(_room_ahead(growth, tip, side) < 3 for side in sides):
        return False
    for side in sides:
        _go_on(growth, tip, side)
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
        return _go_on(growth, tip, (tip.side + (3 if word.startswith("left") else 1)) & 3)
    leg = word.replace("_45", "")
    assert leg in LEGS
    return fork(growth, tip_front(tip, tip.side), (), (leg,))


def _stairs(growth: Growth, tip: Tip) -> bool:
    """Stairs, trapdoors and shafts (step 13); a passage goes on past the latter two."""
    made = dig_stairs(growth, tip_front(tip, tip.side), tip.piece.rolls)
    if made is None:
        return False
    if made.kind != "stairs" and not _go_on(growth, tip, tip.side):
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


# ------------------------------------------------------------------------------------------------------- diagonals


def fork(growth: Growth, front: Front, arms: tuple[str, ...], legs: tuple[str, ...]) -> bool:
    """Dig a star of arms and legs straight ahead of a front."""
    ground = growth.ground
    for width in (front.passage, 1) if front.passage > 1 else (1,):
        shape = star(front.side, width, arms, legs)
        for x, y in offsets(growth, front, width):
            block = strip_box(x, y, front.side, width, width)
            at = block[0] - shape.block[0], block[1] - shape.block[1]
            if not ground.fits(shape.form, *at, front.piece):
                continue
            piece = ground.dig("junction" if len(shape.mouths) > 1 else "passage", shape.form, *at, front.rolls)
            piece.heading, piece.family = front.side, front.piece.family
            piece.width_ft, piece.star = width * 5, (front.side, width, arms, legs)
            gx, gy, gate_width = gate_span(front, x, y, width)
            growth.gate(front, piece, gx, gy, gate_width, kind_of(front))
            for mouth in shape.mouths:
                tip = Tip(piece, mouth.ways[0], at[0] + mouth.x, at[1] + mouth.y, width, front.checks)
                sides = sorted(mouth.ways, key=lambda side: -_room_ahead(growth, tip, side, 9))
                growth.push(tip_front(tip, sides[0]))
            return True
    return False
