"""Accounts of bots: made by their keepers, who give them tokens and retire them."""
from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people import activity
from roundhouse.web.people.accounts import Accounts
from roundhouse.web.people.activity import NOWHERE, Origin
from roundhouse.web.people.names import BADGE, LONGEST_NAME, checked_name, look
from roundhouse.web.people.player import Player
from roundhouse.web.people.players import Players
from roundhouse.web.people.programs.scopes import checked_scopes
from roundhouse.web.people.tokens import hashed, new_program_token
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

MOST_BOTS, MOST_TOKENS = 5, 5
LONGEST_ABOUT, LONGEST_LABEL = 400, 40
LISTED = 50
P, T = at.players.c, at.program_tokens.c


@dataclass(frozen=True)
class ProgramToken:
    """A token of a bot, without the token itself: that was shown once."""

    id: int
    label: str
    scopes: tuple[str, ...]
    created: float


@dataclass(frozen=True)
class BotAccount:
    """A bot as its keeper sees it, or in a list for all."""

    id: int
    name: str
    about: str
    created: float
    seen: float
    tokens: tuple[ProgramToken, ...] = ()


class BotAccounts:
    """The service of bots' accounts. Whoever has an account may keep some."""

    def __init__(self, database: Database, players: Players, accounts: Accounts) -> None:
        self._database = database
        self._players = players
        self._accounts = accounts

    def create(self, keeper: Player, name: str, about: str = "", origin: Origin = NOWHERE) -> int:
        """The number of a new bot, whose name ends with the badge of bots."""
        require_keeper(keeper)
        words, name = " ".join(about.split())[:LONGEST_ABOUT], " ".join(name.split())
        if name.endswith(BADGE.strip()):
            name = name.removesuffix(BADGE.strip()).strip()
        self._players.require_free(checked_name(name))
        if len(name) + len(BADGE) > LONGEST_NAME:
            raise Refused(f"the name of a bot has 1 to {LONGEST_NAME - len(BADGE)} letters")
        whole, now = checked_name(name + BADGE), time.time()
        new = {"name": whole, "login": whole.casefold(), "look": look(whole), "created": now, "seen": now,
               "keeper": keeper.id, "about": words}
        try:
            with self._database.writing() as connection:
                mine = select(func.count()).where(P.keeper == keeper.id, P.deleted.is_(None))
                if connection.execute(mine).scalar_one() >= MOST_BOTS:
                    raise Refused(f"you keep {MOST_BOTS} bots already; retire one of them first")
                activity.note(connection, keeper.id, "bot", origin, whole)
                return int(connection.execute(insert(at.players).values(new).returning(P.id)).scalar_one())
        except IntegrityError as error:
            raise Refused(f"the name {whole} is taken") from error

    def of(self, keeper: Player) -> list[BotAccount]:
        """All bots of a keeper, with their tokens."""
        with self._database.reading() as connection:
            mine = select(P.id, P.name, P.about, P.created, P.seen).where(P.keeper == keeper.id, P.deleted.is_(None))
            rows = connection.execute(mine.order_by(P.id)).all()
            tokens = select(at.program_tokens).where(T.player.in_([row.id for row in rows])).order_by(T.id)
            found = connection.execute(tokens).all() if rows else []
        by_bot: dict[int, list[ProgramToken]] = {}
        for one in found:
            token = ProgramToken(one.id, one.label, tuple(one.scopes.split()), one.created)
            by_bot.setdefault(one.player, []).append(token)
        return [BotAccount(*row, tokens=tuple(by_bot.get(row.id, ()))) for row in rows]

    def lately_here(self) -> list[BotAccount]:
        """The bots of this house, those first that were here last."""
        there = select(P.id, P.name, P.about, P.created, P.seen).where(P.keeper.is_not(None), P.deleted.is_(None))
        with self._database.reading() as connection:
            rows = connection.execute(there.order_by(P.seen.desc(), P.id).limit(LISTED)).all()
        return [BotAccount(*row) for row in rows]

    def new_token(
        self, keeper: Player, bot: int, label: str, scopes: Collection[str], origin: Origin = NOWHERE
    ) -> str:
        """A new token of a bot, which nobody is told again. It ends with every other way in of its keeper."""
        chosen, token = checked_scopes(scopes), new_program_token()
        with self._database.writing() as connection:
            activity.note(connection, keeper.id, "bot-token", origin, _require_kept(connection, keeper, bot))
            if connection.execute(select(func.count()).where(T.player == bot)).scalar_one() >= MOST_TOKENS:
                raise Refused(f"this bot has {MOST_TOKENS} tokens already; end one of them first")
            connection.execute(insert(at.program_tokens).values(
                token=hashed(token), player=bot, label=" ".join(label.split())[:LONGEST_LABEL] or "a token",
                scopes=" ".join(chosen), created=time.time(),
            ))
        return token

    def end_token(self, keeper: Player, bot: int, id: int) -> None:
        """End a token: whoever has it is known by it no longer, on any server."""
        with self._players.forgetting() as connection:
            _require_kept(connection, keeper, bot)
            if not connection.execute(delete(at.program_tokens).where(T.id == id, T.player == bot)).rowcount:
                raise NotFound("there is no such token")

    def retire(self, keeper: Player, bot: int, password: str) -> None:
        """Forget a bot for good, with its keeper's `password`: NotSignedIn for a wrong one. Its games stay, with a
        former player in its place."""
        with self._database.reading() as connection:
            name = _require_kept(connection, keeper, bot)
        self._accounts.require_password(keeper, password)
        self._accounts.forget(Player(bot, name, False))


def require_keeper(player: Player) -> None:
    """Forbidden for whoever can't keep bots: guests, other bots, and tokens of a seat."""
    if player.guest or player.program or player.only is not None:
        raise Forbidden("to keep bots you need an account: make one first")


def _require_kept(connection: Connection, keeper: Player, bot: int) -> str:
    """The name of a bot. NotFound for one that is not this keeper's."""
    require_keeper(keeper)
    mine = select(P.name).where(P.id == bot, P.keeper == keeper.id, P.deleted.is_(None))
    name = connection.execute(mine).scalar()
    if name is None:
        raise NotFound("you keep no such bot")
    return str(name)
