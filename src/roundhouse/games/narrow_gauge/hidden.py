"""What a seat, or a WATCHER, can't see, redrawn so that it agrees with all that was seen (NG-HID-1, NG-HID-2).

Hidden cash is as it is: all payments are open (NG-HID-5), so only one amount is consistent with them.
"""
from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, append_members, count
from roundhouse.engine.contract import NOBODY, WATCHER
from roundhouse.engine.dice import Dice
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.building import any_play
from roundhouse.games.narrow_gauge.position import Position, changed


def redraw(position: Position, seat: i64, dice: Dice) -> None:
    """All that is hidden from one who looks, in place."""
    for them in range(SEATS):
        if them != seat:
            _redraw_bid(position, them, dice)
    if (position.dealt[0] and seat != 0) or (position.dealt[1] and seat != 1):
        _redraw_contracts(position, seat, dice)
    _redraw_hands(position, seat, dice)
    # A flip for a card tells that there is one to play.
    while position.turn not in (seat, NOBODY) and not _keeps_its_word(position):
        _redraw_hands(position, seat, dice)


def _redraw_bid(position: Position, them: i64, dice: Dice) -> None:
    """A sealed bid: any that could be made."""
    if position.bids[them] != NOBODY and position.bids[1 - them] == NOBODY:
        position.bids = changed(position.bids, them, dice.below(position.cash[them] + 1))


def _keeps_its_word(position: Position) -> bool:
    hand = position.hand[position.turn]
    if position.mirror and not any_play(position, hand, True):
        return False
    return not position.extra or any_play(position, hand, False)


def _redraw_contracts(position: Position, seat: i64, dice: Dice) -> None:
    """What was dealt to the others, and which of it they keep."""
    unseen = position.contract_deck
    for them in range(SEATS):
        if them != seat:
            unseen |= position.dealt[them]
    order = append_members(vec[i64](), 0, unseen)
    dice.shuffle(order)
    first: i64 = 0
    for them in range(SEATS):
        size = count(position.dealt[them])
        if them == seat or size == 0:
            continue
        dealt: i64 = 0
        for n in range(first, first + size):
            dealt |= BIT[order[n]]
        position.dealt = changed(position.dealt, them, dealt)
        unseen &= ~dealt
        if position.kept[them] != NOBODY:
            position.kept = changed(position.kept, them, order[first + dice.below(size)])
        first += size
    position.contract_deck = unseen


# ---- hands -----------------------------------------------------------------------------------------------------------


def _redraw_hands(position: Position, seat: i64, dice: Dice) -> None:
    if seat != WATCHER:
        _redraw_hand(position, 1 - seat, dice)
        return
    while not _redraw_both(position, dice):
        pass


def _redraw_hand(position: Position, seat: i64, dice: Dice) -> None:
    """A hand from the cards unseen that keeps what the other player knows of it."""
    kept = position.known[seat] & position.hand[seat]
    unseen = (position.pile | position.hand[seat]) & ~kept
    order = append_members(vec[i64](capacity=WORD), 0, unseen)
    dice.shuffle(order)
    hand = _filled_up(position, seat, kept, count(position.hand[seat]), order)
    position.pile = (position.pile | position.hand[seat]) & ~hand
    position.hand[seat] = hand


def _filled_up(position: Position, seat: i64, hand: i64, size: i64, order: vec[i64]) -> i64:
    """A hand with cards added in that order: of those that could have been played at `no-card`, only fresh ones."""
    fresh = position.fresh[seat] - count(hand & ~position.idle[seat])
    left = size - count(hand)
    for card in order:
        idle = position.idle[seat] & BIT[card] != 0
        if left > 0 and not hand & BIT[card] and (idle or fresh > 0):
            hand |= BIT[card]
            left -= 1
            if not idle:
                fresh -= 1
    return hand


def _redraw_both(position: Position, dice: Dice) -> bool:
    """Both hands, for who watches: of cards known to be in a hand it is known in how many each, not in whose.

    False where the cards that are left do not fit what is known of the second hand, and others must be tried.
    """
    known = [position.known[seat] & position.hand[seat] for seat in range(SEATS)]
    in_hands = known[0] | known[1]
    pile = (position.pile | position.hand[0] | position.hand[1]) & ~in_hands
    # The hand of which more is known comes first.
    first: i64 = 0 if count(position.idle[0]) <= count(position.idle[1]) else 1
    hands = vec[i64]([0, 0])
    parts = vec[i64]([0, 0])
    for seat in (first, 1 - first):
        size = count(position.hand[seat])
        parts[seat] = _filled_up(position, seat, 0, count(known[seat]), _shuffled(in_hands, dice))
        in_hands &= ~parts[seat]
        hands[seat] = _filled_up(position, seat, parts[seat], size, _shuffled(pile, dice))
        pile &= ~hands[seat]
        if count(parts[seat]) < count(known[seat]) or count(hands[seat]) < size:
            return False
    position.hand = hands
    position.known = parts
    position.pile = pile
    return True


def _shuffled(cards: i64, dice: Dice) -> vec[i64]:
    order = append_members(vec[i64](), 0, cards)
    dice.shuffle(order)
    return order
