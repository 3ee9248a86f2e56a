"""Starts, goals and barriers of cycles in the keys: what closes, what changes, what is false, where ways part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from zinegen.dungeon.model import Arc, Cycle, Level, Treasure
from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.grammar import definite, unmarked
from zinegen.stock.hazards import set_trap
from zinegen.stock.hoards import dice_slots
from zinegen.stock.lengths import brevity_in
from zinegen.stock.treasure import jewel, magic
from zinegen.words import lexicon, pool


def tell_cycle(world: World, level: Level, cycle: Cycle) -> None:
    """All that a cycle says in the keys of its start, its goal and its other places."""
    arcs = [arc for arc in level.flow.arcs if arc.cycle == cycle.id and arc.kind != "way"]
    if cycle.barrier:
        _barrier(world, cycle, arcs)
    if cycle.kind == "blocked_retreat":
        _objective(world, cycle)
    if cycle.altered:
        _altered(world, cycle)
    if "reward" in cycle.marks:
        _reward(world, cycle)
    if "false_goal" in cycle.marks:
        _false_goal(world, cycle, arcs)
    _fork(world, cycle, arcs)


def _take(
    world: World, list_: Sequence[dict[str, Any]], purpose: str, cycle: Cycle, draft: Draft | None
) -> dict[str, Any]:
    """An entry for a cycle; for a key that has no room for much, one of few words."""
    brief = brevity_in(world, draft) if draft else None
    entry = world.bag.take(
        list_, lambda one: f"{purpose} {one['id']}", world.bag.salt(purpose, cycle.id),
        weight=lambda one: brief(_all_words(one)) if brief else 1.0,
    )  # fmt: skip
    assert entry is not None, purpose
    return entry


def _all_words(entry: dict[str, Any]) -> str:
    """All the words of an entry."""
    texts = (value if isinstance(value, list) else [value] for value in entry.values())
    return " ".join(text for some in texts for text in some if isinstance(text, str))


def _thing(world: World, entry: dict[str, Any], purpose: str, **slots: str) -> Thing:
    return Thing(
        id=f"{purpose}-{entry['id']}", what=entry["what"], grammar=entry.get("n", ""), keeps=True,
        look=world.clause(entry["look"], **slots), find=world.clause(entry["find"], **slots),
        result=world.clause(entry.get("do", ""), **slots), symbol=entry.get("sym", ""),
        carries=entry.get("carries", ""),
    )  # fmt: skip


def toward(draft: Draft, to: str) -> str:
    """The direction of the exit of an area that leads to another; empty where none does."""
    words: dict[str, str] = lexicon("grammar")["directions"]
    return next((words[exit_.direction] for exit_ in draft.exits if to in exit_.to), "")


def _barrier(world: World, cycle: Cycle, arcs: Sequence[Arc]) -> None:
    """What closes behind whoever goes on: on this side what it is, on that side what it became."""
    goal, behind = cycle.goal or "", cycle.marks.get("barrier", "")
    here, there = world.drafts.get(goal), world.drafts.get(behind)
    entry = _take(world, lexicon("cycles")["barrier"][cycle.barrier]["list"], "barrier", cycle, here)
    long = next((arc for arc in arcs if behind in arc.areas), None)
    on = ""
    if long is not None:
        rest = [area for area in long.areas[long.areas.index(behind) + 1 :] if area in world.drafts]
        on = rest[0] if rest else long.to if long.from_ == goal else long.from_
    again = world.bag.text(lexicon("cycles")["barrier"]["round"], "round", cycle.id)
    for draft, other, face in ((here, behind, "front"), (there, goal, "back")):
        if draft is None:
            continue
        what, look, find = entry[face]
        slots = {
            "dir": toward(draft, other) or lexicon("cycles")["somewhere"], "room": world.room(other),
            "n": world.ref(other, draft.level), "on": world.room(on), "m": world.ref(on, draft.level) if on else "",
            "Round": again if face == "back" else "",
            **dice_slots(world, draft.level),
        }  # fmt: skip
        words = {"id": entry["id"], "what": what, "look": look, "find": find}
        draft.place(_thing(world, words, f"barrier-{face}", **slots), first=True)


def _objective(world: World, cycle: Cycle) -> None:
    """What the goal wants fetched from beyond its barrier; or what it is good for itself."""
    words = lexicon("cycles")["objective"]
    here = world.drafts.get(cycle.goal or "")
    if here is None:
        return
    there = world.drafts.get(cycle.marks.get("objective", ""))
    if there is None:
        if here.id == world.dungeon.goal:
            return  # it is good for its prize
        useful = [*words["useful"], *([] if here.groups else words["safe"])]
        here.notes.append(world.say(world.bag.text(useful, "useful", cycle.id)))
        return
    entry = _take(world, words["list"], "objective", cycle, here)
    holder = here.place(_thing(world, entry, "objective"))
    here.treasure.append(
        Treasure(
            id=f"{here.id}-t8", kind="goods", what=world.say(entry["gives"]), value_gp=float(entry["value"]),
            weight_lb=float(entry["weight"]), where=holder.id, hidden=world.say(entry["hidden"]), guarded=True,
        )
    )  # fmt: skip
    note = words["goal"].format(item=entry["item"], room=world.room(there.id), n=world.ref(there.id, here.level))
    here.notes.append(world.say(note))
    thing = Thing(id="objective", what=entry["item"], look=world.clause(entry["lies"]), keeps=True)
    slots = {"item": entry["item"], "what": entry["what"], "room": world.room(here.id),
             "n": world.ref(here.id, there.level)}  # fmt: skip
    thing.find = world.clause(words["there"].format(**slots))
    there.place(thing)


def _altered(world: World, cycle: Cycle) -> None:
    """The start before its goal was reached, and after."""
    draft = world.drafts.get(cycle.start or "")
    if draft is None or cycle.goal is None:
        return
    words = lexicon("cycles")["altered"]
    entry = _take(world, words["list"], "altered", cycle, draft)
    draft.place(_thing(world, entry, "altered"), first=True)
    after = world.say(entry["after"], **dice_slots(world, draft.level))
    note = words["note"].format(goal=world.room(cycle.goal), n=world.ref(cycle.goal, draft.level), after=after)
    draft.notes.insert(0, world.say(note))


def _reward(world: World, cycle: Cycle) -> None:
    """What is worth the danger: laid where the dice gave nothing, and told in the goal from which it is seen."""
    draft = world.drafts.get(cycle.marks["reward"])
    if draft is None:
        return
    words = lexicon("cycles")
    prize = max(draft.treasure, key=_worth, default=None)
    if prize is None or _worth(prize) < 50 or prize.kind not in ("magic", "jewellery", "goods"):
        prize = _lay(world, draft, cycle)
    if cycle.kind != "gambit" or cycle.goal not in world.drafts:
        return
    goal = world.drafts[cycle.goal]
    if not draft.groups and not draft.hazards:
        set_trap(world, draft, "hazards")
    if draft.groups:
        group = draft.groups[0]
        who = group.kind.name if group.count == 1 else group.kind.plural
        guard = words["gambit"]["guard"].format(who=who)
    else:
        guard = words["gambit"]["hazard"].format(what=unmarked(draft.hazards[0].name).lower())
    notes = words["gambit"]["notes"]
    note = world.bag.take(notes, str, world.bag.salt("gambit", cycle.id), weight=brevity_in(world, goal)) or ""
    goal.notes.append(
        world.say(
            note, room=world.room(draft.id), n=world.ref(draft.id, goal.level),
            reward=definite(prize.what.split(",")[0]), guard=guard,
        )
    )  # fmt: skip


def _worth(item: Treasure) -> float:
    return item.value_gp + 1000 * (item.kind == "magic")


def _lay(world: World, draft: Draft, cycle: Cycle) -> Treasure:
    """A thing worth having, in sight."""
    stream = world.stream("reward", cycle.id)
    id_ = f"{draft.id}-r{1 + sum(one.id.startswith(f'{draft.id}-r') for one in draft.treasure)}"
    guarded = bool(draft.groups or draft.hazards)  # what is worth much is not there for the taking
    prize = jewel(world, stream, id_) if guarded and not stream.chance(0.6) else magic(world, id_)
    entry = _take(world, lexicon("cycles")["reward"]["list"], "reward", cycle, draft)
    thing = _thing(world, entry, "reward", prize=definite(prize.what.split(",")[0]))
    thing.shows = True
    prize = replace(prize, where=draft.place(thing, first=True).id, guarded=bool(draft.groups))
    draft.treasure.insert(0, prize)
    return prize


def _false_goal(world: World, cycle: Cycle, arcs: Sequence[Arc]) -> None:
    """What looks like an end and is none."""
    draft = world.drafts.get(cycle.marks["false_goal"])
    if draft is None or cycle.goal is None:
        return
    words = lexicon("cycles")["false_goal"]
    entry = _take(world, words["list"], "false", cycle, draft)
    thing = _thing(world, entry, "false", room=world.room(cycle.goal), n=world.ref(cycle.goal, draft.level))
    if any(arc.secret for arc in arcs):
        thing.find = f"{thing.find}. {words['secret']}".rstrip(".")
    draft.place(thing, first=True)


def _fork(world: World, cycle: Cycle, arcs: Sequence[Arc]) -> None:
    """Where two ways part: how each shows what it is."""
    draft = world.drafts.get(cycle.start or "")
    words = lexicon("cycles")
    if draft is None or cycle.goal is None:
        return
    signs = {entry["file"]: entry["sign"] for entry in pool("opposed")}
    slots = {"room": world.room(cycle.goal), "n": world.ref(cycle.goal, draft.level)}
    themed = [arc for arc in arcs if arc.theme in signs and arc.areas]
    if len(themed) == 2:
        for arc, side, number in zip(themed, ("one", "two"), ("a", "b"), strict=True):
            first = arc.areas[0]
            slots |= {side: toward(draft, first), number: world.ref(first, draft.level)}
            slots[f"sign_{side}"] = signs[arc.theme]
        if slots["one"] and slots["two"]:
            draft.notes.append(world.say(words["fork"]["note"].format(**slots)))
    bad = next((arc for arc in arcs if arc.danger > 1 and arc.from_ == cycle.start and arc.areas), None)
    if bad is not None and (way := toward(draft, bad.areas[0])):
        sign = world.bag.text(words["gambit"]["sign"], "fork", cycle.id)
        text = words["fork"]["short"].format(**slots, dir=way, a=world.ref(bad.areas[0], draft.level), sign=sign)
        draft.notes.append(world.say(text))
