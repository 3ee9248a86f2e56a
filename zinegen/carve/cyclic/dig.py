"""Digging: a flow, a sketch and rooms come in; a laid-out level, and from it the dug ground, goes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from zinegen.carve.caves import smoothed
from zinegen.carve.compact import Block, Box, Plan, compact, side_of
from zinegen.carve.cyclic.flow import Flow, Way
from zinegen.carve.cyclic.rooms import Gatehouse, Room, block_of
from zinegen.carve.embed import Sketch
from zinegen.carve.entrance import Entrance, put_entrance_stairs
from zinegen.carve.forms import EAST, NORTH, SOUTH, Form, from_rows
from zinegen.carve.ground import Ground
from zinegen.carve.pieces import Gate, Piece, strip_form
from zinegen.dice import Stream
from zinegen.dungeon.model import Place, PortalKind

WIDE = 0.65
"""The chance that a way is 10 ft wide."""
VESTIBULE = 3
"""A passage so short, in squares, has a door at one end only."""
SHUT: dict[str, PortalKind] = {"door_and_key": "locked", "feature_or_npc_and_item": "portcullis"}
"""Kind of lock -> its portal; what else keeps a way shut (a monster, a fire) stands in an open one."""


@dataclass(slots=True)
class Layout:
    """A level with places, not dug yet."""

    sketch: Sketch
    plan: Plan
    forms: dict[int, tuple[Form, Entrance | None]]
    blocks: dict[int, Block]
    sides: dict[tuple[int, int], tuple[int, int]]
    """(a, b) -> the side of a, and of b, where the way leaves."""

    def box(self, node: int) -> Box:
        """A room's box."""
        x, y = self.plan.rooms[node]
        return x, y, self.blocks[node].width, self.blocks[node].height

    def bounds(self) -> Box:
        """West, north, east and south bound."""
        boxes = [self.box(node) for node in self.blocks] + [box for runs in self.plan.runs.values() for box in runs]
        return (
            min(box[0] for box in boxes),
            min(box[1] for box in boxes),
            max(box[0] + box[2] for box in boxes),
            max(box[1] + box[3] for box in boxes),
        )

    def leaves(self, node: int) -> list[int]:
        """The sides of a node that ways leave by."""
        found = [(pair, sides) for pair, sides in self.sides.items() if node in pair]
        return [sides[pair.index(node)] for pair, sides in found]

    def length(self, way: tuple[int, int]) -> int:
        """The squares of corridor of a way, along its middle."""
        runs = self.plan.runs[way]
        wide = min(runs[0][2], runs[0][3]) if len(runs) > 1 else 0
        return sum(max(w, h) for _, _, w, h in runs) - wide * (len(runs) - 1) if len(runs) > 1 else _along(runs[0])


def _along(box: Box) -> int:
    return max(box[2], box[3])


def lay_out(flow: Flow, rooms: Mapping[int, Room], sketch: Sketch, stream: Stream) -> Layout:
    """Give every room a form and a place, and every way its runs."""
    wishes: dict[tuple[int, int], int] = {}
    by_pair = {(way.a, way.b): way for way in flow.ways}
    leaves: dict[int, dict[int, tuple[int, int]]] = {node: {} for node in sketch.at}
    sides: dict[tuple[int, int], tuple[int, int]] = {}
    for pair, path in sketch.ways.items():
        way = by_pair.get(pair) or by_pair[pair[1], pair[0]]
        wishes[pair] = 1 if way.sight or way.secret or not stream.chance(WIDE) else 2
        sides[pair] = side_of(path[0], path[1]), side_of(path[-1], path[-2])
        leaves[pair[0]][sides[pair][0]] = pair
        leaves[pair[1]][sides[pair][1]] = pair
    forms = {node: rooms[node].form(leaves[node], stream) for node in sketch.at}
    for node, found in leaves.items():  # how wide a way can be, both its ends say
        form, area = forms[node]
        for side, pair in found.items():
            face = form.faces[side]
            if area is not None:
                wishes[pair] = min(wishes[pair], max(one[3] for one in area.exits if one[2] == side))
            elif face is not None:
                wishes[pair] = min(wishes[pair], face[2] - face[1])
    blocks = {}
    for node, found in leaves.items():
        wanted = {side: wishes[pair] for side, pair in found.items()}
        blocks[node] = block_of(*forms[node], wanted, stream)
    return Layout(sketch, compact(sketch, blocks, wishes), forms, blocks, sides)


@dataclass(slots=True, eq=False)
class Dug:
    """A dug level: which piece became of which node, and of which way."""

    ground: Ground
    flow: Flow
    rooms: dict[int, Piece] = field(default_factory=dict)
    passages: dict[int, Piece] = field(default_factory=dict)
    """Index of a way -> its passage."""
    gates: dict[int, tuple[Gate, Gate]] = field(default_factory=dict)
    """Index of a way -> its gates at a and at b."""
    lines: dict[int, tuple[Place, Place]] = field(default_factory=dict)
    """Index of a way that is seen along -> where one looks along, from a to b, counted from the corner of a."""


