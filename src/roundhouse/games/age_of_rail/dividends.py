"""Dividends of Age of Rail, the Connection Bonus, the Final Payoff, and the end of the game."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import members
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.games.age_of_rail.facts import DividendDue, Ended, Paid, TrackReset
from roundhouse.games.age_of_rail.position import FINISHED, Position


def pay_bonus(position: Position, railroad: i64) -> None:
    """AR-EXT-2: the Connection Bonus, at once."""
    each = position.connection_bonus(railroad)
    if position.witness is not None:
        position.witness.append(_paid(position, "AR-EXT-2", "bonus", railroad, 0, position.board.shares, each))
    position.pay(railroad, each)


def pay_dividends(position: Position, called: bool) -> None:
    """AR-DIV-1: Pay Dividends was taken, or the Action Track is full. AR-END-1: the last one is the Final Payoff."""
    board = position.board
    final = position.dividends_paid == board.dividends_before_final
    if position.witness is not None:
        number, last = position.dividends_paid + 1, board.dividends_before_final + 1
        rule = "AR-END-1" if final else "AR-DIV-1"
        position.witness.append(DividendDue(rule, number, last, called, position.action_track, board.track_limit))
    if final:
        _end(position)
    else:
        for railroad in range(board.railroads):
            _pay_dividend(position, railroad)
    _reset_track(position)


def _pay_dividend(position: Position, railroad: i64) -> None:
    """AR-DIV-2. A railroad of which nobody holds a share is closed, and pays nothing."""
    if position.sold[railroad] == 0:
        return
    each = position.dividend(railroad)
    if position.witness is not None:
        position.witness.append(_paid(position, "AR-DIV-2", "dividend", railroad, 0, position.board.shares, each))
    position.pay(railroad, each)


def _reset_track(position: Position) -> None:
    """AR-DIV-3"""
    if position.witness is not None and position.phase != FINISHED:
        position.witness.append(TrackReset("AR-DIV-3", position.action_track))
    position.action_track = 0
    position.dividends_paid += 1


def _end(position: Position) -> None:
    """AR-END-1, AR-END-2"""
    before = tuple(position.cash) if position.witness is not None else ()
    for railroad in range(position.board.railroads):
        _pay_out(position, railroad)
    position.phase = FINISHED
    position.turn = NOBODY
    position.to_act = OVER
    if position.witness is not None:
        scores, winners = tuple(position.scores()), tuple(position.winners())
        position.witness.append(Ended("AR-END-2", "final payoff", scores, winners, before))


def _pay_out(position: Position, railroad: i64) -> None:
    """AR-END-1"""
    if position.sold[railroad] == 0:
        return
    each = position.final_payoff(railroad)
    if position.witness is not None:
        value, sold = position.value[railroad], position.sold[railroad]
        position.witness.append(_paid(position, "AR-END-1", "final", railroad, value, sold, each))
    position.pay(railroad, each)


def _paid(position: Position, rule: str, why: str, railroad: i64, value: i64, divisor: i64, each: i64) -> Paid:
    board = position.board
    held = [int(position.shares[railroad * position.seats + seat]) for seat in range(position.seats)]
    links = [
        (board.link_ids[link], int(position.worth(board.end_a[link])), int(position.worth(board.end_b[link])))
        for link in members(position.links, railroad, board.link_words)
    ]
    holders = [(seat, shares) for seat, shares in enumerate(held) if shares]
    return Paid(
        rule, board.railroad_ids[railroad], each, why, position.income[railroad], value, divisor, tuple(holders),
        tuple(links),
    )
