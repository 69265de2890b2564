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


def delegate(table: Position, railroad: i64, seat: i64) -> None:
    """AR-BLD-3"""
    require_box(table, BUILD_BOX)
    named = table.controllers[railroad] & BIT[seat] and legality.can_build(table, railroad)
    if legality.builders(table, table.turn) or not named:
        raise refusals.no_delegation(table, railroad, seat)
    take_box(table, BUILD_BOX)
    if table.witness is not None:
        table.witness.append(Delegated("AR-BLD-3", table.board.railroad_ids[railroad], table.turn, seat))
    table.phase = DELEGATED
    table.building = railroad
    table.builder = seat
    table.to_act = seat


# ---- links -----------------------------------------------------------------------------------------------------------


def link(table: Position, railroad: i64, link: i64) -> None:
    """AR-BLD-5, AR-BLD-6"""
    board = table.board
    now = legality.links_now(table, railroad, board.word[link])
    if not (legality.may_build(table, railroad) and now & board.bit[link]):
        raise refusals.no_link(table, railroad, link)
    if table.phase == FREE_LINK:
        _free_link(table, railroad, link)
    elif table.phase == SECOND_LINK:
        _lay(table, railroad, link, board.second_link_cost, "second")
        _end_build(table)
    else:
        _first_link(table, railroad, link)


def _free_link(table: Position, railroad: i64, link: i64) -> None:
    """AR-OFF-4, AR-LATE-3"""
    _lay(table, railroad, link, 0, "free")
    winner = table.builder
    _clear_build(table)
    go_on_after_free_link(table, railroad, winner)


def _first_link(table: Position, railroad: i64, link: i64) -> None:
    """AR-BLD-9: the build is over at once if no second link can follow."""
    board = table.board
    if table.phase == TURN:
        take_box(table, BUILD_BOX)
    new_place = legality.new_place(table, railroad, link)
    table.junction = legality.junction_at(table, new_place)
    _lay(table, railroad, link, board.link_cost, "first")
    for w in range(board.link_words):
        if legality.second_links(table, railroad, w):
            table.phase = SECOND_LINK
            table.building = railroad
            table.builder = table.to_act
            table.first_link = link
            return
    if table.witness is not None:
        table.witness.append(_no_second_link(table, railroad, link, new_place))
    _end_build(table)


def _lay(table: Position, railroad: i64, link: i64, cost: i64, why: str) -> None:
    """AR-BLD-1: the Treasury pays."""
    table.treasury[railroad] -= cost
    if table.witness is not None:
        table.witness.append(_link_laid(table, railroad, link, cost, why))
    table.lay(railroad, link)


def _link_laid(table: Position, railroad: i64, link: i64, cost: i64, why: str) -> LinkLaid:
    """Told while the link is not on the network yet, for it says what is new."""
    board = table.board
    start, end = board.end_a[link], board.end_b[link]
    if end == board.base[railroad] if why == "free" else not table.on_network(railroad, start):
        start, end = end, start
    reached = [p for p in (start, end) if not table.on_network(railroad, p)]
    connected = [p for p in reached if not table.is_connected(p)]
    ids = board.place_ids
    return LinkLaid(
        _rule_of(table, why), table.to_act, board.railroad_ids[railroad], board.link_ids[link], ids[start], ids[end],
        why, cost, table.treasury[railroad], tuple([ids[p] for p in reached]), tuple([ids[p] for p in connected]),
    )


def _rule_of(table: Position, why: str) -> str:
    if why == "free":
        return table.free_link_rule()
    return "AR-BLD-7" if why == "second" else "AR-BLD-5"


def _no_second_link(table: Position, railroad: i64, link: i64, new_place: i64) -> NoSecondLink:
    """Which rule ends the build after its first link."""
    board = table.board
    place = board.end_b[link] if new_place == NOBODY else new_place
    if new_place == NOBODY:
        rule, why = "AR-BLD-7", "old place"
    elif table.junction == NOBODY:
        rule, why = board.rule("AR-BLD-8", "AL-BLD-1"), "through"
    elif table.treasury[railroad] < board.second_link_cost:
        rule, why = "AR-BLD-9", "treasury"
    else:
        rule, why = "AR-BLD-9", "nowhere"
    name, treasury = board.railroad_ids[railroad], table.treasury[railroad]
    return NoSecondLink(rule, table.to_act, name, board.place_ids[place], why, board.second_link_cost, treasury)


def stop(table: Position) -> None:
    """AR-BLD-5: a single link will do."""
    if table.phase != SECOND_LINK:
        raise IllegalAction("AR-BLD-5", "there is no double link being built that you could leave at one")
    if table.witness is not None:
        board, railroad = table.board, table.building
        name, place = board.railroad_ids[railroad], board.place_ids[table.junction]
        cost, treasury = board.second_link_cost, table.treasury[railroad]
        table.witness.append(NoSecondLink("AR-BLD-5", table.to_act, name, place, "chosen", cost, treasury))
    _end_build(table)


# ---- external connections --------------------------------------------------------------------------------------------


def connect(table: Position, railroad: i64, external: i64) -> None:
    """AR-EXT-2: the Connection Bonus. AR-EXT-3, AL-EXT-1: the Value may rise, the Income does not."""
    board = table.board
    building = table.phase == TURN or table.phase == DELEGATED
    if not (building and legality.may_build(table, railroad) and legality.may_connect(table, railroad, external)):
        raise refusals.no_connection(table, railroad, external)
    if table.phase == TURN:
        take_box(table, BUILD_BOX)
    table.treasury[railroad] -= board.price[external]
    table.built_by[external] = railroad
    if table.witness is not None:
        table.witness.append(_connection(table, railroad, external))
    table.raise_value(railroad, board.external_value[external], "AR-EXT-3")
    pay_bonus(table, railroad)
    _end_build(table)


def _connection(table: Position, railroad: i64, external: i64) -> Connected:
    board = table.board
    return Connected(
        board.external_rule, table.to_act, board.railroad_ids[railroad], board.external_ids[external],
        board.place_ids[board.gate[external]], board.price[external], table.treasury[railroad],
        board.external_value[external],
    )


# ---- the end of a build ----------------------------------------------------------------------------------------------


def _end_build(table: Position) -> None:
    """AR-LATE-1: a build that reached its city opens the late railroad."""
    board = table.board
    _clear_build(table)
    if table.is_connected(board.trigger) and not table.is_open & BIT[board.late]:
        open_late_railroad(table)
    else:
        end_turn(table)


def _clear_build(table: Position) -> None:
    table.building = NOBODY
    table.builder = NOBODY
    table.first_link = NOBODY
    table.junction = NOBODY
