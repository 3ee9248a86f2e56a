"""Nothing stands idle: rooms that hold nothing of use come in, something to take, use or get past joins them."""

from __future__ import annotations

from msgspec.structs import replace

from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.grammar import suits
from zinegen.stock.treasure import good, jewel
from zinegen.words import lexicon, pool

OBSTACLES = 0.4
"""How often a room that would stand idle has something in one of its ways instead of something to take."""
SHUT = ("door", "double", "stuck", "barred", "locked", "reinforced", "portcullis")
"""Ways that can be shut against what comes."""


def employ(world: World) -> None:
    """Give every area that still holds nothing of use something: a thing to take, a place to rest."""
    uses = lexicon("uses")
    goods = lexicon("treasure")["goods"]
    for draft in world.drafts.values():
        busy = (
            draft.notes
            or draft.asides
            or any(thing.id == "spoor" or thing.id.startswith("wall-") for thing in draft.things)
        )
        if not draft.idle or busy or draft.area.water not in ("", "plain"):
            continue
        stream = world.stream("use", draft.id)
        shut = bool(draft.exits) and all(exit_.kind in SHUT for exit_ in draft.exits)
        fit = [t for raw in uses["rest"] + uses["quiet"] if (t := suits(raw, 1, shut=shut)) is not None]
        rests = [text for text in fit if not world.bag.used[f"{text} {draft.level}"]]
        if draft.steps >= 2 and len(draft.exits) <= 2 and rests and stream.chance(0.5):
            text = world.bag.text(rests, "rest", draft.id)
            world.bag.used[f"{text} {draft.level}"] += 1
            draft.notes.append(world.say(text))
            continue
        if stream.chance(OBSTACLES) and _obstacle(world, draft):
            continue
        find = good(world, f"{draft.id}-t1")
        lies = world.clause(world.bag.text(goods["lies"], "lies", draft.id))
        thing = next((t for t in draft.things if t.hide and t.level == "landmark"), None)
        if thing is None:
            thing = draft.place(Thing(id="odds", what=goods["odds"], level="hidden", look=lies))
            lies = ""
        else:
            lies = thing.hide
        draft.treasure.append(replace(find, where=thing.id, hidden=lies))


def hide_something(world: World) -> None:
    """See to it that there is something that most will miss."""
    drafts = [draft for draft in world.drafts.values() if not draft.area.hidden]
    if any(t.level == "secret" for draft in drafts for t in draft.things):
        return
    if len(drafts) < len(world.drafts) or any(item.hidden for draft in drafts for item in draft.treasure):
        return
    seen = [(draft, thing) for draft in drafts for thing in draft.things if thing.level == "landmark"]
    places = [(draft, thing) for draft, thing in seen if thing.hide] or seen
    if places:
        draft, thing = world.stream("missed").choice(places)
        item = jewel(world, world.stream("missed", "jewel"), f"{draft.id}-t9")
        hide = thing.hide or world.bag.text(lexicon("treasure")["goods"]["lies"], "lies", draft.id)
        draft.treasure.append(replace(item, where=thing.id, hidden=hide))


def _obstacle(world: World, draft: Draft) -> bool:
    """Something in one of the ways of a room that costs time or noise to pass; False where no way takes one."""
    plain = [one for one in draft.exits if one.portal and one.kind in ("open", "arch") and not one.secret]
    kind = "passage" if draft.area.kind in ("junction", "landing") else draft.area.kind
    fit = [
        entry
        for entry in pool("obstacles")
        if kind in entry.get("kinds", (kind,)) and not (entry.get("dry") and draft.wet)
    ]
    entry = world.bag.take(fit, lambda one: one["id"], world.bag.salt("obstacle", draft.id), again=False)
    if not plain or entry is None:
        return False
    way = lexicon("grammar")["directions"][plain[0].direction]
    thing = Thing(
        id="obstacle", what=world.say(entry["what"]), grammar=entry.get("n", ""), keeps=True,
        look=world.clause(entry["look"], dir=way), find=world.clause(entry["find"], dir=way),
        result=world.clause(entry["past"], dir=way),
    )  # fmt: skip
    draft.place(thing)
    return True
