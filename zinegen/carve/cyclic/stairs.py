"""Ways up and down: landings that hang on start and goal, stairs in them, and where ways from above come out."""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.carve.cyclic.dig import Dug
from zinegen.carve.cyclic.flow import Node, Way
from zinegen.carve.cyclic.law import known
from zinegen.carve.cyclic.order import Order, Rows
from zinegen.carve.cyclic.rooms import Porch, Room, roll_room
from zinegen.carve.forms import NORTH, SOUTH, WEST
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.landings import FLOOR, come_out
from zinegen.carve.pieces import Foot, Piece
from zinegen.carve.plan import APART, Arrival, Box, gap
from zinegen.carve.stairways import TREADS, inner_spots, put_stair

SPIRAL = 0.3
"""The chance that one goes on by spiral stairs in the goal itself."""


def add_landings(order: Order, growth: Growth) -> Rows:
    """Nodes for the landings of stairs, hanging on start and goal; returns their ears."""
    plan, flow = order.plan, order.flow
    out: Rows = []
    if order.main is not None and order.main.stair.kind == "stairs":
        order.up = _landing(order, flow.start, min(order.main.box[2], order.main.box[3]), FLOOR)
        out.append(((flow.start, order.up), True))
    elif order.main is not None:
        order.rooms[flow.start] = _with_room(order, growth, order.main.box[2], flow.nodes[flow.start])
    if plan.number < plan.deepest:
        bolt = None if plan.through else flow.cycles[0].bolt
        order.spiral = bolt is None and order.stream.chance(SPIRAL)
        if order.spiral:
            order.rooms[flow.goal] = _with_room(order, growth, 2, flow.nodes[flow.goal])
        else:
            order.down = _landing(order, flow.goal, 2 if order.stream.chance(0.6) else 1, 1)
            flow.ways[-1].lock = bolt
            if bolt is not None:
                bolt.guards = flow.ways[-1]
            out.append(((flow.goal, order.down), True))
    if flow.cycles[0].bolt is not None and flow.cycles[0].bolt.guards is None:
        flow.cycles[0].bolt.guards = flow.goal
    return out


def _landing(order: Order, host: int, wide: int, floor: int) -> int:
    node = order.flow.node(0, "landing")
    order.flow.ways.append(Way(host, node.id))
    order.rooms[node.id] = Porch.of(wide, floor)
    return node.id


def _with_room(order: Order, growth: Growth, size: int, node: Node) -> Room:
    """A hall that has room for stairs inside; if need be, several are rolled."""
    for _ in range(20):
        room = roll_room(growth, "hall")
        forms = [form for form in room.forms if inner_spots(Piece(0, "hall", form, 0, 0), size)]
        if forms and room.ask.kind != "cave":
            room.forms = forms
            return room
    return order.rooms[node.id]


def put_stairs(order: Order, dug: Dug) -> bool:
    """Put the stairs down into the landing, or into the goal."""
    if order.down is not None:
        piece = dug.rooms[order.down]
        side = next(gate.side if gate.a is piece else (gate.side + 2) & 3 for gate in piece.gates)
        way = (side + 2) & 3
        box = (piece.x, piece.y, piece.form.width, piece.form.height)
        x, y = treads(box, side, 1)
        wide = min(box[2], box[3])
        steps = (x, y, wide, TREADS) if way in (NORTH, SOUTH) else (x, y, TREADS, wide)
        piece.heading = way
        if not _lands(order, steps):
            return False
        put_stair(dug.ground, piece, "stairs", True, order.hop, steps, way)
    if order.spiral:
        piece = dug.rooms[order.flow.goal]
        for x, y in order.stream.child("spiral").shuffled(inner_spots(piece, 2)):
            if _lands(order, (x, y, 2, 2)):
                put_stair(dug.ground, piece, "spiral_stairs", True, order.hop, (x, y, 2, 2), 0)
                return True
        return False
    return True


def _lands(order: Order, box: Box) -> bool:
    """Whether stairs may go down there: away from what comes in here, and from what there is on the levels below."""
    plan = order.plan
    here = [arrival.box for arrival in plan.arrivals]
    levels = range(plan.number + 1, plan.number + order.hop + 1)
    below = [other for level in levels for other in plan.taken.get(level, [])]
    return all(gap(box, other) >= 4 for other in here) and all(gap(box, other) >= APART for other in below)


def arrive(order: Order, dug: Dug) -> bool:
    """Let every way from above come out: the first in start or its landing, others in a room or by a tunnel."""
    for arrival in order.plan.arrivals:
        if arrival is order.main:
            piece: Piece | None = dug.rooms[order.flow.start if order.up is None else order.up]
            assert piece is not None
            if order.up is not None:
                piece.heading = arrival.stair.way
        else:
            rooms = known(dug.flow) if order.plan.through else dug.rooms
            piece = _other_arrival(dug.ground, arrival, [dug.rooms[node] for node in rooms])
            if piece is None:
                return False
        dug.ground.feet.append(Foot(arrival.stair, piece))
    return True


def treads(box: Box, side: int, floor: int) -> tuple[int, int]:
    """The north-west square of the stairs in a landing that is open on one side, with so much floor before them."""
    x, y, _, _ = box
    return (x, y + floor) if side == NORTH else (x + floor, y) if side == WEST else (x, y)


def main_arrival(arrivals: list[Arrival]) -> Arrival | None:
    """The arrival by which one first comes to a level: both ways rather than down only, that rather than up only."""
    ways = [arrival for arrival in arrivals if not arrival.stair.looks]
    usual = [arrival for arrival in ways if not arrival.stair.into] or ways
    return min(usual, key=lambda one: (one.stair.rising, one.stair.one_way, not one.stair.main), default=None)


def _other_arrival(ground: Ground, arrival: Arrival, rooms: Sequence[Piece]) -> Piece | None:
    """That of some rooms which a way from above comes out in, or a landing with a tunnel to one that is near."""
    at, size = arrival.box[:2], arrival.box[2]
    near = [other for other in rooms if other.keyed and not other.hidden]
    reaches = ((2, 30), (1, 60), (1, 160), (1, 400))
    return come_out(
        ground, arrival, lambda inside: inside in rooms and at in inner_spots(inside, size), near, reaches
    )
