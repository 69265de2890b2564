"""What can be said of a hand of Appalachian Trail: which of its cards the trail can go on with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roundhouse.games.appalachian_trail.board import WORDS
from roundhouse.games.appalachian_trail.facts import CardDiscarded, TrailCompleted
from roundhouse.games.appalachian_trail.places import way_from
from roundhouse.games.appalachian_trail.position import PLAY, Position
from roundhouse.games.appalachian_trail.things import card_called
from roundhouse.games.claims import Claims, copied
from roundhouse.games.words import Words, joined, seat, text

NAMED = 3       # so many kinds of cards are named; more are counted only


def turn_of(s: Position, seat: int) -> Position:
    """The same table with a turn of that seat about to begin."""
    begun = copied(s)
    begun.phase, begun.turn, begun.to_act, begun.used, begun.discarding, begun.idle = PLAY, seat, seat, 0, False, 0
    return begun


def way_left(s: Position, seat: int) -> int:
    """Cards to the Goal at least; 99 where no way is open, 0 where the trail is complete."""
    if s.has_completed(seat):
        return 0
    if not s.has_begun(seat):
        return 99
    return int(way_from(s, seat, s.reach[seat * WORDS : seat * WORDS + WORDS], -1)) or 99


def with_all_trail_cards(s: Position, seat: int) -> Position:
    """The same table with one more Trail card of every kind in that seat's hand."""
    richer = copied(s)
    for kind in range(int(s.board.first_sided)):
        richer.add(kind, seat)
    return richer


def either(s: Position, cards: Sequence[str]) -> Words:
    """One of these cards, in words."""
    return joined([text(card_called(s.board, one, "")) for one in cards], ", ", " or ")


def onward(s: Position, seat: int) -> set[str]:
    """The kinds of Trail cards in a hand by which the trail would come nearer to its Goal, each by itself."""
    begun = turn_of(s, seat)
    left = way_left(begun, seat)
    found = set()
    for code in begun.legal():
        line = s.game.text(code)
        if line.startswith("trail ") and line.split()[1] not in found:
            after = copied(begun)
            after.apply(code)
            if way_left(after, seat) < left:
                found.add(line.split()[1])
    return found


def may_complete(s: Position, seat: int) -> bool:
    """Whether two cards of the hand complete the trail in the seat's next turn, if nothing comes in the way."""
    begun = turn_of(s, seat)
    if not 0 < way_left(begun, seat) <= 2:
        return False
    for code in begun.legal():
        if s.game.text(code).startswith("trail "):
            after = copied(begun)
            after.apply(code)
            if after.has_completed(seat):
                return True
            if after.to_act == seat and after.phase == PLAY:
                for next_ in after.legal():
                    if s.game.text(next_).startswith("trail "):
                        then = copied(after)
                        then.apply(next_)
                        if then.has_completed(seat):
                            return True
    return False


def could_score(s: Position, seat: int, card: str = "") -> tuple[int, str]:
    """By how much one Trail card, of the hand or that one, could raise the seat's score in its next turn, and which."""
    begun = turn_of(s, seat)
    if card:
        begun.add(s.board.names.index(card), seat)
    now, best = begun.scores()[seat], (0, "")
    for code in begun.legal():
        line = s.game.text(code)
        if line.startswith("trail ") and card in ("", line.split()[1]):
            after = copied(begun)
            after.apply(code)
            best = max(best, (after.scores()[seat] - now, line.split()[1]))
    return best


def _scores_next(found: Claims[Position]) -> None:
    """Beside a complete trail: what one more card of the hand could bring."""
    line, t = found.line, found.line.after
    gain, card = could_score(t, line.me)
    if gain > 0:
        found.add(
            "could score",
            "",
            0.5 * gain,
            "With {card} you can then score {gain} more in your next turn, as it stands.",
            {"card": card_called(t.board, card, ""), "gain": str(gain)},
            card=card,
            gain=gain,
            taken=False,
        )


def add_hand(found: Claims[Position]) -> None:
    """What the hand that is left can do next."""
    line, t = found.line, found.line.after
    if t.has_completed(line.me):
        _scores_next(found)
    if t.has_completed(line.me) or any(isinstance(fact, TrailCompleted) for fact in line.facts):
        return
    if may_complete(t, line.me):
        last = sorted(onward(t, line.me)) if way_left(t, line.me) == 1 else []
        says = "With what you then hold you can complete your trail in your next turn, if nothing comes in the way."
        if last:
            says = "You then hold {cards}, which completes your trail in your next turn, if nothing comes in the way."
        found.add("next turn", "", 4.0, says, {"cards": either(t, last)}, complete=True, cards=last)
        return
    kept = sorted(onward(t, line.me))
    if kept and t.has_begun(line.me):
        shown = joined([text(card_called(t.board, one, "")) for one in kept], ", ", " and ")
        says = "You then hold {cards}, with which your trail can go on from there."
        found.add("next turn", "", 0.7 * min(2, len(kept)), says, {"cards": shown}, complete=False, cards=kept)
    elif t.has_begun(line.me):
        found.add(
            "next turn",
            "",
            -0.8,
            "No card that you then hold brings your trail nearer to its Goal.",
            {},
            complete=False,
            cards=[],
        )


