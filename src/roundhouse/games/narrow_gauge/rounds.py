"""A round: how it begins, whose turn it is, and its dividends; then the next one, or the end of the game."""
from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, filled
from roundhouse.engine.contract import CHANCE, NOBODY, OVER
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.building import draw_up_tolls
from roundhouse.games.narrow_gauge.facts import TurnBegan
from roundhouse.games.narrow_gauge.facts_rounds import (
    CertificatesLeft,
    CommodityPaid,
    ContractsLeft,
    ContractsReturned,
    DividendsPaid,
    GameEnded,
    MajorityPaid,
    RoundBegan,
    RoundEnded,
)
from roundhouse.games.narrow_gauge.position import DEAL, FINISHED, TAKE, Position


def begin_round(position: Position) -> None:
    """NG-RND-1"""
    position.first = NOBODY
    position.phase = DEAL
    position.to_act = CHANCE
    if position.witness is not None:
        position.witness.append(RoundBegan("NG-RND-1", int(position.round) + 1))


def begin_turns(position: Position, first: i64) -> None:
    """NG-TURN-2. NG-BID-8: the contracts left over go out of the game."""
    if position.witness is not None and position.offer:
        position.witness.append(ContractsLeft("NG-BID-8", position.contracts_in(position.offer)))
    position.first = first
    position.offer = 0
    draw_up_tolls(position)
    clear_bids(position)
    begin_turn(position, first)


def clear_bids(position: Position) -> None:
    """No seat has bid, and no tie is to be broken."""
    position.bids = filled(SEATS, NOBODY)
    position.tied = False


def begin_turn(position: Position, seat: i64) -> None:
    """NG-TOK-1: the build token says how many cards may be played."""
    position.turn = seat
    position.company = NOBODY
    position.cards = 0
    position.allowed = 1 if position.dark & BIT[seat] else 2
    position.built_difficult = False
    position.connected = 0
    position.phase = TAKE
    position.to_act = seat
    if position.witness is not None:
        position.witness.append(TurnBegan("NG-TURN-2", int(seat), int(position.allowed)))


def end_turn(position: Position) -> None:
    """NG-TURN-2, NG-RND-2"""
    left: i64 = 0
    for company in range(position.board.companies):
        left += position.available[company]
    if left > position.board.left_over:
        begin_turn(position, 1 - position.turn)
    else:
        _end_round(position)


def _end_round(position: Position) -> None:
    """NG-RND-2 to NG-RND-6"""
    _pay_dividends(position)
    position.turn = NOBODY
    if position.round + 1 == position.board.rounds:
        position.phase = FINISHED       # NG-END-1
        position.to_act = OVER
        if position.witness is not None:
            position.witness.append(_final_count(position))
        return
    _return_contracts(position)
    position.round += 1
    offered = position.round * position.board.companies
    position.available = position.board.certificates[offered:offered + position.board.companies]
    begin_round(position)


# ---- dividends -------------------------------------------------------------------------------------------------------


def majorities(position: Position, seat: i64) -> i64:
    """NG-RND-3: what a seat would get now for all companies in which it is ahead."""
    total: i64 = 0
    for company in range(position.board.companies):
        total += position.majority(seat, company)
    return total


def commodities(position: Position, seat: i64) -> i64:
    """NG-RND-4: what a seat would get now for all dice on its side."""
    total: i64 = 0
    for commodity in range(position.board.commodities):
        total += position.market_value(seat, commodity)
    return total


def _pay_dividends(position: Position) -> None:
    """NG-RND-5"""
    paid = position.dividends[:]
    for seat in range(SEATS):
        paid = append(paid, majorities(position, seat))
    for seat in range(SEATS):
        paid = append(paid, commodities(position, seat))
    first = len(position.dividends)
    for seat in range(SEATS):
        position.cash[seat] += paid[first + seat] + paid[first + SEATS + seat]
    position.dividends = paid
    if position.witness is not None:
        _tell_dividends(position)


