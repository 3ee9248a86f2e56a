"""The parts of stocking by themselves: grammar, choosing, treasure, traps, pools, furniture."""

from __future__ import annotations

import pytest
from sample import sample_dungeon
from stock.made import SEEDS, bare_sample, keyed, stocked

from zinegen.dice import Faces, Stream
from zinegen.dungeon.model import STEP, Area, Dungeon
from zinegen.errors import LexiconError
from zinegen.recipe import Recipe
from zinegen.rolltable import roll_table
from zinegen.stock import grammar, premise
from zinegen.stock.choose import Bag
from zinegen.stock.draft import Draft, World
from zinegen.stock.fill import _draft
from zinegen.stock.functions import shaped
from zinegen.stock.furnish import SIZES
from zinegen.stock.heaps import Heap, Hoard
from zinegen.stock.hoards import dice_slots
from zinegen.stock.lexis import hit_dice
from zinegen.stock.treasure import coins, gems, roll_treasure, total, worth
from zinegen.stock.waters import _rule
from zinegen.words import lexicon


def world_of(seed: str = "parts") -> World:
    """A world on the sample's floor plan, its themes settled and its drafts made."""
    world = World(bare_sample(seed), Recipe(seed=seed, levels=2), Bag(seed))
    premise.choose_themes(world)
    _draft(world)
    return world


def faces(*given: int) -> Faces:
    """These faces, then a stream's."""
    return Faces(given, Stream("parts"))


# --------------------------------------------------------------------------------------------------------- grammar


@pytest.mark.parametrize(
    ("noun", "with_article"),
    [("oak door", "an oak door"), ("hourglass", "an hourglass"), ("unicorn horn", "a unicorn horn"),
     ("one-eyed dog", "a one-eyed dog"), ("bell", "a bell"), ("honest coin", "an honest coin"), ("urn", "an urn"),
     ("11-foot pole", "an 11-foot pole"), ("umbrella", "an umbrella"), ("useful thing", "a useful thing")],
)  # fmt: skip
def test_articles(noun: str, with_article: str) -> None:
    assert grammar.indefinite(noun) == with_article


def test_counts() -> None:
    assert grammar.several(1, "ogre", "ogres") == "an ogre"
    assert grammar.several(12, "goblin", "goblins") == "twelve goblins"
    assert grammar.several(13, "goblin", "goblins") == "13 goblins"
    assert grammar.figures(12000) == "12,000"


def test_clauses_and_sentences() -> None:
    assert grammar.clause("A nest of sacking: someone sleeps in it.") == "a nest of sacking: someone sleeps in it"
    assert grammar.clause("Osric was here.", ["Osric"]) == "Osric was here"
    assert grammar.clause("“Pip” is burned in.") == "“Pip” is burned in"
    assert grammar.sentence("from above: a bell") == "From above: a bell."
    assert grammar.sentence("who goes?") == "Who goes?"


def test_what_is_said_of_a_noun_leans_on_it_or_stands_apart() -> None:
    assert grammar.followed("five goblins", "in a huddle") == "five goblins in a huddle"
    assert grammar.followed("five goblins", "squabbling") == "five goblins, squabbling"
    assert grammar.series(["a bed", "a chest", "an urn"]) == "a bed, a chest and an urn"
    assert grammar.series(["a bed, made", "a chest"]) == "a bed, made; a chest"


def test_a_text_for_one_is_not_for_several() -> None:
    assert [grammar.suits("1:alone", n) for n in (1, 2)] == ["alone", None]
    assert [grammar.suits("2:in pairs", n) for n in (1, 2)] == [None, "in pairs"]
    assert [grammar.suits("w:afloat", 1, wet=wet) for wet in (True, False)] == ["afloat", None]


def test_an_unknown_slot_is_an_error() -> None:
    with pytest.raises(LexiconError, match="nonsense"):
        grammar.fill("the {nonsense}", {})
    assert grammar.fill("A {family}, an {family}", {"family": "Eskel"}) == "An Eskel, an Eskel"
    assert grammar.fill("*{Town}* it is", {"town": "bellow"}) == "“Bellow” it is"


# -------------------------------------------------------------------------------------------------------- choosing


def test_a_new_word_changes_only_the_choices_where_it_is_chosen_itself() -> None:
    words = [f"word-{n}" for n in range(40)]
    before = [Bag("seed").text(words, "purpose", n) for n in range(400)]
    after = [Bag("seed").text([*words, "new"], "purpose", n) for n in range(400)]
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert set(changed) == {"new"}
    assert 2 <= len(changed) <= 25


