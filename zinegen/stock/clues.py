"""What points elsewhere: secrets, traps, keys, locks and the prize come in, clues in other rooms go out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from zinegen.dungeon.model import SURFACE, Clue, Link, Portal
from zinegen.stock.draft import Draft, World
from zinegen.stock.grammar import series, unmarked
from zinegen.stock.lengths import FULL_WORDS, brevity, key_words
from zinegen.stock.structure.settle import lock_area
from zinegen.stock.walks import before, come_to
from zinegen.words import lexicon

GOAL_CLUES = 3
SECRET_CLUES = 2
LOCK_CLUES = 2
"""To a lock and its key together; all to the key of a way between passages, which no room tells of."""
MOST = 2
"""Clues in one key."""
FULL = 70
"""A key of so many words gets a clue only where no other can, and a short one."""
CLUE_WORDS = 18
"""About how many words a clue takes."""

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


@dataclass(frozen=True)
class Load:
    """What each key bears while clues are laid, by area."""

    told: dict[str, list[str]]
    """What its clues are about."""
    words: Counter[str]

    def tells(self, draft: Draft, about: Collection[str]) -> bool:
        """Whether a clue to one of these lies in an area."""
        return any(one in about for one in self.told[draft.id])


def scatter(world: World, portals: tuple[Portal, ...], reached: dict[str, int]) -> None:
    """Lay clues in areas that can be come to before what they speak of.

    reached: area id -> steps from the entrance; many more for an area that only secrets lead to.
    """
    load = Load(defaultdict(list), Counter({draft.id: key_words(draft) for draft in world.drafts.values()}))
    earlier = before(world.dungeon)
    targets = _targets(world, portals)
    targets.sort(key=lambda target: len(earlier.get(target.about, reached)))  # who has least choice, chooses first
    laid: list[tuple[Draft, Target, int]] = []
    for target in targets:
        first = earlier.get(target.about)
        for n in range(target.times):
            draft = _suited(world, target, n, reached, load, first) or _spared(world, target, reached, load, first)
            if draft is not None:
                laid.append((draft, target, n))
                load.told[draft.id].append(target.about)
                load.words[draft.id] += CLUE_WORDS
    for draft, target, n in laid:  # now that it is known how full the keys are
        draft.clues.append(_clue(world, draft, target, n, full=load.words[draft.id] > FULL_WORDS))


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


def _suited(
    world: World, target: Target, n: int, reached: dict[str, int], load: Load, first: set[str] | None
) -> Draft | None:
    """The area that suits a clue best: idle, come to before its target, with room in its key; or none."""
    there = world.drafts[target.area]
    far = reached.get(target.area, 10_000)

    def suits(draft: Draft) -> float:
        if first is not None and draft.id not in first:
            return 0.0
        known = draft.id in reached or first is not None
        if draft.id == target.area or not known or draft.area.hidden or len(load.told[draft.id]) >= MOST:
            return 0.0
        over = load.words[draft.id] + CLUE_WORDS > FULL_WORDS
        if (over and target.list_ != "goal") or load.tells(draft, target.kin):
            return 0.0
        if draft.level > there.level or there.level - draft.level > 1:
            return 0.0 if target.list_ != "goal" else 0.3 * (draft.level <= there.level)
        fit = 4.0 if draft.idle and not load.told[draft.id] else 0.01 if load.words[draft.id] > FULL else 1.0
        fit *= 2.0 if reached.get(draft.id, far) < far else 0.2
        return fit / (1 + 3 * len(load.told[draft.id]))

    salt = world.bag.salt("clue", target.about, n)
    return world.bag.take(
        world.drafts.values(), lambda one: f"clue {target.about} {one.id}", salt, weight=suits, again=False
    )


def _spared(
    world: World, target: Target, reached: dict[str, int], load: Load, first: set[str] | None
) -> Draft | None:
    """The area for a clue that none suits: rather the very room of its target, or a full key, than none at all.

    Rather in a key of another level than in a full one.
    """
    if target.list_ == "goal":
        return None
    level = world.drafts[target.area].level
    first = set(reached) if first is None else first
    known = first | (come_to(world, lambda way: way.id != target.about) if target.list_ == "secret" else set())
    here = target.area if target.list_ != "key" else ""  # where the lock or the trap itself is, nobody needs it
    found = [one for one in world.drafts.values() if one.id in known and not one.area.hidden and one.id != here]

    def rank(draft: Draft) -> tuple[float | str, ...]:
        over = load.words[draft.id] + CLUE_WORDS - FULL_WORDS
        return (
            draft.id == target.area or load.tells(draft, {target.about}), draft.id not in first,
            load.tells(draft, target.kin), max(0, over), abs(draft.level - level), len(load.told[draft.id]), draft.id,
        )  # fmt: skip

    return min(found, default=None, key=rank)


def _clue(world: World, draft: Draft, target: Target, n: int, *, full: bool) -> Clue:
    """A clue to a target, in words that something in its area can bear; in a full key, short ones."""
    there = world.drafts[target.area]
    bearers = {thing.carries for thing in draft.things if thing.carries} | {"any"}
    bearers |= {"object"} if bearers & set(LAID) else set()
    list_: list[dict[str, str]] = lexicon("clues")[target.list_]["list"]

    def fits(one: dict[str, str]) -> float:
        return _bearable(one["on"], bearers, same=draft.level == there.level) * (brevity(one["text"]) if full else 1)

    salt = world.bag.salt("cluetext", target.about, n)
    text = world.bag.take(list_, lambda one: one["text"], salt, weight=fits)
    assert text is not None
    said = world.clause(text["text"], **{**target.slots, "area": world.the(there.name)})
    place, carrier = _place(world, draft, text["on"])
    return Clue(
        id=f"{draft.id}-c{len(draft.clues) + 1}", about=target.about, text=f"{place}, {said}", carrier=carrier
    )


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
