"""Initiative: the worked examples of documents 001 and 002 and the laws of a round, by function and by command."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from fights import acts, command, rounds, told
from hypothesis import given
from hypothesis import strategies as st

from zinegen.dice import Stream
from zinegen.dice import roll as roll_dice
from zinegen.initiative import (
    Delay,
    Early,
    Entrant,
    Fight,
    Fighter,
    Move,
    NotPossible,
    accumulate,
    act_early,
    actions_of,
    after_waiting,
    checks_morale,
    describe,
    detailed_order,
    early_limit,
    extras,
    higher_actions,
    lower_needs,
    opposed,
    play,
    reference_category,
    round_order,
    simple_order,
    surprise,
    to_builtin,
)

# ----------------------------------------------------------------------------------- what a result gives (001, 45-50)

RESULTS = {
    -7: [], 0: [], 3: [], 5: [], 6: [6], 7: [7], 17: [17], 18: [18, 6], 29: [29, 17], 30: [30, 18, 6],
    41: [41, 29, 17], 42: [42, 30, 18, 6], 44: [44, 32, 20, 8], 54: [54, 42, 30, 18, 6],
}  # fmt: skip


@pytest.mark.parametrize(("result", "moments"), RESULTS.items())
def test_a_result_gives_its_actions(result: int, moments: list[int]) -> None:
    assert list(actions_of(result)) == moments


def test_results_give_their_actions_through_the_command() -> None:
    fighters = {f"R{result}": f"rolls = [{result}]" for result in RESULTS}
    (one,) = command(told(fighters))["rounds"]
    found = {name: [act["at"] for act in one["order"] if act["fighter"] == name] for name in fighters}
    assert found == {f"R{result}": moments for result, moments in RESULTS.items()}
    assert one["idle"] == ["R-7", "R0", "R3", "R5"]
    assert [act["action"] for act in one["order"] if act["fighter"] == "R54"] == [1, 2, 3, 4, 5]


def test_a_fast_fighter_acts_four_times_before_a_slow_one() -> None:
    order = detailed_order([Entrant("Slow", 7), Entrant("Fast", 44)])
    assert [act.at for act in order] == [44, 32, 20, 8, 7]
    assert rounds({"Slow": "rolls = [7]", "Fast": "rolls = [44]"}) == [
        ["Fast44", "Fast32", "Fast20", "Fast8", "Slow7"]
    ]


def test_a_round_of_four() -> None:
    given = {"A": (30, 12), "B": (18, 14), "C": (17, 12), "D": (5, 12)}
    order = detailed_order([Entrant(name, result, attribute) for name, (result, attribute) in given.items()])
    expected = ["A30", "B18", "A18", "C17", "B6", "A6"]
    assert [f"{act.fighter}{act.at}" for act in order] == expected
    fighters = {name: f"reaction = {attribute} | rolls = [{result}]" for name, (result, attribute) in given.items()}
    (one,) = command(told(fighters))["rounds"]
    assert acts(one) == expected and one["idle"] == ["D"]
    assert all("together" not in act for act in one["order"])


def test_ties_go_by_attribute_then_situation_then_together() -> None:
    a, b = Entrant("A", 18, 12, 0), Entrant("B", 18, 12, 0)
    assert [(act.fighter, act.at, act.together) for act in detailed_order([a, b])] == [
        ("A", 18, ("B",)), ("B", 18, ("A",)), ("A", 6, ("B",)), ("B", 6, ("A",)),
    ]  # fmt: skip
    assert [act.fighter for act in detailed_order([a, b._replace(situation=1)])] == ["B", "A", "B", "A"]
    assert detailed_order([a._replace(situation=9), b._replace(attribute=13)])[0].fighter == "B"
    (one,) = command(told({"A": "rolls = [18]", "B": "rolls = [18]"}))["rounds"]
    assert [(act["fighter"], act["at"], act["together"]) for act in one["order"]] == [
        ("A", 18, ["B"]), ("B", 18, ["A"]), ("A", 6, ["B"]), ("B", 6, ["A"]),
    ]  # fmt: skip


def test_the_simple_system_gives_everyone_one_action() -> None:
    entrants = [
        Entrant("A", 9, 12),
        Entrant("B", 44, 12),
        Entrant("C", 9, 14),
        Entrant("D", -2, 9),
        Entrant("E", 9, 12),
    ]
    assert [(act.fighter, act.together) for act in simple_order(entrants)] == [
        ("B", ()), ("C", ()), ("A", ("E",)), ("E", ("A",)), ("D", ()),
    ]  # fmt: skip
    fighters = {one.name: f"reaction = {one.attribute} | rolls = [{one.result}]" for one in entrants}
    said = command(told(fighters, 'system = "simple"'))
    assert acts(said["rounds"][0]) == ["B44", "C9", "A9", "E9", "D-2"]
    assert said["notes"] == []


# --------------------------------------------------------------------------------------------- acting early (001, 58)


@pytest.mark.parametrize(
    ("result", "action", "by", "at", "limit"),
    [
        (12, 1, 6, ["A18"], "simple"),
        (12, 1, 7, ["A19"], "trivial"),
        (12, 1, 12, ["A24"], "trivial"),
        (20, 1, 6, ["A26", "A8"], "simple"),
        (20, 2, 6, ["A20", "A14"], "simple"),
        (20, 2, 11, ["A20", "A19"], "trivial"),
    ],
)
def test_acting_early(result: int, action: int, by: int, at: list[str], limit: str) -> None:
    moves = act_early([Move(moment) for moment in actions_of(result)], action, by)
    assert [f"A{move.at}" for move in moves] == at
    assert [move.limit for move in moves if move.how == "early"] == [limit]
    plan = f"rolls = [{result}] | early = [{{round = 1, action = {action}, by = {by}}}]"
    said = command(told({"A": plan}))
    assert acts(said["rounds"][0]) == at and said["notes"] == []
    assert said["rounds"][0]["order"][action - 1]["limit"] == limit


def test_how_early_one_may_act() -> None:
    assert [early_limit(by) for by in (1, 6, 7, 12)] == ["simple", "simple", "trivial", "trivial"]
    for by in (0, 13):
        with pytest.raises(NotPossible, match="too_far"):
            early_limit(by)


@pytest.mark.parametrize(
    ("result", "action", "by", "why"),
    [
        (5, 1, 6, "no_action"),  # nothing to pull forward
        (17, 2, 6, "no_action"),
        (20, 2, 12, "crowded"),  # at 20 it acts already
        (12, 1, 13, "too_far"),
    ],
)
def test_what_cannot_act_early(result: int, action: int, by: int, why: str) -> None:
    with pytest.raises(NotPossible, match=why):
        act_early([Move(moment) for moment in actions_of(result)], action, by)
    if by <= 12:
        plan = f"rolls = [{result}] | early = [{{round = 1, action = {action}, by = {by}}}]"
        said = command(told({"A": plan}))
        assert acts(said["rounds"][0]) == [f"A{at}" for at in actions_of(result)]
        assert len(said["notes"]) == 1 and f"action {action}" in said["notes"][0]


def test_early_actions_leave_room_for_one_another() -> None:
    plan = "rolls = [20] | early = [{round = 1, action = 2, by = 12}, {round = 1, action = 1, by = 1}]"
    assert rounds({"A": plan}) == [["A21", "A20"]]
    for fixed in (Move("first"), Move("last"), Move(10, "delayed")):
        with pytest.raises(NotPossible, match="fixed"):
            act_early([fixed], 1, 3)


# ----------------------------------------------------------------------------------------------- waiting (001, 62-66)


@pytest.mark.parametrize(
    ("moment", "new", "lost", "kept"),
    [
        (10, 26, [26, 14], []),
        (30, 42, [42], [30, 18, 6]),  # 30 is not before 30
        (10, 12, [12], []),
        (20, 18, [18], [6]),  # none lies before, but one is used up
        (10, 5, [], []),
        (None, 26, [26], [14]),  # claimed at the beginning: nothing lies before it
    ],
)
def test_what_is_lost_of_the_roll_after_waiting(
    moment: int | None, new: int, lost: list[int], kept: list[int]
) -> None:
    assert after_waiting(actions_of(new), moment) == (tuple(lost), tuple(kept))


def test_waiting_through_the_command() -> None:
    said = command(
        told({"A": "rolls = [18] | delay = [{round = 1, until = 10, new_roll = 26}]", "B": "rolls = [12]"})
    )
    (one,) = said["rounds"]
    assert acts(one) == ["B12", "A10"]
    assert one["lost"] == {"A": [26, 14]} and one["rolls"]["A"] == [18, 26] and said["notes"] == []
    said = command(
        told({"A": "rolls = [40] | delay = [{round = 1, until = 30, new_roll = 42}]", "B": "rolls = [30]"})
    )
    (one,) = said["rounds"]
    assert one["lost"] == {"A": [42]}
    assert [act["action"] for act in one["order"] if act["fighter"] == "A"] == [1, 2, 3, 4]


def test_all_further_actions_are_set_aside_by_waiting() -> None:
    plan = "rolls = [32] | delay = [{round = 1, until = 25, new_roll = 5}]"
    assert rounds({"A": plan}) == [["A25"]]
    plan = "rolls = [32] | delay = [{round = 1, action = 2, until = 15, new_roll = 16}]"
    assert rounds({"A": plan}) == [["A32", "A15"]]


def test_two_who_wait_for_the_same_moment() -> None:
    wait = "rolls = [20] | delay = [{round = 1, until = 9, new_roll = 0}]"
    assert rounds({"A": wait, "B": "reaction = 13 |" + wait}) == [["B9", "A9"]]
    (one,) = command(told({"A": wait, "B": wait}))["rounds"]
    assert [act["together"] for act in one["order"]] == [["B"], ["A"]]


def test_waiting_into_the_next_round() -> None:
    a = "rolls = [18, 99, 20] | delay = [{round = 1}, {round = 3, until = 15}]"
    said = command(told({"A": a, "B": "rolls = [12, 12, 16]"}))
    assert [acts(one) for one in said["rounds"]] == [["B12"], ["B12"], ["B16", "A15", "A8"]]
    assert [one["waiting"] for one in said["rounds"]] == [["A"], ["A"], []]
    assert [one["rolls"].get("A") for one in said["rounds"]] == [[18], None, [20]], "who waits does not roll"
    assert said["rounds"][2]["lost"] == {"A": [20]} and said["notes"] == []


def test_the_first_action_of_a_round_is_claimed() -> None:
    a = "rolls = [18, 20] | delay = [{round = 1}] | claims = [2]"
    said = command(told({"A": a, "B": "rolls = [12, 43]"}))
    assert [acts(one) for one in said["rounds"]] == [["B12"], ["Afirst", "B43", "B31", "B19", "A8", "B7"]]
    assert said["rounds"][1]["order"][0]["how"] == "claimed" and said["rounds"][1]["lost"] == {"A": [20]}
    assert said["notes"] == []
    said = command(told({"A": "rolls = [18, 20] | claims = [2]", "B": "rolls = [12, 43]"}))
    assert acts(said["rounds"][0]) == ["A18", "B12", "A6"]
    assert acts(said["rounds"][1])[0] == "Afirst" and len(said["notes"]) == 1, "taken as told, with a note"


def test_category_firsts_come_before_a_claim() -> None:
    a = "category = 4 | rolls = [18, 20] | delay = [{round = 1}] | claims = [2]"
    c = {"C": "category = 4 | rolls = [6, 7]"}
    assert rounds({"A": a, "B": "category = 5 | rolls = [15, 15]", **c})[1] == [
        "Bfirst", "Afirst", "B15", "A8", "C7", "Blast",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("mine", "theirs", "verdict"),
    [
        ((15, 12, 0), (14, 12, 0), -1),
        ((14, 12, 0), (15, 12, 0), 1),
        ((14, 13, 0), (14, 12, 5), -1),
        ((14, 12, 0), (14, 12, 1), 1),
        ((14, 12, 0), (14, 12, 0), 0),
    ],
)
def test_interrupting(mine: tuple[int, ...], theirs: tuple[int, ...], verdict: int) -> None:
    assert opposed(Entrant("A", *mine), Entrant("B", *theirs)) == verdict
    head = "reaction = {1} | situation = {2} |"
    plan = f'delay = [{{round = 1, until = 10, new_roll = 0, interrupts = "B", opposed = [{mine[0]}, {theirs[0]}]}}]'
    a, b = head.format(*mine) + "rolls = [20] |" + plan, head.format(*theirs) + "rolls = [10]"
    (one,) = command(told({"B": b, "A": a}))["rounds"]
    if verdict:
        assert acts(one) == (["A10", "B10"] if verdict < 0 else ["B10", "A10"])
        assert all("together" not in act for act in one["order"])
    else:
        assert [act["together"] for act in one["order"]] == [["A"], ["B"]]


def test_who_interrupts_acts_directly_before_or_after_however_ties_would_fall() -> None:
    b, c = Entrant("B", 10, 14), Entrant("C", 10, 13)
    for verdict, expected in ((-1, ["A", "B", "A", "C"]), (1, ["B", "A", "A", "C"])):
        moves = [Move(10, "delayed", "", "B", verdict), Move(10)]
        order = round_order([(Entrant("A", 10, 14), moves), (b, [Move(10)]), (c, [Move(10)])])
        assert [act.fighter for act in order] == expected


def test_an_interruption_of_nothing_is_said() -> None:
    plan = 'rolls = [20] | delay = [{round = 1, until = 9, new_roll = 0, interrupts = "B", opposed = [9, 8]}]'
    said = command(told({"A": plan, "B": "rolls = [10]"}))
    assert acts(said["rounds"][0]) == ["B10", "A9"] and "nothing to interrupt" in said["notes"][0]


def test_plans_that_the_rolls_do_not_carry_are_said() -> None:
    said = command(told({"A": "rolls = [4] | delay = [{round = 1, until = 3, new_roll = 20}]"}))
    assert acts(said["rounds"][0]) == [] and "no action to delay" in said["notes"][0]
    said = command(told({"A": "rolls = [12] | delay = [{round = 1, until = 30, new_roll = 42}]"}))
    assert acts(said["rounds"][0]) == ["A30", "A30", "A18", "A6"] and "before its own 12" in said["notes"][0]
    said = command(told({"A": "rolls = [32] | delay = [{round = 1, action = 2, until = 32, new_roll = 42}]"}))
    assert acts(said["rounds"][0]) == ["A32", "A20", "A8"] and "does not wait" in said["notes"][0]


# ------------------------------------------------------------------------------------- higher categories (001, 70-78)

HIGHER = {
    (1, 15): "first 15 last",
    (1, 5): "first last",
    (2, 15): "first first 15 9 last",
    (2, 20): "first first 20 14 8 2 last",
    (3, 12): "first first 12 6 6 last last",
    (3, 18): "first first 18 12 12 6 0 0 last last",
    (4, 12): "first first 12 8 4 last last",
    (4, 18): "first first 18 14 10 6 2 -2 last last",
    (5, 12): "first first first 12 10 8 6 4 last last last",
    (6, 12): "first first first first 12 10 8 6 4 2 last last last",
    (8, 12): "first first first first first 12 11 10 9 8 7 6 5 last last last last",
}


@pytest.mark.parametrize(("difference", "result"), HIGHER)
def test_a_higher_category(difference: int, result: int) -> None:
    expected = HIGHER[difference, result].split()
    assert [str(at) for at in higher_actions(result, difference)] == expected
    fighters = {"H": f"category = {4 + difference} | rolls = [{result}]", "A": "rolls = [0] | category = 4"}
    (one,) = rounds(fighters, "reference_category = 4")
    assert one == [f"H{at}" for at in expected]


def test_the_extras_go_on_by_two_a_category_beyond_what_is_printed() -> None:
    count = {d: extras(d).first + extras(d).last + len(extras(d).after) for d in range(1, 9)}
    assert count == {1: 2, 2: 4, 3: 6, 4: 6, 5: 10, 6: 12, 7: 14, 8: 16}  # 4 is printed with 6
    for wrong in (0, 9):
        with pytest.raises(ValueError):
            extras(wrong)
        with pytest.raises(ValueError):
            lower_needs(wrong)


def test_firsts_and_lasts_of_several_go_pass_by_pass_by_roll() -> None:
    fighters = {
        "A": "category = 4 | rolls = [30]",
        "B": "category = 4 | rolls = [0]",
        "C": "category = 4 | rolls = [0]",
        "H": "category = 6 | rolls = [15]",
        "I": "category = 5 | rolls = [16]",
        "J": "category = 6 | rolls = [5]",
    }
    (one,) = rounds(fighters)
    assert " ".join(one) == ("Ifirst Hfirst Jfirst Hfirst Jfirst A30 A18 I16 H15 H9 A6 Ilast Hlast Jlast")


def test_who_acts_twice_at_one_moment_does_so_one_after_the_other() -> None:
    fighters = {
        "H": "category = 7 | rolls = [18]",
        "A": "category = 4 | rolls = [12]",
        "B": "category = 4 | rolls = [0]",
    }
    (one,) = command(told(fighters))["rounds"]
    at_12 = [(act["fighter"], act.get("together")) for act in one["order"] if act["at"] == 12]
    assert at_12 == [("H", ["A"]), ("A", ["H"]), ("H", None)]


# --------------------------------------------------------------------------------- lower categories (001, 80-92, 115)


def by_category(difference: int, rolls: list[int], head: str = "") -> list[tuple[list[int], int, int]]:
    """Actions, carried and lost points of a lower fighter, round by round, through the command."""
    fighters = {
        "L": f"category = {9 - difference} | rolls = {rolls}",
        "A": f"category = 9 | rolls = {[12] * len(rolls)}",
    }
    said = command(told(fighters, "reference_category = 9 | " + head))["rounds"]
    assert all(acts(one).count("A12") == 1 for one in said), "the others act once a round"
    return [
        ([a["at"] for a in r["order"] if a["fighter"] == "L"], r["carried"]["L"], r["surplus"].get("L", 0))
        for r in said
    ]


@pytest.mark.parametrize(
    ("difference", "rolls", "expected"),
    [
        (1, [12, 12, 12, 12], [([], 12, 0), ([], 24, 0), ([12], 0, 6), ([], 12, 0)]),
        (1, [10, 10, 10], [([], 10, 0), ([], 20, 0), ([6], 0, 0)]),
        (1, [24, 24, 24, 24], [([], 24, 0), ([24], 0, 18), ([], 24, 0), ([24], 0, 18)]),
        (1, [12, -5, 30, -3], [([], 12, 0), ([], 7, 0), ([13], 0, 7), ([], 0, 0)]),
        (2, [54, 53, 1], [([6], 0, 0), ([], 53, 0), ([6], 0, 0)]),
        (2, [113, 114], [([65], 0, 59), ([66, 6], 0, 0)]),
        (3, [12] * 7, [([], 12 * n, 0) for n in range(1, 7)] + [([12], 0, 6)]),
        (3, [77, 1], [([], 77, 0), ([6], 0, 0)]),
    ],
)
def test_a_lower_category(difference: int, rolls: list[int], expected: list[tuple[list[int], int, int]]) -> None:
    carried, found = 0, []
    for result in rolls:
        points = accumulate(carried, result, difference)
        carried = points.carried
        found.append((list(points.actions), points.carried, points.surplus))
    assert found == expected == by_category(difference, rolls)


@pytest.mark.parametrize(
    ("difference", "step", "counts"),
    [
        (1, 36, {29: 0, 30: 1, 65: 1, 66: 2, 96: 2, 101: 2, 102: 3}),
        (1, 60, {29: 0, 30: 1, 66: 1, 89: 1, 90: 2, 96: 2, 149: 2, 150: 3}),
        (2, 36, {53: 0, 54: 1, 113: 1, 114: 2}),
        (3, 36, {77: 0, 78: 1, 161: 1, 162: 2}),
    ],
)
def test_actions_of_one_great_roll(difference: int, step: int, counts: dict[int, int]) -> None:
    assert {total: len(accumulate(0, total, difference, step).actions) for total in counts} == counts
    for total, count in counts.items():
        ((found, _, _),) = by_category(difference, [total], f"lower_step = {step}")
        assert len(found) == count


def test_what_a_lower_category_needs() -> None:
    assert [lower_needs(d) for d in (1, 2, 3)] == [(30, 36), (54, 60), (78, 84)]
    assert lower_needs(1, 60) == (30, 60)


@pytest.mark.parametrize(
    ("categories", "reference"),
    [([4, 3], 4), ([3, 4, 3], 3), ([5, 5, 4, 4, 3], 5), ([3], 3), ([6, 2, 2], 2), ([1, 2, 3], 3)],
)
def test_the_reference_is_the_most_common_category_the_higher_on_a_tie(categories: list[int], reference: int) -> None:
    assert reference_category(categories) == reference
    fighters = {f"F{n}": f"category = {category} | rolls = [12]" for n, category in enumerate(categories)}
    (one,) = command(told(fighters))["rounds"]
    lower = {f"F{n}" for n, category in enumerate(categories) if category < reference}
    higher = {f"F{n}" for n, category in enumerate(categories) if category > reference}
    assert set(one["carried"]) == lower
    assert {act["fighter"] for act in one["order"] if act["at"] == "first"} == higher


def test_a_given_reference_and_fighters_without_category() -> None:
    fighters = {"A": "category = 3 | rolls = [12]", "B": "rolls = [12]"}
    said = command(told(fighters, "reference_category = 4"))
    assert said["rounds"][0]["carried"] == {"A": 12} and acts(said["rounds"][0]) == ["B12"]
    assert "counted as 4: B" in said["notes"][0]


def test_a_lower_fighter_may_act_early_and_wait() -> None:
    keys = "category = 3 | rolls = [36, 30] | "
    others = {"A": "category = 4 | rolls = [12, 12]"}
    assert rounds({"L": keys + "early = [{round = 1, action = 1, by = 6}]", **others})[0] == ["L18", "A12"]
    said = command(told({"L": keys + "delay = [{round = 1, until = 8, new_roll = 25}]", **others}))["rounds"]
    assert acts(said[0]) == ["A12", "L8"] and said[0]["carried"] == {"L": 25}
    assert acts(said[1]) == ["L31", "A12"]


# ---------------------------------------------------------------------------------------- surprise (002, 115 and 117)


def test_surprise() -> None:
    assert surprise(6, 1) == ("party", 5, "total", False)
    assert surprise(3, 3) == (None, 0, "none", False)
    assert surprise(2, 5) == ("monsters", 3, "significant", True)
    assert surprise(2, 4) == ("monsters", 2, "some", False)
    fighters = {
        "Brenna": 'side = "party"',
        "Otto": 'side = "party"',
        "Rat": 'side = "monsters"',
        "Bat": 'side = "monsters"',
    }
    said = command(told(fighters, 'system = "d6-sides"|[sides]|party = [6, 3, 2]|monsters = [1, 3, 5]'))["rounds"]
    assert [(r["surprise"]["winner"], r["surprise"]["by"], r["surprise"]["from_behind"]) for r in said] == [
        ("party", 5, False), (None, 0, False), ("monsters", 3, True),
    ]  # fmt: skip
    assert acts(said[0]) == ["Brenna6", "Otto6", "Rat1", "Bat1"]
    assert said[0]["order"][0]["together"] == ["Otto"]
    assert said[1]["order"][0]["together"] == ["Otto", "Rat", "Bat"]
    assert acts(said[2]) == ["Rat5", "Bat5", "Brenna2", "Otto2"]


def test_one_alone_checks_morale() -> None:
    assert checks_morale(1) and not checks_morale(2)
    assert not checks_morale(1, undead=True) and not checks_morale(1, cornered=True)
    head = 'system = "d6-sides" | rounds = 2'
    for keys, morale in (("", ["X"]), ("| undead = true", []), ("| cornered = true", [])):
        said = command(told({"A": 'side = "party"', "X": 'side = "monsters"' + keys}, head))["rounds"]
        assert [one["morale"] for one in said] == [morale, []]


# ----------------------------------------------------------------------------------------------------------- the laws


@st.composite
def fights(draw: st.DrawFn) -> Fight:
    """Any fight in the detailed system, plans and all."""
    number = st.integers(-20, 130)
    names = "ABCDE"[: draw(st.integers(1, 5))]
    fighters = []
    for name in names:
        at_most_once = draw(st.dictionaries(st.integers(1, 4), st.sampled_from(["delay", "claim"]), max_size=3))
        early = draw(st.dictionaries(st.tuples(st.integers(1, 4), st.integers(1, 5)), st.integers(1, 12), max_size=4))
        waits = [one for one, plan in at_most_once.items() if plan == "delay"]
        others = [other for other in names if other != name]
        delay = []
        for one in waits:
            until = draw(st.none() | st.integers(-5, 60))
            target = draw(st.sampled_from([None, *others])) if until is not None else None
            actions = [n for n in range(1, 4) if (one, n) not in early]
            delay.append(
                Delay(
                    round=one,
                    until=until,
                    action=draw(st.sampled_from([None, *actions])),
                    new_roll=draw(st.none() | number),
                    interrupts=target,
                    opposed=draw(st.none() | st.tuples(number, number)) if target else None,
                )
            )
        fighters.append(
            Fighter(
                name=name,
                reaction=draw(st.integers(10, 13)),
                situation=draw(st.integers(0, 1)),
                category=draw(st.none() | st.integers(2, 6)),
                rolls=tuple(draw(st.lists(number, max_size=4))),
                early=tuple(Early(round=one, action=action, by=by) for (one, action), by in early.items()),
                delay=tuple(delay),
                claims=tuple(one for one, plan in at_most_once.items() if plan == "claim"),
            )
        )
    return Fight(seed="laws", rounds=4, fighters=tuple(fighters), lower_step=draw(st.sampled_from([36, 60])))


def place(at: int | str) -> tuple[int, int]:
    """How early a moment is, the smaller the earlier."""
    return (1, -at) if isinstance(at, int) else (0 if at == "first" else 2, 0)


@given(fights())
def test_the_laws_of_a_round(fight: Fight) -> None:
    for one in play(fight):
        places = [place(act.at) for act in one.order]
        assert places == sorted(places), "actions never rise within a round"
        for act in one.order:
            assert act.fighter not in act.together, "nobody acts twice at once"
            assert len(set(act.together)) == len(act.together)
            for other in act.together:
                assert any(o.fighter == other and o.at == act.at and act.fighter in o.together for o in one.order)
        for fighter in fight.fighters:
            mine = [act for act in one.order if act.fighter == fighter.name]
            assert [act.action for act in mine] == list(range(1, len(mine) + 1)), "each fighter's acts stay in order"
            assert (fighter.name in one.idle) <= (not mine)
        assert all(act.limit == ("" if act.how != "early" else act.limit) for act in one.order)
        assert all(carried >= 0 for carried in one.carried.values())
    assert describe(fight, play(fight)) == describe(fight, play(fight))
    json.dumps(to_builtin(fight, play(fight)))


@given(st.integers(1, 8), st.lists(st.integers(0, 200), max_size=30), st.sampled_from([36, 60]))
def test_no_point_is_made_or_lost_unseen_in_adding_up(difference: int, results: list[int], step: int) -> None:
    carried = spent = surplus = 0
    first, further = lower_needs(difference, step)
    for result in results:
        points = accumulate(carried, result, difference, step)
        assert carried + result == points.carried + points.spent + points.surplus
        assert points.spent == (first + further * (len(points.actions) - 1) if points.actions else 0)
        assert not points.actions or (points.carried == 0 and points.actions[-1] >= 6)
        assert points.surplus < further and points.carried < first
        carried, spent, surplus = points.carried, spent + points.spent, surplus + points.surplus
    assert sum(results) == carried + spent + surplus


@given(st.integers(-50, 500))
def test_actions_step_down_by_twelve_to_between_6_and_17(result: int) -> None:
    moments = actions_of(result)
    assert len(moments) == max(0, 1 + (result - 6) // 12)
    assert not moments or (moments[0] == result and 6 <= moments[-1] <= 17)
    assert all(a - b == 12 for a, b in pairwise(moments))


@given(st.lists(st.integers(6, 60), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_the_order_does_not_hang_on_who_is_named_first(results: list[int], shuffle: Any) -> None:
    entrants = [Entrant(f"F{n}", result, 12 + n) for n, result in enumerate(results)]
    mixed = list(entrants)
    shuffle.shuffle(mixed)
    assert detailed_order(mixed) == detailed_order(entrants)


# ----------------------------------------------------------------------------------------------------------- the dice


class Rigged(Stream):
    """A stream whose faces are known."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def die(self, sides: int) -> int:
        return self.faces.pop(0)


