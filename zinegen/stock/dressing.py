"""What stands in a room: its function, its people and its past come in, things that answer to handling go out."""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.functions import shaped
from zinegen.stock.grammar import stems
from zinegen.stock.keywords import stands
from zinegen.stock.lengths import (
    FURNISHED_WORDS,
    LOOSE_WORDS,
    MOST_WORDS,
    key_words,
    landmarks,
    more_words,
    words_left,
)
from zinegen.stock.lexis import Entry, finds, functions, leavings, traces
from zinegen.stock.structure.settle import themed
from zinegen.words import lexicon

SMALL = 48
LARGE = 150
"""An empty area of fewer squares than the one holds a single thing, of as many as the other three."""
OWN, THEMED = 0.5, 0.9
"""How often a thing is of the room's own function, not one that fits many; in one of water, or of few themes."""
SURELY = 1000.0
"""How much the first thing of a dungeon ought to answer to handling: each dungeon has something odd to try."""
DANGER_WORDS, HOARD_WORDS, THING_WORDS = 50, 28, 22
"""About how many words a trap takes that fills a room, a hoard, a thing."""
DEED_WORDS = 10
"""A thing may have so many words more where it answers to handling."""
LEAST_WORDS = 15
"""So few words a thing rarely does with."""
TRACE_EACH = 6
"""About one area in so many shows what went wrong here."""


def dress(world: World) -> None:
    """Put into every area what carve drew, what happened there, who lives there now, and what it was built for.

    Of that last one thing at most, and none where much is to come: the rest follows when all else is told.
    """
    traced = _traced(world)
    tried = False  # whether anything in the dungeon answers to handling yet
    for draft in world.drafts.values():
        _fixtures(world, draft)
        if draft.id in traced:
            _add(world, draft, traces(world.themes[0], world.event["id"]), "trace", again=False)
        if theme := themed(world, draft.id):
            shows = _add(world, draft, theme, "opposed", again=False)
            if shows is not None:
                shows.told = True
        own = draft.groups and not draft.groups[0].kind.tags & {"hidden", "aquatic"}
        if own and draft.groups[0].home and draft.id not in traced and _has_room(world, draft):
            clan = draft.groups[0].kind.clan
            _add(world, draft, leavings().get(clan, leavings()["beast"]), "leaving", again=False)
        if all(thing.fixed for thing in draft.things) and _has_room(world, draft):
            first = draft.id == world.dungeon.entrance  # its own things would be those to handle, every time
            wish, most = 1.0 if tried or first else SURELY, _room(world, draft)
            _furnish(world, draft, "thing", result=wish, most=most) or any(
                _add(world, draft, pool, "thing", result=1.0) for pool in _pools(world, draft)
            )
        tried = tried or (draft.id != world.dungeon.goal and _kept_to_try(draft))
        _air(world, draft)
    if not tried and (drafts := [draft for draft in world.drafts.values() if draft.id != world.dungeon.goal]):
        draft = max(drafts, key=lambda one: _room(world, one))
        _furnish(world, draft, "try", result=SURELY)
        _kept_to_try(draft)


def furnish_more(world: World) -> None:
    """Put more of what it was built for into every area whose key has room for it, now that all else is told."""
    for draft in world.drafts.values():
        if draft.function not in functions():
            continue
        while _telling(draft) < _wanted(draft) or not landmarks(draft):
            most = (_furnished(world, draft) if landmarks(draft) else LOOSE_WORDS) - key_words(draft)
            if not (landmarks(draft) or any(group.visible for group in draft.groups)):
                most = MOST_WORDS
            handled = any(thing.result for thing in draft.things)
            if most < LEAST_WORDS or not _furnish(world, draft, "more", result=float(not handled), most=most):
                break


