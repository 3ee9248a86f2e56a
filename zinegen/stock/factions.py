"""Who wants what: the groups of a level come in, one or two factions go out."""

from __future__ import annotations

from zinegen.dungeon.model import Faction
from zinegen.stock.draft import Group, Kind, World
from zinegen.words import lexicon

MOST = 2
"""Factions on a level."""


def factions(world: World, level: int) -> list[Faction]:
    """The one or two kinds that hold most of a level, folk before others; their groups are told which they are."""
    groups = [group for draft in world.on(level) for group in draft.groups]
    held: dict[str, list[Group]] = {}
    for group in groups:
        if "aquatic" not in group.kind.tags and not group.kind.tags & {"hidden", "mindless"}:
            held.setdefault(group.kind.id, []).append(group)
    order = sorted(
        held.values(), key=lambda of: (of[0].kind.clan != "folk", -len(of), -sum(map(_might, of)), of[0].id)
    )
    chosen = order[:MOST]
    homes = {group.id: draft.id for draft in world.on(level) for group in draft.groups}
    words = lexicon("stocking")["band"]
    names = [_band(world, of[0].kind, level) for of in chosen]
    holders = (
        {group.id for group in world.drafts[world.dungeon.goal].groups}
        if world.dungeon.goal in world.drafts
        else set()
    )
    out = []
    for n, of in enumerate(chosen):
        id_ = f"faction-{level}-{n + 1}"
        others = [name for name in names if name != names[n]]
        holds = [any(group.id in holders for group in band) for band in chosen]
        envies = others and any(holds)
        wants = words["holds"] if holds[n] else words["envies" if envies else "rival" if others else "alone"]
        text = world.bag.text(wants, "wants", level, n)
        home = next((group for group in of if group.home), of[0])
        out.append(
            Faction(
                id=id_,
                name=names[n],
                wants=world.clause(text, other=others[0] if others else ""),
                home=homes[home.id],
            )
        )
        for group in of:
            group.faction = id_
    return out


def _might(group: Group) -> float:
    return group.count * group.kind.hit_dice


def _band(world: World, kind: Kind, level: int) -> str:
    """What a band is called: "the Red Boots (goblins)", "the ghouls"."""
    words = lexicon("stocking")["band"]
    who = kind.plural if kind.words["number"] > 1 else kind.name
    if kind.clan == "folk" and kind.words["number"] >= 3:
        name = world.bag.text(words["names"], "band", level, kind.id)
        return world.say(words["folk"], name=name, who=kind.plural)
    return world.say(words["other"], who=who)
