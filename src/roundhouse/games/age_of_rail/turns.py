"""A turn of Age of Rail: its box and the Action Track, and what follows at its end."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.contract import NOBODY, IllegalAction
from roundhouse.games.age_of_rail import legality, refusals
from roundhouse.games.age_of_rail.board import BOXES, BUILD_BOX, DIVIDENDS_BOX, OFFER_BOX
from roundhouse.games.age_of_rail.dividends import pay_dividends
from roundhouse.games.age_of_rail.facts import BoxTaken, NothingDone, TurnBegan
from roundhouse.games.age_of_rail.position import FINISHED, TURN, Position


def require_box(position: Position, box: i64) -> None:
    """Refuse an action unless a turn is about to begin and its box can be taken."""
    if position.phase != TURN or not legality.is_box_open(position, box):
        raise refusals.shut(position, box)


def take_box(position: Position, box: i64) -> None:
    """AR-TURN-1: the marker moves to the box, and the Action Track advances."""
    before = position.action_track
    position.boxes[position.turn] = box
    position.action_track = before + position.board.advance[box]
    if position.witness is not None:
        limit = position.board.track_limit
        position.witness.append(BoxTaken("AR-TURN-1", position.turn, BOXES[box], before, position.action_track, limit))


def build_nothing(position: Position) -> None:
    """AR-BLD-4"""
    require_box(position, BUILD_BOX)
    if legality.builders(position, NOBODY):
        raise IllegalAction("AR-BLD-4", "a railroad can build, so track must be built")
    do_nothing(position, BUILD_BOX, "AR-BLD-4")
    end_turn(position)


def offer_nothing(position: Position) -> None:
    """AR-STK-2"""
    require_box(position, OFFER_BOX)
    if legality.unsold(position):
        raise IllegalAction("AR-STK-2", "an open railroad has an unsold share, so something must be offered")
    do_nothing(position, OFFER_BOX, "AR-STK-2")
    end_turn(position)


def do_nothing(position: Position, box: i64, rule: str) -> None:
    """AR-TURN-4: an open box may be chosen even if its action can do nothing."""
    take_box(position, box)
    if position.witness is not None:
        position.witness.append(NothingDone(rule, position.turn, BOXES[box]))


def call_dividends(position: Position) -> None:
    """AR-DIV-1"""
    require_box(position, DIVIDENDS_BOX)
    take_box(position, DIVIDENDS_BOX)
    pay_dividends(position, True)
    end_turn(position)


def begin_first_turn(position: Position, seat: i64, railroad: i64) -> None:
    """AR-OFF-6: to the holder of the share that was offered last."""
    if position.witness is not None:
        rule = position.board.rule("AR-OFF-6", "AL-OFF-4")
        position.witness.append(TurnBegan(rule, seat, position.board.railroad_ids[railroad]))
    _begin_turn(position, seat)


def end_turn(position: Position) -> None:
    """AR-TURN-5: a dividend if the Action Track is full, then the player on the left."""
    if position.action_track > position.board.track_limit:
        pay_dividends(position, False)
    if position.phase == FINISHED:
        return
    seat = left_of(position, position.turn)
    if position.witness is not None:
        position.witness.append(TurnBegan("AR-TURN-5", seat))
    _begin_turn(position, seat)


def _begin_turn(position: Position, seat: i64) -> None:
    position.phase = TURN
    position.turn = seat
    position.to_act = seat


def left_of(position: Position, seat: i64) -> i64:
    """The seat that follows clockwise."""
    return seat + 1 if seat + 1 < position.seats else 0
