"""Sentences about a seat are said to whoever sits there as "you", in every game, with the right verbs."""
from __future__ import annotations

import re

import pytest

from roundhouse.bots.match import play
from roundhouse.bots.random import RandomBot
from roundhouse.games import Setup, title, titles
from roundhouse.games.addressing import Oneself
from roundhouse.games.words import Words, plain, seat, text, words
from roundhouse.records.replay import replay
from roundhouse.records.story import story

WRONG = re.compile(
    r"\b[Yy]ou,? (?:now |then |also )?(?!pass\b|unless\b)[a-z]*s\b|\b[Yy]ou [^.;:]*\band (?!pass\b|points\b)[a-z]*s\b"
    r"|\b[Yy]ou'|\b[Yy]our?\b[^.;]*\b(?:their|they)\b|(?:^|\. )you"
)
WHO, OTHER = seat(0), seat(1)
SAID = {
    words("{who} buys a share and pays £3.", who=WHO): "You buy a share and pay £3.",
    words("{who}, with the share, takes the first turn.", who=WHO): "You, with the share, take the first turn.",
    words("{other} pays {who} and has {who} build.", who=WHO, other=OTHER): "Ben pays you and has you build.",
    words("{who}'s die stays; {other} has {who}'s card.", who=WHO, other=OTHER): "Your die stays; Ben has your card.",
    words("It is over: {who} £3. {who} {n|wins|win}.", who=WHO, n=1): "It is over: you £3. You win.",
    words("{who} plays T14: the {line} builds on H5, and stands on I6 already.", who=WHO, line=text("blue line")):
        "You play T14: the blue line builds on H5, and stands on I6 already.",
    words("{who} connects H3: the marker goes from 0 to 1 and pays $4.", who=WHO):
        "You connect H3: the marker goes from 0 to 1 and pays $4.",
    words("{who} passes, {other} passes.", who=WHO, other=OTHER): "You pass, Ben passes.",
}


def test_the_reader_is_you_as_subject_object_and_owner() -> None:
    names = [Oneself("Ann"), "Ben"]
    assert {sentence: plain(sentence, names) for sentence in SAID} == SAID
    assert plain(words("{who} passes.", who=WHO), ["Ann", "Ben"]) == "Ann passes."
    assert Oneself("Ann") != "Ann" != Oneself("Ann") and f"{names[0]}" == "Ann"


@pytest.mark.parametrize("game", ["irish-gauge", "age-of-rail", "narrow-gauge", "appalachian-trail"])
def test_whole_games_are_told_to_one_who_played_in_them(game: str) -> None:
    setup = Setup.of(game, titles()[game].players[0])
    names = [Oneself("Ann"), "Ben", "Cat"][: setup.seats]
    for number in range(2):
        course = replay(play(setup, ["random"] * setup.seats, [RandomBot() for _ in range(setup.seats)], 7, number))
        texts = title(game).room.texts
        told: list[Words] = [texts.tell(course.game, fact) for step in course.told() for fact in step.facts(0)]
        said = [plain(sentence, names) for sentence in (*told, *story(course).told)]
        assert sum("ou" in sentence for sentence in said) > 20
        assert [sentence for sentence in said if WRONG.search(sentence) or "Ann" in sentence] == []
