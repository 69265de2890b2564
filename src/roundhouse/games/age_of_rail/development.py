"""Develop Locations in Age of Rail: a first place free, then a second one for money or the automatic metro."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.age_of_rail import legality, refusals
from roundhouse.games.age_of_rail.board import DEVELOP_BOX
from roundhouse.games.age_of_rail.facts import Developed, MetrosFull, NoSecondDevelopment
from roundhouse.games.age_of_rail.position import SECOND_DEVELOPMENT, Position
from roundhouse.games.age_of_rail.turns import do_nothing, end_turn, require_box, take_box


def develop(table: Position, place: i64) -> None:
    """AR-DEV-2: the first is free. AR-DEV-3, AL-DEV-3: the second costs the player, and ends the action."""
    board = table.board
    second = table.phase == SECOND_DEVELOPMENT
    if not second:
        require_box(table, DEVELOP_BOX)
    if not legality.developable(table, board.word[place]) & board.bit[place]:
        raise refusals.no_development(table, place)
    if second:
        table.cash[table.turn] -= board.second_development_cost
        _raise(table, place, "second", board.second_development_cost, "AR-DEV-3", "AL-DEV-3")
        end_turn(table)
        return
    take_box(table, DEVELOP_BOX)
    _raise(table, place, "first", 0, "AR-DEV-2", "AL-DEV-3")
    table.phase = SECOND_DEVELOPMENT
    if table.cash[table.turn] < board.second_development_cost:
        _go_without_second(table, "cash", "AR-DEV-6", "AR-DEV-6")
    elif not legality.can_develop(table):
        _go_without_second(table, "places", "AR-DEV-6", "AR-DEV-6")


def decline_second(table: Position) -> None:
    """AR-DEV-3, AL-DEV-4"""
    if table.phase != SECOND_DEVELOPMENT:
        rule = table.board.rule("AR-DEV-3", "AL-DEV-4")
        raise IllegalAction(rule, "the automatic development follows a first development")
    _go_without_second(table, "chosen", "AR-DEV-3", "AL-DEV-4")


def develop_nothing(table: Position) -> None:
    """AR-DEV-7, AL-DEV-1: the automatic development still happens."""
    require_box(table, DEVELOP_BOX)
    rule = table.board.rule("AR-DEV-7", "AL-DEV-1")
    if legality.can_develop(table):
        raise IllegalAction(rule, "there is a place to develop, so one must be developed")
    do_nothing(table, DEVELOP_BOX, rule)
    _develop_automatically(table)
    end_turn(table)


def _go_without_second(table: Position, why: str, rule: str, allegheny: str) -> None:
    """AR-DEV-3, AR-DEV-6"""
    if table.witness is not None:
        cited = table.board.rule(rule, allegheny)
        cost, cash = table.board.second_development_cost, table.cash[table.turn]
        table.witness.append(NoSecondDevelopment(cited, table.turn, why, cost, cash))
    _develop_automatically(table)
    end_turn(table)


def _develop_automatically(table: Position) -> None:
    """AR-DEV-3, AL-DEV-5: connected or not."""
    metro = legality.automatic_metro(table)
    if metro != NOBODY:
        _raise(table, metro, "automatic", 0, "AR-DEV-3", "AL-DEV-5")
    elif table.witness is not None:
        table.witness.append(MetrosFull(table.board.rule("AR-DEV-3", "AL-DEV-5")))


def _raise(table: Position, place: i64, how: str, cost: i64, rule: str, allegheny: str) -> None:
    """AR-DEV-1"""
    before = table.worth(place)
    rise = table.grow(place)
    if table.witness is not None:
        cited, name = table.board.rule(rule, allegheny), table.board.place_ids[place]
        table.witness.append(Developed(cited, name, how, table.turn, before, table.worth(place), cost))
    table.raise_incomes(place, rise)
