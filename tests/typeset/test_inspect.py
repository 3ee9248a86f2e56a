"""The check of our own: text that WeasyPrint lays where it must not, without a word."""

from __future__ import annotations

from typing import Any

import pytest
import weasyprint

from zinegen.typeset.inspect import Fault, inspect_pages, letters_in

STYLE = "@page { size: 100mm 60mm; margin: 0 } body { margin: 0; font: 10pt/12pt serif } .f { position: absolute }"


def faults(body: str) -> list[Fault]:
    pages: Any = weasyprint.HTML(string=f"<html lang=en><style>{STYLE}</style><body>{body}").render().pages
    return inspect_pages([page._page_box for page in pages], 1).faults


def frame(text: str, *, height: str = "20mm", left: str = "10mm", top: str = "10mm") -> str:
    return (
        f'<div class="f" id="f-1-0" style="left:{left};top:{top};width:40mm;height:{height}">'
        f'<div id="b-1-4">{text}</div></div>'
    )


def test_what_fits_is_no_fault() -> None:
    assert faults(frame("A short text.")) == []


def test_text_below_its_column() -> None:
    (fault, *_) = faults(frame("word " * 60, height="8mm"))
    assert (fault.page, fault.kind, fault.where) == (1, "column", "1-4")
    assert fault.over_pt > 10


def test_text_beside_its_column() -> None:
    assert (
        faults(frame("<p style='width:80mm;white-space:nowrap'>a text that runs on and on and on</p>"))[0].kind
        == "column"
    )


def test_a_table_wider_than_its_column() -> None:
    """Its text may still stand inside: the last column is empty."""
    cells = "<tr><td>short<td style='width:20mm'><tr><td>text<td>"
    assert faults(frame(f"<table style='width:38mm;border:1pt solid'>{cells}</table>")) == []
    (fault, *_) = faults(frame(f"<table style='width:44mm;border:1pt solid'>{cells}</table>"))
    assert (fault.kind, fault.where, fault.text) == ("column", "1-4", "<table>")
    assert fault.over_pt > 10


def test_empty_rows_and_boxes_below_their_column() -> None:
    """Lines to write on and frames round them hold no text, and print all the same."""
    rows = "<tr style='height:9mm'><td style='border:1pt solid'>" * 3
    assert {fault.text for fault in faults(frame(f"<table>{rows}</table>"))} == {"<table>", "<div>"}
    (fault, *_) = faults(frame("<div style='height:20mm;border:2pt solid'></div>"))
    assert (fault.kind, fault.where) == ("column", "1-4")
    assert fault.over_pt == pytest.approx(4, abs=0.1)


def test_a_third_column_off_the_page() -> None:
    """Too much for `columns: 2` of a fixed height: WeasyPrint makes a third column and says nothing."""
    body = f"<div style='columns:2;column-fill:auto;height:20mm;width:100mm'>{'word ' * 400}</div>"
    assert {fault.kind for fault in faults(body)} == {"page"}


def test_text_over_text() -> None:
    (fault, *_) = faults(frame("One text.") + frame("Another text.", top="11mm").replace("f-1-0", "f-1-1"))
    assert fault.kind == "over"
    assert "One" in fault.text and "Another" in fault.text


@pytest.mark.parametrize("tag", ["b", "i", "span"])
def test_looks_within_a_line_are_no_fault(tag: str) -> None:
    assert (
        faults(frame(f"Plain <{tag}>and other</{tag}> and plain again, <{tag}>over</{tag}> two lines of text.")) == []
    )


def test_heights_are_read_back() -> None:
    pages: Any = weasyprint.HTML(
        string=f"<html lang=en><style>{STYLE}</style>{frame('<p style=margin:0>x<br>y</p>')}"
    ).render()
    heights, _, tops, letters = inspect_pages([page._page_box for page in pages.pages], 5)
    assert letters == {"1-4": 2}
    assert heights == {("1-4", 113): pytest.approx(24, abs=0.1)}
    assert tops["1-4"][0] == 5


def test_text_that_goes_on_overleaf() -> None:
    """A frame too high for its page is split by WeasyPrint where a page follows: a fault, its height the sum."""
    first = frame("<p style=margin:0>" + "word " * 60, top="50mm")
    body = f"<section style='height:60mm;position:relative'>{first}</section><section>A page more.</section>"
    pages: Any = weasyprint.HTML(string=f"<html lang=en><style>{STYLE}</style>{body}").render().pages
    seen = inspect_pages([page._page_box for page in pages], 1)
    assert len(pages) == 2
    assert (seen.faults[0].kind, seen.faults[0].page, seen.faults[0].where) == ("column", 1, "1-4")
    assert seen.heights["1-4", 113] > 100


def test_text_that_is_dropped() -> None:
    """Where no page follows, WeasyPrint drops the rest without a word: fewer letters are there than were given."""
    words = "word " * 200
    pages: Any = (
        weasyprint.HTML(string=f"<html lang=en><style>{STYLE}</style>{frame(words, top='40mm')}").render().pages
    )
    seen = inspect_pages([page._page_box for page in pages], 1)
    assert seen.faults == []
    assert seen.letters["1-4"] < letters_in(words) == 800


def test_a_block_of_bare_lines_is_measured_once() -> None:
    """WeasyPrint wraps lines beside a paragraph, such as a heading set as a strip, in a box with the block's id."""
    head = "<h3 style='display:inline-block;vertical-align:top;margin:0;font:10pt/12pt serif'>x</h3>"
    words = f"{head}<p style='margin:0'>y"
    pages: Any = weasyprint.HTML(string=f"<html lang=en><style>{STYLE}</style>{frame(words)}").render().pages
    heights = inspect_pages([page._page_box for page in pages], 1).heights
    assert heights == {("1-4", 113): pytest.approx(24, abs=0.1)}
