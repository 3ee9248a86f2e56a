"""A zine's configuration: a TOML file comes in, a frozen Zine with every default filled in goes out."""

from __future__ import annotations

import datetime
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from zinegen.errors import RecipeError
from zinegen.recipe import UNJOINED
from zinegen.recipe_keys import (
    READERS,
    Asked,
    language_name,
    nearest,
    one_of,
    plain_text,
    shown,
    systems,
    themes,
    whole,
)
from zinegen.tomlfile import read_toml_file
from zinegen.weekly.weeks import Week
from zinegen.words import NATIVE, speak

DEFAULT = "zine.toml"
MOST_LEVELS = 10


class Season(msgspec.Struct, frozen=True, kw_only=True):
    """What runs through a season; every list goes round season by season."""

    weeks: int = 13
    names: tuple[str, ...] = ()
    towns: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    factions: tuple[str, ...] = ()
    wants: tuple[str, ...] = ()
    rumours: tuple[str, ...] = ()
    """Told one after the other, with {town} for the season's town; the same for every season."""


class Zine(msgspec.Struct, frozen=True, kw_only=True):
    """A zine, as its configuration describes it."""

    title: str
    id: str
    """What tells it from other zines, whatever its title becomes."""
    about: str = ""
    editor: str = ""
    first: Week | None = None
    """The week of number 1; None: that of the first issue made."""
    base_url: str | None = None
    systems: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ("small",)
    themes: tuple[str, ...] = ()
    levels: tuple[int, int] = (1, 2)
    season: Season = Season()
    recipe: dict[str, Any] = {}
    """Keys of a recipe that hold for every issue: layout, paper, ink, products, licence and more."""
    out: Path = Path("zine")


SHARED = (
    "layout",
    "paper",
    "ink",
    "products",
    "language",
    "keys",
    "dialect",
    "party_level",
    "licence",
    "depth",
    "reroll_repeats",
)
"""Keys of a recipe that a configuration may hold too."""


def load_zine(path: Path, out: str | None = None) -> Zine:
    """Read a configuration.

    Args:   out: where the archive goes; None: what the file says, counted from the file, else `zine` beside it.
    Raises: RecipeError naming file, key and remedy; MachineError for a file that may not be read.
    """
    given = {
        key: Asked(value, str(path), key) for key, value in read_toml_file(path, "configuration", "weekly").items()
    }
    for asked in given.values():
        if asked.key not in KEYS and asked.key not in SHARED:
            raise asked.wrong(f"a zine has no such key; {nearest(asked.key, [*KEYS, *SHARED])}")
    if "title" not in given:
        raise RecipeError(f'{path}: title is missing; give your zine a name, such as title = "The Lantern"')
    speak(language_name(given["language"]) if "language" in given else NATIVE)
    read = {key: reader(given[key]) for key, reader in KEYS.items() if key in given}
    recipe = {key: READERS[key](given[key]) for key in SHARED if key in given}
    here = Path(out) if out is not None else path.parent / read.pop("out", "zine")
    read["out"] = here
    read.setdefault("id", plain_name(read["title"]))
    read.setdefault("systems", tuple(systems()))
    read.setdefault("themes", tuple(themes()))
    return Zine(recipe=recipe, **read)


def plain_name(title: str) -> str:
    """A title as a name in plain ASCII: "The Lantern" -> "the-lantern"."""
    plain = unicodedata.normalize("NFKD", title.lower().translate(UNJOINED)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "zine"


# ------------------------------------------------------------------------------------------------------- the readers


def _list_of(reader: Callable[[Asked], Any], *, least: int = 1) -> Callable[[Asked], tuple[Any, ...]]:
    """A reader of a list, or of one value that stands for a list of it."""

    def read(asked: Asked) -> tuple[Any, ...]:
        value = asked.value if isinstance(asked.value, list) else [asked.value]
        if len(value) < least:
            raise asked.wrong("is an empty list; put something into it, or leave it out")
        return tuple(reader(asked._replace(value=one)) for one in value)

    return read


def _week(asked: Asked) -> Week:
    """A week as 2026-W48, or a day in it."""
    value = asked.value
    try:
        if isinstance(value, datetime.date):
            return Week.of(value)
        if isinstance(value, str):
            return Week.read(value) if "W" in value else Week.of(datetime.date.fromisoformat(value))
    except ValueError:
        pass
    raise asked.wrong(f'{shown(value)} is no week; write such as first = "2026-W48", or a day in it')


def _levels(asked: Asked) -> tuple[int, int]:
    """A number of levels, or the fewest and the most."""
    low, *more = found = _list_of(whole(1, MOST_LEVELS))(asked)
    if len(found) > 2 or low > found[-1]:
        raise asked.wrong("gives no range; write the fewest and the most levels, such as levels = [1, 3]")
    return low, more[0] if more else low


def _name(asked: Asked) -> str:
    text = plain_text(asked)
    if not re.fullmatch(r"[a-z0-9-]{1,60}", text):
        raise asked.wrong(
            f'{shown(text)} will not do; write small letters, digits and hyphens, such as "the-lantern"'
        )
    return text


def _rumour(asked: Asked) -> str:
    """A rumour, in which {town} stands for the season's town."""
    text = plain_text(asked)
    other = next((slot for slot in re.findall(r"\{(\w+)\}", text) if slot.lower() != "town"), None)
    if other is not None:
        raise asked.wrong(f"{{{other}}} stands for nothing here, only {{town}} does; take the brackets out")
    return text


def _season(asked: Asked) -> Season:
    """The [season] table."""
    if not isinstance(asked.value, dict):
        raise asked.wrong("is no table; write [season] on a line of its own, and below it what runs through a season")
    read = {}
    for key, value in asked.value.items():
        one = Asked(value, asked.file, f"season.{key}")
        if key not in SEASON_KEYS:
            raise one.wrong(f"a season has no such key; {nearest(key, SEASON_KEYS)}")
        read[key] = SEASON_KEYS[key](one)
    return Season(**read)


SEASON_KEYS: dict[str, Callable[[Asked], Any]] = {
    "weeks": whole(1, 53),
    "names": _list_of(plain_text),
    "towns": _list_of(plain_text),
    "places": _list_of(plain_text),
    "factions": _list_of(plain_text),
    "wants": _list_of(plain_text),
    "rumours": _list_of(_rumour),
}

KEYS: dict[str, Callable[[Asked], Any]] = {
    "title": plain_text,
    "id": _name,
    "about": plain_text,
    "editor": plain_text,
    "first": _week,
    "base_url": READERS["base_url"],
    "systems": _list_of(one_of(systems)),
    "sizes": _list_of(READERS["size"]),
    "themes": _list_of(one_of(themes)),
    "levels": _levels,
    "season": _season,
    "out": plain_text,
}
"""The keys of a zine's own; those of SHARED are read as in a recipe."""
