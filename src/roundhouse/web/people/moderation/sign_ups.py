"""Who may come to the house for the first time: everybody, those who were invited, or nobody."""
from __future__ import annotations

import time

from sqlalchemy import Connection, delete, insert, select, update

from roundhouse.web.errors import Forbidden, NotFound, Refused
from roundhouse.web.people.moderation import audit
from roundhouse.web.people.moderation.audit import Actor
from roundhouse.web.people.moderation.rights import HouseAction
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database

OPEN, INVITED, CLOSED = "open", "invited", "closed"
MODES = {
    OPEN: "everybody may come", INVITED: "those who were invited may come", CLOSED: "nobody new may come",
}
NAME = "sign-ups"
MOST_USES, LONGEST_DAYS = 1000, 365
S, V = at.house_settings.c, at.sign_up_invitations.c
WRONG = "this invitation is used up or too old; ask for another"


def mode(connection: Connection) -> str:
    """OPEN, INVITED or CLOSED, as a host has set it."""
    found = connection.execute(select(S.value).where(S.name == NAME)).scalar()
    return found if found in MODES else OPEN


def set_mode(database: Database, actor: Actor, wanted: str, dry: bool = False) -> str:
    """Open or close the house to those who are new. What was done, in words."""
    actor.require(HouseAction.SIGN_UPS)
    if wanted not in MODES:
        raise Refused(f"sign-ups are {', '.join(MODES)}")
    with audit.tried(dry), database.writing() as connection:
        connection.execute(delete(at.house_settings).where(S.name == NAME))
        connection.execute(insert(at.house_settings).values(name=NAME, value=wanted))
        said = f"sign-ups are {wanted}: {MODES[wanted]}"
        audit.write(connection, actor, HouseAction.SIGN_UPS, "", said)
        audit.undo(dry)
    return said


def invite(
    database: Database, actor: Actor, uses: int, days: float, note: str = "", dry: bool = False
) -> tuple[str, str]:
    """A link by which so many may make an account within so many days. What was done, in words, and the link's path,
    which is told this once."""
    actor.require(HouseAction.SIGN_UPS)
    if not (0 < uses <= MOST_USES and 0 < days <= LONGEST_DAYS):
        raise Refused(f"an invitation is for 1 to {MOST_USES} people and 1 to {LONGEST_DAYS} days")
    note, token, now = " ".join(note.split())[:80], new_token(), time.time()
    row = {"token": hashed(token), "note": note, "by": actor.player, "created": now, "until": now + days * 86400}
    with audit.tried(dry), database.writing() as connection:
        connection.execute(delete(at.sign_up_invitations).where(V.until < now))
        connection.execute(insert(at.sign_up_invitations).values(**row, uses=uses))
        said = f"{uses} may come by a new invitation, for {days:g} days{f': {note}' if note else ''}"
        audit.write(connection, actor, HouseAction.SIGN_UPS, "", said)
        audit.undo(dry)
    return said, f"/welcome/{token}"


def require_good(connection: Connection, token: str) -> None:
    """NotFound for an invitation that is used up or too old."""
    good = select(V.uses).where(V.token == hashed(token), V.uses > 0, V.until > time.time())
    if connection.execute(good).first() is None:
        raise NotFound(WRONG)


def require_account(connection: Connection, invitation: str) -> None:
    """Use an invitation for one more account, where one is needed. Forbidden where nobody new may come without; of two
    who use its last one, one comes in."""
    now = mode(connection)
    if now == OPEN:
        return
    if now == CLOSED:
        raise Forbidden("this house takes no new accounts at the moment")
    if not invitation:
        raise Forbidden("this house is for those who were invited; ask its host for an invitation")
    used = update(at.sign_up_invitations).where(V.token == hashed(invitation), V.uses > 0, V.until > time.time())
    if connection.execute(used.values(uses=V.uses - 1)).rowcount != 1:
        raise NotFound(WRONG)


def require_guest(connection: Connection) -> None:
    """Forbidden where strangers play only when somebody of the house has sent them the link of a seat."""
    if mode(connection) != OPEN:
        raise Forbidden(
            "this house is for those who were invited; sign in, or follow the link of a seat that you were sent"
        )
