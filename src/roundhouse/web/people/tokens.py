"""Tokens by which somebody is known: long, random, and stored as a hash only."""
from __future__ import annotations

import secrets
from hashlib import sha256

TOKEN_BYTES = 24


def new_token() -> str:
    """A token that nobody guesses."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def hashed(token: str) -> str:
    """What is stored of a token. It is long and random, so a plain hash can't be turned back."""
    return sha256(token.encode()).hexdigest()
