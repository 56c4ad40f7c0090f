"""Browsers known by a signed cookie, and the places that they have taken.

A *place* belongs to one visitor: a seat at the board, a castaway's phone, a device of the
host.  A one-time token takes it.  Key, tokens and places belong to one table: another table of
the same user, or the same port with another game, knows none of them.
"""

import contextlib
import json
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from itsdangerous import BadSignature, Signer
from starlette.requests import Request
from starlette.responses import Response

from underboard.jsontype import JsonObject
from underboard.web.http.security import ActionRefused
from underboard.whole_file import replacing

COOKIE = "underboard"
COOKIE_S = 400 * 24 * 3600
"""Life of a cookie, s; the longest that browsers allow, see RFC 6265bis."""
TOKEN_BYTES = 12
"""Length of a token, bytes; chosen."""
KEY_BYTES = 32
"""Length of the key that signs cookies, bytes; chosen."""
MAX_COOKIE = 400
"""Letters of a cookie that is read, at most; chosen."""
MAX_NAME = 30
"""Letters of a name that a visitor gives, at most; chosen."""
DEVICE = "device-"
"""Beginning of the places of the host's devices."""


@dataclass(frozen=True)
class Visitor:
    """One browser: a random id; ``local``: it is on the computer that serves."""

    id: str
    local: bool = False


def known(visitor: Visitor | None) -> Visitor:
    """Return a visitor; raises ActionRefused for a stranger."""
    if visitor is None:
        raise ActionRefused("stranger", "this page is not known here: load it again", 401)
    return visitor


def clean_name(name: str) -> str:
    r"""Return a name as it is shown: printable, on one line, at most MAX_NAME characters.

    >>> clean_name("  Maya|\x1b[1m  Okafor\n")
    'Maya [1m Okafor'
    """
    kept = "".join(letter if letter.isprintable() and letter != "|" else " " for letter in name)
    return " ".join(kept.split())[:MAX_NAME].strip()


