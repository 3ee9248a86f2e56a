"""What the documents' words ask for stands once in a room: a feature that the map shows is told by one thing."""

from __future__ import annotations

from zinegen.build import generate
from zinegen.carve.passages.contents import FEATURES
from zinegen.recipe import Recipe


def test_a_feature_on_the_map_is_told_once() -> None:
    """In the passages of this seed a well was told of twice: a grated well, an old well."""
    dungeon = generate(Recipe(seed="k5", system=("passages",), levels=2))
    told = 0
    for area in (area for level in dungeon.levels for area in level.areas if "feature" in area.contents):
        ids = [detail.id for detail in area.text.details]
        for kind in {one.kind for one in area.features}.intersection(FEATURES):
            stand = [id_ for id_ in ids if id_.split("-")[0] == kind]
            told += len(stand)
            assert len(stand) < 2, (area.id, stand)
    assert told > 1
