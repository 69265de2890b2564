"""Develop Locations in Age of Rail: a first place free, then a second one for money or the automatic metro."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.age_of_rail import legality, refusals
from roundhouse.games.age_of_rail.board import DEVELOP_BOX
from roundhouse.games.age_of_rail.facts import Developed, MetrosFull, NoSecondDevelopment
from roundhouse.games.age_of_rail.position import SECOND_DEVELOPMENT, Position
from roundhouse.games.age_of_rail.turns import do_nothing, end_turn, require_box, take_box


def develop(position: Position, place: i64) -> None:
    """AR-DEV-2: the first is free. AR-DEV-3, AL-DEV-3: the second costs the player, and ends the action."""
    board = position.board
    second = position.phase == SECOND_DEVELOPMENT
    if not second:
        require_box(position, DEVELOP_BOX)
    if not legality.developable(position, board.word[place]) & board.bit[place]:
        raise refusals.no_development(position, place)
    if second:
        position.cash[position.turn] -= board.second_development_cost
        _raise(position, place, "second", board.second_development_cost, "AR-DEV-3", "AL-DEV-3")
        end_turn(position)
        return
    take_box(position, DEVELOP_BOX)
    _raise(position, place, "first", 0, "AR-DEV-2", "AL-DEV-3")
    position.phase = SECOND_DEVELOPMENT
    if position.cash[position.turn] < board.second_development_cost:
        _go_without_second(position, "cash", "AR-DEV-6", "AR-DEV-6")
    elif not legality.can_develop(position):
        _go_without_second(position, "places", "AR-DEV-6", "AR-DEV-6")


def decline_second(position: Position) -> None:
    """AR-DEV-3, AL-DEV-4"""
    if position.phase != SECOND_DEVELOPMENT:
        rule = position.board.rule("AR-DEV-3", "AL-DEV-4")
        raise IllegalAction(rule, "the automatic development follows a first development")
    _go_without_second(position, "chosen", "AR-DEV-3", "AL-DEV-4")


def develop_nothing(position: Position) -> None:
    """AR-DEV-7, AL-DEV-1: the automatic development still happens."""
    require_box(position, DEVELOP_BOX)
    rule = position.board.rule("AR-DEV-7", "AL-DEV-1")
    if legality.can_develop(position):
        raise IllegalAction(rule, "there is a place to develop, so one must be developed")
    do_nothing(position, DEVELOP_BOX, rule)
    _develop_automatically(position)
    end_turn(position)


def _go_without_second(position: Position, why: str, rule: str, allegheny: str) -> None:
    """AR-DEV-3, AR-DEV-6"""
    if position.witness is not None:
        cited = position.board.rule(rule, allegheny)
        cost, cash = position.board.second_development_cost, position.cash[position.turn]
        position.witness.append(NoSecondDevelopment(cited, position.turn, why, cost, cash))
    _develop_automatically(position)
    end_turn(position)


def _develop_automatically(position: Position) -> None:
    """AR-DEV-3, AL-DEV-5: connected or not."""
    metro = legality.automatic_metro(position)
    if metro != NOBODY:
        _raise(position, metro, "automatic", 0, "AR-DEV-3", "AL-DEV-5")
    elif position.witness is not None:
        position.witness.append(MetrosFull(position.board.rule("AR-DEV-3", "AL-DEV-5")))


def _raise(position: Position, place: i64, how: str, cost: i64, rule: str, allegheny: str) -> None:
    """AR-DEV-1"""
    before = position.worth(place)
    rise = position.grow(place)
    if position.witness is not None:
        cited, name = position.board.rule(rule, allegheny), position.board.place_ids[place]
        position.witness.append(Developed(cited, name, how, position.turn, before, position.worth(place), cost))
    position.raise_incomes(place, rise)
