"""Templates, style sheet, script and fonts of a layout's site: data comes in, pages and assets go out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from rjsmin import jsmin

from zinegen.errors import LayoutError
from zinegen.publish.head import Head, licence_url
from zinegen.publish.say import amount, bdi, isolate, say, say_html, unbroken
from zinegen.share import share
from zinegen.typeset.layouts import Layout
from zinegen.typeset.matter import font_credits
from zinegen.typeset.mistakes import FAULTS, mistake
from zinegen.typeset.overrides import watch_blocks
from zinegen.typeset.writer import capital, number
from zinegen.words import lexicon
from zinegen.work import Made, PrintOptions

FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
"""Characters that no HTML may hold."""


class AnyLetter(frozenset[str]):
    """All letters there are: a browser finds a font of the reader's own for what ours lack."""

    def __contains__(self, letter: object) -> bool:
        return True


def _data(value: Any) -> Markup:
    """A value as JSON for a script element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _trimmed(path: Path) -> bytes:
    """A file as it is published: scripts and style sheets without indents and comments, but for the first line."""
    if path.suffix not in (".js", ".css"):
        return path.read_bytes()
    first, _, rest = path.read_text("utf-8").partition("\n")  # the first says what it is
    if path.suffix == ".js":
        return f"{first}\n{jsmin(rest).strip()}\n".encode()
    return "\n".join([first, *filter(None, map(str.strip, rest.splitlines()))]).encode() + b"\n"


class Pressroom:
    """A folder of a layout's web pages over those of its ancestors, ready to print pages with."""

    def __init__(self, layout: Layout, options: PrintOptions, folder: str = "site") -> None:
        self.layout, self.options = layout, options
        self.folders = [one / folder for one in layout.folders]
        self.env = Environment(
            loader=FileSystemLoader(self.folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        watch_blocks(self.env, self.folders[0])
        self.env.globals |= {"w": lexicon("site"), "say": say, "say_html": say_html, "bdi": bdi, "isolate": isolate}
        self.env.globals |= {"unbroken": unbroken, "fonts": font_credits(layout)}
        self.env.globals |= {"licence": options.licence, "licence_url": licence_url(options.licence)}
        self.env.globals |= {"capital": capital, "amount": amount, "number": number, "data": _data}

    def page(self, template: str, head: Head, **data: Any) -> Made:
        """Print a page; its name is the one in its head.

        Raises: LayoutError, naming the template, when it is missing or wrong.
        """
        try:
            text = self.env.get_template(template).render(head=head, **data)
        except FAULTS as fault:
            place = next(
                (one / template for one in self.folders if (one / template).is_file()), self.folders[0] / template
            )
            raise LayoutError(mistake(fault, place, [*self.env.globals, *data, "head"])) from None
        return Made(head.path, FORBIDDEN.sub("", text).encode("utf-8", "replace"))

    def assets(self, style_name: str, *others: str) -> list[Made]:
        """A style sheet, the fonts that it names, and other files of the layout.

        Raises: LayoutError when one of them is missing.
        """
        style = self._files(style_name)
        fonts = {
            name: path for path in style for name in re.findall(r"url\(([\w.-]+\.woff2)\)", path.read_text("utf-8"))
        }
        made = [Made(f"assets/{name}", self._joined(name)) for name in (style_name, *others)]
        return [*made, *(Made(f"assets/{name}", self._font(name, path).read_bytes()) for name, path in fonts.items())]

    def _joined(self, name: str) -> bytes:
        """A file of the layout; a style sheet follows that of each ancestor, the oldest first."""
        if not name.endswith(".css"):
            return _trimmed(self._file(name))
        return b"".join(map(_trimmed, self._files(name)))

    def _files(self, name: str) -> list[Path]:
        """Every file of that name along the layout's ancestors, the oldest first."""
        self._file(name)
        return [folder / name for folder in reversed(self.folders) if (folder / name).is_file()]

    def _file(self, name: str) -> Path:
        for folder in self.folders:
            if (folder / name).is_file():
                return folder / name
        raise LayoutError(f"{self.folders[-1] / name}: is missing; every site needs it")

    def _font(self, name: str, style: Path) -> Path:
        """A font beside the style sheet, or one of those shipped."""
        places = (style.parent / name, share("fonts") / "web" / name)
        for path in places:
            if path.is_file():
                return path
        raise LayoutError(f"{style}: url({name}) is neither beside it nor in fonts/web; put the font there")
