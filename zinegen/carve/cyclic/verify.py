"""What must be true of a dug level: neighbours on the map are the flow's, short arcs are shorter than long ones."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.carve.cyclic.dig import Dug
from zinegen.carve.cyclic.flow import Lace
from zinegen.carve.pieces import Gate
from zinegen.carve.walks import FAR, walk


def contacts(dug: Dug) -> list[tuple[int, int]]:
    """The squares where two pieces touch that no gate joins there: none in a sound level.

    Rooms touch passages at their gates alone, passages touch nothing else; so the map's neighbours are the flow's.
    """
    ground = dug.ground
    width, own = ground.width, ground.own
    joined: set[tuple[int, int]] = set()
    pairs = {frozenset((gate.a.number, gate.b.number)) for gate in ground.gates}
    for gate in ground.gates:
        joined.update(_faces(gate, width))
    out = []
    for y, row in enumerate(ground.rows):
        base = y * width
        below = ground.rows[y + 1] if y + 1 < len(ground.rows) else 0
        for step, mask in ((1, row & row >> 1), (width, row & below)):
            for x in _ones(mask):
                here, there = own[base + x], own[base + x + step]
                if here and there and here != there and (base + x, base + x + step) not in joined:
                    out.append((x, y))
        for step, mask in ((width + 1, row & below >> 1), (width - 1, row & below << 1)):
            for x in _ones(mask):
                here, there = own[base + x], own[base + x + step]
                if here and there and here != there and frozenset((here, there)) not in pairs:
                    out.append((x, y))
    return out


def _ones(mask: int) -> Iterator[int]:
    """The places of the ones of a mask."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _faces(gate: Gate, width: int) -> list[tuple[int, int]]:
    """The pairs of squares that a gate joins, as places in the list of owners, the smaller first."""
    step = (-width, 1, width, -1)[gate.side]
    along = 1 if gate.side in (0, 2) else width
    first = gate.y * width + gate.x
    return [tuple(sorted((at, at + step))) for at in range(first, first + gate.width * along, along)]  # type: ignore[misc]


def lengths_right(dug: Dug) -> bool:
    """Whether every short arc is shorter to walk than every long one of its cycle between the same points."""
    for grown in dug.flow.cycles:
        arcs = [lace for lace in grown.laces if lace.type.length != "sight"]
        for short in arcs:
            for long in arcs:
                if (short.type.length, long.type.length) != ("short", "long") or set(short.ends) != set(long.ends):
                    continue
                if arc_length(dug, short) >= arc_length(dug, long):
                    return False
    return True


def arc_length(dug: Dug, lace: Lace) -> int:
    """How many squares one walks along an arc, from the middle of its first room to the middle of its last."""
    nodes = {*lace.ends, *lace.members}
    numbers = {dug.rooms[node].number for node in nodes}
    inner = {i for i, way in enumerate(dug.flow.ways) if way.a in nodes and way.b in nodes and not way.sight}
    direct = [i for i in inner if {dug.flow.ways[i].a, dug.flow.ways[i].b} == set(lace.ends)]
    inner -= {i for i in direct if dug.flow.ways[i].arc is not lace}
    inner = {i for i in inner if dug.flow.ways[i].arc in (None, lace) or _within(i, dug, lace)}
    passages = {dug.passages[i].number for i in inner if i in dug.passages}
    kept = numbers | passages
    shut = [gate for gate in dug.ground.gates if gate.a.number not in kept or gate.b.number not in kept]
    for gate in shut:
        gate.shut = True
    a, b = (dug.rooms[node] for node in lace.ends)
    far = walk(a, a.middle, b, b.middle)
    for gate in shut:
        gate.shut = False
    return round(far) if far < FAR else 0


def _within(at: int, dug: Dug, lace: Lace) -> bool:
    """Whether a way belongs to a cycle that stands on the arc."""
    way = dug.flow.ways[at]
    return way.a in lace.members or way.b in lace.members
