"""What a dungeon is about: theme, names, title, hook, emblem and the titles of its levels come out of the seed."""

from __future__ import annotations

from typing import Any

from zinegen.dungeon.model import Level, Premise
from zinegen.errors import RecipeError
from zinegen.stock.choose import Bag
from zinegen.stock.draft import World
from zinegen.stock.grammar import capital, number, sentence, series
from zinegen.stock.lexis import kinds
from zinegen.words import lexicon

NAMES = ("family", "town", "saint", "god")
MOST_OF_THE_STORY = 3
"""Kinds of creatures that the hook names."""


def choose_themes(world: World) -> None:
    """Settle the theme of the dungeon and of each level, and the names it uses. Raises RecipeError."""
    recipe, seed = world.recipe, world.dungeon.seed
    known: list[str] = list(lexicon("themes"))
    first = _known(recipe.theme, "theme") or world.stream("theme").choice(known)
    for level in world.dungeon.levels:
        ask = recipe.level[level.number - 1] if level.number <= len(recipe.level) else None
        world.themes[level.number] = _known(ask.theme if ask else None, f"level {level.number}: theme") or first
    world.themes[0] = first
    theme = lexicon("themes")[first]
    world.event = _event(world, first, theme["events"])
    names = lexicon("names")
    bag = Bag(seed)
    slots = {key: bag.text(names[key], "name", key) for key in NAMES}
    sexes = {"m": names["man"], "f": names["woman"]}
    slots["given"] = bag.text(sexes.get(world.event.get("sex", ""), names["man"] + names["woman"]), "name", "given")
    if recipe.zine and recipe.zine.town:
        slots["town"] = recipe.zine.town
    slots["place"] = theme["place"]
    slots["goal"] = world.event["goal"]["what"]
    levels = len(world.dungeon.levels)
    one = lexicon("stocking")["levels"]["one" if levels == 1 else "many"]
    slots["levels"] = one.format(n=number(levels))
    slots["Levels"] = capital(slots["levels"])
    world.slots = slots
    world.slots["goal"] = world.say(slots["goal"]).split(",")[0]


def _event(world: World, theme: str, events: list[dict[str, Any]]) -> dict[str, Any]:
    """What went wrong; in a zine, something that it has not told of lately, or what it told of longest ago."""
    zine = world.recipe.zine
    if zine is None:
        return world.stream("event").choice(events)
    told = {past.premise: past.number for past in sorted(zine.past, key=lambda past: past.number)}
    order = world.stream("event").shuffled(events)
    return min(order, key=lambda event: told.get(f"{theme}.{event['id']}", 0))


def _known(theme: str | None, where: str) -> str | None:
    """A theme's id, or None where none is asked for."""
    if theme is not None and theme not in lexicon("themes"):
        raise RecipeError(
            f"{where} {theme!r}: there is no such theme; there are: {', '.join(sorted(lexicon('themes')))}"
        )
    return theme


def title(world: World) -> str:
    """The recipe's title, or one of the story's or the theme's; in a zine one that it has not had lately."""
    if world.recipe.title:
        return world.recipe.title
    zine = world.recipe.zine
    if zine is None:
        return _heading(world, "title")
    told = {past.title: past.number for past in sorted(zine.past, key=lambda past: past.number)}
    titles = [*world.event.get("titles", []), *_theme(world)["titles"]]
    said = [world.say(one) for one in world.stream("title").shuffled(titles)]
    return min(said, key=lambda one: told.get(one, 0))


def _heading(world: World, which: str) -> str:
    """A title or subtitle: as often of what went wrong here as one that any story of the theme may have."""
    stream = world.stream(which)
    own: list[str] = world.event.get(f"{which}s", [])
    general: list[str] = _theme(world)[f"{which}s"]
    return world.say(stream.choice(own if own and stream.chance(0.5) else general))


def premise(world: World) -> Premise:
    """Subtitle, hook and emblem."""
    theme = _theme(world)
    return Premise(
        theme=world.themes[0],
        event=world.event["id"],
        subtitle=_heading(world, "subtitle"),
        hook=f"{world.say(world.event['hook'])} {_whereabouts(world)}".strip(),
        emblem=world.stream("emblem").choice(theme["emblems"]),
    )


def _whereabouts(world: World) -> str:
    """Where the prize lies, for the game master."""
    goal = world.drafts.get(world.dungeon.goal)
    if goal is None:
        return ""
    words = lexicon("stocking")
    there = world.say(words["hook"], room=world.the(goal.name), n=goal.id)
    return sentence(f"{there}; {_cast(world)}")


def _cast(world: World) -> str:
    """Which of those who live here are of the story, and where each kind is met first; or who else would be."""
    words = lexicon("stocking")
    first: dict[str, str] = {}
    for draft in world.drafts.values():
        for group in draft.groups:
            if group.kind.id in world.event["who"] and not group.captive:
                who = world.the(group.kind.name if group.count == 1 else group.kind.plural)
                first.setdefault(group.kind.id, words["hook_one"].format(who=who, n=draft.id))
    if not first:
        gone = [kinds()[kind].plural for kind in world.event["who"][:MOST_OF_THE_STORY]]
        return str(words["hook_nobody"]).format(who=series(gone))
    return str(words["hook_cast"]).format(who=series(list(first.values())[:MOST_OF_THE_STORY]))


def level_text(world: World, level: Level) -> tuple[str, str]:
    """The title of a level and what is true of all of it."""
    own = lexicon("themes")[world.themes[level.number]]["levels"]
    same = [n for n, theme in sorted(world.themes.items()) if n and theme == world.themes[level.number]]
    place = same.index(level.number)
    if place < len(own):
        words = own[place]
    else:
        deep = lexicon("stocking")["deep"]["levels"]
        order = world.stream("deep").shuffled(deep)
        words = order[(level.number - 1) % len(order)]
    ask = world.recipe.level[level.number - 1] if level.number <= len(world.recipe.level) else None
    return (ask.title if ask and ask.title else world.say(words["title"])), world.say(words["text"])


def _theme(world: World) -> dict[str, Any]:
    words: dict[str, Any] = lexicon("themes")[world.themes[0]]
    return words
