"""Words of another language, or of the user's own: found, checked, and spoken from the first page to the last."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from zinegen.build import generate, make
from zinegen.errors import LexiconError, RecipeError
from zinegen.recipe import Recipe, load_recipe, slug
from zinegen.stock.faults import broken, ensure_words
from zinegen.stock.lexis import functions
from zinegen.words import ROOT, Words, forget, lexicon, speak, spoken, word

SMALL = {"seed": "words", "levels": 1, "size": "small", "products": ("site",)}


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    """Leave no other language behind."""
    yield
    speak()
    forget()


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The native lists, copied whole."""
    return Path(shutil.copytree(ROOT / "en", tmp_path_factory.mktemp("words") / "xx"))


@pytest.fixture
def added(tmp_path: Path) -> Path:
    """A folder that adds to the native lists."""
    folder = tmp_path / "mine"
    (folder / "finds").mkdir(parents=True)
    (folder / "lexicon.toml").write_text('extends = "en"\n', "utf-8")
    return folder


def swap(file: Path, old: str, new: str, count: int = -1) -> None:
    text = file.read_text("utf-8")
    assert old in text, f"{old!r} is not in {file}"
    file.write_text(text.replace(old, new, count), "utf-8")


def test_another_language_is_another_folder(other: Path) -> None:
    for file in ("pages.toml", "site.toml", "archive.toml"):
        swap(other / file, 'language = "en"', 'language = "de"')
    for file in (other / "rooms").glob("*.toml"):
        lines = file.read_text("utf-8").splitlines()
        at = next(n for n, line in enumerate(lines) if line.startswith("names = "))
        lines[at] = f'names = ["Stube {file.stem}"]'
        file.write_text("\n".join(lines), "utf-8")
    made = make(Recipe(language=str(other), **SMALL), workers=2)
    page = next(one.data.decode() for one in made if one.name == "site/level-1.html")
    assert '<html lang="de"' in page and page.count("Stube ") > 8
    english = make(Recipe(**SMALL), workers=2)
    page = next(one.data.decode() for one in english if one.name == "site/level-1.html")
    assert '<html lang="en"' in page and "Stube" not in page


def test_a_folder_may_add_a_file_and_replace_one(added: Path) -> None:
    (added / "finds/mine.toml").write_text(
        'entries = [{ id = "peg", what = "odd peg", look = "bent", find = "It points north." }]\n', "utf-8"
    )
    (added / "rooms").mkdir()
    shutil.copy(ROOT / "en/rooms/kitchen.toml", added / "rooms/kitchen.toml")
    swap(added / "rooms/kitchen.toml", "names = [", 'names = ["Stube", ')
    speak(str(added))
    assert functions()["kitchen"].names[0] == "Stube"
    assert list(lexicon("finds")) == sorted([*(p.stem for p in (ROOT / "en/finds").glob("*.toml")), "mine"])
    ensure_words()
    assert generate(Recipe(language=str(added), **SMALL)).recipe["language"] == str(added)


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [("pages.toml", "language = ", "langage = ", "language is missing; write it as lexicon/en has it"),
     ("rumours.toml", '["', '["{nobody} ', "nothing fills {nobody}"),
     ("doors.toml", "[names]", "[nams]", "names is missing"),
     ("themes/crypt.toml", '"skeleton", "wight"', '"skeleton", "wiht"', "there is no creature 'wiht'"),
     ("themes/crypt.toml", "hook = ", "hok = ", "hok"),
     ("rooms/kitchen.toml", "klass = ", "class = ", "klass"),
     ("container_traps/symbol.toml", "remedy = ", "cure = ", "cure"),
     ("activities/folk.toml", "any = ", "every = ", "'every' is no kind of room")],
)  # fmt: skip
def test_what_a_language_lacks_is_named_with_file_and_remedy(
    added: Path, file: str, old: str, new: str, said: str
) -> None:
    (added / file).parent.mkdir(exist_ok=True)
    shutil.copy(ROOT / "en" / file, added / file)
    swap(added / file, old, new, 1)
    with pytest.raises(LexiconError) as caught:
        generate(Recipe(language=str(added), **SMALL))
    assert str(added / file) in str(caught.value) and said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_list_that_is_gone_and_one_that_is_no_toml_are_named(other: Path, added: Path) -> None:
    (other / "legend.toml").unlink()
    speak(str(other))
    with pytest.raises(LexiconError, match=r"legend.toml: there is no such word list; take it from lexicon/en"):
        lexicon("legend")
    (added / "rumours.toml").write_text("half = [", "utf-8")
    speak(str(added))
    with pytest.raises(LexiconError, match=r"rumours.toml is no TOML: .*mend that line"):
        list(broken())


def test_a_key_and_a_slot_that_are_missing_are_named_where_they_are_asked_for() -> None:
    with pytest.raises(LexiconError, match=r"lexicon/en/pages.toml, title: 'nobody' is missing"):
        lexicon("pages")["title"]["nobody"]
    with pytest.raises(LexiconError, match=r"cannot be filled .*its slots are \{x\}"):
        word("press", "mini", next(k for k, v in lexicon("press")["mini"].items() if "{" in v), x=1)
    assert isinstance(lexicon("pages")["title"], Words)


def test_a_recipe_counts_the_folder_from_itself_and_refuses_what_is_no_language(added: Path, tmp_path: Path) -> None:
    file = tmp_path / "r.toml"
    file.write_text('seed = "x"\nlanguage = "mine"\n', "utf-8")
    (added / "finds/mine.toml").write_text("entries = []\n", "utf-8")
    assert load_recipe(file).language == str(added) == spoken()
    file.write_text('language = "klingon"\n', "utf-8")
    with pytest.raises(RecipeError, match=r"language: there is no language 'klingon'; there is: en; or name"):
        load_recipe(file)
    (tmp_path / "empty").mkdir()
    file.write_text('language = "empty"\n', "utf-8")
    with pytest.raises(RecipeError, match="has no word lists"):
        load_recipe(file)


def test_a_folder_that_extends_nothing_or_itself_is_refused(added: Path) -> None:
    for text, said in (('extends = "klingon"', "there is no such language"), ("extends = 3", "write nothing but"),
                       (f'extends = "{added}"', "extends itself")):  # fmt: skip
        (added / "lexicon.toml").write_text(text + "\n", "utf-8")
        with pytest.raises(LexiconError, match=said):
            speak(str(added))
    assert spoken() == "en" and lexicon("pages")["language"] == "en"


def test_the_folder_of_a_dungeon_in_the_native_language_is_called_as_ever() -> None:
    assert slug(Recipe(seed="x", language="mine")) != slug(Recipe(seed="x"))
