"""What each role may do at a table, in which phase: the whole of it as data. Nothing else decides it.

Here is no database and no request. `roles.py` says which roles somebody has at a table, and every service of the
tables asks it before it looks at anything else: whoever has no right learns nothing of the state. What the state itself
forbids, such as a move out of turn, is refused by the service afterwards. Which address asks for what stands in
`http/route_rights.py`; what hosts and moderators may do in the house, in `people/moderation/rights.py`.
"""
from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Role(StrEnum):
    """What somebody is at one table; everybody is a WATCHER there, most are something besides."""

    WATCHER = "watcher"             # anybody who has the address, known or not
    PERSON = "person"               # acts for themselves: a stranger, who becomes a guest by it, a guest, an account
    OUTSIDER = "outsider"           # a person with no seat here, who has not left one and has not made the table
    WELCOME = "welcome"             # an outsider at a table that is open to all
    INVITED = "invited"             # a seat is kept for them
    FORMER = "former"               # has left this game for good
    SEATED = "seated"               # has sat down and plays
    STOOD_IN = "stood in"           # has sat down; a bot plays for them now
    DEVICE = "device"               # came by a seat's own link with a browser: plays there too, and ends nothing
    IDLE_DEVICE = "idle device"     # the same, while a bot plays
    SEAT_TOKEN = "seat token"       # a program with the token of a seat's own link: it plays, and nothing else
    IDLE_TOKEN = "idle token"       # the same, while a bot plays
    OWNER = "owner"                 # has made the table, seated or not
    HOST = "host"                   # runs the house: that gives no rights at anybody's table


