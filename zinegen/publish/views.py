"""What the templates of a site are given: maps, levels, the bar of links, all ready to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from zinegen.dungeon.model import Dungeon, Level
from zinegen.publish import overview
from zinegen.publish.drawings import Drawing
from zinegen.publish.say import bdi, count, isolate, say, say_html
from zinegen.publish.webmap import Silhouette, Spot, silhouette
from zinegen.work import Made


@dataclass(frozen=True)
class Drawn:
    """The drawings of a site."""

    maps: dict[int, Drawing]
    players: dict[int, Drawing]
    flows: dict[int, Drawing]
    side: Drawing
    shaft: Drawing | None
    """How the levels hang together; None where there is one alone."""
    cover: bytes


@dataclass(frozen=True)
class MapView:
    """A map or chart on a page."""

    width: float
    height: float
    svg: Markup | str = ""
    """The drawing itself; empty where `file` is shown instead."""
    file: str = ""
    alt: str = ""
    legend: MapView | None = None
    """The signs on it, as a file."""
    hot: Sequence[Spot] = ()

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
class NavLink:
    """A link of the bar on top of every page."""

    page: str
    """The page that it marks as the present one."""
    href: str
    name: str
    label: str = ""
    """What a screen reader says, where the name alone says too little."""
    word: str = ""
    """A word before it."""


def legend_view(drawing: Drawing, number: int) -> MapView | None:
    """The signs on a level's map, to stand below its keys."""
    one = drawing.legend
    return MapView(one.width, one.height, file=f"maps/signs-{number}.svg", alt=one.desc) if one else None


def legend_files(drawings: dict[int, Drawing]) -> list[Made]:
    """The files of the signs of all levels."""
    return [Made(f"maps/signs-{n}.svg", one.legend.file.encode()) for n, one in drawings.items() if one.legend]


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


def level_links(numbers: Sequence[int]) -> list[NavLink]:
    """The links to the levels: numbers, and one word before them."""
    return [
        NavLink(
            f"level-{n}",
            f"level-{n}.html",
            str(n),
            label=say("nav", "level_n", n=n),
            word="" if at else say("nav", "level"),
        )
        for at, n in enumerate(numbers)
    ]
