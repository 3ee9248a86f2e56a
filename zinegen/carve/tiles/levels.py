"""The carver of tiles: an order for one level comes in, that level of a labyrinth of up to three goes out.

A labyrinth is laid whole when its first level is ordered, for its stairs join all its levels at one place; the levels
below are then only dug. What the orders of its levels share is kept in `LevelPlan.shared`.
"""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.carve.ground import Ground
from zinegen.carve.landings import FLOOR
from zinegen.carve.loops import loops
from zinegen.carve.pieces import Foot
from zinegen.carve.plan import Arrival, Box, LevelPlan, gap, landing_box
from zinegen.carve.tiles.board import Board, Place, Segment
from zinegen.carve.tiles.contents import fill
from zinegen.carve.tiles.dig import Digger
from zinegen.carve.tiles.explore import Explorer, Order
from zinegen.carve.tiles.labyrinth import Labyrinth
from zinegen.carve.tiles.lattice import Lattice
from zinegen.carve.tiles.rooms import Room, entrance_room, room_round, shape_room
from zinegen.carve.tiles.ways import arrive, enter, go_down
from zinegen.dice import Stream
from zinegen.dungeon.model import Laid
from zinegen.errors import PlacementError, TableError
from zinegen.tileset import BLANK, HOUSE, SIDES, TileSet, tile_set

MOST_LEVELS = 3
"""How many levels a labyrinth of tiles may have (6.5)."""
TRIES = 120
ENOUGH = 12
"""After so many, any that came to something will do."""
MARGIN = 6
"""Squares of the frame round a labyrinth."""
GOOD = 2.5
"""A level should have so many segments for each chamber, at most."""
TREE = 10.0
"""So much less good is a labyrinth in which no way leads round."""
SHIFT = 4
"""How far to either side the first place may lie of the stairs that lead to it."""
SETS = 15
"""For so many chambers one set of tiles lies in the container."""
STAIRS = {12: (1, 1, 2), 20: (1, 2, 3), 36: (2, 3, 4)}
"""By the most chambers on a level: how many stairs a labyrinth has at least, between the first two, and at most."""


def carve_level(plan: LevelPlan) -> Ground:
    """Carve one level of a labyrinth of tiles. Raises: TableError, PlacementError."""
    labyrinth: Labyrinth | None = plan.shared.get(("tiles", plan.number))
    tiles = tile_set(plan.tiles)
    if labyrinth is None:
        return _lay(plan, tiles)
    _follow(labyrinth)
    ground = _dig(labyrinth, plan)
    if ground is None:
        raise PlacementError(
            f"level {plan.number} of seed {plan.seed!r}: the tiles do not come together; try another seed"
        )
    return ground


def _lay(plan: LevelPlan, tiles: TileSet) -> Ground:
    """Lay the whole labyrinth and dig its first level; of a few that come to something the most compact."""
    if plan.number < plan.deepest and not any(tile.holds == "stairs" for tile in tiles.tiles):
        raise TableError(
            f"{plan.tiles or HOUSE}: no tile has stairs, and there is a level below level {plan.number}: "
            'give one holds = "stairs", or ask for levels = 1'
        )
    best: tuple[float, Labyrinth] | None = None
    for attempt in range(TRIES):
        labyrinth = _attempt(plan, tiles, attempt)
        if labyrinth is None:
            continue
        worth = _sprawl(labyrinth, plan)
        if best is None or worth < best[0]:
            trial = [_dig(labyrinth, one, alone=True) for one in _run(plan)]
            if all(trial):
                worth += 0 if any(ground is not None and loops(ground) for ground in trial) else TREE
                if best is None or worth < best[0]:
                    best = (worth, labyrinth)
        if best is not None and (best[0] <= GOOD or attempt >= ENOUGH):
            break
    if best is None and plan.tiles is not None:
        raise TableError(
            f"{plan.tiles}: no labyrinth in which the Black Gate can be come to in {TRIES} tries (level "
            f"{plan.number}, seed {plan.seed!r}); add chambers and corridors with two ways or "
            "more, and edges to which the gate fits"
        )
    if best is None:
        raise PlacementError(
            f"level {plan.number} of seed {plan.seed!r}: no labyrinth of tiles came of it in {TRIES} tries; "
            "try another seed, or a tile set with more ways on"
        )
    labyrinth = best[1]
    for one in _run(plan):
        plan.shared["tiles", one.number] = labyrinth
    ground = _dig(labyrinth, plan)
    assert ground is not None, "it was dug before"
    return ground


