"""Tables to rows and back. A change is written as the difference between the table before and the table after."""
from __future__ import annotations

import json
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    RowMapping,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    union,
    update,
)
from sqlalchemy import Row as SqlRow
from sqlalchemy import Table as Rows
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from roundhouse.engine.contract import Edition
from roundhouse.errors import UserError
from roundhouse.games import Setup, title
from roundhouse.games.title import EditionError
from roundhouse.records.course import Course
from roundhouse.web.errors import NotFound, Refused, Stale
from roundhouse.web.people.tokens import session_mark
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import CHANNEL
from roundhouse.web.tables.model.info import ChatLine, SeatClaim, Visit, VisitorInfo
from roundhouse.web.tables.model.table import LATEST_LINES, Premove, Seat, Table, UndoRequest
from roundhouse.web.tables.sql import list_queries

Row = dict[str, Any]
OWN = (
    "owner", "secret", "public", "pace", "created", "changed", "stamp", "revision", "version", "talk", "rematch",
    "lease_by", "lease_until", "closed", "invite", "watched", "hints", "each", "bank", "at_zero", "since", "deadline",
    "remind", "overdue", "spent", "spent_by", "uploaded", "branched", "rated", "club", "hidden",
)
ON_TURN = 0
"""The sort of those that wait for a player, in their list of games."""
SEAT = (
    "number", "name", "player", "bot", "invite", "key", "reserved", "bank", "ends", "hints", "hinted", "stood_in",
    "unseat",
)


# ---- reading ---------------------------------------------------------------------------------------------------------


MARK = session_mark().label("mark")
STAMP = select(at.tables.c.stamp, MARK).where(at.tables.c.id == bindparam("id"))
ROW = select(at.tables).where(at.tables.c.id == bindparam("id"))
_s = at.steps.c
STEPS = (
    select(_s.line, _s.at)
    .where(_s.table == bindparam("id"), _s.number.between(bindparam("first"), bindparam("last")))
    .order_by(_s.number)
)
SPARED = union(
    select(at.mutes.c.player, at.mutes.c.seat).where(at.mutes.c.table == bindparam("id")),
    select(at.blocks.c.player, at.seats.c.number.label("seat")).join(at.seats, at.seats.c.player == at.blocks.c.other)
    .where(at.seats.c.table == bindparam("id")),
)
"""Who is spared the words of which seat: by a mute at this table, or by a block of whoever sits there."""
PARTS = ("seats", "ask", "intentions", "mutes", "claims", "said")
"""What is kept of a table in rows beside its own and those of its steps."""


@dataclass(frozen=True)
class TableCheck:
    """What is asked when somebody comes to a table that is remembered, in one question."""

    stamp: int
    """The stamp by which a table is known to be the newest."""
    caller: VisitorInfo
    listening: bool
    """Whether any of its people wishes to be told of anything anywhere."""
    resting: bool
    """Whether any of them has named holidays, in which clocks stand still."""
    mark: str
    """The mark of sessions: see `people/tokens.py`."""


def _due(player: ColumnElement[int], elsewhere: BindParameter[str] | None = None) -> Select[Any]:
    """How many tables wait for a player, and not for what acts for them."""
    h = at.holders.c
    due = select(func.count()).select_from(at.holders).where(h.player == player, h.sort == ON_TURN)
    return due if elsewhere is None else due.where(h.table != elsewhere)


def _question() -> Select[Any]:
    t, v, h, e, p = at.tables, at.visits, at.holders, at.endpoints, at.preferences
    here: BindParameter[str] = bindparam("id")
    who: BindParameter[int] = bindparam("player")
    due = _due(who, here)
    listening = exists().where(e.c.player == h.c.player, h.c.table == here, e.c.dropped.is_(None))
    resting = exists().where(p.c.player == h.c.player, h.c.table == here, p.c.away_from.is_not(None))
    came = t.outerjoin(v, and_(v.c.table == t.c.id, v.c.player == who))
    return (
        select(
            t.c.stamp, due.scalar_subquery().label("due"), listening.label("listening"), resting.label("resting"),
            v.c.step, v.c.talk, v.c.at, v.c.notes, MARK,
        ).select_from(came).where(t.c.id == here)
    )


