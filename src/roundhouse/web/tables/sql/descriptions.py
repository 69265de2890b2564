"""What is told of a table: from its row and its seats, so that no game need be rebuilt for a list."""
from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, RowMapping

from roundhouse.engine.contract import CHANCE
from roundhouse.games import titles
from roundhouse.records import luck
from roundhouse.web.people.player import Player
from roundhouse.web.quarantine import Quarantine
from roundhouse.web.tables import roles
from roundhouse.web.tables.model.info import SeatInfo, TableInfo
from roundhouse.web.tables.model.seat_rules import levels_agreed, may_sit
from roundhouse.web.tables.model.table import Seat, holds, owns
from roundhouse.web.tables.rights import Action
from roundhouse.web.tables.sql import table_rows

UNREADABLE = Quarantine("lists")
SAME = (
    "id", "game", "edition", "status", "public", "pace", "step", "version", "revision", "created", "changed", "closed",
    "watched", "hints", "each", "bank", "at_zero", "since", "overdue", "uploaded", "rated",
)
UNSEEN = {
    "to_act": CHANCE, "result": None, "rematch": None, "talk": 0, "step": 0, "version": 0, "revision": 0,
    "deadline": None, "overdue": False, "since": 0.0, "closed": None,
}
"""What is told in its place of a table that lets nobody watch."""
Away = Mapping[int, frozenset[int]]
"""Seats for which the others may have a bot play, each with the seats that must agree to it."""
NO_ONE: Away = MappingProxyType({})
NOBODY = 0
"""The id of no player."""


def describe_rows(connection: Connection, player: Player | None, rows: Sequence[RowMapping]) -> dict[str, TableInfo]:
    """What the player is told of several tables, in their order and by their ids, without those that can't be read."""
    seats = table_rows.seats_of(connection, [row["id"] for row in rows])
    told = {}
    for row in rows:
        with UNREADABLE.attempt(row["id"]):
            told[row["id"]] = describe(player, dict(row), seats[row["id"]])
    return told


@dataclass(frozen=True)
class _Access:
    """What rights depend on, as a row says it."""

    id: str
    owner: int
    public: bool
    watched: bool
    hidden: bool
    status: str
    seats: tuple[Seat, ...]


def describe(
    player: Player | None, row: Mapping[str, Any], seats: tuple[Seat, ...], away: Away = NO_ONE
) -> TableInfo:
    """What the player may know of a table: where they may not look, neither names nor how it goes."""
    access = _Access(
        row["id"], row["owner"], row["public"], row["watched"], row["hidden"], row["status"], seats
    )
    if not roles.may(player, access, Action.SEE):
        seats = tuple(Seat(seat.number, f"Seat {seat.number + 1}", player=NOBODY) for seat in seats)
        row = {**row, **UNSEEN, "changed": row["created"]}
    known = titles().get(row["game"])
    result = json.loads(row["result"]) if row["result"] else None
    to_act = row["to_act"] if row["status"] == "playing" and row["to_act"] >= 0 else None
    infos = tuple(_seat_info(player, row, seats, seat, away) for seat in seats)
    playing = row["status"] == "playing"
    stand_in = row["overdue"] and row["at_zero"] == "move"
    return TableInfo(
        title=row["game"] if known is None else known.title,
        options=json.loads(row["options"]),
        to_act=to_act,
        thinking=to_act if to_act is not None and (stand_in or seats[to_act].bot is not None) else None,
        seats=infos,
        mine=tuple(seat.number for seat in infos if seat.mine),
        owner=owns(player, row["owner"]),
        scores=None if result is None else tuple(result["scores"]),
        winners=() if result is None else tuple(result["winners"]),
        rematch=row["rematch"],
        commitment=_commitment(row),
        talk=row["talk"],
        deadline=row["deadline"] if playing else None,
        invite=row["invite"] if owns(player, row["owner"]) and row["status"] == "waiting" else None,
        **{name: row[name] for name in SAME},
    )


def _commitment(row: Mapping[str, Any]) -> str | None:
    """What is told of a table alone: rows of lists hold no secret."""
    begun_here = "secret" in row and not row["uploaded"] and not row["branched"]
    return luck.committed(row["secret"]) if begun_here else None


def _seat_info(
    player: Player | None, row: Mapping[str, Any], seats: tuple[Seat, ...], seat: Seat, away: Away
) -> SeatInfo:
    return SeatInfo(
        number=seat.number,
        name=seat.name,
        kind="open" if seat.open else "bot" if seat.bot is not None else "person",
        stand_in=seat.bot is not None and seat.player is not None,
        level=seat.bot,
        mine=holds(player, row["id"], seat),
        invite=seat.invite if seat.open and owns(player, row["owner"]) else None,
        may_sit=may_sit(row["public"], row["owner"], seats, seat, player),
        away=seat.number in away,
        judges=tuple(sorted(away.get(seat.number, ()))),
        agreed=tuple(number for number in sorted(away.get(seat.number, ())) if seat.unseat >> number & 1),
        may_change=_may_change(player, row, seats, seat),
        bank=seat.bank,
        ends=seat.ends,
        hints=seat.hints,
        player=seat.player if [one.player for one in seats].count(seat.player) == 1 else None,
        kept=seat.open and player is not None and player.only is None and seat.reserved == player.id,
    )


def _may_change(player: Player | None, row: Mapping[str, Any], seats: tuple[Seat, ...], seat: Seat) -> bool:
    """Who stands in for a person is theirs; another bot the owner's, until other people have begun to play with it."""
    its_own = seat.bot is not None and seat.player is None
    agreed = levels_agreed(player, row["id"], row["status"], seats, row["rated"])
    return its_own and owns(player, row["owner"]) and not agreed
