"""Dividends of Age of Rail, the Connection Bonus, the Final Payoff, and the end of the game."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import members
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.games.age_of_rail.facts import DividendDue, Ended, Paid, TrackReset
from roundhouse.games.age_of_rail.position import FINISHED, Position


def pay_bonus(table: Position, railroad: i64) -> None:
    """AR-EXT-2: the Connection Bonus, at once."""
    each = table.connection_bonus(railroad)
    if table.witness is not None:
        table.witness.append(_paid(table, "AR-EXT-2", "bonus", railroad, 0, table.board.shares, each))
    table.pay(railroad, each)


def pay_dividends(table: Position, called: bool) -> None:
    """AR-DIV-1: Pay Dividends was taken, or the Action Track is full. AR-END-1: the last one is the Final Payoff."""
    board = table.board
    final = table.dividends_paid == board.dividends_before_final
    if table.witness is not None:
        number, last = table.dividends_paid + 1, board.dividends_before_final + 1
        rule = "AR-END-1" if final else "AR-DIV-1"
        table.witness.append(DividendDue(rule, number, last, called, table.action_track, board.track_limit))
    if final:
        _end(table)
    else:
        for railroad in range(board.railroads):
            _pay_dividend(table, railroad)
    _reset_track(table)


def _pay_dividend(table: Position, railroad: i64) -> None:
    """AR-DIV-2. A railroad of which nobody holds a share is closed, and pays nothing."""
    if table.sold[railroad] == 0:
        return
    each = table.dividend(railroad)
    if table.witness is not None:
        table.witness.append(_paid(table, "AR-DIV-2", "dividend", railroad, 0, table.board.shares, each))
    table.pay(railroad, each)


def _reset_track(table: Position) -> None:
    """AR-DIV-3"""
    if table.witness is not None and table.phase != FINISHED:
        table.witness.append(TrackReset("AR-DIV-3", table.action_track))
    table.action_track = 0
    table.dividends_paid += 1


def _end(table: Position) -> None:
    """AR-END-1, AR-END-2"""
    before = tuple(table.cash) if table.witness is not None else ()
    for railroad in range(table.board.railroads):
        _pay_out(table, railroad)
    table.phase = FINISHED
    table.turn = NOBODY
    table.to_act = OVER
    if table.witness is not None:
        scores, winners = tuple(table.scores()), tuple(table.winners())
        table.witness.append(Ended("AR-END-2", "final payoff", scores, winners, before))


def _pay_out(table: Position, railroad: i64) -> None:
    """AR-END-1"""
    if table.sold[railroad] == 0:
        return
    each = table.final_payoff(railroad)
    if table.witness is not None:
        value, sold = table.value[railroad], table.sold[railroad]
        table.witness.append(_paid(table, "AR-END-1", "final", railroad, value, sold, each))
    table.pay(railroad, each)


def _paid(table: Position, rule: str, why: str, railroad: i64, value: i64, divisor: i64, each: i64) -> Paid:
    board = table.board
    held = [int(table.shares[railroad * table.seats + seat]) for seat in range(table.seats)]
    links = [
        (board.link_ids[link], int(table.worth(board.end_a[link])), int(table.worth(board.end_b[link])))
        for link in members(table.links, railroad, board.link_words)
    ]
    holders = [(seat, shares) for seat, shares in enumerate(held) if shares]
    return Paid(
        rule, board.railroad_ids[railroad], each, why, table.income[railroad], value, divisor, tuple(holders),
        tuple(links),
    )