def _run(plan: LevelPlan) -> Sequence[LevelPlan]:
    """The levels of the labyrinth that begins with a level."""
    return plan.run[:MOST_LEVELS] or [plan]


def _sprawl(labyrinth: Labyrinth, plan: LevelPlan) -> float:
    """The segments for each chamber, and how far they are spread, on the worst of the levels."""
    worst = 0.0
    for one in _run(plan):
        places = [place for place in labyrinth.board.laid if place[0] == one.number]
        chambers = labyrinth.board.chambers(one.number)
        wide = max(p[1] for p in places) - min(p[1] for p in places) + 1
        high = max(p[2] for p in places) - min(p[2] for p in places) + 1
        fallen = sum(labyrinth.board.laid[place].collapsed for place in places)
        blind = labyrinth.board.blind_rings(one.number)
        worst = max(worst, len(places) / chambers, max(wide, high) ** 2 / (1.7 * chambers), 1.5 + fallen / 2 + blind)
    return worst


def _attempt(plan: LevelPlan, tiles: TileSet, attempt: int) -> Labyrinth | None:
    stream, run = Stream(plan.seed, f"level {plan.number}", "tiles", attempt), _run(plan)
    orders = [Order(one.number, one.least, one.most, one.target) for one in run]
    copies = max(1, round(sum(order.target for order in orders) / SETS))
    board = Board(tiles, [one.number for one in run], copies)
    lattice = Lattice(stream.child("lattice"))
    mains = _mains(plan)
    main = mains[attempt % len(mains)]
    blank = _settle(plan, main, lattice, stream)
    if blank is None:
        return None
    start = (plan.number, 0, 0)
    for one in run:
        _block(one, board, lattice, start, main)
    tile = tiles.start
    ways = [(times, edges) for times, edges in tile.ways() if edges[blank] == BLANK]
    times, edges = stream.choice(ways)
    board.laid[start] = Segment(edges, tile, times)
    low, high, most = STAIRS[min((size for size in STAIRS if size >= plan.most), default=max(STAIRS))]
    explorer = Explorer(
        board, orders, stream.child("explore"), (stream.between(low, high), most),
        gate=run[-1].number == plan.deepest, first=start, mind_stairs=len(run) > 1 or plan.number < plan.deepest,
    )  # fmt: skip
    if not explorer.explore():
        return None
    if main is None:
        _centre(board, lattice)
    rooms = {
        place: shape_room(segment, place, lattice, stream.child("room", *place))
        for place, segment in sorted(board.laid.items(), key=lambda one: one[0])
        if segment.chamber
    }
    if plan.number == 1:
        rooms[start] = entrance_room(start, lattice, blank)
    elif main is not None and main.stair.kind != "stairs":
        rooms[start] = room_round(start, lattice, stream.child("room", *start))
    return Labyrinth(board, lattice, start, rooms, explorer.gate_at)


# ------------------------------------------------------------------------------------------------- where it all lies


def _mains(plan: LevelPlan) -> list[Arrival | None]:
    """The ways from above that the first segment may be laid at."""
    usual = [arrival for arrival in plan.arrivals if arrival.stair.main]
    return [*(usual or plan.arrivals)] or [None]


def _settle(plan: LevelPlan, main: Arrival | None, lattice: Lattice, stream: Stream) -> int | None:
    """Put the lattice into the frame, its first place at the way from above, clear of the others.

    Returns: that place's blank side; None where it cannot be clear.
    """
    column, row = lattice.column(0), lattice.row(0)
    if main is None:
        lattice.dx, lattice.dy = plan.width // 2 - column.width // 2, plan.height // 2 - row.width // 2
        return stream.weighted(SIDES, (2, 1, 5, 2))
    others = [_foot(arrival) for arrival in plan.arrivals if arrival is not main] + plan.passing
    x, y = main.box[:2]
    if main.stair.kind != "stairs":
        lattice.dx, lattice.dy = x + 1 - column.spine, y + 1 - row.spine
        return stream.below(4) if _clear(lattice, others) else None
    lx, ly, lw, lh = _foot(main)
    way = main.stair.way
    for along in range(1, 12, 2):
        for across in (0, *stream.shuffled(range(-SHIFT, SHIFT + 1))):
            dx, dy = (across, 0) if way in (0, 2) else (0, across)
            lattice.dx = dx + {1: lx + lw + along, 3: lx - along - column.width}.get(way, x - lattice.spine[0])
            lattice.dy = dy + {2: ly + lh + along, 0: ly - along - row.width}.get(way, y - lattice.spine[1])
            if _clear(lattice, others):
                return (way + 2) & 3
    return None


