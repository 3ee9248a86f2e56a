"""What players may see: a whole Dungeon comes in, the same without its secrets goes out.

Whatever can be seen or walked into without finding a secret is there, as eyes see it: a passage that runs up to a
secret door is drawn to its end, where it meets a wall like any other dead end. What can only be entered by secrets is
gone, and so are the doors to it; but a level whose stairs lie behind one is there as those see it who come down them,
for whoever is handed its map stands on it. Ids are counted anew, so that no gap tells.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import count
from typing import get_args

from msgspec.structs import replace

from zinegen.dungeon.model import (
    SURFACE,
    Area,
    Dungeon,
    End,
    Feature,
    Flow,
    KeyText,
    Level,
    Link,
    LinkKind,
    Portal,
    PortalKind,
    Premise,
    Sight,
    level_of,
)
from zinegen.dungeon.walls import closed_up

WAYS = frozenset(get_args(LinkKind))
"""Features that lead to another level."""
FORBIDDEN = frozenset({"goal", "key", "trap"})
"""Features that only a game master's map shows."""
_LOOKS: dict[PortalKind, PortalKind] = {"locked": "door", "barred": "door", "stuck": "door"}
"""What a door looks like before anybody tries it."""
_PRINTED = ("title", "seed", "layout", "paper", "ink", "theme", "date", "licence")
"""What a player's copy keeps of the recipe."""


def without_secrets(dungeon: Dungeon, found: Iterable[str] = ()) -> Dungeon:
    """The dungeon as a player's map may show it: `without_secrets(without_secrets(d)) == without_secrets(d)`.

    Args: found: ids of areas that the players have found, whatever hides them.

    Gone are areas that can only be entered by secrets (or are marked hidden), secret and false doors, one-way doors
    seen from their blind side only, links with a hidden end, closets, traps, every hidden feature, locks and keys,
    texts, inhabitants, treasure, clues, rumours and rolls. Passages that lead up to any of these stay, whole. Doors
    look as they look before they are tried. A level of which nothing is left is left out; levels and areas keep their
    numbers.
    """
    sight = _Sight.of(dungeon, found)
    names, links = _names(sight)
    levels = tuple(_level(sight, level, names, links) for level in dungeon.levels)
    return Dungeon(
        zinegen=dungeon.zinegen,
        schema=dungeon.schema,
        title=dungeon.title,
        seed=dungeon.seed,
        date=dungeon.date,
        licence=dungeon.licence,
        recipe={key: dungeon.recipe[key] for key in _PRINTED if key in dungeon.recipe},
        premise=Premise(
            theme=dungeon.premise.theme, subtitle=dungeon.premise.subtitle, emblem=dungeon.premise.emblem
        ),
        entrance=names[dungeon.entrance],
        goal=names[dungeon.entrance],
        levels=tuple(level for level in levels if level.areas),
        links=tuple(_link(link, links, names) for link in dungeon.links if link.id in links),
    )


# ------------------------------------------------------------------------------------------------- what is seen


@dataclass(slots=True)
class _Sight:
    """Which areas and ways of a dungeon are seen."""

    dungeon: Dungeon
    areas: dict[str, Area]
    ways: dict[str, list[Portal | Link]] = field(default_factory=dict)
    """Area -> all that leads out of it."""
    plain: set[str] = field(default_factory=set)
    """The portals and links that are no secret."""
    seen: set[str] = field(default_factory=set)

    landings: set[str] = field(default_factory=set)
    """Where one comes down to levels whose way down lies behind a secret."""

    @classmethod
    def of(cls, dungeon: Dungeon, found: Iterable[str] = ()) -> _Sight:
        """All that can be walked to from outside, or from what was found, without finding another secret."""
        areas = {area.id: area for level in dungeon.levels for area in level.areas}
        covered = {f.link for area in areas.values() for f in area.features if f.hidden and f.link}
        sight = cls(dungeon, areas, {id_: [] for id_ in (*areas, SURFACE)})
        portals = [portal for level in dungeon.levels for portal in level.portals]
        whole: list[Portal | Link] = [*portals, *dungeon.links]
        for what in whole:
            for end in set(_ends(what)) & sight.ways.keys():
                sight.ways[end].append(what)
        sight.plain = {p.id for p in portals if not p.secret and p.kind != "false"}
        sight.plain |= {link.id for link in dungeon.links if not link.secret and link.id not in covered}
        sight._walk([SURFACE, dungeon.entrance, *found])
        for level in dungeon.levels:
            own = {area.id for area in level.areas}
            if own.isdisjoint(sight.seen):
                before = {id_ for id_ in areas if level_of(id_) < level.number}
                sight.landings |= sight._landings(level, before)
                sight._walk(sight.landings & own, closed=before)
        return sight

    def _landings(self, level: Level, before: set[str]) -> set[str]:
        """Where one comes from the levels before to a level, by ways that are no secrets themselves."""
        found = set()
        for area in level.areas:
            ways = [what for what in self.ways[area.id] if isinstance(what, Link) and what.id in self.plain]
            comes = any(
                _taken_from(way, there) == area.id for way in ways for there in before.intersection(_ends(way))
            )
            told = any(feature.kind in WAYS and feature.link is None for feature in area.features)  # by a first time
            if (comes or told) and not area.hidden:
                found.add(area.id)
        return found

    def _walk(self, starts: Iterable[str], closed: Collection[str] = ()) -> None:
        """See what can be walked to from some areas, but for those that are closed."""
        barred = {id_ for id_, area in self.areas.items() if area.hidden} | set(closed)
        queue = deque(starts)
        self.seen.update(queue)
        while queue:
            here = queue.popleft()
            for what in self.ways.get(here, ()):
                there = _taken_from(what, here) if what.id in self.plain else None
                if there in self.ways and there not in self.seen and there not in barred:
                    self.seen.add(there)
                    queue.append(there)

    def shows(self, what: Portal | Link) -> bool:
        """Whether a portal or link is seen, with an area on both sides of it."""
        return what.id in self.plain and self.seen.issuperset(_ends(what))

    def features(self, area: Area) -> list[Feature]:
        """The features of an area that are seen; of a way from what is not seen, where one comes by it."""
        landing = area.id in self.landings
        shown = {
            what.id for what in self.ways[area.id]
            if isinstance(what, Link) and (self.shows(what) or (landing and what.id in self.plain))
        }  # fmt: skip
        return [
            f for f in area.features
            if not f.hidden and f.kind not in FORBIDDEN and (f.link is None or f.link in shown)
        ]  # fmt: skip


