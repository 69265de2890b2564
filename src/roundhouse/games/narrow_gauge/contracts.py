"""How contracts are come by, in the auction for the first turn or in random turn order, and how they are flipped."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import BIT, count, filled, zeros
from roundhouse.engine.contract import CHANCE, NOBODY, IllegalAction
from roundhouse.games.narrow_gauge.board import CONTRACTS_DEALT, CONTRACTS_OFFERED, EXTRA_CARD, MIRROR, SEATS
from roundhouse.games.narrow_gauge.building import any_play, may_play_card
from roundhouse.games.narrow_gauge.facts import ContractFlipped
from roundhouse.games.narrow_gauge.facts_rounds import (
    BidSealed,
    BidsOpened,
    BidsTied,
    ContractDealt,
    ContractDeclined,
    ContractTaken,
    FirstSettled,
    KeptOpened,
    KeptSealed,
    LotsNeeded,
)
from roundhouse.games.narrow_gauge.market import may_move_die, move_die
from roundhouse.games.narrow_gauge.position import BID, BUILD, CONTRACT, FIRST, KEEP, MORE, Position, changed
from roundhouse.games.narrow_gauge.rounds import begin_turns, clear_bids

# ---- dealing ---------------------------------------------------------------------------------------------------------


def deal(position: Position, contract: i64) -> None:
    """NG-BID-1: three face up. NG-ORD-1: two to each, unseen by the other."""
    position.contract_deck ^= BIT[contract]
    if position.witness is not None:
        rule, seat = ("NG-ORD-1", int(deal_to(position))) if position.random_order else ("NG-BID-1", None)
        position.witness.append(ContractDealt(rule, position.board.contract_ids[contract], seat))
    if not position.random_order:
        position.offer |= BIT[contract]
        if count(position.offer) == CONTRACTS_OFFERED:
            _open_bidding(position)
        return
    receiver = deal_to(position)
    position.dealt = changed(position.dealt, receiver, position.dealt[receiver] | BIT[contract])
    if count(position.dealt[1]) == CONTRACTS_DEALT:
        position.phase = KEEP
        position.to_act = 0


def deal_to(position: Position) -> i64:
    """NG-ORD-1: seat 0 first."""
    return 0 if count(position.dealt[0]) < CONTRACTS_DEALT else 1


# ---- first player auction --------------------------------------------------------------------------------------------


def _open_bidding(position: Position) -> None:
    """NG-BID-2, NG-BID-7"""
    if position.cash[0] == 0 and position.cash[1] == 0:
        _draw_lots(position, "no money")
    else:
        position.phase = BID
        position.to_act = 0


def _draw_lots(position: Position, why: str) -> None:
    """NG-BID-7: the first player is drawn, and nobody gets a contract."""
    if position.witness is not None:
        position.witness.append(LotsNeeded("NG-BID-7", why))
    clear_bids(position)
    position.phase = FIRST
    position.to_act = CHANCE


def draw_first(position: Position, seat: i64) -> None:
    """NG-BID-7"""
    if position.witness is not None:
        position.witness.append(FirstSettled("NG-BID-7", int(position.round) + 1, int(seat), 0, None))
    begin_turns(position, seat)


def bid(position: Position, amount: i64) -> None:
    """NG-BID-2: seat 0's bid first, unseen; NG-BID-3: both are paid when both are in."""
    seat = position.to_act
    if position.phase != BID:
        raise IllegalAction("NG-BID-2", "nobody is bidding for the first turn now")
    if amount > position.cash[seat]:
        raise IllegalAction("NG-BID-2", f"a bid of ${amount} is more than your ${position.cash[seat]}")
    position.bids = changed(position.bids, seat, amount)
    if seat == 0:
        position.to_act = 1
        if position.witness is not None:
            position.witness.append(BidSealed("NG-BID-2", 0, int(amount)))
    else:
        _open_bids(position)


