"""A tone raster -> a line screen: ribbons of ink whose width is the tone, as an engraver's burin cuts them."""

from __future__ import annotations

import numpy as np
import shapely

from zinegen.draw.noise import Floats
from zinegen.draw.picture import Part

LIGHTEST = 0.045
"""Below this tone a line breaks off."""


def engraved(tone: Floats, bend: Floats, width: float, height: float) -> tuple[Part, ...]:
    """Ribbons across a picture, one a row of the raster.

    Args: tone: rows x columns, 0 paper to 1 ink; each row is one line. bend: how far each place of a line is shifted
    down, in line distances. width, height: of the picture, in its units.
    """
    rows, columns = tone.shape
    pitch, x = height / rows, np.linspace(0, width, columns)
    middle = (np.arange(rows)[:, None] + 0.5 + bend) * pitch
    half = pitch * np.clip(0.04 + 0.49 * tone, 0.06, 0.53)
    drawn = tone > LIGHTEST
    parts: list[Part] = []
    for row in range(rows):
        for a, b in _stretches(drawn[row]):
            keep = _corners(x[a:b], half[row, a:b]) + a
            top = np.stack([x[keep], np.clip(middle[row, keep] - half[row, keep], 0, height)], axis=1)
            low = np.stack([x[keep], np.clip(middle[row, keep] + half[row, keep], 0, height)], axis=1)
            parts.append(Part("ring", np.concatenate([top, low[::-1]])))
    return tuple(parts)


def _stretches(drawn: Floats) -> list[tuple[int, int]]:
    """From and to of each run of drawn places that is long enough to see."""
    edge = np.flatnonzero(np.diff(np.concatenate([[0], drawn.astype(np.int8), [0]])))
    return [(int(a), int(b)) for a, b in zip(edge[::2], edge[1::2], strict=True) if b - a > 2]


def _corners(x: Floats, half: Floats) -> Floats:
    """The places of a stretch that its shape needs: where its width turns, and every twelfth for its bend."""
    line = shapely.linestrings(np.stack([x, half * 6], axis=1))
    kept = shapely.get_coordinates(shapely.simplify(line, 0.06, preserve_topology=False))[:, 0]
    found = np.searchsorted(x, kept - 1e-9)
    return np.unique(np.concatenate([found, np.arange(0, len(x), 12), [len(x) - 1]]))
