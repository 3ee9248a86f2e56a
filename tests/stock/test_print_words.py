"""The words on the printed page: a booklet as PDF comes in; its text is read by who knows nothing of its making."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pypdfium2
import pytest
from command import zinegen
from stock.laws_text import HEDGES, HISTORY, SECOND
from stock.lint import BROKEN, DOUBLED


def pages(pdf: Path) -> list[str]:
    """The text of each page, on one line, without hyphens at line ends."""
    document = pypdfium2.PdfDocument(pdf)
    texts = [page.get_textpage().get_text_range() for page in document]
    return [re.sub(r"\s+", " ", re.sub(r"[\u00ad\ufffe\u2010-](?:\r?\n)", "", text)) for text in texts]


def letters(text: str) -> str:
    """The letters of a text alone: however it is broken into lines."""
    return re.sub(r"[^a-zA-Z]", "", text).lower()


@pytest.mark.parametrize("keys", ["terse", "prose"])
def test_the_printed_keys_say_what_the_file_says_and_nothing_an_editor_strikes(tmp_path: Path, keys: str) -> None:
    recipe = tmp_path / "r.toml"
    recipe.write_text(
        f'seed = "printed words"\nlevels = 1\nsize = "small"\nkeys = "{keys}"\nproducts = ["booklet"]\n'
    )
    done = zinegen("build", recipe, "--out", tmp_path, "--quiet")
    assert done.returncode == 0, done.stderr
    dungeon = json.loads(next(tmp_path.glob("*/dungeon.json")).read_text("utf-8"))
    printed = pages(next(tmp_path.glob("*/booklet.pdf")))
    whole = letters(" ".join(printed))
    areas = [area for level in dungeon["levels"] for area in level["areas"] if area.get("key")]
    for area in areas:
        text = area["text"]
        shown = text["aloud"] if keys == "prose" else text["first"]
        assert letters(shown) in whole, (area["id"], shown)
        for one in area.get("inhabitants", ()):
            assert letters(one["doing"]) in whole and letters(one["stats"]["attacks"]) in whole, area["id"]
        for hazard in area.get("hazards", ()):
            assert all(letters(hazard[part]) in whole for part in ("sign", "trigger", "effect", "remedy")), area["id"]
        for detail in text.get("details", ()):
            for part in ("find", "result"):
                assert letters(re.sub(r"\(.*?\)", "", detail.get(part, ""))[:60]) in whole, (area["id"], detail)
    keyed = [page for page in printed if any(letters(area["text"]["first"])[:40] in letters(page) for area in areas)]
    keyed = keyed or [
        page for page in printed if any(letters(a["text"]["aloud"])[:40] in letters(page) for a in areas)
    ]
    assert keyed
    for page in keyed:
        for pattern in (SECOND, HEDGES, HISTORY):
            assert not pattern.search(page), pattern.search(page)
        assert "{" not in page and "None" not in page and "*" not in page
        found = DOUBLED.search(page)
        assert found is None or found[1].lower() in ("that", "had", "e", "n", "s", "w"), found
    assert BROKEN.search("a {slot}.")
