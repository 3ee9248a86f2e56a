"""From one command to a folder: what it leaves, that it leaves the same again, and that strange words stay words."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pikepdf
import pypdfium2
import pytest
from command import SMALL, answer, refusal, zinegen
from sample import sample_dungeon

from zinegen import generate, load_recipe, print_dungeon
from zinegen.build import PRODUCTS
from zinegen.dungeon.store import decode, encode, load_dungeon
from zinegen.files import MANIFEST
from zinegen.recipe import SIZES

# ------------------------------------------------------------------------------------------------ what it leaves


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A small dungeon of two levels, every product of it, as --json tells of it."""
    out = tmp_path_factory.mktemp("out")
    return answer(
        "build", "--seed", "Hollow Hill", "--levels", "2", "--size", "small", "--products", "all", "--out", out
    )


def test_a_build_leaves_what_is_promised(built: Any) -> None:
    dungeon = Path(built["dungeon"])
    folder = dungeon.parent
    assert folder.name.startswith("cyclic-hollow-hill-")
    told = {Path(file["path"]).relative_to(folder).as_posix(): file for file in built["files"]}
    on_disk = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert on_disk == set(told) | {MANIFEST}
    maps = {f"maps/level-{n}{who}.svg" for n in (1, 2) for who in ("", "-player")} | {"maps/elevation.svg"}
    site = {"site/index.html", "site/level-1.html", "site/level-2.html"}
    assert {"dungeon.json", "booklet.pdf", "onepage.pdf"} | maps | site <= set(told)
    assert all(file["bytes"] == (folder / name).stat().st_size for name, file in told.items())
    assert told["booklet.pdf"]["pages"] % 4 == 0
    assert told["onepage.pdf"]["pages"] == len(pypdfium2.PdfDocument(folder / "onepage.pdf"))
    assert {"carve", "stock", "booklet", "site", "write"} <= set(built["seconds"])
    for product in PRODUCTS.values():
        assert any(name.startswith(product.files) for name in told)


def test_what_is_built_is_a_dungeon_and_fair(built: Any) -> None:
    dungeon = load_dungeon(Path(built["dungeon"]))
    assert dungeon.seed == "Hollow Hill" and len(dungeon.levels) == 2
    low, high = SIZES["small"]
    assert all(low <= sum(a.key is not None for a in level.areas) <= high for level in dungeon.levels)
    assert dungeon.recipe["levels"] == 2 and dungeon.recipe["paper"] == "a4"
    assert answer("check", built["dungeon"])["fair"] is True


def test_the_public_interface_makes_the_same_dungeon(built: Any, tmp_path: Path) -> None:
    recipe = load_recipe(seed="Hollow Hill", levels=2, size="small", products="all")
    dungeon = generate(recipe)
    assert encode(dungeon) == Path(built["dungeon"]).read_bytes()
    done = print_dungeon(built["dungeon"], tmp_path, products="maps", level=2)
    assert [made.name for made in done.files] == ["dungeon.json", "maps/level-2.svg", "maps/level-2-player.svg"]


def test_printing_the_file_gives_the_same_bytes(built: Any, tmp_path: Path) -> None:
    answer("print", built["dungeon"], "--out", tmp_path)
    assert digests(tmp_path) == digests(Path(built["dungeon"]).parent)


def test_what_is_renamed_by_hand_is_printed_and_kept(tmp_path: Path) -> None:
    order = ("build", *SMALL, "--seed", "s", "--products", "maps,site", "--out", tmp_path)
    first = answer(*order)
    file = Path(first["dungeon"])
    data = json.loads(file.read_text())
    data["title"], data["licence"] = "The House of My Own", "all rights to the mice"
    file.write_text(json.dumps(data))
    assert "zinegen print" in refusal(zinegen(*order), 2)
    answer("print", file)
    page = (file.parent / "site" / "index.html").read_text()
    assert "The House of My Own" in page and "all rights to the mice" in page
    assert json.loads(file.read_text())["title"] == "The House of My Own"
    assert "--force" in refusal(zinegen(*order), 2), "printing does not make it ours"
    answer(*order, "--force")
    assert digests(file.parent) == digests(Path(answer(*order)["dungeon"]).parent)
    assert json.loads(file.read_text())["title"] != "The House of My Own"


def test_a_dungeon_may_come_through_a_pipe(built: Any, tmp_path: Path) -> None:
    data = Path(built["dungeon"]).read_bytes()
    command = [sys.executable, "-m", "zinegen", "print", "/dev/stdin", "--products", "maps", "--out", str(tmp_path)]
    subprocess.run(command, input=data, check=True, capture_output=True)
    assert (tmp_path / "dungeon.json").read_bytes() == data


def test_fewer_products_the_next_time(tmp_path: Path) -> None:
    order = ("build", *SMALL, "--seed", "s", "--out", tmp_path)
    folder = Path(answer(*order, "--products", "maps,site")["dungeon"]).parent
    (folder / "notes.txt").write_text("mine")
    again = answer(*order, "--products", "json")
    assert Path(again["dungeon"]).parent == folder
    assert sorted(path.name for path in folder.iterdir()) == [MANIFEST, "dungeon.json", "notes.txt"]


