"""The one-page dungeon."""

from __future__ import annotations

import ctypes
import io
import math
import re
from itertools import combinations

import msgspec
import pikepdf
import pypdfium2
import pytest
from typeset.reading import made, outline, page_texts

from zinegen.carve import carve
from zinegen.draw.flowchart import level_flow
from zinegen.dungeon.model import Dungeon, KeyText
from zinegen.errors import DungeonError
from zinegen.recipe import Recipe
from zinegen.stock import stock
from zinegen.typeset.broadside import OnePage, ladder
from zinegen.typeset.charts import inset_height
from zinegen.typeset.layouts import Layout, find_layout
from zinegen.units import PAPERS_MM, PT_PER_MM
from zinegen.work import PrintOptions


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_side_a_level(sample: Dungeon, paper: str) -> None:
    """A level of few areas has one side, with every area and its stat lines; nothing is smaller than 7.5 pt."""
    data = made("onepage", sample, paper=paper).data
    texts = page_texts(data)
    assert len(texts) == 3  # 17 areas, 8 areas
    for level, text in zip(sample.levels, ["".join(texts[:2]), texts[2]], strict=True):
        flat = " ".join(text.split())
        for area in level.areas:
            if area.key is None:
                continue
            assert f"{area.key} {area.text.name}".replace("'", "’") in flat
            for group in area.inhabitants:
                assert re.search(rf"AC[ \u00a0]{group.stats.ac}\b", text)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        x0, y0, x1, y1 = map(float, pdf.pages[0].mediabox)
    assert (x1 - x0, y1 - y0) == pytest.approx([side * PT_PER_MM for side in PAPERS_MM[paper]], abs=0.1)
    assert smallest(data) >= 7.49


def test_prose_is_read_aloud_on_the_page() -> None:
    """Every key of a generated level opens with the first sentence that the booklet reads aloud, in prose alone."""
    recipe = Recipe(seed="read aloud", size="small", levels=1)
    dungeon = stock(carve(recipe), recipe)
    prose, terse = (
        " ".join("".join(page_texts(made("onepage", dungeon, keys=keys).data)).split()) for keys in ("prose", "terse")
    )
    opening = [area.text.aloud.split(". ")[0].split(",")[0][:24] for area in dungeon.levels[0].areas if area.key]
    assert len(opening) >= 8
    assert sum(words in prose for words in opening) >= len(opening) - 1  # a hyphen may fall in one
    assert sum(words in terse for words in opening) < len(opening) / 2


def smallest(data: bytes) -> float:
    """The smallest size of text in a PDF, in points; a sign in the margin of a key is no text."""
    raw, sizes = pypdfium2.raw, []
    for page in pypdfium2.PdfDocument(data):
        for thing in page.get_objects([raw.FPDF_PAGEOBJ_TEXT]):
            name = ctypes.create_string_buffer(64)
            raw.FPDFFont_GetBaseFontName(raw.FPDFTextObj_GetFont(thing.raw), name, 64)
            size = ctypes.c_float()
            raw.FPDFTextObj_GetFontSize(thing.raw, size)
            if b"Signs" not in name.value:
                sizes.append(size.value * abs(thing.get_matrix().d))
    return min(sizes)


def test_levels_are_bookmarked(onepage: bytes) -> None:
    assert [(title, page) for _, title, page in outline(onepage)] == [
        ("Level 1: The Priory", 1), ("Level 2: Under the Rock", 3),
    ]  # fmt: skip


def test_many_areas_take_two_sides(sample: Dungeon) -> None:
    """A large level of long keys: two sides, every key there, nothing overflows."""
    level = carve(Recipe(seed="many", size="large", levels=1)).levels[0]
    texts = [area.text for area in sample.levels[0].areas if area.key is not None]
    rows = []
    for area in level.areas:
        if area.key is not None:
            text: KeyText = texts[area.key % len(texts)]
            text = msgspec.structs.replace(text, name=f"Number {area.key}", short="", first=f"{text.first} " * 2)
            area = msgspec.structs.replace(area, text=text, inhabitants=sample.levels[0].areas[2].inhabitants)
        rows.append(area)
    level = msgspec.structs.replace(level, areas=tuple(rows))
    big = msgspec.structs.replace(sample, levels=(level,), links=(), locks=(), key_items=())
    pages = page_texts(made("onepage", big).data)
    assert len(pages) == 2
    flat = " ".join(" ".join(pages).split())
    keyed = [area.key for area in rows if area.key is not None]
    assert len(keyed) >= 24
    assert all(f"{n} Number {n} " in flat for n in keyed)


def test_the_deepest_level_fits(classic: Layout) -> None:
    """Ten times the treasure, twenty keys: the powers of magic go before a third side is taken."""
    order = Recipe(seed="moth", levels=10)
    plan = OnePage(stock(carve(order), order), classic, PrintOptions()).plan()
    assert len(plan.pages) == 20


