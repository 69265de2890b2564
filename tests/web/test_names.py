"""Names: what one may be made of, and who may have it beside whom."""
from __future__ import annotations

import httpx
import pytest
from sqlalchemy import select, text, update

from roundhouse.web.errors import Refused
from roundhouse.web.people.names import checked_name, look, not_for_people
from roundhouse.web.storage import schema as at
from roundhouse.web.tables.model.info import SeatRequest
from tests.web.house import BOT, House, house, running
from tests.web.test_upgrade import back_to

SECRET = "a long secret"
FINE = (
    "Ann", "José", "Müller", "Zoë", "Anna-Lena", "O'Brien", "Ann & Bob", "Алексей", "Άννα", "Արմեն", "דוד", "محمد",
    "रवि", "たろう", "山田 太郎", "김민수", "Ann 山", "Ann 😀", "❤️", "😀", "Guest 1234", "x1", "Badminton Bob", "A.B.",
)
UNREADABLE = (
    "\u3164", "Ann\u3164", "\uffa0", "\u2800", "A\u115fnn", "Ann\u034f", "\u200bAnn", "Ann\u200d", "\u202eAnn",
    "Ann\u00ad", "   ", "...", "Z\u0363\u0351\u036calgo", "\U000e0100Ann", "x" * 25, "",
)
MIXED = ("\u0410nna", "Ann\u0430", "\u0391nna", "B\u03bfb", "\u13aaLM", "Aнна", "\u0531nn", "Bоb", "אΑ", "दש")
RESERVED = (
    "admin", "Admin", "ADMIN 2", "a d m i n", "adm1n", "аdмin", "Ádmin", "the-Admin", "Ann the moderator",
    "Administrator", "Roundhouse", "Roundhouse team", "R0undh0use", "The house", "House", "Host", "Level 3",
    "level-3", "Leve1 3", "LEVEL5", "Bot", "bot 7", "Open seat", "A former player", "ｂｏｔ", "Chance",
)
ALIKE = (
    ("Anna", "Аnnа"), ("Anna", "Ánna"), ("Anna", "Annạ"), ("Anna", "An-na"), ("Anna", "Anna."), ("Anna", "Ａｎｎａ"),
    ("Bill", "BiIl"), ("Bill", "Bi11"), ("Bill", "Bil|"), ("Coco", "Сосо"), ("Coco", "C0C0"),
    ("Tom", "Torn"), ("Walt", "VValt"), ("Пётр", "Петр"), ("Max", "ᴍᴀx"), ("Igor", "lgor"), ("Soren", "Søren"),
)
APART = (("Ann", "Anna"), ("Ian", "Lan"), ("Bob", "Rob"), ("रवि", "रवु"), ("たろう", "だろう"), ("김", "김민"),
         ("😀", "😎"))


def test_what_a_name_is_made_of() -> None:
    for name in FINE:
        assert checked_name(f" {name} ") == name.replace("\ufe0f", ""), name
        assert not not_for_people(name), name
    assert checked_name("Ａｎｎａ\u3000Ｂ") == "Anna B"
    for name in (*UNREADABLE, *MIXED):
        with pytest.raises(Refused):
            checked_name(name)
    for name in RESERVED:
        assert not_for_people(name), name


def test_which_names_look_alike() -> None:
    for one, other in ALIKE:
        assert look(one) == look(other), (one, other)
    for one, other in APART:
        assert look(one) != look(other), (one, other)


def test_nobody_passes_for_somebody_else(made: House) -> None:
    ann, _ = made.players.claim(made.guest("Visitor"), "Anna", SECRET)
    for name in ("anna", "Ánna", "An na", "ANNA"):
        with pytest.raises(Refused, match="taken"):
            made.players.claim(made.guest("Visitor"), name, SECRET)
        with pytest.raises(Refused, match="taken"):
            made.players.guest(name)
    assert made.accounts.rename(ann, "Änna", SECRET).name == "Änna", "one's own name may change to one like it"
    assert made.players.guest("Annabel")[0].name == "Annabel"
    with pytest.raises(Refused, match="is reserved"):
        made.players.guest("adm1n")
    with pytest.raises(Refused, match="is reserved"):
        made.tables.creation.create(ann, "irish-gauge", [SeatRequest(me=True, name="The house"), BOT, BOT])


def test_who_shares_a_screen_has_no_accounts_name(sqlite_url: str) -> None:
    with running(sqlite_url, rounds=0) as server, httpx.Client(base_url=server.address) as client:
        server.app.state.players.claim(server.app.state.players.guest("Visitor")[0], "Anna", SECRET)
        server.app.state.players.claim(server.app.state.players.guest("Visitor")[0], "Player 2", SECRET)
        for name, status in (("Ánna", 422), ("Annabel", 303), ("", 303)):      # what the house calls a seat is free
            sent = {"name": "Bob", "seat": "me", "name-2": name, "public": "yes"}
            made = client.post("/new/narrow-gauge", data=sent, headers={"origin": server.address})
            assert made.status_code == status, name


def test_a_name_from_before_stays_and_signs_in(made: House) -> None:
    """A name that would be refused today was given by an earlier version."""
    ann, _ = made.players.claim(made.guest("Visitor"), "Anna", SECRET)
    with made.database.writing() as connection:
        older = {"name": "Аnna\u3164", "login": "Аnna\u3164".casefold(), "look": None}
        connection.execute(update(at.players).where(at.players.c.id == ann.id).values(older))
    assert made.players.sign_in("Аnna\u3164", SECRET)[0].name == "Аnna\u3164"


def test_of_older_accounts_that_look_alike_the_first_keeps_others_away(sqlite_url: str) -> None:
    with house(sqlite_url) as before:
        for name in ("Bob", "Anna", "Cleo"):
            before.players.claim(before.guest("Visitor"), name, SECRET)
        back_to(before.database, "0009")
        with before.database.writing() as connection:
            connection.execute(text("UPDATE players SET name = 'Änna', login = 'änna' WHERE name = 'Bob'"))
    with house(sqlite_url) as made:
        assert [made.players.sign_in(name, SECRET)[0].name for name in ("Änna", "Anna")] == ["Änna", "Anna"]
        with made.database.reading() as connection:
            looks = connection.execute(select(at.players.c.look).order_by(at.players.c.id)).scalars().all()
        assert looks == ["anna", None, "cleo"]
        with pytest.raises(Refused, match="taken"):
            made.guest("Ann-a")
