"""Loops: what hangs apart is joined, dead ends and needless roundabouts are filled in, missing loops are opened.

Growing alone gives too many loops, most of them round a scrap of rock; a level wants about five for sixteen areas.
"""

from __future__ import annotations

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH, rectangle
from zinegen.carve.ground import Gate, Ground, Piece, strip_box, strip_form
from zinegen.carve.growth import Growth
from zinegen.carve.stars import star
from zinegen.carve.tunnels import tunnel
from zinegen.carve.walks import FAR, components, walk
from zinegen.dungeon.model import PortalKind, Rolled

MOST, FEWEST = 5 / 16, 3 / 16
"""Loops a keyed area."""
ROUNDABOUT = 22
"""A loop shorter than so many squares is filled in first."""
LOOP_WALK = 18
TUNNEL = 16


def loops(ground: Ground) -> int:
    """How many independent loops the level has."""
    parts = len(components(ground.pieces.values()))
    return len(ground.gates) - len(ground.pieces) + parts


def connect(growth: Growth) -> bool:
    """Join what hangs apart by tunnels, the smallest part first. False when that cannot be done."""
    ground = growth.ground
    blind = {foot.piece.number for foot in ground.feet if foot.stair.into == "dead_end"}
    while True:
        parts = [part for part in components(ground.pieces.values()) if part[0].number not in blind or len(part) > 1]
        if len(parts) < 2:
            return True
        parts.sort(key=lambda part: (len(part), part[0].number))
        rest = [piece for part in parts[1:] for piece in part]
        for width, most in ((2, 30), (1, 40), (1, 120)):
            if tunnel(ground, parts[0], rest, width, most):
                break
        else:
            return False


def finish_loops(growth: Growth) -> None:
    """Trim, prune, open loops where there are too few, trim again."""
    ground = growth.ground
    trim(growth)
    prune(growth)
    trim(growth)
    open_loops(growth)
    merge(ground)


# ------------------------------------------------------------------------------------------------------------ trim


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
                if piece.number in dead and keep and 4 <= _length(piece) <= 14 and len(piece.gates) == 1:
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


def _length(piece: Piece) -> int:
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


# ----------------------------------------------------------------------------------------------------------- prune


def prune(growth: Growth) -> None:
    """Fill in chains of passage that make more loops than a level wants: roundabouts first, then the longest."""
    ground = growth.ground
    secret = [gate for gate in ground.gates if gate.secret or gate.toward is not None]
    for gate in secret:
        gate.shut = True  # a way round is one that anybody finds
    known: dict[tuple[int, ...], float] = {}
    while True:
        chain = _surplus(ground, known)
        if chain is None:
            break
        for piece in chain:
            ground.fill(piece)
        trim(growth, keep=0)
    for gate in secret:
        gate.shut = False


def _surplus(ground: Ground, known: dict[tuple[int, ...], float]) -> list[Piece] | None:
    """The chain of passage that is missed least; None when none is to go.

    Args:    known: chain -> the way round it as walked once. Filling in makes it only longer, so that it serves to
             rank the chains; the one that is taken is walked again.
    """
    over = loops(ground) - MOST * ground.keyed
    ranked: list[tuple[float, tuple[int, ...], list[Piece]]] = []
    for chain in _chains(ground):
        name = tuple(sorted(piece.number for piece in chain))
        if name not in known:
            known[name] = _detour(chain)
        if known[name] < FAR:
            length = sum(_length(piece) for piece in chain)
            small = known[name] + length < ROUNDABOUT or _handle(chain)
            if small or over > 0:
                ranked.append((1000 + length if small else length - known[name] * 0.2, name, chain))
    for worth, name, chain in sorted(ranked, key=lambda one: (-one[0], one[1])):
        known[name] = _detour(chain)
        small = known[name] + sum(_length(piece) for piece in chain) < ROUNDABOUT or _handle(chain)
        if known[name] < FAR and (over > 0 or (small and worth > 500)):
            return chain
    return None


