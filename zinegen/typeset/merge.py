"""Parts of a document -> one PDF: pages and tags joined, links and bookmarks set from the plan."""

from __future__ import annotations

import io
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from zinegen.errors import LayoutError
from zinegen.typeset.pdf import Part
from zinegen.typeset.plan import Mark, Plan

SCHEME = "zg:"
"""What an inner link's address begins with until its page is known."""
PRINT_FLAG = 4


def merge(parts: list[Part], plan: Plan, words: dict[str, str], *, spreads: bool) -> bytes:
    """Join the parts of a plan.

    Args:    words: anchor -> what a link to it says; spreads: whether a reader shows two pages side by side.
    Raises:  LayoutError for a link to nothing, which a template must have made up.
    """
    pdf = Pdf.open(io.BytesIO(parts[0].data))
    for part in parts[1:]:
        _append(pdf, Pdf.open(io.BytesIO(part.data)))
    seen = {name: place for part in parts for name, place in part.seen.tops.items()}
    tops: Tops = {anchor: seen.get(block, (page, None)) for anchor, (page, block) in plan.places().items()}
    _link(pdf, tops, words)
    _bookmark(pdf, plan.marks, tops)
    names = pdf.Root.get("/Names")
    if names is not None and "/Dests" in names:
        del pdf.Root.Names
    pdf.Root.PageLayout = Name.TwoPageRight if spreads else Name.SinglePage
    pdf.Root.PageMode = Name.UseOutlines if plan.marks else Name.UseNone
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _append(pdf: Pdf, other: Pdf) -> None:
    """Another part's pages, with the tags that belong to them.

    The structure is copied after the pages: then its references to pages mean the copies.
    """
    tree = other.Root.StructTreeRoot
    pdf.pages.extend(other.pages)
    own = pdf.Root.StructTreeRoot
    document = own.K[0]
    copied = pdf.copy_foreign(tree.K[0])
    for kid in copied.K:
        kid.P = document
        document.K.append(kid)
    nums = pdf.copy_foreign(tree.ParentTree)
    own.ParentTree.Nums.extend(nums.Nums)


Tops = dict[str, tuple[int, float | None]]
"""Anchor -> page and top in points; None for a whole page."""


def _link(pdf: Pdf, tops: Tops, words: dict[str, str]) -> None:
    """Turn every inner address into a place on a page."""
    for page in pdf.pages:
        for annotation in page.get("/Annots", ()):
            action = annotation.get("/A")
            if action is None or not str(action.get("/URI", "")).startswith(SCHEME):
                continue
            anchor = str(action.URI)[len(SCHEME) :]
            if anchor not in tops:
                raise LayoutError(f"a template links to {anchor!r}, which is no anchor of this document")
            del annotation.A
            annotation.Dest = _place(pdf, tops[anchor][0], anchor, tops)
            annotation.Contents = String(words.get(anchor, anchor))
            annotation.F = PRINT_FLAG


def _place(pdf: Pdf, page: int, anchor: str, tops: Tops) -> Any:
    """A destination: the block's own top where it stands on that page, else the page."""
    at, top = tops.get(anchor, (page, None))
    target = pdf.pages[page - 1].obj
    if at != page or top is None:
        return Array([target, Name.Fit])
    return Array([target, Name.XYZ, None, round(top + 4, 2), None])


def _bookmark(pdf: Pdf, marks: list[Mark], tops: Tops) -> None:
    """The outline, from the plan: a part knows nothing of the parts before it."""
    root = pdf.make_indirect(Dictionary(Type=Name.Outlines))
    parents: list[tuple[int, Any]] = [(0, root)]
    for mark in marks:
        while parents[-1][0] >= mark.depth:
            parents.pop()
        parent = parents[-1][1]
        item = pdf.make_indirect(
            Dictionary(Title=String(mark.title), Parent=parent, Dest=_place(pdf, mark.page, mark.anchor, tops))
        )
        if "/First" not in parent:
            parent.First = item
        else:
            item.Prev = parent.Last
            parent.Last.Next = item
        parent.Last = item
        # An open root shows its children, a closed item hides them.
        parent.Count = int(parent.get("/Count", 0)) + (1 if parent.objgen == root.objgen else -1)
        parents.append((mark.depth, item))
    if marks:
        pdf.Root.Outlines = root
