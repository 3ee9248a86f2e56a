"""The word lists of stocking: complete, of a closed vocabulary, and free of what an editor would strike out."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from stock.lint import BANNED, DOUBLED

from zinegen.dungeon.model import FeatureKind, PortalKind
from zinegen.errors import LexiconError
from zinegen.stock.draft import Kind
from zinegen.stock.faults import faults
from zinegen.stock.lexis import Entry, functions, goal_homes, kinds, leavings, stage, traces, traps
from zinegen.words import ROOT, forget, lexicon, pool

OWN = ("names", "themes", "rooms", "bestiary", "treasure", "hiding", "magic", "container_traps", "hazards", "tricks",
       "waters", "doors", "clues", "clue_places", "rumours", "leavings", "activities", "uses", "locks", "opposed",
       "cycles", "stocking", "grammar")  # fmt: skip
POSTURE = re.compile(
    r"\b(asleep|awake|kneeling|seated|sitting|squatting|leaning|on tiptoe|folded|behind|round an?|under)\b"
)
KLASSES = {"guard", "sleep", "eat", "work", "study", "worship", "store", "tomb", "cell", "water", "pass", "any"}
SLOTS = {"family", "given", "given2", "town", "saint", "god", "goal", "place", "levels", "it", "d", "h", "dd", "area",
         "name", "key", "thing", "what", "where", "who", "wants", "dir", "n", "noise", "via", "air", "things", "text",
         "keys", "seen", "there", "count", "turn", "home", "m", "p", "a", "b", "one", "two", "sign_one",
         "sign_two", "after", "item", "reward", "guard", "round", "on", "use", "door", "without", "sign",
         "other", "prize", "how", "secret", "title", "attribute", "reaction", "category",
         "strength", "agility", "be", "verb", "doing", "areas", "lock", "route", "before", "unwilling", "treasure",
         "experience",
         "width", "depth", "metal", "alignment", "room", "their", "they_sit"}  # fmt: skip


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a word list, with where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{path}.{key}")
    elif isinstance(value, list):
        for n, one in enumerate(value):
            yield from leaves(one, f"{path}.{n}")


def all_entries() -> list[Entry]:
    """Every thing that can stand in a room."""
    out = [entry for function in functions().values() for entry in function.things]
    out += [entry for pool in leavings().values() for entry in pool]
    for theme, words in lexicon("themes").items():
        found = {entry.id: entry for event in words["events"] for entry in traces(theme, event["id"])}
        out += found.values()
        out += [stage(theme, event["id"]) for event in words["events"]]
    return [*out, *goal_homes()]


def test_the_shelves_are_in_order() -> None:
    assert list(faults()) == []


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the lexicon to spoil."""
    shutil.copytree(ROOT / "en", tmp_path / "lexicon/en")
    monkeypatch.setattr("zinegen.words.ROOT", tmp_path / "lexicon")
    forget()
    yield tmp_path / "lexicon/en"
    monkeypatch.undo()
    forget()


@pytest.mark.parametrize(
    ("file", "entry", "complaint"),
    [("finds/x.toml", '{ id = "a", what = "peg", look = "bent", find = "A {gaol}." }', "nothing fills {gaol}"),
     ("finds/x.toml", '{ id = "a", what = "peg", colour = "red", find = "Red." }', "colour"),
     ("finds/x.toml", '{ id = "a", look = "bent", find = "Bent." }', "what"),
     ("finds/x.toml", '{ id = "a", what = "peg", find = "Bent.", klass = ["kitchen"] }', "kitchen"),
     ("finds/x.toml", '{ id = "a", what = "peg", find = "Bent.", themes = ["disco"] }', "no theme 'disco'"),
     ("finds/x.toml", '{ id = "a", what = "peg", find = "Bent.", sym = "piano" }', "no symbol 'piano'"),
     ("finds/x.toml", '{ id = "a", what = "peg", find = "One *star." }', "write it plain"),
     ("finds/x.toml", '{ id = "a", what = "peg", find = "It seems bent." }', "strike 'seems'"),
     ("finds/x.toml", '{ id = "a", what = "peg", find = "X." }, { id = "a", what = "pin", find = "Y." }', "2 times"),
     ("traces/crypt.toml", '{ id = "a", what = "peg", find = "Bent.", event = "flood" }', "no event 'flood'"),
     ("hazards/x.toml", '{ id = "a", name = "peg", what = "peg", look = "bent", sign = "bent" }', "trigger"),
     ("letters/x.toml", '{ id = "a", what = "bill", title = "A bill", text = "Pay {sum}." }', "nothing fills {sum}")],
)  # fmt: skip
def test_a_spoiled_entry_is_named_with_its_file(library: Path, file: str, entry: str, complaint: str) -> None:
    (library / file).write_text(f"entries = [{entry}]\n", "utf-8")
    found = [fault for fault in faults() if fault.startswith(f"lexicon/en/{file.split('/')[0]}")]
    assert any(complaint in fault for fault in found), found


