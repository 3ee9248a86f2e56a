"""Handouts are for players' eyes: everything they need, and nothing that gives anything away."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import msgspec
import pikepdf
import pypdfium2
import pytest
from pypdf import PdfReader
from sample import sample_dungeon

from zinegen.build import generate
from zinegen.draw.players import unexplored
from zinegen.dungeon.model import Dungeon, Handout
from zinegen.dungeon.visible import without_secrets
from zinegen.proofs import ink_of
from zinegen.recipe import Recipe
from zinegen.typeset.blocks import Para
from zinegen.typeset.handouts import letters, portraits
from zinegen.typeset.layouts import find_layout
from zinegen.typeset.small import handouts
from zinegen.typeset.writer import printable
from zinegen.work import PrintOptions, Shop


def secrets_of(dungeon: Dungeon) -> set[str]:
    """Every text of a dungeon that players must not read in their papers."""
    found: set[str] = {dungeon.premise.hook}
    found |= {rumour.text for rumour in dungeon.rumours} | {faction.wants for faction in dungeon.factions}
    shown = {
        group.name for level in dungeon.levels for area in level.areas for group in area.inhabitants if group.visible
    }
    shown |= {one.inhabitant.name for one in dungeon.wandering}
    for level in dungeon.levels:
        found |= {level.title, level.text}
        found |= {portal.name for portal in level.portals if portal.secret}
        for area in level.areas:
            found |= {area.text.name, area.text.first, area.text.short, *area.text.notes}
            for detail in area.text.details:
                found |= {detail.look, detail.find, detail.result}
            for hazard in area.hazards:
                found |= {hazard.name, hazard.sign, hazard.trigger, hazard.effect, hazard.remedy}
            for item in area.treasure:
                found |= {item.effect, item.hidden}
            for group in area.inhabitants:
                found |= {group.doing, group.wants, group.special, group.stats.attacks}
                found |= set() if group.name in shown else {group.name}
    # What someone wrote on a wall may name a place; that is what the wall is for.
    clues = [clue.text for level in dungeon.levels for area in level.areas for clue in area.clues]
    written = " ".join([*clues, *(f"{one.title} {one.what} {one.text}" for one in dungeon.handouts)]).lower()
    named = " ".join(item.name for item in dungeon.key_items).lower()
    return {text for text in found if len(text) > 8 and text.lower() not in written + named}


def readable(data: bytes) -> Iterator[str]:
    """Everything in a PDF that someone could read: pages, alternative texts, bookmarks, metadata, raw streams."""
    yield from (page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    with pikepdf.Pdf.open(io.BytesIO(data)) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream):
                if thing.get("/Subtype") != "/Image" and "/Length1" not in thing and "/FontFile3" not in thing:
                    yield thing.read_bytes().decode("latin-1")
                yield repr(dict(thing.items())) if thing.get("/Type") == "/Metadata" else ""
            else:
                yield from strings(thing)


def strings(thing: object) -> Iterator[str]:
    if isinstance(thing, pikepdf.String):
        yield str(thing)
    elif isinstance(thing, pikepdf.Dictionary) and not isinstance(thing, pikepdf.Stream):
        for value in thing.values():
            if isinstance(value, (pikepdf.String, pikepdf.Dictionary, pikepdf.Array)) and not value.is_indirect:
                yield from strings(value)
    elif isinstance(thing, pikepdf.Array):
        for value in thing:
            if isinstance(value, (pikepdf.String, pikepdf.Dictionary, pikepdf.Array)) and not value.is_indirect:
                yield from strings(value)


def squeezed(words: str) -> str:
    return re.sub(r"[\W_]+", "", words).lower()


@pytest.fixture(scope="module", params=["sample", "cyclic"])
def made(request: pytest.FixtureRequest) -> tuple[Dungeon, bytes]:
    dungeon = sample_dungeon() if request.param == "sample" else generate(
        Recipe(seed="leak", system=("cyclic",), levels=1, size="small"))  # fmt: skip
    return dungeon, handouts(dungeon, PrintOptions(), Shop(1))[0].data


def test_nothing_secret_is_in_them(made: tuple[Dungeon, bytes]) -> None:
    dungeon, data = made
    text = squeezed(" ".join(readable(data)))
    secrets = secrets_of(dungeon)
    assert len(secrets) > 40
    assert {secret for secret in secrets if len(squeezed(secret)) > 8 and squeezed(secret) in text} == set()
    assert squeezed(dungeon.title) in text, "it can be read at all"


def test_a_secret_that_is_planted_is_found() -> None:
    dungeon = sample_dungeon()
    area = next(a for a in dungeon.levels[0].areas if a.hazards)
    secret = area.hazards[0].effect
    paper = Handout(id="h-1", area=area.id, title="A slip of the pen", text=secret)
    planted = msgspec.structs.replace(dungeon, handouts=(paper,))
    data = handouts(planted, PrintOptions(level=1), Shop(1))[0].data
    assert squeezed(secret)[:12] in squeezed(" ".join(readable(data)))


def test_every_clue_and_every_face_has_its_card(made: tuple[Dungeon, bytes]) -> None:
    dungeon, data = made
    areas = [area for level in dungeon.levels for area in level.areas if area.key is not None]
    papers = {(one.area, one.where) for one in dungeon.handouts}
    clues = [clue for area in areas for clue in area.clues if (area.id, clue.carrier) not in papers]
    assert len(letters(dungeon, areas)) == len(dungeon.handouts) + len(clues)
    kinds = {g.creature for a in areas for g in a.inhabitants if g.visible}
    assert len(portraits(dungeon, areas)) >= len(kinds)
    names = [card.words[0].runs[0].text for card in portraits(dungeon, areas)]
    text = squeezed(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages))
    assert all(squeezed(name) in text for name in names)


def test_a_letter_is_printed_whole_on_a_card_of_its_size() -> None:
    dungeon = sample_dungeon()
    where = dungeon.entrance
    long = "\n".join(f"Line {n}: the bell was drowned before the monks were, and rings the hour." for n in range(14))
    given = (
        Handout(id="h-1", area=where, title="To my sister", text="Come at once.", what="folded letter"),
        Handout(id="h-2", area=where, title="The abbot's reckoning", text=long, what="ledger page"),
    )
    data = handouts(msgspec.structs.replace(dungeon, handouts=given), PrintOptions(level=1), Shop(1))[0].data
    text = squeezed(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages))
    assert squeezed("To my sister") in text and squeezed(long.split("\n")[-1]) in text


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("In ash, a guest list: “by the north way”.", ["In ash, a guest list.", "“by the north way”"]),
        (
            "In ash, “the Rope Walk”, then an arrow.",
            ["In ash, “the Rope Walk”, then an arrow."],
        ),
        ("In ash, a list: “the cooper”; he never came.", ["In ash, a list: “the cooper”; he never came."]),
    ],
)
def test_a_clue_is_cut_at_its_quotation_only_where_no_word_is_lost(words: str, told: list[str]) -> None:
    dungeon = sample_dungeon()
    area = next(area for level in dungeon.levels for area in level.areas if area.clues)
    area = msgspec.structs.replace(area, clues=(msgspec.structs.replace(area.clues[0], text=words, carrier=""),))
    (card,) = letters(msgspec.structs.replace(dungeon, handouts=()), [area])
    assert ["".join(run.text for run in para.runs) for para in card.words if isinstance(para, Para)] == told


def test_verse_keeps_its_lines() -> None:
    verse = Handout(id="h", area="1-1", title="Verse", text="One line,\nand its fellow.")
    dungeon = msgspec.structs.replace(sample_dungeon(), handouts=(verse,))
    assert printable(dungeon, find_layout("classic").letters).handouts[0].text == verse.text


def test_what_is_found_comes_in_the_order_of_the_areas_whatever_its_size() -> None:
    """A letter of the last area does not come before a clue of the first because it is long."""
    dungeon = sample_dungeon()
    level = dungeon.levels[0]
    areas = sorted((area for area in level.areas if area.key is not None), key=lambda area: area.key or 0)
    given = tuple(
        Handout(id=f"h-{area.key}", area=area.id, title=f"Paper {area.key}", text="So it was written. " * n * n)
        for n, area in reversed(list(enumerate(areas, 1)))
    )  # fmt: skip
    bare = tuple(msgspec.structs.replace(area, clues=()) for area in reversed(level.areas))
    changed = msgspec.structs.replace(
        dungeon, handouts=given, levels=(msgspec.structs.replace(level, areas=bare), *dungeon.levels[1:])
    )
    data = handouts(changed, PrintOptions(level=level.number), Shop(1))[0].data
    text = " ".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data))
    assert re.findall(r"Paper (\d+)", text) == [str(area.key) for area in areas]


def test_they_spare_ink(made: tuple[Dungeon, bytes]) -> None:
    assert max(ink_of(made[1])) <= 12


def test_they_are_accessible_and_have_no_links(made: tuple[Dungeon, bytes]) -> None:
    with pikepdf.Pdf.open(io.BytesIO(made[1])) as pdf:
        assert "pdfuaid" in pdf.Root.Metadata.read_bytes().decode()
        assert all("/Annots" not in page.obj for page in pdf.pages)


def test_the_unexplored_level_shows_the_entrance_alone() -> None:
    dungeon = sample_dungeon()
    number = int(dungeon.entrance.split("-")[0])
    page = unexplored(dungeon, number, width_mm=190, height_mm=270, ink="full")
    key = next(a.key for level in dungeon.levels for a in level.areas if a.id == dungeon.entrance)
    written = [text.text for layer in page.layers for text in layer.texts]
    assert str(key) in written
    others = {str(a.key) for level in dungeon.levels for a in level.areas if a.key not in (None, key, number)}
    assert not others & set(written)
    for level in without_secrets(dungeon).levels:
        blank = unexplored(dungeon, level.number, width_mm=190, height_mm=270, ink="full")
        assert (blank.width_mm, blank.height_mm) == (190, 270)
        if level.number != number:
            assert {layer.name for layer in blank.layers} == {"grid"}


def test_one_level_alone_needs_no_entrance() -> None:
    """The way in lies on another level; its map is drawn as the whole set draws it."""
    (alone,) = handouts(sample_dungeon(), PrintOptions(level=2), Shop(1))
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(alone.data)]
    assert sum("Level 2" in page for page in pages) >= 1 and not any("Level 1" in page for page in pages)
