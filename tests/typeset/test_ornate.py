"""What adorns pages: it stands clear of text, a layout chooses it, and no letter is lost to an initial."""

from __future__ import annotations

from pathlib import Path

import pytest
from sample import sample_dungeon
from shapely import box

from zinegen.errors import LayoutError
from zinegen.typeset.blocks import Para, Picture
from zinegen.typeset.covers import EDGE_MM, cover_picture
from zinegen.typeset.layouts import find_layout, layout_names
from zinegen.typeset.plan import Frame, Plan, Seen
from zinegen.typeset.products import _Extents
from zinegen.typeset.zine import Booklet
from zinegen.work import PrintOptions


def planned(layout: str, paper: str = "a4") -> Plan:
    dungeon = sample_dungeon()
    options = PrintOptions(layout=layout, paper=paper)
    return Booklet(dungeon, find_layout(layout), options, _Extents(dungeon), Seen()).plan()


def parts(frame: Frame) -> list[object]:
    return [part for placed in frame.placed for part in placed.block.parts]


def pictures(plan: Plan) -> set[str]:
    return {part.name for page in plan.pages for f in page.frames for part in parts(f) if isinstance(part, Picture)}


def room(frame: Frame) -> object:
    return box(frame.x, frame.y, frame.x + frame.width, frame.y + frame.height)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("layout", layout_names())
def test_text_stands_clear_of_what_is_drawn(layout: str, paper: str) -> None:
    """On covers no text lies over a picture, but within a frame that runs round the page, and inside the trim."""
    plan = planned(layout, paper)
    for page in (plan.pages[0], plan.pages[-1]):
        drawn = [f for f in page.frames if isinstance(parts(f)[0], Picture)]
        round_it = [f for f in drawn if f.id.endswith("-frame")]
        texts = [f for f in page.frames if f not in drawn]
        assert texts and drawn, layout
        for frame in drawn:
            assert frame.x >= 3 and frame.y >= 3
            assert frame.x + frame.width <= plan.width_mm - 3 and frame.y + frame.height <= plan.height_mm - 3
        inner = [room(f).buffer(-10.5, join_style="mitre") for f in round_it]
        for frame in texts:
            assert all(not room(frame).intersects(room(f)) for f in drawn if f not in round_it), frame.id
            assert all(shape.contains(room(frame)) for shape in inner), frame.id


def test_layouts_differ_in_the_manner_of_their_covers() -> None:
    shown = ("classic", "manuscript", "plain", "zine", "base")
    wanted = {name: cover_picture(find_layout(name), "cover", 100, 120, "full") for name in shown}
    assert len({(one.kind, one.what) for one in wanted.values()}) == len(shown)


def test_a_page_frame_is_within_the_trim() -> None:
    frame = next(f for f in planned("manuscript").pages[0].frames if f.id == "f-1-frame")
    assert frame.x == frame.y == EDGE_MM


def test_an_initial_loses_no_letter() -> None:
    level = sample_dungeon().levels[0]
    page = next(page for page in planned("classic").pages if page.kind == "overview")
    words = {part.style: "".join(run.text for run in part.runs) for f in page.frames for part in parts(f)
             if isinstance(part, Para)}  # fmt: skip
    assert words["opener"] + words["body"] == level.text
    assert "initial-1" in pictures(planned("classic"))


def test_a_layout_without_ornaments_has_none(tmp_path: Path) -> None:
    keys = "\n".join(f'{name} = "none"' for name in ("cover", "back", "opening", "tail"))
    (tmp_path / "layout.toml").write_text(f'inherits = "classic"\n[ornaments]\n{keys}\n')
    bare = pictures(planned(str(tmp_path)))
    adorned = pictures(planned("classic")) - bare
    assert {"cover", "carpet", "initial-1"} <= adorned
    assert not any(name.startswith(("cover", "carpet", "initial", "end-", "frame-")) for name in bare)


def test_a_wrong_ornament_is_named(tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text('inherits = "classic"\n[ornaments]\ncover = "lace"\n')
    with pytest.raises(LayoutError, match=r"\[ornaments\].*lace"):
        find_layout(str(tmp_path))
