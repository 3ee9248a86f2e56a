"""The site's words: an entry of the lexicon and what fills it come in, plain text or safe HTML goes out."""

from __future__ import annotations

import re
from collections.abc import Iterable

from markupsafe import Markup, escape

from zinegen.errors import LexiconError
from zinegen.words import lexicon, word


def say(*keys: str, **slots: object) -> str:
    """A text of the site's word list with its slots filled; not escaped."""
    return word("site", *keys, **slots)


def say_html(*keys: str, **slots: object) -> Markup:
    """The same as HTML: the words are escaped, and every slot that is not markup already."""
    return Markup(str(escape(word("site", *keys)))).format(**slots)


def bdi(text: str) -> Markup:
    """A name of the user's own, kept from turning the direction of the words beside it."""
    return Markup("<bdi>{}</bdi>").format(text)


def unbroken(text: str) -> Markup:
    """A text whose area numbers, such as 2-14, stay on one line."""
    return Markup(re.sub(r"\b\d+-\d+\b", r'<span class="whole">\g<0></span>', str(escape(text))))


def isolate(text: str) -> str:
    """The same for places that hold no elements, such as a page's title: isolating marks of the text itself."""
    return say("open_isolate") + text + say("close_isolate")


def amount(n: float) -> str:
    """A number with its thousands set apart, whole or with one digit after the point."""
    whole = f"{n:,.0f}" if abs(n - round(n)) < 0.05 else f"{n:,.1f}"
    return whole.replace(",", say("count", "thousands"))


def count(n: int, what: str) -> str:
    """A number of things: count(1, "area") -> "1 area"; one form for one, another for all other numbers.

    Raises: LexiconError where the word list has no such thing.
    """
    forms = lexicon("site").get("count", {}).get(what)
    if not isinstance(forms, list) or len(forms) != 2:
        raise LexiconError(f"lexicon/en/site.toml: count.{what} must be a list of two texts, for one and for more")
    return str(forms[0 if n == 1 else 1]).format(n=amount(n))


def gold(value: float) -> str:
    """A worth in gold pieces."""
    return say("count", "gold", n=amount(value))


def size(n: int) -> str:
    """A file's size as people read it; 1 kB is 1,000 bytes."""
    if n < 999_500:
        return say("count", "kilobytes", n=amount(max(1, round(n / 1000))))
    return say("count", "megabytes", n=amount(round(n / 1e6, 1)))


def joined(parts: Iterable[str]) -> str:
    """Parts that are not empty, as one enumeration."""
    return say("count", "join").join(part for part in parts if part)
