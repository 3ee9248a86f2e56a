"""Ornaments: each dungeon has its own, frames keep to their band, ink is saved where it is to be."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.build import generate
from zinegen.draw import borders, inked, plans
from zinegen.draw.motifs import PREMISES, motif_named, motif_names
from zinegen.draw.ornaments import ORNAMENTS, ornament
from zinegen.draw.pdfops import to_form
from zinegen.draw.picture import Layer
from zinegen.draw.settings import SETTINGS, SUITED
from zinegen.draw.silhouettes import contours
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.visible import without_secrets
from zinegen.recipe import load_recipe
from zinegen.words import lexicon

COVERS = ("woodcut", "medallion", "poster", "carpet", "pen_carpet")
"""What fills a cover."""


@pytest.fixture(scope="module")
def ten() -> list[Dungeon]:
    systems = ("labyrinth", "cyclic", "passages", "tiles", "cyclic")
    return [
        generate(load_recipe(seed=f"cover {n}", system=systems[n % 5], levels=1, size="small")) for n in range(10)
    ]


def pressed(dungeon: Dungeon, what: str, ink: str = "full") -> bytes:
    return to_form(ornament(dungeon, what, width_mm=90, height_mm=110, ink=ink, level=1)).data


@pytest.mark.parametrize("what", COVERS)
def test_ten_dungeons_have_ten_covers(what: str, ten: list[Dungeon]) -> None:
    assert len({pressed(dungeon, what) for dungeon in ten}) == 10
    assert pressed(ten[3], what) == pressed(ten[3], what)


@pytest.mark.parametrize("what", sorted(ORNAMENTS))
def test_ink_is_saved(what: str, ten: list[Dungeon], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inked, "INK_DPI", 200)  # no line of these is thinner than a pixel
    full, low = (
        inked.ink_mm2(to_form(ornament(ten[1], what, width_mm=80, height_mm=100, ink=ink, level=1)))
        for ink in ("full", "low")
    )
    assert 0 < low < 0.85 * full


@pytest.mark.parametrize("what", sorted(set(ORNAMENTS) - {"photograph"}))  # whose dots run off its edge
def test_ornaments_keep_to_their_room_and_are_black(what: str, ten: list[Dungeon]) -> None:
    width, height = 70.0, 88.0
    picture = ornament(ten[2], what, width_mm=width, height_mm=height, level=1)
    for path in (path for layer in picture.layers for path in layer.paths):
        assert {path.fill, path.stroke} <= {None, "#000000", "#ffffff"}
        for part in path.parts:
            low = part.points.reshape(-1, 2).min(axis=0) - (path.width / 2 if path.stroke else 0)
            high = part.points.reshape(-1, 2).max(axis=0) + (path.width / 2 if path.stroke else 0)
            assert (low >= -0.35).all() and (high <= (width + 0.35, height + 0.35)).all(), what


def covered(layers: tuple[Layer, ...]) -> tuple[np.ndarray, float]:
    """All points of some layers and the widest half line among them."""
    paths = [path for layer in layers for path in layer.paths]
    points = [part.points.reshape(-1, 2) for path in paths for part in path.parts]
    return np.concatenate(points), max(path.width for path in paths) / 2


@pytest.mark.parametrize("name", motif_names())
@pytest.mark.parametrize("manner", sorted(borders.MANNERS))
def test_a_frame_leaves_its_middle_free(name: str, manner: str) -> None:
    layers = borders.frame(name, 90, 70, 8, manner=borders.MANNERS[manner], seed=5)
    points, half = covered(layers)
    assert points.min() > -0.05 and (points.max(axis=0) < (90.05, 70.05)).all()
    within = ((points > 8.05) & (points < (81.95, 61.95))).all(axis=1)
    assert not within.any() and half < 1.1


@pytest.mark.parametrize("name", motif_names())
def test_motifs_keep_to_their_strip(name: str) -> None:
    motif = motif_named(name)
    for piece in motif.pieces:
        for part in piece.parts:
            half = piece.width / 2 if piece.kind == "tube" else 0.0
            assert part.points[:, 1].min() - half >= -0.02 and part.points[:, 1].max() + half <= 1.02, piece
            assert part.points[:, 0].min() >= -0.25 and part.points[:, 0].max() <= motif.wide + 0.25
    corner = np.concatenate([part.points for piece in motif.corner for part in piece.parts])
    assert corner.min() >= 0 and corner.max() <= 1


def test_every_theme_has_motifs_and_settings() -> None:
    assert set(PREMISES) == set(SUITED) == set(lexicon("themes"))
    assert {one for names in PREMISES.values() for one in names} == set(motif_names())
    assert {one for names in SUITED.values() for one in names} <= set(SETTINGS)


def test_a_cover_tells_no_secret() -> None:
    dungeon = sample_dungeon()
    assert any(portal.secret for level in dungeon.levels for portal in level.portals)
    for what in ("woodcut", "medallion", "carpet"):
        assert pressed(dungeon, what) == pressed(without_secrets(dungeon), what)


def test_another_title_leaves_the_cover_alone(ten: list[Dungeon]) -> None:
    assert pressed(replace(ten[0], title="Something Else"), "woodcut") == pressed(ten[0], "woodcut")


def test_a_carpet_is_its_own_mirror_image() -> None:
    from zinegen.dice import Stream

    part, points = plans.quarter(plans.shown_level(sample_dungeon()), 40, 60, Stream("x", "test"))
    floor, middles = plans.mirrored(part, points, 80, 120)
    turned = shapely.transform(floor, lambda at: (80, 0) + at * (-1, 1))
    assert floor.area > 300 and len(middles) == 4 * len(points)
    assert floor.symmetric_difference(turned).area < 0.02 * floor.area


PICTURE = """
.......
.#####.
.#...#.
.#.#.#.
.#...#.
.#####.
.......
"""


def test_contours_go_round_what_is_inside() -> None:
    """A wall, the room in it and a pillar in that: three rings, each half a place beyond its squares."""
    rows = PICTURE.split()
    values = np.array([[-1.0 if sign == "#" else 1.0 for sign in row] for row in rows])
    rings = [shapely.Polygon(ring) for ring in contours(values)]
    assert sorted(round(ring.area, 2) for ring in rings) == [0.5, 8.5, 24.5]
    outer = max(rings, key=lambda ring: ring.area)
    assert outer.bounds == (0.5, 0.5, 5.5, 5.5)