def add_outs(found: Claims[Position]) -> None:
    """How many of the Trail cards that the seat has not seen would bring the trail nearer from where it is then."""
    line, t = found.line, found.line.after
    if t.has_completed(line.me) or not t.has_begun(line.me) or way_left(t, line.me) == 99 or not deck_size(t):
        return
    trail = range(int(t.board.first_sided))
    useful = sorted(onward(with_all_trail_cards(t, line.me), line.me))
    board, left = t.board, [unseen(t, line.me, kind) for kind in trail]
    outs, total = sum(left[kind] for kind in trail if board.names[kind] in useful), sum(left)
    if not outs:
        return
    terrains = shared([board.names[kind] for kind in trail], useful)
    aim = "complete your trail" if way_left(t, line.me) == 1 else "bring your trail nearer to its Goal"
    parts: dict[str, Any] = {"outs": str(outs), "total": str(total)}
    if terrains:
        says = "Any card with {which} would then " + aim + ": {outs} of the {total} Trail cards that you have not seen."
        parts["which"] = joined([text(board.terrain_names[one]) for one in terrains], ", ", " or ")
    elif useful and len(useful) <= NAMED:
        says = "Only {which} would then " + aim + ": {outs} of the {total} Trail cards that you have not seen."
        parts["which"] = joined([text(card_called(board, one, "")) for one in useful], ", ", " and ")
    else:
        says = "Of the {total} Trail cards that you have not seen {outs} would then " + aim + "."
    cards = useful if "which" in parts and not terrains else []
    found.add("outs", "", 0.12 * outs, says, parts, outs=outs, total=total, terrains=terrains, cards=cards)


def deck_size(s: Position) -> int:
    """How many cards are left to be drawn."""
    return sum(s.count(kind, s.deck) for kind in range(len(s.board.names)))


def unseen(s: Position, seat: int, kind: int) -> int:
    """How many cards of a kind the seat has not seen: those in the deck, and in hands if nobody saw them taken."""
    others = [n for n in range(s.game.seats) if n != seat]
    hidden = sum(int(s.count(kind, n)) - int(s.count(kind, s.known + n)) for n in others)
    return int(s.count(kind, s.deck)) + hidden


def shared(kinds: Sequence[str], useful: Sequence[str]) -> list[str]:
    """The terrains of which any card is useful, and no other card; none if the useful cards can't be told so."""
    letters = sorted({letter for kind in kinds for letter in kind})
    whole = [letter for letter in letters if all(kind in useful for kind in kinds if letter in kind)]
    return whole if {kind for kind in kinds if set(kind) & set(whole)} == set(useful) else []


def add_discard(found: Claims[Position]) -> None:
    """What is thrown away."""
    line, s = found.line, found.line.before
    useful = onward(s, line.me)
    thrown = [fact.card for fact in line.facts if isinstance(fact, CardDiscarded)]
    lost = sorted({card for card in thrown if card in useful})
    if lost:
        found.add(
            "discard",
            "",
            -1.0 * len(lost),
            "It throws away {cards}, with which your trail could go on.",
            {"cards": joined([card_called(s.board, one, "") for one in lost], ", ", " and ")},
            lost=lost,
            thrown=thrown,
        )
    elif s.has_begun(line.me):
        found.add(
            "discard",
            "",
            0.6,
            "Your trail gets nothing from {cards} now, and may from what is drawn instead.",
            {"cards": joined([card_called(s.board, one, "") for one in dict.fromkeys(thrown)], ", ", " and ")},
            lost=[],
            thrown=thrown,
        )


