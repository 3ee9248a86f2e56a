"""The site: a dungeon comes in, a folder of web pages goes out that opens from the disk and works without a script.

`site/` is for the game master. `site/player/` may be published alone: its pages are made from the dungeon without its
secrets and are never given the dungeon itself.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import encode
from zinegen.dungeon.visible import without_secrets
from zinegen.publish import overview
from zinegen.publish.drawings import COVER_PX, Job, cover_job, draw
from zinegen.publish.keys import KeyPrinter
from zinegen.publish.master import Master
from zinegen.publish.player import player_pages
from zinegen.publish.png import page_png
from zinegen.publish.pressroom import AnyLetter, Pressroom
from zinegen.publish.say import say
from zinegen.publish.solo import solo_pages
from zinegen.publish.views import Drawn
from zinegen.typeset.layouts import find_layout
from zinegen.typeset.writer import printable
from zinegen.work import Made, PrintOptions, Shop

Downloads = Sequence[Made] | Callable[[], Sequence[Made]]
"""The other products, or what waits for them: they are wanted last, when the maps are drawn."""


PAGE_BYTES = {20: 197_000, 10_000: 295_000}
"""Keyed areas at most -> what a level's page may weigh with all that it fetches first: less than was promised."""
SHARED_BYTES = 65_000
"""The style sheets, scripts and fonts among it."""
FRAME_BYTES, AREA_BYTES = 7_000, 750
"""What a level's page has besides the map and the words of its keys: in all, and for each area."""


def site(dungeon: Dungeon, options: PrintOptions, shop: Shop, downloads: Downloads = ()) -> list[Made]:
    """Make the site of a dungeon: the game master's pages and, apart from them, the players'.

    Args:    options: `layout` (its folder `site` over that of `base`), `ink`, `keys`, `licence` and `base_url` count;
             a site is always of the whole dungeon. downloads: the other products of the same printing, which the site
             offers and keeps copies of, so that it can be published alone.
    Returns: names below `site/`, in a fixed order.
    Raises:  LayoutError, LexiconError.
    """
    room = Pressroom(find_layout(options.layout), options)
    shown = printable(dungeon, AnyLetter())
    if not shown.title.strip():
        shown = replace(shown, title=say("front", "untitled"))
    public = without_secrets(shown)
    prose, layout = options.keys == "prose", room.layout
    printer = KeyPrinter(shown, layout.order, prose=prose, worded=layout.worded, bold=layout.bold)
    drawn = _draw(shown, public, printer, options, shop)
    base = f"{options.base_url}player/" if options.base_url else None
    apart = solo_pages(room, shown, drawn.players)  # before the wait: they need nothing of the other products
    apart += [Made("player/" + page.name, page.data) for page in player_pages(room, public, drawn.players, base)]
    files = downloads() if callable(downloads) else downloads
    drawn = dataclasses.replace(drawn, cover=_cover(shown, files, options, shop))
    offers = overview.downloads([*files, Made("dungeon.json", encode(dungeon))])
    made = Master(room, shown, printer, drawn, offers).pages()
    made += [Made(offer.href, offer.file.data, offer.file.pages) for offer in offers]
    return [Made("site/" + page.name, page.data, page.pages) for page in [*made, *apart]]


def _draw(
    dungeon: Dungeon,
    public: Dungeon,
    printer: KeyPrinter,
    options: PrintOptions,
    shop: Shop,
) -> Drawn:
    """Have every drawing made but the cover's."""
    layout = find_layout(options.layout)
    ink = layout.drawn_in(options.ink)
    levels, shown = ([level.number for level in one.levels if level.areas] for one in (dungeon, public))
    shaft = [Job(dungeon, "shaft", ink)] if len(levels) > 1 else []
    jobs = [
        *(Job(dungeon, "level", ink, number, most=_room(dungeon, printer, number)) for number in levels),
        *(Job(public, "level", ink, number, "player") for number in shown),
        *(Job(dungeon, "flow", ink, number) for number in levels),
        Job(dungeon, "elevation", ink),
        *shaft,
    ]
    drawings = iter(shop.map(draw, jobs))
    maps, players, flows = ({n: next(drawings) for n in numbers} for numbers in (levels, shown, levels))
    side, chart = next(drawings), next(drawings, None)
    return Drawn(maps, players, flows, side, chart, b"")


def _cover(dungeon: Dungeon, files: Sequence[Made], options: PrintOptions, shop: Shop) -> bytes:
    """The cover as a picture: the booklet's where there is one."""
    booklet = next((file for file in files if file.name == "booklet.pdf"), None)
    if booklet is not None:
        return page_png(booklet.data, 0, width_px=COVER_PX)
    return shop.map(draw, [cover_job(dungeon, find_layout(options.layout), options.ink)])[0].png


def _room(dungeon: Dungeon, printer: KeyPrinter, number: int) -> int:
    """How many bytes a level's page has left for its map."""
    level = next(one for one in dungeon.levels if one.number == number)
    keys = printer.keys(level)
    most = next(weight for areas, weight in PAGE_BYTES.items() if len(keys) <= areas)
    tables = (printer.inhabitants(level), printer.locks(level), printer.wandering(level))
    words = sum(len(text.encode()) for text in (*(key.body for key in keys), *tables))
    return most - SHARED_BYTES - FRAME_BYTES - AREA_BYTES * len(keys) - words
