"""What a layout of one's own gets wrong is one line that names it; no fault of the program and no endless run."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from typeset.reading import made

from zinegen.draw.scraps import KINDS, scrap
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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[style.first]\ninitial = -1",
            r"line 3: \[style\.first\] initial is out of bounds; write a number from 0 to 12",
        ),
        (
            "[style.first]\nbefore = nan",
            "before is out of bounds; write a number from 0 to 200; it reads: before = nan",
        ),
        ("[style.first]\nrule = inf", "rule is out of bounds; write a number from 0 to 200"),
        ("[style.first]\nsize = 1e9", "size is out of bounds; write a number from 4 to 200"),
        ("[style.first]\nleft = -0.5", "left is out of bounds"),
        ("[style.first]\nweight = 0", "weight is out of bounds; write a number from 1 to 1000"),
        ("[frame.monsterbox]\nborder = -1", "border is out of bounds; write a number from 0 to 200"),
        ("[table.stats]\npad_x = inf", "pad_x is out of bounds"),
        ("[product.booklet]\ncolumns = 0", "columns is out of bounds; write a number from 1 to 6"),
        ("[product.booklet]\ncolumns = 1000000", "columns is out of bounds"),
        ("[product.booklet]\ngutter = nan", "gutter is out of bounds; write a number from 0 to 30"),
        ("[product.booklet]\ninner = inf", "inner is out of bounds"),
        ("[product.booklet]\ntop = 1000.0", "top is out of bounds"),
        (
            "[product.booklet]\nscales = []",
            "scales is out of bounds; write one or more in brackets, each a number from 0.5 to 50",
        ),
        ("[product.booklet]\nscales = [5.0, 0.0]", r"scales is out of bounds; .*each a number from 0\.5 to 50"),
        ("[product.booklet]\nsizes = []", r"sizes is out of bounds; .*each a number from 0\.5 to 3"),
        ("[product.booklet]\ncrop_most = nan", "crop_most is out of bounds; write a number from 0.05 to 1"),
        ("[product.booklet]\ncrop_least = 2.0", "crop_least is out of bounds; write a number from 0 to 1"),
        ("ground_ink = 1.5", "line 2: ground_ink is out of bounds; write a number from 0 to 1"),
    ],
)
def test_a_number_out_of_bounds_is_named_with_its_bounds(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text(f"inherits = 'classic'\n{text}\n")
    with pytest.raises(LayoutError, match=said) as caught:
        find_layout(str(tmp_path))
    assert "layout.toml: line " in str(caught.value) and "\n" not in str(caught.value)


def test_an_initial_wants_a_font(tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text("[style.first]\ninitial = 3\n")
    with pytest.raises(LayoutError, match=r"\[style\.first\] begins with an initial, for which \[families\]"):
        find_layout(str(tmp_path))


@pytest.mark.parametrize("name", ["", "..", "starter", "classic/", "/tmp", "a\0b", "x" * 5000])
def test_only_a_shipped_layout_is_inherited_from(name: str, tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text(f"inherits = {json.dumps(name)}\n")
    with pytest.raises(
        LayoutError, match=r"layout\.toml: inherits '.*', which is no layout; write one of base, classic"
    ):
        find_layout(str(tmp_path))


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        ("onepage.html", b"{% include 'onepage.html' %}", r"onepage\.html: line 1: this leads back to itself"),
        (
            "onepage.html",
            b"{% macro m() %}\n{{ m() }}{% endmacro %}\n{{ m() }}",
            r"line \d: this leads back to itself",
        ),
        ("onepage.html", b"<p>{{ '\\ud800' }}</p>", r"onepage\.html: it prints '\\ud800', which is no letter"),
        (
            "onepage.html",
            b"<p>\n\xe9</p>",
            r"onepage\.html: line 2: it is not in UTF-8: save it as UTF-8; it reads: ",
        ),
        ("parts.html", b"\n\n\xe9", r"parts\.html: line 3: it is not in UTF-8"),
        ("pages.css", b"p { top: 0 }\n/* \xe9 */", r"pages\.css: line 2: it is not in UTF-8"),
        (
            "onepage.html",
            b"{% for a in pages %}" * 25 + b"{% endfor %}" * 25,
            r"onepage\.html: .* is nested too deep",
        ),
        ("onepage.html", b"{{ " + b"(" * 3000 + b"1" + b")" * 3000 + b" }}", r"onepage\.html: .* is nested too deep"),
        ("onepage.html", b"<div>" * 5000, r"layout\.toml: a template or style sheet is nested too deep"),
        ("pages.css", b"p {" * 3000, r"layout\.toml: a template or style sheet is nested too deep"),
        (
            "pages.css",
            b"p { background: url(zg:scrap-bar-0x0-1) }",
            "scrap-bar-0x0-1 is no piece of paper; write .*999",
        ),
    ],
)
def test_what_has_no_end_or_is_no_text_is_told(
    file: str, text: bytes, said: str, tiny: Dungeon, tmp_path: Path
) -> None:
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    (tmp_path / file).write_bytes(text)
    with pytest.raises(LayoutError, match=said) as caught:
        made("onepage", tiny, layout=str(tmp_path))
    assert "\n" not in str(caught.value) and "codec" not in str(caught.value)


@pytest.mark.parametrize("size", ["0x5", "0.5x5", "5x0.0", "1.2.3x5", "1000x5", "." * 3 + "x5", "9" * 5000 + "x5"])
def test_a_piece_of_paper_has_a_size(size: str) -> None:
    with pytest.raises(LayoutError, match=r"1 to 999 mm, KIND one of bar, "):
        scrap(f"scrap-bar-{size}-1", "x")
    for kind in KINDS:
        assert scrap(f"scrap-{kind}-1x1-1", "x").width_mm == scrap(f"scrap-{kind}-1.0x1-999999999", "x").width_mm == 1
