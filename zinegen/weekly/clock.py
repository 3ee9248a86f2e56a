"""The one clock in zinegen: today, for who says no date."""

from __future__ import annotations

import datetime


def today() -> datetime.date:
    """Today's date in UTC."""
    return datetime.datetime.now(datetime.UTC).date()
