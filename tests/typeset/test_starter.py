"""The starter of a layout: each example that stands in it commented out makes good pages when taken into use."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pypdfium2
import pytest
from command import answer, refusal, zinegen
from PIL import Image, ImageChops
from typeset.reading import made, page_texts

from zinegen.draw.styles import STYLES
from zinegen.dungeon.model import Dungeon
from zinegen.share import share
from zinegen.typeset.faces import shipped_faces
from zinegen.typeset.layouts import find_layout, layout_names

ASIDE = re.compile(r"(?ms)^\{#\n(.*?)^#\}\n")
"""An example in a template or style sheet, between two lines that are to be taken away."""
KEY = re.compile(r"(?m)^# (?=[a-z_]+ = )")
FACE = re.compile(r"(?ms)^# \[\[face\]\]\n(?:# \w+ = .*?\n)+")
NO_TEXT = ("Zine Signs", "Scrivano Initials", "DejaVu Sans")
MM = 72 / 25.4


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter, written as a user writes it."""
    folder = tmp_path_factory.mktemp("starter") / "mine"
    answer("new", "layout", folder)
    return folder


@pytest.fixture
def folder(written: Path, tmp_path: Path) -> Path:
    """A starter to change."""
    return Path(shutil.copytree(written, tmp_path / "mine"))


@pytest.fixture(scope="module")
def plain(small_booklet: bytes) -> list[Image.Image]:
    """The pages without any example."""
    return _pages(small_booklet)


def _pages(data: bytes) -> list[Image.Image]:
    """The pages as they look, a dot a point."""
    return [page.render(scale=1).to_pil().convert("L") for page in pypdfium2.PdfDocument(data)]


def _changed(folder: Path, small: Dungeon, plain: list[Image.Image]) -> list[tuple[int, int, int, int] | None]:
    """Where each page differs from the page without the example, in points from its left upper corner."""
    pages = _pages(made("booklet", small, layout=str(folder)).data)
    return [ImageChops.difference(*pair).getbbox() for pair in zip(plain, pages, strict=True)]


def _examples(path: Path) -> Iterator[str]:
    """The file with each of its examples alone taken into use."""
    text = path.read_text()
    for found in ASIDE.finditer(text):
        yield text[: found.start()] + found[1] + text[found.end() :]


def test_the_starter_looks_like_the_one_it_inherits(folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == ["booklet.html", "layout.toml", "pages.css"]
    assert find_layout(str(folder)).styles == find_layout("classic").styles
    assert "is there already" in refusal(zinegen("new", "layout", folder), 2)


def test_the_line_of_the_template_stands_at_the_foot(folder: Path, small: Dungeon, plain: list[Image.Image]) -> None:
    """On pages with a number alone, under all text and over that number; all else is as it was."""
    page = find_layout("classic").products["booklet"]
    foot = plain[0].height - page.bottom * MM
    (text,) = _examples(folder / "booklet.html")
    (folder / "booklet.html").write_text(text)
    cover, *changed, back = _changed(folder, small, plain)
    assert cover is None and back is None
    for box in changed:
        assert box is not None and foot + 3 < box[1] < box[3] < foot + 8
        assert abs(box[2] - box[0] - (plain[0].width - (page.inner + page.outer) * MM)) < 4


@pytest.mark.parametrize("number", [0, 1])
def test_each_look_of_the_style_sheet(number: int, folder: Path, small: Dungeon, plain: list[Image.Image]) -> None:
    (folder / "pages.css").write_text(list(_examples(folder / "pages.css"))[number])
    text = (folder / "pages.css").read_text()
    assert len(ASIDE.findall(text)) == 1  # the other, and nothing of this one's is left
    assert "#}" not in re.sub(r"(?s)\{#.*?#\}", "", text)
    assert any(_changed(folder, small, plain))


def test_each_key_of_the_layout_may_be_taken_into_use(folder: Path, tiny: Dungeon) -> None:
    """Each alone is read; all together make a booklet."""
    file, mine = folder / "layout.toml", share("fonts") / "literata" / "Literata-Regular.ttf"
    text = file.read_text()
    keys = FACE.sub("", text)
    ways = [keys[: at.start()] + keys[at.end() :] for at in KEY.finditer(keys)]
    assert len(ways) > 15
    for number, way in enumerate([*ways, FACE.sub(lambda at: KEY.sub("", at[0]).replace("# [[", "[["), text)]):
        other = folder.parent / f"way{number}"
        other.mkdir()
        (other / "layout.toml").write_text(way)
        shutil.copy(mine, other / "MyHand.ttf")
        layout = find_layout(str(other))
        assert layout.css() and layout.faces
    assert "My Hand" in {face.family for face in layout.all_faces}
    file.write_text(KEY.sub("", keys))
    changed = find_layout(str(folder.rename(folder.parent / "all")))
    assert changed.worded and changed.map_style == "lines" and changed.styles["first"].size == 9.6
    assert "Gate Hall" in " ".join(page_texts(made("booklet", tiny, layout=str(changed.folders[0])).data))


def test_what_there_is_to_choose_from_is_listed_whole(folder: Path) -> None:
    """Map styles, layouts to inherit from and families: as many as there are."""
    text = (folder / "layout.toml").read_text()
    told = " ".join(text.replace("\n#", " ").split())
    styles = re.search(r"How maps are drawn: (.*?)\.", told)
    layouts = re.search(r"taken from: (.*?)\.", told)
    assert styles and styles[1].split(", ") == list(STYLES)
    assert layouts and layouts[1].split(", ") == list(layout_names())
    for family in {face.family for face in shipped_faces()} - set(NO_TEXT):
        assert family in told


def test_every_block_is_explained(folder: Path) -> None:
    text = (folder / "booklet.html").read_text()
    blocks = set(re.findall(r"{%-? block (\w+)", (share("layouts") / "base" / "document.html").read_text()))
    assert blocks == set(re.findall(r"(?m)^     (\w+) +\S", text))
