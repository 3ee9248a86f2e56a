"""Cut corridors: where a crop's edge cuts a way out of its areas, a label says where that way goes ("to 6")."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

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
NEAR = 0.3
"""Squares within which a door belongs to a piece of an area."""
INSET = 0.3
"""Squares between a label and the crop's edge."""


class _Stub(NamedTuple):
    """A way that leaves a crop: the area it lies in, the keys beyond it or its words, and where it is cut."""

    id: str
    keys: tuple[int, ...]
    words: str
    at: tuple[float, float]


class Stubs:
    """The ways that lead out of the areas asked for and that a window's edge cuts."""

    def __init__(self, ground: Ground, links: Iterable[Link], window: Window, wanted: tuple[str, ...]) -> None:
        self.ground, self.window, self.wanted = ground, window, wanted
        self.frame = box(*window)
        self.graph = _Graph(ground.level, links)
        self.pieces = {i: _pieces(shape.intersection(self.frame)) for i, shape in ground.shapes.items()}

    def labels(self, board: Board, named: frozenset[str], walls: Any, pens: Pens) -> list[Label]:
        """Their labels, the nearest way first; no passage says the same twice, and what finds no place is left out.

        named: areas whose numbers are on the crop already: no need of a label. walls: kept clear if it can be.
        """
        known = frozenset(self.graph.key[i] for i in named if self.graph.key[i] is not None)
        out: list[Label] = []
        said: set[tuple[str, str]] = set()
        for stub in self._found():
            keys = tuple(key for key in stub.keys if key not in known)
            text = stub.words if not stub.keys else _to(keys) if keys else ""
            if not text or (text, stub.id) in said or _repeats(out, text, stub.at):
                continue
            label = _placed(board, text, stub.at, self.window, walls, pens)
            if label is not None:
                out.append(label)
                said.add((text, stub.id))
        return out

    def _found(self) -> list[_Stub]:
        """The cut ways in the order in which they are come to from the areas asked for, through passages in view."""
        found: list[_Stub] = []
        done: set[tuple[str, int]] = set()
        todo: deque[tuple[str, int, tuple[float, float]]] = deque()
        for id_ in self.wanted:
            self._enter(id_, None, done, todo)
        while todo:
            id_, n, door = todo.popleft()
            if self.graph.key[id_] is not None:  # a keyed area next door whose number found no place in view
                found.append(_Stub(id_, (self.graph.key[id_] or 0,), "", door))
            else:
                found += self._cuts(id_, self.pieces[id_][n])
                self._enter(id_, self.pieces[id_][n], done, todo)
        return found

    def _enter(
        self, id_: str, piece: Any, done: set[tuple[str, int]],
        todo: deque[tuple[str, int, tuple[float, float]]],
    ) -> None:  # fmt: skip
        """Line up what the doors of an area, or of one piece of it, open into."""
        for other, x, y in self.graph.doors[id_]:
            at = shapely.points(x, y)
            if other in self.wanted or (piece is not None and piece.distance(at) >= NEAR):
                continue
            near = [n for n, one in enumerate(self.pieces.get(other, ())) if one.distance(at) < NEAR]
            if near and (other, near[0]) not in done:
                done.add((other, near[0]))
                todo.append((other, near[0], (x, y)))

    def _cuts(self, id_: str, piece: Any) -> list[_Stub]:
        """Where the edge cuts one piece of a passage."""
        shape, found = self.ground.shapes[id_], []
        for cut in _lines(self.frame.exterior.intersection(shape.buffer(-0.1))):
            if piece.distance(cut) < NEAR:
                keys, words = self.graph.beyond(id_, shape, cut, self.frame)
                middle = cut.interpolate(0.5, normalized=True)
                found.append(_Stub(id_, keys, words, (middle.x, middle.y)))
        return found


def _repeats(labels: Iterable[Label], text: str, at: tuple[float, float]) -> bool:
    """Whether the same words stand a few steps away: two cuts of one network of passages."""
    return any(la.text.text == text and abs(la.text.x - at[0]) + abs(la.text.y - at[1]) < 9 for la in labels)


def _pieces(shape: Any) -> list[Any]:
    return [p for p in shapely.get_parts(shape) if p.geom_type == "Polygon" and p.area > 0.05]


def _lines(shape: Any) -> list[Any]:
    """The runs of a cut; the one that goes over the edge's seam is joined first."""
    merged = shapely.line_merge(shape) if shape.geom_type == "MultiLineString" else shape
    return [p for p in shapely.get_parts(merged) if p.geom_type == "LineString" and p.length > 0.5]


def _to(keys: tuple[int, ...]) -> str:
    """ "to 6", "to 6, 9": the nearest ones."""
    shown = sorted(keys[:NAMED])
    form = "one" if len(keys) == 1 else "two" if len(keys) == NAMED else "more"
    return word("legend", "stub", form, a=shown[0], b=shown[-1])


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

    def beyond(self, id_: str, shape: Any, cut: Any, frame: Any) -> tuple[tuple[int, ...], str]:
        """What lies beyond a cut through a passage: keys of areas, else words for stairs; neither at a dead end."""
        outside = [p for p in shapely.get_parts(shape.difference(frame)) if p.distance(cut) < 0.15]
        if not outside:
            return (), ""
        rest = shapely.union_all(outside).buffer(0.2)
        first = [b for b, x, y in self.doors[id_] if rest.covers(shapely.points(x, y))]
        keys = tuple(self._reached(id_, first))
        return keys, "" if keys else self._stairs([id_, *first])

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

    def _stairs(self, way: list[str]) -> str:
        level = next((self.links[i] for i in way if i in self.links), None)
        if level is None:
            return ""
        return word("legend", "stub", "level", n=level) if level else word("legend", "stub", "out")


def _placed(board: Board, text: str, at: tuple[float, float], window: Window, walls: Any, pens: Pens) -> Label | None:
    """A label just within the edge, as near to the cut as it can stand, clear of walls where that is possible."""
    size = pens.tag
    w, h = advance("strong", text) * size + 0.3, DIGIT_HIGH * size + 0.3
    area = box(
        max(at[0] - w - 1.2, window[0] + INSET), max(at[1] - 2.6, window[1] + INSET),
        min(at[0] + w + 1.2, window[2] - INSET), min(at[1] + 2.6, window[3] - INSET),
    )  # fmt: skip
    for free in (area.difference(walls), area):
        mask, where = board.cells_of(free)
        spot = board.find(mask, where, (w, h), at, reach=0, pull=1.0, wet=True) if mask.size else None
        if spot is not None:
            return _label(board, text, spot, size, pens)
    return None


def _label(board: Board, text: str, spot: Spot, size: float, pens: Pens) -> Label:
    board.block(spot.box)
    base = spot.y + DIGIT_HIGH / 2 * size
    return Label(Text(spot.x, base, text, size, "strong", fill=BLACK, halo=1.15 * HALO * pens.k), spot.box)
