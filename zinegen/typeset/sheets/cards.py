"""Things to cut out: name tents, and cards of treasure and keys, nine to a page, their two sides made for duplex.

Every place is reckoned in mm from the corner of the paper, so that cuts fall where they must.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from zinegen.dungeon.fights import category_of, reaction_of
from zinegen.dungeon.model import Area, Dungeon, KeyItem, Treasure
from zinegen.typeset.blocks import Run
from zinegen.typeset.keys import Keys
from zinegen.typeset.setting import Shopish
from zinegen.typeset.sheets.bind import bind, desk_of
from zinegen.typeset.sheets.book import booklet_pages
from zinegen.typeset.sheets.form import Desk, Page, bold, para, s
from zinegen.typeset.sheets.words import cut, kind_line, lies, lock_words
from zinegen.typeset.writer import capital, gp, holder, number, sentence
from zinegen.units import PT_PER_MM
from zinegen.work import Made, PrintOptions

CARD = (63.0, 88.0)
CARDS_ACROSS, CARDS_DOWN = 3, 3
TENT = (92.0, 62.0)
TENTS_ACROSS, TENTS_DOWN = 2, 4
INSET = 4.0
"""The room between a cut and what is printed."""
MARK, MARK_GAP = 4.0, 1.0
"""The length of a cut mark in the margin, and its distance from the outermost cut."""
PLAYERS = 6
"""Blank tents, at least; they fill the last page up."""
NAMES = ("tentname", "tentname2", "tentname3")
NAMES_MOST = (110, 70, 40)
"""Letters of a name on a player's card, in turn until it fits."""
WRITTEN, WRITE_GAP = ("found_in", "worth", "notes"), 8.0
"""Lines to write on, and the room above each, as in sheets.css."""
TEXTS = (600, 320, 200, 120, 60, 0)
"""Letters of a card's text, in turn until it fits."""


class Card(NamedTuple):
    """Both sides of a card, as paragraphs."""

    gm: tuple[dict[str, Any], ...]
    player: tuple[dict[str, Any], ...]


def cards(dungeon: Dungeon, options: PrintOptions, shop: Shopish, others: Callable[[], list[Made]]) -> list[Made]:
    """Tents and cards as `cards.pdf`. Raises PageOverflowError."""
    desk = desk_of(dungeon, options, booklet_pages(dungeon, others()))
    parts = [
        _sides(desk, [*_treasure_cards(desk), *_key_cards(desk)]),
        _tents(desk),
    ]  # cards first: their backs pair up
    data = bind(
        desk, "cards", [pages for pages in parts if pages], s("cards", "title", title=desk.dungeon.title), shop
    )
    return [Made("cards.pdf", data, sum(map(len, parts)))]


# ------------------------------------------------------------------------------------------------------ places


def places(
    paper: tuple[float, float], size: tuple[float, float], across: int, down: int
) -> list[tuple[float, float]]:
    """The upper left corners of a block of equal pieces in the middle of the paper, row by row."""
    left, top = (paper[0] - across * size[0]) / 2, (paper[1] - down * size[1]) / 2
    return [(left + column * size[0], top + row * size[1]) for row in range(down) for column in range(across)]


def mirrored(corners: Sequence[tuple[float, float]], paper: float, width: float) -> list[tuple[float, float]]:
    """The same places seen from the back of a sheet that is turned over its long edge."""
    return [(paper - x - width, y) for x, y in corners]


def cut_marks(
    paper: tuple[float, float], size: tuple[float, float], across: int, down: int
) -> list[dict[str, float]]:
    """Short lines in the margins, one at both ends of every cut: x, y, width and height in mm."""
    left, top = (paper[0] - across * size[0]) / 2, (paper[1] - down * size[1]) / 2
    right, bottom = paper[0] - left, paper[1] - top
    marks = []
    for n in range(across + 1):
        x = left + n * size[0]
        marks += [{"x": x, "y": y, "w": 0.0, "h": MARK} for y in (top - MARK_GAP - MARK, bottom + MARK_GAP)]
    for n in range(down + 1):
        y = top + n * size[1]
        marks += [{"x": x, "y": y, "w": MARK, "h": 0.0} for x in (left - MARK_GAP - MARK, right + MARK_GAP)]
    return marks


# ------------------------------------------------------------------------------------------------------- tents


