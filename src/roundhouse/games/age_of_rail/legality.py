"""What may be done in Age of Rail, in the order of the rulebook: questions to a position, which they leave as it is."""
from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, append_members, lowest
from roundhouse.engine.contract import CHANCE, NOBODY
from roundhouse.games.age_of_rail.board import (
    AUTO,
    BUILD_BOX,
    BUILD_NOTHING,
    DEVELOP_BOX,
    DEVELOP_NOTHING,
    DIVIDENDS,
    DIVIDENDS_BOX,
    DONE,
    NO_LIMIT,
    OFFER_BOX,
    OFFER_NOTHING,
    PASS,
)
from roundhouse.games.age_of_rail.position import (
    AUCTION,
    DELEGATED,
    FREE_LINK,
    LATE_AUCTION,
    OFFERING,
    SECOND_DEVELOPMENT,
    SECOND_LINK,
    SETUP,
    TURN,
    Position,
)


def legal(position: Position) -> vec[i64]:
    """The codes of all that may happen in the position, by its phase; none when the game is over."""
    phase = position.phase
    if phase == AUCTION or phase == OFFERING or phase == LATE_AUCTION:
        return _bids(position)
    codes = vec[i64](capacity=64)
    if phase == TURN:
        return _turn_actions(position, codes)
    if phase == FREE_LINK:
        return _add_links(position, codes, position.building)
    if phase == DELEGATED:
        return _add_links(position, _add_connections(position, codes, position.building), position.building)
    if phase == SECOND_LINK:
        return _add_links(position, append(codes, DONE), position.building)
    if phase == SECOND_DEVELOPMENT:
        return _add_developments(position, append(codes, AUTO))
    if phase == SETUP:
        for seat in range(position.seats):
            codes = append(codes, position.board.start_code + seat)
    return codes


def weight(position: Position, code: i64) -> i64:
    """AR-SET-4: each seat is equally likely to open the first auction."""
    return 1 if position.to_act == CHANCE and position.board.start_code <= code < position.game.first_bid else 0


def _bids(position: Position) -> vec[i64]:
    """AR-AUC-2: every whole number of dollars from the least to all of your cash; passing is always allowed."""
    codes = append(vec[i64](capacity=96), PASS)
    return position.auction.add_bids(codes, position.game.first_bid, position.cash[position.to_act])


# ---- a turn ----------------------------------------------------------------------------------------------------------


def _turn_actions(position: Position, codes: vec[i64]) -> vec[i64]:
    """AR-TURN-1: one action of one of the boxes that are open; no passing."""
    own = builders(position, position.turn)
    others = builders(position, NOBODY) if own == 0 else 0
    may_offer = is_box_open(position, OFFER_BOX)
    may_develop = is_box_open(position, DEVELOP_BOX)
    for_sale = unsold(position) if may_offer else 0
    if own == 0 and others == 0:
        codes = append(codes, BUILD_NOTHING)
    if may_offer and for_sale == 0:
        codes = append(codes, OFFER_NOTHING)
    if may_develop and not can_develop(position):
        codes = append(codes, DEVELOP_NOTHING)
    if is_box_open(position, DIVIDENDS_BOX):
        codes = append(codes, DIVIDENDS)
    if may_offer:
        codes = append_members(codes, position.board.offer_code, for_sale)
        codes = append_members(codes, position.board.offer_own_code, own_to_offer(position))
    codes = _add_builds(position, codes, own, others)
    return _add_developments(position, codes) if may_develop else codes


def is_box_open(position: Position, box: i64) -> bool:
    """AR-TURN-2: not where your marker stands, but for Build Track. AR-TURN-3: not while others fill the slots."""
    if position.boxes[position.turn] == box:
        return box == BUILD_BOX
    slots = position.board.slots[box]
    if slots == NO_LIMIT:
        return True
    for seat in range(position.seats):
        if position.boxes[seat] == box:
            slots -= 1
    return slots > 0


# ---- build track -----------------------------------------------------------------------------------------------------


def _add_builds(position: Position, codes: vec[i64], own: i64, others: i64) -> vec[i64]:
    """AR-BLD-2: for one of yours. AR-BLD-3: if none of yours can build, a controller of another is named."""
    railroads = position.board.railroads
    for railroad in range(railroads):
        if own & BIT[railroad]:
            codes = _add_connections(position, codes, railroad)
    for railroad in range(railroads):
        if others & BIT[railroad]:
            first = position.board.delegate_code + railroad * position.seats
            codes = append_members(codes, first, position.controllers[railroad])
    for railroad in range(railroads):
        if own & BIT[railroad]:
            codes = _add_links(position, codes, railroad)
    return codes


def builders(position: Position, seat: i64) -> i64:
    """The railroads that can build, as bits: of those that the seat controls, or of all for NOBODY."""
    able: i64 = 0
    for railroad in range(position.board.railroads):
        if (seat == NOBODY or position.controllers[railroad] & BIT[seat]) and can_build(position, railroad):
            able |= BIT[railroad]
    return able


def can_build(position: Position, railroad: i64) -> bool:
    """AR-BLD-1. A closed railroad has no network, so nothing is within its reach."""
    for w in range(position.board.link_words):
        if first_links(position, railroad, w):
            return True
    for external in range(position.board.externals):
        if may_connect(position, railroad, external):
            return True
    return False


