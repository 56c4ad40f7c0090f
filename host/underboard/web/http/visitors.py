"""Visitors: who looks at the pages, known by a signed cookie, and the places they have taken.

A *place* is something that one visitor has for himself: a seat at the board, a castaway's
phone.  A place is taken with a one-time token; its *term* is counted up whenever the host
hands it over, so that cookies of an earlier term are spectators' again.  Nothing here
knows what the places are for.
"""

import hashlib
import hmac
import json
import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

HOST = "host"
"""Role of the person who started the program."""
WATCH = "watch"
"""The role of everybody who has no place."""
COOKIE = "underboard"
TOKEN_BYTES = 12
KEY_BYTES = 32
COOKIE_MOST = 400
"""Length of a cookie that is looked at, in characters."""


@dataclass(frozen=True)
class Visitor:
    """One browser: a random id, and the places its cookie claims with their terms."""

    id: str
    is_host: bool = False
    claims: tuple[tuple[str, int], ...] = ()


@dataclass
class Visitors:
    """Signs and reads cookies, gives and takes places.

    ``path``: file of mode 0600 that keeps the key and the terms, so that cookies outlive a
    restart; None keeps them in memory.  ``places``: the names of all places.
    """

    path: Path | None = None
    places: tuple[str, ...] = ()
    _key: bytes = b""
    _terms: dict[str, int] = field(default_factory=dict)
    _tokens: dict[str, str] = field(default_factory=dict)
    """Place of each token that is not used yet."""
    _taken: dict[str, str] = field(default_factory=dict)
    """Id of the visitor on each place."""
    _used: dict[str, tuple[str, str, int]] = field(default_factory=dict)
    """For each token used in this run: place, visitor and term.  Its user may ask once more: the
    answer may have been lost on the way."""

    def __post_init__(self) -> None:
        self._load()

    # Cookies

    def new(self, is_host: bool = False) -> Visitor:
        """Return a visitor who was never here."""
        return Visitor(secrets.token_hex(8), is_host)

    def cookie_of(self, visitor: Visitor) -> str:
        """Return the signed text that makes this visitor known again."""
        claims = ",".join(f"{place}={term}" for place, term in visitor.claims)
        body = f"{visitor.id}|{HOST if visitor.is_host else WATCH}|{claims}"
        return f"{body}|{self._sign(body)}"

    def read(self, cookie: str) -> Visitor | None:
        """Return the visitor of a cookie, None if we did not sign it."""
        if not cookie or len(cookie) > COOKIE_MOST or not cookie.isascii():
            return None
        body, _, mark = cookie.rpartition("|")
        if not hmac.compare_digest(mark, self._sign(body)):
            return None
        number, role, claims = body.split("|")
        pairs = [claim.partition("=") for claim in claims.split(",") if claim]
        return Visitor(number, role == HOST, tuple((place, int(term)) for place, _, term in pairs))

    def _sign(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()[:40]

    # Places

    def places_of(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the places that this visitor has now."""
        return tuple(
            place for place, term in visitor.claims
            if term == self._terms.get(place, 0) and place in self.places
        )  # fmt: skip

    def token_for(self, place: str) -> str:
        """Hand a place over: return the one token that takes it, earlier ones are void."""
        self._terms[place] = self._terms.get(place, 0) + 1
        self._taken.pop(place, None)
        self._tokens = {token: other for token, other in self._tokens.items() if other != place}
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens[token] = place
        self._save()
        return token

    def take(self, visitor: Visitor, token: str) -> Visitor | None:
        """Take the place of a token; return the visitor who has it, None for a wrong token."""
        found = next((t for t in self._tokens if hmac.compare_digest(t, token)), "")
        if not found:
            place, number, term = self._used.get(token, ("", "", -1))
            if number != visitor.id or term != self._terms.get(place, 0):
                return None
        else:
            place = self._tokens.pop(found)
            self._used[token] = place, visitor.id, self._terms[place]
            self._taken[place] = visitor.id
            self._save()
        others = tuple(claim for claim in visitor.claims if claim[0] != place)
        return Visitor(visitor.id, visitor.is_host, (*others, (place, self._terms[place])))

    def is_taken(self, place: str) -> bool:
        """Tell whether somebody has used this place's token."""
        return place in self._taken

    def is_offered(self, place: str) -> bool:
        """Tell whether a token for this place waits to be used."""
        return place in self._tokens.values()

    # The file

    def _load(self) -> None:
        try:
            kept = json.loads(self.path.read_text("utf-8")) if self.path else {}
            self._key = bytes.fromhex(kept["key"])
            self._terms = {str(place): int(term) for place, term in kept["terms"].items()}
            self._tokens = {str(token): str(place) for token, place in kept["tokens"].items()}
            self._taken = {str(place): str(number) for place, number in kept["taken"].items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            # None yet, or damaged: then every cookie is a stranger's.
            self._key = secrets.token_bytes(KEY_BYTES)
            self._terms, self._tokens, self._taken = {}, {}, {}
            self._save()

    def _save(self) -> None:
        if self.path is None:
            return
        kept = {
            "key": self._key.hex(),
            "terms": self._terms,
            "tokens": self._tokens,
            "taken": self._taken,
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_suffix(".new")
        partial.unlink(missing_ok=True)
        # Never readable for others, not even for a moment.
        number = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump(kept, file)
        os.replace(partial, self.path)
