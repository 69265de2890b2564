"""What players tell the moderators of, and how that was settled."""
from __future__ import annotations

import time
from dataclasses import dataclass

from sqlalchemy import Connection, func, insert, select, update

from roundhouse.web.errors import NotFound, Refused, TooManyRequests
from roundhouse.web.people.moderation import audit
from roundhouse.web.people.moderation.audit import Actor
from roundhouse.web.people.moderation.rights import HouseAction
from roundhouse.web.people.player import Player
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

LONGEST_WORDS, LONGEST_OUTCOME = 1000, 200
A_DAY, MOST_A_DAY = 86400.0, 5
SHOWN = 50
R = at.reports.c


@dataclass(frozen=True)
class Report:
    """What somebody has told of somebody, or of a table."""

    id: int
    at: float
    by: int
    by_name: str
    about: int | None
    about_name: str
    table: str | None
    words: str
    settled: float | None
    outcome: str


def tell(database: Database, player: Player, about: int | None, table: str | None, words: str) -> None:
    """Tell the moderators of a player, a table or both. Refused without words or about oneself; TooManyRequests after
    MOST_A_DAY in a day."""
    words = words.strip()
    if not 0 < len(words) <= LONGEST_WORDS:
        raise Refused(f"say what happened, in at most {LONGEST_WORDS} letters")
    if about == player.id:
        raise Refused("you can't report yourself")
    with database.writing() as connection:
        known = select(at.players.c.id).where(at.players.c.id == about)
        if about is not None and connection.execute(known).first() is None:
            raise NotFound("there is no such player")
        now = time.time()
        lately = select(func.count()).where(R.by == player.id, R.at > now - A_DAY)
        if connection.execute(lately).scalar_one() >= MOST_A_DAY:
            raise TooManyRequests(f"the moderators read {MOST_A_DAY} reports of yours a day", 3600)
        row = {"at": now, "by": player.id, "about": about, "table": table, "words": words}
        connection.execute(insert(at.reports).values(row))


def waiting(database: Database, actor: Actor) -> list[Report]:
    """Reports that nobody has settled, the oldest first."""
    actor.require(HouseAction.MODERATE)
    with database.reading() as connection:
        return _found(connection, R.settled.is_(None), R.id)


def about(database: Database, actor: Actor, player: int) -> list[Report]:
    """Reports of one player, the latest first."""
    actor.require(HouseAction.MODERATE)
    with database.reading() as connection:
        return _found(connection, R.about == player, R.id.desc())


def settle(database: Database, actor: Actor, id: int, outcome: str, dry: bool = False) -> str:
    """Write down what became of a report. What was done, in words; NotFound for one that is settled or not there."""
    actor.require(HouseAction.SETTLE)
    outcome = " ".join(outcome.split())[:LONGEST_OUTCOME]
    with audit.tried(dry), database.writing() as connection:
        this = update(at.reports).where(R.id == id, R.settled.is_(None))
        values = {"settled": time.time(), "settled_by": actor.player, "outcome": outcome}
        if connection.execute(this.values(values)).rowcount != 1:
            raise NotFound("there is no such report, or it is settled")
        said = f"report {id} is settled{f': {outcome}' if outcome else ''}"
        subject = connection.execute(select(R.about).where(R.id == id)).scalar()
        about_whom = "" if subject is None else audit.about_player(subject)
        audit.write(connection, actor, HouseAction.SETTLE, about_whom, said)
        audit.undo(dry)
    return said


def _found(connection: Connection, wanted: object, order: object) -> list[Report]:
    by, of = at.players.alias("by"), at.players.alias("of")
    asked = select(
        R.id, R.at, R.by, by.c.name.label("by_name"), R.about, func.coalesce(of.c.name, "").label("about_name"),
        R.table, R.words, R.settled, R.outcome,
    ).select_from(at.reports.join(by, by.c.id == R.by).outerjoin(of, of.c.id == R.about))
    asked = asked.where(wanted).order_by(order).limit(SHOWN)      # type: ignore[arg-type]
    return [Report(**row) for row in connection.execute(asked).mappings()]
