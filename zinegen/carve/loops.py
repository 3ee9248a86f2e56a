"""Loops: what hangs apart is joined, dead ends and needless roundabouts are filled in, missing loops are opened.

Growing alone gives too many loops, most of them round a scrap of rock; a level wants about five for sixteen areas.
"""

from __future__ import annotations

from zinegen.carve.forms import DX, DY
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.pieces import Piece
from zinegen.carve.throats import LOOP_WALK, facing_walls, throat
from zinegen.carve.trim import length_of, merge, trim
from zinegen.carve.tunnels import tunnel
from zinegen.carve.walks import FAR, components, walk

MOST, FEWEST = 5 / 16, 3 / 16
"""Loops a keyed area."""
ROUNDABOUT = 22
"""A loop shorter than so many squares is filled in first."""
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


def finish_loops(growth: Growth, merging: bool = True) -> None:
    """Trim, prune, open loops where there are too few; `merging`: make one of passages that go on straight."""
    ground = growth.ground
    trim(growth)
    prune(growth)
    trim(growth)
    open_loops(growth)
    if merging:
        merge(ground)


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
            length = sum(length_of(piece) for piece in chain)
            small = known[name] + length < ROUNDABOUT or _handle(chain)
            if small or over > 0:
                ranked.append((1000 + length if small else length - known[name] * 0.2, name, chain))
    for worth, name, chain in sorted(ranked, key=lambda one: (-one[0], one[1])):
        known[name] = _detour(chain)
        small = known[name] + sum(length_of(piece) for piece in chain) < ROUNDABOUT or _handle(chain)
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
        facing = facing if facing is not None else facing_walls(growth)
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
        if not keyed:
            break
        one = keyed[min(tries - 1, len(keyed) - 1)]
        near = {one.number} | {gate.other(one).number for gate in one.gates}
        near |= {g.other(q).number for n in sorted(near) for q in (ground.pieces[n],) for g in q.gates}
        rest = [piece for piece in ground.pieces.values() if piece.number not in near and not piece.hidden]
        tunnel(ground, [one], rest, 2, TUNNEL)
