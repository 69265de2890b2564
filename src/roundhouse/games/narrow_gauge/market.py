"""Connections and the commodity market: the bank pays the builder, and dice move towards the builder's side."""
from __future__ import annotations

from mypy_extensions import i64

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY
from roundhouse.games.narrow_gauge.facts import Connected, DieMoved
from roundhouse.games.narrow_gauge.position import Position, changed


def connect(position: Position, city: i64) -> None:
    """NG-CONN-1 to NG-CONN-4: the marker goes up, and the bank pays the builder its value times the dividend."""
    seat = position.turn
    company = position.company
    pays = position.connection_pay(seat, company)
    if position.witness is not None:
        position.witness.append(_connected(position, city, pays))
    position.marker[company] = position.next_marker(company)
    position.cash[seat] += pays


def _connected(position: Position, city: i64, pays: i64) -> Connected:
    board, seat, company = position.board, int(position.turn), position.company
    before, after = int(position.marker[company]), int(position.next_marker(company))
    return Connected(
        "NG-CONN-1" if before < after else "NG-CONN-2", seat, board.company_ids[company],
        board.grid.ids[board.cities[city]], before, after, int(position.dividend(company)),
        int(position.added(seat, board.adds_connection)), position.adders(seat, board.adds_connection), int(pays),
        bool(position.tiles[city] == NOBODY),
    )


def gain_share(position: Position, commodity: i64) -> None:
    """NG-COM-1: the die moves one space for each certificate held of the connecting company."""
    position.connected |= BIT[commodity]
    move_die(position, commodity, position.owned(position.turn, position.company), NOBODY)


def move_die(position: Position, commodity: i64, spaces: i64, contract: i64) -> None:
    """NG-COM-2 to NG-COM-5, towards the side of whose turn it is: by a contract, or by NOBODY's for a connection."""
    side: i64 = 1 if position.turn == 0 else -1
    number = position.die[commodity]
    before = position.row[commodity] * side
    after = before + spaces
    if before < 0 and after >= 0:
        after += 1      # NG-COM-3: X is not counted
    if after > position.board.last_row:
        after = position.board.last_row
    if before < 0 and after > 0 and number < position.board.die_max:
        position.die = changed(position.die, commodity, number + 1)
    position.row[commodity] = after * side
    if position.witness is not None:
        position.witness.append(_die_moved(position, commodity, spaces, contract, before * side, number))


def _die_moved(
    position: Position, commodity: i64, spaces: i64, contract: i64, before: i64, number: i64
) -> DieMoved:
    """A die that stood on row `before` and showed `number`, as a fact."""
    board, after = position.board, position.row[commodity]
    went = abs(int(after - before)) - int(before * after < 0)
    by = board.company_ids[position.company] if contract == NOBODY else board.contract_ids[contract]
    return DieMoved(
        "NG-COM-1" if contract == NOBODY else "NG-CON-VA", int(position.turn), board.commodity_ids[commodity],
        int(spaces), int(spaces) - went, by, int(before), int(after), int(number), int(position.die[commodity]),
    )


def may_move_die(position: Position, commodity: i64) -> bool:
    """NG-COM-4: on the player's last row it stays."""
    side: i64 = 1 if position.turn == 0 else -1
    return position.row[commodity] * side < position.board.last_row
