"""What the user asks for: defaults, then the recipe file, then the command line, as one frozen Recipe."""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from pathlib import Path
from typing import Any

import msgspec

from zinegen.tomlfile import read_toml_file
from zinegen.words import NATIVE

SIZES: dict[str, tuple[int, int]] = {"small": (8, 12), "medium": (14, 20), "large": (24, 36)}
"""Size word -> fewest and most keyed areas a level."""


class LevelAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is asked of one level; None where the recipe's own value stands."""

    system: str | None = None
    size: str | None = None
    theme: str | None = None
    title: str | None = None


class PastIssue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a zine remembers of an earlier issue."""

    number: int
    title: str
    premise: str
    """Theme and event: "crypt.rent"."""
    monster: str
    """The id of the creature of that issue."""
    facts: dict[str, str] = {}
    """What letters to the editor speak of: monster, goal, room, place."""


class ZineAsk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The issue of a zine that a dungeon is to be, and what earlier issues had and it will not have again."""

    title: str
    number: int
    week: str
    """"2026-W48"."""
    editor: str = ""
    season: str = ""
    part: int = 1
    """Which issue of its season it is."""
    town: str = ""
    """The town that the season's dungeons lie near."""
    place: str = ""
    """A place that the season comes back to, as a clause: "the Drowned Rat, an inn"."""
    faction: str = ""
    wants: str = ""
    """What the season's faction wants, as a clause."""
    rumours: tuple[str, ...] = ()
    """The season's talk, as far as it has come."""
    past: tuple[PastIssue, ...] = ()


class Recipe(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A dungeon order with every default filled in."""

    title: str | None = None
    seed: str = ""
    system: tuple[str, ...] = ("cyclic",)
    """Level by level; the last stands for the levels after it."""
    levels: int = 3
    size: str = "medium"
    layout: str = "classic"
    paper: str = "a4"
    ink: str = "full"
    products: tuple[str, ...] = ()
    language: str = NATIVE
    """A language of the lexicon, or the path of a folder with words of the user's own."""
    keys: str = "terse"
    dialect: str = "old-school"
    party_level: int = 1
    theme: str | None = None
    date: str | None = None
    licence: str = "CC BY-SA 4.0"
    base_url: str | None = None
    """Where the site will stand, with a slash at its end."""
    depth: int | None = None
    """How deep cycles nest in cyclic levels; None: as deep as the size has room for."""
    reroll_repeats: bool = True
    """Whether a cycle that stands above or beside in the same level is rolled again."""
    cycles: str | None = None
    """A folder with cycle files of the user's own."""
    tiles: str | None = None
    """A file with a tile set of the user's own."""
    level: tuple[LevelAsk, ...] = ()
    zine: ZineAsk | None = None
    """The issue of a zine that it is; `zinegen weekly` writes this."""

    def system_of(self, number: int) -> str:
        """The carving system of level `number` (from 1)."""
        ask = self.level[number - 1] if number <= len(self.level) else LevelAsk()
        return ask.system or self.system[min(number, len(self.system)) - 1]

    def size_of(self, number: int) -> str:
        """The size word of level `number` (from 1)."""
        ask = self.level[number - 1] if number <= len(self.level) else LevelAsk()
        return ask.size or self.size


def load_recipe(path: str | Path | None = None, **options: Any) -> Recipe:
    """Read an order: the defaults, over them the TOML file, over that the options.

    Args:    path: a recipe file, or None. options: keys of the recipe as the command line gives them (a list may be
             one comma-separated text); None stands for "not given".
    Returns: a Recipe with every default filled in; the seed is drawn by lot where none is given, and the one thing
             in zinegen that chance decides.
    Raises:  RecipeError naming file (or option), key and remedy; MachineError for a file that may not be read.
    """
    from zinegen.recipe_keys import Asked, read_keys

    asked = (
        []
        if path is None
        else [Asked(value, str(path), key) for key, value in read_toml_file(Path(path), "recipe", "recipe").items()]
    )
    over = {key: Asked(value, "", key) for key, value in options.items() if value is not None}
    given = {one.key: one for one in asked} | over
    if "seed" not in given:
        given["seed"] = Asked(draw_seed(), "", "seed")
    if path is not None and "cycles" not in given and any((Path(path).parent / "cycles").glob("[!_]*.toml")):
        given["cycles"] = Asked("cycles", str(path), "cycles")
    if path is not None and "tiles" not in given and (Path(path).parent / "tiles.toml").is_file():
        given["tiles"] = Asked("tiles.toml", str(path), "tiles")
    return Recipe(**read_keys(given))


def draw_seed() -> str:
    """A seed by lot: two short made-up words, easy to read out and to type."""

    def word() -> str:
        return "".join(secrets.choice("bdfghklmnprstvz") + secrets.choice("aeiou") for _ in range(3))

    return f"{word()}-{word()}"


def recipe_hash(recipe: Recipe) -> str:
    """Six hex digits of all that is asked but the list of products and the site's address.

    These are left out so that a second build of the same dungeon, with other products, goes into the same folder.
    """
    asked = msgspec.to_builtins(msgspec.structs.replace(recipe, products=(), base_url=None))
    if asked["language"] == NATIVE:
        del asked["language"]  # folders that were made before there was a choice keep their names
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:6]


