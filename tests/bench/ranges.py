"""What each carver's levels are like, measured over a thousand seeds and drawn: the plots of docs/metrics.md.

    python -m tests.bench.ranges                     measure all carvers and the two baselines (some minutes), draw
    python -m tests.bench.ranges passages tiles      measure these, draw all that were ever measured
    python -m tests.bench.ranges --draw              draw only

Writes docs/ranges/figures.json (counts and quartiles of what was measured) and an SVG for each pair of measures.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.baselines import BASELINES
from zinegen.carve import CARVERS, carve
from zinegen.dungeon.metrics import metrics
from zinegen.dungeon.model import Dungeon
from zinegen.recipe import Recipe

FOLDER = Path(__file__).parents[2] / "docs" / "ranges"
FIGURES = FOLDER / "figures.json"
SEEDS = 1000
CELLS = 24
"""Cells of a plot, each way."""

Measure = tuple[str, float, float, str]
"""Name, lowest and highest value drawn, and how its axis is called."""
MEASURES: dict[str, Measure] = {
    "linearity": ("linearity", 0.0, 1.0, "linearity: rooms on the way to win / rooms"),
    "loops": ("loops", 0.0, 0.4, "loops / rooms"),
    "leniency": ("leniency", 0.0, 1.0, "leniency: steps of that way without danger"),
    "bridges": ("bridges", 0.0, 1.0, "bridges: ways without another / ways"),
    "routes": ("routes", 1.0, 4.0, "longer route / shorter route"),
}
PLOTS = (("linearity", "loops"), ("leniency", "linearity"), ("bridges", "routes"))
TABLE = (
    "rooms",
    "loops",
    "bridges",
    "dead_ends",
    "routes",
    "linearity",
    "leniency",
    "density",
    "aspect",
    "corridors",
)


def makers() -> dict[str, Callable[[str], Dungeon]]:
    """All that can be measured, by name."""

    def maker(system: str) -> Callable[[str], Dungeon]:
        return lambda seed: carve(Recipe(seed=seed, levels=1, system=(system,)))

    return {**{name: maker(name) for name in sorted(CARVERS)}, **BASELINES}


def measure(make: Callable[[str], Dungeon]) -> dict[str, Any]:
    """What a thousand levels are like: the quartiles of each measure, and how often each cell of a plot was hit."""
    levels = [metrics(make(f"range {n}"))["levels"][0] for n in range(SEEDS)]
    quartiles = {}
    for name in TABLE:
        values = sorted(one[name] for one in levels if one[name] is not None)
        quartiles[name] = [round(values[len(values) * i // 4], 3) for i in (1, 2, 3)] if values else None
    cells = {}
    for plot in PLOTS:
        hits = Counter(spot for one in levels if (spot := _spot(one, plot)) is not None)
        cells["-".join(plot)] = [[*spot, count] for spot, count in sorted(hits.items())]
    two = sum(one["routes"] is not None for one in levels) / len(levels)
    return {"levels": len(levels), "two routes": round(two, 3), "quartiles": quartiles, "cells": cells}


def _spot(level: dict[str, Any], plot: tuple[str, str]) -> tuple[int, int] | None:
    out = []
    for name in plot:
        value = level[name]
        if value is None:
            return None
        _, low, high, _ = MEASURES[name]
        value = value / max(1, level["rooms"]) if name == "loops" else value
        out.append(min(CELLS - 1, max(0, int((value - low) / (high - low) * CELLS))))
    return out[0], out[1]


# --------------------------------------------------------------------------------------------------------- drawing

CELL, GAP, LEFT, TOP, ACROSS = 7, 34, 46, 26, 3
SHADES = ((1, "#d9d2c0"), (4, "#b9a98a"), (10, "#8f7654"), (25, "#5d4530"), (60, "#2a1c12"))
"""A cell hit so often has that shade."""


def draw(found: dict[str, Any], plot: tuple[str, str]) -> str:
    """One plot for each of what was measured, side by side, as SVG."""
    side = CELL * CELLS
    rows = -(-len(found) // ACROSS)
    wide, tall = LEFT + ACROSS * (side + GAP), rows * (side + TOP + 44) + 30
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {tall}" width="{wide}" height="{tall}">',
        '<g font-family="Georgia, serif" font-size="11" fill="#2a1c12">',
        f'<rect width="{wide}" height="{tall}" fill="#fbf8f1"/>',
    ]
    for n, (name, one) in enumerate(found.items()):
        x, y = LEFT + n % ACROSS * (side + GAP), TOP + n // ACROSS * (side + TOP + 44)
        out.append(f'<text x="{x}" y="{y - 8}" font-size="13" font-weight="bold">{name}</text>')
        out.append(f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="#fff" stroke="#8f7654"/>')
        out += _cells(one["cells"]["-".join(plot)], x, y, side)
        out += _ticks(plot, x, y, side, first=n % ACROSS == 0)
    out.append(f'<text x="{LEFT}" y="{tall - 22}">across: {MEASURES[plot[0]][3]}</text>')
    out.append(f'<text x="{LEFT}" y="{tall - 8}">upward: {MEASURES[plot[1]][3]}</text>')
    return "\n".join([*out, "</g></svg>\n"])


def _cells(hits: list[list[int]], x: int, y: int, side: int) -> list[str]:
    """A path for each shade."""
    paths: dict[str, list[str]] = {}
    for i, j, count in hits:
        shade = next(colour for least, colour in reversed(SHADES) if count >= least)
        paths.setdefault(shade, []).append(f"M{x + i * CELL} {y + side - (j + 1) * CELL}h{CELL}v{CELL}h-{CELL}z")
    return [f'<path fill="{shade}" d="{"".join(parts)}"/>' for shade, parts in sorted(paths.items())]


def _ticks(plot: tuple[str, str], x: int, y: int, side: int, *, first: bool) -> list[str]:
    out = []
    for part in (0.0, 0.5, 1.0):
        (_, low, high, _), (_, bottom, top, _) = (MEASURES[name] for name in plot)
        across, up = low + part * (high - low), bottom + part * (top - bottom)
        out.append(f'<text x="{x + part * side:g}" y="{y + side + 14}" text-anchor="middle">{across:g}</text>')
        if first:
            out.append(f'<text x="{x - 5}" y="{y + side - part * side + 4:g}" text-anchor="end">{up:g}</text>')
    return out


def rows(found: dict[str, Any]) -> list[str]:
    """The medians as rows of a Markdown table."""
    head = ["", *(name.replace("_", " ") for name in TABLE), "two routes"]
    out = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for name, one in found.items():
        cells = ["-" if one["quartiles"][key] is None else f"{one['quartiles'][key][1]:g}" for key in TABLE]
        out.append(f"| {name} | " + " | ".join(cells) + f" | {one['two routes']:.0%} |")
    return out


def main() -> None:
    """Measure what is asked for, and draw."""
    known = makers()
    parser = argparse.ArgumentParser(prog="python -m tests.bench.ranges")
    parser.add_argument("name", nargs="*", choices=[[], *known], help="what to measure; else all")
    parser.add_argument("--draw", action="store_true", help="measure nothing")
    asked = parser.parse_args()
    found = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    for name in () if asked.draw else asked.name or known:
        found[name] = measure(known[name])
        print(f"{name}: {SEEDS} levels", flush=True)
    found = {name: found[name] for name in known if name in found}
    FOLDER.mkdir(exist_ok=True)
    FIGURES.write_text(json.dumps(found, separators=(",", ":")) + "\n", "utf-8")
    for plot in PLOTS:
        (FOLDER / f"{'-'.join(plot)}.svg").write_text(draw(found, plot), "utf-8")
    print("\n".join(rows(found)))


if __name__ == "__main__":
    main()
