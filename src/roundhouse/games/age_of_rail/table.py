"""What lies beside the map of Age of Rail: the auction, the action boxes, the railroads, and the metro that grows."""
from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from roundhouse.engine.bits import BIT
from roundhouse.engine.contract import NOBODY, OVER
from roundhouse.games.age_of_rail.board import BOX_TITLES, DEVELOP_BOX, NO_LIMIT
from roundhouse.games.age_of_rail.choices import box_spot, share_now
from roundhouse.games.age_of_rail.legality import automatic_metro
from roundhouse.games.age_of_rail.position import AUCTION, Position
from roundhouse.games.age_of_rail.rules import AgeOfRail
from roundhouse.games.age_of_rail.sheet import sheet_of
from roundhouse.games.age_of_rail.things import dollars, things
from roundhouse.games.asides import pawn, rail, strip
from roundhouse.games.kit.market import auction, badge
from roundhouse.games.livery import INK, label
from roundhouse.games.markup import Markup, asked, heading, markup, tag
from roundhouse.games.sight import Sight
from roundhouse.games.words import html_in_button, joined, plain, seat, term, words

headed = partial(heading, AgeOfRail.name)


def aside(sight: Sight[Position], names: Sequence[str]) -> Markup:
    """The auction, the railroads and the action boxes, on a rail beside the map or a strip below a wide one."""
    s = sight.state
    printed = strip if sheet_of(s).wide else rail
    return printed(_auction(s, names), _railroads(s, names), _boxes(s, names))


def _auction(s: Position, names: Sequence[str]) -> Markup | None:
    held, board = s.auction, s.board
    if held.lot == NOBODY:
        return None
    lot = int(held.lot)
    pays = [share_now(s, lot, "A share pays {dividend} a dividend now, {last} if the game ended now.")]
    if not s.is_open & BIT[lot]:
        pays.insert(0, words("It starts at {place}.", place=board.place_names[board.base[lot]]))
    free = words(UNSOLD[s.phase == AUCTION], opener=seat(held.opener))
    notes = {
        "pays": plain(joined(pays, " ")),
        "seller": plain(words("{seller} sells it.", seller=seat(s.seller)), names) if s.seller != NOBODY else None,
        "free": plain(free, names) if held.high == NOBODY else None,
    }
    return auction(things(board), "AR-AUC-2", board.railroad_ids[lot], held, names, f"from ${held.minimum}",
                   f"share of {board.railroad_shorts[lot]}", notes, _stops(s, lot))


UNSOLD = ("If all pass, it goes free to {opener}.", "If all pass, it is not sold.")


def _stops(s: Position, railroad: int) -> list[str]:
    """The places of a railroad's network; its base, before it has any."""
    here = s.places_of(railroad) or [int(s.board.base[railroad])]
    return [s.board.place_ids[place] for place in here]


# ---- the boxes and the Action Track ----------------------------------------------------------------------------------


def _boxes(s: Position, names: Sequence[str]) -> Markup:
    """The four actions, how far each moves the Action Track, and whose marker stands there."""
    boxes = [_box(s, box, names) for box in range(len(BOX_TITLES))]
    return tag("section", headed("AR-TURN-1", term("Actions")), tag("div", boxes, class_="action-boxes"), _track(s),
               tag("p", _next_dividend(s), " ", _growth(s)), class_="boxes")


def _box(s: Position, box: int, names: Sequence[str]) -> Markup:
    here = [
        tag("span", pawn(seat, names), data_piece=f"pawn-{seat}") for seat in range(len(names)) if s.boxes[seat] == box
    ]
    limit = int(s.board.slots[box])
    free = 0 if limit == NO_LIMIT else max(0, limit - len(here))
    slots = [tag("span", class_="slot", title=term("a free slot"))] * free
    order = _order(s) if box == DEVELOP_BOX and s.board.is_allegheny else None
    return tag("div", tag("b", BOX_TITLES[box]), tag("span", f"+{s.board.advance[box]}", class_="advance"),
               tag("span", here, slots, class_="markers"), order, data_spot=box_spot(BOX_TITLES[box]),
               class_="spot" if limit == NO_LIMIT or free else "spot full")


TRACK_WIDTH = 330


