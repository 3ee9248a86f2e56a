"""The fifteen rules of a key and the twenty-five faults of an editor, each with its laws, each law with its plants.

Read from dungeon.json: F, R, S, L. Read from the letters of the PDF: P, and R1, R5, R11. A law says its code before
each fault; every sentence that a law can say has a planted fault of which it was said.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from stock import plants, plants_print
from stock.laws import Facts, checklist
from stock.laws_things import r14_empty
from stock.plants import areas
from stock.test_laws import SYSTEMS, made
from stock.test_structure import PLANTED as STRUCTURE
from stock.test_structure import SEEDS, read

RULES: dict[int, tuple[str, ...]] = {
    1: ("R1", "F16", "P16", "P1"),  # order of play: first what is seen, last the ways out
    2: ("F15", "P15"),  # a short first impression
    3: ("R3",),  # a short key
    4: ("F16", "P16"),  # danger that can be seen is in the first line, hidden danger is not
    5: ("R5", "F17", "P17"),  # bold marks the handles
    6: ("R6",),  # three depths of finding
    7: ("R7",),  # something to do
    8: ("F12", "R8", "P18"),  # creatures: number, doing, wanting, line; one group in three attacks on sight
    9: ("F7", "L", "P18"),  # treasure: amount, unit, exact place
    10: ("F4",),  # traps: sign, trigger, effect, remedy
    11: ("F1", "P1", "R11"),  # exits: complete, in one order, with state and destination
    12: ("R12", "F3", "F5", "F14", "P12"),  # clues come paired
    13: ("R13", "F8"),  # the senses report the neighbours
    14: ("F11", "R14"),  # no empty room is idle
    15: ("F18", "F19", "F20", "F21", "F24", "P22"),  # the negative rules
}
FAULTS: dict[int, tuple[str, ...]] = {
    1: ("F1", "P1"),  # an exit missing, extra or not led back
    2: ("F2", "P2"),  # a lock without its key
    3: ("F3",),  # a secret without clues or sign
    4: ("F4",),  # a trap that is not whole
    5: ("F5", "R12", "P12"),  # a clue to nothing
    6: ("F6",),  # what does not go together
    7: ("F7", "F24"),  # treasure of no worth, or nowhere
    8: ("F8",),  # a sense without a source
    9: ("F9",),  # bad neighbours, a wrong entrance, a wrong room for the goal
    10: ("F10",),  # unguarded wealth
    11: ("F11", "R7"),  # an idle room
    12: ("F12",),  # a creature that is not whole, or does what is not done here
    13: ("F13",),  # a stranger to the premise
    14: ("F14",),  # an event, a goal, a faction without evidence
    15: ("F15", "P15", "R3"),  # too long, too short
    16: ("F16", "P16"),  # danger that is missing from the first line, or given away
    17: ("F17", "P17", "R5"),  # bold without a note
    18: ("F18", "P18"),  # a fact twice, or never
    19: ("F19", "P22"),  # second person, feelings, assumed action
    20: ("F20", "P22"),  # hedges
    21: ("F21", "P22"),  # history of no use
    22: ("F22", "P22"),  # grammar
    23: ("F23",),  # repetition
    24: ("F24", "P24", "P22"),  # numbers and names
    25: ("F25",),  # a frame that asserts something
}
ELSEWHERE = {
    "R14": "test_a_dungeon_is_neither_empty_nor_full",
    "F25": "test_laws.test_frames_say_nothing_of_their_own",
    "S16": "test_each_of_the_seven_things_is_missed",
    "PL": "test_printed.test_a_wrong_sum_is_seen",
}
"""Laws of more than one key, or of less than a dungeon: where they were seen to fail."""
FILES = ("laws", "laws_ways", "laws_things", "laws_folk", "laws_clues", "laws_walk", "laws_text", "laws_print")
CODE = re.compile(r"^([A-Z]+\d*) ")


def planted() -> list[tuple[str, str]]:
    """Every planted fault: who says it, and some words of what is said."""
    every = [*plants.PLANTS.values(), *plants_print.PLANTS.values()]
    return [(one.code, one.says) for one in every]


def sentences(*names: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """All that laws can say: file and line, code ("" where it is put in later), the words between the slots."""
    for name in names:
        tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text("utf-8"))
        for law in (node for node in tree.body if isinstance(node, ast.FunctionDef)):
            own = re.match(r"([a-z]+\d+)_", law.name)
            for node in ast.walk(law):
                said = node.value if isinstance(node, ast.Yield | ast.YieldFrom) else None
                said = said.elt if isinstance(said, ast.GeneratorExp) else said
                if isinstance(said, ast.JoinedStr):
                    words = [one.value for one in said.values if isinstance(one, ast.Constant)]
                    code = CODE.match(str(words[0])) if words else None
                    parts = tuple(str(word).removeprefix(code[0] if code else "").strip(" :'") for word in words)
                    whose = code[1] if code else own[1].upper() if own else ""
                    yield f"{name}.py:{said.lineno}", whose, tuple(part for part in parts if len(part) > 3)


def test_every_rule_and_every_fault_has_its_laws() -> None:
    assert list(RULES) == list(range(1, 16)) and list(FAULTS) == list(range(1, 26))
    seen = {code for code, _ in planted()} | set(ELSEWHERE)
    for table in (RULES, FAULTS):
        for number, codes in table.items():
            assert codes and set(codes) <= seen, (number, set(codes) - seen)
    mapped = {code for table in (RULES, FAULTS) for codes in table.values() for code in codes}
    assert seen - mapped == {"S16", "PL"}  # the checklist of a whole dungeon, and what ledgers add up to


def test_every_sentence_of_a_law_was_said_of_a_planted_fault() -> None:
    silent = [
        (where, code, parts)
        for where, code, parts in sentences(*FILES)
        if parts and code not in ELSEWHERE
        and not any(
            code in ("", who) and any(says in part or part in says for part in parts) for who, says in planted()
        )
    ]  # fmt: skip
    assert silent == []
    assert len(list(sentences(*FILES))) > 100


def test_every_sentence_of_structure_was_said_of_a_planted_fault() -> None:
    says = [next(filter(None, (plant(read(seed)) for seed in SEEDS))) for plant in STRUCTURE]
    silent = [
        (where, parts)
        for where, _, parts in sentences("structure_law")
        if parts and not any(said in part or part in said for said in says for part in parts)
    ]
    assert silent == []


def test_a_dungeon_is_neither_empty_nor_full() -> None:
    dungeons = [made(system, n) for system in SYSTEMS for n in range(3)]
    assert list(r14_empty(dungeons)) == []
    for dungeon in dungeons:
        for area in areas(dungeon):
            area.update(inhabitants=[], hazards=[], treasure=[])
    assert list(r14_empty(dungeons))


@pytest.mark.parametrize("what", ["something worth stealing", "something that can be beaten",
                                  "something not beaten by force", "a loop", "someone to talk to",
                                  "something odd to try", "something that most will miss"])  # fmt: skip
def test_each_of_the_seven_things_is_missed(what: str) -> None:
    dungeon = made("labyrinth", 0)
    dungeon.update(locks=[], links=[])
    for level in dungeon["levels"]:
        level["portals"] = []
    for area in areas(dungeon):
        area.update(inhabitants=[], hazards=[], treasure=[], hidden=False)
        area["text"]["details"] = []
    assert f"S16 the dungeon has not {what}" in list(checklist(Facts(dungeon)))
