"""The keys of a recipe, one reader each: a value from a file or an option comes in, a checked one goes out."""

from __future__ import annotations

import datetime
import difflib
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from zinegen.errors import RecipeError
from zinegen.recipe import SIZES, LevelAsk, ZineAsk
from zinegen.share import share
from zinegen.units import BOOKLET_PAGE
from zinegen.words import NATIVE, languages, speak

INKS = ("full", "low", "lines")
KEYS = ("terse", "prose")
DIALECTS = ("old-school", "d6", "labyrinth")
PARTY_LEVELS = (1, 14)
LONGEST_TEXT = 200


class Asked(NamedTuple):
    """A value as it was given."""

    value: Any
    file: str
    """The recipe file; empty for the command line."""
    key: str

    @property
    def where(self) -> str:
        """The place as messages name it: `recipe.toml: levels` or `--levels`."""
        return f"{self.file}: {self.key}" if self.file else "--" + self.key.replace("_", "-")

    def wrong(self, why: str) -> RecipeError:
        """The error that names the place and what is wrong there."""
        return RecipeError(f"{self.where}: {why}")


def shown(value: object) -> str:
    """A value in a message: short, on one line, every odd character escaped."""
    try:
        text = ascii(value) if isinstance(value, (str, bytes)) else str(value)
    except ValueError:  # a number of more digits than Python turns into text
        return "a very long number"
    return ascii(text)[1:-1] if len(text) < 60 else ascii(text)[1:56] + "..."


def nearest(name: str, known: Iterable[str]) -> str:
    """The hint after an unknown name: the nearest known one, or all of them."""
    names = list(known)
    close = difflib.get_close_matches(name.lower(), names, n=1, cutoff=0.6)
    return (f"did you mean {close[0]}? " if close else "") + "there is: " + ", ".join(names)


def read_keys(given: dict[str, Asked]) -> dict[str, Any]:
    """Check every value; returns what Recipe is made of. Raises RecipeError at the first that is wrong."""
    for asked in given.values():
        if asked.key not in READERS:
            raise RecipeError(f"{asked.where}: a recipe has no such key; {nearest(asked.key, READERS)}")
    speak(language_name(given["language"]) if "language" in given else NATIVE)  # themes are named in its lists
    read = {key: reader(given[key]) for key, reader in READERS.items() if key in given}
    levels = read.get("levels", 3)
    if len(read.get("level", ())) > levels:
        raise given["level"].wrong(f"{len(read['level'])} [[level]] tables for {levels} levels; set levels to match")
    if read.get("system") == ("mixed",):
        read["system"] = _mixed(read["seed"], levels)
    if given.keys() & {"system", "levels", "level"}:  # what is printed only needs no carver
        _check_levels(read, given.get("levels"))
    read.setdefault("products", default_products())
    read["products"] = _made_by(read.get("layout", "classic"), read["products"], given.get("products"))
    return read


# --------------------------------------------------------------------------------------- what there is to choose from


def systems() -> list[str]:
    """The names of the carvers."""
    from zinegen.carve import CARVERS

    return sorted(CARVERS)


def layouts() -> list[str]:
    """The names of the layouts that come with zinegen; `base` is what they inherit from, not one of them."""
    found = (path.parent.name for path in share("layouts").glob("*/layout.toml"))
    return sorted(name for name in found if name not in ("base", "starter"))


def default_products() -> tuple[str, ...]:
    """What is made when nothing is said."""
    from zinegen.build import PRODUCTS

    return tuple(name for name, product in PRODUCTS.items() if product.default)


