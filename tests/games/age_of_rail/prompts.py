"""What the prompt of Age of Rail says, and the kinds of moves behind it."""
PHRASES = {
    "bid on": {"bid"}, "build track|link|external": {"link", "connect", "delegate"},
    "build nothing": {"build-nothing"}, "offer stock": {"offer", "offer-own"}, "offer nothing": {"offer-nothing"},
    "develop a": {"develop"}, "develop nothing": {"develop-nothing"}, "pay dividends": {"dividends"},
    "automatic": {"auto"}, "or stop": {"done"},
}
