"""The pages about the booklet itself: how to use it, contents, rumours, the log, the colophon."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec

from zinegen.dungeon.model import Dungeon, Level, Rumour
from zinegen.recipe import Recipe
from zinegen.typeset.blocks import Block, Box, Para, Part, Ruled, Run, Table, text
from zinegen.typeset.faces import clean, escaped
from zinegen.typeset.index import Index
from zinegen.typeset.layouts import Layout
from zinegen.typeset.writer import area_name, area_ref, capital, joined, sentence, w, w_or

OPTIONS = ("seed", "system", "levels", "size", "layout", "paper", "ink")
"""The keys of a recipe that the command line takes."""
RUMOURS_A_BOX = 2
DIALECTS = ("d6", "labyrinth")
"""What a creature's line is told in, beside the old-school dialect."""
GAP = "\u00a0\u00a0"
"""Between a number or bullet and what it stands for."""
RULED_PITCH_PT = 17.0
RUMOUR_BOX = "rumours-"
"""What the names of boxes of rumours begin with."""
SIGN_STYLES = {"monster": "monster", "trap": "trap", "treasure": "treasure", "key": "keyitem", "clue": "clue",
               "note": "note", "exit": "exit", "detail": "detail", "hidden": "detail_hidden",
               "secret": "detail_secret"}  # fmt: skip


def how_to(layout: Layout, *, prose: bool = False, dialect: str = "") -> list[Block]:
    """How a key is read.

    Args: prose: of the signs only those that keys in prose bear. dialect: in which creatures are written.
    """
    stats = f"stats_{dialect}" if dialect in DIALECTS else "stats"
    names = ["order", "depth", "numbers", "maps", stats, "reactions", "money"]
    if prose:
        names[:2] = ["order_prose"]
    blocks = [Block(f"how-{name}", "text", (Para("body", text(w("how", name))),)) for name in names]
    signs: list[Part] = [Para("subhead", text(w("heading", "signs")), "h3")]
    for name, style in SIGN_STYLES.items():
        if style in layout.styles and not (prose and name == "detail"):
            shown = "sign_" + name if "sign_" + name in layout.styles else style
            signs.append(Para(shown, _sign(layout, name, style)))
    return [*blocks, Block("how-signs", "text", tuple(signs))]


def _sign(layout: Layout, name: str, style: str) -> tuple[Run, ...]:
    """What a sign means; or, where words stand for it, what is told after them."""
    lead = w_or("", "lead", style) if layout.worded else ""
    return (Run(f"{lead} ", "b"), Run(w("lead", "sign", name))) if lead else text(w("sign", name))


def contents(index: Index, sections: list[tuple[str, str]], after: list[tuple[str, str]]) -> list[Block]:
    """The table of contents: sections before the levels, each level with its areas, sections after."""
    blocks = [Block("toc-front", "flow", tuple(contents_line(title, anchor) for anchor, title in sections))]
    for level in index.dungeon.levels:
        lines = [contents_line(level_title(level), f"level-{level.number}")]
        lines += [
            Para("toc", (Run(f"{area.key}{GAP}{area_name(area)}", "", area.id), Run("", "folio", area.id)))
            for area in index.keyed(level)
        ]
        blocks.append(Block(f"toc-{level.number}", "flow", tuple(lines)))
    blocks.append(Block("toc-back", "flow", tuple(contents_line(title, anchor) for anchor, title in after)))
    return blocks


def contents_line(title: str, anchor: str) -> Para:
    """A section in the table of contents."""
    return Para("toclevel", (Run(title), Run("", "folio", anchor)))


def level_title(level: Level) -> str:
    """ "Level 2: The Sunken Choir"."""
    return w("title", "level", n=level.number, title=level.title) if level.title else w(
        "title", "level_bare", n=level.number)  # fmt: skip


def level_head(level: Level) -> str:
    """The same for a running head."""
    return w("head", "level", n=level.number, title=level.title) if level.title else w(
        "head", "level_bare", n=level.number)  # fmt: skip


def premise(dungeon: Dungeon) -> list[Block]:
    """What it is about."""
    hook = dungeon.premise.hook
    return [Block("premise", "text", (Para("body", text(sentence(hook))),))] if hook else []


def rumours(dungeon: Dungeon, index: Index) -> list[Block]:
    """Every rumour, told true or false, as one section."""
    lines = [Para("entry", _rumour(dungeon, index, number)) for number in range(len(dungeon.rumours))]
    head = Para("subhead", text(w("heading", "rumours")), "h3")
    return [Block("rumours", "text", (head, *lines))] if lines else []


def told(rumour: Rumour) -> str:
    """How a rumour stands to the truth: true, half true, false."""
    return ("half" if rumour.half else "true") if rumour.true else "false"


