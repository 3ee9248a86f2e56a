"""Zones to search, and what names them."""

from __future__ import annotations

from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.carve import carve
from zinegen.dungeon.zones import zones
from zinegen.recipe import Recipe


def test_every_passage_that_is_searched_is_named_by_areas_with_numbers() -> None:
    made = carve(Recipe(seed="zones", size="small", levels=2, system=("passages",)))
    keys = {area.id: area.key for level in made.levels for area in level.areas}
    found = zones(made)
    assert len(found) > 10
    for zone in found:
        assert keys[zone.area] == zone.key
        if zone.key is None:
            assert 1 <= len(zone.near) <= 3 and all(keys[near] for near in zone.near)
        else:
            assert not zone.near
    assert {zone.brings for zone in found} <= {"nothing", "secret_door", "wandering_monster"}


def test_a_passage_is_named_by_what_lies_at_its_ends_and_no_secret_gives_itself_away() -> None:
    made = sample_dungeon()
    (level, *rest) = made.levels
    passage = next(area for area in level.areas if area.key is None and area.kind == "passage")
    areas = tuple(replace(a, search="nothing") if a is passage else a for a in level.areas)
    (zone,) = zones(replace(made, levels=(replace(level, areas=areas), *rest)))
    plain = {
        end
        for portal in level.portals
        if passage.id in portal.between and not portal.secret
        for end in portal.between
        if end != passage.id
    }
    assert zone.area == passage.id and zone.brings == "nothing"
    assert {near for near in zone.near if near in plain} == {p for p in plain if "-a" not in p}
    assert zones(made) == ()
