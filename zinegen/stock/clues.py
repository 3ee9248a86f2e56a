"""What points elsewhere: secrets, traps, keys, locks and the prize come in, clues in other rooms go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from zinegen.dungeon.maze import Maze, maze_of, rooms_of
from zinegen.dungeon.model import SURFACE, Clue, Dungeon, Link, Portal
from zinegen.dungeon.plays import outcome
from zinegen.stock.draft import Draft, World
from zinegen.stock.grammar import series, unmarked
from zinegen.stock.lengths import key_words
from zinegen.stock.structure.settle import lock_area
from zinegen.words import lexicon

GOAL_CLUES = 3
SECRET_CLUES = 2
LOCK_CLUES = 2
"""To a lock and its key together; all to the key of a way between passages, which no room tells of."""
MOST = 2
"""Clues in one key."""
FULL = 70
"""A key of so many words gets a clue only where no other can."""

LAID = ("paper", "floor")
"""Bearers of a clue that an object can lie with."""


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
    kin: frozenset[str] = frozenset()
    """Ids of what the same lock is told by, a clue to which lies better in another area."""


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
    for link in world.dungeon.links:
        area = _link_area(world, link) if link.secret else ""
        if area:
            out.append(Target("secret", link.id, area, {}, SECRET_CLUES))
    if goal is not None:
        prize = next((t.id for t in goal.treasure if t.id == f"{goal.id}-t0"), goal.id)
        out.append(Target("goal", prize, goal.id, {}, GOAL_CLUES))
    for item in world.dungeon.key_items:
        if item.in_ in world.drafts and item.name:
            kin = frozenset[str]().union(
                *((lock.id, *lock.keys) for lock in world.dungeon.locks if item.id in lock.keys)
            )
            met = any(lock_area(world, lock) in world.drafts for lock in world.dungeon.locks if item.id in lock.keys)
            out.append(Target("key", item.id, item.in_, {"key": item.name}, 1 if met else LOCK_CLUES, kin))
    names = {item.id: item.name for item in world.dungeon.key_items}
    for lock in world.dungeon.locks:
        area = lock_area(world, lock)
        key = names.get(lock.keys[0], "") if lock.keys else ""
        if area in world.drafts and key and lock.name:
            out.append(Target("lock", lock.id, area, {"thing": lock.name, "key": key}, kin=frozenset(lock.keys)))
    told = {lock.name for lock in world.dungeon.locks}  # a trap that is a lock has the clues of one
    for draft in world.drafts.values():
        hoards = {item.hazard for item in draft.treasure}  # and what guards a hoard shows its sign on it
        for hazard in draft.hazards:
            thing = draft.thing(hazard.on or "")
            loose = not draft.area.hidden and hazard.id not in hoards and hazard.name not in told
            if ("trap" in draft.area.contents or loose) and thing is not None:
                out.append(Target("trap", hazard.id, draft.id, {"thing": unmarked(hazard.name)}))
    return out


def _link_area(world: World, link: Link) -> str:
    """The area where hidden stairs or a hidden shaft begin, or the first with a way over them; or none.

    Those that come from the surface begin, for whoever is inside, where they come down.
    """
    begins = link.to.area if link.from_.area == SURFACE else link.from_.area
    if begins in world.drafts:
        return begins
    ways = [d for d in world.drafts.values() if any(link.id in way.links for exit_ in d.exits for way in exit_.ways)]
    upper = link.from_.area.partition("-")[0]  # a level's number, or the surface
    return min(ways, key=lambda draft: str(draft.level) != upper).id if ways else ""


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
        if _tells(draft, target.kin):
            return 0.0
        if draft.level > there.level or there.level - draft.level > 1:
            return 0.0 if target.list_ != "goal" else 0.3 * (draft.level <= there.level)
        fit = 4.0 if draft.idle else 0.01 if draft.id in full else 1.0
        fit *= 2.0 if reached.get(draft.id, far) < far else 0.2
        return fit / (1 + 3 * carried[draft.id])

    draft = world.bag.take(
        world.drafts.values(), lambda one: f"clue {target.about} {one.id}", salt, weight=suits, again=False
    )
    if draft is None and target.list_ != "goal":
        # the law wants a clue: rather in the very room, or a third one in another, than none
        first = set(reached if before is None else before)
        known = first | (_around(world, target.about) if target.list_ == "secret" else set())
        here = target.area if target.list_ != "key" else ""  # where the lock or the trap itself is, nobody needs it
        found = [one for one in world.drafts.values() if one.id in known and not one.area.hidden and one.id != here]
        draft = min(
            found, default=None,
            key=lambda d: (
                d.id == target.area or _tells(d, {target.about}), d.id not in first, _tells(d, target.kin),
                abs(d.level - there.level), carried[d.id] + (d.id in full), d.id,
            ),
        )  # fmt: skip
    if draft is None:
        return
    carried[draft.id] += 1
    bearers = {thing.carries for thing in draft.things if thing.carries} | {"any"}
    bearers |= {"object"} if bearers & set(LAID) else set()
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


def _around(world: World, secret: str) -> set[str]:
    """The areas that one comes to from the entrance without a secret, though it be by others."""
    seen, edge = {world.dungeon.entrance}, [world.dungeon.entrance]
    while edge:
        draft = world.drafts.get(edge.pop())
        out = [one for one in draft.exits if one.id != secret and one.one_way != "in"] if draft else []
        ways = [way for one in out for way in one.ways if not way.secret and way.one_way != "in"]
        near = {way.to for way in ways if secret not in way.links} - seen
        seen |= near
        edge += sorted(near)
    return seen


def _tells(draft: Draft, about: Collection[str]) -> bool:
    """Whether a clue to one of these lies in an area."""
    return any(clue.about in about for clue in draft.clues)


def _bearable(on: str, bearers: set[str], *, same: bool) -> float:
    """How well a clue fits what can bear it; what is seen or heard from here must be on the same level."""
    if on == "view":
        return float(same and on in bearers)
    return 1.0 if on in bearers else 0.25 if on in ("paper", "wall", "object", "any") else 0.0


def _place(world: World, draft: Draft, on: str) -> tuple[str, str]:
    """Where a clue is, and the id of the thing that bears it; where nothing there can, a place of its own."""
    words = lexicon("clue_places")
    taken = {clue.carrier for clue in draft.clues}
    for thing in draft.things:
        takes = on in (thing.carries, "any") or (on == "object" and thing.carries in LAID)
        if thing.carries and thing.level == "landmark" and thing.id not in taken and takes:
            return world.say(words["at"][thing.carries], thing=thing.what), thing.id
    kind = on if on in words["place"] else world.stream("place", draft.id, len(draft.clues)).choice(["paper", "wall"])
    return world.say(world.bag.text(words["place"][kind], "place", draft.id, len(draft.clues))), ""
