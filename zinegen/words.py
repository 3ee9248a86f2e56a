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

    Raises: LexiconError when the file is missing or no TOML.
    """
    path = ROOT / language / f"{name}.toml"
    try:
        return dict(msgspec.toml.decode(path.read_bytes()))
    except FileNotFoundError:
        raise LexiconError(f"{path}: there is no such word list") from None
    except msgspec.DecodeError as fault:
        raise LexiconError(f"{path}: {fault}") from None


def word(name: str, *keys: str, **slots: Any) -> str:
    """One text of a word list, by its keys, with its {slots} filled: word("pages", "folio", n=3)."""
    found: Any = lexicon(name)
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    if not isinstance(found, str):
        raise LexiconError(f"lexicon/en/{name}.toml has no text {'.'.join(keys)}")
    return found.format(**slots) if slots else found
