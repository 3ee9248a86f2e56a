"""Borders: a motif laid along a strip or round a frame, as a woodcutter, a penman or a brush would do it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from zinegen.draw.motifs import Motif, Piece, motif_named
from zinegen.draw.noise import wobble
from zinegen.draw.pens import BLACK, WHITE
from zinegen.draw.picture import Layer, Part, Path, Points, box


@dataclass(frozen=True, slots=True)
class Manner:
    """How pieces are inked. Widths in mm."""

    ground: bool
    """Whether they stand on black."""
    figure: str
    """The colour of what stands out."""
    edge: str
    """The colour of outlines and of lines on a figure."""
    pen: float
    """How wide lines are."""
    rim: float
    """How wide the outline of a closed figure is."""
    shake: float
    """How far the hand strays."""


WOODCUT = Manner(ground=True, figure=WHITE, edge=BLACK, pen=0.2, rim=0.08, shake=0.05)
"""White on a black ground."""
PENWORK = Manner(ground=False, figure=WHITE, edge=BLACK, pen=0.24, rim=0.24, shake=0.03)
"""Outlines on paper."""
FINE = Manner(ground=False, figure=WHITE, edge=BLACK, pen=0.14, rim=0.14, shake=0.02)
"""The same in the thinnest lines that copy well: for saving ink."""
BRUSH = Manner(ground=False, figure=BLACK, edge=WHITE, pen=0.3, rim=0.1, shake=0.0)
"""Black figures on paper."""
MANNERS: dict[str, Manner] = {"woodcut": WOODCUT, "penwork": PENWORK, "fine": FINE, "brush": BRUSH}


FULL_PEN_FROM, FINEST = 8.5, 0.45
"""A strip of so many mm is drawn with the full pen; the narrower, the finer, to that part of it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a repeat of a motif is put: a 2 x 2 matrix, then a shift; both in mm."""

    matrix: Points
    x: float
    y: float


def laid(pieces: Sequence[Piece], seats: Sequence[Seat], manner: Manner, unit: float, seed: int) -> list[Path]:
    """Pieces at each of their seats, as few paths as their order allows.

    Args: unit: mm to a height of the strip, for the widths of tubes. seed: of the shaking.
    """
    out: list[Path] = []
    fine = min(1.0, max(unit / FULL_PEN_FROM, FINEST))
    manner = replace(manner, pen=fine * manner.pen, rim=fine * manner.rim)
    for number, piece in enumerate(pieces):
        parts = tuple(_seated(piece.parts, seats, manner.shake, seed + 11 * number))
        match piece.kind:
            case "tube":
                core = max(piece.width * unit, 0.2)
                if manner.pen and not manner.ground and manner.figure == WHITE and core < 2.4 * manner.pen:
                    out.append(Path(parts, stroke=manner.edge, width=max(core, manner.pen)))
                    continue
                if manner.figure == WHITE:
                    out.append(Path(parts, stroke=BLACK, width=core + 2 * manner.pen, cap="butt"))
                elif manner.pen:
                    out.append(Path(parts, stroke=WHITE, width=core + 2 * manner.pen, cap="butt"))
                out.append(Path(parts, stroke=manner.figure, width=core))
            case "body":
                out.append(Path(parts, fill=manner.figure, stroke=manner.edge, width=manner.rim))
            case "hole":
                out.append(Path(parts, fill=manner.edge))
            case "vein":
                out.append(Path(parts, stroke=manner.edge, width=0.8 * manner.pen))
    return out


def _seated(parts: Iterable[Part], seats: Sequence[Seat], shake: float, seed: int) -> Iterable[Part]:
    for part in parts:
        spread = np.stack([part.points @ seat.matrix.T + (seat.x, seat.y) for seat in seats])
        if shake:
            spread = wobble(spread.reshape(-1, 2), shake, seed, 3.0, 1.1).reshape(spread.shape)
            if part.kind == "loop":
                spread[:, -1] = spread[:, 0]
        for points in spread:
            yield Part(part.kind, points)


def run(motif: Motif, length: float, band: float, *, flip: bool = False) -> list[Seat]:
    """The seats of a motif along the x axis from 0 to `length`, in a strip `band` high: whole repeats, stretched.

    flip: the strip seen from its other edge.
    """
    count = max(1, round(length / (motif.wide * band)))
    step = length / count
    across = -band if flip else band
    matrix = np.array([[step / motif.wide, 0.0], [0.0, across]])
    return [Seat(matrix, n * step, band if flip else 0.0) for n in range(count)]


def frame(
    name: str, width: float, height: float, band: float, *, manner: Manner = WOODCUT, seed: int = 0,
    flip: bool = False, corners: Sequence[Piece] = (), rules: bool = True,
) -> tuple[Layer, ...]:  # fmt: skip
    """A frame round 0, 0 to width, height, in mm; what it leaves free begins `band` from each edge.

    Args: name: of the motif; band: how broad the frame is with its rules; corners: what stands in the corners,
    the motif's own unless given; flip: the motif turned inside out.
    """
    motif = motif_named(name)
    gap = 0.08 * band if rules else 0.0
    strip = band - 2 * gap
    x0, y0, x1, y1 = gap, gap, width - gap, height - gap
    seats: list[Seat] = []
    for length, turn, x, y in (
        (x1 - x0, 0, x0, y0),
        (y1 - y0, 1, x1, y0),
        (x1 - x0, 2, x1, y1),
        (y1 - y0, 3, x0, y1),
    ):
        spin = np.array(((1, 0), (0, 1)) if turn == 0 else ((0, -1), (1, 0)) if turn == 1 else ((-1, 0), (0, -1))
                        if turn == 2 else ((0, 1), (-1, 0)), dtype=float)  # fmt: skip
        for seat in run(motif, length - 2 * strip, strip, flip=flip):
            at = spin @ (seat.x + strip, seat.y)
            seats.append(Seat(spin @ seat.matrix, x + float(at[0]), y + float(at[1])))
    paths: list[Path] = []
    if manner.ground:
        paths.append(Path((box(x0, y0, x1, y1), box(x0 + strip, y0 + strip, x1 - strip, y1 - strip)),
                          fill=BLACK, evenodd=True))  # fmt: skip
    paths += laid(motif.pieces, seats, manner, strip, seed)
    square = [Seat(np.eye(2) * strip, x, y) for x in (x0, x1 - strip) for y in (y0, y1 - strip)]
    clear = [Path(tuple(box(s.x, s.y, s.x + strip, s.y + strip) for s in square),
                  fill=BLACK if manner.ground else WHITE)]  # fmt: skip
    lines = _rules(x0, y0, x1, y1, strip, manner, band) if rules else []
    return (
        Layer("border", tuple(paths)),
        Layer("corners", (*clear, *laid(corners or motif.corner, square, manner, strip, seed + 5))),
        Layer("rules", tuple(lines)),
    )


def _rules(
    x0: float, y0: float, x1: float, y1: float, strip: float, manner: Manner, band: float
) -> list[Path]:  # fmt: skip
    """Lines on both sides of a frame's strip, and across it at the corners."""
    thin = max(manner.pen, 0.14)
    out = box(x0, y0, x1, y1)
    inner = box(x0 + strip, y0 + strip, x1 - strip, y1 - strip)
    gap = 0.08 * band - thin / 2
    far = (box(x0 - gap, y0 - gap, x1 + gap, y1 + gap), box(x0 + strip + gap, y0 + strip + gap, x1 - strip - gap,
           y1 - strip - gap))  # fmt: skip
    across = []
    for x in (x0, x1 - strip):
        for y in (y0, y1 - strip):
            across.append(box(x, y, x + strip, y + strip))
    colour = WHITE if manner.ground else BLACK
    return [
        Path(tuple(across), stroke=colour, width=1.4 * thin, join="miter"),
        Path((out, inner), stroke=BLACK, width=2.0 * thin, join="miter"),
        Path(far, stroke=BLACK, width=thin, join="miter"),
    ]


