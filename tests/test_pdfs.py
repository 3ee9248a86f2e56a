"""Every PDF of every product: its pages, boxes and fonts, what reads it aloud, the same bytes again."""

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
from zinegen.typeset.layouts import find_layout
from zinegen.units import BOOKLET_PAGE, PAPERS_MM, PT_PER_MM
from zinegen.work import Made, PrintOptions

PDFS = tuple(name for name, product in PRODUCTS.items() if any(".pdf" in file for file in product.files))
READ = ("booklet", "onepage", "sheets", "handouts", "solo")
"""What is read on a screen, too: tagged for who cannot see it."""


@cache
def made(paper: str, again: int = 0) -> dict[str, Made]:
    """Product -> its PDF, of a few areas."""
    dungeon = shrunk(sample_dungeon(), 3)
    files = produce(dungeon, PrintOptions(paper=paper, products=PDFS), workers=1)
    return {name: file for name in PDFS for file in files if file.name in PRODUCTS[name].files}


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
    file = made(paper)[name]
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
    with pikepdf.Pdf.open(io.BytesIO(made("a4")[name].data)) as pdf:
        fonts = fonts_of(pdf)
        bare = [str(font.get("/BaseFont")) for font in fonts if "/FontDescriptor" not in font or not (
            {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.FontDescriptor.keys()))]  # fmt: skip
        assert bare == []
        assert fonts or name in ("battlemap", "tiles"), "there only letters drawn as outlines"


@pytest.mark.parametrize("name", READ)
def test_what_is_read_can_be_read_aloud(name: str, tmp_path: Path) -> None:
    data = made("a4")[name].data
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        assert b"pdfuaid" in pdf.Root.Metadata.read_bytes()
        assert str(pdf.Root.Lang) == "en" and bool(pdf.Root.MarkInfo.Marked) and "/StructTreeRoot" in pdf.Root
        assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle) and str(pdf.docinfo.Title)
    accessible_and_sound(data, tmp_path)


@pytest.mark.parametrize("paper", ["a4"])
def test_the_same_again_is_the_same_to_the_byte(paper: str) -> None:
    first, second = made(paper), made(paper, 1)
    assert [name for name in PDFS if first[name].data != second[name].data] == []
    for file in first.values():
        with pikepdf.Pdf.open(io.BytesIO(file.data)) as pdf:
            assert not {"/CreationDate", "/ModDate"} & set(pdf.docinfo.keys()), "the dungeon has no date"


def test_print_products_ask_for_actual_size() -> None:
    for name in ("print", "minizine", "battlemap", "tiles"):
        with pikepdf.Pdf.open(io.BytesIO(made("a4")[name].data)) as pdf:
            assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None", name
    assert find_layout("classic").without == ()
