"""The rules' worked examples, each with its own numbers, and those between them."""

from __future__ import annotations

from typing import Any

import pytest

from zinegen import rules
from zinegen.dice import Stream
from zinegen.rolltable import Roll, roll_times, table
from zinegen.rules import door_opens, half_numbers, passage_entry, searchable


class _NoMore(Stream):
    def die(self, sides: int) -> int:
        raise AssertionError(f"a d{sides} was rolled that no face was given for")


def rolled(name: str, *faces: int | str, level: int = 1, guarded: bool = False) -> Roll:
    """A roll with every face given: one too few or too many fails."""
    (roll,) = roll_times(name, faces, _NoMore("none"), level=level, guarded=guarded)
    return roll


def at(name: str, face: int) -> dict[str, Any]:
    return table(name).at(face)


def size(face: int, name: str = "room_size") -> tuple[int, int, int]:
    result = at(name, face)
    return result["width_ft"], result["length_ft"], result["area_sqft"]


def result_of(roll: Roll, name: str) -> dict[str, Any]:
    found = roll.find(name)
    assert found is not None, f"{name} was not rolled"
    return found.result


# ------------------------------------------------------------------------------------------- rooms, halls, caves


def test_rooms() -> None:
    assert [size(face) for face in (1, 11, 18)] == [(10, 10, 100), (10, 20, 200), (30, 40, 1200)]
    assert [size(face)[2] for face in (2, 4, 5, 7, 8, 10, 12, 13, 14, 15, 16)] == [
        *(400, 400, 900, 900, 1600, 1600, 600, 600, 800, 800, 1200)
    ]


@pytest.mark.parametrize("face", [19, 20])
def test_a_special_room_has_doors(face: int) -> None:
    room = rolled("room_size", face, 18, 3)
    assert room.result == {"kind": "special", "see": ["special_shape", "special_area"]}
    assert rules.kind_of(room) == "room" and rules.exit_has_door("room")


def test_a_special_hall_has_open_exits() -> None:
    assert size(17, "hall_size") == (40, 60, 2400)
    assert size(3, "hall_size") == (20, 20, 400)
    hall = rolled("hall_size", 18, 9, 12)
    assert (result_of(hall, "special_shape")["shape"], rules.area_of(hall)) == ("octagon", 3250)
    assert rules.kind_of(hall) == "hall" and not rules.exit_has_door("hall")


def test_a_double_cave() -> None:
    cave = rolled("cave_size", 9)
    assert cave.result["chambers"] == [{"width_ft": 60, "length_ft": 60}, {"width_ft": 30, "length_ft": 30}]
    assert rules.area_of(cave) == cave.result["area_sqft"] == 4500 == 60 * 60 + 30 * 30
    assert rules.kind_of(cave) == "cave" and not rules.exit_has_door("cave")
    assert at("cave_size", 11)["area_sqft"] == 9500 == 80 * 100 + 30 * 50


def test_each_area_is_that_of_its_measures() -> None:
    for name in ("room_size", "hall_size"):
        for face in table(name).faces:
            if at(name, face)["kind"] == "standard":
                width, length, area = size(face, name)
                assert width * length == area
    for face in table("cave_size").faces:
        cave = at("cave_size", face)
        assert sum(chamber["width_ft"] * chamber["length_ft"] for chamber in cave["chambers"]) == cave["area_sqft"]


def test_water_in_caves() -> None:
    water = {face: table("cave_size").row(face).extra.get("water") for face in table("cave_size").faces}
    assert [face for face, size in water.items() if size == "small"] == [10, 11, 12, 13, 14, 17, 18]
    assert [face for face, size in water.items() if size == "large"] == [19, 20]
    small = rolled("cave_size", 17, 8, 18, 17)
    assert result_of(small, "magic_pool_teleport")["to"] == "wilderness_many_miles_away"
    large = rolled("cave_size", 20, 8, 20, 20)  # a portal; with no map prepared a monster that guards treasure
    assert large.find("magic_pool") is None
    assert [roll.result["item"] for roll in large.walk() if roll.table == "treasure"] == ["magic_item"] * 2


