"""The pipeline: a recipe comes in, a folder with a dungeon and its products goes out.

The only place that knows the order of the wings:

    recipe -> carve -> stock -> | dungeon.json | -> draw -> typeset -> impose -> publish
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from zinegen import __version__
from zinegen.errors import DungeonError, RecipeError
from zinegen.files import DUNGEON, claim
from zinegen.recipe import Recipe, slug
from zinegen.words import speak
from zinegen.work import Made, PrintOptions, Shop
from zinegen.workers import Tell, aside, held, little_looking, warm_up

if TYPE_CHECKING:
    from zinegen.dungeon.model import Dungeon


SHEETS = ("a4", "letter", "a3", "tabloid")
"""The papers that battle maps are printed on."""

Others = Callable[[], list[Made]]
"""Waits for the products that one builds on, and gives their files."""


class Product(NamedTuple):
    """Something that can be printed of a dungeon."""

    help: str
    maker: str
    """"module:function" that makes it, imported when it is wanted; empty for what is made at the seam anyway."""
    files: tuple[str, ...]
    """What the names of its files begin with."""
    default: bool = True
    warm: tuple[str, ...] = ()
    """Modules it needs that are dear to import."""
    typeset: bool = False
    """Whether it needs WeasyPrint and its native libraries."""
    waits: tuple[str, ...] | None = ()
    """The products it builds on, where they are made too: its maker is also given what waits for them; None: all that
    come before it in PRODUCTS."""

    def make(self, dungeon: Dungeon, options: PrintOptions, shop: Shop, others: Others) -> list[Made]:
        """Make its files."""
        module, _, name = self.maker.partition(":")
        function = getattr(importlib.import_module(module), name)
        made: list[Made] = function(dungeon, options, shop, *(() if self.waits == () else (others,)))
        return made


_PDF = ("zinegen.typeset.products", "zinegen.draw.map", "zinegen.draw.flowchart", "weasyprint", "pikepdf")
_SVG = ("zinegen.draw.map", "zinegen.draw.svg")

PRODUCTS: dict[str, Product] = {
    "json": Product("the dungeon itself, as data; alone it stops there", "", (DUNGEON,), default=False),
    "booklet": Product(
        "the booklet to read: A5, or half-letter",
        "zinegen.typeset.products:booklet",
        ("booklet.pdf",),
        warm=_PDF,
        typeset=True,
    ),
    "print": Product(
        "the booklet laid out on sheets to fold and staple",
        "zinegen.impose.products:booklet_to_print",
        ("booklet-print.pdf",),
        warm=(*_PDF, "zinegen.impose"),
        typeset=True,
        waits=("booklet",),
    ),
    "onepage": Product(
        "each level on one side of paper, a large one on two",
        "zinegen.typeset.products:onepage",
        ("onepage.pdf",),
        warm=_PDF,
        typeset=True,
    ),
    "minizine": Product(
        "each level as eight tiny pages on one sheet, with one cut; more than ten areas take a second",
        "zinegen.impose.products:minizine",
        ("minizine.pdf",),
        default=False,
        warm=(*_PDF, "zinegen.impose"),
        typeset=True,
    ),
    "sheets": Product(
        "treasure, initiative, wanderers, time and light: sheets to fill in",
        "zinegen.typeset.sheets.bind:sheets",
        ("sheets.pdf",),
        warm=(*_PDF, "zinegen.typeset.sheets.bind"),
        typeset=True,
        waits=("booklet",),
    ),
    "cards": Product(
        "name tents, and cards of treasure and keys, to cut out",
        "zinegen.typeset.sheets.cards:cards",
        ("cards.pdf",),
        default=False,
        warm=(*_PDF, "zinegen.typeset.sheets.cards"),
        typeset=True,
        waits=("booklet",),
    ),
    "handouts": Product(
        "for the players: maps without secrets, letters, faces to draw",
        "zinegen.typeset.small:handouts",
        ("handouts.pdf",),
        default=False,
        warm=_PDF,
        typeset=True,
    ),
    "battlemap": Product(
        "levels and rooms at an inch to five feet, to cut and glue",
        "zinegen.impose.battlemap:battlemap",
        ("battlemap.pdf",),
        default=False,
        warm=("zinegen.draw.map", "zinegen.impose.battlemap"),
    ),
    "tiles": Product(
        "labyrinth tiles to cut out and lay, and the labyrinth as it lies",
        "zinegen.impose.tiles:tiles",
        ("tiles.pdf",),
        default=False,
        warm=("zinegen.impose.tiles",),
    ),
    "solo": Product(
        "the dungeon in numbered paragraphs, to be played without a game master",
        "zinegen.typeset.solo.book:solo",
        ("solo.pdf",),
        default=False,
        warm=("zinegen.typeset.solo.book", "weasyprint"),
        typeset=True,
    ),
    "maps": Product(
        "every level as SVG, for you and for your players", "zinegen.publish.maps:maps", ("maps/",), warm=_SVG
    ),
    "flow": Product(
        "how each level hangs together, and how the levels do, as charts",
        "zinegen.publish.flow:flow",
        ("flow/",),
        warm=("zinegen.draw.flowchart", "zinegen.draw.svg"),
    ),
    "site": Product(
        "web pages that open from the folder",
        "zinegen.publish.site:site",
        ("site/",),
        warm=(*_SVG, "zinegen.publish.site"),
        waits=None,
    ),
}
"""Name -> product. dungeon.json is always written."""


class Built(NamedTuple):
    """What a build or a printing left behind."""

    folder: Path
    dungeon: Path
    files: tuple[Made, ...]
    seconds: dict[str, float]
    """Step -> wall-clock seconds; steps that ran side by side overlap."""


class Watch:
    """Times the steps, and tells whoever watches that one begins (True) or ends (False)."""

    def __init__(self, tell: Tell | None = None) -> None:
        self.seconds: dict[str, float] = {}
        self.tell = tell or (lambda step, begins: None)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        self.tell(name, True)
        start = time.perf_counter()
        try:
            yield
        finally:
            self.seconds[name] = round(self.seconds.get(name, 0.0) + time.perf_counter() - start, 3)
            self.tell(name, False)


def generate(recipe: Recipe, watch: Watch | None = None) -> Dungeon:
    """Carve and stock a dungeon, and prove it fair.

    Raises: PlacementError, UnfairError (with the seed) when no dungeon worth printing came of the recipe;
            DungeonError when what came of it contradicts itself, which is a fault in zinegen.
    """
    watch = watch or Watch()
    with little_looking():
        return _generated(recipe, watch)


def _generated(recipe: Recipe, watch: Watch) -> Dungeon:
    from zinegen.carve import carve
    from zinegen.dungeon.fairness import ensure_fair
    from zinegen.stock import stock
    from zinegen.stock.faults import ensure_words

    speak(recipe.language)
    with watch.step("read the words"):
        ensure_words()
    with watch.step("carve"):
        bare = carve(recipe)
    with watch.step("judge the plan"):
        ensure_fair(bare)
    with watch.step("stock"):
        dungeon = _signed(stock(bare, recipe), recipe)
    with watch.step("judge the dungeon"):
        ensure_fair(dungeon)
        _ensure_whole(dungeon)
    return dungeon


def _signed(dungeon: Dungeon, recipe: Recipe) -> Dungeon:
    """The dungeon with all that `print` needs to know of its making."""
    return msgspec.structs.replace(
        dungeon,
        zinegen=__version__,
        seed=recipe.seed,
        date=recipe.date,
        licence=recipe.licence,
        title=recipe.title or dungeon.title,
        recipe=msgspec.to_builtins(recipe),
    )


def _ensure_whole(dungeon: Dungeon) -> None:
    from zinegen.dungeon.check import integrity

    found = integrity(dungeon)
    if found:
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise DungeonError(
            f"seed {dungeon.seed!r}: the dungeon contradicts itself at {found[0].where}: {found[0].text}{more}; "
            "this is a fault in zinegen: try another seed, and report this one"
        )


def build(
    recipe: Recipe,
    out: Path | str = "output",
    *,
    force: bool = False,
    tell: Tell | None = None,
) -> Built:
    """Generate a dungeon and print it into a folder of its own below `out`.

    Args:   force: write over files in the folder that are not as zinegen wrote them, such as an edited dungeon.json.
            tell: is told of each step's beginning and end.
    Raises: every ZinegenError; then nothing is left behind.
    """
    watch = Watch(tell)
    with claim(Path(out) / slug(recipe), keep_edits=not force) as folder:
        made = make(recipe, watch)
        with watch.step("write"):
            folder.write(made, clear=[""], keep=not force)
    return Built(folder.path, folder.path / DUNGEON, tuple(made), watch.seconds)


def make(recipe: Recipe, watch: Watch | None = None, *, workers: int | None = None) -> list[Made]:
    """Generate a dungeon and make its products, writing nothing: dungeon.json first, the others as in PRODUCTS.

    Args:   workers: processes that share the work; None: one a core.
    Raises: every ZinegenError.
    """
    from zinegen.dungeon.store import decode

    options, watch = options_of(recipe), watch or Watch()
    modules = _modules(options)
    with aside(partial(_record, recipe), workers if modules else 1) as made:  # while what prints it is loaded
        _ready(options)
        warm_up(modules)
        data, seconds = made(watch.tell)
    watch.seconds |= seconds
    return [Made(DUNGEON, data), *produce(decode(data), options, watch, workers=workers)]


def _record(recipe: Recipe, tell: Tell) -> tuple[bytes, dict[str, float]]:
    """The dungeon.json of a recipe, and how long its steps took."""
    from zinegen.dungeon.store import encode

    watch = Watch(tell)
    return encode(generate(recipe, watch)), watch.seconds


def _modules(options: PrintOptions) -> list[str]:
    """The modules that are dear to import, of all that is printed."""
    return list(
        dict.fromkeys(module for name in PRODUCTS if name in options.products for module in PRODUCTS[name].warm)
    )


def print_dungeon(
    file: Path | str,
    out: Path | str | None = None,
    *,
    force: bool = False,
    tell: Tell | None = None,
    **asked: Any,
) -> Built:
    """Print a dungeon.json as it is: no die is rolled.

    Args:   out: the folder; None for the one the file lies in. force: as for `build`. asked: layout, paper, ink,
            products, keys, licence as in a recipe (None: as the dungeon's own recipe says); level and area, to print
            only these; sheet and grid, the paper of battle maps and whether they bear a grid.
    Raises: every ZinegenError; then nothing is left behind.
    """
    from zinegen.dungeon.store import read_file, whole_dungeon

    watch = Watch(tell)
    file = Path(file)
    with watch.step("read"):
        data = read_file(file)  # once: it may be a pipe, or be changed while we print
        dungeon = whole_dungeon(data, str(file))
        options = print_options(dungeon, asked)
    _ready(options)
    with claim(Path(out) if out is not None else file.parent) as folder:
        made = produce(dungeon, options, watch)
        here = folder.path / DUNGEON
        if not here.exists():
            made.insert(0, Made(DUNGEON, data))
        whole = options.level is None and options.area is None
        clear = [start for name in options.products for start in PRODUCTS[name].files if whole and name != "json"]
        with watch.step("write"):
            folder.write(made, clear=clear, keep=not force)
    return Built(folder.path, file, tuple(made), watch.seconds)


def options_of(recipe: Recipe) -> PrintOptions:
    """What a recipe says of printing."""
    return PrintOptions(
        layout=recipe.layout,
        paper=recipe.paper,
        ink=recipe.ink,
        keys=recipe.keys,
        language=recipe.language,
        licence=recipe.licence,
        base_url=recipe.base_url,
        products=recipe.products,
    )


def print_options(dungeon: Dungeon, asked: dict[str, Any]) -> PrintOptions:
    """What to print of a dungeon: what is asked, over what its own recipe says. Raises RecipeError."""
    from zinegen.recipe_keys import Asked, read_keys

    over = {key: value for key, value in asked.items() if value is not None}
    level, area = over.pop("level", None), over.pop("area", None)
    sheet, grid = over.pop("sheet", ""), over.pop("grid", True)
    if sheet and sheet not in SHEETS:
        raise RecipeError(f"--sheet {sheet}: battle maps are printed on {', '.join(SHEETS)}; take one of these")
    given = {}
    for key in PrintOptions.__struct_fields__:
        if key in over:
            given[key] = Asked(over.pop(key), "", key)
        elif key not in ("level", "licence", "sheet", "grid") and dungeon.recipe.get(key):
            # `level` in a recipe is another thing, its [[level]] tables; the licence is the dungeon's own, which can
            # be changed, not what was once ordered.
            given[key] = Asked(dungeon.recipe[key], f"{DUNGEON}: recipe", key)
    read = read_keys(given | {key: Asked(value, "", key) for key, value in over.items()})
    read.setdefault("licence", dungeon.licence)
    numbers = [one.number for one in dungeon.levels]
    if level is not None and level not in numbers:
        raise RecipeError(f"--level {level}: the dungeon has no such level; it has {numbers[0]} to {numbers[-1]}")
    keyed = {one.id for one in (area for found in dungeon.levels for area in found.areas) if one.key is not None}
    if area is not None and area not in keyed:
        raise RecipeError(f"--area {area}: the dungeon has no such key; write level and number, such as 1-3")
    if area is not None and "battlemap" not in read.get("products", PRODUCTS):
        raise RecipeError(
            f"--area {area}: only battle maps are printed of one area; add --products battlemap, or leave --area out"
        )
    return PrintOptions(level=level, area=area, sheet=sheet, grid=grid, **read)


def _ready(options: PrintOptions) -> None:
    """Find out what is missing before any work is done. Raises MachineError."""
    if any(PRODUCTS[name].typeset for name in options.products):
        from zinegen.doctor import require_weasyprint

        with held():
            require_weasyprint()


def produce(
    dungeon: Dungeon, options: PrintOptions, watch: Watch | None = None, *, workers: int | None = None
) -> list[Made]:
    """Make the products, side by side where there are cores for it; their files in the order of PRODUCTS."""
    watch = watch or Watch()
    speak(options.language)
    wanted = [name for name in PRODUCTS if name in options.products and name != "json"]
    if not wanted:
        return []
    with watch.step("open the shop"):
        shop = Shop(workers, warm=_modules(options), lent=dungeon).__enter__()
    with shop, little_looking():
        return _side_by_side(dungeon, options, shop, wanted, watch)


FIRST = ("booklet", "sheets", "solo", "minizine", "onepage", "battlemap")
"""What comes first where workers are short: what others wait for, then what takes long, so that none ends alone."""
UNPLANNED = ("maps", "flow")
"""What workers can begin at once, until there are pages to set."""


def _side_by_side(
    dungeon: Dungeon, options: PrintOptions, shop: Shop, wanted: Sequence[str], watch: Watch
) -> list[Made]:
    """Run each product's plan in a thread of its own; the labour itself is done by the shop's workers."""
    running: dict[str, Future[list[Made]]] = {}

    def files(names: Sequence[str]) -> list[Made]:
        with shop.waiting():
            return [made for name in names for made in running[name].result()]

    def make(name: str) -> list[Made]:
        before, waits = wanted[: wanted.index(name)], PRODUCTS[name].waits
        others = partial(files, [one for one in before if waits is None or one in waits])
        with watch.step(name), shop.turn(ranks.index(name), at_once=name in UNPLANNED):
            return PRODUCTS[name].make(dungeon, options, shop, others)

    ranks = list(dict.fromkeys((*FIRST, *wanted)))
    if shop.workers == 1:
        for name in wanted:
            running[name] = Future()
            running[name].set_result(make(name))
        return files(wanted)
    with ThreadPoolExecutor(len(wanted)) as threads:
        try:
            with shop.turn():  # none begins before all stand in line
                running.update({name: threads.submit(make, name) for name in wanted})
            return files(wanted)
        except BaseException:
            shop.stop()  # else the threads would go on waiting for their pages
            raise
