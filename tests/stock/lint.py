"""The editor's eye: a stocked dungeon comes in, every fault of its texts goes out as a line."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from zinegen.dungeon.model import Area, Dungeon, KeyText
from zinegen.dungeon.ways import exits
from zinegen.stock.idle import SHUT
from zinegen.words import lexicon

BANNED = re.compile(
    r"\b(you|your|yours|seem(s|ed|ingly)?|appear(s|ed)?|apparently|strangely?|ancient|eerie|eerily|mysterious|ominous"
    r"|foreboding|somehow|there (is|are) an?|can be (found|seen)|upon closer|used to be|long ago|originally"
    r"|as (they enter|the party enters)|feels? (uneasy|watched|dread)"
    r"|basically|clearly|obviously|suddenly|it is said)\b",
    re.IGNORECASE,
)
AN = re.compile(r"\ba [aeio]\w*|\ban [bcdfgjklmnpqrstvwxyz]\w*", re.IGNORECASE)
SOUNDS = re.compile(r"\b(a (one|once|eu|ewe)\w*|an (hour|heir|honest|honour)\w*)", re.IGNORECASE)
DOUBLED = re.compile(r"\b([A-Za-z]+) \1\b(?!-)")
BROKEN = re.compile(
    r"\{|\}|\*|(?<!\. )\bNone\b|\bnan\b|\(\)"
    r"|  |\s[,.;:!?]|(?<!\.)\.\.(?!\.)|,,|;;|,\.|;\.|:\.|\.,|\.;|^[a-z].*\.$(?<!x)"
)
CONSTANT = ("Patrol,", "Noise brings", "Door ", "Portcullis ", "The next one", "Two ways to")
"""What is said in several keys in the same words, to be looked up."""
FIRST, SHORT, BODY, HAZARD = 35, 14, 260, 60
"""A key of 125 words is long (test_stock counts those); one of 260 is a fault."""


def words(text: str) -> list[str]:
    """The words of a text."""
    return text.split()


def texts(area: Area) -> Iterator[tuple[str, str]]:
    """Every text of a key: where, what."""
    text: KeyText = area.text
    yield "name", text.name
    yield "first", text.first
    yield "short", text.short
    for detail in text.details:
        for part in ("what", "look", "find", "result"):
            if words_ := getattr(detail, part):
                yield f"{detail.id}.{part}", words_
    for note in text.notes:
        yield "note", note
    for one in area.inhabitants:
        for part in ("name", "doing", "wants", "special"):
            if words_ := getattr(one, part):
                yield f"{one.id}.{part}", words_
    for hazard in area.hazards:
        for part in ("name", "sign", "trigger", "effect", "remedy"):
            yield f"{hazard.id}.{part}", getattr(hazard, part)
    for treasure in area.treasure:
        yield treasure.id, treasure.what
        for words_ in (treasure.effect, treasure.hidden):
            if words_:
                yield treasure.id, words_
    for clue in area.clues:
        yield clue.id, clue.text


def faults(dungeon: Dungeon) -> list[str]:
    """Every fault, one line each."""
    out: list[str] = []
    keyed = [area for level in dungeon.levels for area in level.areas if area.key is not None]
    for area in keyed:
        out += [f"{area.id} {fault}" for fault in _key(area)]
        for where, text in texts(area):
            out += [f"{area.id} {where}: {fault} in {text!r}" for fault in grammar(text)]
    loose = [dungeon.title, dungeon.premise.subtitle, dungeon.premise.hook]
    loose += [rumour.text for rumour in dungeon.rumours] + [row.doing for row in dungeon.wandering]
    loose += [t for f in dungeon.factions for t in (f.name, f.wants)] + [
        t for lv in dungeon.levels for t in (lv.title, lv.text)
    ]
    loose += [portal.name for level in dungeon.levels for portal in level.portals] + [
        k.name for k in dungeon.key_items
    ]
    out += [f"dungeon: {fault} in {text!r}" for text in loose for fault in grammar(text)]
    out += _whole(dungeon, keyed)
    return out


def grammar(text: str) -> Iterator[str]:
    """Faults of one text."""
    if found := BANNED.search(text):
        yield f"banned word {found[0]!r}"
    bare = SOUNDS.sub("", text)
    if (found := AN.search(bare)) and not found[0].lower().startswith(("a one", "an h", "a u", "an u")):
        yield f"article {found[0]!r}"
    if (found := DOUBLED.search(text)) and found[1] not in ("no", "that", "had"):
        yield f"doubled word {found[0]!r}"
    if "'" in text:
        yield "a straight apostrophe"
    if found := BROKEN.search(text):
        yield f"broken text {found[0][:20]!r}"
    if re.search(r"\b1 [a-z]+s\b(?<!ss)", text) and not re.search(r"\b1 (hp|dice|stops)", text):
        yield "one of many"


def _key(area: Area) -> Iterator[str]:
    """Faults of one key as a whole."""
    text = area.text
    if len(words(text.first)) > FIRST or len(words(text.first)) < 4:
        yield f"first line has {len(words(text.first))} words"
    if not 1 <= len(words(text.short)) <= SHORT:
        yield f"short line has {len(words(text.short))} words"
    for one in area.inhabitants:
        shown = one.name.lower() in text.first.lower()
        if one.visible != shown:
            yield f"{one.name} {'missing from' if one.visible else 'given away in'} the first line"
        if not one.doing:
            yield f"{one.name} does nothing"
        for need, ways in lexicon("stocking")["needs"].items():
            if "door" not in ways and need in re.findall(r"[a-z]+", one.doing.lower()) and not _stands(area, ways):
                yield f"{one.name}: no {need} for {one.doing!r}"
    for detail in text.details:
        shown = detail.what.lower() in text.first.lower()
        if detail.level == "landmark" and detail.inside is None and not shown:
            yield f"landmark {detail.what} not in the first line"
        if not (detail.look or detail.find or detail.result or _bears(area, detail.id)):
            yield f"{detail.what} says nothing"
    for hazard in area.hazards:
        parts = [hazard.sign, hazard.trigger, hazard.effect, hazard.remedy]
        if not all(parts):
            yield f"{hazard.name} is not whole"
        if sum(len(words(part)) for part in parts) > HAZARD:
            yield f"{hazard.name} has too many words"
    if body(area) > BODY:
        yield f"body has {body(area)} words"
    answers = (
        bool(area.inhabitants)
        or any(d.result for d in text.details)
        or area.hazards
        or area.treasure
        or area.clues
        or text.notes
    )
    if not answers and not any(d.find for d in text.details):
        yield "nothing answers to handling"
    if not (area.inhabitants or area.hazards or area.treasure or area.clues or text.notes) and not any(
        d.id == "spoor" or d.id.startswith("wall-") or d.result for d in text.details
    ):
        yield "stands idle"


def _stands(area: Area, ways: list[str]) -> bool:
    """Whether a thing of such a name stands in an area."""
    there = " ".join([area.text.first, *(f"{d.what} {d.look}" for d in area.text.details)]).lower()
    return any(way in f"{there} {' '.join(f.kind for f in area.features)}" for way in ways)


def _bears(area: Area, id_: str) -> bool:
    ids = [t.where for t in area.treasure] + [c.carrier for c in area.clues] + [h.on for h in area.hazards]
    return id_ in [*ids, *(d.inside for d in area.text.details)]


def body(area: Area) -> int:
    """The words of a key without stat lines, powers, exits and what magic things do."""
    apart = {item.effect for item in area.treasure} | {item.hidden for item in area.treasure}
    apart |= {one.special for one in area.inhabitants} | {area.text.name, area.text.short}
    return sum(len(words(text)) for _, text in texts(area) if text not in apart)


def _whole(dungeon: Dungeon, keyed: list[Area]) -> Iterator[str]:
    """Repetition and references across the dungeon."""
    names = Counter(area.text.name for area in keyed)
    yield from (f"name {name!r} {n} times" for name, n in names.items() if n > 1)
    ids = {area.id for area in keyed}
    for area in keyed:
        for note in area.text.notes:
            for ref in re.findall(r"\((\d+(?:-\d+)?)\)", note):
                full = ref if "-" in ref else f"{area.id.split('-')[0]}-{ref}"
                if full not in ids:
                    yield f"{area.id} refers to {ref}, which is not there"
    yield from _goal(dungeon, keyed)
    ways = exits(dungeon)
    for area in keyed:
        rests = any("can be barred" in note or "brackets" in note for note in area.text.notes)
        if rests and not all(exit_.kind in SHUT for exit_ in ways[area.id]):
            yield f"{area.id} has nothing to bar"
    prize = max((item.what for area in keyed for item in area.treasure if item.id.endswith("-t0")), default="")
    known = [prize.split(",")[0], *names, *(lock.name for lock in dungeon.locks)]
    known += [item.name for item in dungeon.key_items] + [p.name for lv in dungeon.levels for p in lv.portals]
    known += [item.what.split(",")[0] for area in keyed for item in area.treasure]
    for line, rooms in sixgrams(keyed, known).items():
        yield f"six words {' '.join(line)!r} in {', '.join(sorted(rooms))}"


def _goal(dungeon: Dungeon, keyed: list[Area]) -> Iterator[str]:
    """The goal's room: its prize is seen from the doorway, its story stands there, its holders do not seek it."""
    goal = next(area for area in keyed if area.id == dungeon.goal)
    prize = next((item.what.split(",")[0] for item in goal.treasure if item.id.endswith("-t0")), "")
    if prize.lower() not in goal.text.first.lower():
        yield f"{goal.id} does not show the {prize}"
    told = [event["stage"] for event in lexicon("themes")[dungeon.premise.theme]["events"]]
    if not any(detail.what == one["what"].replace("'", "’") for detail in goal.text.details for one in told):
        yield f"{goal.id} has nothing of the story"
    holders = {one.faction for one in goal.inhabitants}
    for band in dungeon.factions:
        if band.id in holders and f"{prize}, before" in band.wants:
            yield f"{band.name} seek what they hold"


def sixgrams(keyed: list[Area], names: list[str]) -> dict[tuple[str, ...], set[str]]:
    """Six words that stand in two rooms; numbers and names are left out."""
    seen: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for area in keyed:
        for where, text in texts(area):
            if where == "short" or where.endswith((".special", ".name")) or text.startswith(CONSTANT):
                continue
            for name in sorted(names, key=len, reverse=True):
                text = text.replace(name, "") if name else text
            plain = re.findall(r"[a-z’]+", text.lower())
            for n in range(len(plain) - 5):
                seen[tuple(plain[n : n + 6])].add(area.id)
    return {line: rooms for line, rooms in seen.items() if len(rooms) > 1}
