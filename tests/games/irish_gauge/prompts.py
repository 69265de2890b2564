"""What the prompt of Irish Gauge says, and the kinds of moves behind it."""
PHRASES = {
    "bid on": {"bid"}, "auction a share": {"auction"}, "place track": {"track"}, "or stop": {"done"},
    "special interest": {"interest"}, "call for dividends": {"dividends"},
}
