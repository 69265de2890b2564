"""Groups of people who play together: members and their roles, tables of their own, standings by season, debts.

Only members see a group. A table is the group's where it was made for it, and its rematches are; what its members play
elsewhere is nobody's business here.
"""
from __future__ import annotations

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations, groupby
from typing import Any

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.player import Player, require_self
from roundhouse.web.people.tokens import new_token
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from roundhouse.web.tables.repository import new_id
from roundhouse.web.tables.seats.seating import OPEN_NAME
from roundhouse.web.tables.sql.descriptions import describe_rows
from roundhouse.web.tables.sql.list_queries import TOLD
from roundhouse.web.tables.sql.table_rows import due_of

OWNER, MANAGER, MEMBER = "owner", "manager", "member"
MOST_MEMBERS, MOST_CLUBS, LONGEST_NAME = 100, 20, 60
MOST_TABLES = 50
LATEST = 1000
"""How many seats of the latest games are looked at for debts."""
SHOWS_OUT = "the owner can show anybody out, a manager only members without a role"
SEASON = re.compile(r"(\d{4})-([1-4])")
K, M, R = at.clubs.c, at.club_members.c, at.results.c


@dataclass(frozen=True)
class Member:
    """Somebody who belongs to a group, and as what."""

    player: int
    name: str
    role: str
    joined: float


@dataclass(frozen=True)
class Place:
    """A member in the standings of a season."""

    place: int
    member: Member
    games: int
    wins: float
    points: float
    """The part of the others whom they left behind, summed over all games."""


@dataclass(frozen=True)
class Debt:
    """Who came before whom in their latest game owes them another."""

    who: Member
    whom: Member
    since: float


@dataclass(frozen=True)
class ClubTable:
    """A table of the group that goes on or waits."""

    id: str
    game: str
    status: str
    names: tuple[str, ...]
    free: int
    invite: str | None
    """The link to any open seat, while it waits."""


@dataclass(frozen=True)
class Club:
    """A group as a member sees it."""

    id: str
    name: str
    invite: str
    members: tuple[Member, ...]
    me: Member
    tables: tuple[ClubTable, ...]
    season: str
    standings: tuple[Place, ...]
    debts: tuple[Debt, ...]
    games: int
    due: int = 0
    """How many games wait for whoever looks."""

    @property
    def may_manage(self) -> bool:
        """Whether the one who looks may change the group."""
        return self.me.role in (OWNER, MANAGER)


def season_of(moment: float) -> str:
    """The quarter of a year, as "2026-4"."""
    when = datetime.fromtimestamp(moment, UTC)
    return f"{when.year}-{(when.month - 1) // 3 + 1}"


