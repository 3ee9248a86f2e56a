"""Tents and cards: exact cuts, sides that meet, secrets on one side only."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import pypdfium2
import pytest
from sheets.reading import desk, pdf_of
from typeset.reading import accessible_and_sound, page_texts, shrunk

from zinegen.dungeon.model import Dungeon, Treasure
from zinegen.typeset.sheets.cards import (
    CARD,
    CARDS_ACROSS,
    CARDS_DOWN,
    NAMES,
    TENT,
    TENTS_ACROSS,
    TENTS_DOWN,
    _key_cards,
    _treasure_cards,
    _under,
    cards,
    cut_marks,
    heaps,
    mirrored,
    places,
)
from zinegen.typeset.sheets.words import kind_line
from zinegen.units import PAPERS_MM, PT_PER_MM

BLOCKS = [(CARD, CARDS_ACROSS, CARDS_DOWN), (TENT, TENTS_ACROSS, TENTS_DOWN)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("size", "across", "down"), BLOCKS)
def test_pieces_touch_and_keep_clear_of_the_edge(
    paper: str, size: tuple[float, float], across: int, down: int
) -> None:
    sheet = PAPERS_MM[paper]
    corners = places(sheet, size, across, down)
    assert len(set(corners)) == across * down
    xs, ys = sorted({x for x, _ in corners}), sorted({y for _, y in corners})
    assert [b - a for a, b in pairwise(xs)] == pytest.approx([size[0]] * (across - 1))
    assert [b - a for a, b in pairwise(ys)] == pytest.approx([size[1]] * (down - 1))
    for mark in cut_marks(sheet, size, across, down):
        assert 2 < mark["x"] < sheet[0] - 2 and 2 < mark["y"] < sheet[1] - 2  # inside what printers reach
        on_cut = mark["x"] in [*xs, xs[-1] + size[0]] if mark["h"] else mark["y"] in [*ys, ys[-1] + size[1]]
        assert on_cut


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_turned_over_each_back_lies_on_its_front(paper: str) -> None:
    width = PAPERS_MM[paper][0]
    front = places(PAPERS_MM[paper], CARD, CARDS_ACROSS, CARDS_DOWN)
    for (x, y), (back_x, back_y) in zip(front, mirrored(front, width, CARD[0]), strict=True):
        assert y == back_y and width - (back_x + CARD[0]) == pytest.approx(x)


def test_front_and_back_of_a_card_meet_in_the_pdf(cards_pdf: bytes, sample: Dungeon) -> None:
    """Of the first page and its back: each name lies in mirrored places."""
    front, back = (pypdfium2.PdfDocument(cards_pdf)[n] for n in (0, 1))
    made = [*_treasure_cards(desk(sample)), *_key_cards(desk(sample))][:9]
    corners = places(PAPERS_MM["a4"], CARD, CARDS_ACROSS, CARDS_DOWN)
    for card, (x, y) in zip(made, corners, strict=False):
        name = card.player[0]["runs"][0].text.split(",")[0][:12]
        for page, left in ((front, x), (back, PAPERS_MM["a4"][0] - x - CARD[0])):
            text = page.get_textpage()
            search, spots = text.search(name), []
            while (found := search.get_next()) is not None:
                box = text.get_charbox(found[0])
                spots.append((box[0] / PT_PER_MM, (page.get_height() - box[3]) / PT_PER_MM))
            assert any(left < sx < left + CARD[0] and y < sy < y + CARD[1] for sx, sy in spots), name


def test_every_treasure_and_key_has_a_card(sample: Dungeon, cards_pdf: bytes) -> None:
    text = " ".join(" ".join(page_texts(cards_pdf)).split()).replace("- ", "")
    things = [item for level in sample.levels for area in level.areas if area.key for item in area.treasure]
    for name in [item.what for item in things] + [item.name for item in sample.key_items]:
        shown = name.replace("'", "’")
        assert (shown[:1].upper() + shown[1:])[:12] in text or shown[:12] in text


def test_coins_of_one_metal_are_added_up() -> None:
    found = [
        Treasure(id=what, kind=kind, what=what, amount=amount, weight_lb=1.0)
        for kind, what, amount in (
            ("coins", "1,500 electrum coins", 1500), ("coins", "a purse", 30), ("coins", "90 copper coins", 90),
            ("coins", "2,500 electrum coins", 2500), ("gems", "two pearls", 2),
        )
    ]  # fmt: skip
    assert heaps(found) == ["4,000 electrum coins", "a purse", "90 copper coins", "two pearls"]


def test_the_secret_is_on_one_side_only(sample: Dungeon, cards_pdf: bytes) -> None:
    pages = page_texts(cards_pdf)
    backs = [" ".join(page.split()) for page in pages if "Players’ side" in page]
    fronts = [" ".join(page.split()) for page in pages if "Game master’s side" in page]
    assert len(backs) == len(fronts) > 0
    things = [(area, item) for level in sample.levels for area in level.areas if area.key for item in area.treasure]
    magic = [item for _, item in things if item.effect]
    assert magic
    for back in backs:
        assert " gp" not in back and "Opens" not in back and "Lies in" not in back and "trapped" not in back
        for _, item in things:
            for secret in (item.effect, item.hidden):
                assert not secret or secret[:15].replace("'", "’") not in back
    assert all(item.effect[1:15].replace("'", "’") in " ".join(fronts) for item in magic)


def test_tents_name_every_creature_once_on_both_faces(sample: Dungeon, cards_pdf: bytes) -> None:
    pages = [page for page in page_texts(cards_pdf) if "Name tents" in page]
    text = "\n".join(pages)
    kinds = {one.creature for level in sample.levels for area in level.areas for one in area.inhabitants}
    assert kinds and text.count("category") + text.count("Category") == 8 * len(pages)
    group = next(one for level in sample.levels for area in level.areas for one in area.inhabitants)
    assert text.lower().count(f"ac {group.stats.ac}".lower()) or f"AC\u00a0{group.stats.ac}" in text


def test_qpdf_and_pdf_ua(cards_pdf: bytes, tmp_path: Path) -> None:
    accessible_and_sound(cards_pdf, tmp_path)


def test_the_same_bytes_on_one_core_and_on_two(sample: Dungeon, cards_pdf: bytes) -> None:
    assert pdf_of(cards, sample, workers=2) == cards_pdf


def test_long_names_and_texts_fit(sample: Dungeon) -> None:
    long = "Something that was never quite finished by anybody who ever began it, " * 12
    small = shrunk(sample, 5)
    levels = tuple(
        msgspec.structs.replace(level, areas=tuple(
            msgspec.structs.replace(
                area,
                treasure=tuple(
                    msgspec.structs.replace(one, what=long, effect=long, hidden=long) for one in area.treasure),
                inhabitants=tuple(
                    msgspec.structs.replace(one, name=long, stats=msgspec.structs.replace(one.stats, attacks=long))
                    for one in area.inhabitants),
            ) for area in level.areas))
        for level in small.levels
    )  # fmt: skip
    items = tuple(msgspec.structs.replace(one, name=long) for one in small.key_items)
    assert pdf_of(cards, msgspec.structs.replace(small, levels=levels, key_items=items), "letter")


def test_a_tent_says_all_that_a_creature_does_on_two_lines_if_need_be(sample: Dungeon) -> None:
    """Its numbers at the end are what a game master looks for; they were cut off behind long attacks."""
    group = next(group for level in sample.levels for area in level.areas for group in area.inhabitants)
    stats = msgspec.structs.replace(
        group.stats, line="", attacks="1 root lash, or scream", damage="d4; scream: save or faint d4 rounds", morale=9
    )
    line = kind_line(stats, brief=True)
    assert len(line) > 65 and line.endswith("9")
    assert _under(desk(sample), NAMES[0], "React. 8", line) == line
    assert _under(desk(sample), NAMES[0], "React. 8", line * 9).endswith("…")
