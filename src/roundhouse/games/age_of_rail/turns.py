"""A turn of Age of Rail: its box and the Action Track, and what follows at its end."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.age_of_rail import legality, refusals
from roundhouse.games.age_of_rail.board import BOXES, BUILD_BOX, DIVIDENDS_BOX, OFFER_BOX
from roundhouse.games.age_of_rail.dividends import pay_dividends
from roundhouse.games.age_of_rail.facts import BoxTaken, NothingDone, TurnBegan
from roundhouse.games.age_of_rail.position import FINISHED, TURN, Position


def require_box(table: Position, box: i64) -> None:
    """Refuse an action unless a turn is about to begin and its box can be taken."""
    if table.phase != TURN or not legality.is_box_open(table, box):
        raise refusals.shut(table, box)


def take_box(table: Position, box: i64) -> None:
    """AR-TURN-1: the marker moves to the box, and the Action Track advances."""
    before = table.action_track
    table.boxes[table.turn] = box
    table.action_track = before + table.board.advance[box]
    if table.witness is not None:
        limit = table.board.track_limit
        table.witness.append(BoxTaken("AR-TURN-1", table.turn, BOXES[box], before, table.action_track, limit))


def build_nothing(table: Position) -> None:
    """AR-BLD-4"""
    require_box(table, BUILD_BOX)
    if legality.builders(table, NOBODY):
        raise IllegalAction("AR-BLD-4", "a railroad can build, so track must be built")
    do_nothing(table, BUILD_BOX, "AR-BLD-4")
    end_turn(table)


def offer_nothing(table: Position) -> None:
    """AR-STK-2"""
    require_box(table, OFFER_BOX)
    if legality.unsold(table):
        raise IllegalAction("AR-STK-2", "an open railroad has an unsold share, so something must be offered")
    do_nothing(table, OFFER_BOX, "AR-STK-2")
    end_turn(table)


def do_nothing(table: Position, box: i64, rule: str) -> None:
    """AR-TURN-4: an open box may be chosen even if its action can do nothing."""
    take_box(table, box)
    if table.witness is not None:
        table.witness.append(NothingDone(rule, table.turn, BOXES[box]))


def call_dividends(table: Position) -> None:
    """AR-DIV-1"""
    require_box(table, DIVIDENDS_BOX)
    take_box(table, DIVIDENDS_BOX)
    pay_dividends(table, True)
    end_turn(table)


def begin_first_turn(table: Position, seat: i64, railroad: i64) -> None:
    """AR-OFF-6: to the holder of the share that was offered last."""
    if table.witness is not None:
        rule = table.board.rule("AR-OFF-6", "AL-OFF-4")
        table.witness.append(TurnBegan(rule, seat, table.board.railroad_ids[railroad]))
    _begin_turn(table, seat)


def end_turn(table: Position) -> None:
    """AR-TURN-5: a dividend if the Action Track is full, then the player on the left."""
    if table.action_track > table.board.track_limit:
        pay_dividends(table, False)
    if table.phase == FINISHED:
        return
    seat = left_of(table, table.turn)
    if table.witness is not None:
        table.witness.append(TurnBegan("AR-TURN-5", seat))
    _begin_turn(table, seat)


def _begin_turn(table: Position, seat: i64) -> None:
    table.phase = TURN
    table.turn = seat
    table.to_act = seat


def left_of(table: Position, seat: i64) -> i64:
    """The seat that follows clockwise."""
    return seat + 1 if seat + 1 < table.seats else 0
