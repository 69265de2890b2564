"""What the prompt of Appalachian Trail says, and the kinds of moves behind it."""
PHRASES = {
    "take a face-up card": {"take"}, "draw from the deck": {"draw"}, "discard": {"discard"}, "stop": {"done"},
    "play (up|another)": {"trail", "improve", "obstacle", "ranger"},
}
