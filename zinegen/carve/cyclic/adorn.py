"""Adornment (step 5 of document 003): side rooms and closets are hung on what is dug, up to the number asked for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from zinegen.carve.caves import smoothed
from zinegen.carve.cyclic.dig import VESTIBULE, Dug, gate_kind
from zinegen.carve.cyclic.flow import Node, Way
from zinegen.carve.cyclic.law import known
from zinegen.carve.cyclic.rooms import roll_room
from zinegen.carve.exits import wall_spot
from zinegen.carve.forms import DX, DY, NORTH, SOUTH, Form, rectangle
from zinegen.carve.growth import Growth
from zinegen.carve.pieces import Gate, Piece, strip_box, strip_form
from zinegen.carve.plan import LevelPlan
from zinegen.carve.stairways import chamber_stair
from zinegen.carve.tables import SHAPES, SIZES, bent
from zinegen.dice import Stream
from zinegen.dungeon.model import LinkKind, PortalKind, Rolled

TRIES = 12
SECRET = 0.18
"""The chance that a side room is a secret one."""
NECKS = (0, 1, 1, 2, 3)
"""How many squares of passage lead to a side room."""
SECOND_WAY = 0.3
"""The chance of a second way in, and of a second way down."""
LARGEST = 60
"""Squares of a side room."""


def adorn(dug: Dug, plan: LevelPlan, stream: Stream) -> bool:
    """Hide keys in closets, and hang side rooms on the level until the target stands.

    Returns: False where a way down that must be has no place.
    """
    growth = Growth(dug.ground, stream, plan, caves=0.15)
    for bolt in dug.flow.bolts:
        for key in bolt.keys:
            if key.hidden and dug.ground.keyed < plan.most:
                closet = _hang(dug, growth, [dug.rooms[key.node]], _closet())
                if closet is not None:
                    closet.roles.add("cache")
                    key.node, key.hidden = closet.id, False
    for levels in plan.down_to[1:]:
        near = [dug.rooms[node] for node in known(dug.flow)[1:] if _may_host(dug, dug.flow.nodes[node])]
        if not _hang_shaft(dug, plan, growth, stream.shuffled(near), levels=levels, secret=False):
            return False
    for levels in plan.looks_to:
        near = sorted(
            (dug.rooms[node] for node in known(dug.flow)), key=lambda room: room is not dug.rooms[dug.flow.start]
        )
        if not any(chamber_stair(growth, room, "chasm_sight", True, levels) for room in near if room.keyed):
            return False
    _more_ways(dug, plan, growth)
    misses = 0
    while dug.ground.keyed < plan.target and misses < TRIES:
        misses += _hang(dug, growth, _hosts(dug, stream), _side_room(growth)) is None
    return True


def _more_ways(dug: Dug, plan: LevelPlan, growth: Growth) -> None:
    """At times a second way in from the surface; at times a shaft down in a secret room, past the goal."""
    stream = growth.stream
    if plan.number == 1 and stream.chance(SECOND_WAY):
        near = [dug.rooms[node] for node in known(dug.flow)[1:] if _may_host(dug, dug.flow.nodes[node])]
        _hang_shaft(dug, plan, growth, near, levels=-1, secret=False)
    if plan.number < plan.deepest and plan.downs > 1 and not plan.down_to and stream.chance(SECOND_WAY):
        _hang_shaft(dug, plan, growth, _hosts(dug, stream), levels=1, secret=True)


def _hang_shaft(dug: Dug, plan: LevelPlan, growth: Growth, hosts: list[Piece], *, levels: int, secret: bool) -> bool:
    """Hang a room with a shaft, ladder or spiral stairs in it. False where there is no place.

    Args: levels: how many it goes down; -1: up to the surface.
    """
    if dug.ground.keyed >= plan.most or not hosts:
        return False
    forms = [rectangle(4, 4), rectangle(4, 5), rectangle(5, 4)]
    rolls = [Rolled(table="stairs", bend="second way")]
    node = _hang(dug, growth, hosts, _New("room", forms, rolls, (), 0, secret))
    if node is None:
        return False
    kinds: list[LinkKind] = ["shaft", "spiral_stairs"] if levels > 0 else ["shaft", "ladder"]
    kind = growth.stream.choice(kinds)
    return chamber_stair(growth, dug.rooms[node.id], kind, levels > 0, abs(levels)) is not None


def _hosts(dug: Dug, stream: Stream) -> list[Piece]:
    """The rooms that a side room may hang on, those first that keep the level compact."""
    rooms = [dug.rooms[node.id] for node in dug.flow.nodes if _may_host(dug, node)]
    cx = sum(room.middle[0] for room in rooms) / len(rooms)
    cy = sum(room.middle[1] for room in rooms) / len(rooms)

    def rank(room: Piece) -> float:
        far = abs(room.middle[0] - cx) + abs(room.middle[1] - cy)
        return 0.5 * far + 4 * max(0, len(room.gates) - 2) + stream.uniform(0, 16)

    return sorted(rooms, key=rank)[:6]


def _may_host(dug: Dug, node: Node) -> bool:
    room = dug.rooms[node.id]
    if room.kind == "landing" or room.hidden or len(room.gates) >= 5 or "cache" in node.roles:
        return False
    return not any(feature.kind == "start" for feature in room.features)


@dataclass(slots=True)
class _New:
    """A room to hang on another."""

    kind: Literal["room", "hall", "cave"]
    forms: list[Form]
    rolls: list[Rolled]
    contents: tuple[str, ...]
    area_sqft: int
    secret: bool


@dataclass(slots=True)
class _Spot:
    """Where a room is hung on: a wall of another, behind a neck of passage."""

    host: Piece
    side: int
    x: int
    y: int
    wide: int
    neck: int


def _closet() -> _New:
    forms = [rectangle(2, 2), rectangle(2, 3), rectangle(3, 2)]
    return _New("room", forms, [Rolled(table="key_hidden", bend="closet")], (), 0, True)


def _side_room(growth: Growth) -> _New:
    stream = growth.stream
    rolled = roll_room(growth, "room" if stream.chance(0.75) else "hall")
    ask, kind = rolled.ask, rolled.ask.kind
    forms = [form for form in rolled.forms if form.count <= LARGEST]
    if not forms:
        kind, forms = "hall" if kind == "cave" else kind, [rectangle(4, 4), rectangle(4, 6), rectangle(6, 4)]
        bent(ask.rolls, "shrunk", SIZES)
        bent(ask.rolls, "plain", SHAPES)
    return _New(kind, forms, ask.rolls, rolled.contents, ask.area_sqft, stream.chance(SECRET))


def _hang(dug: Dug, growth: Growth, hosts: list[Piece], new: _New) -> Node | None:
    """Hang a room on one of some rooms; None where none has a wall free for it."""
    stream = growth.stream
    for host in hosts:
        for side in stream.shuffled(range(4)):
            at = wall_spot(growth, host, side, new.kind == "room")
            if at is None:
                continue
            for neck in stream.shuffled(NECKS):
                spot = _Spot(host, side, at[0], at[1], 1 if new.secret else at[3], neck)
                found = _fit(growth, spot, new.forms)
                if found is not None:
                    return _dig(dug, growth, spot, new, *found)
    return None


def _fit(growth: Growth, spot: _Spot, forms: list[Form]) -> tuple[Form, int, int] | None:
    """A form and a place for it behind a neck of passage."""
    ground, side, neck = growth.ground, spot.side, spot.neck
    sx, sy = spot.x + DX[side], spot.y + DY[side]
    if neck and ground.clear(sx, sy, side, spot.wide, neck, spot.host) < neck:
        return None
    sx, sy = sx + DX[side] * neck, sy + DY[side] * neck
    upright = side in (NORTH, SOUTH)
    for form in growth.stream.shuffled(forms):
        face = form.faces[(side + 2) & 3]
        if face is None:
            continue
        line, low, high = face
        if form.plain and high - low > 4:
            low, high = low + 1, high - 1
        if high - low < spot.wide:
            continue
        for shift in dict.fromkeys(((low + high - spot.wide) // 2, low, high - spot.wide)):
            x, y = (sx - shift, sy - line) if upright else (sx - line, sy - shift)
            if ground.fits(form, x, y, None if neck else spot.host):
                return form, x, y
    return None


def _dig(dug: Dug, growth: Growth, spot: _Spot, new: _New, form: Form, x: int, y: int) -> Node:
    """Dig a room behind its neck, and add it to the flow."""
    ground, host = growth.ground, spot.host
    if new.kind == "cave":
        form = smoothed(growth.stream, replace(form, shape="cave", plain=False))
    piece = ground.dig(new.kind, form, x, y, new.rolls)
    piece.area_sqft, piece.contents = new.area_sqft or form.count * 25, new.contents
    piece.fixed, piece.hidden = True, new.secret
    beside = next(dug.flow.nodes[node] for node, room in dug.rooms.items() if room is host)
    node = dug.flow.node(beside.cycle, "side")
    dug.rooms[node.id] = piece
    at = len(dug.flow.ways)
    dug.flow.ways.append(Way(beside.id, node.id, secret=new.secret))
    if spot.neck:
        box = strip_box(spot.x + DX[spot.side], spot.y + DY[spot.side], spot.side, spot.wide, spot.neck)
        passage = ground.dig("passage", strip_form(box), box[0], box[1], [])
        passage.heading, passage.hidden = spot.side, new.secret
        passage.width_ft, passage.length_ft = 5 * spot.wide, 5 * spot.neck
        dug.passages[at] = passage
        near = "open" if spot.neck <= VESTIBULE else gate_kind(host)
        first = _open(growth, host, passage, spot, 0, near)
        last = _open(growth, passage, piece, spot, spot.neck, gate_kind(piece))
    else:
        door = "door" in (gate_kind(host), gate_kind(piece))
        first = last = _open(growth, host, piece, spot, 0, "door" if door else gate_kind(piece))
    if new.secret:
        first.secret, first.kind = True, "door"
        if last is not first and spot.neck <= VESTIBULE:
            last.kind = "open"
    dug.gates[at] = (first, last)
    return node


def _open(growth: Growth, a: Piece, b: Piece, spot: _Spot, steps: int, kind: PortalKind) -> Gate:
    x, y = spot.x + DX[spot.side] * steps, spot.y + DY[spot.side] * steps
    return growth.ground.open(Gate(a, b, x, y, spot.side, spot.wide, kind, rolled=False))
