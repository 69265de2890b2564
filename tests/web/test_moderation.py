"""What hosts and moderators do: each deed, its dry run, its line in a log that holds together, and who may."""
from __future__ import annotations

from collections.abc import Callable
from contextlib import closing

import httpx
import pytest
from sqlalchemy import create_engine, func, insert, select, text

from roundhouse.errors import UserError
from roundhouse.web.competition.explorer.explorer import Explorer, GameQuery
from roundhouse.web.competition.explorer.exploring import Exploring
from roundhouse.web.competition.history import Histories
from roundhouse.web.errors import Forbidden, NotFound, NotSignedIn, Refused, TooManyRequests
from roundhouse.web.people.moderation import audit, blocks, reports, sign_ups
from roundhouse.web.people.moderation.audit import HOST, MODERATOR, Actor
from roundhouse.web.people.moderation.moderation import Moderation
from roundhouse.web.people.moderation.rights import HOUSE_RIGHTS, HouseAction
from roundhouse.web.people.moderation.statistics import statistics
from roundhouse.web.people.player import Player
from roundhouse.web.people.programs.accounts import BotAccounts
from roundhouse.web.people.recovery import Recovery
from roundhouse.web.storage import schema as at
from roundhouse.web.storage.database import Database
from tests.web.house import BOT, ME, OPEN, House, house, running

THE_HOST, THE_MODERATOR, NOBODY = Actor("Hal", HOST), Actor("Mod", MODERATOR), Actor("Ann", "")
GOOD = "a good password"


def account(made: House, name: str) -> tuple[Player, str]:
    player, token = made.players.claim(made.players.guest()[0], name, GOOD)
    return player, token


def service(made: House) -> Moderation:
    return Moderation(made.database, made.players, made.tables.holdings)


def everything(made: House) -> dict[str, int]:
    """A digest of all rows of each table."""
    with made.database.reading() as connection:
        return {table.name: hash(repr(sorted(map(repr, connection.execute(select(table)).all()))))
                for table in at.metadata.sorted_tables}


def test_each_deed_has_a_dry_run_a_right_and_a_line_in_the_log(url: str) -> None:
    with house(url) as made:
        do, database, closing_ = service(made), made.database, made.tables.closing
        (ann, _), (ben, _), (cat, _) = (account(made, name) for name in ("Ann", "Ben", "Cat"))
        table = made.tables.creation.create(ann, "irish-gauge", [ME, BOT, BOT], public=True)
        gone = made.tables.creation.create(ben, "irish-gauge", [ME, OPEN, OPEN])
        reports.tell(database, ben, ann.id, table.id, "Ann says bad things")
        deeds: list[tuple[HouseAction, Callable[[Actor, bool], object]]] = [
            (HouseAction.ROLES, lambda who, dry: do.set_role(who, cat.id, MODERATOR, dry)),
            (HouseAction.ROLES, lambda who, dry: do.set_role(who, cat.id, "", dry)),
            (HouseAction.BAN, lambda who, dry: do.ban(who, ann.id, 2, "rude", dry)),
            (HouseAction.BAN, lambda who, dry: do.lift(who, ann.id, dry)),
            (HouseAction.RENAME, lambda who, dry: do.rename(who, ann.id, "Annette", dry)),
            (HouseAction.END_SESSIONS, lambda who, dry: do.end_sessions(who, ben.id, "", dry)),
            (HouseAction.RESET_PASSWORD, lambda who, dry: do.reset_password(who, ben.id, dry)),
            (HouseAction.MERGE, lambda who, dry: do.merge(who, cat.id, ben.id, dry)),
            (HouseAction.HIDE_TABLE, lambda who, dry: closing_.hide(who, table.id, True, dry)),
            (HouseAction.HIDE_TABLE, lambda who, dry: closing_.hide(who, table.id, False, dry)),
            (HouseAction.REMOVE_TABLE, lambda who, dry: closing_.remove(who, gone.id, dry)),
            (HouseAction.SIGN_UPS, lambda who, dry: sign_ups.set_mode(database, who, "invited", dry)),
            (HouseAction.SIGN_UPS, lambda who, dry: sign_ups.invite(database, who, 2, 7, "the club", dry)),
            (HouseAction.SETTLE, lambda who, dry: reports.settle(database, who, 1, "spoken with", dry)),
        ]
        done = {HouseAction.REPORT, HouseAction.BLOCK, HouseAction.MODERATE, HouseAction.STATISTICS}
        assert done | {action for action, _ in deeds} == set(HouseAction), "every right is tried here"
        for count, (action, deed) in enumerate(deeds, 1):
            before = everything(made)
            for who in (NOBODY, THE_MODERATOR):
                if who.role not in HOUSE_RIGHTS[action]:
                    with pytest.raises(Forbidden):
                        deed(who, False)
            deed(THE_HOST, True)
            assert everything(made) == before, f"{action}: a dry run writes nothing"
            deed(THE_HOST, False)
            after = everything(made)
            assert len({name for name in after if after[name] != before[name]} - {"audit"}) >= 1, action
            log = audit.page(database, THE_MODERATOR)
            assert len(log) == count and log[0].action == action.name.lower() and log[0].by_name == "Hal"
        assert statistics(database, THE_HOST)["accounts"] == 2
        for who in (NOBODY, THE_MODERATOR):
            with pytest.raises(Forbidden):
                statistics(database, who)
        with database.reading() as connection:
            assert audit.broken(connection) == []
            about_ann = [line.detail for line in audit.lines(connection, audit.about_player(ann.id))]
            assert about_ann[:2] == ["report 1 is settled: spoken with", "Ann is called Annette from now on"]


