"""Names on maps: a search finds a spot for each, in every edition that comes with the house."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from roundhouse.games import game, title
from roundhouse.games.age_of_rail.drawing_map import LARGER, named, obstacles, sheet
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.labels import Line, Name, Obstacles, Spot, broken, clear, settled, touches

OPEN = Obstacles((0, 0, 400, 400), (), (), ())


def map_of(edition: str) -> AgeOfRail:
    made = game("age-of-rail", 3, edition=edition)
    assert isinstance(made, AgeOfRail)
    return made


def on_each_other(spots: Sequence[Spot]) -> list[tuple[Spot, Spot]]:
    return [(one, other) for n, one in enumerate(spots) for other in spots[:n] if touches(one.box, other.box)]


@pytest.mark.parametrize("edition", title("age-of-rail").editions)
def test_every_name_of_an_edition_has_a_spot_of_its_own(edition: str) -> None:
    made = map_of(edition)
    at = sheet(made)
    spots = settled(named(made, at), obstacles(made, at))
    assert len(spots) == len(at.places) + len(at.externals)
    assert [spot.lines[0].words for spot in spots if spot.hides] == []
    assert on_each_other(spots) == []


@pytest.mark.parametrize("edition", title("age-of-rail").editions)
def test_a_small_screen_shows_most_names_and_none_on_another(edition: str) -> None:
    made = map_of(edition)
    at = sheet(made)
    spots = settled(named(made, at, LARGER), obstacles(made, at))
    kept = clear(spots)
    assert on_each_other(kept) == []
    assert not [spot for spot in kept if spot.hides]
    assert len(kept) > 0.75 * len(spots)


def test_the_same_names_get_the_same_spots() -> None:
    made = map_of("allegheny")
    at = sheet(made)
    first = settled(named(made, at), obstacles(made, at))
    settled.cache_clear()
    assert settled(named(made, at), obstacles(made, at)) == first


def test_a_name_stands_at_the_right_of_its_place_if_nothing_is_in_the_way() -> None:
    name = Name((200, 200), 10, broken(Line("Sligo", 20)))
    free, = settled((name,), OPEN)
    assert free.box[0] > 210 and free.anchor == "start"
    wall = Obstacles(OPEN.sheet, (), (), tuple((215.0, y) for y in range(150, 250, 4)))
    moved, = settled((name,), wall)
    assert not moved.hides and moved.box[2] < 215


def test_a_long_name_is_broken_between_words_or_before_a_syllable() -> None:
    assert [line.words for line in broken(Line("Lourenco Marques", 10))[1]] == ["Lourenco", "Marques"]
    assert [line.words for line in broken(Line("Vereeniging", 10))[1]] == ["Veree-", "niging"]
    assert broken(Line("Vrede", 10)) == ((Line("Vrede", 10),),)
