"""The figures of the overview."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.errors import LexiconError
from zinegen.publish import overview
from zinegen.publish.say import amount, count, say_html, size
from zinegen.work import Made


def test_one_thing_and_many() -> None:
    assert (count(1, "area"), count(2, "area"), count(0, "area")) == ("1 area", "2 areas", "0 areas")
    with pytest.raises(LexiconError, match=r"count\.wombat"):
        count(2, "wombat")


@pytest.mark.parametrize(
    ("bytes_", "words"),
    [(1, "1 kB"), (84_600, "85 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (2_345_678, "2.3 MB")],
)
def test_sizes(bytes_: int, words: str) -> None:
    assert size(bytes_) == words


def test_numbers() -> None:
    assert (amount(1300), amount(12.5), amount(0.04)) == ("1,300", "12.5", "0")


def test_slots_are_escaped_in_html() -> None:
    assert say_html("level", "heading", n=1, title="<i>&") == "Level 1: &lt;i&gt;&amp;"


def test_treasure_adds_up() -> None:
    dungeon = sample_dungeon()
    kinds, rows = overview.treasure(dungeon)
    assert rows[-1].name == "All levels" and len(rows) == len(dungeon.levels) + 1
    number = [[float(cell.replace(",", "").replace("–", "0")) for cell in (*row.amounts, row.total)] for row in rows]
    assert all(sum(row[:-1]) == pytest.approx(row[-1]) for row in number)
    assert [sum(column) for column in zip(*number[:-1], strict=True)] == pytest.approx(number[-1])
    assert len(kinds) == len(rows[0].amounts)


def test_a_dungeon_without_treasure_has_no_table() -> None:
    level = sample_dungeon().levels[0]
    bare = replace(level, areas=tuple(replace(area, treasure=()) for area in level.areas))
    assert overview.treasure(replace(sample_dungeon(), levels=(bare,))) == ([], [])


def test_only_known_files_are_offered_in_the_order_of_the_word_list() -> None:
    files = [Made("maps/level-1.svg", b"x"), Made("onepage.pdf", b"x" * 5000, 1), Made("booklet.pdf", b"x", 2)]
    files += [Made("maps/level-1-player.svg", b"x"), Made("own.pdf", b"x", 3), Made("site/index.html", b"x")]
    found = overview.downloads(files)
    names = ["booklet.pdf", "onepage.pdf", "maps/level-1.svg", "own.pdf"]
    assert [one.href for one in found] == [f"files/{name}" for name in names]
    assert found[1].what.endswith("1 page") and found[1].size == "5 kB"
    grouped = {heading: [one.file.name for one in those] for heading, those in overview.grouped(found)}
    assert grouped == {"read": names[:2], "maps": ["maps/level-1.svg"], "more": ["own.pdf"]}
