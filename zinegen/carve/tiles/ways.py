"""Ways in and out of a level of tiles: stairs from the surface, arrivals from above, stairs and trapdoors down."""

from __future__ import annotations

from zinegen.carve.landings import come_out
from zinegen.carve.pieces import Piece
from zinegen.carve.plan import Arrival, Box, LevelPlan, landing_box
from zinegen.carve.stairways import put_stair
from zinegen.carve.tiles.dig import Digger
from zinegen.carve.tiles.labyrinth import Labyrinth
from zinegen.carve.tiles.rooms import Room
from zinegen.dungeon.model import Feature


def enter(labyrinth: Labyrinth, digger: Digger) -> None:
    """The stairs from the surface."""
    room, piece = labyrinth.rooms[labyrinth.start], digger.pieces[labyrinth.start]
    assert room.stairs is not None
    stair = put_stair(digger.ground, piece, "stairs", False, 1, room.stairs, room.way)
    stair.surface = True
    piece.heading = room.way
    x, y, wide, high = room.stairs
    ahead = landing_box((x, y, wide, high), room.way, 2)
    at = {
        0: (x + wide / 2, ahead[1] + 1.0), 2: (x + wide / 2, ahead[1] + ahead[3] - 1.0),
        1: (ahead[0] + ahead[2] - 1.0, y + high / 2), 3: (ahead[0] + 1.0, y + high / 2),
    }[room.way]  # fmt: skip
    piece.features.append(Feature(kind="start", at=at, size=(1.8, 1.8)))


def arrive(digger: Digger, arrival: Arrival) -> Piece | None:
    """Where a way from above comes out: in the chamber of the stairs, in another that lies there, or by a tunnel."""
    ground = digger.ground
    known = [piece for piece in ground.pieces.values() if not piece.hidden]
    reaches = ((2, 30), (1, 60), (1, 160))
    return come_out(ground, arrival, lambda inside: _round(inside, arrival.box), known, reaches)


def _round(piece: Piece, box: Box) -> bool:
    """Whether a chamber has floor all round a box."""
    x, y, wide, high = box
    return all(piece.owns(i, j) for i in range(x - 1, x + wide + 1) for j in range(y - 1, y + high + 1))


def go_down(labyrinth: Labyrinth, digger: Digger, plan: LevelPlan) -> None:
    """The stairs of the labyrinth go on down to its next level; of its last, some go on below; trapdoors fall."""
    board, lattice, number = labyrinth.board, labyrinth.lattice, plan.number
    last = number == board.levels[-1]
    places = [place for place, segment in digger.places if segment.stairs]
    if last:
        far = board.distances([labyrinth.start])
        places.sort(key=lambda place: (-far.get(place, 0), place))
        places = places[: max(1, plan.downs)] if number < plan.deepest else []
    for place in sorted(places):
        box = lattice.stairs_box(place[1], place[2])
        put_stair(digger.ground, digger.pieces[place], "spiral_stairs", True, 1, box, 0)
    if last:
        return
    for place, segment in digger.places:
        if segment.tile is None or segment.tile.holds != "trapdoor":
            continue
        below = labyrinth.rooms.get((number + 1, *place[1:]))
        box = lattice.stairs_box(place[1], place[2], 1)
        if below is not None and board.laid[number + 1, place[1], place[2]].tile is not None and _lands(below, box):
            put_stair(digger.ground, digger.pieces[place], "trapdoor", True, 1, box, 0)


def _lands(room: Room, box: Box) -> bool:
    """Whether a fall ends on the floor of a chamber, off its walls."""
    x, y = box[0] - room.x, box[1] - room.y
    rows = room.form.rows
    return all(
        0 <= j < len(rows) and x + i >= 0 and rows[j] >> (x + i) & 1 for j in (y - 1, y, y + 1) for i in (-1, 0, 1)
    )
