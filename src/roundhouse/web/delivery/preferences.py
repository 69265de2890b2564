"""How a player wishes to be told, when not, and when their clocks stand still."""
from __future__ import annotations

import json
import logging
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from sqlalchemy import Connection, insert, select, update

from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.clock import DAY, HOUR, Holiday, Holidays

log = logging.getLogger(__name__)
DIGESTS = {0: "at once", 3600: "at most once an hour", 86400: "at most once a day"}
ALSO = {"games": "when a game begins or ends", "chat": "when somebody writes in the chat"}
LONGEST_HOLIDAY, YEARLY_HOLIDAYS, YEAR = 45 * DAY, 30 * DAY, 365 * DAY
"""The longest holidays, in which clocks stand still, and the most of them that fall into any year."""
DAY_MINUTES = 24 * 60
LATEST = 7_258_118_400.0
"""The year 2200; before 1970 and after this, calendars of some machines end."""


@dataclass(frozen=True)
class Preferences:
    """How a player wishes to be told: time zone, quiet hours, how often, about what besides turns, and holidays.
    Refuses what makes no sense together."""

    zone: str = "UTC"
    quiet_from: int | None = None
    """Minutes of the day in that zone."""
    quiet_until: int | None = None
    digest: int = 0
    """Seconds between two messages to one address, at least."""
    also: str = ""
    away_from: float | None = None
    away_until: float | None = None

    def __post_init__(self) -> None:
        if self.zone != "UTC" and self.zone not in available_timezones():
            raise Refused(f"there is no time zone '{self.zone}'; one is Europe/Dublin")
        for minutes in (self.quiet_from, self.quiet_until):
            if minutes is not None and not 0 <= minutes < DAY_MINUTES:
                raise Refused("quiet hours are from 00:00 to 23:59")
        if (self.quiet_from is None) != (self.quiet_until is None):
            raise Refused("quiet hours have a beginning and an end")
        if self.digest not in DIGESTS:
            raise Refused(f"messages come {', '.join(DIGESTS.values())}")
        if (self.away_from is None) != (self.away_until is None):
            raise Refused("holidays have a first and a last day")
        if not all(0 < moment < LATEST for moment in (self.away_from, self.away_until) if moment is not None):
            raise Refused("holidays are in these years")
        if not 0 <= (self.away_until or 0.0) - (self.away_from or 0.0) <= LONGEST_HOLIDAY:
            raise Refused(f"holidays last at most {LONGEST_HOLIDAY / DAY:.0f} days")

    @property
    def wants(self) -> frozenset[str]:
        """The names of `ALSO` that the player has chosen."""
        return frozenset(self.also.split())

    def local(self, moment: float) -> datetime:
        """A moment in the player's time zone."""
        return datetime.fromtimestamp(moment, zone_of(self.zone))

    def quiet_end(self, moment: float) -> float | None:
        """When the quiet hours end in which that moment lies; None outside of them."""
        if self.quiet_from is None or self.quiet_until is None:
            return None
        here = self.local(moment)
        minute = here.hour * 60 + here.minute
        if (minute - self.quiet_from) % DAY_MINUTES >= (self.quiet_until - self.quiet_from) % DAY_MINUTES:
            return None
        end = here.replace(hour=self.quiet_until // 60, minute=self.quiet_until % 60, second=0, microsecond=0)
        return (end if end > here else end + timedelta(days=1)).timestamp()


def zone_of(name: str) -> tzinfo:
    """A time zone; UTC where the system does not know it any more."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return UTC


KEPT = tuple(field.name for field in fields(Preferences))
TOGETHER = (("zone",), ("quiet_from", "quiet_until"), ("digest",), ("also",), ("away_from", "away_until"))
"""Fields that are right or wrong together."""


def of(connection: Connection, player: int) -> Preferences:
    """What a player has chosen, less what is no choice any more, such as a time zone that the system has lost."""
    row = connection.execute(select(at.preferences).where(at.preferences.c.player == player)).mappings().first()
    chosen = Preferences()
    if row is None:
        return chosen
    for names in TOGETHER:
        try:
            chosen = replace(chosen, **{name: row[name] for name in names})
        except Refused as error:
            log.warning("a choice of player %s is not followed: %s", player, error.why)
    return chosen


def keep(connection: Connection, player: int, chosen: Preferences) -> None:
    """Store all of a player's preferences."""
    put(connection, player, {name: getattr(chosen, name) for name in KEPT})


def choose(connection: Connection, player: int, wanted: Preferences, now: float) -> None:
    """Keep what a player chooses. Holidays begin in the future, and count as they were used: those that go on can
    end sooner or later, and those that are withdrawn end now."""
    before = of(connection, player)
    earlier, old, new = _rested(connection, player), _days(before), _days(wanted)
    if old is not None and new != old and old[0] <= now:
        if new is None:
            new = old[0], min(old[1], now)      # a turn that had begun by then is still spared those days
        elif now < old[1] and abs(new[0] - old[0]) < DAY:
            new = old[0], max(new[1], now)
        else:
            earlier.append((old[0], min(old[1], now)))
            old = None
    if new is not None and new != old:
        begun = old is not None and new[0] == old[0] and old[0] <= now
        if not begun and new[0] <= now:
            raise Refused("holidays begin tomorrow or later")
        if not begun or new[1] > now:
            _require_budget(new, earlier)
    away_from, away_until = new or (None, None)
    keep(connection, player, replace(wanted, away_from=away_from, away_until=away_until))
    put(connection, player, {"rested": json.dumps([one for one in earlier if one[1] > now - 2 * YEAR])})


def _days(chosen: Preferences) -> Holiday | None:
    return None if chosen.away_from is None or chosen.away_until is None else (chosen.away_from, chosen.away_until)


def _require_budget(new: Holiday, earlier: list[Holiday]) -> None:
    """Refused for holidays that are too many days in the year that ends with them."""
    since = new[1] - YEAR
    used = sum(max(0.0, ended - max(began, since)) for began, ended in earlier)
    left = max(0.0, YEARLY_HOLIDAYS + HOUR - used)      # an hour more when clocks are set back
    if new[1] - new[0] > left:
        yearly, days = f"{YEARLY_HOLIDAYS / DAY:.0f}", f"{left // DAY:.0f}"
        raise Refused(f"holidays are at most {yearly} days in a year; you have {days} left")


def _rested(connection: Connection, player: int) -> list[Holiday]:
    """Earlier holidays of a player, as they were used."""
    kept = connection.execute(select(at.preferences.c.rested).where(at.preferences.c.player == player)).scalar()
    try:
        return [(float(began), float(ended)) for began, ended in json.loads(kept or "[]")]
    except (ValueError, TypeError):
        log.warning("the earlier holidays of player %s can't be read", player)
        return []


def put(connection: Connection, player: int, values: dict[str, object]) -> None:
    """Store some columns of a player's row, which is made with the usual values where there is none."""
    c = at.preferences.c
    if not connection.execute(update(at.preferences).where(c.player == player).values(values)).rowcount:
        usual = {name: getattr(Preferences(), name) for name in KEPT}
        connection.execute(insert(at.preferences).values({**usual, **values, "player": player}))


def holidays(connection: Connection) -> Holidays:
    """The holidays that players have named, for the clocks of tables."""
    return partial(holiday, connection)


def holiday(connection: Connection, player: int) -> Holiday | None:
    """When a player's clocks begin and end to stand still; None for a player who has named no holidays."""
    c = at.preferences.c
    row = connection.execute(select(c.away_from, c.away_until).where(c.player == player)).first()
    return None if row is None or row.away_from is None else (row.away_from, row.away_until)
