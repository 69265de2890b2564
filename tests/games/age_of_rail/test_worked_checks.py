"""The worked checks and counts of the rules."""
from __future__ import annotations

from collections import Counter, deque

import pytest

from tests.games.age_of_rail.positions import (
    ALLEGHENY,
    SOUTH_AFRICA,
    WORKED_GAME,
    Line,
    at,
    do,
    lines,
    numbers,
    start,
    table,
)


@pytest.mark.rule("AR-TERM-3", "AR-TERM-4", "AR-STK-3", "AR-DIV-2")
def test_the_example_of_2011() -> None:
    nrc = Line("glencoe-junction~ladysmith glencoe-junction~vryheid hlobane~vryheid")
    s = table(SOUTH_AFRICA, levels={"ladysmith": 1, "hlobane": 1}, NRC=nrc)
    assert numbers(s, "NRC") == (15, 15, 0)
    assert s.minimum_bid(s.board.railroad_ids.index("NRC")) == 3
    do(s, "dividends")
    assert at(s, "cash")[0] == 83


@pytest.mark.rule("AR-OFF-4", "AR-LATE-3")
@pytest.mark.parametrize("edition", [SOUTH_AFRICA, ALLEGHENY])
def test_incomes_after_the_free_link(edition: str) -> None:
    board = start(edition).board
    for railroad, name in enumerate(board.railroad_ids):
        base = board.place_ids[board.base[railroad]]
        for link in board.link_ids:
            if base in link.split("~"):
                income = numbers(table(edition, railroads={name: Line(link)}), name)[0]
                if name in ("ZASM", "PLE"):
                    assert income == (4 if {"pretoria", "vereeniging"} & set(link.split("~")) else 3)
                else:
                    assert income == (6 if link == "bloemfontein~kimberley" else 4)


@pytest.mark.rule("AR-EXT-2", "AR-EXT-3", "AR-STK-3")
def test_ctrd_reaches_bechuanaland() -> None:
    s = table(SOUTH_AFRICA, CTRD=Line("kimberley~warrenton purdimoe~warrenton mafeking~purdimoe", 30, shares=(1, 1, 1)))
    assert numbers(s, "CTRD")[0] == 8
    do(s, "connect CTRD bechuanaland")
    assert numbers(s, "CTRD") == (8, 55, 0)
    assert at(s, "cash") == [81, 81, 81]
    do(s, "offer CTRD")
    assert at(s, "auction")["minimum"] == 11


@pytest.mark.rule("AL-SET-1")
def test_the_game_of_38_lines() -> None:
    s = start()
    assert len(WORKED_GAME) == 38
    for line in WORKED_GAME:
        do(s, line)
        if line == "link PRR lancaster~philadelphia":
            assert (at(s, "to_act"), len(s.lines())) == (0, 26)
            counted = Counter(legal.split()[0] for legal in s.lines())
            assert counted == {"link": 8, "offer": 5, "offer-own": 2, "develop": 10, "dividends": 1}
    assert at(s, "cash") == [49, 59, 69]
    assert at(s, "scores") == [75, 91, 107]
    assert at(s, "boxes") == ["build", "offer", "dividends"]
    assert (at(s, "dividends_paid"), at(s, "to_act"), at(s, "turn")) == (1, 0, 0)
    assert at(s, "development") == {"new-york": 1, "pittsburgh": 1}
    expected = {
        "CO": (4, 5, 15), "BO": (8, 15, 5), "NYC": (7, 5, 12), "BM": (4, 5, 0), "PRR": (14, 20, 5), "PLE": (4, 5, 4),
    }
    assert {name: numbers(s, name) for name in expected} == expected


@pytest.mark.rule("AR-TERM-1")
@pytest.mark.parametrize(
    ("edition", "places", "links", "distances", "meeting"),
    [(SOUTH_AFRICA, 71, 88, [7, 5, 4, 5, 7], 8), (ALLEGHENY, 77, 104, [6, 4, 6, 7, 4], 6)],
)
def test_the_boards(edition: str, places: int, links: int, distances: list[int], meeting: int) -> None:
    board = start(edition).board
    assert (len(board.place_ids), len(board.link_ids)) == (places, links)
    near: dict[str, list[str]] = {place: [] for place in board.place_ids}
    for link in board.link_ids:
        a, b = link.split("~")
        near[a].append(b)
        near[b].append(a)
    city = board.place_ids[board.trigger]
    away = {city: 0}
    queue = deque([city])
    while queue:
        place = queue.popleft()
        for other in near[place]:
            if other not in away:
                away[other] = away[place] + 1
                queue.append(other)
    assert len(away) == places
    assert [away[board.place_ids[board.base[r]]] for r in range(5)] == distances
    assert len(near[city]) == meeting


@pytest.mark.rule("AL-OFF-2")
def test_the_bases_of_allegheny() -> None:
    board = start().board
    bases = {name: board.place_names[board.base[r]] for r, name in enumerate(board.railroad_ids)}
    assert bases == {
        "CO": "Richmond", "BO": "Baltimore", "NYC": "New York", "BM": "Boston", "PRR": "Philadelphia",
        "PLE": "Pittsburgh",
    }
    s = start()
    do(s, "start 0", "pass", "pass", "pass")
    assert all("richmond" in line for line in lines(s, "link"))