def _rumour(dungeon: Dungeon, index: Index, number: int, *, numbered: bool = True) -> tuple[Run, ...]:
    rumour = dungeon.rumours[number]
    truth = w("key", told(rumour))
    ends = [end for end in index.ends(rumour.about) if rumour.about][:1]
    runs: list[Run] = [Run(str(number + 1), "b"), Run(GAP)] if numbered else [Run(f"•{GAP}")]
    runs += [Run(sentence(rumour.text)), Run(f" ({truth}")]
    if ends:
        runs += [Run(": "), *area_ref(ends[0], 0)]
    return (*runs, Run(")"))


def rumour_boxes(dungeon: Dungeon, index: Index) -> list[Block]:
    """The rumours as small boxes to fill gaps."""
    boxes = []
    for first in range(0, len(dungeon.rumours), RUMOURS_A_BOX):
        numbers = range(first, min(first + RUMOURS_A_BOX, len(dungeon.rumours)))
        lines = [Para("entry", _rumour(dungeon, index, n, numbered=False)) for n in numbers]
        head = Para("boxhead", text(w("heading", "rumours")), "h4")
        boxes.append(Block(f"{RUMOUR_BOX}{first}", "filler", (Box("fillerbox", (head, *lines)),)))
    return boxes


def one_box(above: Block, below: Block) -> Block | None:
    """Two boxes of rumours as one under one heading; None for boxes of another kind."""
    (first, *_), (second, *_) = above.parts, below.parts
    told = above.id.startswith(RUMOUR_BOX) and below.id.startswith(RUMOUR_BOX)
    if not (told and isinstance(first, Box) and isinstance(second, Box)):
        return None
    box = first._replace(parts=(*first.parts, *second.parts[1:]))
    return replace(above, id=f"{above.id}-{below.id.removeprefix(RUMOUR_BOX)}", parts=(box,))


def rumours_left(boxes: list[Block]) -> list[Block]:
    """What filled no gap, as one section."""
    lines = [line for block in boxes for box in block.parts if isinstance(box, Box) for line in box.parts[1:]]
    return [Block("rumours", "text", tuple(lines))] if lines else []


def factions(dungeon: Dungeon, index: Index) -> list[Block]:
    """Who wants what, how they stand to one another and meet visitors, as one section."""
    lines: list[Part] = []
    for faction in dungeon.factions:
        home = faction.home or ""
        where = (Run(", "), *area_ref(home, 0)) if index.is_keyed(home) else ()
        wants = w("key", "wanted", what=faction.wants) if faction.wants else ""
        told = " ".join(sentence(part) for part in (wants, faction.toward, faction.greets) if part)
        lines.append(Para("entry", (Run(f"•{GAP}"), Run(capital(faction.name), "b"), *where, Run(f". {told}"))))
    head = Para("subhead", text(w("heading", "factions")), "h3")
    return [Block("factions", "text", (head, *lines))] if lines else []


def log() -> list[Block]:
    """A day of turns to cross off."""
    rows = tuple(
        (text(str(hour), "b"), text("☐ " * 6), text(str(hour + 12), "b"), text("☐ " * 6)) for hour in range(1, 13)
    )
    head = (w("log", "hour"), w("log", "turn") + " 1–6", w("log", "hour"), w("log", "turn") + " 1–6")
    table = Table("register", (0.1, 0.4, 0.1, 0.4), "llll", head, rows)
    return [Block("log-intro", "text", (Para("body", text(w("log", "intro"))),)), Block("log", "text", (table,))]


def ruled(lines: int, id: str, *, boxed: bool, pitch_pt: float = RULED_PITCH_PT) -> Block:
    """Lines to write on, bare or in a box with a heading."""
    if not boxed:
        return Block(id, "notes", (Ruled(lines, pitch_pt),))
    head = Para("boxhead", text(w("heading", "notes")), "h4")
    return Block(id, "filler", (Box("fillerbox", (head, Ruled(lines, pitch_pt))),))


def notes_for(
    room_pt: float, id: str, height: Callable[[Block], float], *, boxed: bool, least: int = 2
) -> Block | None:
    """Lines to write on that just fill a room; None where they would be fewer than `least`."""
    bare = height(ruled(1, id, boxed=boxed)) - RULED_PITCH_PT
    lines = int((room_pt - bare) / RULED_PITCH_PT)
    if lines < least:
        return None
    return ruled(lines, id, boxed=boxed, pitch_pt=round((room_pt - bare) / lines - 0.01, 2))