def test_a_change_of_the_log_is_noticed(sqlite_url: str) -> None:
    with house(sqlite_url) as made:
        for days in (1, 2, 3, 4):
            service(made).ban(THE_HOST, made.guest("Ann").id, days, "")
    engine = create_engine(sqlite_url)
    with engine.begin() as connection:
        for trigger in ("audit_unchanged", "audit_kept"):
            connection.execute(text(f"DROP TRIGGER {trigger}"))
        connection.execute(text("UPDATE audit SET detail = 'nothing' WHERE id = 2"))
        connection.execute(text("DELETE FROM audit WHERE id = 3"))
    engine.dispose()
    with closing(Database(sqlite_url)) as database, database.reading() as connection:
        assert audit.broken(connection) == [2, 4]


def test_whom_a_host_has_banned_comes_in_by_no_way(url: str) -> None:
    with house(url) as made:
        do, recovery = service(made), Recovery(made.database, made.players)
        ann, token = account(made, "Ann")
        seat = made.tables.creation.create(ann, "irish-gauge", [ME, BOT, BOT])
        key = made.tables.seating.own_link(ann, seat.id, 0)
        guest, its_token = made.players.guest("Gus")
        code = recovery.make(guest)
        _, path = do.reset_password(THE_HOST, ann.id)
        for player in (ann, guest):
            do.ban(THE_MODERATOR, player.id, None, "rude")
        assert [made.players.of_token(one) for one in (token, its_token, key)] == [None] * 3
        with pytest.raises(NotSignedIn):
            recovery.use(code, None)
        with pytest.raises(NotFound):
            made.accounts.enter(path.rpartition("/")[2])
        _, path = do.reset_password(THE_HOST, ann.id)       # also a link that is made while they are banned
        with pytest.raises(Forbidden, match="banned: rude"):
            made.accounts.enter(path.rpartition("/")[2], None, GOOD)
        do.lift(THE_MODERATOR, ann.id)
        made.accounts.enter(path.rpartition("/")[2], None, GOOD)
        assert made.players.sign_in("Ann", GOOD)[0].id == ann.id
        with pytest.raises(Refused, match="not banned"):
            do.lift(THE_HOST, ann.id)
        do.set_role(THE_HOST, ann.id, MODERATOR)
        with pytest.raises(Forbidden, match="moderator of this house"):
            do.ban(THE_MODERATOR, ann.id, 1, "")
        with pytest.raises(Refused, match="1 to 3650 days"):
            do.ban(THE_HOST, ann.id, float("nan"), "")


