"""Keyed pages: how keys, local maps and fillers share them. Planned only, nothing is rendered."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from typeset.reading import shrunk

from zinegen.draw.elevation import elevation
from zinegen.draw.map import local_map
from zinegen.dungeon.model import Dungeon
from zinegen.typeset.blocks import Block, Para, block_words, text
from zinegen.typeset.crops import MAP_GAP_MM, Size, partings
from zinegen.typeset.layouts import Layout, find_layout
from zinegen.typeset.makeup import Makeup
from zinegen.typeset.pictures import Wanted
from zinegen.typeset.plan import CUT, Page, Plan, Seen
from zinegen.typeset.products import _Extents
from zinegen.typeset.zine import Booklet
from zinegen.work import PrintOptions


def planned(dungeon: Dungeon, classic: Layout, paper: str = "a4") -> tuple[Booklet, Plan]:
    made = Booklet(dungeon, classic, PrintOptions(paper=paper), _Extents(dungeon), Seen())
    return made, made.plan()


def crops_of(made: Booklet) -> list[Wanted]:
    return [wanted for wanted in made.wanted if wanted.kind == "crop"]


def key_pages(plan: Plan) -> list[Page]:
    return [page for page in plan.pages if page.kind == "keys"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_level_has_one_scale_and_maps_right_across(sample: Dungeon, classic: Layout, paper: str) -> None:
    """Squares of one size, large enough to read; maps share the whole width of a page; each is drawn as planned."""
    made, plan = planned(sample, classic, paper)
    crops = crops_of(made)
    for level in sample.levels:
        scales = {wanted.scale for wanted in crops if wanted.level == level.number}
        assert len(scales) == 1
        assert min(scales) >= 2.6
    product = classic.products["booklet"]
    for page in key_pages(plan):
        names = [block.id.removeprefix("pic-") for block in page.blocks() if block.kind == "picture"]
        wide = [wanted.width for wanted in crops if wanted.name in names]
        assert sum(wide) + MAP_GAP_MM * (len(wide) - 1) == pytest.approx(made.text_width)
        tall = next(wanted.height for wanted in crops if wanted.name in names)
        assert product.crop_least * made.text_height - 0.01 <= tall <= product.crop_most * made.text_height + 0.01
    for wanted in crops:
        drawn = local_map(
            sample, wanted.areas, mm_per_square=wanted.scale, max_width_mm=wanted.width, max_height_mm=wanted.height,
            fill=True,
        )  # fmt: skip
        assert drawn.scale == wanted.scale


def test_every_keyed_area_is_on_the_map_of_its_page(sample: Dungeon, classic: Layout) -> None:
    made, plan = planned(sample, classic)
    shown = {wanted.name: wanted.areas for wanted in crops_of(made)}
    for page in key_pages(plan):
        keys = {block.anchor for block in page.blocks() if block.kind == "key" and block.anchor}
        maps = [shown[block.id.removeprefix("pic-")] for block in page.blocks() if block.kind == "picture"]
        assert {area for areas in maps for area in areas} == keys
        assert sum(map(len, maps)) == len(keys)


def test_fillers(sample: Dungeon, classic: Layout) -> None:
    """Lines to write on at most once a page; what wanders fills a gap at most once a level; no rumour is lost."""
    made, plan = planned(sample, classic)
    wandering: list[str] = []
    for page in key_pages(plan):
        ids = [block.id for block in page.blocks()]
        assert sum(id_.startswith("notes-") for id_ in ids) <= 1
        wandering += [id_ for id_ in ids if id_.startswith("wanderbox-")]
    assert len(wandering) == len(set(wandering))
    text = " ".join(block_words(block) for page in plan.pages for block in page.blocks())
    for rumour in made.dungeon.rumours:
        assert rumour.text.rstrip(".")[1:] in text


def test_keys_of_any_length_are_planned(small: Dungeon, classic: Layout) -> None:
    """A note of 60 to 700 words in one area: always a plan, and all of the words on it."""
    for count in range(60, 700, 64):
        level = small.levels[0]
        text = msgspec.structs.replace(level.areas[0].text, notes=(" ".join(f"word{n}" for n in range(count)),))
        areas = (msgspec.structs.replace(level.areas[0], text=text), *level.areas[1:])
        changed = msgspec.structs.replace(small, levels=(msgspec.structs.replace(level, areas=areas),))
        _, plan = planned(changed, classic)
        said = " ".join(block_words(block) for page in key_pages(plan) for block in page.blocks())
        assert all(f"word{n}" in said for n in range(1, count))


class Row:
    """Areas of four squares' width in a row, ten squares from one to the next."""

    def full(self, areas: tuple[str, ...]) -> Size:
        return self._span(areas) + 5, 9.0

    def core(self, areas: tuple[str, ...]) -> Size:
        return self._span(areas) + 3, 7.0

    def middle(self, area: str) -> Size:
        return 10.0 * int(area), 0.0

    def level(self, area: str) -> Size:
        return 99.0, 99.0

    def side(self, width: float, height: float) -> float:
        return height

    def _span(self, areas: tuple[str, ...]) -> float:
        places = [10 * int(area) for area in areas]
        return float(max(places) - min(places) + 4)


