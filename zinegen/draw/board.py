"""What is taken on a map: a raster of quarter squares that finds free places for numbers and tags.

A box of text has to fit whole; that is asked of a summed-area table, for all places at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

CELLS = 4
"""Cells to the square."""

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Spot:
    """A box that was found: its middle and size in squares."""

    x: float
    y: float
    w: float
    h: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1."""
        return self.x - self.w / 2, self.y - self.h / 2, self.x + self.w / 2, self.y + self.h / 2


class Board:
    """The raster over a window of a map."""

    def __init__(self, bounds: tuple[float, float, float, float]) -> None:
        self.x0, self.y0 = math.floor(bounds[0]), math.floor(bounds[1])
        self.columns = math.ceil(bounds[2] - self.x0) * CELLS
        self.rows = math.ceil(bounds[3] - self.y0) * CELLS
        self.taken: Mask = np.zeros((self.rows, self.columns), dtype=bool)
        self.soft: Mask = np.zeros_like(self.taken)
        """Water and the like: avoided where there is a choice."""

    def _slices(self, box: tuple[float, float, float, float]) -> tuple[slice, slice]:
        x0, y0, x1, y1 = box
        rows = slice(
            max(math.floor((y0 - self.y0) * CELLS + 1e-6), 0), max(math.ceil((y1 - self.y0) * CELLS - 1e-6), 0)
        )
        columns = slice(
            max(math.floor((x0 - self.x0) * CELLS + 1e-6), 0), max(math.ceil((x1 - self.x0) * CELLS - 1e-6), 0)
        )
        return rows, columns

    def block(self, box: tuple[float, float, float, float]) -> None:
        """Take a rectangle."""
        self.taken[self._slices(box)] = True

    def hits(self, box: tuple[float, float, float, float]) -> bool:
        """Whether something has taken a part of a rectangle."""
        return bool(self.taken[self._slices(box)].any())

    def cells_of(
        self, shape: Any, box: tuple[float, float, float, float] | None = None
    ) -> tuple[Mask, tuple[slice, slice]]:
        """The cells whose middle lies in a shape, and where they stand in the raster."""
        where = self._slices(box or shape.bounds)
        rows = np.arange(self.rows)[where[0]]
        columns = np.arange(self.columns)[where[1]]
        xs = self.x0 + (columns + 0.5) / CELLS
        ys = self.y0 + (rows + 0.5) / CELLS
        shapely.prepare(shape)
        grid = np.meshgrid(xs, ys)
        return np.asarray(shapely.contains_xy(shape, grid[0], grid[1])), where

    def soften(self, shape: Any) -> None:
        """Mark a shape as to be avoided."""
        if not shape.is_empty:
            mask, where = self.cells_of(shape)
            self.soft[where] |= mask

    def block_shape(self, shape: Any) -> None:
        """Take a shape."""
        if not shape.is_empty:
            mask, where = self.cells_of(shape)
            self.taken[where] |= mask

    def find(
        self, allowed: Mask, where: tuple[slice, slice], size: tuple[float, float], wish: tuple[float, float],
        *, reach: float = 1.0, pull: float = 0.08, wet: bool = False,
    ) -> Spot | None:  # fmt: skip
        """The best place for a box within allowed cells that are not taken, or None.

        Args: size: width and height in squares. wish: where it would best stand. reach: how much free room round the
        box is of worth. pull: what a square of distance from `wish` costs, in squares of free room. wet: soft cells
        will do.
        """
        free = allowed & ~self.taken[where]
        if not wet:
            free &= ~self.soft[where]
        if not free.any():
            return None
        bad = np.zeros((free.shape[0] + 1, free.shape[1] + 1), dtype=np.int32)
        np.cumsum(np.cumsum(~free, axis=0), axis=1, out=bad[1:, 1:])
        w, h = math.ceil(size[0] * CELLS), math.ceil(size[1] * CELLS)
        left, top = self.x0 + (where[1].start or 0) / CELLS, self.y0 + (where[0].start or 0) / CELLS
        best: tuple[float, float, float] | None = None
        for margin in range(int(reach * CELLS) + 1):
            tall, wide = h + 2 * margin, w + 2 * margin
            if tall > free.shape[0] or wide > free.shape[1]:
                break
            hits = bad[tall:, wide:] - bad[:-tall, wide:] - bad[tall:, :-wide] + bad[:-tall, :-wide]
            rows, columns = np.nonzero(hits == 0)
            if not len(rows):
                break
            xs, ys = left + (columns + wide / 2) / CELLS, top + (rows + tall / 2) / CELLS
            score = margin / CELLS - pull * np.hypot(xs - wish[0], ys - wish[1])
            n = int(np.argmax(np.round(score, 6)))
            if best is None or score[n] > best[0] + 1e-9:
                best = (float(score[n]), float(xs[n]), float(ys[n]))
        return None if best is None else Spot(best[1], best[2], size[0], size[1])

    def nearest(
        self, allowed: Mask, where: tuple[slice, slice], to: tuple[float, float]
    ) -> tuple[float, float] | None:
        """The middle of the free allowed cell that is nearest to a place."""
        rows, columns = np.nonzero(allowed & ~self.taken[where])
        if not len(rows):
            return None
        xs = self.x0 + ((where[1].start or 0) + columns + 0.5) / CELLS
        ys = self.y0 + ((where[0].start or 0) + rows + 0.5) / CELLS
        n = int(np.argmin(np.round(np.hypot(xs - to[0], ys - to[1]), 6)))
        return float(xs[n]), float(ys[n])
