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


def legal(table: Position) -> vec[i64]:
    """The codes of all that may happen in the position, by its phase; none when the game is over."""
    phase = table.phase
    if phase == AUCTION or phase == OFFERING or phase == LATE_AUCTION:
        return _bids(table)
    codes = vec[i64](capacity=64)
    if phase == TURN:
        return _turn_actions(table, codes)
    if phase == FREE_LINK:
        return _add_links(table, codes, table.building)
    if phase == DELEGATED:
        return _add_links(table, _add_connections(table, codes, table.building), table.building)
    if phase == SECOND_LINK:
        return _add_links(table, append(codes, DONE), table.building)
    if phase == SECOND_DEVELOPMENT:
        return _add_developments(table, append(codes, AUTO))
    if phase == SETUP:
        for seat in range(table.seats):
            codes = append(codes, table.board.start_code + seat)
    return codes


def weight(table: Position, code: i64) -> i64:
    """AR-SET-4: each seat is equally likely to open the first auction."""
    return 1 if table.to_act == CHANCE and table.board.start_code <= code < table.game.first_bid else 0


def _bids(table: Position) -> vec[i64]:
    """AR-AUC-2: every whole number of dollars from the least to all of your cash; passing is always allowed."""
    codes = append(vec[i64](capacity=96), PASS)
    return table.auction.add_bids(codes, table.game.first_bid, table.cash[table.to_act])


# ---- a turn ----------------------------------------------------------------------------------------------------------


def _turn_actions(table: Position, codes: vec[i64]) -> vec[i64]:
    """AR-TURN-1: one action of one of the boxes that are open; no passing."""
    own = builders(table, table.turn)
    others = builders(table, NOBODY) if own == 0 else 0
    may_offer = is_box_open(table, OFFER_BOX)
    may_develop = is_box_open(table, DEVELOP_BOX)
    for_sale = unsold(table) if may_offer else 0
    if own == 0 and others == 0:
        codes = append(codes, BUILD_NOTHING)
    if may_offer and for_sale == 0:
        codes = append(codes, OFFER_NOTHING)
    if may_develop and not can_develop(table):
        codes = append(codes, DEVELOP_NOTHING)
    if is_box_open(table, DIVIDENDS_BOX):
        codes = append(codes, DIVIDENDS)
    if may_offer:
        codes = append_members(codes, table.board.offer_code, for_sale)
        codes = append_members(codes, table.board.offer_own_code, own_to_offer(table))
    codes = _add_builds(table, codes, own, others)
    return _add_developments(table, codes) if may_develop else codes


def is_box_open(table: Position, box: i64) -> bool:
    """AR-TURN-2: not where your marker stands, but for Build Track. AR-TURN-3: not while others fill the slots."""
    if table.boxes[table.turn] == box:
        return box == BUILD_BOX
    slots = table.board.slots[box]
    if slots == NO_LIMIT:
        return True
    for seat in range(table.seats):
        if table.boxes[seat] == box:
            slots -= 1
    return slots > 0


# ---- build track -----------------------------------------------------------------------------------------------------


def _add_builds(table: Position, codes: vec[i64], own: i64, others: i64) -> vec[i64]:
    """AR-BLD-2: for one of yours. AR-BLD-3: if none of yours can build, a controller of another is named."""
    railroads = table.board.railroads
    for railroad in range(railroads):
        if own & BIT[railroad]:
            codes = _add_connections(table, codes, railroad)
    for railroad in range(railroads):
        if others & BIT[railroad]:
            first = table.board.delegate_code + railroad * table.seats
            codes = append_members(codes, first, table.controllers[railroad])
    for railroad in range(railroads):
        if own & BIT[railroad]:
            codes = _add_links(table, codes, railroad)
    return codes


def builders(table: Position, seat: i64) -> i64:
    """The railroads that can build, as bits: of those that the seat controls, or of all for NOBODY."""
    able: i64 = 0
    for railroad in range(table.board.railroads):
        if (seat == NOBODY or table.controllers[railroad] & BIT[seat]) and can_build(table, railroad):
            able |= BIT[railroad]
    return able


def can_build(table: Position, railroad: i64) -> bool:
    """AR-BLD-1. A closed railroad has no network, so nothing is within its reach."""
    for w in range(table.board.link_words):
        if first_links(table, railroad, w):
            return True
    for external in range(table.board.externals):
        if may_connect(table, railroad, external):
            return True
    return False


def may_build(table: Position, railroad: i64) -> bool:
    """AR-BLD-2: a railroad that you control on your turn; else the one whose build goes on."""
    if table.phase == TURN:
        return table.controllers[railroad] & BIT[table.turn] != 0
    return table.building == railroad


