"""What the players may read for themselves: facts of a stocked dungeon come in, papers and inscriptions go out."""

from __future__ import annotations

from typing import Any, NamedTuple

from zinegen.dungeon.model import Clue, Handout, Portal
from zinegen.stock.clues import FULL
from zinegen.stock.draft import Draft, Thing, World
from zinegen.stock.grammar import unmarked
from zinegen.stock.lengths import MOST_WORDS, key_words
from zinegen.stock.lexis import danger_grammar
from zinegen.words import lexicon, pool

EACH = 2
"""Handouts on a level at most."""


class Subject(NamedTuple):
    """What a paper may speak of."""

    about: str
    """The kind of it: "goal", "secret"..."""
    id: str
    area: str
    slots: dict[str, str]


def write_letters(world: World, portals: tuple[Portal, ...], reached: dict[str, int]) -> tuple[Handout, ...]:
    """Lay papers and inscriptions in rooms that one comes to before what they speak of."""
    out: list[Handout] = []
    subjects = _subjects(world, portals)
    for level in world.dungeon.levels:
        drafts = [d for d in world.on(level.number) if not d.area.hidden and d.id in reached and len(d.clues) < EACH]
        order = world.stream("letters", level.number).shuffled(drafts)
        order = [draft for draft in order if key_words(draft) <= MOST_WORDS]
        order.sort(key=lambda draft: (not draft.idle, len(draft.clues), key_words(draft) > FULL))
        for draft in order:
            if sum(one.area.startswith(f"{level.number}-") for one in out) >= EACH:
                break
            letter = _letter(world, draft, subjects, reached)
            if letter is not None:
                out.append(letter)
    return tuple(out)


def _subjects(world: World, portals: tuple[Portal, ...]) -> list[Subject]:
    """What there is to write of."""
    goal = world.dungeon.goal
    out = [Subject("event", "", goal, {}), Subject("none", "", goal, {})]
    if goal in world.drafts:
        out.append(Subject("goal", goal, goal, {}))
    for portal in portals:
        ends = [e for e in portal.between if e in world.drafts and not world.drafts[e].area.hidden]
        if portal.secret and ends:
            out.append(Subject("secret", portal.id, ends[0], {}))
    for item in world.dungeon.key_items:
        if item.in_ in world.drafts and item.name:
            out.append(Subject("key", item.id, item.in_, {"key": item.name}))
    for draft in world.drafts.values():
        if "trap" in draft.area.contents and draft.hazards:
            name = unmarked(draft.hazards[0].name)
            if danger_grammar().get(name) != "pl":  # letters speak of it in the singular
                out.append(Subject("trap", draft.hazards[0].id, draft.id, {"thing": name}))
        for group in draft.groups:
            if group.captive:
                who = next(one.kind.plural for one in draft.groups if one.id == group.captive)
                out.append(Subject("prisoner", group.id, draft.id, {"who": who}))
            elif group.faction and group.home:
                out.append(Subject("faction", group.id, draft.id, {"who": group.kind.plural}))
    return out


def _letter(world: World, draft: Draft, subjects: list[Subject], reached: dict[str, int]) -> Handout | None:
    """A paper for a room: of what lies farther in, in words that no other paper has."""
    here = reached.get(draft.id, 0)
    farther = [s for s in subjects if s.area != draft.id and (not s.id or reached.get(s.area, 9999) >= here)]
    kinds = {subject.about for subject in farther}
    theme = world.themes[draft.level]
    fit = [
        entry
        for entry in pool("letters")
        if entry.get("about", "event") in kinds
        and (not entry.get("themes") or theme in entry["themes"])
        and (draft.level == 1 or entry.get("about", "event") != "goal")
    ]
    salt = world.bag.salt("letter", draft.id)
    entry = world.bag.take(fit, lambda one: one["id"], salt, again=False)
    if entry is None:
        return None
    about = entry.get("about", "event")
    near = [s for s in farther if s.about == about and s.area.split("-")[0] == str(draft.level)]
    subject = world.stream("letter", draft.id).choice(near or [s for s in farther if s.about == about])
    return _lay(world, draft, entry, subject)


def _lay(world: World, draft: Draft, entry: dict[str, Any], subject: Subject) -> Handout:
    words = lexicon("stocking")["letter"]
    room = world.room(subject.area)
    slots = {"room": room, "area": room, "key": "", "who": "", "thing": "", **subject.slots}
    title = world.say(entry["title"], **slots)
    text = world.say(entry["text"], **slots).replace("/", "\n")
    on = entry.get("on", "paper")
    thing = Thing(id="letter", what=world.say(entry["what"]), keeps=True)
    thing.look = world.clause(world.bag.text(words["look"][on], "letterlook", draft.id))
    thing.find = world.say(words["find"], title=title)
    draft.place(thing)
    if subject.id:
        clue = words["clue"].format(what=thing.what, room=room)
        draft.clues.append(
            Clue(
                id=f"{draft.id}-c{len(draft.clues) + 1}", about=subject.id, text=world.clause(clue), carrier=thing.id
            )
        )
    return Handout(
        id=f"handout-{draft.id}", area=draft.id, title=title, text=text, what=thing.what, on=on, where=thing.id,
        about=subject.id,
    )  # fmt: skip
