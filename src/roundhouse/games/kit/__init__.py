"""A kit of parts: what rail and trail games share is made once, and a room says only what is its own."""
