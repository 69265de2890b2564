"""Age of Rail in words: the table fits a terminal, says whose board it is, and every sum in the log is explained."""
from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.games.age_of_rail import texts
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.sight import sight
from roundhouse.games.words import Words, plain
from tests.games.age_of_rail.positions import ALLEGHENY, SOUTH_AFRICA, WORKED_GAME, Line, do, start, table
from tests.walks import game as game_of
from tests.walks import tables, walk

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"]
PRR = "lancaster~philadelphia"


def told(s: Any, line: str) -> list[str]:
    """The sentences of a step, each with its rule."""
    sentences = [(plain(texts.tell(s.game, fact), NAMES), fact.rule) for fact in s.tell(s.game.parse(line))]
    return [f"{sentence} {rule}" for sentence, rule in sentences if sentence]


def board(s: Position) -> Words:
    return texts.board(sight(s, None))


def shown(s: Position) -> str:
    return plain(board(s))


def the_map(s: Position) -> str:
    return shown(s).split("\n\n")[0]


def prompt(s: Position) -> str:
    return plain(texts.prompt(sight(s, int(s.to_act))), NAMES)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(tables("age-of-rail")), st.integers(0, 2**32), st.booleans())
def test_it_fits_a_terminal_and_the_log_adds_up(choice: Any, seed: int, kinds: bool) -> None:
    one: Any = game_of(choice)
    names = NAMES[: one.seats]
    for step, (state, code) in enumerate(walk(one, seed, kinds)):
        after: Any = state.copy()
        log = " ".join(plain(texts.tell(one, fact), NAMES) for fact in after.tell(code))
        if step % 20 == 0:
            assert max(map(len, shown(after).splitlines())) <= 80
        if one.text(code).split()[0] in ("dividends", "connect", "link", "build-nothing", "offer-nothing"):
            paid = [sum(map(int, re.findall(rf"{name} \+\$(\d+)", log))) for name in names]
            cash = zip(view(after)["cash"], view(state)["cash"])
            assert paid == [now - then for now, then in cash]


def view(state: Any) -> Any:
    return state.view(None)


# ---- the table -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
def test_every_place_stands_on_the_map(edition: str) -> None:
    s = start(edition)
    drawn = the_map(s)
    for name, place in zip(s.board.place_names, range(s.board.places)):
        letters = "".join(letter for letter in name if letter.isalnum())
        assert any(f"{letters[:n]}{s.worth(place)}" in drawn for n in (6, 5, 4, 3)), name
    assert not re.search(r"\d[A-Z]", drawn), "no name touches another"


@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
def test_every_link_can_be_seen_on_the_map_by_the_letter_of_its_railroad(edition: str) -> None:
    name, letter = {SOUTH_AFRICA: ("ZASM", "Z"), ALLEGHENY: ("PLE", "L")}[edition]
    s = start(edition)
    empty = letters_of_track(s, letter)
    hidden = [
        link for link in s.board.link_ids
        if letters_of_track(table(edition, railroads={name: Line(link)}), letter) == empty
    ]
    assert hidden == []


def letters_of_track(s: Position, letter: str) -> int:
    spans = [span for span in board(s) if span.kind == "styled" and set(span.text) == {letter}]
    return sum(len(span.text) for span in spans)


@pytest.mark.parametrize(
    ("edition", "words"),
    [(ALLEGHENY, "Edition allegheny: partly reconstructed"), (SOUTH_AFRICA, "Edition south-africa: as printed")],
)
def test_the_board_says_what_it_is(edition: str, words: str) -> None:
    assert words in shown(start(edition))


def test_links_within_reach_are_listed_with_what_they_add() -> None:
    words = " ".join(shown(table(PRR=Line(PRR, 5), NYC=Line("buffalo~rochester", 20))).split())
    assert "PRR allentown~philadelphia +4, baltimore~lancaster +4, harrisburg~lancaster +3" in words
    assert "connect toronto ($20, bonus $0 a share, Value +0)" in words
    assert "the Treasury holds only $4: " in shown(table(PRR=Line(PRR, 4)))


