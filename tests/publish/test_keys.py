"""Blocks of the booklet as HTML: looks, links, tables; what only paper has is gone."""

from __future__ import annotations

from zinegen.publish.keys import Links, part_html, runs_html
from zinegen.typeset.blocks import Box, Para, Ruled, Run, Table

LINKS = Links(1, {"1-4": "level-1.html#4", "2-4": "level-2.html#4", "front": "index.html"})


def test_an_address_is_as_short_as_its_page_allows() -> None:
    assert [LINKS.href(anchor) for anchor in ("1-4", "2-4", "front", "ledger")] == [
        "#4",
        "level-2.html#4",
        "index.html",
        "",
    ]
    assert Links(0, LINKS.anchors).href("1-4") == "level-1.html#4"


def test_runs_keep_their_looks_and_links_and_lose_their_pages() -> None:
    runs = [
        Run("N", "b"),
        Run(" <door> to "),
        Run("4", "b", "2-4"),
        Run("", "page", "2-4"),
        Run(" & ", "i", "ledger"),
    ]
    assert runs_html(runs, LINKS) == ('<b>N</b> &lt;door&gt; to <a href="level-2.html#4"><b>4</b></a><i> &amp; </i>')


def test_a_box_holds_its_paragraphs_and_ruled_lines_stay_on_paper() -> None:
    box = Box("monsterbox", (Para("monster", (Run("3 rats"),)), Ruled(3, 10.0)))
    assert part_html(box, LINKS) == '<div class="monsterbox">\n<p class="monster">3 rats</p>\n</div>\n'


def test_a_table_names_its_columns_and_leaves_a_nameless_one_without_a_header() -> None:
    table = Table("register", (0.5, 0.5), "lr", ("Who", ""), (((Run("rats"),), (Run("7"),)),))
    assert part_html(table, LINKS) == (
        '<table class="register">\n<thead><tr><th scope="col">Who</th><td class="n"></td></tr></thead>\n'
        '<tbody>\n<tr><td>rats</td><td class="n">7</td></tr>\n</tbody>\n</table>\n'
    )
