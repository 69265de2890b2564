"""What can be said of track and of special interests in Irish Gauge."""

from __future__ import annotations

from roundhouse.games.claims import Claims, copied
from roundhouse.games.irish_gauge.board import DIFFICULT_COST
from roundhouse.games.irish_gauge.claims_reading import (
    builds_of,
    each_share,
    held,
    holders_of,
    points_to,
    pounds,
    rail,
    town,
)
from roundhouse.games.irish_gauge.facts import TrackLaid
from roundhouse.games.irish_gauge.position import TURN, Position
from roundhouse.games.words import joined, seat

A_TURN = 3  # build points
WITHIN = 6  # two turns


def add(found: Claims[Position]) -> None:
    """Add what can be said of track that is placed, and of stopping."""
    line = found.line
    laid = [fact for fact in line.facts if isinstance(fact, TrackLaid)]
    if line.after.to_act >= 0 and line.after.phase == TURN:
        for railway in dict.fromkeys(fact.company for fact in laid):
            _onward(found, line.before.board.railway_ids.index(railway))
        if laid:
            _closed(found, line.before.board.railway_ids.index(laid[0].company))
    if line.text == "done":
        _done(found)


def _onward(found: Claims[Position], r: int) -> None:
    """Places that the railway can come to in a turn now, and could not before; what it would pay there."""
    line, s, t = found.line, found.line.before, found.line.after
    mine, (theirs, _) = holders_of(s, r, line.me)
    before, after = points_to(s, r), points_to(t, r)
    near = sorted(h for h, p in after.items() if p <= A_TURN)
    calls = max(1.0, int(s.bag_size) / 4.0 - 0.5)
    closer_now = {h for h in after if after[h] <= A_TURN and after[h] < before.get(h, 99)}
    ways = []
    if closer_now and mine:
        for towns, way in builds_of(t, r, A_TURN).items():
            if towns & closer_now:
                there = copied(t)
                for h in way:
                    there.place_locomotive(r, h)
                ways.append((each_share(there, r), -len(towns), sorted(towns), way))
    if ways:
        pays, _, reached, way = max(ways)
        gain, now = pays - each_share(t, r), each_share(s, r)
        if gain > 0.5 and round(pays) > round(now):
            hexes = [s.board.grid.ids[h] for h in reached]
            found.add(
                "way",
                s.board.railway_ids[r],
                0.6 * gain * calls * (mine if mine >= theirs else 0.4 * mine),
                "{line} can come to {towns} in its next turn: a share would then pay {there} a call on "
                "average instead of {now}.",
                {
                    "line": rail(s, r),
                    "towns": joined([town(t, h) for h in reached], ", ", " and "),
                    "there": pounds(pays),
                    "now": pounds(now),
                },
                tuple(hexes),
                hexes=hexes,
                way=[s.board.grid.ids[h] for h in way],
                there=pays,
                now=now,
            )
    if near and mine:
        ids = [s.board.grid.ids[h] for h in near]
        shown = joined([town(t, h) for h in near], ", ", " and ")
        says = "{towns} {is} then a turn away for {line}.".replace("{is}", "is" if len(near) == 1 else "are")
        found.add(
            "places",
            s.board.railway_ids[r],
            0.35 * len(near) * mine,
            says,
            {"towns": shown, "line": rail(s, r)},
            tuple(ids),
            hexes=ids,
        )
    closer = [(before[h] - after[h], -after[h], h) for h in after if A_TURN < after[h] < before.get(h, 0) - 0.9]
    if closer and mine:
        gain, left, h = max(closer)
        if -left <= WITHIN:
            found.add(
                "towards",
                s.board.railway_ids[r],
                0.3 * mine * gain * WITHIN / -left,
                "{line} comes to {points} points from {town}.",
                {"line": rail(s, r), "town": town(t, h), "points": f"{-left:g}"},
                (s.board.grid.ids[h],),
                hex=s.board.grid.ids[h],
                points=-left,
            )


def _closed(found: Claims[Position], built: int) -> None:
    """A way that others' railways had through difficult ground, which only one may build: it is longer now or gone."""
    line, s, t = found.line, found.line.before, found.line.after
    easy, passes = copied(s), []
    for fact in line.facts:
        if isinstance(fact, TrackLaid):
            h = s.board.grid.index[fact.hex]
            if s.board.cost[h] == DIFFICULT_COST:
                passes.append(fact.hex)
            else:
                easy.place_locomotive(built, h)
    if not passes:
        return
    for r in range(len(s.board.railway_ids)):
        mine, (theirs, who) = holders_of(s, r, line.me)
        if r == built or theirs <= mine:
            continue
        was, now, open_ = points_to(s, r), points_to(t, r), points_to(easy, r)
        lost = [
            (min(now.get(h, 12.0), 12.0) - was[h], h)
            for h in was
            if was[h] <= WITHIN and now.get(h, 99) - open_[h] >= 1.5
        ]
        if not lost:
            continue
        more, h = max(lost)
        parts = {
            "town": town(s, h),
            "who": seat(who),
            "line": rail(s, r),
            "was": f"{was[h]:g}",
            "now": f"{now.get(h, 0):g}",
        }
        says = (
            "It shuts {who}'s {line} out of {town}."
            if h not in now
            else ("It closes the pass to {town}: {who}'s {line} now needs {now} points to get there instead of {was}.")
        )
        found.add(
            "closes",
            s.board.railway_ids[r],
            0.6 * more * (theirs - mine),
            says,
            parts,
            (s.board.grid.ids[h],),
            hex=s.board.grid.ids[h],
            was=was[h],
            now=now.get(h),
            who=who,
            passes=passes,
        )


def _done(found: Claims[Position]) -> None:
    """Why to stop: nothing that counts is within reach, or another has as much of it."""
    line, s = found.line, found.line.before
    r = int(s.building)
    reach = [h for h, points in points_to(s, r).items() if 2 * points <= int(s.halves)]
    parts = {"points": f"{s.halves / 2:g}", "line": rail(s, r), "left": str(int(s.locomotives[r]))}
    if not reach:
        says = "The {points} points left bring {line} to no town or city, and it keeps its {left} locomotives."
        found.add(
            "keeps",
            s.board.railway_ids[r],
            0.4,
            says.replace("1 points", "point"),
            parts,
            left=int(s.locomotives[r]),
            points=s.halves / 2,
        )
        return
    mine, (theirs, who) = holders_of(s, r, line.me)
    if theirs >= mine:
        found.add(
            "not for you",
            s.board.railway_ids[r],
            0.3,
            "What {line} could still reach would pay {who} as much as you: {theirs} shares to your {mine}.".replace(
                "{theirs} shares", "{theirs} share" if theirs == 1 else "{theirs} shares"
            ),
            {**parts, "who": seat(who), "theirs": str(theirs), "mine": str(held(s, line.me, r))},
            theirs=theirs,
            mine=mine,
            who=who,
        )
