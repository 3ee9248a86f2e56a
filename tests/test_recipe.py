"""A recipe: what may stand in it, what wins, and the folder's name that comes of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zinegen.build import PRODUCTS
from zinegen.carve import CARVERS
from zinegen.errors import RecipeError
from zinegen.recipe import STARTER, LevelAsk, Recipe, load_recipe, recipe_hash, slug
from zinegen.recipe_keys import READERS


@pytest.fixture
def write(tmp_path: Path) -> Any:
    """Writes a recipe file and reads it."""

    def write_and_load(text: str, **options: Any) -> Recipe:
        file = tmp_path / "r.toml"
        file.write_text(text, encoding="utf-8")
        return load_recipe(file, **options)

    return write_and_load


def test_defaults_stand_where_nothing_is_said() -> None:
    recipe = load_recipe(seed="moth")
    assert recipe == Recipe(seed="moth", products=tuple(name for name, one in PRODUCTS.items() if one.default))
    assert (recipe.levels, recipe.size, recipe.paper, recipe.ink, recipe.keys) == (3, "medium", "a4", "full", "terse")


def test_the_file_wins_over_the_defaults_and_the_command_line_over_the_file(write: Any) -> None:
    recipe = write('seed = "a"\nlevels = 2\nsize = "large"\npaper = "letter"', seed="b", levels="4")
    assert (recipe.seed, recipe.levels, recipe.size, recipe.paper) == ("b", 4, "large", "letter")


def test_every_key_can_be_said(write: Any) -> None:
    recipe = write(
        'title = "The Bell"\nseed = "s"\nsystem = ["labyrinth"]\nlevels = 2\nsize = "small"\nlayout = "classic"\n'
        'paper = "letter"\nink = "low"\nproducts = ["site", "maps"]\nkeys = "terse"\ndialect = "old-school"\n'
        'party_level = 14\ndate = 2026-02-28\nlicence = "CC0"\n'
        'base_url = "https://example.org/d"\n[[level]]\n[[level]]\ntitle = "Wet"\nsize = "large"\n'
    )
    assert recipe.title == "The Bell" and recipe.party_level == 14 and recipe.licence == "CC0"
    assert recipe.products == ("maps", "site"), "in the order in which they are listed"
    assert recipe.date == "2026-02-28" and recipe.base_url == "https://example.org/d/"
    assert recipe.level == (LevelAsk(), LevelAsk(title="Wet", size="large"))
    assert [recipe.size_of(number) for number in (1, 2)] == ["small", "large"]
    assert set(READERS) == set(Recipe.__struct_fields__)


def test_a_drawn_seed_is_new_each_time_and_easy_to_type() -> None:
    seeds = {load_recipe().seed for _ in range(20)}
    assert len(seeds) == 20
    assert all(re.fullmatch(r"[a-z]{6}-[a-z]{6}", seed) for seed in seeds)


def test_lists_may_be_one_text_with_commas() -> None:
    recipe = load_recipe(seed="s", system="labyrinth, labyrinth", products="site,booklet,site")
    assert recipe.system == ("labyrinth", "labyrinth")
    assert recipe.products == ("booklet", "site")
    assert load_recipe(seed="s", products="all").products == tuple(PRODUCTS)


def test_mixed_takes_a_system_for_each_level_and_the_same_ones_for_the_same_seed() -> None:
    one, two = load_recipe(seed="s", system="mixed", levels=5), load_recipe(seed="s", system="mixed", levels=5)
    assert one == two
    assert len(one.system) == 5 and set(one.system) <= set(CARVERS)


def test_the_starter_recipe_is_the_defaults(write: Any) -> None:
    assert write(STARTER, seed="s") == load_recipe(seed="s")
    uncommented = re.sub(r"^# (?=\w+ = |\[\[)", "", STARTER, flags=re.M).replace('theme = "..."', "")
    recipe = write(uncommented)
    assert recipe.level[0].size == "small" and recipe.date == "2026-01-31"
    for key in READERS:
        assert re.search(rf"^(# )?(\[\[)?{key}\b", STARTER, re.M), f"the starter recipe does not show {key}"


WRONG = [
    ('levls = 3', "r.toml: levls", "did you mean levels?"),
    ('colour = "red"', "r.toml: colour", "there is: title, seed"),
    ("levels = 0", "r.toml: levels", "1 to 20"),
    ("levels = -1", "r.toml: levels", "1 to 20"),
    ("levels = 21", "r.toml: levels", "1 to 20"),
    ('levels = 11\nsystem = "labyrinth"', "r.toml: levels", "1 to 10; or take a system that goes deeper (cyclic"),
    ('levels = 11\nsystem = ["cyclic", "labyrinth"]', "r.toml: levels", "11 will not do with mixed systems"),
    ('levels = 11\nsystem = "mixed"', "r.toml: levels", "1 to 10"),
    ('levels = "3"', "r.toml: levels", "a whole number"),
    ("levels = 2.0", "r.toml: levels", "a whole number"),
    ("levels = true", "r.toml: levels", "a whole number"),
    ("levels = 1" + "0" * 5000, "r.toml is no TOML", "digits"),
    ("size = 3", "r.toml: size", "small, medium, large"),
    ('size = "huge"', "r.toml: size", "small, medium, large"),
    ('size = "lagre"', "r.toml: size", "did you mean large?"),
    ('system = "maze"', "r.toml: system", "labyrinth"),
    ('system = "labyrint"', "r.toml: system", "did you mean labyrinth?"),
    ("system = []", "r.toml: system", "names no system"),
    ("system = [1]", "r.toml: system", "no list of names"),
    ('system = ["labyrinth", "mixed"]', "r.toml: system", "does not exist"),
    ('layout = "clasic"', "r.toml: layout", "did you mean classic?"),
    ('layout = "base"', "r.toml: layout", "there is no layout"),
    ('layout = "./nowhere"', "r.toml: layout", "there is no layout"),
    ('layout = "."', "r.toml: layout", "no layout.toml"),
    ('paper = "a5"', "r.toml: paper", "a4, letter"),
    ('ink = "blue"', "r.toml: ink", "full, low, lines"),
    ('products = ["posters"]', "r.toml: products", "booklet"),
    ("products = []", "r.toml: products", "names no product"),
    ("products = {}", "r.toml: products", "no list of names"),
    ('keys = "long"', "r.toml: keys", "terse"),
    ('dialect = "new"', "r.toml: dialect", "old-school"),
    ("party_level = 15", "r.toml: party_level", "1 to 14"),
    ('theme = "nonsense"', "r.toml: theme", "there is: "),
    ('date = "2026-02-30"', "r.toml: date", "YYYY-MM-DD"),
    ('date = "20260201"', "r.toml: date", "YYYY-MM-DD"),
    ("date = 2026-01-01T10:00:00", "r.toml: date", "YYYY-MM-DD"),
    ('seed = ""', "r.toml: seed", "1 to 200 characters"),
    ("seed = 7", "r.toml: seed", 'seed = "7"'),
    (f'seed = "{"x" * 10_000}"', "r.toml: seed", "10,000 characters long"),
    (r'seed = "a\u0000b"', "r.toml: seed", "character 2 is U+0000"),
    (r'seed = "a\u0085"', "r.toml: seed", "U+0085"),
    (r'title = "\u001b[31m"', "r.toml: title", "U+001B"),
    (r'licence = "a\nb"', "r.toml: licence", "U+000A"),
    ('base_url = "example.org"', "r.toml: base_url", "https://"),
    ('base_url = "https://example.org/a?b"', "r.toml: base_url", "https://"),
    (r'title = "\uFFFF"', "r.toml: title", "U+FFFF"),
    ("level = 3", "r.toml: level", "[[level]]"),
    ("[level]\nsize = 'small'", "r.toml: level", "[[level]]"),
    ('[[level]]\nsise = "small"', "r.toml: [[level]] 1: sise", "did you mean size?"),
    ('[[level]]\n[[level]]\nsize = "tiny"', "r.toml: [[level]] 2: size", "small"),
    ("levels = 1\n[[level]]\n[[level]]", "r.toml: level", "2 [[level]] tables for 1 levels"),
    ("levels = = 3", "r.toml is no TOML", "line 1, column 10): it reads: levels = = 3; compare"),
    ("title = Salt Stair # mine", "r.toml is no TOML", 'put text in quotes: title = "Salt Stair"'),
    ("levels = 3\nlevels = 4", "r.toml is no TOML", "zinegen new recipe"),
    ("x = " + "[" * 5000, "r.toml is no TOML", "nested too deep"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "remedy"), WRONG, ids=[case[0][:30] for case in WRONG])
def test_what_is_wrong_is_named_with_file_key_and_remedy(write: Any, text: str, where: str, remedy: str) -> None:
    with pytest.raises(RecipeError) as caught:
        write(text)
    said = str(caught.value)
    assert where in said and remedy in said
    assert "\n" not in said and said.isprintable()
    assert len(said) < 500


def test_options_are_named_as_on_the_command_line() -> None:
    for option, value, named in (
        ("levels", "x", "--levels: 'x'"),
        ("seed", "", "--seed"),
        ("seed", "\ud800", "U+D800"),
    ):
        with pytest.raises(RecipeError, match=re.escape(named)):
            load_recipe(**{option: value})


def test_a_file_that_is_not_there_or_not_text(tmp_path: Path) -> None:
    with pytest.raises(RecipeError, match="no such recipe"):
        load_recipe(tmp_path / "none.toml")
    with pytest.raises(RecipeError, match="is a folder"):
        load_recipe(tmp_path)
    (tmp_path / "b.toml").write_bytes(b"seed = '\xff'")
    with pytest.raises(RecipeError, match="is no TOML"):
        load_recipe(tmp_path / "b.toml")


def test_a_layout_folder_of_ones_own_counts_from_the_recipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "r" / "mine").mkdir(parents=True)
    (tmp_path / "r" / "mine" / "layout.toml").write_text('title = "Mine"\n')
    (tmp_path / "r" / "r.toml").write_text('layout = "./mine"')
    monkeypatch.chdir(tmp_path)
    assert load_recipe("r/r.toml").layout == "r/mine"
    assert load_recipe(layout="r/mine").layout == "r/mine"
    assert load_recipe(tmp_path / "r" / "r.toml").layout == str(tmp_path / "r" / "mine")


# ------------------------------------------------------------------------------------------------- the folder's name

SEEDS = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1, max_size=200)


@given(SEEDS)
def test_no_seed_makes_an_unsafe_name(seed: str) -> None:
    name = slug(Recipe(seed=seed))
    assert re.fullmatch(r"cyclic(-[a-z0-9]+)*-[0-9a-f]{6}", name)
    assert len(name) <= 60


@pytest.mark.parametrize(
    ("seed", "name"),
    [
        ("Hollow Hill", "cyclic-hollow-hill"),
        ("Żółw / ..\\..", "cyclic-zolw"),
        ("../../etc/passwd", "cyclic-etc-passwd"),
        ("CON", "cyclic-con"),
        ("🐉", "cyclic"),
        ("\u202eevil", "cyclic-evil"),
        (" . ", "cyclic"),
        ("x" * 200, "cyclic-" + "x" * 40),
    ],
)
def test_names_can_be_read(seed: str, name: str) -> None:
    assert slug(Recipe(seed=seed))[:-7] == name


def test_seeds_that_look_alike_get_folders_of_their_own() -> None:
    alike = ["a b", "a/b", "A b", "a  b", "a-b", "🐉a b"]
    assert len({slug(Recipe(seed=seed)) for seed in alike}) == len(alike)


def test_the_digits_tell_recipes_apart_but_not_lists_of_products() -> None:
    recipe = load_recipe(seed="s")
    assert recipe_hash(recipe) == recipe_hash(msgspec.structs.replace(recipe, products=("maps",)))
    assert recipe_hash(recipe) == recipe_hash(msgspec.structs.replace(recipe, base_url="https://example.org/"))
    changes: dict[str, Any] = {
        "levels": 4,
        "size": "small",
        "paper": "letter",
        "title": "T",
        "ink": "low",
        "date": "2026-01-01",
    }
    others = {recipe_hash(msgspec.structs.replace(recipe, **{key: value})) for key, value in changes.items()}
    assert len(others | {recipe_hash(recipe)}) == len(changes) + 1
