"""Steps 2 and 3 of a turn: what a track card costs, where it may be laid, and what it builds.

`position.tolls` holds, by seat and hex, what a new locomotive costs there under the seat's contracts, for any company
that does not stand there yet. They are drawn up for a round, and rise where a locomotive is placed. `position.prices`
is the items of a bill in the turn: the seat's tolls, and nothing where the company of Step 1 stands.
"""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from roundhouse.engine.bits import BIT, WORD, lowest
from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.narrow_gauge.board import (
    BYTE,
    DIFFICULT,
    DOLLAR,
    IN_BYTE,
    MIRRORED,
    SEATS,
    TERRAINS,
    TURNED,
    WATER,
    WAYS,
    Board,
    dollars,
    hexes_in,
    locomotives,
)
from roundhouse.games.narrow_gauge.facts import CardPlayed, PenaltiesPaid, Penalty
from roundhouse.games.narrow_gauge.market import connect, gain_share
from roundhouse.games.narrow_gauge.position import BUILD, MORE, Position

# ---- penalties -------------------------------------------------------------------------------------------------------


def draw_up_tolls(position: Position) -> None:
    """NG-PEN-1 to NG-PEN-4: by seat and hex, the item of a new locomotive of any company that is not there."""
    board = position.board
    position.tolls = vec[i16](capacity=SEATS * board.hexes)
    position.rival_tolls = vec[i16](capacity=SEATS)
    for seat in range(SEATS):
        rival = position.price(seat, board.pays_other, board.other_price)
        position.rival_tolls = append(position.rival_tolls, i16(rival * DOLLAR))
        _pave(position, position.price(seat, board.pays_difficult, board.difficult_price),
              position.price(seat, board.pays_water, board.water_price))
    for w in range(board.words):
        seen: i64 = 0
        for company in range(board.companies):
            there = position.track[company * board.words + w]
            paid = there & ~seen if position.rivals_by_hex else there
            seen |= there
            while paid:
                _raise_toll(position, w * WORD + lowest(paid))
                paid &= paid - 1


def _pave(position: Position, difficult: i64, water: i64) -> None:
    """NG-PEN-2, NG-PEN-3: the items of one seat on the bare ground."""
    items = vec[i16]([i16(1)] * len(TERRAINS))
    items[i64(DIFFICULT)] += i16(difficult * DOLLAR)
    items[i64(WATER)] += i16(water * DOLLAR)
    tolls = position.tolls
    for terrain in position.board.terrain:
        tolls = append(tolls, items[i64(terrain)])
    position.tolls = tolls


def _raise_toll(position: Position, hex_: i64) -> None:
    """NG-PEN-1: whoever comes to this hex pays for one locomotive more."""
    tolls, rival_tolls = position.tolls, position.rival_tolls
    tolls[hex_] += rival_tolls[0]
    tolls[position.board.hexes + hex_] += rival_tolls[1]


def draw_up_prices(position: Position) -> None:
    """The bill of a turn: what its seat pays, for the company of Step 1."""
    board = position.board
    seat, own = position.turn * board.hexes, position.company * board.words
    prices = position.tolls[seat:seat + board.hexes]
    for w in range(board.words):
        standing = position.track[own + w]
        while standing:
            prices[w * WORD + lowest(standing)] = 0
            standing &= standing - 1
    position.prices = prices


def _penalties(position: Position, hex_: i64) -> list[Penalty]:
    """The reasons behind the item of a hex, for whoever asks."""
    board, name = position.board, position.board.grid.ids[hex_]
    w, bit = board.word[hex_], board.bit[hex_]
    found: list[Penalty] = []
    if board.difficult[w] & bit:
        found.append(_penalty(position, name, "difficult", board.pays_difficult, board.difficult_price))
    if board.water[w] & bit:
        found.append(_penalty(position, name, "water", board.pays_water, board.water_price))
    rivals = tuple([board.company_ids[c] for c in range(board.companies) if position.stands(c, hex_)])
    if rivals:
        price = _penalty(position, name, "rivals", board.pays_other, board.other_price)
        times = 1 if position.rivals_by_hex else len(rivals)
        found.append(Penalty(name, "rivals", price.amount * times, rivals, price.contract))
    return found


