"""Bots at tables: whose turn it is to think, where that is done, and how the answer comes in.

`bot_runner.py` asks, and plays the answers; `thinking.py` is what is thought."""
