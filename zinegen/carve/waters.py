"""Water: pools, wells and lakes where the tables put them, what is in them, and what runs across a passage."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from zinegen.carve.caves import smoothed
from zinegen.carve.forms import DX, DY, NORTH, SOUTH, make_form
from zinegen.carve.free import eroded, free_rows, roomiest, squares
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece
from zinegen.carve.tables import bent, throw
from zinegen.carve.walks import components
from zinegen.dice import Stream
from zinegen.dungeon.model import Feature, FeatureKind, Place, Rolled
from zinegen.rolltable import Roll, roll_table, table

LAKE_SHARE = 0.4
"""Of a cave, what a large water fills."""
BAND = {"stream": 1.0, "river": 2.6, "chasm": 2.6}
"""How wide what crosses a passage is, in squares."""
NARROW = 1.0
"""How wide a chasm is where one can jump it."""


def fill_waters(ground: Ground, piece: Piece, stream: Stream) -> None:
    """Draw the water that a piece's rolls say stands in it, and roll what is in the water."""
    rolls = list(piece.rolls)
    for roll in rolls:
        if roll.table == "circular_feature" and roll.drawn:
            feature = table(roll.table).at(roll.rolled[0]).get("feature")
            if feature == "well":
                _put_well(ground, piece)
            elif feature == "small_water":
                _water(ground, piece, stream, "small", throw(stream, "water_certain", piece.rolls))
        elif roll.table == "cave_size" and roll.drawn:
            size = table(roll.table).row(roll.rolled[0]).extra.get("water")
            if size:
                _water(ground, piece, stream, str(size), throw(stream, "water", piece.rolls))


def _put_well(ground: Ground, piece: Piece) -> None:
    spot = roomiest(free_rows(ground, piece), piece)
    if spot is not None and spot[1] >= 1:
        piece.features.append(Feature(kind="well", at=_centre(piece, spot[0]), size=(2.2, 2.2)))


def _centre(piece: Piece, place: Place) -> Place:
    """The middle of the piece, if the place is the square beside it; else the place."""
    mx, my = piece.middle
    return (mx, my) if abs(mx - place[0]) <= 0.5 and abs(my - place[1]) <= 0.5 else place


def _water(ground: Ground, piece: Piece, stream: Stream, size: str, result: dict[str, Any]) -> None:
    if not result.get("water") and not result.get("magic"):
        return
    outline = _lake(ground, piece, stream) if size == "large" else _pool(ground, piece, stream)
    if not outline:
        bent(piece.rolls, "no room")
        return
    if result.get("magic") and size == "small":
        piece.water = "magic"
        keep(piece.rolls, roll_table("magic_pool", stream))
    elif result.get("magic"):  # a large one would be a portal: no map of its far side is prepared
        piece.water = "monster_treasure"
        bent(piece.rolls, "large")
    else:
        piece.water = (
            "monster_treasure" if result.get("treasure") else "monster" if result.get("monster") else "plain"
        )
    middle = (sum(x for x, _ in outline) / len(outline), sum(y for _, y in outline) / len(outline))
    kind: FeatureKind = "lake" if size == "large" else "pool"
    piece.features.append(Feature(kind=kind, at=_round(middle), size=_extent(outline), outline=outline))


def keep(rolls: list[Rolled], roll: Roll) -> None:
    """Keep a roll and all that came of it."""
    rolls.extend(Rolled(table=one.table, rolled=one.rolled) for one in roll.walk())


def _round(place: Place) -> Place:
    return round(place[0], 2), round(place[1], 2)


def _extent(ring: tuple[Place, ...]) -> tuple[float, float]:
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return round(max(xs) - min(xs), 2), round(max(ys) - min(ys), 2)


def _pool(ground: Ground, piece: Piece, stream: Stream) -> tuple[Place, ...]:
    """A round pool where there is most room."""
    spot = roomiest(free_rows(ground, piece), piece)
    if spot is None or spot[1] < 1:
        return ()
    (x, y), depth = _centre(piece, spot[0]), spot[1]
    radius = min(depth + 0.1, 0.55 * min(piece.form.width, piece.form.height) / 2 + 0.6, 3.5)
    wobble = [(stream.uniform(0, 2 * pi), stream.uniform(0.02, 0.07)) for _ in range(3)]
    stretch = stream.uniform(0.85, 1.0)
    ring = []
    for i in range(28):
        angle = 2 * pi * i / 28
        bend = 1 + sum(part * sin((k + 2) * angle + phase) for k, (phase, part) in enumerate(wobble))
        ring.append((x + radius * bend * sin(angle), y - radius * stretch * bend * cos(angle)))
    return tuple(_round(place) for place in ring)


def _lake(ground: Ground, piece: Piece, stream: Stream) -> tuple[Place, ...]:
    """A lake in the part of a cave that is farthest from its gates, one square off the walls."""
    rows = eroded(free_rows(ground, piece, 3))
    spots = list(squares(rows))
    gates = [gate.middle for gate in piece.gates] or [piece.middle]
    if len(spots) < 9:
        return ()

    def far(spot: tuple[int, int]) -> float:
        x, y = spot[0] + piece.x + 0.5, spot[1] + piece.y + 0.5
        return min(abs(x - gx) + abs(y - gy) for gx, gy in gates)

    x0, y0 = max(spots, key=lambda spot: (far(spot), spot))
    spots.sort(key=lambda spot: ((spot[0] - x0) ** 2 + (spot[1] - y0) ** 2, spot))
    chosen = set(spots[: max(9, round(LAKE_SHARE * piece.form.count))])
    part = _joined_to((x0, y0), chosen)
    left, top = min(x for x, _ in part), min(y for _, y in part)
    wet = [0] * (max(y for _, y in part) - top + 1)
    for x, y in part:
        wet[y - top] |= 1 << (x - left)
    ring = smoothed(stream, make_form("cave", wet, ())).outline
    return tuple(_round((x + left + piece.x, y + top + piece.y)) for x, y in ring)


