"""The site as a folder of files: its links hold, its words are inert, and the players' part knows no secret."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from io import BytesIO
from posixpath import dirname, join, normpath
from zlib import compress

import pytest
from fontTools.ttLib import TTFont
from msgspec.structs import replace
from sample import sample_dungeon

from zinegen.draw.pdfops import Form
from zinegen.dungeon.model import SURFACE, Dungeon
from zinegen.dungeon.visible import without_secrets
from zinegen.dungeon.ways import exits
from zinegen.publish.head import licence_url
from zinegen.publish.png import form_pdf, png_size
from zinegen.publish.site import site
from zinegen.work import Made, PrintOptions, Shop

COVER = form_pdf(Form((0, 0, 298, 420), compress(b"20 20 258 380 re 9 w S"), 298, 420))
BOOKLET = Made("booklet.pdf", COVER + b"%" + b"0" * 1_234_000, 28)
LICENCE = "https://creativecommons.org/licenses/by-sa/4.0/"
NASTY = "<script>alert(1)</script> {{ 7*7 }} & \u202egnorw\u202c 🗝 </title>"


def made(dungeon: Dungeon, **options: str) -> dict[str, bytes]:
    files = site(dungeon, PrintOptions(**options), Shop(1), lambda: [BOOKLET])  # type: ignore[arg-type]
    assert len({file.name for file in files}) == len(files)
    return {file.name: file.data for file in files}


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return made(sample_dungeon())


class Page(HTMLParser):
    """What a page links to, and what can be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value or "")
            if name == "id":
                self.ids.append(value or "")


def pages(files: dict[str, bytes]) -> dict[str, Page]:
    return {name: Page(data.decode()) for name, data in files.items() if name.endswith(".html")}


def test_the_names_are_those_that_were_promised(files: dict[str, bytes]) -> None:
    names = {name.removeprefix("site/") for name in files if name.endswith(".html")}
    beside = {"factions", "treasure", "tables", "initiative", "sheets", "downloads", "search", "404"}
    levels = {"index.html", "level-1.html", "level-2.html"}
    names -= {name for name in names if re.fullmatch(r"solo/(index|\d+)\.html", name)}
    assert names == levels | {f"{page}.html" for page in beside} | {f"player/{name}" for name in levels}
    assert all(name.startswith("site/") for name in files)


def test_every_link_leads_to_a_file_of_the_folder_and_to_a_place_in_it(files: dict[str, bytes]) -> None:
    every = pages(files)
    for name, page in every.items():
        home = "site/player/" if name.startswith("site/player/") else "site/"
        for link in page.links:
            if link.startswith("data:") or link == LICENCE:
                continue
            path, _, mark = link.partition("#")
            target = normpath(join(dirname(name), path)) if path else name
            assert target.startswith(home) and target in files, (name, link)
            assert not mark or mark in every[target].ids, (name, link)
        assert len(page.ids) == len(set(page.ids)), name


def test_no_address_outside_is_named(files: dict[str, bytes]) -> None:
    for name, data in files.items():
        if name.endswith((".html", ".css", ".js", ".svg")):
            text = data.decode().replace(LICENCE, "")
            if name.endswith(".js"):
                text = re.sub(r"^//.*", "", text)  # its first line says what it is
            text = re.sub(r"url\(data:[^)]*\)", "", text)
            found = set(re.findall(r"(?:https?:)?//[\w.-]+", text))
            assert found <= {"http://www.w3.org"}, name  # the name of SVG, which nobody asks for


def test_every_area_has_its_key_with_links_for_all_its_exits(files: dict[str, bytes]) -> None:
    dungeon = sample_dungeon()
    ways = exits(dungeon)
    for level in dungeon.levels:
        page = files[f"site/level-{level.number}.html"].decode()
        articles = dict(re.findall(r'<article class="key" id="(\d+)"(.*?)</article>', page, re.S))
        assert sorted(map(int, articles)) == sorted(area.key for area in level.areas if area.key)
        for area in level.areas:
            if area.key is None:
                continue
            for way in ways[area.id]:
                for target in way.to[:2]:  # a key names the two nearest ways
                    if target != SURFACE:
                        number, key = target.split("-")
                        href = f"#{key}" if int(number) == level.number else f"level-{number}.html#{key}"
                        assert f'href="{href}"' in articles[str(area.key)], (area.id, target)
            assert f'href="#{area.key}" class="a{area.key}"' in page


