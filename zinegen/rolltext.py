"""What a roll says to a game master: a Roll comes in, one readable line goes out, in the words of the lexicon."""

from __future__ import annotations

from typing import Any

from zinegen.rolls import Amount, Roll
from zinegen.words import lexicon

WORDS = "tables"
_ROLLED_BELOW = frozenset(
    [
        "bridged_pct",
        "boat_if_unbridged_pct",
        "boat_on_party_side_pct",
        "jumpable_narrow_if_unbridged_pct",
        "encounter_pct",
        "extra_width_roll",
        "reroll_for_location",
    ]
)
"""Keys that need no saying where the rolls that they ask for follow on the line."""


def line(roll: Roll) -> str:
    """One line: each table rolled, its faces and what they mean, in the order rolled."""
    parts = [f"{one.table} {_faces(one)}: {meaning(one)}" for one in roll.walk()]
    areas = [one.result for one in roll.walk() if one.table == "special_area"]
    if len(areas) > 1:
        whole = sum(area.get("area_sqft", 0) + area.get("add_sqft", 0) for area in areas)
        parts.append(_say("phrase", "whole_area_sqft", "{v}").format(v=whole))
    return "; ".join(parts)


def _faces(roll: Roll) -> str:
    return " ".join(map(str, roll.rolled)) + (f"{roll.plus:+d}" if roll.plus else "")


def meaning(roll: Roll) -> str:
    """What one row means, without what was rolled because of it."""
    if {"coin", "item", "count"} & roll.result.keys():
        return _treasure(roll)
    amounts = {one.dice: one for one in roll.amounts}
    follows = any(isinstance(one, Roll) for one in roll.nested)
    told = roll.result.items()
    said = [_phrase(key, value, amounts) for key, value in told if not (follows and key in _ROLLED_BELOW)]
    if "as_played" in roll.extra and isinstance(roll.extra["as_played"], str):
        said.append(_say("phrase", "as_played", "{v}").format(v=_word(roll.extra["as_played"])))
    meant = ", ".join(part for part in said if part)
    if not meant and "see" in roll.result:
        return _say("phrase", "sends_to", "{v}").format(v=_words(roll.result["see"]).replace(" ", "_"))
    return meant or _say("nothing", roll.table, _say("nothing", "default", "-"))


def _treasure(roll: Roll) -> str:
    """Coins, gems and things, with their amounts: `3d4*100 = 700 gold pieces`."""
    number = roll.result.get("count", 0)
    how = str(number)
    for amount in roll.amounts:
        number, how = amount.total, f"{amount.dice} = {amount.total}"
    if not number and not roll.result.get("item"):
        return _say("nothing", roll.table, "0")
    what = roll.result.get("coin") or roll.result.get("item", "")
    one_many = lexicon(WORDS).get("pieces", {}).get(what, [what, what])
    return f"{how if number or roll.amounts else roll.result.get('dice', '')} {one_many[number != 1]}"


def _phrase(key: str, value: Any, amounts: dict[str, Amount]) -> str:
    """One key of a result in words; empty where it says nothing that the reader is not told otherwise."""
    if isinstance(value, bool):
        return _say("yes" if value else "no", key, key if value else "")
    if isinstance(value, str) and value in amounts:
        value = f"{value} = {amounts[value].total}"
    template = lexicon(WORDS).get("phrase", {}).get(key, "{v}")
    if isinstance(template, list):
        template = template[value != 1]
    return str(template).format(v=_words(value, key))


def _words(value: Any, key: str = "") -> str:
    """A value in words; a list is joined as its key wants it."""
    if isinstance(value, list):
        return _say("joined", key, _say("joined", "default", " + ")).join(map(_words, value))
    if isinstance(value, dict):
        return _say("joined", "record", " ").join(filter(None, (_phrase(k, v, {}) for k, v in value.items())))
    return str(value) if isinstance(value, int) else _word(value)


def _word(value: str) -> str:
    return _say("word", value, value.replace("_", " "))


def _say(part: str, key: str, default: str) -> str:
    found = lexicon(WORDS).get(part, {}).get(key, default)
    return found if isinstance(found, str) else default
