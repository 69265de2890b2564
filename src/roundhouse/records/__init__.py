"""A game as a file: write, read, replay, check."""
from roundhouse.records.record import Record, RecordError, Result
from roundhouse.records.replay import Step, check, replay
from roundhouse.records.storage import read, write

__all__ = ["Record", "RecordError", "Result", "Step", "check", "read", "replay", "write"]