class WebSessions:
    """Signs and reads cookies, gives and takes places.

    ``path``: file of mode 0600 that keeps key and places over a restart; None keeps them in
    memory.  ``places``: names of all places but those of devices.  ``port``: cookies have no
    ports, so their name does.
    """

    def __init__(self, path: Path | None = None, places: tuple[str, ...] = (), port: int = 0):
        self.path = path
        self.places = places
        self.cookie = f"{COOKIE}-{port}"
        self._tokens: dict[str, str] = {}
        """Place of each token that is not used yet."""
        self._taken: dict[str, str] = {}
        """Id of the visitor on each place."""
        self._names: dict[str, str] = {}
        """Name that was given with each place."""
        self.kept: JsonObject = {}
        """Data that the application stores with it; see ``keep``."""
        self._used: dict[str, str] = {}
        """Place of each token used in this run: whoever has it may ask once more, because the
        answer may have been lost on the way."""
        self._load()

    # Cookies

    def of(self, request: Request) -> Visitor | None:
        """Return who asks, None for a stranger."""
        return self.read(request.cookies.get(self.cookie, ""))

    def among(self, cookies: str) -> Visitor | None:
        """Return the visitor of a whole Cookie header, None for a stranger."""
        for part in cookies.split(";"):
            name, _, value = part.strip().partition("=")
            if name == self.cookie:
                return self.read(value)
        return None

    def new(self, local: bool = False) -> Visitor:
        """Return a visitor who was never here."""
        return Visitor(secrets.token_hex(8), local)

    def cookie_of(self, visitor: Visitor) -> str:
        """Return the signed text that makes this visitor known again."""
        role = "local" if visitor.local else "guest"
        return self._signer.sign(f"{visitor.id}.{role}").decode()

    def read(self, cookie: str) -> Visitor | None:
        """Return the visitor of a cookie, None if this table did not sign it."""
        if not cookie or len(cookie) > MAX_COOKIE or not cookie.isascii():
            return None
        try:
            number, _, role = self._signer.unsign(cookie).decode().partition(".")
        except BadSignature:
            return None
        return Visitor(number, role == "local")

    def give(self, response: Response, visitor: Visitor) -> Response:
        """Give a response this visitor's cookie."""
        response.set_cookie(
            self.cookie, self.cookie_of(visitor), max_age=COOKIE_S,
            httponly=True, samesite="strict", path="/",
        )  # fmt: skip
        return response

    @property
    def _signer(self) -> Signer:
        return Signer(self._key, salt=b"underboard.visitor")

    # Places

    def places_of(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the places that this visitor has now."""
        return tuple(place for place, number in self._taken.items() if number == visitor.id)

    def is_host(self, visitor: Visitor) -> bool:
        """Return True if a visitor is on this computer or at a device of the host's."""
        return visitor.local or any(p.startswith(DEVICE) for p in self.places_of(visitor))

    def token_for(self, place: str) -> str:
        """Hand a place over: return the one token that takes it, earlier ones are void."""
        self.free(place)
        token = secrets.token_urlsafe(TOKEN_BYTES)
        self._tokens[token] = place
        self._save()
        return token

    def device_token(self, name: str) -> str:
        """Return a token that makes a browser a device of the host's, under this name."""
        place = DEVICE + secrets.token_hex(4)
        token = self.token_for(place)
        self._names[place] = clean_name(name)
        self._save()
        return token

    def devices(self) -> list[JsonObject]:
        """Return the host's devices: place, name, whether the link was used."""
        places = dict.fromkeys([*self._taken, *self._tokens.values()])
        return [
            {"place": place, "name": self._names.get(place, ""), "taken": self.is_taken(place)}
            for place in places
            if place.startswith(DEVICE)
        ]

    def free(self, place: str) -> None:
        """Take a place from its visitor, and void its token."""
        self._taken.pop(place, None)
        self._names.pop(place, None)
        self._tokens = {token: other for token, other in self._tokens.items() if other != place}
        self._used = {token: other for token, other in self._used.items() if other != place}
        self._save()

    def assign(self, place: str, visitor_id: str) -> None:
        """Give a place to a visitor who is known already."""
        self.free(place)
        self._taken[place] = visitor_id
        self._save()

    def offered(self, token: str) -> str:
        """Return the place that a token would take, "" for a wrong or used one."""
        return self._tokens.get(token, "")

    def take(self, visitor: Visitor, token: str, name: str = "") -> str:
        """Take the place of a token; return it, "" for a token that takes nothing."""
        place = self._tokens.pop(token, "")
        if not place:
            return self.holds_by(visitor, token)
        self._used[token] = place
        self._taken[place] = visitor.id
        if clean_name(name) or place not in self._names:
            self._names[place] = clean_name(name)
        self._save()
        return place

    def holds_by(self, visitor: Visitor, token: str) -> str:
        """Return the place that a visitor took with this token and has still, else ""."""
        place = self._used.get(token, "")
        return place if place and self._taken.get(place) == visitor.id else ""

    def name_of(self, place: str) -> str:
        """Return the name that was given with a place."""
        return self._names.get(place, "")

    def holder_of(self, place: str) -> str:
        """Return the id of the visitor on a place, empty if nobody is."""
        return self._taken.get(place, "")

    def is_taken(self, place: str) -> bool:
        """Return True if a visitor has used this place's token."""
        return place in self._taken

    def is_offered(self, place: str) -> bool:
        """Return True if a token for this place waits to be used."""
        return place in self._tokens.values()

    def keep(self, **values: object) -> None:
        """Keep values of the application's beside the places."""
        self.kept |= values
        self._save()

    # The file

    def _load(self) -> None:
        try:
            found = json.loads(self.path.read_text("utf-8")) if self.path else {}
            self._key = bytes.fromhex(found["key"])
            texts = {part: _texts(found[part]) for part in ("tokens", "taken", "names")}
            if not isinstance(found["kept"], dict) or len(self._key) < KEY_BYTES:
                raise ValueError
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            # None yet, or damaged: then every cookie is a stranger's.
            self._key = secrets.token_bytes(KEY_BYTES)
            self._save()
            return
        self._tokens, self._taken, self._names = texts.values()
        self.kept = found["kept"]

    def _save(self) -> None:
        if self.path is None:
            return
        found = {
            "key": self._key.hex(), "tokens": self._tokens, "taken": self._taken,
            "names": self._names, "kept": self.kept,
        }  # fmt: skip
        with replacing(self.path, private=True) as file:
            file.write(json.dumps(found).encode())


def _texts(found: dict[str, str]) -> dict[str, str]:
    return {str(key): str(value) for key, value in found.items()}


def table_file(folder: Path, port: int, table: str) -> Path:
    """Return the file of the table on a port; those that nobody can use any more are removed.

    ``table``: which board and game; the same port with another one is another table.
    """
    folder = folder / "tables"
    for old in folder.glob("*.json"):
        with contextlib.suppress(OSError):
            if time.time() - old.stat().st_mtime > COOKIE_S:
                old.unlink()
    name = "".join(letter if letter.isalnum() or letter in "-." else "_" for letter in table)
    return folder / f"{port}-{name[:80]}.json"
