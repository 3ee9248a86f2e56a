"""What an issue is to be: the zine, a week and the issues of earlier weeks come in, its recipe goes out."""

from __future__ import annotations

from collections.abc import Sequence

from zinegen.dice import Stream
from zinegen.recipe import Recipe, ZineAsk
from zinegen.recipe_keys import default_products
from zinegen.stock.zine import rota
from zinegen.weekly.config import Season, Zine
from zinegen.weekly.issues import Issue
from zinegen.weekly.weeks import Week
from zinegen.words import lexicon

YEAR = 53
"""For how many weeks nothing is told twice."""
TALKED_OF = 3
"""How many issues back letters speak of."""
MOST_OF_TITLE = 180
"""So many letters of a zine's title stand in its seeds, which have room for 200."""


def memory(issues: Sequence[Issue], week: Week) -> list[Issue]:
    """The issues of the year before a week, the newest first: all that an issue may depend on."""
    found = [one for one in issues if 0 < week.since(one.when) <= YEAR]
    return sorted(found, key=lambda one: one.when, reverse=True)


def recipe_for(zine: Zine, number: int, week: Week, issues: Sequence[Issue], attempt: int = 0) -> Recipe:
    """The recipe of an issue.

    Args: number: of the issue, from 1. issues: those there are; only those of earlier weeks count.
          attempt: how many dungeons were thrown away since they told what an earlier issue told.
    """
    past = memory(issues, week)
    turn = max(number - 1, 0)
    theme = _theme(zine, turn, [one.premise for one in past])
    low, high = zine.levels
    levels = Stream(zine.id, "zine", "levels", str(week)).between(low, high)
    system = zine.systems[turn % len(zine.systems)]
    issue_url = f"{zine.base_url}issues/{week}/site/" if zine.base_url else None
    keys = {"products": default_products(), **zine.recipe}
    return Recipe(
        seed=f"{zine.title[:MOST_OF_TITLE]} {week}" + (f" {attempt + 1}" if attempt else ""),
        system=(system,),
        levels=min(levels, _most(system)),
        size=zine.sizes[turn % len(zine.sizes)],
        theme=theme,
        date=week.monday.isoformat(),
        base_url=issue_url,
        zine=_ask(zine, number, week, past),
        **keys,
    )


def _most(system: str) -> int:
    from zinegen.carve.registry import ALONE, MOST_LEVELS

    return ALONE.get(system, MOST_LEVELS)


def _theme(zine: Zine, turn: int, told: Sequence[str]) -> str:
    """The theme whose turn it is, or the next that still has something to tell."""
    order = Stream(zine.id, "zine", "themes").shuffled(zine.themes)
    words = lexicon("themes")
    for step in range(len(order)):
        theme = order[(turn + step) % len(order)]
        if any(f"{theme}.{event['id']}" not in told for event in words[theme]["events"]):
            return theme
    return order[turn % len(order)]


def _ask(zine: Zine, number: int, week: Week, past: Sequence[Issue]) -> ZineAsk:
    """What runs through the season, and what earlier issues had."""
    length = zine.season.weeks
    season, part = divmod(max(number - 1, 0), length)
    own, told = zine.season, _shipped(zine, season)
    town = _turn(own.towns, season) or rota(lexicon("names")["town"], zine.id, "town", season)
    rumours = own.rumours or tuple(told["rumours"])
    far = min(len(rumours), 1 + part * len(rumours) // length)
    return ZineAsk(
        title=zine.title,
        number=number,
        week=str(week),
        editor=zine.editor,
        season=_turn(own.names, season) or told["name"],
        part=part + 1,
        town=town,
        place=_turn(own.places, season) or told["place"],
        faction=_turn(own.factions, season) or told["faction"],
        wants=_wants(own, season) or told["wants"],
        rumours=tuple(rumours[:far]),
        past=tuple(one.past(with_facts=n < TALKED_OF) for n, one in enumerate(past)),
    )


def _turn(of: Sequence[str], season: int) -> str:
    return of[season % len(of)] if of else ""


def _wants(own: Season, season: int) -> str:
    """What the season's faction wants; a faction of the editor's own without a want has none of ours."""
    return _turn(own.wants, season) or (lexicon("zine")["unsaid_want"] if own.factions else "")


def _shipped(zine: Zine, season: int) -> dict[str, str]:
    """A season of ours; all others come before it comes again."""
    found: dict[str, str] = rota(lexicon("zine")["seasons"], zine.id, "seasons", season)
    return found


def repeats(issue: Issue, issues: Sequence[Issue]) -> list[str]:
    """What an issue tells that one of the year before told: "title", "subtitle", "premise", "monster"."""
    past = memory(issues, issue.when)
    return [
        what
        for what in ("title", "subtitle", "premise", "monster")
        if getattr(issue, what) and any(getattr(one, what) == getattr(issue, what) for one in past)
    ]