@pytest.mark.parametrize(
    ("faces", "total"),
    [((1,), -1), ((2,), 2), ((3,), -3), ((4,), 4), ((5, 1), -5), ((6, 5), 6), ((6, 6, 6, 2), 18), ((5, 5, 6), -10)],
)
def test_the_die_of_the_system(faces: tuple[int, ...], total: int) -> None:
    assert roll_dice("±d6", Rigged(*faces)) == total
    assert 12 + roll_dice("±d6", Rigged(*[6] * 9, 1)) == 66, "nine sixes"
    assert 12 + roll_dice("±d6", Rigged(*[6] * 14, 1)) == 96, "fourteen sixes"


def test_what_is_not_given_is_rolled_from_the_seed() -> None:
    head = 'seed = "moth" | rounds = 4'
    first = command(told({"A": "", "B": ""}, head))
    assert first == command(told({"A": "", "B": ""}, head)) and first["seed"] == "moth"
    more = command(told({"C": "", "A": "", "B": "rolls = [40]"}, head))
    assert [one["rolls"]["A"] for one in more["rounds"]] == [one["rolls"]["A"] for one in first["rounds"]]
    assert [one["rolls"]["B"] for one in more["rounds"][1:]] == [one["rolls"]["B"] for one in first["rounds"][1:]]
    assert len(first["rounds"]) == 4 and len(command(told({"A": ""}))["rounds"]) == 3
    assert {r["seed"] for r in (command(told({"A": ""})) for _ in range(3))} != {"moth"}
    assert "seed" not in command(told({"A": "rolls = [9]"}, 'seed = "moth"')), "no die of ours fell"