def links_now(table: Position, railroad: i64, w: i64) -> i64:
    """The links of word w that the railroad may lay in this phase."""
    board = table.board
    if table.phase == FREE_LINK:     # AR-OFF-4
        return board.touching[board.base[railroad] * board.link_words + w] & table.unbuilt[w]
    if table.phase == SECOND_LINK:
        return second_links(table, railroad, w)
    return first_links(table, railroad, w)


def first_links(table: Position, railroad: i64, w: i64) -> i64:
    """AR-BLD-6: the links of word w that may be laid as a single or a first one, if the Treasury can pay."""
    if table.treasury[railroad] < table.board.link_cost:
        return 0
    return table.reach[railroad * table.board.link_words + w] & table.unbuilt[w]


def second_links(table: Position, railroad: i64, w: i64) -> i64:
    """AR-BLD-7: the links of word w that lead on from the new place to another one, if the Treasury can pay."""
    board = table.board
    if table.junction == NOBODY or table.treasury[railroad] < board.second_link_cost:
        return 0
    found: i64 = 0
    left = board.touching[table.junction * board.link_words + w] & table.unbuilt[w]
    while left:
        bit = left & -left
        left ^= bit
        link = w * WORD + lowest(bit)
        if not table.on_network(railroad, board.end_a[link] + board.end_b[link] - table.junction):
            found |= bit
    return found


def new_place(table: Position, railroad: i64, link: i64) -> i64:
    """AR-BLD-7: the place new to the network to which a first link leads; NOBODY if it joins two old ones."""
    board = table.board
    if not table.on_network(railroad, board.end_a[link]):
        return board.end_a[link]
    if not table.on_network(railroad, board.end_b[link]):
        return board.end_b[link]
    return NOBODY


def junction_at(table: Position, place: i64) -> i64:
    """AR-BLD-7: a second link may start at the new place. AR-BLD-8, AL-BLD-1: but for where no double goes through."""
    board = table.board
    if place == NOBODY or board.no_double[board.word[place]] & board.bit[place]:
        return NOBODY
    return place


def _add_links(table: Position, codes: vec[i64], railroad: i64) -> vec[i64]:
    first = table.board.link_code + railroad * table.board.links
    for w in range(table.board.link_words):
        codes = append_members(codes, first + w * WORD, links_now(table, railroad, w))
    return codes


# ---- external connections --------------------------------------------------------------------------------------------


def may_connect(table: Position, railroad: i64, external: i64) -> bool:
    """AR-EXT-1"""
    board = table.board
    return (
        table.treasury[railroad] >= board.price[external]
        and table.built_by[external] == NOBODY
        and table.on_network(railroad, board.gate[external])
    )


def _add_connections(table: Position, codes: vec[i64], railroad: i64) -> vec[i64]:
    first = table.board.connect_code + railroad * table.board.externals
    for external in range(table.board.externals):
        if may_connect(table, railroad, external):
            codes = append(codes, first + external)
    return codes


# ---- offer stock -----------------------------------------------------------------------------------------------------


def unsold(table: Position) -> i64:
    """AR-STK-1: the open railroads with an unsold share, as bits."""
    found: i64 = 0
    for railroad in range(table.board.railroads):
        if table.is_open & BIT[railroad] and table.sold[railroad] < table.board.shares:
            found |= BIT[railroad]
    return found


def own_to_offer(table: Position) -> i64:
    """AR-STK-1: the railroads of which the player on turn holds a share, as bits; none by AR-OPT-2."""
    found: i64 = 0
    if table.board.own_shares:
        for railroad in range(table.board.railroads):
            if table.shares[railroad * table.seats + table.turn]:
                found |= BIT[railroad]
    return found


# ---- develop locations -----------------------------------------------------------------------------------------------


def developable(table: Position, w: i64) -> i64:
    """AR-DEV-2, AL-DEV-2: the places of word w that may be chosen now. AR-DEV-5: not each as a paid second."""
    board = table.board
    found = (table.connected[w] | board.without_track[w]) & table.growing[w]
    if table.phase == SECOND_DEVELOPMENT:
        found &= ~board.no_paid_second[w]
    return found


def can_develop(table: Position) -> bool:
    """Whether any place may be developed now."""
    for w in range(table.board.place_words):
        if developable(table, w):
            return True
    return False


def _add_developments(table: Position, codes: vec[i64]) -> vec[i64]:
    for w in range(table.board.place_words):
        codes = append_members(codes, table.board.develop_code + w * WORD, developable(table, w))
    return codes


def automatic_metro(table: Position) -> i64:
    """AR-DEV-3, AL-DEV-5: the first metro of the order that is not full, connected or not; NOBODY if all are."""
    for metro in table.board.automatic:
        if table.growing[table.board.word[metro]] & table.board.bit[metro]:
            return metro
    return NOBODY
