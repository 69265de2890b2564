"""Names on maps: a search finds a spot for each, in every edition that comes with the house."""
from __future__ import annotations

from collections.abc import Sequence

import pytest

from roundhouse.games import game, title
from roundhouse.games.age_of_rail.labels import LARGER, named, obstacles
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.sheet import sheet
from roundhouse.games.labels import Line, Name, Obstacles, Spot, broken, clear, searched, shortened, touches
from roundhouse.games.settled import settled

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
def test_a_small_screen_shows_every_name_and_none_on_another(edition: str) -> None:
    made = map_of(edition)
    at = sheet(made)
    spots = settled(named(made, at, LARGER), obstacles(made, at))
    assert clear(spots) == list(spots)
    assert len({"".join(line.words for line in spot.lines) for spot in spots}) == len(spots)


@pytest.mark.parametrize("edition", title("age-of-rail").editions)
def test_nobody_waits_for_a_search_on_a_map_of_the_house(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where this fails, scripts/names.py has to be run: a map, its type or the search has changed."""
    monkeypatch.setattr("roundhouse.games.settled.searched", lambda *_: pytest.fail("a search on a map of the house"))
    settled.cache_clear()
    made = map_of(edition)
    at = sheet(made)
    for larger in (1, LARGER):
        assert settled(named(made, at, larger), obstacles(made, at))


def test_the_same_names_get_the_same_spots() -> None:
    made = map_of("allegheny")
    at = sheet(made)
    some = named(made, at)[:20]
    assert searched(some, obstacles(made, at)) == searched(some, obstacles(made, at))


def test_a_name_stands_at_the_right_of_its_place_if_nothing_is_in_the_way() -> None:
    name = Name((200, 200), 10, broken(Line("Sligo", 20)))
    free, = searched((name,), OPEN)
    assert free.box[0] > 210 and free.anchor == "start"
    wall = Obstacles(OPEN.sheet, (), (), tuple((215.0, y) for y in range(150, 250, 4)))
    moved, = searched((name,), wall)
    assert not moved.hides and moved.box[2] < 215


def test_a_long_name_is_broken_between_words_or_before_a_syllable() -> None:
    assert [line.words for line in broken(Line("Lourenco Marques", 10))[1]] == ["Lourenco", "Marques"]
    assert [line.words for line in broken(Line("Vereeniging", 10))[1]] == ["Veree-", "niging"]
    assert broken(Line("Vrede", 10)) == ((Line("Vrede", 10),),)


def test_a_name_is_cut_short_so_that_it_is_nobody_elses() -> None:
    places = ["Charleston", "Charlottesville", "Port Jervis", "Portland", "Erie", "Kroonstad"]
    short = {name: [way[0].words for way in shortened(Line(name, 10), places)] for name in places}
    assert short == {"Charleston": ["Charles."], "Charlottesville": ["Charlot."], "Port Jervis": ["Port J."],
                     "Portland": ["Portl."], "Erie": [], "Kroonstad": ["Kroon."]}
