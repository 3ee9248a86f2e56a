"""True shapes for chambers: a place with its edges comes in, a form within its box goes out, open on every spine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zinegen.carve.caves import rough_form, smoothed
from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, Form, from_rows, rectangle, special_forms, turned
from zinegen.carve.plan import Box
from zinegen.carve.tiles.board import Place, Segment
from zinegen.carve.tiles.lattice import Lattice
from zinegen.dice import Stream
from zinegen.tileset import BLANK, CORRIDOR, SIDES

SHAPES = ("circle", "octagon", "hexagon", "oval", "trapezoid")
ODD = 0.3
"""The chance that a chamber is no rectangle."""
CUT: tuple[tuple[str, ...], ...] = (
    (".###.", "#####", "#####", "#####", ".###."),
    ("..##..", "..##..", "######", "######", "..##..", "..##.."),
    ("######", "######", ".####.", ".####."),
    ("#.##.#", "######", "######", "#.##.#"),
)
"""Our own shapes for chambers that are neither round nor square: cut corners, cross, T, alcoves."""


@dataclass(frozen=True, slots=True)
class Room:
    """A form at a place in the frame, and the stairs of the start."""

    form: Form
    x: int
    y: int
    stairs: Box | None = None
    way: int = 0


def shape_room(segment: Segment, place: Place, lattice: Lattice, stream: Stream) -> Room:
    """A chamber's form: in its box with a square of rock to the next, with every opening's spine in its walls."""
    tile = segment.tile
    if tile is None:
        return _hollow(place, lattice, stream)
    if tile.kind == "gate":
        return _large(place, lattice, segment.edges, stream)
    if tile.holds in ("stairs", "trapdoor"):
        return room_round(place, lattice, stream)
    if stream.chance(ODD):
        room = next(_odd(place, lattice, segment.edges, stream), None)
        if room is not None:
            return room
    return _rectangle(place, lattice, stream, roomy=bool(tile.holds))


def entrance_room(place: Place, lattice: Lattice, blank: int) -> Room:
    """The start: a hall with the stairs from the surface in a recess of its blank wall."""
    wide, deep = 6, 5
    rows = [(1 << wide) - 1] * deep + [0b11 << 2] * 3
    form = turned(from_rows("polygon", rows), (blank + 2) & 3)
    box = lattice.box(place)
    inset_x = {EAST: 0, WEST: max(0, box[2] - 1 - form.width)}.get(blank)
    inset_y = {SOUTH: 0, NORTH: max(0, box[3] - 1 - form.height)}.get(blank)
    column, row = lattice.column(place[1]), lattice.row(place[2])
    hall_x, hall_y = (3 if blank == WEST else 0), (3 if blank == NORTH else 0)
    across, along = (wide, deep) if blank in (NORTH, SOUTH) else (deep, wide)
    x = box[0] + inset_x if inset_x is not None else _around(column.spine, across, box[0], box[2])
    y = box[1] + inset_y if inset_y is not None else _around(row.spine, along, box[1], box[3])
    if blank in (EAST, WEST):
        x = min(max(x, column.spine - hall_x - across + 2), column.spine - hall_x - 1)
        x = min(max(x, box[0]), box[0] + box[2] - 1 - form.width)
    else:
        y = min(max(y, row.spine - hall_y - along + 2), row.spine - hall_y - 1)
        y = min(max(y, box[1]), box[1] + box[3] - 1 - form.height)
    steps = {
        SOUTH: (x + 2, y + deep, 2, 3), NORTH: (x + 2, y, 2, 3),
        EAST: (x + deep, y + 2, 3, 2), WEST: (x, y + 2, 3, 2),
    }[blank]  # fmt: skip
    return Room(form, x, y, steps, (blank + 2) & 3)


def _around(spine: int, size: int, first: int, width: int) -> int:
    """Where something begins that has the spine in its middle, within its line."""
    return max(first, min(spine - size // 2, first + width - 1 - size))


def _rectangle(place: Place, lattice: Lattice, stream: Stream, *, roomy: bool) -> Room:
    column, row = lattice.column(place[1]), lattice.row(place[2])
    least = 5 if roomy else 3
    wide, high = stream.between(least, column.width - 1), stream.between(least, row.width - 1)
    x = _slide(column.spine, wide, column.first, column.width, stream)
    y = _slide(row.spine, high, row.first, row.width, stream)
    return Room(rectangle(wide, high), x, y)


def _slide(spine: int, size: int, first: int, width: int, stream: Stream) -> int:
    """Where a wall of `size` squares may begin so that the spine is in it, off its corners."""
    inset = 1 if size >= 3 else 0
    low, high = max(first, spine - size + 1 + inset), min(spine - inset, first + width - 1 - size)
    return stream.between(low, high) if low < high else max(first, min(low, first + width - 1 - size))


def _large(place: Place, lattice: Lattice, edges: str, stream: Stream) -> Room:
    """As large as there is room: the hall of the Black Gate."""
    best = max(_odd(place, lattice, edges, stream), key=lambda room: room.form.count, default=None)
    column, row = lattice.column(place[1]), lattice.row(place[2])
    if best is not None and best.form.count >= 30 and stream.chance(0.6):
        return best
    return Room(rectangle(column.width - 1, row.width - 1), column.first, row.first)


def room_round(place: Place, lattice: Lattice, stream: Stream) -> Room:
    """A chamber with floor all round the squares of its stairs, and room for a number beside them."""
    x, y, size, _ = lattice.stairs_box(place[1], place[2])
    first_x, first_y, wide, high = lattice.box(place)
    west, east = _span(x, size, first_x, wide, stream)
    north, south = _span(y, size, first_y, high, stream)
    return Room(rectangle(east - west, south - north), west, north)


def _span(at: int, size: int, first: int, width: int, stream: Stream) -> tuple[int, int]:
    """From where to where a wall runs that has `size` squares from `at` on off its corners."""
    long = stream.between(max(size + 2, width - 3), width - 1)
    low, high = max(first, at + size + 1 - long), min(at - 1, first + width - 1 - long)
    start = stream.between(low, high) if low < high else max(first, min(low, high))
    return start, start + long


def _odd(place: Place, lattice: Lattice, edges: str, stream: Stream) -> Iterator[Room]:
    """Chambers that are no rectangles, in a seeded order."""
    open_sides = [side for side in SIDES if edges[side] != BLANK]
    column, row = lattice.column(place[1]), lattice.row(place[2])
    broad = CORRIDOR in edges
    for form in stream.shuffled(_forms(min(column.width, row.width) - 1, stream)):
        xs = _fitting(form, column.first, column.width, form.width, column.spine, (NORTH, SOUTH), open_sides, broad)
        ys = _fitting(form, row.first, row.width, form.height, row.spine, (EAST, WEST), open_sides, broad)
        if xs and ys:
            yield Room(form, stream.choice(xs), stream.choice(ys))


def _forms(most: int, stream: Stream) -> list[Form]:
    """Forms that are no larger than so many squares each way."""
    found = []
    for shape in SHAPES:
        squares = {4: 12, 5: 16, 6: 24, 7: 32, 8: 42}.get(min(most, 8), 12) - stream.below(9)
        for ways in special_forms(shape, squares):
            form = stream.choice(ways)
            if max(form.width, form.height) <= most and min(form.width, form.height) >= 3:
                found.append(form)
    picture = stream.choice(CUT)
    rows = [sum((mark == "#") << x for x, mark in enumerate(line)) for line in picture]
    form = turned(from_rows("polygon", rows), stream.below(4))
    return [*found, form] if max(form.width, form.height) <= most else found


def _fitting(
    form: Form,
    first: int,
    width: int,
    size: int,
    spine: int,
    sides: Sequence[int],
    open_sides: Sequence[int],
    broad: bool,
) -> list[int]:
    """Where a form may begin so that its faces on the open sides have the spine (and what is beside it) in them."""
    out = []
    for at in range(first, first + width - size):
        for side in sides:
            inner = way_in(form, side)
            if side in open_sides and (inner is None or not inner[0] + broad <= spine - at < inner[1] - broad):
                break
        else:
            out.append(at)
    return out


def way_in(form: Form, side: int) -> tuple[int, int] | None:
    """Where in a form's wall a passage may come in: its first square and the one after its last, off its corners."""
    face = form.faces[side]
    if face is None:
        return None
    _, low, high = face
    if form.shape == "strip" or high - low <= 2:
        return low, high
    size = form.width if side in (NORTH, SOUTH) else form.height
    return max(low, 1) if not form.plain else low + 1, min(high, size - 1) if not form.plain else high - 1


def _hollow(place: Place, lattice: Lattice, stream: Stream) -> Room:
    """A collapsed segment where several ways meet: a rough hollow in the rock."""
    column, row = lattice.column(place[1]), lattice.row(place[2])
    x0, x1 = max(column.first, column.spine - 3), min(column.end - 2, column.spine + 3)
    y0, y1 = max(row.first, row.spine - 3), min(row.end - 2, row.spine + 3)
    squares = {(x, y) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}
    for x, y in ((x0, y0), (x1, y0), (x0, y1), (x1, y1)):
        squares.discard((x, y))
    for x, y in sorted(squares):
        corner = (x in (x0, x1) and abs(y - row.spine) > 2) or (y in (y0, y1) and abs(x - column.spine) > 2)
        if corner and stream.chance(0.6):
            squares.discard((x, y))
    return Room(smoothed(stream, rough_form(squares)), min(x for x, _ in squares), min(y for _, y in squares))
