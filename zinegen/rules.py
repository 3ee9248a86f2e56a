"""What the rules of the random labyrinth say beyond its dice: a roll comes in, what follows from it goes out."""

from __future__ import annotations

from typing import Any

from zinegen.rolltable import Roll, table

PASSAGE_FT = 30
"""How far a passage runs before it is checked again, where nothing else is said."""
OPPOSITE = {"left": "right", "right": "left", "opposite": "same", "same": "opposite"}
"""The wall across, both as seen from the way in."""


def exit_count(face: int, area_sqft: int, d4: int = 0) -> int:
    """Exits besides the way in, for a face of `exit_count`: the bonus is for areas strictly larger than its figure.

    Args:    area_sqft: of the room, hall or cave, both chambers of a double cave together.
             d4: the face of the d4 that faces 16 to 19 ask for.
    """
    result = table("exit_count").at(face)
    exits = result["exits"]
    if isinstance(exits, str):
        if not 1 <= d4 <= 4:
            raise ValueError(f"face {face} of exit_count asks for a d4, not {d4}")
        exits = d4
    return int(exits) + int(area_sqft > result.get("plus_one_if_area_over_sqft", area_sqft))


def exit_has_door(kind: str, face: int = 1) -> bool:
    """Whether exits are closed by doors: those of a room are, those of a hall or cave are not; the unusual exit
    (face 20 of `exit_count`) is the other way round."""
    return (kind == "room") != bool(table("exit_count").at(face).get("unusual_exit"))


def beyond_exit(door: bool) -> str:
    """The table that says what lies behind an exit."""
    return "beyond_exit_door" if door else "beyond_exit_open"


def kind_of(size: Roll) -> str:
    """Room, hall or cave, for a roll on one of the three size tables; a special shape may make it a cave."""
    if size.find("cave_size"):
        return "cave"
    return size.table.removesuffix("_size")


def area_of(size: Roll) -> int:
    """The area in sq ft of a roll on a size table, all that it sent to included; 0 where no area was rolled."""
    return sum(one.result.get("area_sqft", 0) + one.result.get("add_sqft", 0) for one in size.walk())


def recheck_ft(check: Roll) -> int | None:
    """Feet to the next `passage_check`, for one rolled with all that it sends to; None where the passage ends.

    After stairs and after a door straight ahead it ends; a trapdoor or shaft leaves it running; for a wandering
    monster the roll for its place counts.
    """
    event = check.result["event"]
    if event == "wandering_monster":
        place = next((one for one in check.nested if isinstance(one, Roll)), None)
        return recheck_ft(place) if place else PASSAGE_FT
    if event == "stairs":
        stairs = check.find("stairs")
        return None if stairs is None or stairs.result["type"] == "stairs" else PASSAGE_FT
    if event == "door" and any(one.result.get("doors") == ["straight"] for one in check.walk()):
        return None
    feet = check.result.get("recheck_ft")
    return None if feet is None else int(feet)


def alignment_as_played(face: int) -> str:
    """The alignment of a wish pool for a face of `magic_pool_wish_alignment`, its misprint mended."""
    row = table("magic_pool_wish_alignment").row(face)
    return str(row.extra.get("as_played", row.result["alignment"]))


def passage_entry(face: int, leaving_room: bool = False) -> dict[str, Any]:
    """An entry of `passages_d66` as it stands: where it is the first roll out of a room's door, its alternate."""
    result = table("passages_d66").at(face)
    alternate: dict[str, Any] | None = result.get("from_room") if leaving_room else None
    return alternate or result


def door_opens(face: int, by: str) -> int | None:
    """The modifier to opening the door or gate of an entry in some way (0 but for force); None where it cannot be so.

    Args: by: "pick", "key", "magic", "strength", or "two_forcing" for two together.
    """
    entry = table("passages_d66").at(face)
    if by not in entry.get("open_by", ()):
        return None
    return int(entry.get("force_modifier", 0)) if by in ("strength", "two_forcing") else 0


def searchable(kind: str, searched: bool = False) -> bool:
    """Whether an area may be searched for secret doors: passages and halls may, each of them once."""
    return kind in ("passage", "junction", "hall") and not searched


def half_numbers(count: int) -> int:
    """How many come as wandering monsters where half the numbers do: rounded up, so that somebody comes."""
    return (count + 1) // 2


def fits(row_extra: dict[str, Any], loose: bool) -> bool:
    """Whether a trap or hiding place (the `extra` of its row or roll) fits treasure, loose or in a container."""
    return not (loose and row_extra.get("needs_container"))
