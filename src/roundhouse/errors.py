"""What a person can mend."""
from __future__ import annotations


class UserError(ValueError):
    """Something was asked for that there is not, or a file can't be used: the message says what, and what can be done.

    The command line prints it in one line, and the web as an answer; neither shows a stack trace.
    """
