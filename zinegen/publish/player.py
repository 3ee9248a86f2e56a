"""The players' pages: a dungeon without its secrets comes in, a folder that may be published alone goes out."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from zinegen.dungeon.model import Dungeon
from zinegen.publish.drawings import Drawing
from zinegen.publish.head import Head, sitemap, titled
from zinegen.publish.pressroom import Pressroom
from zinegen.publish.say import say
from zinegen.publish.views import LevelView, MapView, NavLink, legend_files, legend_view, level_links
from zinegen.publish.webmap import silhouette
from zinegen.work import Made


def player_pages(room: Pressroom, public: Dungeon, maps: dict[int, Drawing], base: str | None) -> list[Made]:
    """The players' pages.

    They are given nothing but the dungeon without its secrets, and say neither its seed (which would make the whole
    of it again) nor the titles of its levels.

    Args: base: where this folder will stand, with a slash at its end.
    """
    views = []
    for level in public.levels:
        if level.number in maps:
            plain = say("level", "plain", n=level.number)
            views.append(LevelView(level.number, plain, Markup("{}").format(plain), "", "", silhouette(level)))
    home = NavLink("index", "index.html", say("player", "home"))
    common: dict[str, Any] = {
        "d": {"title": public.title, "zinegen": public.zinegen},
        "levels": views,
        "nav": [home, *level_links([view.number for view in views])],
    }
    cards = [Made(f"assets/level-{view.number}.png", maps[view.number].png) for view in views]
    head = Head(
        titled(say("player", "title"), public.title),
        say("player", "description"),
        "index.html",
        cards[0].name if cards else "",
        base,
    )
    made = [room.page("player.html", head, page="index", **common)]
    for view, card in zip(views, cards, strict=True):
        made += [_level(room, public, view, maps[view.number], card.name, base, common), card]
        made.append(Made(f"maps/level-{view.number}.svg", maps[view.number].file.encode()))
    pages = [one.name for one in made if one.name.endswith(".html")]
    made += legend_files(maps)
    return [*made, *sitemap(base, pages), *room.assets("site.css", "level.css", "pages.css", "site.js", "map.js")]


def _level(
    room: Pressroom,
    public: Dungeon,
    view: LevelView,
    drawing: Drawing,
    card: str,
    base: str | None,
    common: dict[str, Any],
) -> Made:
    """A level's page: its map, as large as the window."""
    n = view.number
    head = Head(
        titled(say("player", "level_title", n=n), public.title),
        say("player", "level_description", n=n),
        f"level-{n}.html",
        card,
        base,
    )
    map_view = MapView(
        drawing.width,
        drawing.height,
        Markup(drawing.svg),
        file=f"maps/level-{n}.svg",
        alt=drawing.desc or say("level", "map_of", of=view.plain),
        legend=legend_view(drawing, n),
    )
    return room.page("player_level.html", head, page=f"level-{n}", level=view, map=map_view, **common)
