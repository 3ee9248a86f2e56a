"""Roll tables: a table's id and a roller come in, a Roll goes out that says which faces fell and what they mean.

The tables lie as data in `tables/*.toml`, each read when first asked for. `Table.roll` rolls once and stops;
`roll_table` also rolls the tables that the result sends to, and the amounts ("2d10*100") that it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from zinegen.dice import Faces, Roller, Stream, parse_dice, roll_faces
from zinegen.errors import TableError
from zinegen.rolls import Amount, Roll, to_builtin
from zinegen.tablefile import LOOKUP, Facts, Row, Step, TableFile, index_rows, read

__all__ = [
    "Amount",
    "Roll",
    "Table",
    "describe",
    "ids",
    "listing",
    "load_table",
    "roll_table",
    "roll_times",
    "table",
    "tables",
    "to_builtin",
]

FOLDER = Path(__file__).parent / "tables"
_ID = re.compile(r"[a-z0-9_]{1,64}")
DEEPEST = 200
"""Tables that send to one another more often than this go round in circles."""
MOST_LEVELS = 100


class Table:
    """A checked roll table."""

    __slots__ = ("_file", "_notation", "_open", "_row_of", "dice", "folder", "id", "rows", "source")

    def __init__(self, name: str, file: TableFile, folder: Path) -> None:
        self.id, self.dice, self.rows = name, file.dice, file.rows
        self.source: dict[str, Any] = {"document": file.source.document, "lines": list(file.source.lines)}
        self.folder = folder
        self._file = file
        self._row_of, self._open = index_rows(file, f"{name}.toml")
        self._notation = None if file.dice == LOOKUP else parse_dice(file.dice)

    @property
    def keys(self) -> dict[str, Any]:
        """Result key -> a type, a list of words, or {"each": words}."""
        return dict(self._file.keys)

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face, rising; the open row's first and those below it only."""
        return tuple(sorted(self._row_of))

    def row(self, face: int) -> Row:
        """The row of a face. Raises TableError for a face that the table lacks."""
        at = self._row_of.get(face)
        if at is None and self._open is not None and face > max(self._row_of):
            at = self._open
        if at is None:
            raise TableError(f"{self.id}: no row for {face}; it has {min(self._row_of)} to {max(self._row_of)}")
        return self.rows[at]

    def at(self, face: int) -> dict[str, Any]:
        """The result of a face (a dict of its own; what it holds is not to be changed)."""
        return dict(self.row(face).result)

    def roll(self, roller: Roller) -> Roll:
        """One roll; tables and amounts that it names are not rolled."""
        rolled, row = self.fall(roller)
        return self.record(rolled, row, dict(row.result))

    def fall(self, roller: Roller, *, level: int = 1, plus: int = 0) -> tuple[tuple[int, ...], Row]:
        """The faces that fall and their row. A lookup rolls nothing: its face is the level, unless one is given."""
        if self._notation is None:
            face = roller.die(max(self._row_of)) if isinstance(roller, Faces) and roller.left else level
            return (face,), self.row(face)
        rolled, total = roll_faces(self._notation, roller)
        return tuple(rolled), self.row(total + plus)

    def record(
        self, faces: tuple[int, ...], row: Row, result: dict[str, Any], nested: Iterable[Any] = (), plus: int = 0
    ) -> Roll:
        """A Roll on this table."""
        return Roll(self.id, self.dice, faces, result, dict(self.source), tuple(nested), dict(row.extra), plus)

    @property
    def guarded_plus(self) -> int:
        """What a guarded treasure adds to the faces."""
        return self._file.guarded_plus

    def scaled(self, result: dict[str, Any], level: int) -> dict[str, Any]:
        """The result on a level: a treasure table's dice and counts are multiplied, its factor is not."""
        out = dict(result)
        if self._file.per_level and level != 1:
            if "dice" in out:
                dice = parse_dice(out["dice"])
                out["dice"] = str(replace(dice, count=dice.count * level, plus=dice.plus * level))
            if "count" in out:
                out["count"] *= level
        return out

    def amounts(self, result: dict[str, Any]) -> list[str]:
        """Notation of each amount that a result names, such as "2d10*100"."""
        kinds = self._file.keys or {"dice": "amount"}
        rolled_out = ("amount", "number or amount")
        names = [key for key in result if kinds.get(key) in rolled_out and isinstance(result[key], str)]
        times = f"*{result['multiply']}" if "multiply" in result else ""
        return [result[key] + (times if key == "dice" else "") for key in names]


def load_table(path: Path | str) -> Table:
    """Read and check any table file; its id is the file's name without `.toml`.

    A table that it sends to lies in the same folder or among the tables of the house.
    Raises: TableError naming file and row: a gap, an overlap, an unknown key or word, a dead reference, bad notation.
    """
    path = Path(path)
    loaded = Table(path.stem, read(path), path.parent)
    for at, row in enumerate(loaded.rows):
        for step in row.steps:
            if step.table != loaded.id and _path_of(step.table, loaded.folder) is None:
                where = f"{path.name}, row {at + 1} (faces {row.faces})"
                raise TableError(f"{where}: sends to {step.table}, and there is no {step.table}.toml")
    return loaded


