"""Templates, style sheet, script and fonts of a layout's site: data comes in, pages and assets go out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, TemplateError

from zinegen.errors import LayoutError
from zinegen.publish.say import bdi, isolate, say, say_html
from zinegen.share import share
from zinegen.typeset.layouts import Layout
from zinegen.typeset.writer import capital
from zinegen.words import lexicon
from zinegen.work import Made, PrintOptions

FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
"""Characters that no HTML may hold."""


class AnyLetter(frozenset[str]):
    """All letters there are: a browser finds a font of the reader's own for what ours lack."""

    def __contains__(self, letter: object) -> bool:
        return True


class Pressroom:
    """The folder `site` of a layout over those of its ancestors, ready to print pages with."""

    def __init__(self, layout: Layout, options: PrintOptions) -> None:
        self.layout, self.options = layout, options
        self.folders = [folder / "site" for folder in layout.folders]
        self.env = Environment(
            loader=FileSystemLoader(self.folders),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self.env.globals |= {"w": lexicon("site"), "say": say, "say_html": say_html, "bdi": bdi, "isolate": isolate}
        self.env.globals |= {"licence": options.licence, "capital": capital}

    def page(self, name: str, template: str, **data: Any) -> Made:
        """Print a page.

        Raises: LayoutError, naming the template, when it is missing or wrong.
        """
        try:
            text = self.env.get_template(template).render(**data)
        except TemplateError as fault:
            place = getattr(fault, "filename", None) or self.folders[0] / template
            line = getattr(fault, "lineno", None)
            raise LayoutError(f"{place}{f', line {line}' if line else ''}: {fault}") from None
        return Made(name, FORBIDDEN.sub("", text).encode("utf-8", "replace"))

    def assets(self) -> list[Made]:
        """The style sheet, the script and the fonts that the style sheet names.

        Raises: LayoutError when one of them is missing.
        """
        style = self._file("site.css")
        fonts = dict.fromkeys(re.findall(r"url\(([\w.-]+\.woff2)\)", style.read_text("utf-8")))
        paths = [style, self._file("site.js"), *(self._font(name, style) for name in fonts)]
        return [Made(f"assets/{path.name}", path.read_bytes()) for path in paths]

    def _file(self, name: str) -> Path:
        return next(folder / name for folder in self.folders if (folder / name).is_file())

    def _font(self, name: str, style: Path) -> Path:
        """A font beside the style sheet, or one of those shipped."""
        places = (style.parent / name, share("fonts") / "web" / name)
        for path in places:
            if path.is_file():
                return path
        raise LayoutError(f"{style}: url({name}) is neither beside it nor in fonts/web; put the font there")
