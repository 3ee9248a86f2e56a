"""Trimming: passages that lead nowhere are filled in, junctions lose idle arms, straight passages become one."""

from __future__ import annotations

from zinegen.carve.forms import DX, DY, NORTH, SOUTH, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.pieces import Gate, Piece, strip_form
from zinegen.carve.stars import star


def trim(growth: Growth, keep: int = 1) -> None:
    """Fill in passages that lead nowhere, and the ends of passages past their last gate; `keep` dead ends stay."""
    ground = growth.ground
    dead = {piece.number for piece in growth.dead}
    while True:
        changed = False
        for piece in list(ground.pieces.values()):
            if piece.keyed or piece.fixed:
                continue
            if len(piece.gates) <= 1:
                if piece.number in dead and keep and 4 <= length_of(piece) <= 14 and len(piece.gates) == 1:
                    keep -= 1
                    piece.fixed = True
                    continue
                ground.fill(piece)
                changed = True
            elif piece.star is not None:
                changed |= thin(ground, piece)
            elif piece.form.shape == "strip" and piece.kind == "passage" and not piece.hidden:
                changed |= shorten(ground, piece)
        if not changed:
            return


def length_of(piece: Piece) -> int:
    return max(piece.form.width, piece.form.height)


def shorten(ground: Ground, piece: Piece) -> bool:
    """Fill in the ends of a strip that no gate needs. True when something was filled in."""
    upright = piece.heading in (NORTH, SOUTH)
    spans = [_along(gate, piece, upright) for gate in piece.gates]
    low, high = min(a for a, _ in spans), max(b for _, b in spans)
    start, length = (piece.y, piece.form.height) if upright else (piece.x, piece.form.width)
    width = piece.form.width if upright else piece.form.height
    if high - low < width:  # it only crosses: keep it as long as it is wide
        high = min(start + length, low + width)
        low = max(start, high - width)
    if low <= start and high >= start + length:
        return False
    box = (piece.x, low, width, high - low) if upright else (low, piece.y, high - low, width)
    ground.reform(piece, strip_form(box), box[0], box[1])
    piece.length_ft = 5 * (high - low)
    return True


def thin(ground: Ground, piece: Piece) -> bool:
    """Take those arms and legs off a junction that lead nowhere. True when some were taken off."""
    assert piece.star is not None
    side, width, arms, legs = piece.star
    old = star(side, width, arms, legs)
    used = []
    for name, mouth in zip((*arms, *legs), old.mouths, strict=True):
        x, y = piece.x + mouth.x, piece.y + mouth.y
        block = {(x + i, y + j) for i in range(width) for j in range(width)}
        if any(own_square(gate, piece) in block for gate in piece.gates):
            used.append(name)
    if len(used) == len(old.mouths) or not used:
        return False
    arms, legs = tuple(arm for arm in arms if arm in used), tuple(leg for leg in legs if leg in used)
    new = star(side, width, arms, legs)
    x, y = piece.x + old.block[0] - new.block[0], piece.y + old.block[1] - new.block[1]
    piece.star = (side, width, arms, legs)
    if arms == ("ahead",) and not legs:
        piece.star, piece.kind = None, "passage"
        ground.reform(piece, rectangle(new.form.width, new.form.height, "strip"), x, y)
        return True
    piece.kind = "junction" if len(new.mouths) > 1 else "passage"
    ground.reform(piece, new.form, x, y)
    return True


def own_square(gate: Gate, piece: Piece) -> tuple[int, int]:
    """The first square of a piece at one of its gates."""
    if gate.a is piece:
        return gate.x, gate.y
    return gate.x + DX[gate.side], gate.y + DY[gate.side]


def _along(gate: Gate, piece: Piece, upright: bool) -> tuple[int, int]:
    """What a gate takes of the length of a strip: squares low..high-1."""
    x, y = own_square(gate, piece)
    across = gate.side in (NORTH, SOUTH)
    at = y if upright else x
    return (at, at + 1) if across == upright else (at, at + gate.width)


def merge(ground: Ground) -> None:
    """Make one strip of two that go on straight with the same width and an open gate between them."""
    for gate in list(ground.gates):
        a, b = gate.a, gate.b
        if gate.kind != "open" or gate.secret or gate.toward or not (_plain_strip(a) and _plain_strip(b)):
            continue
        if (a.heading ^ b.heading) & 1 or (gate.side ^ a.heading) & 1:
            continue
        upright = a.heading in (NORTH, SOUTH)
        wide_a = (a.x, a.form.width) if upright else (a.y, a.form.height)
        wide_b = (b.x, b.form.width) if upright else (b.y, b.form.height)
        if wide_a != wide_b or gate.width != wide_a[1]:
            continue
        x, y = min(a.x, b.x), min(a.y, b.y)
        box = (x, y, a.form.width, a.form.height + b.form.height) if upright else (
            x, y, a.form.width + b.form.width, a.form.height
        )  # fmt: skip
        _swallow(ground, a, b, gate)
        ground.reform(a, strip_form(box), x, y)
        a.length_ft += b.length_ft


def _plain_strip(piece: Piece) -> bool:
    plain = piece.kind == "passage" and piece.form.shape == "strip"
    return plain and not (piece.hidden or piece.features or piece.contents or piece.numbered)


def _swallow(ground: Ground, a: Piece, b: Piece, gate: Gate) -> None:
    """Give all that b has to a and take b out."""
    ground.close(gate)
    for other in b.gates:
        if other.a is b:
            other.a = a
        else:
            other.b = a
        if other.toward is b:
            other.toward = a
        a.gates.append(other)
    b.gates = []
    a.rolls += b.rolls
    a.fixed |= b.fixed
    for stair in ground.stairs:
        if stair.piece is b:
            stair.piece = a
    b.rolls = []
    ground.fill(b)
