"""Locks in the keys: a lock stands in its room as the thing it is, and room and key each say where the other lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from zinegen.dungeon.model import Hazard, KeyItem, Lock, Portal, level_of
from zinegen.stock.draft import Draft, Group, Kind, Thing, World
from zinegen.stock.encounters import hit_points
from zinegen.stock.grammar import capital, definite, polish
from zinegen.stock.hoards import dice_slots
from zinegen.stock.lengths import words_left
from zinegen.stock.structure.settle import is_portal, lock_area
from zinegen.words import lexicon

STRONGER = 4
"""A monster that is a lock has so many hit dice more than its level is dangerous."""
MOST_HIT_DICE = 16


def tell_locks(
    world: World, portals: Mapping[str, Portal], items: Sequence[KeyItem]
) -> tuple[tuple[Lock, ...], tuple[KeyItem, ...]]:
    """Put every lock into its room, and into the room of every key what it opens.

    Returns: the locks and the keys, with what is printed of them.
    """
    by_id = {item.id: item for item in items}
    out = []
    for lock in world.dungeon.locks:
        area = lock_area(world, lock)
        it = _kept(world, lock, area, portals)
        entry = world.structure.locks.get(lock.id)
        held = [by_id[key] for key in lock.keys if key in by_id]
        draft = world.drafts.get(area)
        if draft is not None:
            _stand(world, draft, lock, entry, it, held)
        for item in held if area else ():
            by_id[item.id] = replace(item, opens=_opens(world, lock, entry, area, it, item, held))
        out.append(replace(lock, name=lock.name or _called(lock, entry, portals, it)))
    return tuple(out), tuple(by_id[item.id] for item in items)


def _called(lock: Lock, entry: dict[str, Any] | None, portals: Mapping[str, Portal], it: str) -> str:
    if entry is not None:
        return polish(entry["what"])
    return portals[lock.guards].name if lock.guards in portals else it


def _kept(world: World, lock: Lock, area: str, portals: Mapping[str, Portal]) -> str:
    """What a lock keeps, with "the": a door and its wall, a stair, what lies in the room."""
    words = lexicon("cycles")["lock"]
    draft = world.drafts.get(area)
    if lock.guards in portals:
        name = portals[lock.guards].name
        return str(words["way" if name else "bare"].format(door=name, dir=_toward(draft, lock))).strip()
    if is_portal(world, lock.guards):
        link = next((one for one in world.dungeon.links if one.id == lock.guards), None)
        down = link is not None and level_of(link.to.area if link.from_.area == area else link.from_.area) > level_of(
            area
        )
        feature = lexicon("stocking")["feature"].get(f"{link.kind if link else ''}_{'down' if down else 'up'}")
        return definite(world.say(feature["what"])) if feature else definite(words["hoard"])
    if area == world.dungeon.goal:
        return definite(world.slots["goal"])
    item = next((one for one in world.dungeon.key_items if one.in_ == area and one.id not in lock.keys), None)
    if item is not None and item.id in world.structure.key_names:
        return definite(world.structure.key_names[item.id])
    best = max(draft.treasure, key=lambda one: one.value_gp, default=None) if draft else None
    named = best is not None and best.kind in ("jewellery", "goods", "magic")
    return definite(best.what.split(",")[0] if best is not None and named else words["hoard"])


def _toward(draft: Draft | None, lock: Lock) -> str:
    """The direction of the way that a lock keeps, from its room; empty where no exit knows it."""
    words: dict[str, str] = lexicon("grammar")["directions"]
    for exit_ in draft.exits if draft else ():
        if exit_.portal == lock.guards or (exit_.lock is not None and exit_.lock.id == lock.id):
            return words[exit_.direction]
    for exit_ in draft.exits if draft else ():
        if any(one.id == lock.id for way in exit_.ways for one in way.locks):
            return words[exit_.direction]
    return ""


def _keys(world: World, held: Sequence[KeyItem]) -> str:
    return _and().join(definite(item.name) for item in held)


def _and() -> str:
    return f" {lexicon('grammar')['and']} "


def _stand(
    world: World, draft: Draft, lock: Lock, entry: dict[str, Any] | None, it: str, held: Sequence[KeyItem]
) -> None:
    """The lock as a thing of its room, and the note of what opens it and where that lies."""
    words = lexicon("cycles")["lock"]
    keys = _keys(world, held)
    full = words_left(world, draft) < 0
    if len(held) > 1 and full:
        keys = words["both"]  # the note names them
    slots = {"it": it, "It": capital(it), "keys": keys, "Keys": capital(keys), **dice_slots(world, draft.level)}
    if entry is not None and lock.kind == "monster":
        draft.groups.insert(0, _monster(world, draft, entry, slots))
    elif entry is not None:
        _thing(world, draft, lock, entry, slots)
    lie = _and().join(
        words["key_hidden" if item.hidden else "key"].format(key=item.name, n=world.ref(item.in_, draft.level))
        for item in held
    )
    prize = full and lock.guards == world.dungeon.goal
    frame = "note_way" if is_portal(world, lock.guards) else "note_prize" if prize else "note"
    notes = [words[frame].format(it=it, keys=lie)] if held else []
    if entry is not None and lock.kind == "monster":
        notes.append(words["without"].format(without=world.say(entry["without"], **slots)))
    if notes:
        draft.notes.insert(0, world.say(" ".join(notes)))


def _thing(world: World, draft: Draft, lock: Lock, entry: dict[str, Any], slots: dict[str, str]) -> None:
    """A lock as a feature of its room, or as a hazard where it is one."""
    thing = Thing(
        id=entry["id"].replace(".", "-"), what=entry["what"], grammar=entry.get("n", ""), keeps=True,
        look=world.clause(entry["look"], **slots), symbol=entry.get("sym", ""),
    )  # fmt: skip
    find, opens = world.clause(entry["find"], **slots), world.clause(entry["opens"], **slots)
    draft.place(thing, first=True)
    if lock.kind not in ("trap", "hazard"):
        thing.find, thing.result = find, opens
        return
    draft.hazards.append(
        Hazard(
            id=f"{draft.id}-h{len(draft.hazards) + 1}", kind=entry["id"], name=polish(entry["what"]), on=thing.id,
            sign=find, trigger=world.clause(lexicon("cycles")["lock"]["trigger"]), hidden=False,
            effect=world.clause(entry["without"], **slots), remedy=opens,
        )
    )  # fmt: skip


def _monster(world: World, draft: Draft, entry: dict[str, Any], slots: dict[str, str]) -> Group:
    """A lock as an inhabitant: one of its kind, strong for the level."""
    hit_dice = min(MOST_HIT_DICE, world.danger(draft.level) + STRONGER)
    special = ". ".join((entry["looks"], world.say(entry["opens"], **slots)))
    words = {
        "name": polish(entry["what"]), "plural": polish(entry["plural"]), "hd": str(hit_dice), "number": 1,
        "ac": entry["ac"], "attacks": entry["attacks"], "damage": world.say(entry["damage"], **slots), "move_ft": 10,
        "morale": entry["morale"], "noise": entry["noise"], "spoor": entry["spoor"], "special": special,
        "d6": {"attribute": 12 + hit_dice // 2, "reaction": 8, "category": 4 + (hit_dice >= 5) + (hit_dice >= 9)},
        "labyrinth": {"strength": f"{1 + hit_dice // 4}+{hit_dice}", "agility": 2, "unwilling": 10, "treasure": "-",
                      "experience": 2 * hit_dice},
    }  # fmt: skip
    kind = Kind(entry["id"], words, frozenset({"lock"}), float(hit_dice))
    return Group(
        id=f"{draft.id}-m{len(draft.groups) + 1}", kind=kind, count=1, reaction="ignores", bound=True,
        hp=hit_points(kind, 1, world.stream("lock", draft.id)), doing=world.clause(entry["doing"], **slots),
    )  # fmt: skip


def _opens(
    world: World, lock: Lock, entry: dict[str, Any] | None, area: str, it: str, item: KeyItem, held: Sequence[KeyItem]
) -> str:
    """What a key does and where, and what other key it wants beside it."""
    words = lexicon("cycles")["lock"]
    level = level_of(item.in_)
    use = entry.get("use") if entry else None
    frame = words["opens" if use else "opens_door"]
    text = frame.format(use=use, room=world.room(area), n=world.ref(area, level), it=it)
    for other in held:
        if other.id != item.id:
            text += words["pair"].format(other=other.name, m=world.ref(other.in_, level))
    return world.clause(text)
