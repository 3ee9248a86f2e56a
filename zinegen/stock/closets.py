"""Secret rooms: places that carve kept free come in; one is opened and keyed where a hoard lies in it."""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.dungeon.model import OPPOSITE, Area, Closet, Level, Portal
from zinegen.recipe import SIZES, Recipe
from zinegen.stock.draft import Draft, Thing, World
from zinegen.words import lexicon


class Closets:
    """The closets of one level: which are free, which were opened."""

    def __init__(self, level: Level, recipe: Recipe) -> None:
        self.free = {closet.area.id: closet for closet in level.reserved}
        self.opened: list[tuple[Area, Portal]] = []
        self._number = level.number
        self._keys = max((area.key or 0 for area in level.areas), default=0)
        self._most = SIZES.get(recipe.size_of(level.number), (0, 99))[1]

    def beside(self, area: str) -> Closet | None:
        """A closet that opens off an area, while the level may have one more key."""
        if self._keys >= self._most:
            return None
        return next((closet for closet in self.free.values() if area in closet.portal.between), None)

    def open(self, world: World, draft: Draft) -> Draft:
        """Open the closet beside an area: a key of its own behind a secret door, whose sign the area gets."""
        closet = self.beside(draft.id)
        assert closet is not None, draft.id
        del self.free[closet.area.id]
        self._keys += 1
        id_ = f"{self._number}-{self._keys}"
        area = replace(closet.area, id=id_, key=self._keys, hidden=True)
        ends = tuple(id_ if end == closet.area.id else end for end in closet.portal.between)
        portal = replace(closet.portal, between=ends, secret=True)
        self.opened.append((area, portal))
        words = lexicon("treasure")["closet"]
        fresh = [name for name in words["names"] if name not in world.known_names] or words["names"]
        name = world.bag.text(fresh, "roomname", id_)
        world.known_names.add(name)
        room = Draft(
            area=area, depth=draft.depth, steps=draft.steps + 1, exits=(), rooms=(draft.id,), name=world.say(name)
        )
        room.function, room.klass = "closet", "store"
        room.air = world.clause(world.bag.text(words["air"], "air", id_))
        world.drafts[id_] = room
        side = portal.side if portal.between[0] == draft.id else OPPOSITE[portal.side]
        ways = lexicon("hiding")["secret_room_nearby"]["entries"]
        way = world.bag.take(ways, lambda one: f"closet {one['find']}", world.bag.salt("closet", id_)) or ways[0]
        wall = lexicon("stocking")["wall"].format(dir=lexicon("grammar")["directions"][side])
        draft.place(Thing(id=f"wall-{portal.id}", what=wall, level="secret", find=world.clause(way["find"])))
        return room
