"""From ground to record: carved levels come in, frozen Levels with their ids go out."""

from __future__ import annotations

from collections.abc import Sequence

from shapely.geometry import LinearRing

from zinegen.carve.forms import Form
from zinegen.carve.ground import Ground
from zinegen.carve.outlines import square_off, take_in
from zinegen.carve.pieces import Gate, Piece
from zinegen.dungeon.floorplan import runs_of_rows, straightened
from zinegen.dungeon.model import Area, Closet, Cycle, Flow, Level, Place, Portal, Side

ROUND_OR_SLANTED = ("circle", "oval", "hexagon", "octagon", "trapezoid", "triangle", "cave")
SIDES: tuple[Side, Side, Side, Side] = ("north", "east", "south", "west")


def name_pieces(ground: Ground, tour: Sequence[Piece]) -> tuple[dict[int, str], dict[int, int]]:
    """Piece number -> area id, and -> key for those that have one; the rest are named in reading order."""
    keys = {piece.number: i for i, piece in enumerate(tour, 1)}
    names = {number: f"{ground.number}-{key}" for number, key in keys.items()}
    rest = [piece for piece in ground.pieces.values() if piece.number not in keys]
    for i, piece in enumerate(sorted(rest, key=lambda piece: (piece.y, piece.x, piece.number)), 1):
        names[piece.number] = f"{ground.number}-a{i}"
    return names, keys


def area_of(piece: Piece, name: str, key: int | None, gates: Sequence[Gate]) -> Area:
    """The record of a piece."""
    ring = [(x + piece.x, y + piece.y) for x, y in piece.form.outline]
    if piece.form.shape in ROUND_OR_SLANTED:
        for gate in gates:
            x, y, side = _own_wall(gate, piece)
            squared = square_off(ring, x, y, side, gate.width)
            # two gates at a neck of rock can bend the ring across itself: then it takes in the gate's squares whole
            ring = squared if LinearRing(squared).is_simple else take_in(ring, x, y, side, gate.width)
    return Area(
        id=name,
        key=key,
        kind=piece.kind,
        shape=piece.form.shape,
        outline=tuple(straightened([_number(place) for place in ring])),
        squares=runs_of_rows(piece.form.rows, piece.x, piece.y),
        width_ft=piece.width_ft,
        length_ft=piece.length_ft,
        area_sqft=piece.area_sqft,
        features=tuple(piece.features),
        contents=piece.contents,
        water=piece.water,
        hidden=piece.hidden,
        rolls=tuple(piece.rolls),
        search=piece.search,
    )


def _number(place: Place) -> Place:
    x, y = place
    return round(x, 2), round(y, 2)


def _own_wall(gate: Gate, piece: Piece) -> tuple[int, int, int]:
    """A gate as seen from one of its pieces: the first square of that piece, and the side."""
    if gate.a is piece:
        return gate.x, gate.y, gate.side
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[gate.side]
    return gate.x + dx, gate.y + dy, (gate.side + 2) & 3


def portals_of(ground: Ground, names: dict[int, str]) -> tuple[tuple[Portal, ...], dict[int, str]]:
    """The records of all gates in reading order, and the id of each gate's portal."""
    gates = sorted(ground.gates, key=lambda gate: (gate.y, gate.x, gate.side))
    ids = {id(gate): f"{ground.number}-p{i}" for i, gate in enumerate(gates, 1)}
    portals = tuple(
        Portal(
            id=ids[id(gate)],
            kind=gate.kind,
            between=(names[gate.a.number], names[gate.b.number]),
            at=(gate.x, gate.y),
            side=SIDES[gate.side],
            width=gate.width,
            secret=gate.secret,
            one_way=names[gate.toward.number] if gate.toward is not None else None,
        )
        for gate in gates
    )
    return portals, ids


def closet_of(
    form: Form, x: int, y: int, level: int, number: int, beside: str, at: tuple[int, int], side: int
) -> Closet:
    """The record of a closet with its secret door in a wall of the area beside it."""
    name = f"{level}-c{number}"
    area = Area(
        id=name,
        key=None,
        kind="room",
        shape="rectangle",
        outline=tuple((float(px + x), float(py + y)) for px, py in form.outline),
        squares=runs_of_rows(form.rows, x, y),
        width_ft=5 * min(form.width, form.height),
        length_ft=5 * max(form.width, form.height),
        area_sqft=25 * form.count,
        hidden=True,
    )
    portal = Portal(
        id=f"{level}-pc{number}", kind="door", between=(beside, name), at=at, side=SIDES[side], secret=True
    )
    return Closet(area=area, portal=portal)


def flow_of(ground: Ground, names: dict[int, str]) -> Flow:
    """The loops of a level: for each gate that closes one, the ring through the tree of the others."""
    parent: dict[int, tuple[Piece, Gate] | None] = {}
    depth: dict[int, int] = {}
    rings: list[tuple[str, ...]] = []
    done: set[int] = set()
    for root in ground.pieces.values():
        if root.number in parent:
            continue
        parent[root.number], depth[root.number] = None, 0
        queue = [root]
        for piece in queue:
            for gate in piece.gates:
                other = gate.other(piece)
                if id(gate) in done:
                    continue
                done.add(id(gate))
                if other.number not in parent:
                    parent[other.number], depth[other.number] = (piece, gate), depth[piece.number] + 1
                    queue.append(other)
                else:
                    rings.append(tuple(names[p.number] for p in _ring(piece, other, parent, depth)))
    cycles = tuple(Cycle(id=f"{ground.number}-loop{i}", kind="loop", areas=ring) for i, ring in enumerate(rings, 1))
    return Flow(cycles=cycles)


def _ring(a: Piece, b: Piece, parent: dict[int, tuple[Piece, Gate] | None], depth: dict[int, int]) -> list[Piece]:
    """The pieces round the ring that the gate between a and b closes."""
    left, right = [a], [b]
    while left[-1] is not right[-1]:
        longer = left if depth[left[-1].number] >= depth[right[-1].number] else right
        above = parent[longer[-1].number]
        assert above is not None
        longer.append(above[0])
    return left + right[-2::-1]


def level_record(
    ground: Ground,
    system: str,
    tour: Sequence[Piece],
    closets: Sequence[Closet],
    names: dict[int, str],
    keys: dict[int, int],
) -> tuple[Level, dict[int, str]]:
    """The record of a level, and the portal id of each gate (by id())."""
    portals, ids = portals_of(ground, names)
    rest = [piece for piece in ground.pieces.values() if piece.number not in keys]
    rest.sort(key=lambda piece: int(names[piece.number].split("-a")[1]))
    areas = tuple(area_of(p, names[p.number], keys.get(p.number), p.gates) for p in [*tour, *rest])
    level = Level(
        number=ground.number,
        system=system,
        size=(ground.width, ground.height),
        areas=areas,
        portals=portals,
        flow=flow_of(ground, names),
        reserved=tuple(closets),
        rolls=tuple(ground.spare),
    )
    return level, ids
