"""Sights in the keys: what is seen and cannot be reached yet is described from where it is seen."""

from __future__ import annotations

from math import atan2, degrees

from zinegen.dungeon.model import Level, Sight
from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.grammar import definite, indefinite, several
from zinegen.stock.lengths import brevity_in
from zinegen.words import lexicon

COMPASS = ("east", "south", "west", "north")


def tell_sights(world: World, level: Level) -> None:
    """A thing to look through in the room one looks from, and a line in the room that is seen."""
    for sight in level.sights:
        here, there = world.drafts.get(sight.from_), world.drafts.get(sight.to)
        if here is not None:
            _look(world, sight, here, there)


def _look(world: World, sight: Sight, here: Draft, there: Draft | None) -> None:
    words = lexicon("cycles")["sight"]
    walked = any(way.to == sight.to and not way.links for exit_ in here.exits for way in exit_.ways)
    list_ = words["open" if walked else "list"]
    short = brevity_in(world, here)
    entry = world.bag.take(
        list_, lambda one: f"sight {one['id']}", world.bag.salt("sight", sight.from_, sight.to),
        weight=lambda one: short(f"{one['look']} {one['find']}"),
    )  # fmt: skip
    assert entry is not None
    room = world.room(sight.to)
    slots = {
        "dir": lexicon("grammar")["directions"][direction(here, there, sight)],
        "seen": seen(there) if there else room,
        "there": room, "There": room[:1].upper() + room[1:], "n": world.ref(sight.to, here.level),
    }  # fmt: skip
    here.place(
        Thing(
            id=f"sight-{entry['id']}", what=entry["what"], level="landmark", keeps=True, shows=True,
            look=world.clause(entry["look"], **slots), find=world.clause(entry["find"], **slots),
        ),
        first=True,
    )  # fmt: skip
    if there is not None:
        back = words["note"].format(room=world.room(here.id), n=world.ref(here.id, there.level), what=entry["what"])
        there.notes.append(world.say(back))


def tell_chasms(world: World) -> None:
    """What is seen from one level on another, at both ends."""
    words = lexicon("cycles")["sight"]
    for link in world.dungeon.links:
        if link.kind != "chasm_sight":
            continue
        here, there = world.drafts.get(link.from_.area), world.drafts.get(link.to.area)
        if here is None or there is None:
            continue
        down = there.level > here.level
        entry = words["chasm"]["down" if down else "up"]
        slots = {"seen": seen(there), "there": world.room(there.id), "n": world.ref(there.id, here.level)}
        here.place(
            Thing(
                id="sight-chasm", what=entry["what"], keeps=True, shows=True,
                look=world.clause(entry["look"], **slots), find=world.clause(entry["find"], **slots),
            )
        )  # fmt: skip
        back = words["note"].format(room=world.room(here.id), n=world.ref(here.id, there.level), what=entry["what"])
        there.notes.append(world.say(back))


def direction(here: Draft, there: Draft | None, sight: Sight) -> str:
    """The wall that one looks through."""
    if len(sight.line) >= 2:
        (x0, y0), (x1, y1) = sight.line[0], sight.line[-1]
    elif there is not None:
        (x0, y0), (x1, y1) = _middle(here), _middle(there)
    else:
        return "away"
    return COMPASS[round(degrees(atan2(y1 - y0, x1 - x0)) / 90) % 4]


def _middle(draft: Draft) -> tuple[float, float]:
    cells = [(x, y) for y, x0, x1 in draft.area.squares for x in range(x0, x1)]
    return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)


def seen(there: Draft) -> str:
    """What strikes the eye in a room: what shows its prize, who is there, what stands there."""
    shown = [t for t in there.things if t.level == "landmark" and t.inside is None]
    shows = next((t for t in shown if t.shows and not t.id.startswith("sight")), None)
    if shows is not None:
        prize = next((one for one in there.treasure if one.where == shows.id), None)
        return definite(prize.what.split(",")[0]) if prize else indefinite(shows.what, shows.grammar)
    group = next((g for g in there.groups if g.visible), None)
    if group is not None:
        return several(group.count, group.kind.name, group.kind.plural)
    thing = min(shown, key=lambda t: t.fixed, default=None)
    if thing is None:
        return str(lexicon("cycles")["sight"]["nothing"])
    thing.keeps = not thing.fixed  # what carve drew stays anyhow
    return indefinite(thing.what, thing.grammar)