def _tents(desk: Desk) -> list[Page]:
    """A tent for each kind of creature, then blanks for the players."""
    corners = places(desk.size, TENT, TENTS_ACROSS, TENTS_DOWN)
    each = len(corners)
    faces = [*_creatures(desk), *([_blank()] * PLAYERS)]
    faces += [_blank()] * (-len(faces) % each)
    pages = []
    for at in range(0, len(faces), each):
        tents = [
            {**face, **_box(desk, corner, TENT)} for face, corner in zip(faces[at : at + each], corners, strict=False)
        ]
        block = {"kind": "tents", "tents": tents, "fold": s("tents", "fold"),
                 "marks": _marks(desk, TENT, TENTS_ACROSS, TENTS_DOWN)}  # fmt: skip
        pages.append(Page(s("tents", "intro"), desk.imprint, [block], s("tents", "mark") if at == 0 else ""))
    return pages


def _creatures(desk: Desk) -> Iterator[dict[str, Any]]:
    for name, group in desk.creatures.items():
        small = f"{s('tents', 'reaction', n=reaction_of(group))} · {s('tents', 'category', n=category_of(group))}"
        style, words = _fitting(desk, capital(name))
        yield {
            "name": words,
            "style": style,
            "small": small,
            "line": _under(desk, style, small, kind_line(group.stats, brief=True)),
        }


def _fitting(desk: Desk, name: str) -> tuple[str, str]:
    """The largest style in which a name stands on one line, and the name, shortened where none will do."""
    for style in NAMES:
        if _within(desk, name, style) == name:
            return style, name
    return NAMES[-1], _within(desk, name, NAMES[-1])


def _within(desk: Desk, words: str, style: str) -> str:
    """A text on one line of a tent, shortened where it is longer."""
    room = (TENT[0] - 2 * INSET) * PT_PER_MM * desk.spare
    while len(words) > 4 and desk.ruler.text_width(words, desk.ruler.style(style)) > room:
        words = cut(words, len(words) - 1)
    return words


def _under(desk: Desk, style: str, small: str, words: str) -> str:
    """What a creature does, on as many lines as its half of a tent has left, shortened where it is longer."""
    width, height = TENT[0] - 2 * INSET, TENT[1] / 2 - INSET
    taken = desk.tall((Run("X"),), width, style) + desk.tall((Run(small),), width, "tentline")
    while len(words) > 4 and taken + desk.tall((Run(words),), width, "tentline") > height * desk.spare:
        words = cut(words, len(words) - 1)
    return words


def _blank() -> dict[str, Any]:
    return {"name": "", "style": NAMES[0], "line": "",
            "small": f"{s('tents', 'reaction_blank')}   {s('tents', 'category_blank')}"}  # fmt: skip


# ------------------------------------------------------------------------------------------------------- cards


def _treasure_cards(desk: Desk) -> Iterator[Card]:
    """A card for each thing; the coins of an area together on one."""
    for level in desk.dungeon.levels:
        for area in desk.index.keyed(level):
            coins = [item for item in area.treasure if item.kind == "coins"]
            if coins:
                yield _card(desk, area, coins)
            for item in area.treasure:
                if item.kind != "coins":
                    yield _card(desk, area, [item])


def heaps(items: Sequence[Treasure]) -> list[str]:
    """What things are called: coins of one metal added up, where their names begin with their number."""
    sums: dict[str, int] = {}
    for item in items:
        count, _, noun = item.what.partition(" ")
        plain = item.kind == "coins" and item.amount > 1 and count == number(item.amount)
        sums[noun if plain else item.what] = sums.get(noun, 0) + item.amount if plain else 0
    return [f"{number(count)} {noun}" if count else noun for noun, count in sums.items()]


def _card(desk: Desk, area: Area, items: list[Treasure]) -> Card:
    name = capital(cut(", ".join(heaps(items)), 110))
    worth, weight = sum(item.value_gp for item in items), sum(item.weight_lb for item in items)
    figures = " · ".join([gp(worth)] * bool(worth) + [s("cards", "weight", n=number(round(weight, 2)))])
    spots = dict.fromkeys(lies(area, item) for item in items)
    text = " ".join(sentence(item.effect) for item in items if item.effect)
    about = [para((Run(s("cards", "lies") + " "), *desk.ref(area.id)), "cardline"),
             para((Run(cut(". ".join(spot for spot in spots if spot), 150)),), "cardline")]  # fmt: skip
    gm = _gm(desk, s("cards", "treasure"), name, [para(bold(figures), "cardline"), *about], text)
    return Card(gm, _player(desk, name, s("cards", "weight", n=number(round(weight, 2)))))