def _furnish(world: World, draft: Draft, purpose: str, *, result: float, most: int = MOST_WORDS) -> Thing | None:
    """One more thing of what an area was built for, of `most` words; None where none fits."""
    own, many, *others = _pools(world, draft)
    luck = world.stream("dress", purpose, draft.id, len(draft.things))
    for pool in (own, many, *others) if luck.chance(_own_share(draft)) else (many, own, *others):
        thing = _add(world, draft, pool, purpose, result=result, again=False, most=most)
        if thing is not None:
            return thing
    return None


def _has_room(world: World, draft: Draft) -> bool:
    """Whether there is room for a thing beside what is to come into an area."""
    return _room(world, draft) >= THING_WORDS


def _room(world: World, draft: Draft) -> int:
    """How many words there are for furniture beside what is to come into an area."""
    to_come = DANGER_WORDS * ("trap" in draft.area.contents)
    to_come += HOARD_WORDS * bool({"treasure", "extra_loot"}.intersection(draft.area.contents))
    return words_left(world, draft, _furnished(world, draft)) - to_come


def _furnished(world: World, draft: Draft) -> int:
    """How long a key may be that gets more to stand there."""
    return FURNISHED_WORDS + more_words(world, draft)


def _telling(draft: Draft) -> int:
    """How many things to be seen in an area have more to them than their look, but for what carve drew."""
    return sum(not thing.fixed and bool(thing.find or thing.result) for thing in landmarks(draft))


def _wanted(draft: Draft) -> int:
    """How many such things an area ought to have: one where others are busy there or it is small."""
    if draft.groups or draft.hazards or draft.treasure or draft.squares < SMALL:
        return 1
    return 3 if draft.squares >= LARGE and not draft.area.features else 2


def _own_share(draft: Draft) -> float:
    """How often a thing of a room is one of its own function."""
    function = functions().get(draft.function)
    return THEMED if function is not None and function.seldom else OWN


def _kept_to_try(draft: Draft) -> bool:
    """Keep a thing that answers to handling, however long its key grows. False where none does."""
    thing = next((one for one in draft.things if one.result), None)
    if thing is not None:
        thing.keeps = True
    return thing is not None


def _air(world: World, draft: Draft) -> None:
    """How the place looks and smells, in words that its things do not use."""
    if draft.function not in functions():
        return
    said = _stems(draft)
    air = world.bag.take(
        functions()[draft.function].air,
        lambda one: one,
        world.bag.salt("air", draft.id),
        weight=lambda one: (0.001 if stems(one) & said else 1.0) * shaped(draft, one),
    )
    draft.air = world.clause(air or "")


def fill_bare(world: World) -> None:
    """Put something into every area that dice and cycles have given nothing, and that is bare to one who looks in."""
    afar = {sight.to for level in world.dungeon.levels for sight in level.sights}
    for draft in world.drafts.values():
        bare = draft.id in afar and not (landmarks(draft) or any(group.visible for group in draft.groups))
        if bare or (draft.idle and all(thing.fixed and not thing.find for thing in draft.things)):
            most = max(LEAST_WORDS, _room(world, draft))
            _furnish(world, draft, "bare", result=1.0, most=most) or _furnish(world, draft, "bare", result=1.0)


def clear_airs(world: World) -> None:
    """Say nothing in the air of a room that a thing in it says: of the floor, or in a word of its own."""
    words: list[str] = lexicon("stocking")["shape"]["floor"]

    def tells(text: str) -> bool:
        return any(word in text.lower() for word in words)

    for draft in world.drafts.values():
        floor = any(tells(f"{one.what} {one.look} {one.find}") for one in draft.things)
        said = _stems(draft)

        def clear(air: str, floor: bool = floor, said: set[str] = said) -> bool:
            return not (floor and tells(air)) and not stems(air) & said

        if not draft.air or clear(draft.air):
            continue
        function = functions().get(draft.function)
        fit = [one for one in function.air if shaped(draft, one) and clear(one)] if function else []
        if fit or (floor and tells(draft.air)):
            draft.air = world.clause(world.bag.text(fit, "air again", draft.id)) if fit else ""


