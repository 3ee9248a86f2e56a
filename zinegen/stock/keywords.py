"""What the words of the documents ask for: an area's "feature", "lucky find" or "statues" come in, things go out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zinegen.dungeon.model import Treasure
from zinegen.stock.draft import Draft, Thing, World, head
from zinegen.words import pool


def place_keywords(world: World) -> None:
    """Give every area what its contents name and no die of ours decides."""
    for draft in world.drafts.values():
        if kind := featured(draft):
            _feature(world, draft, kind)
        if "statues" in draft.area.contents:
            _feature(world, draft, "statue")
        if "lucky_find" in draft.area.contents:
            _lucky(world, draft)


def featured(draft: Draft) -> str:
    """What kind of feature an area's contents name; empty where they name none."""
    if "feature" not in draft.area.contents:
        return ""
    return next((f.kind for f in draft.area.features if not f.link), "statue")


def _feature(world: World, draft: Draft, kind: str) -> None:
    """What a feature on the map is; a well that is told of already is no other well."""
    if stands(draft, kind):
        return
    entries = [entry for entry in pool("features") if entry["id"].split(".", 1)[1].startswith(f"{kind}-")]
    entry = _take(world, entries, draft) or _take(world, pool("features"), draft)
    if entry is not None:
        draft.place(_thing(world, entry), first=True).fixed = True


def stands(draft: Draft, kind: str) -> bool:
    """Whether a thing in an area is what a feature of such a kind on its map stands for: "beeswax altar" an altar."""
    return any(thing.fixed and thing.id.split("-")[0] == kind for thing in draft.things)


def _lucky(world: World, draft: Draft) -> None:
    """What one comes on with no one by, in the thing that holds it."""
    entry = _take(world, pool("lucky"), draft)
    if entry is None:
        return
    thing = draft.place(_thing(world, entry), first=True)
    draft.treasure.append(
        Treasure(
            id=f"{draft.id}-l1", kind="goods", what=world.say(entry["gives"]), value_gp=float(entry["value"]),
            weight_lb=float(entry.get("weight", 1.0)), where=thing.id,
        )
    )  # fmt: skip


def _take(world: World, entries: Sequence[dict[str, Any]], draft: Draft) -> dict[str, Any] | None:
    heads = world.heads_near(draft)
    return world.bag.take(
        entries, lambda one: one["id"], world.bag.salt("keyword", draft.id),
        weight=lambda one: 0.01 if head(one["what"]) in heads else 1.0,
    )  # fmt: skip


def _thing(world: World, entry: dict[str, Any]) -> Thing:
    return Thing(
        id=entry["id"].split(".", 1)[1], what=world.say(entry["what"]), grammar=entry.get("n", ""),
        look=world.clause(entry.get("look", "")), find=world.clause(entry["find"]),
        result=world.clause(entry.get("do", "")), carries=entry.get("carries", ""),
    )  # fmt: skip
