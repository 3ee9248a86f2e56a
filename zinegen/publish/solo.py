"""Solo play on the web: a dungeon comes in, a few linked pages of numbered paragraphs go out.

A page holds many paragraphs and shows the one that its address names (`3.html#p117`), so that nothing is read that
one was not sent to; it works without a script, which only keeps the ticks.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from zinegen.dungeon.model import Dungeon, level_of
from zinegen.publish.head import Head, titled
from zinegen.publish.pressroom import Pressroom, _trimmed
from zinegen.publish.say import isolate
from zinegen.typeset.solo.records import Paragraph
from zinegen.typeset.solo.story import Story, story
from zinegen.typeset.solo.words import s
from zinegen.words import lexicon
from zinegen.work import Made

FOLDER = "solo"
EACH = 40
"""Paragraphs a page."""


def solo_pages(room: Pressroom, dungeon: Dungeon, pictured: Container[int]) -> list[Made]:
    """The pages below `solo/`: rules and who wanders, then the paragraphs, then what they use.

    pictured: the levels whose map the site has as a picture that players may see.
    """
    start = level_of(dungeon.entrance)
    picture = f"assets/level-{start}.png" if start in pictured else "assets/cover.png"
    adventure = story(dungeon)
    files = {one.id: f"{1 + (one.number - 1) // EACH}.html" for one in adventure.paragraphs}
    groups = [adventure.paragraphs[at : at + EACH] for at in range(0, len(adventure.paragraphs), EACH)]
    made = [_page(room, dungeon, adventure, "index.html", [], files, picture)]
    made += [_page(room, dungeon, adventure, f"{n}.html", group, files, picture) for n, group in enumerate(groups, 1)]
    made += [Made(f"{FOLDER}/{name}", _trimmed(room._file(name))) for name in ("solo.css", "solo.js")]
    return made


def _page(
    room: Pressroom, dungeon: Dungeon, adventure: Story, name: str, group: Sequence[Paragraph], files: dict[str, str],
    picture: str,
) -> Made:  # fmt: skip
    first, last = (group[0].number, group[-1].number) if group else (0, 0)
    what = s("band", first=first, last=last) if group else s("title", title="").strip(" :").capitalize()
    head = Head(
        titled(what, dungeon.title), s("description", title=isolate(dungeon.title)), f"{FOLDER}/{name}",
        picture, room.options.base_url,
    )  # fmt: skip
    return room.page(
        "solo.html", head, d=dungeon, story=adventure, group=group, files=files,
        numbers={one.id: one.number for one in adventure.paragraphs}, solo=lexicon("solo"),
        count=s("paragraphs", n=len(adventure.paragraphs)), keep=f"zinegen-solo-{dungeon.seed}", name=name,
    )  # fmt: skip
