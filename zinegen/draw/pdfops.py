"""Picture -> a PDF form: operators written from the same display list as the SVG, compressed once.

Texts become glyph outlines, for the alternative text of the figure speaks for them. The form needs no resources: no
font, no pattern, no transparency.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from zinegen.draw.faces import advance, outline
from zinegen.draw.picture import Layer, Path, Picture, Text
from zinegen.units import PT_PER_MM

PER_MM = 20
"""Operator units to a mm, as in the SVG."""
FINE = 4
"""Units of a glyph to an operator unit: stems of small letters need it."""

LEVEL = 3
"""Of compression: 6 takes three times as long and saves a twentieth."""

Whole = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Form:
    """A form XObject in the making: its box in pt, origin south-west, and its compressed content."""

    bbox: tuple[float, float, float, float]
    data: bytes
    """Flate-compressed operators."""
    width_pt: float
    height_pt: float


def to_form(picture: Picture) -> Form:
    """The picture as a PDF form."""
    width, height = picture.width_mm * PT_PER_MM, picture.height_mm * PT_PER_MM
    data = zlib.compress(operators(picture).encode("ascii"), LEVEL)
    return Form((0.0, 0.0, round(width, 3), round(height, 3)), data, width, height)


def operators(picture: Picture) -> str:
    """The picture as operators, for a page that has others too."""
    unit = PT_PER_MM / PER_MM
    ops = [f"q {unit:.6f} 0 0 {-unit:.6f} 0 {picture.height_mm * PT_PER_MM:.3f} cm 1 j 1 J"]
    for layer in picture.layers:
        ops += _layer(layer, picture)
    return "\n".join([*ops, "Q"])


def _layer(layer: Layer, picture: Picture) -> list[str]:
    k = picture.scale * PER_MM
    ops: list[str] = []
    for path in layer.paths:
        body = [
            _OPS[p.kind](np.rint((p.points - picture.origin) * k).astype(np.int64))
            for p in path.parts
            if len(p.points)
        ]
        if any(body):
            ops += [*_style(path, k), *body, _paint(path)]
    return [*ops, *_texts(layer.texts, k * FINE, picture)] if layer.texts else ops


def _texts(texts: tuple[Text, ...], k: float, picture: Picture) -> list[str]:
    """All halos, then all texts."""
    ops = [f"q {1 / FINE} 0 0 {1 / FINE} 0 0 cm [] 0 d 1 j"]
    drawn = [_text(text, k, picture.origin) for text in texts]
    for text, path in zip(texts, drawn, strict=True):
        if text.halo:
            ops += [_colour(picture.paper, "RG"), f"{text.halo * k:.0f} w", path, "S"]
    ops += [f"{_colour(text.fill, 'rg')} {path} f" for text, path in zip(texts, drawn, strict=True)]
    return [*ops, "Q"]


def _style(path: Path, k: float) -> list[str]:
    ops = [_colour(path.fill, "rg")] if path.fill else []
    if path.stroke:
        dash = " ".join(f"{d * k:.1f}" for d in path.dash)
        cap, join = int(path.cap == "round"), int(path.join == "round")
        ops.append(f"{_colour(path.stroke, 'RG')} {path.width * k:.1f} w {cap} J {join} j [{dash}] 0 d")
    return ops


def _paint(path: Path) -> str:
    if path.fill and path.stroke:
        return "B*" if path.evenodd else "B"
    if path.fill:
        return "f*" if path.evenodd else "f"
    return "S"


def _colour(colour: str, operator: str) -> str:
    """A colour operator: grey where the three parts are alike."""
    r, g, b = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    grey = {"rg": "g", "RG": "G"}[operator]
    return f"{r:.3g} {grey}" if r == g == b else f"{r:.3g} {g:.3g} {b:.3g} {operator}"


def _line(at: Whole, close: str = "") -> str:
    return ("%d %d m " + "%d %d l " * (len(at) - 1)) % tuple(at.ravel().tolist()) + close


def _ring(at: Whole) -> str:
    return _line(at, "h")


def _curve(at: Whole, close: str = "") -> str:
    return ("%d %d m " + "%d %d %d %d %d %d c " * (len(at) // 3)) % tuple(at.ravel().tolist()) + close


def _loop(at: Whole) -> str:
    return _curve(at, "h")


def _ticks(at: Whole) -> str:
    return "%d %d m %d %d l " * len(at) % tuple(at.ravel().tolist())


_OPS = {"line": _line, "ring": _ring, "curve": _curve, "loop": _loop, "ticks": _ticks}


def _text(text: Text, k: float, origin: tuple[float, float]) -> str:
    """A text as a path of glyph outlines."""
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * advance(text.face, text.text)
    at = np.rint(
        ((outline(text.face, text.text)[1] - (shift, 0)) * text.size + (text.x - origin[0], text.y - origin[1])) * k
    )
    return _blank(text.face, text.text) % tuple(at.astype(np.int64).ravel().tolist())


@cache
def _blank(face: str, text: str) -> str:
    """The operators of a text's outlines, with blanks for their numbers."""
    return " ".join("%d " * count + op for op, count in outline(face, text)[0])