def test_colours_can_be_exchanged() -> None:
    def style(s: Position) -> str:
        return next(span.ref for span in board(s) if span.text == "C&O")

    assert style(start()) == "bold #ff8a7a"
    assert style(start(co_bo_colours="blue-red")) == "bold #8cc4ff"


# ---- the log ---------------------------------------------------------------------------------------------------------


def test_a_sale_is_told() -> None:
    s = table(PRR=Line(PRR, 7))
    assert told(s, "offer PRR")[1:] == [
        "Ann offers a share of PRR. The least bid: Value 5 / 5 is $1; Ann bids first. AR-STK-3"]
    assert told(s, "bid 4") == ["Ann bids $4. AR-AUC-2"]
    assert told(s, "pass") == ["Ben passes. AR-AUC-1"]
    assert told(s, "pass")[1:] == [
        "Ann buys the share of PRR and pays $4 into its Treasury, which holds $11. AR-STK-5"]
    s = table(PRR=Line(PRR))
    assert told(s, "offer-own PRR")[1:] == [
        "Ann offers a share of PRR from their own hand. The least bid: Value 5 / 5 is $1; Ben bids first. AR-STK-4"]
    s.do("pass")
    assert told(s, "bid 3")[1:] == ["Cleo buys the share of PRR and pays Ann $3. AR-STK-5"]
    s = table(PRR=Line(PRR))
    do(s, "offer-own PRR", "pass")
    assert told(s, "pass")[1:] == ["Nobody bids: the share of PRR is not sold. AR-STK-5"]
    s = start()
    do(s, "start 2", "pass", "pass")
    assert told(s, "pass")[1:] == ["Nobody bids: Cleo, who opened, takes the share of C&O free. AR-OFF-3"]


def test_the_least_bid_is_told_with_its_rounding() -> None:
    s = table(SOUTH_AFRICA, CDFM=Line("komatipoort~zoekmakaar", 45))
    s.value[0] = 36
    assert "The least bid: Value 36 / 5, rounded up, is $8" in told(s, "offer CDFM")[1]


def test_a_link_is_told_in_the_direction_in_which_it_was_built() -> None:
    s = table(PLE=Line("pittsburgh~wheeling", 5))
    assert told(s, "link PLE mansfield~pittsburgh")[1] == (
        "Ann builds P&LE from Pittsburgh to Mansfield for $5 from its Treasury, $0 left. AR-BLD-5")
    s = table(PLE=Line("lima~mansfield", 5))
    assert told(s, "link PLE mansfield~pittsburgh")[1].startswith("Ann builds P&LE from Mansfield to Pittsburgh for $5")


def test_a_free_link_is_told_from_its_base() -> None:
    s = start()
    do(s, *WORKED_GAME[:4])
    assert told(s, "link CO charlottesville~richmond")[0] == (
        "Ann lays the free link of C&O from Richmond to Charlottesville. AR-OFF-4")


def test_a_second_link_goes_on_from_the_new_place() -> None:
    s = table(PRR=Line(PRR, 20))
    do(s, "link PRR harrisburg~lancaster")
    assert told(s, "link PRR altoona~harrisburg")[0] == (
        "Ann builds PRR on from Harrisburg to Altoona: a second link for $10 from its Treasury, $5 left. AR-BLD-7")


def test_a_link_tells_what_it_adds_to_income_and_value() -> None:
    s = table(PRR=Line(PRR, 9))
    assert told(s, "link PRR harrisburg~lancaster")[2:4] == [
        "Income of PRR: 4 + 2 for Harrisburg + 1 for Lancaster = 7. AR-TERM-3",
        "Value of PRR: 5 + 5 for the link = 10. AR-TERM-4",
    ]


