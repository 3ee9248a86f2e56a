"""The drawings of a site: small enough for their pages, and what they were."""

from __future__ import annotations

import re

from sample import sample_dungeon

from zinegen.publish.drawings import COVER_PX, Job, cover_job, draw
from zinegen.publish.png import png_size
from zinegen.typeset.layouts import find_layout


def strokes(svg: str) -> int:
    """How many strokes the hatching has."""
    found = re.search(r'<g class="ly-rock">.*?</g>', svg, re.S)
    return len(re.findall(r"[mM]", found[0])) if found else 0


def test_a_map_that_is_too_heavy_loses_strokes_of_its_hatching_and_nothing_else() -> None:
    whole = draw(Job(sample_dungeon(), "level", level=1)).svg
    most = len(whole) - 15_000
    thin = draw(Job(sample_dungeon(), "level", level=1, most=most)).svg
    assert most - 3_000 <= len(thin) <= most + 1_500
    assert strokes(thin) < strokes(whole)

    def rest(svg: str) -> str:
        return re.sub(r'<g class="ly-rock">.*?</g>', "", svg, flags=re.S)

    assert rest(thin) == rest(whole)


def test_a_third_of_the_hatching_stays_whatever_the_page_weighs() -> None:
    whole, thin = (strokes(draw(Job(sample_dungeon(), "level", level=2, most=most)).svg) for most in (0, 1))
    assert whole / 3 - 2 <= thin <= whole / 3 + 2


def test_the_players_drawing_has_a_file_and_a_card() -> None:
    made = draw(Job(sample_dungeon(), "level", level=1, view="player"))
    assert made.file.startswith("<svg") and "@font-face" in made.file and made.png[:4] == b"\x89PNG"


def test_a_cover_without_a_booklet_is_in_the_manner_of_its_layout() -> None:
    """No two manners give one picture, and each is a picture of the size that pages keep for it."""
    found = {
        draw(cover_job(sample_dungeon(), find_layout(name), "full")).png for name in ("classic", "zine", "plain")
    }
    assert len(found) == 3
    assert {png_size(png)[0] for png in found} == {COVER_PX}
