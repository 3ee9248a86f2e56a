"""Passages: a front comes in; a strip is dug, joined or turned, and what the passage comes to is rolled."""

from __future__ import annotations

from dataclasses import dataclass

from zinegen.carve.chambers import dig_chamber, dig_gallery
from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH
from zinegen.carve.ground import Piece, strip_box, strip_form
from zinegen.carve.growth import SHORT_EXIT, SHORT_WALK, Front, Growth, wall_place
from zinegen.carve.stairways import dig_stairs
from zinegen.carve.stars import LEGS, star
from zinegen.carve.tables import bent, sent, throw
from zinegen.dungeon.model import PortalKind, Rolled

TRIES = 8
CHAIN_GUARD = 2
"""From so many checks since the last chamber on, straight, turn, side passage and dead end are rolled again."""
GALLERY = 4
"""Passages at least so many squares wide get a number, as halls."""


@dataclass(slots=True)
class Tip:
    """Where a passage has come to: its last w x w squares, by their north-west square."""

    piece: Piece
    side: int
    x: int
    y: int
    width: int
    checks: int


def step(growth: Growth, front: Front) -> bool:
    """Dig what a front asks for. A front that cannot be dug was never there: False."""
    if front.todo == "beyond":
        return _beyond(growth, front)
    if front.todo == "run":
        return run(growth, front)
    return dig_chamber(growth, front, front.todo)


def _beyond(growth: Growth, front: Front) -> bool:
    """Roll what lies behind an exit (steps 7 and 20), and dig it."""
    for bend in ("", "rerolled", "rerolled", "rerolled"):
        table = "beyond_exit_door" if front.kind == "door" else "beyond_exit_open"
        result = throw(growth.stream, table, front.rolls, bend)
        if result["leads_to"] != "passage":
            if dig_chamber(growth, front, result["leads_to"]):
                return True
            continue
        width = passage_width(growth, front)
        if width >= GALLERY:
            if dig_gallery(growth, front, width):
                return True
            bent(front.rolls, "narrowed")
            width = 2
        front.passage = width
        if any(roll.table == "passage_width_special" for roll in front.rolls):
            front.length = 8
        leg = {"left_45": "left_front", "right_45": "right_front"}.get(result["direction"])
        if leg and fork(growth, front, (), (leg,)):
            return True
        if run(growth, front):
            return True
    return False


def passage_width(growth: Growth, front: Front) -> int:
    """Roll a passage's width; returns squares. What crosses it stays among the rolls for `waters` to draw."""
    stream = growth.stream
    crossing = ""
    for _ in range(20):
        result = throw(stream, "passage_width", front.rolls)
        if "see" in result:
            result = throw(stream, "passage_width_special", front.rolls)
        if "feature" in result:
            if crossing:
                bent(front.rolls, "rerolled")
            crossing = crossing or result["feature"]
            continue
        wide = int(result["width_ft"]) // 5
        if wide >= GALLERY and (crossing or not growth.galleries_left):
            bent(front.rolls, "rerolled")
            continue
        return wide
    return 2


# ------------------------------------------------------------------------------------------------------------ runs


def run(growth: Growth, front: Front) -> bool:
    """Dig a strip of passage; where it meets known ground it opens into it or turns."""
    ground, side, length = growth.ground, front.side, front.length
    best: tuple[int, int, int, int] | None = None
    for width in (front.passage, 1) if front.passage > 1 else (1,):
        for x, y in _offsets(growth, front, width):
            clear = ground.clear(x, y, side, width, length + 2, front.piece)
            if best is None or clear > best[0]:
                best = (clear, x, y, width)
            if clear >= length + 2:
                break
        if best is not None and best[0] >= 3:
            break
    if best is None:
        return False
    clear, x, y, width = best
    if clear < length + 2 and _join(growth, front, x, y, width, clear + 1):
        return True
    length = min(length, clear)
    if length < max(2, width) or _beside_passage(growth, x, y, side, width, length):
        return False
    piece = _strip(growth, front, x, y, width, length)
    bx, by, _, _ = strip_box(x + DX[side] * (length - width), y + DY[side] * (length - width), side, width, width)
    check(growth, Tip(piece, side, bx, by, width, front.checks))
    return True


def close_run(growth: Growth, front: Front) -> bool:
    """Let a front that was left over open into what lies straight ahead, within eight squares."""
    for x, y in _offsets(growth, front, min(front.passage, front.width)):
        width = min(front.passage, front.width)
        clear = growth.ground.clear(x, y, front.side, width, 8, front.piece)
        front.length = 6
        if clear < 8 and _join(growth, front, x, y, width, clear + 1):
            return True
    return False


def _offsets(growth: Growth, front: Front, width: int) -> list[tuple[int, int]]:
    """The first squares of a strip of so many squares that can lie behind the gate."""
    sx, sy = front.start
    slack = front.width - width
    shifts = range(slack + 1) if slack >= 0 else range(slack, 1)
    order = sorted(shifts, key=lambda s: (abs(2 * s - slack), s))
    if len(order) > 1 and growth.stream.chance(0.5):
        order[0], order[1] = order[1], order[0]
    return [(sx + s, sy) if front.side in (NORTH, SOUTH) else (sx, sy + s) for s in order]


def _gate_span(front: Front, x: int, y: int, width: int) -> tuple[int, int, int]:
    """The square of the front's piece where the gate to a strip begins, and the gate's width."""
    low = x if front.side in (NORTH, SOUTH) else y
    base = front.x if front.side in (NORTH, SOUTH) else front.y
    start, end = max(low, base), min(low + width, base + front.width)
    if front.side in (NORTH, SOUTH):
        return start, front.y, end - start
    return front.x, start, end - start