def test_a_circle_with_a_shaft_whose_area_was_rolled_again_twice() -> None:
    room = rolled("room_size", 19, 4, 9, 17, 16, 10)
    assert result_of(room, "special_shape")["shape"] == "circle"
    assert result_of(room, "circular_feature")["feature"] == "shaft"
    assert rules.area_of(room) == 4500 == 2500 + 2 * 1000


@pytest.mark.parametrize(
    ("face", "feature"), [(1, "small_water"), (6, "small_water"), (7, "well"), (8, "shaft"), (11, "shaft")]
)
def test_what_stands_in_a_circle(face: int, feature: str) -> None:
    assert at("circular_feature", face) == {"feature": feature}
    assert at("circular_feature", 12) == at("circular_feature", 20) == {}
    assert [at("shaft_direction", n) for n in (1, 2, 3)] == [at("stairs", n) for n in (12, 13, 14)]
    assert all(at("water_certain", n) == at("water", n) for n in range(1, 9))


def test_a_special_room_that_is_a_cave() -> None:
    room = rolled("room_size", 20, 1, 15)
    assert rules.kind_of(room) == "cave"
    assert rules.area_of(room) == 18750 and room.find("special_area") is None


# --------------------------------------------------------------------------------------------------------- exits


@pytest.mark.parametrize(
    ("face", "area", "exits"),
    [
        *[(11, 1000, 0), (11, 1001, 1), (11, 1200, 1), (14, 1500, 0), (14, 1501, 1), (14, 1600, 1)],
        *[(1, 500, 1), (4, 501, 2), (5, 400, 2), (7, 600, 3), (8, 500, 3), (9, 900, 4), (10, 900, 0), (13, 1200, 0)],
        *[(20, 1600, 1), (20, 100, 1), (9, 4500, 4)],
    ],
)
def test_exits_grow_with_an_area_strictly_larger(face: int, area: int, exits: int) -> None:
    assert rules.exit_count(face, area) == exits


def test_one_to_four_exits_have_no_bonus() -> None:
    assert [rules.exit_count(face, 120_000, d4) for face, d4 in ((16, 1), (19, 4))] == [1, 4]
    with pytest.raises(ValueError, match="asks for a d4"):
        rules.exit_count(16, 400)
    assert rolled("exit_count", 17, 3).amounts[0].total == 3


def test_the_unusual_exit_has_the_door_that_is_not_usual() -> None:
    assert at("exit_count", 20) == {"exits": 1, "unusual_exit": True}
    doors = [rules.exit_has_door("room", 20), rules.exit_has_door("hall", 20), rules.exit_has_door("cave", 20)]
    assert doors == [False, True, True]
    assert [table(rules.beyond_exit(door)).dice for door in doors[:2]] == ["1d10", "1d20"]


@pytest.mark.parametrize(("faces", "secret"), [([26, 80, 25], [False, False, True]), ([26, 80, 90], [False] * 3)])
def test_secret_doors_where_there_is_no_exit(faces: list[int], secret: list[bool]) -> None:
    checks = roll_times("secret_door_check", faces, _NoMore("none"), times=3)
    assert [check.result["secret_door"] for check in checks] == secret


def test_walls() -> None:
    walls = [at("exit_wall", face)["wall"] for face in (1, 4, 5, 12, 13, 16, 17, 20)]
    assert walls == ["left", "left", "opposite", "opposite", "right", "right", "same", "same"]


def test_an_exit_into_known_ground() -> None:
    assert at("exit_blocked", 10) == {"action": "move_to_opposite_wall"}
    assert rules.OPPOSITE["left"] == "right" and rules.OPPOSITE["same"] == "opposite"
    assert at("exit_blocked", 11) == at("exit_blocked", 15) == {"action": "stay", "door": "secret"}
    assert at("exit_blocked", 16) == {"action": "stay", "door": "one_way"}