def test_what_users_write_stays_text(files: dict[str, bytes]) -> None:
    dungeon = sample_dungeon()
    first, *rest = dungeon.levels
    areas = tuple(replace(a, text=replace(a.text, name=NASTY, first=NASTY)) if a.key == 1 else a for a in first.areas)
    nasty = replace(
        dungeon,
        title=NASTY,
        seed=NASTY,
        premise=replace(dungeon.premise, hook=NASTY, subtitle=NASTY),
        levels=(replace(first, title=NASTY, text=NASTY, areas=areas), *rest),
    )
    plain, bad = pages(files), made(nasty, licence=NASTY)
    for name, page in pages(bad).items():
        assert page.tags == plain[name].tags or page.tags.count("script") == plain[name].tags.count("script"), name
        text = bad[name].decode()
        assert "<script>" not in text and "alert(1)" in text and "{{ 7*7 }}" in text and "🗝" in text, name


def test_the_players_part_is_the_same_when_there_is_no_secret_to_keep(files: dict[str, bytes]) -> None:
    public = made(without_secrets(sample_dungeon()))
    assert part(files) == part(public)


def part(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name: data for name, data in files.items() if name.startswith("site/player/")}


def test_the_players_part_says_nothing_that_is_written_for_the_game_master(files: dict[str, bytes]) -> None:
    dungeon = sample_dungeon()
    secret = {dungeon.seed, dungeon.premise.hook, *(level.title for level in dungeon.levels)}
    secret |= {rumour.text for rumour in dungeon.rumours} | {item.name for item in dungeon.key_items}
    for area in (area for level in dungeon.levels for area in level.areas):
        secret |= {area.text.name, area.text.first, *(thing.what for thing in area.treasure)}
        secret |= {group.name for group in area.inhabitants} | {hazard.name for hazard in area.hazards}
    words = b"\n".join(data for name, data in part(files).items() if name.endswith((".html", ".svg"))).decode()
    assert [text for text in sorted(secret) if text and text in words] == []


def test_downloads_are_offered_with_pages_and_size_and_lie_in_the_folder(files: dict[str, bytes]) -> None:
    page = files["site/downloads.html"].decode()
    row = re.search(r'<a href="files/booklet.pdf">.*?</tr>', page, re.S)
    assert row and "28 pages" in row[0] and "1.2 MB" in row[0]
    assert files["site/files/booklet.pdf"] == BOOKLET.data
    assert "files/onepage.pdf" not in page


def test_it_says_how_to_make_the_dungeon_again(files: dict[str, bytes]) -> None:
    assert "<code>zinegen build --seed SAMPLE-1349</code>" in files["site/index.html"].decode()
    dungeon = sample_dungeon()
    own = made(replace(dungeon, recipe={**dungeon.recipe, "title": "Mine & <b>"}))["site/index.html"].decode()
    assert "<code>zinegen build recipe.toml</code>" in own
    assert "title = &#34;Mine &amp; &lt;b&gt;&#34;" in own


def test_a_title_of_nothing_that_can_be_seen_is_replaced() -> None:
    assert b"<h1><bdi>A dungeon</bdi></h1>" in made(replace(sample_dungeon(), title=" \u202e "))["site/index.html"]


def test_two_workers_give_the_same_bytes_as_one(files: dict[str, bytes]) -> None:
    with Shop(2, warm=["zinegen.draw.map"]) as shop:
        again = site(sample_dungeon(), PrintOptions(), shop, [BOOKLET])
    assert {file.name: file.data for file in again} == files


def asked(files: dict[str, bytes], name: str) -> dict[str, int]:
    """What a browser fetches for a page at first, with sizes: no picture that waits, of each font the first part."""
    page = files[f"site/{name}"].decode()
    names = re.findall(r'(?:rel="stylesheet" href|script src)="(assets/[^"]+)"', page)
    names += [f"assets/{font}.woff2" for font in ("Literata-Regular", "Literata-Bold", "Privateer-Regular")]
    return {name: len(files[f"site/{name}"]) for name in [name, *names]}


def test_a_level_with_its_map_is_light(files: dict[str, bytes]) -> None:
    sizes = asked(files, "level-1.html")
    assert len(sizes) == 8
    assert sum(sizes.values()) <= 200_000
    assert 'loading="lazy"' in files["site/level-1.html"].decode()


def test_no_page_has_more_than_thirty_kilobytes_of_script(files: dict[str, bytes]) -> None:
    for name in (name.removeprefix("site/") for name in files if name.endswith(".html")):
        scripts = re.findall(r'<script src="([^"]+)"', files[f"site/{name}"].decode())
        found = [normpath(join(dirname(f"site/{name}"), script)) for script in scripts]
        assert sum(len(files[script]) for script in found) <= 30_000, name


