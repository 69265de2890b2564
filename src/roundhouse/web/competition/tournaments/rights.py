"""Who may do what at a tournament: the whole of it as data. Everybody who has its address may look at it."""
from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from roundhouse.web.errors import Forbidden, Refused


class TournamentRole(StrEnum):
    """What somebody is to a tournament. One may be several of these."""

    ACCOUNT = "has an account"
    ENTRANT = "takes part"
    ABSENT = "was withdrawn by its owner, since they were not here"
    KEEPER = "keeps a bot that takes part"
    OWNER = "runs it"


class TournamentAction(StrEnum):
    """What can be done at a tournament."""

    JOIN = "take part"
    WITHDRAW = "take part no longer"
    ENTER_BOT = "have one's own bot take part"
    WITHDRAW_BOT = "have one's own bot take part no longer"
    ADD_LEVEL = "let a level take part"
    TAKE_OUT_BOT = "take out a level, or a bot of somebody's"
    WITHDRAW_ABSENT = "withdraw somebody who is not here"
    START = "begin"
    CANCEL = "call it off"


A, R = TournamentAction, TournamentRole
OPEN, PLAYING, OVER, CANCELLED = "open", "playing", "over", "cancelled"
OWNER = frozenset({R.OWNER})
TOURNAMENT_RIGHTS: Mapping[TournamentAction, Mapping[str, frozenset[TournamentRole]]] = {
    A.JOIN: {OPEN: frozenset({R.ACCOUNT, R.ABSENT}), PLAYING: frozenset({R.ABSENT})},      # who was absent comes back,
    A.WITHDRAW: {OPEN: frozenset({R.ENTRANT}), PLAYING: frozenset({R.ENTRANT})},
    A.ENTER_BOT: {OPEN: frozenset({R.ACCOUNT}), PLAYING: frozenset({R.KEEPER})},           # nor is a bot for ever
    A.WITHDRAW_BOT: {OPEN: frozenset({R.KEEPER}), PLAYING: frozenset({R.KEEPER})},
    A.ADD_LEVEL: {OPEN: OWNER},
    A.TAKE_OUT_BOT: {OPEN: OWNER},
    A.WITHDRAW_ABSENT: {OPEN: OWNER, PLAYING: OWNER},
    A.START: {OPEN: OWNER},
    A.CANCEL: {OPEN: OWNER},
}
"""The roles that may do each, in each status of a tournament."""
DENIED: Mapping[TournamentAction, str] = {
    A.JOIN: "this tournament is not open to you",
    A.WITHDRAW: "you do not take part here",
    A.ENTER_BOT: "to enter a bot you need an account",
    A.WITHDRAW_BOT: "you keep no such bot here",
}
OWNER_DECIDES = "only the owner of the tournament decides this"
BEGUN: Mapping[TournamentAction, str] = {
    A.JOIN: "the tournament has begun; nobody can join any more",
    A.ENTER_BOT: "the tournament has begun; nobody can join any more",
    A.START: "the tournament has begun already",
}
ENDED: Mapping[str, str] = {OVER: "this tournament is over", CANCELLED: "this tournament was called off"}


def allowed(action: TournamentAction, roles: frozenset[TournamentRole], status: str) -> bool:
    """Whether somebody of these roles may do it in that status."""
    return bool(roles & TOURNAMENT_RIGHTS[action].get(status, frozenset()))


def require(action: TournamentAction, roles: frozenset[TournamentRole], status: str) -> None:
    """Forbidden for whoever may never do it; Refused where nobody of these roles may any more."""
    rights = TOURNAMENT_RIGHTS[action]
    if not any(roles & entitled for entitled in rights.values()):
        raise Forbidden(DENIED.get(action, OWNER_DECIDES))
    if not allowed(action, roles, status):
        raise Refused(BEGUN.get(action, "the tournament has begun") if status == PLAYING
                      else ENDED.get(status, "this can't be done at this tournament any more"))
