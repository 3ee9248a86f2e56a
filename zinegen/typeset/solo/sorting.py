"""What is in a place, sorted by when one comes upon it: an area comes in, a `Place` goes out."""

from __future__ import annotations

from dataclasses import dataclass, field

from zinegen.dungeon.model import Area, Detail, Hazard, KeyItem, Lock, Treasure
from zinegen.typeset.solo.sections import Sections


@dataclass(slots=True)
class Thing:
    """Something in a place that one can look at, with all that belongs to it."""

    root: Detail
    parts: list[Detail] = field(default_factory=list)
    hazards: list[Hazard] = field(default_factory=list)
    treasure: list[Treasure] = field(default_factory=list)
    keys: list[KeyItem] = field(default_factory=list)
    clues: list[str] = field(default_factory=list)

    @property
    def does(self) -> bool:
        """Whether it answers to handling."""
        return bool(self.hazards or any(part.result for part in self.parts))


@dataclass(slots=True)
class Place:
    """All of a place, sorted by when one comes upon it."""

    area: Area
    things: dict[str, Thing] = field(default_factory=dict)
    traps: list[Hazard] = field(default_factory=list)
    loose: list[Treasure] = field(default_factory=list)
    carried: list[Treasure] = field(default_factory=list)
    hidden: list[Treasure] = field(default_factory=list)
    keys: list[KeyItem] = field(default_factory=list)
    carried_keys: list[KeyItem] = field(default_factory=list)
    hidden_keys: list[KeyItem] = field(default_factory=list)
    clues: list[str] = field(default_factory=list)
    prize: Treasure | None = None
    prize_traps: list[Hazard] = field(default_factory=list)
    lock: Lock | None = None
    """What keeps its prize, or its hoard, shut."""


def sorted_place(sections: Sections, area: Area) -> Place:
    """Everything of an area in its place."""
    dungeon = sections.dungeon
    place = Place(area, lock=sections.locks.get(area.id))
    roots = _roots(area)
    place.things = {id_: Thing(root) for id_, root in roots.items() if root.id == id_}
    for detail in area.text.details:
        place.things[roots[detail.id].id].parts.append(detail)
    groups = {group.id for group in area.inhabitants}
    traps = {hazard.id: hazard for hazard in area.hazards}
    for number, item in enumerate(area.treasure):
        if area.id == dungeon.goal and number == 0:
            place.prize = item
            place.prize_traps = [h for h in area.hazards if h.id == item.hazard or h.on == item.id]
        elif item.where in groups:
            place.carried.append(item)
        elif item.where in roots and (not item.hidden or roots[item.where].level != "landmark"):
            place.things[roots[item.where].id].treasure.append(item)
        elif item.hidden:
            place.hidden.append(item)
        else:
            place.loose.append(item)
    for hazard in traps.values():
        on = hazard.on
        on = (
            next((t.where for t in area.treasure if t.id == on or t.hazard == hazard.id), None)
            if on not in roots
            else on
        )
        if hazard in place.prize_traps:
            continue
        (place.things[roots[on].id].hazards if on in roots else place.traps).append(hazard)
    for key in (item for item in dungeon.key_items if item.in_ == area.id):
        if key.where in groups:
            place.carried_keys.append(key)
        elif key.where in roots and not (key.hidden and roots[key.where].level == "landmark"):
            place.things[roots[key.where].id].keys.append(key)
        else:
            (place.hidden_keys if key.hidden else place.keys).append(key)
    for clue in area.clues:
        if clue.text:
            (place.things[roots[clue.carrier].id].clues if clue.carrier in roots else place.clues).append(clue.text)
    return place


def _roots(area: Area) -> dict[str, Detail]:
    """Detail -> the one that it is told with: that which holds it, where both are found alike."""
    details = {detail.id: detail for detail in area.text.details}

    def root(detail: Detail) -> Detail:
        holder = details.get(detail.inside or "")
        return (
            root(holder) if holder is not None and holder is not detail and holder.level == detail.level else detail
        )

    return {id_: root(detail) for id_, detail in details.items()}