def test_only_letters_that_are_rare_wait_for_the_second_part_of_a_font(files: dict[str, bytes]) -> None:
    style = files["site/assets/site.css"].decode()
    fonts = re.findall(r"url\(([\w-]+)\.woff2\)[^}]*unicode-range: ([^}]*?) ?\}", style)
    assert len(fonts) == 6
    for file, ranges in fonts:
        claimed = set()
        for part in ranges.split(","):
            first, _, last = part.strip().removeprefix("U+").partition("-")
            claimed |= set(range(int(first, 16), int(last or first, 16) + 1))
        there = set(TTFont(BytesIO(files[f"site/assets/{file}.woff2"])).getBestCmap())
        assert there - claimed <= {0xFFFD}, file  # else they would never be shown


# -------------------------------------------------------------------------------------------------- the head of pages


def head(files: dict[str, bytes], name: str) -> dict[str, str]:
    """What a page says of itself in its head."""
    text = files[f"site/{name}"].decode().partition("</head>")[0]
    said = dict(re.findall(r'<meta (?:name|property)="([\w:]+)" content="([^"]*)">', text))
    said |= dict(re.findall(r'<link rel="(canonical|license|icon)" href="([^"]*)">', text))
    return said | {"title": re.search(r"<title>(.*?)</title>", text, re.S)[1]}  # type: ignore[index]


def test_every_page_says_what_it_is(files: dict[str, bytes]) -> None:
    names = [
        name.removeprefix("site/") for name in files if name.endswith(".html") and not name.endswith("/404.html")
    ]
    titles = [head(files, name)["title"] for name in names]
    assert len(set(titles)) == len(titles)
    for name in names:
        said = head(files, name)
        assert {"description", "og:title", "og:description", "og:image", "icon", "license"} <= set(said), name
        assert "canonical" not in said  # nobody said where the site stands
        picture = normpath(join(dirname(f"site/{name}"), said["og:image"]))
        assert png_size(files[picture]) == (1200, 630)
    assert not any(name.endswith("sitemap.xml") for name in files)


def test_the_picture_of_a_link_shows_no_secret(files: dict[str, bytes]) -> None:
    for number in (1, 2):
        assert files[f"site/assets/level-{number}.png"] == files[f"site/player/assets/level-{number}.png"]


def test_a_site_that_knows_its_place_says_so() -> None:
    files = made(sample_dungeon(), base_url="https://example.org/bell/")
    said = head(files, "level-2.html")
    assert said["canonical"] == said["og:url"] == "https://example.org/bell/level-2.html"
    assert said["og:image"] == "https://example.org/bell/assets/level-2.png"
    assert head(files, "index.html")["canonical"] == "https://example.org/bell/"
    assert head(files, "player/level-1.html")["canonical"] == "https://example.org/bell/player/level-1.html"
    places = re.findall(r"<loc>(.*?)</loc>", files["site/sitemap.xml"].decode())
    pages = {name.removeprefix("site/") for name in files if name.endswith(".html") and "player/" not in name}
    pages = {name for name in pages if "solo/" not in name}  # a search engine must not read the paragraphs out
    wanted = {f"https://example.org/bell/{name}" for name in pages - {"404.html", "index.html"}}
    assert sorted(places) == sorted(wanted | {"https://example.org/bell/"})
    assert "https://example.org/bell/player/level-2.html" in files["site/player/sitemap.xml"].decode()
    assert b'href="https://example.org/bell/"' in files["site/404.html"]


@pytest.mark.parametrize(
    ("licence", "url"),
    [
        ("CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
        ("cc by-nc-nd 3.0", "https://creativecommons.org/licenses/by-nc-nd/3.0/"),
        ("CC0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        ("All rights reserved", ""),
    ],
)
def test_a_known_licence_is_linked(licence: str, url: str) -> None:
    assert licence_url(licence) == url


def test_the_index_of_the_search_holds_every_key_and_cannot_end_its_script(files: dict[str, bytes]) -> None:
    text = files["site/search-index.js"].decode()
    rows = json.loads(text.removeprefix("window.ZINE_INDEX=").rstrip(";\n"))
    keyed = [
        (level.number, key)
        for level in sample_dungeon().levels
        for key in sorted(a.key for a in level.areas if a.key)
    ]
    assert [row[0] for row in rows] == [f"level-{level}.html#{key}" for level, key in keyed]
    assert "</" not in text
