"""A run of the weekly press: what is missing is made, what was edited is printed, the archive is brought up to date.

An issue is made in the archive's workbench and moved into place whole, by one renaming; the archive's own pages
follow from the issues that stand there. So a run that was ended at any moment is made good by the next one.
"""

from __future__ import annotations

import datetime
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import tomli_w

from zinegen.build import Watch, generate, options_of, print_options, produce
from zinegen.dungeon.store import decode, encode, whole_dungeon
from zinegen.errors import RecipeError, ZinegenError
from zinegen.files import DUNGEON, MANIFEST, WORKBENCH, Folder, claim, sync_tree, write_whole
from zinegen.recipe import Recipe
from zinegen.weekly.archive import archive
from zinegen.weekly.config import Zine
from zinegen.weekly.issues import (
    CARD,
    COVER,
    ISSUES,
    LARGE,
    RECIPE,
    RECORD,
    Issue,
    describe,
    digest,
    encode_issue,
    issue_folders,
    plain_toml,
    read_issue,
)
from zinegen.weekly.plan import recipe_for, repeats
from zinegen.weekly.weeks import Week
from zinegen.work import Made, PrintOptions

STATE = ".zine.json"
"""What the archive says of itself: whose it is, and which week number 1 was of."""
ATTEMPTS = 12
"""Dungeons tried for an issue that repeats nothing, before the one that repeats least is taken."""
COVER_PX, LARGE_PX = 240, 480

Tell = Callable[[str, bool], None]


class State(msgspec.Struct, frozen=True, kw_only=True):
    """Whose an archive is."""

    id: str
    first: str
    """The week of number 1."""


class Ran(NamedTuple):
    """What a run did."""

    archive: Path
    made: tuple[Issue, ...]
    """New issues."""
    printed: tuple[Issue, ...]
    """Issues printed again, since someone changed their dungeon."""
    files: tuple[Made, ...]
    """The archive's own pages that changed; their names are counted from the archive."""
    seconds: dict[str, float]

    def as_json(self) -> dict[str, object]:
        """What `zinegen weekly --json` prints."""
        files = [{"path": str(self.archive / one.name), "bytes": len(one.data)} for one in self.files]
        issues = {"made": [one.week for one in self.made], "printed": [one.week for one in self.printed]}
        newest = (*self.printed, *self.made)[-1:]
        dungeon = str(self.archive / newest[0].folder / DUNGEON) if newest else None
        return {"archive": str(self.archive), **issues, "dungeon": dungeon, "files": files, "seconds": self.seconds}

    def lines(self) -> list[str]:
        """The same for people, a line an issue."""
        new = [f"{self.archive / one.folder}  number {one.number}: {one.title}" for one in self.made]
        again = [f"{self.archive / one.folder}  printed as edited: {one.title}" for one in self.printed]
        return [*new, *again, f"{self.archive / 'index.html'}"]


def weekly(
    zine: Zine,
    today: datetime.date,
    *,
    date: datetime.date | None = None,
    catch_up: bool = False,
    rebuild: bool = False,
    tell: Tell | None = None,
) -> Ran:
    """Make the issue of a week where it is missing, and bring the archive up to date.

    Args:   today: in UTC. date: a day of the week to make; None: today. catch_up: make every missing week up to then.
            rebuild: look every issue over, and write its record and all pages anew.
    Raises: RecipeError for a date to come, a clock set back, or a folder that is another zine's; MachineError where
            the machine refuses, or another run holds the folder; what generating and printing raise. What stood in
            the archive stands there still.
    """
    if date is not None and date > today:
        raise RecipeError(f"--date {date}: is still to come; today is {today} (UTC)")
    watch = Watch(tell)
    with claim(zine.out, durable=True) as folder:
        shutil.rmtree(_bench(folder.path), ignore_errors=True)  # of a run that was ended
        issues, fault = _read(folder.path, zine, rebuild)
        week = Week.of(date or today)
        first = _first(zine, folder.path, issues, week)
        if date is None and issues and max(one.when for one in issues) > week:
            newest = max(issues, key=lambda one: one.when)
            raise RecipeError(
                f"the clock says {today}, but number {newest.number} of {newest.week} stands already; "
                "set the clock right, or name the week with --date"
            )
        if week < first:
            raise RecipeError(f"{zine.out}: number 1 is of {first}, and {week} is before it; choose a later --date")
        made = _make(zine, folder.path, first, _missing(issues, first, week, catch_up), issues, watch)
        printed, unprinted = _print_edited(zine, folder.path, today, issues, watch)
        latest = {one.week: one for one in (*issues, *made, *printed)}  # what was printed again comes last
        files = _bring_up(zine, folder, first, list(latest.values()), watch)
    if fault or unprinted:
        raise fault or unprinted  # type: ignore[misc]
    return Ran(zine.out, tuple(made), tuple(printed), tuple(files), watch.seconds)


def _bench(archive_folder: Path) -> Path:
    """Where issues are made."""
    return archive_folder / WORKBENCH / "issue"