def test_a_password_that_was_reset_opens_nothing_and_another_is_set_by_the_link(sqlite_url: str) -> None:
    with house(sqlite_url) as made:
        ann, token = account(made, "Ann")
        said, path = service(made).reset_password(THE_HOST, ann.id)
        assert GOOD not in said and made.players.of_token(token) is None
        with pytest.raises(NotSignedIn):
            made.players.sign_in("Ann", GOOD)
        made.accounts.enter(path.rpartition("/")[2], None, "another password")
        assert made.players.sign_in("Ann", "another password")[0].id == ann.id
        with pytest.raises(Refused, match="guest"):
            service(made).reset_password(THE_HOST, made.guest("Gus").id)
        with pytest.raises(NotFound):
            service(made).find("nobody")
        assert service(made).find(f"#{ann.id}") == service(made).find("aNN") == ann.id


def test_a_browser_that_a_host_left_open_takes_no_account(sqlite_url: str) -> None:
    """Whoever sits down at it reads reports, and gets neither a role nor anybody's account without the password."""
    with running(sqlite_url, limits=False) as server, closing(Database(sqlite_url)) as database:
        players = server.app.state.players
        (hal, token), (ann, _) = (players.claim(players.guest()[0], name, GOOD) for name in ("Hal", "Anna"))
        with players.forgetting() as connection:
            connection.execute(at.players.update().where(at.players.c.id == hal.id).values(role=HOST))
        browser = httpx.Client(base_url=server.address, cookies={"roundhouse": token},
                               headers={"sec-fetch-site": "same-origin"}, follow_redirects=True)
        deeds = [{"do": "role", "role": "host"}, {"do": "reset-password"}, {"do": "merge", "into": "Hal"}]
        for deed in deeds:
            form = {**deed, "who": str(ann.id)}
            assert 'name="password"' in browser.post("/moderation", data=form).text
            answer = browser.post("/moderation", data={**form, "sure": "yes", "password": "not this one"})
            assert answer.status_code == 401 and "not your password" in answer.text
            assert "not this one" not in answer.text
        assert browser.post("/moderation", data={**deeds[0], "who": str(ann.id), "sure": "yes"}).status_code == 401
        with database.reading() as connection:
            assert connection.execute(select(func.count()).select_from(at.audit)).scalar_one() == 0
        named = {"do": "rename", "who": str(ann.id), "name": "Annette", "sure": "yes"}
        assert "Annette" in browser.post("/moderation", data=named).text, "what can be mended asks no more"
        told = browser.post("/moderation", data={**deeds[1], "who": str(ann.id), "sure": "yes", "password": GOOD}).text
        assert "/enter/" in told and GOOD not in told


def test_a_bot_is_called_nothing_but_a_bot(sqlite_url: str) -> None:
    with house(sqlite_url) as made:
        keeper, _ = account(made, "Keeper")
        bot = BotAccounts(made.database, made.players, made.accounts).create(keeper, "Engine")
        with pytest.raises(Refused, match="says that it is one"):
            service(made).rename(THE_HOST, bot, "Annabel")


def test_the_only_host_stays_one(sqlite_url: str) -> None:
    with house(sqlite_url) as made:
        ann, _ = account(made, "Ann")
        service(made).set_role(THE_HOST, ann.id, HOST)
        with pytest.raises(Refused, match="only host"):
            service(made).set_role(Actor("Ann", HOST, ann.id), ann.id, "")
        with pytest.raises(Refused, match="with an account"):
            service(made).set_role(THE_HOST, made.guest("Gus").id, HOST)


