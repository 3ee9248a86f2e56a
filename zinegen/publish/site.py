"""The site: a dungeon comes in, a folder of web pages goes out that opens from the disk and works without a script.

`site/` is for the game master. `site/player/` may be published alone: its pages are made from the dungeon without its
secrets and are never given the dungeon itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from zinegen.dungeon.model import Dungeon, Level, level_of
from zinegen.dungeon.store import encode
from zinegen.dungeon.visible import without_secrets
from zinegen.publish import overview
from zinegen.publish.drawings import Drawing, Job, draw
from zinegen.publish.keys import KeyPrinter
from zinegen.publish.say import bdi, count, isolate, say, say_html
from zinegen.publish.webmap import Silhouette, Spot, highlight, silhouette, spots
from zinegen.share import share
from zinegen.typeset.layouts import Layout, find_layout
from zinegen.typeset.writer import printable
from zinegen.words import lexicon
from zinegen.work import Made, PrintOptions, Shop

Downloads = Sequence[Made] | Callable[[], Sequence[Made]]
"""The other products, or what waits for them: they are wanted last, when the maps are drawn."""


@dataclass(frozen=True)
class MapView:
    """A map on a page."""

    width: float
    height: float
    svg: Markup | str = ""
    """The drawing itself; empty where `file` is shown instead."""
    file: str = ""
    alt: str = ""
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


def site(dungeon: Dungeon, options: PrintOptions, shop: Shop, downloads: Downloads = ()) -> list[Made]:
    """Make the site of a dungeon: the game master's pages and, apart from them, the players'.

    Args:    options: `layout` (its folder `site` over that of `base`), `ink` and `licence` count; a site is always of
             the whole dungeon. downloads: the other products of the same printing, which the overview offers.
    Returns: names below `site/`, in a fixed order.
    Raises:  LayoutError, LexiconError.
    """
    whole, dungeon = dungeon, printable(dungeon, AnyLetter())
    public = without_secrets(dungeon)
    levels = [level.number for level in dungeon.levels]
    shown = [level.number for level in public.levels if level.areas]
    ink = options.ink
    jobs = [
        *(Job(dungeon, "level", ink, n) for n in levels),
        *(Job(public, "level", ink, n, "player") for n in shown),
        Job(dungeon, "elevation", ink),
        Job(dungeon, "cover", ink),
    ]
    drawn = shop.map(draw, jobs)
    files = downloads() if callable(downloads) else downloads
    press = Press(find_layout(options.layout), options)
    offered = [*files, Made("dungeon.json", encode(whole))]
    offers = overview.downloads({made.name: made for made in offered}.values())
    made = gm_pages(press, dungeon, dict(zip(levels, drawn, strict=False)), drawn[-2], drawn[-1], offers)
    names = {offer.href.removeprefix(overview.FILES) for offer in offers}
    made += [Made(overview.FILES + file.name, file.data, file.pages) for file in offered if file.name in names]
    players = player_pages(press, public, dict(zip(shown, drawn[len(levels) :], strict=False)))
    made += [Made("player/" + page.name, page.data) for page in players]
    return [Made("site/" + page.name, page.data, page.pages) for page in made]


class AnyLetter(frozenset[str]):
    """All letters there are: a browser finds a font of the reader's own for what ours lack."""

    def __contains__(self, letter: object) -> bool:
        return True


class Press:
    """Templates and assets of a layout, ready to print pages with."""

    def __init__(self, layout: Layout, options: PrintOptions) -> None:
        self.layout, self.options = layout, options
        self.folders = [folder / "site" for folder in layout.folders]
        self.env = Environment(
            loader=FileSystemLoader(self.folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self.env.globals |= {
            "w": lexicon("site"), "say": say, "say_html": say_html, "bdi": bdi, "isolate": isolate,
            "licence": options.licence,
        }  # fmt: skip

    def page(self, name: str, template: str, **data: Any) -> Made:
        """Print a page. Control characters, which no HTML may hold, are left out."""
        text = self.env.get_template(template).render(**data)
        text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]", "", text)
        return Made(name, text.encode("utf-8", "replace"))

    def assets(self) -> list[Made]:
        """The style sheet, the script and the fonts that the style sheet names."""
        style = self._file("site.css")
        fonts = dict.fromkeys(re.findall(r"url\(([\w.-]+\.woff2)\)", style.read_text("utf-8")))
        paths = [style, self._file("site.js"), *(share("fonts") / "web" / name for name in fonts)]
        return [Made(f"assets/{path.name}", path.read_bytes()) for path in paths]

    def _file(self, name: str) -> Path:
        return next(folder / name for folder in self.folders if (folder / name).is_file())


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


def gm_pages(
    press: Press,
    dungeon: Dungeon,
    maps: dict[int, Drawing],
    side: Drawing,
    cover: Drawing,
    offers: Sequence[overview.Download],
) -> list[Made]:
    """The game master's pages, with the style sheet, the script, the fonts and the cover."""
    views = [level_view(dungeon, level) for level in dungeon.levels]
    common = {"d": dungeon, "levels": views, "nav_home": say("nav", "home")}
    printer = KeyPrinter(dungeon, press.layout.order, prose=press.options.keys == "prose")
    kinds, rows = overview.treasure(dungeon)
    tables = [(view, printer.wandering(level)) for view, level in zip(views, dungeon.levels, strict=True)]
    front = {
        "description": overview.description(dungeon),
        "facts": overview.facts(dungeon),
        "start": level_of(dungeon.entrance),
        "cover": (round(cover.width), round(cover.height)) if cover.png else None,
        "elevation": Markup(side.svg),
        "wandering": [(view, table) for view, table in tables if table],
        "treasure_kinds": kinds,
        "treasure": rows,
        "command": overview.command(dungeon),
    }
    made = [
        press.page("index.html", "index.html", page="index", o=front, downloads=offers, area=printer.area, **common)
    ]
    booklet = next((offer.href for offer in offers if offer.href.endswith("/booklet.pdf")), "")
    for level, view in zip(dungeon.levels, views, strict=True):
        drawing = maps[level.number]
        hot = spots(drawing.width, drawing.spots, level.areas, printer.labels(level))
        map_view = MapView(drawing.width, drawing.height, Markup(drawing.svg), hot=hot, booklet=booklet)
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
        made.append(press.page(f"level-{level.number}.html", "level.html", page=level.number, **data, **common))
    assets = press.assets() + ([Made("assets/cover.png", cover.png)] if cover.png else [])
    return made + assets


def player_pages(press: Press, public: Dungeon, maps: dict[int, Drawing]) -> list[Made]:
    """The players' pages. They are given nothing but the dungeon without its secrets, and say neither its seed (which
    would make the whole of it again) nor the titles of its levels."""
    views = []
    for level in public.levels:
        if level.number in maps:
            plain = say("level", "plain", n=level.number)
            views.append(LevelView(level.number, plain, Markup("{}").format(plain), "", "", silhouette(level)))
    named = {"title": public.title, "zinegen": public.zinegen}
    common = {"d": named, "levels": views, "nav_home": say("player", "home")}
    made = [press.page("index.html", "player.html", page="index", **common)]
    for view in views:
        drawing = maps[view.number]
        file = f"maps/level-{view.number}.svg"
        alt = drawing.desc or say("level", "map_of", of=view.plain)
        data = {"map": MapView(drawing.width, drawing.height, file=file, alt=alt)}
        made.append(
            press.page(
                f"level-{view.number}.html", "player_level.html", page=view.number, level=view, **data, **common
            )
        )
        made.append(Made(file, drawing.svg.encode()))
    return made + press.assets()
