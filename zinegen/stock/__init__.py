"""Stock: bare walls come in, a dungeon to play goes out: who is there, what is there, and how it all reads."""

from __future__ import annotations

from zinegen.stock.fill import stock

__all__ = ["stock"]