def span_of(season: str) -> tuple[float, float]:
    """When a season began and ended; "all" is all time. Refused for what is no season."""
    if season == "all":
        return 0.0, 1e12
    found = SEASON.fullmatch(season)
    if found is None or not 1970 < int(found[1]) < 9000:
        raise Refused("a season is a quarter of a year, as 2026-4")
    year, quarter = int(found[1]), int(found[2])
    began = datetime(year, 3 * quarter - 2, 1, tzinfo=UTC)
    ended = datetime(year + quarter // 4, 3 * quarter % 12 + 1, 1, tzinfo=UTC)
    return began.timestamp(), ended.timestamp()


class Clubs:
    """The groups of this house: made, joined, left, managed, and their tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # ---- looking -----------------------------------------------------------------------------------------------------

    def of(self, player: Player | None) -> list[tuple[str, str]]:
        """The groups of a player, by address and name."""
        if player is None or player.only is not None or player.guest:
            return []
        asked = select(K.id, K.name).join_from(at.club_members, at.clubs, K.id == M.club).where(M.player == player.id)
        with self._database.glance() as connection:
            return [(row.id, row.name) for row in connection.execute(asked.order_by(K.name, K.id))]

    def find(self, player: Player | None, id: str, season: str = "") -> Club:
        """A group, for one of its members. NotFound for everybody else: strangers don't learn that it is there."""
        season = season or season_of(time.time())
        began, ended = span_of(season)
        with self._database.reading() as connection:
            row, members, me = _known(connection, player, id)
            counted = and_(R.club == id, R.ended.between(began, ended), R.points.is_not(None))
            games = select(func.count(R.table.distinct())).where(counted).scalar_subquery()
            summed = connection.execute(
                select(R.player, func.count().label("games"), func.sum(R.share).label("wins"),
                       func.sum(R.points).label("points"), games.label("all"))
                .where(counted, R.player.is_not(None)).group_by(R.player)
            ).all()
            latest = connection.execute(
                select(R.table, R.player, R.place, R.ended).where(counted)
                .order_by(R.ended.desc(), R.table.desc()).limit(LATEST)
            ).all()
            tables = _tables(connection, player, id)
        known = {member.player: member for member in members}
        return Club(
            id, row.group, row.invite, tuple(members), me, tables, season, _standings(known, summed),
            _debts(known, latest), summed[0].all if summed else 0, row.due,
        )

    def invited(self, token: str) -> tuple[str, str, int]:
        """The group of an invitation: address, name, members."""
        many = select(func.count()).where(M.club == K.id).scalar_subquery()
        with self._database.glance() as connection:
            row = connection.execute(select(K.id, K.name, many.label("many")).where(K.invite == token)).first()
        if row is None:
            raise NotFound("this link leads to no group; perhaps it has been renewed")
        return row.id, row.name, row.many

    def members(self, player: Player, id: str) -> list[Member]:
        """Who belongs to a group, for one of them; nobody, for everybody else."""
        try:
            with self._database.reading() as connection:
                return _known(connection, player, id)[1]
        except NotFound:
            return []

    def require_member(self, player: Player, id: str) -> str:
        """The group of that address, if somebody belongs to it: they may make tables for it."""
        with self._database.reading() as connection:
            _known(connection, player, id)
        return id

    # ---- members -----------------------------------------------------------------------------------------------------

    def create(self, player: Player, name: str) -> str:
        """A new group, whose owner the player is. Its address."""
        name = _checked(player, name)
        with self._database.writing() as connection:
            mine = select(func.count()).where(M.player == player.id, M.role == OWNER)
            if connection.execute(mine).scalar_one() >= MOST_CLUBS:
                raise Refused(f"you own {MOST_CLUBS} groups already, which is the most")
            id = new_id()
            connection.execute(insert(at.clubs).values(id=id, name=name, invite=new_token(), created=time.time()))
            _add(connection, id, player.id, OWNER)
        return id

    def join(self, player: Player, token: str) -> str:
        """Become a member by an invitation. The group's address."""
        _checked(player, "x")
        with self._database.writing() as connection:
            club = connection.execute(select(K.id).where(K.invite == token).with_for_update()).scalar()
            if club is None:
                raise NotFound("this link leads to no group; perhaps it has been renewed")
            known = connection.execute(select(M.player).where(M.club == club)).scalars().all()
            if player.id not in known:
                if len(known) >= MOST_MEMBERS:
                    raise Refused(f"a group has {MOST_MEMBERS} members at most")
                _add(connection, club, player.id, MEMBER)
        return str(club)

    def leave(self, player: Player, id: str) -> None:
        """Be a member no more. Where the owner has left, the oldest of the managers is the owner, or else of all."""
        with self._database.writing() as connection:
            _, _, me = _known(connection, player, id, lock=True)
            _remove(connection, id, me.player)

    def remove(self, player: Player, id: str, other: int) -> None:
        """Show a member out: the owner anybody, a manager those who have no role. The invitation, which every member
        knows, leads nowhere from then on."""
        with self._database.writing() as connection:
            _, members, me = _known(connection, player, id, lock=True)
            if me.role == MEMBER:
                raise Forbidden(SHOWS_OUT)
            whom = _one_of(members, other)
            if other == me.player or not (me.role == OWNER or whom.role == MEMBER):
                raise Forbidden(SHOWS_OUT)
            _remove(connection, id, other)
            _renew(connection, id)

    def set_role(self, player: Player, id: str, other: int, role: str) -> None:
        """Make a member a manager, or no longer; or hand the group over, and be a manager from then on."""
        with self._database.writing() as connection:
            _, members, me = _known(connection, player, id, lock=True)
            if me.role != OWNER or other == me.player:
                raise Forbidden("the owner gives roles to the others")
            _one_of(members, other)
            if role not in (OWNER, MANAGER, MEMBER):
                raise Refused(f"a role is {OWNER}, {MANAGER} or {MEMBER}")
            _set_role(connection, id, other, role)
            if role == OWNER:
                _set_role(connection, id, me.player, MANAGER)

    def renew(self, player: Player, id: str) -> None:
        """Another invitation; the one before it leads nowhere."""
        with self._database.writing() as connection:
            _, _, me = _known(connection, player, id, lock=True)
            if me.role not in (OWNER, MANAGER):
                raise Forbidden("the owner and managers renew the invitation")
            _renew(connection, id)


# ---- rows ------------------------------------------------------------------------------------------------------------


def _known(
    connection: Connection, player: Player | None, id: str, lock: bool = False
) -> tuple[Any, list[Member], Member]:
    """A group, its members, and who of them asks. With `lock`, nobody else can change it until the transaction ends."""
    if lock:
        connection.execute(select(K.id).where(K.id == id).with_for_update()).first()
    p, who = at.players.c, None if player is None or player.only is not None else player.id
    asked = select(
        K.name.label("group"), K.invite, M.player, p.name, M.role, M.joined, due_of(who or 0).label("due")
    ).join_from(at.clubs, at.club_members, M.club == K.id).join(at.players, p.id == M.player)
    rows = connection.execute(asked.where(K.id == id).order_by(M.joined, M.player)).all()
    members = _with_owner([Member(row.player, row.name, row.role, row.joined) for row in rows])
    me = next((one for one in members if one.player == who), None)
    if me is None:
        raise NotFound("there is no such group, or you do not belong to it")
    return rows[0], members, me


def _with_owner(members: list[Member]) -> list[Member]:
    """The members, one of whom is the owner: whoever was may have left, or have been forgotten."""
    if not members or any(one.role == OWNER for one in members):
        return members
    heir = min(members, key=lambda one: (one.role != MANAGER, one.joined, one.player))
    return [replace(one, role=OWNER) if one is heir else one for one in members]


def _one_of(members: Sequence[Member], player: int) -> Member:
    found = next((one for one in members if one.player == player), None)
    if found is None:
        raise NotFound("there is no such member")
    return found


def _renew(connection: Connection, club: str) -> None:
    connection.execute(update(at.clubs).where(K.id == club).values(invite=new_token()))


def _add(connection: Connection, club: str, player: int, role: str) -> None:
    connection.execute(insert(at.club_members).values(club=club, player=player, role=role, joined=time.time()))


def _remove(connection: Connection, club: str, player: int) -> None:
    connection.execute(delete(at.club_members).where(M.club == club, M.player == player))


def _set_role(connection: Connection, club: str, player: int, role: str) -> None:
    connection.execute(update(at.club_members).where(M.club == club, M.player == player).values(role=role))


def _tables(connection: Connection, player: Player | None, id: str) -> tuple[ClubTable, ...]:
    """As the member sees them who looks: of a table that lets nobody watch, no names."""
    t = at.tables.c
    going = select(*TOLD).where(t.club == id, t.status.in_(("waiting", "playing")))
    rows = connection.execute(going.order_by(t.changed.desc(), t.id).limit(MOST_TABLES)).mappings().all()
    invites = {row["id"]: row["invite"] for row in rows if row["status"] == "waiting" and not row["hidden"]}
    return tuple(
        ClubTable(
            info.id, info.game, info.status, tuple(seat.name for seat in info.seats if seat.kind != "open"),
            sum(seat.kind == "open" and (seat.kept or seat.name == OPEN_NAME) for seat in info.seats),
            invites.get(info.id),
        )
        for info in describe_rows(connection, player, rows).values()
    )


def _standings(known: dict[int, Member], rows: Sequence[Any]) -> tuple[Place, ...]:
    """The members in their order, from the sums of each; whoever has left the group is not among them."""
    # A half and a third don't add up to the same in every order.
    keys = {row.player: (round(row.points, 9), round(row.wins, 9)) for row in rows if row.player in known}
    games = {row.player: row.games for row in rows}
    order = sorted(keys, key=lambda one: (*(-sum for sum in keys[one]), games[one], known[one].name))
    return tuple(
        Place(1 + sum(key > keys[one] for key in keys.values()), known[one], games[one], keys[one][1], keys[one][0])
        for one in order
    )


def _debts(known: dict[int, Member], rows: Sequence[Any]) -> tuple[Debt, ...]:
    """The latest game of each two counts; the `rows` come with the latest game first."""
    met: set[tuple[int, int]] = set()
    debts = []
    for _, seats in groupby(rows, lambda row: row.table):
        sitting = sorted((row for row in seats if row.player in known), key=lambda row: int(row.player))
        for one, other in combinations(sitting, 2):
            if (one.player, other.player) in met:
                continue
            met.add((one.player, other.player))
            if one.place != other.place:
                first, second = (one, other) if one.place < other.place else (other, one)
                debts.append(Debt(known[first.player], known[second.player], one.ended))
    return tuple(debts)


def _checked(player: Player, name: str) -> str:
    require_self(player)
    if player.guest:
        raise Refused("groups are for accounts: make one first")
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise Refused(f"the name of a group has 1 to {LONGEST_NAME} letters")
    return name
