"""Which address asks for which right at a table. Every route of the house stands here: one that names no table, or is
opened by a token of its own, with None. `tests/web/test_matrix.py` asks each of them for everybody, in every phase."""
from __future__ import annotations

from collections.abc import Mapping

from roundhouse.web.competition.tournaments.rights import TournamentAction
from roundhouse.web.people.moderation.rights import HouseAction
from roundhouse.web.tables.rights import Action

LOOKING: Mapping[str, Action | None] = {
    "GET /games/{id}": Action.SEE, "GET /games/{id}/now": Action.SEE, "GET /games/{id}/log": Action.SEE,
    "GET /games/{id}/words": Action.SEE,
    "GET /games/{id}/record": Action.SEE, "GET /games/{id}/routes": Action.SEE, "GET /games/{id}/preview": Action.SEE,
    "GET /games/{id}/note": Action.SEE, "POST /games/{id}/seen": Action.SEE, "GET /games/{id}/picture.png": Action.KNOW,
    "GET /games/{id}/luck": Action.REVIEW, "GET /games/{id}/review": Action.REVIEW,
    "GET /games/{id}/instead": Action.REVIEW, "GET /games/{id}/like": Action.REVIEW,
    "GET /games/{id}/table": Action.TAKE_ALONG,
    "POST /games/{id}/hint": Action.HINT, "POST /api/tables/{id}/hint": Action.HINT,
    "GET /games/{id}/about": Action.SEE, "GET /games/{id}/rules": Action.SEE,
    "GET /games/{id}/rules/beside": Action.SEE,
    "GET /games/{id}/rules/summary": Action.SEE, "GET /games/{id}/rules/examples/{name}": Action.SEE,
    "GET /games/{id}/rules/examples/{name}.svg": Action.SEE,
    "GET /games/{id}/plan": Action.PREMOVE,
    "GET /api/tables/{id}": Action.KNOW, "GET /api/tables/{id}/view": Action.SEE,
    "GET /api/tables/{id}/events": Action.SEE,
    "GET /api/tables/{id}/record": Action.SEE, "GET /api/tables/{id}/chat": Action.SEE,
}
PLAYING: Mapping[str, Action | None] = {
    "POST /games/{id}/act": Action.ACT, "POST /games/{id}/undo": Action.UNDO,
    "POST /games/{id}/restore": Action.RESTORE,
    "POST /games/{id}/consent": Action.ANSWER_UNDO, "POST /games/{id}/intend": Action.PREMOVE,
    "POST /games/{id}/plan": Action.PREMOVE,
    "POST /games/{id}/chat": Action.CHAT, "POST /games/{id}/notes": Action.NOTES,
    "POST /games/{id}/rematch": Action.REMATCH,
    "POST /games/{id}/try": Action.BRANCH,
    "POST /api/tables/{id}/act": Action.ACT, "POST /api/tables/{id}/undo": Action.UNDO,
    "POST /api/tables/{id}/restore": Action.RESTORE,
    "POST /api/tables/{id}/undo/answer": Action.ANSWER_UNDO, "POST /api/tables/{id}/intend": Action.PREMOVE,
    "POST /api/tables/{id}/chat": Action.CHAT, "POST /api/tables/{id}/rematch": Action.REMATCH,
}
SITTING: Mapping[str, Action | None] = {
    "POST /api/tables/{id}/join": Action.SIT, "POST /api/tables/{id}/decline": Action.DECLINE,
    "POST /games/{id}/care do=decline": Action.DECLINE, "POST /api/tables/{id}/leave": Action.LEAVE,
    "POST /api/tables/{id}/seats/{seat}/bot (one's own)": Action.BOT_FOR_SELF,
    "POST /api/tables/{id}/seats/{seat}/bot (another's)": Action.BOT_FOR_ABSENT,
    "POST /api/tables/{id}/seats/{seat}/bot (nobody's)": Action.SET_BOT,
    "POST /api/tables/{id}/seats/{seat}/take-back": Action.TAKE_BACK,
    "POST /api/tables/{id}/seats/{seat}/key": Action.SEAT_LINK,
    "DELETE /api/tables/{id}/seats/{seat}/key": Action.END_SEAT_LINK,
    "PUT /api/tables/{id}/seats/{seat}/mute": Action.MUTE,
    "POST /games/{id}/seats/{number} do=sit": Action.SIT,
    "POST /games/{id}/seats/{number} do=leave": Action.GET_UP,
    "POST /games/{id}/seats/{number} do=link": Action.SEAT_LINK,
    "POST /games/{id}/seats/{number} do=unlink": Action.END_SEAT_LINK,
    "POST /games/{id}/seats/{number} do=mute": Action.MUTE,
    "POST /games/{id}/seats/{number} do=unmute": Action.MUTE,
    "POST /games/{id}/seats/{number} do=take-back": Action.TAKE_BACK,
    "POST /games/{id}/seats/{number} do=level-3 (one's own)": Action.BOT_FOR_SELF,
    "POST /games/{id}/seats/{number} do=level-3 (another's)": Action.BOT_FOR_ABSENT,
    "POST /games/{id}/seats/{number} do=level-3 (nobody's)": Action.SET_BOT,
}
CARE: Mapping[str, Action | None] = {
    "POST /games/{id}/care do=cancel": Action.CANCEL, "POST /games/{id}/care do=end": Action.AGREE_TO_END,
    "POST /games/{id}/care do=play-on": Action.AGREE_TO_END, "POST /games/{id}/care do=watch": Action.LET_WATCH,
    "POST /games/{id}/care do=hide": Action.LET_WATCH, "POST /games/{id}/care do=time": Action.GIVE_TIME,
    "POST /games/{id}/care do=hints": Action.LET_HINT, "POST /games/{id}/care do=no-hints": Action.LET_HINT,
    "POST /games/{id}/care do=knock": Action.CLAIM_SEAT, "POST /games/{id}/care do=let-in": Action.ANSWER_CLAIM,
    "POST /games/{id}/care do=keep-out": Action.ANSWER_CLAIM, "POST /games/{id}/care do=leave": Action.LEAVE,
}
NO_TABLE: Mapping[str, Action | None] = dict.fromkeys((
    "GET /", "GET /my", "GET /my/next", "GET /new/{game}", "POST /new/{game}", "GET /upload", "POST /upload",
    "GET /api/games", "POST /api/players", "GET /api/tables", "POST /api/tables", "POST /api/records", "GET /api/docs",
    "GET /api/openapi.json", "GET /api/account", "GET /api/events", "GET /me/bots", "POST /me/bots",
    "GET /me/study", "POST /me/study",
    "POST /me/bots/{bot}", "POST /people/{number}/ask", "GET /health", "GET /metrics", "GET /status",
    "GET /address", "GET /accents.css", "GET /sw.js",
    "GET /manifest.webmanifest", "GET /privacy", "GET /rules/{game}", "GET /rules/{game}/pictures/{name}",
    "GET /rules/{game}/examples/{name}.svg", "GET /rules/{game}/examples/{name}",
    "GET /rules/{game}/beside",
    "GET /rules/{game}/summary", "GET /rules/{game}/print",
    "GET /learn", "GET /learn/{game}", "GET /learn/{game}/{name}/{number}",
    "GET /learn/{game}/{name}/{number}/preview", "GET /learn/{game}/{name}/{number}/note",
    "GET /puzzles", "GET /puzzles/{game}", "GET /puzzles/{game}/{number}",
    "GET /puzzles/{game}/{number}/preview", "GET /puzzles/{game}/{number}/note",
    # One's own mistakes: each belongs to a player, and its table is asked for `Action.REVIEW`.
    "GET /practice/{number}", "POST /practice/{number}", "POST /practice/{number}/drop",
    "GET /practice/{number}/preview", "GET /practice/{number}/note",
    "GET /recover", "POST /recover", "POST /recover/new", "GET /login", "POST /login", "POST /login/link",
    "POST /claim", "POST /logout", "GET /enter/{token}",
    "POST /enter/{token}", "GET /me", "POST /me/name", "POST /me/password", "POST /me/email", "POST /me/sessions",
    "GET /people", "GET /people/{number}", "GET /people/{number}/year/{year}",
    "GET /people/{number}/year/{year}/picture.png", "POST /me/private",
    "GET /groups", "POST /groups", "GET /groups/join/{token}", "POST /groups/join/{token}",
    "GET /groups/{group}",
    "POST /groups/{group}",
    "GET /ratings", "GET /ratings/{game}", "GET /explore", "GET /explore/{game}",
    "GET /tournaments", "GET /tournaments/new/{game}", "POST /tournaments/new/{game}", "GET /tournaments/{tournament}",
    "GET /api/players/{number}", "GET /api/players/{number}/games", "GET /api/ratings/{game}",
    "GET /me/export", "POST /me/delete", "POST /me/endpoints", "POST /me/endpoints/{id}/remove", "POST /me/test",
    "POST /me/endpoints/{id}/secret", "GET /unsubscribe/{token}", "POST /unsubscribe/{token}",
    "POST /me/when", "POST /me/feed", "GET /feed/{token}.{kind}", "GET /push/key", "POST /push",
    "POST /push/end", "POST /me/play",
    # Invitations and seats' own links: who has the token may sit down there.
    "GET /join/{token}", "POST /join/{token}", "POST /api/join/{token}",
    "GET /welcome/{token}", "POST /welcome/{token}",
    # The tables that a page follows: each as `Action.SEE` says, and those that may not be seen are left out.
    "GET /events",
))
IN_THE_HOUSE: Mapping[str, HouseAction] = {
    "GET /report": HouseAction.REPORT, "POST /report do=report": HouseAction.REPORT,
    "POST /report do=block": HouseAction.BLOCK, "POST /report do=unblock": HouseAction.BLOCK,
    "POST /me/unblock": HouseAction.BLOCK,
    "GET /moderation": HouseAction.MODERATE, "GET /moderation/people/{number}": HouseAction.MODERATE,
    "GET /moderation/statistics": HouseAction.STATISTICS,
    "POST /moderation do=settle": HouseAction.SETTLE, "POST /moderation do=ban": HouseAction.BAN,
    "POST /moderation do=lift": HouseAction.BAN, "POST /moderation do=rename": HouseAction.RENAME,
    "POST /moderation do=end-sessions": HouseAction.END_SESSIONS,
    "POST /moderation do=hide": HouseAction.HIDE_TABLE, "POST /moderation do=show": HouseAction.HIDE_TABLE,
    "POST /moderation do=role": HouseAction.ROLES, "POST /moderation do=reset-password": HouseAction.RESET_PASSWORD,
    "POST /moderation do=merge": HouseAction.MERGE, "POST /moderation do=remove": HouseAction.REMOVE_TABLE,
    "POST /moderation do=sign-ups": HouseAction.SIGN_UPS, "POST /moderation do=invite": HouseAction.SIGN_UPS,
}
"""What is asked of the house and of no table, by the role that somebody has in it."""
AT_TOURNAMENTS: Mapping[str, TournamentAction] = {
    f"POST /tournaments/{{tournament}} do={do}": action for do, action in {
        "join": TournamentAction.JOIN, "withdraw": TournamentAction.WITHDRAW, "own-bot": TournamentAction.ENTER_BOT,
        "withdraw-bot": TournamentAction.WITHDRAW_BOT, "bot": TournamentAction.ADD_LEVEL,
        "no-bot": TournamentAction.TAKE_OUT_BOT, "absent": TournamentAction.WITHDRAW_ABSENT,
        "start": TournamentAction.START, "cancel": TournamentAction.CANCEL,
    }.items()
}
"""What is asked of a tournament, by what somebody is to it and how it stands."""
ROUTES: Mapping[str, Action | None] = {**LOOKING, **PLAYING, **SITTING, **CARE, **NO_TABLE}
"""The right that each route asks for, by method, path and, where one address does several things, which of them."""
