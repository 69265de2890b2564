"""Tokens by which players are known: long, random, stored as a hash only; and the mark that changes when one ends."""
from __future__ import annotations

import secrets
from hashlib import sha256

from sqlalchemy import Connection, ScalarSelect, func, insert, select, update

from roundhouse.web.storage import schema as at

TOKEN_BYTES = 24
PROGRAM_PREFIX = "rhbot_"
SESSIONS = "sessions"


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_program_token() -> str:
    """A token of a bot, which is seen to be one: such as are found in published programs can be looked for."""
    return PROGRAM_PREFIX + new_token()


def hashed(token: str) -> str:
    """What is stored of a token. It is long and random, so a plain hash can't be turned back."""
    return sha256(token.encode()).hexdigest()


def session_mark() -> ScalarSelect[str]:
    """A word that changes whenever a session ends on any server, or a player changes. It is a column of queries that
    are made anyway, such as that for the newest version of a table; a server that reads another word than before
    forgets which token is whose, and looks it up again. A trigger changes it too, for sessions deleted by hand."""
    s = at.house_settings.c
    return select(func.coalesce(func.max(s.value), "")).where(s.name == SESSIONS).scalar_subquery()


def change_session_mark(connection: Connection) -> None:
    """Have every server look up anew whom it remembers."""
    s, mark = at.house_settings.c, secrets.token_hex(8)
    if not connection.execute(update(at.house_settings).where(s.name == SESSIONS).values(value=mark)).rowcount:
        connection.execute(insert(at.house_settings).values(name=SESSIONS, value=mark))