def _path_of(name: str, folder: Path) -> Path | None:
    """Where a table lies: in the folder given or among those of the house."""
    if not _ID.fullmatch(name):
        return None
    return next((path for path in (folder / f"{name}.toml", FOLDER / f"{name}.toml") if path.is_file()), None)


@cache
def _load(path: Path) -> Table:
    return load_table(path)


def table(name: str) -> Table:
    """A table of the house by its id, read once. Raises TableError."""
    path = _path_of(name, FOLDER)
    if path is None:
        from difflib import get_close_matches

        near = get_close_matches(name, ids(), 1)
        hint = f"did you mean {near[0]}?" if near else "`zinegen roll --list` names them all"
        raise TableError(f"there is no roll table {name[:60]!r}; {hint}")
    return _load(path)


def ids() -> list[str]:
    """The id of every table of the house, in alphabetical order."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def tables() -> dict[str, Table]:
    """Every table of the house, in the order of the documents, our own last. Raises TableError."""
    found = sorted((table(name) for name in ids()), key=lambda t: (t.source["document"], t.source["lines"], t.id))
    return {one.id: one for one in found}


def listing() -> list[tuple[str, str, str]]:
    """Id, dice and source ("000:33-44") of every table, for `zinegen roll --list`."""
    return [(t.id, t.dice, _source_text(t.source)) for t in tables().values()]


def _source_text(source: dict[str, Any]) -> str:
    lines = "-".join(map(str, dict.fromkeys(source["lines"])))
    return f"{source['document']}:{lines}".rstrip(":")


def roll_table(name: str | Table, roller: Roller, *, level: int = 1, guarded: bool = False, shift: int = 0) -> Roll:
    """Roll a table, the tables its result sends to (in the order the rules roll them), and then its amounts.

    Args:    level: from 1; multiplies treasure. guarded: adds 1 to a treasure roll. shift: added to one beside that.
    Raises:  TableError for an unknown table, a level that cannot be, a face given by hand that the die lacks.
    """
    if not 1 <= level <= MOST_LEVELS:
        raise TableError(f"--level {level}: levels go from 1 to {MOST_LEVELS}")
    rolled = _follow(table(name) if isinstance(name, str) else name, roller, _Way(level, guarded, shift))
    assert rolled is not None, "nothing is ignored at the top"
    return rolled


def roll_times(name: str, given: Iterable[str | int], stream: Stream, *, times: int = 1, **way: Any) -> list[Roll]:
    """What `zinegen roll` does: roll so many times with the faces given by hand, then with the stream.

    Raises: TableError as `roll_table`, and where more faces are given than are needed.
    """
    if not 1 <= times <= 10_000:
        raise TableError(f"--times {times}: 1 to 10000 rolls")
    faces = Faces(given, stream)
    rolls = [roll_table(name, faces, **way) for _ in range(times)]
    faces.close(name)
    return rolls


@dataclass(frozen=True, slots=True)
class _Way:
    """What is handed down from roll to roll."""

    level: int
    guarded: bool
    shift: int = 0
    facts: Facts = field(default_factory=dict)
    ignore: Facts = field(default_factory=dict)
    depth: int = 0

    def down(self, step: Step) -> _Way:
        guarded, ignore = self.guarded or step.guarded, {**self.ignore, **step.ignore}
        return _Way(self.level, guarded, self.shift, dict(step.with_), ignore, self.depth + 1)


def _follow(on: Table, roller: Roller, way: _Way) -> Roll | None:
    """Roll, and roll what follows; None where the result is one that is to be ignored."""
    if way.depth > DEEPEST:
        raise TableError(f"{on.id}: more than {DEEPEST} tables send to one another")
    plus = (on.guarded_plus if way.guarded else 0) + (way.shift if on.guarded_plus else 0)
    faces, row = on.fall(roller, level=way.level, plus=plus)
    result = on.scaled(row.result, way.level)
    if way.ignore and _fits_any(way.ignore, result):
        return None
    nested: list[Roll | Amount] = []
    known = dict(way.facts)
    for step in row.steps:
        if (step.if_ and not _fits_all(step.if_, known)) or (step.unless and _fits_all(step.unless, known)):
            continue
        next_table = on if step.table == on.id else _load(_path_of(step.table, on.folder) or FOLDER)
        found = _follow(next_table, roller, way.down(step))
        while found is None and step.ignore:
            found = _follow(next_table, roller, way.down(step))
        if found is None:
            return None
        nested.append(found)
        known.update(found.result)
    for dice in on.amounts(result):
        rolled, total = roll_faces(dice, roller)
        nested.append(Amount(dice, tuple(rolled), total))
    return on.record(faces, row, result, nested, plus)


def _one_fits(wanted: Any, value: Any) -> bool:
    return value in wanted if isinstance(wanted, list) else bool(value == wanted)


def _fits_all(facts: Facts, known: dict[str, Any]) -> bool:
    return all(key in known and _one_fits(wanted, known[key]) for key, wanted in facts.items())


def _fits_any(facts: Facts, known: dict[str, Any]) -> bool:
    return any(key in known and _one_fits(wanted, known[key]) for key, wanted in facts.items())


def describe(roll: Roll) -> str:
    """A roll as one readable line, in the words of `lexicon/en/tables.toml`."""
    from zinegen.rolltext import line

    return line(roll)