# ------------------------------------------------------------------------------------------------- what stands there


def _read(place: Path, zine: Zine, rebuild: bool) -> tuple[list[Issue], ZinegenError | None]:
    """The issues on disk, oldest first; one whose record is lost is described anew.

    Returns: them, and what is wrong with the first that has neither a record nor a dungeon that can be read.
    Raises:  RecipeError when the archive, or an issue in it, is another zine's.
    """
    if (place / ISSUES).exists() and not (place / ISSUES).is_dir():
        raise RecipeError(f"{place / ISSUES} is a file where the folder of the issues must go; move it away")
    state = _state(place)
    if state is not None and state.id != zine.id:
        raise RecipeError(
            f"{place} is the archive of the zine {state.id!r}, not of {zine.id!r}; "
            f'give yours a folder of its own with out, or write id = "{state.id}" if it was renamed'
        )
    found, fault = [], None
    for folder in issue_folders(place):
        issue = read_issue(folder)
        if (issue is None or rebuild) and (folder / DUNGEON).is_file():
            try:
                issue = _describe_again(folder, zine, issue)
            except ZinegenError as wrong:
                fault = fault or wrong
            if issue is not None:
                write_whole(folder / RECORD, encode_issue(issue))
        if issue is None:
            continue
        if issue.zine != zine.id:
            raise RecipeError(f"{folder} is an issue of the zine {issue.zine!r}, not of {zine.id!r}; move it away")
        found.append(issue)
    return found, fault


def _state(place: Path) -> State | None:
    try:
        return msgspec.json.decode((place / STATE).read_bytes(), type=State)
    except (OSError, msgspec.DecodeError):
        return None


def _describe_again(folder: Path, zine: Zine, known: Issue | None) -> Issue | None:
    """The record of an issue from what lies in its folder; None when that is the issue of another week.

    Raises: DungeonError when there is no record known, and none can be made of dungeon.json.
    """
    data = (folder / DUNGEON).read_bytes()
    names = Folder(folder).ours
    files = [_as_made(folder, name) for name in names if (folder / name).is_file() and name not in (RECORD, MANIFEST)]
    try:
        name = str(folder / DUNGEON)
        issue = describe(zine.id, decode(data, name), data, files, name=name)
    except ZinegenError:
        if known is None:
            raise
        return known
    if issue.week != folder.name:
        return known
    printed = names.get(DUNGEON, "")
    return msgspec.structs.replace(issue, dungeon=printed, updated=known.updated if known else issue.updated)


def _as_made(folder: Path, name: str) -> Made:
    from zinegen.publish.png import page_count

    data = (folder / name).read_bytes()
    return Made(name, data, page_count(data) if name.endswith(".pdf") else None)


def _first(zine: Zine, place: Path, issues: Sequence[Issue], week: Week) -> Week:
    """The week of number 1: the configuration's, the archive's, what the oldest issue says, or the one to make."""
    if zine.first is not None:
        wrong = next((one for one in issues if one.when.since(zine.first) + 1 != one.number), None)
        if wrong is not None:
            right = wrong.when.later(1 - wrong.number)
            raise RecipeError(
                f"first = {zine.first}: number {wrong.number} stands already and is of {wrong.week}, "
                f'which asks for first = "{right}"'
            )
        return zine.first
    if issues:
        return issues[0].when.later(1 - issues[0].number)
    state = _state(place)
    try:
        return Week.read(state.first) if state else week
    except ValueError:
        return week


def _missing(issues: Sequence[Issue], first: Week, week: Week, catch_up: bool) -> list[Week]:
    """The weeks to make, in order."""
    there = {one.when for one in issues}
    weeks = [first.later(n) for n in range(week.since(first) + 1)] if catch_up else [week]
    return [one for one in weeks if one not in there]


# ------------------------------------------------------------------------------------------------------- new issues


def _make(
    zine: Zine, place: Path, first: Week, weeks: Sequence[Week], issues: Sequence[Issue], watch: Watch
) -> list[Issue]:
    """Make issues, each from those of the weeks before it, and move each into place."""
    made: list[Issue] = []
    for week in weeks:
        target = place / ISSUES / str(week)
        if target.exists() or target.is_symlink():
            raise RecipeError(f"{target} stands where the issue of {week} must go, and is none; move it away")
        known = [*issues, *made]
        recipe, data = _dungeon(zine, week.since(first) + 1, week, known, watch)
        made.append(_set(zine, place, recipe, data, target, watch))
    return made


def _dungeon(zine: Zine, number: int, week: Week, known: Sequence[Issue], watch: Watch) -> tuple[Recipe, bytes]:
    """A dungeon that repeats nothing of the year before; where there is none, the one that repeats least.

    What went wrong there is settled by the recipe, so another seed does not better it.
    """
    best: tuple[int, Recipe, bytes] | None = None
    for attempt in range(ATTEMPTS):
        recipe = recipe_for(zine, number, week, known, attempt)
        dungeon = generate(recipe, watch)
        data = encode(dungeon)
        again = len([what for what in repeats(describe(zine.id, dungeon, data, []), known) if what != "premise"])
        if best is None or again < best[0]:
            best = (again, recipe, data)
        if again == 0:
            break
    assert best is not None
    return best[1], best[2]


