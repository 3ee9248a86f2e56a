"""Tiles to cut out: a dungeon comes in, `tiles.pdf` goes out, each page a sheet at its true size."""

from __future__ import annotations

from pathlib import Path

from zinegen.dungeon.model import Dungeon
from zinegen.impose.pdf import print_pictures
from zinegen.tileset import TileSet, tile_set
from zinegen.typeset.tiles.sheets import assembled, markers, rules, tile_sheets
from zinegen.typeset.tiles.words import t
from zinegen.words import lexicon
from zinegen.work import Made, PrintOptions, Shop


def tiles(dungeon: Dungeon, options: PrintOptions, shop: Shop) -> list[Made]:
    """The rules of play, the tile set with backs, tags and markers; then the levels of tiles as they lie.

    Raises: TableError where the dungeon was laid with a set that is gone or wrong.
    """
    found = set_of(dungeon)
    sections = [(one["head"], one["text"]) for one in lexicon("tiles")["print_rules"]]
    title = t("title", title=dungeon.title)
    pages = [rules(title, options.paper, options.ink, sections), *_blank_back(options)]
    pages += tile_sheets(found, options.paper, options.ink)
    pages += markers(dungeon, options.paper, options.ink)
    levels = [level for level in dungeon.levels if level.laid and options.level in (None, level.number)]
    pages += [assembled(level, found, options.paper, options.ink, dungeon.title) for level in levels]
    return [Made("tiles.pdf", print_pictures(pages, title), len(pages))]


def _blank_back(options: PrintOptions) -> list[object]:
    """The back of the rules, so that fronts and backs of tiles share their sheets."""
    from zinegen.typeset.tiles.sheets import blank

    return [blank(options.paper, options.ink).picture("")]


def set_of(dungeon: Dungeon) -> TileSet:
    """The set that a dungeon was laid with; the house's where it was laid with none."""
    file = dungeon.recipe.get("tiles")
    return tile_set(Path(file) if file else None)
