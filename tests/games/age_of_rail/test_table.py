"""The table as text: it fits a terminal, says whose board it is, and every payout in the log adds up."""
from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.text import Text

from roundhouse.games import title
from roundhouse.games.age_of_rail import table as look
from tests.games.age_of_rail.positions import ALLEGHENY, SOUTH_AFRICA, Line, start, table
from tests.walks import game as game_of
from tests.walks import tables, walk

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"]
PRR = "lancaster~philadelphia"


def plain(markup: str) -> str:
    return Text.from_markup(markup).plain


def told(s: Any, line: str) -> list[str]:
    before = s.copy()
    s.do(line)
    return [f"{plain(story.text)} {story.rule}" for story in look.tell(before, s.game.parse(line), s, NAMES)]


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(tables("age-of-rail")), st.integers(0, 2**32), st.booleans())
def test_it_fits_a_terminal_and_the_log_adds_up(choice: Any, seed: int, kinds: bool) -> None:
    one = game_of(choice)
    names = NAMES[: one.seats]
    known = set(re.findall(r"`(A[RL]-[A-Z]+-\d+)`", title("age-of-rail").rulebook.read_text(encoding="utf-8")))
    for step, (state, code) in enumerate(walk(one, seed, kinds)):
        after = state.copy()
        after.apply(code)
        assert plain(look.prompt(state, names))
        stories = look.tell(state, code, after, names)
        assert stories and all(story.rule in known for story in stories)
        if step % 20 == 0:
            assert max(map(len, plain(look.board(after, 0)).splitlines())) <= 80
        if one.text(code).split()[0] in ("dividends", "connect", "link", "build-nothing", "offer-nothing"):
            paid = [sum(map(int, re.findall(rf"{name} \+\$(\d+)", "".join(s.text for s in stories)))) for name in names]
            cash = zip(view(after)["cash"], view(state)["cash"])
            assert paid == [now - then for now, then in cash]


def view(state: Any) -> Any:
    return state.view(None)


@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
def test_every_place_stands_on_the_map(edition: str) -> None:
    s = start(edition)
    drawn = plain(look.board(s)).split("\n\n")[0]
    for name, place in zip(s.board.place_names, range(s.board.places)):
        letters = "".join(letter for letter in name if letter.isalnum())
        assert any(f"{letters[:n]}{s.worth(place)}" in drawn for n in (6, 5, 4, 3)), name
    assert not re.search(r"\d[A-Z]", drawn), "no name touches another"


@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
def test_every_link_can_be_seen_on_the_map_by_the_letter_of_its_railroad(edition: str) -> None:
    name, letter = {SOUTH_AFRICA: ("ZASM", "Z"), ALLEGHENY: ("PLE", "L")}[edition]
    s = start(edition)
    empty = look.board(s).split("\n\n")[0].count(f"]{letter}[/]")
    hidden = []
    for link in s.board.link_ids:
        built = look.board(table(edition, railroads={name: Line(link)})).split("\n\n")[0]
        if built.count(f"]{letter}[/]") == empty:
            hidden.append(link)
    assert hidden == []


@pytest.mark.parametrize(
    ("edition", "words"),
    [(ALLEGHENY, "Edition allegheny: partly reconstructed"), (SOUTH_AFRICA, "Edition south-africa: sourced")],
)
def test_the_board_says_what_it_is(edition: str, words: str) -> None:
    assert words in plain(look.board(start(edition)))


def test_links_within_reach_are_listed_with_what_they_add() -> None:
    board = plain(look.board(table(PRR=Line(PRR, 5), NYC=Line("buffalo~rochester", 20))))
    words = " ".join(board.split())
    assert "PRR allentown~philadelphia +4, baltimore~lancaster +4, harrisburg~lancaster +3" in words
    assert "connect toronto ($20, bonus $0 a share, Value +0)" in words
    assert "the Treasury holds only $4: " in plain(look.board(table(PRR=Line(PRR, 4))))


