"""What points elsewhere: secrets, traps, keys, the prize and neighbours come in, clues, noises and spoor go out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from msgspec.structs import replace

from zinegen.dungeon.fights import STAY, within_earshot
from zinegen.dungeon.maze import Maze, maze_of, rooms_of
from zinegen.dungeon.model import Clue, Dungeon, Portal
from zinegen.dungeon.plays import outcome
from zinegen.stock.draft import Draft, Group, Thing, World
from zinegen.stock.grammar import definite, series, suits, unmarked
from zinegen.stock.keys import key_words
from zinegen.stock.structure.settle import lock_area
from zinegen.stock.treasure import good, jewel
from zinegen.words import lexicon, pool

GOAL_CLUES = 3
SECRET_CLUES = 2
MOST = 2
"""Clues in one key."""
FULL = 70
"""A key of so many words gets a clue only where no other can."""
COMERS = 2
"""Groups that a key names among those who come to a noise."""
OBSTACLES = 0.4
"""How often a room that would stand idle has something in one of its ways instead of something to take."""
SHUT = ("door", "double", "stuck", "barred", "locked", "reinforced", "portcullis")
"""Ways that can be shut against what comes."""


@dataclass(frozen=True)
class Target:
    """What a clue is about."""

    list_: str
    """The list of the lexicon that speaks of it."""
    about: str
    area: str
    """The keyed area where it is."""
    slots: dict[str, str]
    times: int = 1


def scatter(world: World, portals: tuple[Portal, ...], reached: dict[str, int]) -> None:
    """Lay clues in areas that can be come to before what they speak of.

    reached: area id -> steps from the entrance; many more for an area that only secrets lead to.
    """
    carried: Counter[str] = Counter()
    before = _before(world.dungeon)
    targets = _targets(world, portals)
    targets.sort(key=lambda target: len(before.get(target.about, reached)))  # who has least choice, chooses first
    full = {draft.id for draft in world.drafts.values() if key_words(draft) > FULL}
    for target in targets:
        for n in range(target.times):
            _lay(world, target, n, reached, carried, before.get(target.about), full)


def tell_targets(world: World) -> None:
    """Say with each secret and each lock where the clues to it are; when all of them lie."""
    told: dict[str, list[Draft]] = {}
    for draft in world.drafts.values():
        for clue in draft.clues:
            told.setdefault(clue.about, []).append(draft)
    frame: str = lexicon("stocking")["frame"]["clues"]
    for draft in world.drafts.values():
        for thing in draft.things:
            about = thing.id.removeprefix("wall-")
            areas = dict.fromkeys(one.id for one in told.get(about, ()) if thing.id.startswith("wall-"))
            areas.pop(draft.id, None)
            if areas:
                refs = series([f"({world.ref(area, draft.level)})" for area in areas])
                thing.find = f"{thing.find}. {frame.format(areas=refs)}"


def _before(dungeon: Dungeon) -> dict[str, set[str]]:
    """For each secret of the dungeon the areas that can be come to before it is found, but for secrets nearer by."""
    maze = maze_of(dungeon)
    spots = {edge.id: (edge.a, edge.b) for edge in maze.edges if edge.secret}
    spots |= {find.id: (find.node, find.node) for find in maze.finds if find.hidden}
    out: dict[str, set[str]] = {}
    while True:
        rooms = rooms_of(maze, found=frozenset(out))
        end = outcome(rooms)
        if end is None:
            return out | _before_locks(dungeon, maze, out)
        here = {i for i, room in enumerate(rooms.room_of) if end.reached >> room & 1}
        fresh = [secret for secret, ends in spots.items() if secret not in out and here.intersection(ends)]
        if not fresh:
            return out | _before_locks(dungeon, maze, out)
        out |= {secret: {maze.names[i] for i in here} for secret in fresh}


def _before_locks(dungeon: Dungeon, maze: Maze, secrets: dict[str, set[str]]) -> dict[str, set[str]]:
    """For each lock and its keys the areas that can be come to without them."""
    rooms = rooms_of(maze)
    out: dict[str, set[str]] = {}
    for lock in dungeon.locks:
        mask = sum(1 << maze.keys.index(key) for key in lock.keys if key in maze.keys)
        reached, _ = rooms.closure(rooms.start, without=mask)
        here = {maze.names[i] for i, room in enumerate(rooms.room_of) if reached >> room & 1}
        out[lock.id] = here
        out |= {key: here & secrets.get(key, here) for key in lock.keys}
    return out


def _targets(world: World, portals: tuple[Portal, ...]) -> list[Target]:
    out: list[Target] = []
    goal = world.drafts.get(world.dungeon.goal)
    for portal in portals:
        ends = [end for end in portal.between if end in world.drafts]
        if portal.secret and ends:
            area = next((end for end in ends if not world.drafts[end].area.hidden), ends[0])
            out.append(Target("secret", portal.id, area, {}, SECRET_CLUES))
    if goal is not None:
        prize = next((t.id for t in goal.treasure if t.id == f"{goal.id}-t0"), goal.id)
        out.append(Target("goal", prize, goal.id, {}, GOAL_CLUES))
    for item in world.dungeon.key_items:
        if item.in_ in world.drafts and item.name:
            out.append(Target("key", item.id, item.in_, {"key": item.name}))
    names = {item.id: item.name for item in world.dungeon.key_items}
    for lock in world.dungeon.locks:
        area = lock_area(world, lock)
        key = names.get(lock.keys[0], "") if lock.keys else ""
        if area in world.drafts and key and lock.name:
            out.append(Target("lock", lock.id, area, {"thing": lock.name, "key": key}))
    for draft in world.drafts.values():
        for hazard in draft.hazards:
            thing = draft.thing(hazard.on or "")
            if "trap" in draft.area.contents and thing is not None and hazard.on is not None:
                out.append(Target("trap", hazard.id, draft.id, {"thing": unmarked(hazard.name)}))
    return out


def _lay(
    world: World, target: Target, n: int, reached: dict[str, int], carried: Counter[str], before: set[str] | None,
    full: set[str],
) -> None:  # fmt: skip
    """One clue, in the area that suits best: idle, come to before the target, with something that can bear it."""
    there = world.drafts[target.area]
    far = reached.get(target.area, 10_000)
    salt = world.bag.salt("clue", target.about, n)

    def suits(draft: Draft) -> float:
        if before is not None and draft.id not in before:
            return 0.0
        known = draft.id in reached or before is not None
        if draft.id == target.area or not known or draft.area.hidden or carried[draft.id] >= MOST:
            return 0.0
        if draft.level > there.level or there.level - draft.level > 1:
            return 0.0 if target.list_ != "goal" else 0.3 * (draft.level <= there.level)
        fit = 4.0 if draft.idle else 0.1 if draft.id in full else 1.0
        fit *= 2.0 if reached.get(draft.id, far) < far else 0.2
        return fit / (1 + 3 * carried[draft.id])

    draft = world.bag.take(
        world.drafts.values(), lambda one: f"clue {target.about} {one.id}", salt, weight=suits, again=False
    )
    if draft is None and before is not None:
        # the law wants a clue: rather in the very room, or a third one in another, than none
        found = [one for one in world.drafts.values() if one.id in before and not one.area.hidden]
        draft = min(
            found, key=lambda one: (carried[one.id] + (one.id in full), one.id == target.area, one.id), default=None
        )
    if draft is None:
        return
    carried[draft.id] += 1
    bearers = {thing.carries for thing in draft.things if thing.carries} | {"any"}
    list_: list[dict[str, str]] = lexicon("clues")[target.list_]["list"]
    text = world.bag.take(
        list_, lambda one: one["text"], world.bag.salt("cluetext", target.about, n),
        weight=lambda one: _bearable(one["on"], bearers, same=draft.level == there.level),
    )  # fmt: skip
    assert text is not None
    said = world.clause(text["text"], **{**target.slots, "area": world.the(there.name)})
    place, carrier = _place(world, draft, text["on"])
    words = f"{place}, {said}"
    draft.clues.append(
        Clue(id=f"{draft.id}-c{len(draft.clues) + 1}", about=target.about, text=words, carrier=carrier)
    )


def _bearable(on: str, bearers: set[str], *, same: bool) -> float:
    """How well a clue fits what can bear it; what is seen or heard from here must be on the same level."""
    if on == "view":
        return float(same and on in bearers)
    return 1.0 if on in bearers else 0.25 if on in ("paper", "wall", "any") else 0.0


def _place(world: World, draft: Draft, on: str) -> tuple[str, str]:
    """Where a clue is, and the id of the thing that bears it; where nothing there can, a place of its own."""
    words = lexicon("clue_places")
    taken = {clue.carrier for clue in draft.clues}
    for thing in draft.things:
        if thing.carries and thing.level == "landmark" and thing.id not in taken and on in (thing.carries, "any"):
            return world.say(words["at"][thing.carries], thing=thing.what), thing.id
    kind = on if on in words["place"] else world.stream("place", draft.id, len(draft.clues)).choice(["paper", "wall"])
    return world.say(world.bag.text(words["place"][kind], "place", draft.id, len(draft.clues))), ""


# ------------------------------------------------------------------------------------------------ noises and spoor


def sense(world: World) -> None:
    """What is heard and found of the neighbours: each noise and each spoor of a kind once."""
    said: set[tuple[str, str]] = set()
    for what in ("noise", "spoor"):
        for draft in world.drafts.values():
            if draft.area.hidden or (what == "spoor" and not draft.idle):
                continue
            _sense(world, draft, what, said)


def _sense(world: World, draft: Draft, what: str, said: set[tuple[str, str]]) -> None:
    """One line about one neighbour, if one is left to tell of."""
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
                said.add(fact)
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
        comers: dict[str, list[str]] = {}
        for there in near:
            for group in there.groups:
                if _comes(group, there) and (len(comers) < COMERS or group.kind.plural in comers):
                    comers.setdefault(group.kind.plural, []).append(world.ref(there.id, draft.level))
        if comers:
            who = series([f"{definite(name)} ({')('.join(refs[:COMERS])})" for name, refs in comers.items()])
            who = who.replace(")(", ") (")
            draft.asides.append(world.say(frame, who=who))


def _comes(group: Group, there: Draft) -> bool:
    """Whether a group leaves its room for a noise next door."""
    stays = group.reaction in STAY or group.kind.tags & {"hidden", "aquatic"} or group.kind.words["move_ft"] < 20
    return not (stays or group.captive or group.bound or there.area.hidden)


# ------------------------------------------------------------------------------------------------ nothing stands idle


def employ(world: World) -> None:
    """Give every area that still holds nothing of use something: a thing to take, a place to rest."""
    uses = lexicon("uses")
    goods = lexicon("treasure")["goods"]
    for draft in world.drafts.values():
        busy = (
            draft.notes
            or draft.asides
            or any(thing.id == "spoor" or thing.id.startswith("wall-") for thing in draft.things)
        )
        if not draft.idle or busy or draft.area.water not in ("", "plain"):
            continue
        stream = world.stream("use", draft.id)
        shut = bool(draft.exits) and all(exit_.kind in SHUT for exit_ in draft.exits)
        fit = [t for raw in uses["rest"] + uses["quiet"] if (t := suits(raw, 1, shut=shut)) is not None]
        rests = [text for text in fit if not world.bag.used[f"{text} {draft.level}"]]
        if draft.steps >= 2 and len(draft.exits) <= 2 and rests and stream.chance(0.5):
            text = world.bag.text(rests, "rest", draft.id)
            world.bag.used[f"{text} {draft.level}"] += 1
            draft.notes.append(world.say(text))
            continue
        if stream.chance(OBSTACLES) and _obstacle(world, draft):
            continue
        find = good(world, f"{draft.id}-t1")
        lies = world.clause(world.bag.text(goods["lies"], "lies", draft.id))
        thing = next((t for t in draft.things if t.hide and t.level == "landmark"), None)
        if thing is None:
            thing = draft.place(Thing(id="odds", what=goods["odds"], level="hidden", look=lies))
            lies = ""
        else:
            lies = thing.hide
        draft.treasure.append(replace(find, where=thing.id, hidden=lies))


def hide_something(world: World) -> None:
    """See to it that there is something that most will miss."""
    drafts = [draft for draft in world.drafts.values() if not draft.area.hidden]
    if any(t.level == "secret" for draft in drafts for t in draft.things):
        return
    if len(drafts) < len(world.drafts) or any(item.hidden for draft in drafts for item in draft.treasure):
        return
    places = [
        (draft, thing) for draft in drafts for thing in draft.things if thing.hide and thing.level == "landmark"
    ]
    if places:
        draft, thing = world.stream("missed").choice(places)
        item = jewel(world, world.stream("missed", "jewel"), f"{draft.id}-t9")
        draft.treasure.append(replace(item, where=thing.id, hidden=thing.hide))


def _obstacle(world: World, draft: Draft) -> bool:
    """Something in one of the ways of a room that costs time or noise to pass; False where no way takes one."""
    plain = [one for one in draft.exits if one.portal and one.kind in ("open", "arch") and not one.secret]
    kind = "passage" if draft.area.kind in ("junction", "landing") else draft.area.kind
    fit = [
        entry
        for entry in pool("obstacles")
        if kind in entry.get("kinds", (kind,)) and not (entry.get("dry") and draft.wet)
    ]
    entry = world.bag.take(fit, lambda one: one["id"], world.bag.salt("obstacle", draft.id), again=False)
    if not plain or entry is None:
        return False
    way = lexicon("grammar")["directions"][plain[0].direction]
    thing = Thing(
        id="obstacle", what=world.say(entry["what"]), grammar=entry.get("n", ""), keeps=True,
        look=world.clause(entry["look"], dir=way), find=world.clause(entry["find"], dir=way),
        result=world.clause(entry["past"], dir=way),
    )  # fmt: skip
    draft.place(thing)
    return True