def _tell_dividends(position: Position) -> None:
    """Company by company, die by die, and the sums."""
    if position.witness is None:
        return
    board, told = position.board, position.witness
    told.append(RoundEnded("NG-RND-2", int(position.round) + 1, sum(position.available)))
    for company in range(board.companies):
        if position.owned(0, company) or position.owned(1, company):
            told.append(_majority_paid(position, company))
    for commodity in range(board.commodities):
        told.append(_commodity_paid(position, commodity))
    mine, theirs, ours, others = position.dividends[len(position.dividends) - 2 * SEATS:]
    told.append(DividendsPaid(
        "NG-RND-5", int(position.round) + 1, (mine, theirs), (ours, others), (mine + ours, theirs + others),
        (position.cash[0], position.cash[1]), position.hidden_money and position.round + 1 < board.rounds,
    ))


def _majority_paid(position: Position, company: i64) -> MajorityPaid:
    board = position.board
    mine, theirs = position.votes(0, company), position.votes(1, company)
    leader = None if mine == theirs else 0 if mine > theirs else 1
    amount = 0 if leader is None else int(position.majority(leader, company))
    adds = board.adds_majority
    counted = [position.votes(seat, company) > position.owned(seat, company) for seat in range(SEATS)]
    return MajorityPaid(
        "NG-RND-3", board.company_ids[company], (position.owned(0, company), position.owned(1, company)),
        (position.votes(0, company), position.votes(1, company)),
        (position.adders(0, adds) if counted[0] else (), position.adders(1, adds) if counted[1] else ()),
        leader, amount,
    )


def _commodity_paid(position: Position, commodity: i64) -> CommodityPaid:
    board, row = position.board, int(position.row[commodity])
    owner = None if row == 0 else 0 if row > 0 else 1
    return CommodityPaid(
        "NG-RND-4", board.commodity_ids[commodity], int(position.die[commodity]), row, int(board.row_value[abs(row)]),
        owner, 0 if owner is None else int(position.market_value(owner, commodity)),
    )


def _return_contracts(position: Position) -> None:
    """NG-RND-6; NG-CON-3, NG-CON-4; NG-ORD-4: in random order they come into the deck again."""
    if position.witness is not None:
        _tell_what_is_put_away(position)
    position.flipped = 0
    if position.more_power:
        return
    if position.random_order:
        position.contract_deck = BIT[position.board.contracts] - 1
    position.held = filled(SEATS * position.board.rounds, NOBODY)


def _tell_what_is_put_away(position: Position) -> None:
    if position.witness is None:
        return
    left = [name for name, n in zip(position.board.company_ids, position.available) for _ in range(n)]
    position.witness.append(CertificatesLeft("NG-RND-6", tuple(left)))
    if position.more_power and position.flipped:
        position.witness.append(ContractsReturned("NG-CON-4", position.contracts_in(position.flipped)))
    held = [position.board.contract_ids[c] for seat in range(SEATS) for c in position.contracts_of(seat)]
    if held and not position.more_power:
        position.witness.append(ContractsReturned("NG-CON-3", tuple(held)))


# ---- the end ---------------------------------------------------------------------------------------------------------


def _final_count(position: Position) -> GameEnded:
    """NG-END-1 to NG-END-3"""
    start, sums = int(position.board.starting_cash), list(position.dividends)
    by_round = range(0, len(sums), 2 * SEATS)
    totals = [sum(sums[n + seat] + sums[n + SEATS + seat] for n in by_round) for seat in range(SEATS)]
    spent = [position.penalties[seat] + position.bids_paid[seat] for seat in range(SEATS)]
    made = [position.cash[seat] - start - totals[seat] + spent[seat] for seat in range(SEATS)]
    scores, winners = position.scores(), position.winners()
    tied = scores[0] == scores[1]
    rule = "NG-END-1" if not tied else "NG-END-2" if len(winners) == 1 else "NG-END-3"
    why = "money" if not tied else "dice" if len(winners) == 1 else "shared"
    return GameEnded(
        rule, why, tuple(scores), tuple(winners), start, (made[0], made[1]),
        (position.penalties[0], position.penalties[1]), (position.bids_paid[0], position.bids_paid[1]),
        tuple([(sums[n], sums[n + 1]) for n in by_round]), tuple([(sums[n + 2], sums[n + 3]) for n in by_round]),
        (position.dice_total(0), position.dice_total(1)),
    )
