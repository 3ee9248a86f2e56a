"""The words of a key, against the sample dungeon."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from zinegen.dungeon.model import Detail, Dungeon, End, Faction, KeyText, Link, PortalKind, Treasure
from zinegen.dungeon.textmap import text_to_dungeon
from zinegen.dungeon.ways import Exit, Way
from zinegen.typeset.blocks import Block, Box, Para, plain
from zinegen.typeset.exits import exit_line
from zinegen.typeset.index import Index
from zinegen.typeset.keys import Keys, bolded, cut_words, mentions
from zinegen.typeset.layouts import Layout, find_layout, layout_names
from zinegen.typeset.matter import factions
from zinegen.typeset.registers import Registers, _place
from zinegen.typeset.writer import gp, number, sentence, typographic

DOT = "\u00a0· "
STATS = f"stats: AC_12{DOT}HD_1{DOT}hp_6,_4,_3{DOT}1 gaff (1d6){DOT}move_120′{DOT}morale_8{DOT}10_xp"
DOING = (
    "doing: Eating; one is telling the story of the bell badly. Want news of the tide, and no trouble before it. "
    "Will bargain."
)
EXIT = (
    "exit: N barred door to 4; E passage to 1 (locked); W secret back of the hearth to 6 (stuck door), opens from "
    "the far side only"
)
TRAP = (
    "trap: Weighted net (a shadow like a web far up): pulling the rope: up to four under it are held for d4 rounds; "
    "the bell on its rim wakes 3."
)


@pytest.fixture(scope="module")
def keys(sample: Dungeon, classic: Layout) -> Keys:
    return Keys(Index(sample), classic.order)


def lines(block: Block) -> list[str]:
    """A key as lines: style and words."""
    out = []
    for part in block.parts:
        for para in part.parts if isinstance(part, Box) else [part]:
            assert isinstance(para, Para)
            out.append(f"{para.style}: {plain(para.runs)}")
    return out


def test_a_whole_key(keys: Keys) -> None:
    assert lines(keys.block(keys.index.areas["1-3"])) == [
        "keyhead: 3 Brothers' Mess",
        "first: Three men in oilskins at a table, two cots, a chest; stew and tar smoke. Here: 3 Brine Brothers.",
        "detail: Stew pot, limpets and something with a ring on » eat: save or sleep a turn.",
        "detail: Sea chest, three locks, one real › the middle one.",
        "detail_secret: Hearth, cold, swept clean › its back swings in, from outside only.",
        "monster: 3 Brine Brothers",
        STATS.replace("_", "\u00a0"),
        DOING,
        "treasure: Sea chest: 1,300 silver coins (130\u00a0gp).",
        EXIT,
    ]


def test_a_short_key(keys: Keys) -> None:
    """Number, name, what is seen, trap with trigger and effect, exits that are more than an open way."""
    assert lines(keys.short(keys.index.areas["1-2"])) == [
        "keyhead: 2 Font of Salt",
        "first: Eight-sided; a fountain heaped with salt, a rope above.",
        "detail: Fountain › a hand's breadth down, a grating » digging takes a turn and is loud.",
        "detail: Rope » pulled, it drops the net.",
        TRAP,
        "exit: E reinforced door 8",
    ]


def test_a_short_key_cut_most_keeps_what_it_must(keys: Keys) -> None:
    for area in keys.index.areas.values():
        if area.key is None:
            continue
        text = "\n".join(lines(keys.short(area, 3)))
        assert text.startswith(f"keyhead: {area.key} {area.text.name}")
        for group in area.inhabitants:
            assert group.name.lower() in text.lower()
            assert f"AC\u00a0{group.stats.ac}" in text
        for hazard in area.hazards:
            assert hazard.trigger in text
            assert hazard.effect in text
        for item in area.treasure:
            assert item.what.lower() in text.lower()
            assert item.effect.rstrip(".") in text
        for detail in area.text.details:
            assert detail.level != "secret" or detail.find.rstrip(".") in text


def test_a_short_key_tells_of_more_than_open_ways(keys: Keys) -> None:
    """Stairs, and what is shut or hidden at the far end of a passage, are no open way; an arch is."""
    ways = {
        "N arch, stairs down to 2-16": exit_of(Way(to="2-16", links=("down",)), kind="arch"),
        "N arch 2, 3 or stairs down to 2-16": exit_of(
            Way(to="1-2"), Way(to="1-3"), Way(to="2-16", links=("down",)), kind="arch"
        ),
        "N opening 2 (secret)": exit_of(Way(to="1-2", secret=True), kind="open"),
        "N opening 2 (stuck door)": exit_of(Way(to="1-2", kind="stuck"), kind="open"),
        "N opening 2 (from this side only)": exit_of(Way(to="1-2", one_way="out"), kind="open"),
        "": exit_of(Way(to="1-2", kind="door"), kind="arch"),
    }
    for said, way in ways.items():
        assert ways_of(way, brief=True) == said


def test_a_whole_key_says_what_hinders_at_the_far_end_as_a_short_one_does(sample: Dungeon) -> None:
    """On the sheet room 13 had a passage to 14 (barred door); in the booklet a passage."""
    index = Index(sample)
    for area in index.exits:
        short, whole = (plain(exit_line(index, area, 1, brief=brief)) for brief in (True, False))
        for state in ("(stuck door)", "(barred door)", "(locked)", "(from this side only)"):
            assert whole.count(state) == short.count(state), area
    assert ways_of(exit_of(Way(to="1-2", kind="barred"), kind="open")) == "N opening to 2 (barred door)"
    assert ways_of(exit_of(Way(to="1-2", one_way="in"))) == "N door to 2 (opens from the far side only)"


def test_a_line_that_begins_with_a_thing_begins_with_a_capital(keys: Keys, sample: Dungeon) -> None:
    """ "gold locket, a lock of grey fur in it", at the head of a line; in the midst of one it stays small."""
    area = keys.index.areas["1-3"]
    ring, crown = (Treasure(id=what, kind="jewellery", what=what) for what in ("ring", "crown"))
    held = msgspec.structs.replace(area, treasure=(ring, crown))
    for trim in range(-1, 5):
        assert "treasure: Ring; crown." in lines(keys.short(held, trim))
    assert {"treasure: Ring.", "treasure cont: Crown."} <= set(lines(keys.block(held)))
    level = msgspec.structs.replace(sample.levels[0], areas=(held,))
    loot = str(Registers(keys.index, keys).roster(level))
    assert "☐\\xa0Ring" in loot and "☐\\xa0Crown" in loot


def test_a_visible_creature_is_in_the_first_line(keys: Keys) -> None:
    """Whatever the words say: who can be seen is named in the first line, who hides is not."""
    for area in keys.index.areas.values():
        first = plain(keys.first(area)).lower() if area.key is not None else ""
        for group in area.inhabitants:
            assert mentions(first, group.name) == group.visible, (area.id, first)


def test_who_is_added_to_a_first_line_has_an_article(sample: Dungeon) -> None:
    """ "Here: Retired thief." stood where the first line had been cut; and capitals in the midst of a list."""
    area = next(area for level in sample.levels for area in level.areas if area.inhabitants)
    names = (("retired thief", 1), ("orc", 1), ("goblins", 2), ("Osric the Lean", 1), ("the drowned king", 1))
    groups = tuple(
        msgspec.structs.replace(area.inhabitants[0], id=name, name=name, count=count, visible=True)
        for name, count in names
    )
    alone: KeyText = msgspec.structs.replace(area.text, first="Rain.", short="Rain.", aloud="")
    keys = Keys(Index(sample), ("first",), prose=True)
    said = lines(keys.short(msgspec.structs.replace(area, inhabitants=groups, text=alone)))[1]
    who = "a retired thief, an orc, 2 goblins, Osric the Lean and the drowned king"
    assert said == f"first: Rain. Here: {who}."


def test_no_creature_is_named_twice(keys: Keys, sample: Dungeon) -> None:
    area = keys.index.areas["1-11"]
    text: KeyText = msgspec.structs.replace(area.text, first="A crab abbot sits in judgement.")
    assert plain(keys.first(msgspec.structs.replace(area, text=text))) == "A crab abbot sits in judgement."


def test_handles_are_bold_once() -> None:
    runs = bolded("Two chests and a chest; a rope.", ["rope", "chest"])
    assert [(run.text, run.look) for run in runs] == [
        ("Two ", ""), ("chests", "b"), (" and a chest; a ", ""), ("rope", "b"), (".", ""),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "name", "found"),
    [("An ogre snores.", "ogre", True), ("Giant rats run.", "giant rats", True), ("A rat sits.", "bilge rats", True),
     ("Harpies wheel.", "harpy", True), ("A table.", "harpies", False), ("Rations.", "giant rats", False),
     ("", "ogre", False)],
)  # fmt: skip
def test_mentions(text: str, name: str, found: bool) -> None:
    assert mentions(text, name) is found


@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [("One two three.", 3, "One two three."), ("One two, three four five six.", 4, "One two, three four …"),
     ("One two three; four five six seven eight.", 5, "One two three."), ("a b c d", 2, "a b …")],
)  # fmt: skip
def test_cut_words(text: str, most: int, cut: str) -> None:
    assert cut_words(text, most) == cut


def test_exits_name_every_way(keys: Keys) -> None:
    text = lines(keys.block(keys.index.areas["1-14"]))[-1]
    assert text == (
        "exit: E secret false back of a cupboard to 15; W brass door to 13 or 17, locked (key in 12); "
        "Down chute to 2-4, from this side only; Down teleporter to 2-4"
    )


def test_small_words() -> None:
    assert typographic("the prior's 10' \"drop\" of 'salt'") == "the prior’s 10′ “drop” of ‘salt’"
    assert (number(1300), number(37.5), number(0.25)) == ("1,300", "37.5", "0.25")
    assert gp(2147.5) == "2,147.5 gp"
    assert sentence("it waits") == "It waits."
    assert sentence("Who?") == "Who?"


def test_a_number_in_a_text_leads_to_its_area(keys: Keys) -> None:
    """ "(4)" and "(2-3)" are areas, with a page to come; 12 gold pieces and the area itself are not."""
    runs = keys.told("A noise (4), another (2-3), 12 coins (99), here (1).", keys.index.areas["1-1"])
    assert [(run.text, run.look, run.to) for run in runs] == [
        ("A noise (", "", ""), ("4", "b", "1-4"), ("", "page", "1-4"), ("), another (", "", ""), ("2-3", "b", "2-3"),
        ("", "page", "2-3"), ("), 12 coins (99), here (1).", "", ""),
    ]  # fmt: skip


def hoard(keys: Keys, *items: dict[str, object]) -> list[str]:
    """The treasure lines of area 1-3, which has a sea chest and a stew pot, with other things in it."""
    area = keys.index.areas["1-3"]
    places = {detail.what: detail.id for detail in area.text.details}
    made = [
        Treasure(id=f"t{n}", kind="coins", **{**item, "where": places.get(str(item.get("where")), "")})  # type: ignore[arg-type]
        for n, item in enumerate(items)
    ]
    paras = keys.treasure(msgspec.structs.replace(area, treasure=tuple(made)))
    return [plain(para.runs).replace("\u00a0", " ") for para in paras]


def test_a_hiding_place_is_said_once(keys: Keys) -> None:
    puddle = "under an illusion of a puddle"
    assert hoard(
        keys,
        {"what": "1,700 copper coins", "value_gp": 17, "where": "sea chest", "hidden": puddle},
        {"what": "ring", "value_gp": 50, "where": "sea chest", "hidden": puddle},
        {"what": "9 gold coins", "coin": "gold", "where": "stew pot", "hidden": puddle},
        {"what": "rope", "where": "stew pot"},
    ) == [
        f"{puddle.capitalize()}: sea chest – 1,700 copper coins (17 gp); ring (50 gp); stew pot – 9 gold coins.",
        "Stew pot: rope.",
    ]


def test_a_holder_that_the_hiding_place_names_is_not_named_again(keys: Keys) -> None:
    assert hoard(keys, {"what": "a pearl", "where": "sea chest", "hidden": "in the lid of the chest"}) == [
        "In the lid of the chest: a pearl."
    ]


def test_the_ledger_does_not_name_a_holder_that_the_hiding_place_names(keys: Keys) -> None:
    area = keys.index.areas["1-3"]
    chest = next(detail.id for detail in area.text.details if detail.what == "sea chest")
    item = Treasure(id="a", kind="gem", what="a pearl", where=chest, hidden="in the lid of the chest")
    assert _place(area, item) == "In the lid of the chest"
    assert _place(area, msgspec.structs.replace(item, hidden="under a plank")) == "Sea chest, under a plank"


def test_a_thing_with_a_name_is_bold_and_has_its_line(keys: Keys) -> None:
    area = keys.index.areas["1-3"]
    chest = next(detail.id for detail in area.text.details if detail.what == "sea chest")
    things = (
        Treasure(id="a", kind="coins", what="9 gold coins", coin="gold", where=chest),
        Treasure(id="b", kind="magic", what="tallow eye", effect="it sees.", where=chest),
        Treasure(id="c", kind="jewellery", what="ring", value_gp=50, where=chest),
    )
    paras = keys.treasure(msgspec.structs.replace(area, treasure=things))
    assert [(para.style, plain(para.runs).replace("\u00a0", " ")) for para in paras] == [
        ("treasure", "Sea chest: 9 gold coins."), ("treasure cont", "Tallow eye, it sees."),
        ("treasure cont", "Ring (50 gp)."),
    ]  # fmt: skip
    assert [run.text for para in paras for run in para.runs if run.look == "b"] == ["Sea chest", "Tallow eye", "Ring"]


def test_prose_keeps_apart_what_is_hidden(sample: Dungeon, classic: Layout) -> None:
    prose = Keys(Index(sample), classic.order, prose=True)
    said = lines(prose.block(prose.index.areas["1-3"]))
    assert [line.split(":")[0] for line in said if line.startswith(("prose", "detail"))] == ["prose", "detail_secret"]


ALOUD = (
    "Tar smoke hangs low here. Three men in oilskins are eating at a table. "
    "A chest with three locks stands by two cots, one of them made."
)


def spoken(sample: Dungeon, layout: Layout) -> Keys:
    """Keys in prose of the sample, whose room 3 has something to be read aloud."""
    level = sample.levels[0]
    areas = [
        msgspec.structs.replace(area, text=msgspec.structs.replace(area.text, aloud=ALOUD)) if area.key == 3 else area
        for area in level.areas
    ]
    told = msgspec.structs.replace(sample, levels=(msgspec.structs.replace(level, areas=tuple(areas)),))
    return Keys(Index(told), layout.order, prose=True, bold=layout.bold)


@pytest.mark.parametrize("trim", [-1, 0, 3])
def test_a_short_key_in_prose_opens_with_what_is_read_aloud(sample: Dungeon, classic: Layout, trim: int) -> None:
    """As many sentences as there is room for; whoever is not among them is added; a deed is not told twice."""
    keys = spoken(sample, classic)
    said = lines(keys.short(keys.index.areas["1-3"], trim))
    cut = ALOUD if trim < 3 else ALOUD[: ALOUD.index(" A chest")]
    assert said[1] == f"first: {cut} Here: 3 Brine Brothers."
    assert not any(line.startswith("detail:") for line in said)


def test_a_layout_can_do_without_bold(sample: Dungeon, tmp_path: Path) -> None:
    """`bold = false` over any layout that is shipped: no word of a key stands out, whole or short."""
    for name in layout_names():
        folder = tmp_path / f"{name} without"
        folder.mkdir()
        (folder / "layout.toml").write_text(f'inherits = "{name}"\nbold = false\n')
        assert bold_words(spoken(sample, find_layout(name)))
        layout = find_layout(str(folder))
        terse = Keys(Index(sample), layout.order, worded=layout.worded, bold=layout.bold)
        assert bold_words(spoken(sample, layout)) + bold_words(terse) == []


def bold_words(keys: Keys) -> list[str]:
    """What stands out in the keys of a dungeon, whole and short."""
    areas = [area for area in keys.index.areas.values() if area.key is not None]
    blocks = [block for area in areas for block in (keys.block(area), keys.short(area))]
    paras = [para for b in blocks for part in b.parts for para in (part.parts if isinstance(part, Box) else [part])]
    return [run.text for para in paras if isinstance(para, Para) for run in para.runs if run.look == "b"]


def test_a_bare_thing_that_was_seen_needs_no_line(keys: Keys) -> None:
    area = keys.index.areas["1-3"]
    bare = (Detail(id="d1", what="chest"), Detail(id="d2", what="gong"))
    text: KeyText = msgspec.structs.replace(area.text, first="A chest stands here.", details=bare)
    shown = lines(keys.block(msgspec.structs.replace(area, text=text, treasure=())))
    assert [line for line in shown if line.startswith("detail")] == ["detail: Gong."]


ROW = "1 1+2 2+3 3"


def ways_of(way: Exit, area: str = "1-1", *, brief: bool = False) -> str:
    """The exit line of area 1-1 with one exit."""
    index = Index(text_to_dungeon(ROW, goal="1-3"))
    links = {
        "down": Link(id="down", kind="stairs", from_=End(area="1-1", at=(0, 0)), to=End(area="2-16", at=(0, 0))),
        "shaft": Link(id="shaft", kind="shaft", from_=End(area="1-1", at=(0, 0)), to=End(area="surface", at=(0, 0))),
    }
    index.__dict__.update(exits={"1-1": (way,)}, links=links)
    return plain(exit_line(index, area, 1, brief=brief))


def exit_of(*ways: Way, secret: bool = False, kind: PortalKind = "door") -> Exit:
    return Exit(direction="north", kind=kind, name="", secret=secret, one_way=None, lock=None, portal=None,
                link=None, at=(0, 0), ways=ways, more=False, through=None, level=1)  # fmt: skip


@pytest.mark.parametrize(
    ("way", "said"),
    [
        (exit_of(Way(to="1-2"), Way(to="1-3"), Way(to="1-4")), "N door to 2 or 3"),
        (exit_of(Way(to="2-16", links=("down",))), "N door, stairs down to 2-16"),
        (exit_of(Way(to="2-16", links=("down",)), Way(to="2-17", links=("down",))),
         "N door, stairs down to 2-16 or 2-17"),
        (exit_of(Way(to="2-16", links=("down",)), Way(to="1-3")), "N door to 3 or stairs down to 2-16"),
        (exit_of(Way(to="surface", links=("shaft",))), "N door, shaft up to the surface"),
        (exit_of(Way(to="1-2", secret=True), Way(to="1-3"), secret=True), "N secret door to 2 or 3"),
        (exit_of(Way(to="1-2"), Way(to="1-3", secret=True)), "N door to 2 or 3 (secret)"),
        (exit_of(Way(to="1-2"), Way(to="1-3", links=("down",))), "N door to 2"),
    ],
)  # fmt: skip
def test_where_an_exit_leads(way: Exit, said: str) -> None:
    """The two nearest; stairs on the way in words; what the exit is called is not said again."""
    assert ways_of(way).replace("\u00a0", " ") == said


def test_an_edit_of_a_secret_shows(sample: Dungeon, keys: Keys) -> None:
    """`secret` is printed behind `special`, in long keys and short ones; once, where an old record has it in both."""
    area = keys.index.areas["1-3"]
    group = msgspec.structs.replace(area.inhabitants[0], special="Cannot swim", secret="he holds the key")
    for said in ("Cannot swim", "Cannot swim. In truth, he holds the key."):
        shown = msgspec.structs.replace(area, inhabitants=(msgspec.structs.replace(group, special=said),))
        for block in (keys.block(shown), keys.short(shown)):
            text = "\n".join(lines(block))
            assert text.count("Cannot swim. In truth, he holds the key.") == 1
            assert text.count("he holds") == 1


def test_factions_say_how_they_stand_and_meet_visitors(sample: Dungeon) -> None:
    one = Faction(id="f", name="the Ladle", wants="salt", toward="at war with the Owed", greets="sells first")
    (block,) = factions(msgspec.structs.replace(sample, factions=(one,)), Index(sample))
    assert lines(block)[1].endswith("The Ladle. Wants: salt. At war with the Owed. Sells first.")
