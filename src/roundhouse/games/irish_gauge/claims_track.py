"""What can be said of track and of special interests in Irish Gauge."""

from __future__ import annotations

from roundhouse.games.claims import Claims, copied
from roundhouse.games.irish_gauge.claims_reading import each_share, held, holders_of, points_to, pounds, rail, town
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
    ways = []
    for h in after:
        if after[h] <= A_TURN and after[h] < before.get(h, 99):
            there = copied(t)
            there.place_locomotive(r, h)
            ways.append((each_share(there, r) - each_share(t, r), h, each_share(there, r)))
    if ways and mine:
        gain, h, there_pays = max(ways)
        if gain > 0.5:
            found.add(
                "way",
                s.board.railway_ids[r],
                0.6 * gain * calls * (mine if mine >= theirs else 0.4 * mine),
                "{line} is a turn from {town}, where a share would pay {there} at a call instead of {now}.",
                {"line": rail(s, r), "town": town(t, h), "there": pounds(there_pays), "now": pounds(each_share(t, r))},
                (s.board.grid.ids[h],),
                hex=s.board.grid.ids[h],
                there=there_pays,
                now=each_share(t, r),
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
    """A way that others' railways had, and that is longer now or gone."""
    line, s, t = found.line, found.line.before, found.line.after
    for r in range(len(s.board.railway_ids)):
        mine, (theirs, who) = holders_of(s, r, line.me)
        if r == built or theirs <= mine:
            continue
        was, now = points_to(s, r), points_to(t, r)
        lost = [
            (min(now.get(h, 12.0), 12.0) - was[h], h)
            for h in was
            if was[h] <= WITHIN and now.get(h, 99) - was[h] >= 1.5
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