def may_build(position: Position, railroad: i64) -> bool:
    """AR-BLD-2: a railroad that you control on your turn; else the one whose build goes on."""
    if position.phase == TURN:
        return position.controllers[railroad] & BIT[position.turn] != 0
    return position.building == railroad


def links_now(position: Position, railroad: i64, w: i64) -> i64:
    """The links of word w that the railroad may lay in this phase."""
    board = position.board
    if position.phase == FREE_LINK:     # AR-OFF-4
        return board.touching[board.base[railroad] * board.link_words + w] & position.unbuilt[w]
    if position.phase == SECOND_LINK:
        return second_links(position, railroad, w)
    return first_links(position, railroad, w)


def first_links(position: Position, railroad: i64, w: i64) -> i64:
    """AR-BLD-6: the links of word w that may be laid as a single or a first one, if the Treasury can pay."""
    if position.treasury[railroad] < position.board.link_cost:
        return 0
    return position.reach[railroad * position.board.link_words + w] & position.unbuilt[w]


def second_links(position: Position, railroad: i64, w: i64) -> i64:
    """AR-BLD-7: the links of word w that lead on from the new place to another one, if the Treasury can pay."""
    board = position.board
    if position.junction == NOBODY or position.treasury[railroad] < board.second_link_cost:
        return 0
    found: i64 = 0
    left = board.touching[position.junction * board.link_words + w] & position.unbuilt[w]
    while left:
        bit = left & -left
        left ^= bit
        link = w * WORD + lowest(bit)
        if not position.on_network(railroad, board.end_a[link] + board.end_b[link] - position.junction):
            found |= bit
    return found


def new_place(position: Position, railroad: i64, link: i64) -> i64:
    """AR-BLD-7: the place new to the network to which a first link leads; NOBODY if it joins two old ones."""
    board = position.board
    if not position.on_network(railroad, board.end_a[link]):
        return board.end_a[link]
    if not position.on_network(railroad, board.end_b[link]):
        return board.end_b[link]
    return NOBODY


def junction_at(position: Position, place: i64) -> i64:
    """AR-BLD-7: a second link may start at the new place. AR-BLD-8, AL-BLD-1: but for where no double goes through."""
    board = position.board
    if place == NOBODY or board.no_double[board.word[place]] & board.bit[place]:
        return NOBODY
    return place


def _add_links(position: Position, codes: vec[i64], railroad: i64) -> vec[i64]:
    first = position.board.link_code + railroad * position.board.links
    for w in range(position.board.link_words):
        codes = append_members(codes, first + w * WORD, links_now(position, railroad, w))
    return codes


# ---- external connections --------------------------------------------------------------------------------------------


def may_connect(position: Position, railroad: i64, external: i64) -> bool:
    """AR-EXT-1"""
    board = position.board
    return (
        position.treasury[railroad] >= board.price[external]
        and position.built_by[external] == NOBODY
        and position.on_network(railroad, board.gate[external])
    )


def _add_connections(position: Position, codes: vec[i64], railroad: i64) -> vec[i64]:
    first = position.board.connect_code + railroad * position.board.externals
    for external in range(position.board.externals):
        if may_connect(position, railroad, external):
            codes = append(codes, first + external)
    return codes


# ---- offer stock -----------------------------------------------------------------------------------------------------


def unsold(position: Position) -> i64:
    """AR-STK-1: the open railroads with an unsold share, as bits."""
    found: i64 = 0
    for railroad in range(position.board.railroads):
        if position.is_open & BIT[railroad] and position.sold[railroad] < position.board.shares:
            found |= BIT[railroad]
    return found


def own_to_offer(position: Position) -> i64:
    """AR-STK-1: the railroads of which the player on turn holds a share, as bits; none by AR-OPT-2."""
    found: i64 = 0
    if position.board.own_shares:
        for railroad in range(position.board.railroads):
            if position.shares[railroad * position.seats + position.turn]:
                found |= BIT[railroad]
    return found


# ---- develop locations -----------------------------------------------------------------------------------------------


def developable(position: Position, w: i64) -> i64:
    """AR-DEV-2, AL-DEV-2: the places of word w that may be chosen now. AR-DEV-5: not each as a paid second."""
    board = position.board
    found = (position.connected[w] | board.without_track[w]) & position.growing[w]
    if position.phase == SECOND_DEVELOPMENT:
        found &= ~board.no_paid_second[w]
    return found


def can_develop(position: Position) -> bool:
    """Whether any place may be developed now."""
    for w in range(position.board.place_words):
        if developable(position, w):
            return True
    return False


def _add_developments(position: Position, codes: vec[i64]) -> vec[i64]:
    for w in range(position.board.place_words):
        codes = append_members(codes, position.board.develop_code + w * WORD, developable(position, w))
    return codes


def automatic_metro(position: Position) -> i64:
    """AR-DEV-3, AL-DEV-5: the first metro of the order that is not full, connected or not; NOBODY if all are."""
    for metro in position.board.automatic:
        if position.growing[position.board.word[metro]] & position.board.bit[metro]:
            return metro
    return NOBODY
