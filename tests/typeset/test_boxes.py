"""Every product of every layout, measured: nothing off the safe area, nothing over anything else, nothing tiny."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pikepdf
import pytest
from msgspec.structs import replace
from reportlab.pdfgen.canvas import Canvas
from sample import sample_dungeon
from typeset.boxes import label_faults, page_faults
from typeset.reading import made, shrunk

from zinegen.build import PRODUCTS, generate, produce
from zinegen.draw import pdfops
from zinegen.draw.picture import Layer, Picture, Text
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import load_recipe
from zinegen.typeset import pages
from zinegen.typeset.layouts import find_layout, layout_names
from zinegen.work import PrintOptions

LONG = "The Exceedingly Long and Unreasonably Detailed Chronicle of the Drowned Bellringers of Saint Wenceslas"
SET = ("booklet", "onepage", "minizine", "sheets", "cards", "handouts", "solo")
"""What a layout's templates set."""
MADE = ("print",)
"""What is made of these."""
DRAWN = ("battlemap", "tiles")
"""What is the same in every layout, so that one tells of all."""


@pytest.fixture
def labels(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What lies wrong among the labels of every picture that is set while a test runs, in the size it is printed."""
    drawn: dict[int, tuple[Any, Picture]] = {}
    found: list[str] = []
    to_form, placed = pdfops.to_form, pages._picture

    def record(picture: Picture, *more: Any) -> Any:
        form = to_form(picture, *more)
        drawn[id(form)] = (form, picture)
        return form

    def place(part: Any, one: pages.Drawn) -> Any:
        if id(one.form) in drawn:
            shrink = min(1.0, part.width_mm / one.width_mm, part.height_mm / one.height_mm)
            found.extend(label_faults(drawn[id(one.form)][1], shrink))
        return placed(part, one)

    monkeypatch.setattr(pdfops, "to_form", record)
    monkeypatch.setattr(pages, "_picture", place)
    yield found
    assert drawn or not found


@pytest.fixture(scope="module")
def wordy() -> Dungeon:
    """A few areas under a title that no cover is made for."""
    return replace(shrunk(sample_dungeon(), 3), title=LONG)


def measured(dungeon: Dungeon, layout: str, paper: str, products: tuple[str, ...]) -> list[str]:
    """What lies wrong in some products of a dungeon."""
    lacking = find_layout(layout).without
    kept = tuple(name for name in products if name not in lacking)
    keys = str(dungeon.recipe.get("keys") or "terse")
    files = produce(dungeon, PrintOptions(layout=layout, paper=paper, keys=keys, products=kept), workers=1)
    pdfs = [file for file in files if file.name.endswith(".pdf")]
    assert len(pdfs) >= len(kept)
    return [f"{file.name}: {fault}" for file in pdfs for fault in page_faults(file.data)]


@pytest.mark.parametrize("layout", layout_names())
def test_nothing_lies_wrong(layout: str, wordy: Dungeon, labels: list[str]) -> None:
    assert measured(wordy, layout, "a4", SET) == []
    assert labels == []


@pytest.mark.parametrize("layout", layout_names())
def test_nor_on_letter(layout: str, wordy: Dungeon, labels: list[str]) -> None:
    assert measured(wordy, layout, "letter", ("booklet", "onepage")) == []
    assert labels == []


@pytest.mark.parametrize("layout", ["plain", "zine"])
def test_nor_where_a_word_is_wider_than_its_column(layout: str, wordy: Dungeon) -> None:
    words = "dampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtenverein"
    area = next(area for area in wordy.levels[0].areas if area.treasure)
    told = replace(area, treasure=tuple(replace(one, what=words) for one in area.treasure))
    level = replace(wordy.levels[0], areas=tuple(told if one is area else one for one in wordy.levels[0].areas))
    assert measured(replace(wordy, levels=(level,)), layout, "a4", ("booklet",)) == []


def test_nor_on_what_is_made_of_these(wordy: Dungeon, labels: list[str]) -> None:
    assert measured(wordy, "classic", "a4", MADE + DRAWN) == []
    assert labels == []


# ------------------------------------------------------------------------------------------- faults that are planted


Line = tuple[float, float, float, str]
Drawing = Callable[[Canvas], None]


def pdf(*lines: Line, before: Drawing | None = None, font: str = "Helvetica") -> bytes:
    """A page of 200 pt square: something drawn, then lines of text (x, y, size, words), the first in a font."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(200, 200))
    if before is not None:
        before(canvas)
    for number, (x, y, size, words) in enumerate(lines):
        canvas.setFont("Helvetica" if number else font, size)
        canvas.drawString(x, y, words)
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([(50, 100, 9, "quite well"), (50, 88, 9, "also well")], None),
        ([(50, 100, 6.2, "tiny")], "is set in 6.2 pt"),
        ([(2, 100, 9, "off")], "less than 3.0 mm from the edge"),
        ([(150, 100, 9, "off to the right of it")], "less than 3.0 mm from the edge"),
        ([(50, 100, 9, "over"), (53, 102, 9, "each")], "lies over"),
        ([(50, 100, 9, "over each"), (60, 100, 9, "each other")], "lies over"),
    ],
)
def test_a_planted_fault_is_found(lines: list[Line], said: str | None) -> None:
    found = list(page_faults(pdf(*lines)))
    assert (found == []) if said is None else any(said in fault for fault in found)


