"""What a level is made of while it is being carved: pieces, the gates between them, stairs and their feet."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from msgspec.structs import replace

from zinegen.carve.forms import EAST, NORTH, SOUTH, Face, Form, rectangle
from zinegen.dungeon.model import AreaKind, Feature, LinkKind, Place, PortalKind, Rolled

KEYED = ("room", "hall", "cave")


@dataclass(slots=True, eq=False)
class Piece:
    """What becomes an area: a form at a place, and what was rolled for it."""

    number: int
    kind: AreaKind
    form: Form
    x: int
    y: int
    rolls: list[Rolled] = field(default_factory=list)
    heading: int = NORTH
    """The way of a strip; of a chamber the way one came in."""
    width_ft: int = 0
    length_ft: int = 0
    area_sqft: int = 0
    gates: list[Gate] = field(default_factory=list)
    features: list[Feature] = field(default_factory=list)
    contents: tuple[str, ...] = ()
    water: str = ""
    family: int = 0
    """The arrival it grew from."""
    fixed: bool = False
    """True: neither trimmed nor shortened."""
    hidden: bool = False
    numbered: bool = False
    """True for a passage that holds something, so that it gets a number as a chamber does."""
    search: Literal["", "nothing", "secret_door", "wandering_monster"] = ""
    """What the one search of it brings, where its system has such."""
    star: tuple[int, int, tuple[str, ...], tuple[str, ...]] | None = None
    """Of a junction with arms and legs: what `stars.star` made it from."""

    @property
    def keyed(self) -> bool:
        """Whether it is a room, hall or cave."""
        return self.kind in KEYED

    @property
    def middle(self) -> Place:
        """The middle of its box."""
        return self.x + self.form.width / 2, self.y + self.form.height / 2

    def row(self, y: int) -> int:
        """The row mask of its squares in row y of the frame."""
        y -= self.y
        return self.form.rows[y] << self.x if 0 <= y < self.form.height else 0

    def owns(self, x: int, y: int) -> bool:
        """Whether the square is one of its own."""
        return bool(self.row(y) >> x & 1)

    def face(self, side: int) -> Face | None:
        """Where gates may be on one side, in the frame: (line, low, high)."""
        face = self.form.faces[side]
        if face is None:
            return None
        line, low, high = face
        if side in (NORTH, SOUTH):
            return line + self.y, low + self.x, high + self.x
        return line + self.x, low + self.y, high + self.y


@dataclass(slots=True, eq=False)
class Gate:
    """What becomes a portal: `width` squares of wall on one side of square x, y of piece a."""

    a: Piece
    b: Piece
    x: int
    y: int
    side: int
    width: int = 1
    kind: PortalKind = "open"
    secret: bool = False
    toward: Piece | None = None
    """The piece that a one-way door leads to."""
    locked: bool = False
    rolled: bool = True
    """False for what the mending of loops added."""
    shut: bool = False
    """True while a question is asked that leaves it out."""
    middle: Place = (0.0, 0.0)
    """The middle of the piece of wall."""

    def __post_init__(self) -> None:
        self.move(0, 0)

    def move(self, dx: int, dy: int) -> None:
        """Move it."""
        self.x, self.y = self.x + dx, self.y + dy
        half = self.width / 2
        if self.side in (NORTH, SOUTH):
            self.middle = self.x + half, float(self.y + (self.side == SOUTH))
        else:
            self.middle = float(self.x + (self.side == EAST)), self.y + half

    def other(self, piece: Piece) -> Piece:
        """The piece on the other side."""
        return self.b if piece is self.a else self.a


@dataclass(slots=True, eq=False)
class Stair:
    """A way to another level, as rolled: where it starts here, how far it goes."""

    piece: Piece
    kind: LinkKind
    down: bool
    levels: int
    at: Place
    box: tuple[int, int, int, int]
    """x, y, width and height of its squares."""
    way: int
    """Towards down, for stairs; else 0."""
    into: str = ""
    """"", "hall", "dead_end", "room" or "secret_door"."""
    one_way: bool = False
    """True: one can only go down by it."""
    rising: bool = False
    """True: one can only come up by it."""
    size: tuple[float, float] = (1.0, 1.0)
    surface: bool = False
    secret: bool = False
    """True where nobody knows of it but whoever found it."""

    @property
    def looks(self) -> bool:
        """Whether one can only look down it."""
        return self.kind == "chasm_sight"

    @property
    def main(self) -> bool:
        """Whether it joins its level to the next below, both ways and without an end."""
        return (
            self.down
            and self.levels == 1
            and self.into != "dead_end"
            and not (self.one_way or self.rising or self.looks)
        )


@dataclass(slots=True, eq=False)
class Foot:
    """The other end of a stair that starts on another level."""

    stair: Stair
    piece: Piece


def moved(feature: Feature, dx: float, dy: float) -> Feature:
    """A feature somewhere else."""
    ring = tuple((x + dx, y + dy) for x, y in feature.outline)
    return replace(feature, at=(feature.at[0] + dx, feature.at[1] + dy), outline=ring)


def strip_box(x: int, y: int, side: int, width: int, length: int) -> tuple[int, int, int, int]:
    """x, y, width and height of a strip whose first line begins at square x, y and which goes towards `side`."""
    if side == NORTH:
        return x, y - length + 1, width, length
    if side == SOUTH:
        return x, y, width, length
    if side == EAST:
        return x, y, length, width
    return x - length + 1, y, length, width


def strip_form(box: tuple[int, int, int, int], faces: str = "all") -> Form:
    """The form of a strip with that box; `faces` as make_form has it: where others may join it."""
    return rectangle(box[2], box[3], "strip", faces)
