"""A game as it goes on, as a file, and from the file again."""
from roundhouse.records.course import Course, PassedStep, Step, ToldStep
from roundhouse.records.record import Record, RecordError, Result
from roundhouse.records.replay import replay
from roundhouse.records.storage import read, write

__all__ = ["Course", "PassedStep", "Record", "RecordError", "Result", "Step", "ToldStep", "read", "replay", "write"]