def test_behind_an_exit() -> None:
    assert at("beyond_exit_open", 9)["direction"] == "left_45"
    assert at("beyond_exit_door", 10)["direction"] == "right_45"
    assert [at("beyond_exit_door", face)["leads_to"] for face in (8, 11, 18, 19)] == [
        "passage",
        "room",
        "room",
        "hall",
    ]
    assert rolled("beyond_exit_open", "0", 1).result["direction"] == "right_45"


# ------------------------------------------------------------------------------------------------------ passages


@pytest.mark.parametrize(("face", "feet"), [(1, 5), (2, 10), (13, 10), (14, 20), (17, 20), (18, 30)])
def test_widths(face: int, feet: int) -> None:
    assert rolled("passage_width", face).result == {"width_ft": feet}


def test_wide_passages_with_and_without_columns() -> None:
    wide = rolled("passage_width", 20, 12, 51)
    assert (result_of(wide, "passage_width_special")["width_ft"], result_of(wide, "passage_columns")["columns"]) == (
        50,
        False,
    )
    gallery = rolled("passage_width", 19, 7, 50, 51, 10)
    assert result_of(gallery, "passage_width_special")["width_ft"] == 40
    assert result_of(gallery, "passage_columns_gallery")["gallery"] is True
    assert rolled("passage_columns", 50, 50).find("passage_columns_gallery") is None


def test_a_river_with_a_boat_on_the_far_bank() -> None:
    river = rolled("passage_width", 19, 17, 14, 51, 50, 51)
    special = river.find("passage_width_special")
    assert special is not None and special.result["feature"] == "river"
    assert result_of(special, "passage_width")["width_ft"] == 20
    assert result_of(river, "river_bridge")["bridged"] is False
    assert result_of(river, "river_boat")["boat"] is True
    assert result_of(river, "river_boat_side")["side"] == "far"


def test_a_stream_and_a_chasm() -> None:
    stream = rolled("passage_width", 20, 15, 18, 75)
    assert result_of(stream, "stream_bridge")["bridged"] is True
    chasm = rolled("passage_width", 20, 20, 2, 51, 51)
    assert result_of(chasm, "passage_width_special")["depth_ft"] == 100
    assert (
        result_of(chasm, "chasm_bridge")["bridged"] is False and result_of(chasm, "chasm_jump")["jumpable"] is False
    )
    assert rolled("passage_width", 20, 20, 2, 50).find("chasm_jump") is None


def test_doors_along_a_passage() -> None:
    both = rolled("passage_check", 8, 12, 3)
    assert (result_of(both, "door_location_side")["doors"], rules.recheck_ft(both)) == (["left", "right"], 30)
    one = rolled("passage_check", 8, 12, 4)
    assert (result_of(one, "door_location_side"), rules.recheck_ft(one)) == ({"left_pct": 50, "right_pct": 50}, 30)
    ahead = rolled("passage_check", 8, 13)
    assert (result_of(ahead, "door_location")["doors"], rules.recheck_ft(ahead)) == (["straight"], None)


@pytest.mark.parametrize(
    ("faces", "name", "turn"),
    [
        ((16, 10, 3), "turn_10", "left_45_front"),
        ((16, 10, 4), "turn_10", "left_45_back"),
        ((16, 9), "turn", "left_90"),
        ((19, 11), "turn", "right_90"),
        ((16, 20, 3), "turn_20", "right_45_front"),
        ((16, 20, 6), "turn_20", "right_45_back"),
    ],
)
def test_turns(faces: tuple[int, ...], name: str, turn: str) -> None:
    check = rolled("passage_check", *faces)
    assert (result_of(check, name)["turn"], rules.recheck_ft(check)) == (turn, 30)


