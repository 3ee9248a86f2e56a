"""Pictures of levels in plain text, for tests and docs: a Level comes in, text goes out, and back.

A square is one character, and so is the wall between two squares, so that square (x, y) stands in column 2x of line
2y; rock is a space or a dot. Portals stand on the walls:

    1 1 1   2 2
    1 1 1+a/2 2        a door from room 1 into passage a, a stuck door from there into room 2
    1 1 1   2 2
      S                a secret door from room 1 south into passage b
      b b b b
"""

from __future__ import annotations

import string
import textwrap
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from zinegen.dungeon.floorplan import WHOLE, Square, faces_of, owners, runs_of, trace
from zinegen.dungeon.model import Area, AreaKind, Dungeon, Level, Portal, PortalKind, Shape, Side

KEYED = "123456789" + string.ascii_uppercase + "ΓΔΘΛΞΠΣΦΨΩ"
"""What areas with the keys 1, 2, 3 ... are drawn with."""
UNKEYED = string.ascii_lowercase + "αβγδεζηθικλμξπρστφχψω" + "бгдежзийклптуфцчшщъыьэюя"
"""What areas without a key are drawn with, in their order."""
MARKS: dict[PortalKind, str] = {
    "open": "=", "arch": "n", "door": "+", "double": "H", "stuck": "/", "barred": "#", "locked": "L",
    "reinforced": "R", "portcullis": "%", "curtain": "~", "false": "x",
}  # fmt: skip
SECRET = "S"
ONE_WAY: dict[Side, str] = {"north": "^", "east": ">", "south": "v", "west": "<"}
SECRET_ONE_WAY: dict[Side, str] = {"north": "∧", "east": "»", "south": "∨", "west": "«"}
"""One-way doors, by the side to which they let one through."""

_KINDS = {mark: kind for kind, mark in MARKS.items()}
_BACK: dict[str, tuple[Side, bool]] = {mark: (side, False) for side, mark in ONE_WAY.items()} | {
    mark: (side, True) for side, mark in SECRET_ONE_WAY.items()
}
_TURN: dict[Side, Side] = {"east": "west", "west": "east", "north": "south", "south": "north"}


def level_to_text(level: Level) -> str:
    """Draw a level with dots in the corners of its frame; features, links and true outlines are not shown.

    Raises: ValueError for more areas than there are signs for.
    """
    signs = _signs(level)
    width, height = level.size
    lines = [[" "] * (2 * width - 1) for _ in range(2 * height - 1)]
    lines[0][0] = lines[-1][-1] = "."  # hold the corners of the frame
    for (x, y), id_ in owners(level).items():
        lines[2 * y][2 * x] = signs[id_]
    for portal in level.portals:
        for (ax, ay), (bx, by) in faces_of(portal):
            lines[ay + by][ax + bx] = _mark(portal)
    return "\n".join("".join(line).rstrip() for line in lines) + "\n"