def level_table(index: Index, worth: Callable[[Level], str]) -> Block:
    """The levels at a glance: how many areas, who lives there, what can be found.

    Args: worth: what a level's treasure is worth, in gp.
    """
    rows = []
    for level in index.dungeon.levels:
        areas = index.keyed(level)
        who = dict.fromkeys(group.name for area in areas for group in area.inhabitants)
        title, anchor = level.title or w("title", "level_bare", n=level.number), f"level-{level.number}"
        rows.append((
            text(str(level.number), "b"), (Run(title, "", anchor), Run("", "page", anchor)),
            text(str(len(areas))), text(", ".join(who) or "–"), text(worth(level)),
        ))  # fmt: skip
    head = ("", *(w("table", name) for name in ("level", "areas", "who", "worth")))
    return Block("levels", "section", (Table("register", (0.05, 0.31, 0.1, 0.38, 0.16), "llrlr", head, tuple(rows)),))


def remake(dungeon: Dungeon, letters: frozenset[str]) -> tuple[str, str]:
    """The command that makes the dungeon again, and the recipe it needs beside it (empty where it needs none)."""
    given = msgspec.to_builtins(Recipe())
    asked: dict[str, Any] = {
        k: v for k, v in dungeon.recipe.items() if k in given and list_of(v) != list_of(given[k])
    }
    asked["seed"] = dungeon.seed
    for name in ("products", "base_url"):
        asked.pop(name, None)
    if asked.get("zine"):
        return "zinegen build recipe.toml", ""  # a zine's archive keeps the recipe, with all that the issue remembers
    extra = {k: v for k, v in asked.items() if k not in OPTIONS and v is not None}
    if extra:
        return "zinegen build recipe.toml", _toml(asked)
    words = ["zinegen", "build"]
    for name in OPTIONS:
        value = asked.get(name)
        if value in (None, "", [], ()):
            continue
        said = escaped(",".join(value) if isinstance(value, list | tuple) else str(value), letters)
        words += [f"--{name}={said}"] if said.startswith("-") else [f"--{name}", said]  # else it would be an option
    return " ".join(words), ""


def _toml(asked: dict[str, Any]) -> str:
    """A recipe as TOML. What JSON writes of texts, numbers and lists is TOML too, but for one control character."""

    def lines(values: dict[str, Any]) -> list[str]:
        said = {k: json.dumps(v, ensure_ascii=False) for k, v in values.items() if v is not None and k != "level"}
        return [f"{key} = {value}" for key, value in said.items()]

    tables = [line for level in asked.get("level", ()) for line in ("[[level]]", *lines(level))]
    return "\n".join([*lines(asked), *tables]).replace("\x7f", "\\u007f") + "\n"


def list_of(value: Any) -> Any:
    """Tuples as lists: what came through JSON and what did not."""
    return [list_of(v) for v in value] if isinstance(value, list | tuple) else value


def font_credits(layout: Layout) -> str:
    """The families that a layout credits, each with its licence."""
    licences = {face.family: face.licence for face in layout.all_faces}
    credit = [family for family in layout.look.get("credit", ()) if family in licences]
    return ", ".join(w("credits", "fonts_licence", family=family, licence=licences[family]) for family in credit)


def colophon(dungeon: Dungeon, layout: Layout, licence: str) -> list[Block]:
    """Who made it, from what, how to make it again, under which terms."""
    letters = layout.letters
    command, recipe = remake(dungeon, letters)
    systems = ", ".join(dict.fromkeys(level.system for level in dungeon.levels))
    lines = [
        Para(
            "body", text(w("credits", "made", title=dungeon.title or w("title", "untitled"), version=dungeon.zinegen))
        ),
        Para("body", (Run(w("credits", "seed") + " ", ""), Run(escaped(dungeon.seed, letters), "b"))),
        Para("body", text(w("credits", "again"))),
        Para("command", text(command)),
    ]
    lines += [Para("command", text(clean(line, letters))) for line in recipe.splitlines() if line]
    lines.append(Para("body", text(w("credits", "rules", systems=systems))))
    if dungeon.date:
        lines.append(Para("body", text(w("credits", "date", date=dungeon.date))))
    lines.append(Para("body", text(w("credits", "licence", licence=licence))))
    lines.append(Para("small", text(w("credits", "fonts", fonts=font_credits(layout)))))
    return [Block("colophon-text", "text", tuple(lines))]


def facts(dungeon: Dungeon) -> str:
    """ "three levels, 48 areas"."""
    areas = sum(area.key is not None for level in dungeon.levels for area in level.areas)
    levels = len(dungeon.levels)
    first = w("cover", "levels_one") if levels == 1 else w("cover", "levels", n=levels)
    return ", ".join((first, w("cover", "areas", n=areas)))


def party(dungeon: Dungeon) -> str:
    """For whom it is."""
    level = dungeon.recipe.get("party_level")
    return w("cover", "party", n=level) if level else ""


def refs(areas: list[str], level: int) -> tuple[Run, ...]:
    """Several references with commas."""
    return joined([area_ref(area, level) for area in areas], ", ")