@pytest.mark.parametrize(
    ("faces", "branch"),
    [
        *[((4,), "left_90"), ((5,), "right_90"), ((9, 1), "left_45_front"), ((9, 6), "left_45_back")],
        *[((10, 3), "right_45_front"), ((10, 4), "right_45_back"), ((11,), "t_junction"), ((15,), "y_junction")],
        *[((16,), "four_way"), ((20,), "five_way")],
    ],
)
def test_side_passages(faces: tuple[int, ...], branch: str) -> None:
    check = rolled("passage_check", 11, *faces)
    *_, last = check.walk()
    assert (last.result["branch"], rules.recheck_ft(check)) == (branch, 30)


def test_straight_on_and_halls_on_the_way() -> None:
    assert rules.recheck_ft(rolled("passage_check", 4)) == 50
    hall = rolled("passage_check", 3, 20, 1, 5)
    assert (hall.result["recheck_from"], rules.recheck_ft(hall), rules.area_of(hall)) == (
        "after_leaving_hall",
        30,
        2400,
    )


def test_stairs_end_a_passage_and_shafts_do_not() -> None:
    stairs = rolled("passage_check", 15, 18)
    assert result_of(stairs, "stairs") == {"type": "stairs", "direction": "down", "levels": 1, "ends_in": "hall"}
    assert rules.recheck_ft(stairs) is None
    shaft = rolled("passage_check", 15, 14)
    assert result_of(shaft, "stairs") == {"type": "shaft", "direction": "down", "levels": 2}
    assert rules.recheck_ft(shaft) == 30
    trapdoor = rolled("passage_check", 15, 17)
    assert result_of(trapdoor, "stairs") == {"type": "trapdoor", "direction": "down", "levels": 2}
    assert rules.recheck_ft(trapdoor) == 30
    blind = [at("stairs", face) for face in (10, 11)]
    assert [(b["direction"], b["levels"], b["ends_in"]) for b in blind] == [
        ("up", 1, "dead_end"),
        ("down", 1, "dead_end"),
    ]
    assert [at("stairs", face)["levels"] for face in (5, 6, 7, 9, 12, 13)] == [1, 2, 3, 1, 1, 2]
    shafts = [at("stairs", face) for face in table("stairs").faces if at("stairs", face)["type"] == "shaft"]
    assert not [shaft for shaft in shafts if (shaft["direction"], shaft["levels"]) == ("down", 1)]


def test_a_wandering_monster_at_a_dead_end() -> None:
    check = rolled("passage_check", 20, 5, 26)
    assert check.result == {"event": "wandering_monster", "reroll_for_location": True}
    (place,) = [roll for roll in check.nested if isinstance(roll, Roll)]
    assert place.result["event"] == "dead_end" and result_of(place, "secret_door_check")["secret_door"] is False
    assert rules.recheck_ft(check) is None
    assert rules.recheck_ft(rolled("passage_check", 20, 20, 4)) == 50


# ------------------------------------------------------------------------------------------------ what lies there


def test_treasure_by_level() -> None:
    assert rolled("treasure", 13, *[1] * 6, level=3).result == {"dice": "6d8", "multiply": 100, "coin": "electrum"}
    hoard = rolled("treasure", 13, 4, 4, 4, level=3, guarded=True)
    assert (hoard.result["dice"], hoard.result["coin"], hoard.amounts[0].total) == ("3d4", "gold", 1200)
    assert rolled("treasure", 2, *[1] * 6, level=3, guarded=True).result == {
        "dice": "6d10",
        "multiply": 100,
        "coin": "copper",
    }
    assert rolled("treasure", 20, level=5).result == {"count": 5, "item": "magic_item"}
    assert rolled("treasure", 16, 9, 9, 9, 9, level=2).amounts[0].dice == "4d10*10"


