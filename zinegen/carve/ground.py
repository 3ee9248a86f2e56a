"""The ground of one level while it is being carved: pieces, gates, stairs, and who owns which square.

Nothing here rolls a die. A square has one owner, always; occupancy is kept twice, as row masks (is this free?) and as
a list of owners (whom did I hit?), because the two questions are asked thousands of times a level.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec.structs import replace

from zinegen.carve.forms import DX, DY, EAST, NORTH, SOUTH, Face, Form, rectangle
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
    star: tuple[int, int, tuple[str, ...], tuple[str, ...]] | None = None
    """Of a junction with arms and legs: what `stars.star` made it from."""

    @property
    def keyed(self) -> bool:
        """Whether it gets a number of its own."""
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
    """"", "hall" or "dead_end"."""
    one_way: bool = False
    size: tuple[float, float] = (1.0, 1.0)
    surface: bool = False

    @property
    def main(self) -> bool:
        """Whether it joins its level to the next below, both ways and without an end."""
        return self.down and self.levels == 1 and self.into != "dead_end" and not self.one_way


@dataclass(slots=True, eq=False)
class Foot:
    """The other end of a stair that starts on another level."""

    stair: Stair
    piece: Piece


@dataclass(slots=True, eq=False)
class Ground:
    """One level being carved."""

    width: int
    height: int
    number: int = 1
    rows: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    pieces: dict[int, Piece] = field(default_factory=dict)
    gates: list[Gate] = field(default_factory=list)
    stairs: list[Stair] = field(default_factory=list)
    feet: list[Foot] = field(default_factory=list)
    spare: list[Rolled] = field(default_factory=list)
    """Rolls that no drawn piece keeps."""
    keyed: int = 0
    last: int = 0

    def __post_init__(self) -> None:
        self.rows = [0] * self.height
        self.own = [0] * (self.width * self.height)

    # ------------------------------------------------------------------------------------------------ questions

    def owner(self, x: int, y: int) -> Piece | None:
        """The piece that owns a square, if any."""
        if not (0 <= x < self.width and 0 <= y < self.height):
            return None
        return self.pieces.get(self.own[y * self.width + x])

    def fits(self, form: Form, x: int, y: int, allow: Piece | None = None) -> bool:
        """Whether the form can be dug at x, y with one square of rock to all but `allow`, which it may touch."""
        if x < 1 or y < 1 or x + form.width >= self.width or y + form.height >= self.height:
            return False
        shift = x - 1
        for j, mask in enumerate(form.halo, y - 1):
            hit = self.rows[j] & (mask << shift)
            if hit and (allow is None or hit & ~allow.row(j)):
                return False
        if allow is not None:
            for j, mask in enumerate(form.rows, y):
                if self.rows[j] & (mask << x):
                    return False
        return True

    def clear(self, x: int, y: int, side: int, width: int, most: int, allow: Piece | None) -> int:
        """How many squares a strip can be dug from its first line on, with one square of rock around, at most `most`.

        The first line begins at square x, y and runs east or south; the strip goes towards `side`.
        """
        across = x if side in (NORTH, SOUTH) else y
        if across < 1 or across + width >= (self.width if side in (NORTH, SOUTH) else self.height):
            return 0
        if side in (NORTH, SOUTH):
            return self._clear_rows(x, y, DY[side], width, most, allow)
        return self._clear_columns(x, y, DX[side], width, most, allow)

    def _clear_rows(self, x: int, y: int, step: int, width: int, most: int, allow: Piece | None) -> int:
        halo, body = ((1 << (width + 2)) - 1) << (x - 1), ((1 << width) - 1) << x
        done = -1
        for i in range(-1, most + 1):
            j = y + i * step
            if not 0 <= j < self.height:
                break
            hit = self.rows[j] & halo
            if hit and ((hit & body and i >= 0) or allow is None or hit & ~allow.row(j)):
                break
            done = i
        return max(0, done)

    def _clear_columns(self, x: int, y: int, step: int, width: int, most: int, allow: Piece | None) -> int:
        halo = body = 0
        for j in range(y - 1, y + width + 1):
            row = self.rows[j]
            if y <= j < y + width:
                body |= row
            halo |= row & ~allow.row(j) if allow is not None else row
        done = -1
        for i in range(-1, most + 1):
            k = x + i * step
            if not 0 <= k < self.width:
                break
            if halo >> k & 1 or (i >= 0 and body >> k & 1):
                break
            done = i
        return max(0, done)

    # -------------------------------------------------------------------------------------------------- changes

    def dig(self, kind: AreaKind, form: Form, x: int, y: int, rolls: list[Rolled] | None = None) -> Piece:
        """Put a piece into the ground; the caller has made sure that its squares are free."""
        self.last += 1
        piece = Piece(self.last, kind, form, x, y, rolls if rolls is not None else [])
        self.pieces[self.last] = piece
        self._mark(piece, self.last)
        self.keyed += piece.keyed
        return piece

    def _mark(self, piece: Piece, number: int) -> None:
        width, own, left = self.width, self.own, piece.x
        for j, mask in enumerate(piece.form.rows, piece.y):
            if number:
                self.rows[j] |= mask << left
            else:
                self.rows[j] &= ~(mask << left)
            base = j * width + left
            while mask:
                low = (mask & -mask).bit_length() - 1
                length = (~(mask >> low) & ((mask >> low) + 1)).bit_length() - 1
                own[base + low : base + low + length] = [number] * length
                mask &= ~(((1 << length) - 1) << low)

    def reform(self, piece: Piece, form: Form, x: int, y: int) -> None:
        """Give a piece another form and place."""
        self._mark(piece, 0)
        piece.form, piece.x, piece.y = form, x, y
        self._mark(piece, piece.number)

    def fill(self, piece: Piece) -> None:
        """Take a piece and its gates out again; its rolls stay as rolled, not drawn."""
        self.erase(piece)
        self.spare += [Rolled(table=r.table, rolled=r.rolled, bend=r.bend, drawn=False) for r in piece.rolls]

    def erase(self, piece: Piece) -> None:
        """Take a piece and its gates out again as if it had never been."""
        for gate in list(piece.gates):
            self.close(gate)
        self._mark(piece, 0)
        del self.pieces[piece.number]
        self.keyed -= piece.keyed
        self.stairs = [stair for stair in self.stairs if stair.piece is not piece]

    def open(self, gate: Gate) -> Gate:
        """Add a gate."""
        self.gates.append(gate)
        gate.a.gates.append(gate)
        gate.b.gates.append(gate)
        return gate

    def close(self, gate: Gate) -> None:
        """Take a gate out."""
        self.gates.remove(gate)
        gate.a.gates.remove(gate)
        gate.b.gates.remove(gate)

    def move(self, dx: int, dy: int, width: int, height: int) -> None:
        """Move everything in the frame and give the frame another size."""
        pieces = list(self.pieces.values())
        self.width, self.height = width, height
        self.rows, self.own = [0] * height, [0] * (width * height)
        for piece in pieces:
            piece.x, piece.y = piece.x + dx, piece.y + dy
            piece.features = [moved(feature, dx, dy) for feature in piece.features]
            self._mark(piece, piece.number)
        for gate in self.gates:
            gate.move(dx, dy)
        for stair in self.stairs:
            stair.at = (stair.at[0] + dx, stair.at[1] + dy)
            stair.box = (stair.box[0] + dx, stair.box[1] + dy, stair.box[2], stair.box[3])

    def block(self, x: int, y: int, width: int, height: int) -> None:
        """Keep squares free of everything: a shaft passes here."""
        for j in range(max(0, y), min(self.height, y + height)):
            self.rows[j] |= ((1 << width) - 1) << x


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


def turn_of(side: int, word: str) -> int:
    """The side that lies left, right, ahead or behind of a heading."""
    return (side + {"ahead": 0, "right": 1, "behind": 2, "left": 3}[word]) & 3
