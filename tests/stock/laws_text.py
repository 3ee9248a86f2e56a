"""Laws of words: a dungeon.json comes in, every line an editor would strike goes out as "F15 2-4: ..."."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from stock.laws import Facts, Json
from stock.lint import grammar

from zinegen.words import lexicon

SECOND = re.compile(
    r"\b(you|your|yours|yourself|the party enters|(as|when|once) (they|the party|the players?) enters?"
    r"|to (the|one's) (left|right) as|feels? (uneasy|watched|afraid|dread)|(dread|awe) (fills|grips))\b",
    re.I,
)
"""Whom no key speaks to, what it makes nobody feel, and how it sends nobody in."""
HEDGES = re.compile(
    r"\b(seems?|seemed|seemingly|appears? to|appeared|apparently|somehow|ancient|eerie|eerily|mysterious(ly)?"
    r"|ominous(ly)?|foreboding|strangely?|suddenly|clearly|obviously|basically|upon closer|can be (seen|found)"
    r"|it is said|unsettling|otherworldly|dank|an air of|various|some kind of|sort of)\b",
    re.I,
)
HISTORY = re.compile(
    r"\b(long ago|used to be|(was|were) originally|originally|centuries ago|once (was|were|stood|held))\b",
    re.I,
)
NUMBERS = {"a", "an", *lexicon("grammar")["numbers"]}
FIRST, LEAST, ALOUD, MIDDLE = 35, 4, 45, 92
BODY_LONG = 125


def word_faults(dungeon: Json) -> list[str]:
    """Every broken law of words."""
    facts = Facts(dungeon)
    out: list[str] = []
    for id_, area in facts.areas.items():
        if not area["pinned"]:
            names = [item["name"] for item in facts.items.values()] + [lock["name"] for lock in facts.locks.values()]
            names += [one["text"]["name"] for one in facts.areas.values()]
            names += [p["name"] for p in facts.portals.values()]
            names += [t["what"].split(",")[0] for one in facts.areas.values() for t in one["treasure"]]
            names = [name for name in names if name]
            out += [f"{fault[:3].strip()} {id_}: {fault[3:].strip()}" for fault in _key(area, names)]
    out += _across(facts)
    return out


def sections(area: Json) -> Iterator[tuple[str, str]]:
    """Every text of a key, with where it stands."""
    text = area["text"]
    yield "first", text["first"]
    yield "aloud", text["aloud"]
    for detail in text["details"]:
        for part in ("look", "find", "result"):
            if detail[part]:
                yield f"{detail['id']}.{part}", detail[part]
    for n, note in enumerate(text["notes"]):
        yield f"note {n}", note
    for one in area["inhabitants"]:
        for part in ("doing", "wants", "special"):
            if one[part]:
                yield f"{one['id']}.{part}", one[part]
    for hazard in area["hazards"]:
        for part in ("sign", "trigger", "effect", "remedy"):
            yield f"{hazard['id']}.{part}", hazard[part]
    for item in area["treasure"]:
        yield f"{item['id']}.what", item["what"]
        if item["effect"]:
            yield f"{item['id']}.effect", item["effect"]
    for clue in area["clues"]:
        yield clue["id"], clue["text"]


def _key(area: Json, names: list[str]) -> Iterator[str]:
    first = area["text"]["first"]
    count = len(first.split())
    if not LEAST <= count <= FIRST:
        yield f"F15 the first line has {count} words"
    aloud = area["text"]["aloud"]
    if len(aloud.split()) > ALOUD or len(re.findall(r"[.!?]”?(?= |$)", aloud)) > 3:
        yield f"F15 {len(aloud.split())} words to be read aloud"
    said = first.lower()
    for one in area["inhabitants"]:
        if one["visible"] and aloud and one["name"].lower() not in aloud.lower():
            yield f"F16 {one['name']} is missing from what is read aloud"
        if one["visible"] != (one["name"].lower() in said):
            yield f"F16 {one['name']} {'is missing from' if one['visible'] else 'is given away in'} the first line"
    for detail in area["text"]["details"]:
        shown = re.search(rf"\b{re.escape(detail['what'].lower())}\b", said) is not None
        if detail["level"] == "secret" and shown and detail["what"].split()[-1] != "wall":
            others = [d for d in area["text"]["details"] if d["level"] == "landmark" and detail["what"] in d["what"]]
            if not others:
                yield f"F16 the hidden {detail['what']} is in the first line"
    yield from _handles(area, said)
    yield from _twice(area, names)
    for where, text in sections(area):
        for code, pattern in (("F19", SECOND), ("F20", HEDGES), ("F21", HISTORY)):
            if found := pattern.search(text):
                yield f"{code} {found[0]!r} in {where}"
        for fault in grammar(text):
            if not fault.startswith("banned"):
                yield f"F22 {fault} in {where}: {text!r}"


def _handles(area: Json, said: str) -> Iterator[str]:
    """What stands in the room is shown and told, in one order."""
    details = area["text"]["details"]
    landmarks = [d for d in details if d["level"] == "landmark" and d["inside"] is None]
    at = [said.find(d["what"].lower()) for d in landmarks]
    yield from (f"F17 {d['what']} is told and not shown" for d, n in zip(landmarks, at, strict=True) if n < 0)
    plain = [n for d, n in zip(landmarks, at, strict=True) if n >= 0 and said.count(d["what"].lower()) == 1]
    if plain != sorted(plain):
        yield "F17 things are told in another order than they are shown"
    held = {item["where"] for item in area["treasure"]} | {clue["carrier"] for clue in area["clues"]}
    held |= {hazard["on"] for hazard in area["hazards"]} | {d["inside"] for d in details}
    for d in landmarks:
        if not (d["look"] or d["find"] or d["result"] or d["id"] in held):
            yield f"F17 {d['what']} is shown and not told"


def _twice(area: Json, known: list[str]) -> Iterator[str]:
    """No six words stand in two sections of a key; names of things do."""
    names = [d["what"] for d in area["text"]["details"]] + [item["what"].split(",")[0] for item in area["treasure"]]
    names += [*known, *(one["name"] for one in area["inhabitants"])]
    seen: dict[tuple[str, ...], str] = {}
    for where, text in sections(area):
        if where == "aloud":
            continue
        for name in sorted(names, key=len, reverse=True):
            text = text.replace(name, "#")
        plain = re.findall(r"[a-z’]+|#", text.lower())
        for n in range(len(plain) - 5):
            six = tuple(plain[n : n + 6])
            if "#" in six:
                continue
            if seen.setdefault(six, where) != where:
                yield f"F18 {' '.join(six)!r} in {seen[six]} and {where}"
                return


def _across(facts: Facts) -> Iterator[str]:
    """Repetition between the keys of a level."""
    openings = {id_: tuple(a["text"]["first"].lower().split()[:2]) for id_, a in facts.areas.items()}
    for portal in facts.portals.values():
        a, b = portal["between"]
        if a in openings and b in openings and openings[a] == openings[b] and openings[a][0] not in NUMBERS:
            yield f"F23 {a}: it begins as {b} does: {' '.join(openings[a])!r}"
        heads = [_heads(facts.areas[end]) for end in (a, b) if end in facts.areas and not facts.areas[end]["hidden"]]
        if len(heads) == 2 and (both := heads[0] & heads[1]):
            yield f"F23 {a}: it has a {sorted(both)[0]}, as {b} has beside it"
    most = Counter(openings.values()).most_common(1)
    if most and len(openings) >= 20 and most[0][1] > max(4, 0.15 * len(openings)):
        yield f"F23 {most[0][1]} keys begin {' '.join(most[0][0])!r}"
    lines: dict[str, set[str]] = defaultdict(set)
    for id_, area in facts.areas.items():
        for detail in area["text"]["details"]:
            if len(detail["find"].split()) > 5:
                lines[detail["find"]].add(id_)
        for one in area["inhabitants"]:
            if len(one["doing"].split()) > 3:
                lines[one["doing"]].add(id_)
    yield from (f"F23 {', '.join(sorted(ids))}: {line!r}" for line, ids in lines.items() if len(ids) > 1)


_COMMON = (
    "wall floor chest heap coffer spoor ends sacks pouches boxes chests jars urns trunk trunks coffers pouch "
    "box sack jar urn down up daylight columns rubble river stream chasm gallery pool lake well way statue table "
    "door stone row bundle pair set pile clock patch coil stack rack"
)
COMMON = set(_COMMON.split())
"""What two rooms side by side may both have."""


APART = {"letter", "keyhome", "objective"}
"""Things that come into a room for the sake of something else."""


def _heads(area: Json) -> set[str]:
    """The memorable things of a room, by their nouns."""
    shown = [d for d in area["text"]["details"] if d["level"] == "landmark" and d["inside"] is None and d["find"]]
    return {
        d["what"].split(" of ")[0].split()[-1] for d in shown if "-" not in d["id"] and d["id"] not in APART
    } - COMMON


def body(area: Json) -> int:
    """The words of a key but for stat lines, powers, exits and what magic things do."""
    return sum(
        len(text.split()) for where, text in sections(area) if not where.endswith((".special", ".effect", "aloud"))
    ) + sum(len(d["what"].split()) for d in area["text"]["details"])


def length_faults(dungeon: Json) -> list[str]:
    """R3: no key is longer than 125 words; the middle one of a dungeon is short.

    The middle key of many dungeons has 70 words. Small levels have more: as many clues lie there as on large ones.
    """
    counts = sorted(body(area) for area in Facts(dungeon).areas.values())
    out = [f"R3 a key has {n} words" for n in counts if n > BODY_LONG]
    if len(counts) >= 12 and counts[len(counts) // 2] > MIDDLE:
        out.append(f"R3 the middle key has {counts[len(counts) // 2]} words")
    return out


def frame_faults(frames: dict[str, Any], allowed: frozenset[str]) -> Iterator[str]:
    """F25: a frame with nonsense in its slots says nothing but little words."""
    for path, value in _texts(frames):
        bare = re.sub(r"\{\w+\}", "", value)
        left = [word for word in re.findall(r"[a-z]+", bare.lower()) if word not in allowed]
        if left:
            yield f"F25 {path}: {' '.join(left)}"


def _texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _texts(one, f"{path}.{key}")
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one, path)
