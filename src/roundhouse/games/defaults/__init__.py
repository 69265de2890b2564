"""What a game has that brings only rules and an edition: each part is read off its view, its lines and its board.

A default works nothing out that the rules have not told, and says of itself what it is wherever it shows. The modules
that stand for a part of a title's folder have `make(title)`, which gives what a module of the same name there would be.
"""
