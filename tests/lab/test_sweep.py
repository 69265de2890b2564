"""Sweeps: every number and option of every game can be varied, and what can't be is said before anything is played."""
from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from roundhouse.errors import UserError
from roundhouse.games import Setup, title, titles
from roundhouse.games.data import EditionError
from roundhouse.lab.study import Study
from roundhouse.lab.sweep import Sweep, Vary, look, read_vary, set_value, write_sweep
from tests.lab.studies import analysed
from tests.lab.test_report import needs_nothing_else


@pytest.mark.parametrize(("text", "values"), [
    ("a=1,2,3", (1, 2, 3)), ("a=1..3", (1, 2, 3)), ("a=10..30/10", (10, 20, 30)), ("option:b=on,off", ("on", "off")),
    ("a.b.0=true,1.5", (True, 1.5)),
])
def test_what_varies_is_read(text: str, values: tuple[object, ...]) -> None:
    assert read_vary(text) == Vary(text.partition("=")[0], values)


@pytest.mark.parametrize("text", ["a", "a=", "=3", "a=1..x", "a=1..5/0", "a=1..99999999999"])
def test_what_does_not_vary_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="--vary"):
        read_vary(text)


def test_a_place_in_an_edition_is_found_by_id_or_number() -> None:
    data = {"cash": 20, "railways": [{"id": "A", "shares": [3, 4]}]}
    set_value(data, "railways.A.shares.1", 9)
    set_value(data, "cash", 5)
    assert data == {"cash": 5, "railways": [{"id": "A", "shares": [3, 9]}]}
    with pytest.raises(UserError, match=r"no 'railways\.B\.shares': at 'B' there is A"):
        set_value(data, "railways.B.shares", 1)
    with pytest.raises(UserError, match="is not a single value"):
        set_value(data, "railways.A.shares", 1)


def test_a_sweep_plays_every_point_and_shows_what_each_does(tmp_path: Path) -> None:
    base = Study(Setup.of("irish-gauge"), ("random",) * 3, 4, 1)
    varied = [Vary("starting_cash", (12, 40)), Vary("railways.GSW.locomotives", (12, 19))]
    sweep = Sweep.plan(base, varied, 0, ("top_score", "wins:first", "wins:0"))
    assert [point.values for point in sweep.points] == [(12, 12), (12, 19), (40, 12), (40, 19)]
    studies = [analysed(tmp_path / point.folder, point.study) for point in sweep.points]
    assert [json.loads(study.study.setup.text)["starting_cash"] for study in studies] == [12, 12, 40, 40]
    scores = [sum(look(study, "top_score")[2]) for study in studies]
    assert min(scores[2:]) > max(scores[:2])
    write_sweep(sweep, studies, tmp_path / "sweep.html")
    page = (tmp_path / "sweep.html").read_text(encoding="utf-8")
    assert needs_nothing_else(page)
    assert "Winning score by starting_cash" in page


def test_a_sweep_at_random_takes_different_points_the_same_each_time() -> None:
    base = Study(Setup.of("appalachian-trail"), ("random",) * 2, 4, 1)
    varied = [Vary("option:length", (5, 6, 7)), Vary("hand_size", (4, 5, 6))]
    plans = [Sweep.plan(base, varied, 5, ("margin",)) for _ in range(2)]
    assert plans[0] == plans[1]
    assert len({point.values for point in plans[0].points}) == 5
    assert len(Sweep.plan(base, varied, 50, ("margin",)).points) == 9


def numbers_in(data: object, place: str = "") -> Iterator[tuple[str, int]]:
    """Every whole number of an edition, by its place."""
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from numbers_in(value, f"{place}.{key}".lstrip("."))
    elif type(data) is int:
        yield place, data


EDITIONS = [(name, edition) for name, one in titles().items() for edition in one.editions]


def base_of(name: str, edition: str | None = None) -> Study:
    return Study(Setup.of(name, None, edition), ("random",) * title(name).players[0], 2, 1)


def refused(base: Study, vary: Vary) -> str:
    """Why it can't be varied; nothing if it can."""
    try:
        Sweep.plan(base, [vary], 0, ("margin",))
    except UserError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_every_number_of_every_edition_can_be_swept(name: str, edition: str) -> None:
    """It is planned, or refused because of the value, for no other reason."""
    base = base_of(name, edition)
    kinds: dict[str, tuple[str, int]] = {}
    for place, value in numbers_in(base.setup.game().edition.data):
        kinds.setdefault(re.sub(r"\d+", "*", place), (place, value))
    why = {place: refused(base, Vary(place, (value, value + 1))) for place, value in kinds.values()}
    reasons = [reason for reason in why.values() if reason]
    assert len(reasons) < len(why)
    assert all("the edition can't be played" in reason and "an id" not in reason for reason in reasons)


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_a_sweep_over_a_number_and_every_option_is_played(name: str, edition: str, tmp_path: Path) -> None:
    base = base_of(name, edition)
    options = [Vary(f"option:{one.name}", one.values[:2]) for one in title(name).options]
    varied = [vary for vary in options if "must stay" not in refused(base, vary)]
    number = {"irish-gauge": "starting_cash", "age-of-rail": "link_cost", "narrow-gauge": "starting_cash",
              "appalachian-trail": "hand_size", "night-mail": "runs"}[name]
    value = base.setup.game().edition.data[number]
    sweep = Sweep.plan(base, [Vary(number, (value, value + 1)), *varied], 3, ("margin", "turns"))
    studies = [analysed(tmp_path / point.folder, point.study) for point in sweep.points]
    write_sweep(sweep, studies, tmp_path / "sweep.html")
    assert "What was tested" in (tmp_path / "sweep.html").read_text(encoding="utf-8")


def test_points_with_long_names_have_folders_of_their_own() -> None:
    base = Study(Setup.of("irish-gauge"), ("random",) * 3, 2, 1)
    varied = [Vary(f"railways.{name}.locomotives", (12, 13)) for name in ("CBSC", "WLW", "BCD", "GSW", "MGW")]
    folders = [point.folder for point in Sweep.plan(base, varied, 0, ("margin",)).points]
    assert len(set(folders)) == 32


def test_a_sweep_is_checked_before_it_is_played() -> None:
    base = Study(Setup.of("irish-gauge"), ("random",) * 3, 4, 1)
    with pytest.raises(EditionError, match="with build_points=0 the edition can't be played: build_points: expected"):
        Sweep.plan(base, [Vary("build_points", (0, 3))], 0, ("margin",))
    with pytest.raises(UserError, match="no metric 'margn'"):
        Sweep.plan(base, [Vary("build_points", (3,))], 0, ("margn",))
    with pytest.raises(UserError, match="1,000 points"):
        Sweep.plan(base, [Vary("starting_cash", tuple(range(1000)))], 0, ("margin",))
    with pytest.raises(UserError, match="has no option 'lenght'"):
        Sweep.plan(base, [Vary("option:lenght", (5,))], 0, ("margin",))
