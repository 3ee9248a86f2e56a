"""What a picture puts on paper, as polygons: for tests that ask what touches what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import shapely
from shapely import box

from zinegen.draw.faces import advance
from zinegen.draw.picture import Part, Path, Picture, Text


def inked(picture: Picture, *layers: str) -> Any:
    """All that the paths of some layers cover, in picture units; paper-coloured paths left out."""
    shapes = [
        shape
        for layer in picture.layers
        if layer.name in layers
        for path in layer.paths
        if "#ffffff" not in (path.fill, path.stroke)
        for part in path.parts
        for shape in _covered(part, path)
    ]
    return shapely.union_all(shapes) if shapes else box(0, 0, 0, 0)


def _covered(part: Part, path: Path) -> Iterable[Any]:
    if part.kind == "ticks":
        yield from shapely.buffer(shapely.linestrings(part.points), path.width / 2)
        return
    points = part.points
    closed = part.kind in ("ring", "loop")
    if path.fill and closed and len(points) > 2 and not path.evenodd:
        yield shapely.Polygon(points).buffer(0)
    elif path.fill and path.evenodd:
        yield shapely.LinearRing(points).buffer(0.02)
    if path.stroke and len(points) > 1:
        run = np.concatenate([points, points[:1]]) if closed else points
        yield shapely.linestrings(run).buffer(path.width / 2)


def text_box(text: Text) -> Any:
    """The box round the figures of a text, in picture units."""
    wide = advance(text.face, text.text) * text.size
    left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * wide
    return box(left, text.y - 0.7 * text.size, left + wide, text.y)


def texts(picture: Picture, *layers: str) -> list[Text]:
    """The texts of some layers, or of all."""
    return [t for layer in picture.layers if not layers or layer.name in layers for t in layer.texts]
