"""Edits by hand that break a cross reference: `zinegen check` names each."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from zinegen.build import generate
from zinegen.dungeon.check import integrity
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import Recipe


@cache
def made() -> Dungeon:
    """A dungeon with a paper in it."""
    for n in range(9):
        dungeon = generate(Recipe(seed=f"edits {n}", levels=1, size="small"))
        if dungeon.handouts and dungeon.rumours and dungeon.factions:
            return dungeon
    raise AssertionError("nine dungeons without a paper, a rumour or a faction")


def paper(**change: str) -> Dungeon:
    """The dungeon with its first paper changed."""
    first, *rest = made().handouts
    return replace(made(), handouts=(replace(first, **change), *rest))


@pytest.mark.parametrize(
    ("edited", "says"),
    [(lambda: paper(area="9-9"), "lies in 9-9"), (lambda: paper(where="moon"), "lies on moon"),
     (lambda: paper(about="x"), "is about x"),
     (lambda: replace(made(), rumours=(replace(made().rumours[0], about="9-9"),)), "9-9"),
     (lambda: replace(made(), factions=tuple(replace(one, home="9-9") for one in made().factions)), "9-9")],
)  # fmt: skip
def test_a_broken_reference_is_named(edited, says: str) -> None:  # type: ignore[no-untyped-def]
    assert integrity(made()) == []
    found = [str(one) for one in integrity(edited())]
    assert found and any(says in one for one in found), found
