"""The paragraphs of one place: its doorway, its foes, its trap, its inside, its things, its search, its locks.

Whether there is anything to find, and whether a thing bites, cannot be told from the ways that a paragraph offers:
every place can be searched, and whatever can be tried can be tried with care.
"""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

from zinegen.dungeon.model import SURFACE, Area, Hazard, Lock, Portal
from zinegen.typeset.solo.records import OUT, PRIZE, Paragraph
from zinegen.typeset.solo.sections import Sections, Way
from zinegen.typeset.solo.sorting import Place, Thing, sorted_place
from zinegen.typeset.solo.words import bare, foe_lines, heard, listed, loot, name_of, s, secret_words, the, way_words
from zinegen.typeset.writer import capital, sentence
from zinegen.words import lexicon


class Rooms:
    """Writes the paragraphs of places."""

    def __init__(self, sections: Sections) -> None:
        self.sections = sections
        self.dungeon = sections.dungeon
        self.paragraphs: dict[str, Paragraph] = {}
        self.papers = {(one.area, one.where): one for one in self.dungeon.handouts if one.where}
        self.key_names = {item.id: item.name or s("lock", "nameless") for item in self.dungeon.key_items}

    # ------------------------------------------------------------------------------------------------- the doorway

    def entry(self, area_id: str) -> str:
        """The paragraph that one comes to who goes to a place."""
        return OUT if area_id == SURFACE else f"{area_id}.door" if self._has_door(area_id) else f"{area_id}.in"

    def _has_door(self, area_id: str) -> bool:
        area = self.sections.areas[area_id]
        return area.key is not None or bool(area.inhabitants or area.hazards)

    def write(self, area: Area) -> None:
        """All paragraphs of a place."""
        place = sorted_place(self.sections, area)
        ways = self.sections.ways(area.id)
        chain = [f"{area.id}.{kind}" for kind, there in (("foes", area.inhabitants), ("trap", place.traps)) if there]
        steps = [*chain, f"{area.id}.in"]
        if self._has_door(area.id):
            self._door(place, steps[0])
        if area.inhabitants:
            self._foes(place, steps[0], steps[1])
        if place.traps:
            self._trap(f"{area.id}.trap", place.traps, f"{area.id}.in")
        self._inside(place, ways)
        for thing in place.things.values():
            self._thing(place, thing)
        self._search(place, ways)
        for way in ways:
            if way.lock is not None:
                picked = isinstance(way.gate, Portal) and "pick" in way.gate.open_by
                self._lock(f"{area.id}.lock.{way.gate.id}", way.lock, self.entry(way.to), f"{area.id}.in", picked)

    def _new(self, id_: str, *, back: bool = False) -> Paragraph:
        found = self.paragraphs[id_] = Paragraph(id_, back=back)
        return found

    def _door(self, place: Place, onward: str) -> None:
        area = place.area
        one = self._new(f"{area.id}.door", back=True)
        one.say("place", name_of(area))
        one.say("tick", s("door", "been"))
        one.say("text", bare(area.text.first))
        if not area.text.first:
            one.say("text", self._passage_text(area))
        one.turn("", onward, after=True)
        one.turn(s("door", "go"), onward)

    def _foes(self, place: Place, id_: str, onward: str) -> None:
        one = self._new(id_, back=True)
        one.say("tick", s("foes", "gone"))
        for group in place.area.inhabitants:
            words, stats = foe_lines(group)
            one.say("foe", words)
            one.say("stats", stats)
        one.say("rule", s("foes", "rule"))
        spoils = f"{place.area.id}.spoils"
        one.turn("", onward, after=True)
        one.turn(s("foes", "won"), spoils)
        one.turn(s("foes", "past"), onward)
        end = self._new(spoils)
        things = [loot(item) for item in place.carried] + [capital(self.key_names[k.id]) for k in place.carried_keys]
        end.say("text", s("spoils", "text" if things else "none"))
        end.say("take", *things)
        end.gives = tuple(key.id for key in place.carried_keys)
        end.turn(s("spoils", "go"), onward)

    def _trap(self, id_: str, traps: Sequence[Hazard], onward: str) -> None:
        """A trap on the way to a paragraph: its sign, and what comes of care and of none."""
        one = self._new(id_)
        one.say("tick", s("trap", "spent"))
        one.say("text", *(s("trap", "sign", sign=bare(trap.sign).rstrip(".")) for trap in traps))
        one.turn("", onward, after=True)
        one.turn(s("trap", "careful"), f"{id_}.care")
        one.turn(s("trap", "bold"), f"{id_}.sprung")
        self._outcomes(id_, traps, onward, s("trap", "go"))

    def _outcomes(self, id_: str, traps: Sequence[Hazard], onward: str, go: str) -> None:
        care = self._new(f"{id_}.care")
        care.say(
            "text", *(s("trap", "remedy", name=capital(t.name), remedy=bare(t.remedy).rstrip(".")) for t in traps)
        )
        care.turn(go, onward)
        sprung = self._new(f"{id_}.sprung")
        sprung.say("text", *(_sprung(trap) for trap in traps))
        sprung.say("rule", s("trap", "tick"))
        sprung.turn(go, onward)

    # -------------------------------------------------------------------------------------------------- the inside

    def _inside(self, place: Place, ways: Sequence[Way]) -> None:
        area = place.area
        one = self._new(f"{area.id}.in", back=not self._has_door(area.id))
        one.say("place", name_of(area, blind=len(self.sections.gates.get(area.id, ())) == 1))
        if not self._has_door(area.id):
            one.say("text", self._passage_text(area))
        one.say("text", *(sentence(bare(clue)) for clue in place.clues))
        one.say("text", *(heard(note) for note in area.text.notes))
        shut = place.lock is not None
        if not shut:
            one.say("take", *(loot(item) for item in place.loose))
        one.say("take", *(capital(self.key_names[key.id]) for key in place.keys))
        one.gives = tuple(key.id for key in place.keys)
        self._prize(place, one, shut)
        for thing in place.things.values():
            if thing.root.level == "landmark":
                one.turn(s("room", "closer", what=thing.root.what), f"{area.id}.see.{thing.root.id}")
        for way in ways:
            if not way.secret:
                one.turn(way_words(way), self._through(area.id, way))
        one.turn(s("room", "search"), f"{area.id}.search")

    def _passage_text(self, area: Area) -> str:
        kinds = {feature.kind for feature in area.features}
        said = [s("passage", kind) for kind in ("river", "chasm", "rubble") if kind in kinds]
        bare_ones: list[str] = lexicon("solo")["passage"]["bare"]
        wide = s("passage", "wide", feet=area.width_ft) if area.width_ft else ""
        return " ".join([wide, *(said or [bare_ones[crc32(area.id.encode()) % len(bare_ones)]])]).strip()

    def _through(self, here: str, way: Way) -> str:
        return f"{here}.lock.{way.gate.id}" if way.lock is not None else self.entry(way.to)

    def _prize(self, place: Place, one: Paragraph, shut: bool) -> None:
        """The way to what a place guards: the prize of the goal, or what a lock keeps shut elsewhere."""
        area = place.area
        if area.id != self.dungeon.goal and not shut:
            return
        end = f"{area.id}.prize"
        first = end
        if place.prize_traps:
            first = f"{area.id}.prizetrap"
            self._trap(first, place.prize_traps, end)
        if place.lock is not None:
            self._lock(f"{area.id}.lock", place.lock, first, f"{area.id}.in")
            first = f"{area.id}.lock"
        taken = self._new(end)
        if place.prize is not None:
            taken.say("take", loot(place.prize))
        taken.say("take", *(loot(item) for item in place.loose if shut))
        if not taken.lines:
            taken.say("text", s("spoils", "none"))
        if area.id == self.dungeon.goal:
            taken.gives = (PRIZE,)
            words = s("room", "prize", prize=self.prize)
        else:
            words = s("room", "closer", what=place.lock.name or s("lock", "nameless")) if place.lock else ""
        taken.turn(s("spoils", "go"), f"{area.id}.in")
        one.turn(words, first)

    @property
    def prize(self) -> str:
        """What the dungeon is about, as printed."""
        goal = self.sections.areas.get(self.dungeon.goal)
        return the(goal.treasure[0].what) if goal is not None and goal.treasure else s("won", "place").lower()

    # -------------------------------------------------------------------------------------------------- the things

    def _thing(self, place: Place, thing: Thing) -> None:
        area, home = place.area, f"{place.area.id}.in"
        id_ = f"{area.id}.see.{thing.root.id}"
        one = self._new(id_)
        for part in thing.parts:
            paper = self.papers.get((area.id, part.id))
            said = " ".join(sentence(bare(text)) for text in (part.look, "" if paper else part.find) if text)
            one.say("text", f"{capital(part.what)}. {said}".strip() if part is not thing.root or not said else said)
            if paper is not None:
                one.say("rule", *paper.text.splitlines())
        one.say("text", *(sentence(bare(clue)) for clue in thing.clues))
        one.say("text", *(s("trap", "sign", sign=bare(trap.sign).rstrip(".")) for trap in thing.hazards))
        held = [loot(item) for item in thing.treasure] + [capital(self.key_names[key.id]) for key in thing.keys]
        gives = tuple(key.id for key in thing.keys)
        if not thing.does:
            one.say("take", *held)
            one.gives = gives
            if not one.lines:
                one.say("text", s("thing", "nothing"))
            one.turn(s("thing", "back"), home)
            return
        one.say("tick", s("thing", "done"))
        one.turn("", f"{id_}.care", after=True)
        one.turn(s("thing", "bold"), f"{id_}.sprung")
        one.turn(s("thing", "careful"), f"{id_}.care")
        one.turn(s("thing", "back"), home)
        if thing.hazards:
            self._outcomes(id_, thing.hazards, home, s("trap", "go"))
        else:
            self._new(f"{id_}.care").say("text", s("thing", "safe"))
            self._new(f"{id_}.sprung")
        for end in (self.paragraphs[f"{id_}.care"], self.paragraphs[f"{id_}.sprung"]):
            end.say("text", *(sentence(bare(part.result)) for part in thing.parts if part.result))
            end.say("take", *held)
            end.gives = gives
            if not end.turns:
                end.turn(s("trap", "go"), home)

    # -------------------------------------------------------------------------------------------------- the search

    def _search(self, place: Place, ways: Sequence[Way]) -> None:
        area, home = place.area, f"{place.area.id}.in"
        one = self._new(f"{area.id}.search")
        one.say("rule", s("search", "turn"))
        near = [thing for thing in place.things.values() if thing.root.level == "hidden"]
        if near:
            one.say("text", s("search", "seen"))
        for thing in near:
            one.turn(s("room", "closer", what=thing.root.what), f"{area.id}.see.{thing.root.id}")
        one.say("rule", s("search", "roll"))
        one.turn(s("search", "found"), f"{area.id}.found")
        one.turn(s("search", "nothing"), home)
        end = self._new(f"{area.id}.found")
        deep = [thing for thing in place.things.values() if thing.root.level == "secret"]
        secret = [way for way in ways if way.secret]
        end.say("take", *(f"{loot(item)}, {bare(item.hidden)}" for item in place.hidden))
        end.say("take", *(capital(self.key_names[key.id]) for key in place.hidden_keys))
        end.gives = tuple(key.id for key in place.hidden_keys)
        end.say("text", *(secret_words(way) for way in secret))
        if not (deep or end.lines):
            end.say("text", s("search", "struck"))
        else:
            end.say("rule", s("search", "known"))
        for thing in deep:
            end.turn(s("room", "closer", what=thing.root.what), f"{area.id}.see.{thing.root.id}")
        for way in secret:
            end.turn(way_words(way), self._through(area.id, way))
        end.turn(s("search", "back"), home)

    # --------------------------------------------------------------------------------------------------- the locks

    def _lock(self, id_: str, lock: Lock, onward: str, home: str, picked: bool = False) -> None:
        one = self._new(id_)
        name = capital(lock.name) if lock.name else capital(s("lock", "nameless"))
        one.say("place", name)
        one.say("tick", s("lock", "open"))
        one.say("text", s("lock", "shut" if lock.kind == "door_and_key" else "barrier"))
        one.turn("", onward, *lock.keys, after=True)
        names = listed([the(self.key_names.get(key, key)) for key in lock.keys])
        if lock.keys:
            one.turn(s("lock", "with", keys=names), onward, *lock.keys)
        if lock.hardness == "soft":
            one.say("rule", s("lock", "force"))
            one.turn(s("lock", "forced"), onward)
        elif picked:
            one.say("rule", s("lock", "pick"))
            one.turn(s("lock", "forced"), onward)
        elif not lock.keys:
            one.turn(s("lock", "forced"), onward)
        one.turn(s("lock", "back"), home)


def _sprung(trap: Hazard) -> str:
    trigger, effect = (bare(text).rstrip(".") for text in (trap.trigger, trap.effect))
    return s("trap", "sprung", name=capital(trap.name), trigger=trigger, effect=effect)
