"""What moves in Appalachian Trail: cards from the deck and the display to hands, and from hands to the trails."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games.appalachian_trail.cards import kind_symbol
from roundhouse.games.appalachian_trail.facts import (
    UNSEEN,
    CardDealt,
    CardDiscarded,
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    GoalDealt,
    ImprovementLaid,
    ObstacleLaid,
    ObstacleRemoved,
    SideLaid,
    TrailLaid,
    display_spot,
    spot,
)
from roundhouse.games.appalachian_trail.pieces import DECK
from roundhouse.games.appalachian_trail.rules import AppalachianTrail
from roundhouse.games.appalachian_trail.table import card_spot
from roundhouse.games.film import Movement, panel

BACK = "#at-back"


def movements(game: AppalachianTrail, fact: Fact, viewer: int | None) -> list[Movement]:
    told = FILM.get(type(fact))
    return told(game, fact, viewer) if told else []


def _symbol(game: AppalachianTrail, card: str) -> str:
    return f"#{kind_symbol(game.board, game.board.names.index(card))}"


def _hand(seat: int, card: str, viewer: int | None) -> str:
    """Where a card lies in the viewer's own hand; else the seat, for others may hold a card of the same kind."""
    return f"{card_spot(card)}, {panel(seat)}" if seat == viewer else panel(seat)


def _goal(game: AppalachianTrail, fact: GoalDealt, viewer: int | None) -> list[Movement]:
    return [Movement(BACK, DECK, spot(fact.seat, fact.cell))]


def _drawn(game: AppalachianTrail, fact: CardDealt, viewer: int | None) -> list[Movement]:
    if fact.card == UNSEEN:
        return [Movement(BACK, DECK, panel(fact.seat))]
    return [Movement(_symbol(game, fact.card), DECK, _hand(fact.seat, fact.card, viewer))]


def _turned_up(game: AppalachianTrail, fact: CardTurnedUp, viewer: int | None) -> list[Movement]:
    return [Movement(_symbol(game, fact.card), DECK, display_spot(fact.card))]


def _taken(game: AppalachianTrail, fact: CardTaken, viewer: int | None) -> list[Movement]:
    return [Movement(_symbol(game, fact.card), display_spot(fact.card), _hand(fact.seat, fact.card, viewer))]


def _discarded(game: AppalachianTrail, fact: CardDiscarded, viewer: int | None) -> list[Movement]:
    return [Movement(_symbol(game, fact.card), _hand(fact.seat, fact.card, viewer), ".deck")]


def _trail(game: AppalachianTrail, fact: TrailLaid, viewer: int | None) -> list[Movement]:
    laid = game.board.laid_names.index(fact.laid)
    return [Movement(f"#at-card-{laid}", _hand(fact.seat, fact.card, viewer), spot(fact.seat, fact.cell))]


def _side(game: AppalachianTrail, fact: SideLaid, viewer: int | None) -> list[Movement]:
    return [Movement(_symbol(game, fact.card), _hand(fact.seat, fact.card, viewer), spot(fact.area, fact.cell))]


def _removed(game: AppalachianTrail, fact: ObstacleRemoved, viewer: int | None) -> list[Movement]:
    """The Ranger comes, and the obstacle leaves the game."""
    there = spot(fact.seat, fact.cell)
    return [Movement("#at-ranger", panel(fact.seat), there), Movement(_symbol(game, fact.card), there, ".deck")]


FILM: dict[type[Fact], Callable[[AppalachianTrail, Any, int | None], list[Movement]]] = {
    GoalDealt: _goal, CardDealt: _drawn, CardDrawn: _drawn, CardTurnedUp: _turned_up, CardTaken: _taken,
    CardDiscarded: _discarded, TrailLaid: _trail, ObstacleLaid: _side, ImprovementLaid: _side,
    ObstacleRemoved: _removed,
}