def _visitors() -> Select[Any]:
    p, v = at.players, at.visits
    here: BindParameter[str] = bindparam("id")
    due = _due(p.c.id, here).correlate(p)
    came = p.outerjoin(v, and_(v.c.table == here, v.c.player == p.c.id))
    visit = v.c.step, v.c.talk, v.c.at, v.c.notes
    asked = select(p.c.id, due.scalar_subquery().label("due"), *visit, MARK).select_from(came)
    return asked.where(p.c.id.in_(bindparam("players", expanding=True)))


VISITORS = _visitors()
ASKED = _question()
ASKED_ALONE = ASKED.with_for_update(of=at.tables)
DUE = _due(bindparam("player"))


def due_count(connection: Connection, player: int) -> int:
    """How many tables wait for a player to act."""
    return int(connection.execute(DUE, {"player": player}).scalar_one())


def due_of(player: int) -> ScalarSelect[int]:
    """The same as a part of another question."""
    return _due(literal(player)).scalar_subquery()


def stamp(connection: Connection, id: str) -> tuple[int | None, str | None]:
    """The stamp and the mark of sessions alone, for a visitor without a seat anywhere; None and None where there is no
    such table. Asked more often than anything else."""
    row = connection.execute(STAMP, {"id": id}).first()
    return (None, None) if row is None else (row.stamp, row.mark)


def check(connection: Connection, id: str, player: int, lock: bool = False) -> TableCheck:
    """What is asked about a table for a player. With `lock`, nobody else can change it until the transaction ends."""
    row = connection.execute(ASKED_ALONE if lock else ASKED, {"id": id, "player": player}).one_or_none()
    if row is None:
        raise NotFound("there is no such table")
    return TableCheck(row.stamp, _visitor(row), row.listening, row.resting, row.mark)


def visitors(connection: Connection, id: str, players: Collection[int]) -> tuple[dict[int, VisitorInfo], str | None]:
    """What concerns each of these players at a table, beside the table itself; and the mark of sessions, None where
    there are no players."""
    if not players:
        return {}, None
    rows = connection.execute(VISITORS, {"id": id, "players": list(players)}).all()
    return {row.id: _visitor(row) for row in rows}, rows[0].mark if rows else None


def _visitor(row: SqlRow[Any]) -> VisitorInfo:
    return VisitorInfo(row.due, None if row.step is None else Visit(row.step, row.talk, row.at, row.notes))


def load(connection: Connection, id: str, known: Table | None = None) -> Table:
    """A table as it stands. Refused, in words, where its rows make no game that can be shown here."""
    try:
        return _load(connection, id, known)
    except (Refused, SQLAlchemyError):
        raise
    except Exception as error:
        raise Refused("this table can't be shown: what is kept of it can't be read") from error


def _load(connection: Connection, id: str, known: Table | None) -> Table:
    row = connection.execute(ROW, {"id": id}).mappings().one_or_none()
    if row is None:
        raise NotFound("there is no such table")
    bytes.fromhex(row["secret"])        # chance is drawn from it, at any time: what can't be read is told now
    seats = seats_of(connection, [id])[id]
    intentions = connection.execute(select(at.intentions).where(at.intentions.c.table == id)).mappings()
    mutes = connection.execute(SPARED, {"id": id})
    c = at.chat.c
    latest = select(at.chat).where(c.table == id).order_by(c.number.desc()).limit(LATEST_LINES)
    return Table(
        id=id,
        course=_course(connection, row, len(seats), known),
        seats=seats,
        ask=_ask(connection, id),
        intentions={r["seat"]: Premove(r["auction"], r["wish"]) for r in intentions},
        said=tuple(lines(connection, latest)[::-1]) if row["talk"] else (),
        mutes=frozenset((mute.player, mute.seat) for mute in mutes),
        claims=_claims(connection, id),
        **{column: row[column] for column in OWN},
    )


def gone_on(connection: Connection, known: Table) -> Table | None:
    """A table of which others have said that only steps were made since; None where there is more to it."""
    row = connection.execute(ROW, {"id": known.id}).mappings().one_or_none()
    if row is None or row["stamp"] != known.stamp + 1:
        return None
    course = _followed(connection, row, known)
    if course is None or len(course.steps) != row["step"]:
        return None
    return replace(known, course=course, **{column: row[column] for column in OWN})