def _stems(draft: Draft) -> set[str]:
    """The telling words by which the things of a room are named."""
    return set[str]().union(*(stems(f"{thing.what} {thing.look}") for thing in draft.things))


def _pools(world: World, draft: Draft) -> list[tuple[Entry, ...]]:
    """Where the things of a room come from: its own function; what fits many; its like; what fits anywhere."""
    spare = lexicon("stocking")["spare"]
    every = functions()
    cave = draft.area.kind == "cave"
    near = [] if cave else spare.get(draft.klass, [])
    own = every[draft.function].things if draft.function in every else ()
    return [
        own,
        finds(draft.klass, _kind(draft), world.themes[draft.level], draft.wet),
        tuple(entry for id_ in near for entry in every[id_].things),
        tuple(entry for id_ in spare["cave" if cave else "built"] for entry in every[id_].things),
    ]


def _kind(draft: Draft) -> str:
    """The kind of an area for what fits it: ways without a room are passages."""
    return "passage" if draft.area.kind in ("junction", "landing") else draft.area.kind


def _traced(world: World) -> set[str]:
    """The areas that show what went wrong: here and there, some on every level of the dungeon's own theme."""
    drafts = [d for d in world.drafts.values() if world.themes[d.level] == world.themes[0] and not d.area.hidden]
    order = sorted(world.stream("traces").shuffled(drafts), key=lambda draft: not _has_room(world, draft))
    return {draft.id for draft in order[: max(1, len(order) // TRACE_EACH)]}


def _fixtures(world: World, draft: Draft) -> None:
    """Landmarks for what carve drew: stairs, columns, rivers."""
    words = lexicon("stocking")["feature"]
    links = {link.id: link for link in world.dungeon.links}
    seen: set[str] = set()
    for feature in draft.area.features:
        key: str = feature.kind
        if feature.hidden:
            if feature.link:
                _hidden_way(world, draft, feature.kind)
            continue
        link = links.get(feature.link or "")
        if link is not None:
            there = link.to if link.from_.area == draft.id else link.from_
            up = there.area == "surface" or int(there.area.split("-")[0]) < draft.level
            key += "_surface" if there.area == "surface" else "_up" if up else "_down"
        elif feature.kind == "shaft":
            key = "shaft_room"
        if key not in words or key in seen or stands(draft, key):
            continue
        seen.add(key)
        one = words[key]
        draft.place(
            Thing(
                id=key.replace("_", "-"),
                what=world.say(one["what"]),
                grammar=one.get("n", ""),
                look=world.unsaid(one["looks"], "fixture", draft.id),
                fixed=True,
            )
        )


def _hidden_way(world: World, draft: Draft, kind: str) -> None:
    words = lexicon("stocking")["hidden_link"]
    one = words.get(kind, words["other"])
    draft.place(
        Thing(
            id="hidden-way", what=world.say(one["what"]), level="secret", find=world.clause(one["find"]), fixed=True
        )
    )


def _add(world: World, draft: Draft, pool: Sequence[Entry], purpose: str, *, result: float = 0.0,
         again: bool = True, most: int = MOST_WORDS) -> Thing | None:  # fmt: skip
    """One thing of a pool that suits the room and differs from what is there; None where none does.

    result: how much it ought to answer to handling. again: whether one used on another level may return. most: how
    many words it may take.
    """
    heads = world.heads_near(draft)

    def suits(entry: Entry) -> float:
        if (entry.dry and draft.wet) or entry.head in heads or world.bag.used[f"{entry.id} {draft.level}"]:
            return 0.0
        if entry.words > most + DEED_WORDS * bool(entry.do):
            return 0.0
        return entry.rare * ((3.0 * result if entry.do else 2.0) if result else (0.2 if entry.do else 1.0))

    salt = world.bag.salt(purpose, draft.id, len(draft.things))
    entry = world.bag.take(pool, lambda one: one.id, salt, weight=suits, again=again)
    if entry is None:
        return None
    world.bag.used[f"{entry.id} {draft.level}"] += 1
    return draft.place(entry.thing(world.clause))