def _open_bids(position: Position) -> None:
    """NG-BID-3, NG-BID-4"""
    mine = position.bids[0]
    theirs = position.bids[1]
    position.cash[0] -= mine
    position.cash[1] -= theirs
    _book_bids(position)
    if position.witness is not None:
        position.witness.append(BidsOpened("NG-BID-3", (int(mine), int(theirs))))
    if mine == theirs:
        _tie(position)
        return
    position.first = 0 if mine > theirs else 1
    position.phase = CONTRACT
    position.to_act = position.first
    if position.witness is not None:
        first = int(position.first)
        paid = int(position.bids[first])
        position.witness.append(FirstSettled("NG-BID-4", int(position.round) + 1, first, paid, None))


def _book_bids(position: Position) -> None:
    """For the final count."""
    spent = position.bids_paid[:]
    for seat in range(SEATS):
        spent[seat] += position.bids[seat]
    position.bids_paid = spent


def _tie(position: Position) -> None:
    """NG-BID-6, NG-BID-7: above zero both bid again, once."""
    if position.tied or position.bids[0] == 0:
        _draw_lots(position, "tied again" if position.tied else "no bid")
        return
    if position.witness is not None:
        again = position.cash[0] > 0 or position.cash[1] > 0
        position.witness.append(BidsTied("NG-BID-6", int(position.bids[0]), again))
    position.bids = filled(SEATS, NOBODY)
    position.tied = True
    _open_bidding(position)


def may_take_contract(position: Position, contract: i64) -> bool:
    """Whether a contract is on offer, and the bid of the seat to act comes to its value."""
    return position.offer & BIT[contract] != 0 and position.board.value[contract] <= position.bids[position.to_act]


def take_contract(position: Position, contract: i64) -> None:
    """NG-BID-4"""
    _require_contract_choice(position)
    board = position.board
    name = board.contract_ids[contract]
    if not position.offer & BIT[contract]:
        raise IllegalAction("NG-BID-4", f"{name} is not among the contracts turned up")
    if not may_take_contract(position, contract):
        raise IllegalAction("NG-BID-4", f"{name} is worth ${board.value[contract]}, more than your bid")
    position.offer ^= BIT[contract]
    seat = position.to_act
    _hold(position, seat, contract)
    if position.witness is not None:
        value, paid = int(board.value[contract]), int(position.bids[seat])
        position.witness.append(ContractTaken("NG-BID-4", int(seat), name, value, paid))
    _next_to_take_contract(position)


def no_contract(position: Position) -> None:
    """NG-BID-5"""
    _require_contract_choice(position)
    if position.witness is not None:
        position.witness.append(ContractDeclined("NG-BID-5", int(position.to_act)))
    _next_to_take_contract(position)


def _require_contract_choice(position: Position) -> None:
    if position.phase != CONTRACT:
        raise IllegalAction("NG-BID-4", "contracts are taken after an auction for the first turn")


def _next_to_take_contract(position: Position) -> None:
    """NG-BID-4: the first player, then the other."""
    if position.to_act == position.first:
        position.to_act = 1 - position.first
    else:
        begin_turns(position, position.first)


def _hold(position: Position, seat: i64, contract: i64) -> None:
    """NG-CON-1: it lies open before its owner, after those taken earlier."""
    slot = seat * position.board.rounds
    while position.held[slot] != NOBODY:
        slot += 1
    position.held = changed(position.held, slot, contract)


# ---- random turn order -----------------------------------------------------------------------------------------------


def keep(position: Position, contract: i64) -> None:
    """NG-ORD-2: seat 0's choice first, unseen."""
    if position.phase != KEEP:
        raise IllegalAction("NG-ORD-2", "contracts are kept when they have been dealt for random turn order")
    name = position.board.contract_ids[contract]
    if not position.dealt[position.to_act] & BIT[contract]:
        raise IllegalAction("NG-ORD-2", f"{name} was not dealt to you")
    position.kept = changed(position.kept, position.to_act, contract)
    if position.to_act == 0:
        position.to_act = 1
        if position.witness is not None:
            position.witness.append(KeptSealed("NG-ORD-2", 0, name))
    else:
        _show_kept(position)