def only_played(before: Table, after: Table) -> bool:
    """Whether steps were made and nothing else, so that `gone_on` finds all of it."""
    return all(getattr(before, part) == getattr(after, part) for part in PARTS)


def lines(connection: Connection, question: Select[Any]) -> list[ChatLine]:
    """Lines of chat."""
    rows = connection.execute(question).mappings()
    return [ChatLine(row["number"], row["seat"], row["name"], row["words"], row["at"]) for row in rows]


def _claims(connection: Connection, id: str) -> tuple[SeatClaim, ...]:
    k, p = at.knocks.c, at.players.c
    asked = select(k.seat, k.player, p.name, k.agreed, k.refused).join(at.players, p.id == k.player)
    rows = connection.execute(asked.where(k.table == id).order_by(k.at, k.player)).mappings()
    return tuple(SeatClaim(**{**row, "agreed": frozenset(json.loads(row["agreed"]))}) for row in rows)


def _course(connection: Connection, row: RowMapping, seats: int, known: Table | None) -> Course:
    """The game of a table, under the rules and on the edition that it was begun with.

    Steps are taken back from the end only: where the last one known still stands, all before it do.
    """
    if known is not None and known.version == row["version"]:
        return known.course
    course = None if known is None or not known.step else _followed(connection, row, known)
    made = connection.execute(STEPS, {"id": row["id"], "first": 0, "last": row["step"]}).all() if course is None else ()
    return _replayed(connection, row, seats, made) if course is None else course


def _followed(connection: Connection, row: RowMapping, known: Table) -> Course | None:
    """The game of a table that is known, with the steps that were made since; None if its last one was taken back."""
    first = known.step
    made = connection.execute(STEPS, {"id": row["id"], "first": first, "last": row["step"]}).all()
    course = known.course
    if first and not (made and _stands(course, made[0].line, made[0].at)):
        return None
    for line, when in made[1:] if first else made:
        course = course.then(course.game.parse(line), when, kept=True)
    return course


def _stands(course: Course, line: str, when: float) -> bool:
    """Whether the last step of a course is still what it was."""
    return (course.game.text(course.steps[-1].code), course.steps[-1].at) == (line, when)


def _replayed(connection: Connection, row: RowMapping, seats: int, made: Sequence[SqlRow[str, float]]) -> Course:
    try:
        setup = _setup(connection, row, seats)
        parse = setup.game().parse
    except (UserError, EditionError) as error:
        raise Refused(f"this server can't show this game: {error}") from error
    return Course.replayed(setup, [parse(step.line) for step in made], [step.at for step in made])


def _setup(connection: Connection, row: RowMapping, seats: int) -> Setup:
    name, edition, digest = row["game"], row["edition"], row["edition_digest"]
    text = "" if title(name).has_edition(edition, digest) else _edition_text(connection, digest)
    return Setup(name, seats, edition, digest, row["rules_version"], tuple(json.loads(row["options"]).items()), text)


def _edition_text(connection: Connection, digest: str) -> str:
    """The text of an edition that was ours once; empty if it was not kept."""
    return connection.execute(select(at.editions.c.text).where(at.editions.c.digest == digest)).scalar() or ""


def seats_of(connection: Connection, ids: list[str]) -> dict[str, tuple[Seat, ...]]:
    """The seats of several tables."""
    if not ids:
        return {}
    h, s = at.holders.c, at.seats.c
    held = at.seats.outerjoin(at.holders, and_(h.table == s.table, h.seat == s.number))
    question = select(s.table, *(s[name] for name in SEAT), h.player.label("holder")).select_from(held)
    rows = connection.execute(question.where(s.table.in_(ids)).order_by(s.table, s.number)).all()
    found: dict[str, list[Seat]] = {id: [] for id in ids}
    for (table, *seat), several in groupby(rows, lambda row: row[:-1]):
        holders = frozenset(row.holder for row in several if row.holder is not None)
        found[table].append(Seat(**dict(zip(SEAT, seat)), holders=holders))
    return {id: tuple(seats) for id, seats in found.items()}


def _ask(connection: Connection, id: str) -> UndoRequest | None:
    row = connection.execute(select(at.asks).where(at.asks.c.table == id)).mappings().one_or_none()
    return (
        None if row is None else UndoRequest(row["seat"], row["step"], frozenset(json.loads(row["agreed"])), row["at"])
    )


