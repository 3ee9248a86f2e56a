"""The command line: one sub-command a task. The only module that prints; what is dear to import waits till needed."""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from zinegen import __version__
from zinegen.errors import RecipeError, ZinegenError

if TYPE_CHECKING:
    from zinegen.build import Built

app = typer.Typer(
    name="zinegen",
    help="A print shop for dungeons: from a seed to a keyed, stapled booklet.",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Begin with: zinegen build        Then look into the folder that it names.",
)

INTERRUPTED = 130
"""The exit status after Ctrl-C."""
ENDED = (INTERRUPTED, 128 + signal.SIGTERM, 128 + getattr(signal, "SIGHUP", signal.SIGTERM))
"""The exit statuses of a run that was ended from outside."""

Quiet = Annotated[bool, typer.Option("--quiet", help="Print nothing but errors.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show where in the program an error arose.")]
Force = Annotated[bool, typer.Option("--force", help="Write over files that you edited, filled in or put there.")]
Layout = Annotated[str | None, typer.Option(metavar="NAME|DIR", help="A layout, or a folder of your own.")]
Paper = Annotated[str | None, typer.Option(metavar="a4|letter", help="The sheet in your printer.")]
BaseUrl = Annotated[str | None, typer.Option("--base-url", metavar="URL", help="Where the site will stand.")]
Ink = Annotated[str | None, typer.Option(metavar="full|low|lines", help="How much ink the maps take.")]
KeyStyle = Annotated[
    str | None, typer.Option("--keys", metavar="terse|prose", help="How rooms are written; prose can be read aloud.")
]


def product_help() -> str:
    """What --products takes."""
    from zinegen.build import PRODUCTS

    return "Comma-separated: " + "; ".join(f"{name} ({one.help})" for name, one in PRODUCTS.items()) + "; or all."


def fold_help() -> str:
    """What --fold takes."""
    from zinegen.impose.asked import FOLDS_TOLD

    return "; ".join(f"{name} ({told})" for name, told in FOLDS_TOLD.items()) + "."


Products = Annotated[str | None, typer.Option(metavar="LIST", help=product_help())]


def _its_dungeon(path: Path) -> Path:
    """The dungeon in a folder that `build` made; what is no such folder is left as it is."""
    return path / "dungeon.json" if (path / "dungeon.json").is_file() else path


DungeonFile = Annotated[
    Path,
    typer.Argument(
        metavar="DUNGEON.json", callback=_its_dungeon, help="A dungeon, as `build` wrote it, or its folder."
    ),
]