def test_a_guarded_chamber_has_two_amounts() -> None:
    chamber = rolled("chamber_contents", 12, 13, 1, 2, 3, 2, *[1] * 6, level=3)
    assert chamber.result["treasure_guarded"] is True
    first, second = (roll for roll in chamber.walk() if roll.table == "treasure")
    assert (first.result["dice"], first.result["coin"]) == ("3d4", "gold")
    assert (second.result["dice"], second.result["coin"]) == ("6d10", "copper")
    alone = rolled("chamber_contents", 20, 13, 1, 1)
    assert alone.result["treasure_guarded"] is False
    assert [roll.result["coin"] for roll in alone.walk() if roll.table == "treasure"] == ["electrum"]
    contents = [at("chamber_contents", face)["contents"] for face in (7, 11, 17, 18, 19, 20)]
    assert contents == [[], ["monster"], ["monster", "treasure"], ["stairs"], ["trick_or_trap"], ["treasure"]]


def test_gems_jewellery_and_magic_on_the_second_level() -> None:
    gems = rolled("treasure", 18, 5, 1, 3, level=2)
    assert result_of(gems, "treasure_18") == {"dice": "2d3", "item": "gem"}
    assert result_of(rolled("treasure", 18, 6, level=2), "treasure_18") == {"count": 2, "item": "jewellery"}
    assert result_of(rolled("treasure", 19, 5, level=2), "treasure_19") == {"count": 0}
    assert result_of(rolled("treasure", 19, 6, level=2), "treasure_19") == {"count": 2, "item": "magic_item"}
    assert result_of(rolled("treasure", 17, 8, level=2, guarded=True), "treasure_18")["item"] == "jewellery"


def test_containers_traps_and_hiding_places() -> None:
    assert rolled("treasure_container", "0").result == {"loose": True}
    assert [at("treasure_container", face)["container"] for face in (1, 5, 9)] == [
        "pouches",
        "large_chests",
        "iron_trunks",
    ]
    assert [at("treasure_trapped_chance", face)["trapped"] for face in (50, 51)] == [True, False]
    assert [at("treasure_hidden_chance", face)["hidden"] for face in (50, 51)] == [True, False]
    assert at("treasure_trap", 19) == {"trap": "trapdoor_in_front", "distance_ft": 0}
    assert at("treasure_trap", 20) == {"trap": "trapdoor_in_front", "distance_ft": 6}
    traps = [at("treasure_trap", face)["trap"] for face in (2, 7, 10, 11, 16)]
    assert traps == [
        *("blade_sweeps_inside", "gas_on_opening", "poison_needles_in_lock"),
        *("poison_needles_in_handles", "arrows_up_from_container_bottom"),
    ]
    hidden = [at("treasure_hiding", face)["hidden"] for face in (2, 11, 15, 18)]
    assert hidden == [
        *("behind_loose_wall_stone", "secret_room_nearby", "secret_room_under_container", "under_loose_floor_stone"),
    ]


def test_loose_treasure_takes_no_trap_or_hiding_place_of_a_container() -> None:
    loose = [face for face in range(1, 21) if rules.fits(table("treasure_trap").row(face).extra, loose=True)]
    assert {at("treasure_trap", face)["trap"] for face in loose} == {
        "contact_poison_on_treasure",
        "explosive_runes",
        "symbol",
    }
    assert all(rules.fits(table("treasure_trap").row(face).extra, loose=False) for face in range(1, 21))
    unfit = [face for face in range(1, 21) if not rules.fits(table("treasure_hiding").row(face).extra, loose=True)]
    assert unfit == [12, 15, 16, 17]


def test_water() -> None:
    assert at("water", 2) == {"water": True}
    assert at("water", 4) == {"water": True, "monster": True}
    assert at("water", 9) == at("water", 20) == {"water": False}
    guarded = rolled("water", 7, 20, 11, 2, 2)
    assert [roll.result.get("coin", "magic") for roll in guarded.walk() if roll.table == "treasure"] == [
        "magic",
        "electrum",
    ]


