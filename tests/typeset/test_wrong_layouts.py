"""What a layout of one's own gets wrong is one line that names it; no fault of the program and no endless run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typeset.reading import made

from zinegen.dungeon.model import Dungeon
from zinegen.errors import LayoutError
from zinegen.typeset.faces import shipped_faces
from zinegen.typeset.layouts import find_layout

FONT = next(face.path for face in shipped_faces() if face.path.suffix == ".ttf")
ENTRY = """
inherits = 'classic'
families.label = 'Q'
face = [{family = 'Q', weight = 400, style = 'normal', file = '%s'}]
"""


@pytest.mark.parametrize(
    ("css", "said"),
    [
        ("@font-face { font-family: x; src: url(/etc/passwd) }", "layout.toml: /etc/passwd is outside the layout"),
        ("@font-face { font-family: x; src: url(http://127.0.0.1:9/x.ttf) }", "x.ttf is outside the layout"),
    ],
)
def test_a_style_sheet_has_no_font_from_elsewhere(css: str, said: str, tiny: Dungeon, tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    (tmp_path / "pages.css").write_text(css)
    with pytest.raises(LayoutError, match=said) as caught:
        made("onepage", tiny, layout=str(tmp_path))
    assert "\n" not in str(caught.value)


def test_a_font_lies_in_the_layout_or_among_the_fonts(tiny: Dungeon, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    shutil.copy(FONT, tmp_path / "outside.ttf")
    (folder / "linked.ttf").symlink_to(tmp_path / "outside.ttf")
    for file in ("../outside.ttf", tmp_path / "outside.ttf", "linked.ttf"):
        (folder / "layout.toml").write_text(ENTRY % file)
        with pytest.raises(LayoutError, match=r"layout\.toml: the font file .*\.ttf is outside the layout") as caught:
            find_layout(str(folder))
        assert "\n" not in str(caught.value)
    for number, file in enumerate(("own.ttf", FONT)):
        (folder / "layout.toml").write_text(ENTRY % file)
        shutil.copy(FONT, folder / "own.ttf")
        assert find_layout(str(folder.rename(tmp_path / str(number)))).families["label"] == "Q"
        folder.mkdir()
