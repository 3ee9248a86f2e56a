"""The docs and the code hold together: what exists is written down, and what is written down exists."""

from __future__ import annotations

import re
import shlex
import subprocess
from functools import cache
from pathlib import Path

import pytest
from command import zinegen

from zinegen import __version__
from zinegen.build import PRODUCTS
from zinegen.carve import CARVERS
from zinegen.recipe_keys import LEVEL_READERS, READERS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
README = (ROOT / "README.md").read_text("utf-8")


def text(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


@cache
def help_of(*name: str) -> str:
    done = zinegen(*name, "--help")
    assert done.returncode == 0, name
    return done.stdout


def commands(of: str) -> list[str]:
    """Every command that a page shows on a line of its own, without the words that explain it."""
    return [
        re.split(r"\s{3,}", line.strip())[0] for line in of.splitlines() if re.match(r"    (zinegen|make)\b", line)
    ]


def test_every_command_has_its_section_and_every_option_its_place() -> None:
    from zinegen.cli import app

    page = text("commands.md")
    names = [command.name or command.callback.__name__ for command in app.registered_commands if command.callback]
    for name in [*names, "new recipe", "new layout", "new fight"]:
        assert f"\n## zinegen {name}\n" in page
        helped = help_of(*name.split())
        section = page.split(f"\n## zinegen {name}\n")[1].split("\n## ")[0] + page.split("\n## ")[0]
        options = set(re.findall(r"^  (--[a-z]+)", helped, re.M)) - {"--help"}
        assert {option for option in options if option not in section} == set()
    starters = {"new recipe", "new layout", "new fight", "new weekly"}
    assert set(re.findall(r"^## zinegen (.+)$", page, re.M)) == {*names, *starters}


def test_every_recipe_key_product_and_carver_is_in_the_docs() -> None:
    keys = set(re.findall(r"^\| `\[{0,2}(\w+)\]{0,2}` \|", text("recipe.md").split("## Carvers")[0], re.M))
    assert keys == set(READERS)
    level_line = next(line for line in text("recipe.md").splitlines() if line.startswith("| `[[level]]`"))
    assert all(f"`{key}`" in level_line for key in LEVEL_READERS)
    assert re.findall(r"^\| `(\w+)` \|", text("recipe.md").split("## Carvers")[1], re.M) == sorted(CARVERS)
    assert re.findall(r"^\| `(\w+)` \|", text("products.md"), re.M) == list(PRODUCTS)


@pytest.mark.parametrize("page", sorted([*DOCS.glob("*.md"), ROOT / "README.md"]), ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
        assert target.startswith("http") or (page.parent / target).exists(), f"{page.name} links to {target}"


@pytest.mark.parametrize("page", ["README.md", "docs/commands.md"])
def test_every_command_shown_exists_with_its_options(page: str) -> None:
    shown = commands((ROOT / page).read_text("utf-8"))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert len(shown) > 4
    for line in shown:
        program, *rest = shlex.split(line)
        if program == "make":
            assert re.search(rf"^{rest[0]}:", makefile, re.M), line
            continue
        name = rest[:2] if rest[:1] == ["new"] else rest[:1]
        options = [word for word in rest if word.startswith("--")]
        assert all(option in help_of(*name) for option in options), line


def test_the_readme_says_what_it_must_on_its_first_screen() -> None:
    first = "\n".join(README.splitlines()[:40])
    assert re.search(r"!\[[^\]]{20,}\]\(docs/first-page\.png\)", first), (
        "a picture, with words for those who cannot see it"
    )
    assert "    make zine" in first and "    make test" in first
    picture = (DOCS / "first-page.png").read_bytes()
    assert picture.startswith(b"\x89PNG") and 50_000 < len(picture) < 1_500_000


def test_the_readme_names_every_folder() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    tops = {name.split("/")[0] + "/" for name in tracked if "/" in name}
    wings = {"/".join(name.split("/")[:2]) + "/" for name in tracked if re.match(r"zinegen/[a-z]+/", name)}
    assert {folder for folder in tops | wings if f"`{folder}`" not in README} == set()


def test_the_changelog_tells_of_this_version() -> None:
    assert f"\n## {__version__}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_make_help_names_every_target() -> None:
    said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for target in ("zine", "test", "check", "bench", "soak", "golden", "clean", "help"):
        assert re.search(rf"^make {target}\b", said, re.M)


def test_the_setup_is_quick_when_nothing_is_missing() -> None:
    """Run from make, everything is there; elsewhere the script would begin to install, so it is only read."""
    done = subprocess.run(["sh", "-n", "tools/setup.sh"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    said = subprocess.run(["sh", "tools/setup.sh", "nonsense"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert said.returncode == 3 and "say zine or test" in said.stderr
