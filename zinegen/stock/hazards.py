"""Traps and tricks of whole rooms: areas that the dice gave one come in, hazards on things that show go out."""

from __future__ import annotations

from zinegen.dungeon.model import Hazard
from zinegen.stock.draft import Draft, Thing, World, head
from zinegen.stock.grammar import word_count
from zinegen.stock.hoards import dice_slots
from zinegen.stock.lengths import FULL_WORDS, words_left
from zinegen.stock.lexis import traps
from zinegen.stock.shapes import Danger
from zinegen.words import lexicon

TRICK = 0.5
"""The document's "trick or trap" is one or the other by the toss of a coin (our ruling)."""
RARE = 3.0
"""How much rather a trap is set that caves alone have."""
BRIEF = 0.9
"""How much less a trap is set in a key without room for it, for each of its words."""


def set_traps(world: World) -> None:
    """Give every area with contents 19 its trap or trick, whole, on a thing that can be seen.

    Where a lock is a trap that is the one.
    """
    for draft in world.drafts.values():
        if "trap" in draft.area.contents and draft.id not in world.structure.dangers:
            list_ = "tricks" if world.stream("trick", draft.id).chance(TRICK) else "hazards"
            set_trap(world, draft, list_)


def ensure_danger(world: World) -> None:
    """See to it that something is not beaten by force: a danger where there is neither one nor a lock."""
    if world.dungeon.locks or any(draft.hazards for draft in world.drafts.values()):
        return
    ends = (world.dungeon.entrance, world.dungeon.goal)
    drafts = [draft for draft in world.drafts.values() if draft.id not in ends and not draft.area.hidden]
    quiet = [draft for draft in drafts if draft.idle] or drafts
    if quiet:
        set_trap(world, world.stream("danger").choice(quiet), "hazards")


def set_trap(world: World, draft: Draft, list_: str) -> None:
    """One trap or trick that suits the area."""
    heads = world.heads_near(draft)
    left = words_left(world, draft, FULL_WORDS)

    def suits(trap: Danger) -> float:
        if (trap.dry and draft.wet) or (trap.kinds and draft.area.kind not in trap.kinds):
            return 0.0
        rare = RARE if trap.kinds == ("cave",) else 1.0
        if trap.dry and draft.area.kind == "cave":
            rare *= 0.1
        if _words(trap) > left:
            rare *= BRIEF ** _words(trap)
        return rare * (0.01 if head(trap.what) in heads else 1.0)

    trap = world.bag.take(
        traps(list_), lambda one: f"{list_} {one.id}", world.bag.salt(list_, draft.id), weight=suits
    )
    assert trap is not None
    slots = dice_slots(world, draft.level)
    thing = draft.place(
        Thing(id=trap.id, what=world.say(trap.what), grammar=trap.n, look=world.clause(trap.look, **slots),
              symbol=trap.sym or ("trap" if list_ == "hazards" else "")),
        first=True,
    )  # fmt: skip
    draft.hazards.append(
        Hazard(
            id=f"{draft.id}-h{len(draft.hazards) + 1}",
            kind=trap.id,
            name=_name(world, trap, list_),
            sign=world.clause(trap.sign, **slots),
            trigger=world.clause(trap.trigger, **slots),
            effect=world.clause(trap.effect, **slots),
            remedy=world.clause(trap.remedy, **slots),
            on=thing.id,
        )
    )


def _words(trap: Danger) -> int:
    """How many words it takes in a key: its noun stands there twice."""
    return word_count(f"{trap.what} {trap.what} {trap.look} {trap.sign} {trap.trigger} {trap.effect} {trap.remedy}")


def _name(world: World, trap: Danger, list_: str) -> str:
    """What a trap is called; a trick says that it is one."""
    name = world.say(trap.name)
    return world.say(lexicon("stocking")["hazard"]["trick"], name=name) if list_ == "tricks" else name
