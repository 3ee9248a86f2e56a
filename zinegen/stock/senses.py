"""What rooms know of their neighbours: who is next door comes in, noises, spoor and who comes at a noise go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from zinegen.dungeon.fights import STAY, within_earshot
from zinegen.stock.draft import Draft, Group, Thing, World
from zinegen.stock.grammar import definite, series
from zinegen.words import lexicon

COMERS = 2
"""Groups that a key names among those who come to a noise."""


TELLINGS = 3
"""So many rooms tell of a faction: those it holds, and those where it is heard or its spoor is found."""


def sense(world: World, full: Collection[str]) -> None:
    """What is heard and found of the neighbours: each noise and each spoor of a kind once.

    The spoor of a faction that few rooms tell of is found in rooms that have other things in them too; in full keys
    last, and of those in the goal's.
    """
    said: set[tuple[str, str]] = set()
    open_ = [draft for draft in world.drafts.values() if not draft.area.hidden]
    for draft in open_:
        _sense(world, draft, "noise", said)
    for draft in open_:
        if draft.idle:
            _sense(world, draft, "spoor", said)
    few = _seldom_told(world, said)
    spare = [draft for draft in open_ if draft.id not in full]
    spare.sort(key=lambda draft: (draft.id == world.dungeon.goal, len(_told(draft))))  # first where nothing is heard
    for draft in spare:
        if few and not draft.thing("spoor"):
            _sense(world, draft, "spoor", said, only=few)
    crowded = sorted((one for one in open_ if one.id in full), key=lambda one: one.id == world.dungeon.goal)
    for draft in [*spare, *crowded]:
        if few := _seldom_told(world, said):  # a second trail in one room, or one in a full key: no other is near
            _sense(world, draft, "spoor", said, only=few)


def _seldom_told(world: World, said: set[tuple[str, str]]) -> frozenset[str]:
    """The factions that too few rooms tell of."""
    rooms = Counter(group.faction for draft in world.drafts.values() for group in draft.groups if group.faction)
    told = Counter(of for of, _ in said)
    return frozenset(band for band, held in rooms.items() if held + told[band] < TELLINGS)


def _sense(
    world: World, draft: Draft, what: str, said: set[tuple[str, str]], only: frozenset[str] | None = None
) -> None:
    """One line about one neighbour, if one is left to tell of; `only`: of these factions."""
    frame = lexicon("stocking")["frame"]
    told = {room for note, room in _told(draft)}
    for exit_ in draft.exits:
        if exit_.secret or (what == "spoor" and exit_.one_way == "in"):
            continue
        for way in exit_.ways:
            there = world.drafts.get(way.to)
            if there is None or way.secret or way.to in told:
                continue
            for group in there.groups:
                fact = (group.kind.id, what)
                if fact in said or (what == "spoor" and "aquatic" in group.kind.tags):
                    continue
                if only is not None and group.faction not in only:
                    continue
                said |= {fact, (group.faction or "", what)}
                ref = str(there.area.key) if there.level == draft.level else there.id
                text = world.clause(group.kind.words[what])
                if what == "noise":
                    where = frame["sense_from"][exit_.direction]
                    draft.asides.append(world.say(frame["sense"][0], dir=where, noise=text, n=ref))
                else:
                    trail = world.say(
                        world.bag.text(frame["spoor"], "spoor", draft.id), dir=frame["trail"][exit_.direction], n=ref
                    )
                    thing = Thing(
                        id="spoor", what=frame["spoor_what"], level="hidden", find=f"{text}. {trail}".rstrip(".")
                    )
                    draft.place(thing)
                return


def waft(world: World, draft: Draft) -> str:
    """What is smelled of those next door, for a key that tells of nothing beyond its room; empty where nobody is."""
    words = lexicon("stocking")
    for exit_ in draft.exits:
        ways = () if exit_.secret else exit_.ways
        for there in (world.drafts[way.to] for way in ways if way.to in world.drafts and not way.secret):
            for group in there.groups:
                kind = "aquatic" if "aquatic" in group.kind.tags else group.kind.clan
                scent = world.bag.text(words["scent"][kind], "scent", draft.id)
                where, ref = words["frame"]["sense_from"][exit_.direction], world.ref(there.id, draft.level)
                return world.say(words["frame"]["scent"], what=scent, dir=where, n=ref)
    return ""


def _told(draft: Draft) -> list[tuple[str, str]]:
    return [(note, note.rsplit("(", 1)[-1].rstrip(").")) for note in draft.asides if note.endswith(").")]


def alarm(world: World) -> None:
    """Who comes when there is noise: those within earshot who are not of the kind to stay away."""
    ways = {draft.id: draft.exits for draft in world.drafts.values()}
    frame: str = lexicon("stocking")["frame"]["alarm"]
    for draft in world.drafts.values():
        if not any(group.reaction not in STAY for group in draft.groups):
            continue
        near = [world.drafts[area] for area in within_earshot(draft.id, ways) if area in world.drafts]
        comers: dict[str, list[Group]] = {}
        for there in near:
            for group in there.groups:
                if _comes(group, there) and (len(comers) < COMERS or group.kind.plural in comers):
                    comers.setdefault(group.kind.plural, []).append(group)
        if comers:
            who = series([_band(world, draft, of) for of in comers.values()])
            draft.asides.append(world.say(frame, who=who))


def _band(world: World, draft: Draft, of: list[Group]) -> str:
    """Groups of a kind, with their areas: "the goblins (9) and (5)", "the minotaur (1)"."""
    kind = of[0].kind
    refs = [world.ref(group.id.rsplit("-", 1)[0], draft.level) for group in of[:COMERS]]
    name = kind.plural if sum(group.count for group in of) > 1 else kind.name
    return f"{definite(name)} {series([f'({ref})' for ref in refs])}"


def _comes(group: Group, there: Draft) -> bool:
    """Whether a group leaves its room for a noise next door."""
    stays = group.reaction in STAY or group.kind.tags & {"hidden", "aquatic"} or group.kind.words["move_ft"] < 20
    return not (stays or group.captive or group.bound or there.area.hidden)
