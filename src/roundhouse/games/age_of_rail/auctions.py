"""Auctions of Age of Rail: how every one goes, the Initial Offering, the late railroad's, and stock on offer."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.age_of_rail import legality, refusals
from roundhouse.games.age_of_rail.board import OFFER_BOX
from roundhouse.games.age_of_rail.facts import AuctionOpened, Bid, NotSold, Offered, OpenerDrawn, Passed, ShareSold
from roundhouse.games.age_of_rail.position import AUCTION, FREE_LINK, LATE_AUCTION, OFFERING, SETUP, Position
from roundhouse.games.age_of_rail.turns import begin_first_turn, end_turn, left_of, require_box, take_box

# ---- every auction ---------------------------------------------------------------------------------------------------


def _open(table: Position, phase: i64, railroad: i64, minimum: i64, opener: i64) -> None:
    table.phase = phase
    table.auction.open(railroad, minimum, opener)
    table.to_act = opener


def _require_auction(table: Position) -> None:
    if table.auction.lot == NOBODY:
        raise IllegalAction("AR-AUC-1", "no share is being auctioned")


def bid(table: Position, dollars: i64) -> None:
    """AR-AUC-1, AR-AUC-2"""
    _require_auction(table)
    if dollars < table.auction.least():
        raise IllegalAction("AR-AUC-2", f"a bid of ${dollars} is too low: the least is now ${table.auction.least()}")
    if dollars > table.cash[table.to_act]:
        raise IllegalAction("AR-AUC-2", f"a bid of ${dollars} is more than your ${table.cash[table.to_act]}")
    if table.witness is not None:
        table.witness.append(Bid("AR-AUC-2", table.board.railroad_ids[table.auction.lot], table.to_act, dollars))
    if table.auction.bid(dollars):
        _sell(table, table.auction.leader, dollars)
    else:
        table.to_act = table.auction.to_act


def drop_out(table: Position) -> None:
    """AR-AUC-1, AR-AUC-3"""
    _require_auction(table)
    if table.witness is not None:
        table.witness.append(Passed("AR-AUC-1", table.board.railroad_ids[table.auction.lot], table.to_act))
    if not table.auction.drop_out():
        table.to_act = table.auction.to_act
    elif table.auction.leader != NOBODY:
        _sell(table, table.auction.leader, table.auction.high)
    elif table.phase == AUCTION:
        _sell_nothing(table)
    else:
        _sell(table, table.auction.opener, 0)     # AR-OFF-3: free to the opener


def _sell(table: Position, winner: i64, price: i64) -> None:
    """AR-OFF-2, AR-STK-5: the winner pays the Treasury, or the seller, and takes the share."""
    railroad = table.auction.lot
    table.cash[winner] -= price
    if table.seller == NOBODY:
        table.treasury[railroad] += price
    else:
        table.cash[table.seller] += price
    table.give_share(railroad, winner)
    if table.witness is not None:
        table.witness.append(_sale(table, winner, price))
    _close(table)
    if table.phase == AUCTION:
        end_turn(table)
        return
    table.is_open |= BIT[railroad]      # AR-TERM-6
    table.phase = FREE_LINK
    table.building = railroad
    table.builder = winner
    table.to_act = winner


def _sell_nothing(table: Position) -> None:
    """AR-STK-5: all have passed."""
    if table.witness is not None:
        table.witness.append(NotSold("AR-STK-5", table.board.railroad_ids[table.auction.lot]))
    _close(table)
    end_turn(table)


def _close(table: Position) -> None:
    table.auction.close()
    table.seller = NOBODY


def _sale(table: Position, winner: i64, price: i64) -> ShareSold:
    board, railroad = table.board, table.auction.lot
    free = table.auction.leader == NOBODY
    if table.phase == AUCTION:
        rule = "AR-STK-5"
    elif free:
        rule = "AR-OFF-3"
    else:
        rule = board.rule("AR-OFF-2", "AL-LATE-3") if table.phase == LATE_AUCTION else "AR-OFF-2"
    seller = None if table.seller == NOBODY else int(table.seller)
    name, treasury, sold = board.railroad_ids[railroad], table.treasury[railroad], table.sold[railroad]
    return ShareSold(rule, name, winner, price, seller, free, treasury, sold)


# ---- initial offering ------------------------------------------------------------------------------------------------


def start(table: Position, seat: i64) -> None:
    """AR-SET-4"""
    if table.phase != SETUP:
        raise IllegalAction("AR-SET-4", "the first auction has been opened already")
    if table.witness is not None:
        table.witness.append(OpenerDrawn("AR-SET-4", seat))
    _offer_first_share(table, table.board.first_offered, seat)


def _offer_first_share(table: Position, railroad: i64, opener: i64) -> None:
    """AR-OFF-1: for 0 or more."""
    if table.witness is not None:
        rule = table.board.rule("AR-OFF-1", "AL-OFF-1")
        table.witness.append(AuctionOpened(rule, table.board.railroad_ids[railroad], opener, ""))
    _open(table, OFFERING, railroad, 0, opener)


def go_on_after_free_link(table: Position, railroad: i64, winner: i64) -> None:
    """AR-OFF-5: whoever took this share opens the next auction. AR-OFF-6: after the last, they take the first turn.
    AR-LATE-3: in the middle of a turn, that turn goes on."""
    offered_next = table.board.offered_next[railroad]
    if table.turn != NOBODY:
        end_turn(table)
    elif offered_next != NOBODY:
        _offer_first_share(table, offered_next, winner)
    else:
        begin_first_turn(table, winner, railroad)


def open_late_railroad(table: Position) -> None:
    """AR-LATE-1. AR-LATE-2: who is on turn bids first, whoever made the build."""
    board = table.board
    if table.witness is not None:
        rule = board.rule("AR-LATE-1", "AL-LATE-1")
        city = board.place_ids[board.trigger]
        table.witness.append(AuctionOpened(rule, board.railroad_ids[board.late], table.turn, city))
    _open(table, LATE_AUCTION, board.late, 0, table.turn)


# ---- offer stock -----------------------------------------------------------------------------------------------------


def offer(table: Position, railroad: i64) -> None:
    """AR-STK-3: you open the bidding for a share of the railroad."""
    require_box(table, OFFER_BOX)
    if not legality.unsold(table) & BIT[railroad]:
        raise refusals.no_offer(table, railroad)
    take_box(table, OFFER_BOX)
    _put_up(table, railroad, table.turn)


def offer_own(table: Position, railroad: i64) -> None:
    """AR-STK-4: the player on your left opens the bidding for your own share, and you stay out of it."""
    require_box(table, OFFER_BOX)
    if not legality.own_to_offer(table) & BIT[railroad]:
        raise refusals.no_own_offer(table, railroad)
    take_box(table, OFFER_BOX)
    table.seller = table.turn
    _put_up(table, railroad, left_of(table, table.turn))
    table.auction.exclude(table.turn)


def _put_up(table: Position, railroad: i64, opener: i64) -> None:
    board = table.board
    minimum = table.minimum_bid(railroad)
    if table.witness is not None:
        own = table.seller != NOBODY
        name, value = board.railroad_ids[railroad], table.value[railroad]
        rule = "AR-STK-4" if own else "AR-STK-3"
        table.witness.append(Offered(rule, name, table.turn, own, opener, value, board.shares, minimum))
    _open(table, AUCTION, railroad, minimum, opener)
