"""The board: laid segments on up to three levels, the container, and what the rules of document 004 allow.

A place is (level, x, y); all levels share their coordinates. An edge is a corridor, a passage or a blank wall; sides
are counted north, east, south, west.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from zinegen.carve.forms import DX, DY
from zinegen.tileset import ANY, BLANK, CORRIDOR, PASSAGE, SIDES, Tile, TileSet

Place = tuple[int, int, int]
"""(level, x, y)."""

Option = tuple[int, str]
"""How often a tile is turned, and its edges then."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A laid tile; a collapsed segment is one that stands for the tile that the container did not have."""

    edges: str
    tile: Tile | None = None
    turns: int = 0

    @property
    def collapsed(self) -> bool:
        return self.tile is None

    @property
    def chamber(self) -> bool:
        """Whether it is a chamber: one with passages or the gate, or a collapsed hollow where several ways meet."""
        if self.tile is None:
            return sum(edge != BLANK for edge in self.edges) > 1
        return self.tile.kind != "corridor"

    @property
    def stairs(self) -> bool:
        """Whether it has the stairs that join all levels."""
        return self.tile is not None and self.tile.holds == "stairs"


def joined(one: str, other: str) -> bool:
    """Whether two edges may lie against each other (6.1): like against like."""
    return one == other


def fits(edges: str, needs: str) -> bool:
    """Whether edges go with what the neighbours need; ? stands for a neighbour that is not there yet."""
    return all(need == ANY or edge == ANY or joined(edge, need) for edge, need in zip(edges, needs, strict=True))


