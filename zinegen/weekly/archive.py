"""The archive's own pages: a masthead and the issues on disk come in; front page, years, issues, feed go out."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from zinegen import __version__
from zinegen.publish.head import Head, address, licence_url, sitemap
from zinegen.publish.pressroom import Pressroom
from zinegen.publish.say import amount, size
from zinegen.typeset.layouts import find_layout
from zinegen.weekly.config import Zine
from zinegen.weekly.feed import FEED, feed
from zinegen.weekly.issues import CARD, COVER, LARGE, RECIPE, Issue
from zinegen.words import lexicon, word
from zinegen.work import Made, PrintOptions

FRONT_COVERS = 24
"""How many back issues the front page shows; the others are on the pages of their years."""
MAPS = ("maps/", "flow/")


@dataclass(frozen=True)
class Offer:
    """A file of an issue, as its page offers it."""

    href: str
    what: str
    pages: str
    size: str


def say(*keys: str, **slots: object) -> str:
    """A text of the archive's word list."""
    return word("archive", *keys, **slots)


def count(n: int, what: str) -> str:
    """A number of things."""
    forms: list[str] = lexicon("archive")["count"][what]
    return forms[0 if n == 1 else 1].format(n=amount(n))


def day(date: str) -> str:
    """A day as people write it: 7 December 2026."""
    found = datetime.date.fromisoformat(date)
    months: list[str] = lexicon("archive")["count"]["month"]
    return say("front", "date", day=found.day, month=months[found.month - 1], year=found.year)


def archive(zine: Zine, issues: Sequence[Issue]) -> list[Made]:
    """Every page of the archive but what lies in the folders of the issues' own.

    Args:   issues: all there are, the newest first.
    Raises: LayoutError when a template is missing or wrong.
    """
    return _Archive(zine, issues).made()


class _Archive:
    """A pressroom with the archive's words, and what its pages share."""

    def __init__(self, zine: Zine, issues: Sequence[Issue]) -> None:
        self.zine, self.issues = zine, list(issues)
        licence = str(zine.recipe.get("licence", PrintOptions().licence))
        layout = find_layout(str(zine.recipe.get("layout", PrintOptions().layout)))
        self.room = Pressroom(layout, PrintOptions(licence=licence), "archive")
        self.years = sorted({one.when.year for one in issues}, reverse=True)
        self.room.env.globals |= {
            "w": lexicon("archive"), "say": say, "say_html": _say_html, "count": count, "day": day, "size": size,
            "zine": zine, "years": self.years, "version": __version__, "cover": COVER, "large": LARGE,
            "total": len(issues), "first": self.issues[-1] if self.issues else None,
        }  # fmt: skip

    def made(self) -> list[Made]:
        """All of it, in a fixed order."""
        pages = [self._front(), *map(self._year, self.years), *self._own_pages(), self._colophon()]
        names = [page.name for page in pages]
        return [
            *pages,
            self._missing(),
            Made(FEED, feed(self.zine, self.issues)),
            *sitemap(self.zine.base_url, names),
            *self.room.assets("archive.css"),
        ]

    def _page(self, template: str, path: str, title: str, description: str, picture: str = "", **data: Any) -> Made:
        up = "../" * path.count("/")
        head = Head(title, description, path, picture=picture, base=self.zine.base_url)
        return self.room.page(template, head, up=up, canonical=head.canonical, **data)

    def _front(self) -> Made:
        latest = self.issues[0] if self.issues else None
        told = self.zine.about
        if latest:
            told = say("head", "front", zine=self.zine.title, number=latest.number, title=latest.title)
        picture = f"{latest.folder}{CARD}" if latest else ""
        title = self.zine.title
        return self._page(
            "front.html", "index.html", title, told or title, picture,
            latest=latest, back=self.issues[1 : FRONT_COVERS + 1], here="front",
        )  # fmt: skip

    def _year(self, year: int) -> Made:
        of = [one for one in self.issues if one.when.year == year]
        title = say("head", "year", year=year, zine=self.zine.title)
        told = say("head", "year_description", year=year, zine=self.zine.title)
        return self._page("year.html", f"{year}.html", title, told, year=year, of=of, here=year)

    def _own_pages(self) -> list[Made]:
        pages = []
        for n, issue in enumerate(self.issues):
            newer = self.issues[n - 1] if n else None
            older = self.issues[n + 1] if n + 1 < len(self.issues) else None
            title = say("head", "issue", title=issue.title, zine=self.zine.title, number=issue.number)
            told = issue.subtitle or issue.title
            data: dict[str, Any] = {"issue": issue, "newer": newer, "older": older, "offers": _offers(issue)}
            data |= {"command": f"zinegen build {RECIPE}", "recipe": RECIPE, "here": ""}
            data["booklet"] = next((one for one in data["offers"] if one.href == "booklet.pdf"), None)
            path = f"{issue.folder}index.html"
            pages.append(self._page("issue.html", path, title, told, f"{issue.folder}{CARD}", **data))
        return pages

    def _colophon(self) -> Made:
        title = say("head", "page", page=say("colophon", "title"), zine=self.zine.title)
        told = say("head", "colophon_description", zine=self.zine.title)
        url = licence_url(self.room.options.licence)
        return self._page("colophon.html", "colophon.html", title, told, here="colophon", url=url)

    def _missing(self) -> Made:
        title = say("head", "page", page=say("missing", "title"), zine=self.zine.title)
        home = address(self.zine.base_url, "index.html") if self.zine.base_url else "/"
        return self._page("404.html", "404.html", title, say("head", "missing_description"), home=home)


def _say_html(*keys: str, **slots: object) -> Markup:
    return Markup(str(escape(word("archive", *keys)))).format(**slots)


def _offers(issue: Issue) -> list[Offer]:
    """What an issue has to print: its PDFs, what is read first comes first."""
    words = lexicon("archive")["files"]
    order = {name: n for n, name in enumerate(words)}
    return [
        Offer(one.name, words.get(one.name, words["other"]), amount(one.pages) if one.pages else "", size(one.bytes))
        for one in sorted(issue.files, key=lambda one: (order.get(one.name, len(order)), one.name))
        if one.name.endswith(".pdf")
    ]
