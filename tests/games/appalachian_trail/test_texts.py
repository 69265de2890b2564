"""Appalachian Trail in words: cards as a grid, what each seat may read, and a log that explains every point."""
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from roundhouse import WATCHER, Dice
from roundhouse.engine.contract import State
from roundhouse.games.appalachian_trail import texts
from roundhouse.games.appalachian_trail.rules import AppalachianTrail, AppalachianTrailState
from roundhouse.games.sight import sight
from roundhouse.games.words import plain
from tests.games.appalachian_trail.hikers import walk
from tests.games.appalachian_trail.positions import facts, keep_only, opening, play, table
from tests.games.appalachian_trail.test_scoring import GRASS, MIXED, PRINTED
from tests.walks import Choice, game, tables

NAMES = ["Ann", "Ben", "Cai"]


def sentences(state: State, line: str, seat: int | None = None) -> list[tuple[str, str]]:
    """What is told of a move, with its rules, as far as a seat may read it; the state goes on."""
    assert isinstance(state.game, AppalachianTrail)
    known = [fact if seat is None else fact.seen_by(seat) for fact in facts(state, line)]
    texts_of = [(fact.rule, plain(texts.tell(state.game, fact), NAMES)) for fact in known if fact is not None]
    return [(rule, text) for rule, text in texts_of if text]


def told(state: State, line: str, seat: int | None = None) -> dict[str, str]:
    return dict(sentences(state, line, seat))


def story(state: State, line: str) -> list[str]:
    return [text for _, text in sentences(state, line)]


def prompt(state: AppalachianTrailState, seat: int | None = WATCHER) -> str:
    return plain(texts.prompt(sight(state, seat)), NAMES)


def board(state: AppalachianTrailState, seat: int | None) -> str:
    return plain(texts.board(sight(state, seat)), NAMES)


# ---- the table -------------------------------------------------------------------------------------------------------


def test_an_area_is_drawn_as_cards() -> None:
    state = opening()
    play(state, PRINTED)
    drawn = board(state, 0)
    assert "Edition reconstruction-1: reconstructed; `roundhouse games` tells more." in drawn
    assert """
     ╭──F─╱╮╭──R─╱╮╭──W─╱╮▒▒▒▒▒▒▒                     ┏━━G━━┓
  0  │F ╱ R││R ╱ W││W ╱ G│▒ O07 ▒  4,0                ┃ Goal┃
     ╰╱─R──╯╰╱─W──╯╰╱─G──╯▒−2 s ▒                     ┗━━G━━┛
""" in drawn
    assert "▶ seat 0, your area: Goal Grass G, complete, number 1, 22 points now" in drawn
    assert "seat 1, area: Goal Forest F, begins with Grass G, −2 points now" in drawn
    assert "O05 improvement Wildflower Meadow +1 scenery" in drawn
    assert "face up: FG  WW    deck: 23 cards    out of the game: none" in drawn
    assert "your hand: FF  FG  O01  ranger" in drawn
    assert "hand of seat 1: 5 cards" in drawn
    assert max(cell_len(line) for line in drawn.splitlines()) <= 100


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(tables("appalachian-trail")), st.integers(0, 2**32 - 1))
@pytest.mark.compiled
def test_every_state_can_be_drawn_and_nothing_hidden_is(choice: Choice, seed: int) -> None:
    dice = Dice(seed, 3)
    for state, code in walk(game(choice), seed):
        assert isinstance(state, AppalachianTrailState)
        if dice.below(6) and code >= 0:
            continue
        assert board(state, None)
        for seat in (*range(state.game.seats), WATCHER):
            other = state.imagine(seat, dice)
            assert isinstance(other, AppalachianTrailState)
            assert board(other, seat) == board(state, seat) != ""
            assert prompt(other, seat) == prompt(state, seat) != ""


# ---- what happened ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-HID-4")
def test_who_may_read_which_card_was_drawn() -> None:
    state = table(hands=["FF", "WW"], display="GR GW")
    play(state, "done; draw")
    assert told(state.copy(), "card RR", 0) == told(state.copy(), "card RR") == {"AT-DRW-3": "Ann gets RR."}
    assert told(state.copy(), "card RR", 1) == told(state.copy(), "card WW", WATCHER) == {
        "AT-DRW-3": "Ann gets a card.",
    }
    play(state, "card RR; take GW")
    assert told(state.copy(), "card FF", 1) == {"AT-DRW-2": "Laid face up: FF."}
    assert told(state, "card O04", 1) == {"AT-DRW-2": "Laid face up: Prowling Bobcat or Waterfall."}


