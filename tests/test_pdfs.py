"""Every PDF of every product and layout: its pages, boxes and fonts, what reads it aloud, the same bytes again."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from sample import sample_dungeon
from typeset.reading import accessible_and_sound, shrunk

from zinegen.build import PRODUCTS, produce
from zinegen.typeset.layouts import find_layout, layout_names
from zinegen.units import BOOKLET_PAGE, PAPERS_MM, PT_PER_MM
from zinegen.work import Made, PrintOptions

PDFS = tuple(name for name, product in PRODUCTS.items() if any(".pdf" in file for file in product.files))
READ = ("booklet", "onepage", "sheets", "handouts", "solo")
"""What is read on a screen, too: tagged for who cannot see it."""


OTHERS = tuple(name for name in layout_names() if name != "classic")
"""Layouts that are tried with fewer areas, and without what looks the same in all of them."""
SAME = ("battlemap", "tiles")


def files_of(paper: str, layout: str, keys: int, products: tuple[str, ...], workers: int) -> dict[str, Made]:
    """Product -> its PDF, of a few areas."""
    options = PrintOptions(paper=paper, layout=layout, products=products)
    files = produce(shrunk(sample_dungeon(), keys), options, workers=workers)
    return {name: file for name in products for file in files if file.name in PRODUCTS[name].files}


@cache
def made(paper: str, workers: int = 1) -> dict[str, Made]:
    """All products in the usual layout."""
    return files_of(paper, "classic", 3, PDFS, workers)


@cache
def made_as(layout: str) -> dict[str, Made]:
    """What another layout makes, by turns on A4 and letter."""
    kept = tuple(name for name in PDFS if name not in find_layout(layout).without and name not in SAME)
    return files_of(("a4", "letter")[OTHERS.index(layout) % 2], layout, 2, kept, 1)


def fonts_of(pdf: pikepdf.Pdf) -> list[Any]:
    """Every font of a file, wherever it is used."""
    return [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"
            and thing.get("/Subtype") != "/Type0"]  # fmt: skip


def test_every_product_that_is_a_pdf_is_looked_at() -> None:
    assert set(made("a4")) == set(PDFS) and len(PDFS) == 10
    assert set(READ) <= set(PDFS)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", PDFS)
def test_pages_and_boxes_are_those_of_the_paper(name: str, paper: str) -> None:
    boxes_are_right(made(paper)[name], name, paper)


def boxes_are_right(file: Made, name: str, paper: str) -> None:
    """Assert that every page is the sheet, or the booklet's page, whole; and that there are as many as was said."""
    size = PAPERS_MM[BOOKLET_PAGE[paper] if name in ("booklet", "solo") else paper]
    with pikepdf.Pdf.open(io.BytesIO(file.data)) as pdf:
        assert pdf.check_pdf_syntax() == []
        assert len(pdf.pages) == file.pages
        for page in pdf.pages:
            media, trim = [[float(v) for v in box] for box in (page.mediabox, page.trimbox)]
            assert media == trim and media[:2] == [0, 0]
            assert sorted(media[2:]) == pytest.approx(sorted(v * PT_PER_MM for v in size), abs=0.5), name
            assert int(page.obj.get("/Rotate", 0)) == 0


@pytest.mark.parametrize("name", PDFS)
def test_every_font_is_embedded(name: str) -> None:
    fonts_are_embedded(made("a4")[name].data, name)


def fonts_are_embedded(data: bytes, name: str) -> None:
    """Assert that no page needs a font that the reader may not have."""
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        fonts = fonts_of(pdf)
        bare = [str(font.get("/BaseFont")) for font in fonts if "/FontDescriptor" not in font or not (
            {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys()))]  # fmt: skip
        assert bare == []
        assert fonts or name in ("battlemap", "tiles"), "there only letters drawn as outlines"


@pytest.mark.parametrize("name", READ)
def test_what_is_read_can_be_read_aloud(name: str, tmp_path: Path) -> None:
    can_be_read_aloud(made("a4")[name].data, tmp_path)


def can_be_read_aloud(data: bytes, folder: Path) -> None:
    """Assert that it says that it is PDF/UA, and is so as far as can be tried."""
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        assert b"pdfuaid" in pdf.Root.Metadata.read_bytes()
        assert str(pdf.Root.Lang) == "en" and bool(pdf.Root.MarkInfo.Marked) and "/StructTreeRoot" in pdf.Root
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle) and str(pdf.docinfo.Title)
    accessible_and_sound(data, folder)


@pytest.mark.parametrize("layout", OTHERS)
def test_so_are_those_of_every_other_layout(layout: str, tmp_path: Path) -> None:
    found, paper = made_as(layout), ("a4", "letter")[OTHERS.index(layout) % 2]
    assert set(found) >= set(READ) | {"print", "sheets"}
    for name, file in found.items():
        boxes_are_right(file, name, paper)
        fonts_are_embedded(file.data, name)
        if name in READ:
            can_be_read_aloud(file.data, tmp_path)


def test_the_same_again_is_the_same_to_the_byte_on_one_core_and_on_two() -> None:
    first, second = made("a4"), made("a4", 2)
    assert [name for name in PDFS if first[name].data != second[name].data] == []
    for file in first.values():
        with pikepdf.Pdf.open(io.BytesIO(file.data)) as pdf:
            assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo.keys()), "the dungeon has no date"


def test_print_products_ask_for_actual_size() -> None:
    for name in ("print", "minizine", "battlemap", "tiles"):
        with pikepdf.Pdf.open(io.BytesIO(made("a4")[name].data)) as pdf:
            assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None", name
    assert find_layout("classic").without == ()
