"""Who wants what: the groups of a level come in, one or two factions go out."""

from __future__ import annotations

from zinegen.dungeon.model import Faction
from zinegen.stock.draft import Group, Kind, World
from zinegen.stock.grammar import suits, unmarked
from zinegen.words import lexicon

MOST = 3
"""Factions on a level."""
STANDS = ("war", "fear", "trade", "blind", "scorn")
"""How one may stand to another."""


def factions(world: World, level: int) -> list[Faction]:
    """The up to three kinds that hold most of a level, folk before others; their groups are told which they are."""
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
    short = [unmarked(name) for name in names]
    holders = (
        {group.id for group in world.drafts[world.dungeon.goal].groups}
        if world.dungeon.goal in world.drafts
        else set()
    )
    out = []
    for n, of in enumerate(chosen):
        id_ = f"faction-{level}-{n + 1}"
        others = [name for name in short if name != short[n]]
        holds = [any(group.id in holders for group in band) for band in chosen]
        envies = others and any(holds)
        wants = words["holds"] if holds[n] else words["envies" if envies else "rival" if others else "alone"]
        if _wild(of[0].kind):
            wants = lexicon("factions")["wild"]["holds" if holds[n] else "wants" if others else "alone"]
        text = world.bag.text(_fitting(wants, of), "wants", level, n)
        holder = next((name for name, held in zip(short, holds, strict=True) if held), "")
        other = holder if envies and not holds[n] else others[0] if others else ""
        home = next((group for group in of if group.home), of[0])
        out.append(
            Faction(
                id=id_,
                name=names[n],
                wants=world.clause(text, other=other),
                home=homes[home.id],
                toward=_toward(world, level, n, short, of, envies=bool(envies and not holds[n])),
                greets=_greets(world, level, n, of),
            )
        )
        for group in of:
            group.faction = id_
    return out


def _wild(kind: Kind) -> bool:
    """Whether a kind holds ground and does not talk."""
    return kind.clan in lexicon("factions")["wild"]["clans"] or not kind.speaks


def _fitting(texts: list[str], of: list[Group]) -> list[str]:
    """What may be said of a band, without marks: nobody who is alone sends another, or buries its dead."""
    count = sum(group.count for group in of)
    return [said for text in texts if (said := suits(text, count)) is not None]


def _toward(world: World, level: int, n: int, names: list[str], of: list[Group], *, envies: bool) -> str:
    """How a band stands to the next of its level; one that covets what another holds fights or fears it."""
    if len(names) < 2:
        return ""
    stands = STANDS[:2] if envies else STANDS
    stand = world.stream("toward", level, n).choice(stands)
    words = lexicon("factions")
    texts = words["wild"]["toward"] if _wild(of[0].kind) else words["toward"][stand]
    text = world.bag.text(_fitting(texts, of), "toward", level, n)
    return world.clause(text, other=names[(n + 1) % len(names)])


def _greets(world: World, level: int, n: int, of: list[Group]) -> str:
    """How a band meets visitors: as most of its groups react."""
    reactions = [group.reaction for group in of]
    usual = max(dict.fromkeys(reactions), key=reactions.count)
    words = lexicon("factions")["wild"] if _wild(of[0].kind) else lexicon("factions")
    return world.clause(world.bag.text(_fitting(words["greets"][usual], of), "greets", level, n))


def _might(group: Group) -> float:
    return group.count * group.kind.hit_dice


def _band(world: World, kind: Kind, level: int) -> str:
    """What a band is called: "the Red Boots (goblins)", "the ghouls"."""
    words = lexicon("factions")
    who = kind.plural if kind.words["number"] > 1 else kind.name
    if kind.clan == "folk" and kind.words["number"] >= 3:
        name = world.bag.text(words["names"], "band", level, kind.id)
        return world.say(words["folk"], name=name, who=kind.plural)
    return world.say(words["other"], who=who)