def _track(s: Position) -> Markup:
    """The Action Track with its marker, and a circle for each dividend."""
    limit, at = int(s.board.track_limit), int(s.action_track)
    every = max(1, limit // 60)

    def across(step: int) -> float:
        return 12 + (TRACK_WIDTH - 24) * min(1.0, step / limit)
    ticks = "".join(f"M{across(n):.1f} {24 if n % 5 else 21}v{5 if n % 5 else 8}" for n in range(0, limit + 1, every))
    line = tag("path", d=f"M12 29H{TRACK_WIDTH - 12}{ticks}", stroke=INK, fill="none")
    numbers = [label(across(n), 43, n, 12) for n in range(0, limit + 1, 5 * every)]
    marker = tag("path", d=f"M{across(at):.1f} 22l-7 -14h14z", fill="var(--accent, #9a3324)", stroke=INK,
                 data_piece="action-track")
    return tag("svg", line, numbers, marker, class_="track", viewBox=f"0 4 {TRACK_WIDTH} 42", aria_hidden="true")


def _order(s: Position) -> Markup:
    """AL-DEV-5: the metros that grow by themselves, in the order printed in the box; the next one stands out."""
    following = automatic_metro(s)
    names = [tag("abbr", s.board.place_names[p][:4], title=s.board.place_names[p], class_="next" if p == following else
                 None) for p in s.board.automatic]
    return tag("span", [markup(" › ", name) if n else name for n, name in enumerate(names)], class_="order")


def _next_dividend(s: Position) -> Markup:
    if s.to_act == OVER:
        return markup(term("All dividends are paid."))
    last, done = int(s.board.dividends_before_final), int(s.dividends_paid)
    far = max(0, int(s.board.track_limit) + 1 - int(s.action_track))
    return html_in_button(words(FOLLOWING[done < last], steps=far, n=done + 1, of=last + 1))


FOLLOWING = (
    "{steps|# step|# steps} to dividend {of} of {of}, the Final Payoff, which ends the game.",
    "{steps|# step|# steps} to dividend {n} of {of}.",
)


def _growth(s: Position) -> Markup | None:
    """The metro that grows by itself next."""
    metro = automatic_metro(s)
    if metro == NOBODY:
        return None
    rule = asked(AgeOfRail.name, s.board.rule("AR-DEV-3", "AL-DEV-5"))
    if s.board.is_allegheny:        # the box says which
        return rule
    before = int(s.worth(metro))
    said = term("{place} grows by itself next, from {before} to {after}.", place=s.board.place_names[metro],
                before=before, after=before + int(s.rise(metro)))
    return markup(said, " ", rule)


# ---- the railroads ---------------------------------------------------------------------------------------------------


def _railroads(s: Position, names: Sequence[str]) -> Markup:
    stocks = [_stock(s, r, names) for r in range(s.board.railroads)]
    return tag("section", headed("AR-TERM-3", term("Railroads")), tag("div", stocks, class_="stocks"), class_="market")


def _stock(s: Position, r: int, names: Sequence[str]) -> Markup:
    """A railroad's certificate, with all that a share of it is judged by, and who controls it."""
    spot = {"class": "stock spot pile", "data_spot": f"share:{s.board.railroad_ids[r]}"}
    if not s.is_open & BIT[r]:
        city = s.board.place_names[s.board.trigger]
        why = term("Opens when {city} is reached.", city=city) if r == s.board.late else term("To come.")
        return tag("article", tag("h3", badge(things(s.board), s.board.railroad_ids[r])), tag("p", why), **spot)
    control = [pawn(seat, names) for seat in range(len(names)) if s.controllers[r] & BIT[seat]]
    said = tag("span", term("controlled by"), " ", class_="said")
    held = tag("span", said, control, class_="control") if control else None
    facts = (
        ("Treasury", dollars(s.treasury[r]).text), ("Income", int(s.income[r])), ("Value", int(s.value[r])),
        ("Sold", term("{sold} of {all}", sold=int(s.sold[r]), all=int(s.board.shares))),
        ("Pays", dollars(s.dividend(r)).text), ("At end", dollars(s.final_payoff(r)).text),
    )
    cells = [tag("div", tag("dt", term(name)), tag("dd", value)) for name, value in facts]
    return tag("article", tag("h3", badge(things(s.board), s.board.railroad_ids[r]), held), tag("dl", cells), **spot)
