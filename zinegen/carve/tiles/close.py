"""Closing: a board whose level is large enough comes in; its open exits are led to one another or to chambers.

Corridors are led to other open corridors, passages end in chambers, sooner in one that joins two. Where nothing in
the container fits, the segment has collapsed.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from zinegen.carve.tiles.board import Board, Option, Place, beside
from zinegen.dice import Stream
from zinegen.tileset import ANY, BLANK, CORRIDOR, SIDES, Tile

LONGEST = 7
"""Segments of corridor that may be laid to close two open ends."""


@dataclass(slots=True)
class Closer:
    """Closes levels of a board."""

    board: Board
    stream: Stream

    def close(self, level: int) -> None:
        """Close every open exit of a level."""
        board = self.board
        while places := board.open_places(level):
            ends = [place for place in places if CORRIDOR in board.needs(place)]
            if ends:
                if not self._finish_corridor(self.stream.choice(ends)):
                    continue
            else:
                self._finish_passage(self.stream.choice(places), set(places))

    def _finish_passage(self, place: Place, open_: set[Place]) -> None:
        """A chamber that leads on to nothing new; sooner one that joins other open exits."""
        board = self.board
        found: list[tuple[Tile, Option]] = []
        weights: list[float] = []
        for tile in board.tiles.tiles:
            if not tile.loose or board.container[tile.id] < 1 or tile.kind != "chamber" or tile.holds == "stairs":
                continue
            for way in board.options(tile, place):
                fresh = [s for s in SIDES if way[1][s] != BLANK and beside(place, s) not in board.laid]
                if all(beside(place, side) in open_ for side in fresh):
                    found.append((tile, way))
                    weights.append(board.container[tile.id] ** 0.5 * (1 + 3 * min(2, len(fresh))))
        if not found:
            board.collapse(place)
            return
        tile, way = self.stream.weighted(found, weights)
        board.lay(tile, place, way)

    def _finish_corridor(self, place: Place) -> bool:
        """Lead an open corridor to another open one; where none is near, or nothing fits, it has collapsed."""
        path = self._path(place)
        for at, edges in path or ():
            self._lay_exactly(at, edges)
        if not path:
            self.board.collapse(place)
        return bool(path)

    def _lay_exactly(self, place: Place, edges: str) -> None:
        board = self.board
        for tile in board.tiles.tiles:
            if tile.loose and tile.kind == "corridor" and board.container[tile.id] > 0:
                for way in board.options(tile, place):
                    if way[1] == edges:
                        board.lay(tile, place, way)
                        return
        board.collapse(place)

    def _path(self, start: Place) -> list[tuple[Place, str]]:
        """The shortest row of corridor tiles from an open corridor to another, with their edges; empty for none."""
        board = self.board
        needs = board.needs(start)
        if needs.count(CORRIDOR) > 1:
            edges = self._edges(start, needs.replace(ANY, BLANK))
            return [(start, edges)] if edges else []
        queue: deque[list[tuple[Place, str]]] = deque([[(start, "")]])
        seen = {start}
        while queue:
            row = queue.popleft()
            here, _ = row[-1]
            came = needs.index(CORRIDOR) if here == start else _side_to(here, row[-2][0])
            for side in self.stream.shuffled(SIDES):
                there = beside(here, side)
                if side == came or there in seen or there in board.laid or there in board.blocked:
                    continue
                edges = self._edges(here, _with(board.needs(here), came, side))
                ahead = board.needs(there).count(CORRIDOR)
                if not edges or ahead > 1:
                    continue
                whole = [*row[:-1], (here, edges)]
                if ahead == 1:
                    end = board.needs(there).index(CORRIDOR)
                    last = (
                        self._edges(there, _with(board.needs(there), (side + 2) & 3, end))
                        if end != (side + 2) & 3
                        else ""
                    )
                    if last:
                        return [*whole, (there, last)]
                elif len(row) < LONGEST:
                    seen.add(there)
                    queue.append([*whole, (there, "")])
        return []

    def _edges(self, place: Place, wanted: str) -> str:
        """Edges of a corridor tile in the container that are as wanted; where ? is wanted, a blank wall."""
        wanted = wanted.replace(ANY, BLANK)
        for tile in self.board.tiles.tiles:
            if (
                tile.kind == "corridor"
                and self.board.container[tile.id] > 0
                and any(e == wanted for _, e in tile.ways())
            ):
                return wanted
        return ""


def _with(needs: str, one: int, other: int) -> str:
    """Needs with a corridor on two sides."""
    return "".join(CORRIDOR if side in (one, other) else need for side, need in enumerate(needs))


def _side_to(place: Place, other: Place) -> int:
    return next(side for side in SIDES if beside(place, side) == other)
