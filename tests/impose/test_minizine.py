"""The mini-zine: eight pages a sheet, all keys on them, read in order when it is folded."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from msgspec.structs import replace
from pypdf import PdfReader
from sample import sample_dungeon
from typeset.boxes import page_faults
from typeset.reading import shrunk

from zinegen.build import generate
from zinegen.dungeon.model import Dungeon
from zinegen.impose import impose
from zinegen.impose.products import minizine
from zinegen.proofs import ink_of
from zinegen.recipe import Recipe
from zinegen.typeset.blocks import block_words
from zinegen.typeset.layouts import find_layout
from zinegen.typeset.mini import KEYS_AT, MiniZine, eighth, ladder
from zinegen.typeset.plan import Plan
from zinegen.typeset.small import minizine_pages
from zinegen.typeset.writer import printable
from zinegen.units import PT_PER_MM
from zinegen.work import PrintOptions, Shop


@pytest.fixture(scope="module")
def sample() -> Dungeon:
    return sample_dungeon()


@pytest.fixture(scope="module", params=["a4", "letter"])
def pages(request: pytest.FixtureRequest, sample: Dungeon) -> tuple[str, bytes]:
    """The paper, and the pages in the order of reading."""
    return request.param, minizine_pages(sample, PrintOptions(paper=request.param), Shop(1))


def planned(dungeon: Dungeon, **options: str) -> tuple[MiniZine, Plan]:
    layout = find_layout("classic")
    zine = MiniZine(printable(dungeon, layout.letters), layout, PrintOptions(**options))
    return zine, zine.plan()


def keys_of(plan: Plan) -> list[str]:
    return [block.anchor for page in plan.pages for block in page.blocks() if block.kind == "key"]


def test_every_page_is_an_eighth_of_the_sheet_with_real_text_and_embedded_fonts(pages: tuple[str, bytes]) -> None:
    paper, data = pages
    reader = PdfReader(io.BytesIO(data))
    assert len(reader.pages) % 8 == 0
    wide, high = eighth(paper)
    for page in reader.pages:
        assert (float(page.mediabox.width), float(page.mediabox.height)) == pytest.approx(
            (wide * PT_PER_MM, high * PT_PER_MM), abs=0.5)  # fmt: skip
        for font in page["/Resources"].get("/Font", {}).values():
            kin = font.get_object()["/DescendantFonts"][0].get_object()
            assert "/FontFile2" in kin["/FontDescriptor"] or "/FontFile3" in kin["/FontDescriptor"]


def test_every_keyed_area_stands_once_in_its_order_and_names_no_page(sample: Dungeon) -> None:
    _, plan = planned(sample)
    keyed = [area.id for level in sample.levels for area in level.areas if area.key is not None]
    assert keys_of(plan) == sorted(keyed, key=lambda i: tuple(map(int, i.split("-"))))
    words = " ".join(block_words(block) for page in plan.pages for block in page.blocks())
    assert "\u00a0p.\u00a0" not in words


def test_text_keeps_away_from_the_folds_and_the_edges(pages: tuple[str, bytes]) -> None:
    document = pypdfium2.PdfDocument(pages[1])
    for page in document:
        wide, high = page.get_size()
        text = page.get_textpage()
        for n in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(n)
            assert min(left, bottom, wide - right, high - top) >= 5.0 * PT_PER_MM - 1, text.get_text_bounded(
                left, bottom, right, top)  # fmt: skip


def test_no_type_is_under_seven_and_a_half_points(sample: Dungeon) -> None:
    layout = find_layout("classic")
    for size in layout.products["minizine"].sizes:
        for name in ("body", "small", "first", "stats", "doing", "minismall", "cell", "entry"):
            assert layout.styles[name].at(size).size >= 7.5 - 1e-6


def test_up_to_ten_areas_keep_to_one_sheet_and_more_take_another() -> None:
    assert {rung.sheets for rung in ladder(10, (1.0,))[:6]} == {1}
    assert ladder(11, (1.0,))[0].sheets == 2 and ladder(30, (1.0,))[0].sheets == 3


def test_no_key_is_torn(sample: Dungeon) -> None:
    _, plan = planned(sample)
    for page in plan.pages:
        for block in page.blocks():
            assert not block.id.endswith(("~", "+"))


@pytest.mark.parametrize(("system", "size", "sheets"), [("labyrinth", "small", 1), ("cyclic", "medium", 2)])
def test_dungeons_of_every_size_fit(system: str, size: str, sheets: int) -> None:
    dungeon = generate(Recipe(seed="fits", system=(system,), levels=1, size=size))
    made = minizine(dungeon, PrintOptions(), Shop(1))[0]
    document = pypdfium2.PdfDocument(made.data)
    assert made.pages == len(document) and sheets <= len(document) <= sheets + 1
    assert document[0].get_size() == pytest.approx((297 * PT_PER_MM, 210 * PT_PER_MM), abs=0.1)
    inks = ink_of(minizine_pages(dungeon, PrintOptions(), Shop(1)))
    assert max(ink for page, ink in enumerate(inks) if page % 8) <= 12, "no page but the cover is darker"
    assert made.data == minizine(dungeon, PrintOptions(), Shop(1))[0].data


@pytest.mark.parametrize(
    "title", ["The Unspeakably Long " * 8 + "Donaudampfschifffahrtsgesellschaft", "迷宮 🐉 & <b>bold</b>", ""]
)
def test_any_title_fits_its_cover(sample: Dungeon, title: str) -> None:
    assert minizine(replace_title(sample, title), PrintOptions(), Shop(1))[0].pages == 2


def replace_title(dungeon: Dungeon, title: str) -> Dungeon:
    first = dungeon.levels[0]
    return replace(dungeon, title=title, levels=(first,))


def test_folded_it_begins_with_the_cover_and_ends_with_the_licence(pages: tuple[str, bytes]) -> None:
    paper, data = pages
    made = impose(data, "minizine", paper=paper)
    document = pypdfium2.PdfDocument(made.data)
    for page in document:
        text = page.get_textpage()
        wide, high = page.get_size()
        cover = text.get_text_bounded(wide * 0.75, 0, wide, high / 2)
        back = text.get_text_bounded(wide / 2, 0, wide * 0.75, high / 2)
        assert "zinegen" in back and "CC BY-SA" in back
        assert "zinegen" not in cover and cover.strip()


def test_keys_stand_on_the_pages_for_keys(sample: Dungeon) -> None:
    _, plan = planned(sample)
    for page in plan.pages:
        number = (page.number - 1) % 8 + 1
        if any(block.kind == "key" for block in page.blocks()):
            assert number in KEYS_AT[True] + KEYS_AT[False]


@pytest.mark.parametrize("layout", ["classic", "zine"])
def test_a_key_that_no_page_holds_goes_on_overleaf(sample: Dungeon, layout: str) -> None:
    dungeon = shrunk(sample, 6)
    level = dungeon.levels[0]
    trap = next(hazard for area in level.areas for hazard in area.hazards)
    first, *others = level.areas
    traps = tuple(
        replace(trap, id=f"{first.id}-h{n}", on=None, effect=f"save or lose {n} hit points, and more")
        for n in range(12)
    )
    dungeon = replace(dungeon, levels=(replace(level, areas=(replace(first, hazards=traps), *others)),))
    data = minizine_pages(dungeon, PrintOptions(layout=layout), Shop(1))
    assert list(page_faults(data)) == []
    words = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages)
    assert [n for n in range(12) if f"lose {n} hit" not in " ".join(words.split())] == []
