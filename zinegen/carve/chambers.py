"""Chambers: rooms, halls and caves are rolled, fitted behind a front, and given contents and exits.

A chamber that does not fit is first shrunk as rolled, then rolled again, then shrunk (in this order, because rolling
again first would kill the odd shapes).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from zinegen.carve.caves import cave, smoothed
from zinegen.carve.exits import furnish
from zinegen.carve.forms import NORTH, SOUTH, Form, from_rows, rectangle, special_forms, turned
from zinegen.carve.growth import Front, Growth
from zinegen.carve.tables import SIZES, bent, throw
from zinegen.dungeon.model import Rolled
from zinegen.units import FT_PER_SQUARE

CAVE_SHARE = 0.13
"""A cave's rectangle is at most this part of the frame."""
SHRINKS = ((1.0, 0.8, 0.65), (1.0, 0.8, 0.6), (1.0, 0.65, 0.5, 0.4))
SLIDES = 5
FREE_SHAPES: tuple[tuple[str, ...], ...] = (
    ("###...", "###...", "###...", "######", "######", "######"),
    ("..###..", "..###..", "#######", "#######", "#######", "..###..", "..###.."),
    ("########", "########", "########", "..####..", "..####..", "..####.."),
    ("###..###", "###..###", "###..###", "########", "########", "########"),
    ("####....", "####....", "########", "########", "....####", "....####"),
)
"""For "special", which the document leaves to the game master, our own: corner, cross, T, horseshoe, bend."""


@dataclass(slots=True)
class Ask:
    """A chamber as rolled, before it has a place."""

    kind: Literal["room", "hall", "cave"]
    shape: str
    rolls: list[Rolled]
    width: int = 0
    height: int = 0
    area_sqft: int = 0
    chambers: list[tuple[int, int]] = field(default_factory=list)


def roll_chamber(growth: Growth, kind: str, bend: str = "") -> Ask:
    """Roll the size and shape of a room or hall (step 2)."""
    stream, rolls = growth.stream, list[Rolled]()
    result = throw(stream, f"{kind}_size", rolls, bend)
    if kind == "hall" and stream.chance(growth.caves):
        bent(rolls, "cave")
        return _cave_ask(growth, rolls)
    word: Literal["room", "hall"] = "room" if kind == "room" else "hall"
    if result["kind"] == "standard":
        wide, long = int(result["width_ft"]) // FT_PER_SQUARE, int(result["length_ft"]) // FT_PER_SQUARE
        return Ask(word, "rectangle", rolls, wide, long, int(result["area_sqft"]))
    shape = throw(stream, "special_shape", rolls)["shape"]
    if shape == "cave":
        return _cave_ask(growth, rolls)
    if shape == "circle":
        throw(stream, "circular_feature", rolls)
    area, more = 0, throw(stream, "special_area", rolls)
    while more.get("reroll") and area < 3000:
        area += int(more["add_sqft"])
        more = throw(stream, "special_area", rolls)
    area += int(more.get("area_sqft", 1000))
    return Ask(word, shape, rolls, area_sqft=area)


