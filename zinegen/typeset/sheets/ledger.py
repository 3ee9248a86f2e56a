"""The treasure ledger: every hoard with a tick box, sums a level and in all, and who carries what."""

from __future__ import annotations

from collections.abc import Iterator

from zinegen.dungeon.model import Area, Level, Treasure
from zinegen.typeset.blocks import Run
from zinegen.typeset.sheets.form import (
    ROW,
    SUBHEAD,
    Cell,
    Column,
    Desk,
    Field,
    Grid,
    Page,
    Row,
    bold,
    left_over,
    para,
    s,
    share_out,
    table,
)
from zinegen.typeset.sheets.words import cut, lies
from zinegen.typeset.writer import capital, number

CARRIERS = 8
TOTALS_HEIGHT = 20.0


def ledger(desk: Desk) -> list[Page]:
    """All pages of the ledger: the hoards, then the sums with who carries what."""
    width, height = desk.room()
    rows = [row for level in desk.dungeon.levels for row in _level_rows(desk, level)]
    columns = _columns()
    if not rows:
        rows = [Row((Cell(), Cell(), Cell((Run(s("ledger", "nothing")),), span=5)))]
    grids = share_out(desk, columns, rows, height, height, width)
    grids[-1] = _with_blanks(desk, grids[-1], height, width)
    pages = [
        Page(s("ledger", "title"), desk.short_title, [table(grid, width)], s("ledger", "title") if n == 0 else "")
        for n, grid in enumerate(grids)
    ]
    return [*pages, *_sums(desk)]


def _columns() -> tuple[Column, ...]:
    shares = {"found": (0.063, "c"), "area": (0.085, "l"), "what": (0.29, "l"), "where": (0.275, "l"),
              "gp": (0.082, "r"), "lb": (0.065, "r"), "by": (0.14, "l")}  # fmt: skip
    return tuple(Column(s("ledger", name), share, align) for name, (share, align) in shares.items())


def level_sums(level: Level, areas: list[Area]) -> tuple[float, float]:
    """Worth and weight of all treasure of a level, each thing rounded as it is printed."""
    things = [item for area in areas for item in area.treasure]
    worth = sum(round(item.value_gp, 2) for item in things)
    return round(worth, 2), round(sum(round(item.weight_lb, 2) for item in things), 2)


def _level_rows(desk: Desk, level: Level) -> Iterator[Row]:
    """A head, a row for each thing, the sum."""
    areas = desk.index.keyed(level)
    if not any(area.treasure for area in areas):
        return
    yield Row((Cell(bold(s("level", n=level.number, title=level.title)), span=7),), "level", 6.5, keep=True)
    for area in areas:
        for item in area.treasure:
            yield _item(desk, area, item, level.number)
    worth, weight = level_sums(level, areas)
    total = Cell(bold(s("ledger", "placed", n=level.number)), span=2)
    sums = (Cell(bold(number(worth)), align="r"), Cell(bold(number(weight)), align="r"), Cell())
    yield Row((Cell(), Cell(), total, *sums), "sum", 7.0)


def _item(desk: Desk, area: Area, item: Treasure, level: int) -> Row:
    tick = Field(f"found {item.id}", s("ledger", "label_found", what=item.what, area=area.id), "tick")
    by = Field(f"carried {item.id}", s("ledger", "label_by", what=item.what, area=area.id))
    worth = number(item.value_gp) if item.value_gp else "–"
    return Row((
        Cell(fields=(tick,), align="c"), Cell(desk.ref(area.id, level)), Cell(bold(cut(capital(item.what), 120))),
        Cell((Run(cut(lies(area, item), 160)),)), Cell((Run(worth),), align="r"),
        Cell((Run(number(item.weight_lb)),), align="r"), Cell(fields=(by,)),
    ))  # fmt: skip


def _with_blanks(desk: Desk, grid: Grid, height: float, width: float) -> Grid:
    """Empty rows for what the players find besides, as many as there is room for."""
    blanks = []
    for n in range(1, int(left_over(desk, grid, height, width) // ROW) + 1):

        def text(what: str, n: int = n, kind: str = "text") -> Cell:
            label = s("ledger", "label_blank", what=s("ledger", what), n=n)
            return Cell(fields=(Field(f"more {n} {what}", label, kind),), align="c" if kind == "tick" else "l")

        blanks.append(
            Row((text("found", kind="tick"), *(text(w) for w in ("area", "what", "where", "gp", "lb", "by"))))
        )
    return grid._replace(rows=(*grid.rows, *blanks))


def _sums(desk: Desk) -> list[Page]:
    """The page of sums: level by level, in all, who carries what, and how it is shared."""
    width, _ = desk.room()
    rows, worth, weight = [], 0.0, 0.0
    for level in desk.dungeon.levels:
        areas = desk.index.keyed(level)
        own, heavy = level_sums(level, areas)
        worth, weight = worth + own, weight + heavy
        got = Field(f"got level {level.number}", s("ledger", "label_got", n=level.number))
        rows.append(Row((
            Cell(bold(s("level", n=level.number, title=level.title))), Cell((Run(number(own)),), align="r"),
            Cell((Run(number(heavy)),), align="r"), Cell(fields=(got,)),
        ), least=7.0))  # fmt: skip
    got = Field("got in all", s("ledger", "label_got_all"))
    rows.append(Row((
        Cell(bold(s("ledger", "all"))), Cell(bold(number(round(worth, 2))), align="r"),
        Cell(bold(number(round(weight, 2))), align="r"), Cell(fields=(got,)),
    ), "sum", 7.0))  # fmt: skip
    names = (("levels", 0.46, "l"), ("gp", 0.16, "r"), ("lb", 0.14, "r"), ("got", 0.24, "l"))
    columns = tuple(Column(s("ledger", name), share, align) for name, share, align in names)
    columns = desk.fitted(columns, rows, width)
    first = Grid(columns, tuple(rows))
    carriers = _carriers()
    blocks = [
        table(first, width), para(bold(s("ledger", "who")), SUBHEAD, "h2"), table(carriers, width),
        {"kind": "totals", "fields": [(s("ledger", name), Field(name, s("ledger", name))) for name in
                                      ("total", "costs", "shares", "each")]},
    ]  # fmt: skip
    return [Page(s("ledger", "title_sums"), desk.short_title, blocks)]


def _carriers() -> Grid:
    """Who carries what: a row a character."""
    names = (("name", 0.2), ("carries", 0.5), ("lb", 0.12), ("share", 0.18))
    rows = tuple(
        Row(tuple(
            Cell(fields=(Field(f"carrier {n} {name}", s("ledger", "label_carrier", what=s("ledger", name), n=n),
                               "lines" if name == "carries" else "text"),))
            for name, _ in names
        ), least=13.0)
        for n in range(1, CARRIERS + 1)
    )  # fmt: skip
    return Grid(tuple(Column(s("ledger", name), share) for name, share in names), rows)
