"""Sentences for a terminal: spans as Rich's text, with the colours of companies."""
from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from roundhouse.games.words import COMPANY, RULE, SEAT, STYLED, Span, Words, spelled

# Inks that can be read on a dark ground, by a company's colour.
INKS = {
    "yellow": "#ffe14d", "purple": "#d9a0ff", "orange": "#ff9b3d", "blue": "#8cc4ff", "red": "#ff8a7a",
    "green": "#8fd694", "black": "#b8b8b8", "pink": "#ff9ecb", "brown": "#d2a679", "white": "#ffffff",
}


def rich(sentence: Words, names: Sequence[str] = ()) -> Text:
    """A sentence as Rich prints it. Nothing in it is read as markup."""
    return Text.assemble(*((spelled(span, names), _style(span)) for span in sentence))


def _style(span: Span) -> str:
    if span.kind == STYLED:
        return span.ref
    if span.kind == COMPANY:
        return f"bold {INKS.get(span.ref, '')}".rstrip()
    return {SEAT: "bold", RULE: "dim"}.get(span.kind, "")