def find_seat(connection: Connection, invite: str, key: str) -> tuple[str, int, bool] | None:
    """The table and seat of an invitation or of a seat's own link; the last says that it was an invitation."""
    c = at.seats.c
    row = connection.execute(select(c.table, c.number, c.invite).where(or_(c.invite == invite, c.key == key))).first()
    return None if row is None else (row.table, row.number, row.invite == invite)


def find_table(connection: Connection, invite: str) -> str | None:
    """The table to which a link leads that invites to any of its seats."""
    return connection.execute(select(at.tables.c.id).where(at.tables.c.invite == invite)).scalar()


def undone(connection: Connection, id: str, version: int) -> list[tuple[str, float]]:
    """The lines that were taken back when the table came to this version, and when each was played."""
    c = at.undone.c
    question = select(c.line, c.at).where(c.table == id, c.version == version).order_by(c.number)
    return [(row.line, row.at) for row in connection.execute(question)]


# ---- writing ---------------------------------------------------------------------------------------------------------


def row_of(table: Table) -> Row:
    """All columns of a table, what follows from its steps and seats among them."""
    setup = table.course.setup
    result = table.result
    return {
        "id": table.id,
        "game": setup.title,
        "edition": setup.edition,
        "edition_digest": setup.digest,
        "rules_version": setup.version,
        "options": json.dumps(dict(setup.options)),
        "status": table.status,
        "step": table.step,
        "to_act": table.to_act,
        "auto": table.auto,
        "result": None if result is None else json.dumps({"scores": result.scores, "winners": result.winners}),
        **{column: getattr(table, column) for column in OWN},
    }


CHANGE = update(at.tables).where(at.tables.c.id == bindparam("this"), at.tables.c.stamp == bindparam("before"))
CHANGE_AND_TELL = CHANGE.returning(func.pg_notify(CHANNEL, bindparam("word")))
NEW_STEPS = insert(at.steps)


def add(connection: Connection, table: Table, word: str | None) -> None:
    """A new table, and word of it to the other servers."""
    _keep_edition(connection, table.game.edition)
    new = insert(at.tables).values(row_of(table))
    connection.execute(new if word is None else new.returning(func.pg_notify(CHANNEL, word)))
    connection.execute(insert(at.seats), [_seat_row(table.id, seat) for seat in table.seats])
    for seat in table.seats:
        _write_holders(connection, table, seat.number, frozenset())
    _write_steps(connection, table.id, 0, table)


def _keep_edition(connection: Connection, edition: Edition) -> None:
    """Its text, unless it is there: of two servers that begin a table at once, either may be first."""
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    text = dialect.insert(at.editions).values(digest=edition.digest, text=edition.text)
    connection.execute(text.on_conflict_do_nothing())


def write(connection: Connection, before: Table, after: Table, word: str | None = None) -> None:
    """The difference. It was made from the newest table, or nothing is written.

    A word to the other servers goes out when the change is kept, and not before.
    """
    old, new = row_of(before), row_of(after)
    changed = {name: value for name, value in new.items() if value != old[name]}
    newest = {**changed, "this": after.id, "before": before.stamp}
    told = {} if word is None else {"word": word}
    if connection.execute(CHANGE if word is None else CHANGE_AND_TELL, {**newest, **told}).rowcount != 1:
        raise Stale(before.step, before.version)
    if before.course is not after.course:
        kept = _common(before.course, after.course)
        _keep_undone(connection, before, after, kept)
        _write_steps(connection, after.id, kept, after)
    for old_seat, seat in zip(before.seats, after.seats):
        if old_seat != seat:
            _write_seat(connection, after, old_seat, seat)
    if before.names != after.names:
        list_queries.write_names(connection, after.id, after.names)
    if before.ask != after.ask:
        _write_ask(connection, after)
    if before.intentions != after.intentions:
        _write_intentions(connection, before, after)
    if before.mutes != after.mutes:
        _write_mutes(connection, before, after)
    if before.claims != after.claims:
        _write_claims(connection, before, after)


def _common(before: Course, after: Course) -> int:
    """How many steps both courses begin with."""
    pairs = zip(before.steps, after.steps)
    return next((n for n, (a, b) in enumerate(pairs) if a is not b), min(len(before.steps), len(after.steps)))