def _ends(what: Portal | Link) -> tuple[str, str]:
    return what.between if isinstance(what, Portal) else (what.from_.area, what.to.area)


def _taken_from(what: Portal | Link, here: str) -> str | None:
    """The area that one comes to by a portal or link from `here`; None where it cannot be taken."""
    a, b = _ends(what)
    if isinstance(what, Portal):
        there = b if here == a else a
        return there if what.one_way in (None, there) else None
    if what.kind == "chasm_sight" or (what.one_way and here == b):
        return None
    return b if here == a else a


# --------------------------------------------------------------------------------------------- the new record


def _names(sight: _Sight) -> tuple[dict[str, str], dict[str, str]]:
    """The new ids: of the areas that are seen, where those without a key are counted anew; of the links."""
    names = {SURFACE: SURFACE}
    for level in sight.dungeon.levels:
        number = count(1)
        for area in level.areas:
            if area.id in sight.seen:
                names[area.id] = area.id if area.key is not None else f"{level.number}-a{next(number)}"
    shown = (link for link in sight.dungeon.links if sight.shows(link))
    return names, {link.id: f"link-{n}" for n, link in enumerate(shown, 1)}


def _level(sight: _Sight, level: Level, names: dict[str, str], links: dict[str, str]) -> Level:
    portals = [portal for portal in level.portals if sight.shows(portal)]
    return Level(
        number=level.number,
        title=level.title,
        system=level.system,
        size=level.size,
        areas=tuple(_area(sight, area, portals, names, links) for area in level.areas if area.id in sight.seen),
        portals=tuple(_portal(p, f"{level.number}-p{n}", names) for n, p in enumerate(portals, 1)),
        sights=tuple(
            Sight(from_=names[s.from_], to=names[s.to], line=s.line)
            for s in level.sights
            if s.from_ in names and s.to in names
        ),
        flow=Flow(),
    )


def _area(sight: _Sight, area: Area, portals: list[Portal], names: dict[str, str], links: dict[str, str]) -> Area:
    features = sight.features(area)
    hidden = (what for what in sight.ways[area.id] if isinstance(what, Portal) and not sight.shows(what))
    outline, squares = closed_up(area, hidden)
    return Area(
        id=names[area.id],
        key=area.key,
        kind=area.kind,
        shape=area.shape,
        outline=outline,
        squares=squares,
        features=tuple(replace(f, id="", link=links.get(f.link or "")) for f in features),
        text=KeyText(),
    )


def _portal(portal: Portal, id_: str, names: dict[str, str]) -> Portal:
    a, b = portal.between
    kind = _LOOKS.get(portal.kind, portal.kind)
    return Portal(id=id_, kind=kind, between=(names[a], names[b]), at=portal.at, side=portal.side, width=portal.width)


def _link(link: Link, links: dict[str, str], names: dict[str, str]) -> Link:
    ends = [End(area=names[end.area], at=end.at) for end in (link.from_, link.to)]
    return Link(id=links[link.id], kind=link.kind, from_=ends[0], to=ends[1])
