"""What a step is told to have done: its numbers are those of the rules, and what is private stays so."""
from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse import WATCHER
from roundhouse.engine.facts import Fact
from roundhouse.games import title
from roundhouse.games.appalachian_trail.facts import (
    STOPPED,
    CardDemanded,
    CardDrawn,
    CardTurnedUp,
    Ended,
    Gain,
    GoalDealt,
    HandWasEmpty,
    LineChanged,
    ObstacleLaid,
    PlayEnded,
    ScoreAdded,
    ScoreLine,
    TrailCompleted,
    TrailLaid,
    TurnBegan,
    Won,
)
from tests.games.appalachian_trail.hikers import walk
from tests.games.appalachian_trail.positions import facts, opening, play, table
from tests.walks import Choice, game, tables

TEXTS = title("appalachian-trail").room.texts


@pytest.mark.rule("AT-SET-1", "AT-TRL-1")
def test_a_goal_tells_who_begins_with_its_terrain() -> None:
    state = opening(3, length=5)
    play(state, "start 0")
    assert facts(state, "goal W") == [GoalDealt("AT-SET-1", 0, "W", "5,0", 2)]
    assert facts(state, "goal F") == [GoalDealt("AT-SET-1", 1, "F", "5,0", 0)]


@pytest.mark.rule("AT-HID-4")
def test_a_drawn_card_is_told_to_its_player_and_a_face_up_one_to_all() -> None:
    state = table(hands=["FF FG FR", "WW"], display="GR GW", deck="RR RW")
    play(state, "done; draw")
    drawn, = facts(state, "card RR")
    assert drawn == drawn.seen_by(0) == CardDrawn("AT-DRW-3", 0, "RR")
    assert drawn.seen_by(1) == drawn.seen_by(WATCHER) == CardDrawn("AT-DRW-3", 0, None)
    state.do("take GW")
    assert facts(state, "card RW")[0].seen_by(WATCHER) == CardTurnedUp("AT-DRW-2", "RW")


@pytest.mark.rule("AT-OBS-2", "AT-TRL-3")
def test_a_trail_card_tells_how_far_it_is_to_the_goal() -> None:
    state = table(hands=["RW"], trails=["FR"], sides=["O01@2,0"])
    assert facts(state, "trail RW 1,0")[0] == TrailLaid("AT-TRL-3", 0, "RW", "RW", "1,0", False, 7)


@pytest.mark.rule("AT-CMP-1", "AT-SCO-1", "AT-SCO-2", "AT-SCO-3", "AT-SCO-4", "AT-SCO-5")
def test_the_last_card_tells_every_line_that_it_changes() -> None:
    state = table("GF", ["GG FF", ""], ["FG GG GG GG GG GG"], display="WW")
    laid, completed, *changes = facts(state, "trail GG 6,0")
    assert laid == TrailLaid("AT-TRL-3", 0, "GG", "GG", "6,0", True, 0)
    lines = (("first", 5), ("trail", 7), ("longest", 2), ("terrain", 3))
    gains = Gain("first", 5), Gain("unfinished", 2), Gain("trail", 7)
    assert completed == TrailCompleted("AT-CMP-1", 0, 1, 7, gains, lines, 17)
    found = [(change.line, change.before, change.points) for change in changes if isinstance(change, LineChanged)]
    assert found == [("first", 0, 5), ("unfinished", -2, 0), ("trail", 0, 7), ("longest", 0, 2), ("terrain", 0, 3)]
    assert len(found) == len(changes)


@pytest.mark.rule("AT-SCO-6", "AT-SCO-8")
def test_an_obstacle_tells_its_points_and_what_its_set_has_come_to() -> None:
    state = table("GF", ["O03 FF"], ["", "GG GG"], sides=["", "O01@2,0 O02@0,1"], deck="")
    laid, *changes = facts(state, "obstacle O03 on 1 at 0,-1")
    assert laid == ObstacleLaid("AT-OBS-1", 0, 1, "O03", "0,-1", -1, "wildlife", 3)
    assert [(one.rule, one.seat, one.gain) for one in changes if isinstance(one, LineChanged)] == [
        ("AT-SCO-6", 1, 3), ("AT-SCO-8", 1, -1),
    ]


@pytest.mark.rule("AT-TURN-3", "AT-END-3")
def test_turns_are_told_as_they_begin_and_who_has_to_use_a_card() -> None:
    state = table(hands=["FF FG FR FW GG", "GR GR GR GR WW"])
    told: list[Fact] = [PlayEnded("AT-TURN-3", 0, 0), TurnBegan("AT-TURN-1", 1), CardDemanded("AT-END-3", 1)]
    assert facts(state, "done") == told
    empty = table("GFR", hands=["RR", "", "FF"], deck="")
    told = [TurnBegan("AT-TURN-1", 1), HandWasEmpty("AT-TURN-3", 1), TurnBegan("AT-TURN-1", 2)]
    assert facts(empty, "discard RR")[1:] == told


@pytest.mark.rule("AT-END-3", "AT-SCO-9")
def test_the_end_tells_why_and_who_has_won() -> None:
    state = table(hands=["FF", "GG"], deck="", sides=["+O01@0,1 O07@3,0"], display="WW")
    state.do("done")
    state.do("take WW")
    end = facts(state, "done")
    first: list[Fact] = [PlayEnded("AT-TURN-3", 1, 0), Ended("AT-END-3", STOPPED, (-3, -2), (1,), 0)]
    assert end[:2] == first
    assert [one for one in end if isinstance(one, ScoreAdded)] == [
        ScoreAdded("AT-SCO-9", 0, (-2, -1), -3), ScoreAdded("AT-SCO-9", 1, (-2,), -2),
    ]
    assert end[-1] == Won("AT-SCO-9", (1,), False)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(tables("appalachian-trail")), st.integers(0, 2**32 - 1))
def test_changes_of_lines_account_for_all_points(choice: Choice, seed: int) -> None:
    for state, code in walk(game(choice), seed):
        if code < 0:
            return
        before: Any = state.view()["lines"]
        after = state.copy()
        heard = after.tell(code)
        gains = {(fact.seat, gain.line, gain.gain) for fact in heard if isinstance(fact, TrailCompleted)
                 for gain in fact.gains}
        for fact in heard:
            if isinstance(fact, LineChanged):
                log = TEXTS.tell(state.game, fact)
                assert log or fact.line == "sides" or (fact.seat, fact.line, fact.gain) in gains, fact
                assert before[fact.seat][fact.line] == fact.before
                before[fact.seat][fact.line] = fact.points
                before[fact.seat]["total"] += fact.gain
        assert before == after.view()["lines"]
        counted = [(fact.seat, fact.line, fact.points) for fact in heard if isinstance(fact, ScoreLine) if fact.points]
        if any(isinstance(fact, Ended) for fact in heard):
            assert counted == [
                (seat, name, points) for seat, lines in enumerate(before) for name, points in lines.items()
                if points and name != "total"
            ]
        else:
            assert not counted