@app.command(epilog='Try: zinegen build --seed "hollow hill" --levels 2 --size small --paper letter')
def build(
    recipe: Annotated[Path | None, typer.Argument(metavar="RECIPE.toml", help="See `zinegen new recipe`.")] = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Same seed, same dungeon; else by lot.")] = None,
    system: Annotated[
        str | None, typer.Option(metavar="NAME[,NAME...]", help="How levels are carved, from the first on.")
    ] = None,
    levels: Annotated[str | None, typer.Option(metavar="N", help="1 to 10, or 20 of cyclic; else 3.")] = None,
    size: Annotated[str | None, typer.Option(metavar="small|medium|large", help="Rooms a level.")] = None,
    layout: Layout = None,
    paper: Paper = None,
    products: Products = None,
    ink: Ink = None,
    keys: KeyStyle = None,
    base_url: BaseUrl = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where the dungeon's folder goes.")] = "output",
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Make a dungeon and print it into a folder of its own.

    By default: booklet, one-page dungeon, maps, flowcharts and site, beside the dungeon itself as data.
    """
    from zinegen import build as press
    from zinegen.recipe import load_recipe

    asked = {"seed": seed, "system": system, "levels": levels, "size": size, "keys": keys}
    order = load_recipe(recipe, layout=layout, paper=paper, products=products, ink=ink, base_url=base_url, **asked)
    with _progress(quiet or json) as tell:
        built = press.build(order, _path(out), force=force, tell=tell)
    _say_built(built, quiet=quiet, json=json, seed=order.seed)


@app.command(name="print", epilog="Try: zinegen print output/NAME/dungeon.json --products booklet --ink low")
def print_(
    dungeon: DungeonFile,
    layout: Layout = None,
    paper: Paper = None,
    products: Products = None,
    ink: Ink = None,
    keys: KeyStyle = None,
    base_url: BaseUrl = None,
    level: Annotated[int | None, typer.Option(metavar="N", help="Only this level.")] = None,
    area: Annotated[
        str | None, typer.Option(metavar="ID", help="Only this key, such as 2-14, of battle maps.")
    ] = None,
    sheet: Annotated[
        str | None, typer.Option(metavar="a4|letter|a3|tabloid", help="Paper of battle maps; else --paper.")
    ] = None,
    grid: Annotated[bool, typer.Option("--grid/--no-grid", help="Whether battle maps bear a grid.")] = True,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="Where to; else beside the file.")] = None,
    force: Force = False,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Print a dungeon as it stands in its file.

    Whatever you changed there is printed as you wrote it; no die is rolled.
    """
    from zinegen.build import print_dungeon

    asked: dict[str, Any] = {"layout": layout, "paper": paper, "products": products, "ink": ink, "keys": keys}
    asked |= {"base_url": base_url, "level": level, "area": area, "sheet": sheet, "grid": grid}
    with _progress(quiet or json) as tell:
        built = print_dungeon(dungeon, None if out is None else _path(out), force=force, tell=tell, **asked)
    _say_built(built, quiet=quiet, json=json)


@app.command(
    epilog="Exit status: 0 when all is well, 1 when not. Try: zinegen check output/NAME/dungeon.json"
    "     zinegen check output/NAME/onepage.pdf"
)
def check(
    dungeon: Annotated[
        Path,
        typer.Argument(
            metavar="DUNGEON.json|PAGE.pdf|WORDS", callback=_its_dungeon, help="A dungeon, a page, a folder of words."
        ),
    ],
    metrics: Annotated[bool, typer.Option("--metrics", help="Count rooms, loops, dead ends and more.")] = False,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Prove a dungeon whole and fair, or say what is wrong.

    Of a PDF: whether one-page contests would take it. Of a folder with words of your own: what is wrong with them.
    """
    if dungeon.is_dir() and any(dungeon.glob("*.toml")):
        _check_words(dungeon, quiet, json)
    if dungeon.suffix.lower() == ".pdf":
        _check_page(dungeon, quiet, json)
    from zinegen.checking import check_file, report

    found = check_file(dungeon, metrics=metrics)
    _say(quiet, json, found.as_json, lambda: report(found))
    raise typer.Exit(0 if found.fair else 1)


@app.command(epilog="Try: zinegen reroll output/NAME/dungeon.json 2-14 --what treasure, then: zinegen print")
def reroll(
    dungeon: DungeonFile,
    areas: Annotated[list[str], typer.Argument(metavar="AREA...", help="Level and number, such as 2-14.")],
    what: Annotated[
        str, typer.Option(metavar="PART", help="contents, treasure, encounter, prose or name.")
    ] = "contents",
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Same seed, same dice; else by lot.")] = None,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Roll a part of some rooms again, in the file.

    The rest stays as it is, what you wrote yourself too; rooms with "pinned": true are refused. What speaks of the
    room elsewhere is set right.
    """
    from zinegen.dungeon.store import encode, load_dungeon
    from zinegen.files import write_whole
    from zinegen.recipe import draw_seed
    from zinegen.reroll import reroll as roll_again

    seed = seed or draw_seed()
    before = load_dungeon(dungeon)
    done = roll_again(before, areas, what, seed)
    if done.dungeon != before:
        write_whole(dungeon, encode(done.dungeon))
    _say(
        quiet,
        json,
        lambda: {"changed": done.changed, "seed": seed, "findings": done.findings, "notes": done.notes},
        lambda: [
            *([f"{what} rolled again with seed {seed}; changed: {', '.join(done.changed)}"] if done.changed else []),
            *done.notes,
            *done.findings,
        ],
    )
    raise typer.Exit(1 if done.findings else 0)


def _check_page(file: Path, quiet: bool, json: bool) -> NoReturn:
    """Look at a one-page dungeon by a contest's rules."""
    from zinegen.contest import lint, report
    from zinegen.files import read_whole

    verdict = lint(read_whole(file), str(file))
    found = {"fit": not verdict.faults, "pages": verdict.pages, "smallest_pt": verdict.smallest_pt,
             "findings": [one._asdict() for one in verdict.faults]}  # fmt: skip
    _say(quiet, json, lambda: found, lambda: report(verdict))
    raise typer.Exit(1 if verdict.faults else 0)


def _check_words(folder: Path, quiet: bool, json: bool) -> NoReturn:
    """Look through the word lists of a folder."""
    from zinegen.recipe_keys import Asked, language_name
    from zinegen.stock.faults import faults
    from zinegen.words import ROOT, speak

    speak(folder.name if folder.resolve().parent == ROOT else language_name(Asked(str(folder), "", "words")))
    found = list(faults())
    _say(quiet, json, lambda: {"fit": not found, "findings": found}, lambda: found or [f"{folder}: nothing is wrong"])
    raise typer.Exit(1 if found else 0)


@app.command(epilog="Try: zinegen explain output/NAME/dungeon.json 2-14")
def explain(
    dungeon: DungeonFile,
    area: Annotated[str, typer.Argument(metavar="AREA", help="Level and number, such as 2-14.")],
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Show the rolls behind a room.

    Which table, which faces, what became of them.
    """
    from zinegen.dungeon.store import load_dungeon
    from zinegen.explain import explain as explain_area
    from zinegen.explain import lines

    found = explain_area(load_dungeon(dungeon), area)
    _say(quiet, json, lambda: found, lambda: lines(found))


@app.command(
    epilog="Try: zinegen roll treasure --level 3     zinegen roll room_size --dice 13     zinegen roll --list"
)
def roll(
    table: Annotated[str | None, typer.Argument(metavar="TABLE", help="The id of a table; see --list.")] = None,
    list_: Annotated[bool, typer.Option("--list", help="Name every table.")] = False,
    dice: Annotated[str | None, typer.Option(metavar="FACES", help="Faces you rolled yourself, as 13,2.")] = None,
    level: Annotated[int, typer.Option(metavar="N", help="Dungeon level; treasure grows with it.")] = 1,
    guarded: Annotated[bool, typer.Option("--guarded", help="Treasure that something guards.")] = False,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="Same seed, same rolls; else by lot.")] = None,
    times: Annotated[int | None, typer.Option(metavar="N", help="Roll so many times.")] = None,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Roll on a table, with our dice or with your own."""
    from zinegen import rolltable
    from zinegen.dice import Stream
    from zinegen.recipe import draw_seed
    from zinegen.recipe_keys import Asked, plain_text

    if list_:
        rows = rolltable.listing()
        width = max(len(row[0]) for row in rows)
        named = [dict(zip(("table", "dice", "source"), row, strict=True)) for row in rows]
        _say(
            quiet, json, lambda: named, lambda: [f"{name:{width}}  {dice:8}  {source}" for name, dice, source in rows]
        )
        return
    if table is None:
        raise RecipeError("name a table, such as `zinegen roll treasure`; `zinegen roll --list` names them all")
    stream = Stream(plain_text(Asked(seed, "", "seed")) if seed is not None else draw_seed(), "roll", table)
    faces = dice.split(",") if dice is not None else []
    rolls = rolltable.roll_times(
        table, faces, stream, times=1 if times is None else times, level=level, guarded=guarded
    )
    found: list[Any] = [rolltable.to_builtin(one) for one in rolls]
    _say(
        quiet, json, lambda: found[0] if times is None else found, lambda: [rolltable.describe(one) for one in rolls]
    )


@app.command(epilog="Begin with: zinegen new fight crypt        Try: zinegen initiative crypt.toml")
def initiative(
    fight: Annotated[Path, typer.Argument(metavar="FIGHT.toml", help="See `zinegen new fight`.")],
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Show who acts when in a fight, round by round.

    With the rolls that you made, or with ours.
    """
    from zinegen.initiative import describe, load_fight, play, to_builtin

    told = load_fight(fight)
    rounds = play(told)
    _say(quiet, json, lambda: to_builtin(told, rounds), lambda: describe(told, rounds))


@app.command(
    name="impose", epilog="Try: zinegen impose booklet.pdf --fold saddle     zinegen impose map.pdf --fold poster"
)
def impose_(
    pdf: Annotated[Path, typer.Argument(metavar="IN.pdf", help="Any PDF, not only ours.")],
    fold: Annotated[str, typer.Option(metavar="NAME", help=fold_help())],
    paper: Annotated[
        str | None, typer.Option(metavar="NAME", help="a3, a4, a5, letter, tabloid...; else what suits the pages.")
    ] = None,
    flip: Annotated[
        str, typer.Option(metavar="short|long", help="The edge your printer turns the sheet on.")
    ] = "short",
    sides: Annotated[
        str, typer.Option(metavar="both|odd|even", help="Fronts or backs alone, for printers that print one side.")
    ] = "both",
    caliper: Annotated[
        str, typer.Option(metavar="MM", help="How thick a leaf is; inner pages move in by it.")
    ] = "0.1",
    signature: Annotated[int, typer.Option(metavar="N", help="Sheets a gathering at most; 0 for one gathering.")] = 0,
    grid: Annotated[str | None, typer.Option(metavar="CxR", help="Columns and rows for nup and cards: 2x2.")] = None,
    scale: Annotated[float | None, typer.Option(metavar="N", help="Of a poster: 1 is its own size.")] = None,
    overlap: Annotated[float, typer.Option(metavar="MM", help="Of a poster's tiles.")] = 12.0,
    repeat: Annotated[bool, typer.Option("--repeat", help="Fill each side with one page (nup, cards).")] = False,
    backs: Annotated[bool, typer.Option("--backs", help="Every second page is a card's back.")] = False,
    plain: Annotated[bool, typer.Option("--plain", help="No marks, guides and notes.")] = False,
    out: Annotated[str | None, typer.Option(metavar="OUT.pdf", help="Else IN-FOLD.pdf beside it.")] = None,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Lay the pages of any PDF on sheets, to print, fold and cut."""
    from zinegen.files import one_file, read_whole, write_whole
    from zinegen.impose import impose
    from zinegen.impose.asked import checked, result, told

    asked = checked(
        fold=fold, paper=paper, flip=flip, sides=sides, caliper=caliper, signature=signature, grid=grid, scale=scale,
        overlap=overlap, repeat=repeat, backs=backs, marks=not plain,
    )  # fmt: skip
    half = "" if sides == "both" else f"-{sides}"  # the backs must not take the place of the fronts
    data = read_whole(pdf)
    file = pdf.with_name(f"{pdf.stem}-{fold}{half}.pdf") if out is None else _path(out, "file")
    if one_file(file, pdf):
        raise RecipeError(f"--out {file}: is the PDF that is read; name another file")
    made = impose(data, name=str(pdf), **asked)
    write_whole(file, made.data)
    _say(quiet, json, lambda: result(made, file), lambda: told(made, file, asked))


@app.command(epilog="Try: zinegen calibrate --paper letter --out printer.pdf")
def calibrate(
    paper: Paper = None,
    out: Annotated[str, typer.Option(metavar="OUT.pdf", help="Where to.")] = "calibrate.pdf",
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Make a sheet that shows what your printer does with margins, scale and flip."""
    from zinegen.files import write_whole
    from zinegen.impose.calibrate import calibration

    file, data = _path(out, "file"), calibration(paper or "a4")
    write_whole(file, data)
    lines = [f"{file}    print both sides at 100 %; the sheet says the rest"]
    _say(quiet, json, lambda: {"path": str(file), "bytes": len(data), "pages": 2}, lambda: lines)


@app.command(epilog="Try: zinegen proof output/NAME     zinegen proof output/NAME --out proof.pdf")
def proof(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A dungeon's folder, or any with PDFs in it.")],
    out: Annotated[str | None, typer.Option(metavar="FILE", help="A .png or .pdf; else proof.png in DIR.")] = None,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Show every page of every product at a glance, small on one sheet."""
    from zinegen.files import write_whole
    from zinegen.proofs import proof_sheet

    file = folder / "proof.png" if out is None else _path(out, "file")
    made = proof_sheet(folder, file)
    write_whole(file, made.data)
    lines = [f"{file}    {made.pages} pages of {made.files} files"]
    found = {"path": str(file), "bytes": len(made.data), "pages": made.pages, "files": made.files}
    _say(quiet, json, lambda: found, lambda: lines)


@app.command(epilog="Begin with: zinegen new weekly lantern        Try: zinegen weekly lantern.toml --catch-up")
def weekly(
    config: Annotated[Path, typer.Argument(metavar="CONFIG.toml", help="See `zinegen new weekly`.")] = Path(
        "zine.toml"
    ),
    date: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="A day of the week to make; else today, in UTC.")
    ] = None,
    catch_up: Annotated[bool, typer.Option("--catch-up", help="Make every week that was missed, too.")] = False,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make the archive anew from its issues.")] = False,
    out: Annotated[str | None, typer.Option(metavar="DIR", help="The archive; else what the file says.")] = None,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Make this week's issue of a zine, and bring its archive up to date.

    Made for cron: silent when all is well and nobody looks on; the same week twice changes nothing.
    """
    from datetime import date as day

    from zinegen.recipe_keys import Asked, real_date
    from zinegen.weekly import load_zine
    from zinegen.weekly import weekly as run_weekly
    from zinegen.weekly.clock import today

    zine = load_zine(config, None if out is None else str(_path(out)))
    asked = None if date is None else day.fromisoformat(real_date(Asked(date, "", "date")))
    with _progress(quiet or json) as tell:
        ran = run_weekly(zine, today(), date=asked, catch_up=catch_up, rebuild=rebuild, tell=tell)
    _say(quiet or not (json or sys.stdout.isatty()), json, ran.as_json, ran.lines)


@app.command(epilog="Try: zinegen batch cellar.toml --count 50     The same again goes on from there.")
def batch(
    recipe: Annotated[Path, typer.Argument(metavar="RECIPE.toml", help="See `zinegen new recipe`.")],
    count: Annotated[int, typer.Option(metavar="N", help="How many dungeons.")],
    jobs: Annotated[int | None, typer.Option(metavar="J", help="Processes at work; else one a core.")] = None,
    dask: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler whose workers do it instead.")
    ] = None,
    out: Annotated[str, typer.Option(metavar="DIR", help="Where the dungeons' folders go.")] = "output",
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Make many dungeons of one recipe.

    Their seeds are the recipe's with a number behind it. What is there already is not made again.
    """
    from zinegen.batch import batch as make_batch
    from zinegen.recipe import load_recipe

    order = load_recipe(recipe)
    with _counted(quiet or json) as tell:
        done = make_batch(order, count, _path(out), jobs=jobs, dask=dask, tell=tell)

    def text() -> list[str]:
        rows = [f"{done.out / one.folder}  {one.title}" for one in done.entries if not one.error]
        return [*rows, *(f"seed {_one_line(one.seed)}: {_one_line(one.error)}" for one in done.failed)]

    _say(quiet, json, lambda: {"out": str(done.out), "made": done.made, "dungeons": list(done.entries)}, text)
    if done.failed:
        raise typer.Exit(1)


@app.command(epilog="Try: zinegen serve output/NAME     zinegen serve cellar.toml     Stop it with Ctrl-C.")
def serve(
    what: Annotated[
        Path, typer.Argument(metavar="DIR", help="A dungeon's folder, a zine's archive, or a recipe.")
    ] = Path("output"),
    port: Annotated[int, typer.Option(metavar="N", help="0 for any that is free.")] = 8000,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Show a site in your browser while you work on it.

    Change the dungeon, its layout or the recipe, and the page is printed and loaded anew. Only this machine sees it.
    """
    from zinegen.serve import serve as show

    def tell(line: str) -> None:
        if json:
            _say(False, True, lambda: {"said": line}, list)
        elif not quiet:
            print(_one_line(line), flush=True)

    show(what, port, tell)


new_app = typer.Typer(help="Write a commented starter file.", rich_markup_mode=None)
app.add_typer(new_app, name="new")


def _start(kind: str, name: Path, text: str, force: bool, quiet: bool, json: bool, *, then: str) -> None:
    """Write a starter file, and say which command takes it."""
    from zinegen.files import starter, write_new

    file = starter(name)
    write_new(file, text.replace("{file}", file.name), force=force)
    _say(quiet, json, lambda: {kind: str(file)}, lambda: [f"{file}    then: zinegen {then} {file}"])


@new_app.command("recipe", epilog="Try: zinegen new recipe cellar.toml, change it, then: zinegen build cellar.toml")
def new_recipe(
    name: Annotated[Path, typer.Argument(metavar="NAME", help="The file to write; .toml is added where missing.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Write a recipe with every key explained."""
    from zinegen.recipe import STARTER

    _start("recipe", name, STARTER, force, quiet, json, then="build")


@new_app.command("fight", epilog="Try: zinegen new fight crypt, change it, then: zinegen initiative crypt.toml")
def new_fight(
    name: Annotated[Path, typer.Argument(metavar="NAME", help="The file to write; .toml is added where missing.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file if it is there.")] = False,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Write a fight with every key explained."""
    from zinegen.initiative import STARTER

    _start("fight", name, STARTER, force, quiet, json, then="initiative")


@new_app.command(
    "weekly", epilog="Try: zinegen new weekly lantern, change lantern.toml, then: zinegen weekly lantern.toml"
)
def new_weekly(
    name: Annotated[Path, typer.Argument(metavar="NAME", help="The file to write; .toml is added where missing.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the files if they are there.")] = False,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Write a zine's configuration, a crontab line, and a timer for systemd."""
    from zinegen.files import starter, write_all_new
    from zinegen.weekly.starter import starters

    file = starter(name)
    texts = starters(file.name, file.stem, str(file.parent.resolve()))
    written = [file.with_name(target) for target in texts]
    write_all_new(dict(zip(written, texts.values(), strict=True)), force=force)
    lines = [str(target) for target in written[1:]]
    first = f"{file}    then: zinegen weekly {file}"
    _say(quiet, json, lambda: {"weekly": str(file), "files": [str(one) for one in written]}, lambda: [first, *lines])


@new_app.command("layout", epilog="Try: zinegen new layout mine, change it, then: zinegen build --layout ./mine")
def new_layout(
    name: Annotated[Path, typer.Argument(metavar="NAME", help="The folder to write.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite its files if they are there.")] = False,
    quiet: Quiet = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Write the folder of a layout of your own, with every part explained."""
    from zinegen.files import write_folder
    from zinegen.share import share
    from zinegen.typeset.layouts import STARTER

    paths = sorted((share("layouts") / STARTER).iterdir(), key=lambda path: (path.suffix != ".toml", path.name))
    texts = {path.name: path.read_text("utf-8") for path in paths}
    written = write_folder(name, texts, force=force)
    shown = name if name.is_absolute() else f"./{name}"
    first, *more = map(str, written)
    said = [f"{first}    then: zinegen build --layout {shown}", *more]
    _say(quiet, json, lambda: {"layout": str(name), "files": [first, *more]}, lambda: said)


@app.command(epilog="Exit status: 0 when all is there, 3 when something is missing.")
def doctor(quiet: Quiet = False, json: Json = False, debug: Debug = False) -> None:
    """Look this machine over, and say how to mend it."""
    from zinegen.doctor import examine

    checks = examine()
    ok = all(one.ok for one in checks)

    def text() -> list[str]:
        lines = []
        for one in checks:
            lines.append(f"{'ok     ' if one.ok else 'MISSING'} {one.name:16} {one.found}")
            lines += [f"        {'':16} {one.remedy}"] if one.remedy else []
        return [*lines, "All is there." if ok else "Something is missing: see above."]

    _say(quiet, json, lambda: {"ok": ok, "checks": [one._asdict() for one in checks]}, text)
    raise typer.Exit(0 if ok else 3)


@app.callback(invoke_without_command=True)
def _top(
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    if version:
        print(f"zinegen {__version__}")
        raise typer.Exit(0)


def _path(out: str, what: str = "folder") -> Path:
    """What --out names; a script's empty variable is not this folder. Raises RecipeError."""
    if not out:
        raise RecipeError(f"--out: is empty; name a {what}, or leave it out")
    return Path(out)


# ------------------------------------------------------------------------------------------------------ how it speaks


def _say(quiet: bool, json: bool, data: Callable[[], object], text: Callable[[], list[str]]) -> None:
    """Print a result in the form asked for."""
    if json:
        from json import dumps

        import msgspec

        print(dumps(msgspec.to_builtins(data())))  # in ASCII: right in every encoding, whatever a path is made of
    elif not quiet:
        for line in text():
            print(line)


def _say_built(built: Built, *, quiet: bool, json: bool, seed: str | None = None) -> None:
    """Print what a build left behind: a line for each file, and one for the whole site."""

    def data() -> dict[str, object]:
        from zinegen.proofs import inked

        files = []
        for one in inked(built.files):
            figures = {"pages": one.pages, "ink_pct": one.ink_pct, "ink_page_pct": one.ink_page_pct}
            known = {name: value for name, value in figures.items() if value is not None}
            files.append({"path": str(built.folder / one.name), "bytes": len(one.data), **known})
        return {"dungeon": str(built.dungeon), "files": files, "seconds": built.seconds}

    def text() -> list[str]:
        lines = [] if seed is None else [f"seed: {_one_line(seed)}"]
        page = "site/index.html"
        rows = [
            (one.name, one.pages, "page", len(one.data)) for one in built.files if not one.name.startswith("site/")
        ]
        site = [len(one.data) for one in built.files if one.name.startswith("site/")]
        rows += [(page, len(site), "file", sum(site))] if site else []
        width = max((len(str(built.folder / name)) for name, *_ in rows), default=0)
        for name, count, what, size in rows:
            many = "" if count is None else f"{count} {what}" + "s" * (count != 1)
            lines.append(f"{built.folder / name!s:{width}}  {many:>9}  {_size(size):>8}")
        return lines

    _say(quiet, json, data, text)


def _size(count: int) -> str:
    return f"{count / 1e6:.1f} MB" if count >= 1e6 else f"{max(count / 1e3, 0.1):.1f} kB"


def _one_line(text: str) -> str:
    """A text that cannot break the line it stands in, nor speak to the terminal."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode() for c in text)


@contextmanager
def _progress(silent: bool) -> Iterator[Callable[[str, bool], None]]:
    """A line on the terminal that says what is being done; nothing where nobody looks."""
    if silent or not sys.stderr.isatty():
        yield lambda step, begins: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    # No refreshing thread: the workers are forked from this process, and a thread would not come along.
    columns = (TextColumn("{task.description:40}"), BarColumn(30), TimeElapsedColumn())
    under_way: list[str] = []
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task("", total=12)

        def tell(step: str, begins: bool) -> None:
            if begins:
                under_way.append(step)
            else:
                under_way.remove(step)
                bar.advance(task)
            bar.update(task, description=", ".join(under_way))
            bar.refresh()

        yield tell


@contextmanager
def _counted(silent: bool) -> Iterator[Callable[[int, int], None]]:
    """A bar on the terminal that says how many are done; nothing where nobody looks."""
    if silent or not sys.stderr.isatty():
        yield lambda done, count: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    columns = (BarColumn(40), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), auto_refresh=False, transient=True) as bar:
        task = bar.add_task("", total=None)

        def tell(done: int, count: int) -> None:
            bar.update(task, completed=done, total=count)
            bar.refresh()

        yield tell


# ----------------------------------------------------------------------------------------------------------- the door


def run(arguments: list[str] | None = None) -> NoReturn:
    """Run the command line and end the process with its status; an error is one line on stderr."""
    given = sys.argv[1:] if arguments is None else arguments
    if given in ([], ["new"]):
        given = [*given, "--help"]
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")  # a terminal that lacks a letter is no reason to fail
    if signal.getsignal(signal.SIGINT) in (signal.SIG_DFL, signal.default_int_handler):
        signal.signal(signal.SIGINT, _interrupt)
    for ended in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):  # the latter: its terminal was closed
        if signal.getsignal(ended) is not signal.SIG_IGN:  # as `nohup` has it
            signal.signal(ended, lambda number, frame: sys.exit(128 + number))  # to clear up as after Ctrl-C
    try:
        status = _guarded(given, debug="--debug" in given)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    if status in ENDED:
        # All that is to be cleared up has been by now. Python's own end could wait for workers that are no more; and
        # where a Ctrl-C fell into code made of text, as a library's import may run, it would end by the signal.
        os._exit(status)
    sys.exit(status)


_interrupts: list[int] = []
"""The Ctrl-C that came."""


def _interrupt(number: int, frame: FrameType | None) -> None:
    """End by Ctrl-C, and remember it: a library being loaded may make an error of its own of it."""
    _interrupts.append(number)
    signal.default_int_handler(number, frame)


def _open_streams() -> None:
    """Give standard streams that were closed a place that leads nowhere: else the first files opened take theirs."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free, which is this one
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("r" if number == 0 else "w"))  # noqa: SIM115 - to the end


def _guarded(given: list[str], *, debug: bool) -> int:
    """Run a command; returns the exit status, whatever happens."""
    usage = typer.BadParameter.__mro__[2]  # typer's root of all that is wrong with a command line
    try:
        status = app(given, standalone_mode=False, prog_name="zinegen")
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except (BrokenPipeError, SystemExit) as fault:
        if isinstance(fault, SystemExit) and not isinstance(fault.__context__, BrokenPipeError):
            raise
        # The reader has had enough. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except Exception as fault:
        if _interrupts:
            return INTERRUPTED
        if debug:
            import traceback

            traceback.print_exc()
        if isinstance(fault, ZinegenError):
            return _complain(str(fault), fault.exit_code)
        if isinstance(fault, usage):
            said = _plain(fault.format_message().rstrip("."))  # type: ignore[attr-defined]
            spoken = fault.ctx.command_path if fault.ctx else "zinegen"  # type: ignore[attr-defined]
            return _complain(f"{said}; `{spoken} --help` shows what can be said", 2)
        if isinstance(fault, MemoryError):
            return _complain("out of memory; close other programs, or ask for fewer levels", 3)
        if isinstance(fault, OSError):
            return _complain(f"{fault.filename or 'this machine'}: {fault.strerror or fault}", 3)
        return _complain(f"a fault in zinegen ({type(fault).__name__}: {fault}); --debug shows where", 3)


def _plain(said: str) -> str:
    """What the library that reads the command line says of a number that is none, in plain words."""
    for kind, words in (("integer", "give a whole number"), ("number", "give a number")):
        said = re.sub(rf"(Input should be a valid|Unable to parse input string as an?) {kind}.*", words, said)
    return said


def _complain(text: str, status: int) -> int:
    line = re.sub(r"\s*\n\s*", " ", text.strip())
    line = re.sub(r"\S{300,}", lambda long: f"{long[0][:120]}...{long[0][-40:]}", line)
    print("zinegen:", _one_line(line), file=sys.stderr)
    return status
