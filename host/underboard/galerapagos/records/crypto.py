"""Encryption of the part of a record that stays secret until the reveal.

A sealed word is 16 bytes of cipher text and a commitment of 32 bytes, in hex.  Each line
of a record has a key of its own, derived from a master key that lies in another file::

    line key    = HMAC(master, "line N")
    cipher text = word, padded with spaces  XOR  HMAC(line key, "word")[:16]
    commitment  = HMAC(line key, "commit" + padded word)

HMAC is HMAC-SHA-256.  No line key is used twice, because no line number is.  Whoever has a
line key can open that line and check that it was never exchanged; without it both parts are
indistinguishable from random bytes.
"""

import hashlib
import hmac

from boardcore.errors import ParseError

WORD = 16
"""Length of a sealed text, bytes; chosen: the longest card key has 14."""
SECRET = 32
"""Length of a game's secret and of a master key, bytes; chosen."""


def line_key(master: bytes, line: int) -> bytes:
    """Return the key of one line of the record."""
    return hmac.digest(master, b"line %d" % line, "sha256")


def seal(key: bytes, word: str) -> str:
    """Return ``word`` sealed with the key of its line; every sealed word is as long."""
    padded = word.encode("ascii").ljust(WORD)
    if len(padded) != WORD:
        raise ValueError(f"{word!r} has {len(padded)} bytes, a sealed word has at most {WORD}")
    return (_cipher(key, padded) + hmac.digest(key, b"commit" + padded, "sha256")).hex()


def open_seal(key: bytes, sealed: object) -> str:
    """Return the word.  Raises ParseError if the seal is not of this key, or was changed."""
    try:
        data = bytes.fromhex(str(sealed))
        padded = _cipher(key, data[:WORD])
        if hmac.compare_digest(hmac.digest(key, b"commit" + padded, "sha256"), data[WORD:]):
            return padded.decode("ascii").rstrip()
    except ValueError:
        pass
    raise ParseError("what is sealed in this line does not fit its commitment")


def _cipher(key: bytes, padded: bytes) -> bytes:
    stream = hmac.digest(key, b"word", "sha256")
    return bytes(a ^ b for a, b in zip(padded, stream))


def secret_of(seed: int) -> bytes:
    """Return the secret of a game as it lies in the key file."""
    return seed.to_bytes(SECRET, "big")


def commitment(secret: bytes) -> str:
    """Return what the record tells of the secret from its first line on."""
    return hashlib.sha256(b"underboard galerapagos secret " + secret).hexdigest()


def line_check(secret: bytes, text: str) -> str:
    """Return eight hex digits of a line and its position; without the secret they say nothing."""
    return hmac.digest(secret, b"check " + text.encode(), "sha256").hex()[:8]