def _strip(growth: Growth, front: Front, x: int, y: int, width: int, length: int) -> Piece:
    """Dig a strip and its gate."""
    box = strip_box(x, y, front.side, width, length)
    piece = growth.ground.dig("passage", strip_form(box), box[0], box[1], front.rolls)
    piece.heading, piece.family = front.side, front.piece.family
    piece.width_ft, piece.length_ft = width * 5, length * 5
    gx, gy, gate_width = _gate_span(front, x, y, width)
    growth.gate(front, piece, gx, gy, gate_width, kind_of(front))
    return piece


def kind_of(front: Front) -> PortalKind:
    """The kind of gate that a front has: a door, an arch out of a chamber, or nothing at all."""
    if front.kind == "door":
        return "door"
    return "arch" if front.piece.keyed else "open"


def _join(growth: Growth, front: Front, x: int, y: int, width: int, length: int) -> bool:
    """Let a strip of `length` squares open into the piece that lies ahead of it."""
    ground, side = growth.ground, front.side
    if length < 1 or length > front.length + 2:
        return False
    across = (1, 0) if side in (NORTH, SOUTH) else (0, 1)
    lx, ly = x + DX[side] * (length - 1), y + DY[side] * (length - 1)
    hits = [ground.owner(lx + across[0] * i + DX[side], ly + across[1] * i + DY[side]) for i in range(width)]
    met = next((hit for hit in hits if hit is not None and hit is not front.piece), None)
    if met is None or any(ground.owner(lx + across[0] * i, ly + across[1] * i) for i in range(width)):
        return False
    if not _in_frame(growth, lx, ly, width, across) or not _only(growth, lx, ly, width, across, (met, front.piece)):
        return False
    spans = [i for i, hit in enumerate(hits) if hit is met and _open_wall(met, side, lx, ly, across, i)]
    if not spans or spans[-1] - spans[0] + 1 != len(spans):
        return False
    gx, gy = lx + across[0] * spans[0], ly + across[1] * spans[0]
    least = SHORT_EXIT if front.piece.keyed and length <= 3 else SHORT_WALK
    if not growth.may_join(front.piece, wall_place(gx, gy, side, len(spans)), met, least):
        return False
    piece = _strip(growth, front, x, y, width, length)
    join = Front(piece, side, gx, gy, len(spans), "door" if met.kind == "room" else "open", "run")
    kind: PortalKind = "door" if met.kind == "room" else "arch" if met.keyed else "open"
    growth.gate(join, met, gx, gy, len(spans), kind)
    return True


def _in_frame(growth: Growth, x: int, y: int, width: int, across: tuple[int, int]) -> bool:
    ex, ey = x + across[0] * (width - 1), y + across[1] * (width - 1)
    return x >= 1 and y >= 1 and ex < growth.ground.width - 1 and ey < growth.ground.height - 1


def _only(growth: Growth, x: int, y: int, width: int, across: tuple[int, int], allowed: tuple[Piece, Piece]) -> bool:
    """Whether the squares beside the last line of a strip are rock or belong to what it joins."""
    for i in (-1, width):
        hit = growth.ground.owner(x + across[0] * i, y + across[1] * i)
        if hit is not None and hit not in allowed:
            return False
    return True


def _open_wall(met: Piece, side: int, x: int, y: int, across: tuple[int, int], i: int) -> bool:
    """Whether a piece may have a gate in the wall that a strip meets at its i-th square."""
    at = (x if side in (NORTH, SOUTH) else y) + i
    if met.face((side + 2) & 3) is None:
        return False
    if met.form.shape == "strip" or (met.form.plain and met.form.shape == "rectangle"):
        low, high = (met.x, met.x + met.form.width) if side in (NORTH, SOUTH) else (met.y, met.y + met.form.height)
        return not met.keyed or high - low <= 4 or low < at < high - 1
    face = met.face((side + 2) & 3)
    line = y + DY[side] if side in (NORTH, SOUTH) else x + DX[side]
    return face is not None and face[0] == line and face[1] <= at < face[2]


def _beside_passage(growth: Growth, x: int, y: int, side: int, width: int, length: int) -> bool:
    """Whether a strip would run along another passage with a sliver of rock between, for more than four squares."""
    ground = growth.ground
    lanes = (-2, width + 1)
    for lane in lanes:
        near = 0
        for i in range(length):
            px = x + (lane if side in (NORTH, SOUTH) else DX[side] * i)
            py = y + (DY[side] * i if side in (NORTH, SOUTH) else lane)
            hit = ground.owner(px, py)
            near += hit is not None and not hit.keyed
        if near > 4:
            return True
    return False


# ----------------------------------------------------------------------------------------------------------- checks


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
        for x, y in _offsets(growth, front, width):
            block = strip_box(x, y, front.side, width, width)
            at = block[0] - shape.block[0], block[1] - shape.block[1]
            if not ground.fits(shape.form, *at, front.piece):
                continue
            piece = ground.dig("junction" if len(shape.mouths) > 1 else "passage", shape.form, *at, front.rolls)
            piece.heading, piece.family = front.side, front.piece.family
            piece.width_ft, piece.star = width * 5, (front.side, width, arms, legs)
            gx, gy, gate_width = _gate_span(front, x, y, width)
            growth.gate(front, piece, gx, gy, gate_width, kind_of(front))
            for mouth in shape.mouths:
                tip = Tip(piece, mouth.ways[0], at[0] + mouth.x, at[1] + mouth.y, width, front.checks)
                sides = sorted(mouth.ways, key=lambda side: -_room_ahead(growth, tip, side, 9))
                growth.push(tip_front(tip, sides[0]))
            return True
    return False
