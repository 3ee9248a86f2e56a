"""The shorter ways through WeasyPrint: they are in, and the bytes are those of the long ways."""

from __future__ import annotations

import hashlib
import subprocess
import sys

import tinyhtml5.inputstream
import weasyprint
import weasyprint.css
import weasyprint.formatting_structure.boxes
import weasyprint.layout.block
import weasyprint.layout.inline
import weasyprint.layout.table
import weasyprint.text.line_break

from zinegen.share import share
from zinegen.typeset.layouts import find_layout
from zinegen.typeset.pdf import Job, typeset
from zinegen.typeset.quick import NOTES, quicken

STYLE = """
@page { size: 90mm 120mm; margin: 8mm 5% 10mm calc(2mm + 3%); @bottom-center { content: counter(page) } }
html { font: 9pt/1.3 FONTS; text-indent: calc(1em - 2px); --edge: 2pt }
.half { width: 50%; min-width: 12mm; max-width: 80%; padding: 2% 1mm; box-sizing: border-box; border: 1pt solid }
.round { border: var(--edge) solid #333; border-radius: 3mm 10% 0 0; height: 12mm; margin-inline-start: 4mm }
.placed { position: absolute; right: 0; top: 10%; text-decoration: underline }
table { border-collapse: collapse; width: 100% } td { border: .5pt solid; padding: 1mm; height: 8mm }
.float { float: left; inline-size: 30%; font-variant-caps: small-caps; letter-spacing: 1pt }
li::marker { color: #333 } q { quotes: "<" ">" } p[lang]::before { content: attr(lang) }
@page aside { margin: 12mm } .aside { page: aside; text-decoration: line-through; line-height: calc(1em + 4px) }
.grid { display: grid; grid-template-columns: 1fr 2fr; gap: 2mm; height: 14mm } .grid > * { min-height: 60% }
.flex { display: flex; width: calc(50% + 4mm); margin-top: 3% } .flex > * { flex: 1; height: 50%; max-height: 9mm }
.own { color: inherit; font-style: initial; font-size: larger; text-transform: uppercase; margin: initial }
p::first-line { font-weight: bold; letter-spacing: .5pt } p::first-letter { font-size: 2em; float: left }
"""
PAGE = "<html lang=en><title>t</title><body>{}<h2 id=end>End</h2>"
BLOCK = (
    "<div class=half>Half <b>of</b> it <a href='#end'>link</a></div><p class=round lang=de>Round &amp; <i>slant</i>"
    "<ul><li>one<li><q>two</q></ul><div class=float>beside</div><div class=placed>up there</div>"
    "<div class=grid><div>in a <u>grid</u></div><div>beside <span class=own>its own</span></div></div>"
    "<div class=flex><div>stretched</div><div>{n} and shrunk</div></div><p class=aside>Struck <b>out</b> there</p>"
    "<table><tr><th>head<td>1<tr><td colspan=2>{n} words that run over the end of a line, and some more</table>"
)
LONG_WAYS = """
import sys
from zinegen.typeset import pdf
pdf.quicken = lambda: None
pdf.without_notes = lambda *_: None
from tests.typeset.test_quick import job, told
print(told(job(sys.argv[1])))
"""
NOTE = "<span class=note>below</span>"
ITEM = "<em>item</em>"
RULES = {"": "", NOTE: ".note { float: footnote }", ITEM: "em { display: list-item; margin-left: 2em }"}
"""What is set beside -> the rules for it."""


def job(extra: str) -> Job:
    """Some pages of what styles and boxes there are."""
    html = PAGE.format("".join(BLOCK.format(n=n) for n in range(3)) + extra * 2)
    layout = find_layout("classic")
    css = layout.css(1.0) + STYLE.replace("FONTS", layout.chain("body")) + RULES[extra]
    return Job(html, css, (str(share("fonts")),), {}, tuple(face.css_family for face in layout.faces))


def told(of: Job) -> str:
    """The bytes of a job, in short."""
    return hashlib.sha256(typeset(of).data).hexdigest()


def test_the_bytes_are_those_of_the_long_ways() -> None:
    for extra in RULES:
        command = [sys.executable, "-c", LONG_WAYS, extra]
        long = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
        of = job(extra)
        assert (NOTES.search(of.html + of.css) is not None) == (extra == NOTE), "the other way is taken"
        assert told(of) == long


def test_all_of_them_are_in() -> None:
    quicken()
    ways = [
        weasyprint.css.ComputedStyle.__init__,
        weasyprint.css.ComputedStyle.__missing__,
        weasyprint.css.AnonymousStyle.__init__,
        weasyprint.css.StyleFor.set_computed_styles,
        weasyprint.layout.block.resolve_percentages,
        weasyprint.layout.table.resolve_percentages,
        weasyprint.layout.percent.resolve_radii_percentages,
        weasyprint.text.line_break.get_font_description,
        weasyprint.text.line_break._font_style_cache_key,
        weasyprint.layout.inline.strut,
        weasyprint.pdf.pydyf.PDF.page_references.fget,
        weasyprint.pdf.pydyf._to_bytes,
        weasyprint.formatting_structure.boxes.Box.rounded_box,
        weasyprint.formatting_structure.boxes.Box.is_in_normal_flow,
        type(tinyhtml5.inputstream.characters_until_regex).__missing__,
    ]
    assert {way.__module__ for way in ways} == {"zinegen.typeset.quick"}
    taken = weasyprint.layout.background.resolve_radii_percentages
    assert taken is weasyprint.layout.percent.resolve_radii_percentages
