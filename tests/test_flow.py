"""The house's shape: work flows one way, and nothing but the dice decides by lot."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import zinegen

ROOT = Path(zinegen.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))

# Wing -> what it may not know: everything that comes after it, and across the seam everything before it.
FORBIDDEN = {
    "carve": ("stock", "draw", "typeset", "impose", "publish", "build", "cli"),
    "stock": ("draw", "typeset", "impose", "publish", "build", "cli"),
    "dungeon": ("carve", "stock", "draw", "typeset", "impose", "publish", "build", "cli"),
    "draw": ("carve", "stock", "rolltable", "typeset", "impose", "publish", "build", "cli"),
    "typeset": ("carve", "stock", "rolltable", "dice", "publish", "build", "cli"),
    "impose": ("carve", "stock", "rolltable", "dice", "publish", "build", "cli"),
    "publish": ("carve", "stock", "rolltable", "dice", "build", "cli"),
}
LIBRARIES = {
    "weasyprint": ("typeset", "doctor.py"),
    "drawsvg": ("draw",),
    "pikepdf": ("typeset", "impose"),
    "numpy": ("draw", "carve", "typeset", "impose", "publish"),
    "typer": ("cli.py",),
    "rich": ("cli.py",),
}
"""Library -> the only wings that import it."""


def imports(file: Path) -> Iterator[str]:
    """Every module that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: import by the full name"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_work_flows_one_way(file: Path) -> None:
    wing = name(file).split("/")[0]
    known = {
        module.removeprefix("zinegen.").split(".")[0] for module in imports(file) if module.startswith("zinegen.")
    }
    assert not known & set(FORBIDDEN.get(wing, ("cli",))) or wing == "__main__.py"


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_nothing_decides_by_lot_or_by_the_clock(file: Path) -> None:
    found = set(imports(file))
    tops = {module.split(".")[0] for module in found}
    assert "uuid" not in tops or name(file) == "weekly/feed.py", "an id made of a name, by no lot"
    assert "random" not in tops or name(file) == "dice.py"
    assert "secrets" not in tops or name(file) == "recipe.py", "only the seed may be drawn, and then it is printed"
    assert "time" not in tops or name(file) == "build.py", "a clock changes the bytes"
    text = file.read_text("utf-8")
    asked = {
        n.func.attr
        for n in ast.walk(ast.parse(text))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
    }
    assert not asked & {"now", "today", "utcnow"} or name(file) == "weekly/clock.py", "a clock changes the bytes"
    assert "numpy.random" not in text and "np.random" not in text
    calls = [n.func.id for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)]
    assert "hash" not in calls, "hash() differs from process to process"
    assert "print" not in calls or name(file) == "cli.py"


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_a_library_has_one_home(file: Path) -> None:
    for module in imports(file):
        homes = LIBRARIES.get(module.split(".")[0])
        assert homes is None or name(file).split("/")[0] in homes, f"{name(file)} imports {module}"


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_every_module_says_what_it_is(file: Path) -> None:
    assert ast.get_docstring(ast.parse(file.read_text("utf-8")))
