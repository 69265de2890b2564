"""A letter that comes back turns off the address at which it did not arrive, and no other."""
from __future__ import annotations

import pytest
from sqlalchemy import insert, select

from roundhouse.web.delivery import bounces
from roundhouse.web.errors import Refused
from roundhouse.web.storage import schema as at
from tests.web.house import House, house


def report(id: int, address: str, status: str = "5.1.1", action: str = "failed") -> bytes:
    return (
        "From: MAILER-DAEMON@mail.example.org\r\nTo: games@example.org\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nNo such user.\r\n"
        "--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mail.example.org\r\n\r\n"
        f"Final-Recipient: rfc822; {address}\r\nAction: {action}\r\nStatus: {status}\r\n\r\n"
        "--b\r\nContent-Type: text/rfc822-headers\r\n\r\n"
        f"Message-ID: <news-{id}-7@games.example.org>\r\nSubject: Your turn\r\n\r\n--b--\r\n"
    ).encode()


def told(made: House, player: int, address: str) -> int:
    row = {"player": player, "kind": "mail", "address": address, "created": 1.0, "told": 0}
    row |= {"lease_until": 0.0, "tries": 0}
    with made.database.writing() as connection:
        new = insert(at.endpoints).values(row).returning(at.endpoints.c.id)
        return int(connection.execute(new).scalar_one())


def test_an_address_that_is_wrong_for_good_is_turned_off(sqlite_url: str) -> None:
    with house(sqlite_url) as made:
        ann, ben = made.guest("Ann"), made.guest("Ben")
        wrong, right = told(made, ann.id, "Ann@example.org"), told(made, ben.id, "ben@example.org")
        nothing = [
            report(wrong, "ann@example.org", status="4.2.2"), report(wrong, "ann@example.org", action="delayed"),
            report(right, "ann@example.org"), report(999, "ann@example.org"),
            b"Subject: hello\r\n\r\nhello", b"\xff" * 99,
        ]
        for letter in nothing:
            with pytest.raises(Refused):
                bounces.turn_off(made.database, letter)
        assert f"player {ann.id}" in bounces.turn_off(made.database, report(wrong, "ann@example.org"))
        with made.database.reading() as connection:
            dropped = dict(connection.execute(select(at.endpoints.c.id, at.endpoints.c.dropped)).tuples().all())
            news = connection.execute(select(at.news.c.kind, at.news.c.player)).all()
        assert dropped[wrong] is not None and dropped[right] is None
        assert [tuple(row) for row in news] == [("dropped", ann.id)]
        with pytest.raises(Refused, match="already"):
            bounces.turn_off(made.database, report(wrong, "ann@example.org"))
