"""Age of Rail a second time: a slow, plain reading of the rules, to check the engine against.

It shares no code with the engine. The edition (the map) arrives as a dict, and moves and states are those of the
rules file. Only what cannot be worked out is kept: money, shares, track, levels, markers and the decision at hand;
all else is worked out anew each time it is asked for. Rule ids stand beside the lines that carry them out: AR rules
hold on both maps, and AL rules are the same code with the data of the Allegheny map.
"""

from typing import Any

DEFAULT_OPTIONS: dict[str, Any] = {"offer_slots_6": 3, "own_shares": True, "johannesburg_without_track": True}
BIDDING = {"initial": "offering", "late": "late-auction", "offer": "auction"}  # kind of auction -> phase
BOX_OF = {  # first word of an action -> the box that the marker moves to
    "link": "build", "connect": "build", "delegate": "build", "build-nothing": "build",
    "offer": "offer", "offer-own": "offer", "offer-nothing": "offer",
    "develop": "develop", "develop-nothing": "develop",
    "dividends": "dividends",
}  # fmt: skip


def ends(link: str) -> list[str]:
    """The two places that a link joins."""
    return link.split("~")


def ceil_divide(amount: int, parts: int) -> int:
    """Division rounded up, in whole numbers."""
    return -(-amount // parts)


class Reference:
    """One game in progress."""

    def __init__(self, edition: dict[str, Any], seats: int, options: dict[str, Any] | None = None) -> None:
        lowest, highest = edition["players"]
        if not lowest <= seats <= highest:
            raise ValueError(f"{lowest} to {highest} players, not {seats}")
        self.edition = edition
        self.seats = seats
        self.options = self.checked_options(options or {})
        self.steps: dict[str, list[int]] = {place["id"]: place["steps"] for place in edition["places"]}
        self.externals: dict[str, dict[str, Any]] = {external["id"]: external for external in edition["externals"]}
        self.base: dict[str, str] = {railroad["id"]: railroad["base"] for railroad in edition["railroads"]}
        opening = [railroad for railroad in edition["railroads"] if railroad["order"] is not None]
        self.opening: list[str] = [railroad["id"] for railroad in sorted(opening, key=lambda each: each["order"])]

        self.cash: list[int] = [edition["starting_cash"][str(seats)]] * seats  # AR-SET-1
        self.treasury = dict.fromkeys(self.base, 0)  # AR-SET-2
        self.shares = {railroad: [0] * seats for railroad in self.base}  # held, by seat
        self.links: dict[str, set[str]] = {railroad: set() for railroad in self.base}
        self.connections: dict[str, set[str]] = {railroad: set() for railroad in self.base}
        self.level = dict.fromkeys(self.steps, 0)
        self.action_track = 0
        self.dividends_paid = 0
        self.boxes = ["build"] * seats  # AR-SET-3

        self.phase = "setup"
        self.turn: int | None = None
        self.build: dict[str, Any] | None = None  # as in the state JSON
        self.auction: dict[str, Any] | None = None  # as in the state JSON
        self.bidder: int | None = None  # who acts in the auction

    def checked_options(self, given: dict[str, Any]) -> dict[str, Any]:
        """The three options of the state. One without effect on this map or player count must be the default."""
        both = [True, False]
        allowed: dict[str, list[Any]] = {
            "offer_slots_6": [3, 2] if self.seats == 6 else [3],  # AR-OPT-1
            "own_shares": both,  # AR-OPT-2
            "johannesburg_without_track": both if self.edition["develop_without_track"] else [True],  # AR-OPT-3
            # AR-OPT-4: display only, so it is checked and then forgotten
            "co_bo_colours": ["red-blue", "blue-red"] if self.edition["edition"] == "allegheny" else ["red-blue"],
        }
        for name, value in given.items():
            # the type too, because Python takes 3.0 for 3 and 1 for True
            if name not in allowed or not any(value == one and type(value) is type(one) for one in allowed[name]):
                raise ValueError(f"no such option here: {name} = {value!r}")
        return {name: given.get(name, default) for name, default in DEFAULT_OPTIONS.items()}

    # -- what can be read off the table --

    def sold(self, railroad: str) -> int:
        """AR-TERM-7: shares held by players."""
        return sum(self.shares[railroad])

    def is_open(self, railroad: str) -> bool:
        """AR-TERM-6: open once its first share has been taken."""
        return self.sold(railroad) > 0

    def unsold(self, railroad: str) -> int:
        """AR-TERM-6: a closed railroad has nothing to offer."""
        printed: int = self.edition["shares_per_railroad"]
        return printed - self.sold(railroad) if self.is_open(railroad) else 0

    def places_joined(self, links: set[str]) -> set[str]:
        return {place for link in links for place in ends(link)}

    def network(self, railroad: str) -> set[str]:
        """AR-TERM-2: the ends of all its links."""
        return self.places_joined(self.links[railroad])

    def connected_places(self) -> set[str]:
        """AR-TERM-2: the places that any railroad has a link to."""
        return {place for railroad in self.base for place in self.network(railroad)}

    def unbuilt_links(self) -> list[str]:
        """AR-BLD-6: a link belongs to one railroad for ever."""
        built = {link for links in self.links.values() for link in links}
        return sorted(link for link in self.edition["links"] if link not in built)

    def unbuilt_externals(self) -> list[str]:
        """AR-EXT-1: each external is built once, by one railroad."""
        built = {external for externals in self.connections.values() for external in externals}
        return sorted(external for external in self.externals if external not in built)

    def income(self, railroad: str) -> int:
        """AR-TERM-3: the current values of both ends of every link, so a place counts once for each link there."""
        return sum(self.steps[place][self.level[place]] for link in self.links[railroad] for place in ends(link))

    def value(self, railroad: str) -> int:
        """AR-TERM-4: 5 for each link; AR-EXT-3: and the Value of its externals, except by AL-EXT-1."""
        points: int = self.edition["link_value"] * len(self.links[railroad])
        if self.edition["externals_add_value"]:
            points += sum(self.externals[external]["value"] for external in self.connections[railroad])
        return points

    def controllers(self, railroad: str) -> list[int]:
        """AR-TERM-5: whoever holds most of its shares; all tied players are controllers."""
        held = self.shares[railroad]
        return [seat for seat in range(self.seats) if self.is_open(railroad) and held[seat] == max(held)]

    def is_full(self, place: str) -> bool:
        return self.level[place] == len(self.steps[place]) - 1

    def final_payoff(self, seat: int) -> int:
        """AR-END-1: what the Final Payoff would bring this player now."""
        return sum(
            ceil_divide(self.value(railroad) + self.income(railroad), self.sold(railroad)) * held[seat]
            for railroad, held in self.shares.items()
            if self.is_open(railroad)
        )

    def to_act(self) -> int | str | None:
        if self.phase == "setup":
            return "chance"
        if self.auction is not None:
            return self.bidder
        if self.build is not None:
            builder: int = self.build["builder"]
            return builder
        return self.turn  # null when over

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The state JSON. AR-SET-5: everything is open, so every seat sees the same."""
        over = self.phase == "over"
        return {
            "map": self.edition["edition"],
            "options": dict(self.options),
            "phase": self.phase,
            "to_act": self.to_act(),
            "turn": self.turn,
            "cash": list(self.cash),
            "boxes": list(self.boxes),
            "action_track": self.action_track,
            "dividends_paid": self.dividends_paid,
            "railroads": {
                railroad: {
                    "open": self.is_open(railroad),
                    "treasury": self.treasury[railroad],
                    "sold": self.sold(railroad),
                    "shares": list(self.shares[railroad]),
                    "links": sorted(self.links[railroad]),
                    "connections": sorted(self.connections[railroad]),
                    "income": self.income(railroad),
                    "value": self.value(railroad),
                }
                for railroad in self.base
            },
            "development": {place: level for place, level in sorted(self.level.items()) if level > 0},
            "build": None if self.build is None else dict(self.build),
            "auction": None if self.auction is None else {**self.auction, "in": list(self.auction["in"])},
            "scores": [self.cash[who] + (0 if over else self.final_payoff(who)) for who in range(self.seats)],
        }

    def winners(self) -> list[int]:
        """AR-END-2: most cash wins; ties share the win."""
        if self.phase != "over":
            return []
        return [seat for seat in range(self.seats) if self.cash[seat] == max(self.cash)]

    # -- what may be done --

    def outcomes(self) -> list[tuple[str, int]]:
        """AR-SET-4: the opener of the first auction, each seat equally likely, is the only chance event."""
        return [(f"start {seat}", 1) for seat in range(self.seats)] if self.phase == "setup" else []

    def legal(self) -> list[str]:
        if self.auction is not None:
            return [*self.bids(), "pass"]
        if self.build is not None:
            railroad = self.build["railroad"]
            if self.phase == "free-link":
                return [f"link {railroad} {link}" for link in self.free_links(railroad)]
            if self.phase == "delegated":
                return self.builds(railroad)
            return [*(f"link {railroad} {link}" for link in self.second_links(railroad, self.build["first"])), "done"]
        if self.turn is None:  # setup or over
            return []
        if self.phase == "develop":
            return [*(f"develop {place}" for place in self.second_developments()), "auto"]
        lines = self.build_track_lines(self.turn)  # AR-TURN-4: Build Track is always open
        if self.box_is_open("offer", self.turn):
            lines += self.offer_stock_lines(self.turn)
        if self.box_is_open("develop", self.turn):
            lines += self.develop_lines()
        if self.box_is_open("dividends", self.turn):
            lines += ["dividends"]
        return lines

    def bids(self) -> list[str]:
        """AR-AUC-2: from the minimum, or 1 above the highest bid, up to the bidder's cash."""
        assert self.auction is not None and self.bidder is not None
        high = self.auction["high"]
        lowest = self.auction["minimum"] if high is None else high + 1
        return [f"bid {amount}" for amount in range(lowest, self.cash[self.bidder] + 1)]

    def free_links(self, railroad: str) -> list[str]:
        """AR-OFF-4, AR-LATE-3, AL-LATE-3: any unbuilt link at its base."""
        return [link for link in self.unbuilt_links() if self.base[railroad] in ends(link)]

    def builds(self, railroad: str) -> list[str]:
        """AR-BLD-5: every first step of a build of this railroad; AR-BLD-1: it can build if there is one."""
        network = self.network(railroad)  # empty if it is closed
        money = self.treasury[railroad]
        lines = []
        if money >= self.edition["link_cost"]:
            touching = [link for link in self.unbuilt_links() if network & set(ends(link))]  # AR-BLD-6
            lines += [f"link {railroad} {link}" for link in touching]
        for external in self.unbuilt_externals():
            if self.externals[external]["gate"] in network and money >= self.externals[external]["price"]:  # AR-EXT-1
                lines.append(f"connect {railroad} {external}")
        return lines

    def build_track_lines(self, seat: int) -> list[str]:
        able = [railroad for railroad in self.base if self.builds(railroad)]
        mine = [railroad for railroad in able if seat in self.controllers(railroad)]
        if mine:  # AR-BLD-2
            return [line for railroad in mine for line in self.builds(railroad)]
        if able:  # AR-BLD-3
            return [f"delegate {railroad} {other}" for railroad in able for other in self.controllers(railroad)]
        return ["build-nothing"]  # AR-BLD-4

    def second_links(self, railroad: str, first: str) -> list[str]:
        """AR-BLD-7: links that may follow the first link (just laid) as the second of a double link."""
        before = self.places_joined(self.links[railroad] - {first})  # the network before this build
        new_places = [place for place in ends(first) if place not in before]
        if not new_places:  # the first link joined two places of the network
            return []
        (middle,) = new_places  # the other end was on the network
        if middle in self.edition["no_double_through"]:  # AR-BLD-8, AL-BLD-1
            return []
        if self.treasury[railroad] < self.edition["second_link_cost"]:  # AR-BLD-9
            return []
        return [link for link in self.unbuilt_links() if middle in ends(link) and not before & set(ends(link))]

    def box_is_open(self, box: str, seat: int) -> bool:
        """AR-TURN-2, AR-TURN-3, for every box but Build Track, which has no limit and may be repeated."""
        if self.boxes[seat] == box:
            return False
        slots: int = self.edition["slots"][box][str(self.seats)]
        if box == "offer" and self.seats == 6:
            slots = self.options["offer_slots_6"]  # AR-OPT-1
        return self.boxes.count(box) < slots

    def offer_stock_lines(self, seat: int) -> list[str]:
        """AR-STK-1, AR-STK-2."""
        unsold = [railroad for railroad in self.base if self.unsold(railroad) > 0]
        lines = [f"offer {railroad}" for railroad in unsold]
        if self.options["own_shares"]:  # AR-OPT-2
            lines += [f"offer-own {railroad}" for railroad in self.base if self.shares[railroad][seat] > 0]
        return lines if unsold else [*lines, "offer-nothing"]

    def developments(self) -> list[str]:
        """AR-DEV-2, AL-DEV-2: the places that may be chosen."""
        choice = self.connected_places()
        if self.options["johannesburg_without_track"]:  # AR-OPT-3; on Allegheny no place is exempt
            choice |= set(self.edition["develop_without_track"])
        return sorted(place for place in choice if not self.is_full(place))  # AR-DEV-1

    def develop_lines(self) -> list[str]:
        """AR-DEV-7, AL-DEV-1: `develop-nothing` only if there is no place to choose."""
        return [f"develop {place}" for place in self.developments()] or ["develop-nothing"]

    def second_developments(self) -> list[str]:
        """AR-DEV-3, AL-DEV-3: by the same rule as the first (AR-DEV-4: the same metro too), if it can be paid."""
        if self.turn is None or self.cash[self.turn] < self.edition["second_development_cost"]:  # AR-DEV-6
            return []
        return [place for place in self.developments() if place not in self.edition["no_paid_second"]]  # AR-DEV-5

    # -- doing it --

    def apply(self, line: str) -> None:
        """Carry out one line. Anything that is not legal now is refused and changes nothing."""
        if line not in self.legal() and line not in [outcome for outcome, _ in self.outcomes()]:
            raise ValueError(f"not legal in phase {self.phase}: {line!r}")
        word, *rest = line.split(" ")
        if self.phase == "setup":
            self.open_auction("initial", self.opening[0], opener=int(rest[0]))  # AR-OFF-1, AL-OFF-1
        elif self.auction is not None:
            self.bid_or_pass(self.auction, int(rest[0]) if word == "bid" else None)
        elif self.phase == "free-link":
            self.lay_free_link(*rest)
        elif self.phase == "delegated":
            self.start_build(word, *rest)
        elif self.phase == "second-link":
            self.second_link_or_done(rest)
        elif self.phase == "develop":
            self.second_development_or_auto(rest)
        else:
            self.take_action(word, rest)

    def open_auction(self, kind: str, railroad: str, opener: int, minimum: int = 0, seller: int | None = None) -> None:
        self.phase = BIDDING[kind]
        self.bidder = opener  # AR-AUC-1
        self.auction = {
            "kind": kind,
            "railroad": railroad,
            "seller": seller,
            "minimum": minimum,
            "opener": opener,
            "high": None,
            "leader": None,
            "in": [seat for seat in range(self.seats) if seat != seller],  # AR-STK-4: the seller does not bid
        }

    def bid_or_pass(self, auction: dict[str, Any], bid: int | None) -> None:
        """AR-AUC-1 to AR-AUC-3; `bid` is None for a pass."""
        assert self.bidder is not None
        if bid is None:
            auction["in"].remove(self.bidder)
        else:
            auction["high"], auction["leader"] = bid, self.bidder
        if auction["in"] == [] or auction["in"] == [auction["leader"]]:  # AR-AUC-3
            self.auction = self.bidder = None
            self.settle_auction(auction)
            return
        self.bidder = self.left_of(self.bidder)
        while self.bidder not in auction["in"]:
            self.bidder = self.left_of(self.bidder)

    def settle_auction(self, auction: dict[str, Any]) -> None:
        railroad, seller, winner, price = auction["railroad"], auction["seller"], auction["leader"], auction["high"]
        first_share = auction["kind"] != "offer"
        if winner is None and first_share:
            winner, price = auction["opener"], 0  # AR-OFF-3, AR-LATE-1: free to the opener
        if winner is not None:  # else AR-STK-5: nothing is sold
            self.cash[winner] -= price
            self.shares[railroad][winner] += 1
            if seller is None:
                self.treasury[railroad] += price  # AR-OFF-2, AR-STK-5, AL-LATE-3
            else:
                self.cash[seller] += price  # AR-STK-5: own share
                self.shares[railroad][seller] -= 1
        if first_share:
            self.phase = "free-link"  # AR-OFF-4, AR-LATE-3
            self.build = {"railroad": railroad, "builder": winner, "first": None}
        else:
            self.end_turn()

    def lay_free_link(self, railroad: str, link: str) -> None:
        assert self.build is not None
        winner = self.build["builder"]
        self.build = None
        self.links[railroad].add(link)
        if railroad == self.edition["late_railroad"]:
            self.end_turn()  # AR-LATE-3: the turn goes on
        elif railroad != self.opening[-1]:
            following = self.opening[self.opening.index(railroad) + 1]
            self.open_auction("initial", following, opener=winner)  # AR-OFF-1, AR-OFF-5
        else:
            self.turn, self.phase = winner, "turn"  # AR-OFF-6, AL-OFF-4

    def take_action(self, word: str, rest: list[str]) -> None:
        """AR-TURN-1: the first line of an action moves the marker and the Action Track."""
        assert self.turn is not None
        self.boxes[self.turn] = BOX_OF[word]
        self.action_track += self.edition["action_advance"][BOX_OF[word]]
        if word in ("link", "connect"):
            self.build = {"railroad": rest[0], "builder": self.turn, "first": None}
            self.start_build(word, *rest)
        elif word == "delegate":  # AR-BLD-3
            self.phase = "delegated"
            self.build = {"railroad": rest[0], "builder": int(rest[1]), "first": None}
        elif word in ("offer", "offer-own"):
            own = word == "offer-own"
            opener = self.left_of(self.turn) if own else self.turn  # AR-STK-3, AR-STK-4
            minimum = ceil_divide(self.value(rest[0]), self.edition["shares_per_railroad"])  # AR-STK-3
            self.open_auction("offer", rest[0], opener, minimum, seller=self.turn if own else None)
        elif word == "develop":
            self.level[rest[0]] += 1  # AR-DEV-1, AR-DEV-2: free
            if self.second_developments():
                self.phase = "develop"
            else:
                self.automatic_development()  # AR-DEV-6
                self.end_turn()
        elif word == "develop-nothing":
            self.automatic_development()  # AR-DEV-7
            self.end_turn()
        elif word == "dividends":
            self.pay_dividend()  # AR-DIV-1
            self.end_turn()
        else:  # AR-TURN-4: build-nothing, offer-nothing
            self.end_turn()

    def start_build(self, word: str, railroad: str, target: str) -> None:
        """AR-BLD-5: an external, or a link that is the first of a double link if a second may follow."""
        assert self.build is not None
        if word == "connect":
            self.treasury[railroad] -= self.externals[target]["price"]
            self.connections[railroad].add(target)
            bonus = self.income(railroad) // self.edition["shares_per_railroad"]  # AR-EXT-2, AL-EXT-1
            for seat in range(self.seats):
                self.cash[seat] += bonus * self.shares[railroad][seat]
            self.finish_build()
            return
        self.treasury[railroad] -= self.edition["link_cost"]
        self.links[railroad].add(target)
        if self.second_links(railroad, target):
            self.phase = "second-link"
            self.build["first"] = target
        else:
            self.finish_build()  # AR-BLD-9

    def second_link_or_done(self, rest: list[str]) -> None:
        if rest:
            railroad, link = rest
            self.treasury[railroad] -= self.edition["second_link_cost"]
            self.links[railroad].add(link)
        self.finish_build()

    def finish_build(self) -> None:
        """AR-TURN-5: after the build the late railroad opens, if this build was the first to reach its city."""
        self.build = None
        late = self.edition["late_railroad"]
        if not self.is_open(late) and self.edition["late_trigger"] in self.connected_places():  # AR-LATE-1, AL-LATE-1
            assert self.turn is not None
            self.open_auction("late", late, opener=self.turn)  # AR-LATE-2, AL-LATE-2
        else:
            self.end_turn()

    def second_development_or_auto(self, rest: list[str]) -> None:
        """AR-DEV-3, AL-DEV-3, AL-DEV-4."""
        assert self.turn is not None
        if rest:
            self.cash[self.turn] -= self.edition["second_development_cost"]
            self.level[rest[0]] += 1
        else:
            self.automatic_development()
        self.end_turn()

    def automatic_development(self) -> None:
        """AR-DEV-3, AL-DEV-5: the first metro in the order that is not full, connected or not."""
        for metro in self.edition["automatic_metros"]:
            if not self.is_full(metro):
                self.level[metro] += 1
                return

    def pay_dividend(self) -> None:
        if self.dividends_paid == self.edition["dividends_before_final"]:  # AR-END-1
            self.cash = [self.cash[seat] + self.final_payoff(seat) for seat in range(self.seats)]
            self.phase, self.turn = "over", None
        else:  # AR-DIV-2: a fifth of the Income for each share, however many are sold
            for railroad, held in self.shares.items():
                each = ceil_divide(self.income(railroad), self.edition["shares_per_railroad"])
                for seat in range(self.seats):
                    self.cash[seat] += each * held[seat]
        self.action_track = 0  # AR-DIV-3
        self.dividends_paid += 1

    def end_turn(self) -> None:
        """AR-TURN-5: a dividend if the Action Track says so, then the player on the left."""
        if self.action_track > self.edition["action_track_limit"]:  # AR-DIV-1
            self.pay_dividend()
        if self.turn is not None:  # not over
            self.turn, self.phase = self.left_of(self.turn), "turn"

    def left_of(self, seat: int) -> int:
        """AR-SET-1: seats go clockwise."""
        return (seat + 1) % self.seats
