"""The printed tiles: every tile of the set at its true size with a back, markers, and the labyrinth as it lies."""

from __future__ import annotations

import io
from functools import cache
from itertools import pairwise

import pikepdf
import pypdfium2
import pytest

from zinegen.build import generate
from zinegen.dungeon.model import Dungeon
from zinegen.impose.tiles import tiles
from zinegen.recipe import load_recipe
from zinegen.tileset import tile_set
from zinegen.typeset.tiles.art import SIDE, TILE_MM, face
from zinegen.typeset.tiles.sheets import UNIT, grid_of, tile_sheets
from zinegen.units import PAPERS_MM
from zinegen.work import PrintOptions, Shop


@cache
def dungeon(system: str) -> Dungeon:
    return generate(load_recipe(None, seed="cut", system=system, size="small"))


@cache
def printed(system: str, paper: str) -> bytes:
    return tiles(dungeon(system), PrintOptions(paper=paper), Shop(1))[0].data


@pytest.mark.parametrize(("paper", "each", "sheets"), [("a4", 54, 3), ("letter", 48, 4)])
def test_the_whole_set_is_there_with_backs_at_true_size(paper: str, each: int, sheets: int) -> None:
    across, down, left, top = grid_of(paper)
    assert across * down == each and left >= 9 and top >= 9
    pictures = list(tile_sheets(tile_set(), paper, "full"))
    assert len(pictures) == 2 * sheets  # a front, its back, a front...
    assert sum(tile.count for tile in tile_set().tiles) == 162
    assert UNIT * SIDE == TILE_MM == 30.0
    for front, back in zip(pictures[::2], pictures[1::2], strict=True):
        cuts = next(layer for layer in front.layers if layer.name == "cuts").paths[0].parts
        upright = sorted(
            {round(float(part.points[0][0]) * UNIT, 3) for part in cuts if part.points[0][0] == part.points[1][0]}
        )
        assert [round(b - a, 3) for a, b in pairwise(upright)] == [30.0] * across
        assert upright[0] + upright[-1] == pytest.approx(
            PAPERS_MM[paper][0]
        )  # in the middle: the backs lie under them
        assert (front.width_mm, front.height_mm) == (back.width_mm, back.height_mm) == PAPERS_MM[paper]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_file_is_to_be_printed_on_both_sides_at_actual_size(paper: str) -> None:
    with pikepdf.open(io.BytesIO(printed("tiles", paper))) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        wide, high = PAPERS_MM[paper]
        assert [float(n) for n in pdf.pages[0].MediaBox[2:]] == pytest.approx(
            [wide * 72 / 25.4, high * 72 / 25.4], abs=0.01
        )


def test_a_dungeon_of_tiles_has_its_levels_assembled_and_others_have_the_set_alone() -> None:
    def pages(system: str) -> int:
        return len(pypdfium2.PdfDocument(printed(system, "a4")))

    assert pages("tiles") == 2 + 6 + 1 + 3
    assert pages("labyrinth") == 2 + 6 + 1


def test_laid_tiles_join_up_with_all_their_neighbours() -> None:
    for level in dungeon("tiles").levels:
        places = {one.at: one for one in level.laid}
        assert len(places) == len(level.laid)
        for (x, y), one in places.items():
            for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
                other = places.get((x + dx, y + dy))
                assert one.edges[side] == (other.edges[(side + 2) & 3] if other else "-")
        keyed = {area.id for area in level.areas if area.key is not None}
        assert {one.area for one in level.laid if one.area} == keyed - {a.id for a in level.areas if a.hidden}


def test_stairs_lie_over_one_another() -> None:
    holds = {tile.id: tile.holds for tile in tile_set().tiles}
    spots = [{one.at for one in level.laid if holds.get(one.tile) == "stairs"} for level in dungeon("tiles").levels]
    assert spots[0] and spots[0] == spots[1] == spots[2]


def test_a_tile_is_open_where_its_edges_say_so_and_nowhere_else() -> None:
    def openings(edges: str, chamber: bool) -> list[float]:
        """How much of each edge of the tile no wall and no rock covers."""
        ring = [part.points for part in face(edges, chamber, 0, "full").floor]
        out = []
        for axis, at in ((1, 0.0), (0, SIDE), (1, SIDE), (0, 0.0)):
            on = [float(p[1 - axis]) for points in ring for p in points if abs(p[axis] - at) < 1e-6]
            out.append(round(max(on) - min(on), 2) if on else 0.0)
        return out

    assert openings("c-c-", False) == [3.0, 0.0, 3.0, 0.0]
    assert openings("pp--", True) == [1.3, 1.3, 0.0, 0.0]
    assert openings("ccpp", False) == [3.0, 3.0, 1.3, 1.3]


def test_the_same_bytes_twice() -> None:
    assert tiles(dungeon("tiles"), PrintOptions(paper="a4"), Shop(1))[0].data == printed("tiles", "a4")
