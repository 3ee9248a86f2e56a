"""Map styles: each is drawn alike by both writers, in its own colours, and hides what it must."""

from __future__ import annotations

import re
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from tests.sample import sample_dungeon
from zinegen.carve import carve
from zinegen.draw.elevation import elevation
from zinegen.draw.flowchart import dungeon_flow, level_flow
from zinegen.draw.map import legend_of, level_map, local_map
from zinegen.draw.pdfops import to_form
from zinegen.draw.picture import Picture
from zinegen.draw.styles import INKS, STYLES, style_for, style_of
from zinegen.draw.svg import to_svg
from zinegen.dungeon.model import Dungeon
from zinegen.errors import LayoutError, RecipeError
from zinegen.publish.png import form_pdf
from zinegen.recipe import load_recipe
from zinegen.typeset.layouts import find_layout

NAMES = sorted(STYLES)


@cache
def cyclic() -> Dungeon:
    return carve(load_recipe(seed="s7", system="cyclic", levels=1, size="small"))


def pixels(picture: Picture) -> np.ndarray:  # type: ignore[type-arg]
    """The picture as rows of red, green, blue."""
    page = pypdfium2.PdfDocument(form_pdf(to_form(picture)))[0]
    return np.asarray(page.render(scale=1.5).to_numpy(), dtype=float)[:, :, 2::-1]


def colours(picture: Picture) -> set[str]:
    found = {c for layer in picture.layers for p in layer.paths for c in (p.fill, p.stroke) if c}
    return found | {t.fill for layer in picture.layers for t in layer.texts}


@pytest.mark.parametrize("name", NAMES)
def test_both_writers_draw_every_style(name: str) -> None:
    """The same colours and as many paths in SVG as in PDF, always the same bytes, whole and in part."""
    whole = level_map(sample_dungeon(), 1, ink=name)
    part = local_map(sample_dungeon(), ("1-3",), mm_per_square=3, max_width_mm=80, max_height_mm=60, ink=name)
    for picture in (whole, part):
        svg = to_svg(picture, id_prefix="p")
        assert set(re.findall(r'(?:fill|stroke)="(#\w{6})"', svg)) <= colours(picture)
        ops = zlib.decompress(to_form(picture).data).decode()
        assert ops.count(" m ") and "nan" not in ops
    assert to_svg(level_map(sample_dungeon(), 1, ink=name), id_prefix="p") == to_svg(whole, id_prefix="p")


@pytest.mark.parametrize("name", NAMES)
def test_a_floor_is_paper_in_every_style(name: str) -> None:
    """Most of what lies within a square room is paper or nearly so."""
    picture = level_map(cyclic(), 1, ink=name, cartouche=False, legend=False)
    seen, scale = pixels(picture).mean(axis=2), 1.5 * 72 / 25.4
    rooms = [ring for ring in picture.spots.values() if len(ring) == 4]
    assert rooms
    for ring in rooms:
        (x0, x1), (y0, y1) = ((min(v) * scale, max(v) * scale) for v in zip(*ring, strict=True))
        inner = seen[int(y0) + 2 : int(y1) - 1, int(x0) + 2 : int(x1) - 1]
        assert (inner > 200).mean() > 0.55


def test_how_much_ink_each_takes() -> None:
    """Lines take least, then the light one, then ink; a photocopy is mostly black, a blueprint blue and not black."""
    dark = {n: 1 - pixels(level_map(cyclic(), 1, ink=n, cartouche=False, legend=False)).mean() / 255 for n in NAMES}
    assert dark["lines"] < dark["light"] < dark["ink"] < dark["ink_grey"] < dark["photocopy"]
    blue = level_map(cyclic(), 1, ink="blueprint")
    assert "#000000" not in colours(blue) and "#3b87bd" in colours(blue)
    assert not colours(level_map(cyclic(), 1, ink="photocopy")) - {"#000000", "#ffffff"}


@pytest.mark.parametrize("name", NAMES)
def test_charts_legends_and_side_views_take_its_colours(name: str) -> None:
    """No black is left in a blueprint; whatever the style, all of it can be drawn."""
    pictures = [
        level_flow(cyclic(), 1, width_mm=100, height_mm=120, ink=name),
        dungeon_flow(cyclic(), width_mm=100, height_mm=120, ink=name),
        elevation(cyclic(), width_mm=100, height_mm=120, ink=name),
        legend_of(cyclic(), 1, ink=name),
    ]
    for picture in pictures:
        assert picture is not None and picture.layers
        assert ("#000000" in colours(picture)) == (name != "blueprint")


@pytest.mark.parametrize("name", ["large", "large_low", "large_lines"])
def test_small_letters_of_large_type_stand_two_mm_high(name: str) -> None:
    """In charts, legends and side views, whatever the ink; its capitals and figures may be set smaller."""
    pictures = [
        level_flow(cyclic(), 1, width_mm=119, height_mm=140, ink=name),
        dungeon_flow(cyclic(), width_mm=119, height_mm=140, ink=name),
        elevation(cyclic(), width_mm=119, height_mm=120, ink=name),
        level_map(cyclic(), 1, ink=name, mm_per_square=3.0, max_width_mm=119, max_height_mm=170, cartouche=False),
    ]
    for picture in pictures:
        of_map = picture is pictures[-1]
        shown = [layer for layer in picture.layers if not of_map or layer.name in ("legend", "compass")]
        said = [text for layer in shown for text in layer.texts if any(letter.islower() for letter in text.text)]
        tags = {"out"}  # in the legend as on the map
        assert said
        for text in said:
            assert text.face in ("label", "strong")
            assert text.text in tags or text.size * picture.scale > 4.05, text


@pytest.mark.parametrize("name", NAMES)
def test_a_players_map_keeps_its_secrets_in_every_style(name: str) -> None:
    """Rock and specks are drawn from what players may see alone: no overlay, no S, no hidden area."""
    view = level_map(sample_dungeon(), 1, view="player", ink=name)
    assert not {"sights", "patrols", "structure", "secrets"} & {layer.name for layer in view.layers}


def test_saving_ink_wins_over_the_layouts_style() -> None:
    assert [style_for(ink, "photocopy") for ink in INKS] == ["photocopy", "light", "lines"]
    with pytest.raises(RecipeError, match="choose one of full, low, lines"):
        style_of("purple")


def test_a_layout_names_its_style(tmp_path: Path) -> None:
    """It is inherited, and one that is not there is told with those that are."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "layout.toml").write_text('inherits = "classic"\nmap_style = "blueprint"\n')
    assert find_layout(str(folder)).drawn_in("full") == "blueprint"
    assert find_layout("classic").drawn_in("full") == "ink"
    bad = tmp_path / "bad"
    bad.mkdir()
    (bad / "layout.toml").write_text('inherits = "classic"\nmap_style = "crayon"\n')
    with pytest.raises(LayoutError, match=r"crayon.*blueprint, ink, ink_grey, large, .*light, lines, photocopy"):
        find_layout(str(bad))
