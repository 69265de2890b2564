"""What a game has that brings only rules and an edition: each part is read off its view, its lines and its board.

A default works nothing out that the rules have not told, and says of itself what it is wherever it shows.
"""