def _chains(ground: Ground) -> list[list[Piece]]:
    """Runs of passage pieces with two gates each, as long as they go."""
    seen: set[int] = set()
    out = []
    for piece in ground.pieces.values():
        if piece.number in seen or not _link(piece):
            continue
        chain = [piece]
        seen.add(piece.number)
        for gate in piece.gates:
            here, way = gate.other(piece), gate
            while _link(here) and here.number not in seen:
                seen.add(here.number)
                chain = [*chain, here] if way is not piece.gates[0] or chain[-1] is not piece else [here, *chain]
                way = here.gates[0] if here.gates[1] is way else here.gates[1]
                here = way.other(here)
        out.append(chain)
    return out


def _link(piece: Piece) -> bool:
    return not piece.keyed and not piece.fixed and not piece.hidden and len(piece.gates) == 2


def _handle(chain: list[Piece]) -> bool:
    """Whether a chain comes back to the chamber that it started from."""
    inner = {piece.number for piece in chain}
    ends = {gate.other(piece).number for piece in chain for gate in piece.gates} - inner
    return len(ends) == 1


def _detour(chain: list[Piece]) -> float:
    """The walk between the two ends of a chain without it."""
    inner = {piece.number for piece in chain}
    ends = [
        (gate, gate.other(piece)) for piece in chain for gate in piece.gates if gate.other(piece).number not in inner
    ]
    if len(ends) != 2:
        return 0.0
    (one, a), (two, b) = ends
    if a is b:
        return abs(one.middle[0] - two.middle[0]) + abs(one.middle[1] - two.middle[1])
    gates = [gate for piece in chain for gate in piece.gates if not gate.shut]
    for gate in gates:
        gate.shut = True
    far = walk(a, one.middle, b, two.middle)
    for gate in gates:
        gate.shut = False
    return far


# ------------------------------------------------------------------------------------------------------- new loops


def open_loops(growth: Growth) -> None:
    """Open doors between walls that face each other, then tunnels, while there are too few loops."""
    ground = growth.ground
    wanted = FEWEST * ground.keyed
    facing = None
    while loops(ground) < wanted:
        facing = facing if facing is not None else _facing(growth)
        pair = max(facing, key=lambda one: one[0], default=None)
        if pair is None:
            break
        facing.remove(pair)
        _, a, b, x, y, side, gap = pair
        place = (x + 0.5 + DX[side] * gap / 2, y + 0.5 + DY[side] * gap / 2)
        if walk(a, place, b, place, LOOP_WALK) < LOOP_WALK:
            continue
        throat(growth, a, b, x, y, side, gap, growth.stream.chance(0.3))
    tries = 0
    while loops(ground) < wanted and tries < 3:
        tries += 1
        keyed = sorted((p for p in ground.pieces.values() if p.keyed), key=lambda p: (len(p.gates), p.number))
        one = keyed[min(tries - 1, len(keyed) - 1)]
        near = {one.number} | {gate.other(one).number for gate in one.gates}
        near |= {g.other(q).number for n in sorted(near) for q in (ground.pieces[n],) for g in q.gates}
        rest = [piece for piece in ground.pieces.values() if piece.number not in near and not piece.hidden]
        tunnel(ground, [one], rest, 2, TUNNEL)


Facing = tuple[float, Piece, Piece, int, int, int, int]
"""Walk, two pieces, square of the first, side, squares of rock between."""


def _facing(growth: Growth) -> list[Facing]:
    """Walls of chambers that face another piece over one or two squares of rock."""
    out: list[Facing] = []
    for piece in growth.ground.pieces.values():
        if not piece.keyed:
            continue
        for side in (EAST, SOUTH, NORTH, 3):
            best = _opposite(growth.ground, piece, side)
            for other, x, y, gap in best:
                if other.keyed and other.number < piece.number:
                    continue
                middle = (x + 0.5, y + 0.5)
                far = walk(piece, middle, other, middle, 80.0)
                if far >= LOOP_WALK:
                    out.append((min(far, 80.0), piece, other, x, y, side, gap))
    return out