def test_a_creature_or_theme_that_refers_to_nothing_is_named(library: Path) -> None:
    goblin = (
        (library / "bestiary/folk.toml").read_text("utf-8").replace('tags = ["folk"]', 'tags = ["folk", "disco"]')
    )
    (library / "bestiary/folk.toml").write_text(goblin, "utf-8")
    crypt = (library / "themes/crypt.toml").read_text("utf-8").replace('"tombroom"', '"ballroom"')
    (library / "themes/crypt.toml").write_text(crypt, "utf-8")
    found = "; ".join(faults())
    assert "no tag 'disco'" in found and "no lexicon/en/rooms/ballroom.toml" in found


def test_two_files_of_a_list_cannot_have_a_creature_each_of_one_name(library: Path) -> None:
    shutil.copy(library / "bestiary/demon.toml", library / "bestiary/fiend.toml")
    with pytest.raises(LexiconError, match=r"fiend.*give it another name"):
        lexicon("bestiary")


def test_there_are_enough_words() -> None:
    assert len(functions()) >= 60
    assert len(all_entries()) >= 400
    assert len(kinds()) >= 60
    assert len(pool("magic")) >= 60
    assert len(traps("hazards")) + len(traps("tricks")) >= 45
    assert len(lexicon("themes")) >= 10


def test_what_every_dungeon_has_is_not_the_same_in_each() -> None:
    key = lexicon("doors")["key"]
    for list_ in (goal_homes(), key["homes"], key["hidden"], functions()["vestibule"].things):
        assert len(list_) >= 12
    for home in goal_homes():
        assert "{prize}" in home.look and "nothing" not in home.look.lower(), home.id


def test_ids_stand_once() -> None:
    assert max(Counter(entry.id for entry in all_entries()).values()) == 1
    assert max(Counter(item["id"] for item in pool("magic")).values()) == 1


def test_functions_use_known_words() -> None:
    themes = set(lexicon("themes")) | {"any"}
    for function in functions().values():
        assert function.klass in KLASSES, function.id
        assert set(function.themes) <= themes, function.id
        assert set(function.kinds) <= {"room", "hall", "cave", "passage", "junction", "landing"}, function.id
        assert any(entry.do for entry in function.things), function.id
    for pair in [p for which in ("near", "avoid") for p in lexicon("stocking")["rooms"][which]]:
        assert set(pair) <= set(functions()), pair
    for theme, words in lexicon("themes").items():
        assert set(words["goal_rooms"]) <= set(functions()), theme
        assert all(set(event["who"]) <= set(kinds()) for event in words["events"]), theme


def test_things_use_known_words() -> None:
    for entry in all_entries():
        assert entry.n in ("", "pl", "mass"), entry.id
        assert not entry.sym or entry.sym in get_args(FeatureKind), entry.id
        assert entry.carries in ("", "paper", "wall", "floor", "view"), entry.id
        assert entry.find or entry.do, entry.id
        assert len(entry.look.split()) <= 10, entry.id


def test_creatures_are_complete() -> None:
    for kind in kinds().values():
        _complete(kind)


