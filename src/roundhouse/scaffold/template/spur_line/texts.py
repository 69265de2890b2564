"""Spur Line in words: what happened, and what may be done."""
from __future__ import annotations

from roundhouse.engine.contract import CHANCE, OVER
from roundhouse.engine.facts import Fact
from roundhouse.games.defaults.texts import DefaultTexts
from roundhouse.games.sight import Sight
from roundhouse.games.words import Span, Words, amount, joined, place, seat, words
from spur_line.facts import Ended, OrderCounted, OrderDealt, OrderMet, TrackLaid
from spur_line.rules import SpurLine, SpurLineState

FACTS: tuple[type[Fact], ...] = (OrderDealt, TrackLaid, OrderMet, OrderCounted, Ended)
# The table of a terminal is the plain one of the house, until there is a better one here.
plain = DefaultTexts(FACTS)
board, help = plain.board, plain.help


def tell(game: SpurLine, fact: Fact) -> Words:
    match fact:
        case OrderDealt(seat=who, town=town):
            if not town:
                return words("{who} is dealt an order.", who=seat(who))
            return words("{who} is dealt the order for {town}.", who=seat(who), town=named(game, town))
        case TrackLaid():
            cost = words(", which costs {paid}", paid=amount(fact.paid, "points")) if fact.paid else ()
            return words(
                "{who} lays track to {hex}{cost}; {left} left.", who=seat(fact.seat), hex=named(game, fact.hex),
                cost=cost, left=amount(fact.left, "pieces"),
            )
        case OrderMet():
            return words(
                "The line has come to {town}: the order of {who} counts {points}.", who=seat(fact.seat),
                town=named(game, fact.town), points=amount(fact.points, "points"),
            )
        case OrderCounted():
            return words(
                "{who}: the order for {town} counts {points}.", who=seat(fact.seat), town=named(game, fact.town),
                points=amount(fact.points, "points"),
            )
        case Ended():
            won = joined([seat(who) for who in fact.winners], last=" and ")
            return words("The line is built. {won} {win}.", won=won, win="wins" if len(fact.winners) == 1 else "win")
    return ()


def named(game: SpurLine, hex_: str) -> Span:
    data = game.edition.data["hexes"][game.grid.index[hex_]]
    return place(data.get("name", hex_), hex_)


def prompt(sight: Sight[SpurLineState]) -> Words:
    if sight.state.to_act == OVER:
        scores = enumerate(sight.state.scores())
        each = [words("{who} {score}", who=seat(who), score=amount(score, "points")) for who, score in scores]
        return words("The game is over: {scores}.", scores=joined(each))
    if sight.state.to_act == CHANCE:
        return words("Orders are being dealt.")
    left = amount(sight.state.rules.pieces - len(sight.state.line) + 1, "pieces")
    return words("lay track on a free hex next to the line; {left} left.", left=left)
