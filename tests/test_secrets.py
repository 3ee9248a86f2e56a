"""Whatever players may be given, of every system: read whole, pages and metadata, for a word that is not for them.

Every text of a dungeon is signed with what it is, so that any of them is known wherever it turns up.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from impose.test_handouts import readable, squeezed
from sample import sample_dungeon

from zinegen.build import generate, produce
from zinegen.dungeon.model import Dungeon, Handout
from zinegen.recipe import Recipe
from zinegen.work import Made, PrintOptions

PRODUCTS = ("handouts", "battlemap", "maps", "flow", "site")
SYSTEMS = ("labyrinth,cyclic", "passages,tiles", "sample")
SHOWN = {
    "handouts.pdf": {"dungeontitle", "premisesubtitle", "cluetext", "handouttitle", "handoutwhat", "handouttext",
                     "inhabitantname"},
    "": {"dungeontitle"},
}  # fmt: skip
"""What of the texts players may read: in their handouts what can be found and met, elsewhere the title."""


def is_for_players(name: str) -> bool:
    """Whether a file may be given to players."""
    return name in ("handouts.pdf", "battlemap.pdf") or "player" in name


def signed(thing: Any, labels: set[str], hidden: bool = False) -> Any:
    """The same with a mark behind every text: the names of its record and field; `hidden` for who is not seen."""
    if isinstance(thing, tuple):
        return tuple(signed(one, labels) for one in thing)
    if not isinstance(thing, msgspec.Struct):
        return thing
    kind, new = type(thing).__name__.lower(), {}
    hidden = not getattr(thing, "visible", True)
    for field in thing.__struct_fields__:
        value = getattr(thing, field)
        if isinstance(value, str) and (" " in value or field == "seed"):
            label = kind + field.replace("_", "") + "hidden" * hidden
            labels.add(label)
            new[field] = f"{value} zq{label}zq"
        elif field not in ("recipe", "licence", "zinegen", "date"):
            new[field] = signed(value, labels)
    return msgspec.structs.replace(thing, **new)


@cache
def printed(system: str) -> tuple[frozenset[str], tuple[Made, ...]]:
    """The marks of a dungeon, and what players may be given of it."""
    labels: set[str] = set()
    dungeon = sample_dungeon() if system == "sample" else generate(
        Recipe(seed="leaks", system=tuple(system.split(",")), levels=2, size="small"))  # fmt: skip
    dungeon = signed(dungeon, labels)
    dungeon = msgspec.structs.replace(dungeon, recipe=dungeon.recipe | {"seed": dungeon.seed})
    return frozenset(labels), tuple(made_of(dungeon))


def made_of(dungeon: Dungeon, products: tuple[str, ...] = PRODUCTS) -> Iterator[Made]:
    files = produce(dungeon, PrintOptions(products=products, base_url="https://example.org/"), workers=1)
    return (file for file in files if is_for_players(file.name))


def words_of(file: Made) -> str:
    """Everything in a file that someone could read, letters and figures alone; fails for a kind that is new."""
    kind = file.name.rpartition(".")[2]
    if kind == "pdf":
        return squeezed(" ".join(readable(file.data)))
    if kind == "png":
        return squeezed(" ".join(_png_texts(file.data)))
    if kind == "woff2":  # of the fonts that every site has
        return ""
    assert kind in ("svg", "html", "css", "js", "json", "xml", "txt"), f"nobody has looked into {file.name}"
    return squeezed(re.sub(r"base64,[\w+/=]+", "", file.data.decode()))


def _png_texts(data: bytes) -> Iterator[str]:
    """All of a PNG that is not its picture."""
    at = 8
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at : at + 8])
        if name != b"IDAT":
            yield name.decode() + data[at + 8 : at + 8 + size].decode("latin-1")
        at += size + 12


@cache
def read_in(files: tuple[Made, ...], labels: frozenset[str]) -> dict[str, set[str]]:
    """File -> the marks that are in it."""
    words = {file.name: words_of(file) for file in files}
    return {name: {label for label in labels if f"zq{label}zq" in text} for name, text in words.items()}


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_player_reads_what_is_not_for_them(system: str) -> None:
    labels, files = printed(system)
    assert len(labels) > 25 and {"dungeonseed", "hazardeffect", "keytextname"} <= labels
    found = read_in(files, labels)
    assert [(name, marks) for name, marks in found.items() if marks - SHOWN.get(name, SHOWN[""])] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_kind_of_file_is_there_and_was_read(system: str) -> None:
    """The title is in each of them that has words at all, so a text in it would have been seen."""
    labels, files = printed(system)
    found = read_in(files, labels)
    names = set(found)
    assert {"handouts.pdf", "battlemap.pdf", "maps/level-1-player.svg", "site/player/index.html"} <= names
    assert any(name.startswith("site/player/") and name.endswith(".png") for name in names)
    titled = {name for name, marks in found.items() if "dungeontitle" in marks}
    assert titled >= {name for name in names if name.endswith((".pdf", ".html", "-player.svg"))}


def test_a_secret_that_is_planted_is_found() -> None:
    """A trap's effect on a slip of paper, and a secret in a PNG's own words."""
    dungeon = signed(sample_dungeon(), set())
    area = next(area for area in dungeon.levels[0].areas if area.hazards)
    slip = Handout(id="h-1", area=area.id, title="A slip", text=area.hazards[0].effect)
    found = read_in(
        tuple(made_of(msgspec.structs.replace(dungeon, handouts=(slip,)), ("handouts",))), frozenset({"hazardeffect"})
    )
    assert [name for name, marks in found.items() if marks] == ["handouts.pdf"]
    chunk = b"Comment\0zqhazardeffectzq"
    png = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s", len(chunk), b"tEXt") + chunk + b"\0\0\0\0"
    assert read_in((Made("player.png", png),), frozenset({"hazardeffect"})) == {"player.png": {"hazardeffect"}}
