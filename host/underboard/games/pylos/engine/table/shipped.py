"""Tables that others have built, in a file or in the package ``underboard-tables``.

A certificate beside a table, ``NAME.json``, holds its rule set, bytes, SHA-256, counts and the
value of the start; ``.ci/tables`` writes both into the package.
"""

import hashlib
import json
import shutil
from pathlib import Path

from underboard.errors import UnderboardError
from underboard.games.pylos.engine.table.lookup import EndgameTable
from underboard.games.pylos.engine.table.rule_set import RuleSet
from underboard.games.pylos.engine.table.store import Store
from underboard.games.pylos.engine.table.values import Unusable, path_of
from underboard.jsontype import JsonObject
from underboard.texts.lazy import reason_of
from underboard.whole_file import replacing

PART = 1 << 22
"""Bytes that are unpacked at once; chosen."""


def certificate_of(path: Path, rules: RuleSet) -> JsonObject:
    """Return what a certificate says of a table, after a look at every block.

    Raises OSError, and Unusable for a damaged table or one of other rules.
    """
    table = Store(path, rules)
    try:
        table.check()
        about = table.about
    finally:
        table.close()
    return {
        "rules": about["rules"],
        "bytes": path.stat().st_size,
        "sha256": checksum_of(path),
        "entries": about["entries"],
        "counts": [sum(row[kind] for row in about["counts"]) for kind in range(3)],
        "start": about["start"],
    }


def checksum_of(path: Path) -> str:
    """Return the SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(PART):
            digest.update(part)
    return digest.hexdigest()


def take(path: Path, rules: RuleSet, folder: Path | None = None) -> EndgameTable:
    """Copy a table into the user's folder and return it.

    Raises UnderboardError for a file that is cut short, of other rules, or not what its
    certificate says; a table that is there already stays then.
    """
    goal = path_of(rules, folder)
    try:
        certificate = certificate_of(path, rules)
        _compare(path, certificate)
        with path.open("rb") as source, replacing(goal) as copy:
            shutil.copyfileobj(source, copy, PART)
        return EndgameTable(goal, rules)
    except Unusable as error:
        raise UnderboardError(
            "%s is not a whole table of Pylos %s: get it once more, or name its rules by "
            "--variant, --end and --back",
            path,
            rules.key,
        ) from error
    except OSError as error:
        raise UnderboardError(
            "the table %s cannot be taken over: %s", path, reason_of(error)
        ) from error


def _compare(path: Path, certificate: JsonObject) -> None:
    """Raise UnderboardError if a certificate beside the file says something else of it."""
    beside = path.with_suffix(".json")
    if not beside.exists():
        return
    try:
        told = json.loads(beside.read_text(encoding="utf-8"))
    except ValueError:
        told = None
    if not isinstance(told, dict) or any(told.get(key) != certificate[key] for key in certificate):
        raise UnderboardError(
            "%s does not fit its certificate %s: get both once more, or move the certificate away",
            path,
            beside,
        )
