"""The game master's pages: a dungeon, its drawings and the other products come in, pages and what they use go out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from markupsafe import Markup

from zinegen.dungeon.model import Dungeon, Level, level_of
from zinegen.publish import arena, finder, hoard, overview, people
from zinegen.publish.head import Head, sitemap, titled
from zinegen.publish.keys import KeyPrinter
from zinegen.publish.png import png_size
from zinegen.publish.pressroom import Pressroom
from zinegen.publish.say import isolate, say
from zinegen.publish.solo import FOLDER
from zinegen.publish.views import (
    Drawn,
    LevelView,
    MapView,
    NavLink,
    legend_files,
    legend_view,
    level_links,
    level_view,
)
from zinegen.publish.webmap import Spot, highlight, spots
from zinegen.typeset.matter import remake
from zinegen.words import lexicon
from zinegen.work import Made

Pages = list[tuple[str, dict[str, Any]]]
STYLES = ("level.css", "pages.css", "tracker.css")
SCRIPTS = ("site.js", "map.js", "tools.js", "initiative.js", "tracker.js")


class Master:
    """Makes the game master's pages of one dungeon."""

    def __init__(
        self,
        room: Pressroom,
        dungeon: Dungeon,
        printer: KeyPrinter,
        drawn: Drawn,
        offers: Sequence[overview.Download],
    ) -> None:
        self.room, self.dungeon, self.printer, self.drawn, self.offers = room, dungeon, printer, drawn, offers
        self.views = [level_view(dungeon, level) for level in dungeon.levels]
        self.base = room.options.base_url

    def pages(self) -> list[Made]:
        """Every page in the order of the bar, then what they use."""
        made = [self._index(), *(self._level(level) for level in self.dungeon.levels)]
        made += [self._page(page, **data) for page, data in self._parts.items()]
        named = [one.name for one in made]
        made.append(self._page("404", made="404.html"))
        made.append(finder.index_file(self.dungeon, self.printer))
        made += sitemap(self.base, named)
        made += legend_files(self.drawn.maps)
        made += [Made(f"flow/level-{n}.svg", flow.file.encode()) for n, flow in self.drawn.flows.items()]
        if self.drawn.shaft:
            made.append(Made("flow/dungeon.svg", self.drawn.shaft.file.encode()))
        made += [Made(f"assets/level-{n}.png", one.png) for n, one in self.drawn.players.items()]
        return [
            *made,
            *self.room.assets("site.css", *STYLES, *SCRIPTS),
            Made("assets/cover.png", self.drawn.cover),
        ]

    # ------------------------------------------------------------------------------------------- what all pages share

    @cached_property
    def _parts(self) -> dict[str, dict[str, Any]]:
        """The pages beside overview and levels, with what each is given; those that would be empty are left out."""
        all_of_them = {
            "factions": self._factions(),
            "treasure": self._treasure(),
            "tables": self._tables(),
            "initiative": self._initiative(),
            "sheets": self._sheets(),
            "downloads": {"groups": overview.grouped(self.offers)} if self.offers else None,
            "search": {"lists": finder.lists(self.dungeon, self.printer)},
        }
        return {page: data for page, data in all_of_them.items() if data is not None}

    @cached_property
    def _common(self) -> dict[str, Any]:
        """What every page is given."""
        links = [NavLink(page, f"{page}.html", say("nav", page)) for page in self._parts if page != "search"]
        return {
            "d": self.dungeon,
            "levels": self.views,
            "nav": [NavLink("index", "index.html", say("nav", "home")), *self._level_links, *links, self._solo],
            "has": set(self._parts),
            "area": self.printer.area,
            "keep": arena.keepsake(self.dungeon),
        }

    @property
    def _solo(self) -> NavLink:
        return NavLink("solo", f"{FOLDER}/index.html", say("nav", "solo"))

    @property
    def _level_links(self) -> list[NavLink]:
        return level_links([view.number for view in self.views])

    def _page(self, page: str, made: str = "", **data: Any) -> Made:
        """A page of its own template, with the head that the word list has for it."""
        words = {"initiative": "tracker", "downloads": "downloads_head"}.get(page, page)
        head = Head(
            titled(say(words, "title"), self.dungeon.title),
            say(words, "description", title=isolate(self.dungeon.title)),
            made or f"{page}.html",
            self._card(level_of(self.dungeon.entrance)),
            self.base,
        )
        return self.room.page(f"{page}.html", head, page=page, **data, **self._common)

    def _card(self, level: int) -> str:
        """The picture for links: the level's map as players may see it, for links are sent to them too."""
        return f"assets/level-{level}.png" if level in self.drawn.players else "assets/cover.png"

    # ------------------------------------------------------------------------------------------------------ each page

    def _index(self) -> Made:
        dungeon = self.dungeon
        kinds, rows = overview.treasure(dungeon)
        command, recipe = remake(dungeon, self.room.layout.letters)
        start = level_of(dungeon.entrance)
        front = {
            "facts": overview.facts(dungeon),
            "start": start,
            "cover": png_size(self.drawn.cover),
            "elevation": Markup(self.drawn.side.svg),
            "treasure_kinds": kinds,
            "treasure": rows,
            "command": command,
            "recipe": recipe,
            "shaft": self._shaft(),
        }
        head = Head(dungeon.title, overview.description(dungeon), "index.html", self._card(start), self.base)
        return self.room.page("index.html", head, page="index", o=front, downloads=self.offers, **self._common)

    def _shaft(self) -> MapView | None:
        """The chart of the levels, each a link to its page."""
        drawing = self.drawn.shaft
        if drawing is None:
            return None
        hot = [
            Spot(
                view.number,
                view.plain,
                " ".join(f"{x:.1f},{y:.1f}" for x, y in drawing.spots[f"level-{view.number}"]),
            )
            for view in self.views
            if f"level-{view.number}" in drawing.spots
        ]
        return MapView(drawing.width, drawing.height, file="flow/dungeon.svg", alt=drawing.desc, hot=hot)

    def _level(self, level: Level) -> Made:
        view = next(one for one in self.views if one.number == level.number)
        chart, player = self._chart(level, view), self._player(view)
        map_view = self._map(level)
        data = {
            "level": view,
            "map": map_view,
            "chart": chart,
            "player": player,
            "highlight": Markup(highlight(spot.number for spot in map_view.hot)),
            "keys": self.printer.keys(level),
            "after": [
                ("who", self.printer.inhabitants(level)),
                ("locks", self.printer.locks(level)),
                ("wandering", self.printer.wandering(level)),
            ],
        }
        title = titled(view.plain, self.dungeon.title)
        page = f"level-{level.number}"
        head = Head(title, view.description, f"{page}.html", self._card(level.number), self.base)
        return self.room.page("level.html", head, page=page, **data, **self._common)

    def _map(self, level: Level) -> MapView:
        drawing = self.drawn.maps[level.number]
        hot = spots(drawing.width, drawing.spots, level.areas, self.printer.labels(level))
        return MapView(
            drawing.width, drawing.height, Markup(drawing.svg), legend=legend_view(drawing, level.number), hot=hot
        )

    def _chart(self, level: Level, view: LevelView) -> MapView:
        drawing = self.drawn.flows[level.number]
        hot = spots(drawing.width, drawing.spots, level.areas, self.printer.labels(level))
        file = f"flow/level-{level.number}.svg"
        return MapView(drawing.width, drawing.height, file=file, alt=say("level", "chart_of", of=view.plain), hot=hot)

    def _player(self, view: LevelView) -> MapView | None:
        """The players' map in the game master's page; None of a level that is a secret as a whole."""
        drawing = self.drawn.players.get(view.number)
        if drawing is None:
            return None
        wide, high = drawing.width + 10, drawing.height + 10  # the file has a margin
        file = f"player/maps/level-{view.number}.svg"
        return MapView(wide, high, file=file, alt=say("level", "players_of", of=view.plain))

    def _factions(self) -> dict[str, Any] | None:
        parties, loners = people.parties(self.dungeon, self.printer), people.loners(self.dungeon, self.printer)
        return {"parties": parties, "loners": loners} if parties or loners else None

    def _treasure(self) -> dict[str, Any] | None:
        found = [(view, hoard.things(level)) for view, level in zip(self.views, self.dungeon.levels, strict=True)]
        found = [(view, things) for view, things in found if things]
        if not found:
            return None
        every = hoard.everything(self.dungeon)
        whole = hoard.total(every, {thing.id for thing in every})
        sums = [(view, things, hoard.total(things, {thing.id for thing in things})) for view, things in found]
        return {"hoards": sums, "whole": whole, "place": self.printer.number}

    def _tables(self) -> dict[str, Any] | None:
        pairs = zip(self.views, self.dungeon.levels, strict=True)
        wandering = [(view, self.printer.wandering(level, 0)) for view, level in pairs]
        wandering = [(view, table) for view, table in wandering if table]
        return {"wandering": wandering} if wandering or self.dungeon.rumours else None

    def _initiative(self) -> dict[str, Any]:
        words = lexicon("site")["tracker"] | {"note": lexicon("initiative")["note"]}
        return {"fights": arena.fights(self.dungeon), "words": words, "t": lexicon("site")["tracker"]}

    def _sheets(self) -> dict[str, Any]:
        pairs = zip(self.views, self.dungeon.levels, strict=True)
        locks = [(view, self.printer.locks(level, 0)) for view, level in pairs]
        return {
            "bestiary": people.bestiary(self.dungeon, self.printer),
            "locks": [(view, table) for view, table in locks if table],
            "pdf": next((one for one in self.offers if one.href.endswith("/sheets.pdf")), None),
        }
