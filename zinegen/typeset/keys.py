"""The keys: what is written of an area, in the order of play, whole for the booklet and short for one page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from zinegen.dungeon.model import Area, Clue, Detail, Hazard, Inhabitant, KeyItem, Treasure, level_of
from zinegen.typeset.blocks import CONTINUED, Block, Box, Para, Part, Run, plain
from zinegen.typeset.exits import exit_line
from zinegen.typeset.index import Index
from zinegen.typeset.markdown import marked
from zinegen.typeset.writer import (
    area_name,
    area_ref,
    capital,
    creatures,
    gp,
    holder,
    joined,
    met,
    sentence,
    special,
    stat_runs,
    w,
    w_or,
)

DETAIL_STYLE = {"landmark": "detail", "hidden": "detail_hidden", "secret": "detail_secret"}
_AREA_IN_TEXT = re.compile(r"\((\d+(?:-\d+)?)\)")
NAMED_KINDS = ("magic", "jewellery", "goods")
"""Treasure that is set in bold."""
SHORT_WORDS = 14
"""Words of a first line in a short key."""
MANY_GEMS = 4
"""So many kinds of gem in a room are one heap in the shortest key."""
ALOUD_WORDS = (75, 50, 36, 24)
"""Words of what is read aloud in a short key, by how much the key is cut."""


@dataclass(frozen=True)
class Keys:
    """Writes keys of one dungeon.

    order: the parts of a key as the layout wants them; prose: details as one running paragraph; worded: lines begin
    with what they are, "Treasure:"; initials: the letters that a whole key may open with in ornament; bold: whether
    words that are looked for stand out in bold.
    """

    index: Index
    order: tuple[str, ...]
    prose: bool = False
    worded: bool = False
    initials: frozenset[str] = frozenset()
    bold: bool = True

    def block(self, area: Area) -> Block:
        """The whole key."""
        level = level_of(area.id)
        parts: dict[str, list[Part]] = {
            "first": [opened(self.first(area), self.initials)] if area.text.first or area.inhabitants else [],
            "details": self._details(area),
            "monsters": [self._monster(group, area.text.aloud if self.prose else "") for group in area.inhabitants],
            "traps": [Para("trap", _trap(hazard, area)) for hazard in area.hazards],
            "treasure": list(self.treasure(area)),
            "keyitems": [Para("keyitem", self.key_item(item, level)) for item in self._items(area)],
            "clues": [Para("clue", self._clue(clue, area)) for clue in area.clues],
            "notes": [Para("note", self.told(sentence(note), area)) for note in area.text.notes],
            "exits": [Para("exit", line) for line in [exit_line(self.index, area.id, level)] if line],
        }
        return self._block(area, parts, self.order)

    def short(self, area: Area, trim: int = 0) -> Block:
        """The short key.

        trim: -1 as much as the whole key; from 0 the first line is the short one, things that do nothing and notes
        are dropped, what the others look like too; from 1 the first line is cut, things in plain sight are dropped
        and treasure loses its place; from 2 so are what a touch finds and clues, traps keep trigger and effect alone
        and nobody's doing is told; from 3 the first line has eight words; at 4 the powers of magic things go too, and
        many gems are but counted.
        What a search finds and keys stay. In prose it opens with what is read aloud, as many sentences as there is
        room for.
        """
        level = level_of(area.id)
        first = self._first_short(area, max(0, min(trim, 3)))
        aloud = "" if not self.prose else area.text.aloud if trim < 0 else first
        items: list[Part] = [Para("keyitem", self.key_item(i, level, page=False)) for i in self._items(area)]
        parts: dict[str, list[Part]] = {
            "first": [Para("first", marked(first))] if first else [],
            "monsters": [
                Box("shortbox", (Para("monster_short", _monster_short(g, aloud, brief=trim > 1)),))
                for g in area.inhabitants
            ],
            "traps": [Para("trap", _trap_short(hazard, sign=trim < 2)) for hazard in area.hazards],
            "treasure": list(self._treasure_short(area, places=trim < 1, powers=trim < 4)),
            "keyitems": items,
            "details": self._details_short(area, trim),
            "clues": [Para("clue", self._clue(clue, area, page=False)) for clue in area.clues if trim < 2],
            "exits": [Para("exit", line) for line in [exit_line(self.index, area.id, level, brief=True)] if line],
        }
        if trim < 0:
            parts["first"] = [Para("first", self.first(area))] if area.text.first or area.inhabitants else []
            parts["details"] = self._details(area)
            parts["notes"] = [Para("note", self.told(sentence(note), area)) for note in area.text.notes]
        return self._block(area, parts, self.order)

    def _block(self, area: Area, parts: dict[str, list[Part]], order: tuple[str, ...]) -> Block:
        name = area_name(area)
        head = Para("keyhead", (Run(str(area.key), "n"), Run(f" {name}")), "h3")
        body = [part for kind in order for part in parts.get(kind, [])]
        if self.worded:
            body = [led(part) for part in body]
        if not self.bold:
            body = [unbold(part) for part in body]
        return Block(area.id, "key", (head, *body), area.id, {"number": area.key, "name": name, "area": area.id})

    # ------------------------------------------------------------------------------------------- the first line

    def first(self, area: Area) -> tuple[Run, ...]:
        """The first line, its handles in bold: the things and creatures that stand below under the same word."""
        words = self._shown(area, (self.prose and area.text.aloud) or area.text.first)
        if "*" in words:
            return marked(words)
        handles = [d.what for d in area.text.details if d.level == "landmark" and d.inside is None]
        handles += [group.name for group in area.inhabitants if group.visible]
        return bolded(words, handles)

    def _first_short(self, area: Area, trim: int) -> str:
        """The first line of a short key; in prose the first sentences of what is read aloud, one at least."""
        if not (self.prose and area.text.aloud):
            most = (SHORT_WORDS + 10, SHORT_WORDS, SHORT_WORDS, 8)[trim]
            return cut_words(self._shown(area, area.text.short or area.text.first), most)
        told = re.split(r"(?<=[.!?])\s+", area.text.aloud.strip())
        while len(told) > 1 and len(" ".join(told).split()) > ALOUD_WORDS[trim]:
            told.pop()
        return self._shown(area, cut_words(" ".join(told), ALOUD_WORDS[trim]))

    def _shown(self, area: Area, words: str) -> str:
        """The first line with every creature that can be seen: who is missing from it is added."""
        unseen = [g for g in area.inhabitants if g.visible and not mentions(words, g.name)]
        if not unseen:
            return sentence(words)
        names = joined([(Run(met(group)),) for group in unseen], ", ", f" {w('key', 'and')} ")
        return f"{sentence(words)} {w('key', 'here', names=plain(names))}".strip()

    # ------------------------------------------------------------------------------------------------- the parts

    def _details(self, area: Area) -> list[Part]:
        held = {item.where for item in area.treasure} | {hazard.on for hazard in area.hazards}
        held |= {clue.carrier for clue in area.clues} | {item.where for item in self._items(area)}
        bare = [d for d in area.text.details if not (d.look or d.find or d.result)]
        lines = [(DETAIL_STYLE[d.level], self._detail(d, area)) for d in area.text.details if d not in bare]
        # What has no words of its own stands below with what it holds, or has been seen; the rest shares a line.
        said = " ".join([area.text.first, *(item.what for item in area.treasure)]).lower()
        rest = [(Run(capital(d.what), "b"),) for d in bare if d.id not in held and d.what.lower() not in said]
        if rest:
            lines.append((DETAIL_STYLE["landmark"], (*joined(rest, ", "), Run("."))))
        return self._set(lines)

    def _set(self, lines: list[tuple[str, tuple[Run, ...]]]) -> list[Part]:
        """Details, each with its style, as paragraphs; in prose what all can see is one."""
        if not self.prose:
            return [Para(style, runs) for style, runs in lines]
        # What must be looked for keeps a paragraph and a sign of its own, or nobody would know it from the rest.
        seen = [runs for style, runs in lines if style == DETAIL_STYLE["landmark"]]
        hidden = [Para(style, runs) for style, runs in lines if style != DETAIL_STYLE["landmark"]]
        return [*([Para("prose", joined(seen, " "))] if seen else []), *hidden]

    def _details_short(self, area: Area, trim: int) -> list[Part]:
        """What is left of the details in a key that is shortened: what hides, and what does something."""
        kept = {"secret": True, "hidden": trim < 2, "landmark": trim < 1}
        lines = [
            (DETAIL_STYLE[d.level], self._detail(replace(d, look="") if d.level == "landmark" else d, area))
            for d in area.text.details
            if kept[d.level] and (d.find or d.result or d.level == "secret")
        ]
        return self._set(lines)

    def _detail(self, detail: Detail, area: Area) -> tuple[Run, ...]:
        """Thing, look, what looking closer and what handling give; with signs between, or as sentences.

        Well, thirty feet to black water › an iron key on a cork » one question a day is answered.
        """
        lead = Run(capital(detail.what), "b")
        look = f", {detail.look.strip().rstrip('.')}" if detail.look else ""
        if self.prose:
            said = [sentence(words) for words in (detail.find, detail.result) if words]
            return (lead, *self.told(" ".join([f"{look}.", *said]), area))
        depths = [("›", detail.find), ("»", detail.result)]
        words = look + "".join(f" {sign} {words.strip().rstrip('.')}" for sign, words in depths if words)
        return (lead, *self.told(f"{words}.", area))

    def told(self, words: str, area: Area) -> tuple[Run, ...]:
        """A text in which every "(4)" and "(2-4)" that means an area leads to it, with its page."""
        level = level_of(area.id)
        runs, at = [], 0
        for match in _AREA_IN_TEXT.finditer(words):
            target = match[1] if "-" in match[1] else f"{level}-{match[1]}"
            if self.index.is_keyed(target) and target != area.id:
                runs += [*marked(words[at : match.start(1)]), *area_ref(target, level)]
                at = match.end(1)
        return (*runs, *marked(words[at:]))

    def _monster(self, group: Inhabitant, aloud: str) -> Box:
        """Who is there; what has been read aloud of their doing is not said again."""
        unseen = "" if group.visible else f", {w('key', 'hidden_monster')}"
        lines = [Para("monster", (Run(creatures(group)), *((Run(unseen, "p"),) if unseen else ())))]
        lines.append(Para("stats", (Run(stat_runs(group.stats)),)))
        told = "" if group.doing in aloud else sentence(group.doing)
        doing = " ".join(filter(None, (told, special(group), self._mood(group))))
        if doing:
            lines.append(Para("doing", marked(doing)))
        return Box("monsterbox", tuple(lines))

    def _mood(self, group: Inhabitant) -> str:
        many = group.count > 1
        wants = sentence(w("key", "want" if many else "wants", what=group.wants)) if group.wants else ""
        met = w_or("", "reactions" if many else "reaction", group.reaction)
        return " ".join(filter(None, (wants, sentence(met))))

    def treasure(self, area: Area) -> list[Para]:
        """A line for each place that holds treasure; how things are hidden and guarded there is said once.

        Of several things in one place each that has a name of its own has a line of its own, too.
        """
        places: dict[str, dict[tuple[str, str], list[Treasure]]] = {}
        for item in area.treasure:
            place = item.hidden or f"\0{item.where}\0{item.hazard}"
            places.setdefault(place, {}).setdefault((item.where, item.hazard or ""), []).append(item)
        return [
            Para("treasure" + CONTINUED if n else "treasure", runs)
            for hoards in places.values()
            for n, runs in enumerate(_hoard_lines(area, hoards))
        ]

    def _treasure_short(self, area: Area, *, places: bool, powers: bool) -> list[Para]:
        plainly: list[tuple[Run, ...]] = []
        magic: list[tuple[Run, ...]] = []
        for item in area.treasure if powers else _gathered(area.treasure):
            place = item.hidden or holder(area, item.where) if places else ""
            effect = item.effect.strip().rstrip(".") if powers else ""
            told = "".join([f", {place}" if place else "", f": {effect}" if effect else ""])
            runs = (*_thing(item), *((Run(told),) if told else ()))
            (magic if effect else plainly).append(_opening(runs) if effect else runs)
        found = [_opening(joined(plainly, "; "))] if plainly else []
        return [
            Para("treasure" + CONTINUED if n else "treasure", (*runs, Run(".")))
            for n, runs in enumerate(found + magic)
        ]

    def _items(self, area: Area) -> list[KeyItem]:
        return [item for item in self.index.dungeon.key_items if item.in_ == area.id]

    def key_item(self, item: KeyItem, level: int, *, page: bool = True) -> tuple[Run, ...]:
        """ "Iron key, in the well: opens the brass door of 3 p. 5." """
        area = self.index.areas.get(item.in_)
        place = holder(area, item.where) if area else ""
        about = [place] if place else []
        about += [w("key", "hidden_key")] if item.hidden else []
        sign = self.index.key_signs(item.id)
        sign = f"\u00a0{sign}" if sign else ""
        runs = [Run(capital(item.name), "b"), Run(f"{sign} ({', '.join(about)}): " if about else f"{sign}: ")]
        if item.opens and area is not None:
            return (*runs, *self.told(f"{item.opens.strip().rstrip('.')}.", area))
        opened = [self.lock_name(lock.guards, level, page=page)
                  for lock in self.index.dungeon.locks if item.id in lock.keys]  # fmt: skip
        before, after = w("key", "opens", what="\x00").split("\x00")
        what = joined(opened, ", ") if opened else ()
        return (*runs, *((Run(before), *what, Run(f"{after}.")) if what else (Run(w("key", "opens_lock") + "."),)))

    def lock_name(self, guards: str, level: int, *, page: bool = True) -> tuple[Run, ...]:
        """What a lock guards: "brass door between 9 and 14 p. 12"."""
        thing = self.index.portals.get(guards) or self.index.links.get(guards)
        kind = thing.kind if thing is not None else ""
        name = getattr(thing, "name", "") or w_or(kind, "exit", "kind", kind)
        ends = sorted(self.index.ends(guards), key=lambda end: (level_of(end), self.index.areas[end].key or 0))
        refs = joined([area_ref(end, level, page=page) for end in ends[:2]], f" {w('key', 'and')} ")
        pattern = "area" if thing is None else "between" if len(ends) > 1 else "portal"
        before, after = w("lock", pattern, name=name, areas="\x00").split("\x00")
        return (Run(before), *refs, Run(after))

    def _clue(self, clue: Clue, area: Area, *, page: bool = True) -> tuple[Run, ...]:
        words = self.told(sentence(clue.text), area)
        target = self.index.locks[clue.about].guards if clue.about in self.index.locks else clue.about
        if clue.about in self.index.key_items:
            target = self.index.key_items[clue.about].in_
        ends = [end for end in self.index.ends(target) if end != area.id][:2]
        ends = [end for end in ends if all(run.to != end for run in words)]
        if not ends:
            return words
        level = level_of(area.id)
        refs = joined([area_ref(end, level, page=page) for end in ends], ", ")
        return (*words, Run(f" ({w('key', 'about')} "), *refs, Run(")"))


def opened(runs: tuple[Run, ...], initials: frozenset[str]) -> Para:
    """The first lines of a key; with an initial where there is one of their first letter."""
    lead = runs[0]
    if lead.text[:1] not in initials:
        return Para("first", runs)
    rest = (lead._replace(text=lead.text[1:]),) if len(lead.text) > 1 else ()
    return Para("opening", (Run(lead.text[0], "init"), *rest, *runs[1:]))


def led(part: Part) -> Part:
    """A line of a key with what it is in front of it, in words."""
    if isinstance(part, Box):
        return part._replace(parts=tuple(led(inner) for inner in part.parts))
    words = isinstance(part, Para) and w_or("", "lead", part.style)
    return part._replace(runs=(Run(f"{words} ", "b"), *part.runs)) if isinstance(part, Para) and words else part


def unbold(part: Part) -> Part:
    """A part of a key with nothing in bold but what its style is."""
    if isinstance(part, Box):
        return part._replace(parts=tuple(unbold(inner) for inner in part.parts))
    if not isinstance(part, Para):
        return part
    return part._replace(runs=tuple(run._replace(look="") if run.look == "b" else run for run in part.runs))


def _hoard_lines(area: Area, hoards: dict[tuple[str, str], list[Treasure]]) -> list[tuple[Run, ...]]:
    """What lies in a place in lines: coins and stones with the place, then a line for each thing with a name."""
    if len(hoards) > 1:
        return [_hoard(area, hoards)]
    ((where, items),) = hoards.items()
    named = [item for item in items if _has_name(item)]
    first = [item for item in items if item not in named] or named[:1]
    lines = [_opening(_things([item])) for item in named if item not in first]
    return [_hoard(area, {where: first}), *((*line, Run(".")) for line in lines)]


def _opening(runs: tuple[Run, ...]) -> tuple[Run, ...]:
    """A line with a capital at its start."""
    return (runs[0]._replace(text=capital(runs[0].text)), *runs[1:])


def _has_name(item: Treasure) -> bool:
    """Whether a thing is more than so much money."""
    return item.kind in NAMED_KINDS or bool(item.effect)


def _thing(item: Treasure) -> tuple[Run, ...]:
    """ "garnet ring (50 gp)", the thing in bold where it has a name of its own."""
    words = _worth(item)
    if not _has_name(item):
        return (Run(words),)
    return (Run(item.what, "b"), *((Run(rest),) if (rest := words.removeprefix(item.what)) else ()))


def _things(items: list[Treasure]) -> tuple[Run, ...]:
    """Things with what they do."""
    told = []
    for item in items:
        effect = item.effect.strip().rstrip(".")
        told.append((*_thing(item), *((Run(f", {effect}"),) if effect else ())))
    return joined(told, "; ")


def _hoard(area: Area, hoards: dict[tuple[str, str], list[Treasure]]) -> tuple[Run, ...]:
    """ "Under an illusion of a puddle: two chests 1,700 copper coins (17 gp); box a ring." """
    hidden = next(iter(hoards.values()))[0].hidden
    guards = dict.fromkeys(guard for _, guard in hoards)
    common = _guarded(area, next(iter(guards))) if len(guards) == 1 else ""
    if not hidden:  # one holder, or none
        where, items = next(iter(hoards))[0], next(iter(hoards.values()))
        name = holder(area, where)
        itself = len(items) == 1 and items[0].what.lower().startswith(name.lower())
        return _named("" if itself else capital(name), common, items)
    lead = ", ".join(filter(None, (capital(hidden), common)))
    parts = []
    for (where, guard), items in hoards.items():
        name = holder(area, where)
        nouns = sorted(name.lower().split(), key=len)[-1:] + name.lower().split()[-1:]
        known = any(noun.rstrip("s") in hidden.lower() for noun in nouns)  # "In the bin: ..." needs no "flour bin"
        if len(hoards) == 1 and not known and _stands(area, where):  # it does not lie in its own napkin
            lead, known = f"{capital(name)}, {lead[:1].lower()}{lead[1:]}", True
        parts.append(_inside("" if known else name, "" if common else _guarded(area, guard), items))
    return (Run(f"{lead}: "), *joined(parts, "; "), Run("."))


def _stands(area: Area, where: str) -> bool:
    """Whether what holds things stands in the room itself, in no hiding place."""
    return any(one.id == where and one.level == "landmark" and one.inside is None for one in area.text.details)


def _inside(name: str, guarded: str, items: list[Treasure]) -> tuple[Run, ...]:
    """What lies in one of the things of a hiding place: "three boxes (guarded by the gas) – 90 silver coins"."""
    things = _things(items)
    if not name:
        return (*((Run(f"({guarded}) "),) if guarded else ()), *things)
    return (Run(name, "b"), Run(f" ({guarded})" if guarded else ""), Run(w("key", "inside")), *things)


def _named(name: str, guarded: str, items: list[Treasure]) -> tuple[Run, ...]:
    """Things with what holds and guards them."""
    things = _things(items)
    if name:
        return (Run(name, "b"), Run(f", {guarded}: " if guarded else ": "), *things, Run("."))
    if guarded:
        return (Run(f"{capital(guarded)}: "), *things, Run("."))
    return (things[0]._replace(text=capital(things[0].text)), *things[1:], Run("."))


def _guarded(area: Area, hazard: str) -> str:
    name = next((h.name for h in area.hazards if h.id == hazard), "")
    return w("key", "guarded_by", name=name[:1].lower() + name[1:]) if name else ""


def _gathered(items: Sequence[Treasure]) -> list[Treasure]:
    """Things of worth, all gems of a room as one heap where there are many."""
    gems = [item for item in items if item.kind == "gems"]
    if len(gems) < MANY_GEMS:
        return list(items)
    count, worth = sum(item.amount for item in gems), sum(item.value_gp for item in gems)
    heap = replace(gems[0], what=w("key", "gems", n=count), amount=count, value_gp=worth)
    return [heap if item is gems[0] else item for item in items if item is gems[0] or item.kind != "gems"]


def _worth(item: Treasure) -> str:
    """ "garnet ring (50 gp)"; gold coins are their own worth."""
    if item.coin == "gold" or not item.value_gp:
        return item.what
    return f"{item.what} ({gp(item.value_gp)})".replace(" gp)", "\u00a0gp)")


def _trap(hazard: Hazard, area: Area) -> tuple[Run, ...]:
    """A trap, and the thing that it sits on where neither its name nor a line of its own says which that is."""
    runs = [Run(capital(hazard.name), "b")]
    thing = next((d for d in area.text.details if d.id == hazard.on), None)
    if thing is not None and not (thing.look or thing.find or thing.result or thing.what in hazard.name.lower()):
        runs += [Run(", "), Run(thing.what, "b"), Run(".")]
    for part in ("sign", "trigger", "effect", "remedy"):
        if words := getattr(hazard, part):
            runs += [Run(" "), Run(w("key", part), "i"), Run(f" {words.rstrip('.')}.")]
    return tuple(runs)


def _trap_short(hazard: Hazard, *, sign: bool) -> tuple[Run, ...]:
    seen = f" ({hazard.sign.rstrip('.')})" if sign and hazard.sign else ""
    body = ": ".join(part.rstrip(".") for part in (hazard.trigger, hazard.effect) if part)
    return (Run(capital(hazard.name), "b"), Run(f"{seen}: {body}."))


def _monster_short(group: Inhabitant, aloud: str, *, brief: bool) -> tuple[Run, ...]:
    unseen = "" if group.visible else f" ({w('key', 'hidden_monster')})"
    said = [special(group), "" if brief or group.doing in aloud else sentence(group.doing)]
    rest = " ".join(["", *(words for words in said if words)])
    return (Run(creatures(group), "b"), Run(f"{unseen} {stat_runs(group.stats, brief=True)}.{rest}"))


def mentions(words: str, name: str) -> bool:
    """Whether a text names a creature: by its whole name or by its last word, in either number."""
    said = words.lower()
    last = re.findall(r"\w+", name.lower())[-1:] or [""]
    stem = re.sub(r"(ies|es|s|y)$", "", last[0]) if len(last[0]) > 3 else last[0]
    return name.lower() in said or bool(stem and re.search(rf"\b{re.escape(stem)}(ies|es|s|y)?\b", said))


def bolded(words: str, handles: list[str]) -> tuple[Run, ...]:
    """A text with the first mention of each handle in bold."""
    spans: list[tuple[int, int]] = []
    for handle in handles:
        pattern = r"\b" + re.escape(handle) + r"(?:e?s)?\b"
        match = re.search(pattern, words, re.IGNORECASE)
        if match and all(match.end() <= a or match.start() >= b for a, b in spans):
            spans.append(match.span())
    runs, at = [], 0
    for start, end in sorted(spans):
        runs += [Run(words[at:start]), Run(words[start:end], "b")]
        at = end
    runs.append(Run(words[at:]))
    return tuple(run for run in runs if run.text)


def cut_words(words: str, most: int) -> str:
    """The beginning of a text, at most so many words, at the end of a clause where one is near."""
    parts = words.split()
    if len(parts) <= most:
        return words
    kept = parts[:most]
    for back in range(most - 1, max(0, most // 2 - 1), -1):
        if kept[back][-1] in ".;:,!?":
            return " ".join(kept[: back + 1]).rstrip(".;:,") + "."
    return " ".join(kept).rstrip(".;:,") + " …"