def test_colours_can_be_exchanged() -> None:
    assert "[bold #ff8a7a]C&O[/]" in look.board(start())
    assert "[bold #8cc4ff]C&O[/]" in look.board(start(co_bo_colours="blue-red"))


def test_a_sale_is_told() -> None:
    s = table(PRR=Line(PRR))
    assert told(s, "offer PRR") == ["Ann offers a share of PRR: $1 or more. AR-STK-3"]
    assert told(s, "bid 4") == ["Ann bids $4. AR-AUC-2"]
    assert told(s, "pass") == ["Ben passes. AR-AUC-1"]
    assert told(s, "pass")[1:] == ["Ann buys the share of PRR and pays $4 into its Treasury. AR-STK-5"]
    s = table(PRR=Line(PRR))
    s.do("offer-own PRR")
    s.do("pass")
    assert told(s, "bid 3")[1:] == ["Cleo buys the share of PRR and pays Ann $3. AR-STK-5"]
    s = table(PRR=Line(PRR))
    s.do("offer-own PRR")
    s.do("pass")
    assert told(s, "pass")[1:] == ["Nobody bids: the share of PRR is not sold. AR-STK-5"]
    s = start()
    for line in ("start 2", "pass", "pass"):
        s.do(line)
    assert told(s, "pass")[1:] == ["Nobody bids: Cleo, who opened, takes the share of C&O free. AR-OFF-3"]


def test_developments_are_told() -> None:
    s = table(cash=(2,), PRR=Line("altoona~pittsburgh"))
    assert told(s, "develop pittsburgh") == [
        "Ann develops Pittsburgh from 2 to 3. AR-DEV-2",
        "The automatic development raises Pittsburgh from 3 to 4. AR-DEV-3",
    ]
    s = table(PRR=Line(PRR))
    assert told(s, "develop lancaster") == ["Ann develops Lancaster from 1 to 2. AR-DEV-2"]
    assert told(s.copy(), "develop philadelphia") == ["Ann develops Philadelphia from 3 to 6 for $3. AR-DEV-3"]
    assert told(s, "auto") == ["The automatic development raises Pittsburgh from 2 to 3. AR-DEV-3"]


def test_payouts_are_told_with_their_sums() -> None:
    s = table(SOUTH_AFRICA, CTRD=Line("kimberley~warrenton purdimoe~warrenton mafeking~purdimoe", 30, shares=(2, 1)))
    assert told(s, "connect CTRD bechuanaland") == [
        "Ann connects CTR&D to Bechuanaland for $30 from its Treasury, $0 left; Value 15 + 40 = 55. AR-EXT-3",
        "Connection Bonus of CTR&D: Income 8 / 5, rounded down, is $1 a share: Ann +$2 for 2, Ben +$1. AR-EXT-2",
    ]
    assert told(s, "dividends") == [
        "Ben takes Pay Dividends. AR-DIV-1",
        "CTR&D: Income 8 / 5, rounded up, is $2 a share: Ann +$4 for 2, Ben +$2. AR-DIV-2",
    ]
    s.dividends_paid, s.action_track = 5, 33
    assert told(s, "build-nothing")[1:] == [
        "The Action Track has passed 35: a dividend is due. AR-DIV-1",
        "Final Payoff of CTR&D: (Value 55 + Income 8) / 3 sold, rounded up, is $21 a share: "
        "Ann +$42 for 2, Ben +$21. AR-END-1",
        "The game is over: Ann $128, Ben $104, Cleo $80. Ann wins. AR-END-2",
    ]


def test_help_names_every_kind_of_line() -> None:
    text = plain(look.help())
    assert max(map(len, text.splitlines())) <= 80
    every = "bid pass link done connect delegate offer offer-own develop auto dividends build-nothing offer-nothing"
    assert [word for word in every.split() if word not in text] == []
