"""What the prompt of Narrow Gauge says, and the kinds of moves behind it."""
PHRASES = {
    "bid in secret": {"bid"}, "take a contract": {"contract"}, "no contract": {"no-contract"}, "keep": {"keep"},
    "take a certificate": {"take"}, "no card": {"no-card"}, "discard": {"discard"}, "draw": {"draw"},
}