def dig(
    ground: Ground, flow: Flow, rooms: Mapping[int, Room], layout: Layout, dx: int, dy: int, stream: Stream
) -> Dug:
    """Dig a layout, moved by dx, dy, into empty ground."""
    dug = Dug(ground, flow)
    for node in flow.nodes:
        room, (form, area) = rooms[node.id], layout.forms[node.id]
        x, y = layout.plan.rooms[node.id]
        if room.ask.kind == "cave":
            form = smoothed(stream, replace(form, shape="cave", plain=False))
        kind = "landing" if form.shape == "strip" else room.ask.kind
        piece = ground.dig(kind, form, x + dx, y + dy, [*node.rolls, *room.ask.rolls])
        piece.area_sqft = room.ask.area_sqft
        piece.width_ft, piece.length_ft = room.ask.width * 5, room.ask.height * 5
        piece.contents, piece.fixed = room.contents, True
        if area is not None and isinstance(room, Gatehouse):
            piece.heading = area.way
            put_entrance_stairs(ground, piece, area, piece.x, piece.y)
        dug.rooms[node.id] = piece
    for i, way in enumerate(flow.ways):
        pair = (way.a, way.b) if (way.a, way.b) in layout.plan.runs else (way.b, way.a)
        if not way.sight:
            _dig_way(dug, i, way, pair, layout, dx, dy)
    for i, way in enumerate(flow.ways):
        pair = (way.a, way.b) if (way.a, way.b) in layout.plan.runs else (way.b, way.a)
        if way.sight:
            _look(dug, i, way, pair, layout, dx, dy)
    return dug


def _look(dug: Dug, at: int, way: Way, pair: tuple[int, int], layout: Layout, dx: int, dy: int) -> None:
    """Keep the lane free along which one looks, or make the passage there one that can be seen through."""
    (box,) = layout.plan.runs[pair]
    x, y, wide, tall = box[0] + dx, box[1] + dy, box[2], box[3]
    side = layout.sides[pair][0]
    ends = [(x + wide / 2, float(y)), (x + wide / 2, float(y + tall))]
    if side not in (NORTH, SOUTH):
        ends = [(float(x), y + tall / 2), (float(x + wide), y + tall / 2)]
    if (side in (SOUTH, EAST)) != (pair == (way.a, way.b)):
        ends.reverse()
    room = dug.rooms[way.a]
    (ax, ay), (bx, by) = ends
    dug.lines[at] = (ax - room.x, ay - room.y), (bx - room.x, by - room.y)
    walked = [i for i, other in enumerate(dug.flow.ways) if not other.sight and (other.a, other.b) == (way.a, way.b)]
    for i in walked:
        for gate in dug.gates[i]:
            gate.kind = "arch" if gate.kind == "door" and not gate.locked else gate.kind
    if not walked:
        dug.ground.block(x, y, wide, tall)


def _dig_way(dug: Dug, at: int, way: Way, pair: tuple[int, int], layout: Layout, dx: int, dy: int) -> None:
    """Dig the passage of a way and open its gates."""
    runs = [(x + dx, y + dy, w, h) for x, y, w, h in layout.plan.runs[pair]]
    piece = _passage(dug.ground, runs, layout.sides[pair][0])
    wide = _breadth(runs, layout.sides[pair][0])
    piece.width_ft, piece.length_ft = 5 * wide, 5 * max(1, layout.length(pair))
    piece.hidden = way.secret and _blind(dug.flow, way)
    dug.passages[at] = piece
    gates = {}
    for node, side in zip(pair, layout.sides[pair], strict=True):
        room = dug.rooms[node]
        block = layout.blocks[node]
        x, y = room.x, room.y
        if side in (NORTH, SOUTH):
            x += block.doors[side]
            y += (block.height - 1) if side == SOUTH else 0
        else:
            y += block.doors[side]
            x += (block.width - 1) if side == EAST else 0
        gates[node] = dug.ground.open(Gate(room, piece, x, y, side, wide, gate_kind(room), rolled=False))
    a, b = gates[way.a], gates[way.b]
    if layout.length(pair) <= VESTIBULE:  # two doors in a row are one too many
        shut_here = way.lock is not None or way.secret or (dug.rooms[way.b].kind != "room" and not way.one_way)
        (b if shut_here else a).kind = "open"
    a.secret = way.secret
    b.secret = piece.hidden
    if a.secret:
        a.kind = "door"
    if b.secret:
        b.kind = "door"
    if way.one_way:
        b.toward = dug.rooms[way.b]
        b.kind = "door"
    if way.lock is not None:
        a.locked, a.kind = True, SHUT.get(way.lock.kind, "open" if dug.rooms[way.a].kind == "cave" else "arch")
    dug.gates[at] = (a, b)


def _blind(flow: Flow, way: Way) -> bool:
    """Whether a secret way joins two rooms directly: then its other end is secret too."""
    return way.arc is not None and not way.arc.nodes


def gate_kind(room: Piece) -> PortalKind:
    """What closes a room off from a passage, before the dice say more."""
    return {"room": "door", "hall": "arch", "cave": "open", "landing": "open"}.get(room.kind, "open")  # type: ignore[return-value]


def _breadth(runs: list[Box], side: int) -> int:
    return runs[0][2] if side in (NORTH, SOUTH) else runs[0][3]


def _passage(ground: Ground, runs: list[Box], side: int) -> Piece:
    """Dig a passage of straight runs as one piece."""
    if len(runs) == 1:
        piece = ground.dig("passage", strip_form(runs[0]), runs[0][0], runs[0][1], [])
        piece.heading = side
        return piece
    left, top = min(box[0] for box in runs), min(box[1] for box in runs)
    rows = [0] * (max(box[1] + box[3] for box in runs) - top)
    for x, y, w, h in runs:
        for j in range(y - top, y - top + h):
            rows[j] |= ((1 << w) - 1) << (x - left)
    piece = ground.dig("passage", from_rows("polygon", rows, ""), left, top, [])
    piece.heading = side
    return piece
