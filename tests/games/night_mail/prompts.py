"""What the plain prompt of Night Mail says, and the kinds of moves behind it."""
PHRASES = {"run": {"run"}, "seal": {"seal"}}