def _set(zine: Zine, place: Path, recipe: Recipe, data: bytes, target: Path, watch: Watch) -> Issue:
    """Print an issue in the workbench, and move it into place by one renaming."""
    bench = _bench(place) / target.name
    made = [
        Made(DUNGEON, data),
        Made(RECIPE, tomli_w.dumps(plain_toml(msgspec.to_builtins(recipe))).encode()),
        *_printed(data, options_of(recipe), watch),
    ]
    issue = describe(zine.id, decode(data), data, made)
    with watch.step("write"):
        with claim(bench) as folder:
            folder.write([*made, Made(RECORD, encode_issue(issue))])
        sync_tree(bench)
        target.parent.mkdir(exist_ok=True)
        bench.rename(target)
        sync_tree(target.parent, deep=False)
    return issue


def _printed(data: bytes, options: PrintOptions, watch: Watch) -> list[Made]:
    """Every product of an issue, and the pictures that the archive shows it with."""
    from zinegen.publish.drawings import cover_job, draw
    from zinegen.publish.png import page_png
    from zinegen.typeset.layouts import find_layout

    layout = find_layout(options.layout)
    dungeon = decode(data)
    made = produce(dungeon, options, watch)
    booklet = next((one for one in made if one.name == "booklet.pdf"), None)
    with watch.step("covers"):
        if booklet is not None:
            small, large = (page_png(booklet.data, 0, width_px=width) for width in (COVER_PX, LARGE_PX))
        else:
            small = large = draw(cover_job(dungeon, layout, options.ink)).png
        card = _card(dungeon, options)
    return [*made, Made(COVER, small), Made(LARGE, large), Made(CARD, card)]


def _card(dungeon: object, options: PrintOptions) -> bytes:
    """The picture that a link to an issue is shown with: the players' map of the first level."""
    from zinegen.dungeon.visible import without_secrets
    from zinegen.publish.drawings import Job, draw

    public = without_secrets(dungeon)  # type: ignore[arg-type]
    return draw(Job(public, "level", options.ink, public.levels[0].number, "player")).png


# --------------------------------------------------------------------------------------------------- edited issues


def _print_edited(
    zine: Zine, place: Path, today: datetime.date, issues: Sequence[Issue], watch: Watch
) -> tuple[list[Issue], ZinegenError | None]:
    """Print the issues whose dungeon.json is not the one they were printed from, as it stands.

    Returns: the records of those printed, and what was wrong with the first that could not be.
    """
    printed, fault = [], None
    for issue in issues:
        file = place / issue.folder / DUNGEON
        try:
            data = file.read_bytes()
        except OSError:
            continue  # its PDFs and pages stand there still
        if digest(data) == issue.dungeon:
            continue
        try:
            printed.append(_print_again(zine, file, data, today, issue, watch))
        except ZinegenError as wrong:
            fault = fault or wrong
    return printed, fault


def _print_again(zine: Zine, file: Path, data: bytes, today: datetime.date, issue: Issue, watch: Watch) -> Issue:
    """Print an edited dungeon over its issue; its record comes last, so that a run that is ended is made good."""
    dungeon = whole_dungeon(data, str(file))
    made = _printed(data, print_options(dungeon, {}), watch)
    kept = [one for one in (file.parent / RECIPE,) if one.is_file()]
    files = [Made(DUNGEON, data), *(Made(one.name, one.read_bytes()) for one in kept), *made]
    new = describe(zine.id, dungeon, data, files, updated=today.isoformat(), name=str(file))
    if (new.week, new.number) != (issue.week, issue.number):
        raise RecipeError(
            f"{file}: zine.week and zine.number are {new.week!r} and {new.number}, but the issue is "
            f"number {issue.number} of {issue.week}; write them back"
        )
    with watch.step("write"), claim(file.parent, durable=True) as folder:
        folder.write([*files, Made(RECORD, encode_issue(new))], clear=[""])
    return new


# ----------------------------------------------------------------------------------------------------- the archive


def _bring_up(zine: Zine, folder: Folder, first: Week, issues: Sequence[Issue], watch: Watch) -> list[Made]:
    """Write the archive's own pages that differ from what is there, and take away those of issues that are gone."""
    state = msgspec.json.encode(State(id=zine.id, first=str(first))) + b"\n"
    newest_first = sorted(issues, key=lambda one: one.when, reverse=True)
    with watch.step("archive"):
        pages = [*archive(zine, newest_first), Made(STATE, state)]
        before = dict(folder.ours)
        folder.write(pages, clear=[""])
    return [one for one in pages if before.get(one.name) != digest(one.data)]
