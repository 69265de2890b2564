"""What lies beside the map of Age of Rail, and its moments worth stopping for: auctions, dividends, the last payoff."""
from __future__ import annotations

from typing import cast

from roundhouse.engine.contract import NOBODY, OVER, State
from roundhouse.engine.words import BIT
from roundhouse.games.age_of_rail.board import BOX_TITLES, CONNECT, NONE
from roundhouse.games.age_of_rail.drawing_choices import held, share_now
from roundhouse.games.age_of_rail.position import AUCTION, LATE_AUCTION, Position
from roundhouse.games.drawing import heading, tag, text
from roundhouse.games.livery import counted, listed
from roundhouse.games.scenes import bidders, final_row, for_sale, in_all, row, standing, table, winners


def aside(state: State, seat: int | None, names: list[str]) -> str:
    s = cast(Position, state)
    return _auction(s, names) + _boxes(s, names) + _railroads(s, names) + _growth(s)


def badge(s: Position, railroad: int) -> str:
    """A railroad's seal and its name, for a line of text."""
    seal = tag("svg", f'<use href="#ar-seal-{railroad}"/>', class_="badge", viewBox="-10 -10 20 20", width=22,
               height=22, aria_hidden="true")
    return seal + tag("b", text(s.board.railroad_shorts[railroad]))


# ---- the auction -----------------------------------------------------------------------------------------------------


def _auction(s: Position, names: list[str]) -> str:
    auction = s.auction
    if auction.lot == NOBODY:
        return ""
    lot, board = int(auction.lot), s.board
    card = for_sale(f"ar-card-{lot}", f"from ${auction.minimum}", f"share of {board.railroad_shorts[lot]}")
    base = f"It starts at {text(board.place_names[board.base[lot]])}. " if not s.is_open & BIT[lot] else ""
    pays = f"{base}A share {share_now(s, lot)}."
    unsold = "it is not sold" if s.phase == AUCTION else f"{text(names[auction.opener])} has it free"
    free = tag("p", f"If all pass, {unsold}.", class_="free") if auction.high == NOBODY else ""
    seller = tag("p", f"{text(names[s.seller])} sells it.", class_="seller") if s.seller != NOBODY else ""
    body = (
        heading(text(board.railroad_names[lot]), "AR-AUC-2") + card + standing(auction, names, "$")
        + bidders(auction, names, "$") + tag("p", pays, class_="pays") + seller + free
    )
    return tag("section", body, class_="auction")


# ---- the boxes and the railroads -------------------------------------------------------------------------------------


def _boxes(s: Position, names: list[str]) -> str:
    """The four actions, how far each moves the Action Track, and whose marker stands there."""
    items = []
    for box, title in enumerate(BOX_TITLES):
        here = [text(name) for seat, name in enumerate(names) if s.boxes[seat] == box]
        slots = "" if s.board.slots[box] == NONE else f", {counted(int(s.board.slots[box]), 'slot')}"
        full = s.board.slots[box] != NONE and len(here) >= s.board.slots[box]
        who = listed(here) if here else "nobody"
        words = f"<b>{title}</b> <span>+{s.board.advance[box]}{slots}</span> <em>{who}</em>"
        items.append(tag("li", words, class_="full" if full else None))
    body = heading("Actions", "AR-TURN-1") + tag("ul", "".join(items)) + tag("p", _next_dividend(s))
    return tag("section", body, class_="boxes")


def _next_dividend(s: Position) -> str:
    if s.to_act == OVER:
        return "All dividends are paid."
    limit, last = int(s.board.track_limit), int(s.board.dividends_before_final)
    far = counted(max(0, limit + 1 - int(s.action_track)), "step")
    due = f"Action Track at {s.action_track}, {far} from a dividend."
    if s.dividends_paid == last:
        return f"{due} Next is the Final Payoff, which ends the game."
    return f"{due} {s.dividends_paid} of {last} are paid, then comes the Final Payoff."


