"""The pages of mini-zine and handouts: a dungeon and what is asked for come in, finished PDFs go out."""

from __future__ import annotations

from zinegen.dungeon.model import Dungeon
from zinegen.typeset.handouts import Handouts
from zinegen.typeset.layouts import find_layout
from zinegen.typeset.mini import MiniZine
from zinegen.typeset.plan import Seen
from zinegen.typeset.products import _asked, _sheet
from zinegen.typeset.setting import Shopish, set_document
from zinegen.typeset.writer import printable
from zinegen.work import Made, PrintOptions


def minizine_pages(dungeon: Dungeon, options: PrintOptions, shop: Shopish) -> bytes:
    """Eight pages a sheet, in the order of reading, level after level, as one PDF."""
    layout = find_layout(options.layout)
    whole = printable(dungeon, layout.letters)
    clean = _asked(whole, options)

    def planner(seen: Seen) -> MiniZine:
        return MiniZine(clean, layout, options, seen, whole=whole)

    sheet = _sheet(layout, "minizine", clean, options)
    return set_document(dungeon, layout, sheet, planner, shop, spreads=True)[0]


def handouts(dungeon: Dungeon, options: PrintOptions, shop: Shopish) -> list[Made]:
    """What players may be given, as `handouts.pdf`."""
    layout = find_layout(options.layout)
    whole = printable(dungeon, layout.letters)
    clean = _asked(whole, options)

    def planner(seen: Seen) -> Handouts:
        return Handouts(clean, layout, options, seen, whole=whole)

    sheet = _sheet(layout, "handouts", clean, options)
    data, plan = set_document(dungeon, layout, sheet, planner, shop, spreads=False)
    return [Made("handouts.pdf", data, len(plan.pages))]
