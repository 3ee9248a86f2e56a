"""The Atom feed of an archive: a masthead and issues come in, the bytes of feed.xml go out. Source: RFC 4287."""

from __future__ import annotations

import mimetypes
import uuid
from collections.abc import Sequence
from xml.etree import ElementTree as ET

from zinegen import __version__
from zinegen.weekly.config import Zine
from zinegen.weekly.issues import Issue
from zinegen.words import word

FEED = "feed.xml"
ATOM = "http://www.w3.org/2005/Atom"
MOST = 60
"""How many issues a feed holds, the newest."""
ENCLOSED = (".pdf",)


def feed(zine: Zine, issues: Sequence[Issue]) -> bytes:
    """Write the feed.

    Args: issues: the newest first. Ids are made of the zine's id and the week alone: they outlive every change of
          title and address.
    """
    ET.register_namespace("", ATOM)
    root = ET.Element(_tag("feed"), {"{http://www.w3.org/XML/1998/namespace}lang": word("archive", "language")})
    _text(root, "id", _id(zine.id))
    _text(root, "title", zine.title)
    if zine.about:
        _text(root, "subtitle", zine.about)
    _text(root, "updated", _moment(max((one.updated for one in issues), default="1970-01-01")))
    author = ET.SubElement(root, _tag("author"))
    _text(author, "name", zine.editor or zine.title)
    base = zine.base_url or ""
    ET.SubElement(root, _tag("link"), {"rel": "self", "type": "application/atom+xml", "href": f"{base}{FEED}"})
    ET.SubElement(root, _tag("link"), {"rel": "alternate", "type": "text/html", "href": base or "index.html"})
    ET.SubElement(root, _tag("generator"), {"version": __version__}).text = "zinegen"
    for issue in issues[:MOST]:
        _entry(root, zine, issue)
    ET.indent(root, " ")
    data: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return data + b"\n"


def _entry(root: ET.Element, zine: Zine, issue: Issue) -> None:
    entry = ET.SubElement(root, _tag("entry"))
    place = f"{zine.base_url or ''}{issue.folder}"
    _text(entry, "id", _id(f"{zine.id} {issue.week}"))
    _text(entry, "title", word("archive", "head", "issue", title=issue.title, zine=zine.title, number=issue.number))
    _text(entry, "published", _moment(issue.published))
    _text(entry, "updated", _moment(issue.updated))
    link = place if zine.base_url else f"{place}index.html"
    ET.SubElement(entry, _tag("link"), {"rel": "alternate", "type": "text/html", "href": link})
    for file in issue.files:
        if file.name.endswith(ENCLOSED):
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            about = {"rel": "enclosure", "type": kind, "length": str(file.bytes), "href": f"{place}{file.name}"}
            ET.SubElement(entry, _tag("link"), about)
    _text(entry, "summary", ". ".join(part for part in (issue.subtitle, issue.hook) if part) or issue.title)
    _text(entry, "rights", issue.licence)


def _tag(name: str) -> str:
    return f"{{{ATOM}}}{name}"


def _text(parent: ET.Element, name: str, text: str) -> None:
    ET.SubElement(parent, _tag(name)).text = text


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"


def _id(name: str) -> str:
    """A name's own id: no lot, no clock; the same name, the same id."""
    return uuid.uuid5(uuid.NAMESPACE_OID, f"zinegen {name}").urn