def test_a_bag_repeats_nothing_while_something_is_fresh() -> None:
    bag = Bag("seed")
    words = [f"word-{n}" for n in range(12)]
    drawn = [bag.text(words, "room", n) for n in range(24)]
    assert sorted(drawn[:12]) == sorted(drawn[12:]) == sorted(words)


def test_every_word_has_the_same_chance() -> None:
    words = [f"word-{n}" for n in range(10)]
    drawn = [Bag(f"seed-{n}").text(words, "room") for n in range(3000)]
    assert all(220 <= drawn.count(word) <= 390 for word in words)


# -------------------------------------------------------------------------------------------------------- treasure


def hoard(level: int, *given: int, guarded: bool = False) -> list[str]:
    """What a hoard's rolls give, as printed."""
    roller = faces(*given)
    rolls = roll_treasure(roller, level=level, guarded=guarded)
    return [item.what for n, one in enumerate(rolls) for item in worth(world_of(), one, roller, f"1-1-t{n}")]


def test_the_worked_examples_of_the_treasure_table() -> None:
    # level 3, guarded, natural 13 and 2: 3d4 x 100 gold (14) and 6d10 x 100 copper (3)
    assert hoard(3, 13, 4, 4, 4, 2, 1, 1, 1, 1, 1, 1, guarded=True) == ["1,200 gold coins", "600 copper coins"]
    # level 3, unguarded 13: 6d8 x 100 electrum
    assert hoard(3, 13, 8, 8, 8, 8, 8, 8) == ["4,800 electrum coins"]
    # level 2, unguarded 18 and a d8 of 6: two pieces of jewellery; 19 and 5: nothing; 19 and 6: two magic things
    assert len(hoard(2, 18, 6)) == 2
    assert hoard(2, 19, 5) == []
    assert len(hoard(2, 19, 6)) == 2
    # level 5, a magic thing is five
    assert len(hoard(5, 20)) == 5


def test_coins_have_worth_and_weight() -> None:
    heap = [coins(coin, 1000, "t") for coin in ("copper", "silver", "electrum", "gold", "platinum")]
    assert [one.value_gp for one in heap] == [10, 100, 500, 1000, 5000]
    assert {one.weight_lb for one in heap} == {100}
    assert coins("gold", 1, "t").what == "1 gold coin"


def test_gems_of_one_kind_lie_together() -> None:
    assert [(one.what, one.value_gp) for one in gems(3, faces(20, 3, 20, 3, 1, 1), "t")] == [
        ("two rubies", 2000), ("agate", 10)
    ]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_the_ledger_adds_up(seed: str) -> None:
    for area in keyed(stocked(seed)):
        for item in area.treasure:
            if item.coin:
                rate = lexicon("treasure")["coin"][item.coin]["value"]
                assert item.value_gp == pytest.approx(item.amount * rate)
                assert item.weight_lb == pytest.approx(item.amount / 10)
            assert item.value_gp > 0 or item.effect
    assert total(()) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_no_trap_sits_on_a_container_it_does_not_fit(seed: str) -> None:
    holders = lexicon("treasure")["container"]
    for area in keyed(stocked(seed)):
        names = {detail.id: detail.what for detail in area.text.details}
        for hazard in area.hazards:
            for words in holders.values():
                if names.get(hazard.on or "", "").endswith((words["one"], words["many"])):
                    assert hazard.kind not in words.get("bars", ())


def test_traps_grow_with_danger() -> None:
    world = world_of()
    assert dice_slots(world, 1) == {"d": "d6", "h": "d4", "dd": "2d6"}
    assert dice_slots(world, 3)["d"] == "2d6"


def test_hit_dice_as_numbers() -> None:
    assert [hit_dice(text) for text in ("1/2", "1-1", "1", "3+1", "8")] == [0.5, 0.75, 1.0, 3.25, 8.0]


# ----------------------------------------------------------------------------------------------------------- pools


def rule(*given: int) -> str:
    """The rule of a magic pool in area 1-9 of the sample, by the faces rolled."""
    world = world_of()
    for draft in world.drafts.values():
        draft.name = f"Room {draft.id}"
    return _rule(world, world.drafts["1-9"], roll_table("magic_pool", faces(*given)))


def test_the_rules_of_magic_pools() -> None:
    assert "platinum" in rule(1, 12)
    assert "lead" in rule(8, 13)
    assert "01-50 loses" in rule(9)
    assert "chaotic evil" in rule(16, 13)  # printed twice as chaotic good; played as the missing one
    assert "neutral" in rule(17, 18)
    assert "surface" in rule(18, 1)
    assert "(2-" in rule(19, 13)
    assert "miles" in rule(20, 20)


