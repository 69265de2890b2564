"""Build Track in Age of Rail: links, External Connections, and the railroad that opens late."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.age_of_rail import legality, refusals
from roundhouse.games.age_of_rail.auctions import go_on_after_free_link, open_late_railroad
from roundhouse.games.age_of_rail.board import BUILD_BOX
from roundhouse.games.age_of_rail.dividends import pay_bonus
from roundhouse.games.age_of_rail.facts import Connected, Delegated, LinkLaid, NoSecondLink
from roundhouse.games.age_of_rail.position import DELEGATED, FREE_LINK, SECOND_LINK, TURN, Position
from roundhouse.games.age_of_rail.turns import end_turn, require_box, take_box

# ---- who builds ------------------------------------------------------------------------------------------------------


def delegate(position: Position, railroad: i64, seat: i64) -> None:
    """AR-BLD-3"""
    require_box(position, BUILD_BOX)
    named = position.controllers[railroad] & BIT[seat] and legality.can_build(position, railroad)
    if legality.builders(position, position.turn) or not named:
        raise refusals.no_delegation(position, railroad, seat)
    take_box(position, BUILD_BOX)
    if position.witness is not None:
        position.witness.append(Delegated("AR-BLD-3", position.board.railroad_ids[railroad], position.turn, seat))
    position.phase = DELEGATED
    position.building = railroad
    position.builder = seat
    position.to_act = seat


# ---- links -----------------------------------------------------------------------------------------------------------


def link(position: Position, railroad: i64, link: i64) -> None:
    """AR-BLD-5, AR-BLD-6"""
    board = position.board
    now = legality.links_now(position, railroad, board.word[link])
    if not (legality.may_build(position, railroad) and now & board.bit[link]):
        raise refusals.no_link(position, railroad, link)
    if position.phase == FREE_LINK:
        _free_link(position, railroad, link)
    elif position.phase == SECOND_LINK:
        _lay(position, railroad, link, board.second_link_cost, "second")
        _end_build(position)
    else:
        _first_link(position, railroad, link)


def _free_link(position: Position, railroad: i64, link: i64) -> None:
    """AR-OFF-4, AR-LATE-3"""
    _lay(position, railroad, link, 0, "free")
    winner = position.builder
    _clear_build(position)
    go_on_after_free_link(position, railroad, winner)


def _first_link(position: Position, railroad: i64, link: i64) -> None:
    """AR-BLD-9: the build is over at once if no second link can follow."""
    board = position.board
    if position.phase == TURN:
        take_box(position, BUILD_BOX)
    new_place = legality.new_place(position, railroad, link)
    position.junction = legality.junction_at(position, new_place)
    _lay(position, railroad, link, board.link_cost, "first")
    for w in range(board.link_words):
        if legality.second_links(position, railroad, w):
            position.phase = SECOND_LINK
            position.building = railroad
            position.builder = position.to_act
            position.first_link = link
            return
    if position.witness is not None:
        position.witness.append(_no_second_link(position, railroad, link, new_place))
    _end_build(position)


def _lay(position: Position, railroad: i64, link: i64, cost: i64, why: str) -> None:
    """AR-BLD-1: the Treasury pays."""
    position.treasury[railroad] -= cost
    if position.witness is not None:
        position.witness.append(_link_laid(position, railroad, link, cost, why))
    position.lay(railroad, link)


def _link_laid(position: Position, railroad: i64, link: i64, cost: i64, why: str) -> LinkLaid:
    """Told while the link is not on the network yet, for it says what is new."""
    board = position.board
    start, end = board.end_a[link], board.end_b[link]
    if end == board.base[railroad] if why == "free" else not position.on_network(railroad, start):
        start, end = end, start
    reached = [p for p in (start, end) if not position.on_network(railroad, p)]
    connected = [p for p in reached if not position.is_connected(p)]
    ids = board.place_ids
    return LinkLaid(
        _rule_of(position, why), position.to_act, board.railroad_ids[railroad], board.link_ids[link], ids[start],
        ids[end], why, cost, position.treasury[railroad], tuple([ids[p] for p in reached]),
        tuple([ids[p] for p in connected]),
    )


def _rule_of(position: Position, why: str) -> str:
    if why == "free":
        return position.free_link_rule()
    return "AR-BLD-7" if why == "second" else "AR-BLD-5"


def _no_second_link(position: Position, railroad: i64, link: i64, new_place: i64) -> NoSecondLink:
    """Which rule ends the build after its first link."""
    board = position.board
    place = board.end_b[link] if new_place == NOBODY else new_place
    if new_place == NOBODY:
        rule, why = "AR-BLD-7", "old place"
    elif position.junction == NOBODY:
        rule, why = board.rule("AR-BLD-8", "AL-BLD-1"), "through"
    elif position.treasury[railroad] < board.second_link_cost:
        rule, why = "AR-BLD-9", "treasury"
    else:
        rule, why = "AR-BLD-9", "nowhere"
    name, treasury = board.railroad_ids[railroad], position.treasury[railroad]
    return NoSecondLink(rule, position.to_act, name, board.place_ids[place], why, board.second_link_cost, treasury)


def stop(position: Position) -> None:
    """AR-BLD-5: a single link will do."""
    if position.phase != SECOND_LINK:
        raise IllegalAction("AR-BLD-5", "there is no double link being built that you could leave at one")
    if position.witness is not None:
        board, railroad = position.board, position.building
        name, place = board.railroad_ids[railroad], board.place_ids[position.junction]
        cost, treasury = board.second_link_cost, position.treasury[railroad]
        position.witness.append(NoSecondLink("AR-BLD-5", position.to_act, name, place, "chosen", cost, treasury))
    _end_build(position)


# ---- external connections --------------------------------------------------------------------------------------------


def connect(position: Position, railroad: i64, external: i64) -> None:
    """AR-EXT-2: the Connection Bonus. AR-EXT-3, AL-EXT-1: the Value may rise, the Income does not."""
    board = position.board
    building = position.phase == TURN or position.phase == DELEGATED
    if not (building and legality.may_build(position, railroad) and legality.may_connect(position, railroad, external)):
        raise refusals.no_connection(position, railroad, external)
    if position.phase == TURN:
        take_box(position, BUILD_BOX)
    position.treasury[railroad] -= board.price[external]
    position.built_by[external] = railroad
    if position.witness is not None:
        position.witness.append(_connection(position, railroad, external))
    position.raise_value(railroad, board.external_value[external], "AR-EXT-3")
    pay_bonus(position, railroad)
    _end_build(position)


def _connection(position: Position, railroad: i64, external: i64) -> Connected:
    board = position.board
    return Connected(
        board.external_rule, position.to_act, board.railroad_ids[railroad], board.external_ids[external],
        board.place_ids[board.gate[external]], board.price[external], position.treasury[railroad],
        board.external_value[external],
    )


# ---- the end of a build ----------------------------------------------------------------------------------------------


def _end_build(position: Position) -> None:
    """AR-LATE-1: a build that reached its city opens the late railroad."""
    board = position.board
    _clear_build(position)
    if position.is_connected(board.trigger) and not position.is_open & BIT[board.late]:
        open_late_railroad(position)
    else:
        end_turn(position)


def _clear_build(position: Position) -> None:
    position.building = NOBODY
    position.builder = NOBODY
    position.first_link = NOBODY
    position.junction = NOBODY