def test_the_action_track_is_told() -> None:
    s = table(action_track=29, PRR=Line(PRR, 9))
    assert told(s, "link PRR harrisburg~lancaster")[0] == (
        "Ann takes Build Track; the Action Track goes from 29 to 32 of 35. AR-TURN-1")
    assert told(s, "offer PRR")[0] == "Ben takes Offer Stock; the Action Track goes from 32 to 36, beyond 35. AR-TURN-1"


@pytest.mark.parametrize(("edition", "railroad", "links", "line", "sentence"), [
    (ALLEGHENY, "PRR", Line("altoona~harrisburg", 30), "altoona~pittsburgh",
     "No second link of PRR: a double link may end in Pittsburgh, but not go through it. AL-BLD-1"),
    (SOUTH_AFRICA, "CSAR", Line("dover~vereeniging", 30), "johannesburg~vereeniging",
     "No second link of CSAR: a double link may end in Johannesburg, but not go through it. AR-BLD-8"),
    (ALLEGHENY, "PRR", Line(PRR, 14), "harrisburg~lancaster",
     "No second link of PRR: it costs $10, and the Treasury holds $9. AR-BLD-9"),
    (ALLEGHENY, "BM", Line("boston~concord", 30), "concord~portland",
     "No second link of B&M: none leads on from Portland to a new place. AR-BLD-9"),
    (ALLEGHENY, "BO", Line("baltimore~harpers-ferry baltimore~lancaster harrisburg~lancaster", 30),
     "harpers-ferry~harrisburg", "No second link of B&O: the first led to no new place. AR-BLD-7"),
])
def test_why_there_is_no_second_link_is_told(
    edition: str, railroad: str, links: Line, line: str, sentence: str
) -> None:
    s = table(edition, railroads={railroad: links})
    assert sentence in told(s, f"link {railroad} {line}")


def test_developments_are_told_with_the_incomes_that_they_raise() -> None:
    s = table(cash=(2,), PRR=Line("altoona~pittsburgh"), PLE=Line("mansfield~pittsburgh pittsburgh~wheeling"))
    assert told(s, "develop pittsburgh")[1:] == [
        "Ann develops Pittsburgh from 2 to 3, free. AL-DEV-3",
        "Income of PRR: 3 + 1 for Pittsburgh = 4. AR-DEV-1",
        "Income of P&LE: 6 + 2 × 1 for Pittsburgh = 8. AR-DEV-1",
        "Ann develops no second place: it costs $3, and $2 are left. AR-DEV-6",
        "Pittsburgh grows by itself from 3 to 4. AL-DEV-5",
        "Income of PRR: 4 + 1 for Pittsburgh = 5. AR-DEV-1",
        "Income of P&LE: 8 + 2 × 1 for Pittsburgh = 10. AR-DEV-1",
    ]
    s = table(PRR=Line(PRR))
    do(s, "develop lancaster")
    assert told(s.copy(), "develop philadelphia")[0] == "Ann develops Philadelphia from 3 to 6 for $3. AL-DEV-3"
    assert told(s, "auto") == [
        "Ann develops no second place. AL-DEV-4", "Pittsburgh grows by itself from 2 to 3. AL-DEV-5"]


def test_on_south_africa_the_base_rules_are_cited() -> None:
    s = table(SOUTH_AFRICA, CMRC=Line("norvals-point~springfontein"))
    assert told(s, "develop springfontein")[1] == "Ann develops Springfontein from 1 to 2, free. AR-DEV-2"
    assert told(s, "auto") == [
        "Ann develops no second place. AR-DEV-3", "Johannesburg grows by itself from 2 to 3. AR-DEV-3"]


def test_a_place_without_automatic_growth_left_is_told() -> None:
    s = table(SOUTH_AFRICA, levels={"johannesburg": 8}, CTRD=Line("bloemfontein~kimberley"))
    do(s, "develop kimberley")
    assert told(s, "auto")[1] == "No metro grows by itself: all that do are full. AR-DEV-3"


