"""What a film of a turn is made of: pieces that go from where they were to where they are, as facts tell it.

A room's `movements` says of a fact, as much of it as the one who looks may know, which piece goes from where to where;
a page plays it. A place is a spot of the drawing, or a CSS selector of what lies beside the board; of several the first
that is there. What the drawing marks with `data-piece` needs no word: it slides from where it stood to where it stands.
"""
from __future__ import annotations

from typing import NamedTuple

COIN, TAG, CARD, CERTIFICATE = "coin", "tag", "card", "cert"


class Movement(NamedTuple):
    """A piece, or a few words, that goes from one place to another."""

    piece: str
    """A symbol that the drawing has defined ("#ig-engine-2"), or one of the house's own, with what it needs: a COIN or
    a TAG, a CARD, a CERTIFICATE ("cert yellow G")."""
    start: str
    end: str
    words: str = ""
    """What is written on it."""


def panel(seat: int) -> str:
    """Where a seat's things lie."""
    return f"#seat-{seat}"


def purse(seat: int) -> str:
    """A seat's cash, or where it is hidden its panel."""
    return f"#cash-{seat}, {panel(seat)}"


def coins(amount: str, start: str, end: str) -> Movement:
    """An amount of money that goes from one place to another."""
    return Movement(COIN, start, end, amount)


def said(words: str, seat: int, about: str) -> Movement:
    """What a seat says about something, such as a bid on a share."""
    return Movement(TAG, panel(seat), about, words)


def certificate(colour: str, letter: str, start: str, seat: int) -> Movement:
    """A share to the seat that holds it now."""
    return Movement(f"{CERTIFICATE} {colour} {letter}", start, f"{held(seat, colour)}, {panel(seat)}")


def held(seat: int, colour: str) -> str:
    """The last certificate of a colour that a seat holds, where its panel shows them."""
    return f"{panel(seat)} .co-{colour}:last-child"