def text_to_level(picture: str, *, number: int = 1, kinds: Mapping[str, AreaKind] | None = None) -> Level:
    """Read a level from a picture: what has a key is a room, what has none a passage.

    A first empty line and what all lines are indented by are left out. Neighbouring marks of one kind between the
    same two areas are one wide portal.

    Args:    kinds: sign -> kind of area, where it is another.
    Raises:  ValueError for a mark that stands between anything but two areas.
    """
    rows = textwrap.dedent(picture.removeprefix("\n")).splitlines()
    squares: dict[str, list[Square]] = {}
    for y, row in enumerate(rows[::2]):
        for x, sign in enumerate(row[::2]):
            if sign not in " .":
                squares.setdefault(sign, []).append((x, y))
    ids = {sign: f"{number}-{KEYED.index(sign) + 1}" for sign in KEYED if sign in squares}
    unkeyed = [sign for sign in squares if sign not in ids]
    order = {sign: UNKEYED.find(sign) for sign in unkeyed}
    unkeyed.sort(key=order.__getitem__)
    ids |= {sign: f"{number}-a{n}" for n, sign in enumerate(unkeyed, 1)}
    areas = tuple(_area(ids[sign], sign, squares[sign], (kinds or {}).get(sign)) for sign in ids)
    owner = {square: ids[sign] for sign in ids for square in squares[sign]}
    width = max(len(row) + 1 for row in rows) // 2
    return Level(
        number=number, system="text", size=(width, (len(rows) + 1) // 2), areas=areas,
        portals=tuple(_portals(rows, owner, number)),
    )  # fmt: skip


def text_to_dungeon(*pictures: str, goal: str, entrance: str = "1-1", **more: Any) -> Dungeon:
    """A dungeon of such levels, for tests; `more` are further fields of it, such as links."""
    levels = tuple(text_to_level(picture, number=number) for number, picture in enumerate(pictures, 1))
    return Dungeon(zinegen="0", title="Text", seed="text", entrance=entrance, goal=goal, levels=levels, **more)


def _signs(level: Level) -> dict[str, str]:
    """Area id -> its sign."""
    unkeyed = iter(UNKEYED)
    try:
        return {a.id: next(unkeyed) if a.key is None else KEYED[a.key - 1] for a in level.areas}
    except (StopIteration, IndexError):
        raise ValueError(f"level {level.number} has more areas than there are signs for") from None


def _mark(portal: Portal) -> str:
    if portal.one_way is None:
        return SECRET if portal.secret else MARKS[portal.kind]
    to = portal.side if portal.one_way == portal.between[1] else _TURN[portal.side]
    return (SECRET_ONE_WAY if portal.secret else ONE_WAY)[to]


def _area(id_: str, sign: str, squares: list[Square], kind: AreaKind | None) -> Area:
    key = KEYED.index(sign) + 1 if sign in KEYED else None
    xs, ys = [x for x, _ in squares], [y for _, y in squares]
    whole = len(squares) == (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1)
    shape: Shape = "polygon" if not whole else "rectangle" if key else "strip"
    return Area(
        id=id_, key=key, kind=kind or ("room" if key else "passage"), shape=shape,
        outline=trace(dict.fromkeys(squares, WHOLE)), squares=runs_of(squares),
    )  # fmt: skip


def _portals(rows: list[str], owner: dict[Square, str], number: int) -> Iterator[Portal]:
    """The portals of a picture, row by row."""
    taken: set[tuple[int, int]] = set()
    ids = count(1)
    for line, row in enumerate(rows):
        for column, mark in enumerate(row):
            if mark == " " or (line % 2 == 0 and column % 2 == 0) or (line, column) in taken:
                continue
            down, right = line % 2, column % 2
            at = (column // 2, line // 2)
            ends = _pair(owner, at, down, right, mark)
            width = 1
            while True:
                there = (line + 2 * right * width, column + 2 * down * width)
                beside = (at[0] + down * width, at[1] + right * width)
                if not (there[0] < len(rows) and there[1] < len(rows[there[0]]) and rows[there[0]][there[1]] == mark):
                    break
                if _pair(owner, beside, down, right, mark) != ends:
                    break
                taken.add(there)
                width += 1
            yield _portal(f"{number}-p{next(ids)}", mark, ends, at, "south" if down else "east", width)


def _pair(owner: dict[Square, str], at: Square, down: int, right: int, mark: str) -> tuple[str, str]:
    """The areas on both sides of a mark."""
    a, b = owner.get(at), owner.get((at[0] + right, at[1] + down))
    if a is None or b is None or a == b or (down and right):
        raise ValueError(f"the {mark!r} by square {at} stands between no two areas")
    return a, b


def _portal(id_: str, mark: str, ends: tuple[str, str], at: Square, side: Side, width: int) -> Portal:
    to, secret = _BACK.get(mark, (None, mark == SECRET))
    kind = _KINDS.get(mark, "door")
    if kind == "door" and to is None and not secret and mark != MARKS["door"]:
        raise ValueError(f"the {mark!r} by square {at} is no portal")
    one_way = None if to is None else ends[1] if to == side else ends[0]
    return Portal(id=id_, kind=kind, between=ends, at=at, side=side, width=width, secret=secret, one_way=one_way)
