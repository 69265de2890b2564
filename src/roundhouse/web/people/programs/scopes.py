"""What the token of a bot is good for: the whole of it as data, by address. What stands nowhere here no bot may ask."""
from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache

from roundhouse.web.errors import Forbidden, Refused

SCOPES: Mapping[str, str] = {
    "play": "look at its games, hear of them, accept and decline, and move",
    "challenge": "make tables, ask others to a game, and ask for a rematch",
    "chat": "read and write in the chat of its tables",
}
"""What each scope allows, in words."""
PLAY, CHALLENGE, CHAT = SCOPES
ALLOWED: Mapping[str, str] = {
    **dict.fromkeys((
        "GET /api/account", "GET /api/events", "GET /api/games", "GET /api/tables", "GET /api/tables/{id}",
        "GET /api/tables/{id}/view", "GET /api/tables/{id}/events", "GET /api/tables/{id}/record",
        "GET /api/players/{id}", "GET /api/players/{id}/games", "GET /api/ratings/{id}",
        "POST /api/tables/{id}/join", "POST /api/tables/{id}/decline", "POST /api/join/{id}",
        "POST /api/tables/{id}/act", "POST /api/tables/{id}/undo", "POST /api/tables/{id}/undo/answer",
        "POST /api/tables/{id}/restore", "POST /api/tables/{id}/intend", "POST /api/tables/{id}/leave",
    ), PLAY),
    **dict.fromkeys(("POST /api/tables", "POST /api/tables/{id}/rematch"), CHALLENGE),
    **dict.fromkeys(("GET /api/tables/{id}/chat", "POST /api/tables/{id}/chat"), CHAT),
}
"""The scope that a token needs for each method and address. `tests/web/test_programs.py` asks all routes of the
house."""


def checked_scopes(scopes: Collection[str]) -> tuple[str, ...]:
    """The scopes in their order. Refused for none, and for what is no scope."""
    if not scopes or not set(scopes) <= set(SCOPES):
        raise Refused(f"a token has one or more of these scopes: {', '.join(SCOPES)}")
    return tuple(scope for scope in SCOPES if scope in scopes)


def require_scope(scopes: frozenset[str], method: str, path: str) -> None:
    """Forbidden where a token with those scopes has no business."""
    found = next((scope for pattern, scope in _patterns(method) if pattern.fullmatch(path)), None)
    if found is None:
        raise Forbidden("this is not for bots")
    if found not in scopes:
        raise Forbidden(f"the token of this bot lacks the scope '{found}': {SCOPES[found]}")


@cache
def _patterns(method: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    asked = {route.partition(" ")[2]: scope for route, scope in ALLOWED.items() if route.startswith(f"{method} ")}
    return tuple((re.compile(path.replace("{id}", "[^/]+")), scope) for path, scope in asked.items())