def test_the_gap_between_the_pieces_of_a_torn_key_is_reckoned(small: Dungeon) -> None:
    """In large type the gap is higher than what is kept free below: a piece of a line came to stand in the margin."""
    plain, level = find_layout("plain"), small.levels[0]
    for words in range(40, 100, 6):
        notes = (" ".join(["word"] * words), *(f"A note, the {n}th." for n in range(24)))
        text = msgspec.structs.replace(level.areas[0].text, notes=notes)
        areas = (msgspec.structs.replace(level.areas[0], text=text), *level.areas[1:])
        torn = msgspec.structs.replace(small, levels=(msgspec.structs.replace(level, areas=areas),))
        frames = [frame for page in key_pages(planned(torn, plain)[1]) for frame in page.frames]
        assert any(frame.placed[-1].block.id.endswith(CUT[0]) for frame in frames if frame.placed)
        assert min(frame.free_pt for frame in frames) > -0.01


def test_areas_are_parted_by_number_or_by_place() -> None:
    """Areas 1 and 9 lie at the ends, 2 and 8 beside them: by place 1 2 | 8 9, whatever the order of their keys."""
    found = {parting.groups for parting in partings(("9", "1", "8", "2"), Row())}
    assert {(("9", "1", "8", "2"),), (("1", "2"), ("9", "8"))} <= found
    assert all(sorted(sum(groups, ())) == ["1", "2", "8", "9"] for groups in found)
    assert max(map(len, found)) == 3


def test_maps_side_by_side_share_a_width() -> None:
    parting = next(p for p in partings(("1", "2", "9"), Row()) if p.groups == (("1", "2"), ("9",)))
    assert parting.room(120, 3.0) == pytest.approx(120 - 4 - 3 * (17 + 7))
    crops = parting.crops(120, 50, 3.0)
    assert sum(crop.width for crop in crops) + MAP_GAP_MM == pytest.approx(120)
    assert all(b.x == pytest.approx(a.x + a.width + MAP_GAP_MM) for a, b in pairwise(crops))
    assert all(crop.width >= 3.0 * core[0] for crop, core in zip(crops, parting.core, strict=True))
    assert parting.room(60, 3.0) < 0


def test_the_side_view_comes_out_as_high_as_planned(sample: Dungeon) -> None:
    for most in (60.0, 120.0):
        planned_high = _Extents(sample).side(121.5, most)
        assert elevation(sample, width_mm=121.5, height_mm=most).height_mm == pytest.approx(planned_high)


def test_a_roster_after_the_last_section_is_in_the_contents(sample: Dungeon, classic: Layout) -> None:
    """It fills up the sheet, which is known when the contents have been made up."""
    late = 0
    for keys in range(3, 9):
        dungeon = shrunk(sample, keys)
        plan = Booklet(dungeon, classic, PrintOptions(), _Extents(dungeon), Seen()).plan()
        pages = plan.page_of()
        front = [run.to for page in plan.pages[:4] for block in page.blocks() for part in block.parts
                 if isinstance(part, Para) for run in part.runs if run.look == "folio"]  # fmt: skip
        rosters = [mark.anchor for mark in plan.marks if mark.anchor.startswith("roster-page-")]
        late += len(rosters)
        assert [to for to in front if to.startswith("roster")] == [r for r in rosters if pages[r] > pages["credits"]]
    assert late


def test_what_is_looked_up_in_play_is_in_the_contents(sample: Dungeon, classic: Layout) -> None:
    """Rumours, who wants what and the chart of the levels, in the order of pages; no column runs over its page."""
    for dungeon in (sample, shrunk(sample, 4), msgspec.structs.replace(sample, levels=sample.levels[:1])):
        made, plan = planned(dungeon, classic)
        pages = plan.page_of()
        (listing,) = (page for page in plan.pages if page.outer == "Contents")
        told = [run.to for block in listing.blocks() for part in block.parts
                if isinstance(part, Para) for run in part.runs if run.look == "folio"]  # fmt: skip
        assert {"factions", *(["levels-flow"] if len(dungeon.levels) > 1 else [])} <= set(told)
        assert [pages[to] for to in told] == sorted(pages[to] for to in told)
        foot = made.product.top + made.text_height
        assert all(frame.y + frame.height <= foot and frame.free_pt > -0.01 for frame in listing.frames)
        for name in {"rumours", "factions"} & set(told):
            (page,) = (page for page in plan.pages if page.number == pages[name])
            assert any(block.id == name for block in page.blocks())


def test_a_running_head_names_all_that_its_page_begins(classic: Layout) -> None:
    """ "Treasure" stood over the colophon."""
    making = Makeup(classic, classic.products["booklet"], 148.0, 210.0, Seen())
    body = [Block("b", "text", (Para("body", text("Words.")),))]
    for name in ("Treasure", "Colophon", "A heading by far too long for any running head"):
        making.section(name, name.lower(), "", body)
    assert [page.outer for page in making.pages] == ["Treasure · Colophon"]


def test_a_table_at_the_foot_of_a_page_ends_above_it(sample: Dungeon) -> None:
    """In a frame without a hair's room a hundredth of a point turns its last row over, and it is lost."""
    wide = _Extents(sample)
    wide.level = lambda area: (90.0, 30.0)
    for name in ("classic", "manuscript"):
        plan = Booklet(sample, find_layout(name), PrintOptions(paper="letter"), wide, Seen()).plan()
        feet = [page.frames[-1] for page in plan.pages if page.kind == "overview"]
        assert [foot.placed[0].block.id for foot in feet] == ["wander-1", "wander-2"]
        assert all(1.0 < foot.free_pt < 2.0 for foot in feet)