def test_set_up_is_told() -> None:
    state = opening(3)
    assert told(state, "start 2") == {"AT-SET-4": "Cai goes first."}
    assert told(opening(2, first=1), "start 1") == {"AT-OPT-4": "Ben goes first."}
    assert told(state, "goal F") == {"AT-SET-1": "Ann has the Forest Goal; Cai will begin with Forest."}
    assert told(state, "goal R") == {"AT-SET-1": "Ben has the Rocky Goal; Ann will begin with Rocky."}
    play(state, "goal G")
    assert told(state, "card FG", 0) == {"AT-SET-2": "Ann is dealt FG."}
    assert told(state, "card FG", 1) == {"AT-SET-2": "Ann is dealt a card."}
    assert prompt(state) == "The cards are dealt."


def test_plays_are_told() -> None:
    state = table("GF", ["FR RW O04 FG", "O01 ranger"], deck="")
    assert told(state, "trail FR 0,0") == {"AT-TRL-1": "Ann begins the trail with FR on the Start."}
    assert told(state, "improve O04 at 0,1") == {
        "AT-IMP-1": "Ann improves the trail with Waterfall +2 scenery on the cell above the Start.",
    }
    assert told(state, "obstacle O01 on 0 at 1,0") == {
        "AT-OBS-1": "Ben lays Black Bear −2 wildlife in Ann's way, on milestone 1.",
    }
    assert told(state, "done") == {"AT-TURN-3": "Ben is done."}
    assert told(state, "discard FG") == {"AT-DIS-1": "Ann discards FG."}
    turned = table("GF", ["FR"], ["FR", "GG"], sides=["O01@1,0"])
    turned_up = {"AT-TRL-3": "Ann lays FR turned, as RF, on the cell above the Start."}
    assert told(turned, "trail FR 0,1 turned") == turned_up
    ranger = table("GF", ["ranger"], ["FR", "GG"], sides=["O01@1,0"])
    assert told(ranger, "ranger 1,0") == {"AT-RNG-2": "Ann's Ranger removes Black Bear −2 wildlife from milestone 1."}


def test_sets_and_walls_are_told() -> None:
    state = table("GF", ["O03", "ranger"], ["", "GG"], sides=["", "O01@1,0 O02@0,1"], deck="")
    assert told(state, "obstacle O03 on 1 at 0,-1") == {
        "AT-OBS-1": "Ann lays Hornet Nest −1 wildlife in Ben's way, on the cell below the Start.",
        "AT-SCO-6": "A set of wildlife for Ben (Black Bear, Timber Rattlesnake, Hornet Nest): +3 points.",
        "AT-OBS-4": "Ben has no way to the Goal left.",
    }
    assert story(state, "ranger 1,0")[:3] == [
        "Ben's Ranger removes Black Bear −2 wildlife from milestone 1.", "Ben loses a set of wildlife: −3 points.",
        "Ben has a way to the Goal again.",
    ]


def test_a_completed_trail_is_told_with_all_that_it_brings() -> None:
    state = table("GF", ["GG FF", ""], ["FG GG GG GG GG GG"])
    assert told(state, "trail GG 6,0") == {
        "AT-TRL-3": "Ann lays GG on the cell before the Goal.",
        "AT-CMP-1": "Ann is the first to complete the trail, with 7 cards to the Goal: +5 points for being first, "
        "+2 points as the −2 for an incomplete trail is lifted, +7 points for its cards.",
        "AT-SCO-4": "Ann now has the longest continuous trail, 7 cards: +2 points.",
        "AT-SCO-5": "Ann now has the longest single terrain, 7 cards: +3 points.",
    }
    second = table("GGG", ["GG FF"], ["GG GG GG GG GG GG", "GG GG GG GG GG GG GG"], completed=[1])
    assert told(second, "trail GG 6,0")["AT-CMP-1"] == (
        "Ann completes the trail, number 2, with 7 cards to the Goal: "
        "+2 points as the −2 for an incomplete trail is lifted, +7 points for its cards."
    )


@pytest.mark.rule("AT-SCO-3", "AT-SCO-4")
def test_a_loop_and_a_lead_that_is_lost_are_told() -> None:
    seven = "GG GG GG GG GG GG GG"
    state = table("GG", ["GG GG"], [f"{seven} 1,1=GG", seven], completed=[1, 0])
    loop = told(state, "trail GG 2,1")
    assert loop["AT-SCO-3"] == "Ann's continuous trail now has 9 cards: +2 points."
    assert loop["AT-SCO-4"] == "Ben no longer has the longest continuous trail: −2 points."
    assert loop["AT-SCO-5"] == "Ben no longer has the longest single terrain: −3 points."


