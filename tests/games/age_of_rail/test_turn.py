"""A turn: boxes, slots, the Action Track, and what comes after the action."""
from __future__ import annotations

import pytest

from tests.games.age_of_rail.positions import ALLEGHENY, SOUTH_AFRICA, Line, at, do, kinds, lines, refused, table

PRR = "lancaster~philadelphia"
RICH = Line(PRR, treasury=9)


@pytest.mark.rule("AR-TURN-1")
@pytest.mark.parametrize(
    ("line", "box", "track"),
    [
        ("link PRR harrisburg~lancaster", "build", 3),
        ("offer PRR", "offer", 4),
        ("offer-own PRR", "offer", 4),
        ("develop lancaster", "develop", 5),
    ],
)
def test_an_action_moves_the_marker_and_the_action_track_with_its_first_line(line: str, box: str, track: int) -> None:
    s = table(boxes="dividends build build", PRR=RICH)
    do(s, line)
    assert at(s, "boxes") == [box, "build", "build"]
    assert at(s, "action_track") == track


@pytest.mark.rule("AR-TURN-1", "AR-DIV-1")
def test_pay_dividends_moves_the_marker_and_not_the_track() -> None:
    s = table(action_track=7, PRR=RICH)
    do(s, "dividends")
    assert at(s, "boxes")[0] == "dividends"
    assert at(s, "action_track") == 0
    assert at(s, "dividends_paid") == 1


@pytest.mark.rule("AR-TURN-1")
def test_actions_are_for_turns() -> None:
    s = table(PRR=RICH)
    do(s, "offer PRR")
    for line in ("dividends", "develop lancaster", "offer PRR", "link PRR harrisburg~lancaster", "build-nothing"):
        assert refused(s, line) == "AR-TURN-1"


@pytest.mark.rule("AR-TURN-2")
@pytest.mark.parametrize(
    ("box", "shut"), [("offer", {"offer", "offer-own"}), ("develop", {"develop"}), ("dividends", {"dividends"})]
)
def test_not_the_box_where_your_marker_stands(box: str, shut: set[str]) -> None:
    every = kinds(table(PRR=RICH))
    assert every == {"link", "offer", "offer-own", "develop", "dividends"}
    s = table(boxes=box, PRR=RICH)
    assert kinds(s) == every - shut
    line = {"offer": "offer PRR", "develop": "develop lancaster", "dividends": "dividends"}[box]
    assert refused(s, line) == "AR-TURN-2"


@pytest.mark.rule("AR-TURN-2")
def test_build_track_may_be_repeated() -> None:
    s = table(boxes="build", PRR=RICH)
    do(s, "link PRR harrisburg~lancaster")
    assert at(s, "boxes")[0] == "build"


@pytest.mark.rule("AR-TURN-3")
@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
@pytest.mark.parametrize(
    ("seats", "box", "slots"),
    [
        *((seats, "offer", 2 if seats == 3 else 3) for seats in (3, 4, 5, 6)),
        *((seats, "develop", 2) for seats in (3, 4, 5, 6)),
        *((seats, "dividends", 1) for seats in (3, 4, 5, 6)),
    ],
)
def test_a_box_is_shut_while_others_fill_its_slots(edition: str, seats: int, box: str, slots: int) -> None:
    line, first = ("NRC", "glencoe-junction~ladysmith") if edition == SOUTH_AFRICA else ("PRR", PRR)
    action = {"offer": f"offer {line}", "develop": f"develop {first.split('~')[1]}", "dividends": "dividends"}[box]
    nearly = table(edition, seats, boxes=" ".join(["build", *[box] * (slots - 1)]), railroads={line: Line(first)})
    assert box in kinds(nearly)
    full = table(edition, seats, boxes=" ".join(["build", *[box] * slots]), railroads={line: Line(first)})
    assert box not in kinds(full)
    assert refused(full, action) == "AR-TURN-3"


@pytest.mark.rule("AR-TURN-3")
def test_a_marker_stays_until_its_owners_next_turn() -> None:
    s = table(PRR=Line(PRR, treasury=9, shares=(1, 1, 1)))
    do(s, "dividends")
    assert "dividends" not in kinds(s)
    do(s, "link PRR harrisburg~lancaster")
    assert "dividends" not in kinds(s)
    do(s, "develop lancaster", "auto")
    assert at(s, "turn") == 0
    assert "dividends" not in kinds(s)
    do(s, "offer PRR")
    do(s, "pass", "pass", "pass")
    assert at(s, "turn") == 1
    assert "dividends" in kinds(s)


@pytest.mark.rule("AR-TURN-4", "AR-BLD-4")
def test_build_track_is_open_even_if_nothing_can_be_built() -> None:
    s = table(PRR=Line(PRR, treasury=4))
    assert {"build-nothing"} == {kind for kind in kinds(s) if kind in ("build-nothing", "link", "delegate", "connect")}
    do(s, "build-nothing")
    assert at(s, "action_track") == 3
    assert (at(s, "turn"), at(s, "phase")) == (1, "turn")


@pytest.mark.rule("AR-BLD-4")
def test_something_must_be_built_if_it_can() -> None:
    assert refused(table(PRR=Line(PRR, treasury=5)), "build-nothing") == "AR-BLD-4"
    assert refused(table(turn=1, PRR=Line(PRR, treasury=5)), "build-nothing") == "AR-BLD-4"


@pytest.mark.rule("AR-TURN-4", "AR-STK-2")
def test_offering_nothing_moves_marker_and_track() -> None:
    s = table(PRR=Line(PRR, shares=(2, 2, 1)))
    do(s, "offer-nothing")
    assert (at(s, "action_track"), at(s, "boxes")[0], at(s, "turn")) == (4, "offer", 1)


@pytest.mark.rule("AR-TURN-5")
def test_after_the_action_the_player_on_the_left() -> None:
    s = table(turn=2, PRR=Line(PRR, treasury=9, shares=(0, 0, 1)))
    do(s, "link PRR harrisburg~lancaster")
    assert (at(s, "turn"), at(s, "to_act")) == (0, 0)


@pytest.mark.rule("AR-TURN-5", "AR-LATE-3")
def test_the_late_railroad_comes_before_the_dividend() -> None:
    s = table(action_track=33, cash=(50, 50, 50), PRR=Line("altoona~harrisburg", treasury=9))
    do(s, "link PRR altoona~pittsburgh")
    assert (at(s, "phase"), at(s, "action_track"), at(s, "dividends_paid")) == ("late-auction", 36, 0)
    do(s, "pass", "bid 4", "pass", "link PLE mansfield~pittsburgh")
    assert (at(s, "action_track"), at(s, "dividends_paid"), at(s, "turn")) == (0, 1, 1)
    # PRR: 1 + 2 and 1 + 2 is 6, so 2 a share; P&LE: 1 + 2 is 3, so 1 a share.
    assert at(s, "cash") == [52, 46 + 1, 50]


@pytest.mark.rule("AR-TURN-1")
def test_no_passing() -> None:
    assert "pass" not in lines(table(PRR=RICH), "pass")
    assert "pass" not in kinds(table(PRR=RICH))
