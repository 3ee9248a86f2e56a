"""The metrics of keys over many dungeons stay within their gates."""

from __future__ import annotations

import msgspec
from stock.gates import measure
from stock.laws import Json

from zinegen.build import generate
from zinegen.carve import CARVERS
from zinegen.dungeon.model import Dungeon
from zinegen.dungeon.store import encode
from zinegen.recipe import Recipe


def made(n: int) -> Json:
    """A small dungeon.json of one of the systems in turn, with what the file leaves out filled in."""
    recipe = Recipe(seed=f"gate {n}", system=(sorted(CARVERS)[n % len(CARVERS)],), levels=1, size="small")
    whole = msgspec.json.decode(encode(generate(recipe)), type=Dungeon)
    return msgspec.to_builtins(whole)  # type: ignore[no-any-return]


def test_keys_stay_within_the_gates() -> None:
    dungeons = [made(n) for n in range(24)]
    m = measure(dungeons)
    assert m.repeated_lines == 0
    assert m.five_grams <= 0.25 and m.compression <= 3.5
    assert m.openings >= 0.6 and m.commonest <= 0.04
    assert m.pointing >= 0.7 and 0.4 <= m.clues <= 0.75
    assert m.middle <= 79 and m.long <= 106  # 70 are wanted: keys of small levels hold more than the mean


def test_what_repeats_is_measured() -> None:
    dungeon = made(0)
    twice = measure([dungeon, dungeon])
    assert twice.five_grams > 0.9 and twice.openings <= 0.5
