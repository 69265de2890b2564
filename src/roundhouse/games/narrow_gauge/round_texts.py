"""What happens between the turns of Narrow Gauge, in words: the start of a round, its dividends, and the end."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from roundhouse.engine.facts import Fact
from roundhouse.games.narrow_gauge.board import SEATS, Board
from roundhouse.games.narrow_gauge.facts_rounds import (
    BidSealed,
    BidsOpened,
    BidsTied,
    CertificatesLeft,
    CommodityPaid,
    ContractDealt,
    ContractDeclined,
    ContractsLeft,
    ContractsReturned,
    ContractTaken,
    DividendsPaid,
    FirstSettled,
    GameEnded,
    KeptOpened,
    KeptSealed,
    LotsNeeded,
    MajorityPaid,
    RoundBegan,
    RoundEnded,
)
from roundhouse.games.narrow_gauge.names import contract, dollars, goods, line, row, state, states
from roundhouse.games.words import Words, amount, joined, seat, words

# ---- the start of a round --------------------------------------------------------------------------------------------


def _round_began(board: Board, fact: RoundBegan) -> Words:
    return words("Round {n} begins, with the certificates of value {n}.", n=fact.round)


def _contract_dealt(board: Board, fact: ContractDealt) -> Words:
    what = words("a contract") if fact.contract is None else contract(board, fact.contract)
    if fact.seat is None:
        return words("Turned up: {what}.", what=what)
    return words("{who} is dealt {what}.", who=seat(fact.seat), what=what)


def _bid_sealed(board: Board, fact: BidSealed) -> Words:
    of = () if fact.amount is None else words(" of {amount}", amount=dollars(fact.amount))
    return words("{who} has made a bid{of}, in secret.", who=seat(fact.seat), of=of)


def _bids_opened(board: Board, fact: BidsOpened) -> Words:
    bids = joined([words("{who} {bid}", who=seat(p), bid=dollars(bid)) for p, bid in enumerate(fact.bids)])
    return words("The bids: {bids}. Both pay.", bids=bids)


def _bids_tied(board: Board, fact: BidsTied) -> Words:
    return words("A tie at {bid}: both bid again, once.", bid=dollars(fact.bid))


WHY_LOTS = {"no money": "Nobody has any money", "no bid": "Nobody bids anything", "tied again": "A second tie"}


def _lots_needed(board: Board, fact: LotsNeeded) -> Words:
    return words("{why}: the first player is drawn, and nobody gets a contract.", why=WHY_LOTS[fact.why])


def _first_settled(board: Board, fact: FirstSettled) -> Words:
    if fact.rule == "NG-BID-7":
        return words("Drawn for the first turn: {who}.", who=seat(fact.seat))
    if fact.contract is not None:
        return words("{state} comes first in the alphabet: {who} has the first turn.", who=seat(fact.seat),
                     state=state(board, fact.contract))
    return words("{who} has bid more, has the first turn, and chooses a contract first.", who=seat(fact.seat))


def _contract_taken(board: Board, fact: ContractTaken) -> Words:
    return words("{who} takes {contract}, with a bid of {bid}.", who=seat(fact.seat),
                 contract=contract(board, fact.contract), bid=dollars(fact.bid))


def _contract_declined(board: Board, fact: ContractDeclined) -> Words:
    return words("{who} takes no contract.", who=seat(fact.seat))


def _contracts_left(board: Board, fact: ContractsLeft) -> Words:
    return words("{states} went to nobody and leave the game." if len(fact.contracts) > 1
                 else "{states} went to nobody and leaves the game.", states=states(board, fact.contracts))


def _kept_sealed(board: Board, fact: KeptSealed) -> Words:
    what = words("one of two contracts") if fact.contract is None else (state(board, fact.contract),)
    return words("{who} keeps {what}, in secret.", who=seat(fact.seat), what=what)


def _kept_opened(board: Board, fact: KeptOpened) -> Words:
    kept = joined([
        words("{who} has kept {contract}", who=seat(p), contract=contract(board, one))
        for p, one in enumerate(fact.contracts)
    ], "; ")
    return words("{kept}. The two others go back unseen.", kept=kept)


# ---- the end of a round ----------------------------------------------------------------------------------------------


def _round_ended(board: Board, fact: RoundEnded) -> Words:
    return words("Round {n} is over, with {left} left: dividends.", n=fact.round,
                 left=amount(fact.left, "certificates"))


def _majority_paid(board: Board, fact: MajorityPaid) -> Words:
    end = words("a tie pays nobody")
    if fact.seat is not None:
        end = words("{who} gets {amount}", who=seat(fact.seat), amount=dollars(fact.amount))
    counts = joined([counted(board, fact, p) for p in range(SEATS)])
    return words("The {line}: {counts}. For the majority {end}." if fact.seat is not None
                 else "The {line}: {counts}; {end}.", line=line(fact.company), counts=counts, end=end)


def counted(board: Board, fact: MajorityPaid, p: int) -> Words:
    """What a seat holds of a company, and what that counts where a contract makes it more (NG-CON-WV)."""
    proxy: Words = ()
    if fact.proxies[p]:
        proxy = words(", which {counts} by {states}", states=states(board, fact.proxies[p]),
                      counts=f"count{'s' * (fact.held[p] == 1)} {fact.votes[p]}")
    return words("{who} holds {held}{proxy}", who=seat(p), held=fact.held[p], proxy=proxy)


def _commodity_paid(board: Board, fact: CommodityPaid) -> Words:
    if fact.seat is None:
        return words("The die of {goods} stands on X and pays nobody.", goods=goods(fact.commodity))
    return words(
        "The die of {goods} stands on {row}: {who} gets {number} × {worth} = {amount}.", goods=goods(fact.commodity),
        row=row(board, fact.row), who=seat(fact.seat), number=fact.number, worth=dollars(fact.dollars),
        amount=dollars(fact.amount),
    )


def _dividends_paid(board: Board, fact: DividendsPaid) -> Words:
    sums = [
        words("{who} {majority} for majorities + {market} for commodities = {total}", who=seat(p),
              majority=dollars(fact.majorities[p]), market=dollars(fact.commodities[p]), total=dollars(fact.totals[p]))
        for p in range(SEATS)
    ]
    return words("Together: {sums}.", sums=joined(sums, "; "))


def _certificates_left(board: Board, fact: CertificatesLeft) -> Words:
    lines = joined([words("the {line}", line=line(one)) for one in fact.companies], last=" and ")
    return words("Certificates that nobody took leave the game: of {lines}." if fact.companies
                 else "No certificate is left over.", lines=lines)


def _contracts_returned(board: Board, fact: ContractsReturned) -> Words:
    names = states(board, fact.contracts)
    turned = fact.rule == "NG-CON-4"
    one = len(fact.contracts) == 1
    return words("{names} {does}.", names=names, does=(
        "is turned up again" if one else "are turned up again") if turned else (
        "is discarded" if one else "are discarded"))


# ---- the end ---------------------------------------------------------------------------------------------------------


def _game_ended(board: Board, fact: GameEnded) -> Words:
    count = joined([final_sum(fact, p) for p in range(SEATS)], "; ")
    return words("The game is over. {count}. {end}", count=count, end=verdict(fact))


def final_sum(fact: GameEnded, p: int) -> Words:
    """Where all the money of a seat came from."""
    building = fact.building[p]
    return words(
        "{who}: {start} at the start, {building} for connections less penalties and bids, "
        "{majorities} for majorities, {market} for commodities: {total}",
        who=seat(p), start=dollars(fact.start), building=dollars(building), total=dollars(fact.scores[p]),
        majorities=dollars(sum(sums[p] for sums in fact.majorities)),
        market=dollars(sum(sums[p] for sums in fact.commodities)),
    )


def verdict(fact: GameEnded) -> Words:
    """NG-END-1 to NG-END-3"""
    if fact.why == "money":
        return words("{who} wins.", who=seat(fact.winners[0]))
    dice = words("The money is equal, and the dice on their sides add up to {mine} and {theirs}", mine=fact.dice[0],
                 theirs=fact.dice[1])
    if fact.why == "dice":
        return words("{dice}: {who} wins with the lower sum.", dice=dice, who=seat(fact.winners[0]))
    return words("{dice}: a shared win. Play again!", dice=dice)


SENTENCES: dict[type[Fact], Callable[[Board, Any], Words]] = {
    RoundBegan: _round_began, ContractDealt: _contract_dealt, BidSealed: _bid_sealed, BidsOpened: _bids_opened,
    BidsTied: _bids_tied, LotsNeeded: _lots_needed, FirstSettled: _first_settled, ContractTaken: _contract_taken,
    ContractDeclined: _contract_declined, ContractsLeft: _contracts_left, KeptSealed: _kept_sealed,
    KeptOpened: _kept_opened, RoundEnded: _round_ended, MajorityPaid: _majority_paid, CommodityPaid: _commodity_paid,
    DividendsPaid: _dividends_paid, CertificatesLeft: _certificates_left, ContractsReturned: _contracts_returned,
    GameEnded: _game_ended,
}
