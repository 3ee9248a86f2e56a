"""The list of treasure: exact figures, and what ticks add up to."""

from __future__ import annotations

from sample import sample_dungeon

from zinegen.publish import hoard


def test_every_thing_stands_on_the_list_with_its_worth() -> None:
    dungeon = sample_dungeon()
    found = hoard.everything(dungeon)
    treasure = [item for level in dungeon.levels for area in level.areas for item in area.treasure]
    assert sorted(thing.id for thing in found) == sorted(item.id for item in treasure)
    whole = hoard.total(found, {thing.id for thing in found})
    assert whole == (
        len(treasure),
        sum(round(item.value_gp * 100) for item in treasure),
        sum(round(item.weight_lb * 100) for item in treasure),
    )


def test_only_what_is_ticked_counts() -> None:
    first, second, *_ = found = hoard.everything(sample_dungeon())
    assert hoard.total(found, {first.id, "nothing"}) == (1, first.copper, first.weight)
    assert hoard.total(found, {first.id, second.id})[1] == first.copper + second.copper
    assert hoard.total(found, set()) == (0, 0, 0)