def _rows_of(course: Course, kept: int) -> list[Row]:
    """The steps after the first `kept`."""
    return [
        {"number": number, "by": step.by, "line": course.game.text(step.code), "at": step.at}
        for number, step in enumerate(course.steps[kept:], kept + 1)
    ]


def _write_steps(connection: Connection, id: str, kept: int, table: Table) -> None:
    rows = [{"table": id, **row} for row in _rows_of(table.course, kept)]
    if rows:
        connection.execute(NEW_STEPS, rows)


def _keep_undone(connection: Connection, before: Table, after: Table, kept: int) -> None:
    rows = [{"table": after.id, "version": after.version, **row} for row in _rows_of(before.course, kept)]
    if rows:
        connection.execute(insert(at.undone), rows)
        connection.execute(delete(at.steps).where(at.steps.c.table == after.id, at.steps.c.number > kept))


def _seat_row(id: str, seat: Seat) -> Row:
    return {"table": id, **{name: getattr(seat, name) for name in SEAT}}


def _write_seat(connection: Connection, table: Table, before: Seat, after: Seat) -> None:
    c, id = at.seats.c, table.id
    connection.execute(update(at.seats).where(c.table == id, c.number == after.number).values(_seat_row(id, after)))
    _write_holders(connection, table, after.number, before.holders)


def _write_holders(connection: Connection, table: Table, seat: int, before: frozenset[int]) -> None:
    c, after = at.holders.c, table.seats[seat].holders
    for gone in before - after:
        connection.execute(delete(at.holders).where(c.table == table.id, c.seat == seat, c.player == gone))
    for new in after - before:
        row = {"table": table.id, "seat": seat, "player": new, "game": table.course.setup.title}
        connection.execute(insert(at.holders).values(**row, names=list_queries.searched(table.names)))


def _write_ask(connection: Connection, table: Table) -> None:
    connection.execute(delete(at.asks).where(at.asks.c.table == table.id))
    if table.ask is not None:
        ask = table.ask
        agreed = json.dumps(sorted(ask.agreed))
        row = {"table": table.id, "seat": ask.seat, "step": ask.step, "agreed": agreed, "at": ask.at}
        connection.execute(insert(at.asks).values(row))


def _write_intentions(connection: Connection, before: Table, after: Table) -> None:
    rows: Rows = at.intentions
    for seat in {*before.intentions, *after.intentions}:
        old, new = before.intentions.get(seat), after.intentions.get(seat)
        if old != new:
            connection.execute(delete(rows).where(rows.c.table == after.id, rows.c.seat == seat))
            if new is not None:
                connection.execute(
                    insert(rows).values(table=after.id, seat=seat, auction=new.auction, wish=new.wish)
                )


def _write_mutes(connection: Connection, before: Table, after: Table) -> None:
    m = at.mutes.c
    for player, seat in before.mutes - after.mutes:
        gone = delete(at.mutes).where(m.table == after.id, m.player == player, m.seat == seat)
        connection.execute(gone)
    for player, seat in after.mutes - before.mutes:
        connection.execute(insert(at.mutes).values(table=after.id, player=player, seat=seat))


def _write_claims(connection: Connection, before: Table, after: Table) -> None:
    k, old = at.knocks.c, {claim.player: claim for claim in before.claims}
    new = {claim.player: claim for claim in after.claims}
    for player in old.keys() - new.keys():
        connection.execute(delete(at.knocks).where(k.table == after.id, k.player == player))
    for player, claim in new.items():
        if claim == old.get(player):
            continue
        row = {"seat": claim.seat, "agreed": json.dumps(sorted(claim.agreed)), "refused": claim.refused}
        if player in old:
            connection.execute(update(at.knocks).where(k.table == after.id, k.player == player).values(row))
        else:
            connection.execute(insert(at.knocks).values(**row, table=after.id, player=player, at=time.time()))


def add_words(connection: Connection, id: str, said: ChatLine, player: int | None = None) -> None:
    """A line of chat, which is never changed but for the name of its speaker."""
    row = {"number": said.number, "seat": said.seat, "name": said.name, "words": said.words, "at": said.at}
    connection.execute(insert(at.chat).values(table=id, player=player, **row))
