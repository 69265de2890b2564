"""Records on disk: a file is written whole or not at all."""
from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from roundhouse.records.record import Record, RecordError
from roundhouse.records.replay import replay

LARGEST = 16 * 1024 * 1024


def read(file: Path, edition: str | Path | None = None) -> Record:
    """A record from a file, every step of it checked."""
    try:
        if file.stat().st_size > LARGEST:
            raise RecordError(f"{file} has over {LARGEST // 1024 // 1024} MB: no game is that long")
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise RecordError(f"{file} can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"{file} is not a text file in UTF-8") from error
    record = Record.loads(text, edition)
    replay(record)
    return record


def write(record: Record, file: Path) -> None:
    """Write beside the file first, so that a full disk or a crash leaves what was there before."""
    temporary = None
    try:
        with NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, prefix=f".{file.name}.", delete=False) as out:
            temporary = Path(out.name)
            out.write(record.dumps())
            out.flush()
            os.fsync(out.fileno())
        temporary.chmod(0o644)
        temporary.replace(file)
    except OSError as error:
        if temporary is not None:
            temporary.unlink(missing_ok=True)
        raise RecordError(f"{file} can't be written: {error.strerror}; nothing that was there is changed") from error