def _key_cards(desk: Desk) -> Iterator[Card]:
    keys = Keys(desk.index, desk.layout.order)
    for item in desk.key_items:
        yield _key_card(desk, keys, item)


def _key_card(desk: Desk, keys: Keys, item: KeyItem) -> Card:
    name = capital(cut(item.name or s("cards", "key"), 110))
    guards = [lock.guards for lock in desk.locks if item.id in lock.keys]
    opens = [lock_words(keys, one) for one in guards]
    area = desk.index.areas.get(item.in_)
    where = holder(area, item.where) if area is not None else ""
    about = [para((Run(s("cards", "lies") + " "), *desk.ref(item.in_)), "cardline")]
    about += [para((Run(cut(capital(where), 120)),), "cardline")] if where else []
    text = " ".join(s("cards", "opens", what=what) for what in opens)
    return Card(_gm(desk, s("cards", "key"), name, about, text), _player(desk, name, ""))


def _gm(desk: Desk, kind: str, name: str, about: list[dict[str, Any]], text: str) -> tuple[dict[str, Any], ...]:
    """The game master's side, its text shortened to what fits; the booklet has it whole."""
    width, height = CARD[0] - 2 * INSET, (CARD[1] - 2 * INSET) * desk.spare
    for most in TEXTS:
        tail = [para((Run(cut(text, most)),), "cardtext")] if text and most else []
        parts = [para((Run(kind),), "cardkind"), para((Run(name),), "cardname"), *about, *tail]
        if sum(desk.tall(one["runs"], width, one["style"]) for one in parts) <= height:
            break
    return tuple(parts)


def _player(desk: Desk, name: str, weight: str) -> tuple[dict[str, Any], ...]:
    """What a player may know: the thing, its weight, and lines to write on."""
    lines = [para((Run(weight),), "cardline")] if weight else []
    lines += [para((Run(s("cards", line)),), "cardwrite") for line in WRITTEN]
    width, height = CARD[0] - 2 * INSET, (CARD[1] - 2 * INSET) * desk.spare - len(WRITTEN) * WRITE_GAP
    for most in NAMES_MOST:
        parts = [para((Run(cut(name, most)),), "cardname"), *lines]
        if sum(desk.tall(one["runs"], width, one["style"]) for one in parts) <= height:
            break
    return tuple(parts)


def _sides(desk: Desk, made: list[Card]) -> list[Page]:
    """Pages in pairs: the game master's sides, then on the back the players', mirrored."""
    corners = places(desk.size, CARD, CARDS_ACROSS, CARDS_DOWN)
    each = len(corners)
    pages: list[Page] = []
    for at in range(0, len(made), each):
        some = made[at : at + each]
        for side, spots in (("gm", corners), ("player", mirrored(corners, desk.size[0], CARD[0]))):
            boxes = [{"parts": getattr(card, side), **_box(desk, spot, CARD)}
                     for card, spot in zip(some, spots, strict=False)]  # fmt: skip
            block = {"kind": "cards", "cards": boxes, "side": side, "lines": side == "gm", "inset": INSET,
                     "how": s("cards", f"how_{side}"), "foot": _below(desk, corners),
                     "marks": _marks(desk, CARD, CARDS_ACROSS, CARDS_DOWN)}  # fmt: skip
            pages.append(Page(s("cards", f"foot_{side}"), "", [block], s("cards", "mark") if not pages else ""))
    return pages


def _below(desk: Desk, corners: Sequence[tuple[float, float]]) -> list[dict[str, float]]:
    """Where the notes below the cards begin, the first and the second: letter paper has room for one line alone."""
    left, low = corners[0][0], corners[-1][1] + CARD[1] + MARK_GAP
    return [_box(desk, (left + INSET + column * CARD[0], low), CARD) for column in (0, 1)]


def _box(desk: Desk, corner: tuple[float, float], size: tuple[float, float]) -> dict[str, float]:
    """A piece as the template places it: from the corner of the text area."""
    top, _, _, left = desk.margins
    return {"x": round(corner[0] - left, 3), "y": round(corner[1] - top, 3), "w": size[0], "h": size[1]}


def _marks(desk: Desk, size: tuple[float, float], across: int, down: int) -> list[dict[str, float]]:
    top, _, _, left = desk.margins
    return [
        {**mark, "x": round(mark["x"] - left, 3), "y": round(mark["y"] - top, 3)}
        for mark in cut_marks(desk.size, size, across, down)
    ]
