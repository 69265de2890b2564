"""The table as text: cards as a grid, what each seat may read, warnings, and a log that explains every point."""
from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.text import Text

from roundhouse import OVER, Dice
from roundhouse.engine.contract import State
from roundhouse.games import title
from roundhouse.games.title import WATCHER
from tests.games.appalachian_trail.hikers import walk
from tests.games.appalachian_trail.positions import keep_only, opening, play, table
from tests.games.appalachian_trail.test_scoring import PRINTED
from tests.walks import Choice, game, tables

TABLE = title("appalachian-trail").table
NAMES = ["Ann", "Ben", "Cai"]


def plain(markup: str) -> str:
    return Text.from_markup(markup).plain


def told(state: State, line: str, seat: int | None = None) -> dict[str, str]:
    """The sentences of a move by their rules; the state goes on."""
    before = state.copy()
    state.do(line)
    return {story.rule: plain(story.text) for story in TABLE.tell(before, state.game.parse(line), state, NAMES, seat)}


def test_an_area_is_drawn_as_cards() -> None:
    state = opening()
    play(state, PRINTED)
    drawn = plain(TABLE.board(state, 0))
    assert "Edition reconstruction-1: reconstructed; `roundhouse games` tells more." in drawn
    assert """
     ╭──F─╱╮╭──R─╱╮╭──W─╱╮▒▒▒▒▒▒▒                     ┏━━G━━┓
  0  │F ╱ R││R ╱ W││W ╱ G│▒ O07 ▒  4,0                ┃ Goal┃
     ╰╱─R──╯╰╱─W──╯╰╱─G──╯▒-2 s ▒                     ┗━━G━━┛
""" in drawn
    assert "▶ seat 0, your area: Goal Grass G, complete, number 1, 22 points now" in drawn
    assert "seat 1, area: Goal Forest F, begins with Grass G, -2 points now" in drawn
    assert "O05 improvement Wildflower Meadow +1 scenery" in drawn
    assert "face up: FG  WW    deck: 23 cards    out of the game: none" in drawn
    assert "your hand: FF  FG  O01  ranger" in drawn
    assert "hand of seat 1: 5 cards" in drawn
    assert max(cell_len(line) for line in drawn.splitlines()) <= 100


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(tables("appalachian-trail")), st.integers(0, 2**32 - 1))
def test_every_state_can_be_drawn_and_told_and_nothing_hidden_is(choice: Choice, seed: int) -> None:
    dice = Dice(seed, 3)
    last: State | None = None
    for state, code in walk(game(choice), seed):
        if dice.below(6) == 0 or state.to_act == OVER:
            for seat in range(state.game.seats):
                drawn = TABLE.board(state, seat)
                assert plain(drawn)
                assert TABLE.board(state.imagine(seat, dice), seat) == drawn
            other = 1 if state.to_act == 0 else 0
            imagined = state.imagine(other, dice)
            for eyes in (other, WATCHER):
                assert plain(TABLE.prompt(imagined, NAMES, eyes)) == plain(TABLE.prompt(state, NAMES, eyes))
        if code >= 0:
            after = state.copy()
            after.apply(code)
            for reader in (None, 0, 1):
                story = TABLE.tell(state, code, after, NAMES, reader)
                assert story
                assert all(plain(sentence.text) and sentence.rule.startswith("AT-") for sentence in story)
        last = state
    assert last is not None
    assert plain(TABLE.board(last, None))


def test_who_may_read_which_card_was_drawn() -> None:
    state = table(hands=["FF", "WW"], display="GR GW")
    play(state, "done; draw")
    assert told(state.copy(), "card RR", 0) == told(state.copy(), "card RR") == {"AT-DRW-3": "Ann gets RR."}
    assert told(state.copy(), "card RR", 1) == {"AT-DRW-3": "Ann gets a card."}
    play(state, "card RR; take GW")
    assert told(state.copy(), "card FF", 1) == {"AT-DRW-2": "FF is laid face up."}
    assert told(state, "card O04", 1) == {"AT-DRW-2": "Prowling Bobcat or Waterfall (O04) is laid face up."}


def test_set_up_is_told() -> None:
    state = opening(3)
    assert told(state, "start 2") == {"AT-SET-4": "Cai goes first."}
    assert told(state, "goal F") == {"AT-SET-1": "Ann has the Forest Goal; Cai will begin with Forest."}
    assert told(state, "goal R") == {"AT-SET-1": "Ben has the Rocky Goal; Ann will begin with Rocky."}
    play(state, "goal G")
    assert told(state, "card FG", 0) == {"AT-SET-2": "Ann is dealt FG."}
    assert told(state, "card FG", 1) == {"AT-SET-2": "Ann is dealt a card."}
    assert TABLE.prompt(state, NAMES) == "The cards are dealt."


def test_plays_are_told() -> None:
    state = table("GF", ["FR RW O04 FG", "O01 ranger"], deck="")
    assert told(state, "trail FR 0,0") == {"AT-TRL-1": "Ann begins the trail with FR on 0,0."}
    assert told(state, "improve O04 at 0,1") == {
        "AT-IMP-1": "Ann improves the trail with Waterfall +2 scenery (O04) on 0,1.",
    }
    assert told(state, "obstacle O01 on 0 at 1,0") == {
        "AT-OBS-1": "Ben lays Black Bear -2 wildlife (O01) in Ann's way, on 1,0.",
    }
    assert told(state, "done") == {"AT-TURN-3": "Ben is done."}
    assert told(state, "discard FG") == {"AT-DIS-1": "Ann discards FG."}
    turned = table("GF", ["FR"], ["FR", "GG"], sides=["O01@1,0"])
    assert told(turned, "trail FR 0,1 turned") == {"AT-TRL-3": "Ann lays FR turned, as RF, on 0,1."}
    ranger = table("GF", ["ranger"], ["FR", "GG"], sides=["O01@1,0"])
    assert told(ranger, "ranger 1,0") == {"AT-RNG-2": "Ann's Ranger removes Black Bear -2 wildlife from 1,0."}