def test_the_ladder_goes_down() -> None:
    """Small before short, one side before two where areas are few; the last rung is the smallest and shortest."""
    few, many = ladder(8, (1.0, 0.9)), ladder(30, (1.0, 0.9))
    assert few[0] == (1.0, few[0].trim, 1, 0.46)
    assert [rung.sides for rung in few] == sorted(rung.sides for rung in few)
    assert few[-1].trim == many[-1].trim == 4
    assert few[-1].sides == many[-1].sides == 12
    assert few[-1].size == many[-1].size == 0.9
    assert not any(rung.sides == 1 and rung.trim > 0 for rung in many)


def test_levels_of_as_many_areas_are_set_alike(sample: Dungeon, classic: Layout) -> None:
    """The level that needs most decides for the others: as many sides, cut as little."""
    book = OnePage(sample, classic, PrintOptions())
    few = sample.levels[1]
    areas = []
    for area in few.areas:
        text: KeyText = msgspec.structs.replace(area.text, notes=(area.text.first * 6,) * 6)
        areas.append(msgspec.structs.replace(area, id=f"3{area.id[1:]}", text=text))
    wordy = msgspec.structs.replace(few, number=3, areas=tuple(areas))
    alone = book._level(few, 1, ladder(8, book.product.sizes))[0]
    book = OnePage(msgspec.structs.replace(sample, levels=(few, wordy)), classic, PrintOptions())
    ways = book._ways_alike()
    both = [book._level(level, 1, ways[level.number])[0] for level in (few, wordy)]
    assert both[0][1:3] == both[1][1:3] != alone[1:3]


def test_keys_use_the_room_beside_the_map(sample: Dungeon) -> None:
    """A column under a short panel begins where that ends."""
    book = OnePage(sample, find_layout("classic"), PrintOptions())
    level = msgspec.structs.replace(sample.levels[1], text="")
    book.dungeon = msgspec.structs.replace(sample, wandering=())
    book.__post_init__()
    pages = book._level(level, 1, ladder(8, book.product.sizes))[1]
    tops = [frame.y for frame in pages[0].frames if "-c" in frame.id]
    assert tops[0] == tops[1] > tops[2] + 12


def test_one_level_alone(sample: Dungeon) -> None:
    """`--level 2` prints that level; one that is not there is named, with those that are."""
    assert [title for _, title, _ in outline(made("onepage", sample, level=2).data)] == ["Level 2: Under the Rock"]
    with pytest.raises(DungeonError, match="no such level; take one of 1, 2"):
        made("onepage", sample, level=3)


def test_one_level_alone_tells_of_the_others(sample: Dungeon) -> None:
    """Stairs lead where they lead, though that is not printed; nor does it pass for a dungeon of one level."""
    said = " ".join(" ".join(page_texts(made("onepage", sample, level=2).data)).split())
    for way in ("Level 2 of 2", "stairs up to 1-11 or 1-12", "Up ladder 1-6", "Up shaft 1-7", "Up spiral stair 1-8"):
        assert way in said
    assert "dead end" not in said


def test_what_wanders_finds_room_before_rumours() -> None:
    """On the sheet of a small level two boxes of rumours stood, and no table of what may come."""
    recipe = Recipe(seed="tonight", size="small", levels=1)
    dungeon = stock(carve(recipe), recipe)
    for paper, keys in (("letter", "prose"), ("letter", "terse"), ("a4", "prose")):
        plan = OnePage(dungeon, find_layout("classic"), PrintOptions(paper=paper, keys=keys)).plan()
        blocks = [block.id.split(".")[0] for page in plan.pages for block in page.blocks()]
        assert len(plan.pages) == 1 and {"one-intro-1", "wanderbox-1"} <= {
            block.removesuffix("s") for block in blocks
        }
        assert len([block for block in blocks if block.startswith("rumours")]) <= 1


@pytest.mark.parametrize("seed", ["inset 0", "inset 4"])
def test_a_chart_is_so_high_that_its_knots_lie_apart(seed: str) -> None:
    """Where the type is large, so is the legend, and what is left for the chart is less."""
    order = Recipe(seed=seed, levels=1, size="medium")
    dungeon = stock(carve(order), order)
    areas = sum(area.key is not None for area in dungeon.levels[0].areas)
    for ink in ("ink", "large"):
        high = inset_height(areas, ink)
        chart = level_flow(dungeon, 1, width_mm=90, height_mm=high, ink=ink, title=False, names=False)
        at = [(text.x, text.y) for layer in chart.layers if layer.name == "knots" for text in layer.texts]
        assert len(at) == areas and min(math.dist(a, b) for a, b in combinations(at, 2)) > 4.2