def add_draw(found: Claims[Position]) -> None:
    """Of a face-up card: whether the trail goes on with it. Of the deck: that none of those up does."""
    line, s = found.line, found.line.before
    if line.text.startswith("take ") and s.has_begun(line.me):
        _makes_possible(found, line.text.split()[1])
    if not s.has_begun(line.me) or s.has_completed(line.me):
        return
    up = [name for kind, name in enumerate(s.board.names) if s.count(kind, s.display)]
    useful = sorted(card for card in up if _goes_on(s, line.me, card))
    if line.text.startswith("take "):
        _taken(found, line.text.split()[1])
    if line.text.startswith("take "):
        card = line.text.split()[1]
        if card in useful:
            already = onward(s, line.me)
            new = "" if already else " None of the cards you hold does that."
            found.add(
                "draw",
                "",
                1.0 + (1.0 if not already else 0.0),
                "Your trail can go on with {card} from where it is." + new,
                {"card": card_called(s.board, card, "")},
                (f"display-{card}",),
                card=card,
                goes=True,
                alone=not already,
            )
        elif card in s.board.names[: int(s.board.first_sided)]:
            found.add(
                "draw",
                "",
                -0.6,
                "{card} does not bring your trail nearer to its Goal from where it is.",
                {"card": card_called(s.board, card, "")},
                (f"display-{card}",),
                card=card,
                goes=False,
                alone=False,
            )
    elif not useful and not any(s.count(kind, s.display) for kind in range(int(s.board.first_sided))):
        return
    elif not useful:
        found.add(
            "draw",
            "",
            0.6,
            "No card that lies face up brings your trail nearer to its Goal from where it is.",
            {},
            card="",
            goes=False,
            alone=False,
        )
    else:
        shown = joined([card_called(s.board, one, "") for one in useful], ", ", " and ")
        found.add(
            "draw",
            "",
            -0.5,
            "It leaves {cards} lying face up, with which your trail could go on.",
            {"cards": shown},
            (),
            card="",
            goes=True,
            alone=False,
            cards=useful,
        )


def _makes_possible(found: Claims[Position], card: str) -> None:
    """What a face-up card lets the seat do in its next turn that it could not do without: complete its trail, score."""
    line, s = found.line, found.line.before
    kind, spots = s.board.names.index(card), (f"display-{card}",)
    if kind >= s.board.first_sided:
        return
    held = copied(s)
    held.add(kind, line.me)
    if may_complete(held, line.me) and not may_complete(s, line.me):
        says = "With {card} you can complete your trail in your next turn, if nothing comes in the way."
        found.add("would complete", "", 4.0, says, {"card": card_called(s.board, card, "")}, spots, card=card)
        return
    gain, _ = could_score(s, line.me, card)
    if gain > max(0, could_score(s, line.me)[0]):
        found.add(
            "could score",
            "",
            0.5 * gain,
            "With {card} you can score {gain} in your next turn, as it stands.",
            {"card": card_called(s.board, card, ""), "gain": str(gain)},
            spots,
            card=card,
            gain=gain,
            taken=True,
        )


def _taken(found: Claims[Position], card: str) -> None:
    """What a face-up card is good for besides one's own trail: points, a way opened, a rival who wants it."""
    line, s = found.line, found.line.before
    kind, board = s.board.names.index(card), s.board
    if board.first_sided <= kind < board.ranger:
        side = kind - int(board.first_sided)
        gain, loss = int(board.side_points[int(board.sided) + side]), -int(board.side_points[side])
        found.add(
            "side",
            "",
            0.3 * (gain + loss),
            "{card}: {gain} as an improvement of yours, {loss} as an obstacle of a rival's.",
            {"card": card_called(board, card, ""), "gain": signed(gain), "loss": signed(-loss)},
            (f"display-{card}",),
            card=card,
            gain=gain,
            loss=loss,
        )
    if card == "ranger" and any(s.obstacles[line.me * WORDS + w] for w in range(WORDS)):
        found.add("ranger", "", 0.8, "A Ranger can lift an obstacle from your area.", {}, (f"display-{card}",))
    for rival in line.rivals:
        if s.has_begun(rival) and not s.has_completed(rival) and _goes_on(s, rival, card):
            found.add(
                "denies",
                str(rival),
                0.5,
                "{who}'s trail could go on with {card}, and you take it.",
                {"who": seat(rival), "card": card_called(board, card, "")},
                (f"display-{card}",),
                card=card,
                who=rival,
            )


def _goes_on(s: Position, seat: int, card: str) -> bool:
    """Whether the trail could come nearer to its Goal with that card, were it in hand."""
    if s.board.names.index(card) >= s.board.first_sided:
        return False
    with_it = copied(s)
    kind = s.board.names.index(card)
    with_it.take_from(kind, with_it.display)
    with_it.add(kind, seat)
    return card in onward(with_it, seat)


def signed(points: int) -> str:
    """Points with their sign and noun."""
    return f"{'+' if points > 0 else '−' if points < 0 else ''}{abs(points)} point{'' if abs(points) == 1 else 's'}"
