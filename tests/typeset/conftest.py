"""What the tests of pages share: the sample dungeon set once as a booklet and as one page."""

from __future__ import annotations

import pytest
from sample import sample_dungeon
from typeset.reading import shrunk

from zinegen import typeset
from zinegen.dungeon.model import Dungeon
from zinegen.typeset.layouts import Layout, find_layout
from zinegen.work import PrintOptions, Shop


@pytest.fixture(scope="session")
def sample() -> Dungeon:
    """The sample dungeon."""
    return sample_dungeon()


@pytest.fixture(scope="session")
def classic() -> Layout:
    """The layout that is taken when none is named."""
    return find_layout("classic")


@pytest.fixture(scope="session")
def booklet(sample: Dungeon) -> bytes:
    """The sample's booklet."""
    return typeset.booklet(sample, PrintOptions(), Shop(1))[0].data


@pytest.fixture(scope="session")
def onepage(sample: Dungeon) -> bytes:
    """The sample's one-page dungeon."""
    return typeset.onepage(sample, PrintOptions(), Shop(1))[0].data


@pytest.fixture(scope="session")
def small(sample: Dungeon) -> Dungeon:
    """The sample's first level alone, cut to its first five areas: quick to set."""
    return shrunk(sample, 5)


@pytest.fixture(scope="session")
def tiny(sample: Dungeon) -> Dungeon:
    """Two areas: as quick to set as can be."""
    return shrunk(sample, 2)


@pytest.fixture(scope="session")
def small_booklet(small: Dungeon) -> bytes:
    """The booklet of a few areas."""
    return typeset.booklet(small, PrintOptions(), Shop(1))[0].data