def test_payouts_are_told_with_their_sums() -> None:
    s = table(SOUTH_AFRICA, CTRD=Line("kimberley~warrenton purdimoe~warrenton mafeking~purdimoe", 30, shares=(2, 1)))
    assert told(s, "connect CTRD bechuanaland")[1:] == [
        "Ann connects CTR&D from Mafeking to Bechuanaland for $30 from its Treasury, $0 left. AR-EXT-3",
        "Value of CTR&D: 15 + 40 for the external = 55. AR-EXT-3",
        "Connection Bonus of CTR&D: Income 8 / 5, rounded down, is $1 a share: Ann +$2 for 2 shares, Ben +$1. AR-EXT-2",
    ]
    assert told(s, "dividends") == [
        "Ben takes Pay Dividends. AR-TURN-1",
        "Dividend 1 of 6 is paid. AR-DIV-1",
        "CTR&D: Income 8 / 5, rounded up, is $2 a share: Ann +$4 for 2 shares, Ben +$2. AR-DIV-2",
        "The Action Track goes back from 3 to 0. AR-DIV-3",
    ]
    s.dividends_paid, s.action_track = 5, 33
    assert told(s, "build-nothing")[1:] == [
        "No railroad can build. AR-BLD-4",
        "The Action Track stands at 36, beyond 35. Dividend 6 of 6, the Final Payoff, is paid. AR-END-1",
        "Final Payoff of CTR&D: (Value 55 + Income 8) / 3 sold is $21 a share: "
        "Ann +$42 for 2 shares, Ben +$21. AR-END-1",
        "The game is over: Ann $128, Ben $104, Cleo $80. Ann wins. AR-END-2",
    ]


def test_an_external_of_allegheny_cites_its_own_rule() -> None:
    s = table(NYC=Line("buffalo~rochester", 20, shares=(1, 1)))
    assert told(s, "connect NYC toronto")[1:] == [
        "Ann connects NYC from Buffalo to Toronto for $20 from its Treasury, $0 left; "
        "its Value stays as it is. AL-EXT-1",
        "Connection Bonus of NYC: Income 3 / 5, rounded down, is $0 a share. AR-EXT-2",
    ]


def test_the_late_railroad_is_told() -> None:
    s = table(PRR=Line("altoona~harrisburg", 5))
    assert told(s, "link PRR altoona~pittsburgh")[-1] == (
        "Pittsburgh is reached, so P&LE opens: its first share is auctioned for $0 or more; Ann bids first. AL-LATE-1")


def test_who_is_made_to_build_is_told() -> None:
    s = table(PRR=Line(PRR, 4), BO=Line("baltimore~harpers-ferry", 5, shares=(0, 1, 1)))
    assert told(s, "delegate BO 2")[1] == (
        "Ann controls no railroad that can build, and has Cleo build for B&O. AR-BLD-3")


# ---- what may be done ------------------------------------------------------------------------------------------------


def test_the_prompt_names_whoever_it_speaks_of_by_seat_and_no_notation() -> None:
    s = start()
    do(s, "start 1")
    assert prompt(s) == "bid on the share of C&O, $0 or more, or pass; if all pass, it goes free to Ben."
    do(s, "bid 3")
    assert prompt(s) == "bid on the share of C&O, or pass; the high bid is $3, by Ben."
    s = table(PRR=Line(PRR, 20))
    do(s, "link PRR harrisburg~lancaster")
    assert prompt(s) == "build a second link of PRR from Harrisburg for $10, or stop."
    s = table(PRR=Line(PRR))
    do(s, "develop lancaster")
    assert prompt(s) == "develop a second place for $3, or leave it to the automatic development."


def test_help_names_every_kind_of_line() -> None:
    text = plain(texts.help())
    assert max(map(len, text.splitlines())) <= 80
    every = "bid pass link done connect delegate offer offer-own develop auto dividends build-nothing offer-nothing"
    assert [word for word in every.split() if word not in text] == []
