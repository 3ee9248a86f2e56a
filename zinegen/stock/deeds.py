"""Deeds that need a thing: a finished key comes in; who is busy with what is not there finds something else to do."""

from __future__ import annotations

import re

from zinegen.stock.draft import Draft, World
from zinegen.words import lexicon


def furnish_deeds(world: World, draft: Draft) -> None:
    """Find another deed for those whose deed needs a thing that does not stand in their room."""
    for group in draft.groups:
        if group.bound or _stands(draft, group.doing):
            continue
        raw = [*group.kind.words["doing"]["any"], *lexicon("activities")[group.kind.clan]["any"]]
        texts = group.kind.apt(raw, group.count, wet=draft.wet)
        fit = [text for text in texts if _stands(draft, text)] or texts
        fresh = [text for text in fit if not world.bag.used[text]] or fit
        group.doing = world.clause(world.bag.text(fresh, "doing again", draft.id, group.kind.id))


def _stands(draft: Draft, deed: str) -> bool:
    """Whether all that a deed needs stands in a room, or is one of its ways out."""
    there = " ".join([*(f"{thing.what} {thing.look}" for thing in draft.things), *(e.kind for e in draft.exits)])
    there += " ".join(feature.kind for feature in draft.area.features)
    needs: dict[str, list[str]] = lexicon("stocking")["needs"]
    said = re.findall(r"[a-z]+", deed.lower())
    return all(any(word in there for word in needs[one]) for one in said if one in needs)
