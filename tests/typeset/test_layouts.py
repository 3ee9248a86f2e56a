"""Layouts: found, checked, inherited; what is wrong is said in one line. And the fonts they choose from."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from typeset.reading import fonts_of, made, page_texts

from zinegen.dungeon.model import Dungeon
from zinegen.errors import LayoutError, RecipeError
from zinegen.proofs import ink_of
from zinegen.publish.head import Head
from zinegen.publish.pressroom import Pressroom
from zinegen.recipe import load_recipe
from zinegen.share import share
from zinegen.typeset.faces import clean, escaped, metrics, shipped_faces
from zinegen.typeset.layouts import find_layout, layout_names
from zinegen.work import PrintOptions

EXTENDS = "{% extends 'base:onepage.html' %}"
NO_TEXT = ("Zine Signs", "Scrivano Initials")
"""Families that no text is set in."""

ALPHABETS = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"  # English
    "äöüßÄÖÜ"  # German
    "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ"  # Polish
    ".,;:!?’‘“”„‚–—…·()[]-‐′″×½&%+*/ "
)


@pytest.mark.parametrize("face", [f for f in shipped_faces() if f.family not in NO_TEXT], ids=lambda f: f.path.stem)
def test_alphabets_are_complete(face: object) -> None:
    missing = set(ALPHABETS) - set(metrics(face.path).advance)  # type: ignore[attr-defined]
    assert not missing


def test_every_face_has_its_licence() -> None:
    listed = msgspec.toml.decode((share("fonts") / "fonts.toml").read_bytes())["face"]
    for face in listed:
        assert (share("fonts") / face["licence_file"]).stat().st_size > 900
        assert face["from"] and face["made"] and face["licence"]
    files = {path.relative_to(share("fonts")).as_posix() for path in share("fonts").glob("*/*.ttf")}
    assert files == {face["file"] for face in listed}


def test_one_file_a_face() -> None:
    """WeasyPrint mixes up two files of one family, weight and style."""
    names = [(face.family, face.weight, face.italic) for face in shipped_faces()]
    assert len(set(names)) == len(names)


def test_a_reserved_name_is_not_used() -> None:
    assert not any("Pirata" in face.family for face in shipped_faces())


@pytest.mark.parametrize("name", layout_names())
def test_every_layout_sets_the_sample(name: str, tiny: Dungeon) -> None:
    for product in ("booklet", "onepage"):
        data = made(product, tiny, layout=name).data
        assert "Gate Hall" in " ".join(page_texts(data))
        assert all(font.startswith("Zine-") for font in fonts_of(data))


def test_a_folder_of_the_users(tiny: Dungeon, tmp_path: Path) -> None:
    """Another size of text and a template of one's own; all the rest is inherited."""
    (tmp_path / "layout.toml").write_text(
        'title = "Mine"\ninherits = "classic"\n[style.first]\nsize = 9.5\nleading = 12\n'
    )
    (tmp_path / "booklet.css").write_text("@page bare { background: #eee }\n")
    layout = find_layout(str(tmp_path))
    assert (layout.title, layout.styles["first"].size, layout.styles["exit"].size) == ("Mine", 9.5, 8.6)
    assert layout.styles["first"].italic
    assert made("booklet", tiny, layout=str(tmp_path)).pages


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("inherits = 'nothing'", "inherits 'nothing', which is no layout"),
        (
            "[style.first]\nsiez = 3",
            r"layout\.toml: line 2: \[style\.first\] has no key 'siez'; did you mean 'size'\?; it reads: siez = 3$",
        ),
        ("style.first.siez = 3", r"line 1: \[style\.first\] has no key 'siez'"),
        ("\n[stlye.first]\nsize = 3", r"line 2: a layout has no key 'stlye'; did you mean 'style'\?"),
        (
            "[product.bookelt]\ncolumns = 1",
            r"line 1: \[product.bookelt\] lacks 'top'; did you mean \[product.booklet\]",
        ),
        (
            "[ornaments]\ncover = 'postr'",
            r"line 2: \[ornaments\] cover = 'postr' does not exist; did you mean 'poster'",
        ),
        ("[ornaments]\ncover = 3", r"line 2: cover wants another kind of value; write text in quotes"),
        ("[style.first]\nsize = '9'", r"line 2: size wants another kind of value; write a number"),
        ("[families]\nbody = 3", r"line 1: \[families\] wants another kind of value; write text in quotes"),
        (
            "[ornaments]\ncover = poster",
            r'line 2, column 9\): it reads: cover = poster; put text in quotes: cover = "poster"$',
        ),
        ("[look]\nshade = #eee", r'it reads: shade = #eee; put text in quotes: shade = "#eee"$'),
        ("[style.first]\nfamily = 'gothic'", r"\[style.first\] wants the family 'gothic'"),
        ("[families]\nbody = 'Comic'", "body = 'Comic' is no font"),
        ("bogus = 1", "line 1: a layout has no key 'bogus'; there is: title, about"),
        ("title = ", "layout.toml"),
        ("[[face]]\nfamily='A'\nweight=400\nstyle='normal'\nfile='a.ttf'", r"a\.ttf is missing"),
    ],
)
def test_what_is_wrong_is_named(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text(text)
    with pytest.raises(LayoutError, match=said) as caught:
        _ = find_layout(str(tmp_path)).faces
    assert "layout.toml" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_unknown_layout_names_those_there_are() -> None:
    with pytest.raises(LayoutError, match="'nope' is no layout: write one of base, classic"):
        find_layout("nope")


@pytest.mark.parametrize(
    ("css", "said"),
    [
        ("p.first { font-family: serif }", "a font of this machine"),
        ("p { background: url(http://127.0.0.1:9/x.png) }", "outside the layout"),
        ("p { background: url(file:///etc/passwd) }", "outside the layout"),
        ("@import url(file:///etc/passwd);", "the typesetter warns"),
        ("p { colour: red }", "the typesetter warns"),
        ("p { background: url(missing.png) }", "warns|outside|Relative"),
    ],
)
def test_nothing_is_let_in(css: str, said: str, tiny: Dungeon, tmp_path: Path) -> None:
    """No font of the system, no network, no file outside layout and fonts, no warning passed over."""
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    (tmp_path / "onepage.css").write_text(css + "\n")
    with pytest.raises(LayoutError, match=said):
        made("onepage", tiny, layout=str(tmp_path))


@pytest.mark.parametrize(
    "template",
    ["{{ nothing.there }}", "{% for %}", "{{ ''.__class__.__mro__[1].__subclasses__() }}", "{{ 1 + 'a' }}"],
)
def test_a_wrong_template_is_named(template: str, tiny: Dungeon, tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    (tmp_path / "onepage.html").write_text(template)
    with pytest.raises(LayoutError, match=r"onepage\.html") as caught:
        made("onepage", tiny, layout=str(tmp_path))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("file", "text", "said"),
    [
        (
            "onepage.html",
            "<p>\n{{ pgaes }}",
            r"onepage\.html: line 2: nothing is called 'pgaes' .*did you mean 'pages'",
        ),
        (
            "onepage.html",
            "{% for p in pages %}\n<p>\n",
            r"line \d: '{% for %}' is never closed; write '{% endfor %}'",
        ),
        (
            "onepage.html",
            "{{ title|shout }}",
            r"line 1: there is no filter called 'shout'; it reads: {{ title\|shout }}",
        ),
        ("onepage.html", "{{ title title }}", r"something is missing before 'title'"),
        ("onepage.html", "{% bock page %}", r"there is no tag '{% bock %}'"),
        ("onepage.html", "{% extends 'base:no.html' %}", r"there is no template 'base:no\.html'"),
        (
            "parts.html",
            "{% macro frame(f) %}\n\n{{ f.wide }}{% endmacro %}",
            r"parts\.html: line 3: 'f' has nothing called 'wide'; docs/",
        ),
        ("pages.css", "\n{{ look.shade }}", r"pages\.css: line 2: \[look\] of layout\.toml has no 'shade'; write it"),
        (
            "onepage.html",
            EXTENDS + "{% block furniture %}{{ page.rule.left }}{% endblock %}",
            r"'page\.rule' is empty here and has no 'left'; ask with '{% if %}' first",
        ),
        ("pages.css", "p { top: 0 }\np { colour: red }", r"^\S*pages\.css: line 2: the .* Ignored `colour: red"),
        (
            "pages.css",
            "{#\np { colour: red }\n#}\n{% for n in (1, 2) %}\n.a{{ n }} { top: 0 }\n{% endfor %}\np { colour: red }",
            r"^\S*pages\.css: line 7: .*; it reads: p { colour: red };",
        ),
        (
            "pages.css",
            "{# a\n#}\np { colour: {{ 'red' }} }",
            r"^\S*pages\.css: line 3: .*it reads: p { colour: red };",
        ),
        ("pages.css", "\np:: { top: 0 }", r"^\S*pages\.css: line 2: .* selector, 'p:: '; it reads"),
        (
            "onepage.html",
            EXTENDS + "\n{% block furnitur %}{% endblock %}",
            r"onepage\.html: line 2: what it extends has no block 'furnitur'.*mean 'furniture'.*it reads: {% block",
        ),
        (
            "onepage.html",
            EXTENDS + "{% block x %}{% endblock %}",
            r"there is: frame, furniture, head, page; it reads",
        ),
        (
            "onepage.html",
            "{% extends 'onepage.html' %}",
            r"line 1: 'onepage\.html' extends itself; .*base:onepage\.html",
        ),
    ],
)
def test_a_mistake_is_told_in_plain_words(file: str, text: str, said: str, tiny: Dungeon, tmp_path: Path) -> None:
    """File, line, what is wrong and the line itself, not a word of Python."""
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    (tmp_path / file).write_text(text)
    with pytest.raises(LayoutError, match=said) as caught:
        made("onepage", tiny, layout=str(tmp_path))
    assert "\n" not in str(caught.value) and "Error" not in str(caught.value)


@pytest.mark.parametrize(
    ("template", "said"),
    [
        ("{% extends 'master.html' %}\n{% block mian %}{% endblock %}", r"line 2: .* no block 'mian'.* mean 'main'"),
        ("{% extends 'index.html' %}", r"line 1: 'index\.html' extends itself; write all of it anew; it reads"),
    ],
)
def test_a_block_amiss_in_a_page_of_the_site(template: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    (tmp_path / "site" / "index.html").write_text(template)
    pages = Pressroom(find_layout(str(tmp_path)), PrintOptions())
    with pytest.raises(LayoutError, match=r"site.index\.html: " + said):
        pages.page("index.html", Head("Title", "What it is", "index.html"))


def test_a_new_block_within_an_old_one_is_the_writers_own(tiny: Dungeon, tmp_path: Path) -> None:
    """So is a document written anew without blocks that the templates over it fill."""
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    inner = "{% block furniture %}{% block mine %}<p>Mine alone</p>{% endblock %}{% endblock %}"
    (tmp_path / "onepage.html").write_text(EXTENDS + inner)
    document = (share("layouts") / "base" / "document.html").read_text()
    (tmp_path / "document.html").write_text(document.replace("{% block head %}", "{% block other %}"))
    assert "Mine alone" in page_texts(made("onepage", tiny, layout=str(tmp_path)).data)[0]


def test_every_shipped_layout_has_its_proof_page() -> None:
    """`tools/layouts.py` draws them."""
    folder = Path(__file__).parents[2] / "docs"
    page = (folder / "layouts.md").read_text()
    for name in set(layout_names()) - {"base"}:
        assert f"| `{name}` |" in page and f"(layouts/{name}.png)" in page
        assert (folder / "layouts" / f"{name}.png").stat().st_size > 40_000


def test_a_black_cover_has_a_twin_that_saves_ink(tiny: Dungeon) -> None:
    """The words on it can be read on either; the box test says so of the black one."""
    shares = {ink: ink_of(made("booklet", tiny, layout="zine", ink=ink).data)[0] for ink in ("full", "lines")}
    assert shares["full"] > 40 and shares["lines"] < 20


def test_one_block_of_a_template_is_overridden(tiny: Dungeon, tmp_path: Path) -> None:
    (tmp_path / "layout.toml").write_text("inherits = 'classic'")
    (tmp_path / "onepage.html").write_text(
        "{% extends 'base:onepage.html' %}{% block furniture %}{{ super() }}<p>Mine alone</p>{% endblock %}"
    )
    said = page_texts(made("onepage", tiny, layout=str(tmp_path)).data)[0]
    assert "Mine alone" in said and "Gate Hall" in said


def test_what_a_layout_does_not_make_is_refused_by_name_only() -> None:
    with pytest.raises(RecipeError, match=r"--products: the layout 'plain' makes no cards, .*take another layout"):
        load_recipe(seed="x", layout="plain", products="booklet,cards")
    everything = load_recipe(seed="x", layout="plain", products="all").products
    assert "booklet" in everything and not {"cards", "minizine"} & set(everything)
    assert "cards" in load_recipe(seed="x", layout="manuscript", products="all").products


TITLES = {
    "<script>alert(1)</script>": "<script>alert(1)</script>",
    "{{ 7 * 6 }}": "{{ 7 * 6 }}",
    "Salt & Stair": "Salt & Stair",
    "{% raw %}": "{% raw %}",
    "The Bell " * 40: "The Bell The Bell",
    "Zażółć gęślą jaźń": "Zażółć gęślą jaźń",
    "\u202egnitirw\u202c": "gnitirw",
    "🐉 Dragon": "\ufffd Dragon",
    "שלום": "\ufffd\ufffd\ufffd\ufffd",
    "x" * 200: "xxxxxxxxxxxx",
    'it\'s "it"<!--': "it’s “it”<!--",
}
"""A title, and how it is printed."""


@pytest.mark.parametrize("title", TITLES)
def test_titles_are_inert(title: str, tiny: Dungeon) -> None:
    """Whatever a title or seed holds is printed as it stands, cut to fit, or shown to be missing; nothing is run."""
    data = made("onepage", msgspec.structs.replace(tiny, title=title, seed=title)).data
    assert TITLES[title] in " ".join(" ".join(page_texts(data)).split())
    assert all(font.startswith("Zine-") for font in fonts_of(data))


@pytest.mark.parametrize(
    "title", ["<script>alert(1)</script> & {{ 7 * 6 }}", "The Bell " * 40, "y" * 200, "שלום\u202e🐉"]
)
def test_titles_are_inert_on_a_cover(title: str, tiny: Dungeon) -> None:
    data = made("booklet", msgspec.structs.replace(tiny, title=title, seed=title)).data
    shown = title[:20].replace("🐉", "\ufffd") if title.isascii() else "\ufffd\ufffd\ufffd\ufffd\ufffd"
    assert shown in " ".join(page_texts(data)[0].split()).replace("- ", "")
    assert all(font.startswith("Zine-") for font in fonts_of(data))


def test_clean_and_escaped() -> None:
    letters = find_layout("classic").letters
    assert clean("a\u202eb\u200dc\td 🐉", letters) == "abc d \ufffd"
    assert escaped("plain-Seed_1", letters) == "plain-Seed_1"
    assert escaped("it's <b>", letters) == "'it'\\''s <b>'"
    assert escaped("a\u202e'🐉", letters) == "$'a\\u202e\\'\\U0001f409'"
