"""Rooms: a flow and a stream come in; for each node what it is and which forms it may take go out.

Sizes and shapes are rolled on the tables of document 000, for document 003 has none. A form is chosen when it is
known on which sides ways leave: not every shape has doors on every side.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import sqrt

from zinegen.carve.caves import cave
from zinegen.carve.chambers import Ask, forms_of, roll_chamber
from zinegen.carve.compact import Block
from zinegen.carve.cyclic.flow import Flow, Node
from zinegen.carve.entrance import Entrance, entrance_area
from zinegen.carve.forms import EAST, NORTH, SOUTH, WEST, Form, rectangle, turned
from zinegen.carve.growth import Growth
from zinegen.carve.pieces import strip_form
from zinegen.carve.stairways import TREADS
from zinegen.carve.tables import SHAPES, SIZES, bent, throw
from zinegen.dice import Stream

SCALES = (1.0, 0.8, 0.65, 0.5, 0.4, 0.32, 0.25)
MOST = {"room": 10, "hall": 15, "cave": 15}
"""The longest side, in squares."""
HALLS = 0.4
SPACE = 16
"""Squares that a room needs for what a cycle puts into it."""
NARROW = 3
REROLLS = 5
SIDES = (NORTH, EAST, SOUTH, WEST)


@dataclass(slots=True, eq=False)
class Room:
    """A node's room before it has a form."""

    ask: Ask
    forms: list[Form]
    contents: tuple[str, ...] = ()

    def form(self, sides: Collection[int], stream: Stream) -> tuple[Form, Entrance | None]:
        """A form with room for a door on each of these sides."""
        best: Form | None = None
        for form in stream.shuffled(self.forms):
            wide = [face[2] - face[1] if (face := form.faces[side]) else 0 for side in sides]
            if all(size >= 2 for size in wide):
                return form, None
            if all(wide) and best is None:
                best = form
        if best is None and self.ask.kind == "cave":
            best = self._other_cave(sides, stream)
        return best or self._plain(), None

    def _other_cave(self, sides: Collection[int], stream: Stream) -> Form | None:
        """The cave turned and mirrored until its sides fit."""
        for form in self.forms:
            for mirrored in (False, True):
                for times in stream.shuffled(range(4)):
                    other = turned(form, times, mirrored)
                    if all(other.faces[side] for side in sides):
                        return other
        return None

    def _plain(self) -> Form:
        side = max(4, min(8, round(sqrt(max(16, self.forms[0].count)))))
        return rectangle(side, side)


@dataclass(slots=True, eq=False)
class Gatehouse(Room):
    """The entrance area of document 000, whose stairs come down from the surface."""

    variant: int = 1

    def form(self, sides: Collection[int], stream: Stream) -> tuple[Form, Entrance | None]:
        """The entrance area, turned so that it has an exit on each of these sides."""
        for turns in stream.shuffled(range(4)):
            area = entrance_area(self.variant, turns)
            if set(sides) <= {side for _, _, side, _, _ in area.exits}:
                return area.form, area
        raise AssertionError("an entrance area has exits on three sides, and a start needs no more")


@dataclass(slots=True, eq=False)
class Porch(Room):
    """A landing with stairs at its far end."""

    wide: int = 2
    floor: int = 1
    """Squares of floor before the stairs."""

    @classmethod
    def of(cls, wide: int, floor: int) -> Porch:
        """A landing so wide, with so much floor before its stairs."""
        return cls(Ask("room", "strip", []), [], wide=wide, floor=floor)

    def form(self, sides: Collection[int], stream: Stream) -> tuple[Form, Entrance | None]:
        """The landing, open on its one side."""
        (side,) = sides
        length = TREADS + self.floor
        box = (0, 0, self.wide, length) if side in (NORTH, SOUTH) else (0, 0, length, self.wide)
        return strip_form(box, "nesw"[side]), None


