"""The contract with WeasyPrint's inside: maps as forms look like the same maps as SVG, and keep tag and words."""

from __future__ import annotations

import io

import numpy as np
import pikepdf
import pypdfium2
import pytest
from typeset.reading import fonts_of, made, page_texts

from zinegen.dungeon.model import Dungeon
from zinegen.typeset import pdf, pictures


def test_forms_are_taken() -> None:
    """The release that is pinned has all the names; without them every build would be slow."""
    assert pdf.forms_work()


def test_a_form_looks_like_its_svg(tiny: Dungeon, monkeypatch: pytest.MonkeyPatch) -> None:
    forms = made("onepage", tiny).data
    monkeypatch.setattr(pictures, "forms_work", lambda: False)
    svgs = made("onepage", tiny).data
    one, other = (
        np.asarray(pypdfium2.PdfDocument(data)[0].render(scale=1, grayscale=True).to_numpy(), dtype=float)
        for data in (forms, svgs)
    )
    assert one.shape == other.shape
    differing = (np.abs(one - other) > 60).mean()
    assert differing < 0.02, differing
    assert (one < 128).mean() > 0.03
    for data in (forms, svgs):
        with pikepdf.open(io.BytesIO(data)) as file:
            figures = [o for o in file.objects if isinstance(o, pikepdf.Dictionary) and o.get("/S") == "/Figure"]
            assert [str(figure.Alt) for figure in figures] == ["Map of level 1"]
        assert all(name.startswith("Zine-") for name in fonts_of(data))
    assert page_texts(forms)[0][:14] == page_texts(svgs)[0][:14]


def test_the_collector_runs_again(tiny: Dungeon) -> None:
    """Garbage collection is off while a page is set, and on again after it, whatever happens."""
    import gc

    assert gc.isenabled()
    made("onepage", tiny)
    assert gc.isenabled()
