"""Pieces of paper: of the size that is asked for, alike for a seed, unlike for another; a wrong name is told."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pikepdf
import pytest

from tests.sample import sample_dungeon
from tests.typeset.reading import made, shrunk
from zinegen.draw.pdfops import to_form
from zinegen.draw.scraps import KINDS, scrap
from zinegen.errors import LayoutError

OUT_MM = 1.6
"""How far a torn edge, a hair or the shadow of a strip may reach out of its place."""


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_piece_is_as_large_as_asked_for(kind: str) -> None:
    name = f"scrap-{kind}-60x24.5-2"
    one = scrap(name, "bell")
    assert (one.width_mm, one.height_mm) == (60, 24.5)
    spots = np.concatenate([part.points for layer in one.layers for p in layer.paths for part in p.parts])
    assert (spots > -OUT_MM - (5 if kind in ("left", "right") else 0)).all()
    assert (spots < np.array((60, 24.5)) + OUT_MM + (5 if kind in ("left", "right") else 0)).all()
    assert to_form(one).data == to_form(scrap(name, "bell")).data
    assert to_form(one).data != to_form(scrap(f"scrap-{kind}-60x24.5-3", "bell")).data
    assert to_form(one).data != to_form(scrap(name, "moth")).data


def test_strips_are_never_quite_square_and_never_empty() -> None:
    """Whatever the number, a strip covers most of its place, so that white words on it can be read."""
    for number in range(40):
        (path,) = scrap(f"scrap-bar-60x8-{number}", "bell").layers[0].paths
        x, y = path.parts[0].points.T
        area = abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2
        assert 0.74 * 60 * 8 < area < 60 * 8


@pytest.mark.parametrize("name", ["scrap-lace-60x8-1", "scrap-bar-60-1", "scrap-bar-60x8"])
def test_a_wrong_name_is_told(name: str) -> None:
    with pytest.raises(LayoutError, match=f"zg:{name} is no piece of paper; .*bar, black"):
        scrap(name, "bell")


def test_a_style_sheet_asks_for_one_by_name(tmp_path: Path) -> None:
    """Any layout may; it stands behind the text and is no figure to who reads aloud."""
    (tmp_path / "layout.toml").write_text('inherits = "classic"\n')
    plain = made("onepage", shrunk(sample_dungeon(), 2), layout=str(tmp_path)).data
    (tmp_path / "pages.css").write_text(
        ".keyhead { background: url(zg:scrap-paper-60x8-1) 0 0 / 100% 100% no-repeat }\n"
    )
    pasted = made("onepage", shrunk(sample_dungeon(), 2), layout=str(tmp_path)).data
    assert _things(pasted, "/Form") == _things(plain, "/Form") + 3  # one piece, a group for each of two keys
    assert _things(pasted, "/Figure") == _things(plain, "/Figure") > 0


def _things(data: bytes, name: str) -> int:
    """How many objects of a PDF are of that kind."""
    with pikepdf.open(io.BytesIO(data)) as pdf:
        each = [one for one in pdf.objects if isinstance(one, (pikepdf.Dictionary, pikepdf.Stream))]
        return sum(name in (one.get("/S"), one.get("/Subtype")) for one in each)