def test_a_drawn_seed_is_printed_and_makes_it_again(tmp_path: Path) -> None:
    first = zinegen("build", *SMALL, "--products", "json", "--out", tmp_path).stdout.splitlines()
    seed = first[0].removeprefix("seed: ")
    second = zinegen("build", *SMALL, "--products", "json", "--out", tmp_path, "--seed", seed).stdout.splitlines()
    assert first == second


# ------------------------------------------------------------------------------------------------ the same again


def digests(folder: Path) -> dict[str, str]:
    """Name -> digest of every file below a folder but our own list."""
    files = [path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST]
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(files)
    }


def same_twice(size: str, levels: int, seed: str, tmp_path: Path) -> None:
    """Build twice: in processes with different hash seeds, on one core and on two."""
    made = []
    for hash_seed, cores in (("1", "1"), ("4242", "2")):
        out = tmp_path / f"{size}-{cores}"
        order = ("build", "--seed", seed, "--size", size, "--levels", levels, "--out", out)
        built = answer(*order, PYTHONHASHSEED=hash_seed, ZINEGEN_CORES=cores)
        made.append(digests(Path(built["dungeon"]).parent))
    assert made[0] == made[1]
    assert len(made[0]) > 10


@pytest.mark.parametrize(("size", "levels"), [("small", 1), ("medium", 2), ("large", 1)])
def test_same_recipe_same_bytes(size: str, levels: int, tmp_path: Path) -> None:
    same_twice(size, levels, "the same again", tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("seed", ["moth", "bell", "Żółw", "7", "a longer seed, with a comma"])
@pytest.mark.parametrize("size", SIZES)
def test_same_recipe_same_bytes_at_many_seeds(size: str, seed: str, tmp_path: Path) -> None:
    same_twice(size, 3, seed, tmp_path)


# --------------------------------------------------------------------------------------------- strange words

STRANGE = '<script>alert(1)</script> {{ 7*7 }} & "quoted" \\ %s {0} ]]> --> é'


class Tags(HTMLParser):
    """Collects tags and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.handlers: list[str] = []
        self._in_script = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_script = tag == "script"
        self.handlers += [name for name, _ in attrs if name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)


@pytest.mark.parametrize(
    ("title", "seed"),
    [
        (STRANGE, "../../up/ and \\ over"),
        ("🐉 \u202eevers\u202c \u05d0\u05d1", "🐉/\u202e{{ seed }}<b>"),
        ("{% raw %}$(id)`id`", "-rf"),
    ],
    ids=["markup", "letters", "templates"],
)
def test_strange_words_are_words_in_every_product(title: str, seed: str, tmp_path: Path) -> None:
    recipe = tmp_path / "r.toml"
    words = [json.dumps(word, ensure_ascii=False) for word in (title, seed)]
    recipe.write_text("title = {}\nseed = {}\nlevels = 1\nsize = 'small'\n".format(*words), "utf-8")
    built = answer("build", recipe, "--out", tmp_path / "out", "--products", "all")
    folder = Path(built["dungeon"]).parent
    assert folder.parent == tmp_path / "out" and [p.name for p in tmp_path.iterdir() if p.is_dir()] == ["out"]
    dungeon = decode((folder / "dungeon.json").read_bytes())
    assert (dungeon.title, dungeon.seed) == (title, seed)
    for page in folder.rglob("*.html"):
        text = page.read_text("utf-8")
        tags = Tags()
        tags.feed(text)
        assert not tags.handlers and not any("alert" in script for script in tags.scripts)
        assert "<script>alert" not in text and "49 &amp;" not in text
    for picture in folder.rglob("*.svg"):
        tree = ElementTree.fromstring(picture.read_bytes())
        assert not [node for node in tree.iter() if node.tag.endswith("script")]
    with pikepdf.open(folder / "booklet.pdf") as pdf:
        assert str(pdf.docinfo.get("/Title", "")).startswith(title[:8]) or not title.isascii()
    assert "{{ 7*7 }}" not in title or "7*7" in all_text(folder / "booklet.pdf")


def all_text(pdf: Path) -> str:
    """The text of a PDF."""
    return "\n".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf))


def test_one_process_may_build_after_another(tmp_path: Path) -> None:
    """Two builds into one folder at once: one wins, the other says so, and the folder is whole."""
    order = [
        sys.executable,
        "-m",
        "zinegen",
        "build",
        *SMALL,
        "--seed",
        "s",
        "--products",
        "maps",
        "--out",
        str(tmp_path),
    ]
    both = [subprocess.Popen(order, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    ends = sorted((one.communicate(), one.returncode) for one in both)
    codes = sorted(code for _, code in ends)
    assert codes in ([0, 3], [0, 0])
    if codes == [0, 3]:
        assert any("another zinegen" in errors for (_, errors), _ in ends)
    (folder,) = tmp_path.iterdir()
    assert not (folder / ".zinegen.new").exists()
    assert os.listdir(folder / "maps")  # noqa: PTH208


def test_the_sample_prints(tmp_path: Path) -> None:
    (tmp_path / "dungeon.json").write_bytes(encode(sample_dungeon()))
    said = answer("print", tmp_path / "dungeon.json", "--paper", "letter", "--ink", "low")
    names = {Path(file["path"]).relative_to(tmp_path).as_posix() for file in said["files"]}
    assert {"booklet.pdf", "onepage.pdf", "site/index.html"} <= names and "dungeon.json" not in names
