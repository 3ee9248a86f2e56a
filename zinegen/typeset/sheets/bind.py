"""Finished pages of sheets -> one PDF with fields, tags and bookmarks."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import pikepdf

from zinegen.dungeon.model import Dungeon
from zinegen.errors import PageOverflowError
from zinegen.share import share
from zinegen.typeset import plan as plans
from zinegen.typeset.index import Index
from zinegen.typeset.inspect import Fault, letters_in
from zinegen.typeset.layouts import find_layout
from zinegen.typeset.measure import Ruler
from zinegen.typeset.merge import merge
from zinegen.typeset.pages import own_sheets, render
from zinegen.typeset.pdf import Job, Part, typeset
from zinegen.typeset.pictures import scraps_in
from zinegen.typeset.setting import Shopish, overflow_words
from zinegen.typeset.sheets.book import booklet_pages
from zinegen.typeset.sheets.fight import fights
from zinegen.typeset.sheets.form import SPARES, Desk, Field, Page, s
from zinegen.typeset.sheets.formfont import one_form
from zinegen.typeset.sheets.ledger import ledger
from zinegen.typeset.sheets.quick import quick_card
from zinegen.typeset.sheets.registers import bestiary, locks, rumours, wandering
from zinegen.typeset.sheets.screen import screen
from zinegen.typeset.sheets.searched import searched
from zinegen.typeset.sheets.turns import turns
from zinegen.typeset.writer import printable
from zinegen.work import Made, PrintOptions

Kind = Callable[[Desk], list[Page]]

GROUPS: tuple[tuple[Kind, ...], ...] = (
    (ledger,),
    (fights,),
    (quick_card, wandering, turns, searched),
    (bestiary, locks, rumours, screen),
)
"""The sheets in the order of printing, as the parts that are set each by itself."""
NAME = "sheets"
# Joining pages loses the form that their fields belong to; `one_form` makes it anew.
warnings.filterwarnings("ignore", category=pikepdf.PageCopyWarning)
LANGUAGE = "en"


def sheets(dungeon: Dungeon, options: PrintOptions, shop: Shopish, others: Callable[[], list[Made]]) -> list[Made]:
    """All reference sheets as `sheets.pdf`.

    Args:   others: gives the files of the products before it; where the booklet is among them, its pages are named.
    Raises: PageOverflowError, naming page and text, for what finds no room.
    """
    desk = desk_of(dungeon, options, booklet_pages(dungeon, others()))
    title = s("title", title=desk.dungeon.title)
    for spare in SPARES:
        desk = replace(desk, spare=spare)
        parts = [[page for kind in group for page in kind(desk)] for group in GROUPS]
        try:
            data = bind(desk, NAME, parts, title, shop)
        except PageOverflowError:
            if spare == SPARES[-1]:
                raise
        else:
            break
    return [Made("sheets.pdf", data, sum(map(len, parts)))]


def desk_of(dungeon: Dungeon, options: PrintOptions, booklet: dict[str, int]) -> Desk:
    """What the sheets of a dungeon are made with."""
    from zinegen.typeset.products import _asked

    layout = find_layout(options.layout)
    clean = _asked(printable(dungeon, layout.letters), options)
    product = layout.products[NAME]
    margins = (product.top, product.outer, product.bottom, product.inner)
    return Desk(clean, Index(clean), layout, Ruler(layout, 1.0, LANGUAGE), options.paper, booklet, margins)


def bind(desk: Desk, template: str, parts: Sequence[list[Page]], title: str, shop: Shopish) -> bytes:
    """Set parts of a document and join them.

    Raises: PageOverflowError.
    """
    check_names(page for pages in parts for page in pages)
    jobs, first = [], 1
    for number, pages in enumerate(parts):
        jobs.append(_job(desk, template, pages, title, first, number))
        first += len(pages)
    done = shop.map(typeset, jobs)
    faults = [fault for part in done for fault in part.seen.faults]
    faults += _dropped(done, parts)
    if faults:
        raise PageOverflowError(f"{template}.pdf: {overflow_words(faults)}")
    every = [page for pages in parts for page in pages]
    if sum(part.pages for part in done) != len(every):
        raise PageOverflowError(f"{template}.pdf: a page runs over its foot; shorten the texts of {desk.short_title}")
    width, height = desk.size
    planned = [plans.Page(n, "sheet", anchors=(f"sheet-{n}",)) for n in range(1, len(every) + 1)]
    marks = [plans.Mark(1, page.mark, n, f"sheet-{n}") for n, page in enumerate(every, 1) if page.mark]
    plan = plans.Plan(title, LANGUAGE, width, height, planned, marks)
    return one_form(merge(list(done), plan, {}, spreads=False), desk.layout.face("label"))


def _dropped(done: Sequence[Part], parts: Sequence[list[Page]]) -> list[Fault]:
    """Tables of which not every letter was set: rows without room on the last page are dropped, and nobody told."""
    there = {name: count for part in done for name, count in part.seen.letters.items()}
    faults = []
    for number, page in enumerate((page for pages in parts for page in pages), 1):
        for at, block in enumerate(page.blocks, 1):
            words = _words_in(block) if block["kind"] == "table" else ""
            if there.get(f"{number}-{at}", 0) < letters_in(words):
                faults.append(Fault(number, "lost", page.title, words[-40:]))
    return faults


def _words_in(block: dict[str, Any]) -> str:
    """The words of a table."""
    runs = (run for row in block["rows"] for cell in row.cells for run in cell.runs)
    return "".join([*(column.head for column in block["columns"]), *(run.text for run in runs)])


def _job(desk: Desk, template: str, pages: list[Page], title: str, first: int, number: int) -> Job:
    layout, (width, height) = desk.layout, desk.size
    values = {
        "language": LANGUAGE, "title": title, "date": desk.dungeon.date or "",
        "pages": [{"id": f"{first + n}", "data": page, "width": desk.room(wide=page.wide)[0],
                   "height": desk.room(wide=page.wide)[1]} for n, page in enumerate(pages)],
        "top": desk.margins[0], "left": desk.margins[3],
        "foot": desk.foot,
    }  # fmt: skip
    top, right, bottom, left = desk.margins
    look = {"page": {"width": width, "height": height}, "product": layout.products[NAME], "levels": (),
            "thumb_step": 0, "scale": 1.0, "look": layout.look,
            "margins": {"top": top, "right": right, "bottom": bottom, "left": left}}  # fmt: skip
    own = own_sheets(layout, ("pages.css", "sheets.css"), look)
    css = "\n".join([layout.css(1.0), *own])
    roots = tuple(dict.fromkeys([*(str(folder) for folder in layout.folders), str(share("fonts"))]))
    families = tuple(sorted({face.css_family for face in layout.faces}))
    html = render(layout, f"{template}.html", values)
    return Job(html, css, roots, scraps_in((html, css), desk.dungeon.seed), families, first, number, str(layout.path))


def check_names(pages: Any) -> None:
    """Two fields of one name would fill each other in. Raises ValueError: it is a fault of a sheet."""
    seen: set[str] = set()
    for page in pages:
        for one in fields_of(page.blocks):
            if one.name in seen or "." in one.name:
                raise ValueError(f"the field {one.name!r} stands twice, or has a dot in its name")
            seen.add(one.name)


def fields_of(thing: Any) -> Iterator[Field]:
    """Every field in a page's data."""
    if isinstance(thing, Field):
        yield thing
    elif isinstance(thing, dict):
        for value in thing.values():
            yield from fields_of(value)
    elif isinstance(thing, (list, tuple)):
        for value in thing:
            yield from fields_of(value)
