"""A mistake in a template or style sheet -> one line for its writer: file, line, what is wrong, the line itself."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from pathlib import Path
from traceback import walk_tb

import jinja2
from jinja2.exceptions import SecurityError

from zinegen.tomlfile import short

FAULTS = (
    jinja2.TemplateError, TypeError, ValueError, ArithmeticError, LookupError, AttributeError, RecursionError,
    SyntaxError,
)  # fmt: skip
"""What a template's own mistakes are raised as."""
MANUAL = "docs/layouts.md lists what a template is given"
SHEET_MARK = "/* sheet: {path} */"
"""Stands before each style sheet where they are joined, so that a line of the whole can be found again."""
_MARKED = re.compile(r"/\* sheet: (.*) \*/")
_AT = re.compile(r" at (\d+):(\d+)")
_ASIDE = re.compile(r"(?s)\{#.*?#\}")
"""A comment of a template."""
_FILLED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}")
"""What a template fills in."""


def mistake(fault: Exception, template: Path, given: Iterable[str] = ()) -> str:
    """What a fault means to the writer of a template.

    Args: template: the one that was asked for, in case the fault names none; given: the names it was given.
    """
    path, line = _place(fault, template)
    where = f"{path}: line {line}" if line else str(path)
    source = _line_of(path, line)
    told = _words(fault, list(given), source)
    return f"{where}: {told}" + (f"; it reads: {short(source)}" if source else f"; {MANUAL}")