UNJOINED = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart into a plain one and its mark."""


def slug(recipe: Recipe) -> str:
    """The name of the dungeon's folder: system, seed and six hex digits; plain ASCII, safe on every file system.

    The system comes first and the digits last, so that no seed can make it a hidden file or a name that Windows keeps
    for itself; the digits tell seeds apart that look alike once they are made safe.
    """
    systems = sorted({recipe.system_of(number) for number in range(1, recipe.levels + 1)})
    plain = unicodedata.normalize("NFKD", recipe.seed.lower().translate(UNJOINED)).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain)[:40].strip("-")
    return "-".join(
        part for part in (systems[0] if len(systems) == 1 else "mixed", words, recipe_hash(recipe)) if part
    )


STARTER = """\
# A recipe for `zinegen build {file}`. Every key is optional; a # turns a line off.
# What stands here is the default. The command line wins over this file.

# title = "The Bell Under Hollow Hill"   # made up when left out
# seed = "hollow hill"                   # drawn by lot when left out, and printed, so that you can have it again

system = "cyclic"           # or a list, level by level: ["cyclic", "labyrinth"]
levels = 3                  # 1 to 10; cyclic ones up to 20
size = "medium"             # keyed areas a level: small 8-12, medium 14-20, large 24-36

layout = "classic"          # a layout's name, or the path of a folder of your own
paper = "a4"                # the sheet in your printer: a4 or letter
ink = "full"                # full, low (grey and light) or lines (nothing filled)
# products = ["booklet", "onepage", "maps", "flow", "site"]

keys = "terse"              # how the rooms are written
dialect = "old-school"      # how creatures are written: old-school, d6 or labyrinth
# language = "en"           # or the path of a folder with words of your own
party_level = 1             # 1 to 14
# theme = "..."             # one of the lexicon's; by lot when left out
# depth = 1                 # how deep cycles nest in cyclic levels, 0 to 2; by the size when left out
# reroll_repeats = true     # whether a cycle that the same level has already is rolled again
# tiles: a file tiles.toml beside this one, with a tile set of your own, is found by itself
# cycles: a folder of that name beside this file, with cycles of your own, is found by itself
# zine: a table that `zinegen weekly` writes, for a dungeon that is an issue of a zine
# date = 2026-01-31         # printed and put into the PDFs; none when left out
licence = "CC BY-SA 4.0"    # the line printed in every product
# base_url = "https://example.org/dungeon/"   # where the site will stand, for links from elsewhere

# Say something of one level alone, in order from the first:
# [[level]]
# title = "The Wet Cellars"
# size = "small"
"""
"""The text of `zinegen new recipe`."""