def _complete(kind: Kind) -> None:
    w = kind.words
    assert set(w["reacts"]) <= {"hostile", "wary", "trade", "flee", "ignores"}, kind.id
    assert set(w["doing"]) <= KLASSES, kind.id
    assert "any" in w["doing"], kind.id
    # looks, true whatever it is doing: neither a posture nor a deed
    assert not [pose for pose in w["pose"] if POSTURE.search(pose)], kind.id
    assert w["pose"] and w["wants"] and w["noise"] and w["spoor"], kind.id
    assert 1 <= w["level"][0] <= w["level"][1] <= 14, kind.id
    assert 2 <= w["morale"] <= 12 and 8 <= w["ac"] <= 20, kind.id
    assert lexicon("activities")[kind.clan]["any"], kind.id
    assert "wander" in lexicon("activities")[kind.clan], kind.id


def test_every_level_has_creatures_to_choose_from() -> None:
    for danger in range(1, 13):
        fit = [k for k in kinds().values() if k.words["level"][0] <= danger <= k.words["level"][1]]
        assert len([k for k in fit if "aquatic" not in k.tags]) >= 6, danger


def test_every_kind_of_portal_and_trap_has_words() -> None:
    assert set(get_args(PortalKind)) | {"secret"} == set(lexicon("doors")["names"])
    barred = {what for words in lexicon("treasure")["container"].values() for what in words.get("bars", ())}
    assert barred <= set(lexicon("container_traps")) | set(lexicon("hiding"))


def test_texts_have_known_slots_and_no_struck_words() -> None:
    wrong = []
    for list_ in OWN:
        for where, text in leaves(lexicon(list_), list_):
            if where.endswith(".worth") or ".struck." in where:
                continue
            wrong += [f"{where}: {slot}" for slot in re.findall(r"\{(\w+)\}", text) if slot.lower() not in SLOTS]
            if list_ != "grammar" and (found := BANNED.search(text)) and ".hook" not in where:
                wrong.append(f"{where}: {found[0]}")
            if DOUBLED.search(text) or "  " in text or text != text.strip() or ("’" in text and list_ != "grammar"):
                wrong.append(f"{where}: {text}")
            if text.count("*") % 2:
                wrong.append(f"{where}: stress is not closed")
    assert wrong == []


COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve")
ONE_IN_S = ("ss", "us", "is", "canvas", "lens", "summons")
ONE_OF_MANY = {
    "pair",
    "set",
    "row",
    "heap",
    "pile",
    "box",
    "bundle",
    "stack",
    "string",
    "rack",
    "tray",
    "coil",
    "ring",
}


def number_of(what: str) -> str:
    """Whether a noun is many ("pl") or one (""), by its head."""
    head = re.split(r" (?:of|on|in|with|without|at|to|for|from|and) |, ", what)[0].split()
    return "pl" if head[0] in COUNTED or (head[-1].endswith("s") and not head[-1].endswith(ONE_IN_S)) else ""


def test_things_have_the_article_that_their_number_takes() -> None:
    """No "a letter scales", no "pair of lead boots" without its article."""
    things = [(e["what"], e.get("n", "")) for f in ("finds", "traces", "leavings", "features", "opposed", "hazards",
              "tricks", "obstacles") for e in pool(f)]  # fmt: skip
    things += [(e["what"], e.get("n", "")) for room in lexicon("rooms").values() for e in room["things"]]
    for theme in lexicon("themes").values():
        things += [
            (e["what"], e.get("n", "")) for event in theme["events"] for e in (event["stage"], *event["traces"])
        ]
    assert len(things) > 1000
    wrong = [what for what, n in things if number_of(what) and not n]
    wrong += [what for what, n in things if n == "pl" and what.split(" of ")[0].split()[-1] in ONE_OF_MANY]
    assert wrong == []
    assert [number_of(what) for what in ("hand bellows", "glass lens", "two of them")] == ["pl", "", "pl"]


def test_names_of_people_and_creatures_take_an_article() -> None:
    """No "a somebody's aunt"."""
    names = [entry["name"] for entry in pool("people")] + [raw["name"] for raw in lexicon("bestiary").values()]
    assert [name for name in names if re.match(r"(some|any|no|every)(body|one)\b|the |an? ", name)] == []


def test_no_slot_stands_among_capitals() -> None:
    """No "THE HOUSE OF Tarn": what fills a slot is not in capitals."""
    texts = [entry["text"] for entry in pool("letters")]
    assert [text for text in texts if re.search(r"\b[A-Z]{2,}[ ,:]+\{|\}[ ,:]+[A-Z]{2,}\b", text)] == []