def test_a_single_card_is_one_card() -> None:
    state = table(hands=["FF", "WW"], deck="RR")
    assert "deck: 1 card  " in board(state, 0) and "hand of seat 1: 1 card\n" in board(state, 0) + "\n"


def test_turns_that_end_by_themselves_are_told() -> None:
    state = table("GFR", hands=["RR", "", "FF"], deck="")
    assert list(told(state, "discard RR").values()) == ["Ann discards RR.", "Ben has no card left to use."]
    assert story(state, "done")[:3] == [
        "Cai uses no card.", "Ann has no card left to use.",
        "The deck is empty, and nobody used a card all round: the game is over.",
    ]


@pytest.mark.rule("AT-END-3")
def test_the_log_says_who_has_to_use_a_card() -> None:
    state = table(hands=["FF FG FR FW GG", "GR GR GR GR WW"], display="GW GW")
    assert told(state, "done") == {
        "AT-TURN-3": "Ann uses no card.",
        "AT-END-3": "Ben has to use a card: the deck still holds cards, and all others have just used none.",
    }


# ---- what may be done ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AT-END-3", "AT-IMP-3")
def test_the_prompt_warns_of_the_end_and_of_walling_oneself_in() -> None:
    state = table(hands=["FF FG FR FW GG", "GR GR GR GR WW"], display="GW GW")
    assert prompt(state) == "play up to 2 cards, discard up to 2, or stop."
    state.do("done")
    for seat in (0, 1, WATCHER):
        assert prompt(state, seat) == (
            "play up to 2 cards or discard up to 2. To use none is not allowed now: the deck still holds cards, and "
            "all others have just used none."
        )
    empty = table(hands=["FF FG FR FW GG", "GR GR GR GR WW"], display="GW GW", deck="")
    empty.do("done")
    assert prompt(empty) == "play up to 2 cards, discard up to 2, or stop. To use no card now ends the game."
    walled = table(hands=["O03"], trails=["FF"], sides=["O01@1,0 O02@0,1"])
    assert "An improvement on the cell below the Start would take the last way to the Goal." in prompt(walled)
    assert told(walled, "improve O03 at 0,-1")["AT-IMP-3"] == "Ann has no way to the Goal left."


@pytest.mark.rule("AT-HID-2")
def test_whether_a_card_can_be_played_is_told_to_its_owner_only() -> None:
    state = table(hands=["WW RR", "FF"], trails=["FR", "GG"], deck="")
    state.do("trail RR 0,-1")
    assert prompt(state, 0) == prompt(state, None) == "no card can be played: stop."
    assert prompt(state, 1) == prompt(state) == "play another card or stop."


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_the_end_explains_every_point() -> None:
    state = opening()
    play(state, PRINTED)
    play(state, "improve O01 at 0,1; take WW; card FR; draw; card RW")
    keep_only(state, [])
    state.do("done")
    assert story(state, "done") == [
        "Ann uses no card.",
        "The deck is empty, and nobody used a card all round: the game is over.",
        "Ann: first to complete +5.",
        "Ann: cards on the continuous trail +11 (11 cards).",
        "Ann: longest continuous trail +2 (11 cards).",
        "Ann: longest single terrain +3 (4 cards: milestone 3, 1 up; milestone 4, 1 up; milestone 4, 2 up; "
        "milestone 5, 2 up).",
        "Ann: sets of scenery +3 (Wildflower Meadow, Rockslide, Fallen Hemlock).",
        "Ann: active sides −1 (White-tailed Deer +1, Wildflower Meadow +1, Rockslide −2, Fallen Hemlock −1).",
        "Ann: +5 +11 +2 +3 +3 −1 = 23 points.",
        "Ben: trail not completed −2.",
        "Ben: −2 points.",
        "Ann wins.",
    ]
    assert prompt(state) == "The game is over: Ann 23, Ben −2."
    assert "hand of seat 1: FF  GG  O02  ranger  ranger" in board(state, 0)


def test_ties_are_told() -> None:
    state = table(hands=["FF", "GG"], deck="")
    state.do("done")
    assert told(state, "done")["AT-SCO-9"] == "Ann and Ben share the win."
    tied = table("GG", ["O02", "WW"], [GRASS, MIXED], sides=["", "O01@0,1"], completed=[1, 0], deck="")
    assert tied.scores() == [12, 12]
    end = told(tied, "done")
    assert end["AT-END-2"] == "All trails are complete: the game is over."
    assert end["AT-SCO-9"] == "Ben wins, tied, but first to complete."


def test_help_names_every_kind_of_move() -> None:
    text = plain(texts.help())
    kinds = {line.split()[0] for line in opening().board.lines} - {"start", "goal", "card"}
    assert all(kind in text for kind in kinds)
