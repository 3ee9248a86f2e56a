"""Passages: a front comes in; a strip is dug behind it, joined or turned, and what it comes to is followed."""

from __future__ import annotations

from zinegen.carve.chambers import dig_chamber, dig_gallery
from zinegen.carve.forms import DX, DY
from zinegen.carve.growth import Front, Growth
from zinegen.carve.labyrinth.events import check
from zinegen.carve.pieces import strip_box
from zinegen.carve.strips import beside_passage, dig_strip, join_strip, offsets
from zinegen.carve.tables import bent, throw
from zinegen.carve.tips import Tip, fork

GALLERY = 4
"""Passages at least so many squares wide get a number, as halls."""


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


def run(growth: Growth, front: Front) -> bool:
    """Dig a strip of passage; where it meets known ground it opens into it or turns."""
    ground, side, length = growth.ground, front.side, front.length
    best: tuple[int, int, int, int] | None = None
    for width in (front.passage, 1) if front.passage > 1 else (1,):
        for x, y in offsets(growth, front, width):
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
    if clear < length + 2 and join_strip(growth, front, x, y, width, clear + 1):
        return True
    length = min(length, clear)
    if length < max(2, width) or beside_passage(growth, x, y, side, width, length):
        return False
    piece = dig_strip(growth, front, x, y, width, length)
    bx, by, _, _ = strip_box(x + DX[side] * (length - width), y + DY[side] * (length - width), side, width, width)
    check(growth, Tip(piece, side, bx, by, width, front.checks))
    return True
