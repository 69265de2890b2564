"""The board of an edition as tables: places, links, externals, railroads, and the action codes that they give."""
from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from roundhouse.engine.bits import BIT, WORD, packed, words_for
from roundhouse.engine.contract import NOBODY

NO_LIMIT: Final[i64] = 0       # of slots in a box

# The boxes for the players' markers.
BUILD_BOX: Final[i64] = 0
OFFER_BOX: Final[i64] = 1
DEVELOP_BOX: Final[i64] = 2
DIVIDENDS_BOX: Final[i64] = 3
BOXES: Final = ["build", "offer", "develop", "dividends"]
BOX_TITLES: Final = ["Build Track", "Offer Stock", "Develop Locations", "Pay Dividends"]

# The kinds of action. For the first seven the kind is the code.
PASS: Final[i64] = 0
DONE: Final[i64] = 1
AUTO: Final[i64] = 2
BUILD_NOTHING: Final[i64] = 3
OFFER_NOTHING: Final[i64] = 4
DEVELOP_NOTHING: Final[i64] = 5
DIVIDENDS: Final[i64] = 6
OFFER: Final[i64] = 7
OFFER_OWN: Final[i64] = 8
CONNECT: Final[i64] = 9
DELEGATE: Final[i64] = 10
LINK: Final[i64] = 11
DEVELOP: Final[i64] = 12
START: Final[i64] = 13
WORDS: Final = ["pass", "done", "auto", "build-nothing", "offer-nothing", "develop-nothing", "dividends"]


