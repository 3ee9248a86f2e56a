"""What an issue leaves on disk: its folder comes in, the record that plan and archive read goes out."""

from __future__ import annotations

import datetime
import hashlib
import re
from pathlib import Path
from typing import Any

import msgspec

from zinegen.dungeon.model import Dungeon
from zinegen.errors import DungeonError
from zinegen.recipe import PastIssue
from zinegen.weekly.weeks import Week
from zinegen.work import Made

ISSUES = "issues"
RECORD = "issue.json"
RECIPE = "recipe.toml"
COVER = "cover.png"
LARGE = "cover-large.png"
CARD = "card.png"
PAGE = "index.html"
"""The issue's own page, written with the archive since it names the issues before and after."""
NAME = re.compile(r"[0-9]{4}-W[0-9]{2}")


class IssueFile(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file of an issue that readers may take away."""

    name: str
    bytes: int
    pages: int | None = None


class Issue(msgspec.Struct, frozen=True, kw_only=True):
    """An issue as the archive tells of it: issue.json."""

    zine: str
    """The id of the zine."""
    number: int
    week: str
    title: str
    premise: str
    monster: str
    monster_name: str
    subtitle: str
    hook: str
    editorial: tuple[str, ...]
    season: str
    facts: dict[str, str]
    seed: str
    system: str
    size: str
    levels: int
    areas: int
    licence: str
    published: str
    """The day its week begins on, YYYY-MM-DD."""
    updated: str
    """The day it was last printed with changes; else the same."""
    dungeon: str
    """The SHA-256 of the dungeon.json that it was printed from."""
    files: tuple[IssueFile, ...]
    site: bool = True
    """Whether the dungeon has a site of its own."""

    @property
    def when(self) -> Week:
        """Its week."""
        return Week.read(self.week)

    @property
    def folder(self) -> str:
        """Its place below the archive, with a slash at its end."""
        return f"{ISSUES}/{self.week}/"

    def past(self, *, with_facts: bool) -> PastIssue:
        """What a later issue remembers of it."""
        return PastIssue(
            number=self.number,
            title=self.title,
            premise=self.premise,
            monster=self.monster,
            facts=self.facts if with_facts else {},
        )


def digest(data: bytes) -> str:
    """The SHA-256 of some bytes."""
    return hashlib.sha256(data).hexdigest()


def describe(
    zine: str,
    dungeon: Dungeon,
    data: bytes,
    made: list[Made],
    *,
    updated: str | None = None,
    name: str = "dungeon.json",
) -> Issue:
    """The record of an issue.

    Args:   zine: the id of the zine. data: dungeon.json as it was printed. made: the issue's files.
            updated: the day of a later printing. name: the dungeon's file, for messages.
    Raises: DungeonError when the dungeon is no issue of a zine.
    """
    front, recipe = dungeon.zine, dungeon.recipe
    if front is None:
        raise DungeonError(f"{name}: zine is missing; an issue needs its number, week and title")
    try:
        published = Week.read(front.week).monday.isoformat()
    except ValueError:
        raise DungeonError(f"{name}: zine.week {front.week!r} is no week; write such as 2026-W48") from None
    systems = sorted({level.system for level in dungeon.levels})
    keyed = sum(area.key is not None for level in dungeon.levels for area in level.areas)
    return Issue(
        zine=zine,
        number=front.number,
        week=front.week,
        title=dungeon.title,
        premise=f"{dungeon.premise.theme}.{dungeon.premise.event}",
        monster=front.monster,
        monster_name=front.monster_name,
        subtitle=dungeon.premise.subtitle,
        hook=dungeon.premise.hook,
        editorial=front.editorial,
        season=front.season,
        facts=front.facts,
        seed=dungeon.seed,
        system=", ".join(systems),
        size=str(recipe.get("size", "")),
        levels=len(dungeon.levels),
        areas=keyed,
        licence=dungeon.licence,
        published=published,
        updated=max(updated or published, published),
        dungeon=digest(data),
        files=tuple(
            IssueFile(name=one.name, bytes=len(one.data), pages=one.pages)
            for one in sorted(made, key=lambda one: one.name)
            if _offered(one)
        ),
        site=any(one.name == "site/index.html" for one in made),
    )


def _offered(made: Made) -> bool:
    """Whether a file is one that readers take away, not a part of a site."""
    return not made.name.startswith("site/")


def encode_issue(issue: Issue) -> bytes:
    """issue.json."""
    return msgspec.json.format(msgspec.json.encode(issue), indent=1) + b"\n"


def read_issue(folder: Path) -> Issue | None:
    """The record in an issue's folder; None where there is none, or one that is not whole, or another issue's."""
    try:
        issue = msgspec.json.decode((folder / RECORD).read_bytes(), type=Issue)
        sound = issue.week == folder.name and issue.published == issue.when.monday.isoformat()
        datetime.date.fromisoformat(issue.updated)
    except (OSError, ValueError):  # msgspec's faults are ValueErrors too
        return None
    return issue if sound else None


def issue_folders(archive: Path) -> list[Path]:
    """The folders of an archive that are named like a week, in the order of the weeks; others are not ours."""
    place = archive / ISSUES
    found = [one for one in place.iterdir() if NAME.fullmatch(one.name) and one.is_dir()] if place.is_dir() else []
    return sorted(found, key=lambda one: one.name)


def plain_toml(value: Any) -> Any:
    """A value without what TOML cannot say: None."""
    if isinstance(value, dict):
        return {key: plain_toml(one) for key, one in value.items() if one is not None}
    return [plain_toml(one) for one in value] if isinstance(value, (list, tuple)) else value