def strip(
    name: str, length: float, band: float, *, manner: Manner = PENWORK, seed: int = 0, flip: bool = False
) -> tuple[Path, ...]:
    """A straight strip of a motif from 0, 0, in mm."""
    motif = motif_named(name)
    ground = [Path((box(0, 0, length, band),), fill=BLACK)] if manner.ground else []
    return (*ground, *laid(motif.pieces, run(motif, length, band, flip=flip), manner, band, seed))


def boss(pieces: Sequence[Piece], x: float, y: float, size: float, *, manner: Manner, seed: int = 0) -> list[Path]:
    """A corner's figure alone, in a square of `size` mm whose middle is x, y."""
    seat = Seat(np.eye(2) * size, x - size / 2, y - size / 2)
    return laid(pieces, [seat], manner, size, seed)


def shifted(paths: tuple[Path, ...], x: float, y: float) -> tuple[Path, ...]:
    """Paths moved."""
    return tuple(
        replace(path, parts=tuple(Part(p.kind, p.points + np.array((x, y))) for p in path.parts)) for path in paths
    )


def mirrored(paths: tuple[Path, ...], middle: float) -> tuple[Path, ...]:
    """Paths mirrored about an upright line at x = middle."""
    return tuple(
        replace(path, parts=tuple(Part(p.kind, p.points * (-1, 1) + (2 * middle, 0)) for p in path.parts))
        for path in paths
    )
