"""Where the layouts and fonts lie: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


def share(name: str) -> Path:
    """The folder `layouts` or `fonts`, as shipped."""
    inside = PACKAGE / "_share" / name
    return inside if inside.is_dir() else PACKAGE.parent / name
