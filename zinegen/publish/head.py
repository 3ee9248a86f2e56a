"""What stands in the head of a page: its name and place come in; title, description, picture and addresses go out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape

from zinegen.publish.say import isolate, say
from zinegen.words import lexicon
from zinegen.work import Made

INDEX = "index.html"


@dataclass(frozen=True)
class Head:
    """What a search engine, a bookmark and a link in a chat say of a page."""

    title: str
    description: str
    path: str
    """The page's own name below the site."""
    picture: str = ""
    """The name of a PNG below the site; empty where there is none."""
    base: str | None = None
    """Where the site will stand, with a slash at its end."""

    @property
    def canonical(self) -> str:
        """The one address of the page; empty where nobody said where the site stands."""
        return address(self.base, self.path) if self.base else ""

    @property
    def picture_url(self) -> str:
        """The address of the picture: whole where the site's is known, else counted from the page."""
        return f"{self.base or ''}{self.picture}" if self.picture else ""


def titled(name: str, dungeon: str) -> str:
    """The title of a page that belongs to a dungeon."""
    return say("head", "title", page=name, title=isolate(dungeon))


def address(base: str, path: str) -> str:
    """The address of a page; a folder's own where it is its index."""
    return base + (path.removesuffix(INDEX) if path.rpartition("/")[2] == INDEX else path)


def licence_url(licence: str) -> str:
    """Where the text of a well-known licence stands; empty for any other."""
    for pattern, url in lexicon("site")["licences"].items():
        found = re.fullmatch(pattern, licence.strip(), re.IGNORECASE)
        if found:
            return str(url).format(*(group.lower() for group in found.groups()))
    return ""


def sitemap(base: str | None, pages: Iterable[str]) -> list[Made]:
    """sitemap.xml of some pages; nothing where nobody said where they stand, for it wants whole addresses."""
    if not base:
        return []
    lines = "".join(f"<url><loc>{escape(address(base, page))}</loc></url>\n" for page in pages)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'
    return [Made("sitemap.xml", f"{head}{lines}</urlset>\n".encode())]