def _check_levels(read: dict[str, Any], asked: Asked | None) -> None:
    """Whether the systems asked for can have so many levels. Raises RecipeError that says what can be."""
    from zinegen.carve.registry import ALONE, MOST_LEVELS
    from zinegen.recipe import Recipe

    recipe = Recipe(**{key: read[key] for key in ("system", "levels", "level") if key in read})
    used = sorted({recipe.system_of(number) for number in range(1, recipe.levels + 1)})
    most = ALONE.get(used[0], MOST_LEVELS) if len(used) == 1 else MOST_LEVELS
    if recipe.levels <= most:
        return
    deeper = [f"{name}: {limit}" for name, limit in sorted(ALONE.items()) if limit >= recipe.levels]
    what = used[0] if len(used) == 1 else "mixed systems"
    hint = f"; or take a system that goes deeper ({', '.join(deeper)})" if deeper else ""
    named = asked or Asked(recipe.levels, "", "levels")
    raise named.wrong(f"{recipe.levels} will not do with {what}; give a whole number from 1 to {most}{hint}")


def levels_count(asked: Asked) -> int:
    """How many levels, as far as any system goes."""
    from zinegen.carve import CARVERS
    from zinegen.carve.registry import ALONE, MOST_LEVELS

    return whole(1, max([MOST_LEVELS, *(ALONE[name] for name in CARVERS)]))(asked)


def themes() -> list[str]:
    """The ids of the lexicon's themes."""
    from zinegen.words import lexicon

    return sorted(lexicon("themes"))


def _mixed(seed: str, levels: int) -> tuple[str, ...]:
    """A system for each level, by lot, none twice running where there are two."""
    from zinegen.dice import Stream

    stream, chosen = Stream(seed, "mixed systems"), [""]
    for _ in range(levels):
        chosen.append(stream.choice([name for name in systems() if name != chosen[-1]] or systems()))
    return tuple(chosen[1:])


# ------------------------------------------------------------------------------------------------------- the readers


def plain_text(asked: Asked) -> str:
    """1-200 characters, none of them a control character."""
    text = asked.value
    if not isinstance(text, str):
        raise asked.wrong(f'{shown(text)} is no text; put it in quotes, such as {asked.key} = "{shown(text)}"')
    if not text:
        raise asked.wrong(f"is empty; give 1 to {LONGEST_TEXT} characters, or leave it out")
    if len(text) > LONGEST_TEXT:
        raise asked.wrong(f"is {len(text):,} characters long; give at most {LONGEST_TEXT}")
    return _printable_text(asked, text)


def _printable_text(asked: Asked, text: str) -> str:
    """A text without characters that no page can hold."""
    for place, character in enumerate(text, 1):
        number = ord(character)
        # No XML file can hold a non-character, nor UTF-8 half of a surrogate pair.
        if unicodedata.category(character) in ("Cc", "Cs") or number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF:
            raise asked.wrong(f"character {place} is U+{number:04X}, which cannot be printed; take it out")
    return text


def one_of(known: Callable[[], Iterable[str]] | Iterable[str]) -> Callable[[Asked], str]:
    """A reader of one of some names."""

    def read(asked: Asked) -> str:
        names = list(known() if callable(known) else known)
        if isinstance(asked.value, str) and asked.value in names:
            return asked.value
        if not isinstance(asked.value, str):
            raise asked.wrong(f"{shown(asked.value)} is no text; there is: {', '.join(names)}")
        raise asked.wrong(f"{shown(asked.value)} does not exist; {nearest(asked.value, names)}")

    return read


def whole(low: int, high: int) -> Callable[[Asked], int]:
    """A reader of a whole number from low to high; on the command line it is text."""

    def read(asked: Asked) -> int:
        value = asked.value
        if isinstance(value, str) and not asked.file and re.fullmatch(r"[+-]?[0-9]{1,9}", value.strip()):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise asked.wrong(f"{shown(asked.value)} will not do; give a whole number from {low} to {high}")
        return value

    return read


def _names(asked: Asked) -> list[str]:
    """A list of names: a TOML list, or one text with commas."""
    value = asked.value.split(",") if isinstance(asked.value, str) else asked.value
    if not isinstance(value, (list, tuple)) or not all(isinstance(name, str) for name in value):
        raise asked.wrong(f'{shown(asked.value)} is no list of names; write such as {asked.key} = ["one", "two"]')
    return [name.strip() for name in value]