def _railroads(s: Position, names: list[str]) -> str:
    heads = ("Railroad", "Sold", "Controlled by", "Treasury", "Income", "Value", "A share pays", "at the end")
    rows = []
    for r in range(s.board.railroads):
        if not s.is_open & BIT[r]:
            city = text(s.board.place_names[s.board.trigger])
            why = f"opens when {city} is reached" if r == s.board.late else "to come"
            rows.append(tag("tr", tag("th", badge(s, r), scope="row") + tag("td", why, colspan=7), class_="shut"))
            continue
        control = [text(name) for seat, name in enumerate(names) if s.controllers[r] & BIT[seat]]
        rows.append(row(badge(s, r), (
            f"{s.sold[r]} of {s.board.shares}", listed(control), f"${s.treasury[r]}", s.income[r], s.value[r],
            f"${s.dividend(r)}", f"${s.final_payoff(r)}",
        )))
    return tag("section", heading("Railroads", "AR-TERM-3") + table(heads, rows), class_="market")


def _growth(s: Position) -> str:
    """The metro that grows by itself next."""
    board = s.board
    for metro in board.automatic:
        if s.growing[board.word[metro]] & board.bit[metro]:
            after = board.steps[board.first_step[metro] + int(s.levels[metro]) + 1]
            words = f"{text(board.place_names[metro])} grows by itself next, from {s.worth(metro)} to {after}."
            return tag("section", heading("Development", "AR-DEV-3") + tag("p", words), class_="growth")
    return ""


# ---- scenes ----------------------------------------------------------------------------------------------------------


def scene(before: State, code: int, after: State, names: list[str], seat: int | None) -> str:
    s, t = cast(Position, before), cast(Position, after)
    shown = ""
    if code < s.game.first_bid and s.board.kind_of[code] == CONNECT:
        shown = _connection(s, int(s.board.railroad_of[code]), int(s.board.item_of[code]), names)
    if t.phase == LATE_AUCTION and s.phase != LATE_AUCTION:
        shown += _late(t, names)
    if t.dividends_paid != s.dividends_paid:
        shown += _payment(t, names)
    return shown


def _connection(s: Position, railroad: int, external: int, names: list[str]) -> str:
    each = int(s.connection_bonus(railroad))
    got = "".join(tag("li", f"{text(name)} <b>+${each * held(s, railroad, p)}</b>") for p, name in enumerate(names)
                  if held(s, railroad, p) and each)
    sums = f"Connection Bonus: Income {s.income[railroad]} / {s.board.shares}, rounded down, is ${each} a share."
    title = f"{badge(s, railroad)} reaches {text(s.board.external_names[external])}"
    body = heading(title, "AR-EXT-2") + tag("p", sums) + tag("ul", got, class_="paid")
    return tag("section", body, class_="scene connection")


def _late(t: Position, names: list[str]) -> str:
    city = text(t.board.place_names[t.board.trigger])
    words = f"One share is auctioned here and now; {text(names[t.to_act])} speaks first."
    title = f"{city} is reached: {badge(t, int(t.board.late))} opens"
    return tag("section", heading(title, "AR-LATE-1") + tag("p", words), class_="scene late")


def _payment(t: Position, names: list[str]) -> str:
    """Every railroad's sum and what each player gets of it; after the last one, the final count."""
    final = t.to_act == OVER
    totals = [0] * len(names)
    rows = []
    for r in range(t.board.railroads):
        if not t.is_open & BIT[r]:
            continue
        each = int(t.final_payoff(r) if final else t.dividend(r))
        sums = f"({t.value[r]} + {t.income[r]}) / {t.sold[r]} sold" if final else f"{t.income[r]} / {t.board.shares}"
        got = [each * held(t, r, p) for p in range(t.seats)]
        totals = [total + amount for total, amount in zip(totals, got)]
        rows.append(row(badge(t, r), (sums, f"${each}", *(f"+${amount}" if amount else "" for amount in got))))
    heads = ("Railroad", "Value and Income" if final else "Income", "A share", *names)
    title = "Final Payoff" if final else f"Dividend {t.dividends_paid} of {t.board.dividends_before_final}"
    body = heading(title, "AR-END-1" if final else "AR-DIV-2") + table(heads, rows, in_all(totals, 3, "$"))
    return tag("section", body, class_="scene dividend") + (_final(t, totals, names) if final else "")


def _final(t: Position, totals: list[int], names: list[str]) -> str:
    won = t.winners()
    rows = [
        final_row(names[p], p in won, (f"${t.cash[p] - totals[p]}", f"+${totals[p]}", f"<b>${t.cash[p]}</b>"))
        for p in sorted(range(len(names)), key=lambda p: -t.cash[p])
    ]
    heads = ("Player", "Cash before", "Final Payoff", "In all")
    body = heading(f"The end: {winners(names, won)}", "AR-END-2") + table(heads, rows)
    return tag("section", body, class_="scene final")