def _opposite(ground: Ground, piece: Piece, side: int) -> list[tuple[Piece, int, int, int]]:
    """For each piece that a wall faces closely: it, the best square of the wall, and the squares of rock between."""
    face = piece.face(side)
    if face is None:
        return []
    line, low, high = face
    if high - low > 2:
        low, high = low + 1, high - 1
    found: dict[int, list[tuple[int, int, int]]] = {}
    for at in range(low, high):
        x, y = (at, line) if side in (NORTH, SOUTH) else (line, at)
        for gap in (1, 2):
            hit = ground.owner(x + DX[side] * (gap + 1), y + DY[side] * (gap + 1))
            if hit is None or hit is piece:
                continue
            if _may_enter(hit, side, at, x + DX[side] * (gap + 1), y + DY[side] * (gap + 1)):
                found.setdefault(hit.number, []).append((x, y, gap))
            break
    out = []
    for number, spots in found.items():
        x, y, gap = spots[len(spots) // 2]
        if _throat_free(ground, piece, ground.pieces[number], x, y, side, gap):
            out.append((ground.pieces[number], x, y, gap))
    return out


def _may_enter(hit: Piece, side: int, at: int, x: int, y: int) -> bool:
    face = hit.face((side + 2) & 3)
    if face is None or hit.hidden:
        return False
    line, low, high = face
    if hit.keyed and high - low > 2:
        low, high = low + 1, high - 1
    return line == (y if side in (NORTH, SOUTH) else x) and low <= at < high


def _throat_free(ground: Ground, a: Piece, b: Piece, x: int, y: int, side: int, gap: int) -> bool:
    """Whether the rock between two walls, and what lies beside it, belongs to no third piece."""
    for step in range(1, gap + 1):
        for off in (-1, 0, 1):
            px = x + DX[side] * step + (off if side in (NORTH, SOUTH) else 0)
            py = y + DY[side] * step + (off if side not in (NORTH, SOUTH) else 0)
            hit = ground.owner(px, py)
            if hit is not None and (off == 0 or hit not in (a, b)):
                return False
            if hit is None and ground.rows[py] >> px & 1:
                return False
    return True


def throat(
    growth: Growth,
    a: Piece,
    b: Piece,
    x: int,
    y: int,
    side: int,
    gap: int,
    secret: bool,
    rolls: list[Rolled] | None = None,
) -> Piece:
    """Dig a short way of one square's width between two walls, with a gate at each end."""
    ground = growth.ground
    box = strip_box(x + DX[side], y + DY[side], side, 1, gap)
    piece = ground.dig(
        "passage", strip_form(box, ""), box[0], box[1], rolls or [Rolled(table="exit_wall", bend="loop")]
    )
    piece.heading, piece.width_ft, piece.length_ft = side, 5, 5 * gap
    piece.family, piece.hidden = a.family, secret
    ex, ey = x + DX[side] * gap, y + DY[side] * gap
    for gate in (
        Gate(a, piece, x, y, side, 1, _kind(a), secret=secret, rolled=False),
        Gate(
            piece, b, ex, ey, side, 1, "open" if not b.keyed and not secret else _kind(b), secret=secret, rolled=False
        ),
    ):
        ground.open(gate)
    return piece


def _kind(piece: Piece) -> PortalKind:
    return "door" if piece.kind == "room" or not piece.keyed else "arch"


# ----------------------------------------------------------------------------------------------------------- merge


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
    return piece.kind == "passage" and piece.form.shape == "strip" and not piece.hidden and not piece.features


def _swallow(ground: Ground, a: Piece, b: Piece, gate: Gate) -> None:
    """Give all that b has to a and take b out."""
    ground.close(gate)
    for other in b.gates:
        if other.a is b:
            other.a = a
        else:
            other.b = a
        a.gates.append(other)
    b.gates = []
    a.rolls += b.rolls
    a.fixed |= b.fixed
    for stair in ground.stairs:
        if stair.piece is b:
            stair.piece = a
    b.rolls = []
    ground.fill(b)
