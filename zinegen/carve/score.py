"""The worth of a candidate level: higher is better; nothing that the tables roll counts."""

from __future__ import annotations

from zinegen.carve.ground import Ground
from zinegen.carve.loops import loops
from zinegen.carve.pieces import Piece
from zinegen.carve.plan import LevelPlan
from zinegen.carve.walks import components

GOOD = 11.0
"""A candidate so good ends the search."""


def score(ground: Ground, plan: LevelPlan) -> float:
    """How good a level is.

    Counted are: the number of areas against the one asked for; how compact it is and how well it fills a page; loops
    and how many areas lie on one; corridor for each area; coils; dead ends; whether it hangs on one neck; ways down.
    """
    left, top, right, bottom = bounds(ground)
    width, height = right - left, bottom - top
    floor = sum(row.bit_count() for row in ground.rows)
    keyed = [piece for piece in ground.pieces.values() if piece.keyed]
    corridors = [piece for piece in ground.pieces.values() if not piece.keyed]
    length = sum(max(piece.form.width, piece.form.height) for piece in corridors)
    aspect = max(width / height, height / width)
    cyclic = loops(ground)
    missing = len(components(ground.pieces.values())) - 1
    blind = sum(foot.stair.into == "dead_end" for foot in ground.feet)
    downs = sum(stair.main for stair in ground.stairs)
    on_loop, lobe = bridges(ground)
    dead = sum(len(piece.gates) == 1 and not piece.fixed for piece in corridors)
    worth = -3.0 * abs(ground.keyed - plan.target)
    worth += 20 * min(floor / (width * height), 0.5)
    worth -= 6 * max(0.0, aspect - 1.35)
    worth += 1.5 * min(cyclic, 5 * plan.target / 16) * 16 / max(16, plan.target)
    worth += 6 * on_loop
    worth -= 1.2 * max(0.0, length / max(1, len(keyed)) - 5)
    worth -= 2 * coils(ground)
    worth -= max(0, dead - 1)
    worth -= 8 * max(0.0, lobe - 0.3)
    worth -= 20 * max(0.0, width * height / (ground.width * ground.height) - 0.85)
    worth -= 100 * max(0, missing - blind)
    return worth - 10 * max(0, plan.downs - downs) - (1000 if plan.downs and not downs else 0)


def bounds(ground: Ground) -> tuple[int, int, int, int]:
    """West, north, east and south bound of the level's pieces."""
    pieces = ground.pieces.values()
    return (
        min(piece.x for piece in pieces),
        min(piece.y for piece in pieces),
        max(piece.x + piece.form.width for piece in pieces),
        max(piece.y + piece.form.height for piece in pieces),
    )


def coils(ground: Ground) -> int:
    """Chains of passage of more than 24 squares without a choice."""
    seen: set[int] = set()
    count = 0
    for piece in ground.pieces.values():
        if piece.keyed or len(piece.gates) != 2 or piece.number in seen:
            continue
        length, edge = 0, [piece]
        while edge:
            here = edge.pop()
            if here.number in seen or here.keyed or len(here.gates) != 2:
                continue
            seen.add(here.number)
            length += max(here.form.width, here.form.height)
            edge += [gate.other(here) for gate in here.gates]
        count += length > 24
    return count


def bridges(ground: Ground) -> tuple[float, float]:
    """The share of keyed areas on a loop, and the share of areas in the largest part that hangs on one gate."""
    keyed = sum(piece.keyed for piece in ground.pieces.values())
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    below: dict[int, int] = {}
    on_loop: set[int] = set()
    lobe = 0
    for root in ground.pieces.values():
        if root.number in order:
            continue
        order[root.number] = low[root.number] = len(order)
        below[root.number] = int(root.keyed)
        stack: list[tuple[Piece, int, int]] = [(root, -1, 0)]
        while stack:
            piece, parent, at = stack.pop()
            number = piece.number
            if at < len(piece.gates):
                stack.append((piece, parent, at + 1))
                gate = piece.gates[at]
                if id(gate) == parent:
                    continue
                other = gate.other(piece)
                if other.number in order:
                    low[number] = min(low[number], order[other.number])
                    continue
                order[other.number] = low[other.number] = len(order)
                below[other.number] = int(other.keyed)
                stack.append((other, id(gate), 0))
            elif stack:
                above = stack[-1][0]
                low[above.number] = min(low[above.number], low[number])
                below[above.number] += below[number]
                if low[number] > order[above.number]:
                    lobe = max(lobe, min(below[number], keyed - below[number]))
                else:
                    on_loop.update((number, above.number))
    share = sum(ground.pieces[number].keyed for number in on_loop) / max(1, keyed)
    return share, lobe / max(1, keyed)
