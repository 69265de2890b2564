"""What can be said of bids for the first turn and of contracts in Narrow Gauge, without a guess at what is sealed."""

from __future__ import annotations

from roundhouse.games.claims import Claims
from roundhouse.games.narrow_gauge.claims_cards import best_of, reaches
from roundhouse.games.narrow_gauge.position import BID, Position
from roundhouse.games.narrow_gauge.things import dollars, hexes, line, state
from roundhouse.games.words import seat


def add(found: Claims[Position]) -> None:
    """Collect what can be said of a bid, or of a contract taken or kept."""
    if found.line.before.phase == BID:
        _bid(found)
    else:
        _contract(found)


def _bid(found: Claims[Position]) -> None:
    """What the bid costs, what the first turn is good for, and when it is sure."""
    s, me = found.line.before, found.line.me
    bid, rival = int(found.line.text[4:]), 1 - me
    cash = int(s.cash[rival])
    if not s.hidden_money and bid > cash:
        found.add(
            "sure",
            "",
            1.5 - 0.5 * max(0, bid - cash - 1),
            "{who} has only {cash}: {bid} wins the first turn for sure.",
            {"who": seat(rival), "cash": dollars(cash), "bid": dollars(bid)},
            cash=cash,
            bid=bid,
        )
    best = best_of(reaches(s, me))
    if best is not None:
        parts = {
            "line": line(best.company),
            "cities": hexes(best.cities),
            "money": dollars(best.money),
            "bid": dollars(bid),
        }
        if bid:
            found.add(
                "first turn",
                "",
                0.5 + 0.1 * best.money - 0.4 * bid,
                "If you go first you can bring the {line} into {cities} at once, for {money}.",
                parts,
                best.cities,
                money=best.money,
            )
        elif best.money <= 8:
            found.add(
                "first turn",
                "",
                0.3,
                "Going first would bring you {money} at once at most, with one card: it is not worth paying for.",
                parts,
                money=best.money,
            )
    elif not bid:
        found.add(
            "first turn",
            "",
            0.6,
            "No card of yours connects a city by itself now: the first turn is worth little to you.",
            money=None,
        )
    if not bid:
        turns = int(sum(s.available) - s.board.left_over)
        if turns % 2 == 0:
            found.add(
                "free", "", 0.8, "It costs nothing, and whoever goes second has the last turn of the round.", last=True
            )
        else:
            found.add(
                "free",
                "",
                0.4,
                "It costs nothing: you keep all your {cash}.",
                {"cash": dollars(int(s.cash[me]))},
                last=False,
                cash=int(s.cash[me]),
            )
    else:
        found.add("free", "", -0.3 * bid, "It costs {bid}, whoever goes first.", {"bid": dollars(bid)}, bid=bid)


def _contract(found: Claims[Position]) -> None:
    """What a contract does, as it is printed."""
    s, text = found.line.before, found.line.text
    if text == "no-contract":
        return
    name = text.split()[1]
    data = s.game.edition.data["contracts"][s.board.contract_ids.index(name)]
    found.add(
        "contract",
        name,
        0.5 + 0.1 * float(data["value"]),
        "{state}: {does}",
        {"state": state(s.board, name), "does": data["text"]},
        (f"contract-{name}",),
        text=data["text"],
    )