class Phase(StrEnum):
    """The values are those of a table's `status`."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Action(StrEnum):
    """Everything that can be done at a table."""

    KNOW = "know of the table"              # that it exists, its game and pace, how many seats it has
    SEE = "look"                            # page, log, words, places, record, chat, events
    HINT = "ask for a hint"
    REVIEW = "review the game"
    BRANCH = "go on from a step of the game"
    SIT = "sit down"
    DECLINE = "decline a seat that is kept"
    GET_UP = "get up"
    ACT = "act"
    PREMOVE = "leave word for later"
    UNDO = "take back a move"
    ANSWER_UNDO = "answer a wish to take back"
    RESTORE = "put back what was taken back"
    CHAT = "speak"
    MUTE = "mute somebody"
    NOTES = "keep notes"
    SEAT_LINK = "make a link of the seat"
    END_SEAT_LINK = "end the link of the seat"
    BOT_FOR_SELF = "let a bot play for oneself"
    TAKE_BACK = "play on in place of the bot"
    BOT_FOR_ABSENT = "put in a bot for somebody away"
    SET_BOT = "put in a bot or change its level"
    CANCEL = "cancel the table"
    AGREE_TO_END = "agree to end the game"
    LEAVE = "leave for good"
    GIVE_TIME = "give time"
    LET_WATCH = "let others watch or not"
    LET_HINT = "allow hints or not"
    CLAIM_SEAT = "claim a seat"             # a guest whose browser has lost the cookie
    ANSWER_CLAIM = "answer a claim"
    REMATCH = "ask for a rematch"
    TAKE_ALONG = "take the table along"     # to another house, with all that is hidden


R, P = Role, Phase
SITTERS = frozenset({R.SEATED, R.STOOD_IN})
"""Those who sat down here themselves."""
PERSONS = SITTERS | {R.DEVICE, R.IDLE_DEVICE}
"""People who sit at the table; a token is not a person."""
PLAYERS = frozenset({R.SEATED, R.DEVICE, R.SEAT_TOKEN})
"""Those who play now. For whom a bot plays takes the seat back first."""
IDLE = frozenset({R.STOOD_IN, R.IDLE_DEVICE, R.IDLE_TOKEN})
INSIDERS = PERSONS | {R.SEAT_TOKEN, R.IDLE_TOKEN, R.OWNER}
"""Those who see a table that lets nobody watch."""
EVERYBODY = frozenset({R.WATCHER})
ANY_PERSON = frozenset({R.PERSON})
OWNER = frozenset({R.OWNER})


def always(roles: frozenset[Role]) -> Mapping[Phase, frozenset[Role]]:
    """The same rights in every phase."""
    return dict.fromkeys(Phase, roles)


RIGHTS: Mapping[Action, Mapping[Phase, frozenset[Role]]] = {
    Action.KNOW: always(EVERYBODY),
    Action.SEE: always(EVERYBODY),
    Action.HINT: {P.PLAYING: PLAYERS},
    Action.REVIEW: {P.OVER: EVERYBODY},
    Action.BRANCH: {P.OVER: ANY_PERSON},
    Action.SIT: {P.WAITING: frozenset({R.WELCOME, R.INVITED, R.OWNER})},
    Action.DECLINE: {P.WAITING: frozenset({R.INVITED})},
    Action.GET_UP: {P.WAITING: frozenset({R.SEATED})},
    Action.ACT: {P.PLAYING: PLAYERS},
    Action.PREMOVE: {P.PLAYING: PLAYERS},
    Action.UNDO: {P.PLAYING: PLAYERS},
    Action.ANSWER_UNDO: {P.PLAYING: PERSONS},
    Action.RESTORE: {P.PLAYING: PERSONS},
    Action.CHAT: always(PERSONS),
    Action.MUTE: always(PERSONS),
    Action.NOTES: always(PERSONS),
    Action.SEAT_LINK: {P.WAITING: frozenset({R.SEATED}), P.PLAYING: SITTERS},
    Action.END_SEAT_LINK: always(SITTERS),          # whom one let in can be shown out at any time
    Action.BOT_FOR_SELF: {P.PLAYING: PERSONS},
    Action.TAKE_BACK: {P.PLAYING: PERSONS},
    Action.BOT_FOR_ABSENT: {P.PLAYING: PERSONS},
    Action.SET_BOT: {P.WAITING: OWNER, P.PLAYING: OWNER},
    Action.CANCEL: {P.WAITING: OWNER},
    Action.AGREE_TO_END: {P.PLAYING: SITTERS},
    Action.LEAVE: {P.PLAYING: SITTERS},
    Action.GIVE_TIME: {P.PLAYING: PERSONS},
    Action.LET_WATCH: {P.WAITING: OWNER, P.PLAYING: OWNER},
    Action.LET_HINT: {P.WAITING: OWNER},            # what was agreed when people sat down stays
    Action.CLAIM_SEAT: {P.PLAYING: frozenset({R.OUTSIDER})},
    Action.ANSWER_CLAIM: {P.PLAYING: PERSONS},
    Action.REMATCH: {P.OVER: PERSONS},
    Action.TAKE_ALONG: {P.PLAYING: SITTERS},
}
NOBODY: frozenset[Role] = frozenset()


def sees(phase: Phase, roles: frozenset[Role], watched: bool, hidden: bool = False) -> bool:
    """Whether somebody with those roles may look; `watched` says whether the table lets others do so. Before the game
    there is nothing to hide from those who may sit down. A table that a moderator has `hidden` is for its people alone.
    """
    return (not hidden and (watched or phase is Phase.WAITING)) or bool(roles & INSIDERS)


def allowed(action: Action, phase: Phase, roles: frozenset[Role]) -> bool:
    """Whether somebody with those roles may do it in that phase, at a table at which they may look. Where one may not
    look, one may do nothing at all but know of the table."""
    return bool(RIGHTS[action].get(phase, NOBODY) & roles)


def ever_allowed(action: Action, roles: frozenset[Role]) -> bool:
    """Whether somebody with those roles may do it in any phase of a table at which they may look."""
    return any(roles & entitled for entitled in RIGHTS[action].values())


# ---- in words --------------------------------------------------------------------------------------------------------

HIDDEN = "the players here let nobody watch"
HIDDEN_BY_HOUSE = "a moderator of the house has hidden this table"
DENIED: Mapping[Action, str] = {
    Action.HINT: "hints are for the players of this table",
    Action.SIT: "no seat is free for you here; ask for an invitation",
    Action.DECLINE: "no seat is kept for you here",
    Action.SEAT_LINK: "only the player who sat down here makes the seat's own link",
    Action.END_SEAT_LINK: "only the player who sat down here ends the seat's own link",
    Action.SET_BOT: "only the owner of the table can put in a bot or change its level",
    Action.BOT_FOR_ABSENT: "only those who sit here can put in a bot",
    Action.CANCEL: "only the owner of the table decides this",
    Action.LET_WATCH: "only the owner of the table decides this",
    Action.LET_HINT: "only the owner of the table decides this",
    Action.AGREE_TO_END: "only those who sat down here end the game",
    Action.LEAVE: "only the player who sat down here leaves the game for good",
    Action.CLAIM_SEAT: "only somebody whom this table does not know can claim a seat",
    Action.NOTES: "notes are for the players of this table",
    Action.GIVE_TIME: "time is given by those who play, to the one who is to act",
}
"""Why somebody may not, where "you have no seat at this table" does not say it."""
NO_SEAT = "you have no seat at this table"
PLAYS_ONLY = "the token of a seat is good for playing only"
BOT_PLAYS = "a bot plays for you; take your seat back first"
TOO_LATE: Mapping[Action, str] = {
    Action.DECLINE: "the game has begun, and no seat is kept any more",
    Action.GET_UP: "the game has begun; let a bot play for you instead",
    Action.CANCEL: "the game has begun; it ends when all players agree",
    Action.SIT: "the game has begun, and all seats are taken",
    Action.LET_HINT: "whether there are hints was agreed when the game began",
}
TOO_EARLY: Mapping[Action, str] = {
    Action.REMATCH: "a rematch comes after the end of the game",
    Action.BRANCH: "it can be tried from here when the game is over",
    Action.REVIEW: "a game is reviewed when it is over",
}
"""Why not in this phase, where `PHASES` does not say it."""
PHASES: Mapping[Phase, str] = {
    Phase.WAITING: "the game begins when every seat is taken",
    Phase.PLAYING: "this can't be done during the game",
    Phase.OVER: "the game is over",
    Phase.CLOSED: "this table is closed",
}


def denial(action: Action, roles: frozenset[Role]) -> str:
    """Why somebody with those roles may never do it, as a sentence."""
    if roles & IDLE and RIGHTS[action].get(Phase.PLAYING) == PLAYERS:
        return BOT_PLAYS
    if roles & {Role.SEAT_TOKEN, Role.IDLE_TOKEN}:
        return PLAYS_ONLY
    return DENIED.get(action, NO_SEAT)


def not_now(action: Action, phase: Phase) -> str:
    """Why nobody may do it in that phase, as a sentence."""
    if phase in (Phase.WAITING, Phase.PLAYING) and action in TOO_EARLY:
        return TOO_EARLY[action]
    if phase is Phase.PLAYING and action in TOO_LATE:
        return TOO_LATE[action]
    return PHASES[phase]