def test_sets_and_walls_are_told() -> None:
    state = table("GF", ["O03"], ["", "GG"], sides=["", "O01@1,0 O02@0,1"])
    assert told(state, "obstacle O03 on 1 at 0,-1") == {
        "AT-OBS-1": "Ann lays Hornet Nest -1 wildlife (O03) in Ben's way, on 0,-1.",
        "AT-SCO-6": "A set of wildlife for Ben (Black Bear, Timber Rattlesnake, Hornet Nest): 3 points.",
        "AT-OBS-4": "Ben has no way to the Goal left.",
    }


def test_a_completed_trail_is_told() -> None:
    state = table("GF", ["GG FF", ""], ["FG GG GG GG GG GG"])
    first = told(state, "trail GG 6,0")["AT-CMP-1"]
    assert first == "Ann completes the trail, the first, for 5 points, with 7 cards to the Goal."
    second = table("GGG", ["GG FF"], ["GG GG GG GG GG GG", "GG GG GG GG GG GG GG"], completed=[1])
    assert "Ann completes the trail, number 2" in told(second, "trail GG 6,0")["AT-CMP-1"]


@pytest.mark.rule("AT-END-3", "AT-IMP-3")
def test_the_prompt_warns_of_the_end_and_of_walling_oneself_in() -> None:
    state = table(hands=["FF FG FR FW GG", "GR GR GR GR WW"], display="GW GW")
    assert plain(TABLE.prompt(state, NAMES)) == "Ann: play up to 2 cards or discard up to 2, or done."
    state.do("done")
    assert plain(TABLE.prompt(state, NAMES)) == (
        "Ben: play up to 2 cards or discard up to 2. To use none is not allowed now: the deck still holds cards, and "
        "all others have just used none."
    )
    empty = table(hands=["FF FG FR FW GG", "GR GR GR GR WW"], display="GW GW", deck="")
    empty.do("done")
    assert plain(TABLE.prompt(empty, NAMES)) == (
        "Ben: play up to 2 cards or discard up to 2, or done. To use no card now ends the game."
    )
    walled = table(hands=["O03"], trails=["FF"], sides=["O01@1,0 O02@0,1"])
    assert "An improvement on 0,-1 would take your last way to the Goal." in TABLE.prompt(walled, NAMES)
    assert told(walled, "improve O03 at 0,-1")["AT-IMP-3"] == "Ann has no way to the Goal left."


def test_the_end_explains_every_point() -> None:
    state = opening()
    play(state, PRINTED)
    play(state, "improve O01 at 0,1; take WW; card FR; draw; card RW")
    keep_only(state, [])
    state.do("done")
    end = told(state, "done")
    assert end["AT-END-3"] == "The deck is empty, and nobody used a card all round: the game is over."
    assert end["AT-SCO-3"].startswith("Ann: cards on the continuous trail +11 (0,0 1,0 ")
    assert end["AT-SCO-8"] == (
        "Ann: active sides -1 (White-tailed Deer +1, Wildflower Meadow +1, Rockslide -2, Fallen Hemlock -1)."
    )
    assert end["AT-SCO-2"] == "Ben: not completed -2."
    assert end["AT-SCO-9"] == "Ann wins."
    assert TABLE.prompt(state, NAMES) == "The game is over: Ann 23, Ben -2."
    assert "hand of seat 1: FF  GG  O02  ranger  ranger" in plain(TABLE.board(state, 0))


def test_turns_that_end_by_themselves_are_told() -> None:
    state = table("GFR", hands=["RR", "", "FF"], deck="")
    before = state.copy()
    state.do("discard RR")
    story = TABLE.tell(before, state.game.parse("discard RR"), state, NAMES)
    assert [sentence.text for sentence in story] == ["Ann discards RR.", "Ben has no card left to use."]
    before = state.copy()
    state.do("done")
    story = TABLE.tell(before, state.game.parse("done"), state, NAMES)
    assert [sentence.text for sentence in story[:3]] == [
        "Cai uses no card.", "Ann has no card left to use.",
        "The deck is empty, and nobody used a card all round: the game is over.",
    ]


def test_ties_are_told() -> None:
    state = table(hands=["FF", "GG"], deck="")
    state.do("done")
    assert told(state, "done")["AT-SCO-9"] == "Ann and Ben share the win."
    complete = "GG GG GG GG GG GG GG"
    tied = table("GG", ["O01 O02", "WW"], [complete, "GR RF FW WR RG GG GG"], sides=["", "+O05@1,1"], completed=[0, 1])
    assert tied.scores() == [5 + 7 + 2 + 3, 7 + 2 + 1]
    assert told(tied, "done")["AT-END-2"] == "All trails are complete: the game is over."


def test_help_names_every_kind_of_move() -> None:
    text = plain(TABLE.help())
    kinds = {line.split()[0] for line in opening().board.lines} - {"start", "goal", "card"}
    assert all(kind in text for kind in kinds)
