"""The lexicon: every word a reader sees, from `lexicon/<language>/*.toml`. No English stands in Python code.

One language is spoken at a time (`speak`). What is made of its words and kept is `remembered`, and so forgotten when
another is spoken.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from zinegen.errors import LexiconError

ROOT = Path(__file__).parent / "lexicon"
NATIVE = "en"
ABOUT = "lexicon.toml"
"""A file of a language's folder that is no word list: it says which language the folder adds to (`extends`)."""

T = TypeVar("T")
_memories: list[_lru_cache_wrapper[Any]] = []
_spoken = NATIVE


def remembered(make: Callable[..., T]) -> _lru_cache_wrapper[T]:
    """A function whose results are kept until another language is spoken."""
    kept = cache(make)
    _memories.append(kept)
    return kept


def spoken() -> str:
    """The language that is spoken, as `speak` was given it."""
    return _spoken


def languages() -> list[str]:
    """The names of the languages that come with zinegen."""
    return sorted(folder.name for folder in ROOT.iterdir() if folder.is_dir() and not folder.name.startswith("_"))


def speak(language: str = NATIVE) -> None:
    """Take all words from a language from here on.

    Args:   language: the name of a folder of `lexicon/`, or the path of one of the user's own.
    Raises: LexiconError when there is no such folder.
    """
    global _spoken
    if language == _spoken:
        return
    before, _spoken = _spoken, language
    forget()
    try:
        _folders()
    except LexiconError:
        _spoken = before
        forget()
        raise


def forget() -> None:
    """Read every word list anew when it is needed next."""
    for kept in _memories:
        kept.cache_clear()


def _home(language: str) -> Path:
    own = ROOT / language if language in languages() else Path(language)
    if not own.is_dir():
        raise LexiconError(f"{language}: there is no such language; there is: {', '.join(languages())}")
    return own


@remembered
def _folders() -> tuple[Path, ...]:
    """Where word lists are looked for: the folder of the language, and behind it those that it adds to."""
    out = [_home(_spoken)]
    while (about := out[-1] / ABOUT).is_file():
        said = _read(about)
        below = said.get("extends")
        if not isinstance(below, str) or set(said) != {"extends"}:
            raise LexiconError(f'{told(about)}: write nothing but extends = "{NATIVE}", the language it adds to')
        home = _home(below)
        if home in out:
            raise LexiconError(f"{told(about)}: {below} extends itself; name another language")
        out.append(home)
    return tuple(out)


def told(path: Path) -> str:
    """A file of the lexicon as messages name it: `lexicon/en/legend.toml`, or the path of one of the user's own."""
    return path.relative_to(ROOT.parent).as_posix() if path.is_relative_to(ROOT) else str(path)


def home_of(name: str) -> Path | None:
    """The file of a word list; None where no file of that name is there."""
    files = (folder / f"{name}.toml" for folder in _folders())
    return next((file for file in files if file.is_file()), None)


def files_of(name: str) -> dict[str, Path]:
    """The files of a list that is a folder, by their names without `.toml`, in their order."""
    found: dict[str, Path] = {}
    for folder in reversed(_folders()):
        found |= {path.stem: path for path in (folder / name).glob("*.toml")}
    return dict(sorted(found.items()))


def lists() -> list[str]:
    """The names of all word lists; one that is a folder is named once."""
    paths = [path for folder in _folders() for path in folder.iterdir() if path.suffix == ".toml" or path.is_dir()]
    return sorted({path.stem for path in paths if path.name != ABOUT and not path.name.startswith((".", "_"))})


class Words(dict[str, Any]):
    """A table of a word list. What it lacks it names with file and place."""

    __slots__ = ("where",)

    def __init__(self, words: dict[str, Any], where: str) -> None:
        """where: the file, and the tables of it above this one."""
        joint = "." if ", " in where else ", "
        super().__init__(
            {key: Words(one, f"{where}{joint}{key}") if isinstance(one, dict) else one for key, one in words.items()}
        )
        self.where = where

    def __missing__(self, key: str) -> Any:
        raise LexiconError(f"{self.where}: {key!r} is missing; {_as_in(self.where)}")

    def __reduce__(self) -> tuple[Any, ...]:
        return Words, (dict(self), self.where)


def _as_in(where: str) -> str:
    """The remedy for what is missing: in a language of the user's own, to look it up."""
    shipped = where.startswith(f"lexicon/{NATIVE}/")
    return "write it as docs/words.md shows" if shipped else f"write it as lexicon/{NATIVE} has it"


