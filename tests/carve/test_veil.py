"""Secrets that keep themselves: no passage one can walk into ends at a secret door and nothing else."""

from __future__ import annotations

import pytest

from zinegen.carve import carve
from zinegen.dungeon.fairness import judge
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import Recipe


def walkable(dungeon: Dungeon) -> set[str]:
    """The areas that can be entered without finding a secret."""
    around: dict[str, set[str]] = {}
    for pair in [p.between for level in dungeon.levels for p in level.portals if not p.secret] + [
        (link.from_.area, link.to.area) for link in dungeon.links if not link.secret
    ]:
        around.setdefault(pair[0], set()).add(pair[1])
        around.setdefault(pair[1], set()).add(pair[0])
    seen, todo = {dungeon.entrance}, [dungeon.entrance]
    while todo:
        for other in around.get(todo.pop(), set()) - seen:
            seen.add(other)
            todo.append(other)
    return seen


@pytest.mark.parametrize("seed", ["hollow hill", "v3", "v5", "v9"])
def test_no_open_stub_betrays_a_secret(seed: str) -> None:
    dungeon = carve(Recipe(seed=seed, system=("labyrinth",)))
    open_to = walkable(dungeon)
    linked = {end.area for link in dungeon.links for end in (link.from_, link.to)}
    for level in dungeon.levels:
        for area in level.areas:
            if area.key is not None or area.id not in open_to or area.id in linked:
                continue
            mine = [p for p in level.portals if area.id in p.between]
            plain = [p for p in mine if not p.secret]
            if len(plain) == 1 and plain[0].kind in ("open", "arch", "door") and plain[0].one_way is None:
                assert not any(p.secret for p in mine), f"{seed}: {area.id} ends at a secret door"


@pytest.mark.parametrize("seed", ["hollow hill", "v5", "v6"])
def test_no_secret_leads_back_to_where_one_stands(seed: str) -> None:
    dungeon = carve(Recipe(seed=seed, system=("labyrinth",)))
    assert any(p.secret for level in dungeon.levels for p in level.portals)
    for level in dungeon.levels:
        hidden = {area.id for area in level.areas if area.hidden and area.key is None}
        for start in sorted(hidden):
            part, edge, todo = {start}, set(), [start]
            while todo:
                here = todo.pop()
                for portal in level.portals:
                    if here in portal.between:
                        other = portal.between[1 - portal.between.index(here)]
                        if other not in hidden:
                            edge.add(other)
                        elif other not in part:
                            part.add(other)
                            todo.append(other)
            assert len(edge) != 1, f"{seed}: {sorted(part)} only lead back to {sorted(edge)}"
    assert not judge(dungeon).findings