def _penalty(position: Position, name: str, why: str, setting: vec[i64], without: i64) -> Penalty:
    seat = int(position.turn)
    return Penalty(name, why, int(position.price(seat, setting, without)), (), position.setter(seat, setting, without))


# ---- which plays are legal -------------------------------------------------------------------------------------------


def bill(prices: vec[i16], covered: i64) -> i64:
    """NG-CARD-4, NG-PEN-4: the new locomotives of a card's hexes, and all their penalties, as one sum."""
    total: i64 = 0
    while covered:
        total += i64(prices[(covered & IN_BYTE) - 1])
        covered >>= BYTE
    return total


def payable(total: i64, supply: i64, cash: i64) -> bool:
    """NG-CARD-6, NG-CARD-7: something new, from the supply, and paid for."""
    return 0 < total < (cash + 1) * DOLLAR and locomotives(total) <= supply


def face_of(board: Board, card: i64, turned: i64, mirrored: bool) -> i64:
    """The face that a card shows when it is laid turned, mirrored, both or neither."""
    way = turned * TURNED
    if mirrored:
        way += MIRRORED
    return board.face_of[card * WAYS + way]


def starts_of(position: Position, face: i64, w: i64) -> i64:
    """NG-CARD-1, NG-CARD-3, NG-CARD-5: the company's hexes of word w where a face hits no rim or tile."""
    board = position.board
    fits = (face * board.companies + position.homes[position.company]) * board.words
    return position.track[position.company * board.words + w] & board.fits[fits + w]


def add_plays(position: Position, codes: vec[i64]) -> vec[i64]:
    """Every legal play of the hand, mirrored if the next card is to be."""
    board, track, prices = position.board, position.track, position.prices
    faces, fits, covers = board.face_of, board.fits, board.covers
    words, hexes, companies = board.words, board.hexes, board.companies
    own, home = position.company * words, position.homes[position.company]
    supply, cash = position.supply[position.company], position.cash[position.turn]
    first: i64 = 0
    if position.mirror:
        first = MIRRORED
    hand = position.hand[position.turn]
    while hand:
        card = lowest(hand)
        hand &= hand - 1
        code = board.play_code + card * 2 * hexes
        for way in range(first, first + 2):
            face = faces[card * WAYS + way]
            for w in range(words):
                starts = track[own + w] & fits[(face * companies + home) * words + w]
                while starts:
                    start = w * WORD + lowest(starts)
                    starts &= starts - 1
                    if payable(bill(prices, covers[face * hexes + start]), supply, cash):
                        codes = append(codes, code + start)
            code += hexes
    return codes


def any_play(position: Position, cards: i64, mirrored: bool) -> bool:
    """Whether any of these cards has a legal play."""
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        for turned in range(2):
            if _any_start(position, face_of(position.board, card, turned, mirrored)):
                return True
    return False


def _any_start(position: Position, face: i64) -> bool:
    board, prices, covers = position.board, position.prices, position.board.covers
    supply, cash = position.supply[position.company], position.cash[position.turn]
    for w in range(board.words):
        starts = starts_of(position, face, w)
        first = face * board.hexes + w * WORD
        while starts:
            if payable(bill(prices, covers[first + lowest(starts)]), supply, cash):
                return True
            starts &= starts - 1
    return False


def may_play_card(position: Position) -> bool:
    """NG-TURN-3, NG-CARD-9: in Step 2, or in Step 3 with a card left."""
    return position.phase == BUILD or (position.phase == MORE and position.cards < position.allowed)


# ---- playing a card --------------------------------------------------------------------------------------------------


def play(position: Position, card: i64, turned: i64, start: i64) -> None:
    """NG-CARD-8: discard, pay, place, connect, in this order."""
    board = position.board
    face = face_of(board, card, turned, position.mirror)
    covered = board.covers[face * board.hexes + start]
    prices = position.prices[:]
    if not _may_start(position, card, face, start):
        raise _why_no_play(position, card, turned, start)
    total = bill(prices, covered)
    if not payable(total, position.supply[position.company], position.cash[position.turn]):
        raise _why_no_play(position, card, turned, start)
    cost = dollars(total)
    leave_hand(position, card)
    if position.witness is not None:
        _tell_play(position, card, turned, start, hexes_in(covered), cost)
    if cost:
        position.cash[position.turn] -= cost
        position.penalties[position.turn] += cost
    position.reveal = vec[i64]()
    position.tolls = position.tolls[:]
    while covered:
        hex_ = (covered & IN_BYTE) - 1
        covered >>= BYTE
        if prices[hex_]:
            prices[hex_] = 0
            _place(position, hex_)
    position.prices = prices
    position.cards += 1
    position.extra = False
    position.mirror = False


