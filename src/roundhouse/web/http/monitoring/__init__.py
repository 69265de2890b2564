"""How a house is watched: figures for Prometheus, the log of requests, the log of what concerns safety, its status."""
