"""What lies beside the map of Age of Rail: the auction, the action boxes, the railroads, and the metro that grows."""
from __future__ import annotations

from collections.abc import Sequence

from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.engine.words import BIT
from roundhouse.games.age_of_rail.board import BOX_TITLES, NO_LIMIT, Board
from roundhouse.games.age_of_rail.choices import automatic_metro
from roundhouse.games.age_of_rail.drawing_choices import share_now
from roundhouse.games.age_of_rail.position import AUCTION, Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.livery import counted, listed
from roundhouse.games.markup import Inside, Markup, markup, tag
from roundhouse.games.markup import heading as any_heading
from roundhouse.games.scenes import bidders, for_sale, row, standing, table
from roundhouse.games.sight import Sight
from roundhouse.games.words import plain


def aside(sight: Sight[Position], names: Sequence[str]) -> Markup:
    s = sight.state
    return markup(_auction(s, names), _boxes(s, names), _railroads(s, names), _growth(s))


def heading(rule: str, *inside: Inside) -> Markup:
    return any_heading(AgeOfRail.name, rule, *inside)


def badge(board: Board, railroad: int) -> Markup:
    """A railroad's seal and its name, for a line of text."""
    seal = tag("svg", tag("use", href=f"#ar-seal-{railroad}"), class_="badge", viewBox="-10 -10 20 20", width=22,
               height=22, aria_hidden="true")
    return markup(seal, tag("b", board.railroad_shorts[railroad]))


def _auction(s: Position, names: Sequence[str]) -> Markup | None:
    auction = s.auction
    if auction.lot == NOBODY:
        return None
    lot, board = int(auction.lot), s.board
    card = for_sale(f"ar-card-{lot}", f"from ${auction.minimum}", f"share of {board.railroad_shorts[lot]}")
    base = f"It starts at {board.place_names[board.base[lot]]}. " if not s.is_open & BIT[lot] else ""
    unsold = "it is not sold" if s.phase == AUCTION else f"it goes free to {names[auction.opener]}"
    return tag(
        "section", heading("AR-AUC-2", board.railroad_names[lot]), card, standing(auction, names, "$"),
        bidders(auction, names, "$"), tag("p", f"{base}A share {plain(share_now(s, lot))}.", class_="pays"),
        tag("p", f"{names[s.seller]} sells it.", class_="seller") if s.seller != NOBODY else None,
        tag("p", f"If all pass, {unsold}.", class_="free") if auction.high == NOBODY else None,
        class_="auction",
    )


# ---- the boxes and the railroads -------------------------------------------------------------------------------------


def _boxes(s: Position, names: Sequence[str]) -> Markup:
    """The four actions, how far each moves the Action Track, and whose marker stands there."""
    boxes = [_box(s, box, names) for box in range(len(BOX_TITLES))]
    return tag("section", heading("AR-TURN-1", "Actions"), tag("ul", boxes), tag("p", _next_dividend(s)),
               class_="boxes")


def _box(s: Position, box: int, names: Sequence[str]) -> Markup:
    here = [name for seat, name in enumerate(names) if s.boxes[seat] == box]
    limit = int(s.board.slots[box])
    slots = "" if limit == NO_LIMIT else f", {counted(limit, 'slot')}"
    full = limit != NO_LIMIT and len(here) >= limit
    return tag("li", tag("b", BOX_TITLES[box]), " ", tag("span", f"+{s.board.advance[box]}{slots}"), " ",
               tag("em", listed(here) if here else "nobody"), class_="full" if full else None)


def _next_dividend(s: Position) -> str:
    if s.to_act == OVER:
        return "All dividends are paid."
    limit, last = int(s.board.track_limit), int(s.board.dividends_before_final)
    far = counted(max(0, limit + 1 - int(s.action_track)), "step")
    due = f"Action Track at {s.action_track}, {far} from a dividend."
    if s.dividends_paid == last:
        return f"{due} Next is the Final Payoff, which ends the game."
    return f"{due} {s.dividends_paid} of {last} are paid, then comes the Final Payoff."


def _railroads(s: Position, names: Sequence[str]) -> Markup:
    heads = ("Railroad", "Sold", "Controlled by", "Treasury", "Income", "Value", "A share pays", "at the end")
    rows = [_railroad(s, r, names) for r in range(s.board.railroads)]
    return tag("section", heading("AR-TERM-3", "Railroads"), table(heads, rows), class_="market")


def _railroad(s: Position, r: int, names: Sequence[str]) -> Markup:
    if not s.is_open & BIT[r]:
        city = s.board.place_names[s.board.trigger]
        why = f"opens when {city} is reached" if r == s.board.late else "to come"
        return tag("tr", tag("th", badge(s.board, r), scope="row"), tag("td", why, colspan=7), class_="shut")
    control = [name for seat, name in enumerate(names) if s.controllers[r] & BIT[seat]]
    return row(badge(s.board, r), (
        f"{s.sold[r]} of {s.board.shares}", listed(control), f"${s.treasury[r]}", int(s.income[r]), int(s.value[r]),
        f"${s.dividend(r)}", f"${s.final_payoff(r)}",
    ))


def _growth(s: Position) -> Markup | None:
    """The metro that grows by itself next."""
    metro = automatic_metro(s)
    if metro == NOBODY:
        return None
    before = int(s.worth(metro))
    said = f"{s.board.place_names[metro]} grows by itself next, from {before} to {before + s.rise(metro)}."
    rule = s.board.rule("AR-DEV-3", "AL-DEV-5")
    return tag("section", heading(rule, "Development"), tag("p", said), class_="growth")
