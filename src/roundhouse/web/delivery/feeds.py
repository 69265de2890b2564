"""A private feed of the games that wait: for news readers, and for calendars with the moments when clocks run out."""
from __future__ import annotations

from datetime import UTC, datetime
from email.utils import formatdate
from html import escape

from sqlalchemy import Connection, select

from roundhouse.web.delivery import preferences
from roundhouse.web.errors import NotFound
from roundhouse.web.people.player import Player
from roundhouse.web.people.tokens import hashed, new_token
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import TableInfo

LONGEST_LINE = 73


def make(connection: Connection, player: int) -> str:
    """A new token for the player's feed. The one before it ends."""
    token = new_token()
    preferences.put(connection, player, {"feed": hashed(token)})
    return token


def end(connection: Connection, player: int) -> None:
    """Switch a player's feed off."""
    preferences.put(connection, player, {"feed": None})


def exists(connection: Connection, player: int) -> bool:
    """Whether a player has a feed. Its address is told once, when it is made."""
    c = at.preferences.c
    return connection.execute(select(c.player).where(c.player == player, c.feed.is_not(None))).first() is not None


def reader(connection: Connection, token: str) -> Player:
    """Whose feed it is."""
    p = at.players.c
    wanted = select(p.id, p.name, p.login).join(at.preferences).where(at.preferences.c.feed == hashed(token))
    row = connection.execute(wanted).first()
    if row is None:
        raise NotFound("there is no such feed; perhaps a newer one has taken its place")
    return Player(row.id, row.name, row.login is None)


def rss(tables: list[TableInfo], base: str) -> str:
    """The games that wait, as an RSS feed whose links begin with `base`."""
    items = "".join(
        f"<item><title>Your turn: {escape(info.title)}</title><link>{base}/games/{info.id}</link>"
        f'<guid isPermaLink="false">{info.id} {info.version}</guid><pubDate>{formatdate(info.since)}</pubDate>'
        f"<description>{escape(_people(info))}</description></item>"
        for info in tables
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Roundhouse: your turn</title>'
        f"<link>{base}/my</link><description>Games that wait for you</description>{items}</channel></rss>"
    )


def calendar(tables: list[TableInfo], base: str) -> str:
    """The games that wait, as an iCalendar file: an event at the moment when each clock runs out."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Roundhouse//Games//EN", "X-WR-CALNAME:Roundhouse"]
    for info in tables:
        lines += [
            "BEGIN:VEVENT", f"UID:{info.id}-{info.version}@roundhouse", f"DTSTAMP:{_moment(info.since)}",
            f"DTSTART:{_moment(info.deadline or info.since)}",
            f"SUMMARY:{_plain(_what(info))}", f"DESCRIPTION:{_plain(_people(info))}", f"URL:{base}/games/{info.id}",
            "END:VEVENT",
        ]
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def _what(info: TableInfo) -> str:
    return f"Your turn{' must be made' if info.deadline else ''}: {info.title}"


def _people(info: TableInfo) -> str:
    return ", ".join(info.names)


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y%m%dT%H%M%SZ")


def _plain(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return text


def _folded(line: str) -> list[str]:
    """Lines of a calendar are short; what goes on begins with a space."""
    parts = [line[at : at + LONGEST_LINE] for at in range(0, len(line), LONGEST_LINE)]
    return parts[:1] + [f" {part}" for part in parts[1:]]