def _may_start(position: Position, card: i64, face: i64, start: i64) -> bool:
    if not may_play_card(position) or not position.hand[position.turn] & BIT[card]:
        return False
    return starts_of(position, face, position.board.word[start]) & position.board.bit[start] != 0


def _place(position: Position, hex_: i64) -> None:
    """NG-CARD-5: one new locomotive, and its connection if the hex is a city."""
    board = position.board
    if board.terrain[hex_] == DIFFICULT:
        position.built_difficult = True
    if not position.rivals_by_hex or not position.stood_on(hex_):       # NG-OPT-5
        _raise_toll(position, hex_)
    position.place_locomotive(position.company, hex_)
    position.supply[position.company] -= 1
    city = board.city_of[hex_]
    if city == NOBODY:
        return
    connect(position, city)
    if position.tiles[city] == NOBODY:
        position.reveal = append(position.reveal, city)     # NG-COM-7: its die moves with its `tile` line
    else:
        gain_share(position, position.tiles[city])


def leave_hand(position: Position, card: i64) -> None:
    """A card goes from the hand of whose turn it is to the discard pile, face up (NG-HAND-2)."""
    seat = position.turn
    position.hand[seat] &= ~BIT[card]
    position.discard |= BIT[card]
    if not position.idle[seat] & BIT[card]:
        position.fresh[seat] -= 1


def _tell_play(position: Position, card: i64, turned: i64, start: i64, hexes: list[i64], cost: i64) -> None:
    """The card with its locomotives, and its bill; told before anything is placed."""
    if position.witness is None:
        return
    board, seat, ids = position.board, int(position.turn), position.board.grid.ids
    new = [hex_ for hex_ in hexes if position.prices[hex_]]
    position.witness.append(CardPlayed(
        "NG-CARD-8", seat, board.card_ids[card], ids[start], bool(turned), position.mirror,
        board.company_ids[position.company], tuple([ids[hex_] for hex_ in new]),
        tuple([ids[hex_] for hex_ in hexes if hex_ not in new]),
    ))
    items = [item for hex_ in new for item in _penalties(position, hex_)]
    if items:
        position.witness.append(PenaltiesPaid("NG-PEN-4", seat, tuple(items), int(cost)))


def _why_no_play(position: Position, card: i64, turned: i64, start: i64) -> IllegalAction:
    board = position.board
    name = board.card_ids[card]
    where = board.grid.ids[start]
    if position.phase != BUILD and position.phase != MORE:
        return IllegalAction("NG-TURN-1", "track cards are played in Steps 2 and 3 of a turn")
    if position.cards >= position.allowed:
        return IllegalAction("NG-CARD-9", f"you have played the {position.allowed} allowed this turn")
    if not position.hand[position.turn] & BIT[card]:
        return IllegalAction("NG-CARD-1", f"{name} is not in your hand")
    company = board.company_ids[position.company]
    if not position.stands(position.company, start):
        return IllegalAction("NG-CARD-1", f"{company} has no locomotive in {where} to start from")
    face = face_of(board, card, turned, position.mirror)
    if not starts_of(position, face, board.word[start]) & board.bit[start]:
        return IllegalAction("NG-CARD-5", f"{name} from {where} leaves the board or meets another company's tile")
    total = bill(position.prices, board.covers[face * board.hexes + start])
    new = locomotives(total)
    left = position.supply[position.company]
    if new == 0:
        return IllegalAction("NG-CARD-6", f"{company} already stands on every hex of {name} from {where}")
    if new > left:
        return IllegalAction("NG-CARD-6", f"{company} has {left} locomotives left and needs {new}")
    cash = position.cash[position.turn]
    return IllegalAction("NG-CARD-7", f"its penalties are ${dollars(total)} and you have ${cash}")
