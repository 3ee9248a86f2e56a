"""An issue of a zine: a stocked dungeon and what the zine remembers come in, its front matter goes out.

What an issue uses goes round by its number, so that nothing comes again before all of it has been used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from zinegen.dice import Stream
from zinegen.dungeon.model import Faction, Letter, Rumour, Zine, ZineTable
from zinegen.recipe import ZineAsk
from zinegen.stock.draft import Kind, World
from zinegen.stock.grammar import capital, definite, fill, polish, sentence, unmarked
from zinegen.words import lexicon

T = TypeVar("T")

ROWS = 8
LETTERS = 3
"""Letters an issue, each on another of the last issues."""


def rota(items: Sequence[T], title: str, purpose: str, turn: int) -> T:
    """The item whose turn it is (from 0), in an order of the zine's own: all others come before it comes again."""
    return Stream(title, "zine", purpose).shuffled(items)[turn % len(items)]


def front_matter(world: World, ask: ZineAsk, title: str, levels: Sequence[str], talk: Sequence[Rumour]) -> Zine:
    """What is printed before the dungeon.

    Args: title, levels: of the dungeon and its levels, from the top down. talk: its rumours.
    """
    words, turn = lexicon("zine"), max(ask.number - 1, 0)
    kind = monster(world, ask)
    slots = _slots(world, ask, title, levels[-1], talk) | _creature(kind)
    parts = [rota(words[part], ask.title, part, turn) for part in ("openings", "middles", "closes")]
    opening, middle, close = (sentence(capital(fill(text, slots))) for text in parts)
    table = rota(words["tables"], ask.title, "tables", turn)
    rows = Stream(ask.title, "zine", "rows", ask.number).shuffled(table["rows"])[:ROWS]
    return Zine(
        title=ask.title,
        number=ask.number,
        week=ask.week,
        editor=ask.editor,
        season=polish(ask.season),
        editorial=(f"{opening} {middle}", close),
        monster=kind.id if kind else "",
        monster_name=kind.name if kind else "",
        monster_text=_monster_text(world, kind),
        table=ZineTable(title=fill(table["title"], slots), rows=tuple(sentence(fill(row, slots)) for row in rows)),
        letters=tuple(_letters(ask, slots)),
        facts={key: slots[key] for key in ("monster", "goal", "room")},
    )


def season_faction(ask: ZineAsk) -> list[Faction]:
    """The faction that runs through the season, which has no home down there."""
    return [Faction(id="faction-season", name=ask.faction, wants=ask.wants)] if ask.faction else []


def season_talk(world: World, ask: ZineAsk) -> list[Rumour]:
    """The newest talk of the season; it is true."""
    return [Rumour(text=sentence(world.say(ask.rumours[-1])))] if ask.rumours else []


def monster(world: World, ask: ZineAsk) -> Kind | None:
    """The mightiest creature at home here that no issue lately had; else the one it had longest ago."""
    had = {past.monster: past.number for past in sorted(ask.past, key=lambda past: past.number)}
    here = {group.kind.id: group.kind for draft in world.drafts.values() for group in draft.groups}
    order = sorted(here.values(), key=lambda kind: (had.get(kind.id, 0), -kind.hit_dice, kind.id))
    return order[0] if order else None


def _slots(world: World, ask: ZineAsk, title: str, deepest: str, talk: Sequence[Rumour]) -> dict[str, str]:
    rooms = [draft.name for draft in world.drafts.values() if draft.name and draft.id != world.dungeon.goal]
    town = ask.town or world.slots["town"]
    told = ask.rumours[-1] if ask.rumours else next((one.text for one in talk if one.true), "")
    return {
        "title": title,
        "levels": world.slots["levels"],
        "town": town,
        "goal": world.slots["goal"],
        "room": world.the(rooms[Stream(world.dungeon.seed, "zine", "room").below(len(rooms))]) if rooms else title,
        "deep": deepest,
        "number": str(ask.number),
        "season": ask.season or title,
        "place": ask.place or town,
        "faction": ask.faction or town,
        "wants": ask.wants,
        "rumour": sentence(fill(told, {"town": town})),
    }


def _creature(kind: Kind | None) -> dict[str, str]:
    if kind is None:
        return dict(lexicon("zine")["nobody"])
    return {"monster": definite(unmarked(kind.name)), "monsters": unmarked(kind.plural)}


def _monster_text(world: World, kind: Kind | None) -> str:
    """Where the creature of the issue is met."""
    if kind is None:
        return ""
    homes = [draft for draft in world.drafts.values() if any(group.kind is kind for group in draft.groups)]
    where = ", ".join(f"{capital(draft.name)} ({draft.id})" for draft in homes[:3])
    return fill(lexicon("zine")["met"], {"where": where})


def _letters(ask: ZineAsk, slots: dict[str, str]) -> list[Letter]:
    """Letters on the last issues that there are facts of, the newest first."""
    words: dict[str, Any] = lexicon("zine")["letters"]
    told = sorted((past for past in ask.past if past.facts), key=lambda past: -past.number)[:LETTERS]
    names = Stream(ask.title, "zine", "names", ask.number).shuffled(words["names"])
    out = []
    for n, past in enumerate(told):
        letter = rota(words["texts"], ask.title, "letters", max(ask.number - 1, 0) * LETTERS + n)
        own = slots | past.facts
        own |= {"past": past.title, "n": str(past.number), "name": fill(names[-1 - n], slots)}
        answer = sentence(capital(fill(letter["answer"], own)))
        out.append(Letter(text=capital(fill(letter["text"], own)), signed=fill(names[n], slots), answer=answer))
    return out