def _place(fault: Exception, template: Path) -> tuple[Path, int]:
    """The file and line in which a fault arose: the innermost template that was being printed."""
    if isinstance(fault, jinja2.TemplateSyntaxError):
        return Path(fault.filename or template), fault.lineno
    places = [(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(fault.__traceback__)]
    folder = template.parent.parent
    inside = [place for place in places if place[0].suffix in (".html", ".css", ".xml") and place[0].is_file()]
    return inside[-1] if inside else (template if template.is_file() else folder / template.name, 0)


def _line_of(path: Path, line: int) -> str:
    """A line of a file."""
    if not line or not path.is_file():
        return ""
    lines = path.read_text("utf-8", "replace").splitlines()
    return lines[line - 1] if line <= len(lines) else ""


def _words(fault: Exception, given: list[str], source: str) -> str:
    """What is wrong, in words that need no knowledge of Python; source: the line in which it is."""
    said = " ".join(str(fault).split())
    if isinstance(fault, jinja2.TemplatesNotFound | jinja2.TemplateNotFound):
        return f"there is no template {said!r}; write one, or inherit the layout that has it"
    if isinstance(fault, SecurityError):
        name = re.search(r"'(.*?)'", said)
        return f"a template may not use {name[1] if name else 'this'}"
    if isinstance(fault, jinja2.UndefinedError):
        return _unknown(said, given, source)
    if isinstance(fault, jinja2.TemplateSyntaxError):
        return _syntax(fault.message or said)  # as text it would name the file once more
    if isinstance(fault, RecursionError | SyntaxError):
        return "this leads back to itself, or is nested too deep; take out what includes or calls itself"
    if isinstance(fault, UnicodeEncodeError):
        return f"it prints {fault.object[fault.start]!r}, which is no letter"
    return f"this cannot be worked out ({said})"


def _unknown(said: str, given: list[str], source: str) -> str:
    """A name, or a part of something, that is not there."""
    if match := re.search(r"^'?(.*?)'? has no attribute '(.*?)'", said):
        name = match[2]
        asked = re.search(rf"([\w.]+)(?:\.|\[['\"]){re.escape(name)}\b", source)
        whose = repr(asked[1]) if asked else "what is read here"
        if match[1] == "None":
            return f"{whose} is empty here and has no {name!r}; ask with '{{% if %}}' first"
        if whose == "'look'":
            return f'[look] of layout.toml has no {name!r}; write it there, such as {name} = "..."'
        return f"{whose} has nothing called {name!r}; {MANUAL}"
    if match := re.search(r"'(.*?)' is undefined", said):
        near = difflib.get_close_matches(match[1], given, n=1, cutoff=0.6)
        hint = f"did you mean {near[0]!r}?" if near else MANUAL
        return f"nothing is called {match[1]!r} here; {hint}"
    return f"{said}; {MANUAL}"


_PLAIN: list[tuple[str, str]] = [
    (r"innermost block that needs to be closed is '(\w+)'",
     "'{{% {0} %}}' is never closed; write '{{% end{0} %}}' after it"),
    (r"Encountered unknown tag '(\w+)'.*looking for the following tags: '(\w+)'",
     "'{{% {0} %}}' stands where '{{% {1} %}}' is wanted"),
    (r"Encountered unknown tag '(\w+)'", "there is no tag '{{% {0} %}}'"),
    (r"No (filter|test) named '(\w+)'", "there is no {0} called '{1}'"),
    (r"expected token 'end of print statement', got '(.*?)'", "in '{{{{ }}}}' something is missing before '{0}'"),
    (r"expected token 'end of statement block', got '(.*?)'", "in '{{% %}}' something is missing before '{0}'"),
    (r"unexpected '(.*?)'", "'{0}' stands where it does not belong"),
    (r"unexpected char '(.*?)'", "the letter '{0}' does not belong there"),
    (r"[Ee]xpected an expression", "an expression is missing"),
    (r"unexpected end of template", "the template ends too early: something is opened and never closed"),
    (r"Missing end of comment tag", "a comment is opened with '{{#' and never closed with '#}}'"),
]  # fmt: skip
"""What the template language says of a mistake, and the same in plain words."""


def _syntax(said: str) -> str:
    for pattern, words in _PLAIN:
        if match := re.search(pattern, said):
            return words.format(*match.groups())
    return said


def sheet_warning(warning: str, css: str) -> tuple[str, str]:
    """A warning of the typesetter: the style sheet and the line in it that it means, if it can be told; its words.

    Args: css: the style sheets as they were joined.
    """
    said = " ".join(_AT.sub("", warning).split()).rstrip(".")
    lines = css.splitlines()[: _row(warning, css)]
    for back, line in enumerate(reversed(lines)):
        if marked := _MARKED.fullmatch(line.strip()):
            number = _written(Path(marked[1]), lines[len(lines) - back :])
            return f"{marked[1]}: line {number}" if number else marked[1], f"{said}; it reads: {short(lines[-1])}"
    return "", said


def _row(warning: str, css: str) -> int:
    """The line of joined style sheets that a warning means: it says so, or quotes what stands in one line only."""
    if match := _AT.search(warning):
        return int(match[1])
    quoted = re.search(r"(?s)'(?::is\(.*?\))?\s*(.*?)\s*[\n']", warning)
    if quoted is None or not quoted[1]:
        return 0
    words = re.compile(rf"(?<![\w.#-]){re.escape(quoted[1])}(?![\w-])")
    rows = [row for row, line in enumerate(css.splitlines(), 1) if words.search(line)]
    return rows[0] if len(rows) == 1 else 0


def _written(path: Path, printed: list[str]) -> int:
    """The line of a sheet that the last of the lines printed from it comes from; 0 where none is like it.

    A sheet is a template: its comments are not printed, a loop prints its lines again and again.
    """
    if not printed or not path.is_file():
        return 0
    text = _ASIDE.sub(lambda found: "\n" * found[0].count("\n"), path.read_text("utf-8", "replace"))
    *before, asked = [line.strip() for line in printed]
    like = []
    for number, line in enumerate(text.splitlines(), 1):
        pieces = [re.escape(piece) for piece in _FILLED.split(line.strip())]
        if any(pieces) and re.fullmatch(".*".join(pieces), asked):
            like.append((len("".join(pieces)), number))
    closest = [number for letters, number in like if letters == max(like)[0]]
    return closest[min(before.count(asked), len(closest) - 1)] if closest else 0


def marked(path: Path, css: str) -> str:
    """A style sheet with the mark of where it comes from."""
    return f"{SHEET_MARK.format(path=path)}\n{css}"
