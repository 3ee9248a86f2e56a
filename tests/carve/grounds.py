"""Helpers for tests of carving: grounds as text pictures, streams whose faces are given by hand."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from zinegen.carve.forms import DX, DY, Form, from_rows, rectangle
from zinegen.carve.ground import Ground
from zinegen.carve.growth import Growth
from zinegen.carve.pieces import Piece
from zinegen.carve.plan import LevelPlan
from zinegen.dice import Stream

MARKS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Scripted(Stream):
    """A stream that gives the faces handed to it first, then those of a seed."""

    __slots__ = ("faces",)

    def __init__(self, faces: Iterable[int] = (), seed: str = "script") -> None:
        super().__init__(seed)
        self.faces = list(faces)

    def die(self, sides: int) -> int:
        if self.faces:
            face = self.faces.pop(0)
            assert 1 <= face <= sides, f"the script gives {face} for a d{sides}"
            return face
        return super().die(sides)


def growth_of(ground: Ground, faces: Iterable[int] = (), number: int = 1) -> Growth:
    """A growth on a ground of a dungeon of three levels, with a script."""
    plan = LevelPlan("seed", number, 3, ground.width, ground.height, 1, 99, 99, 0)
    growth = Growth(ground, Scripted(faces), plan, caves=0.0)
    growth.origins.append((ground.width / 2, ground.height / 2))
    return growth


def room(ground: Ground, x: int, y: int, width: int, height: int, kind: str = "room", heading: int = 0) -> Piece:
    """Dig a plain chamber."""
    piece = ground.dig(kind, rectangle(width, height), x, y)  # type: ignore[arg-type]
    piece.heading = heading
    return piece


def picture(ground: Ground) -> str:
    """Every square's owner in order of digging: 1, 2, 3 ...; rock is a dot; cut down to what is dug."""
    names = {number: MARKS[i] for i, number in enumerate(ground.pieces)}
    lines = []
    for y in range(ground.height):
        owned = ground.own[y * ground.width : (y + 1) * ground.width]
        lines.append("".join(names.get(number, ".") for number in owned))
    rows = [i for i, line in enumerate(lines) if line.strip(".")]
    columns = [i for i in range(ground.width) if any(line[i] != "." for line in lines)]
    return "\n".join(line[columns[0] : columns[-1] + 1] for line in lines[rows[0] : rows[-1] + 1])


def same(found: str, wanted: str) -> None:
    """Compare pictures; spaces do not count."""
    wanted = textwrap.dedent(wanted).strip().replace(" ", "")
    assert found == wanted, f"\n{found}\n\nwanted:\n{wanted}"


def sound(ground: Ground) -> None:
    """Owners, row masks and gates agree."""
    for piece in ground.pieces.values():
        for j in range(piece.form.height):
            for i in range(piece.form.width):
                if piece.form.rows[j] >> i & 1:
                    assert ground.owner(piece.x + i, piece.y + j) is piece
    owned = sum(piece.form.count for piece in ground.pieces.values())
    assert owned == sum(number > 0 for number in ground.own) == sum(row.bit_count() for row in ground.rows)
    for gate in ground.gates:
        for i in range(gate.width):
            x, y = gate.x + i * (gate.side in (0, 2)), gate.y + i * (gate.side in (1, 3))
            assert ground.owner(x, y) is gate.a
            assert ground.owner(x + DX[gate.side], y + DY[gate.side]) is gate.b


def form_of_text(text: str) -> Form:
    """A polygon of whole squares from a picture of # and dots."""
    lines = textwrap.dedent(text).strip().split("\n")
    return from_rows("polygon", [sum(1 << x for x, mark in enumerate(line) if mark == "#") for line in lines])