class Board:
    """Everything printed, with the options chosen. Built once for a game from checked data, then only read."""

    def __init__(self, data: dict[str, Any], seats: int, options: dict[str, object]) -> None:
        self.map: str = data["edition"]
        at = {place["id"]: p for p, place in enumerate(data["places"])}
        self._lay_out_places(data["places"])
        self._lay_out_links(data["links"], at)
        self._lay_out_externals(data["externals"], at, data["externals_add_value"])
        self._list_railroads(data["railroads"], at, options)
        self.late: i64 = self.railroad_ids.index(data["late_railroad"])
        self.trigger: i64 = at[data["late_trigger"]]
        self.is_allegheny: bool = data["late_trigger"] == "pittsburgh"
        self._set_prices(data, seats)
        self._set_boxes(data, seats, options)
        self._set_exceptions(data, at, options)
        self._number_the_actions(seats)

    def _lay_out_places(self, places: list[dict[str, Any]]) -> None:
        self.place_ids: list[str] = [p["id"] for p in places]
        self.place_names: list[str] = [p["name"] for p in places]
        self.place_classes: list[str] = [p["class"] for p in places]
        self.places: i64 = len(places)
        self.place_words: i64 = words_for(len(places))
        # The value of place p at level n is steps[first_step[p] + n] (AR-TERM-1).
        steps: list[list[int]] = [p["steps"] for p in places]
        self.steps: vec[i64] = vec[i64]([value for values in steps for value in values])
        self.first_step: vec[i64] = vec[i64]([sum(map(len, steps[:p])) for p in range(len(places))])
        self.last_level: vec[i64] = vec[i64]([len(values) - 1 for values in steps])
        growing = [p for p, values in enumerate(steps) if len(values) > 1]
        self.can_grow: vec[i64] = packed([growing], words_for(len(places)))

    def _lay_out_links(self, links: list[str], at: dict[str, int]) -> None:
        self.link_ids: list[str] = links
        self.links: i64 = len(links)
        self.link_words: i64 = words_for(len(links))
        ends = [[at[end] for end in link.split("~")] for link in links]
        self.end_a: vec[i64] = vec[i64]([a for a, _ in ends])
        self.end_b: vec[i64] = vec[i64]([b for _, b in ends])
        # A set by place: the links that meet there.
        meeting = [[n for n, pair in enumerate(ends) if p in pair] for p in range(len(at))]
        self.touching: vec[i64] = packed(meeting, words_for(len(links)))
        # Where a place stands in a set of places, or a link in a set of links: looked up because dividing is slow.
        members = range(max(len(at), len(links)))
        self.word: vec[i64] = vec[i64]([n // WORD for n in members])
        self.bit: vec[i64] = vec[i64]([BIT[n % WORD] for n in members])

    def _lay_out_externals(self, externals: list[dict[str, Any]], at: dict[str, int], add_value: bool) -> None:
        self.external_ids: list[str] = [e["id"] for e in externals]
        self.external_names: list[str] = [e["name"] for e in externals]
        self.externals: i64 = len(externals)
        self.gate: vec[i64] = vec[i64]([at[e["gate"]] for e in externals])
        self.price: vec[i64] = vec[i64]([e["price"] for e in externals])
        self.external_rule: str = "AR-EXT-3" if add_value else "AL-EXT-1"
        self.external_value: vec[i64] = vec[i64]([e["value"] if add_value else 0 for e in externals])

    def _list_railroads(self, railroads: list[dict[str, Any]], at: dict[str, int], options: dict[str, object]) -> None:
        self.railroad_ids: list[str] = [r["id"] for r in railroads]
        self.railroad_shorts: list[str] = [r["short"] for r in railroads]
        self.railroad_names: list[str] = [r["name"] for r in railroads]
        self.colours: list[str] = _colours(railroads, options)
        self.railroads: i64 = len(railroads)
        self.base: vec[i64] = vec[i64]([at[r["base"]] for r in railroads])
        # The railroad that is offered after each in the Initial Offering (AR-OFF-1), NOBODY after the last.
        order = {r["order"]: index for index, r in enumerate(railroads) if r["order"] is not None}
        opening = [order[place] for place in sorted(order)]
        following = dict(zip(opening, opening[1:]))
        self.first_offered: i64 = opening[0]
        self.offered_next: vec[i64] = vec[i64]([i64(following.get(r, NOBODY)) for r in range(len(railroads))])

    def _set_prices(self, data: dict[str, Any], seats: int) -> None:
        self.starting_cash: i64 = data["starting_cash"][str(seats)]
        self.shares: i64 = data["shares_per_railroad"]
        self.link_cost: i64 = data["link_cost"]
        self.second_link_cost: i64 = data["second_link_cost"]
        self.link_value: i64 = data["link_value"]
        self.second_development_cost: i64 = data["second_development_cost"]
        self.dividends_before_final: i64 = data["dividends_before_final"]

    def _set_boxes(self, data: dict[str, Any], seats: int, options: dict[str, object]) -> None:
        """How far each box moves the Action Track (AR-TURN-1), and its slots (AR-TURN-3)."""
        self.track_limit: i64 = data["action_track_limit"]
        self.advance: vec[i64] = vec[i64]([data["action_advance"][box] for box in BOXES])
        slots: list[dict[str, int] | None] = [data["slots"][box] for box in BOXES]
        self.slots: vec[i64] = vec[i64]([NO_LIMIT if here is None else i64(here[str(seats)]) for here in slots])
        if seats == 6:
            self.slots[OFFER_BOX] = int(str(options["offer_slots_6"]))     # AR-OPT-1

    def _set_exceptions(self, data: dict[str, Any], at: dict[str, int], options: dict[str, object]) -> None:
        """What the maps do differently, and the options that change it."""
        words = words_for(len(at))
        exempt = [at[p] for p in data["develop_without_track"]]
        by_option = bool(options["johannesburg_without_track"])     # AR-OPT-3
        self.without_track: vec[i64] = packed([exempt if by_option else []], words)
        self.bound_to_track: vec[i64] = packed([[] if by_option else exempt], words)
        self.no_paid_second: vec[i64] = packed([[at[p] for p in data["no_paid_second"]]], words)
        self.no_double: vec[i64] = packed([[at[p] for p in data["no_double_through"]]], words)
        self.automatic: vec[i64] = vec[i64]([at[p] for p in data["automatic_metros"]])
        self.own_shares: bool = bool(options["own_shares"])     # AR-OPT-2

    def _number_the_actions(self, seats: int) -> None:
        """For every code its kind, railroad, item (link, place, external or seat) and its line in the notation."""
        rows: list[tuple[int, int, int, str]] = [(code, 0, 0, word) for code, word in enumerate(WORDS)]
        railroads = list(enumerate(self.railroad_ids))
        self.offer_code: i64 = len(rows)           # + railroad
        rows += [(OFFER, r, 0, f"offer {name}") for r, name in railroads]
        self.offer_own_code: i64 = len(rows)       # + railroad
        rows += [(OFFER_OWN, r, 0, f"offer-own {name}") for r, name in railroads]
        self.connect_code: i64 = len(rows)         # + railroad * externals + external
        externals = list(enumerate(self.external_ids))
        rows += [(CONNECT, r, e, f"connect {name} {external}") for r, name in railroads for e, external in externals]
        self.delegate_code: i64 = len(rows)        # + railroad * seats + seat
        rows += [(DELEGATE, r, s, f"delegate {name} {s}") for r, name in railroads for s in range(seats)]
        self.link_code: i64 = len(rows)            # + railroad * links + link
        rows += [(LINK, r, n, f"link {name} {link}") for r, name in railroads for n, link in enumerate(self.link_ids)]
        self.develop_code: i64 = len(rows)         # + place
        rows += [(DEVELOP, 0, p, f"develop {place}") for p, place in enumerate(self.place_ids)]
        self.start_code: i64 = len(rows)           # + seat
        rows += [(START, 0, s, f"start {s}") for s in range(seats)]
        self.kind_of: vec[i64] = vec[i64]([i64(kind) for kind, _, _, _ in rows])
        self.railroad_of: vec[i64] = vec[i64]([i64(railroad) for _, railroad, _, _ in rows])
        self.item_of: vec[i64] = vec[i64]([i64(item) for _, _, item, _ in rows])
        self.lines: list[str] = [line for _, _, _, line in rows]

    def rule(self, base: str, allegheny: str) -> str:
        """The rule to cite: on Allegheny its own, which stands in place of the base game's or completes it."""
        return allegheny if self.is_allegheny else base

    def top_bid(self, seats: int) -> int:
        """More than anybody can hold while there is bidding: one player with everything, all built and developed."""
        top = [self.steps[self.first_step[p] + self.last_level[p]] for p in range(self.places)]
        income = sum(top[self.end_a[n]] + top[self.end_b[n]] for n in range(self.links))
        dividend = income + self.railroads * self.shares
        return int(seats * self.starting_cash + self.dividends_before_final * dividend + self.externals * income)


def _colours(railroads: list[dict[str, Any]], options: dict[str, object]) -> list[str]:
    """The railroads' colours; C&O and B&O change theirs by AR-OPT-4."""
    colour_of: dict[str, str] = {r["id"]: r["color"] for r in railroads}
    if options["co_bo_colours"] == "blue-red" and "CO" in colour_of and "BO" in colour_of:
        colour_of["CO"], colour_of["BO"] = colour_of["BO"], colour_of["CO"]
    return list(colour_of.values())
