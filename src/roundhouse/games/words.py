"""Sentences as spans: what a rule did, whose turn it is, what a choice brings.

A sentence knows which of its parts is a seat, a place, a company, an amount or a rule, and no markup. It is rendered to
plain text, to HTML or for Rich; names of players come in only then. A second language is a second set of templates.

>>> sentence = words("{who} buys a {line} share for {price}.", who=seat(1), line=company("MGW"), price=amount(7, "£"))
>>> plain(sentence, ["Ann", "Ben"])
'Ben buys a MGW share for £7.'
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from string import Formatter

from roundhouse.games.markup import Markup, tag

TEXT, SEAT, PLACE, COMPANY, AMOUNT, RULE, STYLED = "text", "seat", "place", "company", "amount", "rule", "styled"


@dataclass(frozen=True, slots=True)
class Span:
    """A part of a sentence."""

    text: str
    """As it is read; a seat's name is filled in when it is rendered."""
    kind: str = TEXT
    ref: str = ""
    """What it speaks of: the number of a seat, the spot of a place, the colour of a company, a rule's id, a style."""


Words = tuple[Span, ...]
"""A sentence, or a part of one."""

Part = Span | Words | str | int


def text(value: object) -> Span:
    return Span(str(value))


def seat(number: int) -> Span:
    """Whoever sits there, by name."""
    return Span("", SEAT, str(int(number)))


def place(name: str, spot: str = "") -> Span:
    """A place of the board; `spot` is its id on the drawing."""
    return Span(name, PLACE, spot)


def company(name: str, colour: str = "") -> Span:
    return Span(name, COMPANY, colour)


def amount(number: int | float, unit: str = "", signed: bool = False) -> Span:
    """Money, points, a count: its unit stands before the number if that is a sign ("£"), after it if a word."""
    size = f"{abs(number):.2f}" if isinstance(number, float) and number % 1 else f"{abs(number):.0f}"
    sign = "−" if number < 0 else "+" if signed else ""
    if unit.isalpha():
        return Span(f"{sign}{size} {unit[:-1] if abs(number) == 1 and unit.endswith('s') else unit}", AMOUNT)
    return Span(f"{sign}{unit}{size}", AMOUNT)


def rule(id: str) -> Span:
    return Span(id, RULE, id)


def styled(value: object, style: str) -> Span:
    """Text in a style of Rich's, such as "bold" or "black on #ffe14d"; elsewhere only bold and dim show."""
    return Span(str(value), STYLED, style)


def spans(part: Part) -> Words:
    """A part of a sentence as its spans."""
    if isinstance(part, tuple):
        return part
    return (part if isinstance(part, Span) else Span(str(part)),)


def words(template: str, **parts: Part) -> Words:
    """A sentence from a template with parts in braces, each a span, a sentence, or plain text."""
    found: list[Span] = []
    for literal, name, _, _ in Formatter().parse(template):
        if literal:
            found.append(Span(literal))
        if name is not None:
            found.extend(spans(parts[name]))
    return tuple(found)


def joined(items: Iterable[Part], between: str = ", ", last: str | None = None) -> Words:
    """Items one after another; `last` stands before the last of several: joined(items, last=" and ")."""
    each = [spans(item) for item in items]
    found: list[Span] = []
    for n, item in enumerate(each):
        if n:
            found.append(Span(between if last is None or n + 1 < len(each) else last))
        found.extend(item)
    return tuple(found)


# ---- rendered --------------------------------------------------------------------------------------------------------


def spelled(span: Span, names: Sequence[str]) -> str:
    """The text of a span; a seat without a name is called by its number."""
    if span.kind != SEAT:
        return span.text
    number = int(span.ref)
    return names[number] if 0 <= number < len(names) else f"seat {number}"


def plain(sentence: Words, names: Sequence[str] = ()) -> str:
    return "".join(spelled(span, names) for span in sentence)


def html(sentence: Words, names: Sequence[str] = ()) -> Markup:
    """As HTML: each kind of span is an element that a stylesheet and a script find again."""
    return Markup("".join(_element(span, spelled(span, names)) for span in sentence))


def html_in_button(sentence: Words, names: Sequence[str] = ()) -> Markup:
    """As HTML for what is one thing to click, in which nobody looks for a place or a seat."""
    said = ((span.kind in ("company", "amount"), spelled(span, names)) for span in sentence)
    return Markup("".join(tag("b", words) if bold else Markup.escape(words) for bold, words in said))


def _element(span: Span, said: str) -> Markup:
    match span.kind:
        case "seat":
            return tag("span", said, class_="seat", data_seat=span.ref)
        case "place":
            return tag("span", said, class_="place", data_spot=span.ref or None)
        case "company":
            return tag("b", said, class_="company", data_colour=span.ref or None)
        case "amount":
            return tag("b", said, class_="amount")
        case "rule":
            return tag("span", said, class_="rule", data_rule=span.ref)
        case "styled" if "bold" in span.ref:
            return tag("b", said)
        case "styled" if "dim" in span.ref:
            return tag("span", said, class_="dim")
    return Markup.escape(said)
