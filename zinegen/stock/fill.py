"""Stocking from end to end: what each step decides stands in its own module; here is the order in which they follow.

Facts first, in layers, each bound by the ones before; the text last, from those facts alone.
"""

from __future__ import annotations

from collections import deque

from msgspec.structs import replace

from zinegen.dungeon.model import SURFACE, Area, Dungeon, Level, Portal
from zinegen.dungeon.ways import Exit, exits
from zinegen.recipe import Recipe
from zinegen.stock import (
    clues,
    doors,
    dressing,
    encounters,
    factions,
    functions,
    hazards,
    idle,
    keywords,
    lengths,
    letters,
    leveltable,
    people,
    premise,
    rumours,
    senses,
    structure,
    wander,
    waters,
    zine,
)
from zinegen.stock.again import Again
from zinegen.stock.choose import Bag
from zinegen.stock.closets import Closets
from zinegen.stock.draft import Draft, World
from zinegen.stock.furnish import furnish
from zinegen.stock.goal import set_prize
from zinegen.stock.heaps import Hoard
from zinegen.stock.hoards import lay_hoard
from zinegen.stock.keys import key_text
from zinegen.stock.riches import hide_riches

BEYOND = 1000
"""So much farther than the rest is what only secrets lead to."""


def stock(dungeon: Dungeon, recipe: Recipe, again: Again | None = None) -> Dungeon:
    """Fill a bare dungeon: premise, inhabitants, treasure, hazards, clues, and the text of every key.

    No wall moves; a closet that carve kept free may be opened. Areas that are pinned stay as they are.

    again: a part of one area for which other dice fall than the seed's.

    Raises: RecipeError for a theme that does not exist.
    Source: document 000, step 8 and its sub-tables, as the rulings read them.
    """
    world = World(dungeon, recipe, Bag(dungeon.seed, again))
    premise.choose_themes(world)
    reached = _draft(world)
    closets = {level.number: Closets(level, recipe) for level in dungeon.levels}

    functions.assign(world)
    structure.settle(world)
    world.structure.due = structure.due(world)
    encounters.populate(world)
    structure.post_patrols(world)
    bands = [faction for level in dungeon.levels for faction in factions.factions(world, level.number)]
    people.settle_people(world)
    waters.place_waters(world)
    keywords.place_keywords(world)
    dressing.dress(world)
    hazards.set_traps(world)
    hoards = _lay_treasure(world, closets)
    waters.fill_waters(world, closets)
    hazards.ensure_danger(world)
    set_prize(world)
    hide_riches(world, hoards, closets)
    leveltable.raise_gate(world)
    dressing.fill_bare(world)

    portals = {
        level.number: doors.named(world, replace(level, portals=_portals(level, closets[level.number])))
        for level in dungeon.levels
    }
    all_portals = tuple(portal for level in dungeon.levels for portal in portals[level.number])
    doors.secret_signs(world, all_portals)
    doors.one_way_notes(world, all_portals)
    doors.opening_notes(world, all_portals)
    locks, key_items = structure.tell(world, all_portals, doors.hang_keys(world))
    encounters.calm(world)  # now that those are there too who are a lock
    world.dungeon = replace(dungeon, locks=locks, key_items=key_items)
    for level in dungeon.levels:
        waters.crossings(world, level)
    clues.scatter(world, all_portals, reached)
    papers = letters.write_letters(world, all_portals, reached)
    clues.tell_targets(world)
    senses.sense(world, lengths.full(world))
    senses.alarm(world)
    idle.employ(world)
    idle.hide_something(world)
    for draft in world.drafts.values():
        lengths.fit(world, draft)
    dressing.furnish_more(world)
    dressing.clear_airs(world)
    lengths.even(world)
    for draft in world.drafts.values():
        lengths.shorten(draft)

    talk = rumours.rumours(world, all_portals)
    strays = [row for level in dungeon.levels for row in wander.wanderers(world, level.number)]
    levels = tuple(_finish(world, level, portals[level.number], closets[level.number]) for level in dungeon.levels)
    title, front = premise.title(world), None
    if recipe.zine:
        front = zine.front_matter(world, recipe.zine, title, [level.title for level in levels], talk)
        talk += tuple(zine.season_talk(world, recipe.zine))
        bands += zine.season_faction(recipe.zine)
    return replace(
        dungeon,
        title=title,
        zine=front,
        premise=premise.premise(world),
        factions=tuple(bands),
        rumours=talk,
        wandering=tuple(strays),
        levels=levels,
        locks=locks,
        key_items=key_items,
        handouts=papers,
    )


# ------------------------------------------------------------------------------------------------------- beginnings


