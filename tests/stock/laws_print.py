"""Laws of the printed page: keys read from a PDF and the dungeon.json beside it come in, faults go out.

A fault is a line: "P1 2-4: 2 ways N in print, 1 on the map".
The numbers are those of the editor's twenty-five faults. What the page says is held against the record: exits against
the ways that the map has, handles against what stands below, every fact against the words in print, every number
against the page that it names. How pages are made is not known here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from stock.laws import Facts, Json
from stock.laws_text import ALOUD, FIRST, HEDGES, HISTORY, SECOND
from stock.lint import DOUBLED
from stock.printed import WAYS, Key, Run, plain

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
LETTER = {"north": "N", "east": "E", "south": "S", "west": "W"}
COMPASS = {"N", "E", "S", "W"}
BROKEN = re.compile(r"\{|\}|\*|(?<!\. )\bNone\b|\bnan\b|\(\)|\s[,;!?](?!\w)|,,|;;|,\.|;\.|(?<!\.)\.\.(?!\.)")
OWN = 24
"""What has so many letters stands in one place of a key only; a gem or a room may be named again in a clue."""
MARKS = re.compile(r"“([^”]*)”")


def print_faults(keys: list[Key], dungeon: Json) -> list[str]:
    """Every broken law of a booklet's keys."""
    facts = Facts(dungeon)
    found: dict[str, Key] = {}
    out: list[str] = []
    for key in keys:
        if key.id in found:
            out.append(f"P18 {key.id}: printed twice")
        found[key.id] = key
    out += [f"P18 {id_}: never printed" for id_ in facts.areas if id_ not in found]
    out += [f"P24 {id_}: no such area" for id_ in found if id_ not in facts.areas]
    here = {id_: key for id_, key in found.items() if id_ in facts.areas}
    for id_, key in here.items():
        area = facts.areas[id_]
        for law in (r1_order, p1_exits, r11_locks, p15_first, p16_danger, r5_bold, p17_handles, p18_said, p22_words):
            out += [f"{law.__name__.split('_')[0].upper()} {id_}: {fault}" for fault in law(key, area, facts)]
        out += [f"P24 {id_}: {fault}" for fault in _pages(key, here)]
    out += p1_leads(here)
    out += p12_clues(here, facts)
    return out


def full(key: Key, ref: str) -> str:
    """The id of an area that a key names."""
    return ref if "-" in ref else f"{key.level}-{ref}"


