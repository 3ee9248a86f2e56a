"""What the tests of sheets share: the sample's sheets and cards, made once."""

from __future__ import annotations

import pytest
from sample import sample_dungeon
from sheets.reading import pdf_of

from zinegen.dungeon.model import Dungeon
from zinegen.typeset.sheets.bind import sheets
from zinegen.typeset.sheets.cards import cards


@pytest.fixture(scope="session")
def sample() -> Dungeon:
    """The sample dungeon."""
    return sample_dungeon()


@pytest.fixture(scope="session")
def sheets_pdf(sample: Dungeon) -> bytes:
    """Its sheets on A4."""
    return pdf_of(sheets, sample)


@pytest.fixture(scope="session")
def cards_pdf(sample: Dungeon) -> bytes:
    """Its cards on A4."""
    return pdf_of(cards, sample)
