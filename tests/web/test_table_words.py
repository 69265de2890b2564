"""What a table says in few words: an auction in one row, a limit first, the end as one's own, names that differ."""
from __future__ import annotations

from roundhouse.engine.contract import OVER
from roundhouse.web.pages.table import view
from roundhouse.web.pages.table.link_preview import pieces_shown
from tests.web.house import BOT, ME, House


def test_an_auction_is_one_row_and_a_limit_is_offered_first_while_there_is_nothing_else(made: House) -> None:
    table, people = made.table("age-of-rail", "Ann", "Ben", "Cat", "Dan")
    for amount in range(1, 13):
        table = made.tables.moves.act(people[table.to_act], table.id, f"bid {amount}", table.version)
    seat = (table.to_act + 1) % 4
    now = view.see(made.tables.viewing.moment(people[seat], table, None, seat))
    assert now.opening and len(now.since) <= 3
    table = made.play(table, people, 60)
    seat = table.to_act
    now = view.see(made.tables.viewing.moment(people[seat], table, None, seat))
    assert not now.opening


def test_the_end_is_told_to_who_has_played_and_names_differ(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Ann", "Guest 12")
    table = made.play(table, people, 2000)
    assert table.to_act == OVER
    seen = [view.see(made.tables.viewing.moment(person, table, None, seat)) for seat, person in enumerate(people)]
    assert [*map(str, seen[0].names[:2])] == ["Ann 1", "Ann 2"]
    verdicts = [one.verdict for one in seen]
    assert sum(words.startswith(("You win", "You share")) for words in verdicts) == len(
        table.course.state.winners())
    assert [one.nameless for one in seen] == [False, False, True]
    assert view.see(made.tables.viewing.moment(None, table, None, None)).verdict == ""
    named = made.players.rename(people[2], "Cat")      # who has said a name is asked for none again
    table = made.tables.repository.table(table.id)
    assert not view.see(made.tables.viewing.moment(named, table, None, 2)).nameless


def test_the_picture_that_is_shared_calls_everybody_by_name(made: House) -> None:
    table = made.tables.creation.create(made.guest("Ann"), "appalachian-trail", [ME, BOT])
    shown = pieces_shown(table)
    assert ">Ann<" in shown and ">Stephenson<" in shown and "your trail" not in shown.lower()
