"""Stairs that the dice did not give but the plan needs: at least one way joins each level to the next."""

from __future__ import annotations

from zinegen.carve.exits import wall_spot
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Front, Growth
from zinegen.carve.pieces import Piece, Stair
from zinegen.carve.stairways import chamber_stair, stair_strip
from zinegen.carve.walks import distances
from zinegen.dungeon.model import Rolled


def plant_stairs(growth: Growth) -> None:
    """Plant stairs down until the level has as many ways down as the plan wants; far from where one arrives."""
    while sum(stair.main for stair in growth.ground.stairs) < growth.plan.downs:
        if _plant(growth) is None:
            return


def _plant(growth: Growth) -> Stair | None:
    ground, stream = growth.ground, growth.stream
    chambers = _far_first(ground)
    for piece in chambers:
        sides = stream.shuffled(range(4))
        ways = [("strip", side) for side in sides] if stream.chance(0.65) else []
        for way, side in [*ways, ("inside", 0), *[("strip", side) for side in sides]]:
            stair = _inside(growth, piece) if way == "inside" else _strip(growth, piece, side)
            if stair is not None:
                stair.piece.rolls.append(Rolled(table="stairs", bend="planted"))
                return stair
    return None


def _inside(growth: Growth, piece: Piece) -> Stair | None:
    if piece.form.count < 24 or any(feature.kind == "start" for feature in piece.features):
        return None
    return chamber_stair(growth, piece, "spiral_stairs", True, 1)


def _strip(growth: Growth, piece: Piece, side: int) -> Stair | None:
    spot = wall_spot(growth, piece, side, True)
    if spot is None or not spot[2]:
        return None
    front = Front(piece, side, spot[0], spot[1], spot[3], "door" if piece.kind == "room" else "open", "run")
    return stair_strip(growth, front, True, 1)


def _far_first(ground: Ground) -> list[Piece]:
    """The chambers, those first whose walk from every arrival and every stair is long."""
    starts = [foot.piece for foot in ground.feet] + [stair.piece for stair in ground.stairs]
    starts = starts or [next(iter(ground.pieces.values()))]
    walks = [distances(ground, piece) for piece in starts]
    chambers = [piece for piece in ground.pieces.values() if piece.keyed and not piece.hidden]
    return sorted(chambers, key=lambda piece: (-min(far.get(piece.number, 0.0) for far in walks), piece.number))