def _joined_to(start: tuple[int, int], spots: set[tuple[int, int]]) -> set[tuple[int, int]]:
    part, edge = {start}, [start]
    while edge:
        x, y = edge.pop()
        for side in range(4):
            there = (x + DX[side], y + DY[side])
            if there in spots and there not in part:
                part.add(there)
                edge.append(there)
    return part


# --------------------------------------------------------------------------------------------- across a passage


def cross_passage(ground: Ground, piece: Piece, stream: Stream) -> None:
    """Lay the stream, river or chasm that was rolled across a passage, with its bridge, boat or narrows."""
    for i, roll in enumerate(piece.rolls):
        if roll.table != "passage_width_special" or not roll.drawn or roll.bend:
            continue
        word = table(roll.table).at(roll.rolled[0]).get("feature")
        if word is None:
            continue
        span = _span(piece, BAND[word]) if piece.form.plain else None
        if span is None:
            piece.rolls[i] = Rolled(table=roll.table, rolled=roll.rolled, bend="no room", drawn=False)
            continue
        _lay(ground, piece, stream, word, span)
        return


def _span(piece: Piece, band: float) -> float | None:
    """Where along a strip the middle of a band can lie: clear of its ends and gates; None where it cannot."""
    upright = piece.heading in (NORTH, SOUTH)
    low, length = (piece.y, piece.form.height) if upright else (piece.x, piece.form.width)
    spans = sorted(_taken(gate, piece, upright) for gate in piece.gates)
    best: tuple[float, float, float] | None = None
    at = low + 0.6
    for start, end in [*spans, (low + length - 0.6, low + length + 0.0)]:
        room = start - at
        if room >= band + 0.2 and (best is None or room > best[0]):
            best = (room, at, start)
        at = max(at, end)
    return None if best is None else (best[1] + best[2]) / 2


def _taken(gate: Gate, piece: Piece, upright: bool) -> tuple[float, float]:
    at = gate.middle[1 if upright else 0]
    half = gate.width / 2 if (gate.side in (NORTH, SOUTH)) != upright else 0.0
    return at - half - 0.3, at + half + 0.3


def _lay(ground: Ground, piece: Piece, stream: Stream, word: FeatureKind, middle: float) -> None:
    upright = piece.heading in (NORTH, SOUTH)
    band = BAND[word]
    bridged = bool(throw(stream, f"{word}_bridge", piece.rolls)["bridged"])
    boat = jump = False
    side = "party"
    if not bridged and word == "river":
        boat = bool(throw(stream, "river_boat", piece.rolls)["boat"])
        if boat:
            side = str(throw(stream, "river_boat_side", piece.rolls)["side"])
    if not bridged and word == "chasm":
        jump = bool(throw(stream, "chasm_jump", piece.rolls)["jumpable"])
        if not jump and _only_way(ground, piece, middle, upright):
            bridged = True
            bent(piece.rolls, "bridged")
    x0, across = (piece.x, piece.form.width) if upright else (piece.y, piece.form.height)
    ring = _banks(stream, band, float(across), jump)
    placed = tuple(_round((x0 + a, middle + b) if upright else (middle + b, x0 + a)) for a, b in ring)
    centre = (x0 + across / 2, middle) if upright else (middle, x0 + across / 2)
    turn = 0.0 if upright else 90.0
    piece.features.append(Feature(kind=word, at=centre, size=(float(across), band), turn_deg=turn, outline=placed))
    if bridged:
        wide = min(2.0, max(0.7, across * 0.6))
        piece.features.append(Feature(kind="bridge", at=centre, size=(wide, band + 0.8), turn_deg=turn))
    if jump:
        piece.features.append(Feature(kind="narrows", at=centre, size=(1.0, NARROW), turn_deg=turn))
    if boat:
        back = 1 if piece.heading in (NORTH, 3) else -1  # the party comes from where the passage was begun
        shift = (band / 2 - 0.6) * (back if side == "party" else -back)
        at = (centre[0], middle + shift) if upright else (middle + shift, centre[1])
        piece.features.append(Feature(kind="boat", at=at, size=(min(1.8, across * 0.8), 0.7), turn_deg=turn))


def _banks(stream: Stream, band: float, across: float, pinched: bool) -> list[Place]:
    """Two wavy banks as one ring: (across, along), from the western or northern wall and from the middle."""
    count = max(3, round(across * 2))
    near, far = [], []
    for i in range(count + 1):
        a = across * i / count
        half = band / 2
        if pinched:
            half = min(half, NARROW / 2 + 1.3 * abs(a - across / 2) / (across / 2))
        near.append((a, -half + stream.uniform(-0.15, 0.15)))
        far.append((a, half + stream.uniform(-0.15, 0.15)))
    return near + far[::-1]


def _only_way(ground: Ground, piece: Piece, middle: float, upright: bool) -> bool:
    """Whether the two sides of a crossing hang together by it alone."""
    axis = 1 if upright else 0
    before = [gate.other(piece) for gate in piece.gates if gate.middle[axis] < middle]
    after = [gate.other(piece) for gate in piece.gates if gate.middle[axis] > middle]
    shut = [*piece.gates, *(gate for gate in ground.gates if gate.secret or gate.toward or gate.locked)]
    rest = [other for other in ground.pieces.values() if other is not piece]
    for part in components(rest, shut):
        if any(other in part for other in before) and any(other in part for other in after):
            return False
    return True