def _draft(world: World) -> dict[str, int]:
    """A draft for every keyed area not pinned; returns how far each is from the entrance, secrets the farthest."""
    ways = exits(world.dungeon)
    neighbours = {area: _plain(found) for area, found in ways.items()}
    far = _walk(neighbours, [world.dungeon.entrance])
    every = {area: _all(found) for area, found in ways.items()}
    for id_, away in _walk(every, [world.dungeon.entrance]).items():
        far.setdefault(id_, BEYOND + away)
    for level in world.dungeon.levels:
        keyed = sorted((area for area in level.areas if area.key is not None), key=lambda area: area.key or 0)
        inside = {area.id for area in keyed}
        doors_in = [a for a in inside if a == world.dungeon.entrance or _enters(world, ways.get(a, ()), level.number)]
        here = {a: [to for to in neighbours.get(a, ()) if to in inside] for a in inside}
        steps = _walk(here, sorted(doors_in) or sorted(inside)[:1])
        deepest = max(steps.values(), default=0) or 1
        for area in keyed:
            world.known_names.add(area.text.name)
            if area.pinned:
                continue
            near = tuple(dict.fromkeys(to for exit_ in ways.get(area.id, ()) for to in exit_.to if to in inside))
            step = steps.get(area.id, deepest)
            world.drafts[area.id] = Draft(
                area=area, depth=step / deepest, steps=step, exits=ways.get(area.id, ()), rooms=near
            )
    return far


def _plain(found: tuple[Exit, ...]) -> list[str]:
    """The keyed areas that exits lead to without secrets."""
    return [
        way.to
        for exit_ in found
        if not exit_.secret and exit_.one_way != "in"
        for way in exit_.ways
        if not way.secret and way.one_way != "in" and way.to != SURFACE
    ]


def _all(found: tuple[Exit, ...]) -> list[str]:
    """The keyed areas that exits lead to, by secrets too."""
    return [
        way.to
        for exit_ in found
        if exit_.one_way != "in"
        for way in exit_.ways
        if way.one_way != "in" and way.to != SURFACE
    ]


def _enters(world: World, found: tuple[Exit, ...], level: int) -> bool:
    """Whether a way from above comes into an area."""
    return any(exit_.link and exit_.level < level for exit_ in found)


def _walk(neighbours: dict[str, list[str]], start: list[str]) -> dict[str, int]:
    """Steps from the nearest of the starts."""
    steps = dict.fromkeys(start, 0)
    queue = deque(start)
    while queue:
        here = queue.popleft()
        for to in neighbours.get(here, ()):
            if to not in steps:
                steps[to] = steps[here] + 1
                queue.append(to)
    return steps


def _lay_treasure(world: World, closets: dict[int, Closets]) -> list[Hoard]:
    """The hoards that the contents table gave: guarded where it gave a monster too. Returns those that lie open."""
    laid: list[Hoard | None] = []
    for draft in list(world.drafts.values()):
        guarded = "monster" in draft.area.contents
        if "treasure" in draft.area.contents:
            laid.append(lay_hoard(world, draft, closets[draft.level], guarded=guarded))
        if "extra_loot" in draft.area.contents:
            laid.append(lay_hoard(world, draft, closets[draft.level], guarded=guarded, more=True))
    return [hoard for hoard in laid if hoard is not None]


# ---------------------------------------------------------------------------------------------------------- the end


def _portals(level: Level, closets: Closets) -> tuple[Portal, ...]:
    return (*level.portals, *(portal for _, portal in closets.opened))


def _finish(world: World, level: Level, portals: tuple[Portal, ...], closets: Closets) -> Level:
    """A level with everything in it."""
    title, text = premise.level_text(world, level)
    text = " ".join([leveltable.told(world, level, text), *structure.level_lines(world, level.number)])
    areas = tuple(_area(world, area, portals) for area in (*level.areas, *(area for area, _ in closets.opened)))
    return replace(
        level, title=level.title or title, text=level.text or text,
        areas=areas, portals=portals,
        reserved=tuple(closets.free.values()),
    )  # fmt: skip


def _area(world: World, area: Area, portals: tuple[Portal, ...]) -> Area:
    """An area with its key; one without a draft as it is."""
    draft = world.drafts.get(area.id)
    if draft is None:
        return area
    text = key_text(world, draft)
    furnish(world, draft, portals)
    return replace(
        area,
        features=(*area.features, *draft.features),
        text=text,
        inhabitants=tuple(encounters.inhabitant(world, group) for group in draft.groups),
        hazards=tuple(draft.hazards),
        treasure=tuple(draft.treasure),
        clues=tuple(draft.clues),
        rolls=(*area.rolls, *draft.rolls),
    )