def system_list(asked: Asked) -> tuple[str, ...]:
    """Carvers, level by level, or ("mixed",)."""
    names, known = _names(asked), systems()
    if names == ["mixed"]:
        return ("mixed",)
    if not names:
        raise asked.wrong(f"names no system; there is: {', '.join([*known, 'mixed'])}")
    return tuple(
        one_of([*known, "mixed"] if len(names) == 1 else known)(asked._replace(value=name)) for name in names
    )


def product_list(asked: Asked) -> tuple[str, ...]:
    """Products, each once, in the order in which they are listed; `all` stands for all."""
    from zinegen.build import PRODUCTS

    names = [name for name in _names(asked) if name]
    if not names:
        raise asked.wrong(f"names no product; there is: {', '.join([*PRODUCTS, 'all'])}")
    chosen = {one_of([*PRODUCTS, "all"])(asked._replace(value=name)) for name in names}
    return tuple(name for name in PRODUCTS if name in chosen or "all" in chosen)


def _made_by(layout: str, products: tuple[str, ...], asked: Asked | None) -> tuple[str, ...]:
    """Those products that a layout makes. Raises RecipeError where one that it does not is asked for by name."""
    from zinegen.files import DUNGEON
    from zinegen.typeset.layouts import find_layout

    lacking = find_layout(layout).without
    named = () if asked is None or asked.file.startswith(DUNGEON) else _names(asked)
    refused = [name for name in products if name in lacking and name in named]
    if asked is not None and refused:
        raise asked.wrong(
            f"the layout {Path(layout).name!r} makes no {' and no '.join(refused)}, for its type does not fit; "
            "leave that out, or take another layout"
        )
    return tuple(name for name in products if name not in lacking)


def _beside(asked: Asked, path: str) -> Path:
    """A path, counted from the recipe that names it; on the command line from where one is."""
    return Path(asked.file).parent / path if asked.file else Path(path)


def layout_name(asked: Asked) -> str:
    """A layout's name, or the path of a folder with a layout.toml, counted from the recipe that names it."""
    value = plain_text(asked)
    if value in layouts():
        return value
    folder = _beside(asked, value)
    if (folder / "layout.toml").is_file():
        return str(folder)
    if folder.is_dir() and ("/" in value or "\\" in value or value.startswith(".")):
        raise asked.wrong(f"the folder {shown(value)} has no layout.toml; `zinegen new layout NAME` writes one")
    raise asked.wrong(f"there is no layout {shown(value)}; {nearest(value, layouts())}; or name a folder of your own")


def language_name(asked: Asked) -> str:
    """A language's name, or the path of a folder with word lists, counted from the recipe that names it."""
    value = plain_text(asked)
    if value in languages():
        return value
    folder = _beside(asked, value)
    if not folder.is_dir():
        known = nearest(value, languages())
        raise asked.wrong(f"there is no language {shown(value)}; {known}; or name a folder with words of your own")
    if not any(folder.rglob("*.toml")):
        raise asked.wrong(f"the folder {shown(value)} has no word lists; docs/words.md shows how to make them")
    return str(folder)


def yes_or_no(asked: Asked) -> bool:
    """True or false."""
    if not isinstance(asked.value, bool):
        raise asked.wrong(f"{shown(asked.value)} will not do; write true or false")
    return asked.value


def cycle_folder(asked: Asked) -> str:
    """The path of a folder with cycle files, counted from the recipe that names it."""
    from zinegen.carve.cycles import cycle_types

    folder = _beside(asked, plain_text(asked))
    if not folder.is_dir():
        raise asked.wrong(f"there is no folder {shown(asked.value)}; name one with cycle files, or leave it out")
    cycle_types(folder)
    return str(folder)


