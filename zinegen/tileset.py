"""Tile sets: a TOML file comes in, a checked set goes out, in which the Black Gate can be come to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from zinegen.errors import TableError
from zinegen.tomlfile import read_toml

HOUSE = Path(__file__).parent / "tables" / "tiles" / "house.toml"
LARGEST_FILE = 100_000
MOST_TILES = 2000
CORRIDOR, PASSAGE, BLANK, ANY = "c", "p", "-", "?"
SIDES = range(4)


class Tile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One kind of tile."""

    id: str
    edges: str
    """North, east, south, west: c a corridor, p a passage, - a blank wall, ? (the gate) whatever is needed."""
    kind: Literal["corridor", "chamber", "start", "gate"] = "corridor"
    count: int = 1
    """How many are in the container."""
    holds: Literal["", "stairs", "trapdoor", "pillars", "statue", "well", "fountain", "altar"] = ""

    @property
    def loose(self) -> bool:
        """Whether it lies in the container."""
        return self.kind in ("corridor", "chamber")

    def turned(self, times: int) -> str:
        """Its edges after so many quarter turns clockwise."""
        return turned(self.edges, times)

    def ways(self) -> Iterator[tuple[int, str]]:
        """Every rotation that looks different: how often turned, and its edges. Tiles are never mirrored."""
        seen = set()
        for times in SIDES:
            edges = self.turned(times)
            if edges not in seen:
                seen.add(edges)
                yield times, edges


class TileSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All tiles of a labyrinth."""

    tiles: tuple[Tile, ...]
    title: str = ""

    @property
    def start(self) -> Tile:
        """Where one comes in."""
        return next(tile for tile in self.tiles if tile.kind == "start")

    @property
    def gate(self) -> Tile:
        """The Black Gate."""
        return next(tile for tile in self.tiles if tile.kind == "gate")

    @property
    def chambers(self) -> int:
        """How many chambers are in the container."""
        return sum(tile.count for tile in self.tiles if tile.kind == "chamber")


def turned(edges: str, times: int) -> str:
    """Edges after so many quarter turns clockwise."""
    times %= 4
    return edges[-times:] + edges[:-times] if times else edges


@cache
def tile_set(file: Path | None = None) -> TileSet:
    """The house's tile set, or the one of a file.

    Raises: TableError naming file, tile and remedy; also where the Black Gate cannot be come to.
    """
    path = file or HOUSE
    try:
        data = path.read_bytes()
    except OSError as fault:
        raise TableError(f"{path}: cannot be read ({fault.strerror or fault}); name a TOML file with tiles") from None
    if len(data) > LARGEST_FILE:
        raise TableError(f"{path}: {len(data):,} bytes are more than a tile set has; {LARGEST_FILE:,} at most")
    try:
        found = msgspec.convert(read_toml(data), TileSet, strict=True)
    except msgspec.ValidationError as fault:
        raise TableError(f"{path}: {fault}; see docs/tiles.md for what a tile set is made of") from None
    except ValueError as fault:
        raise TableError(f"{path} is no TOML: {fault}") from None
    _check(found, path)
    return found


def _check(found: TileSet, path: Path) -> None:
    """Raises TableError at the first tile that is wrong, or where the set cannot make a labyrinth."""
    seen: set[str] = set()
    for tile in found.tiles:
        where = f"{path}: tile {tile.id!r}"
        if not re.fullmatch(r"[a-z][a-z0-9_]{0,39}", tile.id):
            raise TableError(f"{where}: its id must be a word of a-z, 0-9 and _")
        if tile.id in seen:
            raise TableError(f"{where} stands there twice: give one of them another id")
        seen.add(tile.id)
        letters = "cp-?" if tile.kind == "gate" else "cp-"
        if len(tile.edges) != 4 or set(tile.edges) - set(letters):
            raise TableError(
                f"{where}: edges {tile.edges!r} must be four of {', '.join(letters)}: north, east, south, west"
            )
        if not set(tile.edges) - {BLANK}:
            raise TableError(f"{where}: has four blank walls, so nobody could come in: open an edge")
        if tile.kind in ("chamber", "start") and CORRIDOR in tile.edges:
            raise TableError(f'{where}: a {tile.kind} has passages only; write p for c, or kind = "corridor"')
        if tile.kind == "start" and BLANK not in tile.edges:
            raise TableError(f"{where}: the start needs a blank wall for its stairs; write - for one edge")
        if not 1 <= tile.count <= MOST_TILES:
            raise TableError(f"{where}: count {tile.count} will not do; 1 to {MOST_TILES}")
        if tile.holds and tile.kind != "chamber":
            raise TableError(f"{where}: only a chamber holds something; take out holds, or make it a chamber")
    for kind in ("start", "gate"):
        count = sum(tile.kind == kind for tile in found.tiles)
        if count != 1:
            raise TableError(f'{path}: has {count} tiles of kind "{kind}"; a set has one')
    _check_gate(found, path)


def _check_gate(found: TileSet, path: Path) -> None:
    """Raises TableError where no row of tiles leads from the start to the gate, or none leads on."""
    loose = [tile for tile in found.tiles if tile.loose]
    known = set(found.start.edges) - {BLANK}
    laid: set[str] = set()
    while True:
        more = [tile for tile in loose if tile.id not in laid and set(tile.edges) & known - {BLANK}]
        if not more:
            break
        laid |= {tile.id for tile in more}
        known |= {edge for tile in more for edge in tile.edges} - {BLANK}
    if not set(found.gate.edges) & (known | {ANY}):
        raise TableError(
            f"{path}: the Black Gate ({found.gate.id}) cannot be come to: no tile that fits on leads to one of its "
            f"edges ({found.gate.edges}); add a tile with both kinds of edge"
        )
    chambers = [tile for tile in loose if tile.id in laid and tile.kind == "chamber"]
    if not any(len(tile.edges) - tile.edges.count(BLANK) > 1 for tile in loose if tile.id in laid) or not chambers:
        raise TableError(
            f"{path}: the Black Gate ({found.gate.id}) cannot be come to: every tile that fits on the start is a "
            "dead end, or no chamber does; add a chamber with two passages or more"
        )
