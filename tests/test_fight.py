"""The file of a fight: what may stand in it, what is wrong with it in one line, and the command that plays it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import answer, refusal, zinegen
from fights import command, told

from zinegen.cli import run
from zinegen.errors import RecipeError
from zinegen.initiative import STARTER, describe, load_fight, play, to_builtin
from zinegen.initiative.file import DELAY, EARLY, FIGHT, FIGHTER

DOCS = Path(__file__).parent.parent / "docs/initiative.md"

# ----------------------------------------------------------------------------------------------------------- the file


def test_a_fight_is_read_from_a_path_or_from_bytes(tmp_path: Path) -> None:
    (tmp_path / "f.toml").write_text(STARTER)
    fight = load_fight(tmp_path / "f.toml")
    read = load_fight(STARTER.encode())
    assert [one.name for one in fight.fighters] == ["Brenna", "Ghoul"] and fight.rounds == 2
    assert (read.fighters, read.rounds) == (fight.fighters, fight.rounds)


def test_every_line_that_the_starter_turns_off_can_be_turned_on() -> None:
    lines = [line.removeprefix("# ") for line in STARTER.splitlines() if not line.startswith("# A fight")]
    sides = next(n for n, line in enumerate(lines) if line.startswith("[sides]"))
    for text in ("\n".join(lines), "\n".join(lines[:sides])):
        fight = load_fight(text.encode())
        assert fight.fighters[1].claims == (2,) and play(fight)


def waiting(keys: str) -> str:
    """A fight in which A waits in round 1, with these keys."""
    return told({"A": f"delay = [{{round = 1, {keys}}}]", "B": ""})


WRONG = {
    "nobody": ("", "nobody fights", "[[fighter]]"),
    "an empty list": ("fighter = []", "nobody fights", "[[fighter]]"),
    "no list": ("fighter = 3", "fighter", "no list of tables"),
    "no tables": ("fighter = [3]", "fighter", "no list of tables"),
    "nameless": ("[[fighter]]\nrolls = [3]", "[[fighter]] 1", "lacks name"),
    "a number for a name": ("[[fighter]]\nname = 3", "name", "quotes"),
    "an empty name": (told({"": ""}), "name", "is empty"),
    "a name that cannot be printed": (told({"a\\u0007": ""}), "name", "U+0007"),
    "rolls in words": (told({"A": 'rolls = ["high"]'}), "'A': rolls", "whole number"),
    "rolls with a fraction": (told({"A": "rolls = [18.5]"}), "'A': rolls", "whole number"),
    "rolls true": (told({"A": "rolls = [true]"}), "'A': rolls", "whole number"),
    "rolls no list": (told({"A": "rolls = 18"}), "'A': rolls", "no list of numbers"),
    "rolls without end": (told({"A": "rolls = [100000]"}), "'A': rolls", "to 1000"),
    "too many rolls": (told({"A": f"rolls = {[9] * 101}"}), "'A': rolls", "at most 100"),
    "categories too far apart": (told({"A": "category = 1", "B": "category = 10"}), "[[fighter]] 1 'A'", "9 away"),
    "far from the reference": (told({"A": "category = 13"}, "reference_category = 4"), "'A'", "at most 8"),
    "two of one name": (told({"A": ""}) + told({"A": ""}), "two fighters are called 'A'", '"Ghoul 2"'),
    "two told apart by a blank": (
        told({"A": ""}) + told({"A ": ""}),
        "two fighters are called 'A'",
        '"Ghoul 2"',
    ),
    "interrupting where nobody else fights": (
        told({"A": 'delay = [{round = 1, until = 3, interrupts = "X"}]'}),
        "delay in round 1",
        "nobody else fights",
    ),
    "thirteen points early": (told({"A": "early = [{round = 1, action = 1, by = 13}]"}), "early 1: by", "at most 12"),
    "no points early": (told({"A": "early = [{round = 1, action = 1, by = 0}]"}), "early 1: by", "1 to 12"),
    "half an early plan": (told({"A": "early = [{round = 1}]"}), "early 1", "lacks action"),
    "early twice": (told({"A": "early = [" + "{round = 1, action = 1, by = 2}, " * 2 + "]"}), "early", "twice"),
    "a delay without a round": (told({"A": "delay = [{until = 3}]"}), "delay 1", "lacks round"),
    "two delays": (told({"A": "delay = [{round = 1}, {round = 1}]"}), "delay in round 1", "twice"),
    "early and waiting": (
        told({"A": "early = [{round = 1, action = 1, by = 2}] | delay = [{round = 1, action = 1}]"}),
        "delay in round 1", "acts early",
    ),
    "claimed and delayed": (told({"A": "claims = [2] | delay = [{round = 2}]"}), "delay in round 2", "claimed"),
    "interrupting oneself": (waiting('until = 3, interrupts = "A"'), "delay", "no other"),
    "interrupting nobody": (waiting('until = 3, interrupts = "X"'), "delay", "there is: B"),
    "interrupting some time": (waiting('interrupts = "B"'), "delay", "until"),
    "opposed by nobody": (waiting("until = 3, opposed = [1, 2]"), "delay", "interrupts"),
    "half an opposed roll": (waiting('until = 3, interrupts = "B", opposed = [1]'), "opposed", "two results"),
    "an unknown key": (told({"A": "raction = 12"}), "raction", "did you mean reaction"),
    "an unknown key above": (told({"A": ""}, "sistem = 3"), "sistem", "did you mean system"),
    "an unknown system": (told({"A": ""}, 'system = "detailled"'), "system", "did you mean detailed"),
    "no rounds": (told({"A": ""}, "rounds = 0"), "rounds", "1 to 100"),
    "too many rounds": (told({"A": ""}, "rounds = 101"), "rounds", "1 to 100"),
    "another step": (told({"A": ""}, "lower_step = 40"), "lower_step", "36"),
    "an empty seed": (told({"A": ""}, 'seed = ""'), "seed", "is empty"),
    "no side": (told({"A": ""}, 'system = "d6-sides"'), "'A'", 'side = "party"'),
    "an unknown side": (told({"A": 'side = "elves"'}), "side", "party, monsters"),
    "a face no d6 has": (told({"A": ""}, "[sides]|party = [7]"), "sides: party", "1 to 6"),
    "sides no table": (told({"A": ""}, "sides = [1]"), "sides", "no table"),
    "cut short": ("[[fighter]", "no TOML", "zinegen new fight"),
    "no text": (b"\xff\xfe\x00", "no TOML", "zinegen new fight"),
    "nested without end": ("a = " + "[" * 5000, "no TOML", "zinegen new fight"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_fight_that_is_wrong_is_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, where, remedy = WRONG[name]
    data = text if isinstance(text, bytes) else text.encode()
    with pytest.raises(RecipeError) as fault:
        load_fight(data)
    assert where in str(fault.value) and remedy in str(fault.value) and len(str(fault.value)) < 400
    file = tmp_path / "fight.toml"
    file.write_bytes(data)
    with pytest.raises(SystemExit) as end:
        run(["initiative", str(file)])
    said = capsys.readouterr()
    assert (end.value.code, said.out, said.err.count("\n")) == (2, "", 1)
    assert said.err.startswith(f"zinegen: {file}") and where in said.err and remedy in said.err


def test_no_file_and_a_folder(tmp_path: Path) -> None:
    assert "zinegen new fight" in refusal(zinegen("initiative", tmp_path / "none.toml"), 2)
    assert "is a folder" in refusal(zinegen("initiative", tmp_path), 2)


def test_what_has_no_effect_is_said() -> None:
    said = command(told({"A": "rolls = [9, 9, 9] | claims = [7]"}, "rounds = 2"))
    assert len(said["rounds"]) == 2
    assert said["notes"][0] == "A has rolls for 3 rounds; those after round 2 are left out"
    assert "claims in round 7" in said["notes"][1]
    said = command(
        told({"A": "category = 1 | rolls = [9] | claims = [1]", "B": "category = 20"}, 'system = "simple"')
    )
    assert said["notes"] == ["the simple system makes nothing of: category, claims"]
    assert "wait" in command(told({"A": "rolls = [9] | delay = [{round = 1, new_roll = 3}]"}))["notes"][0]
    head = 'system = "d6-sides" | rounds = 1 | [sides] | party = [1, 2]'
    said = command(told({"A": 'side = "party" | rolls = [9]'}, head))
    assert said["notes"] == [
        "the d6-sides system makes nothing of: rolls",
        "party has rolls for 2 rounds; those after round 1 are left out",
    ]


# --------------------------------------------------------------------------------------------- the command, as a user


def test_a_new_fight_can_be_played_at_once(tmp_path: Path) -> None:
    assert answer("new", "fight", "crypt", cwd=tmp_path) == {"fight": "crypt.toml"}
    assert "is there already" in refusal(zinegen("new", "fight", "crypt.toml", cwd=tmp_path), 2)
    done = zinegen("initiative", "crypt.toml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[:4] == [
        "Round 1: Brenna 20; Ghoul 18",
        "     20  Brenna",
        "     18  Ghoul",
        "      8  Brenna",
    ]
    quiet = zinegen("initiative", "crypt.toml", "--quiet", cwd=tmp_path)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


def test_the_docs_show_what_the_command_says() -> None:
    page = DOCS.read_text("utf-8")
    fight = load_fight(re.search(r"```toml\n(.+?)```", page, re.S)[1].encode())
    shown = page.split("$ zinegen initiative bridge.toml\n")[1].split("```")[0].splitlines()
    assert describe(fight, play(fight)) == shown
    told_of = set(re.findall(r"`(\w+)`(?:, `(\w+)`)? \|", page))
    keys = {key for pair in told_of for key in pair} | {"round", "by"}
    assert {*FIGHT, *FIGHTER, *DELAY, *EARLY} <= keys
    data = to_builtin(fight, play(fight))
    assert {key for one in data["rounds"] for key in one} - {"round", "order"} <= keys


def test_a_table_says_what_became_of_everybody() -> None:
    text = told(
        {
            "Brenna": "reaction = 14 | rolls = [18] | delay = [{round = 1, until = 10, new_roll = 26}]",
            "Ghoul": "rolls = [12] | early = [{round = 1, action = 1, by = 6}]",
            "Ghost": "rolls = [18]",
            "Wight": "rolls = [18]",
            "Rat": "rolls = [5]",
            "Ent": "category = 3 | rolls = [12]",
        },
        "reference_category = 4",
    )
    fight = load_fight(text.encode())
    assert describe(fight, play(fight)) == [
        "Round 1: Brenna 18, then 26; Ghoul 12; Ghost 18; Wight 18; Rat 5; Ent 12",
        "     18  Ghoul, Ghost, Wight  together; Ghoul early: one simple action",
        "     10  Brenna               waited",
        "      6  Ghost, Wight         together",
        "      -  Brenna               lost from the new roll: 26, 14",
        "      -  Rat                  no action",
        "      -  Ent                  no action, keeps 12 of the 30 points needed",
        "",
        "Note: without a category, counted as 4: Brenna, Ghoul, Ghost, Wight, Rat",
    ]
