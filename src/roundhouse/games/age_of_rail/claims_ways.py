"""What can be said of where a railroad of Age of Rail can go on: the best next link, and places that are worth much."""
from __future__ import annotations

from collections import deque

from roundhouse.games.age_of_rail.claims_reading import holders_of
from roundhouse.games.age_of_rail.facts import LinkLaid
from roundhouse.games.age_of_rail.position import Position
from roundhouse.games.age_of_rail.things import things
from roundhouse.games.claims import Claims

RICH = 4                # a place that is worth as much is one to build to
AHEAD = 4               # links


def add(found: Claims[Position]) -> None:
    """Add, for each railroad that laid a link, where it can go on; nothing once the game is over."""
    line, t = found.line, found.line.after
    if t.to_act < 0:
        return
    for name in dict.fromkeys(fact.company for fact in line.facts if isinstance(fact, LinkLaid)):
        railroad = t.board.railroad_ids.index(name)
        mine, (theirs, _) = holders_of(t, railroad, line.me)
        stake = mine - theirs + 0.2 * mine
        _next_link(found, railroad, stake)
        _rich_place(found, railroad, stake)


def links_on(s: Position, railroad: int) -> dict[str, int]:
    """Every link without track that touches the network, with the Income that it would bring."""
    board = s.board
    return {
        board.link_ids[n]: int(s.link_income(n)) for n in range(board.links)
        if s.unbuilt[board.word[n]] & board.bit[n]
        and s.reach[railroad * board.link_words + board.word[n]] & board.bit[n]
    }


def _next_link(found: Claims[Position], railroad: int, stake: float) -> None:
    """The link that would bring most next."""
    t = found.line.after
    ways = links_on(t, railroad)
    name = t.board.railroad_ids[railroad]
    if not ways:
        found.add("next link", name, -2.0 * stake, "{line} can then build no further.",
                  {"line": things(t.board).line(railroad)}, (), best=0, where="")
        return
    link, income = max(ways.items(), key=lambda one: (one[1], one[0]))
    start, end = (things(t.board).place(one) for one in link.split("~"))
    found.add(
        "next link", name, 0.3 * income * stake, "The best link that {line} can build next is then {start} to {end}: "
        "{income} more Income.", {"line": things(t.board).line(railroad), "start": start, "end": end,
                                  "income": str(income)}, (link,), best=income, where=link,
    )


def _rich_place(found: Claims[Position], railroad: int, stake: float) -> None:
    """The nearest place that is worth much and that the railroad has not reached."""
    s, t = found.line.before, found.line.after
    now, was = links_to(t, railroad), links_to(s, railroad)
    nearer = [
        (int(t.worth(p)), -n, p) for p, n in now.items() if n <= min(AHEAD, was.get(p, 99) - 1) and t.worth(p) >= RICH
    ]
    if not nearer:
        return
    worth, left, place = max(nearer)
    where = t.board.place_ids[place]
    says = "{line} is then a link from {place}, which is worth {worth}."
    if left < -1:
        says = "{line} is then {n} links from {place}, which is worth {worth}."
    parts = {"line": things(t.board).line(railroad), "place": things(t.board).place(where), "worth": str(worth)}
    found.add("nearer", t.board.railroad_ids[railroad], 0.5 * worth / -left * stake, says, {
        **parts, "n": str(-left),
    }, (where,), place=where, links=-left, worth=worth)


def links_to(s: Position, railroad: int) -> dict[int, int]:
    """How many links without track lead from the network to each place where it is not."""
    board = s.board
    open_: dict[int, list[int]] = {}
    for n in range(board.links):
        if s.unbuilt[board.word[n]] & board.bit[n]:
            a, b = int(board.end_a[n]), int(board.end_b[n])
            open_.setdefault(a, []).append(b)
            open_.setdefault(b, []).append(a)
    far = {p: 0 for p in range(board.places) if s.on_network(railroad, p)}
    queue = deque(far)
    while queue:
        here = queue.popleft()
        for there in open_.get(here, ()):
            if there not in far:
                far[there] = far[here] + 1
                queue.append(there)
    return {place: links for place, links in far.items() if links}
