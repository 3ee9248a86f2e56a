"""How the texts of the word lists are set and worded: what an editor would strike out comes out, a line each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from zinegen.words import files_of, lexicon, told

STRUCK_IN = ("activities", "bestiary", "clues", "container_traps", "features", "finds", "goods", "hazards", "hiding",
             "leavings", "letters", "locks", "lucky", "magic", "obstacles", "opposed", "people", "rooms", "themes",
             "traces", "tricks")  # fmt: skip
"""Lists whose every text is looked through for words that no dungeon says; hooks and letters may."""
FREE = ("hook", "text")


def struck() -> re.Pattern[str]:
    """What no text of a dungeon says."""
    words: list[str] = lexicon("grammar")["struck"]
    return re.compile(r"\b(" + "|".join(word.replace("*", r"\w*") for word in words) + r")\b", re.IGNORECASE)


def style_faults() -> Iterator[str]:
    """Words that no dungeon says, and texts that are not set as the rest are; a dungeon can be made with them."""
    pattern = struck()
    for folder in STRUCK_IN:
        for stem, file in files_of(folder).items():
            for path, text in leaves(lexicon(f"{folder}/{stem}"), told(file) + ", "):
                if path.rsplit(".", 1)[-1] not in FREE and (found := pattern.search(text)):
                    yield f"{path}: strike {found[0]!r} from {text!r}"
                if text != text.strip() or "  " in text or "’" in text or text.count("*") % 2:
                    yield f"{path}: write it plain: straight ', *stress* in pairs, no loose spaces"


def leaves(value: Any, path: str) -> Iterator[tuple[str, str]]:
    """Every text of a list, with where it stands."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from leaves(one, f"{path}{key}" if path.endswith(" ") else f"{path}.{key}")
    elif isinstance(value, list):
        for number, one in enumerate(value, 1):
            name = one.get("id", number) if isinstance(one, dict) else number
            yield from leaves(one, f"{path}.{name}")