def test_two_accounts_made_one_hold_what_both_held(url: str) -> None:
    with house(url) as made:
        do = service(made)
        (ann, _), (old, token), (ben, _) = (account(made, name) for name in ("Ann", "Old Ann", "Ben"))
        table = made.tables.creation.create(old, "irish-gauge", [ME, OPEN, BOT])
        blocks.block(made.database, ben, old.id)
        assert table.seats[1].invite is not None
        do.merge(THE_HOST, old.id, ann.id)
        now = made.tables.repository.table(table.id)
        assert now.owner == ann.id and now.seats[0].name == "Ann" and now.seats[0].holders == {ann.id}
        assert made.players.of_token(token) is None
        with pytest.raises(NotSignedIn):
            made.players.sign_in("Old Ann", GOOD)
        with made.database.reading() as connection:
            assert blocks.of(connection, ben.id) == [(ann.id, "Ann")]
        with pytest.raises(Refused, match="two different"):
            do.merge(THE_HOST, old.id, ann.id)
        blocks.unblock(made.database, ben, ann.id)
        made.tables.seating.accept(ben, table.seats[1].invite)
        with pytest.raises(Refused, match="two people there"):
            do.merge(THE_HOST, ben.id, ann.id)


def test_a_hidden_table_is_for_its_people_alone(url: str) -> None:
    with house(url) as made:
        ann, ben = made.guest("Ann"), made.guest("Ben")
        table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN], public=True)
        lists, closing_ = made.tables.lists, made.tables.closing
        assert [one.id for one in lists.waiting(ben)] == [table.id]
        closing_.hide(THE_MODERATOR, table.id, True)
        assert not lists.waiting(ben)
        with pytest.raises(Forbidden, match="moderator of the house"):
            made.tables.viewing.look(ben, table.id)
        for sit in (lambda: made.tables.seating.join(ben, table.id),
                    lambda: made.tables.seating.accept(ben, str(table.seats[1].invite))):
            with pytest.raises(Forbidden):
                sit()
        info = made.tables.viewing.info(ben, made.tables.repository.table(table.id))
        assert "Ann" not in [seat.name for seat in info.seats]
        assert made.tables.viewing.look(ann, table.id).table.seats[0].name == "Ann"
        with pytest.raises(Refused, match="moderator of the house"):
            closing_.let_watch(ann, table.id, False)
        closing_.hide(THE_MODERATOR, table.id, False)
        assert [one.id for one in lists.waiting(ben)] == [table.id]


def test_a_game_that_is_hidden_is_in_nobodys_history_until_it_is_shown_again(url: str) -> None:
    with house(url) as made:
        table, (ann, ben) = made.table("narrow-gauge", "Ann", "Ben", public=True)
        cat, histories = made.guest("Cat"), Histories(made.database)
        made.play(table, [ann, ben], 1000)
        exploring, explorer = Exploring(made.tables.repository), Explorer(made.database)
        assert exploring.go_on() == 1 and len(explorer.games(GameQuery()).games) == 1
        for _ in range(2):
            assert [one.table for one in histories.games(cat, ann.id).games] == [table.id]
            made.tables.closing.hide(THE_MODERATOR, table.id, True)
            for ask in (lambda: histories.games(cat, ann.id), lambda: histories.of(None, ann.id)):
                with pytest.raises(NotFound):
                    ask()
            assert len(histories.games(ann, ann.id).games) == 1 and not explorer.games(GameQuery()).games
            made.tables.closing.hide(THE_MODERATOR, table.id, False)
        assert exploring.go_on() == 0 and len(explorer.games(GameQuery()).games) == 1, "it is there once"
        # One that was hidden when it ended is taken in when it is shown.
        second, people = made.table("narrow-gauge", "Dan", "Eve", public=True)
        made.tables.closing.hide(THE_MODERATOR, second.id, True)
        made.play(made.tables.repository.table(second.id), people, 1000)
        assert exploring.go_on() == 0
        made.tables.closing.hide(THE_MODERATOR, second.id, False)
        assert exploring.go_on() == 1 and len(explorer.games(GameQuery()).games) == 2