def test_an_attribute_pool_works_on_each_by_itself_and_is_spent() -> None:
    pool = rolled("magic_pool", 15, 50, 3)
    assert pool.result["one_use"] and pool.result["per_character"] and pool.result["points"] == 1
    assert result_of(pool, "magic_pool_attribute_sign")["change"] == -1
    assert result_of(pool, "magic_pool_attribute")["attribute"] == "constitution"
    assert at("magic_pool_attribute_sign", 51)["change"] == 1
    assert at("magic_pool_attribute", 6)["attribute"] == "charisma"


def test_pools_of_alchemy_wishes_and_ways() -> None:
    assert result_of(rolled("magic_pool", 8, 12), "magic_pool_alchemy")["gold_becomes"] == "platinum"
    assert result_of(rolled("magic_pool", 1, 13), "magic_pool_alchemy")["gold_becomes"] == "lead"
    wish = rolled("magic_pool", 16, 7, 20)
    assert wish.result["wishes"] == 1 and wish.result["wish_expires_hours"] == 24 and not wish.result.get("one_use")
    assert result_of(wish, "magic_pool_wish_alignment")["alignment"] == "lawful_evil"
    assert wish.amounts[0].dice == "1d20" and wish.amounts[0].total == 20
    assert result_of(rolled("magic_pool", 18, 8), "magic_pool_teleport")["to"] == "same_level_elsewhere"


def test_the_misprinted_alignment_is_kept_and_played_otherwise() -> None:
    assert [at("magic_pool_wish_alignment", face)["alignment"] for face in (12, 13, 17)] == ["chaotic_good"] * 3
    assert [rules.alignment_as_played(face) for face in (6, 9, 12, 13, 17, 18)] == [
        *("lawful_good", "lawful_evil", "chaotic_good", "chaotic_evil", "chaotic_evil", "neutral"),
    ]


# ------------------------------------------------------------------------------------------- the other documents


def test_steps_of_a_passage() -> None:
    assert at("passages_d66", 13) == {"kind": "dead_end"}
    hall = at("passages_d66", 24)
    assert (hall["kind"], hall["size"], hall["exits"]) == ("hall", "small", ["opposite"])
    assert [result_of(rolled("passages_d66", 24, face), "hall_encounter")["encounter"] for face in (33, 34)] == [
        True,
        False,
    ]
    assert (at("passages_d66", 41)["at"], at("passages_d66", 41)["from_room"]["exits"]) == ("ahead", ["ahead"])
    leaving = [at("passages_d66", face)["from_room"]["exits"] for face in (42, 43, 44)]
    assert leaving == [["left", "right"], ["left"], ["right"]]
    assert [at("passages_d66", face)["exits"] for face in (51, 52, 53)] == [
        *(["left", "right"], ["left", "ahead"], ["right", "ahead"]),
    ]


def test_locked_doors() -> None:
    locked = rolled("passages_d66", 45, 3)
    assert result_of(locked, "door_direction")["at"] == "left"
    assert (
        set(locked.result["open_by"]) == {"pick", "key", "magic", "strength"}
        and locked.result["force_modifier"] == -1
    )
    strong = rolled("passages_d66", 46, 2)
    assert result_of(strong, "door_direction")["at"] == "ahead" and strong.result["extra_loot_beyond"] == 1
    assert "strength" not in strong.result["open_by"] and strong.result["from_room"] == {"kind": "room"}
    assert set(at("passages_d66", 44)["open_by"]) == {"strength", "magic"}


