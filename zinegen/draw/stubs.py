"""Cut corridors: where a crop's edge cuts a passage, a label says where the passage goes ("to 6")."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

import shapely
from shapely import box

from zinegen.draw.board import Board, Spot
from zinegen.draw.faces import advance
from zinegen.draw.figures import passings
from zinegen.draw.ground import Ground, doorway
from zinegen.draw.labels import DIGIT_HIGH, HALO, Label
from zinegen.draw.pens import BLACK, Pens
from zinegen.draw.picture import Text
from zinegen.dungeon.model import Level, Link
from zinegen.words import word

Window = tuple[float, float, float, float]
NAMED = 2
"""How many areas a label names."""


def stub_labels(
    board: Board, ground: Ground, links: Iterable[Link], window: Window, named: frozenset[str], pens: Pens
) -> list[Label]:
    """Labels for the areas and passages that the window's edge cuts.

    `named` are areas whose numbers are on the crop already; a cut through one of these needs no label.
    """
    frame = box(*window)
    edge = frame.exterior
    shapely.prepare(edge)
    graph = _Graph(ground.level, links)
    out, said = [], set()
    for id_, shape in ground.shapes.items():
        if (id_ in named and ground.areas[id_].key is not None) or not shapely.intersects(edge, shape):
            continue
        for cut in _lines(edge.intersection(shape.buffer(-0.1))):
            text = graph.label(id_, shape, cut, frame)
            middle = cut.interpolate(0.5, normalized=True)
            if text and (text, id_) not in said:
                label = _placed(board, text, (middle.x, middle.y), window, pens)
                if label is not None:
                    out.append(label)
                    said.add((text, id_))
    return out


def _lines(shape: Any) -> list[Any]:
    """The runs of a cut; the one that goes over the edge's seam is joined first."""
    merged = shapely.line_merge(shape) if shape.geom_type == "MultiLineString" else shape
    return [p for p in shapely.get_parts(merged) if p.geom_type == "LineString" and p.length > 0.5]


class _Graph:
    """Which areas lie next to which, and where the portals between them stand."""

    def __init__(self, level: Level, links: Iterable[Link]) -> None:
        self.key = {a.id: a.key for a in level.areas}
        self.doors: dict[str, list[tuple[str, float, float]]] = {a.id: [] for a in level.areas}
        for p in level.portals:
            if p.kind != "false":
                d = doorway(p)
                for a, b in (p.between, p.between[::-1]):
                    self.doors[a].append((b, d.x, d.y))
        self.links: dict[str, int] = {}
        for passing in passings(links, level.number).values():
            for end in (passing.link.from_, passing.link.to):
                self.links.setdefault(end.area, passing.level)

    def label(self, id_: str, shape: Any, cut: Any, frame: Any) -> str:
        """What a cut through an area says."""
        if self.key[id_] is not None:
            return word("legend", "stub", "one", a=self.key[id_])
        beyond = [p for p in shapely.get_parts(shape.difference(frame)) if p.distance(cut) < 0.15]
        if not beyond:
            return ""
        rest = shapely.union_all(beyond).buffer(0.2)
        first = [b for b, x, y in self.doors[id_] if rest.covers(shapely.points(x, y))]
        return self._name(self._reached(id_, first), [id_, *first])

    def _reached(self, start: str, first: list[str]) -> list[int]:
        """The keys of the areas that lie beyond, the nearest first."""
        seen, found, todo = {start, *first}, [], deque(first)
        while todo:
            here = todo.popleft()
            key = self.key[here]
            if key is not None:
                found.append(key)
                continue
            for other, _, _ in self.doors[here]:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return found

    def _name(self, keys: list[int], way: list[str]) -> str:
        if not keys:
            level = next((self.links[i] for i in way if i in self.links), None)
            if level is None:
                return ""
            return word("legend", "stub", "level", n=level) if level else word("legend", "stub", "out")
        shown = sorted(keys[:NAMED])
        form = "one" if len(keys) == 1 else "two" if len(keys) == NAMED else "more"
        return word("legend", "stub", form, a=shown[0], b=shown[-1])


def _placed(board: Board, text: str, at: tuple[float, float], window: Window, pens: Pens) -> Label | None:
    """A label just within the edge, as near to the cut as it can stand."""
    size = pens.tag
    w, h = advance("strong", text) * size + 0.3, DIGIT_HIGH * size + 0.3
    inset = 0.3
    area = box(
        max(at[0] - w - 1.2, window[0] + inset), max(at[1] - 2.6, window[1] + inset),
        min(at[0] + w + 1.2, window[2] - inset), min(at[1] + 2.6, window[3] - inset),
    )  # fmt: skip
    mask, where = board.cells_of(area)
    spot = board.find(mask, where, (w, h), at, reach=0, pull=1.0, wet=True) if mask.size else None
    if spot is None:
        return None
    return _label(board, text, spot, size, pens)


def _label(board: Board, text: str, spot: Spot, size: float, pens: Pens) -> Label:
    board.block(spot.box)
    base = spot.y + DIGIT_HIGH / 2 * size
    return Label(Text(spot.x, base, text, size, "strong", fill=BLACK, halo=1.15 * HALO * pens.k), spot.box)