def test_a_table_that_is_removed_leaves_no_row(url: str) -> None:
    with house(url) as made:
        table, people = made.table("irish-gauge", "Ann", "Ben", "Cat")
        made.play(table, people, 2000)
        made.tables.chat.say(people[0], table.id, "well played")
        again = made.tables.creation.rematch(people[0], table.id)
        with made.database.writing() as connection:
            mistake = {"player": people[0].id, "table": table.id, "step": 1, "seat": 0, "better": "pass", "found": 1.0}
            connection.execute(insert(at.practice).values(**mistake, asked=0, right=0, due=2.0))
            game = {"game": "irish-gauge", "edition": "fir-edition", "seats": 3, "steps": 9, "best": 1, "rated": False}
            connection.execute(insert(at.explored).values(table=table.id, ended=1.0, **game))
            connection.execute(insert(at.opening_games).values(opening=1, ended=1.0, table=table.id))
        made.tables.closing.remove(THE_HOST, again.id)
        made.tables.closing.remove(THE_HOST, table.id)
        with pytest.raises(NotFound):
            made.tables.repository.table(table.id)
        with made.database.reading() as connection:
            for rows in at.metadata.sorted_tables:
                if "table" in rows.c:
                    left = select(func.count()).select_from(rows).where(rows.c.table.in_([table.id, again.id]))
                    assert connection.execute(left).scalar_one() == 0, rows.name
        with pytest.raises(NotFound):
            made.tables.closing.remove(THE_HOST, table.id)


def test_who_is_blocked_is_neither_heard_nor_met(url: str) -> None:
    with house(url) as made:
        table, (ann, ben) = made.table("narrow-gauge", "Ann", "Ben", public=True)
        cat = made.guest("Cat")
        made.play(table, [ann, ben], 1000)
        made.tables.chat.say(ben, table.id, "you fool")
        assert len(made.tables.chat.heard(ann, table.id)) == len(made.tables.repository.table(table.id).said)
        blocks.block(made.database, ann, ben.id)
        blocks.block(made.database, cat, ben.id)
        now = made.tables.repository.table(table.id)
        seat = now.held_by(ben)[0]
        assert {(ann.id, seat), (cat.id, seat)} <= now.mutes, "also for one who only watches"
        assert "you fool" not in [one.words for one in made.tables.chat.heard(ann, table.id)]
        again = made.tables.creation.rematch(ben, table.id)
        assert all(one.reserved is None for one in again.seats), "no seat is kept for her, and nothing is sent"
        hers = made.tables.creation.create(ann, "narrow-gauge", [ME, OPEN], public=True)
        for sit in (lambda: made.tables.seating.join(ben, hers.id),
                    lambda: made.tables.seating.accept(ben, str(hers.invite))):
            with pytest.raises(Forbidden, match="no seat is free for you here") as refused:
                sit()
            assert "block" not in str(refused.value)
        blocks.unblock(made.database, ann, ben.id)
        assert "you fool" in [one.words for one in made.tables.chat.heard(ann, table.id)]
        made.tables.seating.join(ben, hers.id)
        blocks.block(made.database, cat, ann.id)
        theirs = made.tables.creation.create(ben, "narrow-gauge", [ME, OPEN], public=True)
        made.tables.repository.table(theirs.id)
        made.tables.seating.join(ann, theirs.id)
        assert (cat.id, 1) in made.tables.repository.table(theirs.id).mutes, "whoever sits down later is spared, too"
        with pytest.raises(Refused, match="yourself"):
            blocks.block(made.database, ann, ann.id)
        with pytest.raises(NotFound):
            blocks.block(made.database, ann, 10**6)


def test_reports_are_few_and_are_settled_once(sqlite_url: str) -> None:
    with house(sqlite_url) as made:
        ann, ben = made.guest("Ann"), made.guest("Ben")
        for number in range(reports.MOST_A_DAY):
            reports.tell(made.database, ann, ben.id, None, f"rude, {number}")
        with pytest.raises(TooManyRequests):
            reports.tell(made.database, ann, ben.id, None, "rude again")
        waiting = reports.waiting(made.database, THE_MODERATOR)
        assert [one.words for one in waiting] == [f"rude, {number}" for number in range(5)]
        assert (waiting[0].by_name, waiting[0].about_name) == ("Ann", "Ben")
        reports.settle(made.database, THE_MODERATOR, waiting[0].id, "spoken with")
        with pytest.raises(NotFound):
            reports.settle(made.database, THE_MODERATOR, waiting[0].id, "again")
        assert len(reports.waiting(made.database, THE_MODERATOR)) == 4
        assert len(reports.about(made.database, THE_MODERATOR, ben.id)) == 5
        with pytest.raises(Forbidden):
            reports.waiting(made.database, NOBODY)
        with pytest.raises(Forbidden):
            reports.about(made.database, NOBODY, 1)


