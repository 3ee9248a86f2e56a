"""Faults planted on the printed page, one for each thing that a law of print can say.

A plant takes the keys of a booklet and its dungeon.json and spoils either; StopIteration says that this one has
nothing to spoil.
"""

from __future__ import annotations

from collections.abc import Callable

from stock.facts import Facts, Json
from stock.plants import Plant
from stock.printed import NUMBER, WAYS, Key, Run, plain

Spoil = Callable[[list[Key], Json], None]


def area(dungeon: Json, key: Key) -> Json:
    """The area of a key."""
    return Facts(dungeon).areas[key.id]


def text(words: str) -> Run:
    """Words in the type of the keys."""
    return Run("Literata", 11.5, words)


def bold(words: str) -> Run:
    """Words in bold."""
    return Run("Literata-Bold", 11.5, words)


def slanted(words: str, *, heavy: bool = False) -> Run:
    """Words of the first lines."""
    return Run("Literata-BoldItalic" if heavy else "Literata-Italic", 11.5, words)


def _says(words: str) -> Spoil:
    return lambda found, _: found[0].runs.append(text(words))


def _no_way(found: list[Key], _: Json) -> None:
    key = next(key for key in found if key.exits)
    next(run for run in reversed(key.runs) if run.bold and plain(run.text) in WAYS).text = ""


def _other_way(found: list[Key], dungeon: Json) -> None:
    for key in found:
        beside = {end for p in Facts(dungeon).portals.values() if key.id in p["between"] for end in p["between"]}
        for run in key.runs:
            if run.bold and f"{key.level}-{plain(run.text)}" in beside and plain(run.text) != str(key.number):
                run.text = str(key.number)
        if beside & {one.id for one in found} - {key.id}:
            return
    raise StopIteration


def _anticlockwise(found: list[Key], _: Json) -> None:
    key = next(key for key in found if len({exit_.way for exit_ in key.exits}) > 1)
    ways = [run for run in key.runs if run.bold and plain(run.text) in WAYS]
    words = [run.text for run in ways]
    for run, word in zip(ways, reversed(words), strict=True):
        run.text = word


def _way_to_nowhere(found: list[Key], _: Json) -> None:
    key = next(key for key in found if any(exit_.to for exit_ in key.exits))
    next(run for run in reversed(key.runs) if run.bold and NUMBER.match(plain(run.text))).text = "98"


def _wrong_page(found: list[Key], _: Json) -> None:
    for key in found:
        for run, after in zip(key.runs, key.runs[1:], strict=False):
            if run.bold and NUMBER.match(plain(run.text)) and plain(after.text).startswith("p."):
                after.text = " p. 99 "
                return
    raise StopIteration


def _no_page(found: list[Key], _: Json) -> None:
    for key in found:
        for run, after in zip(key.runs, key.runs[1:], strict=False):
            if run.bold and NUMBER.match(plain(run.text)) and plain(after.text).startswith("p."):
                there = next((one for one in found if one.number == int(plain(run.text).split("-")[-1])), key)
                if abs(there.page - key.page) > 1:
                    after.text = " "
                    return
    raise StopIteration


def _long(found: list[Key], _: Json) -> None:
    found[0].runs[0].text += "word " * 60


def _hardly_a_word(found: list[Key], _: Json) -> None:
    found[0].runs = [slanted("Bare.")]


def _unseen(found: list[Key], _: Json) -> None:
    for key in found:
        key.runs = [run for run in key.runs if not (run.slanted and run.bold)]


def _given_away(found: list[Key], dungeon: Json) -> None:
    who = next(one for key in found for one in area(dungeon, key)["inhabitants"] if one["visible"])
    who["visible"] = False


def _hidden_thing(found: list[Key], dungeon: Json) -> None:
    key = found[0]
    thing = {"id": "x", "what": "harp", "level": "secret", "look": "", "find": "", "result": "", "inside": None}
    words = area(dungeon, key)["text"]
    words["details"] = [*words["details"], thing]
    key.runs.insert(0, slanted("A harp; "))


def _untold(found: list[Key], _: Json) -> None:
    key = next(key for key in found if key.handles)
    key.runs = [run for run in key.runs if run.slanted or run.text.isspace()]


def _other_order(found: list[Key], dungeon: Json) -> None:
    if dungeon["recipe"].get("keys") == "prose":
        raise StopIteration
    key = next(key for key in found if len(_own(key, dungeon)) > 1)
    one, other = _own(key, dungeon)[:2]
    for run in key.runs:
        if run.slanted and run.bold:
            word = plain(run.text)
            run.text = f"{other if word == one else one if word == other else word} "


def _own(key: Key, dungeon: Json) -> list[str]:
    """The handles of a key that are things of the room and stand whole on one line."""
    things = {d["what"] for d in area(dungeon, key)["text"]["details"] if d["look"] or d["find"] or d["result"]}
    whole = [plain(run.text) for run in key.runs if run.slanted and run.bold]
    return [word for word in whole if word in things and any(one.lower() == word for one in key.told)]