@dataclass(slots=True)
class Board:
    """A labyrinth being laid."""

    tiles: TileSet
    levels: Sequence[int]
    """The levels that its stairs join."""
    copies: int = 1
    laid: dict[Place, Segment] = field(default_factory=dict)
    blocked: set[Place] = field(default_factory=set)
    """Places outside the board: blank walls on all sides."""
    container: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.container = Counter({tile.id: tile.count * self.copies for tile in self.tiles.tiles if tile.loose})

    # ------------------------------------------------------------------------------------------------------ questions

    def needs(self, place: Place) -> str:
        """What the neighbours of a place need on its four sides."""
        out = ""
        for side in SIDES:
            there = beside(place, side)
            segment = self.laid.get(there)
            out += segment.edges[(side + 2) & 3] if segment else BLANK if there in self.blocked else ANY
        return out

    def open_places(self, level: int) -> list[Place]:
        """The empty places that an open exit of a laid segment leads to, in order."""
        found = {
            there
            for place, segment in self.laid.items()
            if place[0] == level
            for side in SIDES
            if segment.edges[side] != BLANK and (there := beside(place, side)) not in self.laid
        }
        return sorted(found)

    def steps(self, place: Place) -> list[Place]:
        """The places that are one stage away: next segments with a way to them, one level up or down (6.3, 6.6)."""
        segment = self.laid[place]
        out = [
            there for side in SIDES if segment.edges[side] != BLANK and (there := beside(place, side)) in self.laid
        ]
        if segment.stairs:
            level, x, y = place
            out += [there for near in (level - 1, level + 1) if (there := (near, x, y)) in self.laid]
        return out

    def distances(self, starts: Iterable[Place]) -> dict[Place, int]:
        """How many stages each laid place is from the nearest start."""
        far = dict.fromkeys(starts, 0)
        queue = deque(far)
        while queue:
            here = queue.popleft()
            for there in self.steps(here):
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        return far

    def chambers(self, level: int) -> int:
        """How many chambers a level has."""
        return sum(segment.chamber for place, segment in self.laid.items() if place[0] == level)

    def blind_rings(self, level: int) -> int:
        """How many corridors only one passage leads to: they run back into themselves and are worth no walk."""
        left = {place for place, segment in self.laid.items() if place[0] == level and not segment.chamber}
        count = 0
        while left:
            edge, ways, halls = [min(left)], 0, 0
            left.discard(edge[0])
            while edge:
                here = edge.pop()
                edges = self.laid[here].edges
                ways += edges.count(PASSAGE)
                for side in SIDES:
                    there = beside(here, side)
                    if edges[side] == CORRIDOR and there in left:
                        left.discard(there)
                        edge.append(there)
                    elif edges[side] == CORRIDOR and there in self.laid:
                        halls += self.laid[there].chamber
            count += ways + halls < 2
        return count

    def stairs(self) -> list[tuple[int, int]]:
        """Where the stairs are, x and y."""
        return sorted({place[1:] for place, segment in self.laid.items() if segment.stairs})

    def others(self, place: Place) -> list[Place]:
        """The same place on the other levels."""
        return [(level, *place[1:]) for level in self.levels if level != place[0]]

    def options(self, tile: Tile, place: Place) -> list[Option]:
        """Every way to lay a tile at a place (6.1); stairs need room there on the other levels too (6.6)."""
        needs = self.needs(place)
        found = [(times, edges) for times, edges in tile.ways() if fits(edges, needs)]
        if (
            tile.holds == "stairs"
            and found
            and not all(self._takes_stairs(tile, other) for other in self.others(place))
        ):
            return []
        return found

    def _takes_stairs(self, tile: Tile, place: Place) -> bool:
        if place in self.laid or place in self.blocked:
            return False
        needs = self.needs(place)
        return any(fits(edges, needs) for _, edges in tile.ways())

    def closes(self, place: Place, edges: str) -> bool:
        """Whether laying these edges there leaves no open exit on the level (6.4)."""
        if any(other != place for other in self.open_places(place[0])):
            return False
        return not any(
            edges[side] != BLANK and (there := beside(place, side)) not in self.laid and there not in self.blocked
            for side in SIDES
        )

    # -------------------------------------------------------------------------------------------------------- changes

    def lay(self, tile: Tile, place: Place, option: Option) -> None:
        """Lay a tile and take it out of the container; stairs are laid on all levels at once (6.5, A004-09)."""
        if tile.loose:
            self.container[tile.id] -= 1
        self.laid[place] = Segment(option[1], tile, option[0])
        if tile.holds == "stairs":
            for other in self.others(place):
                times, edges = next(one for one in tile.ways() if fits(one[1], self.needs(other)))
                self.laid[other] = Segment(edges, tile, times)

    def lay_gate(self, place: Place) -> None:
        """Lay the Black Gate; where its tile says so it takes whatever edges are needed."""
        needs = self.needs(place)
        gate = self.tiles.gate
        times, edges = next((one for one in gate.ways() if fits(one[1], needs)), (0, ANY * 4))
        closed = "".join(
            edge if edge != ANY else BLANK if need == ANY else need for edge, need in zip(edges, needs, strict=True)
        )
        self.laid[place] = Segment(closed, gate, times)

    def collapse(self, place: Place) -> None:
        """Put a collapsed segment where nothing fits: it has the edges that are needed, no more (our own)."""
        self.laid[place] = Segment(self.needs(place).replace(ANY, BLANK))


def beside(place: Place, side: int) -> Place:
    """The place next to one."""
    level, x, y = place
    return level, x + DX[side], y + DY[side]


Draw = Callable[[Sequence[Tile]], Tile]
"""Draws one of some tiles from the container."""


def draw_fitting(
    board: Board, place: Place, draw: Draw, allow: Callable[[Tile, Option], bool] | None = None
) -> tuple[Tile, list[Option], list[Tile]] | None:
    """Draw until a tile fits (6.1, 6.4). What does not fit is put back and left out of the draws that follow.

    Args:    allow: what else a way of laying it must be (6.4 and the like).
    Returns: the tile, the ways in which it may be laid, and the tiles drawn in vain; None where nothing fits.
    """
    rejected: list[Tile] = []
    left = [tile for tile in board.tiles.tiles if tile.loose and board.container[tile.id] > 0]
    while left:
        tile = draw(left)
        ways = [way for way in board.options(tile, place) if allow is None or allow(tile, way)]
        if ways:
            return tile, ways, rejected
        rejected.append(tile)
        left.remove(tile)
    return None