def r1_order(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """What a closer look finds, then who and what is there, then clues and notes; the ways out are last.

    What a clue names is told before it: so each is looked for behind all that comes before it, and not at its end.
    """
    text = area["text"]
    parts = (
        [part for detail in text["details"] for part in (detail["find"], detail["result"])],
        [f"{one['name']} {one['stats'].get('line') or 'AC'}".split(" · ")[0] for one in area["inhabitants"]]
        + [hazard["trigger"] for hazard in area["hazards"]] + [item["what"] for item in area["treasure"]],
        [clue["text"] for clue in area["clues"]] + list(text["notes"]),
        [exit_.way + exit_.text for exit_ in key.exits],
    )  # fmt: skip
    whole, last = letters(_below(key)), 0
    for name, group in zip(("finds", "those who are there", "clues and notes", "ways out"), parts, strict=True):
        long = [part for part in map(_piece, group) if len(part) >= OWN or name == "ways out"]
        at = [(whole.find(part, last), len(part)) for part in long if part in whole]
        if any(n < 0 for n, _ in at):
            yield f"its {name} do not come in their turn"
        last = max((last, *(n + size for n, size in at)))


def _piece(text: str) -> str:
    """The beginning of a text, by its letters, up to the first number in brackets."""
    return letters(re.sub(r"\([^)]*\)", "#", text).split("#")[0])[:70] or "#"


def r5_bold(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """Few words are bold in the first lines, and some are where there is anything to handle or to meet."""
    bold = len(key.handles)
    told = [d for d in area["text"]["details"] if d["level"] == "landmark" and d["inside"] is None and d["find"]]
    if bold > 6 or (told and not bold):
        yield f"{bold} words are bold in its first lines"


def r11_locks(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """A way that is locked says where its key is."""
    named = {full(key, ref) for ref, _ in key.refs}
    for portal in facts.portals.values():
        lock = facts.locks.get(portal["lock"] or "")
        for item in (facts.items[id_] for id_ in lock["keys"]) if lock and area["id"] in portal["between"] else ():
            if item["in"] != area["id"] and item["in"] not in named:
                yield f"its way locked by {lock['id'] if lock else ''} does not say that the key is in {item['in']}"


def p1_exits(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """Every way of the map stands in the line of exits, with its wall and what lies behind, clockwise from north."""
    due: Counter[str] = Counter()
    direct: list[tuple[str, str]] = []
    for portal in facts.portals.values():
        if area["id"] not in portal["between"]:
            continue
        near = portal["between"][0] == area["id"]
        way = LETTER[portal["side"] if near else OPPOSITE[portal["side"]]]
        there = portal["between"][1 if near else 0]
        due[way] += 1
        if there in facts.areas and portal["kind"] != "false":
            direct.append((way, there))
    for link in facts.links.values():
        ends = (link["from"]["area"], link["to"]["area"])
        if area["id"] in ends:
            there = ends[1 if ends[0] == area["id"] else 0]
            depth = 0 if there == "surface" else int(there.split("-")[0])
            if depth != key.level:
                due["Down" if depth > key.level else "Up"] += 1
    shown = Counter(exit_.way for exit_ in key.exits)
    for way in WAYS:
        if shown[way] != due[way]:
            yield f"{shown[way]} ways {way} in print, {due[way]} on the map"
    for way, there in direct:
        if not any(exit_.way == way and there in [full(key, to) for to in exit_.to] for exit_ in key.exits):
            yield f"no way {way} to {there} in print"
    order = [WAYS.index(exit_.way) for exit_ in key.exits]
    if order != sorted(order):
        yield "its exits do not go clockwise from north"


def p1_leads(keys: dict[str, Key]) -> Iterator[str]:
    """Every exit leads to an area that is there; that two areas side by side name each other is seen from both."""
    for id_, key in keys.items():
        there = {full(key, to) for exit_ in key.exits for to in exit_.to if not _holds_key(exit_.text, to)}
        yield from (f"P1 {id_}: an exit to {to}, which is not there" for to in sorted(there - set(keys)))


def _holds_key(text: str, ref: str) -> bool:
    return re.search(rf"(key in|see|and) {re.escape(ref)}\b", text) is not None


def p15_first(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """The first lines are short, and there."""
    count, prose = len(key.first.split()), facts.dungeon["recipe"].get("keys") == "prose"
    if not 1 <= count <= (ALOUD if prose and area["text"]["aloud"] else FIRST):
        yield f"{count} words in its first lines"
    if len(key.text.split()) < 12:
        yield "hardly a word in it"


def p16_danger(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """Who can be seen is seen at once, who hides is not."""
    said = key.first.lower()
    for one in area["inhabitants"]:
        if one["visible"] != (letters(one["name"]) in letters(said)):
            yield f"{one['name']} {'is missing from' if one['visible'] else 'is given away in'} the first lines"
    for detail in area["text"]["details"]:
        others = [d for d in area["text"]["details"] if d is not detail and detail["what"] in d["what"]]
        shown = re.search(rf"\b{re.escape(detail['what'].lower())}\b", said)
        if detail["level"] == "secret" and shown and not others:
            yield f"the hidden {detail['what']} is in its first lines"


def p17_handles(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """What is bold in the first lines is told below, in the same order, under the same word."""
    told = [" ".join(re.findall(r"\w+", one.lower())) for one in key.told]
    at = -1
    own = {d["what"].lower() for d in area["text"]["details"] if d["look"] or d["find"] or d["result"]}
    for handle in key.handles:
        word = " ".join(re.findall(r"\w+", handle.lower()))
        places = [n for n, one in enumerate(told) if one == word]
        if letters(handle) not in letters(_below(key)):
            yield f"{handle!r} is bold and not told"
        if places and handle.lower() in own and facts.dungeon["recipe"].get("keys") != "prose":
            if len(places) == 1 and places[0] < at:
                yield f"{handle!r} is told in another order"
            at = max(at, places[0])


def _below(key: Key) -> str:
    return key.text[len(key.first) :]


def letters(text: str) -> str:
    """The letters of a text alone, however it is broken into lines."""
    return re.sub(r"[^a-z]", "", text.lower())


def p18_said(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """Every fact of the record is in print, in its own key, and no long one twice."""
    whole = letters(key.text)
    for where, text in _facts(area, facts):
        piece = _piece(text)
        count = whole.count(piece) if piece != "#" else 1
        if not count:
            yield f"{where} is not in print: {text!r}"
        elif count > 1 and len(piece) > 40:
            yield f"{where} is in print {count} times: {text!r}"
    for one in area["inhabitants"]:
        line = one["stats"].get("line") or f"HD {one['stats']['hd']}"
        if line.split(" · ")[0] not in key.text:
            yield f"{one['name']} has no stat line in print"
    for item in area["treasure"]:
        if item["value_gp"] and item["coin"] != "gold" and not re.search(r"\([\d,.]+ gp", key.text):
            yield f"{item['what']} has no worth in print"


def _facts(area: Json, facts: Facts) -> Iterator[tuple[str, str]]:
    prose = facts.dungeon["recipe"].get("keys") == "prose"
    yield "the first line", (prose and area["text"]["aloud"]) or area["text"]["first"]
    for detail in area["text"]["details"]:
        yield f"{detail['id']}.find", detail["find"]
        yield f"{detail['id']}.result", detail["result"]
    for one in area["inhabitants"]:
        yield f"{one['id']}.doing", one["doing"]
        yield f"{one['id']}.special", one["special"].split(". ")[0]
    for hazard in area["hazards"]:
        for part in ("sign", "trigger", "effect", "remedy"):
            yield f"{hazard['id']}.{part}", hazard[part]
    for item in area["treasure"]:
        yield f"{item['id']}.what", item["what"]
        yield f"{item['id']}.effect", item["effect"].split(". ")[0]
        yield f"{item['id']}.hidden", item["hidden"]
    for clue in area["clues"]:
        yield clue["id"], clue["text"]
    for note in area["text"]["notes"]:
        yield "a note", note
    for item in facts.items.values():
        if item["in"] == area["id"]:
            yield f"{item['id']}.name", item["name"]


def p22_words(key: Key, area: Json, facts: Facts) -> Iterator[str]:
    """What an editor strikes: whom it speaks to, hedges, old history, broken grammar, bare numbers."""
    text = key.text
    own = MARKS.sub("", text)
    for pattern, of in ((SECOND, own), (HEDGES, own), (HISTORY, own), (BROKEN, text)):
        if found := pattern.search(of):
            yield f"{found[0]!r} in {of[max(0, found.start() - 30) : found.end() + 20]!r}"
    doubled = DOUBLED.search(text)
    if doubled and doubled[1].lower() not in ("that", "had", "no") and len(doubled[1]) > 1:
        yield f"{doubled[0]!r}"
    if re.search(r"\b[Aa]rea \d", own):
        yield "an area called by its number alone"


def _pages(key: Key, keys: dict[str, Key]) -> Iterator[str]:
    """A number with a page is found on that page; one without is on this page or the one that faces it."""
    for ref, page in key.refs:
        there = keys.get(full(key, ref))
        if there is None:
            yield f"it names {ref}, which is no key"
        elif page is not None and there.page != page:
            yield f"it names {ref} on page {page}, which is on {there.page}"
        elif page is None and abs(there.page - key.page) > 1:
            yield f"it names {ref} without a page, which is on {there.page}"


def p12_clues(keys: dict[str, Key], facts: Facts) -> Iterator[str]:
    """A clue names where what it speaks of is; a lock names where its key is, and the key's area the key."""
    for id_, key in keys.items():
        named = {full(key, ref) for ref, _ in key.refs}
        for clue in facts.areas[id_]["clues"]:
            about = clue["about"]
            about = facts.locks[about]["guards"] if about in facts.locks else about
            homes = facts.home(about) & set(facts.areas) - {id_}
            if homes and not homes & named:
                yield f"P12 {id_}: a clue to {clue['about']} names none of {sorted(homes)}"
    for item in facts.items.values():
        if item["in"] in keys and letters(item["name"]) not in letters(keys[item["in"]].text):
            yield f"P2 {item['in']}: the {item['name']} is not in print"


def sums(pages: list[list[Run]]) -> list[str]:
    """What the ledgers add up to, as printed: the figures after each "Sum"."""
    out = []
    for page in pages:
        text = plain("".join(run.text for run in page))
        out += re.findall(r"Sum ([\d,.]+)", text)
    return out


def ledger_faults(pages: list[list[Run]], dungeon: Json) -> Iterator[str]:
    """The ledger's sums are those of the record, a level each or one for all."""
    worth = [
        sum(item["value_gp"] for area in level["areas"] for item in area["treasure"]) for level in dungeon["levels"]
    ]
    printed = [float(one.replace(",", "").rstrip(".")) for one in sums(pages)]
    for gold in worth:
        if gold and not any(abs(gold - one) < 1 for one in printed):
            yield f"PL a level holds {gold:,.0f} gp, and the ledgers add up to {printed}"