def _clear(lattice: Lattice, boxes: Sequence[Box]) -> bool:
    """Whether the first place keeps clear of what comes out or passes by elsewhere."""
    return all(gap(lattice.box((0, 0, 0)), box) >= 1 for box in boxes)


def _foot(arrival: Arrival) -> Box:
    """The squares that a way from above needs to come out."""
    if arrival.stair.kind == "stairs":
        return landing_box(arrival.box, arrival.stair.way, FLOOR)
    x, y, wide, high = arrival.box
    return x - 1, y - 1, wide + 2, high + 2


def _block(plan: LevelPlan, board: Board, lattice: Lattice, start: Place, main: Arrival | None) -> None:
    """Keep places free where ways from elsewhere come out or pass by."""
    boxes = [*plan.passing, *(_foot(one) for one in plan.arrivals if one is not main or one.stair.kind == "stairs")]
    for box in boxes:
        for i in range(-16, 17):
            for j in range(-16, 17):
                place = (plan.number, i, j)
                if place != start and gap(lattice.box(place), box) < 1:
                    board.blocked.add(place)


def _follow(labyrinth: Labyrinth) -> None:
    """Where the levels above were moved in the frame since they were dug, move the lattice and the rooms too."""
    assert labyrinth.ground is not None
    number, x, y = labyrinth.corner
    piece = labyrinth.ground.pieces[number]
    dx, dy = piece.x - x, piece.y - y
    labyrinth.lattice.dx += dx
    labyrinth.lattice.dy += dy
    labyrinth.rooms = {
        place: Room(room.form, room.x + dx, room.y + dy, _moved(room.stairs, dx, dy), room.way)
        for place, room in labyrinth.rooms.items()
    }
    labyrinth.corner = (number, piece.x, piece.y)


def _moved(box: Box | None, dx: int, dy: int) -> Box | None:
    return None if box is None else (box[0] + dx, box[1] + dy, box[2], box[3])


# ---------------------------------------------------------------------------------------------------- into the ground


def _dig(labyrinth: Labyrinth, plan: LevelPlan, *, alone: bool = False) -> Ground | None:
    """Dig one level and all that belongs to it; None where something of it cannot be. alone: it is only a trial."""
    if not _in_frame(labyrinth, plan):
        return None
    ground = Ground(plan.width, plan.height, plan.number, most=plan.most)
    for box in plan.passing:
        ground.block(*box)
    stream = Stream(plan.seed, f"level {plan.number}", "tiles dug")
    digger = Digger(ground, labyrinth.board, labyrinth.lattice, plan.number, labyrinth.rooms, stream)
    if not digger.dig():
        return None
    for arrival in plan.arrivals:
        piece = arrive(digger, arrival)
        if piece is None:
            return None
        ground.feet.append(Foot(arrival.stair, piece))
    if plan.number == 1:
        enter(labyrinth, digger)
    go_down(labyrinth, digger, plan)
    if not alone:
        first = next(iter(ground.pieces.values()))
        labyrinth.ground, labyrinth.corner = ground, (first.number, first.x, first.y)
        ground.laid = [(_laid(place, segment), digger.pieces.get(place)) for place, segment in digger.places]
        for place, piece in digger.pieces.items():
            fill(labyrinth, ground, place, piece, stream.child("contents", *place))
    if labyrinth.gate is not None and labyrinth.gate[0] == plan.number:
        ground.goal = digger.pieces[labyrinth.gate]
    return ground if plan.least <= ground.keyed <= plan.most else None


def _laid(place: Place, segment: Segment) -> Laid:
    """The record of a segment."""
    tile = segment.tile.id if segment.tile is not None else ""
    return Laid(at=(place[1], place[2]), tile=tile, turns=segment.turns, edges=segment.edges)


def _in_frame(labyrinth: Labyrinth, plan: LevelPlan) -> bool:
    """Whether a level lies in the frame, which grows to the east and south as needed."""
    boxes = [labyrinth.lattice.box(place) for place in labyrinth.board.laid if place[0] == plan.number]
    plan.width = max([plan.width, *(x + wide + MARGIN for x, _, wide, _ in boxes)])
    plan.height = max([plan.height, *(y + high + MARGIN for _, y, _, high in boxes)])
    return all(x >= MARGIN and y >= MARGIN for x, y, _, _ in boxes)


def _centre(board: Board, lattice: Lattice) -> None:
    """Move a lattice that nothing holds so that the board begins at the frame's margin."""
    boxes = [lattice.box(place) for place in board.laid]
    lattice.dx += MARGIN - min(box[0] for box in boxes)
    lattice.dy += MARGIN - min(box[1] for box in boxes)