def _show_kept(position: Position) -> None:
    """NG-ORD-3: the first in the alphabet has the first turn. NG-ORD-4: the others go back."""
    board = position.board
    mine, theirs = position.kept[0], position.kept[1]
    _hold(position, 0, mine)
    _hold(position, 1, theirs)
    position.contract_deck |= (position.dealt[0] | position.dealt[1]) & ~(BIT[mine] | BIT[theirs])
    position.dealt = zeros(SEATS)
    position.kept = filled(SEATS, NOBODY)
    first: i64 = 0 if board.alphabet[mine] < board.alphabet[theirs] else 1
    if position.witness is not None:
        both = (board.contract_ids[mine], board.contract_ids[theirs])
        position.witness.append(KeptOpened("NG-ORD-2", both))
        position.witness.append(FirstSettled("NG-ORD-3", int(position.round) + 1, int(first), 0, both[first]))
    begin_turns(position, first)


# ---- contracts that flip ---------------------------------------------------------------------------------------------


def may_flip(position: Position, flip: i64) -> bool:
    """NG-CON-2: exactly when the contract says so."""
    board = position.board
    if position.mirror or not position.usable(position.turn) & BIT[board.flip_contract[flip]]:
        return False
    kind = board.flip_kind[flip]
    if kind == MIRROR:
        return may_play_card(position) and any_play(position, position.hand[position.turn], True)
    if position.phase != MORE or position.extra:
        return False
    if kind == EXTRA_CARD:
        return position.cards == position.allowed and any_play(position, position.hand[position.turn], False)
    commodity = board.flip_commodity[flip]
    return position.connected & BIT[commodity] != 0 and may_move_die(position, commodity)


def flip_contract(position: Position, flip: i64) -> None:
    """NG-CON-1: once in a round."""
    board = position.board
    contract = board.flip_contract[flip]
    kind = board.flip_kind[flip]
    if position.phase != BUILD and position.phase != MORE:
        raise IllegalAction("NG-CON-2", "contracts are flipped in Steps 2 and 3 of a turn")
    if not may_flip(position, flip):
        raise _why_no_flip(position, flip)
    position.flipped |= BIT[contract]
    if position.witness is not None:
        rule = ("NG-CON-KY", "NG-CON-TN", "NG-CON-VA")[kind]
        position.witness.append(ContractFlipped(rule, int(position.turn), board.contract_ids[contract]))
    if kind == MIRROR:
        position.mirror = True                      # NG-CON-KY
    elif kind == EXTRA_CARD:
        position.allowed += 1                       # NG-CON-TN
        position.extra = True
    else:
        move_die(position, board.flip_commodity[flip], board.adds_spaces[contract], contract)   # NG-CON-VA


def _why_no_flip(position: Position, flip: i64) -> IllegalAction:
    board = position.board
    contract = board.flip_contract[flip]
    name = board.contract_ids[contract]
    if position.holder(contract) != position.turn:
        return IllegalAction("NG-CON-1", f"you do not hold {name}")
    if position.flipped & BIT[contract]:
        return IllegalAction("NG-CON-1", f"{name} has been used this round")
    if position.mirror:
        return IllegalAction("NG-CON-KY", "the mirrored card is to be played first")
    kind = board.flip_kind[flip]
    if kind == MIRROR:
        return IllegalAction("NG-CON-KY", "there is no mirrored card that you may play now")
    if kind == EXTRA_CARD:
        return IllegalAction("NG-CON-TN", "it is for Step 3, with all cards played and another to play")
    if position.phase != MORE or position.extra:
        return IllegalAction("NG-CON-VA", "it is for Step 3, and after a card that must be played")
    commodity = board.flip_commodity[flip]
    what = board.commodity_ids[commodity]
    if not position.connected & BIT[commodity]:
        return IllegalAction("NG-CON-VA", f"you have connected no {what} city this turn")
    return IllegalAction("NG-CON-VA", f"the {what} die stands on your last row")
