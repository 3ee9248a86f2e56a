"""Light Markdown in what is written by hand; and text that means harm is printed as it stands."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.dungeon.model import Dungeon
from zinegen.typeset.blocks import Run, plain
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys
from zinegen.typeset.markdown import marked

ORDER = ("first", "details", "monsters", "traps", "treasure", "keyitems", "clues", "notes", "exits")


@pytest.mark.parametrize(
    ("text", "runs"),
    [("plain", (Run("plain"),)),
     ("a *bold* man", (Run("a "), Run("bold", "i"), Run(" man"))),
     ("**Do not** open", (Run("Do not", "b"), Run(" open"))),
     ("2 * 3 * 4", (Run("2 * 3 * 4"),)),
     (r"a \*star\*", (Run("a "), Run("*"), Run("star"), Run("*"))),
     ("one * alone", (Run("one * alone"),)),
     ("*a* and **b**", (Run("a", "i"), Run(" and "), Run("b", "b"))),
     ("<b>*x*</b>", (Run("<b>"), Run("x", "i"), Run("</b>"))),
     ("", (Run(""),))],
)  # fmt: skip
def test_stress_and_weight(text: str, runs: tuple[Run, ...]) -> None:
    assert marked(text) == runs


def edited(note: str) -> Dungeon:
    """The sample with a note of one's own in area 1-1."""
    dungeon = sample_dungeon()
    level = dungeon.levels[0]
    mine = replace(level.areas[0], text=replace(level.areas[0].text, notes=(note,)))
    areas = tuple(mine if area.id == mine.id else area for area in level.areas)
    return replace(dungeon, levels=(replace(level, areas=areas), *dungeon.levels[1:]))


def notes(dungeon: Dungeon) -> list[tuple[Run, ...]]:
    """The notes of area 1-1, as they are set."""
    block = Keys(Index(dungeon), ORDER).block(dungeon.levels[0].areas[0])
    return [part.runs for part in block.parts if getattr(part, "style", "") == "note"]


def test_a_note_written_by_hand_is_set_with_its_stress_and_its_references() -> None:
    (runs,) = notes(edited("**Ring** the *second* bell (4)."))
    assert (runs[0].look, runs[2].look) == ("b", "i")
    assert any(run.to == "1-4" for run in runs)
    assert plain(runs).startswith("Ring the second bell (4")


def test_markup_in_a_text_is_printed_and_not_obeyed() -> None:
    (runs,) = notes(edited("<script>alert(1)</script> *<i>x</i>* {{ 7*7 }}"))
    assert plain(runs).startswith("<script>alert(1)</script> <i>x</i> {{ 7*7 }}")
