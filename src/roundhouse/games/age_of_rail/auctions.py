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


def _open(position: Position, phase: i64, railroad: i64, minimum: i64, opener: i64) -> None:
    position.phase = phase
    position.auction.open(railroad, minimum, opener)
    position.to_act = opener


def _require_auction(position: Position) -> None:
    if position.auction.lot == NOBODY:
        raise IllegalAction("AR-AUC-1", "no share is being auctioned")


def bid(position: Position, dollars: i64) -> None:
    """AR-AUC-1, AR-AUC-2"""
    _require_auction(position)
    if dollars < position.auction.least():
        raise IllegalAction("AR-AUC-2", f"a bid of ${dollars} is too low: the least is now ${position.auction.least()}")
    if dollars > position.cash[position.to_act]:
        raise IllegalAction("AR-AUC-2", f"a bid of ${dollars} is more than your ${position.cash[position.to_act]}")
    if position.witness is not None:
        name = position.board.railroad_ids[position.auction.lot]
        position.witness.append(Bid("AR-AUC-2", name, position.to_act, dollars))
    if position.auction.bid(dollars):
        _sell(position, position.auction.leader, dollars)
    else:
        position.to_act = position.auction.to_act


def drop_out(position: Position) -> None:
    """AR-AUC-1, AR-AUC-3"""
    _require_auction(position)
    if position.witness is not None:
        position.witness.append(Passed("AR-AUC-1", position.board.railroad_ids[position.auction.lot], position.to_act))
    if not position.auction.drop_out():
        position.to_act = position.auction.to_act
    elif position.auction.leader != NOBODY:
        _sell(position, position.auction.leader, position.auction.high)
    elif position.phase == AUCTION:
        _sell_nothing(position)
    else:
        _sell(position, position.auction.opener, 0)     # AR-OFF-3: free to the opener


def _sell(position: Position, winner: i64, price: i64) -> None:
    """AR-OFF-2, AR-STK-5: the winner pays the Treasury, or the seller, and takes the share."""
    railroad = position.auction.lot
    position.cash[winner] -= price
    if position.seller == NOBODY:
        position.treasury[railroad] += price
    else:
        position.cash[position.seller] += price
    position.give_share(railroad, winner)
    if position.witness is not None:
        position.witness.append(_sale(position, winner, price))
    _close(position)
    if position.phase == AUCTION:
        end_turn(position)
        return
    position.is_open |= BIT[railroad]      # AR-TERM-6
    position.phase = FREE_LINK
    position.building = railroad
    position.builder = winner
    position.to_act = winner


def _sell_nothing(position: Position) -> None:
    """AR-STK-5: all have passed."""
    if position.witness is not None:
        position.witness.append(NotSold("AR-STK-5", position.board.railroad_ids[position.auction.lot]))
    _close(position)
    end_turn(position)


def _close(position: Position) -> None:
    position.auction.close()
    position.seller = NOBODY


def _sale(position: Position, winner: i64, price: i64) -> ShareSold:
    board, railroad = position.board, position.auction.lot
    free = position.auction.leader == NOBODY
    if position.phase == AUCTION:
        rule = "AR-STK-5"
    elif free:
        rule = "AR-OFF-3"
    else:
        rule = board.rule("AR-OFF-2", "AL-LATE-3") if position.phase == LATE_AUCTION else "AR-OFF-2"
    seller = None if position.seller == NOBODY else int(position.seller)
    name, treasury, sold = board.railroad_ids[railroad], position.treasury[railroad], position.sold[railroad]
    return ShareSold(rule, name, winner, price, seller, free, treasury, sold)


# ---- initial offering ------------------------------------------------------------------------------------------------


def start(position: Position, seat: i64) -> None:
    """AR-SET-4"""
    if position.phase != SETUP:
        raise IllegalAction("AR-SET-4", "the first auction has been opened already")
    if position.witness is not None:
        position.witness.append(OpenerDrawn("AR-SET-4", seat))
    _offer_first_share(position, position.board.first_offered, seat)


def _offer_first_share(position: Position, railroad: i64, opener: i64) -> None:
    """AR-OFF-1: for 0 or more."""
    if position.witness is not None:
        rule = position.board.rule("AR-OFF-1", "AL-OFF-1")
        position.witness.append(AuctionOpened(rule, position.board.railroad_ids[railroad], opener, ""))
    _open(position, OFFERING, railroad, 0, opener)


def go_on_after_free_link(position: Position, railroad: i64, winner: i64) -> None:
    """AR-OFF-5: whoever took this share opens the next auction. AR-OFF-6: after the last, they take the first turn.
    AR-LATE-3: in the middle of a turn, that turn goes on."""
    offered_next = position.board.offered_next[railroad]
    if position.turn != NOBODY:
        end_turn(position)
    elif offered_next != NOBODY:
        _offer_first_share(position, offered_next, winner)
    else:
        begin_first_turn(position, winner, railroad)


def open_late_railroad(position: Position) -> None:
    """AR-LATE-1. AR-LATE-2: who is on turn bids first, whoever made the build."""
    board = position.board
    if position.witness is not None:
        rule = board.rule("AR-LATE-1", "AL-LATE-1")
        city = board.place_ids[board.trigger]
        position.witness.append(AuctionOpened(rule, board.railroad_ids[board.late], position.turn, city))
    _open(position, LATE_AUCTION, board.late, 0, position.turn)


# ---- offer stock -----------------------------------------------------------------------------------------------------


def offer(position: Position, railroad: i64) -> None:
    """AR-STK-3: you open the bidding for a share of the railroad."""
    require_box(position, OFFER_BOX)
    if not legality.unsold(position) & BIT[railroad]:
        raise refusals.no_offer(position, railroad)
    take_box(position, OFFER_BOX)
    _put_up(position, railroad, position.turn)


def offer_own(position: Position, railroad: i64) -> None:
    """AR-STK-4: the player on your left opens the bidding for your own share, and you stay out of it."""
    require_box(position, OFFER_BOX)
    if not legality.own_to_offer(position) & BIT[railroad]:
        raise refusals.no_own_offer(position, railroad)
    take_box(position, OFFER_BOX)
    position.seller = position.turn
    _put_up(position, railroad, left_of(position, position.turn))
    position.auction.exclude(position.turn)


def _put_up(position: Position, railroad: i64, opener: i64) -> None:
    board = position.board
    minimum = position.minimum_bid(railroad)
    if position.witness is not None:
        own = position.seller != NOBODY
        name, value = board.railroad_ids[railroad], position.value[railroad]
        rule = "AR-STK-4" if own else "AR-STK-3"
        position.witness.append(Offered(rule, name, position.turn, own, opener, value, board.shares, minimum))
    _open(position, AUCTION, railroad, minimum, opener)
