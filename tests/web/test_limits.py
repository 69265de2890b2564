"""Word that a seat leaves for an auction: a secret limit, and sealed choices in any order."""
from __future__ import annotations

from dataclasses import replace

import pytest

from roundhouse.web.errors import Refused
from roundhouse.web.tables.model.premoves import carried_out, offer
from roundhouse.web.tables.model.table import Table
from tests.web.house import House


def let_the_server_act(made: House, table: Table) -> Table:
    """Carry out what is left to be done, as the server does by itself."""
    while table.auto:
        after = made.tables.moves.act_for(table.id, table.version)
        assert after is not None
        table = after
    return table


def test_a_limit_bids_the_least_that_leads_and_then_passes(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    first, second, third = ((table.to_act + n) % 3 for n in range(3))
    table = made.tables.moves.intend(people[second], table.id, "up to 10")
    table = made.tables.moves.intend(people[third], table.id, "up to 12")
    table = made.tables.moves.act(people[first], table.id, "bid 7", table.version)
    table = let_the_server_act(made, table)
    assert [line for _, line in table.course.log()[-2:]] == ["bid 8", "bid 9"]
    table = made.tables.moves.act(people[first], table.id, "pass", table.version)
    table = let_the_server_act(made, table)
    made_by_server = table.course.log()[-3:]
    assert made_by_server == [(second, "bid 10"), (third, "bid 11"), (second, "pass")]
    assert table.course.state.view(None)["cash"] == [20 - 11 * (seat == third) for seat in range(3)]
    assert table.intentions == {}, "the auction is over"


def test_a_limit_is_for_one_auction_and_may_be_withdrawn(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    first, second, _ = ((table.to_act + n) % 3 for n in range(3))
    made.tables.moves.intend(people[second], table.id, "up to 10")
    assert made.tables.moves.intend(people[second], table.id, None).intentions == {}
    table = made.tables.moves.intend(people[second], table.id, "pass")
    table = let_the_server_act(made, made.tables.moves.act(people[first], table.id, "bid 7", table.version))
    assert table.course.log()[-1][1] == "pass"
    with pytest.raises(Refused, match="no auction"):
        made.tables.moves.intend(people[second], table.id, "up to 10")
    for nonsense in ("up to -3", "up to 9999999", "bid 8", "anything"):
        with pytest.raises(Refused, match="a limit is"):
            made.tables.moves.intend(people[first], table.id, nonsense)


def test_nobody_else_can_tell_a_limit_from_a_person_who_thinks(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    first, second, third = ((table.to_act + n) % 3 for n in range(3))
    before = table.facts(), made.tables.viewing.look(people[third], table.id).table
    table = made.tables.moves.intend(people[second], table.id, "up to 17")
    mine = made.tables.viewing.look(people[second], table.id).auction
    assert mine is not None and mine.wish == "up to 17"
    assert (table.facts(), made.tables.viewing.look(people[third], table.id).table) == before
    table = made.tables.moves.act(people[first], table.id, "bid 7", table.version)
    assert table.auto
    for who in (people[first], people[third], None):
        moment = made.tables.viewing.look(who, table.id)
        assert moment.auction is None or moment.auction.wish is None
        assert moment.table.thinking is None
    assert table.facts()["thinking"] is None


def test_a_limit_of_one_who_must_open_waits_for_them(made: House) -> None:
    table, people = made.table("irish-gauge", "Ann", "Bob", "Cleo")
    opener = table.to_act
    table = made.tables.moves.intend(people[opener], table.id, "up to 12")
    assert table.auto
    assert let_the_server_act(made, table).course.log()[-1][1] == "bid 7"
    impossible = replace(table, intentions={opener: replace(table.intentions[opener], wish="bid 999")})
    assert carried_out(impossible) is None


def test_sealed_bids_in_any_order(made: House) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob")
    assert table.to_act == 0
    word = made.tables.viewing.look(bob, table.id).auction
    assert word is not None and word.kind == "sealed" and word.choices[:2] == ("bid 0", "bid 1")
    with pytest.raises(Refused, match="none of your choices"):
        made.tables.moves.intend(bob, table.id, "bid 99")
    table = made.tables.moves.intend(bob, table.id, "bid 4")
    assert not table.auto, "seat 0 has not chosen yet"
    table = let_the_server_act(made, made.tables.moves.act(ann, table.id, "bid 2", table.version))
    assert table.course.log()[-2:] == [(0, "bid 2"), (1, "bid 4")]
    assert all(word is None or word.kind == "plan" for word in (offer(table, 0), offer(table, 1)))


def test_who_is_to_make_a_sealed_choice_makes_it_and_leaves_no_word(made: House) -> None:
    table, (ann, _) = made.table("narrow-gauge", "Ann", "Bob")
    assert table.to_act == 0
    assert made.tables.viewing.look(ann, table.id).auction is None
    with pytest.raises(Refused, match="no auction in which you can leave a bid"):
        made.tables.moves.intend(ann, table.id, "bid 2")
    assert not made.tables.repository.table(table.id).intentions


def test_sealed_contracts_in_any_order(made: House) -> None:
    table, (ann, bob) = made.table("narrow-gauge", "Ann", "Bob", options={"order": "random-order"})
    word = made.tables.viewing.look(bob, table.id).auction
    assert word is not None
    assert word.choices == tuple(line for line in word.choices if line.startswith("keep ")) and len(word.choices) == 2
    table = made.tables.moves.intend(bob, table.id, word.choices[1])
    table = made.tables.moves.act(ann, table.id, table.course.state.lines()[0], table.version)
    assert let_the_server_act(made, table).course.log()[table.step][1] == word.choices[1]
