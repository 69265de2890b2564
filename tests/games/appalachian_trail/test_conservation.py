"""Cards are never made or lost, and what the state keeps for speed is what its cards say."""
from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from roundhouse.games.appalachian_trail.rules import AppalachianTrailState
from tests.games.appalachian_trail.hikers import walk
from tests.walks import Choice, game, tables


def all_cards(view: dict[str, Any], kinds: list[str]) -> Counter[str]:
    found = Counter(view["display"])
    for pile in [*view["hands"], view["deck"], view["removed"]]:
        found.update(pile)
    for area in view["areas"]:
        found.update(card if card in kinds else card[::-1] for card in area["trail"].values())
        found.update(area["obstacles"].values())
        found.update(area["improvements"].values())
    return found


@settings(max_examples=10, deadline=None)
@given(st.sampled_from(tables("appalachian-trail")), st.integers(0, 2**32 - 1))
def test_every_card_is_somewhere(choice: Choice, seed: int) -> None:
    for step, (state, code) in enumerate(walk(game(choice), seed)):
        if step % 5 and code >= 0:
            continue
        assert isinstance(state, AppalachianTrailState)
        names = state.board.names
        view: Any = state.view()
        assert all_cards(view, names) == Counter(dict(zip(names, state.board.supply)))
        assert all(view["hands"][seat].get(kind, 0) >= n for seat in range(state.game.seats)
                   for kind, n in view["known"][seat].items())
        for pile in range(int(state.known)):
            counts = [int(n) for n in state.piles[pile * len(names):(pile + 1) * len(names)]]
            assert state.size[pile] == sum(counts)
            assert state.has[pile] == sum(1 << kind for kind, n in enumerate(counts) if n)
