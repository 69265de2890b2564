"""The engine beside the reference in games whose trails get completed, which random play hardly ever does."""
from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from tests.games.appalachian_trail.hikers import walk
from tests.games.appalachian_trail.reference import Reference
from tests.games.test_reference import compare
from tests.walks import Choice, game, tables


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(tables("appalachian-trail")), st.integers(0, 2**32 - 1))
def test_completed_trails_score_the_same(choice: Choice, seed: int) -> None:
    """At every twentieth step, and at every fourth once somebody has completed a trail."""
    one = game(choice)
    reference = Reference(json.loads(json.dumps(one.edition.data)), one.seats, dict(one.options))
    for step, (state, code) in enumerate(walk(one, seed)):
        assert isinstance(state, AppalachianTrailState)
        if code < 0 or step % (4 if len(state.completed) else 20) == 0:
            compare(state, reference)
        if code >= 0:
            reference.apply(one.text(code))
    assert state.winners() == reference.winners()