def _cave_ask(growth: Growth, rolls: list[Rolled]) -> Ask:
    """Roll a cave; one too large for the level is scaled down."""
    result = throw(growth.stream, "cave_size", rolls)
    sizes = [(c["width_ft"] // FT_PER_SQUARE, c["length_ft"] // FT_PER_SQUARE) for c in result["chambers"]]
    most = CAVE_SHARE * growth.ground.width * growth.ground.height
    while sum(w * h for w, h in sizes) > most:
        sizes = [(max(5, int(w * 0.8)), max(5, int(h * 0.8))) for w, h in sizes]
        bent(rolls, "shrunk", SIZES)
    return Ask("cave", "cave", rolls, area_sqft=int(result["area_sqft"]), chambers=sizes)


def forms_of(growth: Growth, ask: Ask, scale: float) -> list[Form]:
    """The forms a chamber may take at a scale, in the order to try."""
    stream = growth.stream
    if ask.kind == "cave":
        flip = stream.chance(0.5)
        sizes = [(round(w * scale), round(h * scale)) for w, h in ask.chambers]
        return [cave(stream, [(max(5, h), max(5, w)) if flip else (max(5, w), max(5, h)) for w, h in sizes])]
    if ask.shape == "rectangle":
        small = min(3, ask.width)
        w, h = max(small, round(ask.width * scale)), max(small, round(ask.height * scale))
        both = [rectangle(w, h), rectangle(h, w)] if w != h else [rectangle(w, h)]
        return both[::-1] if stream.chance(0.5) else both
    if ask.shape == "special":
        picture = stream.choice(FREE_SHAPES)
        rows = [sum(1 << x for x, mark in enumerate(line) if mark == "#") for line in picture]
        form = from_rows("polygon", rows)
        return [turned(form, times) for times in stream.shuffled(range(4))]
    squares = max(16, round(ask.area_sqft * scale / FT_PER_SQUARE**2))
    ways = special_forms(ask.shape, squares)
    return stream.shuffled(stream.choice(ways))


def dig_chamber(growth: Growth, front: Front, kind: str, tries: int = 3) -> bool:
    """Roll a room or hall, fit it behind a front and dig it."""
    for attempt in range(tries):
        ask = roll_chamber(growth, kind, "rerolled" if attempt else "")
        for scale in SHRINKS[attempt]:
            if ask.kind == "cave" and not _room_for_cave(growth, front, ask, scale):
                continue
            spot = _fit(growth, front, ask.kind, forms_of(growth, ask, scale))
            if spot is None:
                continue
            if scale < 1:
                bent(ask.rolls, "shrunk", SIZES)
            _place(growth, front, ask, *spot)
            return True
    return False


def _room_for_cave(growth: Growth, front: Front, ask: Ask, scale: float) -> bool:
    """Whether a plain rectangle that a cave nearly fills would fit: caves are dear to make."""
    wide, long = (max(4, round(size * scale * 0.8)) for size in ask.chambers[0])
    return _fit(growth, front, "cave", (rectangle(wide, long), rectangle(long, wide))) is not None


Spot = tuple[Form, int, int, int, int, int]
"""A form, its place, and its gate: square of the front's piece and width."""


def _fit(growth: Growth, front: Front, kind: str, forms: Iterable[Form]) -> Spot | None:
    """Slide every form of a chamber along the front until one fits."""
    wide = gate_width(front, kind)
    along_x = front.side in (NORTH, SOUTH)
    base = (front.x if along_x else front.y) + (front.width - wide) // 2
    sx, sy = front.start
    for form in forms:
        face = form.faces[(front.side + 2) & 3]
        if face is None:
            continue
        line, low, high = face
        if form.plain and high - low > 4:
            low, high = low + 1, high - 1
        across = form.width if along_x else form.height
        if high - low < wide or (kind == "hall" and across < wide + (1 if front.piece.keyed else 2)):
            continue
        for shift in _slides(low, high - wide):
            x = base - shift if along_x else sx - line
            y = sy - line if along_x else base - shift
            if growth.ground.fits(form, x, y, front.piece):
                gx, gy = (base, front.y) if along_x else (front.x, base)
                return form, x, y, gx, gy, wide
    return None


def gate_width(front: Front, kind: str) -> int:
    """How wide the gate to a chamber is: a door takes one square out of a wall, the whole of a passage's end."""
    if front.kind == "door" and front.piece.keyed and kind == "room":
        return 1
    return min(2, front.width)


def _slides(low: int, high: int) -> list[int]:
    """Up to SLIDES places in low..high, the middle first."""
    middle = (low + high) / 2
    count = high - low + 1
    if count <= SLIDES:
        places = list(range(low, high + 1))
    else:
        places = sorted({low, high, round(middle), round((low + middle) / 2), round((high + middle) / 2)})
    return sorted(places, key=lambda place: (abs(place - middle), place))


def _place(growth: Growth, front: Front, ask: Ask, form: Form, x: int, y: int, gx: int, gy: int, wide: int) -> None:
    if ask.kind == "cave":
        form = smoothed(growth.stream, form)
    piece = growth.ground.dig(ask.kind, form, x, y, front.rolls + ask.rolls)
    piece.heading, piece.family, piece.area_sqft = front.side, front.piece.family, ask.area_sqft
    piece.width_ft, piece.length_ft = ask.width * FT_PER_SQUARE, ask.height * FT_PER_SQUARE
    kind = "door" if front.kind == "door" else "arch"
    growth.gate(front, piece, gx, gy, wide, kind)  # type: ignore[arg-type]
    furnish(growth, piece)


def dig_gallery(growth: Growth, front: Front, wide: int) -> bool:
    """Dig a passage so wide that it counts as a hall: at least twice as long as it is wide."""
    for width in dict.fromkeys((wide, max(4, wide * 3 // 4), 4)):
        length = max(2 * width, 8)
        form = rectangle(width, length) if front.side in (NORTH, SOUTH) else rectangle(length, width)
        ask = Ask("hall", "rectangle", [], width, length, width * length * FT_PER_SQUARE**2)
        spot = _fit(growth, front, "hall", (form,))
        if spot is None:
            continue
        if width < wide:
            bent(front.rolls, "narrowed")
        growth.galleries_left -= 1
        _place(growth, front, ask, *spot)
        return True
    return False
