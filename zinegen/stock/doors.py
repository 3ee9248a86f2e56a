"""Doors by name, secret doors by their signs, keys by where they hang: portals and locks come in, words go out."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from zinegen.dungeon.model import OPPOSITE, KeyItem, Level, Portal
from zinegen.stock.choose import Bag, lot, mark
from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.lengths import brevity_in
from zinegen.words import lexicon


def named(world: World, level: Level) -> tuple[Portal, ...]:
    """The portals of a level with names; what has a name keeps it."""
    words: dict[str, list[str]] = lexicon("doors")["names"]
    uses: Counter[str] = Counter()
    out = []
    for portal in level.portals:
        if portal.id in world.structure.way_names:
            out.append(replace(portal, name=world.structure.way_names[portal.id]))
            continue
        names = words["secret" if portal.secret else portal.kind]
        if portal.name or not names:
            out.append(portal)
            continue
        salt = world.bag.salt("door", portal.id)
        name = min(names, key=lambda one: (uses[one], lot(mark(one), salt)))
        uses[name] += 1
        out.append(replace(portal, name=world.say(name)))
    return tuple(out)


def secret_signs(world: World, portals: tuple[Portal, ...]) -> None:
    """What gives a secret door away, in each key it opens from, as something that a search finds."""
    signs = lexicon("doors")["secret_sign"]["list"]
    wall = lexicon("stocking")["wall"]
    for portal in portals:
        if not portal.secret:
            continue
        for end, side in zip(portal.between, (portal.side, OPPOSITE[portal.side]), strict=True):
            draft = world.drafts.get(end)
            if draft is None or draft.thing(f"wall-{portal.id}") or portal.one_way == end or draft.area.hidden:
                continue
            salt, brief = world.bag.salt("sign", portal.id, end), brevity_in(world, draft)
            sign = world.bag.take(signs, str, salt, weight=brief) or ""
            what = wall.format(dir=lexicon("grammar")["directions"][side])
            draft.place(Thing(id=f"wall-{portal.id}", what=what, level="secret", find=world.clause(sign)))


def one_way_notes(world: World, portals: tuple[Portal, ...]) -> None:
    """A warning in each key whose exit shuts behind those who take it."""
    words = lexicon("doors")["one_way_sign"]
    for portal in portals:
        if portal.one_way is None:
            continue
        behind = next((end for end in portal.between if end != portal.one_way), None)
        draft = world.drafts.get(behind or "")
        if draft is not None and behind is not None:
            side = portal.side if portal.between[0] == behind else OPPOSITE[portal.side]
            way = lexicon("grammar")["directions"][side]
            draft.notes.append(
                world.say(world.bag.text(words["notes"], "oneway", portal.id), name=portal.name, dir=way)
            )


def opening_notes(world: World, portals: tuple[Portal, ...]) -> None:
    """What opens a door, in the keys on both its sides, where the system that it comes from says so."""
    words = lexicon("doors")["opening"]
    first: dict[tuple[str, str], str] = {}
    for portal in portals:
        if not portal.open_by or portal.kind not in words or portal.secret:
            continue
        for end, side in zip(portal.between, (portal.side, OPPOSITE[portal.side]), strict=True):
            draft = world.drafts.get(end)
            if draft is None:
                continue
            inside = portal.kind == "barred" and end == portal.between[1]  # a bar is on the room's side
            way = lexicon("grammar")["directions"][side]
            kind = "bar" if inside else portal.kind
            again = (end, kind) in first  # the rule is told once a key
            other = first.setdefault((end, kind), way)
            draft.notes.append(world.say(words["again" if again else kind], dir=way, other=other))


def hang_keys(world: World) -> tuple[KeyItem, ...]:
    """Give every key a name and a place in its area: on a thing that holds it, or on someone."""
    words = lexicon("doors")["key"]
    bag = Bag(world.dungeon.seed)
    out = []
    for item in world.dungeon.key_items:
        draft = world.drafts.get(item.in_)
        name = (
            item.name
            or world.structure.key_names.get(item.id)
            or world.say(f"{bag.text(words['metals'], 'metal', item.id)} {bag.text(words['bows'], 'bow', item.id)}")
        )
        where = item.where
        if draft is not None and not where:
            where = _holder(world, draft, item, name)
        out.append(replace(item, name=name, where=where))
    return tuple(out)


def _holder(world: World, draft: Draft, item: KeyItem, name: str) -> str:
    """The id of what holds a key."""
    words = lexicon("doors")["key"]
    folk = [g for g in draft.groups if g.kind.clan == "folk" and g.visible]
    if folk and not item.hidden and world.stream("key", item.id).chance(0.4):
        return folk[0].id
    homes = words["hidden" if item.hidden else "homes"]
    large = name in words["large"]
    home = world.bag.take(
        homes, lambda one: f"keyhome {one['what']}", world.bag.salt("keyhome", item.id),
        weight=lambda one: float(not large or one.get("roomy", False)),
    ) or homes[0]  # fmt: skip
    thing = Thing(
        id="keyhome", what=world.say(home["what"]), level=home["level"], look=world.clause(home["look"]),
        find=world.clause(home["find"], key=name), symbol=home.get("sym", ""), keeps=True,
    )  # fmt: skip
    return draft.place(thing).id
