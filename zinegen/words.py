"""The lexicon: every word a reader sees, from `lexicon/<language>/*.toml`. No English stands in Python code."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from zinegen.errors import LexiconError

ROOT = Path(__file__).parent / "lexicon"


@cache
def lexicon(name: str, language: str = "en") -> dict[str, Any]:
    """The whole of one word list, such as `lexicon("legend")`; a plain dict, not to be changed.

    A list may be a folder of files. Where these hold nothing but tables ("bestiary"), theirs are put together; else
    each file is a table by its own name ("themes").

    Raises: LexiconError when the file is missing or no TOML, or two files of a folder have a table of one name.
    """
    path = ROOT / language / f"{name}.toml"
    if not path.exists() and path.with_suffix("").is_dir():
        return _shelf(name, language)
    try:
        return dict(msgspec.toml.decode(path.read_bytes()))
    except FileNotFoundError:
        raise LexiconError(f"{path}: there is no such word list") from None
    except msgspec.DecodeError as fault:
        raise LexiconError(f"{path}: {fault}") from None


def _shelf(name: str, language: str) -> dict[str, Any]:
    """The word list that a folder of files is."""
    folder = ROOT / language / name
    files = {path.stem: lexicon(f"{name}/{path.stem}", language) for path in sorted(folder.glob("*.toml"))}
    if not all(isinstance(one, dict) for words in files.values() for one in words.values()):
        return dict(files)
    out: dict[str, Any] = {}
    for stem, words in files.items():
        for key, one in words.items():
            if key in out:
                raise LexiconError(f"{folder / stem}.toml, {key}: another file has it already; give it another name")
            out[key] = one
    return out


def word(name: str, *keys: str, **slots: Any) -> str:
    """One text of a word list, by its keys, with its {slots} filled: word("pages", "folio", n=3)."""
    found: Any = lexicon(name)
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    if not isinstance(found, str):
        raise LexiconError(f"lexicon/en/{name}.toml has no text {'.'.join(keys)}")
    return found.format(**slots) if slots else found


@cache
def pool(name: str, language: str = "en") -> tuple[dict[str, Any], ...]:
    """The entries of a folder of word lists, such as `pool("locks")`, in the order of file names and lines.

    Each file has a list `entries`; what stands above it holds for each of them ("kind", "theme"). The id of an entry
    is that of its file and its own: "fire.coals". Not to be changed.

    Raises: LexiconError when a file is no TOML, or an entry has no id or one that its file has already.
    """
    out: list[dict[str, Any]] = []
    for path in sorted((ROOT / language / name).glob("*.toml")):
        words = dict(lexicon(f"{name}/{path.stem}", language))
        common = {key: value for key, value in words.items() if key != "entries"}
        known: set[str] = set()
        for number, entry in enumerate(words.get("entries", ()), 1):
            id_ = entry.get("id", "")
            if not id_ or id_ in known:
                fault = f"id {id_!r} stands twice" if id_ else f"entry {number} has no id"
                raise LexiconError(f"{path}: {fault}; give it one of its own")
            known.add(id_)
            out.append({**common, **entry, "id": f"{path.stem}.{id_}", "file": path.stem})
    if not out:
        raise LexiconError(f"{ROOT / language / name}: there are no entries here")
    return tuple(out)