def test_widths_lengths_and_what_does_not_fit() -> None:
    assert [at("passage_width_leaving", face)["width_ft"] for face in (50, 51)] == [5, 10]
    assert [at("passage_width_new", face)["width_squares"] for face in (1, 2)] == [1, 2]
    assert at("passage_length", 3) == {"length_squares": 7, "length_ft": 35}
    assert result_of(rolled("passage_misfit", 2, 2), "misfit_stairwell")["leads"] == "ladder_to_surface"
    assert result_of(rolled("passage_misfit", 2, 3), "misfit_stairwell")["leads"] == "stairs_down"
    assert rolled("passage_misfit", 6, 13).result["with"] == "one_way_teleport"
    assert at("secret_door_search", 10) == {"outcome": "secret_door", "beyond_squares": 1}
    assert at("secret_door_search", 5) == {}
    assert at("secret_door_search", 1) == {"outcome": "wandering_monster", "numbers": "half"}
    niches = [roll.result["contents"] for roll in rolled("passages_d66", 64, 6, 2).walk() if roll.table == "niche"]
    assert niches == ["treasure_or_finds", "empty"]


def test_entries_out_of_a_room_and_in_a_passage() -> None:
    assert passage_entry(41)["at"] == "ahead" and passage_entry(41, True) == {"kind": "passage", "exits": ["ahead"]}
    assert passage_entry(46, True) == {"kind": "room"} and passage_entry(46)["extra_loot_beyond"] == 1
    assert passage_entry(13, True) == passage_entry(13), "the others have no alternate"


@pytest.mark.parametrize(
    ("face", "by", "modifier"),
    [
        (44, "strength", 0), (44, "magic", 0), (44, "pick", None), (44, "key", None),
        (45, "strength", -1), (45, "pick", 0), (45, "key", 0),
        (46, "strength", None), (46, "pick", 0), (46, "key", 0), (46, "magic", 0),
        (54, "two_forcing", -1), (54, "strength", None), (54, "pick", 0),
        (41, "pick", None),
    ],
)  # fmt: skip
def test_what_opens_a_door(face: int, by: str, modifier: int | None) -> None:
    assert door_opens(face, by) == modifier


def test_a_zone_is_searched_once_and_wanderers_come_in_half_numbers() -> None:
    assert searchable("passage") and searchable("hall") and not searchable("room")
    assert not searchable("passage", searched=True)
    assert [half_numbers(count) for count in (1, 2, 3, 8)] == [1, 1, 2, 4]
    assert at("wandering_monster", 1) == {"wandering_monster": True, "numbers": "half", "direction": "random"}
    assert at("wandering_monster", 2) == {"wandering_monster": False}


def test_cycles() -> None:
    lengths = {n: [arc.get("length") for arc in at("cycle_type", n)["arcs"]] for n in range(1, 13)}
    assert lengths[1] == lengths[2] == ["long", "long"]
    shortcut = at("cycle_type", 3)["arcs"][1]
    assert shortcut["length"] == "short" and shortcut["secret"]
    assert at("cycle_type", 5)["arcs"][1]["view_only"]
    ring = at("cycle_type", 6)
    assert [(arc["from"], arc["to"]) for arc in ring["arcs"]] == [
        ("start", "goal"),
        ("goal", "key"),
        ("key", "start"),
    ]
    assert ring["arcs"][2]["one_way"] and ring["lock_at"] == "goal"
    assert {n: at("cycle_type", n)["keys"] for n in range(1, 13) if "keys" in at("cycle_type", n)} == {
        2: 2,
        6: 1,
        11: 1,
    }
    assert [at("false_goal_path_secret", face)["secret"] for face in (2, 3)] == [True, False]
    assert [at("key_hidden", face)["hidden"] for face in (1, 2)] == [True, False]
    assert [at("lock_type", face)["hardness"] for face in (3, 4)] == ["hard", "soft"]


def test_levels_tell_only_what_the_document_tells() -> None:
    assert at("labyrinth_level", 1)["strength_add"] == 0
    assert at("labyrinth_level", 2) == {"strength_add": 2, "treasure_shift": 1}
    assert at("labyrinth_level", 3) == {"count_multiplier": 2, "treasure_shift": 2}
    for level in (1, 2, 3):
        row = table("labyrinth_level").row(level)
        assert row.result.items() <= row.extra["as_played"].items()
