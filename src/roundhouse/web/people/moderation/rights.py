"""What each role may do in the house to others, apart from any table: the whole of it as data."""
from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class HouseAction(StrEnum):
    """What can be done in the house to others, apart from any table."""

    REPORT = "tell the moderators of somebody"
    BLOCK = "block somebody"
    MODERATE = "read reports and the log"
    SETTLE = "settle a report"
    BAN = "ban somebody, or lift it"
    RENAME = "give somebody another name"
    END_SESSIONS = "see and end somebody's sessions"
    HIDE_TABLE = "hide a table, or show it again"
    ROLES = "make or end a host's or moderator's rights"
    RESET_PASSWORD = "reset somebody's password"
    MERGE = "merge two accounts"
    REMOVE_TABLE = "remove a table"
    SIGN_UPS = "open and close sign-ups, and invite"
    STATISTICS = "read the house's statistics"


HOSTING = frozenset({"host"})
MODERATING = HOSTING | {"moderator"}
EVERY_ROLE = MODERATING | {""}
HOUSE_RIGHTS: Mapping[HouseAction, frozenset[str]] = {
    HouseAction.REPORT: EVERY_ROLE,
    HouseAction.BLOCK: EVERY_ROLE,
    HouseAction.MODERATE: MODERATING,
    HouseAction.SETTLE: MODERATING,
    HouseAction.BAN: MODERATING,            # of players; hosts and moderators are a host's matter
    HouseAction.RENAME: MODERATING,
    HouseAction.END_SESSIONS: MODERATING,
    HouseAction.HIDE_TABLE: MODERATING,
    HouseAction.ROLES: HOSTING,
    HouseAction.RESET_PASSWORD: HOSTING,
    HouseAction.MERGE: HOSTING,
    HouseAction.REMOVE_TABLE: HOSTING,
    HouseAction.SIGN_UPS: HOSTING,
    HouseAction.STATISTICS: HOSTING,
}
"""The roles in the house that may do each: "host", "moderator", or "" for everybody else."""
