"""What any game has that brings no part of its own: plain, and said to be plain where it shows.

Each module has `make(title)`, which gives what a module of the same name in a title's folder would be.
"""
