"""Somebody to talk to: a settled dungeon comes in; strangers and captives, each with a want and a secret, join it."""

from __future__ import annotations

from typing import Any

from zinegen.stock.draft import Draft, Group, Kind, World
from zinegen.stock.grammar import sentence
from zinegen.stock.lengths import words_left
from zinegen.words import lexicon, pool

TALKS = frozenset({"trade", "wary"})
"""How those react who can be talked to."""
PERSON_WORDS = 40
"""About how many words a person takes, and whatever is in their room beside."""
PERSON = "person"
"""The creature that all of them are."""


def settle_people(world: World) -> None:
    """One person a level: a captive where folk live that keep prisoners, else somebody on an errand of their own."""
    for level in world.dungeon.levels:
        drafts = [draft for draft in world.on(level.number) if not draft.area.hidden and not draft.wet]
        drafts = [draft for draft in drafts if draft.id not in world.structure.busy]
        drafts = [draft for draft in drafts if words_left(world, draft) >= PERSON_WORDS] or drafts
        keepers = [draft for draft in drafts if any(_keeps(group) for group in draft.groups)]
        captive = bool(keepers) and world.stream("captive", level.number).chance(0.6)
        entry = _entry(world, level.number, captive=captive) or _entry(world, level.number, captive=not captive)
        if entry is None:
            continue
        captive = bool(entry.get("captive"))
        rooms = keepers if captive else [d for d in drafts if _is_free(world, d)]
        if rooms:
            salt = world.bag.salt("person", level.number)
            draft = world.bag.take(rooms, lambda one: f"person in {one.id}", salt)
            assert draft is not None
            _settle(world, draft, entry)
    _find_tongue(world)


def _find_tongue(world: World) -> None:
    """See to it that somebody can be talked to: where nobody can, a group that might is in the mood for it."""
    groups = [group for draft in world.drafts.values() for group in draft.groups]
    if any(group.reaction in TALKS for group in groups):
        return
    ready = [group for group in groups if not TALKS.isdisjoint(group.kind.words.get("reacts", ()))]
    for group in ready[:1] or [group for group in groups if group.kind.id == PERSON][:1]:
        group.reaction = next((one for one in group.kind.words.get("reacts", ()) if one in TALKS), "wary")


def _keeps(group: Group) -> bool:
    """Whether a group would keep a prisoner."""
    return group.kind.clan in ("folk", "giant") and group.visible and group.count >= 2


def _is_free(world: World, draft: Draft) -> bool:
    """Whether nobody is there, and nobody has just come in."""
    ends = (world.dungeon.entrance, world.dungeon.goal)
    return not draft.groups and draft.id not in ends and "trap" not in draft.area.contents and draft.steps > 0


def _entry(world: World, level: int, *, captive: bool) -> dict[str, Any] | None:
    theme = world.themes[level]
    fit = [
        entry
        for entry in pool("people")
        if bool(entry.get("captive")) == captive and (not entry.get("themes") or theme in entry["themes"])
    ]
    return world.bag.take(fit, lambda one: one["id"], world.bag.salt("people", level), again=False)


def _settle(world: World, draft: Draft, entry: dict[str, Any]) -> None:
    keeper = next((group for group in draft.groups if _keeps(group)), None) if entry.get("captive") else None
    who = keeper.kind.plural if keeper else ""
    frame = lexicon("stocking")["person"]
    secret = world.clause(entry["secret"], who=who)
    special = sentence(world.say(entry["special"], who=who)) if entry.get("special") else ""
    words = {**frame["stats"], "name": world.say(entry["name"]), "plural": world.say(entry["plural"]), "number": 1,
             "noise": world.bag.text(frame["noise"], "personnoise", draft.id),
             "spoor": world.bag.text(frame["spoor"], "personspoor", draft.id),
             "special": special}  # fmt: skip
    kind = Kind(PERSON, words, frozenset({"folk", "human"}), 0.5)
    draft.groups.append(
        Group(
            id=f"{draft.id}-m{len(draft.groups) + 1}", kind=kind, count=1, hp=(frame["hp"],), bound=True,
            pose=world.clause(entry["pose"], who=who), doing=world.clause(entry["doing"], who=who),
            wants=world.clause(entry["wants"], who=who), reaction=entry.get("reacts", "wary"), secret=secret,
            captive=keeper.id if keeper else "", faction=None,
        )
    )  # fmt: skip
