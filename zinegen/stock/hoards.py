"""How treasure lies: a draft comes in; what holds its hoard, what guards and what hides it joins the draft.

The rolls are those of document 000. What does not fit is rolled again: a lock's needle on a sack, a secret room where
no closet was kept free (rulings A000-35, A000-36).
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from zinegen.dice import Stream
from zinegen.dungeon.model import Hazard, Rolled, Treasure
from zinegen.errors import TableError
from zinegen.rolls import Roll
from zinegen.rolltable import roll_table, table
from zinegen.stock import leveltable
from zinegen.stock.closets import Closets
from zinegen.stock.draft import Draft, Thing, World, head
from zinegen.stock.grammar import known, suits
from zinegen.stock.heaps import LOOSE, Heap, Hoard, containers, make
from zinegen.stock.lengths import FULL_WORDS, words_left
from zinegen.stock.treasure import bulk_lb, counted, poured, roll_treasure, worth
from zinegen.words import lexicon

SMALL_LB = 30
"""What weighs less fits into a bedpost."""
AGAIN, FRESH = 200, 20
"""A roll that does not fit is made again so many times at most; so many times for a hiding place not yet used."""
BARE = ("ordinary_container_in_plain_sight", "secret_compartment_in_container", "secret_room_under_container")
"""Hiding places that take a hoard without the containers that it was rolled with."""
BURIED = (
    "behind_loose_wall_stone",
    "in_or_under_rubbish_or_dung",
    "concealed_nonmagically",
    "under_loose_floor_stone",
)
"""Hiding places in which nothing stands as it would in a room."""
ILLUSION = "illusion_changes_or_conceals"
"""A hiding place that tells of a thing which is not the one that stands there."""
STANDING = ("spears_from_walls_on_opening", "stone_block_falls_in_front", "trapdoor_in_front", "trapdoor_6ft")
"""Traps of what stands in a room: something before it, over it or across it."""
TRAP_WORDS, HIDING_WORDS = 36, 24
"""About how many words a trap takes, or a hiding place."""
DICE = ((2, "d6", "d4", "2d6"), (4, "2d6", "d6", "4d6"), (7, "3d6", "2d4", "6d6"), (10, "4d6", "2d6", "8d6"),
        (99, "5d6", "3d6", "10d6"))  # fmt: skip
"""Up to a danger: {d}, {h} and {dd} of a trap."""


def dice_slots(world: World, level: int) -> dict[str, str]:
    """The dice of a trap on a level."""
    danger = world.danger(level)
    row = next(row for row in DICE if danger <= row[0])
    return {"d": row[1], "h": row[2], "dd": row[3]}


def keep(draft: Draft, rolled: Roll, bend: str = "") -> Roll:
    """Remember a roll, and those it led to, with the area."""
    draft.rolls += [
        Rolled(table=one.table, rolled=one.rolled, bend=bend if one is rolled else "") for one in rolled.walk()
    ]
    return rolled


def lay_hoard(
    world: World, draft: Draft, closets: Closets, *, guarded: bool, under: Thing | None = None, more: bool = False
) -> Hoard | None:
    """Roll a hoard and lay it out in an area.

    under: the water that it lies in, when it does; then it is neither trapped nor hidden. more: one roll beside the
    hoard that the room has anyhow. Returns a hoard that lies open: in sight, without a trap.
    """
    stream = world.stream("treasure", draft.id, "water" if under else "more" if more else "room")
    heaps: dict[str, Heap] = {}
    down = leveltable.shift(world, draft.level)
    rolls = roll_treasure(stream, level=draft.level, guarded=guarded, shift=down)
    mark = "w" if under else "x" if more else "t"
    for n, rolled in enumerate(rolls[:1] if more else rolls, 1):
        keep(draft, rolled)
        items = worth(world, rolled, stream, f"{draft.id}-{mark}{n}")
        if items:
            container = roll_table("treasure_container", stream)
            into = fell = container.result.get("container", LOOSE)
            if heaps and draft.id == world.dungeon.goal:  # where the prize and its stage stand too: one holds it all
                into = next(iter(heaps))
            keep(draft, container, "crowded" if into != fell else "")
            heaps.setdefault(into, Heap(into)).items += items
    if not heaps:
        return None
    hoard = Hoard(draft, list(heaps.values()), guarded, stream)
    if under is not None:
        _lay(world, hoard, inside=under.id, level="hidden")
        return None
    trapped, hidden = _kept(world, draft, stream)
    kind = _fitting(world, hoard, "treasure_hiding", "hidden", closets) if hidden else ""
    hoard.buried = kind in BURIED
    trap = _fitting(world, hoard, "treasure_trap", "trap", closets) if trapped else ""
    if kind:
        _put_away(world, hoard, kind, trap, closets)
    elif trap or not _carried(world, hoard):
        _lay(world, hoard, trap=trap)
        return None if trap else hoard
    return None


def hide_again(world: World, hoard: Hoard, closets: Closets) -> None:
    """Hide a hoard that was laid open: its containers leave the room, and come back where nobody sees them."""
    draft = hoard.draft
    mine = {item.id for item in hoard.items}
    boxes = {item.where for item in draft.treasure if item.id in mine}
    draft.treasure = [item for item in draft.treasure if item.id not in mine]
    draft.things = [thing for thing in draft.things if thing.id not in boxes]
    at = max(n for n, one in enumerate(draft.rolls) if one.table == "treasure_hidden_chance")
    draft.rolls[at] = replace(draft.rolls[at], bend="riches")
    kind = _fitting(world, hoard, "treasure_hiding", "hidden", closets)
    _put_away(world, hoard, kind, "", closets)


def _put_away(world: World, hoard: Hoard, kind: str, trap: str, closets: Closets) -> None:
    """Hide a hoard, in a room of its own if so be it."""
    if kind == "secret_room_nearby":
        hoard.draft = closets.open(world, hoard.draft)
        _lay(world, hoard, trap=trap)  # in plain sight, once the room is found
    else:
        _hide(world, hoard, kind, trap)


def _kept(world: World, draft: Draft, stream: Stream) -> tuple[bool, bool]:
    """Whether a hoard is trapped and whether it is hidden, by the dice.

    Where the key has no room left to tell of both, the trap is left out; and the hiding place where somebody is there
    to guard it.
    """
    left = words_left(world, draft, FULL_WORDS)
    trap, hiding = roll_table("treasure_trapped_chance", stream), roll_table("treasure_hidden_chance", stream)
    trapped, hidden = bool(trap.result["trapped"]), bool(hiding.result["hidden"])
    spring = trapped and (left >= TRAP_WORDS + HIDING_WORDS * hidden or not (hidden or draft.groups))
    hide = hidden and (left >= HIDING_WORDS or not draft.groups)
    keep(draft, trap, "crowded" if trapped != spring else "")
    keep(draft, hiding, "crowded" if hidden != hide else "")
    return spring, hide


def _fitting(world: World, hoard: Hoard, table_id: str, key: str, closets: Closets) -> str:
    """Roll on a table until the result fits; every roll is kept."""
    for tries in range(AGAIN):
        rolled = roll_table(table_id, hoard.stream)
        result: str = rolled.result[key]
        fits = not hoard.bars(result) and (result != "secret_room_nearby" or closets.beside(hoard.draft.id))
        if hoard.buried and result in STANDING:
            fits = False
        if fits and key == "hidden":
            ways = _ways(hoard, result)  # rather one that the dungeon has not had
            fits = any(tries >= FRESH or not world.bag.used[_name(result, way)] for way in ways)
        keep(hoard.draft, rolled, "" if fits else "rerolled")
        if fits:
            return "trapdoor_6ft" if rolled.result.get("distance_ft") else result
    raise TableError(f"{table(table_id).id}: nothing fits {hoard.draft.id}")


# ----------------------------------------------------------------------------------------------------- laying it out


def _carried(world: World, hoard: Hoard) -> bool:
    """Small purses are on those who guard them."""
    folk = [g for g in hoard.draft.groups if g.kind.clan == "folk" and g.visible]
    if not (hoard.guarded and folk and all(h.container == "pouches" for h in hoard.heaps)):
        return False
    if bulk_lb(hoard.items) > SMALL_LB * folk[0].count:
        return False
    _put(hoard, hoard.items, where=folk[0].id)
    return True


def _lay(world: World, hoard: Hoard, *, inside: str | None = None, level: str = "landmark", trap: str = "",
         hidden: str = "") -> None:  # fmt: skip
    """Each heap in its container; the containers are things of the room."""
    sprung = hoard.best(trap) if trap else None
    for heap in hoard.heaps:
        if heap.container == LOOSE and inside is not None:
            there = hoard.draft.thing(inside)
            sting = (
                _spring(world, hoard, trap, there, make(heap)["one"])
                if heap is sprung and there is not None
                else None
            )
            _put(hoard, heap.items, where=inside, hazard=sting, hidden=hidden)
            continue
        thing = hoard.draft.place(_container(world, hoard, heap))
        thing.inside, thing.level = inside, level
        if inside is not None:
            thing.look = ""
        words = make(heap)
        its = words["many"] if containers(heap) > 1 else ""
        hazard = _spring(world, hoard, trap, thing, words["one"], its) if heap is sprung else None
        _put(hoard, heap.items, where=thing.id, hazard=hazard, hidden=hidden)


def _container(world: World, hoard: Hoard, heap: Heap) -> Thing:
    """The thing that holds a heap: as many as the coins need."""
    words, count = make(heap), containers(heap)
    looks = [look for raw in words["looks"] if (look := suits(raw, count)) is not None]
    what = counted(count, words["one"], words["many"])
    like = [one for one in hoard.draft.things if words["one"] in one.what or words["many"] in one.what]
    if any(one.inside is None or one.what == what for one in like):  # of hidden ones nobody knows that these are more
        what = lexicon("treasure")["again"]["one" if count == 1 else "many"].format(what=what)
    return Thing(
        id=(words["one"] if count == 1 else words["many"]).replace(" ", "-"),
        what=what, grammar="pl" if count > 1 else "",
        look=world.unsaid(looks, "container", hoard.draft.id), symbol=words.get("sym", ""),
    )  # fmt: skip


def _put(hoard: Hoard, items: list[Treasure], *, where: str, hazard: str | None = None, hidden: str = "") -> None:
    hoard.draft.treasure += [
        replace(item, where=where, hazard=hazard, hidden=hidden, guarded=hoard.guarded) for item in poured(items)
    ]


def _spring(world: World, hoard: Hoard, trap: str, thing: Thing, it: str, its: str = "") -> str:
    """The trap on a container, or on one of several: its sign says so; returns the id of its hazard.

    it, its: what the container is, alone and with its like.
    """
    draft = hoard.draft
    words = lexicon("container_traps")[trap]
    kind = world.bag.take(words["kinds"], lambda one: f"{trap} {one['sign']}", world.bag.salt("trap", draft.id))
    assert kind is not None
    slots = {**dice_slots(world, draft.level), "it": it}
    one = lexicon("grammar")["one_of"]
    sign = kind["sign"].replace(one["it"], one["its"], 1) if its else kind["sign"]
    hazard = Hazard(
        id=f"{draft.id}-h{len(draft.hazards) + 1}", kind=trap, name=world.say(words["name"], **slots), on=thing.id,
        sign=world.clause(sign, **{**slots, "it": its or it}),
        trigger=world.clause(kind["trigger"], **slots),
        effect=world.clause(kind["effect"], **slots),
        remedy=world.clause(kind["remedy"], **slots),
    )  # fmt: skip
    draft.hazards.append(hazard)
    return hazard.id


# ------------------------------------------------------------------------------------------------------------ hiding


def _ways(hoard: Hoard, kind: str) -> list[dict[str, Any]]:
    """The ways of hiding of a kind that have room for a hoard and suit its area."""
    ways: list[dict[str, Any]] = lexicon("hiding")[kind]["entries"]
    return [way for way in ways if hoard.goes_into(way, bare=kind in BARE)]


def _variant(world: World, hoard: Hoard, kind: str) -> dict[str, Any]:
    """One way of hiding of a kind that fits; rather one whose thing is not there yet, nor in a room beside it."""
    heads = world.heads_near(hoard.draft)
    ways = _ways(hoard, kind)
    way = world.bag.take(
        ways, lambda one: _name(kind, one), world.bag.salt("hiding", hoard.draft.id),
        weight=lambda one: 0.01 if head(one.get("what", "")) in heads else 1.0,
    )  # fmt: skip
    return way or ways[0]


def _name(kind: str, way: dict[str, Any]) -> str:
    """What the bag calls a way of hiding of a kind."""
    return f"{kind} {way['find']}"


def _hide(world: World, hoard: Hoard, kind: str, trap: str) -> None:
    """Hide a hoard in, under or behind something."""
    draft = hoard.draft
    if kind == "concealed_nonmagically" and not trap and bulk_lb(hoard.items) <= SMALL_LB:
        host = next((t for t in draft.things if t.hide and t.level == "landmark"), None)
        if host is not None:
            _put(hoard, hoard.items, where=host.id, hidden=known(host.hide, host.what))
            return
    way = _variant(world, hoard, kind)
    if kind in ("secret_compartment_in_container", "secret_room_under_container"):
        heap = Heap(hoard.best(kind).container, hoard.items)
        box = draft.place(_container(world, hoard, Heap(heap.container)))
        box.find = world.clause(way["box"])
        what = world.say(way["what"], it=box.what)
        says = known(world.say(way["says"], it=box.what), what)
        inner = draft.place(
            Thing(id="hiding", what=what, level="secret", find=world.clause(way["find"]), inside=box.id)
        )
        hazard = _spring(world, hoard, trap, box, box.what) if trap else None
        _put(hoard, hoard.items, where=inner.id, hazard=hazard, hidden=says)
        return
    says, look = world.say(way["says"]), world.clause(way["look"])
    if kind != ILLUSION:
        says = known(says, world.say(way["what"]))
    outer = draft.place(
        Thing(
            id="hiding",
            what=world.say(way["what"]),
            grammar=way.get("n", ""),
            level="landmark" if look else "secret",
            look=look,
            find=world.clause(way["find"]),
        )
    )
    if kind == "ordinary_container_in_plain_sight":
        hazard = _spring(world, hoard, trap, outer, outer.head) if trap else None
        _put(hoard, hoard.items, where=outer.id, hazard=hazard, hidden=says)
        return
    _lay(world, hoard, inside=outer.id, level="hidden", trap=trap, hidden=says)
