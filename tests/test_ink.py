"""How much ink inside pages take, of every product; `typeset/test_boxes` has the booklet of each layout."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from zinegen.build import PRODUCTS, generate, produce
from zinegen.impose.battlemap import battlemap
from zinegen.proofs import ink_of
from zinegen.recipe import load_recipe
from zinegen.typeset import booklet
from zinegen.typeset.layouts import find_layout, layout_names
from zinegen.typeset.small import minizine_pages
from zinegen.work import PrintOptions, Shop

MOST_PCT = 12.0
MINI_PAGES = 8
PDFS = tuple(name for name, product in PRODUCTS.items() if any(".pdf" in file for file in product.files))
COVERED = ("booklet", "solo")
"""Their first and last pages are covers."""
ORDERS: dict[str, dict[str, Any]] = {
    "small": {"levels": 1, "size": "small"},
    "large": {"levels": 2, "size": "large"},
    "ten": {"levels": 10, "size": "small"},
    "caves": {"levels": 2, "size": "medium", "system": "passages"},
    "tiles": {"levels": 2, "size": "medium", "system": "tiles"},
}


def too_black(name: str, data: bytes) -> list[tuple[str, int, float]]:
    """The inside pages of a product that take too much ink, each as its number and how much."""
    found = list(enumerate(ink_of(data), 1))
    if name in COVERED:
        found = found[1:-1]
    elif name == "minizine":
        found = [(page, ink) for page, ink in found if page % MINI_PAGES not in (0, 1)]
    assert found
    return [(name, page, ink) for page, ink in found if ink > MOST_PCT]


def test_a_map_under_a_black_strip_leaves_room_for_it() -> None:
    """Of all layouts `zine` is the blackest; the strip under a long title is a long one."""
    dungeon = generate(load_recipe(seed="boxes caves", levels=1, size="medium", system="passages"))
    level = msgspec.structs.replace(dungeon.levels[0], title="The Court of the Priests")
    dungeon = msgspec.structs.replace(dungeon, levels=(level,))
    options = PrintOptions(layout="zine", paper="letter")
    assert too_black("booklet", booklet(dungeon, options, Shop(1))[0].data) == []
    assert too_black("minizine", minizine_pages(dungeon, options, Shop(1))) == []


def test_a_sheet_of_passages_is_not_half_posts() -> None:
    """Each piece of passage has posts at both its ends, and a level of tiles has little else."""
    dungeon = generate(load_recipe(seed="boxes tiles", levels=2, size="medium", system="tiles"))
    assert too_black("battlemap", battlemap(dungeon, PrintOptions(level=2), Shop(1))[0].data) == []


@pytest.mark.soak
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("layout", layout_names())
@pytest.mark.parametrize("order", ORDERS)
def test_no_inside_page_takes_much_ink_anywhere(order: str, layout: str, paper: str) -> None:
    dungeon = generate(load_recipe(**{"seed": f"boxes {order}", **ORDERS[order]}))
    kept = tuple(name for name in PDFS if name not in (*find_layout(layout).without, "print", "minizine"))
    options = PrintOptions(layout=layout, paper=paper, products=kept)
    made = [file for file in produce(dungeon, options, workers=1) if file.name.endswith(".pdf")]
    assert len(made) == len(kept)
    assert [one for file in made for one in too_black(file.name.removesuffix(".pdf"), file.data)] == []
    if "minizine" not in find_layout(layout).without:
        assert too_black("minizine", minizine_pages(dungeon, options, Shop(1))) == []