def _twice(found: list[Key], dungeon: Json) -> None:
    key, clue = next((k, clue) for k in found for clue in area(dungeon, k)["clues"])
    key.runs.insert(-1, text(f" {clue['text']} "))


def _no_stats(found: list[Key], dungeon: Json) -> None:
    key = next(k for k in found if area(dungeon, k)["inhabitants"])
    for run in key.runs:
        run.text = run.text.replace("HD", "--")


def _no_worth(found: list[Key], dungeon: Json) -> None:
    coins = {k.id: [i for i in area(dungeon, k)["treasure"] if i["value_gp"] and i["coin"] != "gold"] for k in found}
    key = next(k for k in found if coins[k.id])
    for run in key.runs:
        run.text = run.text.replace("gp", "")


def _clue_without_number(found: list[Key], dungeon: Json) -> None:
    facts = Facts(dungeon)
    for key in found:
        if any(facts.home(clue["about"]) - {key.id} for clue in area(dungeon, key)["clues"]):
            for run in key.runs:
                run.text = "" if run.bold and NUMBER.match(plain(run.text)) else run.text
            return
    raise StopIteration


def _key_not_named(found: list[Key], dungeon: Json) -> None:
    dungeon["key_items"][0]["name"] = "glass key of nobody"


def _lock_without_key(found: list[Key], dungeon: Json) -> None:
    facts = Facts(dungeon)
    for portal in facts.portals.values():
        lock = facts.locks.get(portal["lock"] or "")
        if lock and lock["keys"]:
            for key in (key for key in found if key.id in portal["between"]):
                key.runs = [run for run in key.runs if not (run.bold and NUMBER.match(plain(run.text)))]
            return
    raise StopIteration


def _clues_before_finds(found: list[Key], dungeon: Json) -> None:
    key = next(k for k in found if area(dungeon, k)["clues"] and any(
        d["find"] and d["level"] == "landmark" for d in area(dungeon, k)["text"]["details"]))  # fmt: skip
    first = len([run for run in key.runs if run.slanted])
    tail = next(n for n, run in enumerate(key.runs) if run.sign and "◉" in run.text)
    find = key.runs[first : first + 4]
    key.runs = [*key.runs[:first], *key.runs[first + 4 : tail + 1], *find, *key.runs[tail + 1 :]]


def _all_bold(found: list[Key], _: Json) -> None:
    found[0].runs = [run for n in range(9) for run in (slanted("thing", heavy=True), slanted(", "))] + found[0].runs


PLANTS: dict[str, Plant[Spoil]] = {
    "a key out of order": Plant("R1", "in their turn", _clues_before_finds),
    "all words bold": Plant("R5", "are bold", _all_bold),
    "a lock that does not tell of its key": Plant("R11", "does not say that the key", _lock_without_key),
    "a way left out": Plant("P1", "on the map", _no_way),
    "a way to another room": Plant("P1", "no way", _other_way),
    "ways against the clock": Plant("P1", "clockwise", _anticlockwise),
    "a way to nowhere": Plant("P1", "an exit to", _way_to_nowhere),
    "a key that is nowhere named": Plant("P2", "is not in print", _key_not_named),
    "a clue without its number": Plant("P12", "names none of", _clue_without_number),
    "a first line too long": Plant("P15", "in its first lines", _long),
    "hardly a word": Plant("P15", "hardly a word", _hardly_a_word),
    "a creature left out": Plant("P16", "the first lines", _unseen),
    "a creature given away": Plant("P16", "is given away in the first lines", _given_away),
    "a hidden thing shown": Plant("P16", "the hidden harp", _hidden_thing),
    "a handle that nothing tells": Plant("P17", "bold and not told", _untold),
    "handles in another order": Plant("P17", "another order", _other_order),
    "facts left out": Plant("P18", "is not in print", _untold),
    "a fact twice": Plant("P18", "times", _twice),
    "a creature without its line": Plant("P18", "no stat line", _no_stats),
    "treasure without worth": Plant("P18", "no worth", _no_worth),
    "a key left out": Plant("P18", "never printed", lambda found, _: found.__delitem__(-1)),
    "a key twice": Plant("P18", "printed twice", lambda found, _: found.append(found[0])),
    "second person": Plant("P22", "you", _says(" The floor gives way under you.")),
    "a hedge": Plant("P22", "seems", _says(" It seems shut.")),
    "history": Plant("P22", "ong ago", _says(" It fell long ago.")),
    "a slot": Plant("P22", "{", _says(" The {thing} is shut.")),
    "a word twice": Plant("P22", "is is", _says(" It is is shut.")),
    "an area by its number": Plant("P22", "by its number", _says(" It came from area 6.")),
    "a wrong page": Plant("P24", "on page 99", _wrong_page),
    "a page left out": Plant("P24", "without a page", _no_page),
    "a number of no key": Plant("P24", "which is no key", lambda found, _: found[0].runs.append(bold("98"))),
    "a key of no area": Plant("P24", "no such area", lambda found, _: found.append(Key(1, 98, "Nowhere", 9))),
}  # fmt: skip
"""What it is called -> the fault. One for each sentence of the laws of print: test_map holds them to that."""