def test_letters_of_two_fonts_lie_over_each_other() -> None:
    found = list(page_faults(pdf((50, 100, 9, "over"), (53, 102, 12, "each"), font="Times-Italic")))
    assert any("lies over" in fault for fault in found)


def lines_of_a_map(canvas: Canvas) -> None:
    """What a picture draws: lines, some of them where a text stands."""
    canvas.setLineWidth(1.2)
    for x in range(40, 160, 8):
        canvas.line(x, 60, x + 20, 140)


def ticks_of_a_table(canvas: Canvas) -> None:
    """What a table draws: hairlines between lines of text, a tint, a rule under words."""
    canvas.setFillGray(0.87)
    canvas.rect(40, 80, 120, 16, stroke=0, fill=1)
    canvas.setFillGray(0)
    canvas.line(40, 98.6, 160, 98.6)
    canvas.line(40, 80, 160, 80)


def picture(canvas: Canvas) -> None:
    """The same lines as a form, as a finished picture is put on a page."""
    canvas.beginForm("map")
    lines_of_a_map(canvas)
    canvas.endForm()
    canvas.doForm("map")


def window(canvas: Canvas) -> None:
    """All that follows may be seen in a box alone."""
    path = canvas.beginPath()
    path.rect(40, 95, 30, 12)
    canvas.clipPath(path, stroke=0, fill=0)


def white(canvas: Canvas) -> None:
    """All that follows is white."""
    canvas.setFillGray(1)


def white_on_black(canvas: Canvas) -> None:
    """White in a black box."""
    canvas.rect(45, 92, 60, 18, stroke=0, fill=1)
    canvas.setFillGray(1)


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (lines_of_a_map, "stands over other ink"),
        (picture, "stands over other ink"),
        (ticks_of_a_table, None),
        (window, "is cut"),
        (white, "stands on white"),
        (white_on_black, None),
    ],
)
def test_what_is_drawn_about_a_text_is_seen(before: Drawing, said: str | None) -> None:
    for data in (page := pdf((50, 100, 9, "some words"), (50, 84, 9, "tinted"), before=before), imposed(page)):
        found = list(page_faults(data))
        if before is white_on_black:
            found = [fault for fault in found if "tinted" not in fault]
        assert (found == []) if said is None else any(said in fault for fault in found)


def imposed(page: bytes) -> bytes:
    """A page as a form on a sheet, turned over, as imposing puts it there."""
    with pikepdf.open(io.BytesIO(page)) as source:
        sheet = pikepdf.new()
        sheet.add_blank_page(page_size=(400, 400))
        form = sheet.copy_foreign(source.pages[0].as_form_xobject())
        name = sheet.pages[0].add_resource(form, pikepdf.Name.XObject)
        sheet.pages[0].contents_add(f"q -1 0 0 -1 300 300 cm {name} Do Q".encode())
        out = io.BytesIO()
        sheet.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ([Text(5, 5, "12", 2.2), Text(9, 5, "13", 2.2)], None),
        ([Text(5, 5, "12", 1.8)], "is set in 5.1 pt"),
        ([Text(5, 5, "12", 2.2), Text(5.8, 5.2, "13", 2.2)], "lies over '13'"),
    ],
)
def test_a_planted_label_is_found(texts: list[Text], said: str | None) -> None:
    picture = Picture(20, 20, 1.0, (0, 0), (Layer("labels", (), tuple(texts)),), "Map")
    found = list(label_faults(picture))
    assert (found == []) if said is None else any(said in fault for fault in found)


def test_a_layout_with_tiny_type_is_found(wordy: Dungeon, tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text("inherits = 'classic'\n")
    (tmp_path / "pages.css").write_text("p.exit { font-size: 5pt }\n")
    found = list(page_faults(made("onepage", wordy, layout=str(tmp_path)).data))
    assert any("is set in 5.0 pt" in fault for fault in found)


# ------------------------------------------------------------------------------------------------- ink, large runs


@pytest.mark.parametrize("layout", layout_names())
def test_no_inside_page_takes_much_ink(layout: str, wordy: Dungeon) -> None:
    """In the layout's own style of maps; covers may be heavier."""
    from zinegen.proofs import ink_of

    shares = ink_of(made("booklet", wordy, layout=layout).data)
    assert max(shares[1:-1]) <= 12.0, np.round(shares, 1)


ORDERS: dict[str, dict[str, Any]] = {
    "small": {"levels": 1, "size": "small"},
    "large": {"levels": 2, "size": "large"},
    "ten": {"levels": 10, "size": "small"},
    "caves": {"levels": 2, "size": "medium", "system": "passages"},
    "long": {"levels": 2, "size": "small", "system": "labyrinth", "title": LONG},
    "tiles": {"levels": 2, "size": "medium", "system": "tiles"},
    "prose": {"levels": 3, "size": "medium", "system": "cyclic", "keys": "prose"},
    "deep": {"seed": "ledger-6", "levels": 10},
}


@cache
def ordered(order: str) -> Dungeon:
    """The dungeon of an order."""
    return generate(load_recipe(**{"seed": f"boxes {order}", **ORDERS[order]}))


@pytest.mark.soak
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("layout", layout_names())
@pytest.mark.parametrize("order", ORDERS)
def test_nothing_lies_wrong_anywhere(order: str, layout: str, paper: str, labels: list[str]) -> None:
    wanted = SET + MADE + (DRAWN if layout == "classic" else ())
    products = tuple(name for name in PRODUCTS if name in wanted)
    assert measured(ordered(order), layout, paper, products) == []
    assert labels == []