def tile_file(asked: Asked) -> str:
    """The path of a file with a tile set, counted from the recipe that names it."""
    from zinegen.tileset import tile_set

    file = _beside(asked, plain_text(asked))
    if not file.is_file():
        raise asked.wrong(f"there is no file {shown(asked.value)}; name one with a tile set, or leave it out")
    tile_set(file)
    return str(file)


def real_date(asked: Asked) -> str:
    """A day that exists, as YYYY-MM-DD; TOML's own dates will do."""
    value = asked.value
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        try:
            return datetime.date.fromisoformat(value).isoformat()
        except ValueError:
            pass
    raise asked.wrong(f"{shown(value)} is no day; write it as YYYY-MM-DD, such as 2026-01-31")


def web_address(asked: Asked) -> str:
    """Where a site will stand: http or https, a host, perhaps a path; it comes back with a slash at its end."""
    text = plain_text(asked)
    try:
        found = urllib.parse.urlsplit(text)
        whole = found.scheme in ("http", "https") and bool(found.hostname) and (found.port is None or found.port > 0)
    except ValueError:
        whole = False
    if not whole or not re.fullmatch(r"[!-~]+", text) or re.search(r"[?#<>\"\\^`{|}]|@", text):
        raise asked.wrong(f'{shown(text)} is no address of a folder; write such as "https://example.org/dungeon/"')
    return text.rstrip("/") + "/"


def level_tables(asked: Asked) -> tuple[LevelAsk, ...]:
    """The [[level]] tables."""
    if not isinstance(asked.value, list) or not all(isinstance(table, dict) for table in asked.value):
        raise asked.wrong("is no list of tables; write [[level]] on a line of its own, and below it what it asks")
    found = []
    for number, table in enumerate(asked.value, 1):
        read = {}
        for key, value in table.items():
            one = Asked(value, asked.file, f"[[level]] {number}: {key}")
            if key not in LEVEL_READERS:
                raise one.wrong(f"a level has no such key; {nearest(key, LEVEL_READERS)}")
            read[key] = LEVEL_READERS[key](one)
        found.append(LevelAsk(**read))
    return tuple(found)


def zine_issue(asked: Asked) -> ZineAsk:
    """The [zine] table, which `zinegen weekly` writes."""
    if isinstance(asked.value, ZineAsk):
        return asked.value
    try:
        issue = msgspec.convert(asked.value, ZineAsk)
    except msgspec.ValidationError as fault:
        raise asked.wrong(f"{fault}; take the table as `zinegen weekly` wrote it") from None
    for text in texts_in(asked.value):
        if text:
            _printable_text(asked, text)
    return issue


def texts_in(value: Any) -> list[str]:
    """Every text in a value read from TOML, at any depth."""
    if isinstance(value, str):
        return [value]
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [text for one in inside for text in texts_in(one)]


LEVEL_READERS: dict[str, Callable[[Asked], Any]] = {
    "system": one_of(systems),
    "size": one_of(SIZES),
    "theme": one_of(themes),
    "title": plain_text,
}

READERS: dict[str, Callable[[Asked], Any]] = {
    "title": plain_text,
    "seed": plain_text,
    "system": system_list,
    "levels": levels_count,
    "size": one_of(SIZES),
    "layout": layout_name,
    "paper": one_of(BOOKLET_PAGE),
    "ink": one_of(INKS),
    "products": product_list,
    "language": language_name,
    "keys": one_of(KEYS),
    "dialect": one_of(DIALECTS),
    "party_level": whole(*PARTY_LEVELS),
    "theme": one_of(themes),
    "date": real_date,
    "licence": plain_text,
    "base_url": web_address,
    "depth": whole(0, 2),
    "reroll_repeats": yes_or_no,
    "cycles": cycle_folder,
    "tiles": tile_file,
    "level": level_tables,
    "zine": zine_issue,
}
