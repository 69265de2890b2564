"""The steps of a turn: a certificate, what comes between the cards of Steps 2 and 3, and the refilling of the hand."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import BIT, count, filled, zeros
from roundhouse.engine.contract import CHANCE, IllegalAction
from roundhouse.games.narrow_gauge.board import SEATS
from roundhouse.games.narrow_gauge.building import any_play, draw_up_prices, leave_hand
from roundhouse.games.narrow_gauge.facts import (
    BuildingEnded,
    CardDiscarded,
    CertificateTaken,
    NoCardPlayed,
    RefillBegan,
    Reshuffled,
    TokenTurned,
)
from roundhouse.games.narrow_gauge.position import BUILD, DRAW, MORE, REFILL, REVEAL, TAKE, Position, changed
from roundhouse.games.narrow_gauge.rounds import end_turn

# ---- Step 1 ----------------------------------------------------------------------------------------------------------


def take(position: Position, company: i64) -> None:
    """NG-SHR-1 to NG-SHR-3"""
    if position.phase != TAKE:
        raise IllegalAction("NG-SHR-1", "certificates are taken in Step 1 of a turn")
    if position.available[company] == 0:
        name = position.board.company_ids[company]
        raise IllegalAction("NG-SHR-1", f"{name} has no certificate left in this round")
    place = position.turn * position.board.companies + company
    position.available[company] -= 1
    position.certificates[place] += 1
    position.company = company
    position.phase = BUILD
    draw_up_prices(position)
    if position.witness is not None:
        position.witness.append(CertificateTaken(
            "NG-SHR-1", int(position.turn), position.board.company_ids[company],
            (position.owned(0, company), position.owned(1, company)),
            (position.votes(0, company), position.votes(1, company)), int(position.available[company]),
            int(position.connection_pay(position.turn, company)),
        ))


# ---- Steps 2 and 3 ---------------------------------------------------------------------------------------------------


def must_say_no_card(position: Position) -> bool:
    """NG-TURN-3: whatever Kentucky would allow."""
    return not position.mirror and not any_play(position, position.hand[position.turn], False)


def no_card(position: Position) -> None:
    """NG-TURN-3, NG-TOK-3"""
    if position.phase != BUILD:
        raise IllegalAction("NG-TURN-3", "only in Step 2 can there be no card to play")
    if not must_say_no_card(position):
        raise IllegalAction("NG-TURN-3", "there is a card that you can play, so you must")
    if position.witness is not None:
        position.witness.append(NoCardPlayed("NG-TURN-3", int(position.turn)))
    _turn_token(position, "NG-TOK-3")
    _note_idle_cards(position)
    position.phase = REFILL


def after_a_card(position: Position) -> None:
    """On with Step 3, after the cities that the card reveals."""
    if len(position.reveal):
        position.phase = REVEAL
        position.to_act = CHANCE
    else:
        position.phase = MORE


def may_end(position: Position) -> bool:
    """NG-TURN-4; NG-CON-KY, NG-CON-TN: a card that was asked for is played first."""
    return not position.extra and not position.mirror


def end(position: Position) -> None:
    """NG-TURN-4, NG-TOK-2"""
    if position.phase != MORE:
        raise IllegalAction("NG-TURN-4", "`end` closes Step 3, after a card has been played")
    if not may_end(position):
        rule = "NG-CON-KY" if position.mirror else "NG-CON-TN"
        raise IllegalAction(rule, "the card you flipped for must be played")
    if position.witness is not None:
        position.witness.append(BuildingEnded("NG-TURN-4", int(position.turn), int(position.cards)))
    _turn_token(position, "NG-TOK-2")
    position.phase = REFILL


def dark_next(position: Position) -> bool:
    """NG-TOK-2, NG-TOK-3: whether the build token of whose turn it is will be dark if the building ends now."""
    if position.dark & BIT[position.turn]:
        return position.token_stays and position.cards == 0
    return position.cards >= 2 and position.built_difficult


def _turn_token(position: Position, rule: str) -> None:
    me = BIT[position.turn]
    dark = dark_next(position)
    if position.witness is not None and (dark or position.dark & me):
        before, after = "dark" if position.dark & me else "white", "dark" if dark else "white"
        position.witness.append(TokenTurned(rule, int(position.turn), before, after))
    if dark:
        position.dark |= me
    else:
        position.dark &= ~me


def _note_idle_cards(position: Position) -> None:
    """`no-card` tells the other player that no card of the hand can be played on this board."""
    idle: i64 = 0
    for card in range(position.board.cards):
        if not any_play(position, BIT[card], False):
            idle |= BIT[card]
    position.idle = changed(position.idle, position.turn, idle)
    position.fresh[position.turn] = 0


# ---- Step 4: refill the hand -----------------------------------------------------------------------------------------


def discard(position: Position, card: i64) -> None:
    """NG-HAND-1, NG-HAND-2"""
    seat = position.turn
    if position.phase != REFILL:
        raise IllegalAction("NG-HAND-1", "cards are discarded in Step 4 of a turn")
    if not position.hand[seat] & BIT[card]:
        raise IllegalAction("NG-HAND-1", f"{position.board.card_ids[card]} is not in your hand")
    leave_hand(position, card)
    if position.witness is not None:
        name, left, full = position.board.card_ids[card], count(position.hand[seat]), position.full_hand(seat)
        position.witness.append(CardDiscarded("NG-HAND-1", int(seat), name, int(left), int(full)))


def draw_up(position: Position) -> None:
    """NG-HAND-1"""
    if position.phase != REFILL:
        raise IllegalAction("NG-HAND-1", "cards are drawn in Step 4 of a turn")
    if position.witness is not None:
        position.witness.append(RefillBegan("NG-HAND-1", int(position.turn), _missing(position)))
    draw_on(position)


def draw_on(position: Position) -> None:
    """NG-HAND-1, NG-HAND-3: the next card, or the end of the turn."""
    full = count(position.hand[position.turn]) >= position.full_hand(position.turn)
    if full or position.pile | position.discard == 0:
        end_turn(position)
        return
    if position.pile == 0:
        _reshuffle(position)
    position.phase = DRAW
    position.to_act = CHANCE


def _missing(position: Position) -> int:
    """How many cards are going to be drawn."""
    wanted = int(position.full_hand(position.turn)) - int(count(position.hand[position.turn]))
    return max(0, min(wanted, int(count(position.pile | position.discard))))


def _reshuffle(position: Position) -> None:
    """NG-HAND-3. With no pile left, each player knows the other's hand: all that is not theirs or discarded."""
    if position.witness is not None:
        position.witness.append(Reshuffled("NG-HAND-3", int(count(position.discard))))
    position.pile = position.discard
    position.discard = 0
    position.known = position.hand[:]
    position.idle = filled(SEATS, position.board.all_cards)
    position.fresh = zeros(SEATS)