def roll_rooms(flow: Flow, growth: Growth, caves: float, *, first: bool) -> dict[int, Room]:
    """Roll every node's size, shape and contents.

    Args:    caves: the chance that a hall is a cave. first: whether this is the level with the entrance.
    """
    out: dict[int, Room] = {}
    for node in flow.nodes:
        growth.caves = caves
        if node.id == flow.start and first:
            variant = int(throw(growth.stream, "entrance_area", node.rolls)["variant"])
            kind = "cave" if variant == 6 else "hall"
            form = entrance_area(variant, 0).form
            ask = Ask(kind, form.shape, [], area_sqft=form.count * 25)  # type: ignore[arg-type]
            out[node.id] = Gatehouse(ask, [form], variant=variant)
            continue
        out[node.id] = roll_room(growth, _kind(flow, node, growth), SPACE if node.roles - {"key"} else 0)
    return out


def _kind(flow: Flow, node: Node, growth: Growth) -> str:
    """What a node is by what it stands for; else by lot."""
    if node.theme == "caves":
        growth.caves = 0.8
        return "hall"
    if node.id == flow.goal:
        return "hall"
    return "hall" if growth.stream.chance(HALLS) else "room"


def roll_room(growth: Growth, kind: str, least: int = 0) -> Room:
    """Roll one room or hall and what it holds; one of fewer squares than `least`, or very narrow, is rolled again."""
    for attempt in range(REROLLS):
        ask = roll_chamber(growth, kind, "rerolled" if attempt else "")
        room = Room(ask, _forms(growth, ask))
        if all(form.count >= least and min(form.width, form.height) >= NARROW for form in room.forms):
            break
    contents = throw(growth.stream, "chamber_contents", ask.rolls)
    if "stairs" in contents["contents"]:
        bent(ask.rolls, "rerolled")
        contents = {"contents": []}
    room.contents = tuple({"trick_or_trap": "trap"}.get(word, word) for word in contents["contents"])
    return room


def _forms(growth: Growth, ask: Ask) -> list[Form]:
    """The forms of a chamber, scaled down until none is too large."""
    most = MOST[ask.kind]
    for scale in SCALES:
        sides = [max(w, h) * scale for w, h in ask.chambers]
        if scale != SCALES[-1] and (max(sides, default=0) > most or sum(sides) > (1.4 if sides[1:] else 1) * most):
            continue  # caves are dear to make
        forms = forms_of(growth, ask, scale)
        if all(max(form.width, form.height) <= most * (1.5 if ask.kind == "cave" else 1) for form in forms):
            if scale < 1:
                bent(ask.rolls, "shrunk", SIZES)
            return forms
    bent(ask.rolls, "shrunk", SIZES)
    if ask.kind == "cave":
        return [cave(growth.stream, [(10, 9)])]
    small = [form for form in forms if max(form.width, form.height) <= most]
    if not small:
        bent(ask.rolls, "plain", SHAPES)
    return small or [rectangle(8, 6), rectangle(6, 8)]


def block_of(form: Form, area: Entrance | None, sides: dict[int, int], stream: Stream) -> Block:
    """The block of a form with its doors; sides: side -> how wide the way there is."""
    block = Block(form.width, form.height)
    for side, wide in sides.items():
        if area is not None:
            x, y = stream.choice([one for one in area.exits if one[2] == side])[:2]
            block.doors[side] = x if side in (NORTH, SOUTH) else y
            continue
        face = form.faces[side]
        assert face is not None
        _, low, high = face
        if form.plain and high - low >= wide + 2:
            low, high = low + 1, high - 1  # ways by two walls do not meet at their corner
        block.doors[side] = _door_at(form, low, high - wide, stream)
    return block


def _door_at(form: Form, low: int, high: int, stream: Stream) -> int:
    """Where in low..high a door begins: the middle, or in plain walls anywhere at times."""
    middle = (low + high) // 2
    if form.plain and form.shape != "strip" and stream.chance(0.4):
        return stream.between(low, high)
    return middle + ((low + high) % 2 and stream.below(2))
