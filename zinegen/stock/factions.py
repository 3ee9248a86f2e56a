"""Who wants what: the groups of a level come in, one or two factions and its table of wandering monsters go out."""

from __future__ import annotations

from zinegen.dungeon.model import Faction, Inhabitant, Wanderer
from zinegen.stock.choose import lot, mark
from zinegen.stock.draft import Group, Kind, World
from zinegen.stock.encounters import fits_level, group_size, hit_points, liking, stat_line
from zinegen.stock.grammar import suits
from zinegen.stock.lexis import kinds
from zinegen.words import lexicon

ROWS = 6
RESIDENT_ROWS = 4
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


def wanderers(world: World, level: int) -> list[Wanderer]:
    """A level's table: four rows of those who live there, two who pass through."""
    here = {group.kind.id: group for draft in world.on(level) for group in draft.groups}
    homes = [group for group in here.values() if _walks(group.kind)]
    salt = world.bag.salt("wandering", level)
    homes.sort(key=lambda group: lot(mark(group.kind.id), salt))
    rows: list[tuple[Kind, str | None]] = [(group.kind, group.faction) for group in homes[:RESIDENT_ROWS]]
    danger = world.danger(level)
    known = {kind.id for kind, _ in rows}
    passers = [k for k in kinds().values() if k.id not in known and _walks(k) and fits_level(k, danger)]
    passers.sort(key=lambda kind: -(lot(mark(kind.id), salt) ** (1 / liking(world, kind, level))))
    rows += [(kind, None) for kind in passers[: ROWS - len(rows)]]
    return [_row(world, level, face, kind, faction) for face, (kind, faction) in enumerate(rows, 1)]


def _walks(kind: Kind) -> bool:
    """Whether a creature goes about: not what is rooted, hidden in one place or bound to water."""
    return kind.words["move_ft"] >= 30 and not kind.tags & {"aquatic", "hidden"}


def _row(world: World, level: int, face: int, kind: Kind, faction: str | None) -> Wanderer:
    stream = world.stream("wanderer", level, face)
    count = group_size(kind, world.danger(level), 0.7, stream)
    wants = [text for raw in kind.words["wants"] if (text := suits(raw, count)) is not None]
    deeds = [text for raw in lexicon("activities")[kind.clan]["wander"] if (text := suits(raw, count)) is not None]
    doing = world.bag.text(deeds, "wander", level, face)
    one = Inhabitant(
        id=f"w-{level}-{face}", creature=kind.id, name=kind.name if count == 1 else kind.plural, count=count,
        stats=stat_line(kind, hit_points(kind, count, stream)), wandering=True, faction=faction,
        wants=world.clause(world.bag.text(wants, "wants", level, face)) if wants else "",
        reaction=stream.choice(kind.words["reacts"]), special=world.clause(kind.words.get("special", "")),
    )  # fmt: skip
    return Wanderer(level=level, face=face, inhabitant=one, doing=world.clause(doing))