def test_a_house_by_invitation_takes_those_who_were_invited(url: str) -> None:
    with house(url) as made:
        ann, _ = account(made, "Ann")
        visitor = made.guest("Ben")
        table = made.tables.creation.create(ann, "irish-gauge", [ME, OPEN, OPEN])
        sign_ups.set_mode(made.database, THE_HOST, sign_ups.INVITED)
        _, path = sign_ups.invite(made.database, THE_HOST, 1, 7)
        token = path.rpartition("/")[2]
        with pytest.raises(Forbidden, match="invited"):
            made.guest("Stranger")
        with pytest.raises(Forbidden, match="invited"):
            made.players.claim(visitor, "Ben B", GOOD)
        with pytest.raises(NotFound):
            made.players.claim(visitor, "Ben B", GOOD, invitation="x")
        friend, _ = made.players.guest("Friend", invited=True)
        made.tables.seating.accept(friend, str(table.invite))
        made.players.claim(visitor, "Ben B", GOOD, invitation=token)
        with pytest.raises(NotFound, match="used up"):
            made.players.claim(friend, "Friend F", GOOD, invitation=token)
        sign_ups.set_mode(made.database, THE_HOST, sign_ups.CLOSED)
        _, path = sign_ups.invite(made.database, THE_HOST, 1, 7)
        with pytest.raises(Forbidden, match="no new accounts"):
            made.players.claim(friend, "Friend F", GOOD, invitation=path.rpartition("/")[2])
        assert made.players.sign_in("Ann", GOOD)[0].id == ann.id
        for uses, days in ((0, 1), (1, 0), (10**9, 1), (1, float("nan"))):
            with pytest.raises(Refused):
                sign_ups.invite(made.database, THE_HOST, uses, days)


def test_the_commands_of_a_host(sqlite_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    from typer.testing import CliRunner

    from roundhouse.cli import app

    with house(sqlite_url) as made:
        account(made, "Ann")
        table = made.tables.creation.create(made.guest("Gus"), "irish-gauge", [ME, OPEN, OPEN])
        run, given = CliRunner(), ["--database", sqlite_url]

        def admin(*words: str) -> str:
            done = run.invoke(app, ["admin", *words, *given], env={"COLUMNS": "200"})
            if isinstance(done.exception, UserError):
                return f"refused: {done.exception}"
            assert done.exit_code == 0, (words, done.output, done.exception)
            return capsys.readouterr().out + done.output

        assert "nothing is done" in admin("host", "Ann", "--dry-run")
        assert "Ann is a host" in admin("host", "Ann")
        assert "neither" not in admin("host", "Ann", "--end") and "Ann is a moderator" in admin("moderator", "ann")
        assert "signed out everywhere (1 session)" in admin("sessions", "Ann", "--end", "all")
        assert "/enter/" in admin("reset-password", "Ann", "--address", "https://club.example.org")
        assert "banned for 3 days: rude" in admin("ban", "Ann", "--days", "3", "--why", "rude")
        assert "not banned any more" in admin("lift", "Ann")
        assert "Anna" in admin("rename", "Ann", "Anna") and "refused" in admin("rename", "Anna", "Host")
        assert "two different players" in admin("merge", "Anna", "Anna")
        assert "its people alone" in admin("hide", table.id) and "shown again" in admin("hide", table.id, "--end")
        assert "is gone" in admin("remove", table.id) and "no such table" in admin("remove", table.id)
        assert "everybody may come" in admin("sign-ups") and "nobody new" in admin("sign-ups", "closed")
        assert "https://club.example.org/welcome/" in admin("invite", "--address", "https://club.example.org/")
        assert "there is no account called nobody" in admin("ban", "nobody")
        assert "accounts" in admin("statistics")
        told = admin("log")
        assert "by command" in told and "Ann is banned for 3 days: rude" in told and "dry" not in told
        assert "hide" not in admin("log", "--about", "Anna")
        assert admin("sessions", "Anna") == ""
