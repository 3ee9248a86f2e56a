"""A zine that makes itself: a configuration and a day come in, an issue and its archive stand there.

config -> plan (a recipe for the week) -> build -> issue folder -> archive (pages and feed, from what is on disk)
"""

from __future__ import annotations

from zinegen.weekly.config import Zine, load_zine
from zinegen.weekly.run import Ran, weekly

__all__ = ["Ran", "Zine", "load_zine", "weekly"]
