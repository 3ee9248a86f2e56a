"""What water does: pools, lakes, wells, rivers and chasms that carve drew come in, things and rules go out."""

from __future__ import annotations

from zinegen.dungeon.model import Area, Feature, Level
from zinegen.rolls import Roll
from zinegen.rolltable import roll_table
from zinegen.stock.closets import Closets
from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.hoards import keep, lay_hoard
from zinegen.stock.keywords import featured
from zinegen.stock.lengths import brief
from zinegen.units import FT_PER_SQUARE
from zinegen.words import lexicon

SIZES = {"pool": "small", "fountain": "small", "lake": "large", "well": "well"}


def place_waters(world: World) -> None:
    """A thing for each pool, lake and well; for an area whose water has no feature, a pool."""
    for draft in world.drafts.values():
        kinds = list(dict.fromkeys(f.kind for f in draft.area.features if f.kind in SIZES))
        if draft.area.water and not any(kind in ("pool", "lake") for kind in kinds):
            kinds.append("pool")
        for kind in kinds:
            if kind not in ("well", "fountain") or kind != featured(draft):  # that has words of its own
                _place(world, draft, kind)


def _place(world: World, draft: Draft, kind: str) -> None:
    words = lexicon("waters")["things"][SIZES[kind]]
    if kind == "fountain":
        words = {**words, "what": lexicon("waters")["things"]["fountain"]["what"]}
    draft.place(
        Thing(
            id=kind,
            what=world.bag.text(words["what"], "water", draft.id),
            fixed=True,
            look=world.clause(world.bag.text(words["look"], "waterlook", draft.id)),
            find=world.unsaid(brief(world, draft, words["find"]), "waterfind", draft.id),
        )
    )


def fill_waters(world: World, closets: dict[int, Closets]) -> None:
    """What the water table gave: hoards under water, and the rules of magic pools."""
    for draft in list(world.drafts.values()):
        water = next((thing for thing in draft.things if thing.id in ("pool", "lake")), None)
        if water is None or not draft.area.water:
            continue
        large = water.id == "lake"
        if draft.area.water == "monster_treasure" or (draft.area.water == "magic" and large):
            lay_hoard(world, draft, closets[draft.level], guarded=True, under=water)
        if draft.area.water == "magic":
            _magic(world, draft, water, large=large)


def _magic(world: World, draft: Draft, water: Thing, *, large: bool) -> None:
    """The rule of a magic pool, and the sign that it is one."""
    words = lexicon("waters")["magic"]
    water.find = world.clause(world.bag.text(brief(world, draft, words["sign"]), "magic", draft.id))
    if large:
        draft.notes.append(world.say(words["portal"]))
        return
    stream = world.stream("pool", draft.id)
    rolled = keep(draft, roll_table("magic_pool", stream))
    draft.notes.append(world.say(_rule(world, draft, rolled)))


def _rule(world: World, draft: Draft, rolled: Roll) -> str:
    words = lexicon("waters")["magic"]
    kind: str = rolled.result["magic"]
    text: str = words[kind]
    if kind == "alchemy":
        found = rolled.find("magic_pool_alchemy")
        return text.format(metal=words["metal"][found.result["gold_becomes"] if found else "lead"])
    if kind == "wish":
        found = rolled.find("magic_pool_wish_alignment")
        alignment = (found.extra.get("as_played") or found.result["alignment"]) if found else "neutral"
        return text.format(alignment=words["alignment"][alignment])
    if kind == "teleport":
        found = rolled.find("magic_pool_teleport")
        return text.format(place=_place_of(world, draft, found.result["to"] if found else "surface"))
    return text


def _place_of(world: World, draft: Draft, to: str) -> str:
    """Where a teleport pool takes one, as printed."""
    words = lexicon("waters")["magic"]["place"]
    deepest = max(level.number for level in world.dungeon.levels)
    level = draft.level + 1 if to == "one_level_down" else draft.level
    if level > deepest:
        to, level = "bottom", deepest
    if "{area}" not in words[to]:
        return str(words[to])
    there = [d for d in world.on(level) if d.id != draft.id and not d.area.hidden]
    if not there:
        return str(words["surface"])
    target = world.stream("teleport", draft.id).choice(there)
    ref = str(target.area.key) if target.level == draft.level else target.id
    return str(words[to]).format(area=f"{world.the(target.name)} ({ref})")


# ----------------------------------------------------------------------------------------- rivers, chasms, galleries


def crossings(world: World, level: Level) -> None:
    """How what runs across an area is crossed; of a passage it is told in the nearest key."""
    drafts = {draft.id: draft for draft in world.on(level.number)}
    told: set[str] = set()
    known: set[str] = set()
    for draft in drafts.values():
        for rule in _rules(world, draft.area, known):
            draft.notes.append(rule)
        for exit_ in draft.exits:
            passage = next((a for a in level.areas if a.id == exit_.through), None)
            if passage is None or passage.id in told:
                continue
            rules = _rules(world, passage, known)
            told |= {passage.id} if rules else set()
            way = lexicon("grammar")["directions"][exit_.direction]
            frame = lexicon("stocking")["frame"]["passage"]
            draft.notes += [world.say(frame, dir=way, text=rule) for rule in rules]


def _rules(world: World, area: Area, known: set[str]) -> list[str]:
    """A line for each river, stream, chasm and gallery of an area; what is `known` on the level is told in short."""
    words = lexicon("waters")["crossing"]
    kinds: dict[str, list[Feature]] = {}
    for feature in area.features:
        kinds.setdefault(feature.kind, []).append(feature)
    out = []
    for kind in ("river", "stream", "chasm"):
        if kind not in kinds:
            continue
        if "bridge" in kinds:
            how = world.bag.text(words["bridged"], "bridge", area.id)
        elif kind == "river":
            how = words["boat"] if "boat" in kinds else world.bag.text(words["ford"], "ford", area.id)
        elif kind == "stream":
            how = world.bag.text(words["wade"], "wade", area.id)
        else:
            how = words["jump" if "narrows" in kinds else "gap"]
        width = round(min(kinds[kind][0].size)) * FT_PER_SQUARE
        depth = world.bag.text(words["depth"], "depth", area.id)
        text = words[f"{kind}_again"] if kind in known else world.bag.text(words[kind], "crossing", area.id)
        known.add(kind)
        out.append(world.say(text, width=str(max(FT_PER_SQUARE, width)), depth=depth, how=how))
    if "gallery" in kinds:
        out.append(world.say(world.bag.text(words["gallery"], "gallery", area.id)))
    return out