def _read(path: Path) -> dict[str, Any]:
    try:
        return dict(msgspec.toml.decode(path.read_bytes()))
    except OSError as fault:
        raise LexiconError(f"{told(path)}: cannot be read ({fault.strerror or fault})") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        raise LexiconError(f"{told(path)} is no TOML: {fault}; mend that line") from None


@remembered
def lexicon(name: str) -> dict[str, Any]:
    """The whole of one word list, such as `lexicon("legend")`; not to be changed.

    A list may be a folder of files. Where these hold nothing but tables ("bestiary"), theirs are put together; else
    each file is a table by its own name ("themes").

    Raises: LexiconError when the file is missing or no TOML, or two files of a folder have a table of one name; and
            when a key is asked of it that it lacks.
    """
    path = home_of(name)
    if path is not None:
        return Words(_read(path), told(path))
    if files := files_of(name):
        return _shelf(name, files)
    where = f"{told(_folders()[0] / name)}.toml"
    raise LexiconError(f"{where}: there is no such word list; take it from lexicon/{NATIVE}")


def native(name: str) -> dict[str, Any] | None:
    """A word list that is one file, as it is in the native language; None where that has no such file."""
    path = ROOT / NATIVE / f"{name}.toml"
    return _read(path) if path.is_file() else None


def _shelf(name: str, files: dict[str, Path]) -> dict[str, Any]:
    """The word list that a folder of files is."""
    tables = {stem: lexicon(f"{name}/{stem}") for stem in files}
    where = told(_folders()[0] / name)
    out = Words({}, where)
    if not all(isinstance(one, dict) for words in tables.values() for one in words.values()):
        out.update(tables)
        return out
    for stem, words in tables.items():
        for key, one in words.items():
            if key in out:
                raise LexiconError(f"{told(files[stem])}, {key}: another file has it already; give it another name")
            out[key] = one
    return out


def word(name: str, /, *keys: str, **slots: Any) -> str:
    """One text of a word list, by its keys, with its {slots} filled: word("pages", "folio", n=3).

    Raises: LexiconError when there is no such text, or it has a slot that nothing fills.
    """
    found: Any = lexicon(name)
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    if not isinstance(found, str):
        path = home_of(name)
        where = told(path) if path else name
        raise LexiconError(f"{where}, {'.'.join(keys)}: there is no such text; {_as_in(where)}")
    if not slots:
        return found
    try:
        return found.format(**slots)
    except (KeyError, IndexError, ValueError, AttributeError) as fault:
        where = f"{told(home_of(name) or Path(name))}, {'.'.join(keys)}"
        there = ", ".join(f"{{{slot}}}" for slot in slots)
        raise LexiconError(f"{where}: {found!r} cannot be filled ({fault}); its slots are {there}") from None


@remembered
def pool(name: str) -> tuple[dict[str, Any], ...]:
    """The entries of a folder of word lists, such as `pool("locks")`, in the order of file names and lines.

    Each file has a list `entries`; what stands above it holds for each of them ("kind", "theme"). The id of an entry
    is that of its file and its own: "fire.coals". Not to be changed.

    Raises: LexiconError when a file is no TOML, or an entry has no id or one that its file has already.
    """
    out: list[dict[str, Any]] = []
    for stem, path in files_of(name).items():
        words = lexicon(f"{name}/{stem}")
        common = {key: value for key, value in words.items() if key != "entries"}
        known: set[str] = set()
        for number, entry in enumerate(words.get("entries", ()), 1):
            id_ = entry.get("id", "") if isinstance(entry, dict) else ""
            if not id_ or id_ in known:
                fault = f"id {id_!r} stands twice" if id_ else f"entry {number} has no id"
                raise LexiconError(f"{told(path)}: {fault}; give it one of its own")
            known.add(id_)
            out.append({**common, **entry, "id": f"{stem}.{id_}", "file": stem})
    if not out:
        where = told(_folders()[0] / name)
        raise LexiconError(f"{where}: there are no entries here; take them from lexicon/{NATIVE}")
    return tuple(out)


@remembered
def article(noun: str) -> str:
    """ "a" or "an", by the sound of the first word."""
    words = lexicon("grammar")
    first = noun.lower()
    if first.startswith(tuple(words["takes_an"])):
        return str(words["an"])
    if first.startswith(tuple(words["takes_a"])):
        return str(words["a"])
    return str(words["an"] if first[:1] in "aeiou" else words["a"])
