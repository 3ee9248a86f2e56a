"""The weekly press: what is made, what is remembered, and that nothing is ever lost."""

from __future__ import annotations

import datetime
import json
import re
import shutil
from pathlib import Path

import feedparser
import pytest
from command import zinegen as command
from zines import CONFIG, TODAY, configure, ended_at, holds, run

import zinegen.files
from zinegen.build import build
from zinegen.errors import DungeonError, MachineError, RecipeError
from zinegen.recipe import load_recipe
from zinegen.stock.zine import rota
from zinegen.weekly import load_zine
from zinegen.weekly.feed import feed
from zinegen.weekly.issues import read_issue
from zinegen.weekly.plan import recipe_for
from zinegen.weekly.starter import starters
from zinegen.weekly.weeks import Week

FOUR = ("2026-11-02", "2026-11-09", "2026-11-16", "2026-11-23")


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive of four weeks, made in one run. Not to be changed."""
    folder = tmp_path_factory.mktemp("four")
    run(configure(folder), FOUR[-1], catch_up=True)
    return folder


@pytest.fixture
def mine(four: Path, tmp_path: Path) -> Path:
    """A copy of it that may be changed."""
    shutil.copytree(four, tmp_path / "mine")
    return tmp_path / "mine"


@pytest.mark.parametrize(
    ("day", "week"),
    [("2026-12-31", "2026-W53"), ("2027-01-03", "2026-W53"), ("2027-01-04", "2027-W01"), ("2024-12-30", "2025-W01")],
)
def test_weeks_are_those_of_the_calendar(day: str, week: str) -> None:
    found = Week.of(datetime.date.fromisoformat(day))
    assert str(found) == week and Week.read(week) == found
    assert found.later(3).since(found) == 3 and found.later(-60).since(found) == -60


@pytest.mark.parametrize("text", ["2027-W53", "2026-W00", "2026-W1", "w", "2026-W54"])
def test_a_week_that_is_none(text: str) -> None:
    with pytest.raises(ValueError):
        Week.read(text)


def test_one_run_or_four_make_the_same_archive(four: Path, tmp_path: Path) -> None:
    config = configure(tmp_path / "one by one")
    for day in FOUR:
        assert len(run(config, day).made) == 1
    assert holds(config.parent / "zine") == holds(four / "zine")


def test_the_same_week_twice_changes_nothing(mine: Path) -> None:
    before = holds(mine)
    times = {one: one.stat().st_mtime_ns for one in sorted((mine / "zine").rglob("*")) if one.is_file()}
    ran = run(mine / "zine.toml", FOUR[-1])
    assert ran.made == () and ran.files == () and holds(mine) == before
    assert all(one.stat().st_mtime_ns == time for one, time in times.items())


def test_an_issue_depends_on_earlier_weeks_alone(four: Path, tmp_path: Path) -> None:
    """The third week, made when there is a fifth already, is as it always was; only what the archive says differs."""
    config = configure(tmp_path)
    for day in (FOUR[0], FOUR[1], "2026-12-07", FOUR[2]):
        run(config, day)
    late = {name: data for name, data in holds(tmp_path / "zine/issues/2026-W47").items() if name != "index.html"}
    once = {name: data for name, data in holds(four / "zine/issues/2026-W47").items() if name != "index.html"}
    assert late == once


def test_nothing_is_told_twice(four: Path) -> None:
    issues = [read_issue(folder) for folder in sorted((four / "zine/issues").iterdir())]
    assert [one.number for one in issues if one] == [1, 2, 3, 4]
    for what in ("title", "subtitle", "premise", "monster", "seed"):
        assert len({getattr(one, what) for one in issues}) == 4, what


def test_a_year_of_recipes_has_a_new_premise_each_week(four: Path) -> None:
    """The plan alone, with a stand-in for each dungeon: no event has to come again within the year."""
    zine = load_zine(four / "zine.toml")
    example = read_issue(four / "zine/issues/2026-W45")
    assert example is not None
    from msgspec.structs import replace

    from zinegen.words import lexicon

    themes = lexicon("themes")
    many = sum(len(theme["events"]) for theme in themes.values())
    issues, seen = [], []
    for n in range(min(many, 53)):
        week = Week(2026, 45).later(n)
        theme = recipe_for(zine, n + 1, week, issues).theme
        events = [f"{theme}.{event['id']}" for event in themes[theme]["events"]]
        fresh = [event for event in events if event not in seen]
        assert fresh, f"week {n + 1} asks for {theme}, which has told all"
        seen.append(fresh[0])
        issues.append(replace(example, number=n + 1, week=str(week), premise=fresh[0], title=f"T{n}"))


def test_the_command_on_the_page_makes_the_issue_again(four: Path, tmp_path: Path) -> None:
    place = four / "zine/issues/2026-W48"
    built = build(load_recipe(place / "recipe.toml"), tmp_path)
    assert built.dungeon.read_bytes() == (place / "dungeon.json").read_bytes()
    page = (place / "index.html").read_text("utf-8")
    assert "zinegen build recipe.toml" in page and 'href="recipe.toml"' in page


def test_front_matter_is_set_as_print(four: Path) -> None:
    for folder in sorted((four / "zine/issues").iterdir()):
        front = json.loads((folder / "dungeon.json").read_bytes())["zine"]
        told = [
            *front["editorial"],
            front["season"],
            *front["table"]["rows"],
            *(one["text"] for one in front.get("letters", [])),
        ]
        assert not [
            text for text in told if re.search(r"'|[^.]\.\.(?!\.)|\bthe the\b|\bno the\b|[.?!] [a-z]{3,}|[{}]", text)
        ]


def test_an_issue_without_a_site_offers_none(four: Path) -> None:
    page = (four / "zine/issues/2026-W48/index.html").read_text("utf-8")
    assert 'href="site/' not in page and "booklet.pdf" not in page
    for link in re.findall(r'(?:href|src)="([^"#:]+)"', page):
        assert (four / "zine/issues/2026-W48" / link).exists(), link


def test_letters_are_about_the_last_issues(four: Path) -> None:
    told = json.loads((four / "zine/issues/2026-W48/dungeon.json").read_bytes())["zine"]
    assert len(told["letters"]) == 3 and len(told["table"]["rows"]) == 8 and len(told["editorial"]) == 2
    first = json.loads((four / "zine/issues/2026-W45/dungeon.json").read_bytes())["zine"]
    assert first.get("letters", []) == [] and first["season"] == told["season"]


def test_an_edited_issue_is_printed_as_edited(mine: Path) -> None:
    file = mine / "zine/issues/2026-W46/dungeon.json"
    text = json.loads(file.read_bytes())
    text["title"] = "A Title of My Own <&>"
    edited = json.dumps(text).encode()
    file.write_bytes(edited)
    (file.parent / "notes.txt").write_text("mine")
    ran = run(mine / "zine.toml", FOUR[-1])
    assert [one.week for one in ran.printed] == ["2026-W46"] and ran.made == ()
    assert file.read_bytes() == edited and (file.parent / "notes.txt").read_text() == "mine"
    told = feedparser.parse((mine / "zine/feed.xml").read_bytes())
    entry = told.entries[2]
    assert entry.title.startswith("A Title of My Own <&>") and entry.updated == f"{TODAY}T00:00:00Z"
    assert entry.published == "2026-11-09T00:00:00Z" and told.feed.updated == entry.updated
    before = holds(mine)
    assert run(mine / "zine.toml", FOUR[-1]).printed == () and holds(mine) == before


def test_a_broken_edit_is_one_line_and_stops_nothing_else(mine: Path) -> None:
    file = mine / "zine/issues/2026-W46/dungeon.json"
    file.write_bytes(b'{"title": ')
    with pytest.raises(Exception, match=r"2026-W46/dungeon\.json"):
        run(mine / "zine.toml", "2026-11-30")
    assert (mine / "zine/issues/2026-W49/issue.json").is_file() and file.read_bytes() == b'{"title": '
    assert "2026-W49" in (mine / "zine/index.html").read_text("utf-8")


def test_what_is_lost_comes_back(four: Path, mine: Path) -> None:
    for name in ("index.html", "feed.xml", "2026.html", ".zine.json", ".zinegen.json", "issues/2026-W46/index.html"):
        (mine / "zine" / name).unlink()
    shutil.rmtree(mine / "zine/assets")
    (mine / "zine/issues/2026-W47/issue.json").unlink()
    run(mine / "zine.toml", FOUR[-1], rebuild=True)
    assert holds(mine / "zine") == holds(four / "zine")


def test_strange_files_stay(mine: Path) -> None:
    strange = ["readme.txt", "issues/notes", "issues/2026-W44x/a", "issues/2026-W40/b", "assets/mine.css"]
    for name in strange:
        (mine / "zine" / name).parent.mkdir(parents=True, exist_ok=True)
        (mine / "zine" / name).write_text("mine")
    run(mine / "zine.toml", "2026-11-30")
    assert all((mine / "zine" / name).read_text() == "mine" for name in strange)


@pytest.mark.parametrize(
    ("old", "new"), [('"2026-W46"', '"W46"'), ('"2026-11-09"', '"soon"'), ('"2026-W46"', '"2026-W45"')]
)
def test_a_damaged_record_is_made_again(four: Path, mine: Path, old: str, new: str) -> None:
    file = mine / "zine/issues/2026-W46/issue.json"
    file.write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    run(mine / "zine.toml", FOUR[-1])
    assert holds(mine / "zine") == holds(four / "zine")


def test_a_folder_without_record_or_dungeon_is_told_of(mine: Path) -> None:
    place = mine / "zine/issues/2026-W46"
    (place / "issue.json").unlink()
    (place / "dungeon.json").write_text("{")
    with pytest.raises(DungeonError, match=r"2026-W46/dungeon\.json"):
        run(mine / "zine.toml", FOUR[-1])
    assert (place / "dungeon.json").read_text() == "{" and (place / "recipe.toml").is_file()


def test_a_copy_of_an_issue_under_another_week_changes_nothing(four: Path, mine: Path) -> None:
    shutil.copytree(mine / "zine/issues/2026-W46", mine / "zine/issues/2026-W30")
    run(mine / "zine.toml", FOUR[-1], rebuild=True)
    now = {name: data for name, data in holds(mine / "zine").items() if "W30" not in name}
    assert now == holds(four / "zine")


def test_an_issue_keeps_its_number(mine: Path) -> None:
    file = mine / "zine/issues/2026-W46/dungeon.json"
    text = json.loads(file.read_bytes())
    text["zine"]["number"] = 7
    file.write_text(json.dumps(text))
    for _ in range(2):
        with pytest.raises(RecipeError, match=r"the issue is number 2 of 2026-W46; write them back"):
            run(mine / "zine.toml", FOUR[-1])


def test_a_file_in_the_place_of_the_issues(tmp_path: Path) -> None:
    config = configure(tmp_path)
    (tmp_path / "zine").mkdir()
    (tmp_path / "zine/issues").write_text("mine")
    with pytest.raises(RecipeError, match="issues is a file where the folder of the issues must go"):
        run(config, FOUR[0])
    assert (tmp_path / "zine/issues").read_text() == "mine"


def test_the_longest_title_has_a_seed(tmp_path: Path) -> None:
    zine = load_zine(configure(tmp_path, f'title = "{"W" * 200}"\n'))
    assert all(len(recipe_for(zine, 1, Week(2026, 45), [], attempt).seed) <= 200 for attempt in (0, 11))


def test_what_goes_round_comes_again_only_after_all_the_rest() -> None:
    items = list("abcdefg")
    turns = [rota(items, "The Lamp", "tables", turn) for turn in range(40)]
    assert all(len(set(turns[n : n + 7])) == 7 for n in range(34))
    assert turns[:7] != [rota(items, "Another", "tables", turn) for turn in range(7)]


def test_an_issue_taken_away_is_gone_from_every_page(mine: Path) -> None:
    shutil.rmtree(mine / "zine/issues/2026-W47")
    run(mine / "zine.toml", FOUR[-1])
    assert not (mine / "zine/issues/2026-W47").exists()
    for page in ("index.html", "2026.html", "feed.xml", "sitemap.xml", "issues/2026-W46/index.html"):
        assert "2026-W47" not in (mine / "zine" / page).read_text("utf-8"), page


# ------------------------------------------------------------------------------------------------------ any moment


def _ended_at(moment: int, config: Path) -> bool:
    """Run the press in a process of its own that is killed at its n-th call to the disk; whether it came so far."""
    places = [(Path, name) for name in ("write_bytes", "replace", "rename", "unlink", "mkdir")]
    return ended_at(moment, places, lambda: run(config, FOUR[1]))


@pytest.mark.parametrize("part", range(7))
def test_a_run_killed_at_any_moment_is_made_good(four: Path, tmp_path: Path, part: int) -> None:
    """Seven moments spread over a run: in the workbench, at the renaming, among the pages of the archive."""
    whole = tmp_path / "whole"
    run(configure(whole), FOUR[0])
    shutil.copytree(whole, tmp_path / "killed")
    run(whole / "zine.toml", FOUR[1])
    moment = (2, 6, 11, 17, 24, 34, 45)[part]
    config = tmp_path / "killed/zine.toml"
    assert _ended_at(moment, config)
    place = tmp_path / "killed/zine/issues/2026-W46"
    assert not place.exists() or read_issue(place) is not None, "half an issue stands there"
    run(config, FOUR[1])
    assert holds(config.parent / "zine") == holds(whole / "zine")
    assert not (config.parent / "zine/.zinegen.new").exists()


@pytest.mark.parametrize("moment", [3, 8, 12])
def test_a_full_disk_is_one_line_and_loses_nothing(mine: Path, monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    before, calls, real = holds(mine), 0, Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        nonlocal calls
        calls += 1
        if calls == moment:
            raise OSError(28, "No space left on device", str(path))
        return real(path, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(MachineError, match="the disk is full"):
        run(mine / "zine.toml", "2026-11-30")
    after = holds(mine)
    assert {name: data for name, data in after.items() if name in before} == before
    monkeypatch.undo()
    run(mine / "zine.toml", "2026-11-30")
    assert (mine / "zine/issues/2026-W49/issue.json").is_file()


def test_a_second_run_leaves_with_a_message(mine: Path) -> None:
    before = holds(mine)
    with zinegen.files.claim(mine / "zine"), pytest.raises(MachineError, match="another zinegen is writing here"):
        run(mine / "zine.toml", "2026-11-30")
    assert holds(mine) == before


# ------------------------------------------------------------------------------------------------------- bad input


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("titel = 1", "titel: a zine has no such key; did you mean title?"),
        ("levels = [3, 1]", "levels: gives no range"),
        ("levels = 0", "levels: 0 will not do"),
        ("systems = []", "systems: is an empty list"),
        ('systems = ["maze"]', "systems: 'maze' does not exist"),
        ("sizes = 3", "sizes: 3 is no text"),
        ('first = "2027-W60"', "first: '2027-W60' is no week"),
        ('id = "Mein Blatt"', "id: 'Mein Blatt' will not do"),
        ('season = "spring"', "season: is no table"),
        ("[season]\nweek = 3", "season.week: a season has no such key; did you mean weeks?"),
        ("[season]\nweeks = 0", "season.weeks: 0 will not do"),
        ('[season]\nrumours = ["A bell at {town}.", "{nix}"]', "season.rumours: {nix} stands for nothing here"),
        ('base_url = "example.org"', "base_url"),
        ("party_level = 99", "party_level"),
        ("title = ", "is no TOML"),
    ],
)
def test_a_wrong_configuration_is_one_line(tmp_path: Path, line: str, named: str) -> None:
    text = line if line.startswith("title") else f'title = "A"\n{line}\n'
    config = configure(tmp_path, text)
    with pytest.raises(RecipeError) as caught:
        load_zine(config)
    assert named in str(caught.value) and str(config) in str(caught.value) and "\n" not in str(caught.value)


def test_what_cannot_be_is_one_line_and_changes_nothing(mine: Path) -> None:
    config, before = mine / "zine.toml", holds(mine / "zine")
    with pytest.raises(RecipeError, match=r"--date 2027-01-01: is still to come"):
        run(config, "2027-01-01")
    with pytest.raises(RecipeError, match=r"number 1 is of 2026-W45, and 2026-W44 is before it"):
        run(config, "2026-10-26")
    config.write_text(CONFIG.replace("The Test Lamp", "Another Lamp"))
    with pytest.raises(RecipeError, match=r"is the archive of the zine 'the-test-lamp', not of 'another-lamp'"):
        run(config, "2026-11-30")
    config.write_text(CONFIG.replace("W45", "W44"))
    with pytest.raises(RecipeError, match=r'asks for first = "2026-W45"'):
        run(config, "2026-11-30")
    config.write_text(CONFIG)
    from zinegen.weekly import weekly

    with pytest.raises(RecipeError, match=r"the clock says 2026-11-09, but number 4 of 2026-W48 stands already"):
        weekly(load_zine(config), datetime.date(2026, 11, 9))
    (mine / "zine/issues/2026-W49").mkdir()
    with pytest.raises(RecipeError, match=r"2026-W49 stands where the issue of 2026-W49 must go"):
        run(config, "2026-11-30")
    (mine / "zine/issues/2026-W49").rmdir()
    assert holds(mine / "zine") == before


def test_a_renamed_zine_with_its_old_id_goes_on(mine: Path) -> None:
    (mine / "zine.toml").write_text(CONFIG.replace("The Test Lamp", "New Lamp") + 'id = "the-test-lamp"\n')
    before = [entry.id for entry in feedparser.parse((mine / "zine/feed.xml").read_bytes()).entries]
    run(mine / "zine.toml", "2026-11-30")
    told = feedparser.parse((mine / "zine/feed.xml").read_bytes())
    assert told.feed.title == "New Lamp" and [entry.id for entry in told.entries][1:] == before


# ------------------------------------------------------------------------------------------------------------ feed


def test_the_feed_is_what_the_rfc_asks_for(four: Path) -> None:
    data = (four / "zine/feed.xml").read_bytes()
    told = feedparser.parse(data)
    assert not told.bozo and told.version == "atom10"
    assert told.feed.title == "The Test Lamp" and told.feed.author == "A. Wick & Sons" and told.feed.id
    links = {link.rel: link.href for link in told.feed.links}
    assert links["self"] == "https://example.org/lamp/feed.xml" and links["alternate"] == "https://example.org/lamp/"
    assert [entry.published for entry in told.entries] == [f"{day}T00:00:00Z" for day in reversed(FOUR)]
    assert len({entry.id for entry in told.entries}) == 4
    for entry in told.entries:
        assert entry.title and entry.summary and entry.updated and entry.rights
        assert entry.link.startswith("https://example.org/lamp/issues/2026-W4")


def test_enclosures_say_type_and_length(four: Path) -> None:
    from msgspec.structs import replace

    from zinegen.weekly.issues import IssueFile

    issue = read_issue(four / "zine/issues/2026-W45")
    assert issue is not None
    files = (IssueFile(name="booklet.pdf", bytes=123, pages=4), IssueFile(name="dungeon.json", bytes=9))
    told = feedparser.parse(feed(load_zine(four / "zine.toml"), [replace(issue, files=files)]))
    assert [(one.type, one.length, one.href) for one in told.entries[0].enclosures] == [
        ("application/pdf", "123", "https://example.org/lamp/issues/2026-W45/booklet.pdf")
    ]


# --------------------------------------------------------------------------------------------------------- command


def test_the_command_is_silent_when_all_is_well(mine: Path) -> None:
    done = command("weekly", str(mine / "zine.toml"), "--date", FOUR[-1])
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    told = command("weekly", str(mine / "zine.toml"), "--date", FOUR[-1], "--json")
    assert json.loads(told.stdout)["made"] == []


def test_the_command_says_what_is_wrong_in_one_line(tmp_path: Path) -> None:
    done = command("weekly", str(configure(tmp_path)), "--date", "2026-02-30")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "2026-02-30" in done.stderr
    assert not (tmp_path / "zine").exists()


def test_a_percent_sign_in_a_path_is_written_as_its_reader_wants_it() -> None:
    made = starters("z.toml", "z", "/home/a 100%")
    assert 'cd "/home/a 100\\%" &&' in made["z.cron"] and "WorkingDirectory=/home/a 100%%\n" in made["z.service"]


def test_a_new_zine_can_be_made_at_once(tmp_path: Path) -> None:
    done = command("new", "weekly", str(tmp_path / "lantern"))
    assert done.returncode == 0
    names = sorted(one.name for one in tmp_path.iterdir())
    assert names == ["lantern.cron", "lantern.service", "lantern.timer", "lantern.toml"]
    assert load_zine(tmp_path / "lantern.toml").title == "The Lantern"
    for line in ("lantern.cron", "lantern.service"):  # neither knows the user's PATH
        called = re.search(
            r'"(/[^"]*)"( -m zinegen)? weekly "lantern.toml" --catch-up', (tmp_path / line).read_text()
        )
        assert called and Path(called[1]).is_file(), line
    every = (tmp_path / "lantern.toml").read_text().replace("\n# ", "\n").split("# Lists go round")[0]
    assert "title" in every
    assert command("new", "weekly", str(tmp_path / "lantern")).returncode == 2
