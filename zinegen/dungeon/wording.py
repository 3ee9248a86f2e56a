"""Places and ways in a reader's terms: ids of a dungeon come in, words that its printed pages bear out go out.

Only areas with a number are on a printed page by their id. A passage, a door or a stair is told by the numbers
nearest to it.
"""

from __future__ import annotations

from heapq import heappop, heappush
from itertools import count

from zinegen.dungeon.model import SURFACE, Dungeon, Link, Portal, level_of

_DOORS = {"open": "opening", "arch": "arch", "portcullis": "portcullis", "curtain": "curtain", "door": "door"}
"""Kinds of portal that are not called doors of their kind."""
_SECRET_DETOUR = 50
"""A secret on the way makes an area so much farther."""


class Wording:
    """The words for what is in one dungeon."""

    def __init__(self, dungeon: Dungeon) -> None:
        self._keyed = {area.id for level in dungeon.levels for area in level.areas if area.key is not None}
        self._ways: dict[str, list[tuple[str, str, bool]]] = {}
        self.links = {link.id for link in dungeon.links}
        self._what: dict[str, Portal | Link] = {link.id: link for link in dungeon.links}
        for portal in (portal for level in dungeon.levels for portal in level.portals):
            self._what[portal.id] = portal
            if portal.kind != "false":
                for a, b in (portal.between, portal.between[::-1]):
                    self._ways.setdefault(a, []).append((b, portal.id, portal.secret))

    def area(self, id_: str) -> str:
        """An area: its id where it has a number, else "the passage by 1-9"."""
        if id_ in self._keyed:
            return id_
        if id_ == SURFACE:
            return "outside"
        near = self._near(id_)
        return f"the passage by {near}" if near else f"a passage on level {level_of(id_)}"

    def what(self, id_: str) -> str:
        """A portal, link or area: "the secret door between 1-9 and 1-11", "the stairs from 1-9 to 2-1"."""
        what = self._what.get(id_)
        if isinstance(what, Portal):
            return f"the {_portal(what)} {self._between(what)}"
        if isinstance(what, Link):
            return self.link(what)
        return self.area(id_)

    def link(self, link: Link, start: str = "") -> str:
        """A link with the numbers at or near both of its ends; from `start`, where that is its other end."""
        ends = (link.from_.area, link.to.area)
        a, b = ends[::-1] if start == ends[1] else ends
        return f"the {_kind(link)} from {self._end(a)} to {self._end(b)}"

    def passing(self, id_: str, start: str) -> str:
        """Taking a portal or link from one of its ends: "down the stairs", "by the locked door between 3 and 5"."""
        what = self._what.get(id_)
        if not isinstance(what, Link):
            return f"by {self.what(id_)}"
        ends = (what.from_.area, what.to.area)
        a, b = (0 if end == SURFACE else level_of(end) for end in (ends[::-1] if start == ends[1] else ends))
        way = "down" if b > a else "up" if b < a else "by"
        return f"{way} the {'secret ' * what.secret}{_kind(what)}"

    def one_way(self, id_: str, start: str, end: str) -> str:
        """A portal or link that is taken in one direction only."""
        what = self._what.get(id_)
        if isinstance(what, Link):
            return self.link(what, start)
        name = _portal(what) if what else "way"
        return f"the one-way {name} from {self._side(start, end, id_)} to {self._side(end, start, id_)}"

    def _end(self, id_: str) -> str:
        """A link's end, by the number nearest to it."""
        return "outside" if id_ == SURFACE else self._near(id_) or f"level {level_of(id_)}"

    def _between(self, portal: Portal) -> str:
        a, b = portal.between
        if a not in self._keyed:
            a, b = b, a
        if a in self._keyed:
            return f"between {a} and {self._side(b, a, portal.id)}"
        near_a, near_b = self._near(a, portal.id), self._near(b, portal.id)
        if near_a and near_b and near_a != near_b:
            return f"in the passage between {near_a} and {near_b}"
        return f"in {self.area(a)}"

    def _side(self, id_: str, other: str, without: str) -> str:
        """The area on one side of a portal; a passage is told by what it leads to."""
        near = self._near(id_, without)
        return id_ if id_ in self._keyed else f"the passage to {near}" if near not in ("", other) else "a passage"

    def _near(self, id_: str, without: str = "") -> str:
        """The area with a number that is nearest on the same level, without a way; empty where there is none."""
        order = count()
        queue, seen = [(0, next(order), id_)], set()
        while queue:
            far, _, here = heappop(queue)
            if here in self._keyed:
                return here
            if here in seen:
                continue
            seen.add(here)
            for there, way, secret in self._ways.get(here, ()):
                if way != without and there not in seen:
                    heappush(queue, (far + (_SECRET_DETOUR if secret else 1), next(order), there))
        return ""


def _portal(portal: Portal) -> str:
    name = _DOORS.get(portal.kind, f"{portal.kind} door")
    return f"secret {name}" if portal.secret else name


def _kind(link: Link) -> str:
    return link.kind.replace("_", " ")
