"""Exploring: a board with its first segment comes in, a whole labyrinth goes out, of the size that was asked for.

The rules of document 004 say how a segment is laid; they do not say when a labyrinth is large enough. Ours: a level
is explored until its chambers, and those that its open exits still need, are as many as were asked. Then the Black
Gate is laid at a far exit of the last level, and what is open is closed: corridors are led to one another, passages
end in chambers, and where nothing fits the segment has collapsed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from zinegen.carve.tiles.board import Board, Option, Place, beside, draw_fitting, fits
from zinegen.carve.tiles.close import Closer
from zinegen.dice import Stream
from zinegen.tileset import BLANK, CORRIDOR, PASSAGE, SIDES, Tile

NEAR = 0.8
"""How often the exit nearest to the middle is taken; else any."""
SPARE = 4
"""One chamber in so many is kept free on a level for stairs, and for what is found of them below."""
STAIRS_APART = 3
"""Stages between two stairs, and between stairs and the start, at least."""


@dataclass(frozen=True, slots=True)
class Order:
    """How many chambers one level is to have."""

    level: int
    least: int
    most: int
    target: int


@dataclass(slots=True)
class Explorer:
    """Lays a labyrinth."""

    board: Board
    orders: Sequence[Order]
    stream: Stream
    stairs: tuple[int, int]
    """The fewest and the most stairs."""
    gate: bool
    """Whether the Black Gate is on the last level."""
    first: Place
    mind_stairs: bool = True
    """Whether stairs lead anywhere."""
    gate_at: Place | None = None
    _far: dict[Place, int] = field(default_factory=dict)

    def explore(self) -> bool:
        """Lay everything. False where it came to nothing: a level closed too early, or has too many chambers."""
        last = len(self.orders) - 1
        for i, order in enumerate(self.orders):
            if not self._grow(order, order.target - (order.target // SPARE if i < last else 0)):
                return False
            if i == 0 and self.mind_stairs and not self._enough_stairs(order):
                return False
        for order in self.orders:
            if not self._grow(order, order.target):
                return False
        if self.gate and not self._lay_gate(self.orders[-1]):
            return False
        for order in self.orders:
            Closer(self.board, self.stream).close(order.level)
        return all(order.least <= self.board.chambers(order.level) <= order.most for order in self.orders)

    # ------------------------------------------------------------------------------------------------------- growing

    def _size(self, level: int) -> int:
        """The chambers of a level and those that its open exits need."""
        board = self.board
        if not self._ends:
            return board.chambers(level)
        waiting = sum(CORRIDOR not in board.needs(place) for place in board.open_places(level))
        return board.chambers(level) + waiting

    @property
    def _ends(self) -> bool:
        """Whether the set has chambers that lead on to nothing; where it has none, exits end in fallen rock."""
        tiles = self.board.tiles.tiles
        return any(tile.kind == "chamber" and tile.edges.count(BLANK) == 3 for tile in tiles)

    def _grow(self, order: Order, target: int) -> bool:
        """Explore a level until it has its size. False where it closed before."""
        board = self.board
        dead: set[Place] = set()
        while self._size(order.level) < target:
            places = [place for place in board.open_places(order.level) if place not in dead]
            if not places:
                return bool(board.open_places(order.level))
            place = self._choose(places, order.level)
            if not self._draw(place, min(target + 1, order.most)):
                dead.add(place)
        return True

    def _choose(self, places: Sequence[Place], level: int) -> Place:
        """Which exit the party takes next: one near the middle of what is known, or any."""
        if not self.stream.chance(NEAR):
            return self.stream.choice(places)
        known = [place for place in self.board.laid if place[0] in (level, self.first[0])]  # levels lie under levels
        mx, my = (sum(place[i] for place in known) / len(known) for i in (1, 2))
        return min(places, key=lambda place: (max(abs(place[1] - mx), abs(place[2] - my)), place))

    def _draw(self, place: Place, most: int) -> bool:
        """Draw for a place and lay what fits."""
        board, level = self.board, place[0]
        size = self._size(level)
        open_before = set(board.open_places(level))

        def allow(tile: Tile, way: Option) -> bool:
            if tile.holds == "stairs" and not self._stairs_may(place):
                return False
            return not board.closes(place, way[1]) and size + self._more(place, tile, way[1], open_before) <= most

        found = draw_fitting(board, place, self._pick, allow)
        if found is None:
            return False
        tile, ways, _ = found
        board.lay(tile, place, self.stream.choice(ways))
        return True

    def _more(self, place: Place, tile: Tile, edges: str, before: set[Place]) -> int:
        """How many chambers more a level needs when a tile is laid."""
        if not self._ends:
            return int(tile.kind == "chamber")
        more = int(tile.kind == "chamber") - int(CORRIDOR not in self.board.needs(place))
        for side in SIDES:
            there = beside(place, side)
            if there in self.board.laid or edges[side] == BLANK:
                continue
            if edges[side] == PASSAGE and there not in before:
                more += 1
            elif edges[side] == CORRIDOR and there in before and CORRIDOR not in self.board.needs(there):
                more -= 1
        return more

    def _pick(self, tiles: Sequence[Tile]) -> Tile:
        return self.stream.weighted(tiles, [self.board.container[tile.id] for tile in tiles])

    # -------------------------------------------------------------------------------------------------------- stairs

    def _stairs_may(self, place: Place, apart: int = STAIRS_APART) -> bool:
        """Whether stairs make sense there: few, far from one another, and with room for them on the other levels."""
        board = self.board
        if not self.mind_stairs or len(board.stairs()) >= self.stairs[1]:
            return False
        known = [*board.stairs(), self.first[1:]]
        if any(abs(place[1] - x) + abs(place[2] - y) < apart for x, y in known):
            return False
        for order in self.orders:
            begun = any(at[0] == order.level for at in board.laid)
            if order.level == place[0] or not begun:
                continue
            at = (order.level, *place[1:])
            if PASSAGE not in board.needs(at) or self._size(order.level) + 3 > order.most:
                return False  # stairs that hang on nothing would be an island
        return True

    def _enough_stairs(self, order: Order) -> bool:
        """Where the draws gave too few stairs, lay some at far exits. False where there are none in the end."""
        while len(self.board.stairs()) < self.stairs[0]:
            if not any(self._stairs_somewhere(order, apart) for apart in (STAIRS_APART, 1)):
                break
        return bool(self.board.stairs())

    def _stairs_somewhere(self, order: Order, apart: int) -> bool:
        board = self.board
        for place in self._far_first(order.level):
            for tile in board.tiles.tiles:
                if tile.holds != "stairs" or board.container[tile.id] < 1 or not self._stairs_may(place, apart):
                    continue
                ways = board.options(tile, place)
                if ways:
                    board.lay(tile, place, self.stream.choice(ways))
                    return True
        return False

    def _far_first(self, level: int) -> list[Place]:
        """The open places of a level, the farthest from where one comes in first."""
        board = self.board
        starts = [place for place, segment in board.laid.items() if place[0] == level and segment.stairs]
        if level == self.first[0]:
            starts = [self.first]
        far = board.distances(starts)

        def stages(place: Place) -> int:
            return min(
                (far.get(beside(place, side), 99) for side in SIDES if beside(place, side) in board.laid), default=0
            )

        return sorted(board.open_places(level), key=lambda place: (-stages(place), place))

    def _lay_gate(self, order: Order) -> bool:
        """Lay the Black Gate at the farthest exit that can take it."""
        board = self.board
        for place in self._far_first(order.level):
            needs = board.needs(place)
            if any(fits(edges, needs) for _, edges in board.tiles.gate.ways()):
                board.lay_gate(place)
                self.gate_at = place
                return True
        return False
