"""First line of a record (the set-up of its game and a commitment to its secret)."""

import hmac
import json

from boardcore.errors import ParseError
from underboard.galerapagos.records.crypto import commitment, secret_of
from underboard.galerapagos.state.options import Setup
from underboard.jsontype import JsonObject

VERSION = 2
"""Version number of the format of records, chosen as it changes."""


def line_of(parts: JsonObject) -> str:
    """Return one line of a record."""
    # ASCII only: whatever a terminal hands us as a name or a reason can be written and split.
    return json.dumps(parts, separators=(",", ":")) + "\n"


def header(setup: Setup, tournament: JsonObject | None = None) -> str:
    """Return the first line of a record."""
    parts: JsonObject = {
        "galerapagos": VERSION,
        "names": list(setup.names),
        "secret": commitment(secret_of(setup.seed)),
        "cards": setup.cards,
        "first": setup.first,
        "switches": setup.switches,
    }
    if setup.bots:
        parts["bots"] = setup.bots
    if setup.emblems:
        parts["emblems"] = list(setup.emblems)
    if tournament:
        parts["tournament"] = tournament
    return line_of(parts)


def parse_header(parts: JsonObject, secret: bytes) -> tuple[Setup, JsonObject | None]:
    """Return setup and tournament of a first line.

    Raises ParseError or Refused if there is no such game, or ``secret`` is not its secret.
    """
    try:
        setup = Setup(
            tuple(str(name) for name in parts["names"]),
            int.from_bytes(secret, "big"),
            parts["cards"],
            int(parts["first"]),
            dict(parts["switches"]),
            {int(seat): str(temper) for seat, temper in parts.get("bots", {}).items()},
            tuple(int(emblem) for emblem in parts.get("emblems", ())),
        )
        tournament = parts.get("tournament")
        told = dict(tournament) if tournament else None
    except (KeyError, TypeError, ValueError) as error:
        raise ParseError("line 1: the setup is damaged (%s)", error)
    if not hmac.compare_digest(str(parts.get("secret")).encode(), commitment(secret).encode()):
        raise ParseError("line 1: the secret in the key file is not the one of this game")
    return setup, told
