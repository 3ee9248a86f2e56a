"""The site: a dungeon comes in, a folder of web pages goes out that opens from the disk and works without a script.

`site/` is for the game master. `site/player/` may be published alone: its pages are made from the dungeon without its
secrets and are never given the dungeon itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup
from msgspec.structs import replace

from zinegen.dungeon.model import Dungeon, Level, level_of
from zinegen.dungeon.store import encode
from zinegen.dungeon.visible import without_secrets
from zinegen.publish import overview
from zinegen.publish.drawings import Drawing, Job, draw
from zinegen.publish.keys import KeyPrinter
from zinegen.publish.png import page_png, png_size
from zinegen.publish.pressroom import AnyLetter, Pressroom
from zinegen.publish.say import bdi, count, isolate, say, say_html
from zinegen.publish.webmap import Silhouette, Spot, highlight, silhouette, spots
from zinegen.typeset.layouts import find_layout
from zinegen.typeset.matter import remake
from zinegen.typeset.writer import printable
from zinegen.work import Made, PrintOptions, Shop

Downloads = Sequence[Made] | Callable[[], Sequence[Made]]
"""The other products, or what waits for them: they are wanted last, when the maps are drawn."""

COVER_PX = 400


@dataclass(frozen=True)
class MapView:
    """A map on a page."""

    width: float
    height: float
    svg: Markup | str = ""
    """The drawing itself; empty where `file` is shown instead."""
    file: str = ""
    alt: str = ""
    legend: Markup | str = ""
    hot: Sequence[Spot] = ()
    booklet: str = ""

    @property
    def ratio(self) -> float:
        """Width to height."""
        return round(self.width / self.height, 4)


@dataclass(frozen=True)
class LevelView:
    """A level on the overview and on its own page."""

    number: int
    plain: str
    heading: Markup
    sum: str
    text: str
    plan: Silhouette
    description: str = ""
    before: int | None = None
    after: int | None = None


@dataclass(frozen=True)
class Drawn:
    """The drawings of a site."""

    maps: dict[int, Drawing]
    players: dict[int, Drawing]
    side: Drawing
    cover: bytes


def site(dungeon: Dungeon, options: PrintOptions, shop: Shop, downloads: Downloads = ()) -> list[Made]:
    """Make the site of a dungeon: the game master's pages and, apart from them, the players'.

    Args:    options: `layout` (its folder `site` over that of `base`), `ink`, `keys` and `licence` count; a site is
             always of the whole dungeon. downloads: the other products of the same printing, which the overview
             offers and the site keeps copies of, so that it can be published alone.
    Returns: names below `site/`, in a fixed order.
    Raises:  LayoutError, LexiconError.
    """
    room = Pressroom(find_layout(options.layout), options)
    shown = printable(dungeon, AnyLetter())
    if not shown.title.strip():
        shown = replace(shown, title=say("front", "untitled"))
    public = without_secrets(shown)
    drawn, files = _draw(shown, public, options, shop, downloads)
    offers = overview.downloads([*files, Made("dungeon.json", encode(dungeon))])
    made = gm_pages(room, shown, drawn, offers)
    made += [Made(offer.href, offer.file.data, offer.file.pages) for offer in offers]
    made += [Made("player/" + page.name, page.data) for page in player_pages(room, public, drawn.players)]
    return [Made("site/" + page.name, page.data, page.pages) for page in made]


def _draw(
    dungeon: Dungeon, public: Dungeon, options: PrintOptions, shop: Shop, downloads: Downloads
) -> tuple[Drawn, Sequence[Made]]:
    """Have every drawing made; then wait for the other products, whose cover is shown where there is a booklet."""
    levels, shown = ([level.number for level in one.levels if level.areas] for one in (dungeon, public))
    jobs = [
        *(Job(dungeon, "level", options.ink, number) for number in levels),
        *(Job(public, "level", options.ink, number, "player") for number in shown),
        Job(dungeon, "elevation", options.ink),
    ]
    drawings = shop.map(draw, jobs)
    files = downloads() if callable(downloads) else downloads
    booklet = next((file for file in files if file.name == "booklet.pdf"), None)
    if booklet is not None:
        cover = page_png(booklet.data, 0, width_px=COVER_PX)
    else:
        cover = shop.map(draw, [Job(dungeon, "cover", options.ink)])[0].png
    maps, players = drawings[: len(levels)], drawings[len(levels) : -1]
    found = (dict(zip(levels, maps, strict=True)), dict(zip(shown, players, strict=True)))
    return Drawn(*found, drawings[-1], cover), files


def level_view(dungeon: Dungeon, level: Level) -> LevelView:
    """What every page may say of a level."""
    n = level.number
    numbers = [one.number for one in dungeon.levels]
    plain = say("level", "plain", n=n)
    areas = count(len(overview.keyed(level)), "area")
    return LevelView(
        number=n,
        plain=plain,
        heading=say_html("level", "heading", n=n, title=bdi(level.title))
        if level.title
        else Markup("{}").format(plain),
        sum=overview.level_sum(level),
        text=level.text,
        plan=silhouette(level),
        description=say("level", "description", level=plain, title=isolate(dungeon.title), areas=areas),
        before=n - 1 if n - 1 in numbers else None,
        after=n + 1 if n + 1 in numbers else None,
    )


def gm_pages(room: Pressroom, dungeon: Dungeon, drawn: Drawn, offers: Sequence[overview.Download]) -> list[Made]:
    """The game master's pages, with the style sheet, the script, the fonts and the cover."""
    views = [level_view(dungeon, level) for level in dungeon.levels]
    common = {"d": dungeon, "levels": views, "nav_home": say("nav", "home")}
    printer = KeyPrinter(dungeon, room.layout.order, prose=room.options.keys == "prose")
    kinds, rows = overview.treasure(dungeon)
    command, recipe = remake(dungeon, room.layout.letters)
    tables = [(view, printer.wandering(level)) for view, level in zip(views, dungeon.levels, strict=True)]
    front = {
        "description": overview.description(dungeon),
        "facts": overview.facts(dungeon),
        "start": level_of(dungeon.entrance),
        "cover": png_size(drawn.cover),
        "elevation": Markup(drawn.side.svg),
        "wandering": [(view, table) for view, table in tables if table],
        "treasure_kinds": kinds,
        "treasure": rows,
        "command": command,
        "recipe": recipe,
    }
    made = [
        room.page("index.html", "index.html", page="index", o=front, downloads=offers, area=printer.area, **common)
    ]
    booklet = next((offer.href for offer in offers if offer.href.endswith("/booklet.pdf")), "")
    for level, view in zip(dungeon.levels, views, strict=True):
        drawing = drawn.maps[level.number]
        hot = spots(drawing.width, drawing.spots, level.areas, printer.labels(level))
        map_view = MapView(
            drawing.width,
            drawing.height,
            Markup(drawing.svg),
            legend=Markup(drawing.legend),
            hot=hot,
            booklet=booklet,
        )
        data = {
            "level": view,
            "map": map_view,
            "highlight": Markup(highlight(s.number for s in hot)),
            "keys": printer.keys(level),
            "after": [
                ("who", printer.inhabitants(level)),
                ("locks", printer.locks(level)),
                ("wandering", printer.wandering(level)),
            ],
        }
        made.append(room.page(f"level-{level.number}.html", "level.html", page=level.number, **data, **common))
    return [*made, *room.assets(), Made("assets/cover.png", drawn.cover)]


def player_pages(room: Pressroom, public: Dungeon, maps: dict[int, Drawing]) -> list[Made]:
    """The players' pages. They are given nothing but the dungeon without its secrets, and say neither its seed (which
    would make the whole of it again) nor the titles of its levels."""
    views = []
    for level in public.levels:
        if level.number in maps:
            plain = say("level", "plain", n=level.number)
            views.append(LevelView(level.number, plain, Markup("{}").format(plain), "", "", silhouette(level)))
    named = {"title": public.title, "zinegen": public.zinegen}
    common = {"d": named, "levels": views, "nav_home": say("player", "home")}
    made = [room.page("index.html", "player.html", page="index", **common)]
    for view in views:
        drawing = maps[view.number]
        file = f"maps/level-{view.number}.svg"
        alt = drawing.desc or say("level", "map_of", of=view.plain)
        data = {"map": MapView(drawing.width, drawing.height, file=file, alt=alt, legend=Markup(drawing.legend))}
        made.append(
            room.page(
                f"level-{view.number}.html", "player_level.html", page=view.number, level=view, **data, **common
            )
        )
        made.append(Made(file, drawing.svg.encode()))
    return made + room.assets()
