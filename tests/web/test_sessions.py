"""A session that has ended is refused at once by every server, whatever has ended it and whoever remembers it."""
from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DatabaseError

from roundhouse.web.live.broadcast import PeerListener
from roundhouse.web.storage.database import Database
from tests.web.house import Client, running


def end_by_hand(url: str, player: str) -> None:
    """As somebody would who types into the database."""
    engine = create_engine(url)
    with engine.begin() as connection:
        asked = text("DELETE FROM sessions WHERE player IN (SELECT id FROM players WHERE name = :name)")
        assert connection.execute(asked, {"name": player}).rowcount == 1
    engine.dispose()


def test_whom_a_server_remembers_neither_acts_nor_sees_once_the_session_has_ended(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where servers hear nothing from each other, and nothing looks at the database now and then."""
    monkeypatch.setattr(PeerListener, "_listen", lambda self, connection: self._stopped.wait())
    with running(url, limits=False, rounds=0) as server:
        ann, ben = Client(server.address, "Ann"), Client(server.address, "Ben")
        id = ann.create("narrow-gauge", "me", "open", public=True)["id"]
        Client.good(ben.http.post(f"/tables/{id}/join"))
        turn, other = (ann, ben) if ann.view(id)["legal"] else (ben, ann)
        view = turn.view(id)
        assert view["legal"] and not other.view(id)["legal"]
        end_by_hand(url, "Ann" if turn is ann else "Ben")
        refused = turn.act(view)
        assert refused.status_code == 401, refused.text
        assert not turn.view(id)["legal"], "and is a stranger to whom no hand is shown"
        assert other.view(id)["table"]["version"] == view["table"]["version"], "nothing was played"
        # The first who looks, rather than acts, after the end of a session that was remembered.
        other.view(id)
        end_by_hand(url, "Ben" if turn is ann else "Ann")
        seats = other.view(id)["table"]["seats"]
        assert not any(seat["mine"] for seat in seats)


def test_the_log_of_hosts_and_moderators_cannot_be_changed(url: str) -> None:
    with closing(Database(url)) as database:
        database.migrate()
        write = text(
            "INSERT INTO audit (at, by_name, action, about, detail, network, digest)"
            " VALUES (1, 'Ann', 'ban', 'player 2', '', '', '')"
        )
        with database.writing() as connection:
            connection.execute(write)
        for change in ("UPDATE audit SET detail = 'x'", "DELETE FROM audit"):
            refused = pytest.raises((DatabaseError, sqlite3.Error), match="is never changed")
            with refused, database.writing() as connection:
                connection.execute(text(change))
