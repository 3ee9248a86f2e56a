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
        common = lexicon("activities")[group.kind.clan]
        raw = [*group.kind.words["doing"]["any"], *common["any"]]
        texts = group.kind.apt(raw, group.count, wet=draft.wet)
        fit = [text for text in texts if _stands(draft, text)]
        spare = [
            text for text in group.kind.apt(common["wander"], group.count, wet=draft.wet) if _stands(draft, text)
        ]
        fresh = [text for text in fit if not world.bag.used[text]] or [t for t in spare if not world.bag.used[t]]
        group.doing = world.clause(world.bag.text(fresh or fit or texts, "doing again", draft.id, group.kind.id))


def _stands(draft: Draft, deed: str) -> bool:
    """Whether all that a deed needs stands in a room, or is one of its ways out."""
    there = " ".join([*(f"{thing.what} {thing.look}" for thing in draft.things), *(e.kind for e in draft.exits)])
    there += " ".join(feature.kind for feature in draft.area.features)
    needs: dict[str, list[str]] = lexicon("stocking")["needs"]
    said = re.findall(r"[a-z]+", deed.lower())
    return all(any(word in there for word in needs[one]) for one in said if one in needs)