def test_a_hiding_place_has_room_for_what_it_hides() -> None:
    hiding = {kind: words["entries"] for kind, words in lexicon("hiding").items()}
    bucket = next(one for one in hiding["ordinary_container_in_plain_sight"] if one["what"] == "slop bucket")
    carpet = next(one for one in hiding["concealed_nonmagically"] if one["what"] == "rolled carpet")
    dung = next(one for one in hiding["in_or_under_rubbish_or_dung"] if one["what"] == "dung heap")
    draft = next(one for one in world_of().drafts.values() if one.area.kind != "cave")

    def hoard(container: str, amount: int) -> Hoard:
        return Hoard(draft, [Heap(container, [coins("copper", amount, "x")])], False, Stream("hoard"))

    assert hoard("boxes", 100).goes_into(bucket, bare=True)
    assert not hoard("boxes", 1200).goes_into(bucket, bare=True)
    assert not hoard("boxes", 1000).goes_into(carpet, bare=False)  # two boxes in a roll of carpet
    assert hoard("pouches", 200).goes_into(carpet, bare=False)
    assert hoard("boxes", 3000).goes_into(dung, bare=False)
    assert not hoard("boxes", 5000).goes_into(dung, bare=False)  # ten boxes, and no vault


# ----------------------------------------------------------------------------------------------- names and shapes


@pytest.mark.parametrize(
    ("shape", "kind", "squares", "fits", "not_"),
    [("rectangle", "room", 8, "Library", "Colonnade"), ("rectangle", "room", 8, "Odd Corner", "Sleeping Hall"),
     ("circle", "hall", 60, "Rotunda", "Midden Cave"), ("cave", "cave", 60, "Glass Grotto", "Forest of Pillars"),
     ("rectangle", "room", 60, "High Hall", "Round Hall"), ("rectangle", "room", 8, "Dry", "Shelves to the roof")],
)  # fmt: skip
def test_names_and_airs_fit_the_shape(shape: str, kind: str, squares: int, fits: str, not_: str) -> None:
    area = Area(id="1-1", key=1, kind=kind, shape=shape, outline=(), squares=((0, 0, squares),))  # type: ignore[arg-type]
    draft = Draft(area=area, depth=0, steps=1, exits=())
    assert shaped(draft, fits) and not shaped(draft, not_)


def test_a_full_stop_stands_once_after_a_quotation() -> None:
    assert grammar.sentence(grammar.clause("It says “no third knock.”")) == "It says “no third knock.”"[:-2] + "”."
    assert grammar.unmarked("exchange (trick)") == "exchange"


# ------------------------------------------------------------------------------------------------------- furniture


def furnished() -> list[Dungeon]:
    """Stocked dungeons to look at."""
    return [stocked(seed) for seed in SEEDS]


def test_furniture_stands_inside_and_clear_of_doors_and_of_the_number() -> None:
    for dungeon in furnished():
        for level in dungeon.levels:
            for area in level.areas:
                squares = {(x, y) for y, x0, x1 in area.squares for x in range(x0, x1)}
                new = [f for f in area.features if f.id and f.kind in SIZES]
                taken: set[tuple[int, int]] = set()
                for feature in new:
                    w, d = feature.size if feature.turn_deg in (0, 180) else feature.size[::-1]
                    x0, y0 = feature.at[0] - w / 2 + 0.01, feature.at[1] - d / 2 + 0.01
                    cells = {(int(x0 + i), int(y0 + j)) for i in (0, w - 0.02) for j in (0, d - 0.02)}
                    assert cells <= squares, (area.id, feature)
                    assert not cells & taken, (area.id, feature)
                    taken |= cells
                for portal in level.portals:
                    if area.id in portal.between:
                        dx, dy = STEP[portal.side]
                        x, y = portal.at if portal.between[0] == area.id else (portal.at[0] + dx, portal.at[1] + dy)
                        assert (x, y) not in taken, (area.id, portal.id)


def test_what_only_the_game_master_may_see_is_hidden_on_the_map() -> None:
    for dungeon in furnished():
        for area in keyed(dungeon):
            secret = {detail.id for detail in area.text.details if detail.level != "landmark"}
            assert all(f.hidden for f in area.features if f.id in secret or (f.id and f.kind in ("trap", "pit")))


def test_the_sample_is_still_what_these_tests_need() -> None:
    assert {"1-9", "1-4"} <= {area.id for area in keyed(sample_dungeon())}
